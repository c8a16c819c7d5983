//===- Passes.td - Conversion passes -----------------------*- tablegen -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The passes that lead from the croton dialect to the LLVM dialect.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_CONVERSION_PASSES_TD
#define CROTON_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// CrotonToLinalg
//===----------------------------------------------------------------------===//

def CheckBoundsPass : Pass<"croton-check-bounds"> {
  let summary = "Check the indices that a graph gives to upstream tensor ops";
  let description = [{
    Ops of the tensor dialect trust their indices. In front of each
    `tensor.extract`, `tensor.insert`, `tensor.extract_slice`,
    `tensor.insert_slice` and `tensor.dim` this pass puts a `croton.check` for
    every index, offset, size and stride that is not known to be in range, also
    within loops and the bodies of linalg ops. Known are constants, and what
    follows from the bounds of loops and the sizes of tensors.

    * An element has indices in `0 .. size-1`.
    * A slice has a positive stride, an offset in `0 .. size`, and a size that
      is not negative and does not leave the tensor.
    * What is inserted has the sizes of the slice.
    * A dim is in `0 .. rank-1`. If it is not constant, the op becomes a choice
      among the sizes of the tensor.

    ```mlir
    func.func @f(%x: tensor<?xf32>, %i: index) -> f32 {
      %r = tensor.extract %x[%i] : tensor<?xf32>
      return %r : f32
    }
    ```
    becomes
    ```mlir
    func.func @f(%x: tensor<?xf32>, %i: index) -> f32 {
      %n = tensor.dim %x, %c0 : tensor<?xf32>
      %0 = arith.cmpi sle, %c0, %i : index
      %1 = arith.cmpi slt, %i, %n : index
      %ok = arith.andi %0, %1 : i1
      croton.check %ok, 2, "tensor.extract at ..." (%i, %n)
      %r = tensor.extract %x[%i] : tensor<?xf32>
      return %r : f32
    }
    ```

    Runs before anything is folded, since folding trusts indices, too, and
    before lowering, whose own indices are in range.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::croton::CrotonDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def ConvertCrotonToLinalgPass : Pass<"convert-croton-to-linalg"> {
  let summary = "Lower croton ops to linalg on tensors";
  let description = [{
    Lowers every op of the croton dialect, and every op of another dialect that
    implements `ScalarBodyOpInterface`, to linalg, tensor, arith, math and scf
    ops on tensors.

    Shape rules that types do not prove, bounds and assertions become
    `croton.check`, always outside of loops; after them nothing is read or
    written out of bounds. Sizes that one check has compared are taken for the
    same in the rest of the function.

    Ops on a device stay there: every tensor that they need carries the device
    as its encoding, also where it has rank 0, and the host reads no element of
    it but sizes and bounds of slices. Indices on a device are checked where they
    are used, by a `croton.check` inside of the `linalg.generic`. A transfer
    becomes a `bufferization.materialize_in_destination`.

    Unsigned integers become signless. Sums of floats are accumulated in f64 and
    rounded once.

    ```mlir
    func.func @f(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> tensor<?x4xf32> {
      %r = croton.add %x, %y : tensor<?x4xf32>, tensor<?x4xf32>
      return %r : tensor<?x4xf32>
    }
    ```
    becomes
    ```mlir
    func.func @f(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> tensor<?x4xf32> {
      %n = tensor.dim %x, %c0 : tensor<?x4xf32>
      %m = tensor.dim %y, %c0 : tensor<?x4xf32>
      %ok = arith.cmpi eq, %n, %m : index
      croton.check %ok, 1, "croton.add at ..." (%n, %m)
      %e = tensor.empty(%n) : tensor<?x4xf32>
      %r = linalg.generic ... ins(%x, %y) outs(%e) { arith.addf }
      return %r : tensor<?x4xf32>
    }
    ```

    Before: gradients are expanded. After: of the croton dialect only
    `croton.check` is left, and no type is unsigned.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::bufferization::BufferizationDialect",
    "::mlir::complex::ComplexDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"
  ];
}

def FuseRowsPass : Pass<"croton-fuse-rows"> {
  let summary = "Run linalg ops over the same rows in one loop";
  let description = [{
    Fuses elementwise `linalg.generic` ops into the only op that uses them, then
    puts reductions of rows, and the ops that feed them or use what they give,
    into one loop over rows (all outer parallel loops that they share). A row is
    then in cache when it is read again: a softmax or the normalization of a
    layer passes over memory once.

    In the loop, results of one element are scalars, reductions are `scf.for`
    with accumulators in registers, and rows are linalg ops on a row of the
    result or on a scratch row. Sums are formed in blocks, so that they are as
    accurate as pairwise summation and still vectorize.

    ```mlir
    %s = linalg.generic ... ["parallel", "reduction"] ins(%x) outs(%zero)
    %y = linalg.generic ... ["parallel", "parallel"] ins(%x, %s) outs(%e)
    ```
    becomes
    ```mlir
    %y = scf.for %i = %c0 to %n step %c1 iter_args(%t = %e) {
      %si = scf.for ... iter_args(%acc) { ... tensor.extract %x[%i, %j] ... }
      %row = tensor.extract_slice %x[%i, 0] ...
      %to = tensor.extract_slice %t[%i, 0] ...
      %yi = linalg.generic ... ["parallel"] ins(%row) outs(%to) { ... %si ... }
      scf.yield tensor.insert_slice %yi into %t[%i, 0] ...
    }
    ```

    Before: canonicalized linalg on tensors. Ops that do not fit stay as they
    are. On devices only the elementwise ops are fused: each op becomes a kernel.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"
  ];
}

//===----------------------------------------------------------------------===//
// Bufferize
//===----------------------------------------------------------------------===//

def BufferizePass : Pass<"croton-bufferize", "::mlir::ModuleOp"> {
  let summary = "Turn tensors into buffers, in place where nothing reads later";
  let description = [{
    Rewrites functions on tensors into functions on memrefs. Which writes happen
    in place is decided by `InPlaceState` (croton/Analysis/InPlaceAnalysis.h):
    a destination is overwritten iff the function owns its buffer and nothing
    reads any value in that buffer afterwards. Everything else is copied first.

    Arguments become contiguous row-major memrefs that are only read, except
    those with the attribute `croton.donated`. Each result is a contiguous
    buffer of its own that the caller gets to keep: one that would be an
    argument, a part of another buffer, a constant or another result is copied.
    A donated argument may come back as a result, once.

    Constants become private `memref.global`s, one for each distinct value;
    uniform ones of more than `fill-threshold` elements are filled at run time
    instead, so that they take no room in the program.

    The encoding of a tensor becomes the memory space of its buffer. Transfers
    become copies from one space to another; where one side is a part of a
    larger buffer, it is gathered in its own space first.

    ```mlir
    func.func @f(%x: tensor<4xf32>, %i: index, %v: f32) -> tensor<4xf32> {
      %y = tensor.insert %v into %x[%i] : tensor<4xf32>
      return %y : tensor<4xf32>
    }
    ```
    becomes
    ```mlir
    func.func @f(%x: memref<4xf32>, %i: index, %v: f32) -> memref<4xf32> {
      %y = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
      memref.copy %x, %y : memref<4xf32> to memref<4xf32>
      memref.store %v, %y[%i] : memref<4xf32>
      return %y : memref<4xf32>
    }
    ```

    Before: functions of one block, no calls to functions on tensors, tensors
    carried by no region ops but scf.for and scf.if. After: no tensors.
  }];
  let options = [
    Option<"fillThreshold", "fill-threshold", "int64_t", /*default=*/"256",
           "Uniform constants of more elements are filled at run time">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::bufferization::BufferizationDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"
  ];
}

def DeallocateBuffersPass
    : Pass<"croton-deallocate-buffers", "::mlir::ModuleOp"> {
  let summary = "Free each buffer after its last use";
  let description = [{
    Puts a `memref.dealloc` behind the last use, through all views, of each
    `memref.alloc` that the function does not return. The work is linear in the
    size of the function. Small allocations of static size in the function's
    own block become `memref.alloca` while their sum stays within `stack-bytes`,
    if they are in the memory of the host.

    Functions in which a region hands out a buffer that was allocated inside of
    it are left to upstream's ownership-based deallocation, which tracks at run
    time who owns what.

    ```mlir
    %t = memref.alloc() : memref<1024xf32>
    linalg.exp ins(%x : memref<1024xf32>) outs(%t : memref<1024xf32>)
    linalg.log ins(%t : memref<1024xf32>) outs(%y : memref<1024xf32>)
    // <- memref.dealloc %t : memref<1024xf32>
    ```
  }];
  let options = [
    Option<"stackBytes", "stack-bytes", "int64_t", /*default=*/"4096",
           "Bytes of small temporaries that a function may keep on the stack">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::bufferization::BufferizationDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"
  ];
}

//===----------------------------------------------------------------------===//
// LinalgToBlas
//===----------------------------------------------------------------------===//

def LinalgToBlasPass : Pass<"croton-linalg-to-blas", "::mlir::ModuleOp"> {
  let summary = "Give large products to BLAS";
  let description = [{
    Contractions on buffers of f32, f64, complex<f32> and complex<f64> become
    calls of the runtime's `croton_rt_<t>gemm` (croton/Runtime/Blas.h): matrix
    times matrix, matrix times vector, dot products, and batches of matrix
    products, whether they are named ops or `linalg.generic`, with operands of
    any strides and in any order of dimensions. A result that was just filled
    with zero is not read, and the fill goes away.

    Products whose size is known and of at most `inline-limit` multiplications
    stay: as loops they cost less than the call and the compiler sees into them.
    So do those in other element types, and those that have more than one
    dimension of a kind.

    ```mlir
    linalg.fill ins(%zero : f32) outs(%c : memref<64x10xf32>)
    linalg.matmul ins(%a, %b : memref<64x128xf32>, memref<128x10xf32>)
                  outs(%c : memref<64x10xf32>)
    ```
    becomes
    ```mlir
    func.call @croton_rt_sgemm(%c64, %c10, %c128, %a_address, %c128, %c1,
                               %b_address, %c10, %c1, %c_address, %c10, %c0_i32)
    ```

    Before and after: no tensors.
  }];
  let options = [
    Option<"inlineLimit", "inline-limit", "int64_t", /*default=*/"4096",
           "Products of at most this many multiplications stay loops">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::memref::MemRefDialect"
  ];
}

//===----------------------------------------------------------------------===//
// LinalgToGPU
//===----------------------------------------------------------------------===//

def LinalgToGPUPass : Pass<"croton-linalg-to-gpu", "::mlir::ModuleOp"> {
  let summary = "Make kernels of linalg ops on device memory";
  let description = [{
    Every linalg op on buffers of a device (memory space `#croton.device`), and
    every copy within a device that is not one block of bytes, becomes the
    launch of a kernel of its own in `gpu.module @croton_kernels_<device>`.

    * Elementwise: a thread for up to 16 bytes of the result at a time.
    * Layouts that are turned: tiles in shared memory.
    * Reductions of rows: a warp or a block for each row, by shuffles; of one
      long row: its parts, then the parts' results.
    * Reductions of columns: threads side by side along the last dimension.
    * Products: tiles in shared memory and registers.
    * Other reductions: a thread for each result.

    Reductions combine in an order that depends on sizes alone. Indices have 64
    bits. A `croton.check` in the body of an op reports to the error record of
    the device (croton/Runtime/Device.h); what follows it is then not computed.

    ```mlir
    linalg.exp ins(%x : memref<64xf32, #croton.device<"dev0">>)
              outs(%y : memref<64xf32, #croton.device<"dev0">>)
    ```
    becomes
    ```mlir
    %gx = memref.memory_space_cast %x ... to memref<64xf32, #gpu.address_space<global>>
    gpu.launch_func @croton_kernels_dev0::@elementwise
        blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%gx : ..., %gy : ...)
    ```

    Before: linalg on memrefs, all buffers of an op in one place. After: no
    linalg on device memory; on the host, launches, allocations and copies.
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect", "::mlir::complex::ComplexDialect",
    "::mlir::func::FuncDialect", "::mlir::gpu::GPUDialect",
    "::mlir::linalg::LinalgDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def AttachDeviceTargetsPass
    : Pass<"croton-attach-device-targets", "::mlir::ModuleOp"> {
  let summary = "Say what the kernels of each device are compiled for";
  let description = [{
    Gives each `gpu.module @croton_kernels_<device>` the target that the module
    attribute `croton.devices` names: `#nvvm.target` for a device of kind
    `cuda`, with its chip or the option's; `#croton.simt_target` for the
    emulator. Modules that have targets keep them.

    ```mlir
    module attributes {croton.devices = {
        dev0 = #croton.device_target<kind = "cuda">}} {
      gpu.module @croton_kernels_dev0 { }
    }
    ```
    becomes
    ```mlir
    gpu.module @croton_kernels_dev0 [#nvvm.target<O = 3, chip = "sm_90">] { }
    ```
  }];
  let options = [
    Option<"chip", "chip", "std::string", /*default=*/"\"sm_90\"",
           "Chip of devices that do not name one">,
    Option<"optLevel", "O", "unsigned", /*default=*/"3",
           "LLVM's optimization level, 0 to 3">,
    Option<"check", "simt-check", "bool", /*default=*/"true",
           "Let the emulator check accesses">,
    Option<"stats", "simt-stats", "bool", /*default=*/"false",
           "Let the emulator count accesses">
  ];
  let dependentDialects = [
    "::mlir::croton::CrotonDialect", "::mlir::gpu::GPUDialect",
    "::mlir::NVVM::NVVMDialect"
  ];
}

//===----------------------------------------------------------------------===//
// CrotonToLLVM
//===----------------------------------------------------------------------===//

def OutlineKernelsPass : Pass<"croton-outline-kernels", "::mlir::ModuleOp"> {
  let summary = "Share the code of equal linalg ops in large functions";
  let description = [{
    In functions with more than `min-ops` linalg ops on buffers, each of these
    ops becomes a call of a private function that holds it. Ops that differ in
    their buffers and outer values only share one. LLVM then optimizes each
    kernel once instead of one huge function; its time grows faster than the
    size of a function. Small functions stay whole: there, seeing how the
    buffers relate is worth more.

    ```mlir
    linalg.exp ins(%a : memref<8xf32>) outs(%b : memref<8xf32>)
    linalg.exp ins(%b : memref<8xf32>) outs(%c : memref<8xf32>)
    ```
    becomes
    ```mlir
    call @__croton_kernel(%a, %b) : (memref<8xf32>, memref<8xf32>) -> ()
    call @__croton_kernel(%b, %c) : (memref<8xf32>, memref<8xf32>) -> ()
    ```
  }];
  let options = [
    Option<"minOps", "min-ops", "int64_t", /*default=*/"256",
           "Functions of at most this many linalg ops stay as they are">
  ];
  let dependentDialects = ["::mlir::func::FuncDialect"];
}

def LowerLinalgToLoopsPass : Pass<"croton-linalg-to-loops"> {
  let summary = "Turn linalg ops on buffers into loops for the vectorizer";
  let description = [{
    Every linalg op on memrefs becomes a nest of `scf.for`:
    - the innermost loop is one along which the operands are contiguous, so
      that a product `C[i,j] += A[i,k] * B[k,j]` runs in the order i, k, j;
    - elementwise ops on contiguous buffers become one loop over all elements;
    - a result that does not move along the innermost loop stays in a register;
    - dimensions of size 1 get no loop.

    `memref.copy` between contiguous buffers stays (it becomes memcpy), all
    others become loops too.

    Before: linalg on memrefs. After: no linalg op.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"
  ];
}

def ConvertCrotonToLLVMPass
    : Pass<"convert-croton-to-llvm", "::mlir::ModuleOp"> {
  let summary = "Turn loops on buffers into the LLVM dialect";
  let description = [{
    The last step: func, scf, cf, memref, arith, math, complex and
    `croton.check` become the LLVM dialect.

    - A memref is a pointer and the sizes, strides and offset of it that are not
      static, as SSA values; no descriptors are built in between.
    - Each public function gets a C interface `_mlir_ciface_<name>` with
      upstream's layout of descriptors and becomes internal itself
      (croton/Conversion/CrotonToLLVM/CrotonToLLVM.h).
    - Buffers come from the runtime's pool (croton/Runtime/Memory.h). What it
      returns and the arguments of a function are marked as not aliasing, which
      holds because arguments are only read and results are new; a donated
      argument must not be passed a second time in the same call. A size that
      does not fit in 64 bits is asked for as the largest one, and so is refused.
    - `croton.check` becomes a branch to a block that calls `croton_rt_fail`.
    - Math functions become LLVM intrinsics where LLVM has one, else calls of
      the C library marked as free of side effects. Those on f16 and bf16 are
      computed in f32 and rounded once.
    - Allocations and copies in memory spaces `#croton.device` become calls of
      the runtime (croton/Runtime/Device.h), and so do launches of kernels, whose
      `gpu.binary` becomes a constant. What `croton.devices` says of the device
      is opened once in each function that uses it.

    Before: no tensors, no linalg, no `gpu.module`. After: only the LLVM dialect.
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::func::FuncDialect", "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect"
  ];
}

#endif // CROTON_CONVERSION_PASSES_TD
