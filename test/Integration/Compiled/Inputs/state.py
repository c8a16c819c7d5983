"""State between calls: updates that use old values, exchanges, results that
are state, errors that leave it alone, arguments that may be overwritten."""

import os
import sys

import numpy as np

from compare import MODES, Program, Suite, Value, difference, stored


def run(suite, name, source, results, repeat, *options):
    """Runs a program given as text; `results` are element types, static dims
    and right values."""
    program = Program(name)
    program.source, program.options = source, list(options)
    for i, (dtype, dims, expected) in enumerate(results):
        program.result(Value("", dtype, dims), f"result {i}", expected=expected)
    suite.run(program, repeat)


def scalars(names):
    return "\n".join(f"ml_program.global private mutable @{name}(dense<{value}> : tensor<i64>)"
                     " : tensor<i64>" for name, value in names.items())


UPDATES = scalars({"a": 1, "b": 10, "c": 100}) + """
func.func @main() -> (tensor<i64>, tensor<i64>, tensor<i64>) {
  %one = croton.constant dense<1> : tensor<i64>
  %a = ml_program.global_load @a : tensor<i64>
  %b = ml_program.global_load @b : tensor<i64>
  %c = ml_program.global_load @c : tensor<i64>
  %nb = croton.add %b, %one : tensor<i64>, tensor<i64>
  %nc = croton.add %a, %b : tensor<i64>, tensor<i64>
  ml_program.global_store @a = %a : tensor<i64>
  ml_program.global_store @b = %nb : tensor<i64>
  ml_program.global_store @c = %nc : tensor<i64>
  return %a, %nb, %nc : tensor<i64>, tensor<i64>, tensor<i64>
}
"""

SWAP = scalars({"a": 1, "b": 10, "c": 100}) + """
func.func @main() -> (tensor<i64>, tensor<i64>, tensor<i64>) {
  %a = ml_program.global_load @a : tensor<i64>
  %b = ml_program.global_load @b : tensor<i64>
  %c = ml_program.global_load @c : tensor<i64>
  ml_program.global_store @a = %b : tensor<i64>
  ml_program.global_store @b = %c : tensor<i64>
  ml_program.global_store @c = %a : tensor<i64>
  return %a, %b, %c : tensor<i64>, tensor<i64>, tensor<i64>
}
"""

# A result is the state before and after an update in place; a view of one
# state becomes another; a size changes.
VIEWS = """
ml_program.global private mutable @m(dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf64>) : tensor<2x2xf64>
ml_program.global private mutable @t(dense<0.0> : tensor<2x2xf64>) : tensor<2x2xf64>
func.func @main() -> (tensor<2x2xf64>, tensor<2x2xf64>, tensor<2x2xf64>, tensor<2xf64>) {
  %m = ml_program.global_load @m : tensor<2x2xf64>
  %t = ml_program.global_load @t : tensor<2x2xf64>
  %turned = croton.dimshuffle %m [1, 0] : tensor<2x2xf64>
  %ten = croton.constant dense<10.0> : tensor<1xf64>
  %next = croton.inc_subtensor %m[0, :], %ten : tensor<2x2xf64>, tensor<1xf64>
  %row = croton.subtensor %next[0, :] : tensor<2x2xf64>
  ml_program.global_store @m = %next : tensor<2x2xf64>
  ml_program.global_store @t = %turned : tensor<2x2xf64>
  return %m, %t, %next, %row : tensor<2x2xf64>, tensor<2x2xf64>, tensor<2x2xf64>, tensor<2xf64>
}
"""

