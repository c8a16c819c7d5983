//===- SimtChecksTest.cpp - Broken kernels and their messages -------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each test runs a kernel that is wrong in one way. The line numbers count from
// the line that opens the module.
//
//===----------------------------------------------------------------------===//

#include "SimtTestBase.h"

using namespace mlir;
using namespace mlir::croton;

namespace {
class SimtChecks : public SimtTestBase {
protected:
  ~SimtChecks() override { croton_rt_simt_set_options(&options); }

  /// Launches on a block of `count` zeros.
  std::string launchOn(const char *kernel, int64_t blocks, int64_t threads,
                       int64_t count) {
    float *block = upload(std::vector<float>(count, 0.0f));
    return launch(kernel, blocks, threads, Arguments().memref(block, {count}));
  }

  CrotonRtSimtOptions options = croton_rt_simt_options();
};
} // namespace

/// Checks that `text` holds `part`.
static void expectPart(StringRef text, StringRef part) {
  EXPECT_NE(text.find(part), StringRef::npos)
      << "expected: " << part.str() << "\nin: " << text.str();
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

/// Thread t writes element t and reads element t + `step`, `between` lies in
/// between.
static std::string makeNeighbour(const Twine &between, int step = 1) {
  return (Twine(R"mlir(gpu.func @k(%out: memref<?xf32>)
      workgroup(%s: memref<128xf32, #gpu.address_space<workgroup>>) kernel {
    %t = gpu.thread_id x
    %n = gpu.block_dim x
    %step = arith.constant )mlir") +
          Twine(step) + R"mlir( : index
    %one = arith.constant 1.0 : f32
    memref.store %one, %s[%t] : memref<128xf32, #gpu.address_space<workgroup>>
    )mlir" +
          between + R"mlir(
    %u = arith.addi %t, %step : index
    %v = arith.remui %u, %n : index
    %x = memref.load %s[%v] : memref<128xf32, #gpu.address_space<workgroup>>
    memref.store %x, %out[%t] : memref<?xf32>
    gpu.return
  })mlir")
      .str();
}

TEST_F(SimtChecks, FindsAMissingBarrier) {
  load(makeNeighbour(""));
  std::string message = launchOn("k", 1, 128, 128);
  expectPart(message, "kernel 'k', block (0, 0, 0), thread (");
  // In lanes' order, thread 0 reads what nobody has written yet; after that
  // thread 127 reads what thread 0 wrote.
  expectPart(message, "uninitialized read: its load of float at "
                      "kernels.mlir:12:10 reads byte 4 of shared memory");
  expectPart(message, "put a barrier between");

  CrotonRtSimtOptions changed = options;
  changed.check_uninitialized_shared = 0;
  croton_rt_simt_set_options(&changed);
  message = launchOn("k", 1, 128, 128);
  expectPart(message, "shared-memory race: its store of float at "
                      "kernels.mlir:8:5 and the earlier load of float at "
                      "kernels.mlir:12:10 by thread (0, 0, 0) touch byte 4");
  expectPart(message, "nothing orders the two (the later one writes)");
}

TEST_F(SimtChecks, AcceptsABarrier) {
  load(makeNeighbour("gpu.barrier", 33));
  EXPECT_EQ(launchOn("k", 3, 128, 128 * 3), "kernel 'k', block (1, 0, 0), "
                                            "thread (0, 0, 0): global write "
                                            "race: its store of float at "
                                            "kernels.mlir:13:5 overwrites what "
                                            "thread (0, 0, 0) of block (0, 0, "
                                            "0) wrote in the same launch, and "
                                            "nothing orders the two; let one "
                                            "thread write, or use an atomic "
                                            "operation");
  EXPECT_EQ(launchOn("k", 1, 128, 128), "");
}

/// What is written in one warp and read in it may be ordered by the warp alone.
TEST_F(SimtChecks, FollowsSynchronizationOfWarps) {
  load(makeNeighbour("%m = arith.constant -1 : i32\n"
                     "nvvm.bar.warp.sync %m : i32"));
  EXPECT_EQ(launchOn("k", 1, 32, 32), "");
  // Across warps it is not: lane 31 reads what thread 32 writes.
  expectPart(launchOn("k", 1, 64, 64), "uninitialized read");
}

