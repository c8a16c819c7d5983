//===- VectorLibrary.h - Vector maths for LLVM ------------------*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What glibc's libmvec offers, told to LLVM's vectorizers.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_EXECUTIONENGINE_VECTORLIBRARY_H
#define CROTON_EXECUTIONENGINE_VECTORLIBRARY_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace llvm {
class Module;
class TargetLibraryInfoImpl;
class TargetMachine;
} // namespace llvm

namespace mlir::croton {

/// One function of libmvec.
struct LibmvecFunction {
  /// The symbol in libmvec: "_ZGVdN8v_tanhf".
  std::string vectorName;
  /// The function of libm that it vectorizes: "tanhf".
  std::string scalarName;
  /// The LLVM intrinsic that it vectorizes, or empty: "llvm.tanh.f32".
  std::string intrinsicName;
  /// True for the f32 form, false for f64.
  bool isF32 = false;
  unsigned numLanes = 0;
  unsigned numArguments = 0;
};

/// The vector instruction sets that libmvec has variants for, each including
/// the ones before it.
enum class LibmvecLevel { SSE2, AVX, AVX2, AVX512 };

/// Returns every function of glibc 2.36's libmvec for x86-64 up to `level`,
/// except sincos, which returns its results through vectors of pointers.
SmallVector<LibmvecFunction> getLibmvecFunctions(LibmvecLevel level);

/// Tells `info` about the functions of libmvec that a loop compiled for
/// `machine` may call and that the libmvec of this machine has. Does nothing
/// and returns false when the target has no libmvec.
bool addLibmvecFunctions(llvm::TargetLibraryInfoImpl &info,
                         const llvm::TargetMachine &machine);

/// Marks the libm functions that `module` declares as free of side effects:
/// compiled code never looks at errno, and LLVM then moves, merges and
/// vectorizes the calls.
void markLibmFunctionsPure(llvm::Module &module);

} // namespace mlir::croton

#endif // CROTON_EXECUTIONENGINE_VECTORLIBRARY_H
