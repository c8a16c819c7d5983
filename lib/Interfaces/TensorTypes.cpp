//===- TensorTypes.cpp - Element types, MLIR's and ours===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Interfaces/TensorTypes.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;
using namespace mlir::croton;

std::optional<DType> mlir::croton::getDType(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type)) {
    bool isUnsigned = integer.isUnsigned();
    if (integer.isSigned())
      return std::nullopt;
    switch (integer.getWidth()) {
    case 1:
      return isUnsigned ? std::nullopt : std::optional(DType::Bool);
    case 8:
      return isUnsigned ? DType::U8 : DType::I8;
    case 16:
      return isUnsigned ? DType::U16 : DType::I16;
    case 32:
      return isUnsigned ? DType::U32 : DType::I32;
    case 64:
      return isUnsigned ? DType::U64 : DType::I64;
    default:
      return std::nullopt;
    }
  }
  if (type.isF16())
    return DType::F16;
  if (type.isBF16())
    return DType::BF16;
  if (type.isF32())
    return DType::F32;
  if (type.isF64())
    return DType::F64;
  if (auto complex = dyn_cast<ComplexType>(type)) {
    if (complex.getElementType().isF32())
      return DType::C64;
    if (complex.getElementType().isF64())
      return DType::C128;
  }
  return std::nullopt;
}

static Type getIntegerType(MLIRContext *context, unsigned width,
                           bool isUnsigned) {
  return IntegerType::get(context, width,
                          isUnsigned ? IntegerType::Unsigned
                                     : IntegerType::Signless);
}

Type mlir::croton::getElementType(MLIRContext *context, DType dtype) {
  switch (dtype) {
  case DType::Bool:
    return getIntegerType(context, 1, false);
  case DType::I8:
    return getIntegerType(context, 8, false);
  case DType::I16:
    return getIntegerType(context, 16, false);
  case DType::I32:
    return getIntegerType(context, 32, false);
  case DType::I64:
    return getIntegerType(context, 64, false);
  case DType::U8:
    return getIntegerType(context, 8, true);
  case DType::U16:
    return getIntegerType(context, 16, true);
  case DType::U32:
    return getIntegerType(context, 32, true);
  case DType::U64:
    return getIntegerType(context, 64, true);
  case DType::F16:
    return Float16Type::get(context);
  case DType::BF16:
    return BFloat16Type::get(context);
  case DType::F32:
    return Float32Type::get(context);
  case DType::F64:
    return Float64Type::get(context);
  case DType::C64:
    return ComplexType::get(Float32Type::get(context));
  case DType::C128:
    return ComplexType::get(Float64Type::get(context));
  }
  llvm_unreachable("every dtype has an element type");
}

bool mlir::croton::isFloat(Type type) { return isa<FloatType>(type); }
bool mlir::croton::isComplex(Type type) { return isa<ComplexType>(type); }
bool mlir::croton::isInexact(Type type) {
  return isFloat(type) || isComplex(type);
}
bool mlir::croton::isDiscrete(Type type) { return isa<IntegerType>(type); }
bool mlir::croton::isUnsigned(Type type) { return type.isUnsignedInteger(); }

/// Spreads the packed bits of an i1 attribute to one byte per element.
static void unpackBools(DenseElementsAttr attr, MutableArrayRef<uint8_t> out) {
  for (auto [slot, value] : llvm::zip_equal(out, attr.getValues<bool>()))
    slot = value;
}

/// Fills `out` from raw element bytes, repeating a splat.
static void copyRaw(ArrayRef<char> raw, bool isSplat, const HostTensor &out) {
  char *data = static_cast<char *>(out.getRawData());
  if (!isSplat) {
    std::memcpy(data, raw.data(), out.getByteSize());
    return;
  }
  for (int64_t offset = 0, end = out.getByteSize(); offset < end;
       offset += raw.size())
    std::memcpy(data + offset, raw.data(), raw.size());
}

FailureOr<HostTensor> mlir::croton::getHostTensor(ElementsAttr attr) {
  auto type = dyn_cast<RankedTensorType>(attr.getType());
  if (!type || !type.hasStaticShape())
    return failure();
  std::optional<DType> dtype = getDType(type.getElementType());
  if (!dtype)
    return failure();
  FailureOr<HostTensor> tensor = HostTensor::allocate(*dtype, type.getShape());
  if (failed(tensor) || tensor->getNumElements() == 0)
    return tensor;
  if (auto dense = dyn_cast<DenseElementsAttr>(attr)) {
    if (*dtype == DType::Bool)
      unpackBools(dense, tensor->getData<uint8_t>());
    else
      copyRaw(dense.getRawData(), dense.isSplat(), *tensor);
    return tensor;
  }
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(attr)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    if (!blob ||
        blob->getData().size() != static_cast<size_t>(tensor->getByteSize()))
      return failure();
    copyRaw(blob->getData(), /*isSplat=*/false, *tensor);
    return tensor;
  }
  return failure();
}

DenseElementsAttr mlir::croton::getDenseElements(const HostTensor &tensor,
                                                 RankedTensorType type) {
  assert(getDType(type.getElementType()) == tensor.getDType() &&
         type.getShape() == tensor.getShape() && "type does not fit the data");
  if (tensor.getNumElements() == 0)
    return DenseElementsAttr::get(type, ArrayRef<Attribute>());
  if (tensor.getDType() == DType::Bool) {
    SmallVector<bool> values;
    for (uint8_t byte : tensor.getData<uint8_t>())
      values.push_back(byte != 0);
    return DenseElementsAttr::get(type, values);
  }
  ArrayRef<char> raw(static_cast<const char *>(tensor.getRawData()),
                     tensor.getByteSize());
  return DenseElementsAttr::getFromRawBuffer(type, raw);
}
