"""Values that compiled code must refuse: extreme indices, sizes and shapes."""

from programs import function

LEAST = 25
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
