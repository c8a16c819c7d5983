"""Prints tests of every elementwise op on every element type."""

import cmath
import itertools
import math
from fractions import Fraction

import oracle
from oracle import (ALL, COMPLEX, FLOATS, INF, INTEGERS, NAN, REAL, SIGNED,
                    int_range, part, round_real, samples, wrap)


def is_special(*values):
    return any(math.isnan(x) or math.isinf(x) for x in values)


# ===------------------------------------------------------------------------===
# Real arithmetic: exact on finite numbers, IEEE 754's rules elsewhere
# ===------------------------------------------------------------------------===


def add(x, y, dtype):
    if dtype == "i1":
        return x or y
    if dtype in INTEGERS:
        return wrap(x + y, dtype)
    if dtype in COMPLEX:
        return complex(add(x.real, y.real, part(dtype)), add(x.imag, y.imag, part(dtype)))
    if is_special(x, y) or (x == 0 and y == 0):
        return x + y
    exact = Fraction(x) + Fraction(y)
    return round_real(exact, dtype) if exact else 0.0


def neg(x, dtype):
    return wrap(-x, dtype) if dtype in INTEGERS else -x


def sub(x, y, dtype):
    if dtype in INTEGERS:
        return wrap(x - y, dtype)
    return add(x, -y, dtype)


def mul(x, y, dtype):
    if dtype == "i1":
        return x and y
    if dtype in INTEGERS:
        return wrap(x * y, dtype)
    if dtype in COMPLEX:
        def exact(*terms):
            total = sum(Fraction(a) * Fraction(b) for a, b in terms)
            if total == 0:  # IEEE 754 says which zero.
                return sum((a * b for a, b in terms[1:]), terms[0][0] * terms[0][1])
            return round_real(total, part(dtype))
        return complex(exact((x.real, y.real), (-x.imag, y.imag)),
                       exact((x.real, y.imag), (x.imag, y.real)))
    if is_special(x, y) or x == 0 or y == 0:
        return x * y
    return round_real(Fraction(x) * Fraction(y), dtype)


def div(x, y, dtype):
    if math.isnan(x) or math.isnan(y):
        return NAN
    if math.isinf(x) or y == 0:
        sign = math.copysign(1, x) * math.copysign(1, y)
        return NAN if math.isinf(y) or x == 0 else sign * INF
    if math.isinf(y) or x == 0:
        return math.copysign(0.0, math.copysign(1, x) * math.copysign(1, y))
    return round_real(Fraction(x) / Fraction(y), dtype)


def complex_div(x, y, dtype):
    scale = Fraction(y.real) ** 2 + Fraction(y.imag) ** 2
    re = Fraction(x.real) * Fraction(y.real) + Fraction(x.imag) * Fraction(y.imag)
    im = Fraction(x.imag) * Fraction(y.real) - Fraction(x.real) * Fraction(y.imag)
    return complex(round_real(re / scale, part(dtype)), round_real(im / scale, part(dtype)))


def maximum(x, y, dtype):
    if dtype in FLOATS and (math.isnan(x) or math.isnan(y)):
        return NAN
    return x if x >= y else y


def minimum(x, y, dtype):
    if dtype in FLOATS and (math.isnan(x) or math.isnan(y)):
        return NAN
    return x if x <= y else y


# ===------------------------------------------------------------------------===
# cast
# ===------------------------------------------------------------------------===


def cast(x, source, target):
    if target == "i1":
        return x != 0
    if target in COMPLEX:
        if source in COMPLEX:
            return complex(cast(x.real, part(source), part(target)),
                           cast(x.imag, part(source), part(target)))
        return complex(cast(x, source, part(target)), 0.0)
    if target in FLOATS:
        return round_real(x if source in FLOATS else Fraction(int(x)), target)
    if source not in FLOATS:
        return wrap(int(x), target)
    if math.isnan(x):
        return 0
    low, high = int_range(target)
    return max(low, min(high, x if math.isinf(x) else int(x)))


# ===------------------------------------------------------------------------===
# The tests
# ===------------------------------------------------------------------------===


def map_unary(test, op, function, dtypes, ulp=0):
    for dtype in dtypes:
        xs = samples(dtype)
        test.check(op, [(xs, dtype, [len(xs)])],
                   [([function(x, dtype) for x in xs], dtype, [len(xs)])], ulp=ulp)


def map_binary(test, op, function, dtypes, result=None, values=samples, ulp=0):
    """All pairs of samples, by broadcasting a column against a row."""
    for dtype in dtypes:
        xs = values(dtype)
        n = len(xs)
        test.check(op, [(xs, dtype, [n, 1]), (xs, dtype, [1, n])],
                   [([function(x, y, dtype) for x in xs for y in xs],
                     result or dtype, [n, n])], ulp=ulp)


def unary_tests(test):
    map_unary(test, "neg", neg, INTEGERS + FLOATS + COMPLEX)
    map_unary(test, "abs", lambda x, t: wrap(abs(x), t) if t in INTEGERS else
              x if t == "i1" else abs(x), REAL)
    map_unary(test, "sqr", lambda x, t: mul(x, x, t), ALL)
    for name in ("exp", "expm1", "log", "log1p", "tanh", "sigmoid", "sqrt"):
        function = getattr(oracle, "real_" + name)
        map_unary(test, name, lambda x, t: round_real(function(x), t), FLOATS)