TEST_F(SimtChecks, FindsTwoWriters) {
  load(R"mlir(gpu.func @k(%out: memref<?xf32>)
      workgroup(%s: memref<1xf32, #gpu.address_space<workgroup>>) kernel {
    %c0 = arith.constant 0 : index
    %x = memref.load %out[%c0] : memref<?xf32>
    memref.store %x, %s[%c0] : memref<1xf32, #gpu.address_space<workgroup>>
    gpu.return
  })mlir");
  EXPECT_EQ(launchOn("k", 1, 1, 1), "");
  std::string message = launchOn("k", 1, 33, 1);
  expectPart(message, "thread (1, 0, 0): shared-memory race: its store of "
                      "float at kernels.mlir:6:5 and the earlier store of "
                      "float at kernels.mlir:6:5 by thread (0, 0, 0)");
  expectPart(message, "(both write)");
}

TEST_F(SimtChecks, StaysWithinVariables) {
  load(R"mlir(gpu.func @k(%out: memref<?xf32>)
      workgroup(%a: memref<32xf32, #gpu.address_space<workgroup>>,
                %b: memref<32xf32, #gpu.address_space<workgroup>>) kernel {
    %c1 = arith.constant 1 : index
    %one = arith.constant 1.0 : f32
    %t = gpu.thread_id x
    %u = arith.addi %t, %c1 : index
    memref.store %one, %b[%t] : memref<32xf32, #gpu.address_space<workgroup>>
    memref.store %one, %a[%u] : memref<32xf32, #gpu.address_space<workgroup>>
    gpu.return
  })mlir");
  EXPECT_EQ(launchOn("k", 1, 31, 1), "");
  // The byte behind %a belongs to the other variable.
  expectPart(launchOn("k", 1, 32, 1),
             "thread (31, 0, 0): out of bounds: its store of float at "
             "kernels.mlir:10:5, 4 bytes, lies at byte 128 of a variable of "
             "128 bytes in shared memory");
}

//===----------------------------------------------------------------------===//
// Global memory
//===----------------------------------------------------------------------===//

static const char *const kFill =
    R"mlir(gpu.func @k(%out: memref<?xf32>) kernel {
    %one = arith.constant 1.0 : f32
    %i = gpu.global_id x
    memref.store %one, %out[%i] : memref<?xf32>
    gpu.return
  })mlir";

TEST_F(SimtChecks, FindsAnOffByOne) {
  load(kFill);
  EXPECT_EQ(launchOn("k", 2, 50, 100), "");
  EXPECT_EQ(launchOn("k", 1, 101, 100),
            "kernel 'k', block (0, 0, 0), thread (100, 0, 0): out of bounds: "
            "its store of float at kernels.mlir:5:5, 4 bytes, lies at 0 bytes "
            "behind the end of a block of 400 bytes; check the index against "
            "the size");
}

TEST_F(SimtChecks, FindsFreedAndForeignMemory) {
  load(kFill);
  void *block = driver->allocate(device, 400);
  driver->deallocate(device, block);
  expectPart(launch("k", 1, 32, Arguments().memref(block, {100})),
             "byte 0 of a block of 400 bytes that has been freed");
  std::vector<float> host(32);
  expectPart(launch("k", 1, 32, Arguments().memref(host.data(), {32})),
             "is not memory of the device");
  char message[1024] = "";
  EXPECT_NE(driver->copy_to_host(device, host.data(), block, 4, message), 0);
  expectPart(message, "copy to the host of 4 bytes at ");
}

