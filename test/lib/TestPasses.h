//===- TestPasses.h - Passes that only tests use ----------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_TEST_LIB_TESTPASSES_H
#define CROTON_TEST_LIB_TESTPASSES_H

namespace mlir::croton::test {

/// Registers every pass of this folder.
void registerTestPasses();

void registerTestEvaluatePass();
void registerTestCanonicalizePasses();

} // namespace mlir::croton::test

#endif // CROTON_TEST_LIB_TESTPASSES_H
