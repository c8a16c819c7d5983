//===- DidYouMeanTest.cpp - Suggestions for misspelt names ----------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Support/DidYouMean.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::croton;

static const StringRef kNames[] = {"canonicalize", "stabilize", "inplace", "x"};

TEST(DidYouMeanTest, FindsTheClosestName) {
  EXPECT_EQ(didYouMean("stabilise", kNames), "; did you mean 'stabilize'?");
  EXPECT_EQ(didYouMean("in_place", kNames), "; did you mean 'inplace'?");
  EXPECT_EQ(didYouMean("Canonicalize", kNames),
            "; did you mean 'canonicalize'?");
}

TEST(DidYouMeanTest, PrefersFewerEdits) {
  EXPECT_EQ(didYouMean("sum_1", {"sum", "sum_12", "sum_13"}),
            "; did you mean 'sum_12'?");
}

TEST(DidYouMeanTest, SaysNothingWhenNothingIsClose) {
  EXPECT_EQ(didYouMean("fusion", kNames), "");
  EXPECT_EQ(didYouMean("y", kNames), "");
  EXPECT_EQ(didYouMean("", kNames), "");
  EXPECT_EQ(didYouMean("stabilize", {}), "");
}
