//===- RestorePlaces.cpp - Destinations where their results are -----------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RestorePlaces.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;
using namespace mlir::croton;

/// An empty tensor of another encoding in place of `init`, if it is empty.
static Value rebuildEmpty(OpBuilder &b, Value init, Attribute encoding) {
  while (auto cast = init.getDefiningOp<tensor::CastOp>())
    init = cast.getSource();
  auto empty = init.getDefiningOp<tensor::EmptyOp>();
  if (!empty)
    return {};
  return tensor::EmptyOp::create(b, empty.getLoc(), empty.getMixedSizes(),
                                 empty.getType().getElementType(), encoding);
}

void croton::restorePlaces(Operation *root) {
  root->walk([](DestinationStyleOpInterface op) {
    for (OpOperand &init : op.getDpsInitsMutable()) {
      auto type = dyn_cast<RankedTensorType>(init.get().getType());
      if (!type || op->getNumResults() == 0)
        continue;
      OpResult result = op.getTiedOpResult(&init);
      auto resultType = cast<RankedTensorType>(result.getType());
      if (type.getEncoding() == resultType.getEncoding())
        continue;
      OpBuilder b(op);
      Value empty = rebuildEmpty(b, init.get(), resultType.getEncoding());
      if (!empty)
        continue;
      if (empty.getType() != resultType)
        empty = tensor::CastOp::create(b, op.getLoc(), resultType, empty);
      init.set(empty);
    }
  });
}
