// RUN: croton-opt %s --croton-linalg-to-gpu --split-input-file --verify-diagnostics

func.func @mixed(%x: memref<4xf32>, %y: memref<4xf32, #croton.device<"a">>) {
  // expected-error@below {{works on buffers of #croton.device<"a"> and of the host; transfer one of them first}}
  linalg.exp ins(%x : memref<4xf32>) outs(%y : memref<4xf32, #croton.device<"a">>)
  return
}

// -----

func.func @two(%x: memref<4xf32, #croton.device<"b">>, %y: memref<4xf32, #croton.device<"a">>) {
  // expected-error@below {{works on buffers of #croton.device<"b"> and of #croton.device<"a">; transfer one of them first}}
  linalg.exp ins(%x : memref<4xf32, #croton.device<"b">>) outs(%y : memref<4xf32, #croton.device<"a">>)
  return
}

// -----

func.func @gap(%x: memref<4x8xf32>, %y: memref<4x8xf32, strided<[16, 1]>, #croton.device<"a">>) {
  // expected-error@below {{copies between places and layouts at once; make one side contiguous first}}
  memref.copy %x, %y : memref<4x8xf32> to memref<4x8xf32, strided<[16, 1]>, #croton.device<"a">>
  return
}
