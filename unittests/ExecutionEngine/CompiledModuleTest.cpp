//===- CompiledModuleTest.cpp - Compile once, call many times -------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Signatures, calls, memory, errors and compilation.
//
//===----------------------------------------------------------------------===//

#include "EngineTestBase.h"
#include "croton/Runtime/Memory.h"
#include "croton/Runtime/Status.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::croton;

namespace {

using CompiledModuleTest = EngineTestBase;

//===----------------------------------------------------------------------===//
// Signatures and arguments
//===----------------------------------------------------------------------===//

constexpr StringLiteral kScale = R"mlir(
  func.func @scale(%x: tensor<?x2xf32> {croton.name = "x"},
                   %factor: tensor<1x1xf32>)
      -> (tensor<?x2xf32> {croton.name = "y"}, tensor<1x1xf32>) {
    %y = croton.mul %x, %factor : tensor<?x2xf32>, tensor<1x1xf32>
    %twice = croton.add %factor, %factor : tensor<1x1xf32>, tensor<1x1xf32>
    return %y, %twice : tensor<?x2xf32>, tensor<1x1xf32>
  }
  func.func private @hidden(%x: tensor<f32>) -> tensor<f32> {
    return %x : tensor<f32>
  }
)mlir";

TEST_F(CompiledModuleTest, SignaturesHaveNamesAndTypes) {
  auto module = compile(kScale);
  ASSERT_TRUE(module);
  ASSERT_EQ(module->getSignatures().size(), 1u);
  const FunctionSignature &signature = module->getSignatures()[0];
  EXPECT_EQ(signature.str(),
            "scale(x: tensor<?x2xf32>, arg1: tensor<1x1xf32>) -> "
            "(y: tensor<?x2xf32>, result1: tensor<1x1xf32>)");
  EXPECT_EQ(signature.findArgument("x"), 0u);
  EXPECT_EQ(signature.findArgument("1"), 1u);
  EXPECT_EQ(signature.findArgument("2"), std::nullopt);
  EXPECT_EQ(signature.findArgument("y"), std::nullopt);
  EXPECT_EQ(signature.findResult("y"), 0u);
  EXPECT_FALSE(signature.arguments[0].isDonated);
  EXPECT_TRUE(failed(module->lookup("hidden")));
  EXPECT_TRUE(failed(module->lookup("none")));
}

TEST_F(CompiledModuleTest, CallsCompute) {
  auto module = compile(kScale);
  ASSERT_TRUE(module);
  HostTensor factor = makeTensor<float>({1, 1}, {3});
  for (int64_t rows : {0, 1, 2, 37}) {
    HostTensor x = *HostTensor::allocate(DType::F32, {rows, 2});
    for (int64_t i = 0; i < x.getNumElements(); ++i)
      x.getData<float>()[i] = static_cast<float>(i);
    auto results = call(*module, "scale", {x, factor});
    ASSERT_EQ(results.size(), 2u) << error.message;
    EXPECT_EQ(results[0].getShape(), ArrayRef<int64_t>({rows, 2}));
    for (int64_t i = 0; i < x.getNumElements(); ++i)
      EXPECT_EQ(results[0].getData<float>()[i], 3.0f * i);
    EXPECT_EQ(results[1].getData<float>()[0], 6.0f);
  }
}

