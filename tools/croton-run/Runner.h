//===- Runner.h - One run of croton-run -------------------------*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything between the command line and the program: which function, with
// which values, how often, and where the results go.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_TOOLS_CROTON_RUN_RUNNER_H
#define CROTON_TOOLS_CROTON_RUN_RUNNER_H

#include "Program.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace mlir::croton {

/// What the user asked for, as written on the command line.
struct CallOptions {
  /// "NAME=VALUE" or, by position, "VALUE".
  std::vector<std::string> arguments;
  /// "NAME=VALUE".
  std::vector<std::string> state;
  std::string loadStateDir;
  std::string saveStateDir;
  /// "NAME=FILE".
  std::vector<std::string> outputs;
  /// Names or numbers of results.
  std::vector<std::string> prints;
  bool printResults = false;
  bool printTimes = false;
  bool showProgress = true;
  uint64_t seed = 0;
  unsigned repeat = 1;
};

/// Returns the name of the function to run: `entry`, or without one "main" or
/// the only public function there is.
llvm::Expected<std::string> selectEntry(ModuleOp module, StringRef entry);

/// Prints the signatures of the public functions and the types of the globals.
/// Emits a diagnostic and fails when one of them cannot be run.
LogicalResult listModule(ModuleOp module, llvm::raw_ostream &os);

/// Runs the program as `options` say. All names are
/// checked before the first call. The first thing that goes wrong is the one
/// error.
llvm::Error runProgram(Program &program, const CallOptions &options);

} // namespace mlir::croton

#endif // CROTON_TOOLS_CROTON_RUN_RUNNER_H
