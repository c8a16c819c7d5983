//===- InPlaceAnalysis.cpp - Which writes may reuse a buffer --------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One forward walk over a function. Every op has a position; the set of values
// that may share a buffer knows the last position at which one of them is read.
// A write at position p may destroy its buffer iff the set is writable and has
// no read after p, where a read inside a loop of a value defined outside of it
// counts at the end of the loop, because the next iteration reads again.
//
//===----------------------------------------------------------------------===//

#include "croton/Analysis/InPlaceAnalysis.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::croton;
using bufferization::AliasingValue;
using bufferization::BufferizableOpInterface;
using bufferization::BufferRelation;

MLIR_DEFINE_EXPLICIT_TYPE_ID(mlir::croton::InPlaceState)

static bool isTensor(Value value) { return isa<TensorType>(value.getType()); }

static bool hasTensors(Operation *op) {
  return llvm::any_of(op->getOperands(), isTensor) ||
         llvm::any_of(op->getResults(), isTensor);
}

InPlaceState::InPlaceState(const bufferization::BufferizationOptions &options)
    : AnalysisState(options, TypeID::get<InPlaceState>()) {}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

/// Gives each op in `block` the interval of positions that it and the ops in
/// its regions take.
void InPlaceState::numberOps(Block &block) {
  for (Operation &op : block) {
    unsigned begin = nextPosition++;
    for (Region &region : op.getRegions())
      for (Block &nested : region)
        numberOps(nested);
    positions[&op] = {begin, nextPosition++};
  }
}

/// The region that executes again and again on its own: a loop body, but also
/// the body of a structured op, which runs once per element.
static bool isRepetitive(Operation *op) { return !isa<scf::IfOp>(op); }

/// The position at which the read of `use` is over for good.
unsigned InPlaceState::getReadPosition(OpOperand &use) const {
  Operation *op = use.getOwner();
  unsigned position = positions.lookup(op).first;
  Region *home = use.get().getParentRegion();
  while (op->getParentRegion() != home) {
    op = op->getParentOp();
    assert(op && "use outside of the region of its definition");
    if (isRepetitive(op))
      position = positions.lookup(op).second;
  }
  return position;
}

/// True if the contents of the used value matter at `use`. A view counts as a
/// read of its source, since the view's own readers come later.
bool InPlaceState::isRead(OpOperand &use) const {
  Operation *owner = use.getOwner();
  if (isa<scf::ForOp>(owner))
    return true;
  auto op = getOptions().dynCastBufferizableOp(owner);
  if (!op || op.bufferizesToMemoryRead(use, *this))
    return true;
  return !op.getAliasingValues(use, *this).getAliases().empty() &&
         !op.bufferizesToMemoryWrite(use, *this);
}

//===----------------------------------------------------------------------===//
// Groups of values
//===----------------------------------------------------------------------===//

unsigned InPlaceState::getOrCreate(Value value, bool isOwned, bool isWhole) {
  auto [it, isNew] = nodeOf.try_emplace(value, nodes.size());
  if (!isNew)
    return it->second;
  unsigned id = it->second;
  Node node;
  node.setParent = node.sameParent = id;
  node.isOwned = isOwned;
  node.isWhole = isWhole;
  for (OpOperand &use : value.getUses())
    if (isRead(use))
      addRead(node, getReadPosition(use));
  nodes.push_back(node);
  return id;
}

void InPlaceState::addRead(Node &node, unsigned position) {
  if (position > node.lastRead)
    node.secondLastRead = std::exchange(node.lastRead, position);
  else
    node.secondLastRead = std::max(node.secondLastRead, position);
}

// Groups are joined by size, so a root is at most log2(#values) steps away.
unsigned InPlaceState::findSet(unsigned node) const {
  while (nodes[node].setParent != node)
    node = nodes[node].setParent;
  return node;
}

unsigned InPlaceState::findSame(unsigned node) const {
  while (nodes[node].sameParent != node)
    node = nodes[node].sameParent;
  return node;
}

