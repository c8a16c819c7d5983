//===- DeviceModules.cpp - Loaded modules and their kernels ---------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceModules.h"
#include <cstdlib>
#include <cstring>

using namespace croton_rt;

void DeviceModules::initialize(const CrotonRtDeviceDriver *table,
                               void *handle) {
  driver = table;
  driverDevice = handle;
}

/// Returns the hash of a name by the method of Fowler, Noll and Vo.
static uint32_t hashName(const char *name) {
  uint32_t hash = 2166136261u;
  for (; *name; ++name)
    hash = (hash ^ static_cast<unsigned char>(*name)) * 16777619u;
  return hash;
}

void DeviceModules::unload(const CrotonRtModule *module) {
  for (DeviceModule **link = &modules; *link; link = &(*link)->next) {
    DeviceModule *entry = *link;
    if (entry->key != module)
      continue;
    *link = entry->next;
    driver->unload_module(driverDevice, entry->handle);
    for (DeviceKernel *kernel : entry->kernels) {
      while (kernel) {
        DeviceKernel *next = kernel->next;
        std::free(kernel);
        kernel = next;
      }
    }
    std::free(entry);
    return;
  }
}

DeviceModule *DeviceModules::findModule(const CrotonRtModule *module) {
  for (DeviceModule **link = &modules; *link; link = &(*link)->next) {
    DeviceModule *entry = *link;
    if (entry->key != module)
      continue;
    *link = entry->next;
    entry->next = modules;
    modules = entry;
    return entry;
  }
  return nullptr;
}

DeviceModule *DeviceModules::getModule(const CrotonRtModule *module,
                                       DeviceFailure &failure) {
  if (DeviceModule *entry = findModule(module)) {
    if (entry->loaded.image == module->image &&
        entry->loaded.image_size == module->image_size)
      return entry;
    // Other code took the place of code that was not unloaded.
    failure.code = driver->synchronize(driverDevice, failure.message);
    if (failure)
      return nullptr;
    unload(module);
  }
  void *handle = nullptr;
  failure.code =
      driver->load_module(driverDevice, module, &handle, failure.message);
  if (failure) {
    failure.prepend("cannot load its module: ");
    return nullptr;
  }
  auto *entry =
      static_cast<DeviceModule *>(std::calloc(1, sizeof(DeviceModule)));
  if (!entry) {
    driver->unload_module(driverDevice, handle);
    failure.set(CROTON_ERROR_MEMORY, "out of memory");
    return nullptr;
  }
  entry->key = module;
  entry->loaded = *module;
  entry->handle = handle;
  entry->next = modules;
  modules = entry;
  return entry;
}

DeviceKernel *DeviceModules::getKernel(const CrotonRtModule *module,
                                       const char *name,
                                       DeviceFailure &failure) {
  DeviceModule *entry = getModule(module, failure);
  if (!entry)
    return nullptr;
  DeviceKernel *&bucket =
      entry->kernels[hashName(name) % DeviceModule::kNumBuckets];
  for (DeviceKernel *kernel = bucket; kernel; kernel = kernel->next)
    if (std::strcmp(kernel->getName(), name) == 0)
      return kernel;
  void *handle = nullptr;
  failure.code = driver->find_kernel(driverDevice, entry->handle, name, &handle,
                                     failure.message);
  if (failure)
    return nullptr;
  size_t size = std::strlen(name) + 1;
  auto *kernel =
      static_cast<DeviceKernel *>(std::malloc(sizeof(DeviceKernel) + size));
  if (!kernel) {
    failure.set(CROTON_ERROR_MEMORY, "out of memory");
    return nullptr;
  }
  std::memcpy(kernel + 1, name, size);
  kernel->handle = handle;
  kernel->next = bucket;
  bucket = kernel;
  return kernel;
}