TEST_F(SimtChecks, FindsUninitializedGlobalMemory) {
  load(R"mlir(gpu.func @k(%a: memref<?xf32>) kernel {
    %t = gpu.thread_id x
    %x = memref.load %a[%t] : memref<?xf32>
    %y = arith.addf %x, %x : f32
    memref.store %y, %a[%t] : memref<?xf32>
    gpu.return
  })mlir");
  void *block = allocate(64 * 4);
  char message[1024];
  ASSERT_EQ(driver->fill(device, block, 0, 4, 40, message), 0);
  EXPECT_EQ(launch("k", 1, 40, Arguments().memref(block, {64})), "");
  expectPart(launch("k", 1, 64, Arguments().memref(block, {64})),
             "thread (40, 0, 0): uninitialized read: its load of float at "
             "kernels.mlir:4:10 reads global memory that nothing has written "
             "since it was allocated (bytes 160 to 163 of a block of 256 "
             "bytes)");
  CrotonRtSimtOptions changed = options;
  changed.check_uninitialized_global = 0;
  croton_rt_simt_set_options(&changed);
  EXPECT_EQ(launch("k", 1, 64, Arguments().memref(block, {64})), "");
}

TEST_F(SimtChecks, FindsAMisalignedVector) {
  load(R"mlir(llvm.func @k(%a: !llvm.ptr, %i: i64)
      attributes {gpu.kernel, nvvm.kernel} {
    %p = llvm.getelementptr %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %x = llvm.load %p {alignment = 16} : !llvm.ptr -> vector<4xf32>
    llvm.store %x, %a {alignment = 16} : vector<4xf32>, !llvm.ptr
    llvm.return
  })mlir");
  float *a = upload(std::vector<float>(16, 1.0f));
  EXPECT_EQ(launch("k", 1, 1, Arguments().value(a).value(int64_t(4))), "");
  expectPart(launch("k", 1, 1, Arguments().value(a).value(int64_t(5))),
             "misaligned: its load of <4 x float> at kernels.mlir:5:10 relies "
             "on an alignment of 16 bytes, but the address is 4 beyond a "
             "multiple of it");
}

TEST_F(SimtChecks, FindsWritersInOtherBlocks) {
  load(R"mlir(gpu.func @k(%out: memref<?xf32>) kernel {
    %b = gpu.block_id x
    %c2 = arith.constant 2 : index
    %i = arith.divui %b, %c2 : index
    %one = arith.constant 1.0 : f32
    memref.store %one, %out[%i] : memref<?xf32>
    gpu.return
  })mlir");
  EXPECT_EQ(launchOn("k", 1, 1, 1), "");
  expectPart(launchOn("k", 2, 1, 1),
             "block (1, 0, 0), thread (0, 0, 0): global write race: its store "
             "of float at kernels.mlir:7:5 overwrites what thread (0, 0, 0) of "
             "block (0, 0, 0) wrote in the same launch");
}

//===----------------------------------------------------------------------===//
// Barriers and warp operations
//===----------------------------------------------------------------------===//

TEST_F(SimtChecks, FindsADivergentBarrier) {
  load(R"mlir(gpu.func @k(%out: memref<?xf32>) kernel {
    %c40 = arith.constant 40 : index
    %t = gpu.thread_id x
    %isLow = arith.cmpi ult, %t, %c40 : index
    scf.if %isLow {
      gpu.barrier
    }
    gpu.return
  })mlir");
  EXPECT_EQ(launchOn("k", 1, 40, 1), "");
  EXPECT_EQ(launchOn("k", 1, 64, 1),
            "kernel 'k', block (0, 0, 0), thread (0, 0, 0): divergent barrier: "
            "it waits in the barrier at kernels.mlir:7:7, but thread (40, 0, "
            "0) has exited; all threads of the block must reach the same "
            "barrier, so move it out of the branch, or the exit behind it");
  // A failure leaves nothing behind.
  EXPECT_EQ(launchOn("k", 2, 40, 1), "");
}

