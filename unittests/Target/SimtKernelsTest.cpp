//===- SimtKernelsTest.cpp - What kernels compute in the emulator ---------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimtTestBase.h"
#include "croton/Support/Half.h"
#include <cmath>
#include <numeric>

using namespace mlir::croton;

namespace {
class SimtKernels : public SimtTestBase {};
} // namespace

static const char *const kAdd = R"mlir(
  gpu.func @add(%a: memref<?xf32>, %b: memref<?xf32>, %c: memref<?xf32>)
      kernel {
    %c0 = arith.constant 0 : index
    %n = memref.dim %a, %c0 : memref<?xf32>
    %i = gpu.global_id x
    %inside = arith.cmpi ult, %i, %n : index
    scf.if %inside {
      %x = memref.load %a[%i] : memref<?xf32>
      %y = memref.load %b[%i] : memref<?xf32>
      %z = arith.addf %x, %y : f32
      memref.store %z, %c[%i] : memref<?xf32>
    }
    gpu.return
  })mlir";

TEST_F(SimtKernels, AddsWithTails) {
  load(kAdd);
  for (int64_t n : {1, 31, 32, 33, 1023, 1025}) {
    std::vector<float> a(n), b(n), sum(n);
    for (int64_t i = 0; i < n; ++i) {
      a[i] = i;
      b[i] = 2 * i + 1;
      sum[i] = 3 * i + 1;
    }
    auto *c = static_cast<float *>(allocate(n * 4));
    EXPECT_EQ(launch("add", (n + 127) / 128, 128,
                     Arguments()
                         .memref(upload(a), {n})
                         .memref(upload(b), {n})
                         .memref(c, {n})),
              "");
    EXPECT_EQ(download(c, n), sum) << n;
  }
}

