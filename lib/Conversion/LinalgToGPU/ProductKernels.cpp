//===- ProductKernels.cpp - Kernels of matrix products --------------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block computes a tile of the result. It goes along the summed dimension in
// steps: all threads bring a slice of both operands to shared memory, then each
// thread multiplies for its own 4 x 4 elements, which stay in registers.
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::croton::detail;

/// Elements of the result that a block computes in each direction, the depth of
/// a slice, the threads in each direction, and the elements of a thread.
static constexpr int64_t kTile = 64, kDepth = 16, kThreads = 16,
                         kPerThread = kTile / kThreads;
/// Two more than a tile: threads that write along the depth, 16 by 2 of a warp,
/// then meet all 32 banks.
static constexpr int64_t kPitch = kTile + 2;

namespace {
class ProductKernel {
public:
  ProductKernel(KernelPlace place, linalg::LinalgOp op)
      : op(op), kernel(place.host, place.module, op.getLoc(), "product"),
        loops(kernel, op) {}

  /// Finds out which group of loops is what; false if there is no such form.
  static bool matches(linalg::LinalgOp op);
  void make();

private:
  /// One of the operands: `along` is its own group.
  struct Side {
    OpOperand *operand;
    unsigned along;
    Value shared;
    /// In the result's tile.
    Value origin;
  };

  void classify();
  void loadSlice(OpBuilder &b, const Side &side, ArrayRef<Value> indices,
                 Value depth);
  SmallVector<Value> multiplySlice(OpBuilder &b, ValueRange sums);
  void buildTile(OpBuilder &b, Value tile);
  SmallVector<Value> loadResult(OpBuilder &b, MutableArrayRef<Value> indices,
                                bool isStore, ValueRange sums);

  linalg::LinalgOp op;
  KernelBuilder kernel;
  KernelLoops loops;
  Side lhs, rhs;
  SmallVector<unsigned> batch;
  unsigned depthGroup = 0;
  Value thread, row, column, tilesAcross, tilesDown;
};
} // namespace

bool ProductKernel::matches(linalg::LinalgOp op) {
  if (!linalg::isaContractionOpInterface(op) || op.getNumDpsInits() != 1 ||
      op.getNumDpsInputs() != 2)
    return false;
  for (Value operand : op->getOperands()) {
    auto type = dyn_cast<MemRefType>(operand.getType());
    if (!type || !type.getElementType().isIntOrFloat() ||
        type.getElementTypeBitWidth() < 8)
      return false;
  }
  FailureOr<linalg::ContractionDimensions> dims =
      linalg::inferContractionDims(op);
  if (failed(dims) || dims->m.size() != 1 || dims->n.size() != 1 ||
      dims->k.size() != 1)
    return false;
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  // A vector is not worth a tile.
  for (unsigned loop : {dims->m[0], dims->n[0], dims->k[0]})
    if (extents[loop] == 1)
      return false;
  return true;
}

void ProductKernel::classify() {
  OpOperand *first = op.getDpsInputOperand(0),
            *second = op.getDpsInputOperand(1);
  lhs.operand = first;
  rhs.operand = second;
  for (unsigned group = 0; group < loops.groups.size(); ++group) {
    bool inFirst = loops.isMoving(*first, group);
    bool inSecond = loops.isMoving(*second, group);
    if (loops.groups[group].isReduction)
      depthGroup = group;
    else if (inFirst && inSecond)
      batch.push_back(group);
    else
      (inFirst ? lhs : rhs).along = group;
  }
}

