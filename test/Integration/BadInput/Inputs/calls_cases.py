"""Values that compiled code must refuse: extreme indices, sizes and shapes."""

from programs import function

LEAST = 70
MIN, MAX = -2**63, 2**63 - 1
VECTOR = "tensor<?xf32>"


def make_files():
    pass


def case(name, body, arguments, result, values, expected):
    names = ", ".join(f"%{n}: {t}" for n, t in arguments)
    given = [f"--arg={i}={value}" for i, value in enumerate(values)]
    return (name, function("  " + body, names, result), ["{program}"] + given, expected)


CASES = []
for dtype, value in (("i64", MIN), ("i64", MAX), ("i8", -128), ("ui8", 255), ("ui32", 2**32 - 1)):
    CASES.append(case(f"index-{dtype}-{value}", f"%r = croton.subtensor %x[%i] : {VECTOR}, tensor<{dtype}>",
                      [("x", VECTOR), ("i", f"tensor<{dtype}>")], "tensor<f32>", ["[1,2,3]", value],
                      f"croton.subtensor at .*: index {value} is out of bounds for dim 0 of size 3"))
    CASES.append(case(f"take-{dtype}-{value}", f"%r = croton.take %x, %i axis 0 : {VECTOR}, tensor<?x{dtype}>",
                      [("x", VECTOR), ("i", f"tensor<?x{dtype}>")], VECTOR, ["[1,2,3]", f"[0,{value}]"],
                      f"croton.take at .*: index {value} is out of bounds for size 3"))
for mode in ("wrap", "clip"):
    CASES.append(case(f"take-nothing-{mode}", f"%r = croton.take %x, %i axis 0 mode {mode} : {VECTOR}, tensor<?xi64>",
                      [("x", VECTOR), ("i", "tensor<?xi64>")], VECTOR, ["zeros:0", "[0]"],
                      "cannot take from an empty axis"))
for value in (MIN, MAX):
    CASES.append(case(f"inc-take-{value}", "%r = croton.inc_take %x, %i, %x axis 0 : "
                      f"{VECTOR}, tensor<?xi64>, {VECTOR}", [("x", VECTOR), ("i", "tensor<?xi64>")], VECTOR,
                      ["[1,2]", f"[0,{value}]"], f"croton.inc_take at .*: index {value} is out of bounds for size 2"))
CASES.append(case("step", f"%r = croton.subtensor %x[::%i] : {VECTOR}, tensor<i64>",
                  [("x", VECTOR), ("i", "tensor<i64>")], VECTOR, ["[1,2]", 0], "slice step is 0"))
SIZES = [("a", "tensor<i64>"), ("b", "tensor<i64>")]
for a, b in ((MIN, 2), (MAX, MAX), (-1, -1), (0, -1), (4, -1), (-2, -3), (2**62, 4), (MIN, MIN), (2**32, 2**32)):
    CASES.append(case(f"reshape-{a}-{b}", "%s = croton.make_vector %a, %b : tensor<i64>, tensor<i64>\n"
                      f"  %r = croton.reshape %x, %s : {VECTOR}, tensor<2xi64> -> tensor<?x?xf32>",
                      [("x", VECTOR)] + SIZES, "tensor<?x?xf32>", ["[1,2,3,4,5,6]", a, b],
                      f"croton.reshape at .*: cannot reshape 6 into {a}x{b}"))
for a, b, error in ((MIN, 2, f"size {MIN} of dim 0 is negative"), (3, -1, "size -1 of dim 1 is negative"),
                    (MAX, MAX, f"shape {MAX}x{MAX} is too large"), (2**32, 2**32, "is too large"),
                    (10**13, 1, "out of memory: cannot allocate 40000000000000 bytes")):
    CASES.append(case(f"alloc-{a}-{b}", "%r = croton.alloc %v, %a, %b : tensor<f32> -> tensor<?x?xf32>",
                      [("v", "tensor<f32>")] + SIZES, "tensor<?x?xf32>", [1, a, b], error))
