//===- RuntimeChecks.cpp - Sizes and checks on them, as IR -===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Dialect/Croton/IR/RuntimeChecks.h"
#include "croton/Dialect/Croton/IR/Croton.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::croton;

//===----------------------------------------------------------------------===//
// SizeTable
//===----------------------------------------------------------------------===//

/// A constant as an attribute, anything else as it is.
static OpFoldResult simplify(OpFoldResult size) {
  if (std::optional<int64_t> constant = getConstantIntValue(size))
    return IntegerAttr::get(IndexType::get(size.getContext()), *constant);
  return size;
}

OpFoldResult SizeTable::find(OpFoldResult size) const {
  while (auto value = dyn_cast<Value>(size)) {
    auto it = parent.find(value);
    if (it == parent.end())
      break;
    size = it->second;
  }
  return size;
}

/// The value that `value` stands for in the middle of a conversion of types.
/// Casts between the two are short-lived, so they must not be remembered.
static Value lookThroughConversion(Value value) {
  while (auto cast = value.getDefiningOp<UnrealizedConversionCastOp>()) {
    if (cast.getInputs().size() != 1 ||
        !isa<RankedTensorType>(cast.getInputs()[0].getType()))
      break;
    value = cast.getInputs()[0];
  }
  return value;
}

OpFoldResult SizeTable::getSize(OpBuilder &builder, Value value, int64_t dim) {
  value = lookThroughConversion(value);
  auto type = cast<RankedTensorType>(value.getType());
  if (!type.isDynamicDim(dim))
    return builder.getIndexAttr(type.getDimSize(dim));
  auto it = sizesOf.find(value);
  if (it == sizesOf.end() || !it->second[dim]) {
    OpFoldResult size = computeSize(builder, value, dim);
    SmallVector<OpFoldResult> &sizes = sizesOf[value];
    sizes.resize(type.getRank());
    sizes[dim] = size;
    return find(size);
  }
  return find(it->second[dim]);
}

/// The size that a croton op states for a dim of `value`, if that is a constant
/// or the size of some other tensor; else null. Leaves no other ops behind.
static OpFoldResult getStatedSize(OpBuilder &builder, Value value,
                                  int64_t dim) {
  Operation *op = value.getDefiningOp();
  auto stated = dyn_cast_or_null<ReifyRankedShapedTypeOpInterface>(op);
  if (!stated || !isa<CrotonDialect>(op->getDialect()))
    return {};
  Operation *next = op->getNextNode();
  ReifiedRankedShapedTypeDims shapes;
  OpFoldResult size;
  if (succeeded(stated.reifyResultShapes(builder, shapes)))
    size = simplify(shapes[cast<OpResult>(value).getResultNumber()][dim]);
  if (auto sizeValue = dyn_cast_or_null<Value>(size))
    if (!sizeValue.getDefiningOp<tensor::DimOp>())
      size = {};
  while (next->getPrevNode() != op) {
    Operation *made = next->getPrevNode();
    bool isAnswer =
        size && isa<Value>(size) && cast<Value>(size).getDefiningOp() == made;
    if (isAnswer || !isOpTriviallyDead(made))
      next = made;
    else
      made->erase();
  }
  return size;
}

OpFoldResult SizeTable::computeSize(OpBuilder &builder, Value value,
                                    int64_t dim) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfterValue(value);
  OpFoldResult size = getStatedSize(builder, value, dim);
  if (!size)
    return tensor::DimOp::create(builder, value.getLoc(), value, dim)
        .getResult();
  auto stated = dyn_cast<Value>(size);
  if (!stated)
    return size;
  auto dimOp = stated.getDefiningOp<tensor::DimOp>();
  std::optional<int64_t> index = dimOp.getConstantIndex();
  if (!index || dimOp.getSource() == value)
    return stated;
  return getSize(builder, dimOp.getSource(), *index);
}

SmallVector<OpFoldResult> SizeTable::getSizes(OpBuilder &builder, Value value) {
  SmallVector<OpFoldResult> sizes;
  int64_t rank = cast<RankedTensorType>(value.getType()).getRank();
  for (int64_t dim = 0; dim < rank; ++dim)
    sizes.push_back(getSize(builder, value, dim));
  return sizes;
}

void SizeTable::setSizes(Value value, ArrayRef<OpFoldResult> sizes) {
  SmallVector<OpFoldResult> &entry = sizesOf[lookThroughConversion(value)];
  entry.clear();
  for (OpFoldResult size : sizes)
    entry.push_back(simplify(size));
}

bool SizeTable::areEqual(OpFoldResult a, OpFoldResult b) const {
  return find(simplify(a)) == find(simplify(b));
}

void SizeTable::assumeEqual(OpFoldResult a, OpFoldResult b, Block *block) {
  if (!block->isEntryBlock() || !isa<FunctionOpInterface>(block->getParentOp()))
    return;
  a = find(simplify(a));
  b = find(simplify(b));
  if (a == b)
    return;
  // The representative is a constant if there is one in the class.
  if (auto value = dyn_cast<Value>(b))
    parent[value] = a;
  else if (auto value = dyn_cast<Value>(a))
    parent[value] = b;
}

