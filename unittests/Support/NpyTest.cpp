//===- NpyTest.cpp - NumPy array files ------------------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Support/Npy.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <complex>
#include <cstring>
#include <unistd.h>

using namespace mlir;
using namespace mlir::croton;
using llvm::Expected;

namespace {
/// A folder of its own for each test, removed afterwards.
class NpyTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("croton-npy", folder));
  }
  void TearDown() override { llvm::sys::fs::remove_directories(folder); }

  std::string getPath(StringRef name) {
    SmallString<128> path(folder);
    llvm::sys::path::append(path, name);
    return path.str().str();
  }
  std::string writeFile(StringRef name, StringRef bytes) {
    std::string path = getPath(name);
    std::error_code code;
    llvm::raw_fd_ostream(path, code) << bytes;
    EXPECT_FALSE(code);
    return path;
  }

  SmallString<128> folder;
};
} // namespace

/// Builds a file of version `major` with the dictionary `header`.
static std::string makeFile(StringRef header, StringRef elements,
                            char major = 1) {
  std::string file = "\x93NUMPY";
  file += major;
  file += '\0';
  size_t length = header.size() + 1;
  for (int byte = 0; byte < (major == 1 ? 2 : 4); ++byte)
    file += static_cast<char>(length >> (8 * byte));
  return file + header.str() + "\n" + elements.str();
}

/// The usual dictionary.
static std::string makeHeader(StringRef descr, StringRef shape,
                              bool isFortranOrder = false) {
  return ("{'descr': '" + descr + "', 'fortran_order': " +
          (isFortranOrder ? "True" : "False") + ", 'shape': " + shape + ", }")
      .str();
}

/// Returns the error of parsing `bytes`, or "" when there is none.
static std::string getParseError(StringRef bytes) {
  Expected<HostTensor> tensor = parseNpy(bytes, "x");
  return tensor ? "" : llvm::toString(tensor.takeError());
}

/// Returns the error of reading `path`, or "" when there is none.
static std::string getReadError(StringRef path) {
  Expected<HostTensor> tensor = readNpy(path);
  return tensor ? "" : llvm::toString(tensor.takeError());
}

static std::string getText(llvm::Error error) {
  return error ? llvm::toString(std::move(error)) : "";
}

//===----------------------------------------------------------------------===//
// What is accepted
//===----------------------------------------------------------------------===//

TEST_F(NpyTest, EveryTypeSurvivesWritingAndReading) {
  const SmallVector<int64_t> shapes[] = {{}, {5}, {2, 0, 3}, {2, 3, 4}};
  for (unsigned i = 0; i < kNumDTypes; ++i) {
    auto dtype = static_cast<DType>(i);
    for (const SmallVector<int64_t> &shape : shapes) {
      HostTensor tensor = *HostTensor::allocate(dtype, shape);
      auto *bytes = static_cast<uint8_t *>(tensor.getRawData());
      for (int64_t j = 0; j < tensor.getByteSize(); ++j)
        bytes[j] = dtype == DType::Bool ? j % 2 : 37 * j + 11;
      std::string path = getPath("x.npy");
      EXPECT_EQ(getText(writeNpy(path, tensor)), "");
      Expected<HostTensor> back = readNpy(path);
      ASSERT_TRUE(!!back) << llvm::toString(back.takeError());
      EXPECT_EQ(back->getDType(), dtype);
      EXPECT_EQ(back->getShape(), ArrayRef(shape));
      EXPECT_EQ(std::memcmp(back->getRawData(), tensor.getRawData(),
                            tensor.getByteSize()),
                0);
    }
  }
}

// The bytes that numpy.save writes for numpy.array([1, 2], 'int16').
TEST_F(NpyTest, BytesAreThoseOfNumPy) {
  HostTensor tensor = *HostTensor::allocate(DType::I16, {2});
  tensor.getData<int16_t>()[0] = 1;
  tensor.getData<int16_t>()[1] = 2;
  std::string path = getPath("x.npy");
  ASSERT_EQ(getText(writeNpy(path, tensor)), "");
  std::string expected("\x93NUMPY\1\0\x76\0", 10);
  expected += "{'descr': '<i2', 'fortran_order': False, 'shape': (2,), }";
  expected.resize(127, ' ');
  expected += StringRef("\n\1\0\2\0", 5).str();
  auto buffer = llvm::MemoryBuffer::getFile(path);
  ASSERT_TRUE(!!buffer);
  EXPECT_EQ((*buffer)->getBuffer().str(), expected);
}