CASES += [
    case("outer-sum", "%r = croton.add %x, %y : tensor<?x1xf32>, tensor<1x?xf32>",
         [("x", "tensor<?x1xf32>"), ("y", "tensor<1x?xf32>")], "tensor<?x?xf32>",
         ["zeros:10000000x1", "zeros:1x1000000"], "out of memory: cannot allocate 40000000000000 bytes"),
    case("empty-rows", "%r = croton.sum %x axes [1] : tensor<?x?xf32>", [("x", "tensor<?x?xf32>")], VECTOR,
         [f"zeros:{2**62}x0"], "out of memory: cannot allocate more than 9223372036854775807 bytes"),
    case("depth", "%r = croton.one_hot %x, %n : tensor<?xi64> -> tensor<?x?xi1>",
         [("x", "tensor<?xi64>"), ("n", "tensor<i64>")], "tensor<?x?xi1>", ["[0]", MAX],
         f"croton.one_hot at .*: depth {MAX} is out of range"),
    case("cast", f"%r = tensor.cast %x : {VECTOR} to tensor<4000000xf32>", [("x", VECTOR)],
         "tensor<4000000xf32>", ["[1]"],
         "tensor.cast at .*: size 1 of dim 0 is not the 4000000 of the result type"),
    case("target", "%r = croton.crossentropy_softmax %x, %t : tensor<?x?xf32>, tensor<?xi64>",
         [("x", "tensor<?x?xf32>"), ("t", "tensor<?xi64>")], VECTOR, ["zeros:2x3", f"[0,{MAX}]"],
         f"target {MAX} is out of bounds for size 3"),
    case("inner-sizes", "%r = croton.dot %x, %y : tensor<?x?xf32>, tensor<?x?xf32>",
         [("x", "tensor<?x?xf32>"), ("y", "tensor<?x?xf32>")], "tensor<?x?xf32>", ["zeros:2x3", "zeros:4x2"],
         "inner sizes of shapes 2x3 and 4x2 differ"),
    case("maximum", f"%r = croton.max %x axes [0] : {VECTOR}", [("x", VECTOR)], "tensor<f32>", ["zeros:0"],
         "croton.max at .*: axis 0 of shape 0 is empty"),
]

# Upstream's ops trust their indices; compiled code must not.
READ = "  %{0}p = tensor.extract %{0}[] : tensor<i64>\n  %{0}k = arith.index_cast %{0}p : i64 to index\n"
TO_TENSOR = "\n  %r = tensor.from_elements %v : tensor<f32>"


def upstream(name, body, indices, expected, inputs=(), result="tensor<f32>"):
    """A case whose integers `indices` (a dict) are %ik for an argument i."""
    reads = "".join(READ.format(i) for i in indices)
    arguments = [(n, t) for n, t, _ in inputs] + [(i, "tensor<i64>") for i in indices]
    values = [v for _, _, v in inputs] + list(indices.values())
    return case(name, reads.lstrip() + "  " + body, arguments, result, values, expected)


X = [("x", VECTOR, "[1,2,3]")]
STATIC = [("x", "tensor<3xf32>", "[1,2,3]")]
MATRIX = [("x", "tensor<?x3xf32>", "zeros:2x3")]
SUM = """%zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = scf.for %i = %c0 to %nk step %c1 iter_args(%s = %zero) -> f32 {
    %e = tensor.extract %x[%i] : tensor<?xf32>
    %t = arith.addf %s, %e : f32
    scf.yield %t : f32
  }"""
SHIFT = """%e = tensor.empty() : tensor<3xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%e : tensor<3xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %j = arith.addi %i, %nk : index
    %v = tensor.extract %x[%j] : tensor<?xf32>
    linalg.yield %v : f32
  } -> tensor<3xf32>"""
CHOICE = """%zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c = arith.cmpi sgt, %nk, %c0 : index
  %v = scf.if %c -> f32 {
    %e = tensor.extract %x[%nk] : tensor<?xf32>
    scf.yield %e : f32
  } else {
    scf.yield %zero : f32
  }"""

for value in (MIN, -1, 3, MAX):
    error = f"tensor.extract at .*: index {value} is out of bounds for dim 0 of size 3"
    CASES.append(upstream(f"extract-{value}", f"%v = tensor.extract %x[%ik] : {VECTOR}" + TO_TENSOR,
                          {"i": value}, error, X))
    CASES.append(upstream(f"extract-static-{value}", "%v = tensor.extract %x[%ik] : tensor<3xf32>" + TO_TENSOR,
                          {"i": value}, error, STATIC))
    CASES.append(upstream(f"extract-uniform-{value}", "%x = arith.constant dense<2.0> : tensor<3xf32>\n"
                          "  %v = tensor.extract %x[%ik] : tensor<3xf32>" + TO_TENSOR, {"i": value}, error))
    CASES.append(upstream(f"insert-{value}", "%v = arith.constant 1.0 : f32\n"
                          f"  %r = tensor.insert %v into %x[%ik] : {VECTOR}", {"i": value},
                          f"tensor.insert at .*: index {value} is out of bounds for dim 0 of size 3", X, VECTOR))
