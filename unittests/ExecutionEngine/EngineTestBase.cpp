//===- EngineTestBase.cpp - Compile and call in tests ---------------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The context that the tests compile in.
//
//===----------------------------------------------------------------------===//

#include "EngineTestBase.h"
#include "croton/InitAll.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"

using namespace mlir;
using namespace mlir::croton;

EngineTestBase::EngineTestBase() {
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  croton::registerAllDialects(registry);
  context =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  context->getDiagEngine().registerHandler([this](Diagnostic &diagnostic) {
    llvm::raw_string_ostream(diagnostics) << diagnostic << "\n";
    return success();
  });
}
