//===- Jit.h - From LLVM IR to machine code ---------------------*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of compilation that knows LLVM but not MLIR: the target machine,
// optimization, object code and the link into this process.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_EXECUTIONENGINE_JIT_H
#define CROTON_LIB_EXECUTIONENGINE_JIT_H

#include "croton/ExecutionEngine/CompiledModule.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Target/TargetMachine.h"
#include <memory>

namespace mlir::croton {

/// Makes the machine that `options` ask for: this one, unless they name a CPU.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(const CompileOptions &options);

/// Runs LLVM's pipeline of the level in `options`, with libmvec known to the
/// vectorizers. Nothing is assumed that is not true of IEEE numbers.
void optimizeModule(llvm::Module &module, llvm::TargetMachine &machine,
                    const CompileOptions &options);

/// Compiles `module` to an object file in memory.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
emitObject(llvm::Module &module, llvm::TargetMachine &machine);

/// A function that LLVM calls by itself, for what the machine has no
/// instruction for.
struct CompilerSupportSymbol {
  const char *name;
  void *address;
};

/// Returns the conversions of f16 and bf16.
ArrayRef<CompilerSupportSymbol> getCompilerSupportSymbols();

/// Machine code in this process.
class CompiledModule::Jit {
public:
  /// Links `object` into the process, where it finds the runtime's functions,
  /// libmvec and all that the process has.
  static llvm::Expected<std::unique_ptr<Jit>>
  create(std::unique_ptr<llvm::MemoryBuffer> object,
         const llvm::TargetMachine &machine);

  /// Unloads the code's kernels.
  ~Jit();

  /// Returns the address of a symbol.
  llvm::Expected<void *> lookup(StringRef symbol);

  /// Makes ready for code that has kernels: devices of all kinds can load them,
  /// and forget them before the code goes away.
  llvm::Error prepareKernels();

private:
  explicit Jit(std::unique_ptr<llvm::orc::LLJIT> jit) : jit(std::move(jit)) {}

  std::unique_ptr<llvm::orc::LLJIT> jit;
  void (*unloadKernels)() = nullptr;
};

} // namespace mlir::croton

#endif // CROTON_LIB_EXECUTIONENGINE_JIT_H
