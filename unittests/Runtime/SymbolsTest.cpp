//===- SymbolsTest.cpp - The functions compiled code may call -------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Runtime/Symbols.h"
#include "croton/Runtime/Blas.h"
#include "croton/Runtime/Memory.h"
#include "croton/Runtime/Status.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <cstring>
#include <map>
#include <string>

TEST(SymbolsTest, AreSortedAndUnique) {
  size_t count;
  const CrotonRtSymbol *symbols = croton_rt_symbols(&count);
  ASSERT_GT(count, 0u);
  for (size_t i = 1; i < count; ++i)
    EXPECT_LT(std::strcmp(symbols[i - 1].name, symbols[i].name), 0)
        << symbols[i].name;
}

TEST(SymbolsTest, LeadToTheFunctions) {
  size_t count;
  const CrotonRtSymbol *symbols = croton_rt_symbols(&count);
  std::map<std::string, void *> table;
  for (size_t i = 0; i < count; ++i)
    table[symbols[i].name] = symbols[i].address;
  EXPECT_EQ(table["croton_rt_fail"], reinterpret_cast<void *>(croton_rt_fail));
  EXPECT_EQ(table["_mlir_memref_to_llvm_free"],
            reinterpret_cast<void *>(_mlir_memref_to_llvm_free));
  EXPECT_EQ(table["croton_rt_zgemm_batched"],
            reinterpret_cast<void *>(croton_rt_zgemm_batched));
  EXPECT_EQ(table["memrefCopy"], reinterpret_cast<void *>(memrefCopy));
  EXPECT_EQ(table.count("malloc"), 0u);
}
