//===- FakeCudaCounts.c - Calls and failures of the fake library --*- C -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeCuda.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FUNCTIONS = 64, MAX_NAME = 48 };

struct Counter {
  /// Empty in those that are not used.
  char name[MAX_NAME];
  int calls;
  /// What calls fail with once `skip` more did not.
  int error;
  int skip;
};

static struct Counter counters[MAX_FUNCTIONS];

static struct Counter *getCounter(const char *name) {
  struct Counter *counter = counters;
  while (counter->name[0] && strcmp(counter->name, name) != 0)
    ++counter;
  if (!counter->name[0])
    snprintf(counter->name, sizeof(counter->name), "%s", name);
  return counter;
}

static void readEnvironment(void) {
  static int isDone = 0;
  const char *text = getenv("FAKE_CUDA_FAIL");
  if (isDone || !text)
    return;
  isDone = 1;
  char name[MAX_NAME];
  int error;
  if (sscanf(text, "%47[^=]=%d", name, &error) == 2)
    fakeCudaFail(name, error, 0);
}

int fakeCudaEnter(const char *name) {
  readEnvironment();
  struct Counter *counter = getCounter(name);
  ++counter->calls;
  if (!counter->error)
    return 0;
  if (counter->skip > 0) {
    --counter->skip;
    return 0;
  }
  return counter->error;
}

void fakeCudaFail(const char *function, int error, int skip) {
  struct Counter *counter = getCounter(function);
  counter->error = error;
  counter->skip = skip;
}

int fakeCudaCount(const char *function) { return getCounter(function)->calls; }

void fakeCudaClearCounts(void) { memset(counters, 0, sizeof(counters)); }
