//===- Npy.cpp - NumPy array files ----------------------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks, copies and writes the elements; NpyHeader.cpp reads the dictionary.
//
//===----------------------------------------------------------------------===//

#include "croton/Support/Npy.h"
#include "NpyHeader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cstring>

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;
using llvm::createStringError;
using llvm::Error;
using llvm::Expected;

static constexpr llvm::StringLiteral kMagic = "\x93NUMPY";

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// Takes magic, version and dictionary off the front of `bytes`.
static Expected<NpyHeader> takeHeader(StringRef &bytes) {
  if (!bytes.consume_front(kMagic))
    return createStringError(kMagic.starts_with(bytes)
                                 ? "file is truncated in its header"
                                 : "not a .npy file");
  if (bytes.size() < 2)
    return createStringError("file is truncated in its header");
  unsigned major = static_cast<uint8_t>(bytes[0]);
  if (major < 1 || major > 3)
    return createStringError("unknown .npy version %u", major);
  size_t lengthBytes = major == 1 ? 2 : 4;
  bytes = bytes.drop_front(2);
  if (bytes.size() < lengthBytes)
    return createStringError("file is truncated in its header");
  size_t length = major == 1 ? llvm::support::endian::read16le(bytes.data())
                             : llvm::support::endian::read32le(bytes.data());
  bytes = bytes.drop_front(lengthBytes);
  if (bytes.size() < length)
    return createStringError("file is truncated in its header");
  StringRef text = bytes.take_front(length);
  bytes = bytes.drop_front(length);
  return parseNpyHeader(text);
}

/// Copies elements of `width` bytes from Fortran order to row-major order.
static void copyFortranOrder(const char *source, char *target, int64_t width,
                             ArrayRef<int64_t> shape) {
  int64_t rank = shape.size();
  SmallVector<int64_t> strides(rank), index(rank, 0);
  int64_t count = 1;
  for (int64_t dim = 0; dim < rank; ++dim) {
    strides[dim] = count;
    count *= shape[dim];
  }
  int64_t offset = 0;
  for (int64_t i = 0; i < count; ++i) {
    std::memcpy(target + i * width, source + offset * width, width);
    // Step the index, last dimension fastest, and the offset with it.
    for (int64_t dim = rank - 1; dim >= 0; --dim) {
      offset += strides[dim];
      if (++index[dim] < shape[dim])
        break;
      offset -= strides[dim] * shape[dim];
      index[dim] = 0;
    }
  }
}

/// Reverses the bytes of each scalar; a complex number has two.
static void swapByteOrder(const HostTensor &tensor) {
  int64_t width = getByteWidth(tensor.getDType());
  if (isComplexDType(tensor.getDType()))
    width /= 2;
  auto *bytes = static_cast<char *>(tensor.getRawData());
  for (int64_t i = 0, e = tensor.getByteSize(); i < e; i += width)
    std::reverse(bytes + i, bytes + i + width);
}

/// Fails when a byte of a boolean tensor is neither 0 nor 1.
static Error checkBooleans(const HostTensor &tensor) {
  if (tensor.getDType() != DType::Bool)
    return Error::success();
  for (auto [i, byte] : llvm::enumerate(tensor.getData<uint8_t>()))
    if (byte > 1)
      return createStringError("boolean element " + Twine(i) +
                               " has the byte value " + Twine(unsigned(byte)));
  return Error::success();
}

/// Fails unless the file has as many bytes of elements as its header states.
static Error checkSize(const NpyHeader &header, size_t actual) {
  std::optional<int64_t> expected = computeByteSize(header.dtype, header.shape);
  if (!expected)
    return createStringError("the size of the shape overflows");
  if (static_cast<uint64_t>(*expected) == actual)
    return Error::success();
  return createStringError("expected " + Twine(*expected) +
                           " bytes of elements, but got " + Twine(actual));
}

static Expected<HostTensor> parseUnnamed(StringRef bytes) {
  Expected<NpyHeader> header = takeHeader(bytes);
  if (!header)
    return header.takeError();
  if (Error error = checkSize(*header, bytes.size()))
    return error;
  FailureOr<HostTensor> tensor =
      HostTensor::allocate(header->dtype, header->shape);
  if (failed(tensor))
    return createStringError("out of memory");
  if (!bytes.empty()) {
    auto *target = static_cast<char *>(tensor->getRawData());
    if (header->isFortranOrder && header->shape.size() > 1)
      copyFortranOrder(bytes.data(), target, getByteWidth(header->dtype),
                       header->shape);
    else
      std::memcpy(target, bytes.data(), bytes.size());
  }
  if (header->isBigEndian == llvm::sys::IsLittleEndianHost)
    swapByteOrder(*tensor);
  if (Error error = checkBooleans(*tensor))
    return error;
  return *tensor;
}