void InPlaceState::joinSets(unsigned a, unsigned b) {
  a = findSet(a);
  b = findSet(b);
  if (a == b)
    return;
  if (nodes[a].setSize < nodes[b].setSize)
    std::swap(a, b);
  nodes[b].setParent = a;
  nodes[a].setSize += nodes[b].setSize;
  addRead(nodes[a], nodes[b].lastRead);
  addRead(nodes[a], nodes[b].secondLastRead);
  nodes[a].isOwned &= nodes[b].isOwned;
}

void InPlaceState::joinSame(unsigned a, unsigned b) {
  a = findSame(a);
  b = findSame(b);
  if (a == b)
    return;
  if (nodes[a].sameSize < nodes[b].sameSize)
    std::swap(a, b);
  nodes[b].sameParent = a;
  nodes[a].sameSize += nodes[b].sameSize;
  nodes[a].isWhole &= nodes[b].isWhole;
}

/// Records that `result` may live in the buffer of `source`, and with `isSame`
/// that it is exactly that buffer.
void InPlaceState::alias(Value source, Value result, bool isSame) {
  unsigned from = nodeOf.lookup(source);
  unsigned to = getOrCreate(result, /*isOwned=*/true, /*isWhole=*/isSame);
  joinSets(from, to);
  if (isSame)
    joinSame(from, to);
}

//===----------------------------------------------------------------------===//
// Slices that are put back
//===----------------------------------------------------------------------===//

/// The value whose buffer `value` takes over if all goes well, else null.
static Value getDestination(Value value) {
  auto result = dyn_cast<OpResult>(value);
  if (!result)
    return Value();
  if (auto op = dyn_cast<DestinationStyleOpInterface>(result.getOwner()))
    return op.getTiedOpOperand(result)->get();
  if (auto loop = dyn_cast<scf::ForOp>(result.getOwner()))
    return loop.getTiedLoopInit(result)->get();
  return Value();
}

/// Finds the op that took the slice out of the tensor that `insert` puts it
/// back into.
static tensor::ExtractSliceOp findExtract(tensor::InsertSliceOp insert) {
  constexpr unsigned kMaxSteps = 32;
  Value value = insert.getSource();
  for (unsigned step = 0; value && step < kMaxSteps; ++step) {
    auto extract = value.getDefiningOp<tensor::ExtractSliceOp>();
    if (!extract) {
      value = getDestination(value);
      continue;
    }
    bool isSame = extract.getSource() == insert.getDest() &&
                  extract->getBlock() == insert->getBlock() &&
                  extract.getType() == insert.getSourceType() &&
                  extract.isSameAs(insert, [](OpFoldResult a, OpFoldResult b) {
                    return isEqualConstantIntOrValue(a, b);
                  });
    return isSame ? extract : nullptr;
  }
  return nullptr;
}

