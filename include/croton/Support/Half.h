//===- Half.h - 16-bit floating-point conversions ---------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversions between the bits of f16 and bf16 and the wider float types. Those
// to a wider type are exact; those to a narrower one round once, to nearest and
// ties to even, overflow to infinity, and keep NaN (made quiet) and its sign.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_SUPPORT_HALF_H
#define CROTON_SUPPORT_HALF_H

#include <cstdint>

namespace mlir::croton {

/// Returns the value of the IEEE binary16 number `bits`.
float f16ToF32(uint16_t bits);
/// Returns the value of the bfloat16 number `bits`.
float bf16ToF32(uint16_t bits);

/// Rounds `value` to IEEE binary16.
uint16_t f64ToF16(double value);
inline uint16_t f32ToF16(float value) { return f64ToF16(value); }

/// Rounds `value` to bfloat16.
uint16_t f64ToBF16(double value);
inline uint16_t f32ToBF16(float value) { return f64ToBF16(value); }

} // namespace mlir::croton

#endif // CROTON_SUPPORT_HALF_H
