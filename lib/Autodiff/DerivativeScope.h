//===- DerivativeScope.h - Ops made for one derivative ----------*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_AUTODIFF_DERIVATIVESCOPE_H
#define CROTON_LIB_AUTODIFF_DERIVATIVESCOPE_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"

#include <string>

namespace mlir::croton {

/// While it lives, every op that the builder makes gets a location that says
/// which op it is a derivative of, and every error reported by this thread gets
/// a note that says which request it belongs to.
class DerivativeScope : private OpBuilder::Listener {
public:
  /// `kind` is "gradient" or "tangent".
  DerivativeScope(OpBuilder &builder, Location request, StringRef kind);
  ~DerivativeScope() override;

  /// Says what ops are made for from now on.
  void setSource(Operation *op);
  void setSource(Value value);

  /// Erases the ops made so far, from the last to the first, of which nothing
  /// is used and no result is in `keep`.
  void eraseUnused(ValueRange keep);

private:
  void notifyOperationInserted(Operation *op,
                               OpBuilder::InsertPoint previous) override;

  OpBuilder &builder;
  OpBuilder::Listener *outer;
  /// The op above the first one made, or null at the start of the block.
  Operation *before;
  Location request, source;
  std::string kind, text;
  ScopedDiagnosticHandler notes;
};

} // namespace mlir::croton

#endif // CROTON_LIB_AUTODIFF_DERIVATIVESCOPE_H
