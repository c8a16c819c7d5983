//===- DidYouMean.h - Suggestions for misspelt names ------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_SUPPORT_DIDYOUMEAN_H
#define CROTON_SUPPORT_DIDYOUMEAN_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlir::croton {

/// Returns "; did you mean 'x'?" for the name in `known` that is closest to
/// `name` (letter case aside, the first of equals), to be put at the end of an
/// error message, or "" when none is close.
std::string didYouMean(StringRef name, ArrayRef<StringRef> known);

} // namespace mlir::croton

#endif // CROTON_SUPPORT_DIDYOUMEAN_H
