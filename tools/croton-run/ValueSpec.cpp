//===- ValueSpec.cpp - Values on the command line -------------------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Files, numbers, lists and generators of tensors.
//
//===----------------------------------------------------------------------===//

#include "ValueSpec.h"
#include "TensorText.h"
#include "croton/Support/DidYouMean.h"
#include "croton/Support/Half.h"
#include "croton/Support/Npy.h"
#include "croton/Support/Philox.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include <complex>
#include <limits>
#include <unistd.h>

using namespace mlir;
using namespace mlir::croton;

static llvm::Error makeError(const Twine &message) {
  return llvm::createStringError(message);
}

/// `text` as messages show it: long lists are cut, names of files are not.
static std::string abbreviate(StringRef text) {
  constexpr size_t kMost = 60;
  if (!text.starts_with("[") || text.size() <= kMost)
    return text.str();
  return (text.take_front(kMost) + "...").str();
}

//===----------------------------------------------------------------------===//
// Shapes and memory
//===----------------------------------------------------------------------===//

/// Allocates a tensor, but not one that this machine cannot hold: filling it
/// would end the process.
static llvm::Expected<HostTensor> allocate(const TensorSpec &type) {
  std::optional<int64_t> bytes = computeByteSize(type.dtype, type.shape);
  double available = static_cast<double>(sysconf(_SC_PHYS_PAGES)) *
                     static_cast<double>(sysconf(_SC_PAGESIZE));
  if (!bytes || static_cast<double>(*bytes) > available)
    return makeError(type.str() + " is larger than the memory of this machine");
  FailureOr<HostTensor> tensor = HostTensor::allocate(type.dtype, type.shape);
  if (failed(tensor))
    return makeError("not enough memory for " + type.str());
  return *tensor;
}

/// Reads "64x10"; an empty text is the shape of a scalar.
static llvm::Expected<SmallVector<int64_t>> parseShape(StringRef text) {
  SmallVector<int64_t> shape;
  SmallVector<StringRef> extents;
  if (!text.empty())
    text.split(extents, 'x');
  for (StringRef extent : extents) {
    int64_t value;
    if (extent.getAsInteger(10, value) || value < 0)
      return makeError("expected a shape like 64x10, but got '" + text + "'");
    shape.push_back(value);
  }
  return shape;
}

/// Allocates the tensor for a generator with the shape `text`, or, without one,
/// with the shape of the type.
static llvm::Expected<HostTensor>
allocateGenerated(StringRef generator, std::optional<StringRef> text,
                  const TensorSpec &type) {
  TensorSpec result = type;
  if (text) {
    llvm::Expected<SmallVector<int64_t>> shape = parseShape(*text);
    if (!shape)
      return shape.takeError();
    result.shape.assign(shape->begin(), shape->end());
  } else if (!type.hasStaticShape()) {
    return makeError("expected a shape that fits " + type.str() + ", as in '" +
                     generator + ":64x10'");
  }
  llvm::Expected<HostTensor> tensor = allocate(result);
  if (tensor && !type.accepts(*tensor))
    return makeError("expected " + type.str() + ", but got " + result.str());
  return tensor;
}

//===----------------------------------------------------------------------===//
// Generators
//===----------------------------------------------------------------------===//

/// Repeats the first element.
static void repeatFirst(const HostTensor &tensor) {
  int64_t width = getByteWidth(tensor.getDType());
  auto *data = static_cast<char *>(tensor.getRawData());
  for (int64_t i = 1; i < tensor.getNumElements(); ++i)
    std::copy_n(data, width, data + i * width);
}

static llvm::Error fillWith(const HostTensor &tensor, StringRef value) {
  if (tensor.getNumElements() == 0)
    return llvm::Error::success();
  if (llvm::Error error = parseElement(value, tensor, 0))
    return error;
  repeatFirst(tensor);
  return llvm::Error::success();
}

