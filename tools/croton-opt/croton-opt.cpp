//===- croton-opt.cpp - The pass driver ----------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mlir-opt with the croton dialect, its passes and its pipelines.
//
//===----------------------------------------------------------------------===//

#ifdef CROTON_INCLUDE_TESTS
#include "TestPasses.h"
#endif

#include "croton/InitAll.h"
#include "croton/Support/Debug.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::croton::registerAllDialects(registry);
  mlir::registerAllPasses();
  mlir::croton::registerAllPasses();
#ifdef CROTON_INCLUDE_TESTS
  mlir::croton::test::registerTestPasses();
#endif
  mlir::croton::registerDebugOptions();
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "croton-opt: optimizes and lowers tensor graphs\n",
      registry));
}
