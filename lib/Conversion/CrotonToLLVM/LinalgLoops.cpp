//===- LinalgLoops.cpp - Loops for structured ops on buffers --------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits scf.for nests for linalg ops on memrefs. Written for what the loop
// vectorizer of LLVM wants to see: a contiguous innermost loop, accumulators in
// registers, nothing computed in the loop that does not belong there.
//
//===----------------------------------------------------------------------===//

#include "croton/Conversion/CrotonToLLVM/LinalgLoops.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::croton;

//===----------------------------------------------------------------------===//
// Loop order
//===----------------------------------------------------------------------===//

/// What one step along a loop means for the address of one operand.
enum class Step { Invariant, Contiguous, Strided };

static Step getStep(Value operand, AffineMap map, unsigned loop) {
  auto type = dyn_cast<MemRefType>(operand.getType());
  AffineExpr dim = getAffineDimExpr(loop, map.getContext());
  if (!type || !map.isFunctionOfDim(loop))
    return Step::Invariant;
  if (map.getNumResults() == 0 || map.getResults().back() != dim)
    return Step::Strided;
  for (AffineExpr result : map.getResults().drop_back())
    if (result.isFunctionOfDim(loop))
      return Step::Strided;
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)) || strides.back() != 1)
    return Step::Strided;
  return Step::Contiguous;
}

/// How well `loop` serves as the innermost one. A strided operand costs more
/// than any number of contiguous ones gain, and a floating-point reduction in
/// the innermost loop cannot be vectorized.
static int64_t getInnermostScore(linalg::LinalgOp op, unsigned loop) {
  int64_t score =
      op.getIteratorTypesArray()[loop] == utils::IteratorType::reduction ? -1
                                                                         : 0;
  for (OpOperand &operand : op->getOpOperands()) {
    Step step =
        getStep(operand.get(), op.getMatchingIndexingMap(&operand), loop);
    score += step == Step::Strided ? -4 : 1;
  }
  return score;
}

SmallVector<unsigned> croton::chooseLoopOrder(linalg::LinalgOp op) {
  unsigned numLoops = op.getNumLoops();
  auto order = llvm::to_vector(llvm::seq(0u, numLoops));
  if (numLoops < 2)
    return order;
  // Only the last of the reduction loops may move: see the header.
  std::optional<unsigned> best;
  int64_t bestScore = 0;
  bool sawReduction = false;
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  for (unsigned loop : llvm::reverse(order)) {
    bool isReduction = iterators[loop] == utils::IteratorType::reduction;
    bool isCandidate = !(isReduction && sawReduction) && ranges[loop] != 1;
    sawReduction |= isReduction;
    if (!isCandidate)
      continue;
    int64_t score = getInnermostScore(op, loop);
    if (!best || score > bestScore) {
      best = loop;
      bestScore = score;
    }
  }
  if (best) {
    order.erase(llvm::find(order, *best));
    order.push_back(*best);
  }
  return order;
}

//===----------------------------------------------------------------------===//
// Emission
//===----------------------------------------------------------------------===//

namespace {
/// One operand as the loops see it: a buffer with the map from loop indices to
/// its own, or a scalar.
struct Access {
  Value value;
  AffineMap map;
  bool isBuffer() const { return isa<MemRefType>(value.getType()); }
};

/// Emits the loop nest of one op.
class LoopEmitter {
public:
  LoopEmitter(RewriterBase &builder, linalg::LinalgOp op)
      : builder(builder), op(op), loc(op.getLoc()) {}

  void emit();

private:
  Value getConstant(int64_t value);
  Value getSize(Value buffer, unsigned dim);
  Value getLoopSize(unsigned loop);
  bool flatten();
  void emitLoops();
  void emitInnermost();
  SmallVector<Value> emitBody(ValueRange carried);
  SmallVector<Value> getIndices(AffineMap map);
  Value load(const Access &access);
  void store(Value value, const Access &access);

  RewriterBase &builder;
  linalg::LinalgOp op;
  Location loc;
  SmallVector<Access> accesses;
  SmallVector<Value> loopSizes;
  SmallVector<Value> indices;
  SmallVector<unsigned> order;
  /// For each result: it does not move along the innermost loop.
  SmallVector<bool> isCarried;
};
} // namespace

