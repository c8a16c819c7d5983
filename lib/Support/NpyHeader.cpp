//===- NpyHeader.cpp - The dictionary in a NumPy file ---------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A parser of the one Python dictionary literal that a .npy file starts with.
//
//===----------------------------------------------------------------------===//

#include "NpyHeader.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;
using llvm::createStringError;
using llvm::Error;
using llvm::Expected;

/// Returns the dtype of a type code without its byte order.
static std::optional<DType> parseTypeCode(StringRef code) {
  return llvm::StringSwitch<std::optional<DType>>(code)
      .Cases({"b1", "?"}, DType::Bool)
      .Case("i1", DType::I8)
      .Case("i2", DType::I16)
      .Case("i4", DType::I32)
      .Case("i8", DType::I64)
      .Case("u1", DType::U8)
      .Case("u2", DType::U16)
      .Case("u4", DType::U32)
      .Case("u8", DType::U64)
      .Case("f2", DType::F16)
      .Cases({"V2", "bfloat16"}, DType::BF16)
      .Case("f4", DType::F32)
      .Case("f8", DType::F64)
      .Case("c8", DType::C64)
      .Case("c16", DType::C128)
      .Default(std::nullopt);
}

/// Returns the type code of `dtype` with its byte order.
static StringRef getTypeCode(DType dtype) {
  static constexpr const char *kCodes[kNumDTypes] = {
      "|b1", "|i1", "<i2", "<i4", "<i8", "|u1", "<u2", "<u4",
      "<u8", "<f2", "<V2", "<f4", "<f8", "<c8", "<c16"};
  return kCodes[static_cast<unsigned>(dtype)];
}

static Error parseDescr(StringRef descr, NpyHeader &header) {
  StringRef code = descr;
  // '|' says that order does not matter, '=' that it is the writer's own.
  if (!code.empty() && StringRef("<>|=").contains(code.front())) {
    header.isBigEndian = code.front() == '>';
    code = code.drop_front();
  }
  if (code.starts_with("O"))
    return createStringError("arrays of Python objects are not supported");
  std::optional<DType> dtype = parseTypeCode(code);
  if (!dtype)
    return createStringError("element type '" + descr + "' is not supported");
  header.dtype = *dtype;
  return Error::success();
}

namespace {
/// A recursive-descent parser over the dictionary. Its methods return true on
/// failure; the first failure is kept in `message`.
class HeaderParser {
public:
  explicit HeaderParser(StringRef text) : rest(text) {}

  bool parseDictionary(NpyHeader &header);
  Error takeError() { return createStringError(message); }

private:
  bool parseEntry(NpyHeader &header);
  bool parseValue(StringRef key, NpyHeader &header);
  bool parseString(StringRef &value);
  bool parseBool(bool &value);
  bool parseShape(SmallVectorImpl<int64_t> &shape);
  bool parseExtent(int64_t &extent);

  bool fail(const Twine &text) {
    if (message.empty())
      message = text.str();
    return true;
  }
  bool consume(char c) {
    rest = rest.ltrim();
    return rest.consume_front(StringRef(&c, 1));
  }
  bool expect(char c) {
    return consume(c)
               ? false
               : fail(Twine("expected '") + Twine(c) + "' in the header");
  }

  StringRef rest;
  std::string message;
  SmallVector<StringRef, 3> seenKeys;
};
} // namespace

bool HeaderParser::parseString(StringRef &value) {
  rest = rest.ltrim();
  if (rest.empty() || (rest.front() != '\'' && rest.front() != '"'))
    return fail("expected a string in the header");
  size_t end = rest.find(rest.front(), 1);
  if (end == StringRef::npos)
    return fail("string without an end in the header");
  value = rest.slice(1, end);
  rest = rest.drop_front(end + 1);
  return false;
}

bool HeaderParser::parseBool(bool &value) {
  rest = rest.ltrim();
  value = rest.consume_front("True");
  if (value || rest.consume_front("False"))
    return false;
  return fail("expected 'fortran_order' to be True or False");
}

bool HeaderParser::parseExtent(int64_t &extent) {
  rest = rest.ltrim();
  if (rest.starts_with("-"))
    return fail("negative extent in the shape");
  StringRef digits = rest.take_while(llvm::isDigit);
  if (digits.empty())
    return fail("expected a number in the shape");
  if (digits.getAsInteger(10, extent))
    return fail("extent " + digits + " in the shape is too large");
  rest = rest.drop_front(digits.size());
  rest.consume_front("L"); // Python 2 wrote long integers so.
  return false;
}

bool HeaderParser::parseShape(SmallVectorImpl<int64_t> &shape) {
  if (expect('('))
    return true;
  while (!consume(')')) {
    if (shape.size() == kMaxNpyRank)
      return fail("more than " + Twine(kMaxNpyRank) + " dimensions");
    if (parseExtent(shape.emplace_back()))
      return true;
    // A comma must stand between extents, and may stand after the last.
    if (!consume(',')) {
      if (expect(')'))
        return true;
      break;
    }
  }
  return false;
}

bool HeaderParser::parseValue(StringRef key, NpyHeader &header) {
  if (key == "fortran_order")
    return parseBool(header.isFortranOrder);
  if (key == "shape")
    return parseShape(header.shape);
  if (key != "descr")
    return fail("unknown key '" + key + "' in the header");
  rest = rest.ltrim();
  if (rest.starts_with("["))
    return fail("structured element types are not supported");
  StringRef descr;
  if (parseString(descr))
    return true;
  if (Error error = parseDescr(descr, header))
    return fail(llvm::toString(std::move(error)));
  return false;
}

bool HeaderParser::parseEntry(NpyHeader &header) {
  StringRef key;
  if (parseString(key) || expect(':'))
    return true;
  if (llvm::is_contained(seenKeys, key))
    return fail("key '" + key + "' is given twice in the header");
  seenKeys.push_back(key);
  return parseValue(key, header);
}

bool HeaderParser::parseDictionary(NpyHeader &header) {
  if (expect('{'))
    return true;
  while (!consume('}')) {
    if (parseEntry(header))
      return true;
    if (!consume(',')) {
      if (expect('}'))
        return true;
      break;
    }
  }
  for (StringRef key : {"descr", "fortran_order", "shape"})
    if (!llvm::is_contained(seenKeys, key))
      return fail("the header has no '" + key + "'");
  if (!rest.trim().empty())
    return fail("text after the end of the header");
  return false;
}

Expected<NpyHeader> detail::parseNpyHeader(StringRef text) {
  NpyHeader header;
  HeaderParser parser(text);
  if (parser.parseDictionary(header))
    return parser.takeError();
  return header;
}

std::string detail::formatNpyHeader(DType dtype, ArrayRef<int64_t> shape) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "{'descr': '" << getTypeCode(dtype)
     << "', 'fortran_order': False, 'shape': (";
  llvm::interleaveComma(shape, os);
  os << (shape.size() == 1 ? ",), }" : "), }");
  return text;
}
