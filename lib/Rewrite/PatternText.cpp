//===- PatternText.cpp - The terms of PatternSub --------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PatternText.h"

#include "croton/Support/DidYouMean.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <charconv>

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

//===----------------------------------------------------------------------===//
// Parser
//===----------------------------------------------------------------------===//

namespace {
/// Names of variables, by index.
using Names = SmallVector<std::string>;

/// Recursive descent over one text. Each parse function starts and ends where
/// no space is.
class TermParser {
public:
  /// `fixed`: no variables but those given.
  TermParser(StringRef side, StringRef text, Names &variables,
             Names &attributeVariables, bool fixed)
      : side(side), text(text), variables(variables),
        attributeVariables(attributeVariables), isFixed(fixed) {}

  llvm::Error run(Term &term);
  llvm::Error fail(size_t where, const Twine &message) const;

private:
  static constexpr unsigned kMaxDepth = 32;

  llvm::Error parseTerm(Term &term, unsigned depth);
  llvm::Error parseOp(Term &term, unsigned depth);
  llvm::Error parseAttributes(Term &term);
  llvm::Error parseAttribute(Term &term);
  llvm::Error parseValue(Literal &literal);
  llvm::Error parseNumber(Literal &literal);
  llvm::Error parseString(Literal &literal);
  llvm::Error parseIntegers(Literal &literal);
  llvm::Error lookUp(StringRef name, size_t where, Names &names,
                     unsigned &index);

  void skipSpace() {
    while (position < text.size() && llvm::isSpace(text[position]))
      ++position;
  }
  char peek() const { return position < text.size() ? text[position] : '\0'; }
  bool consumeIf(StringRef token) {
    if (!text.drop_front(position).starts_with(token))
      return false;
    position += token.size();
    skipSpace();
    return true;
  }
  /// Takes letters, digits, '_', '$' and '.', first no digit; maybe nothing.
  StringRef lexName();
  bool startsNumber() const {
    return llvm::isDigit(peek()) || peek() == '-' || peek() == '+';
  }
  std::string describeNext() const;
  llvm::Error expected(const Twine &what) const {
    return fail(position, "expected " + what + ", got " + describeNext());
  }

  StringRef side, text;
  Names &variables, &attributeVariables;
  bool isFixed;
  size_t position = 0;
};
} // namespace

llvm::Error TermParser::fail(size_t where, const Twine &message) const {
  return llvm::createStringError(side + " '" + text + "' at character " +
                                 Twine(where + 1) + ": " + message);
}

std::string TermParser::describeNext() const {
  if (position >= text.size())
    return "the end";
  StringRef rest = text.drop_front(position);
  StringRef word = rest.take_while(
      [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; });
  if (word.empty())
    word = rest.take_front(1);
  std::string result;
  llvm::raw_string_ostream os(result);
  os << '\'';
  llvm::printEscapedString(word.take_front(40), os);
  os << '\'';
  return result;
}

StringRef TermParser::lexName() {
  if (!llvm::isAlpha(peek()) && peek() != '_')
    return "";
  StringRef name = text.drop_front(position).take_while([](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$';
  });
  position += name.size();
  skipSpace();
  return name;
}

llvm::Error TermParser::lookUp(StringRef name, size_t where, Names &names,
                               unsigned &index) {
  auto *it = llvm::find(names, name);
  index = it - names.begin();
  if (it != names.end())
    return llvm::Error::success();
  if (isFixed) {
    SmallVector<StringRef> known(names.begin(), names.end());
    return fail(where, "nothing is called '" + name + "' in what is replaced" +
                           didYouMean(name, known));
  }
  names.push_back(name.str());
  return llvm::Error::success();
}

llvm::Error TermParser::parseNumber(Literal &literal) {
  size_t start = position;
  StringRef rest = text.drop_front(position);
  StringRef token = rest.take_while([](char c) {
    return llvm::isAlnum(c) || c == '.' || c == '+' || c == '-';
  });
  StringRef digits = token;
  digits.consume_front("+");
  bool isFloat = digits.find_first_of(".eE") != StringRef::npos;
  const char *end = digits.end();
  std::from_chars_result result =
      isFloat ? std::from_chars(digits.begin(), end, literal.number)
              : std::from_chars(digits.begin(), end, literal.integer);
  if (result.ec == std::errc::result_out_of_range)
    return fail(start, "'" + token.take_front(40) + "' is out of range");
  if (result.ec != std::errc() || result.ptr != end)
    return fail(start, "expected a number, got '" + token.take_front(40) + "'");
  literal.kind = isFloat ? Literal::Kind::Float : Literal::Kind::Integer;
  position += token.size();
  skipSpace();
  return llvm::Error::success();
}

llvm::Error TermParser::parseString(Literal &literal) {
  size_t start = position;
  size_t end = text.find('"', position + 1);
  if (end == StringRef::npos)
    return fail(start, "this string does not end");
  literal.kind = Literal::Kind::String;
  literal.text = text.slice(position + 1, end).str();
  position = end + 1;
  skipSpace();
  return llvm::Error::success();
}