def complex_tests(test):
    """Against Python's own functions, in double, whose errors (and those of
    `exp(z) - 1`) are what the tolerances allow for."""
    functions = {
        "exp": cmath.exp, "log": cmath.log, "sqrt": cmath.sqrt, "tanh": cmath.tanh,
        "expm1": lambda z: cmath.exp(z) - 1, "log1p": lambda z: cmath.log(1 + z)}
    values = [complex(*z) for z in
              [(-1.5, 2.0), (0.25, -0.75), (3.0, 4.0), (-2.0, -0.5), (1.0, 0.5)]]
    for op, function in functions.items():
        for dtype, ulp in (("complex<f32>", 0), ("complex<f64>", 32)):
            expected = [complex(round_real(w.real, part(dtype)),
                                round_real(w.imag, part(dtype)))
                        for w in map(function, values)]
            test.check(op, [(values, dtype, [5])], [(expected, dtype, [5])], ulp=ulp)
    # Near 0 the naive forms cancel; the series tell.
    small = complex(2.0 ** -40, 2.0 ** -41)
    for op, second in (("expm1", small * small / 2), ("log1p", -small * small / 2)):
        test.check(op, [([small], "complex<f64>", [1])],
                   [([small + second], "complex<f64>", [1])])


def binary_tests(test):
    map_binary(test, "add", add, ALL)
    map_binary(test, "mul", mul, ALL)
    map_binary(test, "sub", sub, INTEGERS + FLOATS + COMPLEX)
    map_binary(test, "true_div", div, FLOATS)
    # One step lets a part that is 0 have either sign.
    map_binary(test, "true_div", complex_div, COMPLEX,
               values=lambda dtype: samples(dtype)[3:], ulp=1)
    map_binary(test, "maximum", maximum, REAL)
    map_binary(test, "minimum", minimum, REAL)
    map_binary(test, "eq", lambda x, y, t: x == y, ALL, "i1")
    map_binary(test, "neq", lambda x, y, t: x != y, ALL, "i1")
    map_binary(test, "lt", lambda x, y, t: x < y, REAL, "i1")
    map_binary(test, "le", lambda x, y, t: x <= y, REAL, "i1")
    map_binary(test, "gt", lambda x, y, t: x > y, REAL, "i1")
    map_binary(test, "ge", lambda x, y, t: x >= y, REAL, "i1")


def variadic_tests(test):
    for op, function in (("add", add), ("mul", mul)):
        for dtype in ALL:
            x, y, z = samples(dtype)[:2], samples(dtype)[-2:], samples(dtype)[1:3] * 2
            values = [function(function(a, b, dtype), c, dtype)
                      for a, b, c in itertools.product(x, y, z[:2])]
            test.check(op, [(x, dtype, [2, 1, 1]), (y, dtype, [1, 2, 1]),
                            (z[:2], dtype, [1, 1, 2])], [(values, dtype, [2, 2, 2])])
        # A single operand is the identity.
        test.check(op, [([1.5, -0.0], "f32", [2])], [([1.5, -0.0], "f32", [2])])


def selection_tests(test):
    for dtype in ALL:
        xs = samples(dtype)
        n = len(xs)
        test.check("switch", [([True, False], "i1", [2, 1]), (xs, dtype, [1, n]),
                              (xs[::-1], dtype, [1, n])],
                   [(xs + xs[::-1], dtype, [2, n])])
        test.check("fill", [([1, 2, 3], "i8", [3, 1]), (xs, dtype, [1, n])],
                   [(xs * 3, dtype, [3, n])])
    for dtype in REAL:
        xs = samples(dtype)
        n = len(xs)
        triples = itertools.product(xs, xs, xs)
        values = [low if x < low else high if x > high else x
                  for x, low, high in triples]
        test.check("clip", [(xs, dtype, [n, 1, 1]), (xs, dtype, [1, n, 1]),
                            (xs, dtype, [1, 1, n])], [(values, dtype, [n, n, n])])


def cast_tests(test):
    for source, target in itertools.product(ALL, ALL):
        if source in COMPLEX and target not in COMPLEX:
            continue
        xs = samples(source)
        if source in FLOATS and target in INTEGERS:
            low, high = int_range(target)
            xs = xs + [round_real(Fraction(x) + d, source) for x in (low, high)
                       for d in (Fraction(-3, 2), Fraction(-1, 2), 0, Fraction(1, 2), 1)]
        if source in ("i64", "ui64"):
            # Ties and near ties of the float formats, which a detour over f64
            # would round twice.
            xs = xs + [2 ** 60 + 2 ** 52 + 1, 2 ** 60 + 2 ** 36 + 1, 2 ** 53 + 1,
                       2 ** 24 + 1, 2049, 257]
        test.check("cast", [(xs, source, [len(xs)])],
                   [([cast(x, source, target) for x in xs], target, [len(xs)])],
                   attrs=f"to {target}")


def shape_tests(test):
    """Rank 0, empty dims, size 1 against other sizes."""
    test.check("add", [([1.5], "f32", []), ([2.0], "f32", [])], [([3.5], "f32", [])])
    test.check("exp", [([], "f32", [0, 3])], [([], "f32", [0, 3])])
    test.check("add", [([], "f32", [0, 3]), ([1.0, 2.0, 3.0], "f32", [1, 3])],
               [([], "f32", [0, 3])])
    test.check("add", [([], "f32", [0]), ([1.0], "f32", [1])], [([], "f32", [0])])
    test.check("mul", [([2.0], "f32", [1, 1]), ([3.0], "f32", [1, 1])],
               [([6.0], "f32", [1, 1])])
    test.check("fill", [([], "f32", [2, 0]), ([7.0], "f32", [1, 1])],
               [([], "f32", [2, 0])])


def main():
    test = oracle.Test()
    unary_tests(test)
    complex_tests(test)
    binary_tests(test)
    variadic_tests(test)
    selection_tests(test)
    cast_tests(test)
    shape_tests(test)
    test.print()


main()
