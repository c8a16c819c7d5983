//===- TensorText.cpp - Tensors as text -----------------------------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Formats and parses numbers of every dtype.
//
//===----------------------------------------------------------------------===//

#include "TensorText.h"
#include "croton/Support/Half.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <limits>

using namespace mlir;
using namespace mlir::croton;

//===----------------------------------------------------------------------===//
// Formatting
//===----------------------------------------------------------------------===//

/// Writes a number given as "d.ddde+xx" in positional notation if it is neither
/// very large nor very small, as NumPy does; always with a point or an
/// exponent, so that it looks like a float.
static std::string formatPositional(StringRef scientific) {
  std::string sign = scientific.consume_front("-") ? "-" : "";
  auto [mantissa, exponentText] = scientific.split('e');
  int exponent = 0;
  bool isInvalid = exponentText.ltrim('+').getAsInteger(10, exponent);
  assert(!isInvalid && "printf writes an exponent");
  (void)isInvalid;
  auto [lead, fraction] = mantissa.split('.');
  if (exponent < -4 || exponent >= 16)
    return sign + scientific.str();
  std::string digits = (lead + fraction).str();
  if (exponent < 0)
    return sign + "0." + std::string(-exponent - 1, '0') + digits;
  size_t numWhole = exponent + 1;
  if (digits.size() <= numWhole)
    return sign + digits + std::string(numWhole - digits.size(), '0') + ".0";
  return sign + digits.substr(0, numWhole) + "." + digits.substr(numWhole);
}

/// Formats with as few digits as `readsBack` accepts.
template <typename Predicate>
static std::string formatShortest(double value, Predicate readsBack) {
  if (std::isnan(value))
    return "nan";
  if (std::isinf(value))
    return value > 0 ? "inf" : "-inf";
  char text[40];
  for (int digits = 0; digits < 17; ++digits) {
    std::snprintf(text, sizeof(text), "%.*e", digits, value);
    if (readsBack(std::strtod(text, nullptr)))
      break;
  }
  return formatPositional(text);
}

static std::string formatF64(double value) {
  return formatShortest(value, [&](double text) { return text == value; });
}

static std::string formatF32(float value) {
  return formatShortest(
      value, [&](double text) { return static_cast<float>(text) == value; });
}

static std::string formatF16(uint16_t bits) {
  return formatShortest(f16ToF32(bits),
                        [&](double text) { return f64ToF16(text) == bits; });
}

static std::string formatBF16(uint16_t bits) {
  return formatShortest(bf16ToF32(bits),
                        [&](double text) { return f64ToBF16(text) == bits; });
}

/// Joins the parts of a complex number: "1.0-2.0j".
static std::string joinComplex(const std::string &real,
                               const std::string &imaginary) {
  return real + (imaginary[0] == '-' ? "" : "+") + imaginary + "j";
}

std::string croton::formatElement(const HostTensor &tensor, int64_t index) {
  switch (tensor.getDType()) {
  case DType::Bool:
    return tensor.getData<uint8_t>()[index] ? "True" : "False";
  case DType::I8:
    return std::to_string(tensor.getData<int8_t>()[index]);
  case DType::I16:
    return std::to_string(tensor.getData<int16_t>()[index]);
  case DType::I32:
    return std::to_string(tensor.getData<int32_t>()[index]);
  case DType::I64:
    return std::to_string(tensor.getData<int64_t>()[index]);
  case DType::U8:
    return std::to_string(tensor.getData<uint8_t>()[index]);
  case DType::U16:
    return std::to_string(tensor.getData<uint16_t>()[index]);
  case DType::U32:
    return std::to_string(tensor.getData<uint32_t>()[index]);
  case DType::U64:
    return std::to_string(tensor.getData<uint64_t>()[index]);
  case DType::F16:
    return formatF16(tensor.getData<uint16_t>()[index]);
  case DType::BF16:
    return formatBF16(tensor.getData<uint16_t>()[index]);
  case DType::F32:
    return formatF32(tensor.getData<float>()[index]);
  case DType::F64:
    return formatF64(tensor.getData<double>()[index]);
  case DType::C64: {
    std::complex<float> value = tensor.getData<std::complex<float>>()[index];
    return joinComplex(formatF32(value.real()), formatF32(value.imag()));
  }
  case DType::C128: {
    std::complex<double> value = tensor.getData<std::complex<double>>()[index];
    return joinComplex(formatF64(value.real()), formatF64(value.imag()));
  }
  }
  llvm_unreachable("all dtypes are handled");
}