/// Fills a tensor of floats or complex numbers with what `next` draws.
template <typename Next>
static llvm::Error fillInexact(const HostTensor &tensor, StringRef generator,
                               Next next) {
  DType dtype = tensor.getDType();
  switch (dtype) {
  case DType::F16:
    for (uint16_t &value : tensor.getData<uint16_t>())
      value = f64ToF16(next());
    return llvm::Error::success();
  case DType::BF16:
    for (uint16_t &value : tensor.getData<uint16_t>())
      value = f64ToBF16(next());
    return llvm::Error::success();
  case DType::F32:
    for (float &value : tensor.getData<float>())
      value = static_cast<float>(next());
    return llvm::Error::success();
  case DType::F64:
    for (double &value : tensor.getData<double>())
      value = next();
    return llvm::Error::success();
  case DType::C64:
    for (auto &value : tensor.getData<std::complex<float>>()) {
      auto real = static_cast<float>(next());
      value = {real, static_cast<float>(next())};
    }
    return llvm::Error::success();
  case DType::C128:
    for (auto &value : tensor.getData<std::complex<double>>()) {
      double real = next();
      value = {real, next()};
    }
    return llvm::Error::success();
  default:
    return makeError("'" + generator + "' makes floats, but " +
                     TensorSpec::get(tensor).str() +
                     " was expected; use randint:LOW:HIGH");
  }
}

/// Uniform numbers keep below 1 also after rounding to the dtype: they have no
/// more bits than it can hold.
static double nextUniform(PhiloxStream &stream, DType dtype) {
  switch (dtype) {
  case DType::F64:
  case DType::C128:
    return stream.nextUniformF64();
  case DType::F16:
    return (stream.nextU32() >> 21) * 0x1p-11;
  case DType::BF16:
    return (stream.nextU32() >> 24) * 0x1p-8;
  default:
    return stream.nextUniformF32();
  }
}

/// Stores integers in [low, high) as `T`, if `T` can hold them.
template <typename T>
static llvm::Error fillIntegers(const HostTensor &tensor, int64_t low,
                                int64_t high, PhiloxStream &stream) {
  bool fits = low >= static_cast<int64_t>(std::numeric_limits<T>::min()) &&
              (high - 1 < 0 ||
               static_cast<uint64_t>(high - 1) <=
                   static_cast<uint64_t>(std::numeric_limits<T>::max()));
  if (!fits)
    return makeError("the range from " + Twine(low) + " to " + Twine(high - 1) +
                     " is out of range for " +
                     stringifyDType(tensor.getDType()));
  uint64_t range = static_cast<uint64_t>(high) - static_cast<uint64_t>(low);
  for (T &value : tensor.getData<T>())
    value =
        static_cast<T>(static_cast<uint64_t>(low) + stream.nextU64() % range);
  return llvm::Error::success();
}

static llvm::Error fillRandomIntegers(const HostTensor &tensor, StringRef low,
                                      StringRef high, PhiloxStream &stream) {
  int64_t lowValue, highValue;
  if (low.getAsInteger(10, lowValue) || high.getAsInteger(10, highValue) ||
      lowValue >= highValue)
    return makeError("expected randint:LOW:HIGH with integers LOW < HIGH, but "
                     "got '" +
                     low + "' and '" + high + "'");
  switch (tensor.getDType()) {
  case DType::I8:
    return fillIntegers<int8_t>(tensor, lowValue, highValue, stream);
  case DType::I16:
    return fillIntegers<int16_t>(tensor, lowValue, highValue, stream);
  case DType::I32:
    return fillIntegers<int32_t>(tensor, lowValue, highValue, stream);
  case DType::I64:
    return fillIntegers<int64_t>(tensor, lowValue, highValue, stream);
  case DType::U8:
    return fillIntegers<uint8_t>(tensor, lowValue, highValue, stream);
  case DType::U16:
    return fillIntegers<uint16_t>(tensor, lowValue, highValue, stream);
  case DType::U32:
    return fillIntegers<uint32_t>(tensor, lowValue, highValue, stream);
  case DType::U64:
    return fillIntegers<uint64_t>(tensor, lowValue, highValue, stream);
  case DType::Bool:
    if (lowValue < 0 || highValue > 2)
      return makeError("randint for i1 takes a range within 0 to 2");
    return fillIntegers<uint8_t>(tensor, lowValue, highValue, stream);
  default:
    return makeError("'randint' makes integers, but " +
                     TensorSpec::get(tensor).str() +
                     " was expected; use random or normal");
  }
}

