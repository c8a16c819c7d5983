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
#include "croton/Dialect/Croton/Transforms/Passes.h"
#include "croton/Reference/Evaluator.h"
#include "croton/Runtime/Status.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace mlir::croton;

namespace {
class EvaluatedProgram : public Program {
public:
  explicit EvaluatedProgram(OwningOpRef<ModuleOp> module)
      : module(std::move(module)) {}

  /// Reads signatures and state.
  LogicalResult initialize();

  ArrayRef<FunctionSignature> getSignatures() const override {
    return signatures;
  }
  FailureOr<SmallVector<HostTensor>> call(unsigned index,
                                          ArrayRef<HostTensor> arguments,
                                          CallError &error) override;
  ArrayRef<StateVariable> getState() const override { return variables; }
  LogicalResult setState(StringRef name, const HostTensor &value,
                         CallError &error) override;

private:
  /// Copies what the evaluator holds to `variables`.
  void updateVariables();

  OwningOpRef<ModuleOp> module;
  std::vector<FunctionSignature> signatures;
  /// The functions of the signatures.
  std::vector<func::FuncOp> functions;
  std::vector<StateVariable> variables;
  EvaluatorState state;
};
} // namespace

/// Replaces gradients by what computes them; the evaluator knows only ops that
/// compute.
static LogicalResult expandGradients(ModuleOp module) {
  PassManager passes(module.getContext(), ModuleOp::getOperationName());
  passes.addPass(createExpandGradientsPass());
  return passes.run(module);
}

LogicalResult EvaluatedProgram::initialize() {
  if (failed(expandGradients(*module)))
    return failure();
  for (auto function : module->getOps<func::FuncOp>()) {
    if (function.isExternal() || !function.isPublic())
      continue;
    FailureOr<FunctionSignature> signature = FunctionSignature::get(function);
    if (failed(signature))
      return failure();
    signatures.push_back(std::move(*signature));
    functions.push_back(function);
  }
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
EvaluatedProgram::call(unsigned index, ArrayRef<HostTensor> arguments,
                       CallError &error) {
  if (failed(signatures[index].checkArguments(arguments, error)))
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
      evaluateFunction(functions[index], arguments, state);
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
croton::createEvaluatedProgram(OwningOpRef<ModuleOp> module) {
  auto program = std::make_unique<EvaluatedProgram>(std::move(module));
  if (failed(program->initialize()))
    return nullptr;
  return program;
}
