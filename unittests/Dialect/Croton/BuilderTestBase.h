//===- BuilderTestBase.h - A function under construction -*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_UNITTESTS_DIALECT_CROTON_BUILDERTESTBASE_H
#define CROTON_UNITTESTS_DIALECT_CROTON_BUILDERTESTBASE_H

#include "croton/Dialect/Croton/IR/Builders.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

namespace mlir::croton {

/// A function that tests add arguments and ops to.
class BuilderTestBase : public testing::Test {
protected:
  BuilderTestBase() : b(UnknownLoc::get(&context), &context) {
    context.loadDialect<CrotonDialect, func::FuncDialect>();
    module = ModuleOp::create(b.getLoc());
    b.setInsertionPointToStart(module->getBody());
    function = func::FuncOp::create(b, "f", b.getFunctionType({}, {}));
    b.setInsertionPointToStart(function.addEntryBlock());
  }

  Type type(StringRef text) { return parseType(text, &context); }

  /// A new argument of type `tensor<text>`; the first is %arg0.
  Value arg(StringRef text) {
    Type tensor = type(("tensor<" + text + ">").str());
    unsigned index = function.getNumArguments();
    EXPECT_TRUE(succeeded(
        function.insertArgument(index, tensor, DictionaryAttr(), b.getLoc())));
    return function.getArgument(index);
  }

  /// Checks that the ops built so far are valid and print as `expected`, one
  /// line for each.
  void expectOps(StringRef expected) {
    func::ReturnOp::create(b);
    EXPECT_TRUE(succeeded(verify(*module)));
    std::string text;
    llvm::raw_string_ostream os(text);
    module->print(os);
    StringRef body = StringRef(text).split("{\n").second.split("{\n").second;
    body = body.split("    return\n").first;
    std::string lines;
    for (StringRef line : llvm::split(body.rtrim(), '\n'))
      lines += (line.ltrim() + "\n").str();
    EXPECT_EQ(StringRef(lines).trim().str(), expected.trim().str());
  }

  MLIRContext context;
  ImplicitLocOpBuilder b;
  OwningOpRef<ModuleOp> module;
  func::FuncOp function;
};

} // namespace mlir::croton

#endif // CROTON_UNITTESTS_DIALECT_CROTON_BUILDERTESTBASE_H
