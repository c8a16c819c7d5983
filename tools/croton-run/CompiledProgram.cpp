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
  explicit CompiledProgram(std::unique_ptr<CompiledModule> module)
      : module(std::move(module)) {}

  ArrayRef<FunctionSignature> getSignatures() const override {
    return module->getSignatures();
  }

  FailureOr<SmallVector<HostTensor>> call(unsigned index,
                                          ArrayRef<HostTensor> arguments,
                                          CallError &error) override {
    FailureOr<Callable> callable = module->lookup(getSignatures()[index].name);
    assert(succeeded(callable) && "every signature belongs to a function");
    return callable->call(arguments, error);
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
};
} // namespace

std::unique_ptr<Program>
croton::createCompiledProgram(ModuleOp module, const CompileOptions &options) {
  FailureOr<std::unique_ptr<CompiledModule>> compiled =
      CompiledModule::compile(module, options);
  if (failed(compiled))
    return nullptr;
  return std::make_unique<CompiledProgram>(std::move(*compiled));
}
