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
#include "mlir/IR/BuiltinTypes.h"
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

/// A number of results that the op can have.
static unsigned getNumResults(OperationName name) {
  if (name.hasTrait<OpTrait::OneResult>() ||
      name.hasTrait<OpTrait::AtLeastNResults<1>::Impl>())
    return 1;
  if (name.hasTrait<OpTrait::NResults<2>::Impl>() ||
      name.hasTrait<OpTrait::AtLeastNResults<2>::Impl>())
    return 2;
  return name.hasTrait<OpTrait::NResults<3>::Impl>() ? 3 : 0;
}

/// Whether an error of a verifier is about what an op is given.
static bool isAboutInputs(StringRef message) {
  static constexpr StringRef parts[] = {
      "requires attribute", "attribute '",     "operand #",
      "operand count",      "operands, but",   "single operand",
      "zero operands",      "or more operands"};
  return llvm::any_of(parts,
                      [&](StringRef part) { return message.contains(part); });
}

/// Checks operands and attributes, which inference takes for granted: by the
/// verifier, which comes to them before it finds fault with the results of an
/// op that is made for this alone.
static LogicalResult checkInputs(Location loc, OperationName name,
                                 ValueRange operands, DictionaryAttr attributes,
                                 std::string &reason) {
  SmallVector<Type> types(getNumResults(name), NoneType::get(loc.getContext()));
  OperationState state(loc, name, operands, types, attributes.getValue());
  Operation *probe = Operation::create(state);
  std::string message;
  LogicalResult status = croton::detail::verifyQuietly(probe, message);
  probe->destroy();
  if (succeeded(status) || !isAboutInputs(message))
    return success();
  reason = std::move(message);
  return failure();
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
  if (failed(checkInputs(loc, name, operands, attributes, reason)))
    return failure();
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
  return makeDetachedOpOfTypes(loc, name, operands, attributes, *types, reason);
}

Operation *croton::detail::makeDetachedOpOfTypes(
    Location loc, OperationName name, ValueRange operands,
    DictionaryAttr attributes, TypeRange types, std::string &reason) {
  OperationState state(loc, name, operands, types, attributes.getValue());
  Operation *op = Operation::create(state);
  if (succeeded(verifyQuietly(op, reason)))
    return op;
  op->destroy();
  return nullptr;
}