llvm::Error TermParser::parseIntegers(Literal &literal) {
  literal.kind = Literal::Kind::Integers;
  if (consumeIf("]"))
    return llvm::Error::success();
  do {
    size_t start = position;
    Literal element;
    if (!startsNumber())
      return expected("an integer");
    if (llvm::Error error = parseNumber(element))
      return error;
    if (element.kind != Literal::Kind::Integer)
      return fail(start, "expected an integer");
    literal.integers.push_back(element.integer);
  } while (consumeIf(","));
  return consumeIf("]") ? llvm::Error::success() : expected("',' or ']'");
}

llvm::Error TermParser::parseValue(Literal &literal) {
  if (startsNumber())
    return parseNumber(literal);
  if (peek() == '"')
    return parseString(literal);
  if (consumeIf("["))
    return parseIntegers(literal);
  size_t start = position;
  if (consumeIf("$")) {
    StringRef name = lexName();
    if (name.empty())
      return expected("the name of a variable after '$'");
    literal.kind = Literal::Kind::Variable;
    return lookUp(name, start, attributeVariables, literal.variable);
  }
  StringRef word = lexName();
  if (word != "true" && word != "false") {
    position = start;
    return expected("a number, 'true', 'false', a string, '[' or '$'");
  }
  literal.kind = Literal::Kind::Bool;
  literal.boolean = word == "true";
  return llvm::Error::success();
}

llvm::Error TermParser::parseAttribute(Term &term) {
  size_t start = position;
  StringRef name = lexName();
  if (name.empty())
    return expected(isFixed ? "the name of an attribute"
                            : "the name of an attribute or '...'");
  if (llvm::any_of(term.attributes, [&](const NamedLiteral &attribute) {
        return attribute.name == name;
      }))
    return fail(start, "attribute '" + name + "' is given twice");
  if (!consumeIf("="))
    return expected("'='");
  term.attributes.push_back({name.str(), Literal()});
  return parseValue(term.attributes.back().value);
}

llvm::Error TermParser::parseAttributes(Term &term) {
  do {
    if (!isFixed && consumeIf("...")) {
      term.ignoresOtherAttributes = true;
      break;
    }
    if (llvm::Error error = parseAttribute(term))
      return error;
  } while (consumeIf(","));
  if (consumeIf("}"))
    return llvm::Error::success();
  return expected(term.ignoresOtherAttributes ? "'}'" : "',' or '}'");
}

llvm::Error TermParser::parseOp(Term &term, unsigned depth) {
  term.kind = Term::Kind::Op;
  if (consumeIf("{"))
    if (llvm::Error error = parseAttributes(term))
      return error;
  if (!consumeIf("("))
    return expected("'('");
  if (consumeIf(")"))
    return llvm::Error::success();
  do {
    term.operands.emplace_back();
    if (llvm::Error error = parseTerm(term.operands.back(), depth + 1))
      return error;
  } while (consumeIf(","));
  return consumeIf(")") ? llvm::Error::success() : expected("',' or ')'");
}

llvm::Error TermParser::parseTerm(Term &term, unsigned depth) {
  if (depth > kMaxDepth)
    return fail(position,
                "terms are nested more than " + Twine(kMaxDepth) + " deep");
  size_t start = position;
  if (startsNumber()) {
    term.kind = Term::Kind::Constant;
    return parseNumber(term.constant);
  }
  StringRef name = lexName();
  if (name.empty())
    return expected("an op, a variable or a number");
  if (name.ends_with("."))
    return fail(start, "expected the name of an op, got '" + name + "'");
  if (name.contains('.')) {
    term.opName = name.str();
    return parseOp(term, depth);
  }
  if (peek() == '(' || peek() == '{')
    return fail(start, "expected the name of an op with its dialect, got '" +
                           name + "'");
  term.kind = Term::Kind::Variable;
  return lookUp(name, start, variables, term.variable);
}

llvm::Error TermParser::run(Term &term) {
  skipSpace();
  size_t start = position;
  if (llvm::Error error = parseTerm(term, 0))
    return error;
  if (position < text.size())
    return expected("the end");
  if (!isFixed && term.kind != Term::Kind::Op)
    return fail(start, "expected an op as the root of what is replaced");
  return llvm::Error::success();
}

llvm::Expected<TermRewrite> croton::detail::parseTermRewrite(StringRef from,
                                                             StringRef to) {
  TermRewrite rewrite;
  Names variables, attributeVariables;
  if (llvm::Error error = TermParser("pattern", from, variables,
                                     attributeVariables, /*fixed=*/false)
                              .run(rewrite.from))
    return std::move(error);
  if (llvm::Error error = TermParser("replacement", to, variables,
                                     attributeVariables, /*fixed=*/true)
                              .run(rewrite.to))
    return std::move(error);
  rewrite.numVariables = variables.size();
  rewrite.numAttributeVariables = attributeVariables.size();
  return rewrite;
}

//===----------------------------------------------------------------------===//
// Literals
//===----------------------------------------------------------------------===//

