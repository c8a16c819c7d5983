//===- SimtReport.cpp - What went wrong in a kernel -----------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimtMachine.h"
#include "croton/Runtime/Status.h"
#include <cinttypes>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

using namespace croton_rt::simt;

Text croton_rt::simt::makeText(const char *format, ...) {
  Text text;
  va_list values;
  va_start(values, format);
  std::vsnprintf(text.characters, sizeof(text.characters), format, values);
  va_end(values);
  return text;
}

Text croton_rt::simt::describeSite(uint32_t index) {
  const CrotonSimtSite &site = runningMachine->getSite(index);
  return makeText("%s at %s", site.text, site.location);
}

Text croton_rt::simt::describeThread(const Thread &thread) {
  return makeText("thread (%u, %u, %u)", thread.x, thread.y, thread.z);
}

static void writeFailure(const Thread &thread, const char *format,
                         va_list values) {
  Machine &machine = *runningMachine;
  machine.hasFailed = true;
  int length = std::snprintf(
      machine.message, CROTON_RT_MESSAGE_SIZE,
      "kernel '%s', block (%" PRId64 ", %" PRId64 ", %" PRId64 "), %s: ",
      machine.kernel->entry->name, machine.blockIndex[0], machine.blockIndex[1],
      machine.blockIndex[2], describeThread(thread).c_str());
  if (length < 0 || length >= CROTON_RT_MESSAGE_SIZE)
    return;
  std::vsnprintf(machine.message + length, CROTON_RT_MESSAGE_SIZE - length,
                 format, values);
}

void croton_rt::simt::setFailure(const Thread &thread, const char *format,
                                 ...) {
  va_list values;
  va_start(values, format);
  writeFailure(thread, format, values);
  va_end(values);
}

void croton_rt::simt::failThread(const char *format, ...) {
  Machine &machine = *runningMachine;
  va_list values;
  va_start(values, format);
  writeFailure(*machine.thread, format, values);
  va_end(values);
  machine.fibres->suspend();
  // The scheduler does not resume fibres of a failed launch.
  std::abort();
}

void croton_simt_out_of_fuel(uint32_t site) {
  failThread("endless loop: the block has made %" PRIu64
             " loop iterations, and still is in the %s; if that many are "
             "meant, raise block_budget (croton_rt_simt_set_options)",
             runningMachine->options.block_budget, describeSite(site).c_str());
}

void croton_simt_trap(uint32_t site) {
  failThread("the kernel gave up in the %s", describeSite(site).c_str());
}
