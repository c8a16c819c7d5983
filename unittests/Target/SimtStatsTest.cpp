//===- SimtStatsTest.cpp - What the emulator counts -----------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimtTestBase.h"
#include <numeric>

using namespace mlir;
using namespace mlir::croton;

namespace {
class SimtStats : public SimtTestBase {};
} // namespace

/// Copies element i * `stride` of the source.
static std::string makeCopy(int stride) {
  return (Twine(
              R"mlir(gpu.func @copy(%a: memref<?xf32>, %b: memref<?xf32>) kernel {
    %stride = arith.constant )mlir") +
          Twine(stride) + R"mlir( : index
    %i = gpu.global_id x
    %j = arith.muli %i, %stride : index
    %x = memref.load %a[%j] : memref<?xf32>
    memref.store %x, %b[%i] : memref<?xf32>
    gpu.return
  })mlir")
      .str();
}

TEST_F(SimtStats, CoalescedCopyIsIdeal) {
  load(makeCopy(1));
  float *a = upload(std::vector<float>(1024, 1.0f));
  auto *b = static_cast<float *>(allocate(4096));
  ASSERT_EQ(
      launch("copy", 4, 256, Arguments().memref(a, {1024}).memref(b, {1024})),
      "");
  CrotonRtSimtStats stats = getStats("copy");
  EXPECT_EQ(stats.launches, 1u);
  EXPECT_EQ(stats.blocks, 4u);
  EXPECT_EQ(stats.threads, 1024u);
  for (CrotonRtSimtTraffic traffic : {stats.loads, stats.stores}) {
    EXPECT_EQ(traffic.requests, 32u);
    EXPECT_EQ(traffic.bytes, 4096u);
    EXPECT_EQ(traffic.sectors, 128u);
    EXPECT_EQ(traffic.ideal_sectors, 128u);
  }
  EXPECT_EQ(stats.branches, 0u);
}

TEST_F(SimtStats, StrideTwoMovesTwice) {
  load(makeCopy(2));
  float *a = upload(std::vector<float>(2048, 1.0f));
  auto *b = static_cast<float *>(allocate(4096));
  ASSERT_EQ(
      launch("copy", 4, 256, Arguments().memref(a, {2048}).memref(b, {1024})),
      "");
  CrotonRtSimtStats stats = getStats("copy");
  EXPECT_EQ(stats.loads.sectors, 256u);
  EXPECT_EQ(stats.loads.ideal_sectors, 128u);
  EXPECT_EQ(stats.stores.sectors, 128u);
}

/// All lanes read one element: one sector, and one would do.
TEST_F(SimtStats, BroadcastMovesOneSector) {
  load(makeCopy(0));
  float *a = upload(std::vector<float>(1, 1.0f));
  auto *b = static_cast<float *>(allocate(128));
  ASSERT_EQ(launch("copy", 1, 32, Arguments().memref(a, {1}).memref(b, {32})),
            "");
  CrotonRtSimtStats stats = getStats("copy");
  EXPECT_EQ(stats.loads.sectors, 1u);
  EXPECT_EQ(stats.loads.ideal_sectors, 1u);
  EXPECT_EQ(stats.loads.bytes, 128u);
}

