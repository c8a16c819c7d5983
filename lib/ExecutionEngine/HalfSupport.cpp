//===- HalfSupport.cpp - Conversions that LLVM calls ----------------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM turns some conversions of f16 and bf16 into calls of the compiler's
// support library. That of older systems lacks those for bf16.
//
//===----------------------------------------------------------------------===//

#include "Jit.h"
#include "croton/Support/Half.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace mlir::croton;

static __bf16 truncateF32ToBF16(float value) {
  return llvm::bit_cast<__bf16>(f32ToBF16(value));
}

static __bf16 truncateF64ToBF16(double value) {
  return llvm::bit_cast<__bf16>(f64ToBF16(value));
}

static _Float16 truncateF32ToF16(float value) {
  return llvm::bit_cast<_Float16>(f32ToF16(value));
}

static _Float16 truncateF64ToF16(double value) {
  return llvm::bit_cast<_Float16>(f64ToF16(value));
}

static float extendF16ToF32(_Float16 value) {
  return f16ToF32(llvm::bit_cast<uint16_t>(value));
}

ArrayRef<CompilerSupportSymbol> croton::getCompilerSupportSymbols() {
  static const CompilerSupportSymbol symbols[] = {
      {"__extendhfsf2", reinterpret_cast<void *>(extendF16ToF32)},
      {"__truncdfbf2", reinterpret_cast<void *>(truncateF64ToBF16)},
      {"__truncdfhf2", reinterpret_cast<void *>(truncateF64ToF16)},
      {"__truncsfbf2", reinterpret_cast<void *>(truncateF32ToBF16)},
      {"__truncsfhf2", reinterpret_cast<void *>(truncateF32ToF16)},
  };
  return symbols;
}
