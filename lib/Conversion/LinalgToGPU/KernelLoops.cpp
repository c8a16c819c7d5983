//===- KernelLoops.cpp - The loops of a kernel ----------------------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLoops.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

/// The dim of a memref of type `type` that loop `loop` alone walks along, if
/// one does.
static std::optional<unsigned> findDim(AffineMap map, unsigned loop) {
  for (auto [position, result] : llvm::enumerate(map.getResults()))
    if (auto dim = dyn_cast<AffineDimExpr>(result))
      if (dim.getPosition() == loop)
        return position;
  return std::nullopt;
}

/// Whether dims `outer` and `outer + 1` of `type` have no gap between them.
static bool areGapless(MemRefType type, unsigned outer) {
  if (type.getLayout().isIdentity())
    return true;
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return false;
  int64_t size = type.getDimSize(outer + 1);
  return !ShapedType::isDynamic(strides[outer]) &&
         !ShapedType::isDynamic(strides[outer + 1]) &&
         !ShapedType::isDynamic(size) &&
         strides[outer] == strides[outer + 1] * size;
}

static bool canJoin(linalg::LinalgOp op, unsigned outer, unsigned inner) {
  SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
  if (kinds[outer] != kinds[inner] || op.hasIndexSemantics())
    return false;
  return llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
    auto type = dyn_cast<MemRefType>(operand.get().getType());
    if (!type)
      return true;
    AffineMap map = op.getMatchingIndexingMap(&operand);
    std::optional<unsigned> first = findDim(map, outer);
    std::optional<unsigned> second = findDim(map, inner);
    if (!first && !second)
      return !map.isFunctionOfDim(outer) && !map.isFunctionOfDim(inner);
    return first && second && *second == *first + 1 && areGapless(type, *first);
  });
}

SmallVector<LoopGroup> croton::detail::groupLoops(linalg::LinalgOp op) {
  SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
  SmallVector<LoopGroup> groups;
  for (auto [loop, extent] : llvm::enumerate(op.getStaticLoopRanges())) {
    if (extent == 1)
      continue;
    if (groups.empty() || !canJoin(op, groups.back().loops.back(), loop)) {
      LoopGroup group;
      group.isReduction = kinds[loop] == utils::IteratorType::reduction;
      groups.push_back(group);
    }
    LoopGroup &group = groups.back();
    group.loops.push_back(loop);
    bool isStatic =
        !ShapedType::isDynamic(group.extent) && !ShapedType::isDynamic(extent);
    group.extent = isStatic ? group.extent * extent : ShapedType::kDynamic;
  }
  return groups;
}

bool croton::detail::isContiguous(linalg::LinalgOp op, OpOperand &operand,
                                  const LoopGroup &group) {
  auto type = dyn_cast<MemRefType>(operand.get().getType());
  if (!type || type.getRank() == 0)
    return false;
  AffineMap map = op.getMatchingIndexingMap(&operand);
  std::optional<unsigned> dim = findDim(map, group.loops.back());
  if (!dim)
    return false;
  // Dims of one element behind it do not matter.
  for (int64_t size : type.getShape().drop_front(*dim + 1))
    if (size != 1)
      return false;
  SmallVector<int64_t> strides;
  int64_t offset;
  return succeeded(type.getStridesAndOffset(strides, offset)) &&
         strides[*dim] == 1;
}

KernelLoops::KernelLoops(KernelBuilder &kernel, linalg::LinalgOp op)
    : groups(groupLoops(op)), kernel(kernel), op(op) {
  SmallVector<Range> ranges = op.createLoopRanges(kernel.host, kernel.loc);
  IndexMath math = kernel.onHost();
  for (LoopGroup &group : groups) {
    Value size = math.constant(group.extent);
    if (ShapedType::isDynamic(group.extent)) {
      size = math.constant(1);
      for (unsigned loop : group.loops)
        size = math.mul(size, math.get(ranges[loop].size));
    }
    group.hostSize = getAsOpFoldResult(size);
    group.size = kernel.pass(group.hostSize);
  }
}

bool KernelLoops::isMoving(OpOperand &operand, unsigned group) const {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  return llvm::any_of(groups[group].loops,
                      [&](unsigned loop) { return map.isFunctionOfDim(loop); });
}

/// A point of a group stands at its last loop; the outer ones start over. The
/// address is the same, since there are no gaps.
SmallVector<Value> KernelLoops::getIndices(OpBuilder &b, OpOperand &operand,
                                           ArrayRef<Value> groupIndices) const {
  IndexMath math(b, kernel.loc);
  Value zero = math.constant(0);
  SmallVector<Value> loops(op.getNumLoops(), zero);
  for (auto [group, index] : llvm::zip_equal(groups, groupIndices))
    loops[group.loops.back()] = index;
  AffineMap map = op.getMatchingIndexingMap(&operand);
  SmallVector<Value> indices;
  for (AffineExpr result : map.getResults()) {
    if (auto dim = dyn_cast<AffineDimExpr>(result))
      indices.push_back(loops[dim.getPosition()]);
    else if (auto constant = dyn_cast<AffineConstantExpr>(result))
      indices.push_back(math.constant(constant.getValue()));
    else
      indices.push_back(affine::AffineApplyOp::create(
          b, kernel.loc, AffineMap::get(map.getNumDims(), 0, result), loops));
  }
  return indices;
}

SmallVector<Value>
KernelLoops::getLoopIndices(OpBuilder &b, ArrayRef<Value> groupIndices) const {
  IndexMath math(b, kernel.loc);
  SmallVector<Value> loops(op.getNumLoops(), math.constant(0));
  // Loops are not joined where a body looks at them.
  for (auto [group, index] : llvm::zip_equal(groups, groupIndices))
    loops[group.loops.back()] = index;
  return loops;
}

SmallVector<unsigned> KernelLoops::getGroups(bool isReduction) const {
  SmallVector<unsigned> found;
  for (auto [index, group] : llvm::enumerate(groups))
    if (group.isReduction == isReduction)
      found.push_back(index);
  return found;
}

Value KernelLoops::getHostSize(ArrayRef<unsigned> of) const {
  IndexMath math = kernel.onHost();
  Value size = math.constant(1);
  for (unsigned group : of)
    size = math.mul(size, math.get(groups[group].hostSize));
  return size;
}

Value KernelLoops::getSize(ArrayRef<unsigned> of) const {
  IndexMath math = kernel.onDevice();
  Value size = math.constant(1);
  for (unsigned group : of)
    size = math.mul(size, groups[group].size);
  return size;
}

void KernelLoops::delinearize(OpBuilder &b, Value point, ArrayRef<unsigned> of,
                              MutableArrayRef<Value> groupIndices) const {
  IndexMath math(b, kernel.loc);
  for (unsigned group : llvm::reverse(of.drop_front(of.empty() ? 0 : 1))) {
    groupIndices[group] = math.remU(point, groups[group].size);
    point = math.divU(point, groups[group].size);
  }
  if (!of.empty())
    groupIndices[of.front()] = point;
}