Expected<HostTensor> croton::parseNpy(StringRef bytes, StringRef name) {
  Expected<HostTensor> tensor = parseUnnamed(bytes);
  if (!tensor)
    return createStringError("cannot read '" + name +
                             "': " + llvm::toString(tensor.takeError()));
  return tensor;
}

Expected<HostTensor> croton::readNpy(StringRef path) {
  llvm::sys::fs::file_status status;
  std::error_code code = llvm::sys::fs::status(path, status);
  if (!code && llvm::sys::fs::is_directory(status))
    code = std::make_error_code(std::errc::is_a_directory);
  // A device may never end.
  if (!code && !llvm::sys::fs::is_regular_file(status) &&
      status.type() != llvm::sys::fs::file_type::fifo_file)
    return createStringError("cannot read '" + path + "': not a regular file");
  if (code)
    return createStringError(code,
                             "cannot read '" + path + "': " + code.message());
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer =
      llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                  /*RequiresNullTerminator=*/false);
  if ((code = buffer.getError()))
    return createStringError(code,
                             "cannot read '" + path + "': " + code.message());
  return parseNpy((*buffer)->getBuffer(), path);
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// Returns everything before the elements, in version 1. The elements start at
/// a multiple of 64 bytes, and the header ends with a newline.
static std::string formatPreamble(const HostTensor &tensor) {
  std::string text = formatNpyHeader(tensor.getDType(), tensor.getShape());
  size_t fixed = kMagic.size() + 4;
  size_t length = llvm::alignTo(fixed + text.size() + 1, 64) - fixed;
  assert(length <= 0xffff && "the rank is bounded");
  text.resize(length - 1, ' ');
  text += '\n';

  std::string preamble = kMagic.str();
  for (size_t byte : {size_t(1), size_t(0), length & 0xff, length >> 8})
    preamble += static_cast<char>(byte);
  return preamble + text;
}

/// Writes all to an open file, closes nothing; returns what went wrong.
static std::error_code writeToDescriptor(int descriptor,
                                         const HostTensor &tensor) {
  llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/false);
  os << formatPreamble(tensor);
  if (tensor.getByteSize()) {
    HostTensor bytes = tensor;
    if (!llvm::sys::IsLittleEndianHost) {
      bytes = tensor.clone();
      swapByteOrder(bytes);
    }
    os << StringRef(static_cast<const char *>(bytes.getRawData()),
                    bytes.getByteSize());
  }
  os.flush();
  std::error_code code = os.error();
  os.clear_error(); // Else the destructor ends the process.
  return code;
}

/// Writes a file beside `path` and renames it, so that `path` is old or new but
/// never half of it.
static std::error_code replaceFile(StringRef path, const HostTensor &tensor) {
  Expected<llvm::sys::fs::TempFile> file = llvm::sys::fs::TempFile::create(
      path + ".tmp-%%%%%%%%",
      llvm::sys::fs::all_read | llvm::sys::fs::all_write);
  if (!file)
    return llvm::errorToErrorCode(file.takeError());
  if (std::error_code code = writeToDescriptor(file->FD, tensor)) {
    llvm::consumeError(file->discard());
    return code;
  }
  return llvm::errorToErrorCode(file->keep(path));
}

/// Writes to a pipe or a device, which must not be replaced.
static std::error_code writeInPlace(StringRef path, const HostTensor &tensor) {
  int descriptor;
  if (std::error_code code = llvm::sys::fs::openFileForWrite(path, descriptor))
    return code;
  std::error_code code = writeToDescriptor(descriptor, tensor);
  std::error_code closeCode = llvm::sys::fs::closeFile(descriptor);
  return code ? code : closeCode;
}

Error croton::writeNpy(StringRef path, const HostTensor &tensor) {
  assert(tensor.isValid() && "writing an empty handle");
  if (tensor.getRank() > kMaxNpyRank)
    return createStringError("cannot write '" + path + "': more than " +
                             Twine(kMaxNpyRank) + " dimensions");
  llvm::sys::fs::file_status status;
  std::error_code code = llvm::sys::fs::status(path, status);
  if (!code && llvm::sys::fs::is_directory(status))
    code = std::make_error_code(std::errc::is_a_directory);
  else if (code || llvm::sys::fs::is_regular_file(status))
    code = replaceFile(path, tensor);
  else
    code = writeInPlace(path, tensor);
  if (!code)
    return Error::success();
  return createStringError(code,
                           "cannot write '" + path + "': " + code.message());
}
