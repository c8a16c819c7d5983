//===- ModelSupport.h - Shared by the reference models ----------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attaching models, walking over positions of tensors, messages.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_REFERENCE_MODELSUPPORT_H
#define CROTON_LIB_REFERENCE_MODELSUPPORT_H

#include "Scalar.h"

#include "croton/Interfaces/EvaluableOpInterface.h"

#include "mlir/IR/BuiltinTypes.h"

namespace mlir::croton::reference {

using Operands = ArrayRef<HostTensor>;
using Results = SmallVectorImpl<HostTensor>;

//===----------------------------------------------------------------------===//
// Models
//===----------------------------------------------------------------------===//

/// A model of `OpTy` that calls `evaluateOp`.
template <typename OpTy, LogicalResult (*evaluateOp)(OpTy, Operands, Results &,
                                                     EvaluationErrors &)>
struct Model
    : public EvaluableOpInterface::ExternalModel<Model<OpTy, evaluateOp>,
                                                 OpTy> {
  LogicalResult evaluate(Operation *op, Operands operands, Results &results,
                         EvaluationErrors &errors) const {
    return evaluateOp(cast<OpTy>(op), operands, results, errors);
  }
};

/// Attaches the model of `OpTy` that calls `evaluateOp`.
template <typename OpTy, LogicalResult (*evaluateOp)(OpTy, Operands, Results &,
                                                     EvaluationErrors &)>
void attachModel(MLIRContext *context) {
  OpTy::template attachInterface<Model<OpTy, evaluateOp>>(*context);
}

// One function for each family, in the file named after it.
void attachControlModels(MLIRContext *context);
void attachElementwiseModels(MLIRContext *context);
void attachGradientModels(MLIRContext *context);
void attachIndexingModels(MLIRContext *context);
void attachLinearAlgebraModels(MLIRContext *context);
void attachNnetModels(MLIRContext *context);
void attachReductionModels(MLIRContext *context);
void attachShapeModels(MLIRContext *context);

// One function for each other dialect, in Upstream.cpp.
void attachArithModels(MLIRContext *context);
void attachMathModels(MLIRContext *context);
void attachTensorModels(MLIRContext *context);

//===----------------------------------------------------------------------===//
// Types and shapes
//===----------------------------------------------------------------------===//

/// The ranked tensor type and the dtype of an op's result.
RankedTensorType getResultType(Operation *op, unsigned index = 0);
DType getResultDType(Operation *op, unsigned index = 0);

/// "4x3", or "scalar" for rank 0.
std::string formatShape(ArrayRef<int64_t> shape);

/// True if the static sizes of `type` are those of `shape`.
bool admitsShape(RankedTensorType type, ArrayRef<int64_t> shape);

/// Allocates a zero-filled tensor, or reports that there is no memory for it.
FailureOr<HostTensor> allocate(DType dtype, ArrayRef<int64_t> shape,
                               EvaluationErrors &errors);

/// Reports a shape that the type of the op's result does not admit.
LogicalResult verifyResultShape(Operation *op, ArrayRef<int64_t> shape,
                                EvaluationErrors &errors);

/// Allocates a tensor of the dtype of the op's result, after verifying `shape`.
FailureOr<HostTensor> allocateResult(Operation *op, ArrayRef<int64_t> shape,
                                     EvaluationErrors &errors);

/// Steps between neighbours along each dim of a row-major tensor.
SmallVector<int64_t> getStrides(ArrayRef<int64_t> shape);

/// The same with 0 along dims of static size 1 of `type`, which are stretched.
SmallVector<int64_t> getStretchedStrides(RankedTensorType type,
                                         ArrayRef<int64_t> shape);

/// The element at `position`, in steps of `strides`.
int64_t getOffset(ArrayRef<int64_t> position, ArrayRef<int64_t> strides);

/// Calls `body` for each position of `shape` in row-major order; the first form
/// stops at a failure and returns it.
LogicalResult
tryEachPosition(ArrayRef<int64_t> shape,
                function_ref<LogicalResult(ArrayRef<int64_t>)> body);
void forEachPosition(ArrayRef<int64_t> shape,
                     function_ref<void(ArrayRef<int64_t>)> body);

/// Copies one element, bit for bit, between tensors of one dtype.
void copyElement(const HostTensor &from, int64_t fromIndex,
                 const HostTensor &to, int64_t toIndex);

//===----------------------------------------------------------------------===//
// Broadcasting
//===----------------------------------------------------------------------===//

/// The common run-time shape of operands that broadcast by the elementwise
/// rules: only a dim of static size 1 is stretched.
FailureOr<SmallVector<int64_t>> broadcast(TypeRange types, Operands operands,
                                          EvaluationErrors &errors);

/// Calls `body` for each element of `shape`, with its index and the index of
/// the element of each operand that is stretched over it.
void forEachBroadcast(
    TypeRange types, Operands operands, ArrayRef<int64_t> shape,
    function_ref<void(int64_t index, ArrayRef<int64_t> operandIndices)> body);

} // namespace mlir::croton::reference

#endif // CROTON_LIB_REFERENCE_MODELSUPPORT_H
