"""Prints tests of matrix products and of the neural network ops."""

import decimal
import itertools
import math
from fractions import Fraction

import oracle
from oracle import (COMPLEX, FLOATS, INF, INTEGERS, NAN, int_range, part,
                    round_real, samples, wrap)

# ===------------------------------------------------------------------------===
# dot and batched_dot
# ===------------------------------------------------------------------------===


def numbers(dtype, count, seed):
    if dtype in INTEGERS:
        xs = samples(dtype)
        return [xs[(3 * i + seed) % len(xs)] for i in range(count)]
    if dtype in COMPLEX:
        xs = numbers(part(dtype), 2 * count, seed)
        return [complex(a, b) for a, b in zip(xs[::2], xs[1::2])]
    return [round_real(Fraction((-1) ** i * (5 * i + seed), 11) * 8 ** (i % 3), dtype)
            for i in range(count)]


def sum_of_products(pairs, dtype):
    if dtype in INTEGERS:
        return wrap(sum(x * y for x, y in pairs), dtype)
    if dtype in COMPLEX:
        re = [(x.real, y.real) for x, y in pairs] + [(-x.imag, y.imag) for x, y in pairs]
        im = [(x.real, y.imag) for x, y in pairs] + [(x.imag, y.real) for x, y in pairs]
        return complex(sum_of_products(re, part(dtype)), sum_of_products(im, part(dtype)))
    if any(math.isnan(v) or math.isinf(v) for pair in pairs for v in pair):
        return sum(x * y for x, y in pairs)
    total = sum(Fraction(x) * Fraction(y) for x, y in pairs)
    return round_real(total, dtype) if total else 0.0


def product(x, y, rows, inner, columns, dtype):
    return [sum_of_products([(x[i * inner + k], y[k * columns + j]) for k in range(inner)],
                            dtype)
            for i in range(rows) for j in range(columns)]


def dot_tests(test):
    sizes = [(3, 4, 2), (1, 5, 1), (2, 0, 3), (0, 2, 3), (2, 3, 0), (1, 1, 1)]
    for dtype, (rows, inner, columns) in itertools.product(INTEGERS + FLOATS + COMPLEX, sizes):
        x = numbers(dtype, rows * inner, 1)
        y = numbers(dtype, inner * columns, 2)
        values = product(x, y, rows, inner, columns, dtype)
        test.check("dot", [(x, dtype, [rows, inner]), (y, dtype, [inner, columns])],
                   [(values, dtype, [rows, columns])])
        if rows == 1:
            test.check("dot", [(x, dtype, [inner]), (y, dtype, [inner, columns])],
                       [(values, dtype, [columns])])
        if columns == 1:
            test.check("dot", [(x, dtype, [rows, inner]), (y, dtype, [inner])],
                       [(values, dtype, [rows])])
        if rows == columns == 1:
            test.check("dot", [(x, dtype, [inner]), (y, dtype, [inner])],
                       [(values, dtype, [])])
        x3 = x + x[::-1]
        y3 = y + y[::-1]
        values = product(x, y, rows, inner, columns, dtype) + product(
            x[::-1], y[::-1], rows, inner, columns, dtype)
        test.check("batched_dot", [(x3, dtype, [2, rows, inner]),
                                   (y3, dtype, [2, inner, columns])],
                   [(values, dtype, [2, rows, columns])])
    test.check("batched_dot", [([], "f32", [0, 2, 3]), ([], "f32", [0, 3, 2])],
               [([], "f32", [0, 2, 2])])
    # 0 * inf inside a product is NaN; cancellation is exact.
    test.check("dot", [([0.0, 1.0], "f32", [2]), ([INF, 2.0], "f32", [2])],
               [([NAN], "f32", [])])
    test.check("dot", [([1e8, 1.0, -1e8], "f32", [3]), ([1e8, 3.0, 1e8], "f32", [3])],
               [([3.0], "f32", [])])
    # f16 products must not stop growing, and only the sum may overflow.
    for count, value in ((4096, 4096.0), (70000, INF)):
        f = test.function("long_dot")
        f.raw(f"%x = croton.constant dense<1.0> : tensor<{count}xf16>")
        f.types["%x"] = f"tensor<{count}xf16>"
        f.op("dot", ["%x", "%x"])
        f.result("%r", [value], "f16", [])


