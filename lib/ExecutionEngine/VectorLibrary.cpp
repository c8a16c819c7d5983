//===- VectorLibrary.cpp - Vector maths for LLVM --------------------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of libmvec's functions, and what LLVM is told about them.
//
//===----------------------------------------------------------------------===//

#include "croton/ExecutionEngine/VectorLibrary.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Triple.h"
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

using namespace mlir;
using namespace mlir::croton;

namespace {
/// A function of libm that libmvec vectorizes, in f64 and, with the suffix "f",
/// in f32.
struct ScalarFunction {
  const char *name;
  unsigned numArguments;
  /// True when LLVM has the intrinsic llvm.<name>.
  bool hasIntrinsic;
};

/// A variant of the vector ABI: the letter in the symbol, and its lanes.
struct Variant {
  char letter;
  unsigned numF64Lanes;
};
} // namespace

// sincos and sincosf are left out: their vector forms return through vectors of
// pointers, which the loop vectorizer cannot use.
static constexpr ScalarFunction kFunctions[] = {
    {"acos", 1, true},   {"acosh", 1, false}, {"asin", 1, true},
    {"asinh", 1, false}, {"atan", 1, true},   {"atan2", 2, true},
    {"atanh", 1, false}, {"cbrt", 1, false},  {"cos", 1, true},
    {"cosh", 1, true},   {"erf", 1, false},   {"erfc", 1, false},
    {"exp", 1, true},    {"exp10", 1, true},  {"exp2", 1, true},
    {"expm1", 1, false}, {"hypot", 2, false}, {"log", 1, true},
    {"log10", 1, true},  {"log1p", 1, false}, {"log2", 1, true},
    {"pow", 2, true},    {"sin", 1, true},    {"sinh", 1, true},
    {"tan", 1, true},    {"tanh", 1, true},
};

/// Returns the best variant for each number of lanes.
static SmallVector<Variant> getVariants(LibmvecLevel level) {
  SmallVector<Variant> variants = {{'b', 2}};
  if (level >= LibmvecLevel::AVX)
    variants.push_back({level == LibmvecLevel::AVX ? 'c' : 'd', 4});
  if (level >= LibmvecLevel::AVX512)
    variants.push_back({'e', 8});
  return variants;
}

static LibmvecFunction makeFunction(const ScalarFunction &scalar,
                                    Variant variant, bool isF32) {
  LibmvecFunction function;
  function.scalarName = std::string(scalar.name) + (isF32 ? "f" : "");
  if (scalar.hasIntrinsic)
    function.intrinsicName =
        std::string("llvm.") + scalar.name + (isF32 ? ".f32" : ".f64");
  function.isF32 = isF32;
  function.numLanes = variant.numF64Lanes * (isF32 ? 2 : 1);
  function.numArguments = scalar.numArguments;
  function.vectorName = std::string("_ZGV") + variant.letter + "N" +
                        std::to_string(function.numLanes) +
                        std::string(scalar.numArguments, 'v') + "_" +
                        function.scalarName;
  return function;
}

SmallVector<LibmvecFunction> croton::getLibmvecFunctions(LibmvecLevel level) {
  SmallVector<LibmvecFunction> functions;
  for (Variant variant : getVariants(level))
    for (const ScalarFunction &scalar : kFunctions)
      for (bool isF32 : {false, true})
        functions.push_back(makeFunction(scalar, variant, isF32));
  return functions;
}

/// Returns the level of the machine's instructions, or nothing when the target
/// is not one that libmvec is made for.
static std::optional<LibmvecLevel>
getLibmvecLevel(const llvm::TargetMachine &machine) {
  const llvm::Triple &triple = machine.getTargetTriple();
  if (triple.getArch() != llvm::Triple::x86_64 || !triple.isOSLinux() ||
      !triple.isGNUEnvironment())
    return std::nullopt;
  const llvm::MCSubtargetInfo &subtarget = *machine.getMCSubtargetInfo();
  if (subtarget.checkFeatures("+avx512f,+avx512dq"))
    return LibmvecLevel::AVX512;
  if (subtarget.checkFeatures("+avx2,+fma"))
    return LibmvecLevel::AVX2;
  if (subtarget.checkFeatures("+avx"))
    return LibmvecLevel::AVX;
  return LibmvecLevel::SSE2;
}

namespace {
/// The descriptors of one level. They refer to names, which are kept here for
/// as long as the process runs.
struct DescriptorTable {
  std::once_flag once;
  std::deque<std::string> names;
  std::vector<llvm::VecDesc> descriptors;

  StringRef keep(std::string name) {
    return names.emplace_back(std::move(name));
  }
  void add(const LibmvecFunction &function);
};
} // namespace

/// Describes `function` as the vector form of a call by name and, where there
/// is one, of the intrinsic.
void DescriptorTable::add(const LibmvecFunction &function) {
  StringRef prefix = keep("_ZGV_LLVM_N" + std::to_string(function.numLanes) +
                          std::string(function.numArguments, 'v'));
  StringRef vectorName = keep(function.vectorName);
  auto lanes = llvm::ElementCount::getFixed(function.numLanes);
  for (const std::string &name : {function.scalarName, function.intrinsicName})
    if (!name.empty())
      descriptors.emplace_back(keep(name), vectorName, lanes,
                               /*Masked=*/false, prefix, std::nullopt);
}

/// Returns the descriptors of a level that this machine's libmvec can serve.
/// They are made once: each level asks the dynamic linker about 100 times.
static ArrayRef<llvm::VecDesc> getDescriptors(LibmvecLevel level) {
  static DescriptorTable tables[4];
  DescriptorTable &table = tables[static_cast<unsigned>(level)];
  std::call_once(table.once, [&] {
    llvm::sys::DynamicLibrary library =
        llvm::sys::DynamicLibrary::getPermanentLibrary("libmvec.so.1");
    if (!library.isValid())
      return;
    for (const LibmvecFunction &function : getLibmvecFunctions(level))
      if (library.getAddressOfSymbol(function.vectorName.c_str()))
        table.add(function);
  });
  return table.descriptors;
}

bool croton::addLibmvecFunctions(llvm::TargetLibraryInfoImpl &info,
                                 const llvm::TargetMachine &machine) {
  std::optional<LibmvecLevel> level = getLibmvecLevel(machine);
  if (!level)
    return false;
  ArrayRef<llvm::VecDesc> descriptors = getDescriptors(*level);
  if (descriptors.empty())
    return false;
  info.addVectorizableFunctions(descriptors);
  return true;
}

void croton::markLibmFunctionsPure(llvm::Module &module) {
  for (const ScalarFunction &scalar : kFunctions) {
    for (const char *suffix : {"", "f"}) {
      llvm::Function *function =
          module.getFunction(std::string(scalar.name) + suffix);
      if (!function || !function->isDeclaration())
        continue;
      function->setDoesNotAccessMemory();
      function->setDoesNotThrow();
      function->setWillReturn();
      function->setNoSync();
    }
  }
}
