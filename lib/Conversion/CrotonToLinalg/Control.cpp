//===- Control.cpp - Constants, markers and assertions to arith -===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

/// `value` as a constant of signless elements. Resources are shared, not
/// copied. Null if the kind of attribute has no signless form.
static ElementsAttr getSignlessElements(ElementsAttr value,
                                        RankedTensorType type) {
  if (value.getElementType() == type.getElementType())
    return value;
  if (auto dense = dyn_cast<DenseElementsAttr>(value))
    return dense.bitcast(type.getElementType());
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value))
    return DenseResourceElementsAttr::get(type, resource.getRawHandle());
  return {};
}

namespace {

/// Pattern: croton.constant -> arith.constant
class ConstantLowering : public CrotonLowering<ConstantOp> {
public:
  using CrotonLowering::CrotonLowering;

  LogicalResult
  matchAndRewrite(ConstantOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = getResultType(op);
    auto elements =
        dyn_cast_or_null<TypedAttr>(getSignlessElements(op.getValue(), type));
    if (!elements)
      return rewriter.notifyMatchFailure(
          op, "this kind of constant has no signless form");
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(op, type, elements);
    return success();
  }
};

/// Pattern: an op that only marks its operand -> the operand
template <typename OpTy>
class MarkerLowering : public CrotonLowering<OpTy> {
public:
  using CrotonLowering<OpTy>::CrotonLowering;

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, adaptor.getOperand());
    return success();
  }
};

/// Pattern: croton.assert -> a check of each condition
class AssertLowering : public CrotonLowering<AssertOp> {
public:
  using CrotonLowering::CrotonLowering;

  LogicalResult
  matchAndRewrite(AssertOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    for (Value condition : adaptor.getConditions()) {
      CheckMessage message(rewriter, op->getName().getStringRef(), loc);
      message << op.getMessage();
      message.emit(readScalar(rewriter, loc, condition), CROTON_ERROR_ASSERT);
    }
    rewriter.replaceOp(op, adaptor.getValue());
    return success();
  }
};

/// Pattern: a transfer -> bufferization.materialize_in_destination of a new
/// tensor there
template <typename OpTy>
class TransferLowering : public CrotonLowering<OpTy> {
public:
  using CrotonLowering<OpTy>::CrotonLowering;

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<OpFoldResult> sizes =
        this->table.getSizes(rewriter, adaptor.getOperand());
    Value result = transferTo(rewriter, op.getLoc(), adaptor.getOperand(),
                              getDevice(op.getResult()), sizes);
    this->replace(rewriter, op, result, sizes);
    return success();
  }
};

} // namespace

void croton::detail::populateControlLowering(const TypeConverter &converter,
                                             RewritePatternSet &patterns,
                                             SizeTable &table) {
  patterns.add<ConstantLowering, MarkerLowering<ZeroGradOp>,
               MarkerLowering<DisconnectedGradOp>, MarkerLowering<GradClipOp>,
               AssertLowering, TransferLowering<GpuFromHostOp>,
               TransferLowering<HostFromGpuOp>, TransferLowering<GpuToGpuOp>>(
      converter, patterns.getContext(), table);
}
