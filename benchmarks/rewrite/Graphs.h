//===- Graphs.h - Graphs of a given size to rewrite -------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_BENCHMARKS_REWRITE_GRAPHS_H
#define CROTON_BENCHMARKS_REWRITE_GRAPHS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace bench {

/// Makes a module with one function of about `numOps` ops. Kinds:
///   chain  each op reads the one before
///   wide   each op reads two of many independent ones
///   nest   loops in loops, eight deep, with a short chain in each
///   rnn    a recurrent network unrolled over time, with its gradient
/// Returns null for an unknown kind.
mlir::OwningOpRef<mlir::ModuleOp>
makeGraph(mlir::MLIRContext *context, llvm::StringRef kind, int64_t numOps);

} // namespace bench

#endif // CROTON_BENCHMARKS_REWRITE_GRAPHS_H
