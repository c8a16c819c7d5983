//===- ParallelKernels.cpp - Kernels of parallel loops --------------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A piece of work is up to 16 bytes along the last group of loops. Threads side
// by side take pieces side by side, so that a warp reads and writes whole
// lines; a thread goes on to the piece that is a grid away.
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::croton::detail;

//===----------------------------------------------------------------------===//
// Shared
//===----------------------------------------------------------------------===//

SmallVector<Value> croton::detail::loadElements(KernelBuilder &kernel,
                                                OpBuilder &b,
                                                const KernelLoops &loops,
                                                linalg::LinalgOp op,
                                                ArrayRef<Value> groupIndices) {
  SmallVector<Value> elements;
  for (OpOperand &operand : op->getOpOperands()) {
    Value passed = kernel.pass(operand.get());
    if (!isa<MemRefType>(passed.getType()))
      elements.push_back(passed);
    else if (op.payloadUsesValueFromOperand(&operand))
      elements.push_back(memref::LoadOp::create(
          b, kernel.loc, passed, loops.getIndices(b, operand, groupIndices)));
    else
      // Nothing looks at it.
      elements.push_back(Value());
  }
  return elements;
}

void croton::detail::storeElements(KernelBuilder &kernel, OpBuilder &b,
                                   const KernelLoops &loops,
                                   linalg::LinalgOp op,
                                   ArrayRef<Value> groupIndices,
                                   ValueRange elements) {
  for (auto [operand, element] :
       llvm::zip_equal(op.getDpsInitsMutable(), elements))
    memref::StoreOp::create(b, kernel.loc, element, kernel.pass(operand.get()),
                            loops.getIndices(b, operand, groupIndices));
}

void croton::detail::buildLoop(OpBuilder &b, Location loc, Value first,
                               Value size, Value step,
                               function_ref<void(OpBuilder &, Value)> body) {
  auto loop = scf::ForOp::create(b, loc, first, size, step);
  OpBuilder inside = OpBuilder::atBlockTerminator(loop.getBody());
  body(inside, loop.getInductionVar());
}

Value croton::detail::countBlocks(KernelBuilder &kernel, Value items,
                                  int64_t perBlock) {
  // Some thirty blocks for each multiprocessor of a large device.
  constexpr int64_t kMaxBlocks = 4096;
  IndexMath math = kernel.onHost();
  return math.min(math.ceilDivU(items, math.constant(perBlock)),
                  math.constant(kMaxBlocks));
}

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

namespace {
class ParallelKernel {
public:
  ParallelKernel(KernelPlace place, linalg::LinalgOp op)
      : op(op), kernel(place.host, place.module, op.getLoc(), "elementwise"),
        loops(kernel, op) {}

  void make();

private:
  int64_t getVectorSize();
  void buildPieces(OpBuilder &b, int64_t width, Value numPieces);
  void buildPiece(OpBuilder &b, int64_t width, Value piece);
  void buildElement(OpBuilder &b, ArrayRef<Value> groupIndices);
  void buildVector(OpBuilder &b, int64_t width, ArrayRef<Value> groupIndices);
  bool isVector(OpOperand &operand) {
    return loops.isContiguous(operand, loops.groups.size() - 1);
  }

  linalg::LinalgOp op;
  KernelBuilder kernel;
  KernelLoops loops;
  SmallVector<unsigned> outer;
};
} // namespace

/// How many elements a thread takes at a time: what fits in 16 bytes of the
/// widest operand that is walked through.
int64_t ParallelKernel::getVectorSize() {
  if (loops.groups.empty())
    return 1;
  unsigned last = loops.groups.size() - 1;
  unsigned bits = 8;
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<MemRefType>(operand.get().getType());
    if (!type || !loops.isMoving(operand, last))
      continue;
    // Bits are stored as bytes, which vectors of bits are not.
    if (!type.getElementType().isIntOrFloat() ||
        type.getElementTypeBitWidth() < 8 || !isVector(operand) ||
        !type.getLayout().isIdentity())
      return 1;
    bits = std::max(bits, type.getElementTypeBitWidth());
  }
  if (op.hasIndexSemantics() || bits > 64)
    return 1;
  return 128 / bits;
}