namespace {
/// Prints one tensor. The first run over the elements finds the widest.
class TensorPrinter {
public:
  TensorPrinter(llvm::raw_ostream &os, const HostTensor &tensor)
      : os(os), tensor(tensor), isCut(tensor.getNumElements() > kMaxElements) {}

  void print() {
    visit(0, 0, [&](int64_t index) {
      width = std::max(width, formatElement(tensor, index).size());
    });
    printAxis(0, 0);
  }

private:
  static constexpr int64_t kMaxElements = 1000;
  static constexpr int64_t kEdge = 3;

  /// True when position `i` of `extent` is hidden behind "...".
  bool isHidden(int64_t i, int64_t extent) const {
    return isCut && extent > 2 * kEdge && i >= kEdge && i < extent - kEdge;
  }

  template <typename Callback>
  void visit(int64_t axis, int64_t offset, Callback callback);
  void printAxis(int64_t axis, int64_t offset);
  void printGap(int64_t axis, int64_t i);

  llvm::raw_ostream &os;
  const HostTensor &tensor;
  bool isCut;
  size_t width = 0;
};
} // namespace

/// Calls `callback` with the index of each element that is shown.
template <typename Callback>
void TensorPrinter::visit(int64_t axis, int64_t offset, Callback callback) {
  if (axis == tensor.getRank())
    return callback(offset);
  int64_t extent = tensor.getShape()[axis];
  for (int64_t i = 0; i < extent; ++i)
    if (!isHidden(i, extent))
      visit(axis + 1, offset * extent + i, callback);
}

/// Prints what separates position `i` from the one before: a space between
/// elements, a line break and indentation between rows.
void TensorPrinter::printGap(int64_t axis, int64_t i) {
  if (i == 0)
    return;
  int64_t depthBelow = tensor.getRank() - axis - 1;
  if (depthBelow == 0) {
    os << " ";
    return;
  }
  for (int64_t line = 0; line < depthBelow; ++line)
    os << "\n";
  os.indent(axis + 1);
}

void TensorPrinter::printAxis(int64_t axis, int64_t offset) {
  if (axis == tensor.getRank()) {
    std::string text = formatElement(tensor, offset);
    os.indent(width - text.size()) << text;
    return;
  }
  int64_t extent = tensor.getShape()[axis];
  os << "[";
  for (int64_t i = 0; i < extent; ++i) {
    if (isHidden(i, extent)) {
      printGap(axis, i);
      os << "...";
      i = extent - kEdge - 1;
      continue;
    }
    printGap(axis, i);
    printAxis(axis + 1, offset * extent + i);
  }
  os << "]";
}

void croton::printTensor(llvm::raw_ostream &os, const HostTensor &tensor) {
  // An empty tensor may have more rows than anybody can print.
  if (tensor.getNumElements() == 0) {
    os << "[]";
    return;
  }
  TensorPrinter(os, tensor).print();
}

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

static llvm::Error makeError(const Twine &message) {
  return llvm::createStringError(message);
}

static llvm::Error makeRangeError(StringRef text, DType dtype) {
  return makeError("'" + text + "' is out of range for " +
                   stringifyDType(dtype));
}

/// Reads an integer of type `T`. A text that is an integer of another size is
/// out of range, any other text is no integer.
template <typename T>
static llvm::Error parseInteger(StringRef text, const HostTensor &tensor,
                                int64_t index) {
  DType dtype = tensor.getDType();
  T value;
  if (!text.getAsInteger(10, value)) {
    tensor.getData<T>()[index] = value;
    return llvm::Error::success();
  }
  StringRef digits = text;
  digits.consume_front("-");
  if (!digits.empty() && llvm::all_of(digits, llvm::isDigit))
    return makeRangeError(text, dtype);
  return makeError("expected an integer of type " + stringifyDType(dtype) +
                   ", but got '" + text + "'");
}

/// Reads a decimal number, "inf" or "nan".
static llvm::Expected<double> parseDouble(StringRef text, DType dtype) {
  double value;
  StringRef unsignedText = text;
  if (!unsignedText.consume_front("-"))
    unsignedText.consume_front("+");
  bool isInfinity = unsignedText.equals_insensitive("inf");
  if (isInfinity || unsignedText.equals_insensitive("nan")) {
    value = isInfinity ? std::numeric_limits<double>::infinity()
                       : std::numeric_limits<double>::quiet_NaN();
    return text.starts_with("-") ? -value : value;
  }
  if (text.getAsDouble(value) || unsignedText.empty() ||
      !(llvm::isDigit(unsignedText[0]) || unsignedText[0] == '.'))
    return makeError("expected a number of type " + stringifyDType(dtype) +
                     ", but got '" + text + "'");
  if (std::isinf(value))
    return makeRangeError(text, dtype);
  return value;
}

