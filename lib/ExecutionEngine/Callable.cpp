//===- Callable.cpp - Calls of compiled functions -------------------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks arguments, enters compiled code and takes over what it returns.
//
//===----------------------------------------------------------------------===//

#include "PackedInterface.h"
#include "croton/ExecutionEngine/CompiledModule.h"
#include "croton/Runtime/Memory.h"
#include "croton/Runtime/Status.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::croton;

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// True when the two tensors have a byte in common.
static bool overlap(const HostTensor &lhs, const HostTensor &rhs) {
  if (lhs.getByteSize() == 0 || rhs.getByteSize() == 0)
    return false;
  auto lhsStart = reinterpret_cast<uintptr_t>(lhs.getRawData());
  auto rhsStart = reinterpret_cast<uintptr_t>(rhs.getRawData());
  return lhsStart < rhsStart + rhs.getByteSize() &&
         rhsStart < lhsStart + lhs.getByteSize();
}

/// A donated array may be overwritten while other arguments are still read, so
/// it must not share memory with any input.
static LogicalResult checkDonations(const FunctionSignature &signature,
                                    ArrayRef<HostTensor> inputs,
                                    CallError &error) {
  auto getName = [&](unsigned index) {
    unsigned numArguments = signature.arguments.size();
    return index < numArguments
               ? "argument '" + signature.arguments[index].name + "'"
               : "state '" + signature.stateReads[index - numArguments].global +
                     "'";
  };
  for (auto [index, spec] : llvm::enumerate(signature.arguments)) {
    if (!spec.isDonated)
      continue;
    for (auto [otherIndex, other] : llvm::enumerate(inputs))
      if (otherIndex != index && overlap(inputs[index], other))
        return error.fail(
            CROTON_ERROR_VALUE,
            "argument '" + Twine(spec.name) + "' of '" + signature.name +
                "' is donated, but shares memory with " + getName(otherIndex));
  }
  return success();
}

/// Compiled code loads whole elements. A tensor that is not aligned for that,
/// such as a view into a file, is replaced by a copy.
static LogicalResult alignToElements(HostTensor &tensor, CallError &error) {
  int64_t width = getByteWidth(tensor.getDType());
  if (isComplexDType(tensor.getDType()))
    width /= 2;
  if (reinterpret_cast<uintptr_t>(tensor.getRawData()) % width == 0)
    return success();
  HostTensor copy = tensor.clone();
  if (!copy.isValid())
    return error.fail(CROTON_ERROR_MEMORY,
                      "not enough memory to copy an argument of " +
                          Twine(tensor.getByteSize()) + " bytes");
  tensor = copy;
  return success();
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// Takes over a memref that compiled code returned: memory of its own, or that
/// of a donated argument.
static HostTensor takeResult(const ReturnedMemRef &memref, DType dtype,
                             const FunctionSignature &signature,
                             ArrayRef<HostTensor> inputs) {
  for (auto [spec, input] : llvm::zip(signature.arguments, inputs))
    if (spec.isDonated && input.getRawData() == memref.allocated &&
        input.getByteSize() != 0)
      return HostTensor::adopt(dtype, memref.shape, memref.data,
                               [keptAlive = input](void *) {});
  void *block = memref.allocated;
  croton_rt_release(block);
  return HostTensor::adopt(dtype, memref.shape, memref.data,
                           [block](void *) { croton_rt_free(block); });
}

/// Takes over all results, those for the caller and then those for the state.
static SmallVector<HostTensor> takeResults(const FunctionSignature &signature,
                                           ArrayRef<HostTensor> inputs,
                                           const int64_t *words) {
  SmallVector<HostTensor> results;
  auto take = [&](const TensorSpec &spec) {
    ReturnedMemRef memref = ReturnedMemRef::read(words, spec);
    results.push_back(takeResult(memref, spec.dtype, signature, inputs));
    words += getDescriptorSize(spec.shape.size());
  };
  for (const ResultSpec &result : signature.results)
    take(result.type);
  for (const StateUse &use : signature.stateWrites)
    take(use.type);
  return results;
}

/// The memory of a donated argument is the caller's and may go away, so state
/// that lies in it is copied.
static LogicalResult detachState(const FunctionSignature &signature,
                                 ArrayRef<HostTensor> inputs,
                                 MutableArrayRef<HostTensor> values,
                                 CallError &error) {
  for (HostTensor &value : values) {
    for (auto [spec, input] : llvm::zip(signature.arguments, inputs)) {
      if (!spec.isDonated || !overlap(input, value))
        continue;
      value = value.clone();
      if (!value.isValid())
        return error.fail(CROTON_ERROR_MEMORY, "not enough memory for state");
      break;
    }
  }
  return success();
}

static int64_t countResultWords(const FunctionSignature &signature) {
  int64_t count = 0;
  for (const ResultSpec &result : signature.results)
    count += getDescriptorSize(result.type.shape.size());
  for (const StateUse &use : signature.stateWrites)
    count += getDescriptorSize(use.type.shape.size());
  return count;
}

//===----------------------------------------------------------------------===//
// The call
//===----------------------------------------------------------------------===//

/// Enters compiled code with `inputs`, and puts the result descriptors into
/// `resultWords`.
static LogicalResult enter(void (*function)(void **),
                           ArrayRef<HostTensor> inputs,
                           MutableArrayRef<int64_t> resultWords,
                           CallError &error) {
  SmallVector<int64_t, 64> words;
  SmallVector<size_t, 8> offsets;
  for (const HostTensor &input : inputs) {
    offsets.push_back(words.size());
    appendDescriptor(input, words);
  }
  SmallVector<void *, 16> packed;
  for (size_t offset : offsets)
    packed.push_back(words.data() + offset);
  packed.push_back(resultWords.data());
  CrotonStatus status;
  if (int32_t code = croton_rt_call(function, packed.data(), &status))
    return error.fail(code, status.message);
  return success();
}

FailureOr<SmallVector<HostTensor>>
Callable::call(ArrayRef<HostTensor> arguments, CallError &error) const {
  if (failed(signature->checkArguments(arguments, error)))
    return failure();
  SmallVector<HostTensor> inputs(arguments);
  for (HostTensor &input : inputs)
    if (failed(alignToElements(input, error)))
      return failure();
  for (const StateUse &use : signature->stateReads) {
    StateVariable *variable = module->findState(use.global);
    if (!variable->value.isValid())
      return error.fail(CROTON_ERROR_VALUE,
                        "state '" + Twine(use.global) +
                            "' has no value yet; expected it to be set to " +
                            use.type.str() + " before '" + signature->name +
                            "' is called");
    inputs.push_back(variable->value);
  }
  if (failed(checkDonations(*signature, inputs, error)))
    return failure();

  SmallVector<int64_t, 64> resultWords(countResultWords(*signature));
  if (failed(enter(function, inputs, resultWords, error)))
    return failure();
  SmallVector<HostTensor> results =
      takeResults(*signature, inputs, resultWords.data());
  size_t numResults = signature->results.size();
  auto newState = MutableArrayRef(results).drop_front(numResults);
  if (failed(detachState(*signature, inputs, newState, error)))
    return failure();
  for (auto [use, value] : llvm::zip_equal(signature->stateWrites, newState))
    module->findState(use.global)->value = value;
  results.truncate(numResults);
  return results;
}
