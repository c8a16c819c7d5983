//===- LocalDiagnostics.h - Diagnostics of one thread, held back *- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_REWRITE_LOCALDIAGNOSTICS_H
#define CROTON_LIB_REWRITE_LOCALDIAGNOSTICS_H

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/Threading.h"
#include <string>

namespace mlir::croton::detail {

/// While it lives, keeps the diagnostics of this thread from being printed, and
/// remembers the first error.
class LocalDiagnostics {
public:
  explicit LocalDiagnostics(MLIRContext *context)
      : handler(context,
                [this, thread = llvm::get_threadid()](
                    Diagnostic &diagnostic) -> LogicalResult {
                  if (llvm::get_threadid() != thread)
                    return failure();
                  if (first.empty() &&
                      diagnostic.getSeverity() == DiagnosticSeverity::Error)
                    first = diagnostic.str();
                  return success();
                }) {}

  std::string takeFirst() { return std::move(first); }

private:
  std::string first;
  ScopedDiagnosticHandler handler;
};

} // namespace mlir::croton::detail

#endif // CROTON_LIB_REWRITE_LOCALDIAGNOSTICS_H
