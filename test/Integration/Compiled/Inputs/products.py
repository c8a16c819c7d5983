"""dot and batched_dot on every element type and rank, small and large (inline
and by BLAS), of views and of nothing."""

import itertools
import sys

import numpy as np

from compare import (COMPLEX, FLOATS, INEXACT, INTEGERS, STORAGE, Program, Suite, epsilon,
                     name_of)

NUMBERS = INTEGERS + FLOATS + COMPLEX


def data(dtype, shape, seed):
    rng = np.random.default_rng(seed)
    if dtype in COMPLEX:
        return rng.normal(size=shape) + 1j * rng.normal(size=shape)
    if dtype in FLOATS:
        return rng.normal(size=shape)
    info = np.iinfo(STORAGE[dtype])
    return rng.integers(info.min, info.max, size=shape, endpoint=True, dtype=STORAGE[dtype])


def product_dims(x, y):
    return x.dims[:-1] + y.dims[1:]


def bound_of(x, y, dtype, product=np.dot):
    """Two sums in any order of k products differ by at most that much."""
    if dtype not in INEXACT:
        return None
    x, y = np.asarray(x), np.asarray(y)
    total = product(abs(x), abs(y)).astype(np.float64)
    if dtype in ("f16", "bf16"):
        return 1.01 * epsilon(dtype) * total
    kind = dtype[len("complex<"):-1] if dtype in COMPLEX else dtype
    return 4 * max(x.shape[-1], 1) * epsilon(kind) * total


def dot(program, x, y):
    return program.op("dot", [x, y], x.dtype, product_dims(x, y))


def every_type(dtype):
    """Matrices and vectors in all four pairings, static and dynamic."""
    program = Program(f"dot_{name_of(dtype)}")
    matrix, other = data(dtype, (5, 7), 0), data(dtype, (7, 3), 1)
    long, short = data(dtype, (7,), 2), data(dtype, (5,), 3)
    for make in (program.dynamic, program.argument):
        for a, b in ((matrix, other), (matrix, long), (short, matrix), (long, long)):
            x, y = make(a, dtype), make(b, dtype)
            r = dot(program, x, y)
            label = f"{np.shape(a)} . {np.shape(b)}"
            bound = bound_of(a, b, dtype)
            if dtype in INTEGERS:
                with np.errstate(over="ignore"):
                    program.result(r, label, expected=np.dot(a, b))
            else:
                program.result(r, label, bound=bound)
    a, b = data(dtype, (3, 4, 5), 4), data(dtype, (3, 5, 2), 5)
    for make in (program.dynamic, program.argument):
        x, y = make(a, dtype), make(b, dtype)
        r = program.op("batched_dot", [x, y], dtype, x.dims[:2] + y.dims[2:])
        program.result(r, "batched_dot", bound=bound_of(a, b, dtype, np.matmul))
    return program


def empty():
    """Every subset of the sizes is zero (KF-31); the sum of nothing is 0."""
    program = Program("empty")
    for dtype in ("f32", "f64", "i32", "complex<f32>"):
        for m, k, n in itertools.product((0, 3), (0, 4), (0, 2)):
            x = program.dynamic(np.ones((m, k)), dtype)
            y = program.dynamic(np.ones((k, n)), dtype)
            program.result(dot(program, x, y), f"{m}x{k} . {k}x{n}", expected=np.full((m, n), k))
            v = program.dynamic(np.ones(k), dtype)
            program.result(dot(program, x, v), f"{m}x{k} . {k}", expected=np.full(m, k))
            if m == n:
                continue
            a = program.dynamic(np.ones((2, m, k)), dtype)
            b = program.dynamic(np.ones((2, k, n)), dtype)
            r = program.op("batched_dot", [a, b], dtype, [None] * 3)
            program.result(r, "batched_dot", expected=np.full((2, m, n), k))
    w, z = program.argument(np.ones((5, 0)), "f32"), program.argument(np.ones(0), "f32")
    program.result(dot(program, w, z), "KF-31", expected=np.zeros(5))
    c = program.dynamic(np.arange(6.0).reshape(2, 3), "f32")
    p = dot(program, program.argument(np.ones((2, 0)), "f32"), program.argument(np.ones((0, 3)), "f32"))
    program.result(program.elementwise("add", c, p), "KF-31", expected=np.arange(6.0).reshape(2, 3))
    return program


def large():
    """Sizes that go to BLAS, with odd tails; transposed and sliced operands;
    NaN and infinity met by zeros; a loop before and after."""
    program = Program("large")
    for dtype in ("f32", "f64", "complex<f64>"):
        a, b = data(dtype, (65, 130), 6), data(dtype, (130, 67), 7)
        x, y = program.dynamic(a, dtype), program.dynamic(b, dtype)
        xt, yt = program.dynamic(a.T, dtype), program.dynamic(b.T, dtype)
        bound = bound_of(a, b, dtype)
        for p, q in ((x, y), (program.dimshuffle(xt, [1, 0]), y), (x, program.dimshuffle(yt, [1, 0])),
                     (program.dimshuffle(xt, [1, 0]), program.dimshuffle(yt, [1, 0]))):
            program.result(dot(program, p, q), "transposed", bound=bound)
        rows = program.raw(f"croton.subtensor {x.name}[::2, :] : {x.type}", dtype, [None, None])
        program.result(dot(program, rows, y), "rows", bound=bound[::2])
        columns = program.raw(f"croton.subtensor {y.name}[:, ::-1] : {y.type}", dtype, [None, None])
        program.result(dot(program, x, columns), "reversed columns", bound=bound[:, ::-1])
        part = program.raw(f"croton.subtensor {x.name}[1:40, :] : {x.type}", dtype, [None, None])
        program.result(dot(program, part, y), "part", bound=bound[1:40])
        n = program.elementwise("neg", x)
        r = program.elementwise("neg", dot(program, n, y))
        program.result(r, "between loops", bound=bound)
        v = program.dynamic(b[:, 0], dtype)
        program.result(dot(program, x, v), "matrix and vector", bound=bound[:, 0])
    a = data("f32", (4, 33, 34), 8)
    x = program.dynamic(a, "f32")
    t = program.dimshuffle(x, [0, 2, 1])
    r = program.op("batched_dot", [x, t], "f32", [None] * 3)
    program.result(r, "batch", bound=bound_of(a, a.transpose(0, 2, 1), "f32", np.matmul))
    return program


def special():
    """NaN and infinities are not lost where they meet a zero (KF-07)."""
    program = Program("special")
    for dtype in FLOATS:
        for size in (3, 70):
            values = np.eye(size)
            values[0, 1], values[1, 0] = np.nan, np.inf
            x = program.dynamic(values, dtype)
            zeros = program.dynamic(np.zeros((size, size)), dtype)
            program.result(dot(program, x, zeros), f"{size}", expected=values @ np.zeros((size, size))
                           if size == 3 else None)
            program.result(dot(program, zeros, x), f"{size}")
    return program


def half():
    """16-bit products are summed in f32 (KF-18)."""
    program = Program("half")
    for dtype, n in (("bf16", 1000), ("f16", 4096)):
        ones = program.dynamic(np.ones(n), dtype)
        program.result(dot(program, ones, ones), "KF-18", expected=n)
        row = program.dynamic(np.ones((1, n)), dtype)
        program.result(dot(program, row, ones), "KF-18", expected=[n])
    return program


def main():
    suite = Suite(sys.argv)
    for dtype in NUMBERS:
        suite.run(every_type(dtype))
    for make in (empty, large, special, half):
        suite.run(make())
    suite.finish()


main()