/// `number` rounded to the format of a floating-point type.
static APFloat roundTo(const llvm::fltSemantics &semantics, double number) {
  APFloat value(number);
  bool losesInfo = false;
  value.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
  return value;
}

static std::optional<SmallVector<int64_t>> getIntegers(Attribute attribute) {
  if (auto dense = dyn_cast<DenseI64ArrayAttr>(attribute))
    return llvm::to_vector(dense.asArrayRef());
  if (auto dense = dyn_cast<DenseI32ArrayAttr>(attribute))
    return SmallVector<int64_t>(dense.asArrayRef());
  auto array = dyn_cast<ArrayAttr>(attribute);
  if (!array)
    return std::nullopt;
  SmallVector<int64_t> integers;
  for (Attribute element : array) {
    auto integer = dyn_cast<IntegerAttr>(element);
    if (!integer || !integer.getValue().isSignedIntN(64))
      return std::nullopt;
    integers.push_back(integer.getValue().getSExtValue());
  }
  return integers;
}

bool Literal::equals(Attribute attribute) const {
  if (auto splat = dyn_cast_if_present<SplatElementsAttr>(attribute))
    attribute = splat.getSplatValue<Attribute>();
  if (!attribute)
    return false;
  if (auto value = dyn_cast<FloatAttr>(attribute)) {
    if (kind == Kind::Integer) {
      // One that the type cannot hold exactly equals none of its values.
      APFloat exact(value.getValue().getSemantics());
      return exact.convertFromAPInt(
                 APInt(64, integer, /*isSigned=*/true), /*IsSigned=*/true,
                 APFloat::rmNearestTiesToEven) == APFloat::opOK &&
             exact.bitwiseIsEqual(value.getValue());
    }
    return kind == Kind::Float &&
           roundTo(value.getValue().getSemantics(), number)
               .bitwiseIsEqual(value.getValue());
  }
  if (auto value = dyn_cast<BoolAttr>(attribute))
    return kind == Kind::Bool && value.getValue() == boolean;
  if (auto value = dyn_cast<IntegerAttr>(attribute)) {
    if (kind != Kind::Integer)
      return false;
    const APInt &bits = value.getValue();
    if (value.getType().isUnsignedInteger())
      return integer >= 0 && bits.isIntN(64) &&
             bits.getZExtValue() == static_cast<uint64_t>(integer);
    return bits.isSignedIntN(64) && bits.getSExtValue() == integer;
  }
  if (auto value = dyn_cast<StringAttr>(attribute))
    return kind == Kind::String && value.getValue() == text;
  if (kind != Kind::Integers)
    return false;
  std::optional<SmallVector<int64_t>> values = getIntegers(attribute);
  return values && ArrayRef<int64_t>(*values) == ArrayRef<int64_t>(integers);
}

Attribute Literal::build(MLIRContext *context) const {
  Builder builder(context);
  switch (kind) {
  case Kind::Integer:
    return builder.getI64IntegerAttr(integer);
  case Kind::Float:
    return builder.getF64FloatAttr(number);
  case Kind::Bool:
    return builder.getBoolAttr(boolean);
  case Kind::String:
    return builder.getStringAttr(text);
  case Kind::Integers:
    return builder.getDenseI64ArrayAttr(integers);
  case Kind::Variable:
    break;
  }
  llvm_unreachable("a variable has no value of its own");
}

/// Whether `integer` is a value of the type: IntegerType or IndexType.
static bool fitsInto(int64_t integer, Type type) {
  unsigned width = isa<IndexType>(type) ? 64 : type.getIntOrFloatBitWidth();
  if (type.isUnsignedInteger())
    return integer >= 0 && (width >= 63 || llvm::isUIntN(width, integer));
  return width >= 64 || (width > 0 && llvm::isIntN(width, integer));
}

/// The value as a constant of a type that is not shaped.
static TypedAttr buildScalar(const Literal &literal, Type type) {
  bool isInteger = literal.kind == Literal::Kind::Integer;
  if (auto floatType = dyn_cast<FloatType>(type)) {
    double number = isInteger ? double(literal.integer) : literal.number;
    auto value = FloatAttr::get(floatType,
                                roundTo(floatType.getFloatSemantics(), number));
    // An integer stands for itself, not for its neighbour.
    return isInteger && !literal.equals(value) ? FloatAttr() : value;
  }
  if (!isInteger || !isa<IntegerType, IndexType>(type) ||
      !fitsInto(literal.integer, type))
    return nullptr;
  unsigned width = isa<IndexType>(type) ? 64 : type.getIntOrFloatBitWidth();
  return IntegerAttr::get(type, APInt(width, literal.integer, /*isSigned=*/true,
                                      /*implicitTrunc=*/true));
}

TypedAttr Literal::buildConstant(Type type) const {
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped)
    return buildScalar(*this, type);
  if (!shaped.hasStaticShape() || !isa<RankedTensorType, VectorType>(type))
    return nullptr;
  TypedAttr value = buildScalar(*this, shaped.getElementType());
  return value ? DenseElementsAttr::get(shaped, Attribute(value)) : nullptr;
}
