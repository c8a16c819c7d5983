//===- SimtLoader.cpp - Kernels of the SIMT emulator ----------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Links the emulator's images into the process: one linker for all of them, a
// symbol table of its own for each.
//
//===----------------------------------------------------------------------===//

#include "croton/ExecutionEngine/SimtLoader.h"
#include "Jit.h"
#include "croton/Runtime/Simt.h"
#include "croton/Runtime/SimtImage.h"
#include "croton/Runtime/Status.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/Support/TargetSelect.h"
#include <atomic>
#include <cstdio>

using namespace mlir;
using namespace mlir::croton;

namespace {
/// A loaded image.
struct Image {
  llvm::orc::JITDylib *library;
};
} // namespace

/// Makes the emulator's functions and libm known.
static llvm::Error defineSymbols(llvm::orc::LLJIT &jit) {
  size_t count = 0;
  const CrotonRtSymbol *symbols = croton_rt_simt_symbols(&count);
  llvm::orc::SymbolMap map;
  auto define = [&](StringRef name, void *address) {
    map[jit.mangleAndIntern(name)] = {llvm::orc::ExecutorAddr::fromPtr(address),
                                      llvm::JITSymbolFlags::Exported};
  };
  for (const CrotonRtSymbol &symbol : ArrayRef(symbols, count))
    define(symbol.name, symbol.address);
  for (const CompilerSupportSymbol &symbol : getCompilerSupportSymbols())
    define(symbol.name, symbol.address);
  return jit.getMainJITDylib().define(
      llvm::orc::absoluteSymbols(std::move(map)));
}

static llvm::Expected<std::unique_ptr<llvm::orc::LLJIT>> createJit() {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  auto jit = llvm::orc::LLJITBuilder().create();
  if (!jit)
    return jit.takeError();
  if (llvm::Error error = defineSymbols(**jit))
    return error;
  return jit;
}

/// The linker of all images. It is never destroyed: code may run at exit.
static llvm::Expected<llvm::orc::LLJIT *> getJit() {
  static llvm::orc::LLJIT *linker = nullptr;
  if (linker)
    return linker;
  auto jit = createJit();
  if (!jit)
    return jit.takeError();
  linker = jit->release();
  return linker;
}

static llvm::Expected<Image *> loadImage(StringRef bytes) {
  static std::atomic<unsigned> number = 0;
  auto jit = getJit();
  if (!jit)
    return jit.takeError();
  auto library =
      (*jit)->createJITDylib("simt." + std::to_string(number.fetch_add(1)));
  if (!library)
    return library.takeError();
  library->addToLinkOrder((*jit)->getMainJITDylib());
  if (llvm::Error error = (*jit)->addObjectFile(
          *library, llvm::MemoryBuffer::getMemBufferCopy(bytes, "simt")))
    return error;
  // Whatever is missing is missed now, not at the first launch.
  if (auto symbol = (*jit)->lookup(*library, CROTON_SIMT_IMAGE_SYMBOL); !symbol)
    return symbol.takeError();
  return new Image{&*library};
}

static int32_t load(const void *image, uint64_t size, void **handle,
                    char *message) {
  auto loaded = loadImage(StringRef(static_cast<const char *>(image), size));
  if (loaded) {
    *handle = *loaded;
    return 0;
  }
  std::snprintf(message, CROTON_RT_MESSAGE_SIZE,
                "cannot load the kernels for the emulator: %s",
                llvm::toString(loaded.takeError()).c_str());
  return CROTON_ERROR_DEVICE;
}

static void *lookup(void *handle, const char *symbol) {
  auto jit = getJit();
  if (!jit) {
    llvm::consumeError(jit.takeError());
    return nullptr;
  }
  auto address = (*jit)->lookup(*static_cast<Image *>(handle)->library, symbol);
  if (!address) {
    llvm::consumeError(address.takeError());
    return nullptr;
  }
  return address->toPtr<void *>();
}

static void unload(void *handle) {
  std::unique_ptr<Image> image(static_cast<Image *>(handle));
  auto jit = getJit();
  if (!jit)
    return llvm::consumeError(jit.takeError());
  llvm::consumeError(
      (*jit)->getExecutionSession().removeJITDylib(*image->library));
}

void croton::registerSimtLoader() {
  static const CrotonRtSimtLoader loader = {load, lookup, unload};
  croton_rt_simt_set_loader(&loader);
}