TEST_F(NpyTest, BigEndianIsTurned) {
  Expected<HostTensor> tensor =
      parseNpy(makeFile(makeHeader(">i4", "(2,)"),
                        StringRef("\0\0\1\2\xff\xff\xff\xfe", 8)),
               "x");
  ASSERT_TRUE(!!tensor) << llvm::toString(tensor.takeError());
  EXPECT_EQ(tensor->getData<int32_t>()[0], 258);
  EXPECT_EQ(tensor->getData<int32_t>()[1], -2);
  // Each half of a complex number by itself: 1 and -2.
  tensor = parseNpy(
      makeFile(makeHeader(">c8", "()"), StringRef("\x3f\x80\0\0\xc0\0\0\0", 8)),
      "x");
  ASSERT_TRUE(!!tensor) << llvm::toString(tensor.takeError());
  EXPECT_EQ(tensor->getData<std::complex<float>>()[0],
            std::complex<float>(1, -2));
}

TEST_F(NpyTest, FortranOrderBecomesRowMajor) {
  // Element (i, j, k) of shape (2, 3, 2) holds 100 i + 10 j + k.
  std::string elements;
  for (int k = 0; k < 2; ++k)
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 2; ++i)
        elements += static_cast<char>(100 * i + 10 * j + k);
  Expected<HostTensor> tensor =
      parseNpy(makeFile(makeHeader("|u1", "(2, 3, 2)", /*isFortranOrder=*/true),
                        elements),
               "x");
  ASSERT_TRUE(!!tensor) << llvm::toString(tensor.takeError());
  int position = 0;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 2; ++k)
        EXPECT_EQ(tensor->getData<uint8_t>()[position++], 100 * i + 10 * j + k);
}

TEST_F(NpyTest, HeadersVary) {
  StringRef byte("\x05", 1);
  EXPECT_EQ(getParseError(makeFile(makeHeader("|u1", "(1,)"), byte, 2)), "");
  EXPECT_EQ(getParseError(makeFile(makeHeader("|u1", "(1,)"), byte, 3)), "");
  EXPECT_EQ(getParseError(makeFile(makeHeader("|u1", "( 1L , 1 )"), byte)), "");
  EXPECT_EQ(getParseError(makeFile("{\"shape\":(),\"fortran_order\":True,"
                                   "\"descr\":\"u1\"}",
                                   byte)),
            "");
  EXPECT_EQ(getParseError(makeFile(makeHeader("bfloat16", "()"), "ab")), "");
}

//===----------------------------------------------------------------------===//
// What is refused
//===----------------------------------------------------------------------===//

TEST_F(NpyTest, EveryTruncationIsAnError) {
  std::string file = makeFile(makeHeader("<f4", "(2,)"), "12345678");
  for (size_t length = 0; length < file.size(); ++length) {
    std::string error = getParseError(StringRef(file).take_front(length));
    EXPECT_TRUE(StringRef(error).starts_with("cannot read 'x': "))
        << length << ": " << error;
  }
  EXPECT_EQ(getParseError(""), "cannot read 'x': file is truncated in its "
                               "header");
  EXPECT_EQ(getParseError(StringRef(file).drop_back()),
            "cannot read 'x': expected 8 bytes of elements, but got 7");
}