void ParallelKernel::buildElement(OpBuilder &b, ArrayRef<Value> groupIndices) {
  SmallVector<Value> scalars = loadElements(kernel, b, loops, op, groupIndices);
  SmallVector<Value> results =
      cloneBody(kernel, b, op, scalars, loops.getLoopIndices(b, groupIndices));
  storeElements(kernel, b, loops, op, groupIndices, results);
}

void ParallelKernel::buildVector(OpBuilder &b, int64_t width,
                                 ArrayRef<Value> groupIndices) {
  Location loc = op.getLoc();
  auto getVectorType = [&](Type element) {
    return VectorType::get(width, element);
  };
  auto getAlignment = [&](Type element) {
    return llvm::MaybeAlign(width * element.getIntOrFloatBitWidth() / 8);
  };
  SmallVector<Value> loaded;
  for (OpOperand &operand : op->getOpOperands()) {
    Value source = kernel.pass(operand.get());
    auto type = dyn_cast<MemRefType>(source.getType());
    if (!type) {
      loaded.push_back(source);
      continue;
    }
    if (!op.payloadUsesValueFromOperand(&operand)) {
      loaded.push_back(Value());
      continue;
    }
    SmallVector<Value> indices = loops.getIndices(b, operand, groupIndices);
    Type element = type.getElementType();
    if (isVector(operand))
      loaded.push_back(vector::LoadOp::create(
          b, loc, getVectorType(element), source, indices,
          /*nontemporal=*/false, getAlignment(element)));
    else
      loaded.push_back(memref::LoadOp::create(b, loc, source, indices));
  }
  SmallVector<SmallVector<Value>> results(op.getNumDpsInits());
  for (int64_t lane = 0; lane < width; ++lane) {
    SmallVector<Value> scalars;
    for (Value value : loaded)
      scalars.push_back(value && isa<VectorType>(value.getType())
                            ? vector::ExtractOp::create(b, loc, value, lane)
                            : value);
    for (auto [all, result] :
         llvm::zip_equal(results, cloneBody(kernel, b, op, scalars, {})))
      all.push_back(result);
  }
  for (auto [operand, lanes] :
       llvm::zip_equal(op.getDpsInitsMutable(), results)) {
    Type element = lanes.front().getType();
    Value vector =
        vector::FromElementsOp::create(b, loc, getVectorType(element), lanes);
    vector::StoreOp::create(b, loc, vector, kernel.pass(operand.get()),
                            loops.getIndices(b, operand, groupIndices),
                            /*nontemporal=*/false, getAlignment(element));
  }
}

/// Piece number `piece`, counted through all rows.
void ParallelKernel::buildPiece(OpBuilder &b, int64_t width, Value piece) {
  IndexMath math(b, op.getLoc());
  Value size = loops.groups.back().size;
  Value perRow = math.ceilDivU(size, math.constant(width));
  SmallVector<Value> indices(loops.groups.size());
  Value inRow = piece;
  if (!outer.empty()) {
    loops.delinearize(b, math.divU(piece, perRow), outer, indices);
    inRow = math.remU(piece, perRow);
  }
  Value first = math.mul(inRow, math.constant(width));
  indices.back() = first;
  if (width == 1)
    return buildElement(b, indices);
  Value end = math.add(first, math.constant(width));
  std::optional<int64_t> known = getConstantIntValue(size);
  if (known && *known % width == 0)
    return buildVector(b, width, indices);
  auto branch =
      scf::IfOp::create(b, op.getLoc(), math.lessOrEqual(end, size), true);
  OpBuilder whole = branch.getThenBodyBuilder();
  buildVector(whole, width, indices);
  OpBuilder rest = branch.getElseBodyBuilder();
  IndexMath restMath(rest, op.getLoc());
  buildLoop(rest, op.getLoc(), first, size, restMath.constant(1),
            [&](OpBuilder &inside, Value index) {
              indices.back() = index;
              buildElement(inside, indices);
            });
}

void ParallelKernel::buildPieces(OpBuilder &b, int64_t width, Value numPieces) {
  OpBuilder::InsertionGuard guard(kernel.body);
  kernel.body.restoreInsertionPoint(b.saveInsertionPoint());
  IndexMath math = kernel.onDevice();
  Value threads = kernel.getBlockSize();
  Value first =
      math.add(math.mul(kernel.getBlock(), threads), kernel.getThread());
  Value step = math.mul(kernel.getGridSize(), threads);
  buildLoop(kernel.body, op.getLoc(), first, numPieces, step,
            [&](OpBuilder &inside, Value piece) {
              buildPiece(inside, width, piece);
            });
}