/// Brings a slice to shared memory as [depth][along], 0 beyond the ends.
void ProductKernel::loadSlice(OpBuilder &b, const Side &side,
                              ArrayRef<Value> indices, Value depth) {
  Location loc = op.getLoc();
  IndexMath math(b, loc);
  // Neighbouring threads read neighbours in memory.
  bool isAlongDepth = loops.isContiguous(*side.operand, depthGroup);
  constexpr int64_t kBlock = kThreads * kThreads;
  Value source = kernel.pass(side.operand->get());
  Type element = cast<MemRefType>(source.getType()).getElementType();
  for (int64_t part = 0; part < kTile * kDepth / kBlock; ++part) {
    Value inDepth, inTile;
    if (isAlongDepth) {
      inDepth = math.remU(thread, math.constant(kDepth));
      inTile = math.add(math.divU(thread, math.constant(kDepth)),
                        math.constant(part * kBlock / kDepth));
    } else {
      inTile = math.remU(thread, math.constant(kTile));
      inDepth = math.add(math.divU(thread, math.constant(kTile)),
                         math.constant(part * kBlock / kTile));
    }
    SmallVector<Value> at(indices);
    at[depthGroup] = math.add(depth, inDepth);
    at[side.along] = math.add(side.origin, inTile);
    Value isInside = arith::AndIOp::create(
        b, loc, math.less(at[depthGroup], loops.groups[depthGroup].size),
        math.less(at[side.along], loops.groups[side.along].size));
    auto branch = scf::IfOp::create(b, loc, element, isInside, true);
    OpBuilder inside = OpBuilder::atBlockEnd(branch.thenBlock());
    scf::YieldOp::create(
        inside, loc,
        memref::LoadOp::create(inside, loc, source,
                               loops.getIndices(inside, *side.operand, at))
            .getResult());
    OpBuilder outside = OpBuilder::atBlockEnd(branch.elseBlock());
    scf::YieldOp::create(
        outside, loc,
        arith::ConstantOp::create(outside, loc, b.getZeroAttr(element))
            .getResult());
    memref::StoreOp::create(b, loc, branch.getResult(0), side.shared,
                            ValueRange{inDepth, inTile});
  }
}

SmallVector<Value> ProductKernel::multiplySlice(OpBuilder &b, ValueRange sums) {
  Location loc = op.getLoc();
  IndexMath math(b, loc);
  auto loop = scf::ForOp::create(
      b, loc, math.constant(0), math.constant(kDepth), math.constant(1), sums,
      [&](OpBuilder &inside, Location, Value depth, ValueRange carried) {
        IndexMath at(inside, loc);
        auto load = [&](const Side &side, Value first) {
          SmallVector<Value> values;
          for (int64_t i = 0; i < kPerThread; ++i)
            values.push_back(memref::LoadOp::create(
                inside, loc, side.shared,
                ValueRange{depth, at.add(first, at.constant(i * kThreads))}));
          return values;
        };
        SmallVector<Value> left = load(lhs, row), right = load(rhs, column);
        SmallVector<Value> next;
        for (int64_t i = 0; i < kPerThread * kPerThread; ++i)
          next.push_back(cloneBody(kernel, inside, op,
                                   {left[i / kPerThread], right[i % kPerThread],
                                    carried[i]},
                                   {})
                             .front());
        scf::YieldOp::create(inside, loc, next);
      });
  return loop.getResults();
}

/// Loads this thread's elements of the result, or stores `sums` there.
SmallVector<Value> ProductKernel::loadResult(OpBuilder &b,
                                             MutableArrayRef<Value> indices,
                                             bool isStore, ValueRange sums) {
  Location loc = op.getLoc();
  IndexMath math(b, loc);
  OpOperand &init = *op.getDpsInitsMutable().begin();
  Value target = kernel.pass(init.get());
  Type element = cast<MemRefType>(target.getType()).getElementType();
  SmallVector<Value> loaded;
  for (int64_t i = 0; i < kPerThread * kPerThread; ++i) {
    auto place = [&](const Side &side, Value first, int64_t number) {
      Value offset = math.add(first, math.constant(number * kThreads));
      indices[side.along] = math.add(side.origin, offset);
      return math.less(indices[side.along], loops.groups[side.along].size);
    };
    Value isInside =
        arith::AndIOp::create(b, loc, place(lhs, row, i / kPerThread),
                              place(rhs, column, i % kPerThread));
    auto branch = isStore ? scf::IfOp::create(b, loc, isInside, false)
                          : scf::IfOp::create(b, loc, element, isInside, true);
    OpBuilder inside = isStore ? branch.getThenBodyBuilder()
                               : OpBuilder::atBlockEnd(branch.thenBlock());
    SmallVector<Value> at = loops.getIndices(inside, init, indices);
    if (isStore) {
      memref::StoreOp::create(inside, loc, sums[i], target, at);
      continue;
    }
    scf::YieldOp::create(
        inside, loc,
        memref::LoadOp::create(inside, loc, target, at).getResult());
    OpBuilder outside = OpBuilder::atBlockEnd(branch.elseBlock());
    scf::YieldOp::create(
        outside, loc,
        arith::ConstantOp::create(outside, loc, b.getZeroAttr(element))
            .getResult());
    loaded.push_back(branch.getResult(0));
  }
  return loaded;
}

