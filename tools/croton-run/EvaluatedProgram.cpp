//===- EvaluatedProgram.cpp - Programs run by the reference evaluator -----===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program whose functions are interpreted, op by op.
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "croton/Pipelines/CrotonToLLVM.h"
#include "croton/Reference/Evaluator.h"
#include "croton/Runtime/Status.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::croton;

namespace {
class EvaluatedProgram : public Program {
public:
  explicit EvaluatedProgram(OwningOpRef<ModuleOp> module)
      : module(std::move(module)) {}

  /// Reads the state, and the signature of the function `entry`.
  LogicalResult initialize(StringRef entry);

  const FunctionSignature &getSignature() const override { return signature; }
  FailureOr<SmallVector<HostTensor>> call(ArrayRef<HostTensor> arguments,
                                          CallError &error) override;
  ArrayRef<StateVariable> getState() const override { return variables; }
  LogicalResult setState(StringRef name, const HostTensor &value,
                         CallError &error) override;

private:
  /// Copies what the evaluator holds to `variables`.
  void updateVariables();

  OwningOpRef<ModuleOp> module;
  func::FuncOp function;
  FunctionSignature signature;
  std::vector<StateVariable> variables;
  EvaluatorState state;
};
} // namespace

/// Replaces gradients by what computes them; the evaluator knows only ops that
/// compute.
static LogicalResult expandGradients(ModuleOp module) {
  PassManager passes(module.getContext(), ModuleOp::getOperationName());
  addDerivativeStage(passes);
  return passes.run(module);
}

LogicalResult EvaluatedProgram::initialize(StringRef entry) {
  if (failed(expandGradients(*module)))
    return failure();
  function = module->lookupSymbol<func::FuncOp>(entry);
  FailureOr<FunctionSignature> read = FunctionSignature::get(function);
  if (failed(read))
    return failure();
  signature = std::move(*read);
  FailureOr<std::vector<StateVariable>> globals = readStateVariables(*module);
  if (failed(globals))
    return failure();
  variables = std::move(*globals);
  for (const StateVariable &variable : variables)
    if (variable.value.isValid())
      state.globals[variable.name] = variable.value;
  return success();
}

FailureOr<SmallVector<HostTensor>>
EvaluatedProgram::call(ArrayRef<HostTensor> arguments, CallError &error) {
  if (failed(signature.checkArguments(arguments, error)))
    return failure();
  std::string message;
  ScopedDiagnosticHandler handler(
      module->getContext(), [&](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
          return failure();
        if (message.empty())
          llvm::raw_string_ostream(message)
              << diagnostic.getLocation() << ": " << diagnostic;
        return success();
      });
  FailureOr<SmallVector<HostTensor>> results =
      evaluateFunction(function, arguments, state);
  if (failed(results))
    return error.fail(CROTON_ERROR_VALUE, message);
  updateVariables();
  return results;
}

void EvaluatedProgram::updateVariables() {
  for (StateVariable &variable : variables)
    variable.value = state.globals.lookup(variable.name);
}

LogicalResult EvaluatedProgram::setState(StringRef name,
                                         const HostTensor &value,
                                         CallError &error) {
  for (const StateVariable &variable : variables) {
    if (variable.name != name)
      continue;
    if (!variable.type.accepts(value))
      return error.fail(CROTON_ERROR_SHAPE, "state '" + name + "': expected " +
                                                variable.type.str() +
                                                ", but got " +
                                                TensorSpec::get(value).str());
    state.globals[name] = value;
    updateVariables();
    return success();
  }
  return error.fail(CROTON_ERROR_VALUE, "there is no state '" + name + "'");
}

std::unique_ptr<Program>
croton::createEvaluatedProgram(OwningOpRef<ModuleOp> module, StringRef entry) {
  auto program = std::make_unique<EvaluatedProgram>(std::move(module));
  if (failed(program->initialize(entry)))
    return nullptr;
  return program;
}
