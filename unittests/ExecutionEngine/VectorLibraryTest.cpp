//===- VectorLibraryTest.cpp - Vector maths for LLVM ----------------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// That libmvec has what the table lists, and that loops come to call it.
//
//===----------------------------------------------------------------------===//

#include "croton/ExecutionEngine/VectorLibrary.h"
#include "Jit.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"
#include <set>

using namespace mlir;
using namespace mlir::croton;

namespace {

constexpr LibmvecLevel kLevels[] = {LibmvecLevel::SSE2, LibmvecLevel::AVX,
                                    LibmvecLevel::AVX2, LibmvecLevel::AVX512};

/// Returns a loop that applies `scalar` to arrays, as LLVM IR.
std::string makeLoop(const LibmvecFunction &function, StringRef callee) {
  std::string type = function.isF32 ? "float" : "double";
  bool isBinary = function.numArguments == 2;
  std::string operands = type + " %x" + (isBinary ? ", " + type + " %x" : "");
  std::string types = type + (isBinary ? ", " + type : "");
  return "define void @loop(ptr noalias %in, ptr noalias %out, i64 %n) {\n"
         "entry:\n"
         "  br label %body\n"
         "body:\n"
         "  %i = phi i64 [ 0, %entry ], [ %next, %body ]\n"
         "  %p = getelementptr inbounds " +
         type +
         ", ptr %in, i64 %i\n"
         "  %q = getelementptr inbounds " +
         type +
         ", ptr %out, i64 %i\n"
         "  %x = load " +
         type +
         ", ptr %p\n"
         "  %y = call " +
         type + " @" + callee.str() + "(" + operands +
         ")\n"
         "  store " +
         type +
         " %y, ptr %q\n"
         "  %next = add nuw nsw i64 %i, 1\n"
         "  %more = icmp ult i64 %next, %n\n"
         "  br i1 %more, label %body, label %exit\n"
         "exit:\n"
         "  ret void\n"
         "}\n"
         "declare " +
         type + " @" + callee.str() + "(" + types + ")\n";
}

/// Optimizes the loop for `cpu` and returns the names of all callees.
std::set<std::string> getCallees(const LibmvecFunction &function,
                                 StringRef callee,
                                 const CompileOptions &options) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(
      makeLoop(function, callee), diagnostic, context);
  EXPECT_TRUE(module) << diagnostic.getMessage().str();
  auto machine = createTargetMachine(options);
  EXPECT_TRUE(static_cast<bool>(machine));
  module->setDataLayout((*machine)->createDataLayout());
  module->setTargetTriple((*machine)->getTargetTriple());
  optimizeModule(*module, **machine, options);
  std::set<std::string> callees;
  for (llvm::Instruction &instruction :
       llvm::instructions(*module->getFunction("loop")))
    if (auto *call = dyn_cast<llvm::CallInst>(&instruction))
      if (llvm::Function *target = call->getCalledFunction())
        callees.insert(target->getName().str());
  return callees;
}

class LibmvecTest : public testing::Test {
protected:
  void SetUp() override {
    library = llvm::sys::DynamicLibrary::getPermanentLibrary("libmvec.so.1");
    if (!library.isValid())
      GTEST_SKIP() << "no libmvec on this machine";
  }

  llvm::sys::DynamicLibrary library;
};

TEST_F(LibmvecTest, EveryListedSymbolExists) {
  for (LibmvecLevel level : kLevels)
    for (const LibmvecFunction &function : getLibmvecFunctions(level))
      EXPECT_TRUE(library.getAddressOfSymbol(function.vectorName.c_str()))
          << function.vectorName;
}

TEST_F(LibmvecTest, LevelsAddLanes) {
  // glibc 2.36 has 26 functions besides sincos, each in f32 and f64.
  size_t perVariant = 2 * 26;
  EXPECT_EQ(getLibmvecFunctions(LibmvecLevel::SSE2).size(), perVariant);
  EXPECT_EQ(getLibmvecFunctions(LibmvecLevel::AVX).size(), 2 * perVariant);
  EXPECT_EQ(getLibmvecFunctions(LibmvecLevel::AVX2).size(), 2 * perVariant);
  EXPECT_EQ(getLibmvecFunctions(LibmvecLevel::AVX512).size(), 3 * perVariant);
}

TEST_F(LibmvecTest, CallsByNameVectorize) {
  CompileOptions options;
  options.cpu = "x86-64-v3";
  for (const LibmvecFunction &function :
       getLibmvecFunctions(LibmvecLevel::AVX2)) {
    if (StringRef(function.vectorName).starts_with("_ZGVb"))
      continue;
    std::set<std::string> callees =
        getCallees(function, function.scalarName, options);
    EXPECT_TRUE(callees.count(function.vectorName)) << function.vectorName;
  }
}

TEST_F(LibmvecTest, IntrinsicsVectorize) {
  CompileOptions options;
  options.cpu = "x86-64-v3";
  for (const LibmvecFunction &function :
       getLibmvecFunctions(LibmvecLevel::AVX2)) {
    if (StringRef(function.vectorName).starts_with("_ZGVb") ||
        function.intrinsicName.empty())
      continue;
    std::set<std::string> callees =
        getCallees(function, function.intrinsicName, options);
    EXPECT_TRUE(callees.count(function.vectorName)) << function.vectorName;
  }
}

TEST_F(LibmvecTest, WidthFollowsTheMachine) {
  LibmvecFunction tanhf;
  tanhf.isF32 = true;
  tanhf.numArguments = 1;
  CompileOptions options;
  options.cpu = "x86-64";
  EXPECT_TRUE(getCallees(tanhf, "tanhf", options).count("_ZGVbN4v_tanhf"));
  options.cpu = "x86-64";
  options.features = "+avx";
  EXPECT_TRUE(getCallees(tanhf, "tanhf", options).count("_ZGVcN8v_tanhf"));
  options.cpu = "x86-64-v4";
  options.features = "-prefer-256-bit";
  EXPECT_TRUE(getCallees(tanhf, "tanhf", options).count("_ZGVeN16v_tanhf"));
}

TEST_F(LibmvecTest, OffMeansOff) {
  LibmvecFunction tanhf;
  tanhf.isF32 = true;
  tanhf.numArguments = 1;
  CompileOptions options;
  options.cpu = "x86-64-v3";
  options.useLibmvec = false;
  for (const std::string &callee : getCallees(tanhf, "tanhf", options))
    EXPECT_FALSE(StringRef(callee).starts_with("_ZGV")) << callee;
}

} // namespace
