//===- IndexMath.cpp - Arithmetic on indices ------------------------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Conversion/Utils/IndexMath.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"

using namespace mlir;
using namespace mlir::croton::detail;

Value IndexMath::constant(int64_t value) const {
  return arith::ConstantIndexOp::create(b, loc, value);
}

Value IndexMath::get(OpFoldResult size) const {
  return getValueOrCreateConstantIndexOp(b, loc, size);
}

Value IndexMath::add(Value lhs, Value rhs) const {
  return b.createOrFold<arith::AddIOp>(loc, lhs, rhs);
}

Value IndexMath::sub(Value lhs, Value rhs) const {
  return b.createOrFold<arith::SubIOp>(loc, lhs, rhs);
}

Value IndexMath::mul(Value lhs, Value rhs) const {
  return b.createOrFold<arith::MulIOp>(loc, lhs, rhs);
}

Value IndexMath::divS(Value lhs, Value rhs) const {
  return b.createOrFold<arith::DivSIOp>(loc, lhs, rhs);
}

Value IndexMath::remS(Value lhs, Value rhs) const {
  return b.createOrFold<arith::RemSIOp>(loc, lhs, rhs);
}

Value IndexMath::min(Value lhs, Value rhs) const {
  return b.createOrFold<arith::MinSIOp>(loc, lhs, rhs);
}

Value IndexMath::max(Value lhs, Value rhs) const {
  return b.createOrFold<arith::MaxSIOp>(loc, lhs, rhs);
}

Value IndexMath::select(Value condition, Value onTrue, Value onFalse) const {
  return b.createOrFold<arith::SelectOp>(loc, condition, onTrue, onFalse);
}

Value IndexMath::less(Value lhs, Value rhs) const {
  return b.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::slt, lhs,
                                       rhs);
}

Value IndexMath::lessOrEqual(Value lhs, Value rhs) const {
  return b.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::sle, lhs,
                                       rhs);
}

Value IndexMath::equal(Value lhs, Value rhs) const {
  return b.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::eq, lhs, rhs);
}

Value IndexMath::notEqual(Value lhs, Value rhs) const {
  return b.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::ne, lhs, rhs);
}

Value IndexMath::both(Value lhs, Value rhs) const {
  return b.createOrFold<arith::AndIOp>(loc, lhs, rhs);
}

Value IndexMath::either(Value lhs, Value rhs) const {
  return b.createOrFold<arith::OrIOp>(loc, lhs, rhs);
}

Value IndexMath::divU(Value lhs, Value rhs) const {
  return b.createOrFold<arith::DivUIOp>(loc, lhs, rhs);
}

Value IndexMath::remU(Value lhs, Value rhs) const {
  return b.createOrFold<arith::RemUIOp>(loc, lhs, rhs);
}

Value IndexMath::ceilDivU(Value lhs, Value rhs) const {
  return divU(add(lhs, sub(rhs, constant(1))), rhs);
}
