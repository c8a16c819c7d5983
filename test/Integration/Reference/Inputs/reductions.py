"""Prints tests of the reductions on every element type."""

import itertools
import math
from fractions import Fraction

import oracle
from oracle import (ALL, COMPLEX, FLOATS, INF, INTEGERS, NAN, REAL, SIGNED,
                    int_range, part, round_real, samples, wrap)

SHAPE = [2, 3, 4]
AXES = [[], [0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]]


def groups(values, shape, axes):
    """The elements that each element of the result comes from, in order."""
    result = {}
    for value, position in zip(values, itertools.product(*map(range, shape))):
        kept = tuple(i for dim, i in enumerate(position) if dim not in axes)
        result.setdefault(kept, []).append(value)
    return list(result.values())


def kept_shape(shape, axes):
    return [size for dim, size in enumerate(shape) if dim not in axes]


def convert(x, dtype):
    """To an accumulator, which holds every value or is a float."""
    if dtype in INTEGERS:
        return wrap(int(x), dtype)
    if dtype in COMPLEX:
        return complex(round_real(x.real, part(dtype)), round_real(x.imag, part(dtype)))
    return round_real(x if isinstance(x, float) else Fraction(int(x)), dtype)


def real_sum(values, dtype):
    if any(math.isnan(x) or math.isinf(x) for x in values):
        return sum(values)
    total = sum(map(Fraction, values))
    return round_real(total, dtype) if total else 0.0


def total(values, dtype):
    if dtype in INTEGERS:
        return wrap(sum(values), dtype)
    if dtype in COMPLEX:
        return complex(real_sum([x.real for x in values], part(dtype)),
                       real_sum([x.imag for x in values], part(dtype)))
    return real_sum(values, dtype)


def mean(values, dtype):
    if not values:
        return complex(NAN, NAN) if dtype in COMPLEX else NAN
    count = len(values)
    if dtype in COMPLEX:
        return complex(mean([x.real for x in values], part(dtype)),
                       mean([x.imag for x in values], part(dtype)))
    value = total(values, dtype)
    if math.isnan(value) or math.isinf(value) or value == 0:
        return value
    return round_real(Fraction(value) / count, dtype)


def sum_types(dtype):
    """Default accumulator and result of sum."""
    if dtype == "i1" or dtype in SIGNED:
        return "i64", "i64"
    if dtype in INTEGERS:
        return "ui64", "ui64"
    return ("f32" if dtype in ("f16", "bf16") else dtype), dtype


def mean_types(dtype):
    if dtype == "i1" or dtype in INTEGERS:
        return "f64", "f64"
    return sum_types(dtype)


def numbers(dtype, count):
    """Values whose sums need rounding."""
    if dtype in FLOATS:
        return [round_real(Fraction((-1) ** i * (3 * i + 1), 7) * 10 ** (i % 4), dtype)
                for i in range(count)]
    if dtype in COMPLEX:
        xs = numbers(part(dtype), 2 * count)
        return [complex(a, b) for a, b in zip(xs[::2], xs[1::2])]
    xs = samples(dtype)
    return [xs[(5 * i) % len(xs)] for i in range(count)]


def check(test, op, function, types, values, dtype, shape, axes, attrs=""):
    acc, result = types
    out = [convert(function([convert(x, acc) for x in group], acc), result)
           for group in groups(values, shape, axes)]
    test.check(op, [(values, dtype, shape)], [(out, result, kept_shape(shape, axes))],
               attrs=f"axes {axes} {attrs}")


