//===- Slicing.cpp - Models of basic indexing -----------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// subtensor and inc_subtensor by NumPy's rules for slices.
//
//===----------------------------------------------------------------------===//

#include "Indexing.h"
#include "ModelSupport.h"

#include "croton/Dialect/Croton/IR/Croton.h"

#include <cstring>

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::reference;

//===----------------------------------------------------------------------===//
// Reading the entries
//===----------------------------------------------------------------------===//

namespace {
/// One entry of the index list with its parts' run-time values.
struct Entry {
  bool isIndex = false;
  std::optional<Scalar> start, stop, step;
};

/// Reads the parts of the entries, some of which are operands, in order.
class EntryReader {
public:
  explicit EntryReader(Operands indices) : indices(indices) {}

  Entry read(int64_t start, int64_t stop, int64_t step) {
    Entry entry;
    entry.isIndex = step == kIndexStep;
    entry.start = readPart(start);
    if (entry.isIndex)
      return entry;
    entry.stop = readPart(stop);
    entry.step = readPart(step);
    return entry;
  }

private:
  std::optional<Scalar> readPart(int64_t part) {
    if (part == kAbsentPart)
      return std::nullopt;
    if (!ShapedType::isDynamic(part))
      return makeInteger(DType::I64, static_cast<uint64_t>(part));
    Scalar value = loadScalar(indices.front(), 0);
    indices = indices.drop_front();
    return value;
  }

  Operands indices;
};

/// The elements of one dim that an entry selects: `start + k * step` for `k`
/// below `count`.
struct Selection {
  int64_t start, step, count;
  bool isIndex;
};
} // namespace

/// The integer as an i64; an unsigned one above the range becomes the largest,
/// which is as far outside every dim.
static int64_t getSaturated(const Scalar &x) {
  if (getKind(x.dtype) == Kind::Unsigned)
    return std::min<uint64_t>(x.bits, std::numeric_limits<int64_t>::max());
  return static_cast<int64_t>(x.bits);
}

/// A bound of a slice, counted from the end if negative, clamped to the
/// positions at which a slice of this direction can begin or end.
static int64_t resolveBound(const std::optional<Scalar> &bound, int64_t size,
                            bool isForward, int64_t absent) {
  if (!bound)
    return absent;
  int64_t position = getSaturated(*bound);
  if (position < 0)
    position += size;
  return isForward ? std::clamp<int64_t>(position, 0, size)
                   : std::clamp<int64_t>(position, -1, size - 1);
}

static Selection selectSlice(const Entry &entry, int64_t size, int64_t step) {
  bool isForward = step > 0;
  int64_t start =
      resolveBound(entry.start, size, isForward, isForward ? 0 : size - 1);
  int64_t stop =
      resolveBound(entry.stop, size, isForward, isForward ? size : -1);
  int64_t distance = isForward ? stop - start : start - stop;
  if (distance <= 0)
    return {0, step, 0, false};
  // Unsigned, since the least step has no positive counterpart.
  uint64_t stride =
      isForward ? static_cast<uint64_t>(step) : 0 - static_cast<uint64_t>(step);
  int64_t count = (static_cast<uint64_t>(distance) - 1) / stride + 1;
  return {start, step, count, false};
}

/// Selects along every dim of a tensor of `shape`.
template <typename OpTy>
static FailureOr<SmallVector<Selection>>
select(OpTy op, ArrayRef<int64_t> shape, Operands indices,
       EvaluationErrors &errors) {
  EntryReader reader(indices);
  SmallVector<Selection> selections;
  for (auto [dim, size] : llvm::enumerate(shape)) {
    Entry entry = reader.read(op.getStarts()[dim], op.getStops()[dim],
                              op.getSteps()[dim]);
    if (entry.isIndex) {
      std::optional<int64_t> position = resolveIndex(*entry.start, size);
      if (!position)
        return errors.fail("index " + formatIndex(*entry.start) +
                           " is out of range for dim " + Twine(dim) +
                           " of size " + Twine(size));
      selections.push_back({*position, 1, 1, true});
      continue;
    }
    int64_t step = entry.step ? getSaturated(*entry.step) : 1;
    if (step == 0)
      return errors.fail("the step of the slice of dim " + Twine(dim) +
                         " is 0");
    selections.push_back(selectSlice(entry, size, step));
  }
  return selections;
}

