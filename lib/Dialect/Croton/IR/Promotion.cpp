//===- Promotion.cpp - Common element types --------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Theano's promotion rules, which are NumPy's for arrays, in one place.
//
//===----------------------------------------------------------------------===//

#include "croton/Dialect/Croton/IR/Builders.h"
#include "croton/Interfaces/TensorTypes.h"

using namespace mlir;
using namespace mlir::croton;

static unsigned getWidth(Type type) { return type.getIntOrFloatBitWidth(); }

static Type getFloat(MLIRContext *context, unsigned width) {
  Builder b(context);
  return width <= 16   ? Type(b.getF16Type())
         : width == 32 ? Type(b.getF32Type())
                       : Type(b.getF64Type());
}

static Type promoteInts(IntegerType a, IntegerType b) {
  if (a.getWidth() == 1)
    return b;
  if (b.getWidth() == 1)
    return a;
  if (a.isUnsigned() == b.isUnsigned())
    return a.getWidth() >= b.getWidth() ? a : b;
  IntegerType plain = a.isUnsigned() ? a : b;
  IntegerType withSign = a.isUnsigned() ? b : a;
  if (withSign.getWidth() > plain.getWidth())
    return withSign;
  // No integer type holds both i64 and ui64.
  if (plain.getWidth() == 64)
    return Float64Type::get(a.getContext());
  return IntegerType::get(a.getContext(), 2 * plain.getWidth());
}

/// f16 and bf16 hold none of each other: f32 holds both.
static Type promoteFloats(Type a, Type b) {
  if (a == b)
    return a;
  if (getWidth(a) == getWidth(b))
    return Float32Type::get(a.getContext());
  return getWidth(a) > getWidth(b) ? a : b;
}

/// 8-bit integers fit every float, 16-bit ones f32, wider ones need f64.
static Type promoteIntAndFloat(IntegerType integer, Type floating) {
  unsigned width = integer.getWidth();
  if (width <= 8)
    return floating;
  Type needed = getFloat(integer.getContext(), width == 16 ? 32 : 64);
  return getWidth(needed) > getWidth(floating) ? needed : floating;
}

/// The float type of the parts of a complex type that holds `type`.
static Type getPartFor(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    return complex.getElementType();
  if (auto integer = dyn_cast<IntegerType>(type))
    return getFloat(type.getContext(), integer.getWidth() <= 16 ? 32 : 64);
  return getFloat(type.getContext(), getWidth(type) <= 32 ? 32 : 64);
}

Type mlir::croton::promote(Type a, Type b) {
  if (a == b)
    return a;
  if (isComplex(a) || isComplex(b))
    return ComplexType::get(promoteFloats(getPartFor(a), getPartFor(b)));
  auto intA = dyn_cast<IntegerType>(a), intB = dyn_cast<IntegerType>(b);
  if (intA && intB)
    return promoteInts(intA, intB);
  if (intA)
    return promoteIntAndFloat(intA, b);
  if (intB)
    return promoteIntAndFloat(intB, a);
  return promoteFloats(a, b);
}

Type mlir::croton::promote(TypeRange types) {
  assert(!types.empty() && "nothing to promote");
  Type result = types.front();
  for (Type type : types.drop_front())
    result = promote(result, type);
  return result;
}

Type mlir::croton::promoteToInexact(Type element) {
  if (!isDiscrete(element))
    return element;
  return getFloat(element.getContext(), getWidth(element) <= 16 ? 32 : 64);
}

Type mlir::croton::getLiteralType(MLIRContext *context, int64_t literal) {
  for (unsigned width : {8, 16, 32})
    if (llvm::isIntN(width, literal))
      return IntegerType::get(context, width);
  return IntegerType::get(context, 64);
}

Type mlir::croton::getLiteralType(MLIRContext *context, double literal) {
  // NaN differs from itself but is a float like any other.
  bool isExact = literal != literal ||
                 static_cast<double>(static_cast<float>(literal)) == literal;
  return getFloat(context, isExact ? 32 : 64);
}
