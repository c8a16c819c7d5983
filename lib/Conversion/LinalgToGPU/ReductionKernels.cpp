//===- ReductionKernels.cpp - Kernels of reductions -----------------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each thread combines terms that lie a fixed distance apart, then the threads
// of a warp combine what they have by shuffles, then warps through shared
// memory. The order depends on sizes alone, so results are the same each time.
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::croton::detail;

static constexpr int64_t kWarp = 32;
static constexpr int64_t kNumWarps = kBlockThreads / kWarp;

//===----------------------------------------------------------------------===//
// Combining
//===----------------------------------------------------------------------===//

namespace {
/// How two partial results of a reduction become one.
struct Combiner {
  static std::optional<Combiner> get(linalg::LinalgOp op);

  Value getNeutral(OpBuilder &b, Location loc) const {
    return arith::ConstantOp::create(b, loc, neutral);
  }
  Value combine(OpBuilder &b, Value lhs, Value rhs) const {
    IRMapping mapping;
    mapping.map(op->getOperand(0), lhs);
    mapping.map(op->getOperand(1), rhs);
    return b.clone(*op, mapping)->getResult(0);
  }

  Operation *op;
  TypedAttr neutral;
};
} // namespace

/// A reduction to one result by one commutative operation.
std::optional<Combiner> Combiner::get(linalg::LinalgOp op) {
  if (op.getNumDpsInits() != 1)
    return std::nullopt;
  SmallVector<Operation *, 4> ops;
  if (!matchReduction(op.getRegionOutputArgs(), 0, ops) || ops.size() != 1)
    return std::nullopt;
  Operation *combiner = ops.front();
  if (combiner->getNumOperands() != 2 ||
      !combiner->hasTrait<OpTrait::IsCommutative>() ||
      combiner->getOperand(0) == combiner->getOperand(1))
    return std::nullopt;
  std::optional<TypedAttr> neutral = arith::getNeutralElement(combiner);
  if (!neutral)
    return std::nullopt;
  return Combiner{combiner, *neutral};
}

/// `value` of the lane whose number differs in the bits of `mask`. Shuffles
/// move words of 32 bits.
static Value shuffle(OpBuilder &b, Location loc, Value value, int32_t mask) {
  Type type = value.getType(), i32 = b.getI32Type();
  unsigned bits = type.getIntOrFloatBitWidth();
  auto integer = b.getIntegerType(bits);
  auto exchange = [&](Value word) {
    return gpu::ShuffleOp::create(b, loc, word, mask, kWarp,
                                  gpu::ShuffleMode::XOR)
        .getShuffleResult();
  };
  auto cast = [&](Type to, Value from) -> Value {
    return from.getType() == to ? from
                                : arith::BitcastOp::create(b, loc, to, from);
  };
  if (bits == 32)
    return exchange(value);
  Value raw = cast(integer, value);
  if (bits < 32) {
    Value wide = exchange(arith::ExtUIOp::create(b, loc, i32, raw));
    return cast(type, arith::TruncIOp::create(b, loc, integer, wide));
  }
  Value shift = arith::ConstantIntOp::create(b, loc, integer, 32);
  Value low = exchange(arith::TruncIOp::create(b, loc, i32, raw));
  Value high = exchange(arith::TruncIOp::create(
      b, loc, i32, arith::ShRUIOp::create(b, loc, raw, shift)));
  Value top = arith::ShLIOp::create(
      b, loc, arith::ExtUIOp::create(b, loc, integer, high), shift);
  return cast(
      type, arith::OrIOp::create(b, loc, top,
                                 arith::ExtUIOp::create(b, loc, integer, low)));
}

static Value combineWarp(OpBuilder &b, Location loc, const Combiner &combiner,
                         Value value) {
  for (int32_t mask = kWarp / 2; mask > 0; mask /= 2)
    value = combiner.combine(b, value, shuffle(b, loc, value, mask));
  return value;
}

