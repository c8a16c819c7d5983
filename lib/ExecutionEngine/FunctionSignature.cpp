//===- FunctionSignature.cpp - What a callable takes and gives ------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads signatures from functions and spells them for messages.
//
//===----------------------------------------------------------------------===//

#include "croton/ExecutionEngine/FunctionSignature.h"
#include "croton/Interfaces/TensorTypes.h"
#include "croton/Runtime/Status.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::croton;

static constexpr StringLiteral kNameAttrName = "croton.name";
static constexpr StringLiteral kStateAttrName = "croton.state";
static constexpr StringLiteral kDonatedAttrName = "croton.donated";
static constexpr StringLiteral kWritableAttrName = "bufferization.writable";

//===----------------------------------------------------------------------===//
// TensorSpec
//===----------------------------------------------------------------------===//

std::optional<TensorSpec> TensorSpec::get(Type type) {
  auto tensorType = dyn_cast<RankedTensorType>(type);
  if (!tensorType || tensorType.getEncoding())
    return std::nullopt;
  std::optional<DType> dtype = getDType(tensorType.getElementType());
  if (!dtype)
    return std::nullopt;
  TensorSpec spec;
  spec.dtype = *dtype;
  spec.shape.assign(tensorType.getShape().begin(), tensorType.getShape().end());
  return spec;
}

TensorSpec TensorSpec::get(const HostTensor &tensor) {
  TensorSpec spec;
  spec.dtype = tensor.getDType();
  spec.shape.assign(tensor.getShape().begin(), tensor.getShape().end());
  return spec;
}

bool TensorSpec::hasStaticShape() const {
  return !ShapedType::isDynamicShape(shape);
}

bool TensorSpec::accepts(const HostTensor &tensor) const {
  if (tensor.getDType() != dtype ||
      tensor.getRank() != static_cast<int64_t>(shape.size()))
    return false;
  for (auto [expected, actual] : llvm::zip_equal(shape, tensor.getShape()))
    if (!ShapedType::isDynamic(expected) && expected != actual)
      return false;
  return true;
}

std::string TensorSpec::str() const {
  std::string text = "tensor<";
  for (int64_t extent : shape)
    text +=
        (ShapedType::isDynamic(extent) ? "?" : std::to_string(extent)) + "x";
  return text + stringifyDType(dtype).str() + ">";
}

//===----------------------------------------------------------------------===//
// FunctionSignature
//===----------------------------------------------------------------------===//

/// Returns the text of `croton.name` among `attrs`, else `prefix` and `index`.
static std::string getValueName(DictionaryAttr attrs, StringRef prefix,
                                unsigned index) {
  if (attrs)
    if (auto name = attrs.getAs<StringAttr>(kNameAttrName))
      return name.str();
  return (prefix + Twine(index)).str();
}

/// Returns the spec of an argument or result, or emits an error that calls it
/// `what` and `index`.
static FailureOr<TensorSpec> getSpec(func::FuncOp function, StringRef what,
                                     unsigned index, Type type) {
  if (std::optional<TensorSpec> spec = TensorSpec::get(type))
    return *spec;
  return function.emitOpError()
         << "expected " << what << " " << index
         << " to be a ranked tensor on the host, but got " << type;
}

static bool isDonated(DictionaryAttr attrs) {
  if (!attrs)
    return false;
  if (attrs.contains(kDonatedAttrName))
    return true;
  auto writable = attrs.getAs<BoolAttr>(kWritableAttrName);
  return writable && writable.getValue();
}

static FlatSymbolRefAttr getState(DictionaryAttr attrs) {
  return attrs ? attrs.getAs<FlatSymbolRefAttr>(kStateAttrName)
               : FlatSymbolRefAttr();
}

static LogicalResult readArguments(func::FuncOp function,
                                   FunctionSignature &signature) {
  llvm::StringSet<> names;
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes())) {
    FailureOr<TensorSpec> spec = getSpec(function, "argument", index, type);
    if (failed(spec))
      return failure();
    DictionaryAttr attrs = function.getArgAttrDict(index);
    if (FlatSymbolRefAttr global = getState(attrs)) {
      signature.stateReads.push_back({global.getValue().str(), *spec});
      continue;
    }
    std::string name = getValueName(attrs, "arg", index);
    if (!names.insert(name).second)
      return function.emitOpError()
             << "has two arguments with the name '" << name << "'";
    signature.arguments.push_back({name, *spec, isDonated(attrs)});
  }
  return success();
}

static LogicalResult readResults(func::FuncOp function,
                                 FunctionSignature &signature) {
  llvm::StringSet<> names;
  for (auto [index, type] : llvm::enumerate(function.getResultTypes())) {
    FailureOr<TensorSpec> spec = getSpec(function, "result", index, type);
    if (failed(spec))
      return failure();
    DictionaryAttr attrs = function.getResultAttrDict(index);
    if (FlatSymbolRefAttr global = getState(attrs)) {
      signature.stateWrites.push_back({global.getValue().str(), *spec});
      continue;
    }
    std::string name = getValueName(attrs, "result", index);
    if (!names.insert(name).second)
      return function.emitOpError()
             << "has two results with the name '" << name << "'";
    signature.results.push_back({name, *spec});
  }
  return success();
}

FailureOr<FunctionSignature> FunctionSignature::get(func::FuncOp function) {
  FunctionSignature signature;
  signature.name = function.getSymName().str();
  if (failed(readArguments(function, signature)) ||
      failed(readResults(function, signature)))
    return failure();
  return signature;
}

LogicalResult FunctionSignature::checkArguments(ArrayRef<HostTensor> values,
                                                CallError &error) const {
  if (values.size() != arguments.size())
    return error.fail(CROTON_ERROR_VALUE,
                      "expected " + Twine(arguments.size()) +
                          (arguments.size() == 1 ? " argument" : " arguments") +
                          " for " + str() + ", but got " +
                          Twine(values.size()));
  for (auto [spec, value] : llvm::zip_equal(arguments, values)) {
    if (value.isValid() && spec.type.accepts(value))
      continue;
    return error.fail(value.isValid() ? CROTON_ERROR_SHAPE : CROTON_ERROR_VALUE,
                      "argument '" + Twine(spec.name) + "' of '" + name +
                          "': expected " + spec.type.str() + ", but got " +
                          (value.isValid() ? TensorSpec::get(value).str()
                                           : std::string("an empty handle")));
  }
  return success();
}

/// Returns the position in `specs` of the one with the name or the number.
template <typename Specs>
static std::optional<unsigned> find(const Specs &specs,
                                    StringRef nameOrNumber) {
  for (auto [index, spec] : llvm::enumerate(specs))
    if (spec.name == nameOrNumber)
      return index;
  unsigned number;
  if (nameOrNumber.getAsInteger(10, number) || number >= specs.size())
    return std::nullopt;
  return number;
}

std::optional<unsigned>
FunctionSignature::findArgument(StringRef nameOrNumber) const {
  return find(arguments, nameOrNumber);
}

std::optional<unsigned>
FunctionSignature::findResult(StringRef nameOrNumber) const {
  return find(results, nameOrNumber);
}

std::string FunctionSignature::str() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << name << "(";
  llvm::interleaveComma(arguments, os, [&](const ArgumentSpec &argument) {
    os << argument.name << ": " << argument.type.str();
  });
  os << ") -> (";
  llvm::interleaveComma(results, os, [&](const ResultSpec &result) {
    os << result.name << ": " << result.type.str();
  });
  os << ")";
  return text;
}