/// Runs the generator `parts`, whose first part is its name. Its last part is
/// the shape when there is one more than the generator needs.
static llvm::Expected<HostTensor> generate(ArrayRef<StringRef> parts,
                                           unsigned numParts,
                                           const TensorSpec &type,
                                           uint64_t seed, uint64_t stream) {
  StringRef name = parts[0];
  if (parts.size() != numParts && parts.size() != numParts + 1)
    return makeError("'" + llvm::join(parts, ":") + "' has " +
                     (parts.size() < numParts ? "too few" : "too many") +
                     " parts; expected " + name +
                     (name == "fill"      ? ":VALUE"
                      : name == "randint" ? ":LOW:HIGH"
                                          : "") +
                     "[:SHAPE]");
  std::optional<StringRef> shape;
  if (parts.size() > numParts)
    shape = parts.back();
  llvm::Expected<HostTensor> tensor = allocateGenerated(name, shape, type);
  if (!tensor || name == "zeros")
    return tensor;
  PhiloxStream random(seed, stream);
  llvm::Error error = llvm::Error::success();
  if (name == "ones")
    error = fillWith(*tensor, "1");
  else if (name == "fill")
    error = fillWith(*tensor, parts[1]);
  else if (name == "random")
    error = fillInexact(*tensor, name,
                        [&] { return nextUniform(random, type.dtype); });
  else if (name == "normal")
    error = fillInexact(*tensor, name, [&] { return random.nextNormal(); });
  else
    error = fillRandomIntegers(*tensor, parts[1], parts[2], random);
  if (error)
    return error;
  return *tensor;
}

/// Returns how many parts, without the shape, the generator `name` has, or 0
/// when there is none.
static unsigned getGeneratorParts(StringRef name) {
  return llvm::StringSwitch<unsigned>(name)
      .Cases({"zeros", "ones", "random", "normal"}, 1)
      .Case("fill", 2)
      .Case("randint", 3)
      .Default(0);
}

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

namespace {
/// Reads nested lists of numbers. The nesting of the first element tells the
/// rank, and every list of one depth must be as long as the first of it.
class ListParser {
public:
  explicit ListParser(StringRef text) : text(text), rest(text) {}

  /// Reads the whole text.
  llvm::Error parse();

  SmallVector<int64_t> shape;
  SmallVector<StringRef> elements;

private:
  llvm::Error parseList(size_t depth);
  llvm::Error parseItem(size_t depth);
  llvm::Error makeSyntaxError() {
    return makeError("expected a list like [[1, 2], [3, 4]], but got '" +
                     abbreviate(text) + "'");
  }
  bool consume(char c) {
    rest = rest.ltrim();
    return rest.consume_front(StringRef(&c, 1));
  }

  static constexpr size_t kMaxDepth = 32;

  StringRef text;
  StringRef rest;
};
} // namespace

llvm::Error ListParser::parse() {
  if (!consume('['))
    return makeSyntaxError();
  if (llvm::Error error = parseList(0))
    return error;
  if (!rest.trim().empty() || llvm::is_contained(shape, -1))
    return makeSyntaxError();
  return llvm::Error::success();
}

