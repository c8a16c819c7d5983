//===- NpyHeader.h - The dictionary in a NumPy file -------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_SUPPORT_NPYHEADER_H
#define CROTON_LIB_SUPPORT_NPYHEADER_H

#include "croton/Support/DType.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

namespace mlir::croton::detail {

/// The highest rank; a header with more extents is broken rather than large.
constexpr int64_t kMaxNpyRank = 64;

/// What the dictionary at the start of a .npy file says.
struct NpyHeader {
  DType dtype = DType::F64;
  /// The elements lie in big-endian byte order.
  bool isBigEndian = false;
  /// The first index runs fastest.
  bool isFortranOrder = false;
  SmallVector<int64_t, 4> shape;
};

/// Parses the dictionary, a Python literal with exactly the keys 'descr',
/// 'fortran_order' and 'shape'. Errors do not name the file.
llvm::Expected<NpyHeader> parseNpyHeader(StringRef text);

/// Returns the dictionary for row-major little-endian elements, without
/// padding.
std::string formatNpyHeader(DType dtype, ArrayRef<int64_t> shape);

} // namespace mlir::croton::detail

#endif // CROTON_LIB_SUPPORT_NPYHEADER_H
