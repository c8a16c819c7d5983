"""Samples of rewrites of elementwise ops and of whole graphs."""

import numpy as np

from harness import sample
from compare import ALL, COMPLEX, FLOATS, INTEGERS, REAL, STORAGE, numbers, samples


def variants(program, dtype):
    """Arguments of all kinds of shape with edge values: dynamic and static,
    rank 0, a stretched dim of size 1, two dims, nothing. Yields (value, its
    numbers)."""
    xs = numbers(samples(dtype), dtype)
    square = np.stack([xs[:3], xs[-3:]])
    for values in (xs, square, xs[:1], xs[:0]):
        x = program.dynamic(values, dtype)
        yield x, numbers(program.arguments[-1][1], dtype)
    for values in (xs, xs[0], square[:, :1]):
        x = program.argument(values, dtype)
        yield x, numbers(program.arguments[-1][1], dtype)


def constant_like(program, x, value):
    """A constant of the rank of `x` that stretches to any size."""
    return program.constant(np.full([1] * len(x.dims), value), x.dtype)


# ===------------------------------------------------------------------------===
# Identities
# ===------------------------------------------------------------------------===


@sample("local-neg-neg", INTEGERS + FLOATS + COMPLEX)
def twice_negated(program, dtype):
    for x, data in variants(program, dtype):
        y = program.elementwise("neg", program.elementwise("neg", x))
        program.fires(y, "-(-x)", expected=data)


@sample("local-useless-elemwise-unary", ALL)
def single_input(program, dtype):
    for x, data in variants(program, dtype):
        program.fires(program.elementwise("add", x), "add(x)", expected=data)
        program.fires(program.elementwise("mul", x), "mul(x)", expected=data)


def neutral(program, dtype, op, value, sides):
    for x, data in variants(program, dtype):
        c = constant_like(program, x, value)
        if "left" in sides:
            program.fires(program.elementwise(op, c, x), f"{op} left", expected=data)
        if "right" in sides:
            program.fires(program.elementwise(op, x, c), f"{op} right", expected=data)
        if "between" in sides:
            program.fires(program.elementwise(op, x, c, x), f"{op} between")


@sample("local-mul-one", REAL)
def times_one(program, dtype):
    neutral(program, dtype, "mul", 1, ("left", "right", "between"))
    x, y = (program.dynamic(numbers(samples(dtype), dtype)[:2], dtype) for _ in "xy")
    one = constant_like(program, x, 1)
    program.fires(program.elementwise("mul", x, one, y), "of two")


@sample("local-mul-one", ["f32"])
def factors_checked(program, dtype):
    x, y = program.dynamic([1, 2], dtype), program.dynamic([3, 4], dtype)
    one = constant_like(program, x, 1)
    program.fires(program.elementwise("mul", x, one, y), "of two", expected=[3, 8])
    program.fails(["[1, 2]", "[1, 2, 3]"], "croton.mul", "do not broadcast")


@sample("local-add-zero", REAL)
def plus_zero(program, dtype):
    neutral(program, dtype, "add", -0.0 if dtype in FLOATS else 0, ("left", "right", "between"))


@sample("local-sub-zero", INTEGERS + FLOATS)
def minus_zero(program, dtype):
    neutral(program, dtype, "sub", 0, ("right",))


@sample("local-true-div-one", FLOATS)
def by_one(program, dtype):
    neutral(program, dtype, "true_div", 1, ("right",))


# ===------------------------------------------------------------------------===
# Casts
# ===------------------------------------------------------------------------===

CASTS = [("i1", "i64"), ("i1", "f32"), ("i1", "ui8"), ("i8", "i32"), ("i8", "f16"), ("i8", "bf16"),
         ("ui8", "i16"), ("ui8", "bf16"), ("i16", "f32"), ("i32", "i64"), ("i32", "f64"),
         ("ui32", "f64"), ("ui32", "i64"), ("ui16", "ui64"), ("f16", "f32"), ("bf16", "f32"),
         ("bf16", "f64"), ("f32", "f64"), ("f32", "complex<f32>"), ("i8", "complex<f32>"),
         ("complex<f32>", "complex<f64>")]


def integer_range(dtype):
    if dtype == "i1":
        return 0, 1
    info = np.iinfo(STORAGE[dtype])
    return info.min, info.max


