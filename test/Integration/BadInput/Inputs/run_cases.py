"""Bad input to croton-run."""

import struct

import numpy as np
from programs import DEEP, NEG, UNCOMPILABLE, UNREADABLE, function

LEAST = 90
VECTOR = NEG.replace("%x: tensor<4xf32>", '%x: tensor<?xf32> {croton.name = "x"}').replace(
    "-> tensor<4xf32>", '-> (tensor<?xf32> {croton.name = "y"})').replace("4x", "?x")
STATE = """ml_program.global private mutable @total(dense<0.0> : tensor<2xf32>) : tensor<2xf32>
ml_program.global private mutable @unset : tensor<f32>
func.func @read(%i: tensor<i64>) -> tensor<f32> {
  %t = ml_program.global_load @total : tensor<2xf32>
  %r = croton.subtensor %t[%i] : tensor<2xf32>, tensor<i64>
  ml_program.global_store @total = %t : tensor<2xf32>
  return %r : tensor<f32>
}
func.func @needs() -> tensor<f32> {
  %r = ml_program.global_load @unset : tensor<f32>
  return %r : tensor<f32>
}
func.func private @hidden(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
"""
# Reads one element further in each call.
COUNT = """ml_program.global private mutable @n(dense<0> : tensor<i64>) : tensor<i64>
func.func @next(%v: tensor<?xf32>) -> tensor<f32> {
  %n = ml_program.global_load @n : tensor<i64>
  %one = croton.constant dense<1> : tensor<i64>
  %m = croton.add %n, %one : tensor<i64>, tensor<i64>
  %r = croton.subtensor %v[%n] : tensor<?xf32>, tensor<i64>
  ml_program.global_store @n = %m : tensor<i64>
  return %r : tensor<f32>
}
"""
HUGE = "tensor<1000000000000xf32>"

# Headers of .npy files, the bytes behind them, and what is wrong.
HEADERS = [
    ("more", "'<f4', 'fortran_order': False, 'shape': (1000,)", 8, "expected 4000 bytes of elements, but got 8"),
    ("less", "'<f4', 'fortran_order': False, 'shape': (1,)", 8, "expected 4 bytes of elements, but got 8"),
    ("overflow", "'<f4', 'fortran_order': False, 'shape': (4611686018427387904, 4)", 8, "the size of the shape overflows"),
    ("extent", "'<f4', 'fortran_order': False, 'shape': (99999999999999999999,)", 8, "is too large"),
    ("negative", "'<f4', 'fortran_order': False, 'shape': (-1,)", 8, "negative extent in the shape"),
    ("objects", "'|O', 'fortran_order': False, 'shape': (1,)", 8, "arrays of Python objects are not supported"),
    ("records", "[('a', '<f4')], 'fortran_order': False, 'shape': (1,)", 4, "structured element types are not supported"),
    ("strings", "'<U4', 'fortran_order': False, 'shape': (1,)", 16, "element type '<U4' is not supported"),
    ("no-order", "'<f4', 'shape': (1,)", 4, "the header has no 'fortran_order'"),
    ("rank", "'<f4', 'fortran_order': False, 'shape': (" + "1, " * 100 + ")", 4, "more than 64 dimensions"),
    ("brackets", "[" * 30000, 0, "not supported"),
]


def make_files():
    for name, text in (("vector", VECTOR), ("state", STATE), ("count", COUNT),
                       ("matrix", VECTOR.replace("?xf32", "2x3xf32"))):
        with open(name + ".mlir", "w") as file:
            file.write(text)
    matrix = np.arange(6, dtype=np.float32).reshape(2, 3)
    np.save("matrix.npy", matrix)
    np.save("fortran.npy", np.asfortranarray(matrix))
    np.save("vector.npy", np.zeros(6, np.float32))
    np.save("f64.npy", np.zeros(6))
    for name, header, size, _ in HEADERS:
        text = ("{'descr': " + header + ", }").encode()
        text += b" " * (-(11 + len(text)) % 64) + b"\n"
        with open(name + ".npy", "wb") as file:
            file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text + bytes(size))
    with open("matrix.npy", "rb") as file:
        content = file.read()
    for name, data in (("cut.npy", content[:130]), ("cut-header.npy", content[:40]),
                       ("empty.npy", b""), ("text.npy", b"no numbers\n"),
                       ("version.npy", b"\x93NUMPY\x09\x00" + bytes(100)),
                       ("long-header.npy", b"\x93NUMPY\x02\x00\xf0\xff\xff\xff{")):
        with open(name, "wb") as file:
            file.write(data)


