//===- PatternText.h - The terms of PatternSub ------------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_REWRITE_PATTERNTEXT_H
#define CROTON_LIB_REWRITE_PATTERNTEXT_H

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace mlir::croton::detail {

/// A constant of a term, or the value of an attribute.
struct Literal {
  enum class Kind : uint8_t {
    Integer,
    Float,
    Bool,
    String,
    Integers,
    Variable
  };

  Kind kind = Kind::Integer;
  int64_t integer = 0;
  double number = 0;
  bool boolean = false;
  /// Of a string.
  std::string text;
  SmallVector<int64_t> integers;
  /// Of a variable: its index among the attribute variables.
  unsigned variable = 0;

  /// Whether `attribute` has this value. Not for variables.
  bool equals(Attribute attribute) const;
  /// The value as an attribute of an op. Not for variables.
  Attribute build(MLIRContext *context) const;
  /// The value as a constant of type `type`, splat if that is shaped; null if
  /// the type has no such constant.
  TypedAttr buildConstant(Type type) const;
};

struct NamedLiteral {
  std::string name;
  Literal value;
};

/// A term as parsed.
struct Term {
  enum class Kind : uint8_t { Op, Variable, Constant };

  Kind kind = Kind::Variable;
  /// Of an op.
  std::string opName;
  std::vector<Term> operands;
  SmallVector<NamedLiteral, 0> attributes;
  bool ignoresOtherAttributes = false;
  /// Of a variable: its index.
  unsigned variable = 0;
  Literal constant;
};

/// Both sides of a rewrite.
struct TermRewrite {
  Term from, to;
  unsigned numVariables = 0, numAttributeVariables = 0;
};

/// Parses both sides and checks that `from` is an op and that `to` mentions no
/// variable that is not in `from`.
llvm::Expected<TermRewrite> parseTermRewrite(StringRef from, StringRef to);

} // namespace mlir::croton::detail

#endif // CROTON_LIB_REWRITE_PATTERNTEXT_H