/// Whether shuffles and shared memory can hold the elements.
static bool isWord(Type type) {
  return type.isIntOrFloat() && type.getIntOrFloatBitWidth() >= 8 &&
         type.getIntOrFloatBitWidth() <= 64;
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

namespace {
/// A warp for each short row, a block for each long one.
class RowKernel {
public:
  RowKernel(KernelPlace place, linalg::LinalgOp op, const Combiner &combiner)
      : op(op), combiner(combiner),
        kernel(place.host, place.module, op.getLoc(), "reduce_rows"),
        loops(kernel, op), kept(loops.getGroups(/*isReduction=*/false)) {}

  /// `partial`, if any, gets the sums of `numParts` parts of the only row.
  void make(Value partial = {}, int64_t numParts = 0);

private:
  Value buildTerms(OpBuilder &b, int64_t width, ArrayRef<Value> indices,
                   Value begin, Value end);
  Value buildStretch(OpBuilder &b, int64_t width, ArrayRef<Value> indices,
                     Value first, Value end, Value step, Value init);
  Value buildTerm(OpBuilder &b, int64_t width, ArrayRef<Value> indices,
                  Value acc);
  Value combineBlock(OpBuilder &b, Value value);
  int64_t getVectorSize();

  linalg::LinalgOp op;
  const Combiner &combiner;
  KernelBuilder kernel;
  KernelLoops loops;
  SmallVector<unsigned> kept;
  Value shared, thread, lane, warp, rowThreads;
};
} // namespace

int64_t RowKernel::getVectorSize() {
  unsigned row = loops.groups.size() - 1, bits = 0;
  for (OpOperand *operand : op.getDpsInputOperands()) {
    auto type = dyn_cast<MemRefType>(operand->get().getType());
    if (!type || !loops.isMoving(*operand, row))
      continue;
    Type element = type.getElementType();
    if (!element.isIntOrFloat() || element.getIntOrFloatBitWidth() < 8 ||
        !type.getLayout().isIdentity() || !loops.isContiguous(*operand, row))
      return 1;
    bits = std::max(bits, element.getIntOrFloatBitWidth());
  }
  return op.hasIndexSemantics() || bits == 0 ? 1 : 128 / bits;
}

Value RowKernel::buildTerm(OpBuilder &b, int64_t width, ArrayRef<Value> indices,
                           Value acc) {
  Location loc = op.getLoc();
  SmallVector<Value> loaded;
  for (OpOperand *operand : op.getDpsInputOperands()) {
    Value source = kernel.pass(operand->get());
    auto type = dyn_cast<MemRefType>(source.getType());
    if (!type) {
      loaded.push_back(source);
      continue;
    }
    SmallVector<Value> at = loops.getIndices(b, *operand, indices);
    Type element = type.getElementType();
    if (width > 1 && loops.isContiguous(*operand, loops.groups.size() - 1))
      loaded.push_back(vector::LoadOp::create(
          b, loc, VectorType::get(width, element), source, at,
          /*nontemporal=*/false,
          llvm::MaybeAlign(width * element.getIntOrFloatBitWidth() / 8)));
    else
      loaded.push_back(memref::LoadOp::create(b, loc, source, at));
  }
  for (int64_t i = 0; i < width; ++i) {
    SmallVector<Value> scalars;
    for (Value value : loaded)
      scalars.push_back(isa<VectorType>(value.getType())
                            ? vector::ExtractOp::create(b, loc, value, i)
                            : value);
    scalars.push_back(acc);
    acc = cloneBody(kernel, b, op, scalars, loops.getLoopIndices(b, indices))
              .front();
  }
  return acc;
}

Value RowKernel::buildStretch(OpBuilder &b, int64_t width,
                              ArrayRef<Value> indices, Value first, Value end,
                              Value step, Value init) {
  Location loc = op.getLoc();
  auto loop = scf::ForOp::create(
      b, loc, first, end, step, init,
      [&](OpBuilder &inside, Location, Value term, ValueRange carried) {
        SmallVector<Value> at(indices);
        at.back() = term;
        scf::YieldOp::create(inside, loc,
                             buildTerm(inside, width, at, carried.front()));
      });
  return loop.getResult(0);
}

/// What this thread has of the terms in `begin .. end`: whole vectors, then
/// what is left.
Value RowKernel::buildTerms(OpBuilder &b, int64_t width,
                            ArrayRef<Value> indices, Value begin, Value end) {
  IndexMath math(b, op.getLoc());
  Value acc = combiner.getNeutral(b, op.getLoc());
  if (width > 1) {
    Value size = math.constant(width);
    Value whole = math.sub(end, math.remU(math.sub(end, begin), size));
    acc =
        buildStretch(b, width, indices, math.add(begin, math.mul(thread, size)),
                     whole, math.mul(rowThreads, size), acc);
    begin = whole;
  }
  return buildStretch(b, 1, indices, math.add(begin, thread), end, rowThreads,
                      acc);
}

/// Combines the values of all threads of a row.
Value RowKernel::combineBlock(OpBuilder &b, Value value) {
  Location loc = op.getLoc();
  value = combineWarp(b, loc, combiner, value);
  IndexMath math(b, loc);
  Value isLong = math.less(math.constant(kWarp), rowThreads);
  auto branch =
      scf::IfOp::create(b, loc, value.getType(), isLong, /*withElse=*/true);
  OpBuilder across = OpBuilder::atBlockEnd(branch.thenBlock());
  IndexMath acrossMath(across, loc);
  Value zero = acrossMath.constant(0);
  auto isFirst =
      scf::IfOp::create(across, loc, acrossMath.equal(lane, zero), false);
  OpBuilder first = isFirst.getThenBodyBuilder();
  memref::StoreOp::create(first, loc, value, shared, warp);
  gpu::BarrierOp::create(across, loc);
  Value numWarps = acrossMath.constant(kNumWarps);
  Value slot = acrossMath.remU(lane, numWarps);
  Value loaded = memref::LoadOp::create(across, loc, shared, slot);
  Value all =
      arith::SelectOp::create(across, loc, acrossMath.less(lane, numWarps),
                              loaded, combiner.getNeutral(across, loc));
  all = combineWarp(across, loc, combiner, all);
  // Before the next row takes the slots.
  gpu::BarrierOp::create(across, loc);
  scf::YieldOp::create(across, loc, all);
  OpBuilder within = OpBuilder::atBlockEnd(branch.elseBlock());
  scf::YieldOp::create(within, loc, value);
  return branch.getResult(0);
}

void RowKernel::make(Value partial, int64_t numParts) {
  Location loc = op.getLoc();
  OpOperand &init = *op.getDpsInitsMutable().begin();
  Type accType = getElementTypeOrSelf(init.get().getType());
  const LoopGroup &row = loops.groups.back();
  Value target = kernel.pass(partial ? partial : init.get());
  int64_t width = getVectorSize();
  for (OpOperand *operand : op.getDpsInputOperands())
    (void)kernel.pass(operand->get());
  shared = kernel.addShared({kNumWarps}, accType);

  IndexMath math = kernel.onDevice();
  thread = kernel.getThread();
  rowThreads = kernel.getBlockSize();
  Value rowsPerBlock = kernel.getBlockSize(gpu::Dimension::y);
  lane = math.remU(thread, math.constant(kWarp));
  warp = math.divU(thread, math.constant(kWarp));
  Value numRows = partial ? math.constant(numParts) : loops.getSize(kept);
  Value perPart =
      partial ? math.ceilDivU(row.size, math.constant(numParts * kBlockThreads))
              : Value();
  if (partial)
    perPart = math.mul(perPart, math.constant(kBlockThreads));
  Value firstRow = math.add(math.mul(kernel.getBlock(), rowsPerBlock),
                            kernel.getThread(gpu::Dimension::y));
  Value step = math.mul(kernel.getGridSize(), rowsPerBlock);

  croton::detail::buildLoop(
      kernel.body, loc, firstRow, numRows, step, [&](OpBuilder &b, Value item) {
        IndexMath inside(b, loc);
        SmallVector<Value> indices(loops.groups.size());
        Value begin = inside.constant(0), end = row.size;
        if (partial) {
          begin = inside.min(inside.mul(item, perPart), row.size);
          end = inside.min(inside.add(begin, perPart), row.size);
        } else {
          loops.delinearize(b, item, kept, indices);
        }
        // Rows that start at a multiple of 16 bytes are read by vectors.
        std::optional<int64_t> known = getConstantIntValue(row.hostSize);
        bool isAligned = kept.empty() || (known && *known % width == 0);
        Value value;
        if (width == 1 || isAligned || known) {
          value = buildTerms(b, isAligned ? width : 1, indices, begin, end);
        } else {
          Value fits =
              inside.equal(inside.remU(row.size, inside.constant(width)),
                           inside.constant(0));
          auto branch = scf::IfOp::create(b, loc, accType, fits, true);
          OpBuilder whole = OpBuilder::atBlockEnd(branch.thenBlock());
          scf::YieldOp::create(whole, loc,
                               buildTerms(whole, width, indices, begin, end));
          OpBuilder single = OpBuilder::atBlockEnd(branch.elseBlock());
          scf::YieldOp::create(single, loc,
                               buildTerms(single, 1, indices, begin, end));
          value = branch.getResult(0);
        }
        value = combineBlock(b, value);
        auto isFirst = scf::IfOp::create(
            b, loc, inside.equal(thread, inside.constant(0)), false);
        OpBuilder first = isFirst.getThenBodyBuilder();
        if (partial) {
          memref::StoreOp::create(first, loc, value, target, item);
          return;
        }
        indices.back() = IndexMath(first, loc).constant(0);
        SmallVector<Value> at = loops.getIndices(first, init, indices);
        Value before = memref::LoadOp::create(first, loc, target, at);
        memref::StoreOp::create(
            first, loc, combiner.combine(first, before, value), target, at);
      });

  IndexMath host = kernel.onHost();
  Value block = host.constant(kBlockThreads), warpSize = host.constant(kWarp);
  Value isShort = host.lessOrEqual(host.get(row.hostSize), host.constant(1024));
  Value threads = partial ? block : host.select(isShort, warpSize, block);
  Value rows = partial ? host.constant(numParts) : loops.getHostSize(kept);
  Value perBlock = host.divU(block, threads);
  Value numBlocks =
      host.min(host.ceilDivU(rows, perBlock), host.constant(4096));
  kernel.launch(numBlocks, {threads, perBlock});
}

/// Sums parts of a single long row on many blocks, then the parts.
static void makeSplitRow(KernelPlace place, linalg::LinalgOp op,
                         const Combiner &combiner) {
  constexpr int64_t kNumParts = 256;
  Location loc = op.getLoc();
  OpBuilder &b = place.host;
  Value result = op.getDpsInits().front();
  auto resultType = cast<MemRefType>(result.getType());
  auto partType =
      MemRefType::get(kNumParts, resultType.getElementType(),
                      MemRefLayoutAttrInterface(), resultType.getMemorySpace());
  Value parts = memref::AllocOp::create(b, loc, partType);
  RowKernel(place, op, combiner).make(parts, kNumParts);
  AffineMap toResult = AffineMap::get(
      1, 0,
      SmallVector<AffineExpr>(resultType.getRank(), b.getAffineConstantExpr(0)),
      b.getContext());
  auto rest = linalg::GenericOp::create(
      b, loc, parts, result,
      ArrayRef<AffineMap>{b.getMultiDimIdentityMap(1), toResult},
      ArrayRef<utils::IteratorType>{utils::IteratorType::reduction},
      [&](OpBuilder &inside, Location, ValueRange scalars) {
        linalg::YieldOp::create(
            inside, loc, combiner.combine(inside, scalars[1], scalars[0]));
      });
  b.setInsertionPoint(rest);
  auto restOp = cast<linalg::LinalgOp>(rest.getOperation());
  RowKernel(place, restOp, *Combiner::get(restOp)).make();
  b.setInsertionPointAfter(rest);
  memref::DeallocOp::create(b, loc, parts);
  rest->erase();
}

bool croton::detail::makeRowKernel(KernelPlace place, linalg::LinalgOp op) {
  std::optional<Combiner> combiner = Combiner::get(op);
  if (!combiner || !isWord(combiner->neutral.getType()))
    return false;
  // One group of reduced loops, the last, along which some input is contiguous.
  SmallVector<LoopGroup> groups = groupLoops(op);
  auto isReduced = [](const LoopGroup &group) { return group.isReduction; };
  if (groups.empty() || !groups.back().isReduction ||
      llvm::count_if(groups, isReduced) != 1 ||
      llvm::none_of(op.getDpsInputOperands(), [&](OpOperand *operand) {
        return isContiguous(op, *operand, groups.back());
      }))
    return false;
  constexpr int64_t kSplitAbove = 8192;
  int64_t size = groups.back().extent;
  if (groups.size() == 1 && (ShapedType::isDynamic(size) || size > kSplitAbove))
    makeSplitRow(place, op, *combiner);
  else
    RowKernel(place, op, *combiner).make();
  return true;
}

//===----------------------------------------------------------------------===//
// Columns
//===----------------------------------------------------------------------===//

namespace {
/// Lanes side by side along the last group; the warps of a block share the
/// terms.
class ColumnKernel {
public:
  ColumnKernel(KernelPlace place, linalg::LinalgOp op, const Combiner &combiner)
      : op(op), combiner(combiner),
        kernel(place.host, place.module, op.getLoc(), "reduce_columns"),
        loops(kernel, op), kept(loops.getGroups(/*isReduction=*/false)),
        reduced(loops.getGroups(/*isReduction=*/true)) {}

  void make();

private:
  Value buildTerms(OpBuilder &b, MutableArrayRef<Value> indices, Value first);
  void buildTile(OpBuilder &b, Value tile);

  linalg::LinalgOp op;
  const Combiner &combiner;
  KernelBuilder kernel;
  KernelLoops loops;
  SmallVector<unsigned> kept, reduced;
  Value shared, lane, warp, numTerms, numTiles;
};
} // namespace

Value ColumnKernel::buildTerms(OpBuilder &b, MutableArrayRef<Value> indices,
                               Value first) {
  Location loc = op.getLoc();
  IndexMath math(b, loc);
  auto loop = scf::ForOp::create(
      b, loc, first, numTerms, math.constant(kNumWarps),
      combiner.getNeutral(b, loc),
      [&](OpBuilder &inside, Location, Value term, ValueRange carried) {
        loops.delinearize(inside, term, reduced, indices);
        SmallVector<Value> scalars;
        for (OpOperand *operand : op.getDpsInputOperands()) {
          Value source = kernel.pass(operand->get());
          if (isa<MemRefType>(source.getType()))
            source = memref::LoadOp::create(
                inside, loc, source,
                loops.getIndices(inside, *operand, indices));
          scalars.push_back(source);
        }
        scalars.push_back(carried.front());
        scf::YieldOp::create(inside, loc,
                             cloneBody(kernel, inside, op, scalars,
                                       loops.getLoopIndices(inside, indices)));
      });
  return loop.getResult(0);
}

/// Tile number `tile`: a warp's width of results.
void ColumnKernel::buildTile(OpBuilder &b, Value tile) {
  Location loc = op.getLoc();
  IndexMath math(b, loc);
  SmallVector<Value> indices(loops.groups.size(), math.constant(0));
  const LoopGroup &last = loops.groups.back();
  Value perRow = math.ceilDivU(last.size, math.constant(kWarp));
  loops.delinearize(b, math.divU(tile, perRow), ArrayRef(kept).drop_back(),
                    indices);
  Value column =
      math.add(math.mul(math.remU(tile, perRow), math.constant(kWarp)), lane);
  indices.back() = column;
  Value isInside = math.less(column, last.size);
  Type accType = combiner.neutral.getType();
  auto branch = scf::IfOp::create(b, loc, accType, isInside, true);
  OpBuilder whole = OpBuilder::atBlockEnd(branch.thenBlock());
  SmallVector<Value> at(indices);
  scf::YieldOp::create(whole, loc, buildTerms(whole, at, warp));
  OpBuilder none = OpBuilder::atBlockEnd(branch.elseBlock());
  scf::YieldOp::create(none, loc, combiner.getNeutral(none, loc));
  memref::StoreOp::create(b, loc, branch.getResult(0), shared,
                          ValueRange{warp, lane});
  gpu::BarrierOp::create(b, loc);
  Value isWriter = arith::AndIOp::create(b, loc, isInside,
                                         math.equal(warp, math.constant(0)));
  auto write = scf::IfOp::create(b, loc, isWriter, false);
  OpBuilder writer = write.getThenBodyBuilder();
  OpOperand &init = *op.getDpsInitsMutable().begin();
  Value target = kernel.pass(init.get());
  SmallVector<Value> to = loops.getIndices(writer, init, indices);
  Value sum = memref::LoadOp::create(writer, loc, target, to);
  for (int64_t i = 0; i < kNumWarps; ++i) {
    Value slot = IndexMath(writer, loc).constant(i);
    sum = combiner.combine(
        writer, sum,
        memref::LoadOp::create(writer, loc, shared, ValueRange{slot, lane}));
  }
  memref::StoreOp::create(writer, loc, sum, target, to);
  // Before the next tile takes the slots.
  gpu::BarrierOp::create(b, loc);
}

void ColumnKernel::make() {
  for (Value operand : op->getOperands())
    (void)kernel.pass(operand);
  shared = kernel.addShared({kNumWarps, kWarp}, combiner.neutral.getType());
  IndexMath math = kernel.onDevice();
  lane = kernel.getThread();
  warp = kernel.getThread(gpu::Dimension::y);
  numTerms = loops.getSize(reduced);
  SmallVector<unsigned> outer(ArrayRef(kept).drop_back());
  Value last = loops.groups.back().size;
  numTiles =
      math.mul(loops.getSize(outer), math.ceilDivU(last, math.constant(kWarp)));
  buildLoop(kernel.body, op.getLoc(), kernel.getBlock(), numTiles,
            kernel.getGridSize(),
            [&](OpBuilder &b, Value tile) { buildTile(b, tile); });
  IndexMath host = kernel.onHost();
  Value hostTiles =
      host.mul(loops.getHostSize(outer),
               host.ceilDivU(host.get(loops.groups.back().hostSize),
                             host.constant(kWarp)));
  kernel.launch(countBlocks(kernel, hostTiles, 1),
                {host.constant(kWarp), host.constant(kNumWarps)});
}

bool croton::detail::makeColumnKernel(KernelPlace place, linalg::LinalgOp op) {
  std::optional<Combiner> combiner = Combiner::get(op);
  if (!combiner || !isWord(combiner->neutral.getType()))
    return false;
  SmallVector<LoopGroup> groups = groupLoops(op);
  if (groups.empty() || groups.back().isReduction)
    return false;
  ColumnKernel(place, op, *combiner).make();
  return true;
}
