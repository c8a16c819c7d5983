//===- CompileOptions.h - How a module is compiled --------------*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Options for compiling a module to host code, and the times that it took.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_EXECUTIONENGINE_COMPILEOPTIONS_H
#define CROTON_EXECUTIONENGINE_COMPILEOPTIONS_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <functional>
#include <string>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace mlir {
class Operation;
class OpPassManager;
} // namespace mlir

namespace mlir::croton {

/// How a module is compiled to host code. The defaults give the fastest code
/// for this machine.
struct CompileOptions {
  /// The public functions to compile; all of them when empty. Leaving some out
  /// saves the time that they take.
  std::vector<std::string> functions;

  /// LLVM's optimization level, 0 to 3. It does not change what the passes
  /// before LLVM do; `pipeline` does.
  unsigned optLevel = 3;

  /// Use the vector maths functions of glibc's libmvec where this machine has
  /// them. They are accurate to 4 ULP and keep NaN and infinities.
  bool useLibmvec = true;

  /// The CPU and its features ("+avx2,-avx512f") in LLVM's spelling. An empty
  /// `cpu` is this machine's; then `features` add to this machine's.
  std::string cpu;
  std::string features;

  /// Verify the IR after every pass. Slow; for finding faults in passes.
  bool verifyPasses = false;

  /// Fills the pass manager of the module with what lowers it to the LLVM
  /// dialect. When empty, the pipeline croton-to-llvm with its default options.
  std::function<void(OpPassManager &)> pipeline;

  /// Called with each pass's argument and the op it ran on, for dumps.
  std::function<void(StringRef pass, Operation *op)> afterPass;

  /// Called with "llvm" after translation and with "llvm-optimized" after
  /// optimization, for dumps.
  std::function<void(StringRef stage, llvm::Module &module)> afterLLVMStage;

  /// Called with the object file that is going to be linked.
  std::function<void(llvm::MemoryBufferRef object)> onObject;
};

/// How long the steps of one compilation took.
struct CompileStats {
  struct Step {
    std::string name;
    double seconds = 0;
  };

  /// "lower" (all passes), "translate", "optimize", "codegen" and "link", in
  /// this order.
  std::vector<Step> stages;

  /// The passes that ran, in order of their first run; runs of the same pass
  /// are added up.
  std::vector<Step> passes;

  /// Returns the time of all stages together.
  double getTotalSeconds() const;
};

} // namespace mlir::croton

#endif // CROTON_EXECUTIONENGINE_COMPILEOPTIONS_H
