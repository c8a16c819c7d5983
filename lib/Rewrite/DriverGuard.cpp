//===- DriverGuard.cpp - Checks around an application ---------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What Guard::Local and Guard::Full add to an attempt, and what is said about
// global rewrites.
//
//===----------------------------------------------------------------------===//

#include "Driver.h"
#include "LocalDiagnostics.h"
#include "RoundHash.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

void Driver::beginGuarded() {
  rewriter.begin();
  applicationStarts();
  if (run.guard == Guard::Full)
    fingerprint = hashStructure(root);
}

/// Whether the graph differs from what it was before an attempt that, as far as
/// the rewriter knows, changed nothing or was undone.
bool Driver::hasHiddenEdits() {
  return run.guard == Guard::Full && hashStructure(root) != fingerprint;
}

void Driver::noteHiddenEdits() {
  application.start();
  // Nobody knows what was changed, only that something was.
  ++numEdits;
  reportMisbehaviour("edits behind the rewriter's back");
}

/// The candidate did not match.
void Driver::noteMiss() {
  if (isGuarded) {
    rewriter.commit();
    if (hasHiddenEdits())
      noteHiddenEdits();
  }
  reportMiss(ApplicationObserver::Miss::NoMatch, missReason);
  missReason.clear();
}

/// Whether `op` stands between its operands and its users, as far as they are
/// in its block; other blocks are left to the verifier of the whole.
static bool isInPlace(Operation *op) {
  Block *block = op->getBlock();
  if (!block || mayBeGraphRegion(*block->getParent()))
    return true;
  auto comesBefore = [&](Operation *producer, Operation *user) {
    return !producer || producer->getBlock() != block ||
           user->getBlock() != block || producer->isBeforeInBlock(user);
  };
  return llvm::all_of(op->getOperands(),
                      [&](Value operand) {
                        return comesBefore(operand.getDefiningOp(), op);
                      }) &&
         llvm::all_of(op->getUsers(),
                      [&](Operation *user) { return comesBefore(op, user); });
}

/// Verifies what the application has touched. `message` is the first error.
bool Driver::isResultValid(std::string &message) {
  LocalDiagnostics diagnostics(root->getContext());
  for (Operation *op : rewriter.getTransaction().getTouched()) {
    if (failed(verify(op, /*verifyRecursively=*/false))) {
      message = diagnostics.takeFirst();
      return false;
    }
    if (!isInPlace(op)) {
      message = ("'" + op->getName().getStringRef() +
                 "' comes before an operand or after a user")
                    .str();
      return false;
    }
  }
  bool isGood = run.guard != Guard::Full || succeeded(verify(root));
  message = diagnostics.takeFirst();
  return isGood;
}

void Driver::beginGlobal(StringRef rewrite) {
  isInGlobal = run.provenance;
  if (isInGlobal)
    provenance.begin(rewrite, counts.getRewrite(rewrite).applied + 1,
                     root->getLoc());
}

void Driver::endGlobal(StringRef rewrite) {
  isInGlobal = false;
  if (!rewriter.hasRefused())
    return;
  std::string message =
      ("rewrite '" + rewrite + "' " + rewriter.takeRefusal()).str();
  if (run.policy == Policy::Fail) {
    emitError(root->getLoc(), message);
    fail();
  } else if (run.policy != Policy::Ignore &&
             complaints.insert(message).second) {
    emitWarning(root->getLoc(), message);
  }
}
