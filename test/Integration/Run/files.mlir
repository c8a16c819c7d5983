// Results and arguments as .npy files, checked with NumPy.

// RUN: rm -rf %t && mkdir %t
// RUN: python -c "import numpy as np; np.save('%t/x.npy', np.arange(6, dtype=np.float32).reshape(2, 3)); np.save('%t/f.npy', np.asfortranarray(np.arange(6, dtype='>f4').reshape(2, 3)))"
// RUN: croton-run %s --entry=double --arg x=%t/x.npy --out y=%t/y.npy --out 1=%t/s.npy | count 0
// RUN: python -c "import numpy as np; y = np.load('%t/y.npy'); s = np.load('%t/s.npy'); assert y.dtype == np.float32 and y.tolist() == [[0, 2, 4], [6, 8, 10]], y; assert s.dtype == np.float32 and s.shape == () and s == 30, s"

// Fortran order and the other byte order are only another way to write it.
// RUN: croton-run %s --entry=double --arg x=%t/f.npy --out y=%t/z.npy
// RUN: cmp %t/y.npy %t/z.npy

// Printing and writing go together.
// RUN: croton-run %s --entry=double --arg x=%t/x.npy --out y=%t/z.npy --print-results | FileCheck %s
// CHECK: y: tensor<2x3xf32> =
// CHECK: result1: tensor<f32> = 30.0

func.func @double(%x: tensor<?x3xf32> {croton.name = "x"})
    -> (tensor<?x3xf32> {croton.name = "y"}, tensor<f32>) {
  %y = croton.add %x, %x : tensor<?x3xf32>, tensor<?x3xf32>
  %s = croton.sum %y axes [0, 1] : tensor<?x3xf32>
  return %y, %s : tensor<?x3xf32>, tensor<f32>
}
