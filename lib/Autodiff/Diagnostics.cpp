//===- Diagnostics.cpp - What both modes report ---------------------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics.h"

using namespace mlir;
using namespace mlir::croton;

/// The most ops of a path that a message names.
static constexpr size_t kMaxPathLength = 12;

std::string mlir::croton::describe(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return ("argument #" + Twine(argument.getArgNumber())).str();
  auto result = cast<OpResult>(value);
  return ("result #" + Twine(result.getResultNumber()) + " of '" +
          result.getOwner()->getName().getStringRef() + "'")
      .str();
}

LogicalResult mlir::croton::reportDisconnected(Location loc,
                                               DisconnectedPolicy policy,
                                               const Twine &what, Value value,
                                               StringRef relation,
                                               ValueRange others) {
  if (policy == DisconnectedPolicy::Ignore)
    return success();
  bool isError = policy == DisconnectedPolicy::Raise;
  InFlightDiagnostic diag = isError ? emitError(loc) : emitWarning(loc);
  diag << what << " (" << describe(value) << ") is disconnected: " << relation;
  diag << (isError ? "; with 'disconnected ignore' its derivative is zero"
                   : "; its derivative is zero");
  diag.attachNote(value.getLoc()) << "the disconnected value is here";
  for (Value other : others.take_front(3))
    diag.attachNote(other.getLoc()) << "not connected to " << describe(other);
  return failure(isError);
}

/// "'croton.sum' <- 'test.op' <- argument #0"
static std::string describePath(ArrayRef<Operation *> path, Value end) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (Operation *op : path.take_front(kMaxPathLength))
    os << "'" << op->getName() << "' <- ";
  if (path.size() > kMaxPathLength)
    os << "... <- ";
  os << describe(end);
  return text;
}

FailureOr<DifferentiableOpInterface> mlir::croton::getDifferentiable(
    Operation *op, const Dependence &dependence,
    llvm::function_ref<SmallVector<Operation *>()> getPath) {
  auto differentiable = dyn_cast<DifferentiableOpInterface>(op);
  bool captures = dependence.capturesActive(op);
  if (differentiable && !captures)
    return differentiable;
  InFlightDiagnostic diag = op->emitOpError();
  if (captures)
    diag << "has regions that use values from outside which are "
            "differentiated by, and no derivative can pass into regions; "
            "inline it";
  else
    diag << "is on the way of a derivative, but does not implement "
            "DifferentiableOpInterface; attach the interface by an external "
            "model, or list a result of it in consider_constant";
  SmallVector<Operation *> whole = getPath();
  for (Value result : op->getResults())
    if (dependence.isActive(result)) {
      auto [rest, source] = dependence.getPathToSource(result);
      llvm::append_range(whole, rest);
      diag.attachNote(source.getLoc())
          << "path: " << describePath(whole, source);
      break;
    }
  return diag;
}

LogicalResult mlir::croton::reportNoTangent(Location loc, const Twine &what,
                                            Value value) {
  return emitError(loc) << what << " of type " << value.getType()
                        << " has no derivative; only real tensors do";
}