def saturates(source, over, target):
    """Whether the way over `over` differs from the direct one: a float limits
    what an integer would wrap."""
    discrete = ["i1"] + INTEGERS
    if source not in discrete or over not in FLOATS or target not in INTEGERS:
        return False
    (low, high), (least, most) = integer_range(source), integer_range(target)
    return low < least or high > most


@sample("local-cast-cast", list(dict.fromkeys(source for source, _ in CASTS)))
def there_and_on(program, dtype):
    x = program.dynamic(numbers(samples(dtype), dtype), dtype)
    for source, over in CASTS:
        if source != dtype:
            continue
        middle = program.cast(x, over)
        for target in ALL:
            if target == over or (over in COMPLEX and target not in COMPLEX):
                continue
            y = program.cast(middle, target)
            if saturates(source, over, target):
                program.result(y, f"{source} to {over} to {target}, kept")
            else:
                program.fires(y, f"{source} to {over} to {target}")


# ===------------------------------------------------------------------------===
# Selection
# ===------------------------------------------------------------------------===


@sample("local-useless-switch-constant", ["i1", "i64", "f32", "bf16", "complex<f32>"])
def constant_condition(program, dtype):
    for x, data in variants(program, dtype):
        unit = program.argument(np.ones([1] * len(x.dims)), dtype)
        for value in (True, False):
            c = program.constant(np.full([1] * len(x.dims), value), "i1")
            y = program.elementwise("switch", c, *((x, unit) if value else (unit, x)), dtype=dtype)
            program.fires(y, f"on {value}", expected=data)


@sample("local-useless-switch-constant", ["f32"])
def lost_branch_checked(program, dtype):
    c = program.constant([True], "i1")
    x, y = program.dynamic([1, 2], dtype), program.dynamic([3, 4], dtype)
    program.result(program.elementwise("switch", c, x, y), "kept", expected=[1, 2])
    program.fails(["[1, 2]", "[1, 2, 3]"], "croton.switch", "do not broadcast")


@sample("local-useless-switch-equal", ["i1", "ui8", "f32", "f64"])
def equal_branches(program, dtype):
    for x, data in variants(program, dtype):
        c = program.argument(np.full([1] * len(x.dims), True), "i1")
        program.fires(program.elementwise("switch", c, x, x), "of x and x", expected=data)


@sample("local-useless-switch-equal", ["f32"])
def condition_checked(program, dtype):
    c, x = program.dynamic([True, False], "i1"), program.dynamic([3, 4], dtype)
    program.result(program.elementwise("switch", c, x, x), "kept", expected=[3, 4])
    program.fails(["[true, true]", "[1, 2, 3]"], "croton.switch", "do not broadcast")


@sample("local-useless-fill", ALL)
def filled_with_full(program, dtype):
    for x, data in variants(program, dtype):
        unit = program.argument(np.ones([1] * len(x.dims)), "f32")
        program.fires(program.elementwise("fill", unit, x), "by x", expected=data)


@sample("local-useless-fill", ["i16"])
def fill_checked(program, dtype):
    x, y = program.dynamic([1, 2], "f32"), program.dynamic([3, 4], dtype)
    program.result(program.elementwise("fill", x, y), "kept", expected=[3, 4])
    program.fails(["[1, 2]", "[1, 2, 3]"], "croton.fill", "do not broadcast")


@sample("local-fill-sink", INTEGERS + FLOATS)
def spread_beside(program, dtype):
    for x, data in variants(program, dtype):
        unit = program.argument(np.full([1] * len(x.dims), 2), dtype)
        if all(size == 1 for size in x.dims):
            continue
        full = program.elementwise("fill", x, unit)
        program.fires(program.elementwise("sub", full, x), "in the shape of x")
        above = program.elementwise("fill", program.elementwise("neg", x), unit)
        program.fires(program.elementwise("add", x, above), "in the shape of -x")


@sample("local-fill-sink", ["f32"])
def other_shape_checked(program, dtype):
    r, x = program.dynamic([1, 2], dtype), program.dynamic([3, 4], dtype)
    unit = program.argument([10], dtype)
    full = program.elementwise("fill", r, unit)
    program.result(program.elementwise("add", full, x), "kept", expected=[13, 14])
    program.fails(["[1, 2]", "[1, 2, 3]", "[10]"], "croton.add", "do not broadcast")


