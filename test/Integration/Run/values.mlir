// What can be written as a value, in every dtype. The functions return their
// arguments.

// RUN: croton-run %s --entry=f32 zeros:2x3 | FileCheck %s --check-prefix=ZEROS
// ZEROS: tensor<2x3xf32> =
// ZEROS-NEXT: {{^\[\[}}0.0 0.0 0.0]
// ZEROS-NEXT: {{^ \[}}0.0 0.0 0.0]]

// RUN: croton-run %s --entry=f32 fill:-1.5e-3:1x2 | FileCheck %s --check-prefix=FILL
// FILL: {{\[\[}}-0.0015 -0.0015]]

// RUN: croton-run %s --entry=f32 ones:0x4 | FileCheck %s --check-prefix=EMPTY
// EMPTY: tensor<0x4xf32> =
// EMPTY-NEXT: {{^}}[]{{$}}

// The shape is known from the type.
// RUN: croton-run %s --entry=fixed ones | FileCheck %s --check-prefix=FIXED
// FIXED: tensor<3xf64> = [1.0 1.0 1.0]

// Equal seeds give equal numbers, other seeds others; all lie in [0, 1).
// RUN: croton-run %s --entry=f32 random:1x4 --seed=1 > %t.1
// RUN: croton-run %s --entry=f32 random:1x4 --seed=1 | diff %t.1 -
// RUN: croton-run %s --entry=f32 random:1x4 --seed=2 | not diff %t.1 - > %t.diff
// RUN: FileCheck %s --check-prefix=RANDOM < %t.1
// RANDOM: {{\[\[( *(0\.[0-9]+|[0-9.]+e-[0-9]+)){4}\]\]}}

// RUN: croton-run %s --entry=i8 randint:-2:0:200 | FileCheck %s --check-prefix=RANDINT
// RANDINT: tensor<200xi8> = [{{(( *-[12]){200})}}]

// RUN: croton-run %s --entry=i8 [-128,127] | FileCheck %s --check-prefix=I8
// I8: [-128  127]
// RUN: croton-run %s --entry=ui64 18446744073709551615 | FileCheck %s --check-prefix=UI64
// UI64: tensor<ui64> = 18446744073709551615
// RUN: croton-run %s --entry=i1 [true,false,1,0] | FileCheck %s --check-prefix=I1
// I1: [ True False  True False]
// RUN: croton-run %s --entry=f16 [65504,6e-8,-0.0,inf,nan] | FileCheck %s --check-prefix=F16
// F16: [65500.0   6e-08    -0.0     inf     nan]
// RUN: croton-run %s --entry=bf16 [1,0.1] | FileCheck %s --check-prefix=BF16
// BF16: [1.0 0.1]
// RUN: croton-run %s --entry=fixed [0.1,1e300,-inf] | FileCheck %s --check-prefix=F64
// F64: [   0.1 1e+300   -inf]
// RUN: croton-run %s --entry=c64 [1+2j,-0.5e-1j,3,1e2-infj] | FileCheck %s --check-prefix=C64
// C64: [  1.0+2.0j  0.0-0.05j   3.0+0.0j 100.0-infj]

// Long axes are cut.
// RUN: croton-run %s --entry=i8 zeros:1001 | FileCheck %s --check-prefix=CUT
// CUT: tensor<1001xi8> = [0 0 0 ... 0 0 0]
// RUN: croton-run %s --entry=f32 zeros:500x3 | FileCheck %s --check-prefix=CUT2
// CUT2-COUNT-3: 0.0 0.0 0.0]
// CUT2: {{^}} ...
// CUT2-COUNT-3: 0.0 0.0 0.0]

func.func @f32(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  return %x : tensor<?x?xf32>
}
func.func @fixed(%x: tensor<3xf64>) -> tensor<3xf64> {
  return %x : tensor<3xf64>
}
func.func @i8(%x: tensor<?xi8>) -> tensor<?xi8> {
  return %x : tensor<?xi8>
}
func.func @ui64(%x: tensor<ui64>) -> tensor<ui64> {
  return %x : tensor<ui64>
}
func.func @i1(%x: tensor<?xi1>) -> tensor<?xi1> {
  return %x : tensor<?xi1>
}
func.func @f16(%x: tensor<?xf16>) -> tensor<?xf16> {
  return %x : tensor<?xf16>
}
func.func @bf16(%x: tensor<?xbf16>) -> tensor<?xbf16> {
  return %x : tensor<?xbf16>
}
func.func @c64(%x: tensor<?xcomplex<f32>>) -> tensor<?xcomplex<f32>> {
  return %x : tensor<?xcomplex<f32>>
}