Value LoopEmitter::getConstant(int64_t value) {
  return arith::ConstantIndexOp::create(builder, loc, value);
}

Value LoopEmitter::getSize(Value buffer, unsigned dim) {
  auto type = cast<MemRefType>(buffer.getType());
  if (!type.isDynamicDim(dim))
    return getConstant(type.getDimSize(dim));
  return memref::DimOp::create(builder, loc, buffer, dim);
}

/// The number of iterations of `loop`, read off a dimension that it runs along,
/// where possible one of static size.
Value LoopEmitter::getLoopSize(unsigned loop) {
  AffineExpr expr = builder.getAffineDimExpr(loop);
  Value buffer;
  unsigned position = 0;
  for (Access &access : accesses) {
    std::optional<unsigned> result = access.map.getResultPosition(expr);
    if (!result || !access.isBuffer())
      continue;
    bool isStatic =
        !cast<MemRefType>(access.value.getType()).isDynamicDim(*result);
    if (!buffer || isStatic) {
      buffer = access.value;
      position = *result;
    }
    if (isStatic)
      break;
  }
  assert(buffer && "loop without an operand that gives its size");
  return getSize(buffer, position);
}

/// If every operand is contiguous and all are walked in the same order, views
/// them as one long row each.
bool LoopEmitter::flatten() {
  if (op.getNumLoops() < 2 || op.getNumParallelLoops() != op.getNumLoops() ||
      op.hasIndexSemantics())
    return false;
  for (Access &access : accesses) {
    if (access.map.getNumResults() == 0)
      continue;
    if (!access.map.isIdentity() ||
        !cast<MemRefType>(access.value.getType()).getLayout().isIdentity())
      return false;
  }
  if (op.getNumDpsInits() == 0)
    return false;

  Value first = op.getDpsInits().front();
  auto firstType = cast<MemRefType>(first.getType());
  OpFoldResult size;
  if (firstType.hasStaticShape()) {
    size = builder.getIndexAttr(firstType.getNumElements());
    loopSizes = {getConstant(firstType.getNumElements())};
  } else {
    Value product = getSize(first, 0);
    for (unsigned dim = 1; dim < firstType.getRank(); ++dim)
      product =
          arith::MulIOp::create(builder, loc, product, getSize(first, dim));
    size = product;
    loopSizes = {product};
  }
  for (Access &access : accesses) {
    if (access.map.getNumResults() == 0) {
      access.map = AffineMap::get(1, 0, builder.getContext());
      continue;
    }
    auto type = cast<MemRefType>(access.value.getType());
    auto rowType =
        MemRefType::get({firstType.hasStaticShape() ? firstType.getNumElements()
                                                    : ShapedType::kDynamic},
                        type.getElementType(), MemRefLayoutAttrInterface(),
                        type.getMemorySpace());
    access.value = memref::ReinterpretCastOp::create(
        builder, loc, rowType, access.value,
        /*offset=*/OpFoldResult(builder.getIndexAttr(0)),
        /*sizes=*/ArrayRef<OpFoldResult>{size},
        /*strides=*/
        ArrayRef<OpFoldResult>{OpFoldResult(builder.getIndexAttr(1))});
    access.map = builder.getDimIdentityMap();
  }
  order = {0};
  return true;
}

SmallVector<Value> LoopEmitter::getIndices(AffineMap map) {
  SmallVector<Value> results;
  for (AffineExpr expr : map.getResults()) {
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      results.push_back(indices[dim.getPosition()]);
    else if (auto constant = dyn_cast<AffineConstantExpr>(expr))
      results.push_back(getConstant(constant.getValue()));
    else
      results.push_back(
          affine::expandAffineExpr(builder, loc, expr, indices, {}));
  }
  return results;
}

Value LoopEmitter::load(const Access &access) {
  if (!access.isBuffer())
    return access.value;
  return memref::LoadOp::create(builder, loc, access.value,
                                getIndices(access.map));
}

