//===- InPlaceAnalysisTest.cpp --------------------------------------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares the in-place decisions with those of upstream's one-shot analysis,
// which is slow but exact on small programs. Both may refuse what is possible;
// ours must never allow what upstream finds to conflict, and is expected to
// allow what the programs below mark.
//
//===----------------------------------------------------------------------===//

#include "croton/Analysis/InPlaceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/FuncBufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotModuleBufferize.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::croton;

namespace {
/// A program on %x (protected), %d (writable), %v and %i, with the number of
/// writes that are expected to happen in place.
struct Case {
  const char *body;
  unsigned inPlace;
};

class InPlaceAnalysisTest : public ::testing::TestWithParam<Case> {
protected:
  InPlaceAnalysisTest() {
    DialectRegistry registry;
    registry.insert<arith::ArithDialect, bufferization::BufferizationDialect,
                    func::FuncDialect, linalg::LinalgDialect, scf::SCFDialect,
                    tensor::TensorDialect>();
    arith::registerBufferizableOpInterfaceExternalModels(registry);
    bufferization::func_ext::registerBufferizableOpInterfaceExternalModels(
        registry);
    linalg::registerBufferizableOpInterfaceExternalModels(registry);
    scf::registerBufferizableOpInterfaceExternalModels(registry);
    tensor::registerBufferizableOpInterfaceExternalModels(registry);
    context.appendDialectRegistry(registry);
    options.bufferizeFunctionBoundaries = true;
    options.allowReturnAllocsFromLoops = true;
  }

  MLIRContext context;
  bufferization::OneShotBufferizationOptions options;
};
} // namespace

static std::string wrap(StringRef body) {
  return ("func.func @f(%x: tensor<4xf32>, "
          "%d: tensor<4xf32> {bufferization.writable = true}, "
          "%v: f32, %i: index) -> tensor<4xf32> {\n"
          "  %c0 = arith.constant 0 : index\n"
          "  %c1 = arith.constant 1 : index\n"
          "  %k = arith.constant dense<1.0> : tensor<4xf32>\n" +
          body + "}\n")
      .str();
}

TEST_P(InPlaceAnalysisTest, AgreesWithOneShot) {
  std::string text = wrap(GetParam().body);
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  ASSERT_TRUE(module);
  auto function = *module->getOps<func::FuncOp>().begin();

  InPlaceState ours(options);
  ASSERT_TRUE(succeeded(ours.analyze(function)));
  bufferization::OneShotAnalysisState theirs(*module, options);
  ASSERT_TRUE(succeeded(bufferization::analyzeModuleOp(*module, theirs)));

  unsigned numInPlace = 0;
  function.walk([&](Operation *op) {
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isa<TensorType>(operand.get().getType()) ||
          isa<func::ReturnOp>(op) ||
          ours.getAliasingValues(operand).getAliases().empty() ||
          !ours.bufferizesToMemoryWrite(operand) || !ours.isInPlace(operand))
        continue;
      ++numInPlace;
      EXPECT_TRUE(theirs.isInPlace(operand))
          << "operand " << operand.getOperandNumber() << " of "
          << op->getName().getStringRef().str() << " in\n"
          << text;
    }
  });
  EXPECT_EQ(numInPlace, GetParam().inPlace) << text;
}