TEST_F(SimtChecks, FindsDifferentBarriers) {
  load(R"mlir(gpu.func @k(%out: memref<?xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %one = arith.constant 1.0 : f32
    %t = gpu.thread_id x
    %isLow = arith.cmpi ult, %t, %c32 : index
    scf.if %isLow {
      gpu.barrier
      memref.store %one, %out[%t] : memref<?xf32>
    } else {
      gpu.barrier
    }
    gpu.return
  })mlir");
  expectPart(launchOn("k", 1, 64, 32),
             "divergent barrier: it waits in the barrier at kernels.mlir:9:7, "
             "while thread (32, 0, 0) waits in the barrier at "
             "kernels.mlir:12:7");
}

/// A kernel whose lanes below `limit` shuffle, with the mask of `width` lanes.
static std::string makeShuffle(int limit, int width) {
  return (Twine(R"mlir(gpu.func @k(%out: memref<?xf32>) kernel {
    %t = gpu.thread_id x
    %limit = arith.constant )mlir") +
          Twine(limit) + R"mlir( : index
    %width = arith.constant )mlir" +
          Twine(width) + R"mlir( : i32
    %o = arith.constant 1 : i32
    %isLow = arith.cmpi ult, %t, %limit : index
    scf.if %isLow {
      %i = arith.index_cast %t : index to i32
      %x, %v = gpu.shuffle xor %i, %o, %width : i32
      %f = arith.sitofp %x : i32 to f32
      memref.store %f, %out[%t] : memref<?xf32>
    }
    gpu.return
  })mlir")
      .str();
}

TEST_F(SimtChecks, FindsLanesThatAreMissing) {
  load(makeShuffle(24, 32));
  expectPart(launchOn("k", 1, 32, 32),
             "divergent warp operation: it waits in the shfl.sync.bfly.i32 "
             "at kernels.mlir:10:16 for lanes 0xffffffff, but thread (24, 0, "
             "0) has exited");
  // With one lane missing from the block, the last pair is not complete.
  expectPart(launchOn("k", 1, 23, 32),
             "undefined shuffle: in the shfl.sync.bfly.i32 at "
             "kernels.mlir:10:16, lane 22 reads lane 23, which does not exist; "
             "the warp has 23 lanes");
}

TEST_F(SimtChecks, FindsMasksThatAreTooSmall) {
  load(makeShuffle(32, 16));
  EXPECT_EQ(launchOn("k", 1, 16, 32), "");
  expectPart(launchOn("k", 1, 32, 32),
             "lane 16 is not in the mask 0x0000ffff of its own "
             "shfl.sync.bfly.i32 at kernels.mlir:10:16");
}

//===----------------------------------------------------------------------===//
// Loops, launches, images
//===----------------------------------------------------------------------===//

TEST_F(SimtChecks, EndsEndlessLoops) {
  load(R"mlir(gpu.func @k(%out: memref<?xf32>) kernel {
    %c0 = arith.constant 0 : index
    %one = arith.constant 1.0 : f32
    scf.while : () -> () {
      %x = memref.load %out[%c0] : memref<?xf32>
      %again = arith.cmpf olt, %x, %one : f32
      scf.condition(%again)
    } do {
      gpu.barrier
      scf.yield
    }
    gpu.return
  })mlir");
  CrotonRtSimtOptions changed = options;
  changed.block_budget = 10000;
  croton_rt_simt_set_options(&changed);
  std::string message = launchOn("k", 1, 64, 1);
  expectPart(message, "endless loop: the block has made 10000 loop iterations, "
                      "and still is in the loop at kernels.mlir:");
  expectPart(message, "raise block_budget");
}

