//===- Pdll.cpp - Running mlir-pdll ---------------------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's parser of PDLL is not installed as a library everywhere, its program
// is. It runs as a process of its own, without a shell.
//
//===----------------------------------------------------------------------===//

#include "RewriteNote.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

static llvm::Expected<std::string> findPdll(StringRef program) {
  if (!program.empty()) {
    // A path is found whether or not there is such a file.
    llvm::ErrorOr<std::string> found = llvm::sys::findProgramByName(program);
    if (found && llvm::sys::fs::can_execute(*found))
      return *found;
    return llvm::createStringError("no program '" + program + "'");
  }
  if (llvm::ErrorOr<std::string> found =
          llvm::sys::findProgramByName("mlir-pdll", {CROTON_LLVM_TOOLS_DIR}))
    return *found;
  if (llvm::ErrorOr<std::string> found =
          llvm::sys::findProgramByName("mlir-pdll"))
    return *found;
  return llvm::createStringError(
      "PDLL needs the program mlir-pdll, which is neither in '" +
      StringRef(CROTON_LLVM_TOOLS_DIR) + "' nor in PATH");
}

static std::string readAll(StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  return buffer ? (*buffer)->getBuffer().str() : std::string();
}

/// The line of the output that says what is wrong, without "error:"; "" if
/// there is none.
static std::string findError(StringRef output) {
  static constexpr StringRef kError = " error:";
  for (StringRef line : llvm::split(output, '\n'))
    if (size_t at = line.find(kError); at != StringRef::npos)
      return (line.take_front(at) + line.drop_front(at + kError.size())).str();
  return "";
}

llvm::Expected<std::string>
croton::detail::translatePdll(StringRef path, ArrayRef<std::string> includeDirs,
                              StringRef program) {
  llvm::Expected<std::string> pdll = findPdll(program);
  if (!pdll)
    return llvm::createStringError("cannot read rewrites from '" + path +
                                   "': " + llvm::toString(pdll.takeError()));
  SmallString<128> output, errors;
  if (std::error_code code =
          llvm::sys::fs::createTemporaryFile("croton-pdll", "mlir", output))
    return llvm::createStringError("cannot make a temporary file: " +
                                   code.message());
  llvm::scope_exit removeOutput([&] { llvm::sys::fs::remove(output); });
  if (std::error_code code =
          llvm::sys::fs::createTemporaryFile("croton-pdll", "txt", errors))
    return llvm::createStringError("cannot make a temporary file: " +
                                   code.message());
  llvm::scope_exit removeErrors([&] { llvm::sys::fs::remove(errors); });

  SmallString<128> folder(path);
  llvm::sys::path::remove_filename(folder);
  if (folder.empty())
    folder = ".";
  SmallVector<StringRef> arguments{*pdll, "-x", "mlir", "-I", folder};
  for (const std::string &dir : includeDirs)
    arguments.append({"-I", dir});
  arguments.push_back(path);

  constexpr unsigned kSeconds = 120;
  std::string message;
  int status = llvm::sys::ExecuteAndWait(
      *pdll, arguments, /*Env=*/std::nullopt,
      /*Redirects=*/{StringRef(), StringRef(output), StringRef(errors)},
      kSeconds, /*MemoryLimit=*/0, &message);
  if (status == 0)
    return readAll(output);
  auto fail = [&](const Twine &reason) {
    return llvm::createStringError("cannot read rewrites from '" + path +
                                   "': " + reason);
  };
  if (status < 0)
    return fail("mlir-pdll failed: " + message);
  std::string error = findError(readAll(errors));
  if (error.empty())
    return fail("mlir-pdll gives no reason");
  return llvm::createStringError(error);
}
