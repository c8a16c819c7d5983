//===- HeadersAreC.c - The runtime as C sees it -------------------*- C -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Includes every header of the runtime as C11 and uses it from there.
//
//===----------------------------------------------------------------------===//

#include "croton/Runtime/Blas.h"
#include "croton/Runtime/Device.h"
#include "croton/Runtime/DeviceDriver.h"
#include "croton/Runtime/Memory.h"
#include "croton/Runtime/Simt.h"
#include "croton/Runtime/SimtImage.h"
#include "croton/Runtime/Status.h"
#include "croton/Runtime/Symbols.h"

int32_t multiplyFromC(int64_t rows, CrotonStatus *status);

/// A packed function with one argument, the number of rows: it doubles two
/// numbers by a product, and fails for a negative number of rows.
static void multiply(void **args) {
  int64_t rows = *(int64_t *)args[0];
  if (rows < 0)
    croton_rt_fail(CROTON_ERROR_SHAPE, "{0} rows", &rows, 1);
  double *c = croton_rt_alloc(2 * sizeof(double));
  const double a[2] = {1, 2}, b[1] = {2};
  croton_rt_dgemm(rows, 1, 1, a, 1, 1, b, 1, 1, c, 1, 0);
  if (c[0] != 2 || c[1] != 4)
    croton_rt_fail(CROTON_ERROR_VALUE, "wrong product", 0, 0);
  croton_rt_free(c);
}

int32_t multiplyFromC(int64_t rows, CrotonStatus *status) {
  void *args[] = {&rows};
  return croton_rt_call(multiply, args, status);
}
