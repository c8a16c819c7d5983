//===- SimtDriver.cpp - The emulator as a kind of device ------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimtMachine.h"
#include "croton/Runtime/Status.h"
#include <cinttypes>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <unistd.h>

using namespace croton_rt::simt;

using Lock = std::lock_guard<std::mutex>;

/// Writes a message and returns CROTON_ERROR_DEVICE.
__attribute__((format(printf, 2, 3))) static int32_t
fail(char *message, const char *format, ...) {
  va_list values;
  va_start(values, format);
  std::vsnprintf(message, CROTON_RT_MESSAGE_SIZE, format, values);
  va_end(values);
  return CROTON_ERROR_DEVICE;
}

//===----------------------------------------------------------------------===//
// Options and counters
//===----------------------------------------------------------------------===//

static CrotonRtSimtOptions makeDefaultOptions() {
  CrotonRtSimtOptions options = {};
  options.block_budget = uint64_t(1) << 28;
  long pages = sysconf(_SC_PHYS_PAGES), pageSize = sysconf(_SC_PAGE_SIZE);
  options.memory_limit = pages > 0 && pageSize > 0
                             ? uint64_t(pages) * uint64_t(pageSize)
                             : uint64_t(1) << 32;
  options.check_bounds = options.check_shared_races =
      options.check_global_races = options.check_uninitialized_shared =
          options.check_uninitialized_global = 1;
  return options;
}

/// The options, without the lock of the machine.
static CrotonRtSimtOptions &getOptions() {
  static CrotonRtSimtOptions options = makeDefaultOptions();
  return options;
}

namespace {
struct NamedStats {
  std::string name;
  CrotonRtSimtStats stats = {};
};
} // namespace

/// In the order of first launches; references stay valid.
static std::deque<NamedStats> &getAllStats() {
  static std::deque<NamedStats> &stats = *new std::deque<NamedStats>();
  return stats;
}

static CrotonRtSimtStats *findStats(const char *kernel) {
  for (NamedStats &named : getAllStats())
    if (named.name == kernel)
      return &named.stats;
  return nullptr;
}

static CrotonRtSimtStats &getOrAddStats(const char *kernel) {
  if (CrotonRtSimtStats *stats = findStats(kernel))
    return *stats;
  getAllStats().emplace_back();
  getAllStats().back().name = kernel;
  return getAllStats().back().stats;
}

CrotonRtSimtOptions croton_rt_simt_options(void) {
  Lock lock(getMachine().lock);
  return getOptions();
}

void croton_rt_simt_set_options(const CrotonRtSimtOptions *options) {
  Lock lock(getMachine().lock);
  getOptions() = *options;
}

void croton_rt_simt_set_loader(const CrotonRtSimtLoader *loader) {
  Lock lock(getMachine().lock);
  getMachine().loader = loader;
}

uint64_t croton_rt_simt_num_kernels(void) {
  Lock lock(getMachine().lock);
  return getAllStats().size();
}

const char *croton_rt_simt_kernel(uint64_t index, CrotonRtSimtStats *stats) {
  Lock lock(getMachine().lock);
  if (index >= getAllStats().size())
    return nullptr;
  const NamedStats &named = getAllStats()[index];
  *stats = named.stats;
  return named.name.c_str();
}

int32_t croton_rt_simt_find_stats(const char *kernel,
                                  CrotonRtSimtStats *stats) {
  Lock lock(getMachine().lock);
  const CrotonRtSimtStats *found = findStats(kernel);
  if (!found)
    return -1;
  *stats = *found;
  return 0;
}

