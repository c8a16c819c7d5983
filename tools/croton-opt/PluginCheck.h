//===- PluginCheck.h - Plugins that cannot be loaded ------------*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_TOOLS_CROTONOPT_PLUGINCHECK_H
#define CROTON_TOOLS_CROTONOPT_PLUGINCHECK_H

#include "llvm/Support/Error.h"

namespace mlir::croton {

/// Looks at the plugins that the command line names before they are loaded:
/// upstream goes on without one that it cannot load, and the system's loader
/// ends the process over a file that was cut off. Fails for the first plugin
/// that is missing, no shared object, cut off, or without the entry point.
llvm::Error checkPlugins(int argc, char **argv);

} // namespace mlir::croton

#endif // CROTON_TOOLS_CROTONOPT_PLUGINCHECK_H
