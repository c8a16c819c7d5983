//===- Scalar.h - One element of a tensor -----------------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An element of any dtype as one value, with the arithmetic of that dtype. Real
// arithmetic is rounded once, correctly. Transcendental functions are computed
// in long double and rounded once, so they are correctly rounded but for rare
// ties.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_REFERENCE_SCALAR_H
#define CROTON_LIB_REFERENCE_SCALAR_H

#include "croton/Support/HostTensor.h"

namespace mlir::croton::reference {

/// One element. Booleans (0 or 1) and integers lie in `bits`, extended to 64
/// bits by their own signedness; floats in `re`; complex numbers in `re` and
/// `im`. Doubles hold every value of every narrower float type.
struct Scalar {
  DType dtype = DType::Bool;
  uint64_t bits = 0;
  double re = 0;
  double im = 0;
};

/// What kind of arithmetic a dtype has.
enum class Kind { Bool, Signed, Unsigned, Float, Complex };
Kind getKind(DType dtype);

/// The dtype of the parts of a complex dtype; other dtypes themselves.
DType getPartDType(DType dtype);

//===----------------------------------------------------------------------===//
// Making, reading and writing
//===----------------------------------------------------------------------===//

Scalar makeBool(bool value);
/// Wraps `bits` to the width of `dtype`, a boolean or an integer.
Scalar makeInteger(DType dtype, uint64_t bits);
/// Rounds `value` once to the float type `dtype`.
Scalar makeFloat(DType dtype, long double value);
/// Rounds each part once to the parts of the complex type `dtype`.
Scalar makeComplex(DType dtype, long double re, long double im);
/// Zero of any dtype.
Scalar makeZero(DType dtype);

Scalar loadScalar(const HostTensor &tensor, int64_t index);
/// Writes `value`, which must have the dtype of `tensor`.
void storeScalar(const HostTensor &tensor, int64_t index, const Scalar &value);

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

bool isNaN(const Scalar &x);
/// Equality of two elements of one dtype; NaN equals nothing.
bool isEqual(const Scalar &x, const Scalar &y);
/// Order of two real elements of one dtype; false if either is NaN.
bool isLess(const Scalar &x, const Scalar &y);

//===----------------------------------------------------------------------===//
// Arithmetic; operands have one dtype, which is the result's
//===----------------------------------------------------------------------===//

Scalar add(const Scalar &x, const Scalar &y);
Scalar subtract(const Scalar &x, const Scalar &y);
Scalar multiply(const Scalar &x, const Scalar &y);
/// Quotient of floats or complex numbers.
Scalar divide(const Scalar &x, const Scalar &y);
Scalar negate(const Scalar &x);
Scalar absolute(const Scalar &x);
Scalar squareRoot(const Scalar &x);

/// Converts by the rules of `croton.cast`.
Scalar convert(const Scalar &x, DType dtype);

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

/// A sum of reals that carries its rounding errors along (Neumaier), in long
/// double, so that it neither overflows nor depends on the order in practice.
class CompensatedSum {
public:
  void add(long double value);
  long double get() const;

private:
  long double sum = 0;
  long double correction = 0;
  bool isEmpty = true;
};

/// A sum of elements of one dtype: or for booleans, wrapping for integers,
/// compensated and rounded once for floats and complex numbers.
class ScalarSum {
public:
  explicit ScalarSum(DType dtype) : dtype(dtype) {}

  /// Adds `x`, which has the dtype of the sum.
  void add(const Scalar &x);
  /// Adds the product of two elements of the dtype of the sum.
  void addProduct(const Scalar &x, const Scalar &y);
  /// The sum so far; that of nothing is 0.
  Scalar get() const;

private:
  DType dtype;
  uint64_t bits = 0;
  CompensatedSum re, im;
};

} // namespace mlir::croton::reference

#endif // CROTON_LIB_REFERENCE_SCALAR_H
