//===- TransposeKernels.cpp - Kernels that turn layouts -------------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block reads a square tile along the lines of the operand, and writes it
// along those of the result; in between it lies in shared memory.
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::croton::detail;

static constexpr int64_t kTile = 32, kRows = 8;

namespace {
class TransposeKernel {
public:
  TransposeKernel(KernelPlace place, linalg::LinalgOp op, OpOperand *turned)
      : op(op), turned(turned),
        kernel(place.host, place.module, op.getLoc(), "transpose"),
        loops(kernel, op) {}

  void make(unsigned fromLoop);

private:
  void buildTile(OpBuilder &b, Value tile);
  void forEachRow(OpBuilder &b, unsigned along, unsigned across,
                  MutableArrayRef<Value> indices,
                  function_ref<void(OpBuilder &, Value row)> body);

  linalg::LinalgOp op;
  OpOperand *turned;
  KernelBuilder kernel;
  KernelLoops loops;
  /// The groups along which the operand and the result are contiguous.
  unsigned from = 0, to = 0;
  SmallVector<unsigned> outer;
  Value shared, lane, warp;
  Value fromOrigin, toOrigin, fromTiles, toTiles;
};
} // namespace

/// Lanes along group `along`, rows of the tile along `across`.
void TransposeKernel::forEachRow(
    OpBuilder &b, unsigned along, unsigned across,
    MutableArrayRef<Value> indices,
    function_ref<void(OpBuilder &, Value row)> body) {
  Location loc = op.getLoc();
  IndexMath math(b, loc);
  auto getOrigin = [&](unsigned group) {
    return group == from ? fromOrigin : toOrigin;
  };
  indices[along] = math.add(getOrigin(along), lane);
  Value isAlong = math.less(indices[along], loops.groups[along].size);
  for (int64_t part = 0; part < kTile / kRows; ++part) {
    Value row = math.add(warp, math.constant(part * kRows));
    indices[across] = math.add(getOrigin(across), row);
    Value isInside = arith::AndIOp::create(
        b, loc, isAlong, math.less(indices[across], loops.groups[across].size));
    auto branch = scf::IfOp::create(b, loc, isInside, false);
    OpBuilder inside = branch.getThenBodyBuilder();
    body(inside, row);
  }
}

void TransposeKernel::buildTile(OpBuilder &b, Value tile) {
  Location loc = op.getLoc();
  IndexMath math(b, loc);
  Value size = math.constant(kTile);
  SmallVector<Value> indices(loops.groups.size(), math.constant(0));
  toOrigin = math.mul(math.remU(tile, toTiles), size);
  Value rest = math.divU(tile, toTiles);
  fromOrigin = math.mul(math.remU(rest, fromTiles), size);
  loops.delinearize(b, math.divU(rest, fromTiles), outer, indices);
  Value source = kernel.pass(turned->get());
  forEachRow(b, from, to, indices, [&](OpBuilder &inside, Value row) {
    Value element = memref::LoadOp::create(
        inside, loc, source, loops.getIndices(inside, *turned, indices));
    memref::StoreOp::create(inside, loc, element, shared,
                            ValueRange{row, lane});
  });
  gpu::BarrierOp::create(b, loc);
  forEachRow(b, to, from, indices, [&](OpBuilder &inside, Value row) {
    SmallVector<Value> scalars;
    for (OpOperand &operand : op->getOpOperands()) {
      Value passed = kernel.pass(operand.get());
      if (&operand == turned)
        passed =
            memref::LoadOp::create(inside, loc, shared, ValueRange{lane, row});
      else if (!op.payloadUsesValueFromOperand(&operand))
        passed = Value();
      else if (isa<MemRefType>(passed.getType()))
        passed = memref::LoadOp::create(
            inside, loc, passed, loops.getIndices(inside, operand, indices));
      scalars.push_back(passed);
    }
    storeElements(kernel, inside, loops, op, indices,
                  cloneBody(kernel, inside, op, scalars,
                            loops.getLoopIndices(inside, indices)));
  });
  // Before the next tile takes the place of this one.
  gpu::BarrierOp::create(b, loc);
}

