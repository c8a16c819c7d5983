//===- Combinators.h - Rewrites in one line ---------------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three kinds of local rewrites that are data: one op for another, an op that
// goes away, and a term for a term. Ops are known by name, so that the rewrites
// of one dialect can be stated without its headers. What cannot be made (types
// that do not fit, attributes that would be lost) is a failed match with a
// reason; nothing is edited before all of it is known to be valid.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_REWRITE_COMBINATORS_H
#define CROTON_REWRITE_COMBINATORS_H

#include "croton/Rewrite/Rewrite.h"
#include "llvm/Support/Error.h"

namespace mlir::croton {

/// Replaces each `from` with a `to` of the same operands. Attributes are kept;
/// an op with one that `to` does not have is left alone, unless it has its
/// default value. Result types are what `to` infers, else those of `from`.
std::shared_ptr<LocalRewrite> makeOpSub(StringRef name, NumericClaim claim,
                                        StringRef summary, StringRef from,
                                        StringRef to);

/// Replaces the results of each `opName` with its operands, where there are as
/// many, of the same types.
std::shared_ptr<LocalRewrite> makeOpRemove(StringRef name, NumericClaim claim,
                                           StringRef summary, StringRef opName);

struct PatternSubOptions {
  /// Match also if a value inside the pattern has users outside of it. Its op
  /// then stays, so that work may be done twice.
  bool allowMultipleUses = false;
};

/// Replaces what matches the term `from` with the term `to`:
///   makePatternSub("add-neg", NumericClaim::Exact, "x + -y to x - y",
///                  "t.add(x, t.neg(y))", "t.sub(x, y)")
///
///   term      ::= op | variable | number
///   op        ::= name-with-a-dot [ `{` attribute (`,` attribute)* `}` ]
///                 `(` [ term (`,` term)* ] `)`
///   attribute ::= name `=` ( number | `true` | `false` | string
///                          | `[` integers `]` | `$`variable ) | `...`
///
/// A variable stands for any value; where it stands twice, for the same value.
/// An op matches by name, number of operands and attributes: `{axis = 1}`
/// demands a value, `{axis = $a}` takes any (or none) to be used in `to`, and
/// an attribute that is not mentioned must be absent or have its default value,
/// unless `...` ends the list. Ops inside of `from` have one result. Integers
/// match integer and floating-point constants (splats, too) that equal them,
/// numbers with a point or exponent those of floating point, rounded to the
/// type; 0.0 and -0.0 differ.
///
/// In `to`, variables are those of `from`; a number is a constant of the type
/// of the replaced result, made by the dialect of the root; integer attributes
/// are i64, numbers f64, lists of integers dense i64 arrays; types are what an
/// op infers, else those of the replaced results.
///
/// Errors are about the texts and say where.
llvm::Expected<std::shared_ptr<LocalRewrite>>
makePatternSub(StringRef name, NumericClaim claim, StringRef summary,
               StringRef from, StringRef to, PatternSubOptions options = {});

} // namespace mlir::croton

#endif // CROTON_REWRITE_COMBINATORS_H
