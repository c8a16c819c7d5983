//===- DType.cpp - Element types of host data -----------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One table holds all facts about the element types of host data.
//
//===----------------------------------------------------------------------===//

#include "croton/Support/DType.h"

using namespace mlir;
using namespace mlir::croton;

namespace {
/// What is known about one element type.
struct DTypeInfo {
  DType dtype;
  uint8_t byteWidth;
  const char *irName;
  const char *numpyName;
};
} // namespace

static constexpr DTypeInfo kInfos[kNumDTypes] = {
    {DType::Bool, 1, "i1", "bool"},
    {DType::I8, 1, "i8", "int8"},
    {DType::I16, 2, "i16", "int16"},
    {DType::I32, 4, "i32", "int32"},
    {DType::I64, 8, "i64", "int64"},
    {DType::U8, 1, "ui8", "uint8"},
    {DType::U16, 2, "ui16", "uint16"},
    {DType::U32, 4, "ui32", "uint32"},
    {DType::U64, 8, "ui64", "uint64"},
    {DType::F16, 2, "f16", "float16"},
    {DType::BF16, 2, "bf16", "bfloat16"},
    {DType::F32, 4, "f32", "float32"},
    {DType::F64, 8, "f64", "float64"},
    {DType::C64, 8, "complex<f32>", "complex64"},
    {DType::C128, 16, "complex<f64>", "complex128"},
};

/// True when row `i` of the table describes the enumerator with value `i`.
static constexpr bool isTableInOrder() {
  for (unsigned i = 0; i < kNumDTypes; ++i)
    if (static_cast<unsigned>(kInfos[i].dtype) != i)
      return false;
  return true;
}
static_assert(isTableInOrder(), "the table is indexed by the enumerators");

static const DTypeInfo &getInfo(DType dtype) {
  return kInfos[static_cast<unsigned>(dtype)];
}

int64_t croton::getByteWidth(DType dtype) { return getInfo(dtype).byteWidth; }

StringRef croton::stringifyDType(DType dtype) { return getInfo(dtype).irName; }

StringRef croton::stringifyNumpyDType(DType dtype) {
  return getInfo(dtype).numpyName;
}

std::optional<DType> croton::parseDType(StringRef text) {
  for (const DTypeInfo &info : kInfos)
    if (text == info.irName || text == info.numpyName)
      return info.dtype;
  return std::nullopt;
}

bool croton::isIntegerDType(DType dtype) {
  return dtype >= DType::I8 && dtype <= DType::U64;
}

bool croton::isSignedIntegerDType(DType dtype) {
  return dtype >= DType::I8 && dtype <= DType::I64;
}

bool croton::isFloatDType(DType dtype) {
  return dtype >= DType::F16 && dtype <= DType::F64;
}

bool croton::isComplexDType(DType dtype) {
  return dtype == DType::C64 || dtype == DType::C128;
}
