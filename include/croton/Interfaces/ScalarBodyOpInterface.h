//===- ScalarBodyOpInterface.h - Scalar meaning of an op -*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_INTERFACES_SCALARBODYOPINTERFACE_H
#define CROTON_INTERFACES_SCALARBODYOPINTERFACE_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"

#include "croton/Interfaces/ScalarBodyOpInterface.h.inc"

#endif // CROTON_INTERFACES_SCALARBODYOPINTERFACE_H