void ParallelKernel::make() {
  Value threads = kernel.onHost().constant(kBlockThreads);
  if (loops.groups.empty()) {
    buildElement(kernel.body, {});
    Value one = kernel.onHost().constant(1);
    return kernel.launch(one, one);
  }
  outer = llvm::to_vector(llvm::seq<unsigned>(0, loops.groups.size() - 1));
  const LoopGroup &last = loops.groups.back();
  int64_t width = getVectorSize();
  // Vectors start at multiples of 16 bytes; rows need not.
  std::optional<int64_t> known = getConstantIntValue(last.hostSize);
  bool startsAligned = outer.empty() || (known && *known % width == 0);
  if (!startsAligned && known)
    width = 1;

  IndexMath host = kernel.onHost(), device = kernel.onDevice();
  Value hostSize = host.get(last.hostSize);
  auto countPieces = [](IndexMath &math, Value rows, Value size,
                        int64_t width) {
    return math.mul(rows, math.ceilDivU(size, math.constant(width)));
  };
  Value hostRows = loops.getHostSize(outer), rows = loops.getSize(outer);
  Value pieces = countPieces(device, rows, last.size, width);
  if (width == 1 || startsAligned) {
    buildPieces(kernel.body, width, pieces);
  } else {
    Value isAligned = device.equal(
        device.remU(last.size, device.constant(width)), device.constant(0));
    auto branch = scf::IfOp::create(kernel.body, op.getLoc(), isAligned, true);
    OpBuilder vectors = branch.getThenBodyBuilder();
    buildPieces(vectors, width, pieces);
    OpBuilder other = branch.getElseBodyBuilder();
    buildPieces(other, 1, IndexMath(other, op.getLoc()).mul(rows, last.size));
  }
  kernel.launch(countBlocks(kernel,
                            countPieces(host, hostRows, hostSize, width),
                            kBlockThreads),
                threads);
}

void croton::detail::makeParallelKernel(KernelPlace place,
                                        linalg::LinalgOp op) {
  ParallelKernel(place, op).make();
}

//===----------------------------------------------------------------------===//
// Sequential reductions
//===----------------------------------------------------------------------===//

void croton::detail::makeSequentialKernel(KernelPlace place,
                                          linalg::LinalgOp op) {
  KernelBuilder kernel(place.host, place.module, op.getLoc(), "reduce");
  KernelLoops loops(kernel, op);
  Location loc = op.getLoc();
  SmallVector<unsigned> kept = loops.getGroups(/*isReduction=*/false);
  SmallVector<unsigned> reduced = loops.getGroups(/*isReduction=*/true);
  IndexMath math = kernel.onDevice();
  Value threads = kernel.getBlockSize();
  Value first =
      math.add(math.mul(kernel.getBlock(), threads), kernel.getThread());
  Value step = math.mul(kernel.getGridSize(), threads);
  Value numPoints = loops.getSize(kept), numTerms = loops.getSize(reduced);
  Value zero = math.constant(0), one = math.constant(1);
  buildLoop(
      kernel.body, loc, first, numPoints, step, [&](OpBuilder &b, Value point) {
        SmallVector<Value> indices(loops.groups.size(), zero);
        loops.delinearize(b, point, kept, indices);
        SmallVector<Value> inits;
        for (OpOperand &operand : op.getDpsInitsMutable())
          inits.push_back(
              memref::LoadOp::create(b, loc, kernel.pass(operand.get()),
                                     loops.getIndices(b, operand, indices)));
        auto terms = scf::ForOp::create(
            b, loc, zero, numTerms, one, inits,
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
              llvm::append_range(scalars, carried);
              scf::YieldOp::create(
                  inside, loc,
                  cloneBody(kernel, inside, op, scalars,
                            loops.getLoopIndices(inside, indices)));
            });
        storeElements(kernel, b, loops, op, indices, terms.getResults());
      });
  kernel.launch(countBlocks(kernel, loops.getHostSize(kept), kBlockThreads),
                kernel.onHost().constant(kBlockThreads));
}
