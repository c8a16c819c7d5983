//===- Symbols.cpp - The functions compiled code may call -----------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Runtime/Symbols.h"
#include "croton/Runtime/Blas.h"
#include "croton/Runtime/Device.h"
#include "croton/Runtime/DeviceDriver.h"
#include "croton/Runtime/Memory.h"
#include "croton/Runtime/Status.h"

#define CROTON_RT_SYMBOL(NAME) {#NAME, reinterpret_cast<void *>(&NAME)}

const CrotonRtSymbol *croton_rt_symbols(size_t *count) {
  static const CrotonRtSymbol symbols[] = {
      CROTON_RT_SYMBOL(_mlir_memref_to_llvm_aligned_alloc),
      CROTON_RT_SYMBOL(_mlir_memref_to_llvm_alloc),
      CROTON_RT_SYMBOL(_mlir_memref_to_llvm_free),
      CROTON_RT_SYMBOL(croton_rt_abi_version),
      CROTON_RT_SYMBOL(croton_rt_aligned_alloc),
      CROTON_RT_SYMBOL(croton_rt_alloc),
      CROTON_RT_SYMBOL(croton_rt_call),
      CROTON_RT_SYMBOL(croton_rt_cgemm),
      CROTON_RT_SYMBOL(croton_rt_cgemm_batched),
      CROTON_RT_SYMBOL(croton_rt_cuda_driver),
      CROTON_RT_SYMBOL(croton_rt_device_alloc),
      CROTON_RT_SYMBOL(croton_rt_device_clear_stats),
      CROTON_RT_SYMBOL(croton_rt_device_copy),
      CROTON_RT_SYMBOL(croton_rt_device_copy_from_host),
      CROTON_RT_SYMBOL(croton_rt_device_copy_peer),
      CROTON_RT_SYMBOL(croton_rt_device_copy_to_host),
      CROTON_RT_SYMBOL(croton_rt_device_error),
      CROTON_RT_SYMBOL(croton_rt_device_fill),
      CROTON_RT_SYMBOL(croton_rt_device_free),
      CROTON_RT_SYMBOL(croton_rt_device_get),
      CROTON_RT_SYMBOL(croton_rt_device_launch),
      CROTON_RT_SYMBOL(croton_rt_device_release),
      CROTON_RT_SYMBOL(croton_rt_device_set_messages),
      CROTON_RT_SYMBOL(croton_rt_device_stats),
      CROTON_RT_SYMBOL(croton_rt_device_synchronize),
      CROTON_RT_SYMBOL(croton_rt_device_unload),
      CROTON_RT_SYMBOL(croton_rt_dgemm),
      CROTON_RT_SYMBOL(croton_rt_dgemm_batched),
      CROTON_RT_SYMBOL(croton_rt_fail),
      CROTON_RT_SYMBOL(croton_rt_free),
      CROTON_RT_SYMBOL(croton_rt_pool_trim),
      CROTON_RT_SYMBOL(croton_rt_register_device_driver),
      CROTON_RT_SYMBOL(croton_rt_release),
      CROTON_RT_SYMBOL(croton_rt_sgemm),
      CROTON_RT_SYMBOL(croton_rt_sgemm_batched),
      CROTON_RT_SYMBOL(croton_rt_simt_driver),
      CROTON_RT_SYMBOL(croton_rt_stats),
      CROTON_RT_SYMBOL(croton_rt_symbols),
      CROTON_RT_SYMBOL(croton_rt_zgemm),
      CROTON_RT_SYMBOL(croton_rt_zgemm_batched),
      CROTON_RT_SYMBOL(memrefCopy),
  };
  *count = sizeof(symbols) / sizeof(symbols[0]);
  return symbols;
}