TEST_F(SimtChecks, RefusesWhatTheHardwareRefuses) {
  load(kFill);
  float *out = upload(std::vector<float>(1, 0.0f));
  auto launchGrid = [&](CrotonRtGrid grid) {
    return launch("k", grid, Arguments().memref(out, {1}));
  };
  expectPart(launchGrid({{1, 65536, 1}, {1, 1, 1}}),
             "kernel 'k': the grid has 65536 blocks in y, but at most 65535 "
             "are allowed");
  expectPart(launchGrid({{int64_t(1) << 31, 1, 1}, {1, 1, 1}}),
             "the grid has 2147483648 blocks in x, but at most 2147483647");
  expectPart(launchGrid({{1, 1, 1}, {1025, 1, 1}}),
             "the block has 1025 threads in x, but at most 1024");
  expectPart(launchGrid({{1, 1, 1}, {32, 32, 2}}),
             "the block has 2048 threads, but at most 1024");
  expectPart(launchGrid({{1, 1, 1}, {1, 1, 65}}),
             "the block has 65 threads in z, but at most 64");
  EXPECT_EQ(launchGrid({{0, 1, 1}, {32, 1, 1}}), "");
  EXPECT_EQ(launch("nothing", 1, 1, Arguments()),
            "the module has no kernel 'nothing'");
  EXPECT_EQ(launch("k", 1, 1, Arguments().value(out)),
            "kernel 'k' takes 5 parameters, but got 1");
}

TEST_F(SimtChecks, ObeysBoundsOfTheKernel) {
  load(R"mlir(llvm.func @k() attributes
      {gpu.kernel, nvvm.kernel, nvvm.maxntid = array<i32: 64, 2>} {
    llvm.return
  })mlir");
  EXPECT_EQ(launch("k", 1, 128, Arguments()), "");
  expectPart(launch("k", 1, 129, Arguments()),
             "the block has 129 threads, but at most 128 are allowed (by the "
             "kernel's own bound)");
}

TEST_F(SimtChecks, LimitsStaticSharedMemory) {
  load(R"mlir(gpu.func @k(%out: memref<?xf32>)
      workgroup(%s: memref<12289xf32, #gpu.address_space<workgroup>>) kernel {
    %t = gpu.thread_id x
    %one = arith.constant 1.0 : f32
    memref.store %one, %s[%t]
        : memref<12289xf32, #gpu.address_space<workgroup>>
    gpu.return
  })mlir");
  expectPart(launchOn("k", 1, 1, 1),
             "kernel 'k' has 49156 bytes of variables in shared memory, but at "
             "most 49152 are allowed");
}

TEST_F(SimtChecks, ReportsTraps) {
  load(R"mlir(gpu.func @k(%out: memref<?xf32>) kernel {
    %c0 = arith.constant 0 : index
    %t = gpu.thread_id x
    %isFirst = arith.cmpi eq, %t, %c0 : index
    cf.assert %isFirst, "only the first"
    gpu.return
  })mlir");
  EXPECT_EQ(launchOn("k", 1, 1, 1), "");
  expectPart(launchOn("k", 1, 2, 1),
             "thread (1, 0, 0): the kernel gave up in the assertion at "
             "kernels.mlir:6:5");
}

TEST_F(SimtChecks, RefusesObjectsThatAreNoImages) {
  const char text[] = "not an object";
  CrotonRtModule source = {text, sizeof(text)};
  void *handle = nullptr;
  char message[1024] = "";
  EXPECT_NE(driver->load_module(device, &source, &handle, message), 0);
  expectPart(message, "cannot load the kernels for the emulator");
}

TEST_F(SimtChecks, RunsOutOfMemory) {
  CrotonRtSimtOptions changed = options;
  changed.memory_limit = 1 << 20;
  croton_rt_simt_set_options(&changed);
  EXPECT_EQ(driver->allocate(device, (1 << 20) + 1), nullptr);
  void *block = driver->allocate(device, 1 << 19);
  ASSERT_NE(block, nullptr);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(block) % 256, 0u);
  EXPECT_EQ(driver->allocate(device, (1 << 19) + 1), nullptr);
  driver->deallocate(device, block);
  block = driver->allocate(device, 1 << 20);
  EXPECT_NE(block, nullptr);
  driver->deallocate(device, block);
}

TEST_F(SimtChecks, NamesWhatItLacks) {
  expectPart(compile(R"mlir(llvm.func @k() attributes {gpu.kernel} {
    nvvm.cluster.arrive
    llvm.return
  })mlir"),
             "loc(\"kernels.mlir\":3:5): the SIMT emulator has no intrinsic "
             "'llvm.nvvm.barrier.cluster.arrive'");
}
