"""sum, mean, max and argmax over every kind of axes, on every element type."""

import math
import sys

import numpy as np

from compare import (ALL, COMPLEX, FLOATS, INEXACT, INTEGERS, REAL, SIGNED, STORAGE, Program,
                     Suite, array, epsilon, name_of)

NAN, INF = np.nan, np.inf


def sum_dtype(dtype):
    if dtype in INEXACT:
        return dtype
    return "ui64" if dtype.startswith("ui") else "i64"


def mean_dtype(dtype):
    return dtype if dtype in INEXACT else "f64"


def data(dtype, shape, seed=0):
    """Numbers without special values."""
    rng = np.random.default_rng(seed)
    if dtype in COMPLEX:
        return rng.normal(size=shape) + 1j * rng.normal(size=shape)
    if dtype in FLOATS:
        return rng.normal(size=shape)
    info = (0, 1) if dtype == "i1" else (np.iinfo(STORAGE[dtype]).min, np.iinfo(STORAGE[dtype]).max)
    return rng.integers(info[0], info[1], size=shape, endpoint=True,
                        dtype=np.uint64 if dtype == "ui64" else np.int64)


def sum_bound(values, axes, dtype):
    """Two sums of one slice may differ by what pairwise summation allows each;
    16-bit types are summed in f32 and rounded once."""
    axes = tuple(axes)
    total = np.sum(abs(np.asarray(values)), axis=axes)
    count = math.prod(np.shape(values)[axis] for axis in axes)
    if dtype in ("f16", "bf16"):
        return 1.01 * epsilon(dtype) * total
    kind = dtype[len("complex<"):-1] if dtype in COMPLEX else dtype
    return 2 * (math.log2(max(count, 2)) + 3) * epsilon(kind) * total


def add_sums(program, x, values, axes, label):
    dtype = x.dtype
    s = program.reduce("sum", x, axes, sum_dtype(dtype))
    m = program.reduce("mean", x, axes, mean_dtype(dtype))
    count = math.prod(np.shape(values)[axis] for axis in axes)
    kind = mean_dtype(dtype)
    if dtype in INEXACT:
        program.result(s, f"sum {label}", bound=sum_bound(values, axes, dtype))
    else:
        program.result(s, f"sum {label}")
    wide = np.asarray(values).astype(np.complex128 if dtype in COMPLEX else np.float64)
    program.result(m, f"mean {label}", bound=sum_bound(wide, axes, kind) / max(count, 1)
                   + epsilon(kind if kind not in COMPLEX else kind[8:-1]) * 4 * np.max(abs(wide), initial=0))


def add_extrema(program, x, axes, label):
    program.result(program.reduce("max", x, axes), f"max {label}")
    program.result(program.reduce("argmax", x, axes, "i64"), f"argmax {label}")


def axes_program(dtype):
    """Sets of axes of a tensor of rank 3, static and dynamic; for some types
    all of them."""
    program = Program(f"axes_{name_of(dtype)}")
    shape = (4, 5, 9)
    values = data(dtype, shape)
    x, y = program.dynamic(values, dtype), program.argument(values, dtype)
    every = ([0], [1], [2], [0, 1], [1, 2], [0, 2], [0, 1, 2], [])
    for axes in every if dtype in ("i32", "f32", "f64") else ([1], [2], [0, 2]):
        for value in (x, y) if axes == [0, 2] else (x,):
            add_sums(program, value, values, axes, str(axes))
            if dtype in REAL and axes:
                add_extrema(program, value, axes, str(axes))
    return program


def empty(dtype):
    """Nothing to add up, or nothing at all."""
    program = Program(f"empty_{name_of(dtype)}")
    x = program.dynamic(np.zeros((3, 0)), dtype)
    for axes in ([1], [0, 1], [0]):
        program.result(program.reduce("sum", x, axes, sum_dtype(dtype)), f"sum of nothing {axes}")
        program.result(program.reduce("mean", x, axes, mean_dtype(dtype)), f"mean of nothing {axes}")
    if dtype in REAL:
        add_extrema(program, x, [0], "without columns")
    return program


def edges(dtype):
    """NaN, infinities and zeros at every place of a row."""
    program = Program(f"edges_{dtype}")
    n = 11
    rows = []
    for special in ([NAN], [INF], [-INF], [NAN, INF], [0.0, -0.0], [-0.0, 0.0]):
        for place in range(n):
            row = np.linspace(-3, -1, n)
            for offset, value in enumerate(special):
                row[(place + 3 * offset) % n] = value
            rows.append(row)
    rows += [np.full(n, value) for value in (NAN, INF, -INF, 0.0, -0.0, -1.0)]
    values = np.array(rows)
    x, y = program.dynamic(values, dtype), program.dynamic(values.T, dtype)
    for value, axis in ((x, 1), (y, 0)):
        add_extrema(program, value, [axis], f"edges {axis}")
        for op in ("sum", "mean"):
            program.result(program.reduce(op, value, [axis]), f"{op} of edges", bound=1e-2 * n
                           if dtype in ("f16", "bf16") else 50 * epsilon(dtype) * 3)
    c = program.constant(values[:40], dtype)
    add_extrema(program, c, [1], "of a constant")
    return program