/// A vector that is not aligned to its size counts as its elements.
TEST_F(SimtStats, ShiftedVectorsCountPerPiece) {
  load(R"mlir(llvm.func @copy(%a: !llvm.ptr, %b: !llvm.ptr)
      attributes {gpu.kernel, nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %p = llvm.getelementptr %a[%t] : (!llvm.ptr, i32) -> !llvm.ptr, vector<4xf32>
    %x = llvm.load %p {alignment = 16} : !llvm.ptr -> vector<4xf32>
    %q = llvm.getelementptr %b[%t] : (!llvm.ptr, i32) -> !llvm.ptr, vector<4xf32>
    llvm.store %x, %q {alignment = 4} : vector<4xf32>, !llvm.ptr
    llvm.return
  })mlir");
  float *a = upload(std::vector<float>(128, 1.0f));
  auto *b = static_cast<float *>(allocate(4 * 129));
  ASSERT_EQ(launch("copy", 1, 32, Arguments().value(a).value(b + 1)), "");
  CrotonRtSimtStats stats = getStats("copy");
  EXPECT_EQ(stats.loads.requests, 1u);
  EXPECT_EQ(stats.loads.sectors, 16u);
  EXPECT_EQ(stats.loads.ideal_sectors, 16u);
  // The hardware stores what is aligned to 4 in four steps, each of which
  // touches elements 16 bytes apart: three times 16 sectors, and 17 in the last
  // one, which begins in the middle of a sector.
  EXPECT_EQ(stats.stores.requests, 4u);
  EXPECT_EQ(stats.stores.sectors, 65u);
  EXPECT_EQ(stats.stores.ideal_sectors, 16u);
}

/// A 32 x 32 transpose through shared memory with rows of `pitch` elements.
static std::string makeTranspose(int pitch) {
  std::string type = "memref<32x" + std::to_string(pitch) +
                     "xf32, #gpu.address_space<workgroup>>";
  return R"mlir(gpu.func @transpose(%a: memref<32x32xf32>,
      %b: memref<32x32xf32>) workgroup(%s: )mlir" +
         type + R"mlir() kernel {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %v = memref.load %a[%y, %x] : memref<32x32xf32>
    memref.store %v, %s[%y, %x] : )mlir" +
         type + R"mlir(
    gpu.barrier
    %w = memref.load %s[%x, %y] : )mlir" +
         type + R"mlir(
    memref.store %w, %b[%y, %x] : memref<32x32xf32>
    gpu.return
  })mlir";
}

TEST_F(SimtStats, CountsBankConflicts) {
  std::vector<float> a(1024), transposed(1024);
  std::iota(a.begin(), a.end(), 0.0f);
  for (int i = 0; i < 1024; ++i)
    transposed[i % 32 * 32 + i / 32] = a[i];
  float *source = upload(a);
  for (int pitch : {32, 33}) {
    croton_rt_simt_clear_stats();
    load(makeTranspose(pitch));
    auto *target = static_cast<float *>(allocate(4096));
    ASSERT_EQ(
        launch("transpose", {{1, 1, 1}, {32, 32, 1}},
               Arguments().memref(source, {32, 32}).memref(target, {32, 32})),
        "");
    EXPECT_EQ(download(target, 1024), transposed);
    CrotonRtSimtStats stats = getStats("transpose");
    EXPECT_EQ(stats.shared_requests, 64u);
    // Each of the 32 reads of a column takes 32 cycles instead of one.
    EXPECT_EQ(stats.bank_conflicts, pitch == 32 ? 32u * 31 : 0u);
    EXPECT_EQ(stats.loads.sectors, 128u);
    EXPECT_EQ(stats.stores.sectors, 128u);
    EXPECT_EQ(stats.barriers, 1u);
  }
}

/// Lanes 4 apart share a bank in accesses of 16 bytes, but are served in
/// different cycles anyway.
TEST_F(SimtStats, ServesVectorsInPhases) {
  load(R"mlir(
  llvm.mlir.global internal @s() {addr_space = 3 : i32, alignment = 16 : i64}
      : !llvm.array<256 x f32>
  llvm.func @vectors(%stride: i32) attributes {gpu.kernel, nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %x = llvm.mlir.constant(dense<1.0> : vector<4xf32>) : vector<4xf32>
    %i = llvm.mul %t, %stride : i32
    %s = llvm.mlir.addressof @s : !llvm.ptr<3>
    %p = llvm.getelementptr %s[%i] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<4xf32>
    llvm.store %x, %p {alignment = 16} : vector<4xf32>, !llvm.ptr<3>
    llvm.return
  })mlir");
  ASSERT_EQ(launch("vectors", 1, 32, Arguments().value(int32_t(1))), "");
  EXPECT_EQ(getStats("vectors").bank_conflicts, 0u);
  // Every second vector: eight lanes cover 256 bytes, which is two cycles.
  ASSERT_EQ(launch("vectors", 1, 32, Arguments().value(int32_t(2))), "");
  EXPECT_EQ(getStats("vectors").bank_conflicts, 4u);
  EXPECT_EQ(getStats("vectors").shared_requests, 2u);
}