/// Stores what `convert` makes of the number; a finite number that becomes
/// infinite is out of range.
template <typename T, typename Convert, typename Widen>
static llvm::Error parseFloat(StringRef text, const HostTensor &tensor,
                              int64_t index, Convert convert, Widen widen) {
  llvm::Expected<double> value = parseDouble(text, tensor.getDType());
  if (!value)
    return value.takeError();
  T converted = convert(*value);
  if (std::isinf(static_cast<double>(widen(converted))) && !std::isinf(*value))
    return makeRangeError(text, tensor.getDType());
  tensor.getData<T>()[index] = converted;
  return llvm::Error::success();
}

/// Splits "1.5-2e-3j" into its parts; a part that is missing is zero.
static void splitComplex(StringRef text, StringRef &real,
                         StringRef &imaginary) {
  real = text;
  imaginary = "0";
  if (!text.ends_with("j"))
    return;
  text = text.drop_back();
  real = "0";
  imaginary = text;
  for (size_t i = text.size(); i-- > 1;) {
    bool isSign = text[i] == '+' || text[i] == '-';
    if (!isSign || text[i - 1] == 'e' || text[i - 1] == 'E')
      continue;
    real = text.take_front(i);
    imaginary = text.drop_front(i);
    return;
  }
}

template <typename T>
static llvm::Error parseComplex(StringRef text, const HostTensor &tensor,
                                int64_t index) {
  StringRef parts[2];
  splitComplex(text, parts[0], parts[1]);
  T values[2];
  for (unsigned i : {0, 1}) {
    llvm::Expected<double> value = parseDouble(parts[i], tensor.getDType());
    if (!value)
      return value.takeError();
    values[i] = static_cast<T>(*value);
    if (std::isinf(values[i]) && !std::isinf(*value))
      return makeRangeError(text, tensor.getDType());
  }
  tensor.getData<std::complex<T>>()[index] = {values[0], values[1]};
  return llvm::Error::success();
}

static llvm::Error parseBool(StringRef text, const HostTensor &tensor,
                             int64_t index) {
  bool isTrue = text.equals_insensitive("true") || text == "1";
  if (!isTrue && !text.equals_insensitive("false") && text != "0")
    return makeError("expected true or false, but got '" + text + "'");
  tensor.getData<uint8_t>()[index] = isTrue;
  return llvm::Error::success();
}

llvm::Error croton::parseElement(StringRef text, const HostTensor &tensor,
                                 int64_t index) {
  auto toFloat = [](double value) { return static_cast<float>(value); };
  auto same = [](auto value) { return value; };
  switch (tensor.getDType()) {
  case DType::Bool:
    return parseBool(text, tensor, index);
  case DType::I8:
    return parseInteger<int8_t>(text, tensor, index);
  case DType::I16:
    return parseInteger<int16_t>(text, tensor, index);
  case DType::I32:
    return parseInteger<int32_t>(text, tensor, index);
  case DType::I64:
    return parseInteger<int64_t>(text, tensor, index);
  case DType::U8:
    return parseInteger<uint8_t>(text, tensor, index);
  case DType::U16:
    return parseInteger<uint16_t>(text, tensor, index);
  case DType::U32:
    return parseInteger<uint32_t>(text, tensor, index);
  case DType::U64:
    return parseInteger<uint64_t>(text, tensor, index);
  case DType::F16:
    return parseFloat<uint16_t>(text, tensor, index, f64ToF16, f16ToF32);
  case DType::BF16:
    return parseFloat<uint16_t>(text, tensor, index, f64ToBF16, bf16ToF32);
  case DType::F32:
    return parseFloat<float>(text, tensor, index, toFloat, same);
  case DType::F64:
    return parseFloat<double>(text, tensor, index, same, same);
  case DType::C64:
    return parseComplex<float>(text, tensor, index);
  case DType::C128:
    return parseComplex<double>(text, tensor, index);
  }
  llvm_unreachable("all dtypes are handled");
}
