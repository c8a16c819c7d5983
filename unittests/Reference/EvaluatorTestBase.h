//===- EvaluatorTestBase.h - Programs for the evaluator's tests -*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_UNITTESTS_REFERENCE_EVALUATORTESTBASE_H
#define CROTON_UNITTESTS_REFERENCE_EVALUATORTESTBASE_H

#include "croton/Dialect/Croton/IR/Croton.h"
#include "croton/Reference/Evaluator.h"
#include "croton/Reference/Models.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

namespace mlir::croton::test {

/// A context with what programs need, and the text of the first error.
class EvaluatorTestBase : public ::testing::Test {
protected:
  EvaluatorTestBase() : context(getRegistry()) {
    context.loadAllAvailableDialects();
  }

  /// Parses `text` and reads the state of the module.
  void load(StringRef text) {
    module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module);
    FailureOr<EvaluatorState> initial = EvaluatorState::create(*module);
    ASSERT_TRUE(succeeded(initial));
    state = *initial;
  }

  /// Calls the function `name`; the first error goes to `message`.
  FailureOr<SmallVector<HostTensor>> call(StringRef name,
                                          ArrayRef<HostTensor> arguments) {
    message.clear();
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      if (message.empty())
        message = diagnostic.str();
    });
    return evaluateFunction(module->lookupSymbol<func::FuncOp>(name), arguments,
                            state);
  }

  /// A tensor of f32 with the given elements.
  static HostTensor make(ArrayRef<int64_t> shape, ArrayRef<float> elements) {
    FailureOr<HostTensor> tensor = HostTensor::allocate(DType::F32, shape);
    llvm::copy(elements, tensor->getData<float>().begin());
    return *tensor;
  }

  using Elements = std::vector<float>;
  static Elements getElements(const HostTensor &tensor) {
    ArrayRef<float> data = tensor.getData<float>();
    return Elements(data.begin(), data.end());
  }

  /// Expects `text` in the first error of the last call.
  void expectMessage(StringRef text) {
    EXPECT_TRUE(StringRef(message).contains(text))
        << "expected '" << text.str() << "' in '" << message << "'";
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  EvaluatorState state;
  std::string message;

private:
  static DialectRegistry getRegistry() {
    DialectRegistry registry;
    registry.insert<CrotonDialect, arith::ArithDialect, func::FuncDialect,
                    math::MathDialect, ml_program::MLProgramDialect,
                    tensor::TensorDialect>();
    registerReferenceModels(registry);
    return registry;
  }
};

} // namespace mlir::croton::test

#endif // CROTON_UNITTESTS_REFERENCE_EVALUATORTESTBASE_H