TEST_F(NpyTest, WrongHeadersSayWhatIsWrong) {
  struct {
    std::string header;
    StringRef message;
  } cases[] = {
      {makeHeader("|O", "(1,)"), "arrays of Python objects are not supported"},
      {makeHeader("<U5", "(1,)"), "element type '<U5' is not supported"},
      {makeHeader("<f16", "(1,)"), "element type '<f16' is not supported"},
      {makeHeader("", "(1,)"), "element type '' is not supported"},
      {makeHeader("<f4", "(-1,)"), "negative extent in the shape"},
      {makeHeader("<f4", "(99999999999999999999,)"),
       "extent 99999999999999999999 in the shape is too large"},
      {makeHeader("<f4", "(4611686018427387904, 4)"),
       "the size of the shape overflows"},
      {makeHeader("<f4", "(1000000000000,)"),
       "expected 4000000000000 bytes of elements, but got 4"},
      {makeHeader("<f4", "(1.5,)"), "expected ')' in the header"},
      {makeHeader("<f4", "(,)"), "expected a number in the shape"},
      {makeHeader("<f4", "3"), "expected '(' in the header"},
      {"{'descr': '<f4', 'fortran_order': False}", "the header has no 'shape'"},
      {"{'descr': '<f4', 'descr': '<f4'}",
       "key 'descr' is given twice in the header"},
      {"{'desc': '<f4'}", "unknown key 'desc' in the header"},
      {"{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': ()}",
       "structured element types are not supported"},
      {"{'descr': '<f4', 'fortran_order': 0, 'shape': ()}",
       "expected 'fortran_order' to be True or False"},
      {"{'descr", "string without an end in the header"},
      {"{3: 4}", "expected a string in the header"},
      {"", "expected '{' in the header"},
      {makeHeader("<f4", "()") + " {", "text after the end of the header"},
  };
  for (const auto &entry : cases) {
    std::string error = getParseError(makeFile(entry.header, "1234"));
    EXPECT_EQ(error, ("cannot read 'x': " + entry.message).str())
        << entry.header;
  }
  std::string shape = "(";
  for (int i = 0; i < 65; ++i)
    shape += "1,";
  EXPECT_EQ(getParseError(makeFile(makeHeader("<f4", shape + ")"), "1234")),
            "cannot read 'x': more than 64 dimensions");
}

TEST_F(NpyTest, OtherFilesAreRefused) {
  EXPECT_EQ(getParseError("PK\3\4 and more"),
            "cannot read 'x': not a .npy file");
  EXPECT_EQ(getParseError(makeFile(makeHeader("<f4", "()"), "1234", 4)),
            "cannot read 'x': unknown .npy version 4");
  EXPECT_EQ(getParseError(
                makeFile(makeHeader("|b1", "(3,)"), StringRef("\0\1\2", 3))),
            "cannot read 'x': boolean element 2 has the byte value 2");
}

TEST_F(NpyTest, PathsThatCannotBeReadAreNamed) {
  std::string missing = getPath("missing.npy");
  EXPECT_EQ(getReadError(missing),
            "cannot read '" + missing + "': No such file or directory");
  EXPECT_EQ(getReadError(folder),
            ("cannot read '" + folder + "': Is a directory").str());
  EXPECT_EQ(getReadError("/dev/zero"),
            "cannot read '/dev/zero': not a regular file");
  std::string secret = writeFile("secret.npy", "1234");
  ASSERT_FALSE(
      llvm::sys::fs::setPermissions(secret, llvm::sys::fs::perms::no_perms));
  if (geteuid() != 0) // Permissions do not stop root.
    EXPECT_EQ(getReadError(secret),
              "cannot read '" + secret + "': Permission denied");
}

TEST_F(NpyTest, FailedWritesLeaveTheOldFile) {
  HostTensor tensor = *HostTensor::allocate(DType::F32, {3});
  EXPECT_EQ(getText(writeNpy(folder, tensor)),
            ("cannot write '" + folder + "': Is a directory").str());
  std::string path = getPath("none/x.npy");
  EXPECT_EQ(getText(writeNpy(path, tensor)),
            "cannot write '" + path + "': No such file or directory");
  EXPECT_EQ(getText(writeNpy("/dev/full", tensor)),
            "cannot write '/dev/full': No space left on device");
  // Nothing but the file itself is left behind by a good write.
  path = getPath("x.npy");
  EXPECT_EQ(getText(writeNpy(path, tensor)), "");
  EXPECT_EQ(getText(writeNpy(path, tensor)), "");
  std::error_code code;
  int numFiles = 0;
  for (llvm::sys::fs::directory_iterator it(folder, code), end; it != end;
       it.increment(code))
    ++numFiles;
  EXPECT_EQ(numFiles, 1);
}