void LoopEmitter::store(Value value, const Access &access) {
  memref::StoreOp::create(builder, loc, value, access.value,
                          getIndices(access.map));
}

/// Emits the scalar computation at the current indices. `carried` holds the
/// current values of the results that stay in registers. Returns what the op
/// yields for each result.
SmallVector<Value> LoopEmitter::emitBody(ValueRange carried) {
  Block *body = op.getBlock();
  IRMapping mapping;
  unsigned numInputs = op.getNumDpsInputs();
  for (auto [index, argument] : llvm::enumerate(body->getArguments())) {
    bool isResult = index >= numInputs;
    if (isResult && isCarried[index - numInputs]) {
      mapping.map(argument, carried.front());
      carried = carried.drop_front();
    } else if (!argument.use_empty()) {
      mapping.map(argument, load(accesses[index]));
    }
  }
  for (Operation &nested : body->without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(nested))
      mapping.map(index.getResult(), indices[index.getDim()]);
    else
      builder.clone(nested, mapping);
  }
  SmallVector<Value> yielded;
  for (Value value : body->getTerminator()->getOperands())
    yielded.push_back(mapping.lookupOrDefault(value));
  return yielded;
}

/// Emits the innermost loop, with results that do not move along it in
/// registers.
void LoopEmitter::emitInnermost() {
  auto results = ArrayRef(accesses).drop_front(op.getNumDpsInputs());
  isCarried.assign(results.size(), false);
  if (order.empty()) {
    for (auto [value, access] : llvm::zip_equal(emitBody({}), results))
      store(value, access);
    return;
  }
  unsigned loop = order.back();
  SmallVector<Value> initial;
  for (auto [index, access] : llvm::enumerate(results)) {
    if (access.map.isFunctionOfDim(loop))
      continue;
    isCarried[index] = true;
    initial.push_back(load(access));
  }
  auto forOp = scf::ForOp::create(builder, loc, getConstant(0), loopSizes[loop],
                                  getConstant(1), initial);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(forOp.getBody());
    indices[loop] = forOp.getInductionVar();
    SmallVector<Value> carried;
    for (auto [index, value] :
         llvm::enumerate(emitBody(forOp.getRegionIterArgs()))) {
      if (isCarried[index])
        carried.push_back(value);
      else
        store(value, results[index]);
    }
    if (initial.empty())
      builder.setInsertionPoint(forOp.getBody()->getTerminator());
    else
      scf::YieldOp::create(builder, loc, carried);
  }
  unsigned next = 0;
  for (auto [index, access] : llvm::enumerate(results))
    if (isCarried[index])
      store(forOp.getResult(next++), access);
}

void LoopEmitter::emitLoops() {
  OpBuilder::InsertionGuard guard(builder);
  for (unsigned loop : ArrayRef(order).drop_back(order.empty() ? 0 : 1)) {
    auto forOp = scf::ForOp::create(builder, loc, getConstant(0),
                                    loopSizes[loop], getConstant(1));
    indices[loop] = forOp.getInductionVar();
    builder.setInsertionPointToStart(forOp.getBody());
  }
  emitInnermost();
}

void LoopEmitter::emit() {
  for (OpOperand &operand : op->getOpOperands())
    accesses.push_back({operand.get(), op.getMatchingIndexingMap(&operand)});
  builder.setInsertionPoint(op);
  if (!flatten()) {
    order = chooseLoopOrder(op);
    for (unsigned loop : llvm::seq(0u, op.getNumLoops()))
      loopSizes.push_back(getLoopSize(loop));
  }
  // A loop of one iteration needs no loop.
  indices.assign(loopSizes.size(), Value());
  llvm::erase_if(order, [&](unsigned loop) {
    if (getConstantIntValue(loopSizes[loop]) != 1)
      return false;
    indices[loop] = getConstant(0);
    return true;
  });
  emitLoops();
  builder.eraseOp(op);
}

void croton::lowerToLoops(RewriterBase &rewriter, linalg::LinalgOp op) {
  assert(op.hasPureBufferSemantics() && "expected a linalg op on buffers");
  LoopEmitter(rewriter, op).emit();
}