void TransposeKernel::make(unsigned fromLoop) {
  to = loops.groups.size() - 1;
  for (auto [index, group] : llvm::enumerate(loops.groups)) {
    if (llvm::is_contained(group.loops, fromLoop))
      from = index;
    else if (index != to)
      outer.push_back(index);
  }
  for (Value operand : op->getOperands())
    (void)kernel.pass(operand);
  // One more than a tile: columns of it meet all banks.
  shared = kernel.addShared(
      {kTile, kTile + 1},
      cast<MemRefType>(turned->get().getType()).getElementType());
  IndexMath math = kernel.onDevice(), host = kernel.onHost();
  lane = kernel.getThread();
  warp = kernel.getThread(gpu::Dimension::y);
  fromTiles = math.ceilDivU(loops.groups[from].size, math.constant(kTile));
  toTiles = math.ceilDivU(loops.groups[to].size, math.constant(kTile));
  Value numTiles = math.mul(math.mul(fromTiles, toTiles), loops.getSize(outer));
  buildLoop(kernel.body, op.getLoc(), kernel.getBlock(), numTiles,
            kernel.getGridSize(),
            [&](OpBuilder &b, Value tile) { buildTile(b, tile); });
  auto countTiles = [&](unsigned group) {
    return host.ceilDivU(host.get(loops.groups[group].hostSize),
                         host.constant(kTile));
  };
  Value hostTiles = host.mul(host.mul(countTiles(from), countTiles(to)),
                             loops.getHostSize(outer));
  kernel.launch(countBlocks(kernel, hostTiles, 1),
                {host.constant(kTile), host.constant(kRows)});
}

/// The loop along which `operand` is contiguous, if it is one.
static std::optional<unsigned> getContiguousLoop(linalg::LinalgOp op,
                                                 OpOperand &operand) {
  auto type = dyn_cast<MemRefType>(operand.get().getType());
  if (!type || !type.getLayout().isIdentity())
    return std::nullopt;
  AffineMap map = op.getMatchingIndexingMap(&operand);
  for (int64_t dim = type.getRank(); dim-- > 0;) {
    if (type.getDimSize(dim) == 1)
      continue;
    auto loop = dyn_cast<AffineDimExpr>(map.getResult(dim));
    return loop ? std::optional<unsigned>(loop.getPosition()) : std::nullopt;
  }
  return std::nullopt;
}

bool croton::detail::makeTransposeKernel(KernelPlace place,
                                         linalg::LinalgOp op) {
  std::optional<unsigned> to;
  for (OpOperand &init : op.getDpsInitsMutable()) {
    std::optional<unsigned> loop = getContiguousLoop(op, init);
    if (!loop || (to && *to != *loop))
      return false;
    to = loop;
  }
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  unsigned last = extents.size();
  while (last > 0 && extents[last - 1] == 1)
    --last;
  if (!to || last == 0 || *to != last - 1)
    return false;
  OpOperand *turned = nullptr;
  unsigned from = 0;
  for (OpOperand *operand : op.getDpsInputOperands()) {
    std::optional<unsigned> loop = getContiguousLoop(op, *operand);
    if (!loop || *loop == *to || !op.payloadUsesValueFromOperand(operand) ||
        !op.getMatchingIndexingMap(operand).isFunctionOfDim(*to))
      continue;
    if (turned)
      return false;
    turned = operand;
    from = *loop;
  }
  // Short sides leave most lanes idle.
  constexpr int64_t kShort = 4;
  auto isShort = [&](unsigned loop) {
    return !ShapedType::isDynamic(extents[loop]) && extents[loop] <= kShort;
  };
  if (!turned || isShort(from) || isShort(*to))
    return false;
  Type element = cast<MemRefType>(turned->get().getType()).getElementType();
  if (!element.isIntOrFloat() || element.getIntOrFloatBitWidth() < 8)
    return false;
  TransposeKernel(place, op, turned).make(from);
  return true;
}
