//===- Symbols.h - The functions compiled code may call -----------*- C -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table from which a just-in-time compiler resolves the runtime's names,
// whether or not the linker kept or exported them. Valid C11.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_RUNTIME_SYMBOLS_H
#define CROTON_RUNTIME_SYMBOLS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// One function: its C name and its address.
typedef struct CrotonRtSymbol {
  const char *name;
  void *address;
} CrotonRtSymbol;

/// Returns all functions of the runtime that compiled code may call, sorted by
/// name, and their number in `count`. The table lives as long as the process.
const CrotonRtSymbol *croton_rt_symbols(size_t *count);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // CROTON_RUNTIME_SYMBOLS_H