TEST_F(CompiledModuleTest, WrongArgumentsSayWhatWasExpected) {
  auto module = compile(kScale);
  ASSERT_TRUE(module);
  HostTensor x = makeTensor<float>({1, 2}, {1, 2});
  HostTensor factor = makeTensor<float>({1, 1}, {3});
  EXPECT_TRUE(call(*module, "scale", {x}).empty());
  EXPECT_EQ(error.code, CROTON_ERROR_VALUE);
  EXPECT_EQ(error.message,
            "expected 2 arguments for scale(x: tensor<?x2xf32>, arg1: "
            "tensor<1x1xf32>) -> (y: tensor<?x2xf32>, result1: "
            "tensor<1x1xf32>), but got 1");
  EXPECT_TRUE(call(*module, "scale", {x, factor, factor}).empty());

  struct Case {
    HostTensor value;
    const char *type;
  };
  Case cases[] = {{makeTensor<double>({1, 2}, {1, 2}), "tensor<1x2xf64>"},
                  {makeTensor<float>({2}, {1, 2}), "tensor<2xf32>"},
                  {makeTensor<float>({1, 3}, {1, 2, 3}), "tensor<1x3xf32>"},
                  {HostTensor(), "an empty handle"}};
  for (const Case &test : cases) {
    EXPECT_TRUE(call(*module, "scale", {test.value, factor}).empty());
    EXPECT_EQ(error.message, "argument 'x' of 'scale': expected "
                             "tensor<?x2xf32>, but got " +
                                 std::string(test.type));
  }
}

TEST_F(CompiledModuleTest, UnalignedArgumentsWork) {
  auto module = compile(kScale);
  ASSERT_TRUE(module);
  alignas(8) char bytes[17] = {};
  float values[] = {1, 2, 3, 4};
  std::memcpy(bytes + 1, values, sizeof(values));
  HostTensor x = HostTensor::borrow(DType::F32, {2, 2}, bytes + 1);
  auto results = call(*module, "scale", {x, makeTensor<float>({1, 1}, {2})});
  ASSERT_EQ(results.size(), 2u) << error.message;
  EXPECT_EQ(results[0].getData<float>()[3], 8.0f);
}

