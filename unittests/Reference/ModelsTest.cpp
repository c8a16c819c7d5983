//===- ModelsTest.cpp - Which ops can be evaluated ------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EvaluatorTestBase.h"

#include "croton/Interfaces/EvaluableOpInterface.h"

using namespace mlir;
using namespace mlir::croton;

namespace {
class ReferenceModelsTest : public croton::test::EvaluatorTestBase {};
} // namespace

/// Ops without a value of their own: requests for derivatives are expanded, a
/// yield ends a region, a check is made by lowerings.
static bool hasNoValue(StringRef name) {
  return llvm::is_contained({"croton.grad", "croton.lop", "croton.rop",
                             "croton.yield", "croton.check"},
                            name);
}

// A new op without a model fails here.
TEST_F(ReferenceModelsTest, EveryOpHasAModel) {
  unsigned count = 0;
  for (RegisteredOperationName name : context.getRegisteredOperations()) {
    if (name.getDialectNamespace() != "croton")
      continue;
    ++count;
    EXPECT_NE(name.hasInterface<EvaluableOpInterface>(),
              hasNoValue(name.getStringRef()))
        << name.getStringRef().str();
  }
  EXPECT_GT(count, 40u);
}

TEST_F(ReferenceModelsTest, UpstreamOpsHaveModels) {
  for (StringRef name :
       {"arith.constant", "tensor.cast", "math.sin", "math.cos"})
    EXPECT_TRUE(
        OperationName(name, &context).hasInterface<EvaluableOpInterface>())
        << name.str();
}

// Models are attached by the registry only: the dialect alone has none.
TEST(ReferenceModelsAloneTest, NothingWithoutRegistration) {
  MLIRContext context;
  context.loadDialect<CrotonDialect>();
  EXPECT_FALSE(OperationName("croton.add", &context)
                   .hasInterface<EvaluableOpInterface>());
}
