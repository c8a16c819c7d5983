//===- Interfaces.cpp - What croton asks of ops===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Interfaces/DeviceLiftOpInterface.h"
#include "croton/Interfaces/DifferentiableOpInterface.h"
#include "croton/Interfaces/EvaluableOpInterface.h"
#include "croton/Interfaces/ScalarBodyOpInterface.h"

using namespace mlir;
using namespace mlir::croton;

#include "croton/Interfaces/DeviceLiftOpInterface.cpp.inc"
#include "croton/Interfaces/DifferentiableOpInterface.cpp.inc"
#include "croton/Interfaces/EvaluableOpInterface.cpp.inc"
#include "croton/Interfaces/ScalarBodyOpInterface.cpp.inc"

LogicalResult EvaluationErrors::fail(const Twine &text) {
  if (message.empty())
    message = text.str();
  return failure();
}
