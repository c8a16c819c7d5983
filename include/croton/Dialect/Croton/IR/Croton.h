//===- Croton.h - The croton dialect -*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_DIALECT_CROTON_IR_CROTON_H
#define CROTON_DIALECT_CROTON_IR_CROTON_H

#include "croton/Dialect/Croton/IR/OpSupport.h"
#include "croton/Dialect/Croton/IR/Traits.h"
#include "croton/Interfaces/DeviceLiftOpInterface.h"
#include "croton/Interfaces/DifferentiableOpInterface.h"
#include "croton/Interfaces/ScalarBodyOpInterface.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "croton/Dialect/Croton/IR/CrotonDialect.h.inc"
#include "croton/Dialect/Croton/IR/CrotonEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "croton/Dialect/Croton/IR/CrotonAttrs.h.inc"

#define GET_OP_CLASSES
#include "croton/Dialect/Croton/IR/CrotonOps.h.inc"

#endif // CROTON_DIALECT_CROTON_IR_CROTON_H