def on(program, arguments, expected, name=None):
    return (name or arguments, None, [program + ".mlir"] + arguments.split(), expected)


CASES = [(name, text, ["{program}", "zeros"], error) for name, text, error in UNREADABLE]
CASES += [(name, text, ["{program}", "zeros"] + ["1"] * (name == "disconnected"), error)
          for name, text, error in UNCOMPILABLE]

# Programs that can be read but not called.
CASES += [
    ("empty", "", ["{program}"], "error: the module has no public function to run"),
    ("empty-module", "module {}", ["{program}"], "the module has no public function to run"),
    ("declaration", "func.func private @f(tensor<f32>)", ["{program}"], "has no public function"),
    ("blob", function("  %r = croton.constant dense_resource<w> : tensor<4xf32>"), ["{program}", "zeros"],
     "expected data for the resource 'w', but the file has none"),
    ("blob-size", function("  %r = croton.constant dense_resource<w> : tensor<4xf32>")
     + '{-# dialect_resources: { builtin: { w: "0x040000000000803F" } } #-}', ["{program}", "zeros"],
     "cannot load the resource 'w' of 4 bytes as 'tensor<4xf32>'"),
    ("global-blob", "ml_program.global private mutable @w(dense_resource<w> : tensor<4xf32>) : tensor<4xf32>\n"
     + function("  %r = ml_program.global_load @w : tensor<4xf32>"), ["{program}", "zeros"],
     "cannot load the initial value of type tensor<4xf32>: its data is missing"),
    ("huge-global", f"ml_program.global private mutable @w(dense<0.0> : {HUGE}) : {HUGE}\n"
     + function("  %r = croton.neg %x : tensor<4xf32>"), ["{program}", "zeros"],
     f"cannot load the initial value of type {HUGE}: .*too large"),
    ("huge-constant", function(f"  %r = croton.constant dense<1.0> : {HUGE}", "", HUGE), ["{program}"],
     "out of memory: cannot allocate 4000000000000 bytes"),
    ("huge-argument", NEG.replace("4xf32", "4611686018427387904x4xf32"), ["{program}", "zeros"],
     "argument 'arg0': tensor<4611686018427387904x4xf32> is larger than the memory"),
    ("same-names", function("  %r = croton.add %x, %y : tensor<f32>, tensor<f32>",
                            '%x: tensor<f32> {croton.name = "x"}, %y: tensor<f32> {croton.name = "x"}',
                            "tensor<f32>"), ["{program}", "1", "1"],
     "has two arguments with the name 'x'"),
]
for given in ("index", "memref<4xf32>", "tensor<*xf32>", "f32", "tensor<4xi7>", "tensor<4xf8E5M2>",
              'tensor<4xf32, #croton.device<"cuda">>'):
    CASES.append(("argument " + given, f"func.func @f(%x: {given}) {{ return }}", ["{program}", "1"],
                  "expected argument 0 to be a ranked tensor on the host, but got '" + given[:7].replace("*", ".")))

# Files of arguments.
CASES += [on("vector", name + ".npy", f"argument 'x': cannot read '{name}.npy': .*{error}")
          for name, _, _, error in HEADERS]
CASES += [
    on("matrix", "fortran.npy", None),
    on("matrix", "cut.npy", "cannot read 'cut.npy': expected 24 bytes of elements, but got 2"),
    on("matrix", "cut-header.npy", "cannot read 'cut-header.npy': file is truncated in its header"),
    on("matrix", "empty.npy", "cannot read 'empty.npy': file is truncated in its header"),
    on("matrix", "text.npy", "cannot read 'text.npy': not a .npy file"),
    on("matrix", "version.npy", "cannot read 'version.npy': unknown .npy version 9"),
    on("matrix", "long-header.npy", "file is truncated in its header"),
    on("vector", "none.npy", "cannot read 'none.npy': No such file"),
    on("vector", "/tmp/", "cannot read '/tmp/': Is a directory"),
    on("vector", "/dev/zero", "cannot read '/dev/zero': not a regular file"),
    on("vector", "vector.mlir", "cannot read 'vector.mlir': not a .npy file"),
    on("vector", "f64.npy", r"argument 'x': expected tensor<\?xf32>, but 'f64.npy' is tensor<6xf64>"),
    on("vector", "matrix.npy", r"argument 'x': expected tensor<\?xf32>, but 'matrix.npy' is tensor<2x3xf32>"),
]

