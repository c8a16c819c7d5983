//===- EngineTestBase.h - Compile and call in tests -------------*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the tests of the execution engine share.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_UNITTESTS_EXECUTIONENGINE_ENGINETESTBASE_H
#define CROTON_UNITTESTS_EXECUTIONENGINE_ENGINETESTBASE_H

#include "croton/ExecutionEngine/CompiledModule.h"
#include "croton/ExecutionEngine/TypedCallable.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"
#include <string>

namespace mlir::croton {

/// A context, and what went wrong in it last.
class EngineTestBase : public testing::Test {
protected:
  EngineTestBase();

  OwningOpRef<ModuleOp> parse(StringRef program) {
    return parseSourceString<ModuleOp>(program, context.get());
  }

  /// Compiles a program; null, with `diagnostics`, when that fails.
  std::unique_ptr<CompiledModule> compile(StringRef program,
                                          const CompileOptions &options = {}) {
    diagnostics.clear();
    OwningOpRef<ModuleOp> module = parse(program);
    EXPECT_TRUE(module) << diagnostics;
    if (!module)
      return nullptr;
    FailureOr<std::unique_ptr<CompiledModule>> compiled =
        CompiledModule::compile(*module, options);
    if (failed(compiled))
      return nullptr;
    return std::move(*compiled);
  }

  /// Calls a function; no results, with `error`, when that fails.
  SmallVector<HostTensor> call(CompiledModule &module, StringRef name,
                               ArrayRef<HostTensor> arguments) {
    error = CallError();
    FailureOr<Callable> callable = module.lookup(name);
    EXPECT_TRUE(succeeded(callable)) << name.str();
    if (failed(callable))
      return {};
    FailureOr<SmallVector<HostTensor>> results =
        callable->call(arguments, error);
    if (failed(results)) {
      EXPECT_NE(error.code, 0);
      return {};
    }
    return *results;
  }

  template <typename T>
  static HostTensor makeTensor(ArrayRef<int64_t> shape,
                               std::initializer_list<T> values) {
    HostTensor tensor = *HostTensor::allocate(DTypeOf<T>::value, shape);
    llvm::copy(values, tensor.getData<T>().begin());
    return tensor;
  }

  std::unique_ptr<MLIRContext> context;
  std::string diagnostics;
  CallError error;
};

} // namespace mlir::croton

#endif // CROTON_UNITTESTS_EXECUTIONENGINE_ENGINETESTBASE_H
