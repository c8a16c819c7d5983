//===- Networks.h - Training steps to place on a device ---------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_BENCHMARKS_LIFT_NETWORKS_H
#define CROTON_BENCHMARKS_LIFT_NETWORKS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace bench {

/// Makes a module with one function, a training step of about `numOps` ops with
/// its gradients and updates expanded. Kinds:
///   rnn  a recurrent network unrolled over time, with one set of weights
///   mlp  a perceptron of many layers, each with weights of its own
/// Returns null for an unknown kind.
mlir::OwningOpRef<mlir::ModuleOp>
makeNetwork(mlir::MLIRContext *context, llvm::StringRef kind, int64_t numOps);

} // namespace bench

#endif // CROTON_BENCHMARKS_LIFT_NETWORKS_H