TEST_F(SimtStats, CountsDivergentBranches) {
  load(R"mlir(gpu.func @k(%out: memref<?xf32>) kernel {
    %one = arith.constant 1.0 : f32
    %c48 = arith.constant 48 : index
    %i = gpu.thread_id x
    %isLow = arith.cmpi ult, %i, %c48 : index
    scf.if %isLow {
      memref.store %one, %out[%i] : memref<?xf32>
    }
    gpu.return
  })mlir");
  float *out = upload(std::vector<float>(48, 0.0f));
  ASSERT_EQ(launch("k", 1, 128, Arguments().memref(out, {48})), "");
  CrotonRtSimtStats stats = getStats("k");
  EXPECT_EQ(stats.branches, 4u);
  EXPECT_EQ(stats.divergent_branches, 1u);
  EXPECT_EQ(stats.stores.requests, 2u);
  EXPECT_EQ(stats.stores.bytes, 48u * 4);
}

/// The n-th iterations of the lanes belong together, however many there are.
TEST_F(SimtStats, PutsLoopsTogether) {
  load(R"mlir(gpu.func @rows(%a: memref<?xf32>, %out: memref<?xf32>) kernel {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f32
    %n = memref.dim %a, %c0 : memref<?xf32>
    %t = gpu.thread_id x
    %threads = gpu.block_dim x
    %s = scf.for %i = %t to %n step %threads iter_args(%s = %zero) -> f32 {
      %x = memref.load %a[%i] : memref<?xf32>
      %next = arith.addf %s, %x : f32
      scf.yield %next : f32
    }
    memref.store %s, %out[%t] : memref<?xf32>
    gpu.return
  })mlir");
  int64_t n = 64 * 1000 + 40;
  float *a = upload(std::vector<float>(n, 1.0f));
  auto *out = static_cast<float *>(allocate(64 * 4));
  ASSERT_EQ(launch("rows", 1, 64, Arguments().memref(a, {n}).memref(out, {64})),
            "");
  EXPECT_EQ(download(out, 1)[0], 1001.0f);
  CrotonRtSimtStats stats = getStats("rows");
  EXPECT_EQ(stats.loads.requests, 2002u);
  EXPECT_EQ(stats.loads.sectors, uint64_t(n) * 4 / 32);
  EXPECT_EQ(stats.loads.ideal_sectors, uint64_t(n) * 4 / 32);
}

TEST_F(SimtStats, ListsKernelsInOrder) {
  load(makeCopy(1) + "\ngpu.func @empty() kernel {\n gpu.return\n}");
  ASSERT_EQ(launch("empty", 1, 1, Arguments()), "");
  float *a = upload(std::vector<float>(32, 1.0f));
  for (int i = 0; i < 2; ++i)
    ASSERT_EQ(
        launch("copy", 1, 32, Arguments().memref(a, {32}).memref(a, {32})), "");
  ASSERT_EQ(croton_rt_simt_num_kernels(), 2u);
  CrotonRtSimtStats stats;
  EXPECT_STREQ(croton_rt_simt_kernel(0, &stats), "empty");
  EXPECT_EQ(stats.threads, 1u);
  EXPECT_STREQ(croton_rt_simt_kernel(1, &stats), "copy");
  EXPECT_EQ(stats.launches, 2u);
  EXPECT_EQ(croton_rt_simt_kernel(2, &stats), nullptr);
  EXPECT_EQ(croton_rt_simt_find_stats("other", &stats), -1);
}