# ===------------------------------------------------------------------------===
# Cheaper forms
# ===------------------------------------------------------------------------===


@sample("local-mul-to-sqr", ALL)
def squared(program, dtype):
    for x, _ in variants(program, dtype):
        # Compiled code rounds each part of a complex product.
        program.fires(program.elementwise("mul", x, x), "x * x", ulp=16 if dtype in COMPLEX else 0)


def quotient(data, divisor):
    """Exact but for the rounding to f64; rounding that again to a narrower type
    is the same as rounding once, since the divisors are powers of two."""
    with np.errstate(all="ignore"):
        return (data.astype(np.longdouble) / divisor).astype(np.float64)


@sample("local-true-div-to-mul", FLOATS)
def by_powers_of_two(program, dtype):
    for x, data in variants(program, dtype):
        for divisor in (2.0, -0.25, 2.0 ** 13):
            y = program.elementwise("true_div", x, constant_like(program, x, divisor))
            program.fires(y, f"x / {divisor}", expected=quotient(data, divisor))
    three = program.dynamic([3.0, np.inf, -0.0], dtype)
    powers = program.constant([0.5, 4.0, -1.0], dtype)
    program.fires(program.elementwise("true_div", three, powers), "one each",
                  expected=[6.0, np.inf, 0.0])


# ===------------------------------------------------------------------------===
# Unsafe ones: right where they promise to be
# ===------------------------------------------------------------------------===


@sample("local-func-inv", FLOATS)
def inverse_functions(program, dtype):
    x = program.dynamic([0.5, 1.0, 2.0, 10.0], dtype)
    data = numbers(program.arguments[-1][1], dtype)
    program.fires(program.elementwise("exp", program.elementwise("log", x)), "exp(log(x))", expected=data)
    program.fires(program.elementwise("log", program.elementwise("exp", x)), "log(exp(x))", expected=data)


@sample("local-add-specialize", FLOATS + INTEGERS)
def plus_positive_zero(program, dtype):
    values = numbers(samples(dtype), dtype)
    x = program.dynamic(values[~((values == 0) & np.signbit(values.astype(np.float64)))], dtype)
    data = numbers(program.arguments[-1][1], dtype)
    zero = program.constant([0], dtype)
    program.fires(program.elementwise("add", x, zero), "x + 0", expected=data)
    program.fires(program.elementwise("add", zero, x), "0 + x", expected=data)


# ===------------------------------------------------------------------------===
# Whole graphs
# ===------------------------------------------------------------------------===


def merged(program, dtype):
    x = program.dynamic([1.0, -2.0, 0.0, np.nan], dtype)
    data = numbers(program.arguments[-1][1], dtype)
    for _ in range(2):
        program.result(program.elementwise("sqr", program.elementwise("neg", x)), "of equal ops",
                       expected=data * data)
    # Zeros of different sign are different constants.
    one = program.argument([1.0], dtype)
    for zero, right in ((0.0, np.inf), (-0.0, -np.inf)):
        program.result(program.elementwise("true_div", one, program.constant([zero], dtype)),
                       "1 / 0", expected=[right])
    program.count_fired = 1


for _name in ("merge1", "merge2", "merge3"):
    sample(_name, ["f32", "f64"])(merged)


@sample("elemwise-fusion", FLOATS)
def fused(program, dtype):
    for x, data in variants(program, dtype):
        y = program.elementwise("neg", program.elementwise("abs", x))
        program.result(program.elementwise("minimum", y, x), "-|x| and x", expected=-abs(data))
    program.count_fired = 1


@sample("elemwise-fusion", ["f32"])
def fused_and_checked(program, dtype):
    x, y = program.dynamic([1, 2], dtype), program.dynamic([3, 4], dtype)
    z = program.elementwise("neg", program.elementwise("add", x, y))
    program.result(z, "-(x + y)", expected=[-4, -6])
    program.count_fired = 1
    program.can_evaluate = False
    program.fails(["[1, 2]", "[1, 2, 3]"], "croton.add", "do not broadcast")
