//===- FunctionSignature.h - What a callable takes and gives ----*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arguments, results and state of one compiled function, as its caller sees
// them.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_EXECUTIONENGINE_FUNCTIONSIGNATURE_H
#define CROTON_EXECUTIONENGINE_FUNCTIONSIGNATURE_H

#include "croton/Support/DType.h"
#include "croton/Support/HostTensor.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mlir {
class Type;
namespace func {
class FuncOp;
} // namespace func
} // namespace mlir

namespace mlir::croton {

/// A tensor type as callers see it: dtype and shape, where unknown extents are
/// `ShapedType::kDynamic`.
struct TensorSpec {
  DType dtype = DType::F32;
  SmallVector<int64_t, 4> shape;

  /// Returns the spec of a ranked tensor type on the host, or std::nullopt for
  /// any other type.
  static std::optional<TensorSpec> get(Type type);

  /// Returns the spec of one value; nothing is unknown in it.
  static TensorSpec get(const HostTensor &tensor);

  /// True when no extent is unknown.
  bool hasStaticShape() const;

  /// True when `tensor` has this dtype and rank and all the known extents.
  bool accepts(const HostTensor &tensor) const;

  /// Returns the spelling in IR: "tensor<4x?xf32>".
  std::string str() const;
};

/// Why a call failed.
struct CallError {
  /// One of the codes in croton/Runtime/Status.h, never CROTON_OK.
  int32_t code = 0;
  std::string message;

  /// Sets both and returns failure.
  LogicalResult fail(int32_t newCode, const Twine &newMessage) {
    code = newCode;
    message = newMessage.str();
    return failure();
  }
};

/// One argument of a function.
struct ArgumentSpec {
  /// The text of the argument attribute `croton.name`, else "argN".
  std::string name;
  TensorSpec type;
  /// True when the function may overwrite the caller's array: the argument has
  /// the attribute `croton.donated`. All others are never written.
  bool isDonated = false;
};

/// One result of a function.
struct ResultSpec {
  /// The text of the result attribute `croton.name`, else "resultN".
  std::string name;
  TensorSpec type;
};

/// One global that a function reads or writes.
struct StateUse {
  /// The symbol of the global.
  std::string global;
  TensorSpec type;
};

/// What one function takes and gives. Compiled code takes `stateReads` behind
/// `arguments` and returns `stateWrites` behind `results`; callers pass and get
/// only `arguments` and `results`.
struct FunctionSignature {
  std::string name;
  std::vector<ArgumentSpec> arguments;
  std::vector<ResultSpec> results;
  std::vector<StateUse> stateReads;
  std::vector<StateUse> stateWrites;

  /// Reads the signature of a function whose state has been made explicit by
  /// croton-functionalize-state. Emits an error at the function and fails when
  /// an argument or a result is not a ranked tensor of a known element type on
  /// the host, or when two arguments have one name.
  static FailureOr<FunctionSignature> get(func::FuncOp function);

  /// Fails when the values do not fit the arguments in number, dtype, rank or
  /// known extents. The message names the argument and says what was expected.
  LogicalResult checkArguments(ArrayRef<HostTensor> values,
                               CallError &error) const;

  /// Returns the position of an argument given by name or by number.
  std::optional<unsigned> findArgument(StringRef nameOrNumber) const;

  /// Returns the position of a result given by name or by number.
  std::optional<unsigned> findResult(StringRef nameOrNumber) const;

  /// Returns "name(x: tensor<?xf32>, ...) -> (loss: tensor<f32>)".
  std::string str() const;
};

} // namespace mlir::croton

#endif // CROTON_EXECUTIONENGINE_FUNCTIONSIGNATURE_H
