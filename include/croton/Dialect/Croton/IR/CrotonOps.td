//===- CrotonOps.td - All croton ops -*- tablegen -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_DIALECT_CROTON_IR_CROTONOPS_TD
#define CROTON_DIALECT_CROTON_IR_CROTONOPS_TD

include "croton/Dialect/Croton/IR/CrotonAttrs.td"
include "croton/Dialect/Croton/IR/CrotonBase.td"
include "croton/Dialect/Croton/IR/CrotonControlOps.td"
include "croton/Dialect/Croton/IR/CrotonDeviceOps.td"
include "croton/Dialect/Croton/IR/CrotonElementwiseOps.td"
include "croton/Dialect/Croton/IR/CrotonGradientOps.td"
include "croton/Dialect/Croton/IR/CrotonIndexingOps.td"
include "croton/Dialect/Croton/IR/CrotonLinearAlgebraOps.td"
include "croton/Dialect/Croton/IR/CrotonNnetOps.td"
include "croton/Dialect/Croton/IR/CrotonReductionOps.td"
include "croton/Dialect/Croton/IR/CrotonShapeOps.td"

#endif // CROTON_DIALECT_CROTON_IR_CROTONOPS_TD
