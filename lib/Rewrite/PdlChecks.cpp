//===- PdlChecks.cpp - What patterns of files must be --------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MakeOp.h"
#include "PdlPattern.h"
#include "croton/Support/DidYouMean.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

std::string croton::detail::formatPlace(Location loc) {
  auto place = dyn_cast<FileLineColLoc>(loc);
  if (!place)
    return "";
  return (place.getFilename().getValue() + ":" + Twine(place.getLine()) + ":" +
          Twine(place.getColumn()))
      .str();
}

llvm::Error croton::detail::failAt(Location loc, const Twine &message) {
  std::string place = formatPlace(loc);
  if (!place.empty())
    place += ": ";
  return llvm::createStringError(place + message);
}

//===----------------------------------------------------------------------===//
// Before verification
//===----------------------------------------------------------------------===//

/// What upstream's verifier takes for granted: "" if it holds.
static StringRef checkShape(Operation *op, pdl::PatternOp pattern) {
  if (op != pattern && isa<pdl::PatternOp>(op))
    return "a pattern has a pattern inside";
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (block.getNumArguments())
        return "a block of a pattern has arguments";
  return "";
}

llvm::Error croton::detail::checkNamesOfPattern(pdl::PatternOp pattern) {
  // Upstream's verifier goes through a pattern by recursion.
  constexpr unsigned kMaxOps = 2000;
  unsigned numOps = 0;
  std::string reason;
  Location where = pattern.getLoc();
  pattern->walk([&](Operation *op) -> WalkResult {
    if (++numOps > kMaxOps) {
      reason = "a pattern has more than " + std::to_string(kMaxOps) + " ops";
      where = pattern.getLoc();
      return WalkResult::interrupt();
    }
    reason = checkShape(op, pattern);
    where = op->getLoc();
    if (!reason.empty())
      return WalkResult::interrupt();
    auto operation = dyn_cast<pdl::OperationOp>(op);
    if (!operation || !operation.getOpName())
      return WalkResult::advance();
    StringRef name = *operation.getOpName();
    pattern.getContext()->getOrLoadDialect(name.split('.').first);
    reason = checkOpName(pattern.getContext(), name);
    return reason.empty() ? WalkResult::advance() : WalkResult::interrupt();
  });
  return reason.empty() ? llvm::Error::success() : failAt(where, reason);
}

//===----------------------------------------------------------------------===//
// Roots and natives
//===----------------------------------------------------------------------===//

/// Checks that there is one root, that it has a name and that all ops hang on
/// it by operands.
static llvm::Error checkRoot(pdl::PatternOp pattern) {
  pdl::RewriteOp rewriter = pattern.getRewriter();
  if (!rewriter.getRoot())
    return failAt(rewriter.getLoc(), "expected the rewrite to name its root");
  auto root = rewriter.getRoot().getDefiningOp<pdl::OperationOp>();
  if (!root || root->getParentOp() != pattern)
    return failAt(rewriter.getLoc(), "expected the root to be a matched op");
  if (!root.getOpName())
    return failAt(root.getLoc(), "the root matches any op; expected a name");

  llvm::SetVector<Operation *> reached;
  reached.insert(root);
  for (unsigned i = 0; i < reached.size(); ++i)
    for (Value operand : reached[i]->getOperands())
      if (isa<pdl::ValueType, pdl::RangeType, pdl::OperationType>(
              operand.getType()))
        reached.insert(operand.getDefiningOp());
  for (auto op : pattern.getBodyRegion().front().getOps<pdl::OperationOp>())
    if (!reached.contains(op))
      return failAt(op.getLoc(),
                    "this op is not reached from the root by operands");
  return llvm::Error::success();
}

/// Whether matching gives `value` a meaning: a matched op has it as an operand,
/// attribute or type, or it is the type of such a value.
static bool isBound(Value value, pdl::PatternOp pattern) {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    if (user->getParentOp() != pattern)
      return false;
    if (isa<pdl::AttributeOp, pdl::OperandOp, pdl::OperandsOp>(user))
      return isBound(user->getResult(0), pattern);
    return isa<pdl::OperationOp>(user);
  });
}

/// Checks that each value of the matcher is bound or a constant.
static llvm::Error checkBound(pdl::PatternOp pattern) {
  for (Operation &op : pattern.getBodyRegion().front()) {
    if (!isa<pdl::AttributeOp, pdl::OperandOp, pdl::OperandsOp, pdl::TypeOp,
             pdl::TypesOp>(op))
      continue;
    bool isConstant = op.hasAttr("value") || op.hasAttr("constantType") ||
                      op.hasAttr("constantTypes");
    if (!isConstant && !isBound(op.getResult(0), pattern))
      return failAt(op.getLoc(), "no matched op has this value");
  }
  return llvm::Error::success();
}

