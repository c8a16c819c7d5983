//===- MakeOp.cpp - Ops that are known by name only -----------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MakeOp.h"

#include "LocalDiagnostics.h"
#include "croton/Support/DidYouMean.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include <new>

using namespace mlir;
using namespace mlir::croton;

std::string croton::detail::checkOpName(MLIRContext *context, StringRef name) {
  std::string quoted = ("'" + name + "'").str();
  auto [dialectName, opName] = name.split('.');
  if (dialectName.empty() || opName.empty())
    return "expected the name of an op with its dialect, but got " + quoted;
  if (OperationName(name, context).isRegistered())
    return "";
  Dialect *dialect = context->getLoadedDialect(dialectName);
  if (!dialect) {
    if (context->allowsUnregisteredDialects())
      return "";
    return quoted + " is an op of a dialect that is not there";
  }
  if (dialect->allowsUnknownOperations())
    return "";
  SmallVector<StringRef> known;
  for (RegisteredOperationName op : context->getRegisteredOperations())
    if (op.getDialectNamespace() == dialectName)
      known.push_back(op.getStringRef());
  return quoted + " is no op" + didYouMean(name, known);
}

namespace {
/// The properties of an op that does not exist yet.
class Properties {
public:
  explicit Properties(OperationName name) : name(name) {
    int size = name.getOpPropertyByteSize();
    if (size <= 0)
      return;
    storage = ::operator new(size, kAlignment);
    name.initOpProperties(OpaqueProperties(storage), OpaqueProperties(nullptr));
  }
  ~Properties() {
    if (!storage)
      return;
    name.destroyOpProperties(OpaqueProperties(storage));
    ::operator delete(storage, kAlignment);
  }
  Properties(const Properties &) = delete;
  Properties &operator=(const Properties &) = delete;

  LogicalResult set(Location loc, DictionaryAttr attributes) {
    if (!storage)
      return success();
    return name.setOpPropertiesFromAttribute(
        name, OpaqueProperties(storage), attributes,
        [&] { return mlir::emitError(loc); });
  }
  OpaqueProperties get() const { return OpaqueProperties(storage); }

private:
  static constexpr std::align_val_t kAlignment{alignof(std::max_align_t)};
  OperationName name;
  void *storage = nullptr;
};
} // namespace

template <unsigned N>
static bool hasExactly(OperationName name, size_t number) {
  return !name.hasTrait<OpTrait::NOperands<N>::template Impl>() || number == N;
}

template <unsigned N>
static bool hasAtLeast(OperationName name, size_t number) {
  return !name.hasTrait<OpTrait::AtLeastNOperands<N>::template Impl>() ||
         number >= N;
}

/// Whether the op can have that many operands, as far as its traits say.
/// Inference may take it for granted.
static bool canHaveOperands(OperationName name, size_t number) {
  if (name.hasTrait<OpTrait::ZeroOperands>() && number != 0)
    return false;
  if (name.hasTrait<OpTrait::OneOperand>() && number != 1)
    return false;
  return hasExactly<2>(name, number) && hasExactly<3>(name, number) &&
         hasExactly<4>(name, number) && hasExactly<5>(name, number) &&
         hasAtLeast<1>(name, number) && hasAtLeast<2>(name, number) &&
         hasAtLeast<3>(name, number) && hasAtLeast<4>(name, number);
}

FailureOr<SmallVector<Type>>
croton::detail::inferResultTypes(Location loc, OperationName name,
                                 ValueRange operands, DictionaryAttr attributes,
                                 TypeRange fallback, std::string &reason) {
  SmallVector<Type> types;
  auto *infer = name.getInterface<InferTypeOpInterface>();
  if (!infer) {
    types.assign(fallback.begin(), fallback.end());
    return types;
  }
  if (!canHaveOperands(name, operands.size())) {
    reason = ("'" + name.getStringRef() + "' cannot have " +
              Twine(operands.size()) + " operands")
                 .str();
    return failure();
  }
  LocalDiagnostics diagnostics(loc.getContext());
  Properties properties(name);
  if (succeeded(properties.set(loc, attributes)) &&
      succeeded(infer->inferReturnTypes(loc.getContext(), loc, operands,
                                        attributes, properties.get(),
                                        /*regions=*/{}, types)))
    return types;
  reason = ("cannot infer the types of '" + name.getStringRef() + "'").str();
  if (std::string message = diagnostics.takeFirst(); !message.empty())
    reason += ": " + message;
  return failure();
}

LogicalResult croton::detail::verifyQuietly(Operation *op,
                                            std::string &reason) {
  LocalDiagnostics diagnostics(op->getContext());
  if (succeeded(verify(op, /*verifyRecursively=*/false)))
    return success();
  reason = ("makes an invalid '" + op->getName().getStringRef() +
            "': " + diagnostics.takeFirst())
               .str();
  return failure();
}

Operation *croton::detail::makeDetachedOp(Location loc, OperationName name,
                                          ValueRange operands,
                                          DictionaryAttr attributes,
                                          TypeRange fallback,
                                          std::string &reason) {
  FailureOr<SmallVector<Type>> types =
      inferResultTypes(loc, name, operands, attributes, fallback, reason);
  if (failed(types))
    return nullptr;
  OperationState state(loc, name, operands, *types, attributes.getValue());
  Operation *op = Operation::create(state);
  if (succeeded(verifyQuietly(op, reason)))
    return op;
  op->destroy();
  return nullptr;
}
