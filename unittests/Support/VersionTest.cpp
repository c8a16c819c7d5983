//===- VersionTest.cpp - The version of Croton ----------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Support/Version.h"
#include "llvm/ADT/SmallVector.h"
#include "gtest/gtest.h"

using namespace mlir;

TEST(VersionTest, HasThreeNumbers) {
  SmallVector<StringRef> parts;
  croton::getCrotonVersion().split(parts, '.');
  ASSERT_EQ(parts.size(), 3u);
  for (StringRef part : parts) {
    unsigned number;
    EXPECT_FALSE(part.getAsInteger(10, number)) << part.str();
  }
}

TEST(VersionTest, LineNamesBothVersions) {
  std::string text = croton::getCrotonVersionLine();
  StringRef line = text;
  EXPECT_TRUE(line.starts_with("Croton " + croton::getCrotonVersion().str()));
  EXPECT_TRUE(line.contains("LLVM 22."));
}
