//===- TypedCallable.h - Callables with C++ types ---------------*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls of compiled functions with C++ numbers and arrays in place of tensors.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_EXECUTIONENGINE_TYPEDCALLABLE_H
#define CROTON_EXECUTIONENGINE_TYPEDCALLABLE_H

#include "croton/ExecutionEngine/CompiledModule.h"
#include "croton/Runtime/Status.h"
#include <complex>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace mlir::croton {

/// The dtype of a C++ type; only those below have one.
template <typename T>
struct DTypeOf;
template <>
struct DTypeOf<bool> : std::integral_constant<DType, DType::Bool> {};
template <>
struct DTypeOf<int8_t> : std::integral_constant<DType, DType::I8> {};
template <>
struct DTypeOf<int16_t> : std::integral_constant<DType, DType::I16> {};
template <>
struct DTypeOf<int32_t> : std::integral_constant<DType, DType::I32> {};
template <>
struct DTypeOf<int64_t> : std::integral_constant<DType, DType::I64> {};
template <>
struct DTypeOf<uint8_t> : std::integral_constant<DType, DType::U8> {};
template <>
struct DTypeOf<uint16_t> : std::integral_constant<DType, DType::U16> {};
template <>
struct DTypeOf<uint32_t> : std::integral_constant<DType, DType::U32> {};
template <>
struct DTypeOf<uint64_t> : std::integral_constant<DType, DType::U64> {};
template <>
struct DTypeOf<float> : std::integral_constant<DType, DType::F32> {};
template <>
struct DTypeOf<double> : std::integral_constant<DType, DType::F64> {};
template <>
struct DTypeOf<std::complex<float>>
    : std::integral_constant<DType, DType::C64> {};
template <>
struct DTypeOf<std::complex<double>>
    : std::integral_constant<DType, DType::C128> {};

/// How a C++ type stands for a tensor: which specs it can be, `wrap` from a
/// value to a tensor and `unwrap` back. The primary template is for scalars,
/// which are tensors of rank 0.
template <typename T>
struct TensorMapping {
  static bool accepts(const TensorSpec &spec) {
    return spec.dtype == DTypeOf<T>::value && spec.shape.empty();
  }
  static HostTensor wrap(const T &value) {
    return HostTensor::borrow(DTypeOf<T>::value, {}, const_cast<T *>(&value));
  }
  static T unwrap(const HostTensor &tensor) {
    return tensor.getData<T>().front();
  }
};

/// An array of one dimension; as an argument it is used in place.
template <typename T>
struct TensorMapping<ArrayRef<T>> {
  static bool accepts(const TensorSpec &spec) {
    return spec.dtype == DTypeOf<T>::value && spec.shape.size() == 1;
  }
  static HostTensor wrap(ArrayRef<T> values) {
    return HostTensor::borrow(DTypeOf<T>::value,
                              {static_cast<int64_t>(values.size())},
                              const_cast<T *>(values.data()));
  }
};

/// An array of one dimension; as a result it is a copy.
template <typename T>
struct TensorMapping<std::vector<T>> : TensorMapping<ArrayRef<T>> {
  static std::vector<T> unwrap(const HostTensor &tensor) {
    MutableArrayRef<T> data = tensor.getData<T>();
    return std::vector<T>(data.begin(), data.end());
  }
};

/// Any tensor; the call checks it.
template <>
struct TensorMapping<HostTensor> {
  static bool accepts(const TensorSpec &spec) { return true; }
  static HostTensor wrap(const HostTensor &tensor) { return tensor; }
  static HostTensor unwrap(const HostTensor &tensor) { return tensor; }
};

/// A `Callable` with C++ types. `Signature` is written like a function:
///
///   auto step = TypedCallable<float(HostTensor, ArrayRef<float>, float)>::get(
///       *module, "step", error);
///   FailureOr<float> loss = (*step)(error, images, labels, 0.5f);
///
/// Arguments and results are scalars (tensors of rank 0), `ArrayRef<T>` (rank
/// 1, arguments only), `std::vector<T>` (rank 1) or `HostTensor` (any). More
/// than one result is written as `std::tuple<...>`, none as `std::tuple<>`.
template <typename Signature>
class TypedCallable;

template <typename... Results, typename... Arguments>
class TypedCallable<std::tuple<Results...>(Arguments...)> {
public:
  /// Looks a function up and compares its signature with the C++ types. Fills
  /// `error` and fails when there is no such function or the types do not fit.
  static FailureOr<TypedCallable> get(CompiledModule &module, StringRef name,
                                      CallError &error);

  /// Calls the function; see `Callable::call`.
  FailureOr<std::tuple<Results...>>
  operator()(CallError &error, const Arguments &...arguments) const {
    FailureOr<SmallVector<HostTensor>> results =
        callable.call({TensorMapping<Arguments>::wrap(arguments)...}, error);
    if (failed(results))
      return failure();
    return unwrap(*results, std::index_sequence_for<Results...>());
  }

private:
  explicit TypedCallable(Callable callable) : callable(callable) {}

  template <size_t... indices>
  static std::tuple<Results...> unwrap(ArrayRef<HostTensor> results,
                                       std::index_sequence<indices...>) {
    return std::tuple<Results...>(
        TensorMapping<Results>::unwrap(results[indices])...);
  }

  /// True when the types fit the specs of arguments or results one by one.
  template <typename... Types, typename Spec>
  static bool acceptAll(const std::vector<Spec> &specs) {
    size_t index = 0;
    return specs.size() == sizeof...(Types) &&
           (TensorMapping<Types>::accepts(specs[index++].type) && ...);
  }

  Callable callable;
};

template <typename... Results, typename... Arguments>
FailureOr<TypedCallable<std::tuple<Results...>(Arguments...)>>
TypedCallable<std::tuple<Results...>(Arguments...)>::get(CompiledModule &module,
                                                         StringRef name,
                                                         CallError &error) {
  FailureOr<Callable> callable = module.lookup(name);
  if (failed(callable))
    return error.fail(CROTON_ERROR_VALUE,
                      "there is no public function '" + name + "'");
  const FunctionSignature &signature = callable->getSignature();
  if (!acceptAll<Arguments...>(signature.arguments) ||
      !acceptAll<Results...>(signature.results))
    return error.fail(CROTON_ERROR_VALUE,
                      "the C++ types do not fit the function " +
                          signature.str());
  return TypedCallable(*callable);
}

/// One result without a tuple around it.
template <typename Result, typename... Arguments>
class TypedCallable<Result(Arguments...)> {
  using Tuple = TypedCallable<std::tuple<Result>(Arguments...)>;

public:
  static FailureOr<TypedCallable> get(CompiledModule &module, StringRef name,
                                      CallError &error) {
    FailureOr<Tuple> callable = Tuple::get(module, name, error);
    if (failed(callable))
      return failure();
    return TypedCallable(*callable);
  }

  FailureOr<Result> operator()(CallError &error,
                               const Arguments &...arguments) const {
    FailureOr<std::tuple<Result>> result = callable(error, arguments...);
    if (failed(result))
      return failure();
    return std::get<0>(*result);
  }

private:
  explicit TypedCallable(Tuple callable) : callable(callable) {}

  Tuple callable;
};

} // namespace mlir::croton

#endif // CROTON_EXECUTIONENGINE_TYPEDCALLABLE_H