/// Reads the list whose opening bracket has been read.
llvm::Error ListParser::parseList(size_t depth) {
  if (depth == kMaxDepth)
    return makeSyntaxError();
  if (depth == shape.size())
    shape.push_back(-1);
  int64_t length = 0;
  if (!consume(']')) {
    do {
      if (llvm::Error error = parseItem(depth))
        return error;
      ++length;
    } while (consume(','));
    if (!consume(']'))
      return makeSyntaxError();
  }
  if (shape[depth] != -1 && shape[depth] != length)
    return makeError("expected lists of one length in '" + abbreviate(text) +
                     "', but got one of " + Twine(length) + " beside one of " +
                     Twine(shape[depth]));
  shape[depth] = length;
  return llvm::Error::success();
}

/// Reads a list or a number.
llvm::Error ListParser::parseItem(size_t depth) {
  bool isFirst = elements.empty();
  if (consume('[')) {
    // A list beside numbers, or deeper than the first number.
    if (!isFirst && depth + 1 == shape.size())
      return makeSyntaxError();
    return parseList(depth + 1);
  }
  StringRef number =
      rest.take_until([](char c) { return c == ',' || c == ']'; });
  rest = rest.drop_front(number.size());
  if (number.trim().empty() || depth + 1 != shape.size())
    return makeSyntaxError();
  elements.push_back(number.trim());
  return llvm::Error::success();
}

static llvm::Expected<HostTensor> parseList(StringRef text,
                                            const TensorSpec &type) {
  ListParser parser(text);
  if (llvm::Error error = parser.parse())
    return error;
  TensorSpec listType{type.dtype, {}};
  listType.shape.assign(parser.shape.begin(), parser.shape.end());
  llvm::Expected<HostTensor> tensor = allocate(listType);
  if (!tensor)
    return tensor;
  for (auto [index, element] : llvm::enumerate(parser.elements))
    if (llvm::Error error = parseElement(element, *tensor, index))
      return error;
  return tensor;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Fails unless `tensor` is of type `type`.
static llvm::Expected<HostTensor> check(llvm::Expected<HostTensor> tensor,
                                        StringRef text,
                                        const TensorSpec &type) {
  if (!tensor || type.accepts(*tensor))
    return tensor;
  return makeError("expected " + type.str() + ", but '" + abbreviate(text) +
                   "' is " + TensorSpec::get(*tensor).str());
}

static llvm::Expected<HostTensor> parseNumber(StringRef text,
                                              const TensorSpec &type) {
  bool looksLikeNumber =
      !text.empty() && StringRef("0123456789+-.").contains(text[0]);
  bool isWord = llvm::StringSwitch<bool>(text.lower())
                    .Cases({"true", "false", "inf", "nan"}, true)
                    .Default(false);
  if (!looksLikeNumber && !isWord) {
    StringRef known[] = {"zeros",  "ones",    "random",
                         "normal", "randint", "fill"};
    StringRef word = text.take_until([](char c) { return c == ':'; });
    return makeError("expected a .npy file, a number, a list or a generator "
                     "such as zeros:64x10 for " +
                     type.str() + ", but got '" + text + "'" +
                     didYouMean(word, known));
  }
  if (!type.shape.empty())
    return makeError("expected " + type.str() + ", but got the number '" +
                     text + "'");
  llvm::Expected<HostTensor> tensor = allocate(type);
  if (!tensor)
    return tensor;
  if (llvm::Error error = parseElement(text, *tensor, 0))
    return error;
  return tensor;
}

llvm::Expected<HostTensor> croton::parseValueSpec(StringRef text,
                                                  const TensorSpec &type,
                                                  uint64_t seed,
                                                  uint64_t stream) {
  text = text.trim();
  SmallVector<StringRef> parts;
  text.split(parts, ':');
  if (unsigned numParts = getGeneratorParts(parts[0]))
    return generate(parts, numParts, type, seed, stream);
  if (text.starts_with("["))
    return check(parseList(text, type), text, type);
  if (text.ends_with(".npy") || text.contains('/') ||
      llvm::sys::fs::exists(text))
    return check(readNpy(text), text, type);
  return parseNumber(text, type);
}