//===----------------------------------------------------------------------===//
// Walking over a slice
//===----------------------------------------------------------------------===//

/// The shape of the slice: the dims that are not indexed by an integer.
static SmallVector<int64_t> getSliceShape(ArrayRef<Selection> selections) {
  SmallVector<int64_t> shape;
  for (const Selection &selection : selections)
    if (!selection.isIndex)
      shape.push_back(selection.count);
  return shape;
}

/// Calls `body` for each position of the slice of a tensor of `shape` with the
/// element that lies there.
static void
forEachSelected(ArrayRef<Selection> selections, ArrayRef<int64_t> shape,
                function_ref<void(ArrayRef<int64_t>, int64_t)> body) {
  SmallVector<int64_t> strides = getStrides(shape);
  forEachPosition(getSliceShape(selections), [&](ArrayRef<int64_t> position) {
    int64_t element = 0, next = 0;
    for (auto [selection, stride] : llvm::zip_equal(selections, strides)) {
      int64_t k = selection.isIndex ? 0 : position[next++];
      element += (selection.start + k * selection.step) * stride;
    }
    body(position, element);
  });
}

LogicalResult reference::verifyValueShape(RankedTensorType type,
                                          const HostTensor &value,
                                          ArrayRef<int64_t> shape,
                                          EvaluationErrors &errors) {
  for (auto [dim, size] : llvm::enumerate(value.getShape()))
    if (type.getDimSize(dim) != 1 && size != shape[dim])
      return errors.fail("value of shape " + formatShape(value.getShape()) +
                         " does not fit into elements of shape " +
                         formatShape(shape) + " at dim " + Twine(dim));
  return success();
}

FailureOr<HostTensor> reference::copyToResult(Operation *op,
                                              const HostTensor &operand,
                                              EvaluationErrors &errors) {
  FailureOr<HostTensor> result = allocateResult(op, operand.getShape(), errors);
  if (succeeded(result) && operand.getByteSize() > 0)
    std::memcpy(result->getRawData(), operand.getRawData(),
                operand.getByteSize());
  return result;
}

//===----------------------------------------------------------------------===//
// Models
//===----------------------------------------------------------------------===//

static LogicalResult evaluateSubtensor(SubtensorOp op, Operands operands,
                                       Results &results,
                                       EvaluationErrors &errors) {
  const HostTensor &operand = operands[0];
  FailureOr<SmallVector<Selection>> selections =
      select(op, operand.getShape(), operands.drop_front(1), errors);
  if (failed(selections))
    return failure();
  FailureOr<HostTensor> result =
      allocateResult(op, getSliceShape(*selections), errors);
  if (failed(result))
    return failure();
  int64_t next = 0;
  forEachSelected(*selections, operand.getShape(),
                  [&](ArrayRef<int64_t>, int64_t source) {
                    copyElement(operand, source, *result, next++);
                  });
  results.push_back(*result);
  return success();
}

static LogicalResult evaluateIncSubtensor(IncSubtensorOp op, Operands operands,
                                          Results &results,
                                          EvaluationErrors &errors) {
  const HostTensor &operand = operands[0], &value = operands[1];
  FailureOr<SmallVector<Selection>> selections =
      select(op, operand.getShape(), operands.drop_front(2), errors);
  if (failed(selections))
    return failure();
  auto valueType = cast<RankedTensorType>(op.getValue().getType());
  if (failed(verifyValueShape(valueType, value, getSliceShape(*selections),
                              errors)))
    return failure();
  FailureOr<HostTensor> result = copyToResult(op, operand, errors);
  if (failed(result))
    return failure();
  SmallVector<int64_t> strides =
      getStretchedStrides(valueType, value.getShape());
  forEachSelected(*selections, operand.getShape(),
                  [&](ArrayRef<int64_t> position, int64_t target) {
                    int64_t source = getOffset(position, strides);
                    if (op.getSet())
                      copyElement(value, source, *result, target);
                    else
                      storeScalar(*result, target,
                                  add(loadScalar(*result, target),
                                      loadScalar(value, source)));
                  });
  results.push_back(*result);
  return success();
}

void reference::attachSlicingModels(MLIRContext *context) {
  attachModel<SubtensorOp, evaluateSubtensor>(context);
  attachModel<IncSubtensorOp, evaluateIncSubtensor>(context);
}