def sum_tests(test):
    for dtype, axes in itertools.product(ALL, AXES):
        values = numbers(dtype, 24)
        check(test, "sum", total, sum_types(dtype), values, dtype, SHAPE, axes)
        check(test, "mean", mean, mean_types(dtype), values, dtype, SHAPE, axes)
    # Other accumulators and results.
    for dtype, acc, result in [("f32", "f64", "f32"), ("f32", "f64", "f64"),
                               ("f16", "f16", "f16"), ("f16", "f64", "f32"),
                               ("i8", "f32", "f32"), ("i8", "i32", "i16"),
                               ("ui8", "ui8", "ui8"), ("i32", "i32", "i8")]:
        attrs = f"acc {acc} dtype {result}"
        check(test, "sum", total, (acc, result), numbers(dtype, 24), dtype, SHAPE,
              [0, 2], attrs)
    check(test, "mean", mean, ("f32", "f32"), numbers("i8", 24), "i8", SHAPE, [1],
          "acc f32 dtype f32")
    # NaN and infinities; ones that cancel exactly; nothing.
    check(test, "sum", total, ("f32", "f32"), [1.0, NAN, 2.0, INF, -INF, INF, 1.0, INF],
          "f32", [4, 2], [1])
    check(test, "sum", total, ("f64", "f64"), [1e16, 1.0, -1e16, 1e308, -1e308, 3.0],
          "f64", [6], [0])
    # Neither order nor partial sums overflow.
    check(test, "sum", total, ("f64", "f64"), [1.7e308, 1.7e308, -1.7e308], "f64", [3], [0])
    for dtype in ("f32", "f16", "i32", "i1"):
        test.check("sum", [([], dtype, [2, 0])],
                   [([0, 0] if dtype in ("i32", "i1") else [0.0, 0.0],
                     sum_types(dtype)[1], [2])], attrs="axes [1]")
        test.check("mean", [([], dtype, [2, 0])],
                   [([NAN, NAN], mean_types(dtype)[1], [2])], attrs="axes [1]")
        test.check("sum", [([], dtype, [2, 0])], [([], sum_types(dtype)[1], [0])],
                   attrs="axes [0]")
    # Long sums: 16-bit ones must not stop growing, f32 ones stay exact.
    for dtype, count, result in [("bf16", 1000, 1000.0), ("f16", 4096, 4096.0),
                                 ("f16", 70000, INF), ("f32", 100001, 100001.0)]:
        f = test.function("long_sum")
        name = f"%ones"
        f.raw(f"{name} = croton.constant dense<1.0> : tensor<{count}x{dtype}>")
        f.types[name] = f"tensor<{count}x{dtype}>"
        f.op("sum", [name], "axes [0]")
        f.op("mean", [name], "axes [0]", result="%m")
        f.result("%r", [result], dtype, [])
        f.result("%m", [1.0], dtype, [])


def largest(values):
    """The number of the first NaN, else of the first largest element."""
    for i, x in enumerate(values):
        if isinstance(x, float) and math.isnan(x):
            return i
    return values.index(max(values))


def extremum_tests(test):
    def check_both(values, dtype, shape, axes):
        parts = groups(values, shape, axes)
        out = kept_shape(shape, axes)
        test.check("max", [(values, dtype, shape)],
                   [([part[largest(part)] for part in parts], dtype, out)],
                   attrs=f"axes {axes}")
        test.check("argmax", [(values, dtype, shape)],
                   [([largest(part) for part in parts], "i64", out)],
                   attrs=f"axes {axes}")

    for dtype, axes in itertools.product(REAL, AXES):
        check_both(numbers(dtype, 24), dtype, SHAPE, axes)
    for dtype in INTEGERS:
        for value in int_range(dtype):
            check_both([value], dtype, [1], [0])
            check_both([value] * 3, dtype, [3], [0])
    for dtype in FLOATS:
        low = -(2 - 2.0 ** (1 - oracle.FORMATS[dtype][0])) * 2.0 ** oracle.FORMATS[dtype][2]
        for row in ([0.0, 1.0, NAN], [NAN, 3.0, NAN], [3.0, NAN, 1.0], [5.0, 7.0, 7.0],
                    [-INF, -INF, -INF], [-0.0, -0.0, -0.0], [-0.0, 0.0, -1.0],
                    [0.0, -0.0, -1.0], [low, -INF, low], [-1.0, -2.0, -3.0],
                    [INF, NAN, INF]):
            check_both(row, dtype, [3], [0])
    # NaN in every row, first or last.
    check_both([NAN, 1.0, 2.0, NAN], "f32", [2, 2], [1])
    check_both([-0.0] * 1025, "f32", [1025], [0])
    check_both([3.5], "f64", [], [])
    test.check("max", [([], "f32", [0, 2])], [([], "f32", [0])], attrs="axes [1]")


def main():
    test = oracle.Test()
    sum_tests(test)
    extremum_tests(test)
    test.print()


main()
