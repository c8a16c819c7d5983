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

/// The arguments of a call and then the state that it reads. Nothing is copied
/// on the way from the caller to compiled code.
using Inputs = ArrayRef<const HostTensor *>;

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
                                    Inputs inputs, CallError &error) {
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
      if (otherIndex != index && overlap(*inputs[index], *other))
        return error.fail(
            CROTON_ERROR_VALUE,
            "argument '" + Twine(spec.name) + "' of '" + signature.name +
                "' is donated, but shares memory with " + getName(otherIndex));
  }
  return success();
}

/// Compiled code loads whole elements: a tensor must be aligned for that.
static bool isAligned(const HostTensor &tensor) {
  // A power of two. Both parts of a complex number are loaded one by one.
  uintptr_t width = getByteWidth(tensor.getDType());
  if (isComplexDType(tensor.getDType()))
    width /= 2;
  return (reinterpret_cast<uintptr_t>(tensor.getRawData()) & (width - 1)) == 0;
}

/// Collects the arguments. One that is not aligned, such as a view into a file,
/// is replaced by a copy, which goes to `copies`.
static LogicalResult
collectArguments(ArrayRef<HostTensor> arguments,
                 SmallVectorImpl<const HostTensor *> &inputs,
                 SmallVectorImpl<HostTensor> &copies, CallError &error) {
  for (const HostTensor &argument : arguments) {
    inputs.push_back(&argument);
    if (LLVM_LIKELY(isAligned(argument)))
      continue;
    HostTensor copy = argument.clone();
    if (!copy.isValid())
      return error.fail(CROTON_ERROR_MEMORY,
                        "not enough memory to copy an argument of " +
                            Twine(argument.getByteSize()) + " bytes");
    copies.reserve(arguments.size()); // They are pointed to.
    copies.push_back(std::move(copy));
    inputs.back() = &copies.back();
  }
  return success();
}

/// Collects the state that the function reads.
static LogicalResult collectState(const FunctionSignature &signature,
                                  ArrayRef<StateVariable *> variables,
                                  SmallVectorImpl<const HostTensor *> &inputs,
                                  CallError &error) {
  for (auto [index, variable] : llvm::enumerate(variables)) {
    if (LLVM_UNLIKELY(!variable->value.isValid()))
      return error.fail(CROTON_ERROR_VALUE,
                        "state '" + Twine(variable->name) +
                            "' has no value yet; expected it to be set to " +
                            signature.stateReads[index].type.str() +
                            " before '" + signature.name + "' is called");
    inputs.push_back(&variable->value);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// Takes over memory of its own that compiled code returned.
static HostTensor takeBlock(const ReturnedMemRef &memref, DType dtype) {
  void *block = memref.allocated;
  croton_rt_release(block);
  return HostTensor::adopt(dtype, memref.shape, memref.data,
                           [block](void *) { croton_rt_free(block); });
}

/// Takes over a memref that compiled code returned: memory of its own, or that
/// of a donated argument.
static HostTensor takeDonated(const ReturnedMemRef &memref, DType dtype,
                              const FunctionSignature &signature,
                              Inputs inputs) {
  for (auto [spec, input] : llvm::zip(signature.arguments, inputs))
    if (spec.isDonated && input->getRawData() == memref.allocated &&
        input->getByteSize() != 0)
      return HostTensor::adopt(dtype, memref.shape, memref.data,
                               [keptAlive = *input](void *) {});
  return takeBlock(memref, dtype);
}

/// The memory of a donated argument is the caller's and may go away, so state
/// that lies in it is copied.
static LogicalResult detachState(const FunctionSignature &signature,
                                 Inputs inputs,
                                 MutableArrayRef<HostTensor> values,
                                 CallError &error) {
  for (HostTensor &value : values) {
    for (auto [spec, input] : llvm::zip(signature.arguments, inputs)) {
      if (!spec.isDonated || !overlap(*input, value))
        continue;
      value = value.clone();
      if (!value.isValid())
        return error.fail(CROTON_ERROR_MEMORY, "not enough memory for state");
      break;
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// The call
//===----------------------------------------------------------------------===//

/// Enters compiled code. `words` has room for the descriptors of `inputs`, and
/// behind them for those of the results, which are filled in.
static LogicalResult enter(void (*function)(void **), Inputs inputs,
                           int64_t *words, CallError &error) {
  SmallVector<void *, 16> packed;
  for (const HostTensor *input : inputs) {
    packed.push_back(words);
    words = writeDescriptor(*input, words);
  }
  packed.push_back(words);
  CrotonStatus status;
  if (int32_t code = croton_rt_call(function, packed.data(), &status))
    return error.fail(code, status.message);
  return success();
}

FailureOr<SmallVector<HostTensor>>
Callable::call(ArrayRef<HostTensor> arguments, CallError &error) const {
  SmallVector<const HostTensor *, 16> inputs;
  SmallVector<HostTensor, 0> copies;
  if (failed(signature->checkArguments(arguments, error)) ||
      failed(collectArguments(arguments, inputs, copies, error)) ||
      failed(collectState(*signature, entry->stateReads, inputs, error)))
    return failure();
  bool hasDonations = entry->hasDonations;
  if (hasDonations && failed(checkDonations(*signature, inputs, error)))
    return failure();

  SmallVector<int64_t, 64> words;
  words.resize_for_overwrite(entry->numInputWords + entry->numResultWords);
  if (failed(enter(entry->function, inputs, words.data(), error)))
    return failure();

  FailureOr<SmallVector<HostTensor>> results = SmallVector<HostTensor>();
  results->reserve(signature->results.size());
  const int64_t *resultWords = words.data() + entry->numInputWords;
  auto take = [&](const TensorSpec &spec) {
    ReturnedMemRef memref = ReturnedMemRef::read(resultWords, spec);
    resultWords += getDescriptorSize(spec.shape.size());
    return hasDonations ? takeDonated(memref, spec.dtype, *signature, inputs)
                        : takeBlock(memref, spec.dtype);
  };
  for (const ResultSpec &result : signature->results)
    results->push_back(take(result.type));
  SmallVector<HostTensor, 0> newState;
  for (const StateUse &use : signature->stateWrites)
    newState.push_back(take(use.type));
  if (hasDonations && failed(detachState(*signature, inputs, newState, error)))
    results = failure();
  else
    for (auto [variable, value] : llvm::zip_equal(entry->stateWrites, newState))
      variable->value = std::move(value);
  return results;
}
