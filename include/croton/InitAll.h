//===- InitAll.h - Everything croton has -*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One call each to register what croton has: for tools and for embedders who
// want all of it. Who wants less registers the parts.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_INITALL_H
#define CROTON_INITALL_H

#include "croton/Conversion/Passes.h"
#include "croton/Dialect/Croton/IR/Croton.h"
#include "croton/Dialect/Croton/Transforms/Passes.h"
#include "croton/Dialect/Croton/Transforms/Rewrites.h"
#include "croton/Dialect/Croton/Transforms/Tangents.h"
#include "croton/Interfaces/ExternalModels.h"
#include "croton/Pipelines/CrotonToLLVM.h"
#include "croton/Pipelines/Passes.h"
#include "croton/Reference/Models.h"
#include "croton/Rewrite/Passes.h"
#include "croton/Rewrite/TransformOps/RewriteTransformOps.h"
#include "croton/Target/Simt.h"

namespace mlir::croton {

/// Adds the croton dialect and its extensions: evaluation (and with it constant
/// folding), rewrites, an op of the transform dialect, and upstream ops that
/// answer croton's interfaces.
inline void registerAllDialects(DialectRegistry &registry) {
  registry.insert<CrotonDialect>();
  registerCrotonRewrites(registry);
  registerMathScalarBodyModels(registry);
  registerReferenceModels(registry);
  registerRewriteTransformOps(registry);
  registerSimtTarget(registry);
  registerUpstreamDerivatives(registry);
}

/// Makes croton's passes and pipelines known to textual pass pipelines.
inline void registerAllPasses() {
  registerCrotonTransformsPasses();
  registerCrotonConversionPasses();
  registerCrotonPipelinesPasses();
  registerCrotonRewritePasses();
  registerCrotonToLLVMPipeline();
}

} // namespace mlir::croton

#endif // CROTON_INITALL_H
