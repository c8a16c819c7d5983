//===- ScalarMath.h - Functions of elements ---------------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Transcendental functions of one float or complex element, in long double,
// rounded once.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_REFERENCE_SCALARMATH_H
#define CROTON_LIB_REFERENCE_SCALARMATH_H

#include "Scalar.h"

namespace mlir::croton::reference {

Scalar exponential(const Scalar &x);
Scalar exponentialMinusOne(const Scalar &x);
Scalar logarithm(const Scalar &x);
Scalar logarithmOfOnePlus(const Scalar &x);
Scalar hyperbolicTangent(const Scalar &x);
Scalar sine(const Scalar &x);
Scalar cosine(const Scalar &x);
/// 1 / (1 + e^-x) of a float.
Scalar logistic(const Scalar &x);

} // namespace mlir::croton::reference

#endif // CROTON_LIB_REFERENCE_SCALARMATH_H
