//===- RewriteSupport.cpp - Questions that several rewrites ask -----------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RewriteSupport.h"

#include "croton/Interfaces/TensorTypes.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mlir::croton;

bool croton::detail::comparesSizes(ValueRange operands) {
  if (operands.empty())
    return false;
  if (!llvm::all_of(operands.getTypes(), llvm::IsaPred<RankedTensorType>))
    return true;
  int64_t rank = cast<RankedTensorType>(operands[0].getType()).getRank();
  for (int64_t dim = 0; dim < rank; ++dim) {
    SmallPtrSet<Value, 4> unknown;
    bool isKnown = false;
    for (Value operand : operands) {
      int64_t size = cast<RankedTensorType>(operand.getType()).getDimSize(dim);
      if (ShapedType::isDynamic(size))
        unknown.insert(operand);
      else if (size != 1)
        isKnown = true;
    }
    if (unknown.size() + isKnown > 1)
      return true;
  }
  return false;
}

bool croton::detail::isConstantOf(
    Value value, function_ref<bool(const APFloat &)> acceptFloat,
    function_ref<bool(const APInt &)> acceptInteger) {
  DenseElementsAttr constant;
  if (!matchPattern(value, m_Constant(&constant)) || !constant.isSplat())
    return false;
  Type element = constant.getElementType();
  if (isa<FloatType>(element))
    return acceptFloat(constant.getSplatValue<APFloat>());
  if (isa<IntegerType>(element))
    return acceptInteger(constant.getSplatValue<APInt>());
  return false;
}

bool croton::detail::isConstantOne(Value value) {
  return isConstantOf(
      value, [](const APFloat &x) { return x.isExactlyValue(1.0); },
      [](const APInt &x) { return x.isOne(); });
}

bool croton::detail::isConstantZero(Value value, bool isNegative) {
  return isConstantOf(
      value,
      [&](const APFloat &x) {
        return x.isZero() && x.isNegative() == isNegative;
      },
      [](const APInt &x) { return x.isZero(); });
}

/// The bits that hold the magnitude of an integer type; a boolean has one.
static unsigned getMagnitudeBits(Type element) {
  unsigned width = element.getIntOrFloatBitWidth();
  bool hasSign = !isUnsigned(element) && width > 1;
  return width - hasSign;
}

bool croton::detail::holdsAllValues(Type to, Type from) {
  if (to == from)
    return true;
  if (auto complex = dyn_cast<ComplexType>(to)) {
    if (auto other = dyn_cast<ComplexType>(from))
      from = other.getElementType();
    return holdsAllValues(complex.getElementType(), from);
  }
  if (isa<ComplexType>(from) || to.isInteger(1))
    return false;
  if (isDiscrete(to))
    return isDiscrete(from) && getMagnitudeBits(to) >= getMagnitudeBits(from) &&
           (!isUnsigned(to) || isUnsigned(from) || from.isInteger(1));
  const llvm::fltSemantics &wide = cast<FloatType>(to).getFloatSemantics();
  // The least integer, -2^bits, is a power of two, so it needs no bit more;
  // 2^64 is within the range of every float type but f16.
  unsigned precision = APFloat::semanticsPrecision(wide);
  if (isDiscrete(from))
    return precision >= getMagnitudeBits(from);
  const llvm::fltSemantics &narrow = cast<FloatType>(from).getFloatSemantics();
  return APFloat::isRepresentableBy(narrow, wide);
}
