//===- DeviceChoice.h - Which device, and what it did -----------*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_TOOLS_CROTON_RUN_DEVICECHOICE_H
#define CROTON_TOOLS_CROTON_RUN_DEVICECHOICE_H

#include "mlir/IR/BuiltinOps.h"
#include <string>

namespace mlir::croton {

/// Makes all devices of `module` ones of `kind`; one that names none gets
/// `dev0`. Returns the name of the first one.
std::string setDeviceKind(ModuleOp module, StringRef kind);

/// Prints what the emulator counted for each kernel, as a table.
void printSimtStats(raw_ostream &os);

} // namespace mlir::croton

#endif // CROTON_TOOLS_CROTON_RUN_DEVICECHOICE_H
