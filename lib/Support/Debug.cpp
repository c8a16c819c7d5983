//===- Debug.cpp - Switching debug output on ------------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's library carries the state behind LDBG() in every build type; only its
// command line switch is missing from a release build.
//
//===----------------------------------------------------------------------===//

#include "croton/Support/Debug.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Debug.h"

using namespace mlir;

#ifdef NDEBUG

bool croton::hasDebugOutput() { return false; }

void croton::setDebugTypes(llvm::ArrayRef<std::string> types) {}

void croton::registerDebugOptions() {}

#else

bool croton::hasDebugOutput() { return true; }

void croton::setDebugTypes(llvm::ArrayRef<std::string> types) {
  llvm::SmallVector<const char *> names;
  for (const std::string &type : types)
    names.push_back(type.c_str());
  llvm::DebugFlag = !names.empty();
  llvm::setCurrentDebugTypes(names.data(), names.size());
}

void croton::registerDebugOptions() {
  static std::vector<std::string> types;
  static llvm::cl::list<std::string> option(
      "croton-debug-only", llvm::cl::CommaSeparated, llvm::cl::Hidden,
      llvm::cl::value_desc("type[:level],..."),
      llvm::cl::desc("Print debug output of these types"),
      llvm::cl::callback([](const std::string &type) {
        types.push_back(type);
        setDebugTypes(types);
      }));
}

#endif // NDEBUG