void SizeTable::learnFrom(Operation *op) {
  if (auto dimOp = dyn_cast<tensor::DimOp>(op)) {
    auto type = dyn_cast<RankedTensorType>(dimOp.getSource().getType());
    std::optional<int64_t> dim = dimOp.getConstantIndex();
    if (!type || !dim || *dim < 0 || *dim >= type.getRank())
      return;
    SmallVector<OpFoldResult> &sizes =
        sizesOf[lookThroughConversion(dimOp.getSource())];
    sizes.resize(type.getRank());
    if (!sizes[*dim])
      sizes[*dim] = dimOp.getResult();
    else
      assumeEqual(sizes[*dim], dimOp.getResult(), op->getBlock());
    return;
  }
  auto check = dyn_cast<CheckOp>(op);
  if (!check)
    return;
  auto compare = check.getCondition().getDefiningOp<arith::CmpIOp>();
  if (compare && compare.getPredicate() == arith::CmpIPredicate::eq &&
      compare.getLhs().getType().isIndex())
    assumeEqual(compare.getLhs(), compare.getRhs(), op->getBlock());
}

//===----------------------------------------------------------------------===//
// CheckMessage
//===----------------------------------------------------------------------===//

/// The place in the source that a location leads to, or null.
static FileLineColLoc findSourceLocation(Location loc) {
  FileLineColLoc found;
  loc->walk([&](Location inner) {
    found = dyn_cast<FileLineColLoc>(inner);
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

CheckMessage::CheckMessage(OpBuilder &builder, StringRef name, Location loc)
    : builder(builder), loc(loc), format(name) {
  if (FileLineColLoc source = findSourceLocation(loc))
    *this << " at " << source.getFilename().getValue() << ":"
          << Twine(source.getLine()) << ":" << Twine(source.getColumn());
  *this << ": ";
}

CheckMessage &CheckMessage::operator<<(const Twine &text) {
  format += text.str();
  return *this;
}

CheckMessage &CheckMessage::operator<<(OpFoldResult value) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return *this << Twine(*constant);
  Value index =
      getValueOrCreateConstantIndexOp(builder, loc, cast<Value>(value));
  if (!index.getType().isIndex())
    index =
        arith::IndexCastOp::create(builder, loc, builder.getIndexType(), index);
  auto *it = llvm::find(values, index);
  *this << "{" << Twine(it - values.begin()) << "}";
  if (it == values.end())
    values.push_back(index);
  return *this;
}

CheckMessage &CheckMessage::addShape(ArrayRef<OpFoldResult> sizes) {
  if (sizes.empty())
    return *this << "scalar";
  for (auto [i, size] : llvm::enumerate(sizes)) {
    if (i > 0)
      *this << "x";
    *this << size;
  }
  return *this;
}

void CheckMessage::emit(Value condition, CrotonErrorCode code) {
  if (matchPattern(condition, m_One()))
    return;
  CheckOp::create(builder, loc, condition, static_cast<uint32_t>(code), format,
                  values);
}

//===----------------------------------------------------------------------===//
// Checks on sizes
//===----------------------------------------------------------------------===//

void mlir::croton::checkEqualSizes(OpBuilder &builder, SizeTable &table,
                                   StringRef name, Location loc, OpFoldResult a,
                                   OpFoldResult b,
                                   function_ref<void(CheckMessage &)> explain) {
  if (table.areEqual(a, b))
    return;
  Value equal = builder.createOrFold<arith::CmpIOp>(
      loc, arith::CmpIPredicate::eq,
      getValueOrCreateConstantIndexOp(builder, loc, a),
      getValueOrCreateConstantIndexOp(builder, loc, b));
  CheckMessage message(builder, name, loc);
  explain(message);
  message.emit(equal, CROTON_ERROR_SHAPE);
  table.assumeEqual(a, b, builder.getInsertionBlock());
}

SmallVector<OpFoldResult>
mlir::croton::checkBroadcast(OpBuilder &builder, SizeTable &table,
                             StringRef name, Location loc,
                             ArrayRef<RankedTensorType> types,
                             ArrayRef<SmallVector<OpFoldResult>> sizes) {
  SmallVector<OpFoldResult> result;
  for (int64_t dim = 0, rank = types[0].getRank(); dim < rank; ++dim) {
    // The operand that the others are compared with along this dim: one of
    // known size where there is one.
    std::optional<unsigned> reference;
    for (auto [i, type] : llvm::enumerate(types))
      if (type.getDimSize(dim) != 1 &&
          (!reference ||
           (types[*reference].isDynamicDim(dim) && !type.isDynamicDim(dim))))
        reference = i;
    if (!reference) {
      result.push_back(builder.getIndexAttr(1));
      continue;
    }
    for (unsigned i = 0; i < types.size(); ++i) {
      if (types[i].getDimSize(dim) == 1 || i == *reference)
        continue;
      unsigned first = std::min(i, *reference);
      unsigned second = std::max(i, *reference);
      checkEqualSizes(builder, table, name, loc, sizes[first][dim],
                      sizes[second][dim], [&](CheckMessage &message) {
                        message << "operands " << Twine(first) << " and "
                                << Twine(second)
                                << " do not broadcast: shapes ";
                        message.addShape(sizes[first]) << " and ";
                        message.addShape(sizes[second])
                            << " differ at dim " << Twine(dim);
                      });
    }
    result.push_back(sizes[*reference][dim]);
  }
  return result;
}
