//===- PluginCheck.cpp - Plugins that cannot be loaded --------------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PluginCheck.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Object/ELF.h"
#include "llvm/Object/ELFTypes.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

/// Whether all that the loader maps of a shared object is in the file.
static Error checkSegments(StringRef contents) {
  // Other formats and word sizes are the loader's business.
  if (!contents.starts_with("\177ELF\002\001"))
    return createStringError("it is no shared object of this machine");
  Expected<object::ELF64LEFile> file = object::ELF64LEFile::create(contents);
  if (!file)
    return file.takeError();
  auto headers = file->program_headers();
  if (!headers)
    return headers.takeError();
  for (const object::ELF64LEFile::Elf_Phdr &header : *headers)
    if (header.p_filesz > contents.size() ||
        header.p_offset > contents.size() - header.p_filesz)
      return createStringError("the file is cut off");
  return Error::success();
}

static Error checkPlugin(StringRef path, const char *entryPoint) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> file = MemoryBuffer::getFile(path);
  if (!file)
    return createStringError(file.getError().message());
  if (Error error = checkSegments((*file)->getBuffer()))
    return error;
  std::string message;
  sys::DynamicLibrary library =
      sys::DynamicLibrary::getPermanentLibrary(path.str().c_str(), &message);
  if (!library.isValid())
    return createStringError(message);
  if (!library.getAddressOfSymbol(entryPoint))
    return createStringError(Twine("it has no function '") + entryPoint + "'");
  return Error::success();
}

namespace {
struct PluginOption {
  StringLiteral name;
  const char *entryPoint;
};
} // namespace

static constexpr PluginOption kOptions[] = {
    {"load-dialect-plugin", "mlirGetDialectPluginInfo"},
    {"load-pass-plugin", "mlirGetPassPluginInfo"}};

Error mlir::croton::checkPlugins(int argc, char **argv) {
  for (int i = 1; i < argc; ++i) {
    StringRef argument(argv[i]);
    if (!argument.consume_front("--") && !argument.consume_front("-"))
      continue;
    for (const PluginOption &option : kOptions) {
      StringRef path = argument;
      if (!path.consume_front(option.name))
        continue;
      if (path.empty() && i + 1 < argc)
        path = argv[i + 1];
      else if (!path.consume_front("="))
        continue;
      if (Error error = checkPlugin(path, option.entryPoint))
        return createStringError("cannot load the plugin '" + path +
                                 "': " + toString(std::move(error)));
    }
  }
  return Error::success();
}
