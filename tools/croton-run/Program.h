//===- Program.h - What croton-run runs -------------------------*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program with functions and state: compiled, or given to the reference
// evaluator.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_TOOLS_CROTON_RUN_PROGRAM_H
#define CROTON_TOOLS_CROTON_RUN_PROGRAM_H

#include "croton/ExecutionEngine/CompiledModule.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include <memory>

namespace mlir::croton {

/// A function with the state of its module, however it is run.
class Program {
public:
  virtual ~Program() = default;

  virtual const FunctionSignature &getSignature() const = 0;

  /// Calls the function.
  virtual FailureOr<SmallVector<HostTensor>>
  call(ArrayRef<HostTensor> arguments, CallError &error) = 0;

  /// The globals with their values.
  virtual ArrayRef<StateVariable> getState() const = 0;

  /// Sets a global; `value` is of its type.
  virtual LogicalResult setState(StringRef name, const HostTensor &value,
                                 CallError &error) = 0;

  /// The times of the compilation; null for programs that are not compiled.
  virtual const CompileStats *getCompileStats() const { return nullptr; }
};

/// Compiles the public function `entry` of `module`. Failures are emitted as
/// diagnostics.
std::unique_ptr<Program> createCompiledProgram(ModuleOp module, StringRef entry,
                                               const CompileOptions &options);

/// Prepares the public function `entry` of `module` for the reference
/// evaluator. Failures are emitted as diagnostics.
std::unique_ptr<Program> createEvaluatedProgram(OwningOpRef<ModuleOp> module,
                                                StringRef entry);

} // namespace mlir::croton

#endif // CROTON_TOOLS_CROTON_RUN_PROGRAM_H
