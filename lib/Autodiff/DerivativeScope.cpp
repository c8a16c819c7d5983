//===- DerivativeScope.cpp - Ops made for one derivative ------------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DerivativeScope.h"

#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/Threading.h"

using namespace mlir;
using namespace mlir::croton;

/// The op just above the insertion point, or null.
static Operation *getOpAbove(OpBuilder &builder) {
  Block *block = builder.getInsertionBlock();
  Block::iterator point = builder.getInsertionPoint();
  return point == block->begin() ? nullptr : &*std::prev(point);
}

DerivativeScope::DerivativeScope(OpBuilder &builder, Location request,
                                 StringRef kind)
    : builder(builder), outer(builder.getListener()),
      before(getOpAbove(builder)), request(request), source(request),
      kind(kind), text(kind),
      notes(builder.getContext(),
            [request, thread = llvm::get_threadid()](Diagnostic &diag) {
              // Functions are worked on in parallel; each thread has its own
              // request.
              if (thread == llvm::get_threadid() &&
                  diag.getSeverity() == DiagnosticSeverity::Error &&
                  diag.getLocation() != request)
                diag.attachNote(request) << "the derivative is asked for here";
              return failure();
            }) {
  builder.setListener(this);
}

DerivativeScope::~DerivativeScope() { builder.setListener(outer); }

void DerivativeScope::setSource(Operation *op) {
  source = op->getLoc();
  text = (kind + " of " + op->getName().getStringRef()).str();
}

void DerivativeScope::setSource(Value value) {
  if (Operation *op = value.getDefiningOp())
    return setSource(op);
  source = value.getLoc();
  text = (Twine(kind) + " of argument #" +
          Twine(cast<BlockArgument>(value).getArgNumber()))
             .str();
}

void DerivativeScope::notifyOperationInserted(Operation *op,
                                              OpBuilder::InsertPoint previous) {
  MLIRContext *context = op->getContext();
  op->setLoc(FusedLoc::get(context, {source, request},
                           StringAttr::get(context, text)));
  if (outer)
    outer->notifyOperationInserted(op, previous);
}

void DerivativeScope::eraseUnused(ValueRange keep) {
  DenseSet<Value> kept(keep.begin(), keep.end());
  auto *rewriteListener =
      outer ? dyn_cast<RewriterBase::Listener>(outer) : nullptr;
  Block *block = builder.getInsertionBlock();
  Block::iterator first =
      before ? std::next(before->getIterator()) : block->begin();
  for (Block::iterator it = builder.getInsertionPoint(); it != first;) {
    Operation *op = &*--it;
    bool isKept = llvm::any_of(op->getResults(),
                               [&](Value v) { return kept.contains(v); });
    if (isKept || !isOpTriviallyDead(op))
      continue;
    if (rewriteListener)
      rewriteListener->notifyOperationErased(op);
    bool isFirst = it == first;
    it = block->getOperations().erase(it);
    if (isFirst)
      first = it;
  }
}