def extremes(dtype):
    """Integers at the ends of their type: seeds, order and wrapping."""
    program = Program(f"extremes_{dtype}")
    info = np.iinfo(STORAGE[dtype])
    rows = np.array([[info.min] * 9, [info.max] * 9, [info.min, info.max] * 4 + [info.min],
                     [info.max - k for k in range(9)], [info.min + k for k in range(9)]],
                    dtype=STORAGE[dtype])
    x = program.dynamic(rows, dtype)
    exact = [sum(int(k) for k in row) for row in rows]
    low, high = (0, 2 ** 64) if dtype.startswith("ui") else (-2 ** 63, 2 ** 64)
    wrapped = [(k - low) % high + low for k in exact]
    kind = sum_dtype(dtype)
    program.result(program.reduce("sum", x, [1], kind), "sum",
                   expected=np.array(wrapped, dtype=STORAGE[kind]))
    program.result(program.reduce("max", x, [1]), "max",
                   expected=np.array([max(row) for row in rows]))
    program.result(program.reduce("argmax", x, [1], "i64"), "argmax",
                   expected=np.array([np.argmax(row) for row in rows]))
    mean = np.array([float(k) / 9 for k in exact])
    program.result(program.reduce("mean", x, [1], "f64"), "mean",
                   bound=1e-14 * abs(mean) + 1e-14 * float(info.max), expected=mean)
    return program


def lengths():
    """Rows of every length around the vector widths; a neighbour of 100s shows
    where a tail reads too far (KF-69), and one of zeros where the seed is wrong
    (KF-09)."""
    program = Program("lengths")
    for n in list(range(1, 12)) + [15, 16, 17, 33]:
        values = np.stack([np.arange(1, n + 1), np.full(n, 100.0), np.full(n, -0.0), np.full(n, -7.0)])
        x = program.dynamic(values, "f32")
        program.result(program.reduce("sum", x, [1]), f"sum of {n}",
                       expected=[n * (n + 1) / 2, 100 * n, 0.0 * n, -7 * n], bound=0)
        add_extrema(program, x, [1], f"of {n}")
    return program


def long():
    """Many elements: accuracy, seeds, and the wide accumulators of 16 bits."""
    program = Program("long")
    for n in (1023, 1025, 8191, 8193):
        x = program.dynamic(np.full(n, -0.0), "f32")
        program.result(program.reduce("max", x, [0]), f"KF-09, {n}", expected=-0.0)
        y = program.dynamic(np.full(n, -np.finfo(np.float32).max), "f32")
        program.result(program.reduce("max", y, [0]), f"least, {n}", expected=-np.finfo(np.float32).max)
    for dtype, n in (("bf16", 1000), ("f16", 4096)):
        x = program.dynamic(np.ones(n), dtype)
        program.result(program.reduce("sum", x, [0]), "KF-18", expected=n)
    x = program.dynamic(np.ones(70000), "f16")
    program.result(program.reduce("mean", x, [0]), "KF-18", expected=1.0)
    program.result(program.reduce("sum", x, [0]), "KF-18", expected=INF)
    x = program.dynamic(np.full(100000, 0.1), "f32")
    exact = 100000 * float(np.float32(0.1))
    program.result(program.reduce("sum", x, [0]), "sum of 100000", bound=exact * 40 * 2.0 ** -24,
                   expected=exact)
    program.result(program.reduce("sum", x, [0], attrs="acc f64"), "acc f64",
                   expected=exact, ulp=1)
    program.result(program.reduce("sum", x, [0], "f64", attrs="acc f64 dtype f64"),
                   "acc f64 dtype f64", expected=exact, bound=exact * 1e-14)
    return program


def row_sums(dtype):
    """Sums over outer axes, with numbers of rows around steps and blocks, and
    of columns around strips; whole numbers, so that every order is exact."""
    program = Program(f"row_sums_{dtype}")
    rng = np.random.default_rng(3)
    for rows, columns in ([(n, 37) for n in (1, 2, 3, 4, 5, 7, 8, 9, 15, 17, 63, 64, 65, 66, 130)]
                          + [(11, n) for n in (1, 31, 32, 33, 1023, 1024, 1025, 2050)]):
        values = rng.integers(-3, 4, size=(rows, columns))
        for make in (program.dynamic, program.argument):
            program.result(program.reduce("sum", make(values, dtype), [0]),
                           f"sum of {rows} rows of {columns}", expected=values.sum(0), bound=0)
    values = rng.integers(-3, 4, size=(3, 13, 5, 40))
    x = program.dynamic(values, dtype)
    for axes in ([0], [1], [2], [0, 1], [1, 2], [0, 2], [0, 1, 2]):
        program.result(program.reduce("sum", x, axes), f"sum over {axes}",
                       expected=values.sum(tuple(axes)), bound=0)
    return program