/// Gives the result of an extract that has its counterpart a set of its own, if
/// the only read of the tensor after it is the one by that counterpart.
bool InPlaceState::visitPairedExtract(Operation *op) {
  Operation *insert = insertOf.lookup(op);
  if (!insert)
    return false;
  Value source = op->getOperand(0), slice = op->getResult(0);
  const Node &set = nodes[findSet(nodeOf.lookup(source))];
  if (set.lastRead != positions.lookup(insert).first ||
      set.secondLastRead > positions.lookup(op).first)
    return false;
  getOrCreate(slice, set.isOwned, /*isWhole=*/false);
  if (undefinedValues.contains(source))
    undefinedValues.insert(slice);
  return true;
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

/// True if `other`, an operand of the same op, stands in the way of destroying
/// the buffer of `destination`.
bool InPlaceState::conflictsWithin(OpOperand &destination,
                                   OpOperand &other) const {
  if (destroyed.contains(&other))
    return true;
  if (!isRead(other))
    return false;
  // Reading the old element before writing the new one at the same position is
  // fine, and only then: both operands must be the very same buffer.
  auto op = cast<BufferizableOpInterface>(destination.getOwner());
  return !areEquivalentBufferizedValues(destination.get(), other.get()) ||
         !op.bufferizesToElementwiseAccess(*this, {&destination, &other});
}

/// The rule: writable, not read later, and no other operand in the way.
bool InPlaceState::canOverwrite(OpOperand &operand) const {
  unsigned set = findSet(nodeOf.lookup(operand.get()));
  Operation *op = operand.getOwner();
  if (!nodes[set].isOwned || nodes[set].lastRead > positions.lookup(op).first)
    return false;
  return llvm::none_of(op->getOpOperands(), [&](OpOperand &other) {
    return &other != &operand && isTensor(other.get()) &&
           findSet(nodeOf.lookup(other.get())) == set &&
           conflictsWithin(operand, other);
  });
}

LogicalResult InPlaceState::visitOperand(BufferizableOpInterface op,
                                         OpOperand &operand) {
  bufferization::AliasingValueList aliases =
      op.getAliasingValues(operand, *this);
  if (aliases.getNumAliases() == 0)
    return success();
  if (op.bufferizesToMemoryWrite(operand, *this)) {
    if (!canOverwrite(operand)) {
      if (op.mustBufferizeInPlace(operand, *this))
        return op.emitOpError()
               << "must write to operand #" << operand.getOperandNumber()
               << " in place, but its buffer is read later or not writable";
      outOfPlace.insert(&operand);
      return success();
    }
    destroyed.insert(&operand);
  } else if (undefinedValues.contains(operand.get())) {
    for (const AliasingValue &result : aliases)
      undefinedValues.insert(result.value);
  }
  for (const AliasingValue &result : aliases)
    alias(operand.get(), result.value,
          result.isDefinite && result.relation == BufferRelation::Equivalent);
  return success();
}

/// Results that share memory with no operand are buffers of their own.
void InPlaceState::visitFreshResults(BufferizableOpInterface op) {
  for (OpResult result : op->getResults()) {
    if (!isTensor(result) || nodeOf.count(result))
      continue;
    getOrCreate(result, op.isWritable(result, *this), /*isWhole=*/true);
    auto alloc = dyn_cast<bufferization::AllocTensorOp>(op.getOperation());
    if (isa<tensor::EmptyOp>(op.getOperation()) || (alloc && !alloc.getCopy()))
      undefinedValues.insert(result);
  }
}

/// The values carried by a loop live in the buffers of their initial values if
/// those may be overwritten, else in copies of them.
LogicalResult InPlaceState::visitFor(Operation *op) {
  auto loop = cast<scf::ForOp>(op);
  for (OpOperand &init : loop.getInitArgsMutable()) {
    if (!isTensor(init.get()))
      continue;
    Value carried = loop.getTiedLoopRegionIterArg(&init);
    if (!canOverwrite(init)) {
      outOfPlace.insert(&init);
      getOrCreate(carried, /*isOwned=*/true, /*isWhole=*/true);
      continue;
    }
    destroyed.insert(&init);
    alias(init.get(), carried, /*isSame=*/true);
  }
  if (failed(visitBlock(*loop.getBody())))
    return failure();
  // Results join only now: inside the body the carried value is still the one
  // of this iteration. A yielded value in another buffer gets copied.
  for (OpResult result : loop.getResults()) {
    if (!isTensor(result))
      continue;
    alias(loop.getTiedLoopRegionIterArg(result), result,
          keepsCarriedBuffer(loop, result.getResultNumber()));
  }
  return success();
}

bool InPlaceState::keepsCarriedBuffer(scf::ForOp loop, unsigned index) const {
  Value carried = loop.getRegionIterArg(index);
  Value yielded = loop.getYieldedValues()[index];
  if (areEquivalentBufferizedValues(carried, yielded))
    return true;
  // Else the yielded value is copied over the carried one: the shape must stay
  // and no yielded value may still live in that buffer.
  return cast<TensorType>(carried.getType()).hasStaticShape() &&
         llvm::none_of(loop.getYieldedValues(), [&](Value other) {
           return isTensor(other) &&
                  areAliasingBufferizedValues(carried, other);
         });
}

LogicalResult InPlaceState::visitIf(Operation *op) {
  auto branch = cast<scf::IfOp>(op);
  for (Region &region : branch->getRegions())
    if (!region.empty() && failed(visitBlock(region.front())))
      return failure();
  // The result is one of two buffers. It joins both after both branches were
  // seen, so that neither branch takes the other's yield for a reader.
  for (OpResult result : branch.getResults()) {
    if (!isTensor(result))
      continue;
    unsigned index = result.getResultNumber();
    alias(branch.thenYield().getOperand(index), result, /*isSame=*/false);
    alias(branch.elseYield().getOperand(index), result, /*isSame=*/false);
  }
  return success();
}

LogicalResult InPlaceState::visit(Operation *op) {
  if (isa<scf::ForOp>(op))
    return visitFor(op);
  if (isa<scf::IfOp>(op))
    return visitIf(op);
  if (isa<scf::YieldOp>(op) || visitPairedExtract(op))
    return success();

  if (hasTensors(op)) {
    auto bufferizable = getOptions().dynCastBufferizableOp(op);
    if (!bufferizable)
      return op->emitOpError() << "works on tensors but has no bufferized form";
    for (OpOperand &operand : op->getOpOperands())
      if (isTensor(operand.get()) &&
          failed(visitOperand(bufferizable, operand)))
        return failure();
    visitFreshResults(bufferizable);
    // The slice is back in the tensor.
    if (Operation *extract = extractOf.lookup(op))
      joinSets(nodeOf.lookup(extract->getOperand(0)),
               nodeOf.lookup(extract->getResult(0)));
  }
  for (Region &region : op->getRegions()) {
    for (Block &block : region) {
      if (llvm::any_of(block.getArguments(), isTensor) ||
          (block.mightHaveTerminator() &&
           llvm::any_of(block.back().getOperands(), isTensor)))
        return op->emitOpError() << "carries tensors through a region in a way "
                                    "that bufferization does not support";
      if (failed(visitBlock(block)))
        return failure();
    }
  }
  return success();
}

LogicalResult InPlaceState::visitBlock(Block &block) {
  for (Operation &op : block)
    if (failed(visit(&op)))
      return failure();
  return success();
}

LogicalResult InPlaceState::analyze(FunctionOpInterface function) {
  nodes.clear();
  nodeOf.clear();
  positions.clear();
  outOfPlace.clear();
  destroyed.clear();
  undefinedValues.clear();
  insertOf.clear();
  extractOf.clear();
  nextPosition = 1;
  if (function.isExternal())
    return success();
  if (!function.getFunctionBody().hasOneBlock())
    return function.emitOpError()
           << "expected a body of one block, but got "
           << function.getFunctionBody().getBlocks().size();

  numberOps(function.getFunctionBody().front());
  function.walk([&](tensor::InsertSliceOp insert) {
    if (tensor::ExtractSliceOp extract = findExtract(insert))
      if (insertOf.try_emplace(extract, insert).second)
        extractOf[insert] = extract;
  });
  for (auto [index, argument] : llvm::enumerate(function.getArguments())) {
    if (!isTensor(argument))
      continue;
    auto writable = function.getArgAttrOfType<BoolAttr>(
        index, bufferization::BufferizationDialect::kWritableAttrName);
    bool isDonated = function.getArgAttr(index, kDonatedAttrName) ||
                     (writable && writable.getValue());
    getOrCreate(argument, isDonated, /*isWhole=*/true);
  }
  return visitBlock(function.getFunctionBody().front());
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

bool InPlaceState::isInPlace(OpOperand &operand) const {
  return !outOfPlace.contains(&operand);
}

bool InPlaceState::areEquivalentBufferizedValues(Value v1, Value v2) const {
  if (v1 == v2)
    return true;
  auto a = nodeOf.find(v1), b = nodeOf.find(v2);
  return a != nodeOf.end() && b != nodeOf.end() &&
         findSame(a->second) == findSame(b->second);
}

bool InPlaceState::areAliasingBufferizedValues(Value v1, Value v2) const {
  if (v1 == v2)
    return true;
  auto a = nodeOf.find(v1), b = nodeOf.find(v2);
  return a != nodeOf.end() && b != nodeOf.end() &&
         findSet(a->second) == findSet(b->second);
}

bool InPlaceState::hasUndefinedContents(OpOperand *operand) const {
  return undefinedValues.contains(operand->get());
}

bool InPlaceState::isWholeBuffer(Value value) const {
  return nodes[findSame(nodeOf.lookup(value))].isWhole;
}

bool InPlaceState::isOwnedBuffer(Value value) const {
  return nodes[findSet(nodeOf.lookup(value))].isOwned;
}

unsigned InPlaceState::getBufferSet(Value value) const {
  return findSet(nodeOf.lookup(value));
}
