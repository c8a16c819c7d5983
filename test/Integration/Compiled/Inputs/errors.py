"""Run-time errors: each way of running ends with exit code 1 and one error that
names the op, its place in the source and the values. None crashes, and none
goes on with a wrong value."""

import sys

from compare import Suite

F, I = "tensor<?xf32>", "tensor<?xi64>"

# Name, arguments' types and values, line of code, result type, and what the
# error says. The op is always on line 3.
CASES = [
    ("add", [F, F], ["[1,2]", "[1,2,3]"], "croton.add %0, %1 : {0}, {1}", F,
     ["croton.add", "broadcast", "2 and 3", "dim 0"]),
    ("add_inner", ["tensor<4x?xf32>"] * 2, ["ones:4x3", "ones:4x2"], "croton.add %0, %1 : {0}, {1}",
     "tensor<4x?xf32>", ["croton.add", "broadcast", "3", "2", "dim 1"]),
    ("run_time_one", [F, F], ["[1]", "[1,2,3]"], "croton.mul %0, %1 : {0}, {1}", F,
     ["croton.mul", "broadcast", "1 and 3", "dim 0"]),
    ("run_time_zero", [F, F], ["zeros:0", "[1,2,3]"], "croton.lt %0, %1 : {0}, {1}", "tensor<?xi1>",
     ["croton.lt", "broadcast", "0 and 3", "dim 0"]),
    ("switch", ["tensor<?xi1>", F, "tensor<1xf32>"], ["[true,false]", "[1,2,3]", "[0]"],
     "croton.switch %0, %1, %2 : {0}, {1}, {2}", F, ["croton.switch", "broadcast", "2 and 3", "dim 0"]),
    ("fill", [F, F], ["[1,2]", "[1,2,3]"], "croton.fill %0, %1 : {0}, {1}", F,
     ["croton.fill", "broadcast", "2 and 3", "dim 0"]),
    ("max", ["tensor<4x?xf32>"], ["zeros:4x0"], "croton.max %0 axes [1] : {0}", "tensor<4xf32>",
     ["croton.max", "empty"]),
    ("argmax", ["tensor<?x?xf32>"], ["zeros:0x0"], "croton.argmax %0 axes [0] : {0}", I,
     ["croton.argmax", "empty"]),
    ("reshape", [F, "tensor<2xi64>"], ["zeros:6", "[5,5]"],
     "croton.reshape %0, %1 : {0}, {1} -> tensor<?x?xf32>", "tensor<?x?xf32>",
     ["croton.reshape", "6", "5"]),
    ("reshape_rest", [F, "tensor<2xi64>"], ["zeros:6", "[4,-1]"],
     "croton.reshape %0, %1 : {0}, {1} -> tensor<?x?xf32>", "tensor<?x?xf32>",
     ["croton.reshape", "6", "4"]),
    ("reshape_two_rests", [F, "tensor<2xi64>"], ["zeros:6", "[-1,-1]"],
     "croton.reshape %0, %1 : {0}, {1} -> tensor<?x?xf32>", "tensor<?x?xf32>",
     ["croton.reshape", "-1"]),
    ("reshape_negative", [F, "tensor<1xi64>"], ["zeros:6", "[-6]"],
     "croton.reshape %0, %1 : {0}, {1} -> tensor<?xf32>", F, ["croton.reshape", "-6"]),
    ("reshape_nothing", [F, "tensor<2xi64>"], ["zeros:0", "[0,-1]"],
     "croton.reshape %0, %1 : {0}, {1} -> tensor<?x?xf32>", "tensor<?x?xf32>",
     ["croton.reshape", "-1", "0"]),
    ("reshape_overflow", [F, "tensor<2xi64>"], ["zeros:6", "[4611686018427387904,4611686018427387904]"],
     "croton.reshape %0, %1 : {0}, {1} -> tensor<?x?xf32>", "tensor<?x?xf32>",
     ["croton.reshape", "4611686018427387904"]),
    ("reshape_promise", [F, "tensor<2xi64>"], ["zeros:6", "[3,2]"],
     "croton.reshape %0, %1 : {0}, {1} -> tensor<?x3xf32>", "tensor<?x3xf32>",
     ["croton.reshape", "3", "2"]),
    ("specify_shape", [F, "tensor<1xi64>"], ["zeros:3", "[4]"],
     "croton.specify_shape %0, %1 : {0}, {1} -> tensor<?xf32>", F, ["croton.specify_shape", "3", "4"]),
    ("alloc_negative", ["tensor<f32>", "tensor<i64>"], ["1", "-2"],
     "croton.alloc %0, %1 : {0} -> tensor<?xf32>", F, ["croton.alloc", "-2"]),
    ("alloc_promise", ["tensor<f32>", "tensor<i64>"], ["1", "4"],
     "croton.alloc %0, %1 : {0} -> tensor<2xf32>", "tensor<2xf32>", ["croton.alloc", "4", "2"]),
    ("alloc_value", [F, "tensor<i64>"], ["zeros:3", "4"],
     "croton.alloc %0, %1 : {0} -> tensor<?xf32>", F, ["croton.alloc", "shape 3", "shape 4"]),
    ("alloc_huge", ["tensor<f32>", "tensor<i64>"], ["1", "4611686018427387904"],
     "croton.alloc %0, %1, %1 : {0} -> tensor<?x?xf32>", "tensor<?x?xf32>",
     ["croton.alloc", "4611686018427387904"]),
    ("index_above", [F, "tensor<i64>"], ["zeros:5", "5"], "croton.subtensor %0[%1] : {0}, {1}",
     "tensor<f32>", ["croton.subtensor", "index 5", "size 5"]),
    ("index_below", ["tensor<3x?xf32>", "tensor<i8>"], ["zeros:3x5", "-6"],
     "croton.subtensor %0[:, %1] : {0}, {1}", "tensor<3xf32>", ["croton.subtensor", "index -6", "size 5"]),
    ("index_unsigned", [F, "tensor<ui64>"], ["zeros:5", "18446744073709551615"],
     "croton.subtensor %0[%1] : {0}, {1}", "tensor<f32>", ["croton.subtensor", "size 5"]),
    ("index_of_nothing", [F], ["zeros:0"], "croton.subtensor %0[-1] : {0}", "tensor<f32>",
     ["croton.subtensor", "index -1", "size 0"]),
    ("step_zero", [F, "tensor<i64>"], ["zeros:5", "0"], "croton.subtensor %0[::%1] : {0}, {1}", F,
     ["croton.subtensor", "step"]),
    ("set_index", [F, "tensor<f32>", "tensor<i64>"], ["zeros:5", "1", "7"],
     "croton.inc_subtensor %0[%2], %1 set : {0}, {1}, {2}", F,
     ["croton.inc_subtensor", "index 7", "size 5"]),
    ("set_sizes", [F, F], ["zeros:5", "zeros:2"], "croton.inc_subtensor %0[1:4], %1 : {0}, {1}", F,
     ["croton.inc_subtensor", "2", "3"]),
    ("take", [F, I], ["zeros:5", "[4,-6]"], "croton.take %0, %1 axis 0 : {0}, {1}", F,
     ["croton.take", "index -6", "size 5"]),
    ("take_nothing", ["tensor<4x?xf32>", I], ["zeros:4x0", "[0]"],
     "croton.take %0, %1 axis 1 mode clip : {0}, {1}", "tensor<4x?xf32>", ["croton.take", "empty"]),
    ("inc_take", [F, "tensor<?xui8>", F], ["zeros:5", "[4,200]", "zeros:2"],
     "croton.inc_take %0, %1, %2 axis 0 : {0}, {1}, {2}", F, ["croton.inc_take", "index 200", "size 5"]),
    ("inc_take_sizes", [F, I, F], ["zeros:5", "[4,0]", "zeros:3"],
     "croton.inc_take %0, %1, %2 axis 0 : {0}, {1}, {2}", F, ["croton.inc_take", "3", "2"]),
    ("one_hot", [I, "tensor<i64>"], ["[2,-1]", "3"], "croton.one_hot %0, %1 : {0} -> tensor<?x?xi1>",
     "tensor<?x?xi1>", ["croton.one_hot", "-1", "3"]),
    ("one_hot_depth", [I, "tensor<i64>"], ["[0]", "-3"], "croton.one_hot %0, %1 : {0} -> tensor<?x?xi1>",
     "tensor<?x?xi1>", ["croton.one_hot", "-3"]),
    ("one_hot_promise", [I, "tensor<i64>"], ["[0]", "4"], "croton.one_hot %0, %1 : {0} -> tensor<?x3xi1>",
     "tensor<?x3xi1>", ["croton.one_hot", "4", "3"]),
    ("dot", ["tensor<?x?xf32>"] * 2, ["zeros:2x3", "zeros:4x2"], "croton.dot %0, %1 : {0}, {1}",
     "tensor<?x?xf32>", ["croton.dot", "3", "4"]),
    ("dot_one", ["tensor<?x?xf32>", F], ["zeros:2x3", "zeros:1"], "croton.dot %0, %1 : {0}, {1}", F,
     ["croton.dot", "3", "1"]),
    ("batched_dot", ["tensor<?x?x?xf32>"] * 2, ["zeros:2x3x4", "zeros:1x4x5"],
     "croton.batched_dot %0, %1 : {0}, {1}", "tensor<?x?x?xf32>", ["croton.batched_dot", "2", "1"]),
    ("crossentropy", ["tensor<?x?xf32>", I], ["zeros:2x3", "[0,3]"],
     "croton.crossentropy_softmax %0, %1 : {0}, {1}", F, ["croton.crossentropy_softmax", "target 3", " 3"]),
    ("crossentropy_probabilities", ["tensor<?x?xf32>", I], ["zeros:2x3", "[-1,0]"],
     "croton.categorical_crossentropy %0, %1 : {0}, {1}", F,
     ["croton.categorical_crossentropy", "target -1", " 3"]),
    ("crossentropy_sizes", ["tensor<?x?xf32>", I], ["zeros:2x3", "[0]"],
     "croton.crossentropy_softmax %0, %1 : {0}, {1}", F, ["croton.crossentropy_softmax", "2", "1"]),
    ("assert", [F, "tensor<i1>"], ["zeros:2", "false"],
     'croton.assert %0, %1, "sizes must be positive" : {0}, {1}', F, ["sizes must be positive"]),
    ("assert_second", [F, "tensor<i1>", "tensor<i1>"], ["zeros:2", "true", "false"],
     'croton.assert %0, %1, %2, "not {{0}} and %d" : {0}, {1}, {2}', F, ["not {0} and %d"]),
    ("cast", [F], ["zeros:3"], "tensor.cast %0 : {0} to tensor<4xf32>", "tensor<4xf32>", ["3", "4"]),
]

# KF-36: an index that is outside a slice but inside what was sliced.
SLICES = [("kf36_before", "-2:", "-3"), ("kf36_after", "1:3", "2")]


def main():
    suite = Suite(sys.argv)
    for name, types, values, code, result, patterns in CASES:
        arguments = ", ".join(f"%{i}: {kind}" for i, kind in enumerate(types))
        text = (f"func.func @main({arguments}) -> {result} {{\n  // The op:\n"
                f"  %r = {code.format(*types)}\n  return %r : {result}\n}}\n")
        suite.errors(name, text, [f"--arg={i}={value}" for i, value in enumerate(values)],
                     patterns + [f"{name}.mlir:3:8"])
    for name, entries, index in SLICES:
        suite.errors(name, f"""func.func @main(%x: tensor<?xf64>) -> tensor<f64> {{
  %s = croton.subtensor %x[{entries}] : tensor<?xf64>
  %r = croton.subtensor %s[{index}] : tensor<?xf64>
  return %r : tensor<f64>
}}
""", ["[0,1,2,3,4]"], ["croton.subtensor", f"index {index}", "size 2", f"{name}.mlir:3:8"])
    suite.finish()


main()