TEST_F(CompiledModuleTest, OtherTypesThanTensorsAreRefused) {
  EXPECT_FALSE(compile("func.func @f(%x: index) { return }"));
  EXPECT_TRUE(StringRef(diagnostics)
                  .contains("expected argument 0 to be a ranked tensor on the "
                            "host, but got 'index'"))
      << diagnostics;
  EXPECT_FALSE(compile(R"mlir(
    func.func @f(%x: tensor<f32> {croton.name = "x"},
                 %y: tensor<f32> {croton.name = "x"}) { return }
  )mlir"));
  EXPECT_TRUE(
      StringRef(diagnostics).contains("has two arguments with the name 'x'"))
      << diagnostics;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

constexpr StringLiteral kPass = R"mlir(
  func.func @pass(%x: tensor<?xf32>) -> tensor<?xf32> {
    return %x : tensor<?xf32>
  }
  func.func @pass_donated(%x: tensor<?xf32> {croton.donated})
      -> tensor<?xf32> {
    return %x : tensor<?xf32>
  }
  func.func @add_donated(%x: tensor<?xf32> {croton.donated},
                         %y: tensor<?xf32>) -> tensor<?xf32> {
    %z = croton.add %x, %y : tensor<?xf32>, tensor<?xf32>
    return %z : tensor<?xf32>
  }
  func.func @total(%x: tensor<?xf32>) -> tensor<f32> {
    %s = croton.sum %x axes [0] : tensor<?xf32>
    return %s : tensor<f32>
  }
)mlir";

TEST_F(CompiledModuleTest, ProtectedArgumentsAreCopiedWhenReturned) {
  auto module = compile(kPass);
  ASSERT_TRUE(module);
  HostTensor x = makeTensor<float>({3}, {1, 2, 3});
  auto results = call(*module, "pass", {x});
  ASSERT_EQ(results.size(), 1u) << error.message;
  EXPECT_NE(results[0].getRawData(), x.getRawData());
  EXPECT_EQ(results[0].getData<float>()[2], 3.0f);
}

TEST_F(CompiledModuleTest, DonatedArgumentsAreHandedOn) {
  auto module = compile(kPass);
  ASSERT_TRUE(module);
  HostTensor x = makeTensor<float>({3}, {1, 2, 3});
  void *data = x.getRawData();
  auto results = call(*module, "pass_donated", {x});
  ASSERT_EQ(results.size(), 1u) << error.message;
  EXPECT_EQ(results[0].getRawData(), data);
  // The result keeps the memory alive on its own.
  x = HostTensor();
  EXPECT_EQ(results[0].getData<float>()[2], 3.0f);
}

TEST_F(CompiledModuleTest, DonatedArgumentsMustNotShareMemory) {
  auto module = compile(kPass);
  ASSERT_TRUE(module);
  HostTensor x = makeTensor<float>({3}, {1, 2, 3});
  EXPECT_TRUE(call(*module, "add_donated", {x, x}).empty());
  EXPECT_EQ(error.message, "argument 'arg0' of 'add_donated' is donated, but "
                           "shares memory with argument 'arg1'");
  auto results = call(*module, "add_donated", {x, x.clone()});
  ASSERT_EQ(results.size(), 1u) << error.message;
  EXPECT_EQ(results[0].getData<float>()[2], 6.0f);
}

TEST_F(CompiledModuleTest, LargeArgumentsAreNotCopied) {
  auto module = compile(kPass);
  ASSERT_TRUE(module);
  HostTensor x = *HostTensor::allocate(DType::F32, {1 << 22});
  x.getData<float>().back() = 5;
  CrotonRtStats before = croton_rt_stats();
  auto results = call(*module, "total", {x});
  CrotonRtStats after = croton_rt_stats();
  ASSERT_EQ(results.size(), 1u) << error.message;
  EXPECT_EQ(results[0].getData<float>()[0], 5.0f);
  EXPECT_LT(after.live_bytes + after.pool_bytes,
            before.live_bytes + before.pool_bytes + (1 << 20));
}

TEST_F(CompiledModuleTest, RepeatedCallsLeakNothing) {
  auto module = compile(kScale);
  ASSERT_TRUE(module);
  HostTensor x = *HostTensor::allocate(DType::F32, {1000, 2});
  HostTensor factor = makeTensor<float>({1, 1}, {3});
  uint64_t liveBlocks = croton_rt_stats().live_blocks;
  call(*module, "scale", {x, factor});
  EXPECT_EQ(croton_rt_stats().live_blocks, liveBlocks);
  for (int i = 0; i < 100; ++i)
    call(*module, "scale", {x, factor});
  EXPECT_EQ(croton_rt_stats().live_blocks, liveBlocks);
}

TEST_F(CompiledModuleTest, ResultsOutliveTheModule) {
  auto module = compile(kScale);
  ASSERT_TRUE(module);
  auto results =
      call(*module, "scale",
           {makeTensor<float>({1, 2}, {1, 2}), makeTensor<float>({1, 1}, {3})});
  ASSERT_EQ(results.size(), 2u) << error.message;
  module.reset();
  EXPECT_EQ(results[0].getData<float>()[1], 6.0f);
}

TEST_F(CompiledModuleTest, ModulesOutliveTheirContext) {
  auto module = compile(kScale);
  ASSERT_TRUE(module);
  context.reset();
  auto results =
      call(*module, "scale",
           {makeTensor<float>({1, 2}, {1, 2}), makeTensor<float>({1, 1}, {3})});
  ASSERT_EQ(results.size(), 2u) << error.message;
  EXPECT_EQ(results[0].getData<float>()[1], 6.0f);
}

//===----------------------------------------------------------------------===//
// Errors at run time
//===----------------------------------------------------------------------===//

constexpr StringLiteral kChecked = R"mlir(
  ml_program.global private mutable @n(dense<0> : tensor<i64>) : tensor<i64>
  func.func @count(%ok: tensor<i1>, %x: tensor<?xf32>) -> tensor<?xf32> {
    %one = croton.constant dense<1> : tensor<i64>
    %n = ml_program.global_load @n : tensor<i64>
    %next = croton.add %n, %one : tensor<i64>, tensor<i64>
    ml_program.global_store @n = %next : tensor<i64>
    %y = croton.exp %x : tensor<?xf32>
    %checked = croton.assert %y, %ok, "it is not ok" : tensor<?xf32>, tensor<i1>
    %z = croton.add %checked, %y : tensor<?xf32>, tensor<?xf32>
    return %z : tensor<?xf32>
  }
  func.func @add(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
    %z = croton.add %x, %y : tensor<?xf32>, tensor<?xf32>
    return %z : tensor<?xf32>
  }
)mlir";

