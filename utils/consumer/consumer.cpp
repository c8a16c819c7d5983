//===- consumer.cpp - The smallest program that uses Croton ---------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Dialect/Croton/IR/Croton.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"

static const char program[] = R"(
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = croton.exp %x : tensor<4xf32>
  return %0 : tensor<4xf32>
})";

int main() {
  mlir::MLIRContext context;
  context.loadDialect<mlir::croton::CrotonDialect, mlir::func::FuncDialect>();
  auto module = mlir::parseSourceString<mlir::ModuleOp>(program, &context);
  if (module)
    module->print(llvm::outs());
  return module ? 0 : 1;
}
