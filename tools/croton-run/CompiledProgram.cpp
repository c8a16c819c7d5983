//===- CompiledProgram.cpp - Programs run as machine code -----------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program on the execution engine.
//
//===----------------------------------------------------------------------===//

#include "Program.h"

using namespace mlir;
using namespace mlir::croton;

namespace {
class CompiledProgram : public Program {
public:
  CompiledProgram(std::unique_ptr<CompiledModule> module, Callable callable)
      : module(std::move(module)), callable(callable) {}

  const FunctionSignature &getSignature() const override {
    return callable.getSignature();
  }

  FailureOr<SmallVector<HostTensor>> call(ArrayRef<HostTensor> arguments,
                                          CallError &error) override {
    return callable.call(arguments, error);
  }

  ArrayRef<StateVariable> getState() const override {
    return module->getState();
  }

  LogicalResult setState(StringRef name, const HostTensor &value,
                         CallError &error) override {
    return module->setState(name, value, error);
  }

  const CompileStats *getCompileStats() const override {
    return &module->getStats();
  }

private:
  std::unique_ptr<CompiledModule> module;
  Callable callable;
};
} // namespace

std::unique_ptr<Program>
croton::createCompiledProgram(ModuleOp module, StringRef entry,
                              const CompileOptions &options) {
  CompileOptions entryOptions = options;
  entryOptions.functions = {entry.str()};
  FailureOr<std::unique_ptr<CompiledModule>> compiled =
      CompiledModule::compile(module, entryOptions);
  if (failed(compiled))
    return nullptr;
  FailureOr<Callable> callable = (*compiled)->lookup(entry);
  assert(succeeded(callable) && "the function has been compiled");
  return std::make_unique<CompiledProgram>(std::move(*compiled), *callable);
}