# ===------------------------------------------------------------------------===
# softmax and cross-entropies
# ===------------------------------------------------------------------------===


def softmax(row, dtype, log=False):
    if any(math.isnan(x) or x == INF for x in row) or all(x == -INF for x in row):
        return [NAN] * len(row)
    top = max(row)
    # The difference is exact; what is too far below counts for nothing.
    shifted = [-INF if x == -INF else decimal.Decimal(x) - decimal.Decimal(top) for x in row]
    powers = [0 if x == -INF or x < -15000 else x.exp() for x in shifted]
    total = sum(powers)
    if log:
        return [x if x == -INF else x - total.ln() for x in shifted]
    return [power / total for power in powers]


def rounded(values, dtype):
    return [round_real(x, dtype) for x in values]


ROWS = [[1.0, 2.0, 3.0], [0.0, 0.0, 0.0], [1000.0, 1000.0, 0.0], [-INF, 1.0, 2.0],
        [NAN, 1.0, 2.0], [INF, 1.0, INF], [1.0, INF, 2.0], [-INF, -INF, -INF], [-3.5, 0.25, 3e-5],
        [-60.0, 0.0, 60.0]]


def softmax_tests(test):
    for dtype in FLOATS:
        rows = [rounded(row, dtype) for row in ROWS]
        n = len(rows)
        columns = [x for column in zip(*rows) for x in column]
        for op, log in (("softmax", False), ("log_softmax", True)):
            values = [rounded(softmax(row, dtype, log), dtype) for row in rows]
            test.check(op, [(rows, dtype, [n, 3])], [(values, dtype, [n, 3])],
                       attrs="axis 1")
            # The same rows along the first of three axes.
            turned = [x for column in zip(*values) for x in column]
            test.check(op, [(columns, dtype, [3, n, 1])], [(turned, dtype, [3, n, 1])],
                       attrs="axis 0")
            test.check(op, [(rows[0], dtype, [3])], [(values[0], dtype, [3])],
                       attrs="axis 0")
            test.check(op, [([], dtype, [2, 0])], [([], dtype, [2, 0])], attrs="axis 1")
            test.check(op, [([], dtype, [0, 2])], [([], dtype, [0, 2])], attrs="axis 1")
            test.check(op, [([7.0], dtype, [1])], [([0.0 if log else 1.0], dtype, [1])],
                       attrs="axis 0")


def crossentropy_tests(test):
    for dtype, index in itertools.product(FLOATS, ("i64", "ui8", "i32")):
        rows = [rounded(row, dtype) for row in ROWS]
        n = len(rows)
        targets = [i % 3 for i in range(n)]
        logs = [softmax(row, dtype, log=True) for row in rows]
        test.check("crossentropy_softmax", [(rows, dtype, [n, 3]), (targets, index, [n])],
                   [([round_real(-log[t], dtype) for log, t in zip(logs, targets)],
                     dtype, [n])])
        ps = rounded([0.25, 0.5, 0.1, 1e-5, 0.0, 0.75, NAN, 0.3, 0.9], dtype)
        test.check("categorical_crossentropy",
                   [(ps, dtype, [3, 3]), ([0, 2, 1], index, [3])],
                   [([round_real(-oracle.real_log(ps[i]), dtype) for i in (0, 5, 7)],
                     dtype, [3])])
        test.check("categorical_crossentropy",
                   [(ps, dtype, [3, 3]), ([2, 1, 0], index, [3])],
                   [([round_real(-oracle.real_log(ps[2]), dtype), INF, NAN], dtype, [3])])
        test.check("categorical_crossentropy", [(ps[:2], dtype, [2]), ([1], index, [])],
                   [([round_real(-oracle.real_log(ps[1]), dtype)], dtype, [])])
        test.check("crossentropy_softmax", [([], dtype, [0, 3]), ([], index, [0])],
                   [([], dtype, [0])])
        # More than one dim of rows.
        test.check("crossentropy_softmax",
                   [(rows[:2] * 2, dtype, [2, 2, 3]), ([0, 1, 2, 0], index, [2, 2])],
                   [([round_real(-logs[i][t], dtype)
                      for i, t in ((0, 0), (1, 1), (0, 2), (1, 0))], dtype, [2, 2])])


def main():
    test = oracle.Test()
    dot_tests(test)
    softmax_tests(test)
    crossentropy_tests(test)
    test.print()


main()