/// Sums a block by shuffles within warps and shared memory between them.
TEST_F(SimtKernels, ReducesABlock) {
  load(R"mlir(
  gpu.func @sum(%a: memref<?xf32>, %out: memref<?xf32>)
      workgroup(%partial: memref<32xf32, #gpu.address_space<workgroup>>)
      kernel {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %zero = arith.constant 0.0 : f32
    %n = memref.dim %a, %c0 : memref<?xf32>
    %t = gpu.thread_id x
    %threads = gpu.block_dim x
    %own = scf.for %i = %t to %n step %threads iter_args(%s = %zero) -> f32 {
      %x = memref.load %a[%i] : memref<?xf32>
      %next = arith.addf %s, %x : f32
      scf.yield %next : f32
    }
    %w = arith.constant 32 : i32
    %o1 = arith.constant 1 : i32
    %o2 = arith.constant 2 : i32
    %o4 = arith.constant 4 : i32
    %o8 = arith.constant 8 : i32
    %o16 = arith.constant 16 : i32
    %s1, %v1 = gpu.shuffle xor %own, %o1, %w : f32
    %a1 = arith.addf %own, %s1 : f32
    %s2, %v2 = gpu.shuffle xor %a1, %o2, %w : f32
    %a2 = arith.addf %a1, %s2 : f32
    %s4, %v4 = gpu.shuffle xor %a2, %o4, %w : f32
    %a4 = arith.addf %a2, %s4 : f32
    %s8, %v8 = gpu.shuffle down %a4, %o8, %w : f32
    %a8 = arith.addf %a4, %s8 : f32
    %s16, %v16 = gpu.shuffle down %a8, %o16, %w : f32
    %a16 = arith.addf %a8, %s16 : f32
    %lane = arith.remui %t, %c32 : index
    %warp = arith.divui %t, %c32 : index
    %isFirst = arith.cmpi eq, %lane, %c0 : index
    scf.if %isFirst {
      memref.store %a16, %partial[%warp]
          : memref<32xf32, #gpu.address_space<workgroup>>
    }
    gpu.barrier
    %isLeader = arith.cmpi eq, %t, %c0 : index
    scf.if %isLeader {
      %c1 = arith.constant 1 : index
      %warps = arith.divui %threads, %c32 : index
      %total = scf.for %i = %c0 to %warps step %c1
          iter_args(%s = %zero) -> f32 {
        %x = memref.load %partial[%i]
            : memref<32xf32, #gpu.address_space<workgroup>>
        %next = arith.addf %s, %x : f32
        scf.yield %next : f32
      }
      memref.store %total, %out[%c0] : memref<?xf32>
    }
    gpu.return
  })mlir");
  for (int64_t n : {0, 1, 33, 1000, 5000}) {
    std::vector<float> a(n);
    std::iota(a.begin(), a.end(), 1.0f);
    auto *out = static_cast<float *>(allocate(4));
    EXPECT_EQ(launch("sum", 1, 256,
                     Arguments().memref(upload(a), {n}).memref(out, {1})),
              "");
    EXPECT_EQ(download(out, 1)[0], float(n * (n + 1) / 2)) << n;
  }
  EXPECT_EQ(getStats("sum").barriers, 5u);
  EXPECT_EQ(getStats("sum").warp_operations, 5u * 8 * 5);
}

TEST_F(SimtKernels, CountsByAtomics) {
  load(R"mlir(
  gpu.func @histogram(%a: memref<?xi32>, %bins: memref<?xi32>) kernel {
    %i = gpu.global_id x
    %one = arith.constant 1 : i32
    %x = memref.load %a[%i] : memref<?xi32>
    %bin = arith.index_cast %x : i32 to index
    %old = memref.atomic_rmw addi %one, %bins[%bin]
        : (i32, memref<?xi32>) -> i32
    gpu.return
  })mlir");
  std::vector<int32_t> a(512), expected(7, 0);
  for (int i = 0; i < 512; ++i)
    ++expected[a[i] = i * i % 7];
  int32_t *bins = upload(std::vector<int32_t>(7, 0));
  EXPECT_EQ(launch("histogram", 4, 128,
                   Arguments().memref(upload(a), {512}).memref(bins, {7})),
            "");
  EXPECT_EQ(download(bins, 7), expected);
  EXPECT_EQ(getStats("histogram").atomics.requests, 16u);
}

TEST_F(SimtKernels, VotesMatchesAndReduces) {
  load(R"mlir(
  llvm.func @votes(%out: !llvm.ptr) attributes {gpu.kernel, nvvm.kernel} {
    %mask = llvm.mlir.constant(-1 : i32) : i32
    %three = llvm.mlir.constant(3 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %zero = llvm.mlir.constant(0 : i32) : i32
    %lane = nvvm.read.ptx.sreg.laneid : i32
    %low = llvm.urem %lane, %three : i32
    %pred = llvm.icmp "eq" %low, %zero : i32
    %ballot = nvvm.vote.sync ballot %mask, %pred -> i32
    %any = nvvm.vote.sync any %mask, %pred -> i1
    %all = nvvm.vote.sync all %mask, %pred -> i1
    %match = nvvm.match.sync any %mask, %low : i32 -> i32
    %sum = nvvm.redux.sync add %lane, %mask : i32 -> i32
    %max = nvvm.redux.sync max %lane, %mask : i32 -> i32
    %any32 = llvm.zext %any : i1 to i32
    %all32 = llvm.zext %all : i1 to i32
    %two = llvm.mlir.constant(2 : i32) : i32
    %hundred = llvm.mlir.constant(100 : i32) : i32
    %s0 = llvm.mul %any32, %two : i32
    %s1 = llvm.add %s0, %all32 : i32
    %s2 = llvm.mul %sum, %hundred : i32
    %s3 = llvm.add %s2, %max : i32
    %lane3 = llvm.mul %lane, %three : i32
    %p0 = llvm.getelementptr %out[%lane3] : (!llvm.ptr, i32) -> !llvm.ptr, i32
    llvm.store %ballot, %p0 : i32, !llvm.ptr
    %p1 = llvm.getelementptr %p0[1] : (!llvm.ptr) -> !llvm.ptr, i32
    llvm.store %match, %p1 : i32, !llvm.ptr
    %p2 = llvm.getelementptr %p0[2] : (!llvm.ptr) -> !llvm.ptr, i32
    %s4 = llvm.mul %s3, %hundred : i32
    %s5 = llvm.add %s4, %s1 : i32
    llvm.store %s5, %p2 : i32, !llvm.ptr
    llvm.return
  })mlir");
  auto *out = static_cast<uint32_t *>(allocate(32 * 3 * 4));
  EXPECT_EQ(launch("votes", 1, 32, Arguments().value(out)), "");
  uint32_t masks[3] = {0, 0, 0};
  for (int lane = 0; lane < 32; ++lane)
    masks[lane % 3] |= 1u << lane;
  std::vector<uint32_t> values = download(out, 96);
  for (int lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(values[3 * lane], masks[0]);
    EXPECT_EQ(values[3 * lane + 1], masks[lane % 3]);
    // 0 + 1 + ... + 31 = 496; the largest is 31; any but not all.
    EXPECT_EQ(values[3 * lane + 2], (496u * 100 + 31) * 100 + 2);
  }
}

/// Shuffles within segments of eight lanes, in a warp of which only 24 lanes
/// exist.
TEST_F(SimtKernels, ShufflesWithinSegments) {
  load(R"mlir(
  llvm.func @segments(%out: !llvm.ptr) attributes {gpu.kernel, nvvm.kernel} {
    %mask = llvm.mlir.constant(-1 : i32) : i32
    %two = llvm.mlir.constant(2 : i32) : i32
    %three = llvm.mlir.constant(3 : i32) : i32
    %four = llvm.mlir.constant(4 : i32) : i32
    %lower = llvm.mlir.constant(0x1800 : i32) : i32
    %upper = llvm.mlir.constant(0x1807 : i32) : i32
    %lane = nvvm.read.ptx.sreg.laneid : i32
    %up = nvvm.shfl.sync up %mask, %lane, %two, %lower : i32 -> i32
    %down = nvvm.shfl.sync down %mask, %lane, %two, %upper : i32 -> i32
    %bfly = nvvm.shfl.sync bfly %mask, %lane, %three, %upper : i32 -> i32
    %pair = nvvm.shfl.sync idx %mask, %lane, %four, %upper
        {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
    %idx = llvm.extractvalue %pair[0] : !llvm.struct<(i32, i1)>
    %i = llvm.mul %lane, %four : i32
    %p0 = llvm.getelementptr %out[%i] : (!llvm.ptr, i32) -> !llvm.ptr, i32
    llvm.store %up, %p0 : i32, !llvm.ptr
    %p1 = llvm.getelementptr %p0[1] : (!llvm.ptr) -> !llvm.ptr, i32
    llvm.store %down, %p1 : i32, !llvm.ptr
    %p2 = llvm.getelementptr %p0[2] : (!llvm.ptr) -> !llvm.ptr, i32
    llvm.store %bfly, %p2 : i32, !llvm.ptr
    %p3 = llvm.getelementptr %p0[3] : (!llvm.ptr) -> !llvm.ptr, i32
    llvm.store %idx, %p3 : i32, !llvm.ptr
    llvm.return
  })mlir");
  auto *out = static_cast<int32_t *>(allocate(24 * 4 * 4));
  EXPECT_EQ(launch("segments", 1, 24, Arguments().value(out)), "");
  std::vector<int32_t> values = download(out, 24 * 4);
  for (int lane = 0; lane < 24; ++lane) {
    int first = lane / 8 * 8, inside = lane % 8;
    EXPECT_EQ(values[4 * lane], inside >= 2 ? lane - 2 : lane);
    EXPECT_EQ(values[4 * lane + 1], inside < 6 ? lane + 2 : lane);
    EXPECT_EQ(values[4 * lane + 2], first + (inside ^ 3));
    EXPECT_EQ(values[4 * lane + 3], first + 4);
  }
}

TEST_F(SimtKernels, UsesDynamicSharedMemory) {
  load(R"mlir(
  gpu.func @reverse(%a: memref<?xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = gpu.block_dim x
    %t = gpu.thread_id x
    %bytes = gpu.dynamic_shared_memory
        : memref<?xi8, #gpu.address_space<workgroup>>
    %s = memref.view %bytes[%c0][%n]
        : memref<?xi8, #gpu.address_space<workgroup>>
          to memref<?xf32, #gpu.address_space<workgroup>>
    %x = memref.load %a[%t] : memref<?xf32>
    memref.store %x, %s[%t] : memref<?xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %last = arith.subi %n, %c1 : index
    %other = arith.subi %last, %t : index
    %y = memref.load %s[%other] : memref<?xf32, #gpu.address_space<workgroup>>
    memref.store %y, %a[%t] : memref<?xf32>
    gpu.return
  })mlir");
  std::vector<float> a(96);
  std::iota(a.begin(), a.end(), 0.0f);
  float *block = upload(a);
  EXPECT_EQ(launch("reverse", 1, 96, Arguments().memref(block, {96}), 96 * 4),
            "");
  EXPECT_EQ(download(block, 96), std::vector<float>(a.rbegin(), a.rend()));
  EXPECT_NE(launch("reverse", 1, 96, Arguments().memref(block, {96}), 95 * 4)
                .find("of shared memory, of which the block has 380"),
            std::string::npos);
  EXPECT_NE(
      launch("reverse", 1, 96, Arguments().memref(block, {96}), 300 * 1024)
          .find("a block may have 232448"),
      std::string::npos);
}

TEST_F(SimtKernels, ComputesInHalfPrecision) {
  load(R"mlir(
  gpu.func @axpy(%a: memref<?xf16>, %b: memref<?xf16>) kernel {
    %t = gpu.thread_id x
    %two = arith.constant 2.0 : f32
    %x = memref.load %a[%t] : memref<?xf16>
    %y = memref.load %b[%t] : memref<?xf16>
    %x32 = arith.extf %x : f16 to f32
    %y32 = arith.extf %y : f16 to f32
    %p = arith.mulf %x32, %two : f32
    %s = arith.addf %p, %y32 : f32
    %z = arith.truncf %s : f32 to f16
    memref.store %z, %b[%t] : memref<?xf16>
    gpu.return
  })mlir");
  std::vector<uint16_t> a(33), b(33), expected(33);
  for (int i = 0; i < 33; ++i) {
    a[i] = f32ToF16(0.25f * i);
    b[i] = f32ToF16(-i);
    expected[i] = f32ToF16(0.5f * i - i);
  }
  uint16_t *result = upload(b);
  EXPECT_EQ(launch("axpy", 1, 33,
                   Arguments().memref(upload(a), {33}).memref(result, {33})),
            "");
  EXPECT_EQ(download(result, 33), expected);
}

TEST_F(SimtKernels, CallsMathFunctions) {
  load(R"mlir(
  gpu.func @functions(%a: memref<?xf32>, %b: memref<?x12xf32>) kernel {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c6 = arith.constant 6 : index
    %c7 = arith.constant 7 : index
    %c8 = arith.constant 8 : index
    %c9 = arith.constant 9 : index
    %c10 = arith.constant 10 : index
    %c11 = arith.constant 11 : index
    %x = memref.load %a[%t] : memref<?xf32>
    %r0 = math.exp %x : f32
    %r1 = math.log1p %x : f32
    %r2 = math.tanh %x : f32
    %r3 = math.rsqrt %x : f32
    %r4 = math.powf %x, %x : f32
    %r5 = math.erf %x : f32
    %r6 = math.atan2 %x, %r0 : f32
    %r7 = math.floor %x : f32
    %r8 = math.sin %x : f32
    %r9 = math.expm1 %x : f32
    %wide = arith.extf %x : f32 to f64
    %log = math.log %wide : f64
    %r10 = arith.truncf %log : f64 to f32
    %three = arith.constant 3 : i32
    %r11 = math.fpowi %x, %three : f32, i32
    memref.store %r0, %b[%t, %c0] : memref<?x12xf32>
    memref.store %r1, %b[%t, %c1] : memref<?x12xf32>
    memref.store %r2, %b[%t, %c2] : memref<?x12xf32>
    memref.store %r3, %b[%t, %c3] : memref<?x12xf32>
    memref.store %r4, %b[%t, %c4] : memref<?x12xf32>
    memref.store %r5, %b[%t, %c5] : memref<?x12xf32>
    memref.store %r6, %b[%t, %c6] : memref<?x12xf32>
    memref.store %r7, %b[%t, %c7] : memref<?x12xf32>
    memref.store %r8, %b[%t, %c8] : memref<?x12xf32>
    memref.store %r9, %b[%t, %c9] : memref<?x12xf32>
    memref.store %r10, %b[%t, %c10] : memref<?x12xf32>
    memref.store %r11, %b[%t, %c11] : memref<?x12xf32>
    gpu.return
  })mlir");
  std::vector<float> a = {0.1f, 0.5f, 1.0f, 2.75f, 9.0f};
  auto *b = static_cast<float *>(allocate(5 * 12 * 4));
  EXPECT_EQ(launch("functions", 1, 5,
                   Arguments().memref(upload(a), {5}).memref(b, {5, 12})),
            "");
  std::vector<float> values = download(b, 60);
  for (int i = 0; i < 5; ++i) {
    double x = a[i];
    double expected[] = {std::exp(x),
                         std::log1p(x),
                         std::tanh(x),
                         1 / std::sqrt(x),
                         std::pow(x, x),
                         std::erf(x),
                         std::atan2(x, std::exp(x)),
                         std::floor(x),
                         std::sin(x),
                         std::expm1(x),
                         std::log(x),
                         x * x * x};
    for (int j = 0; j < 12; ++j)
      EXPECT_NEAR(values[12 * i + j], expected[j],
                  4e-7 * std::max(1.0, std::fabs(expected[j])))
          << i << " " << j;
  }
}

/// A loop whose lanes wait for one another through memory goes on, since lanes
/// take turns.
TEST_F(SimtKernels, LetsOtherLanesRunInALoop) {
  load(R"mlir(
  gpu.func @wait(%flag: memref<?xi32>, %out: memref<?xi32>) kernel {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %t = gpu.thread_id x
    %isFirst = arith.cmpi eq, %t, %c0 : index
    scf.if %isFirst {
      scf.while : () -> () {
        %x = memref.atomic_rmw addi %zero, %flag[%c0]
            : (i32, memref<?xi32>) -> i32
        %again = arith.cmpi eq, %x, %zero : i32
        scf.condition(%again)
      } do {
        scf.yield
      }
      memref.store %one, %out[%c0] : memref<?xi32>
    } else {
      %old = memref.atomic_rmw addi %one, %flag[%c0]
          : (i32, memref<?xi32>) -> i32
    }
    gpu.return
  })mlir");
  int32_t *out = upload(std::vector<int32_t>{0});
  EXPECT_EQ(launch("wait", 1, 64,
                   Arguments()
                       .memref(upload(std::vector<int32_t>{0}), {1})
                       .memref(out, {1})),
            "");
  EXPECT_EQ(download(out, 1)[0], 1);
}

/// Without checks and counters the code has no calls, and computes the same.
TEST_F(SimtKernels, RunsUnchecked) {
  load(kAdd, "#croton.simt_target<check = false>");
  auto *c = static_cast<float *>(allocate(40 * 4));
  float *a = upload(std::vector<float>(40, 1.5f));
  EXPECT_EQ(launch("add", 1, 64,
                   Arguments().memref(a, {40}).memref(a, {40}).memref(c, {40})),
            "");
  EXPECT_EQ(download(c, 40), std::vector<float>(40, 3.0f));
  EXPECT_EQ(getStats("add").loads.requests, 0u);
}