# KF-66: values that share memory in turn, and two loads of one state.
ORDER = """
ml_program.global private mutable @g(dense<[1, 2, 3, 4]> : tensor<4xi64>) : tensor<4xi64>
ml_program.global private mutable @acc(dense<0> : tensor<i64>) : tensor<i64>
func.func @main() -> (tensor<i64>, tensor<4xi64>, tensor<4xi64>) {
  %h1 = ml_program.global_load @g : tensor<4xi64>
  %c11 = croton.constant dense<11> : tensor<1xi64>
  %c7 = croton.constant dense<7> : tensor<1xi64>
  %a = croton.mul %h1, %c11 : tensor<4xi64>, tensor<1xi64>
  %h2 = ml_program.global_load @g : tensor<4xi64>
  %s = croton.sum %a axes [0] : tensor<4xi64>
  %b = croton.add %a, %c7 : tensor<4xi64>, tensor<1xi64>
  ml_program.global_store @g = %b : tensor<4xi64>
  %u = croton.sum %b axes [0] : tensor<4xi64>
  %acc = ml_program.global_load @acc : tensor<i64>
  %d = croton.sub %acc, %s : tensor<i64>, tensor<i64>
  %e = croton.sub %d, %u : tensor<i64>, tensor<i64>
  ml_program.global_store @acc = %e : tensor<i64>
  return %e, %b, %h2 : tensor<i64>, tensor<4xi64>, tensor<4xi64>
}
"""

# The size of the state grows with each call.
GROWING = """
ml_program.global private mutable @n(dense<1> : tensor<i64>) : tensor<i64>
ml_program.global private mutable @v(dense<[5.0]> : tensor<1xf32>) : tensor<?xf32>
func.func @main() -> (tensor<?xf32>, tensor<?xf32>) {
  %one = croton.constant dense<1> : tensor<i64>
  %n = ml_program.global_load @n : tensor<i64>
  %v = ml_program.global_load @v : tensor<?xf32>
  %more = croton.add %n, %one : tensor<i64>, tensor<i64>
  %zero = croton.constant dense<0.5> : tensor<f32>
  %w = croton.alloc %zero, %more : tensor<f32> -> tensor<?xf32>
  %u = croton.inc_subtensor %w[:%n], %v set : tensor<?xf32>, tensor<?xf32>, tensor<i64>
  ml_program.global_store @n = %more : tensor<i64>
  ml_program.global_store @v = %u : tensor<?xf32>
  return %v, %u : tensor<?xf32>, tensor<?xf32>
}
"""

# KF-58: a value from outside is read again by each call.
REUSED = """
ml_program.global private mutable @z(dense<0.0> : tensor<3xf32>) : tensor<3xf32>
func.func @main() -> (tensor<3xf32>, tensor<3xf32>) {
  %z = ml_program.global_load @z : tensor<3xf32>
  %two = croton.constant dense<2.0> : tensor<1xf32>
  %one = croton.constant dense<1.0> : tensor<1xf32>
  %t = croton.sub %z, %two : tensor<3xf32>, tensor<1xf32>
  %u = croton.sub %t, %one : tensor<3xf32>, tensor<1xf32>
  return %u, %z : tensor<3xf32>, tensor<3xf32>
}
"""

# Momentum: the gradient of a loss by the state, both states updated at once.
TRAINING = """
ml_program.global private mutable @w(dense<[1.0, -2.0]> : tensor<2xf64>) : tensor<2xf64>
ml_program.global private mutable @v(dense<0.0> : tensor<2xf64>) : tensor<2xf64>
func.func @main() -> (tensor<f64>, tensor<2xf64>, tensor<2xf64>) {
  %half = croton.constant dense<0.5> : tensor<1xf64>
  %rate = croton.constant dense<0.25> : tensor<1xf64>
  %w = ml_program.global_load @w : tensor<2xf64>
  %v = ml_program.global_load @v : tensor<2xf64>
  %s = croton.sqr %w : tensor<2xf64>
  %loss = croton.sum %s axes [0] : tensor<2xf64>
  %g = croton.grad %loss : tensor<f64> wrt(%w : tensor<2xf64>)
  %a = croton.mul %half, %v : tensor<1xf64>, tensor<2xf64>
  %b = croton.mul %rate, %g : tensor<1xf64>, tensor<2xf64>
  %nv = croton.sub %a, %b : tensor<2xf64>, tensor<2xf64>
  %nw = croton.add %w, %nv : tensor<2xf64>, tensor<2xf64>
  ml_program.global_store @w = %nw : tensor<2xf64>
  ml_program.global_store @v = %nv : tensor<2xf64>
  return %loss, %w, %v : tensor<f64>, tensor<2xf64>, tensor<2xf64>
}
"""


