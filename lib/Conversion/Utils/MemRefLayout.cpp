//===- MemRefLayout.cpp - Where elements lie ------------------------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Conversion/Utils/MemRefLayout.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

bool croton::isOneBlock(MemRefType type) {
  if (type.getLayout().isIdentity())
    return true;
  SmallVector<int64_t> strides;
  int64_t offset, expected = 1;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return false;
  for (auto [size, stride] :
       llvm::reverse(llvm::zip_equal(type.getShape(), strides))) {
    if (size == 1)
      continue;
    if (stride != expected || ShapedType::isDynamic(stride))
      return false;
    expected =
        ShapedType::isDynamic(size) ? ShapedType::kDynamic : expected * size;
  }
  return true;
}
