//===- TestPasses.cpp - Passes that only tests use ------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestPasses.h"

void mlir::croton::test::registerTestPasses() {
  registerTestEvaluatePass();
  registerTestCanonicalizePasses();
}
