"""softmax, log_softmax and the cross-entropies on every float type, with NaN,
infinities and large differences, along every axis."""

import sys

import numpy as np

from compare import FLOATS, INTEGERS, Program, Suite, epsilon

INF, NAN = np.inf, np.nan


def relative(dtype):
    """The allowed error relative to the largest term: a sum of exponentials
    within 4 steps each, a division and a logarithm."""
    return (1.01 if dtype in ("f16", "bf16") else 32) * epsilon(dtype)


ROWS = np.array([[0.5, -1.0, 2.0, 3.0, -0.25], [100.0, 0.0, -100.0, 50.0, 99.0],
                 [1.0, 1.0, 1.0, 1.0, 1.0], [0.0, -0.0, 0.0, -0.0, 0.0],
                 [-INF, 1.0, -INF, 2.0, 0.0], [NAN, 1.0, 2.0, 3.0, 4.0], [INF, 1.0, 2.0, 3.0, 4.0],
                 [-INF] * 5, [1.0, 2.0, 3.0, 4.0, NAN], [-INF, -INF, -INF, -INF, 3.0]])


def right_softmax(x):
    with np.errstate(all="ignore"):
        e = np.exp(x - np.max(x, axis=-1, keepdims=True))
        return e / np.sum(e, axis=-1, keepdims=True)


def right_log_softmax(x):
    with np.errstate(all="ignore"):
        d = x - np.max(x, axis=-1, keepdims=True)
        return d - np.log(np.sum(np.exp(d), axis=-1, keepdims=True))


def softmaxes(dtype):
    program = Program(f"softmax_{dtype}")
    with np.errstate(all="ignore"):
        right, log = right_softmax(ROWS), right_log_softmax(ROWS)
        bounds = relative(dtype) * np.maximum(np.abs(right), 1e-6)
        log_bounds = relative(dtype) * np.maximum(np.abs(log), 2.0)
    for make in (program.dynamic, program.argument, program.constant):
        x = make(ROWS, dtype)
        program.result(program.op("softmax", [x], dtype, x.dims, "axis 1"), "softmax", bound=bounds,
                       expected=right)
        program.result(program.op("log_softmax", [x], dtype, x.dims, "axis 1"), "log_softmax",
                       bound=log_bounds, expected=log)
    x = program.dynamic(ROWS.T, dtype)
    program.result(program.op("softmax", [x], dtype, x.dims, "axis 0"), "of columns", bound=bounds.T,
                   expected=right.T)
    program.result(program.op("log_softmax", [x], dtype, x.dims, "axis 0"), "of columns",
                   bound=log_bounds.T, expected=log.T)
    y = program.elementwise("neg", program.elementwise("neg", x))
    s = program.op("softmax", [y], dtype, x.dims, "axis 0")
    program.result(program.elementwise("neg", s), "between loops", bound=bounds.T, expected=-right.T)
    return program


def shapes():
    """Rank 1 and 3, empty slices, long rows."""
    program = Program("shapes")
    rng = np.random.default_rng(0)
    cube = rng.normal(size=(3, 4, 37))
    x = program.dynamic(cube, "f32")
    for axis in range(3):
        moved = np.moveaxis(cube, axis, -1)
        for op, right in (("softmax", right_softmax), ("log_softmax", right_log_softmax)):
            program.result(program.op(op, [x], "f32", x.dims, f"axis {axis}"), f"{op} {axis}",
                           bound=1e-5, expected=np.moveaxis(right(moved), -1, axis))
    for n in (1, 7, 8, 9, 1000):
        row = rng.normal(size=n)
        v = program.dynamic(row, "f64")
        program.result(program.op("softmax", [v], "f64", v.dims, "axis 0"), f"row of {n}", bound=1e-14,
                       expected=right_softmax(row))
    nothing = program.dynamic(np.zeros((3, 0)), "f32")
    for axis in (0, 1):
        for op in ("softmax", "log_softmax"):
            program.result(program.op(op, [nothing], "f32", nothing.dims, f"axis {axis}"),
                           "of nothing", expected=np.zeros((3, 0)))
    # KF-13: the stable form far below what the exponential can show.
    c = 13.0 * np.arange(1, 10)
    for make in (program.dynamic, program.constant):
        v = make(c, "f32")
        program.result(program.op("log_softmax", [v], "f32", v.dims, "axis 0"), "KF-13",
                       bound=1e-5, expected=right_log_softmax(c))
    return program


def crossentropies(dtype):
    program = Program(f"crossentropy_{dtype}")
    rng = np.random.default_rng(1)
    logits = rng.normal(size=(2, 3, 4)) * 3
    z = program.dynamic(logits, dtype)
    p = program.dynamic(right_softmax(logits), dtype)
    for k, index_type in enumerate(INTEGERS):
        target = rng.integers(0, 4, size=(2, 3))
        y = program.dynamic(target, index_type)
        log = right_log_softmax(logits)
        right = -np.take_along_axis(log, target[..., None], -1)[..., 0]
        # Both start from inputs rounded to the type.
        loose = 40 * epsilon(dtype) * 10
        program.result(program.op("crossentropy_softmax", [z, y], dtype, [None, None]),
                       f"of logits, {index_type}", bound=loose, expected=right)
        if k < 2:
            program.result(program.op("categorical_crossentropy", [p, y], dtype, [None, None]),
                           f"of probabilities, {index_type}", bound=loose, expected=right)
    rows = program.argument(ROWS, dtype)
    y = program.argument(np.arange(10) % 5, "i64")
    log = -right_log_softmax(ROWS)[np.arange(10), np.arange(10) % 5]
    with np.errstate(all="ignore"):
        program.result(program.op("crossentropy_softmax", [rows, y], dtype, [10]), "edges",
                       bound=relative(dtype) * np.maximum(np.abs(log), 2), expected=log)
    v = program.argument(logits[0, 0], dtype, [None])
    one = program.argument(2, "i64")
    program.result(program.op("crossentropy_softmax", [v, one], dtype, []), "of a vector",
                   bound=relative(dtype) * 12)
    none = program.dynamic(np.zeros((0, 4)), dtype)
    empty = program.dynamic(np.zeros(0), "i64")
    for op in ("crossentropy_softmax", "categorical_crossentropy"):
        program.result(program.op(op, [none, empty], dtype, [None]), "of nothing", expected=np.zeros(0))
    return program


def main():
    suite = Suite(sys.argv)
    for dtype in FLOATS:
        suite.run(softmaxes(dtype))
        suite.run(crossentropies(dtype))
    suite.run(shapes())
    suite.finish()


main()
