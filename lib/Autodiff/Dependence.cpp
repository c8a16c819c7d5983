//===- Dependence.cpp - What lies between two sets of values --------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dependence.h"

#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::croton;

bool mlir::croton::isConnected(Operation *op, unsigned operand,
                               unsigned result) {
  auto differentiable = dyn_cast<DifferentiableOpInterface>(op);
  return !differentiable || differentiable.isConnected(operand, result);
}

/// Values from outside that the regions of `op` use.
static SetVector<Value> getCaptured(Operation *op) {
  SetVector<Value> captured;
  if (op->getNumRegions() != 0)
    getUsedValuesDefinedAbove(op->getRegions(), captured);
  return captured;
}

FailureOr<Dependence> Dependence::compute(Location loc, Block *block,
                                          ValueRange sources,
                                          ValueRange targets, ValueRange cuts) {
  Dependence result;
  result.sources.insert(sources.begin(), sources.end());
  result.cuts.insert(cuts.begin(), cuts.end());
  result.active = result.sources;
  SmallVector<Operation *> sorted;
  if (failed(result.collect(loc, block, targets, sorted)))
    return failure();
  for (Operation *op : sorted)
    if (result.visitOp(op))
      result.ops.push_back(op);
  if (failed(result.sortByPosition(loc, block)))
    return failure();
  result.markReached(targets);
  return result;
}

//===----------------------------------------------------------------------===//
// Collecting
//===----------------------------------------------------------------------===//

/// A block argument is where the graph starts. That is certain for a function;
/// an argument of another block may stand for a value from outside that depends
/// on the sources, unless they all belong to the same block.
LogicalResult Dependence::visitArgument(Location loc, Value value) const {
  auto argument = cast<BlockArgument>(value);
  Block *block = argument.getOwner();
  Operation *parent = block->getParentOp();
  bool isFunction = block->isEntryBlock() && parent &&
                    parent->hasTrait<OpTrait::IsIsolatedFromAbove>();
  bool hasOwnSources = llvm::all_of(
      sources, [&](Value source) { return source.getParentBlock() == block; });
  if (isFunction || hasOwnSources || sources.contains(value) ||
      cuts.contains(value))
    return success();
  InFlightDiagnostic diag = emitError(loc)
                            << "cannot follow values through control flow: "
                               "argument #"
                            << argument.getArgNumber()
                            << " of a block may depend on what is "
                               "differentiated by; list it in "
                               "consider_constant if it does not";
  diag.attachNote(value.getLoc()) << "the argument is here";
  return diag;
}

LogicalResult Dependence::collect(Location loc, Block *block,
                                  ValueRange targets,
                                  SmallVectorImpl<Operation *> &sorted) {
  /// An op, what it is computed from, and how much of that has been visited.
  struct Frame {
    Operation *op;
    SmallVector<Value> inputs;
    size_t next = 0;
  };
  DenseSet<Value> seenArguments;
  DenseSet<Operation *> seen;
  SmallVector<Frame> stack;
  auto visit = [&](Value value) -> LogicalResult {
    if (cuts.contains(value))
      return success();
    Operation *op = value.getDefiningOp();
    if (!op)
      return seenArguments.insert(value).second ? visitArgument(loc, value)
                                                : success();
    if (!seen.insert(op).second)
      return success();
    SmallVector<Value> inputs(op->getOperands());
    llvm::append_range(inputs, getCaptured(op));
    stack.push_back({op, std::move(inputs)});
    return success();
  };
  for (Value target : targets) {
    if (failed(visit(target)))
      return failure();
    while (!stack.empty()) {
      Frame &frame = stack.back();
      if (frame.next < frame.inputs.size()) {
        if (failed(visit(frame.inputs[frame.next++])))
          return failure();
        continue;
      }
      sorted.push_back(frame.op);
      stack.pop_back();
    }
  }
  return success();
}

/// Marks the results of `op` that depend on active values; true if there are
/// any. The operands have been visited.
bool Dependence::visitOp(Operation *op) {
  if (llvm::any_of(getCaptured(op), [&](Value v) { return isActive(v); }))
    capturing.insert(op);
  bool isOnTheWay = false;
  for (OpResult result : op->getResults()) {
    if (cuts.contains(result))
      continue;
    bool depends = capturing.contains(op) ||
                   llvm::any_of(op->getOpOperands(), [&](OpOperand &operand) {
                     return isActive(operand.get()) &&
                            isConnected(op, operand.getOperandNumber(),
                                        result.getResultNumber());
                   });
    if (depends) {
      active.insert(result);
      isOnTheWay = true;
    }
  }
  return isOnTheWay;
}

void Dependence::markReached(ValueRange targets) {
  reached.insert(targets.begin(), targets.end());
  for (Operation *op : llvm::reverse(ops))
    for (OpResult result : op->getResults()) {
      if (!isReached(result) || cuts.contains(result))
        continue;
      for (OpOperand &operand : op->getOpOperands())
        if (isConnected(op, operand.getOperandNumber(),
                        result.getResultNumber()))
          reached.insert(operand.get());
      if (capturing.contains(op))
        for (Value captured : getCaptured(op))
          reached.insert(captured);
    }
}

//===----------------------------------------------------------------------===//
// Order and paths
//===----------------------------------------------------------------------===//

LogicalResult Dependence::sortByPosition(Location loc, Block *block) {
  // How many blocks stand around each block; all are around the request.
  DenseMap<Block *, unsigned> depths;
  SmallVector<Block *> around;
  for (Block *b = block; b;) {
    around.push_back(b);
    Operation *parent = b->getParentOp();
    b = parent ? parent->getBlock() : nullptr;
  }
  for (auto [depth, b] : llvm::enumerate(llvm::reverse(around)))
    depths[b] = depth;
  for (Operation *op : ops) {
    if (depths.contains(op->getBlock()))
      continue;
    InFlightDiagnostic diag =
        op->emitOpError() << "is on the way to a derivative but in another "
                             "block; expected all ops on the way in one block, "
                             "without branches between";
    diag.attachNote(loc) << "the derivative is asked for here";
    return diag;
  }
  // What an inner block sees of an outer one stands above the inner one.
  llvm::sort(ops, [&](Operation *a, Operation *b) {
    if (a->getBlock() == b->getBlock())
      return a->isBeforeInBlock(b);
    return depths.lookup(a->getBlock()) < depths.lookup(b->getBlock());
  });
  return success();
}

std::pair<SmallVector<Operation *>, Value>
Dependence::getPathToSource(Value value) const {
  SmallVector<Operation *> path;
  while (!sources.contains(value)) {
    Operation *op = value.getDefiningOp();
    path.push_back(op);
    SetVector<Value> inputs(op->operand_begin(), op->operand_end());
    inputs.insert_range(getCaptured(op));
    auto isTheWay = [&](Value input) { return isActive(input); };
    value = *llvm::find_if(inputs, isTheWay);
  }
  return {path, value};
}
