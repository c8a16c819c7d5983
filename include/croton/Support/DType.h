//===- DType.h - Element types of host data ---------------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The element types that host data can have, independent of any IR type.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_SUPPORT_DTYPE_H
#define CROTON_SUPPORT_DTYPE_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace mlir::croton {

/// The element types of Croton tensors as they lie in host memory. `Bool` takes
/// one byte that is 0 or 1; complex numbers are (real, imaginary) pairs.
enum class DType : uint8_t {
  Bool,
  I8,
  I16,
  I32,
  I64,
  U8,
  U16,
  U32,
  U64,
  F16,
  BF16,
  F32,
  F64,
  C64,
  C128
};

/// The number of enumerators of `DType`, for tables and for loops over all.
constexpr unsigned kNumDTypes = 15;

/// Returns the bytes one element takes in memory.
int64_t getByteWidth(DType dtype);

/// Returns the type as it is spelled in IR: "i1", "ui8", "bf16",
/// "complex<f32>". Signed integers are spelled signless ("i32").
StringRef stringifyDType(DType dtype);

/// Returns the type as NumPy spells it: "bool", "uint8", "complex64".
StringRef stringifyNumpyDType(DType dtype);

/// Parses the IR spelling or the NumPy spelling ("bool", "int8", "uint8",
/// "float16", "bfloat16", "complex64", ...); std::nullopt for any other text.
std::optional<DType> parseDType(StringRef text);

/// True for I8 to I64 and U8 to U64, not for Bool.
bool isIntegerDType(DType dtype);
/// True for I8 to I64.
bool isSignedIntegerDType(DType dtype);
/// True for F16, BF16, F32 and F64.
bool isFloatDType(DType dtype);
/// True for C64 and C128.
bool isComplexDType(DType dtype);

} // namespace mlir::croton

#endif // CROTON_SUPPORT_DTYPE_H
