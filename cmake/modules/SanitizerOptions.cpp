//===- SanitizerOptions.cpp - Defaults for address sanitizer builds -------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Linked into every program of an address sanitizer build. The LLVM libraries
// are not instrumented, so two checks that need the whole program to take part
// would report correct code: container annotations (a std::vector grown in one
// half and read in the other) and the poisoning in LLVM's bump allocator.
//
//===----------------------------------------------------------------------===//

extern "C" const char *__asan_default_options();

extern "C" const char *__asan_default_options() {
  return "detect_container_overflow=0:allow_user_poisoning=0:"
         "detect_stack_use_after_return=0";
}
