// RUN: croton-opt %s --split-input-file --verify-diagnostics --gpu-module-to-binary

// What the emulator lacks is named where it stands.

// expected-error @+1 {{An error happened while serializing the module}}
gpu.module @clusters [#croton.simt_target] {
  llvm.func @kernel() attributes {gpu.kernel, nvvm.kernel} {
    // expected-error @+1 {{the SIMT emulator has no intrinsic 'llvm.nvvm.barrier.cluster.arrive'}}
    nvvm.cluster.arrive
    llvm.return
  }
}

// -----

// expected-error @+1 {{An error happened while serializing the module}}
gpu.module @matrices [#croton.simt_target] {
  llvm.func @kernel(%a: !llvm.ptr<3>) attributes {gpu.kernel, nvvm.kernel} {
    // expected-error @+1 {{the SIMT emulator has no 'nvvm.ldmatrix'}}
    %0 = nvvm.ldmatrix %a {num = 1 : i32, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : (!llvm.ptr<3>) -> i32
    llvm.return
  }
}

// -----

// expected-error @+1 {{An error happened while serializing the module}}
gpu.module @libdevice [#croton.simt_target] {
  llvm.func @__nv_normcdff(f32) -> f32
  llvm.func @kernel(%a: !llvm.ptr, %x: f32) attributes {gpu.kernel, nvvm.kernel} {
    // expected-error @+1 {{the SIMT emulator has no '__nv_normcdff' of libdevice}}
    %0 = llvm.call @__nv_normcdff(%x) : (f32) -> f32
    llvm.store %0, %a : f32, !llvm.ptr
    llvm.return
  }
}

// -----

// expected-error @+1 {{An error happened while serializing the module}}
gpu.module @unknown [#croton.simt_target] {
  llvm.func @elsewhere()
  llvm.func @kernel() attributes {gpu.kernel, nvvm.kernel} {
    // expected-error @+1 {{the SIMT emulator has no function 'elsewhere'}}
    llvm.call @elsewhere() : () -> ()
    llvm.return
  }
}

// -----

// expected-error @+1 {{An error happened while serializing the module}}
gpu.module @inline [#croton.simt_target] {
  llvm.func @kernel() attributes {gpu.kernel, nvvm.kernel} {
    // expected-error @+1 {{the SIMT emulator has no inline PTX: 'bar.sync 0;'}}
    llvm.inline_asm has_side_effects "bar.sync 0;", "" : () -> ()
    llvm.return
  }
}

// -----

// expected-error @+1 {{An error happened while serializing the module}}
gpu.module @local [#croton.simt_target] {
  llvm.func @kernel(%n: i64, %i: i64, %out: !llvm.ptr) attributes {gpu.kernel, nvvm.kernel} {
    // expected-error @+1 {{the SIMT emulator has no local memory of a size that is not constant}}
    %0 = llvm.alloca %n x f32 : (i64) -> !llvm.ptr
    llvm.store %0, %out : !llvm.ptr, !llvm.ptr
    llvm.return
  }
}

// -----

// expected-error @+1 {{expected an optimization level from 0 to 3, but got 4}}
gpu.module @level [#croton.simt_target<O = 4>] {
}