TEST_F(CompiledModuleTest, FailedChecksComeBackAsErrors) {
  auto module = compile(kChecked);
  ASSERT_TRUE(module);
  HostTensor yes = makeTensor<bool>({}, {true});
  HostTensor no = makeTensor<bool>({}, {false});
  HostTensor x = makeTensor<float>({2}, {0, 0});
  ASSERT_EQ(call(*module, "count", {yes, x}).size(), 1u) << error.message;
  EXPECT_EQ(module->getState("n").getData<int64_t>()[0], 1);

  uint64_t liveBlocks = croton_rt_stats().live_blocks;
  EXPECT_TRUE(call(*module, "count", {no, x}).empty());
  EXPECT_EQ(error.code, CROTON_ERROR_ASSERT);
  EXPECT_TRUE(StringRef(error.message).contains("it is not ok"))
      << error.message;
  // Nothing has changed and nothing has leaked.
  EXPECT_EQ(module->getState("n").getData<int64_t>()[0], 1);
  EXPECT_EQ(croton_rt_stats().live_blocks, liveBlocks);

  auto results = call(*module, "count", {yes, x});
  ASSERT_EQ(results.size(), 1u) << error.message;
  EXPECT_EQ(results[0].getData<float>()[1], 2.0f);
  EXPECT_EQ(module->getState("n").getData<int64_t>()[0], 2);
}

TEST_F(CompiledModuleTest, ShapesThatDisagreeComeBackAsErrors) {
  auto module = compile(kChecked);
  ASSERT_TRUE(module);
  EXPECT_TRUE(
      call(*module, "add",
           {makeTensor<float>({2}, {1, 2}), makeTensor<float>({3}, {1, 2, 3})})
          .empty());
  EXPECT_EQ(error.code, CROTON_ERROR_SHAPE);
  EXPECT_TRUE(StringRef(error.message).contains("croton.add")) << error.message;
  EXPECT_TRUE(StringRef(error.message).contains("2")) << error.message;
  EXPECT_TRUE(StringRef(error.message).contains("3")) << error.message;
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

TEST_F(CompiledModuleTest, StatsNameStagesAndPasses) {
  auto module = compile(kScale);
  ASSERT_TRUE(module);
  const CompileStats &stats = module->getStats();
  std::vector<std::string> names;
  double total = 0;
  for (const CompileStats::Step &stage : stats.stages) {
    names.push_back(stage.name);
    EXPECT_GT(stage.seconds, 0) << stage.name;
    total += stage.seconds;
  }
  EXPECT_EQ(names, (std::vector<std::string>{"lower", "translate", "optimize",
                                             "codegen", "link"}));
  EXPECT_DOUBLE_EQ(stats.getTotalSeconds(), total);
  EXPECT_TRUE(llvm::any_of(stats.passes, [](const auto &pass) {
    return pass.name == "croton-functionalize-state";
  }));
}

TEST_F(CompiledModuleTest, HooksSeeEveryStage) {
  CompileOptions options;
  std::vector<std::string> stages;
  bool sawPass = false;
  bool sawObject = false;
  options.afterPass = [&](StringRef pass, Operation *op) {
    sawPass |= pass == "croton-functionalize-state" && isa<ModuleOp>(op);
  };
  options.afterLLVMStage = [&](StringRef stage, llvm::Module &) {
    stages.push_back(stage.str());
  };
  options.onObject = [&](llvm::MemoryBufferRef object) {
    sawObject = object.getBuffer().starts_with("\x7f"
                                               "ELF");
  };
  ASSERT_TRUE(compile(kScale, options));
  EXPECT_TRUE(sawPass);
  EXPECT_TRUE(sawObject);
  EXPECT_EQ(stages, (std::vector<std::string>{"llvm", "llvm-optimized"}));
}

TEST_F(CompiledModuleTest, EveryLevelGivesTheSameNumbers) {
  for (unsigned optLevel : {0, 1, 2, 3}) {
    CompileOptions options;
    options.optLevel = optLevel;
    auto module = compile(kScale, options);
    ASSERT_TRUE(module);
    auto results = call(*module, "scale",
                        {makeTensor<float>({2, 2}, {1, 2, 3, 4}),
                         makeTensor<float>({1, 1}, {0.5f})});
    ASSERT_EQ(results.size(), 2u) << error.message;
    EXPECT_EQ(results[0].getData<float>()[3], 2.0f);
  }
}

// A machine without instructions for f16 and bf16 calls functions instead.
TEST_F(CompiledModuleTest, HalfFloatsNeedNoInstructions) {
  constexpr StringLiteral program = R"mlir(
    func.func @f16(%x: tensor<?xf64>) -> (tensor<?xf16>, tensor<?xf32>) {
      %y = croton.cast %x to f16 : tensor<?xf64>
      %z = croton.cast %y to f32 : tensor<?xf16>
      return %y, %z : tensor<?xf16>, tensor<?xf32>
    }
    func.func @bf16(%x: tensor<?xf64>) -> (tensor<?xbf16>, tensor<?xf32>) {
      %y = croton.cast %x to bf16 : tensor<?xf64>
      %z = croton.cast %y to f32 : tensor<?xbf16>
      return %y, %z : tensor<?xbf16>, tensor<?xf32>
    }
  )mlir";
  CompileOptions options;
  options.cpu = "x86-64";
  auto module = compile(program, options);
  ASSERT_TRUE(module);
  // 1/3 is 0x3555 in f16 and 0x3EAB in bf16; 1e6 is infinite in f16.
  HostTensor x = makeTensor<double>({3}, {1.0 / 3, -2, 1e6});
  auto results = call(*module, "f16", {x});
  ASSERT_EQ(results.size(), 2u) << error.message;
  EXPECT_EQ(results[0].getData<uint16_t>()[0], 0x3555);
  EXPECT_EQ(results[0].getData<uint16_t>()[1], 0xC000);
  EXPECT_EQ(results[0].getData<uint16_t>()[2], 0x7C00);
  EXPECT_EQ(results[1].getData<float>()[0], 0x1.554p-2f);
  results = call(*module, "bf16", {x});
  ASSERT_EQ(results.size(), 2u) << error.message;
  EXPECT_EQ(results[0].getData<uint16_t>()[0], 0x3EAB);
  EXPECT_EQ(results[0].getData<uint16_t>()[1], 0xC000);
  EXPECT_EQ(results[1].getData<float>()[0], 0x1.56p-2f);
}