void ProductKernel::buildTile(OpBuilder &b, Value tile) {
  Location loc = op.getLoc();
  IndexMath math(b, loc);
  Value size = math.constant(kTile);
  rhs.origin = math.mul(math.remU(tile, tilesAcross), size);
  Value rest = math.divU(tile, tilesAcross);
  lhs.origin = math.mul(math.remU(rest, tilesDown), size);
  SmallVector<Value> indices(loops.groups.size(), math.constant(0));
  loops.delinearize(b, math.divU(rest, tilesDown), batch, indices);

  SmallVector<Value> sums = loadResult(b, indices, /*isStore=*/false, {});
  auto slices = scf::ForOp::create(
      b, loc, math.constant(0), loops.groups[depthGroup].size,
      math.constant(kDepth), sums,
      [&](OpBuilder &inside, Location, Value depth, ValueRange carried) {
        loadSlice(inside, lhs, indices, depth);
        loadSlice(inside, rhs, indices, depth);
        gpu::BarrierOp::create(inside, loc);
        SmallVector<Value> next = multiplySlice(inside, carried);
        // Before the next slice takes the place of this one.
        gpu::BarrierOp::create(inside, loc);
        scf::YieldOp::create(inside, loc, next);
      });
  loadResult(b, indices, /*isStore=*/true, slices.getResults());
}

void ProductKernel::make() {
  classify();
  for (Value operand : op->getOperands())
    (void)kernel.pass(operand);
  for (Side *side : {&lhs, &rhs})
    side->shared = kernel.addShared(
        {kDepth, kPitch},
        cast<MemRefType>(side->operand->get().getType()).getElementType());
  IndexMath math = kernel.onDevice(), host = kernel.onHost();
  thread = kernel.getThread();
  row = math.divU(thread, math.constant(kThreads));
  column = math.remU(thread, math.constant(kThreads));
  auto countTiles = [](IndexMath &at, Value size) {
    return at.ceilDivU(size, at.constant(kTile));
  };
  tilesAcross = countTiles(math, loops.groups[rhs.along].size);
  tilesDown = countTiles(math, loops.groups[lhs.along].size);
  Value numTiles =
      math.mul(math.mul(tilesAcross, tilesDown), loops.getSize(batch));
  buildLoop(kernel.body, op.getLoc(), kernel.getBlock(), numTiles,
            kernel.getGridSize(),
            [&](OpBuilder &b, Value tile) { buildTile(b, tile); });
  Value hostTiles = host.mul(
      host.mul(countTiles(host, host.get(loops.groups[rhs.along].hostSize)),
               countTiles(host, host.get(loops.groups[lhs.along].hostSize))),
      loops.getHostSize(batch));
  // A tile is enough work for a block.
  kernel.launch(host.min(hostTiles, host.constant(1 << 20)),
                host.constant(kThreads * kThreads));
}

bool croton::detail::makeProductKernel(KernelPlace place, linalg::LinalgOp op) {
  if (!ProductKernel::matches(op))
    return false;
  ProductKernel(place, op).make();
  return true;
}