template <typename T>
static llvm::Error checkNative(Location loc, StringRef kind, StringRef name,
                               const llvm::StringMap<T> &registered) {
  if (registered.contains(name))
    return llvm::Error::success();
  SmallVector<StringRef> known(registered.keys());
  llvm::sort(known);
  return failAt(loc, "native " + kind + " '" + name + "' is not registered" +
                         didYouMean(name, known));
}

static llvm::Error checkNatives(pdl::PatternOp pattern,
                                const PDLPatternModule &natives) {
  llvm::Error error = llvm::Error::success();
  auto keep = [&](llvm::Error found) {
    // The first one counts.
    if (error)
      llvm::consumeError(std::move(found));
    else
      error = std::move(found);
  };
  pattern->walk([&](pdl::ApplyNativeConstraintOp op) {
    keep(checkNative(op.getLoc(), "constraint", op.getName(),
                     natives.getConstraintFunctions()));
  });
  pattern->walk([&](pdl::ApplyNativeRewriteOp op) {
    keep(checkNative(op.getLoc(), "rewrite", op.getName(),
                     natives.getRewriteFunctions()));
  });
  if (std::optional<StringRef> name = pattern.getRewriter().getName())
    keep(checkNative(pattern.getRewriter().getLoc(), "rewrite", *name,
                     natives.getRewriteFunctions()));
  return error;
}

//===----------------------------------------------------------------------===//
// Ops that go away
//===----------------------------------------------------------------------===//

/// The op that a value of a pattern stands for or is a result of.
static Operation *getOpOf(Value value) {
  Operation *op = value.getDefiningOp();
  if (isa_and_present<pdl::ResultOp, pdl::ResultsOp>(op))
    return op->getOperand(0).getDefiningOp();
  return op;
}

/// Checks that no op goes away twice or replaces another one after that.
static llvm::Error checkErasures(pdl::RewriteOp rewriter) {
  llvm::SmallPtrSet<Operation *, 4> gone;
  for (Operation &op : *rewriter.getBody()) {
    if (!isa<pdl::ReplaceOp, pdl::EraseOp>(op))
      continue;
    for (Value value : op.getOperands().drop_front())
      if (gone.contains(getOpOf(value)))
        return failAt(op.getLoc(), "the replacement is an op that was replaced "
                                   "or erased before");
    if (!gone.insert(getOpOf(op.getOperand(0))).second)
      return failAt(op.getLoc(), "the op is replaced or erased twice");
  }
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Ops that are made
//===----------------------------------------------------------------------===//

/// Whether a type is known when the op is made.
static bool isResolved(Value type, Block *body) {
  Operation *op = type.getDefiningOp();
  if (op->getBlock() != body || isa<pdl::ApplyNativeRewriteOp>(op))
    return true;
  if (auto typeOp = dyn_cast<pdl::TypeOp>(op))
    return typeOp.getConstantType().has_value();
  if (auto typesOp = dyn_cast<pdl::TypesOp>(op))
    return typesOp.getConstantTypes().has_value();
  return isa<pdl::RangeOp>(op);
}

/// Whether an op that is made before `op` has the type.
static bool isTypeOfEarlier(Value type, pdl::OperationOp op) {
  return llvm::any_of(type.getUsers(), [&](Operation *user) {
    return isa<pdl::OperationOp>(user) && user->getBlock() == op->getBlock() &&
           user->isBeforeInBlock(op);
  });
}

/// Whether the op takes the types of one that it replaces.
static bool replacesOther(pdl::OperationOp op) {
  return llvm::any_of(op.getOp().getUses(), [&](OpOperand &use) {
    if (!isa<pdl::ReplaceOp>(use.getOwner()) || use.getOperandNumber() == 0)
      return false;
    Operation *other = use.getOwner()->getOperand(0).getDefiningOp();
    return other->getBlock() != op->getBlock() || other->isBeforeInBlock(op);
  });
}

static llvm::Error checkMadeOps(pdl::RewriteOp rewriter) {
  Block *body = rewriter.getBody();
  for (auto op : body->getOps<pdl::OperationOp>()) {
    bool isKnown = llvm::all_of(op.getTypeValues(), [&](Value type) {
      return isResolved(type, body) || isTypeOfEarlier(type, op);
    });
    if (!isKnown && !op.hasTypeInference() && !replacesOther(op))
      return failAt(op.getLoc(), "the types of the results are not known");
  }
  return llvm::Error::success();
}

llvm::Error croton::detail::checkPattern(pdl::PatternOp pattern,
                                         const PDLPatternModule &natives) {
  if (llvm::Error error = checkRoot(pattern))
    return error;
  if (llvm::Error error = checkBound(pattern))
    return error;
  if (llvm::Error error = checkNatives(pattern, natives))
    return error;
  pdl::RewriteOp rewriter = pattern.getRewriter();
  if (rewriter.getName())
    return llvm::Error::success();
  if (llvm::Error error = checkErasures(rewriter))
    return error;
  return checkMadeOps(rewriter);
}
