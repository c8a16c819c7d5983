//===- SimtSymbols.cpp - What kernels find in the emulator ----------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimtMachine.h"

using namespace croton_rt::simt;

uint32_t croton_simt_ids[CROTON_SIMT_NUM_IDS];
int64_t croton_simt_fuel;
alignas(256) unsigned char croton_simt_shared[kSharedReserve];

#define CROTON_SIMT_SYMBOL(NAME) {#NAME, reinterpret_cast<void *>(&NAME)}

const CrotonRtSymbol *croton_rt_simt_symbols(size_t *count) {
  static const CrotonRtSymbol symbols[] = {
      CROTON_SIMT_SYMBOL(croton_simt_access),
      CROTON_SIMT_SYMBOL(croton_simt_access_range),
      CROTON_SIMT_SYMBOL(croton_simt_barrier),
      CROTON_SIMT_SYMBOL(croton_simt_branch),
      CROTON_SIMT_SYMBOL(croton_simt_clock),
      CROTON_SIMT_SYMBOL(croton_simt_fence),
      CROTON_SIMT_SYMBOL(croton_simt_fuel),
      CROTON_SIMT_SYMBOL(croton_simt_ids),
      CROTON_SIMT_SYMBOL(croton_simt_is_shared),
      CROTON_SIMT_SYMBOL(croton_simt_out_of_fuel),
      CROTON_SIMT_SYMBOL(croton_simt_shared),
      CROTON_SIMT_SYMBOL(croton_simt_trap),
      CROTON_SIMT_SYMBOL(croton_simt_warp),
  };
  *count = sizeof(symbols) / sizeof(symbols[0]);
  return symbols;
}