TEST_F(CompiledModuleTest, OnlyNamedFunctionsAreCompiled) {
  CompileOptions options;
  options.functions = {"total", "pass"};
  auto module = compile(kPass, options);
  ASSERT_TRUE(module);
  ASSERT_EQ(module->getSignatures().size(), 2u);
  EXPECT_EQ(module->getSignatures()[0].name, "pass");
  EXPECT_EQ(module->getSignatures()[1].name, "total");
  EXPECT_TRUE(failed(module->lookup("add_donated")));
  options.functions = {"pas"};
  EXPECT_FALSE(compile(kPass, options));
  EXPECT_EQ(diagnostics,
            "there is no public function 'pas'; did you mean 'pass'?\n");
}

TEST_F(CompiledModuleTest, PipelinesMustMakeStateExplicit) {
  CompileOptions options;
  options.pipeline = [](OpPassManager &) {};
  EXPECT_FALSE(compile(kScale, options));
  EXPECT_TRUE(StringRef(diagnostics)
                  .contains("expected the pipeline to run "
                            "croton-functionalize-state"))
      << diagnostics;
}

TEST_F(CompiledModuleTest, TheSourceModuleStaysAsItIs) {
  OwningOpRef<ModuleOp> source = parse(kScale);
  ASSERT_TRUE(source);
  std::string before, after;
  llvm::raw_string_ostream(before) << *source;
  ASSERT_TRUE(succeeded(CompiledModule::compile(*source)));
  llvm::raw_string_ostream(after) << *source;
  EXPECT_EQ(before, after);
}

} // namespace