static const Case kCases[] = {
    // Neither arguments nor constants are written, donated ones are.
    {"%r = tensor.insert %v into %x[%i] : tensor<4xf32>\n"
     "return %r : tensor<4xf32>\n",
     0},
    {"%r = tensor.insert %v into %k[%i] : tensor<4xf32>\n"
     "return %r : tensor<4xf32>\n",
     0},
    {"%r = tensor.insert %v into %d[%i] : tensor<4xf32>\n"
     "return %r : tensor<4xf32>\n",
     1},
    // A chain of updates, and one whose first value is read after the second.
    {"%q = tensor.insert %v into %d[%i] : tensor<4xf32>\n"
     "%r = tensor.insert %v into %q[%c0] : tensor<4xf32>\n"
     "return %r : tensor<4xf32>\n",
     2},
    {"%q = tensor.insert %v into %d[%i] : tensor<4xf32>\n"
     "%r = tensor.insert %v into %q[%c0] : tensor<4xf32>\n"
     "%s = tensor.extract %q[%i] : tensor<4xf32>\n"
     "%t = tensor.insert %s into %r[%c1] : tensor<4xf32>\n"
     "return %t : tensor<4xf32>\n",
     2},
    // Elementwise in its own input, and a shifted copy that is not.
    {"%r = linalg.add ins(%d, %d : tensor<4xf32>, tensor<4xf32>)"
     " outs(%d : tensor<4xf32>) -> tensor<4xf32>\n"
     "return %r : tensor<4xf32>\n",
     1},
    {"%s = tensor.extract_slice %d[0] [3] [1] : tensor<4xf32> to "
     "tensor<3xf32>\n"
     "%r = tensor.insert_slice %s into %d[1] [3] [1] : tensor<3xf32> into "
     "tensor<4xf32>\n"
     "return %r : tensor<4xf32>\n",
     0},
    // A view that is read after the write to its source.
    {"%s = tensor.extract_slice %d[0] [3] [1] : tensor<4xf32> to "
     "tensor<3xf32>\n"
     "%r = tensor.insert %v into %d[%i] : tensor<4xf32>\n"
     "%w = tensor.extract %s[%c0] : tensor<3xf32>\n"
     "%t = tensor.insert %w into %r[%c1] : tensor<4xf32>\n"
     "return %t : tensor<4xf32>\n",
     1},
    // The choice between two buffers is neither of them for certain.
    {"%c = arith.cmpi eq, %i, %c0 : index\n"
     "%s = arith.select %c, %d, %x : tensor<4xf32>\n"
     "%r = tensor.insert %v into %s[%i] : tensor<4xf32>\n"
     "return %r : tensor<4xf32>\n",
     0},
    // A loop that owns its carried value, and two that do not.
    {"%r = scf.for %j = %c0 to %i step %c1 iter_args(%t = %d)"
     " -> tensor<4xf32> {\n"
     "  %u = tensor.insert %v into %t[%j] : tensor<4xf32>\n"
     "  scf.yield %u : tensor<4xf32>\n"
     "}\n"
     "return %r : tensor<4xf32>\n",
     2},
    {"%r = scf.for %j = %c0 to %i step %c1 iter_args(%t = %d)"
     " -> tensor<4xf32> {\n"
     "  %w = tensor.extract %d[%j] : tensor<4xf32>\n"
     "  %u = tensor.insert %w into %t[%j] : tensor<4xf32>\n"
     "  scf.yield %u : tensor<4xf32>\n"
     "}\n"
     "return %r : tensor<4xf32>\n",
     1},
    {"%r = scf.for %j = %c0 to %i step %c1 iter_args(%t = %x)"
     " -> tensor<4xf32> {\n"
     "  %u = tensor.insert %v into %d[%j] : tensor<4xf32>\n"
     "  %w = tensor.extract %u[%c0] : tensor<4xf32>\n"
     "  %y = tensor.insert %w into %t[%j] : tensor<4xf32>\n"
     "  scf.yield %y : tensor<4xf32>\n"
     "}\n"
     "return %r : tensor<4xf32>\n",
     1},
    // A write in one branch of a value that the other branch reads.
    {"%c = arith.cmpi eq, %i, %c0 : index\n"
     "%r = scf.if %c -> tensor<4xf32> {\n"
     "  scf.yield %d : tensor<4xf32>\n"
     "} else {\n"
     "  %u = tensor.insert %v into %d[%i] : tensor<4xf32>\n"
     "  scf.yield %u : tensor<4xf32>\n"
     "}\n"
     "return %r : tensor<4xf32>\n",
     1},
};

INSTANTIATE_TEST_SUITE_P(Programs, InPlaceAnalysisTest,
                         ::testing::ValuesIn(kCases));

/// What a state says about values it has not seen.
TEST(InPlaceStateTest, UnknownValues) {
  MLIRContext context;
  context.loadDialect<arith::ArithDialect>();
  OpBuilder builder(&context);
  auto a = arith::ConstantIndexOp::create(builder, builder.getUnknownLoc(), 0);
  auto b = arith::ConstantIndexOp::create(builder, builder.getUnknownLoc(), 1);
  bufferization::BufferizationOptions options;
  InPlaceState state(options);
  EXPECT_TRUE(state.areEquivalentBufferizedValues(a, a));
  EXPECT_FALSE(state.areEquivalentBufferizedValues(a, b));
  EXPECT_FALSE(state.areAliasingBufferizedValues(a, b));
  a->erase();
  b->erase();
}