void croton_rt_simt_clear_stats(void) {
  Lock lock(getMachine().lock);
  getAllStats().clear();
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// The emulated devices; they share the machine.
constexpr int32_t kMaxDevices = 16;

static int32_t openDevice(int32_t ordinal, void **device, char *message) {
  static char devices[kMaxDevices];
  if (ordinal < 0 || ordinal >= kMaxDevices)
    return fail(message,
                "there is no emulated device %d; they are numbered 0 to %d",
                ordinal, kMaxDevices - 1);
  *device = &devices[ordinal];
  return 0;
}

static void closeDevice(void *) {}

static void *allocate(void *, uint64_t size) {
  Lock lock(getMachine().lock);
  return getMachine().memory.allocate(size, getOptions().memory_limit);
}

static void deallocate(void *, void *block) {
  Lock lock(getMachine().lock);
  getMachine().memory.deallocate(block);
}

/// Fails unless a range of device memory is live.
static int32_t checkRange(const char *what, const void *address, uint64_t size,
                          char *message) {
  if (size == 0 || getMachine().memory.isValid(address, size))
    return 0;
  return fail(message,
              "%s of %" PRIu64 " bytes at %p, which do not lie in one live "
              "block of the device",
              what, size, address);
}

static int32_t copyFromHost(void *, void *target, const void *source,
                            uint64_t size, char *message) {
  Lock lock(getMachine().lock);
  if (int32_t code = checkRange("copy to the device", target, size, message))
    return code;
  if (size == 0)
    return 0;
  std::memcpy(target, source, size);
  getMachine().memory.setInitialized(reinterpret_cast<uint64_t>(target), size);
  return 0;
}

static int32_t copyToHost(void *, void *target, const void *source,
                          uint64_t size, char *message) {
  Lock lock(getMachine().lock);
  if (int32_t code = checkRange("copy to the host", source, size, message))
    return code;
  if (size)
    std::memcpy(target, source, size);
  return 0;
}

static int32_t copy(void *, void *target, const void *source, uint64_t size,
                    char *message) {
  Lock lock(getMachine().lock);
  if (int32_t code = checkRange("copy to memory", target, size, message))
    return code;
  if (int32_t code = checkRange("copy from memory", source, size, message))
    return code;
  if (size == 0)
    return 0;
  std::memmove(target, source, size);
  getMachine().memory.copyInitialized(reinterpret_cast<uint64_t>(target),
                                      reinterpret_cast<uint64_t>(source), size);
  return 0;
}

template <typename T>
static void fillElements(void *target, uint64_t value, uint64_t count) {
  T *elements = static_cast<T *>(target);
  for (uint64_t i = 0; i < count; ++i)
    elements[i] = static_cast<T>(value);
}

static int32_t fill(void *, void *target, uint64_t value, uint32_t elementSize,
                    uint64_t count, char *message) {
  Lock lock(getMachine().lock);
  if (count == 0)
    return 0;
  uint64_t size;
  if (__builtin_mul_overflow(count, uint64_t(elementSize), &size))
    size = ~uint64_t(0);
  if (int32_t code = checkRange("fill", target, size, message))
    return code;
  switch (elementSize) {
  case 1:
    fillElements<uint8_t>(target, value, count);
    break;
  case 2:
    fillElements<uint16_t>(target, value, count);
    break;
  case 4:
    fillElements<uint32_t>(target, value, count);
    break;
  case 8:
    fillElements<uint64_t>(target, value, count);
    break;
  default:
    return fail(message,
                "fill of elements of %u bytes; 1, 2, 4 and 8 are known",
                elementSize);
  }
  getMachine().memory.setInitialized(reinterpret_cast<uint64_t>(target), size);
  return 0;
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

static void loadSites(Module &module) {
  const CrotonSimtImage &image = *module.image;
  module.sites.resize(image.num_sites);
  for (uint64_t i = 0; i < image.num_sites; ++i) {
    const CrotonSimtSite &site = image.sites[i];
    SiteState &state = module.sites[i];
    state.size = site.size;
    state.alignMask = site.alignment ? site.alignment - 1 : 0;
    state.kind = site.kind;
    state.objectOffset = site.object_offset;
    state.objectSize = site.object_size;
  }
}

static int32_t loadModule(void *, const CrotonRtModule *source, void **result,
                          char *message) {
  Machine &machine = getMachine();
  Lock lock(machine.lock);
  if (!machine.loader)
    return fail(message, "the emulator cannot load kernels: no loader is set "
                         "(croton_rt_simt_set_loader)");
  auto module = std::make_unique<Module>();
  if (int32_t code = machine.loader->load(source->image, source->image_size,
                                          &module->handle, message))
    return code;
  module->image = static_cast<const CrotonSimtImage *>(
      machine.loader->lookup(module->handle, CROTON_SIMT_IMAGE_SYMBOL));
  if (!module->image || module->image->version != CROTON_SIMT_IMAGE_VERSION) {
    int32_t code = fail(
        message, module->image
                     ? "the image is of another version of the emulator"
                     : "the object is no image for the emulator: it has no "
                       "'" CROTON_SIMT_IMAGE_SYMBOL "'");
    machine.loader->unload(module->handle);
    return code;
  }
  loadSites(*module);
  for (uint64_t i = 0; i < module->image->num_globals; ++i) {
    const CrotonSimtGlobal &global = module->image->globals[i];
    machine.memory.addVariable({reinterpret_cast<uint64_t>(global.address),
                                global.size, global.name, true});
  }
  *result = module.release();
  return 0;
}

namespace {
/// What load_module hands out, and find_kernel: kernels live as long as their
/// module.
struct KernelList {
  std::deque<Kernel> kernels;
};
} // namespace

static std::map<Module *, KernelList> &getKernels() {
  static auto &kernels = *new std::map<Module *, KernelList>();
  return kernels;
}

static void unloadModule(void *, void *handle) {
  Machine &machine = getMachine();
  Lock lock(machine.lock);
  std::unique_ptr<Module> module(static_cast<Module *>(handle));
  for (uint64_t i = 0; i < module->image->num_globals; ++i)
    machine.memory.removeVariable(
        reinterpret_cast<uint64_t>(module->image->globals[i].address));
  getKernels().erase(module.get());
  if (machine.loader)
    machine.loader->unload(module->handle);
}

static int32_t findKernel(void *, void *handle, const char *name, void **kernel,
                          char *message) {
  Lock lock(getMachine().lock);
  Module *module = static_cast<Module *>(handle);
  for (uint64_t i = 0; i < module->image->num_kernels; ++i) {
    const CrotonSimtKernel &entry = module->image->kernels[i];
    if (std::strcmp(entry.name, name) != 0)
      continue;
    std::deque<Kernel> &kernels = getKernels()[module].kernels;
    kernels.push_back({module, &entry});
    *kernel = &kernels.back();
    return 0;
  }
  return fail(message, "the module has no kernel '%s'", name);
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// Checks what the hardware would refuse.
static int32_t checkGrid(const CrotonSimtKernel &kernel,
                         const CrotonRtGrid &grid, char *message) {
  const char axes[] = "xyz";
  const int64_t maxBlocks[] = {2147483647, 65535, 65535};
  const int64_t maxThreads[] = {1024, 1024, 64};
  for (int i = 0; i < 3; ++i) {
    if (grid.blocks[i] < 0 || grid.blocks[i] > maxBlocks[i])
      return fail(message,
                  "kernel '%s': the grid has %" PRId64
                  " blocks in %c, but at most %" PRId64
                  " are allowed; let each "
                  "thread do more (a grid-stride loop)",
                  kernel.name, grid.blocks[i], axes[i], maxBlocks[i]);
    if (grid.threads[i] < 0 || grid.threads[i] > maxThreads[i])
      return fail(message,
                  "kernel '%s': the block has %" PRId64
                  " threads in %c, but at most %" PRId64 " are allowed",
                  kernel.name, grid.threads[i], axes[i], maxThreads[i]);
  }
  int64_t threads = grid.threads[0] * grid.threads[1] * grid.threads[2];
  int64_t limit = kernel.max_threads ? kernel.max_threads : kMaxThreads;
  if (threads > limit)
    return fail(message,
                "kernel '%s': the block has %" PRId64
                " threads, but at most %" PRId64 " are allowed%s",
                kernel.name, threads, limit,
                kernel.max_threads ? " (by the kernel's own bound)" : "");
  return 0;
}

/// Sets the machine's shared memory up.
static int32_t setUpShared(Machine &machine, const CrotonSimtKernel &kernel,
                           uint64_t dynamicBytes, char *message) {
  if (kernel.shared_bytes > CROTON_RT_SIMT_MAX_STATIC_SHARED)
    return fail(message,
                "kernel '%s' has %u bytes of variables in shared memory, but "
                "at most %d are allowed; use dynamic shared memory",
                kernel.name, kernel.shared_bytes,
                CROTON_RT_SIMT_MAX_STATIC_SHARED);
  uint64_t total = kernel.shared_bytes;
  if (dynamicBytes)
    total = (total + 15) / 16 * 16 + dynamicBytes;
  if (dynamicBytes > CROTON_RT_SIMT_MAX_SHARED ||
      total > CROTON_RT_SIMT_MAX_SHARED)
    return fail(message,
                "kernel '%s' needs %" PRIu64 " bytes of dynamic and %u of "
                "static shared memory, but a block may have %d",
                kernel.name, dynamicBytes, kernel.shared_bytes,
                CROTON_RT_SIMT_MAX_SHARED);
  machine.sharedBytes = total;
  croton_simt_ids[CROTON_SIMT_DYNAMIC_SHARED] = dynamicBytes;
  return 0;
}

/// Makes what all launches share.
static int32_t setUpMachine(Machine &machine, char *message) {
  if (machine.fibres)
    return 0;
  auto fibres = std::make_unique<Fibres>();
  if (!fibres->isValid()) {
    fail(message, "not enough memory for the stacks of emulated threads");
    return CROTON_ERROR_MEMORY;
  }
  machine.fibres = std::move(fibres);
  machine.shared.resize(kSharedReserve);
  machine.requests.resize(kQuantum * kWarpSize);
  return 0;
}

static void setUpThreads(Machine &machine, const CrotonRtGrid &grid) {
  machine.threads.clear();
  for (int64_t z = 0; z < grid.threads[2]; ++z)
    for (int64_t y = 0; y < grid.threads[1]; ++y)
      for (int64_t x = 0; x < grid.threads[0]; ++x) {
        Thread thread = {};
        thread.x = x;
        thread.y = y;
        thread.z = z;
        machine.threads.push_back(thread);
      }
  machine.numThreads = machine.threads.size();
  machine.numWarps = (machine.numThreads + kWarpSize - 1) / kWarpSize;
  machine.warps.resize(machine.numWarps);
  for (uint32_t i = 0; i < machine.numWarps; ++i) {
    Warp &warp = machine.warps[i];
    warp.firstThread = i * kWarpSize;
    uint32_t rest = machine.numThreads - warp.firstThread;
    warp.numLanes = rest < kWarpSize ? rest : kWarpSize;
    warp.lanes = ~uint32_t(0) >> (kWarpSize - warp.numLanes);
  }
}

static void setUpIds(const Machine &machine, const CrotonRtGrid &grid) {
  for (int i = 0; i < 3; ++i) {
    croton_simt_ids[CROTON_SIMT_NTID + i] = grid.threads[i];
    croton_simt_ids[CROTON_SIMT_NCTAID + i] = grid.blocks[i];
  }
  croton_simt_ids[CROTON_SIMT_NUM_WARPS] = machine.numWarps;
}

/// The options for an image: one without checks gets none.
static CrotonRtSimtOptions getOptionsFor(const CrotonSimtImage &image) {
  CrotonRtSimtOptions options = getOptions();
  if (!(image.flags & CROTON_SIMT_CHECKED))
    options.check_bounds = options.check_shared_races =
        options.check_global_races = options.check_uninitialized_shared =
            options.check_uninitialized_global = 0;
  return options;
}

static void setUpLaunch(Machine &machine, const Kernel &kernel,
                        const CrotonRtGrid &grid, void *const *parameters,
                        char *message) {
  machine.options = getOptionsFor(*kernel.module->image);
  machine.kernel = &kernel;
  machine.parameters = parameters;
  machine.sites = kernel.module->sites.data();
  machine.stats = &getOrAddStats(kernel.entry->name);
  machine.grid = grid;
  machine.isCounted = kernel.module->image->flags & CROTON_SIMT_COUNTED;
  machine.hasFailed = false;
  machine.message = message;
  machine.firstBlock = machine.block + 1;
  machine.numRequests = 0;
  ++machine.window;
  for (SiteState &site : kernel.module->sites) {
    site.span = 0;
    site.window = 0;
  }
  setUpThreads(machine, grid);
  setUpIds(machine, grid);
}

static int32_t runGrid(Machine &machine) {
  const CrotonRtGrid &grid = machine.grid;
  int64_t *index = machine.blockIndex;
  for (index[2] = 0; index[2] < grid.blocks[2]; ++index[2])
    for (index[1] = 0; index[1] < grid.blocks[1]; ++index[1])
      for (index[0] = 0; index[0] < grid.blocks[0]; ++index[0]) {
        ++machine.block;
        runBlock(machine);
        if (machine.hasFailed) {
          machine.fibres->reset();
          return CROTON_ERROR_DEVICE;
        }
        ++machine.stats->blocks;
        machine.stats->threads += machine.numThreads;
      }
  return 0;
}

static int32_t launch(void *, void *handle, const CrotonRtGrid *grid,
                      uint64_t dynamicBytes, void *const *parameters,
                      uint32_t numParameters, char *message) {
  Machine &machine = getMachine();
  Lock lock(machine.lock);
  const Kernel &kernel = *static_cast<Kernel *>(handle);
  const CrotonSimtKernel &entry = *kernel.entry;
  if (numParameters != entry.num_parameters)
    return fail(message, "kernel '%s' takes %u parameters, but got %u",
                entry.name, entry.num_parameters, numParameters);
  if (int32_t code = checkGrid(entry, *grid, message))
    return code;
  if (int32_t code = setUpShared(machine, entry, dynamicBytes, message))
    return code;
  if (int32_t code = setUpMachine(machine, message))
    return code;
  setUpLaunch(machine, kernel, *grid, parameters, message);
  ++machine.stats->launches;
  if (machine.numThreads == 0)
    return 0;
  return runGrid(machine);
}

/// Launches wait for their end.
static int32_t synchronize(void *, char *) { return 0; }

const CrotonRtDeviceDriver *croton_rt_simt_driver(void) {
  static const CrotonRtDeviceDriver driver = {
      "simt",       openDevice, closeDevice, allocate,    deallocate,
      copyFromHost, copyToHost, copy,        fill,        loadModule,
      unloadModule, findKernel, launch,      synchronize, /*exact_blocks=*/1};
  return &driver;
}