# The command line.
CASES += [
    on("none", "", "cannot open input file 'none.mlir': No such file"),
    ("program-folder", None, ["."], "cannot open input file '.': Is a directory"),
    ("no-program", None, [], "Not enough positional command line arguments"),
    on("vector", "--entry=F", "there is no public function 'F'; the module has 'f'; did you mean 'f'?"),
    on("state", "1", "the module has several functions; name one with --entry: 'read', 'needs'"),
    on("state", "--entry=hidden 1", "there is no public function 'hidden'"),
    on("vector", "", r"argument 'x' is missing; expected tensor<\?xf32> for f\("),
    on("vector", "vector.npy 3", "'3' is one argument too many; expected f"),
    on("vector", "--arg x=vector.npy --arg x=vector.npy", "argument 'x' is given twice"),
    on("vector", "--arg z=vector.npy", "'f' has no argument 'z'; expected f"),
    on("vector", "--arg 7=vector.npy", "'f' has no argument '7'; expected f"),
    on("vector", "--arg x=", "argument 'x': expected a .npy file, a number, a list or a generator"),
    on("vector", "-3", r"argument 'x': expected tensor<\?xf32>, but got the number '-3'"),
    on("vector", "[" * 20000, r"expected a list like .*, but got '\[{60}\.\.\.'", "deep-list"),
    on("vector", "[1e999]", "'1e999' is out of range for f32"),
    on("vector", "vector.npy --repeat=-1", "'-1' value invalid for uint argument"),
    on("vector", "vector.npy --repeat=0", "expected --repeat to be at least 1"),
    on("vector", "vector.npy --seed=x", "'x' value invalid for ulong argument"),
    on("vector", "vector.npy --entri=f", "Unknown command line argument '--entri=f'"),
    on("vector", "vector.npy --print=z", "'f' has no result 'z'; expected 'y'"),
    on("vector", "vector.npy --cpu=nope", "there is no CPU 'nope' for x86_64"),
    on("vector", "vector.npy --features=+nope", r"there is no CPU feature 'nope' for x86_64"),
    on("vector", "vector.npy --features=avx", "expected a CPU feature like .avx2 or -avx2, but got 'avx'"),
    on("vector", "vector.npy --out y=no/y.npy", "cannot write 'no/y.npy': No such file or directory"),
    on("vector", "vector.npy --out y=/tmp", "cannot write '/tmp': Is a directory"),
    on("vector", "vector.npy --out y=f64.npy/y.npy", "cannot write 'f64.npy/y.npy': Not a directory"),
    on("vector", "vector.npy --out y=/dev/full", "cannot write '/dev/full': No space left on device"),
    # The first is not written when the second cannot be.
    on("vector", "vector.npy --out y=y.npy --out y=no/y.npy", "cannot write 'no/y.npy'"),
    on("vector", "vector.npy --save-state=f64.npy", "cannot make folder 'f64.npy'"),
    on("vector", "vector.npy --save-state=/proc/none", "cannot (write|make folder) '/proc/none'"),
    on("state", "--entry=needs", "state 'unset' has no value yet; expected it to be set to tensor<f32>"),
    on("state", "--entry=read 0 --state ttal=1", "there is no state 'ttal'.*did you mean 'total'?"),
    on("state", "--entry=read 0 --state total", "expected --state NAME=VALUE, but got 'total'"),
    on("state", "--entry=read 0 --state total=f64.npy", "state 'total': expected tensor<2xf32>, but 'f64.npy' is tensor<6xf64>"),
    on("state", "--entry=read 0 --state total=zeros --state total=ones", "state 'total' is given twice"),
    on("state", "--entry=read 0 --load-state=none", "'none' is not a folder to load state from"),
    on("state", "--entry=read 2", r"croton.subtensor at state.mlir:5:8: index 2 is out of bounds for dim 0 of size 2"),
    on("state", "--entry=read -3", "index -3 is out of bounds for dim 0 of size 2"),
    # A run that fails in the middle leaves nothing behind.
    on("count", "[1,2] --repeat=1000000 --out result0=r.npy --save-state=saved",
       "'next' failed in call 3: .*index 2 is out of bounds for dim 0 of size 2"),
    on("count", "[1,2] --repeat=1000000 --evaluate --save-state=saved",
       "'next' failed in call 3: .*index 2 is out of range for dim 0 of size 2"),
]