def trained(calls):
    w, v = np.array([1.0, -2.0]), np.zeros(2)
    for _ in range(calls):
        loss, old = np.sum(w ** 2), (w, v)
        v = 0.5 * v - 0.25 * 2 * w
        w = w + v
    return [("f64", [], loss), ("f64", [2], old[0]), ("f64", [2], old[1])]


# The third call fails between two updates; neither is made.
FAILING = scalars({"a": 0, "b": 0}) + """
func.func @main() -> tensor<i64> {
  %one = croton.constant dense<1> : tensor<i64>
  %two = croton.constant dense<2> : tensor<i64>
  %a = ml_program.global_load @a : tensor<i64>
  %b = ml_program.global_load @b : tensor<i64>
  %na = croton.add %a, %one : tensor<i64>, tensor<i64>
  ml_program.global_store @a = %na : tensor<i64>
  %few = croton.lt %b, %two : tensor<i64>, tensor<i64>
  %nb = croton.add %b, %one : tensor<i64>, tensor<i64>
  %sure = croton.assert %nb, %few, "no more calls" : tensor<i64>, tensor<i1>
  ml_program.global_store @b = %sure : tensor<i64>
  return %sure : tensor<i64>
}
"""


def failing(suite):
    """The state that is saved after an error is that of the last good call."""
    source = os.path.join(suite.folder, "failing.mlir")
    with open(source, "w") as file:
        file.write(FAILING)
    for mode, options in MODES:
        saved = os.path.join(suite.folder, f"failing.{mode}")
        good = suite.call(source, "--entry=main", "--no-progress", "--repeat=2", f"--save-state={saved}",
                          *options)
        bad = suite.call(source, "--entry=main", "--no-progress", f"--load-state={saved}",
                         f"--save-state={saved}", *options)
        suite.compared += 1
        if good.returncode != 0 or bad.returncode != 1 or "no more calls" not in bad.stderr:
            suite.fail(f"failing, {mode}: {good.returncode} {bad.returncode} {good.stderr}{bad.stderr}")
            continue
        for name in "ab":
            text = difference(stored(np.load(os.path.join(saved, name + ".npy")), "i64"),
                              np.array(2), "i64", 0, None)
            if text:
                suite.fail(f"failing, {mode}: {name} after the error: {text}")


def main():
    suite = Suite(sys.argv)
    for calls in (1, 2, 3):
        run(suite, f"kf61_{calls}", UPDATES,
            [("i64", [], 1), ("i64", [], 10 + calls), ("i64", [], 10 + calls)], calls)
    cycle = [1, 10, 100]
    for calls in (1, 2, 4):
        now = [cycle[(k + calls - 1) % 3] for k in range(3)]
        run(suite, f"swap_{calls}", SWAP, [("i64", [], value) for value in now], calls)
    m = np.array([[1.0, 2.0], [3.0, 4.0]])
    for calls in (1, 2, 3):
        now = m + np.array([[10.0 * (calls - 1)], [0.0]])
        before = np.zeros((2, 2)) if calls == 1 else (now - np.array([[10.0], [0.0]])).T
        after = now + np.array([[10.0], [0.0]])
        run(suite, f"views_{calls}", VIEWS, [("f64", [2, 2], now), ("f64", [2, 2], before),
                                            ("f64", [2, 2], after), ("f64", [2], after[0])], calls)
    run(suite, "kf66", ORDER, [("i64", [], -248), ("i64", [4], [18, 29, 40, 51]),
                                ("i64", [4], [1, 2, 3, 4])], 1)
    for calls in (1, 4):
        run(suite, f"growing_{calls}", GROWING,
            [("f32", [None], [5.0] + [0.5] * (calls - 1)), ("f32", [None], [5.0] + [0.5] * calls)], calls)
    run(suite, "kf58", REUSED, [("f32", [3], [-3.0] * 3), ("f32", [3], [0.0] * 3)], 3)
    for calls in (1, 2, 5):
        run(suite, f"training_{calls}", TRAINING, trained(calls), calls)
    failing(suite)
    suite.finish()


main()