def long_columns():
    """Many rows: accuracy, and accumulators that are asked for."""
    program = Program("long_columns")
    for dtype, bits in (("f32", 24), ("f64", 53)):
        values = array(np.random.default_rng(4).uniform(size=(10001, 33)), dtype)
        exact = [math.fsum(column) for column in values.T.astype(np.float64)]
        program.result(program.reduce("sum", program.dynamic(values, dtype), [0]),
                       f"sum of 10001 {dtype}", expected=exact,
                       bound=np.array(exact) * math.log2(10001) * 2.0 ** -bits)
    # No partial sum of these is a number of f32.
    values = np.ones((256, 64))
    values[0] = 2.0 ** 24
    for axis, wide in ((0, values), (1, values.T)):
        for make in (program.dynamic, program.argument):
            s = program.reduce("sum", make(wide, "f32"), [axis], "f64", "acc f64 dtype f64")
            program.result(s, f"acc f64, axis {axis}", expected=np.full(64, 2.0 ** 24 + 255),
                           bound=0)
            s = program.reduce("sum", program.cast(make(wide, "f32"), "f64"), [axis])
            program.result(s, f"f64 of a cast, axis {axis}",
                           expected=np.full(64, 2.0 ** 24 + 255), bound=0)
    return program


def known_faults():
    program = Program("known_faults")
    for make in (program.dynamic, program.constant):
        x = make([2147483647, 2147483647], "i32")
        program.result(program.reduce("mean", x, [0], "f64"), "KF-19", expected=2147483647.0)
        x = make([100] * 4, "i8")
        program.result(program.reduce("sum", x, [0], "i64"), "KF-19", expected=400)
        for values, index in (([0, 1, NAN], 2), ([NAN, 3, NAN], 0), ([3, NAN, 1, 5], 1), ([5, 7, 7], 1)):
            program.result(program.reduce("argmax", make(values, "f64"), [0], "i64"), "KF-10",
                           expected=index)
        x = make([[NAN, 1.0], [2.0, NAN]], "f32")
        program.result(program.reduce("max", x, [1]), "KF-14", expected=[NAN, NAN])
        x = make(np.full((2, 3, 4), 100), "i8")
        s = program.reduce("sum", x, [0], "i64")
        program.result(program.reduce("sum", s, [1], "i64"), "KF-21", expected=[800] * 3)
    # KF-16: the sum of a repeated constant.
    n = program.argument(5, "i64")
    c = program.constant(5.0, "f32")
    a = program.alloc(c, [n, n], [None, None])
    program.result(program.reduce("sum", a, [0, 1]), "KF-16", expected=125.0)
    return program


def options(dtype):
    """Accumulators and result types that are asked for."""
    program = Program(f"options_{name_of(dtype)}")
    values = data(dtype, (6, 7)) if dtype in INEXACT else data(dtype, (6, 7)) % 100
    x = program.dynamic(values, dtype)
    wide = "complex<f64>" if dtype in COMPLEX else "f64"
    for op in ("sum", "mean"):
        value = program.reduce(op, x, [0], wide, f"acc {wide} dtype {wide}")
        program.result(value, f"{op} in {wide}", bound=1e-13 * np.sum(abs(np.asarray(values) + 0.0)))
    if dtype in INTEGERS:
        kind = "i64" if dtype in SIGNED else "ui64"
        value = program.reduce("sum", x, [1], dtype, f"acc {kind} dtype {dtype}")
        program.result(value, "narrow result")
    return program


def fused():
    """Producers and consumers that the reduction can be fused with, with what
    is between them also returned; row normalizations."""
    program = Program("fused")
    values = np.random.default_rng(5).normal(size=(7, 21))
    x, y = program.dynamic(values, "f32"), program.argument(values.T, "f32")
    for value, axis in ((x, 1), (x, 0), (y, 1), (y, 0)):
        e = program.elementwise("exp", value)
        s = program.reduce("sum", e, [axis])
        half = program.elementwise("sqrt", s)
        order = [0, "x"] if axis == 1 else ["x", 0]
        column = program.dimshuffle(half, order)
        n = program.elementwise("true_div", e, column)
        program.result(n, "normalized", 32)
        program.result(s, "sum", 16)
        if axis == 1:
            program.result(e, "exp", 8)
        m = program.reduce("max", program.elementwise("neg", value), [axis])
        program.result(m, "max of a producer")
        # A mean that is subtracted and squared again.
        mean = program.reduce("mean", value, [axis])
        column = program.dimshuffle(mean, order)
        d = program.elementwise("sub", value, column)
        v = program.reduce("mean", program.elementwise("sqr", d), [axis])
        program.result(v, "variance", 32)
    return program


def main():
    suite = Suite(sys.argv)
    for dtype in ALL:
        suite.run(axes_program(dtype))
    for dtype in ("i1", "ui16", "f16", "f32", "complex<f64>"):
        suite.run(empty(dtype))
    for dtype in FLOATS:
        suite.run(edges(dtype))
    for dtype in INTEGERS:
        suite.run(extremes(dtype))
    for dtype in ("i8", "ui32", "bf16", "f32", "complex<f32>"):
        suite.run(options(dtype))
    for dtype in ("f16", "f32", "f64"):
        suite.run(row_sums(dtype))
    for make in (lengths, long, long_columns, known_faults, fused):
        suite.run(make())
    suite.finish()


main()