CASES += [
    upstream("extract-inner", "%c1 = arith.constant 1 : index\n"
             "  %v = tensor.extract %x[%c1, %ik] : tensor<?x3xf32>" + TO_TENSOR, {"i": 3},
             "index 3 is out of bounds for dim 1 of size 3", MATRIX),
    upstream("extract-constant", "%c3 = arith.constant 3 : index\n"
             "  %v = tensor.extract %x[%c3] : tensor<3xf32>" + TO_TENSOR, {},
             "index 3 is out of bounds for dim 0 of size 3", STATIC),
    upstream("extract-loop", SUM + TO_TENSOR, {"n": 4}, "index 3 is out of bounds for dim 0 of size 3", X),
    upstream("extract-body-above", SHIFT, {"n": 1}, "index 3 is out of bounds for dim 0 of size 3", X, "tensor<3xf32>"),
    upstream("extract-body-below", SHIFT, {"n": -1}, "index -1 is out of bounds for dim 0 of size 3", X,
             "tensor<3xf32>"),
    upstream("extract-branch", CHOICE + TO_TENSOR, {"n": 3}, "index 3 is out of bounds for dim 0 of size 3", X),
]

SLICE = "%r = tensor.extract_slice %x[%ok] [%nk] [%sk] : tensor<?xf32> to tensor<?xf32>"
for offset, size, stride in ((2, 2, 1), (4, 0, 1), (-1, 1, 1), (1, -1, 1), (MIN, 1, 1), (MAX, 1, 1), (1, MAX, 1),
                             (MAX, MAX, MAX), (0, 3, 2), (0, 3, MAX), (0, MIN, 1), (3, 1, 2)):
    CASES.append(upstream(f"slice-{offset}-{size}-{stride}", SLICE, {"o": offset, "n": size, "s": stride},
                          f"tensor.extract_slice at .*: offset {offset}, size {size} and stride {stride} "
                          "leave dim 0 of size 3", X, VECTOR))
for stride in (0, -1, MIN):
    CASES.append(upstream(f"slice-stride-{stride}", SLICE, {"o": 0, "n": 1, "s": stride},
                          f"tensor.extract_slice at .*: stride {stride} of dim 0 is not positive", X, VECTOR))
CASES.append(upstream("slice-static-stride", f"%r = tensor.extract_slice %x[0] [3] [{MAX}] : {VECTOR} to tensor<3xf32>",
                      {}, f"offset 0, size 3 and stride {MAX} leave dim 0 of size 3", X, "tensor<3xf32>"))

PASTE = "%r = tensor.insert_slice %y into %x[%ok, 1] [1, %nk] [1, 1] : tensor<?xf32> into tensor<?x3xf32>"
for offset, size, given, error in (
        (2, 1, 1, "offset 2, size 1 and stride 1 leave dim 0 of size 2"),
        (-1, 1, 1, "offset -1, size 1 and stride 1 leave dim 0 of size 2"),
        (0, 3, 3, "offset 1, size 3 and stride 1 leave dim 1 of size 3"),
        (0, MAX, 1, f"offset 1, size {MAX} and stride 1 leave dim 1 of size 3"),
        (0, 2, 1, "a source of shape 1 does not fit the slice of shape 2"),
        (0, 1, 2, "a source of shape 2 does not fit the slice of shape 1")):
    CASES.append(upstream(f"insert-slice-{offset}-{size}-{given}", PASTE, {"o": offset, "n": size},
                          "tensor.insert_slice at .*: " + error, MATRIX + [("y", VECTOR, f"zeros:{given}")],
                          "tensor<?x3xf32>"))
for value in (MIN, -1, 2, MAX):
    CASES.append(upstream(f"dim-{value}", "%d = tensor.dim %x, %ik : tensor<?x3xf32>\n"
                          "  %v = arith.index_cast %d : index to i64\n  %r = tensor.from_elements %v : tensor<i64>",
                          {"i": value}, f"tensor.dim at .*: dim {value} does not exist in a tensor of rank 2",
                          MATRIX, "tensor<i64>"))
