"""Samples of rewrites that make results accurate, on inputs where the program
before is far off. What they must give is exact, to 60 digits."""

import decimal
import math

import numpy as np

from harness import sample
from compare import FLOATS, INTEGERS, array, epsilon, numbers, samples
from oracle import exp, real_expm1, real_log1p, round_real
from elementwise_samples import constant_like, variants

TINY = decimal.Decimal("1e-25")


def steps(dtype):
    """The allowed distance from the exact result, in steps of the type: a few
    functions of libmvec, each within 4; half types round after each op."""
    return 3 if dtype in ("f16", "bf16") else 12


def exactly(function, data, dtype):
    """Each element rounded once. A zero has the sign that the ops of the
    program give by IEEE 754, which is always plus here."""
    flat = [float(x) for x in np.asarray(data).reshape(-1)]
    right = [round_real(function(x), dtype) for x in flat]
    right = [0.0 if x == 0 else x for x in right]
    return np.array(right, dtype=np.float64).reshape(np.shape(data))


# ===------------------------------------------------------------------------===
# Elementwise
# ===------------------------------------------------------------------------===


@sample("local-log1p", FLOATS)
def logarithms_near_one(program, dtype):
    for x, data in variants(program, dtype):
        one = constant_like(program, x, 1.0)
        for label, inner, sign in (("1 + x", ("add", one, x), 1), ("x + 1", ("add", x, one), 1),
                                   ("1 - x", ("sub", one, x), -1)):
            y = program.elementwise("log", program.elementwise(*inner))
            program.fires(y, f"log({label})", ulp=steps(dtype),
                          expected=exactly(lambda v: real_log1p(sign * v), data, dtype))


@sample("local-log1p", FLOATS)
def logarithms_of_one_plus_positive(program, dtype):
    x = program.dynamic([0.0, -0.0, 1e-4, -1e-4, np.nan], dtype)
    data = numbers(program.arguments[-1][1], dtype).astype(np.float64)
    one = constant_like(program, x, 1.0)
    y = program.elementwise("log", program.elementwise("add", one, program.elementwise("abs", x)))
    program.fires(y, "log(1 + |x|)", ulp=steps(dtype),
                  expected=exactly(lambda v: real_log1p(abs(v)), data, dtype))


@sample("local-expm1", FLOATS)
def powers_near_zero(program, dtype):
    for x, data in variants(program, dtype):
        power = program.elementwise("exp", x)
        right = exactly(real_expm1, data, dtype)
        for label, op, a, b in (("exp(x) - 1", "sub", power, 1.0), ("exp(x) + -1", "add", power, -1.0),
                                ("-1 + exp(x)", "add", -1.0, power)):
            operands = [constant_like(program, x, v) if isinstance(v, float) else v for v in (a, b)]
            program.fires(program.elementwise(op, *operands), label, ulp=steps(dtype), expected=right)


def right_sigmoid(x):
    """1 / (1 + e^-x), to many digits."""
    if math.isnan(x):
        return x
    if math.isinf(x):
        return 1.0 if x > 0 else 0.0
    return 1 / (1 + exp(-x))


def right_log_sigmoid(x):
    """-ln(1 + e^-x), to many digits."""
    if math.isnan(x) or x == -math.inf:
        return x
    if x == math.inf:
        return 0.0
    if x < -100:
        return decimal.Decimal(x)
    power = exp(-x)
    return -(power - power * power / 2 if power < TINY else (1 + power).ln())


@sample("local-1msigmoid", FLOATS)
def one_minus_sigmoid(program, dtype):
    for x, data in variants(program, dtype):
        y = program.elementwise("sub", constant_like(program, x, 1.0), program.elementwise("sigmoid", x))
        program.fires(y, "1 - sigmoid(x)", ulp=steps(dtype),
                      expected=exactly(lambda v: right_sigmoid(-v), data, dtype))


@sample("logsigm-to-softplus", FLOATS)
def log_sigmoid(program, dtype):
    for x, data in variants(program, dtype):
        s = program.elementwise("sigmoid", x)
        program.fires(program.elementwise("log", s), "log(sigmoid(x))", ulp=steps(dtype),
                      expected=exactly(right_log_sigmoid, data, dtype))


@sample("log1msigm-to-softplus", FLOATS)
def log_of_one_minus_sigmoid(program, dtype):
    for x, data in variants(program, dtype):
        s = program.elementwise("sigmoid", x)
        y = program.elementwise("log", program.elementwise("sub", constant_like(program, x, 1.0), s))
        program.fires(y, "log(1 - sigmoid(x))", ulp=steps(dtype),
                      expected=exactly(lambda v: right_log_sigmoid(-v), data, dtype))
        # One that has other users, too.
        program.result(s, "sigmoid(x)", ulp=steps(dtype), expected=exactly(right_sigmoid, data, dtype))


# ===------------------------------------------------------------------------===
# Softmax
# ===------------------------------------------------------------------------===

INF, NAN = np.inf, np.nan
ROWS = np.array([[0.5, -1.0, 2.0, 3.0], [1000.0, 999.0, -1000.0, 50.0], [0.0, -0.0, 0.0, -0.0],
                 [-INF, 1.0, -INF, 2.0], [NAN, 1.0, 2.0, 3.0], [INF, 1.0, 2.0, 3.0],
                 [-INF] * 4, [-INF, -INF, -INF, 3.0]])


def right_log_softmax(x):
    """Along the last axis, in extended precision."""
    with np.errstate(all="ignore"):
        d = x.astype(np.longdouble)
        d = d - np.max(d, axis=-1, keepdims=True)
        return (d - np.log(np.sum(np.exp(d), axis=-1, keepdims=True))).astype(np.float64)


def log_bound(right, dtype):
    return (1.01 if dtype in ("f16", "bf16") else 16) * epsilon(dtype) * np.maximum(abs(right), 2)


@sample("local-logsoftmax", FLOATS)
def log_of_softmax(program, dtype):
    data = numbers(array(ROWS, dtype), dtype)
    right = right_log_softmax(data)
    for values, axis, wanted in ((data, 1, right), (data.T, 0, right.T),
                                 (data[:, :1], 1, right_log_softmax(data[:, :1])),
                                 (data[:0], 1, right[:0])):
        for x in (program.dynamic(values, dtype), program.argument(values, dtype)):
            p = program.op("softmax", [x], dtype, x.dims, f"axis {axis}")
            program.fires(program.elementwise("log", p), f"axis {axis}", expected=wanted,
                          bound=log_bound(wanted, dtype))


@sample("crossentropy-to-crossentropy-with-softmax", FLOATS)
def crossentropy_of_softmax(program, dtype):
    data = numbers(array(ROWS, dtype), dtype)
    for index_type, targets in (("i64", [0, 2, 1, 1, 3, 0, 2, 0]), ("ui8", [3, 1, 2, 0, 0, 1, 3, 3])):
        right = -right_log_softmax(data)[np.arange(len(data)), targets]
        for make in (program.dynamic, program.argument):
            x, y = make(data, dtype), make(targets, index_type)
            p = program.op("softmax", [x], dtype, x.dims, "axis 1")
            nll = program.op("categorical_crossentropy", [p, y], dtype, x.dims[:1])
            program.fires(nll, f"{index_type} targets", expected=right, bound=log_bound(right, dtype))
    none = program.dynamic(data[:0], dtype)
    y = program.dynamic(np.zeros(0), "i64")
    p = program.op("softmax", [none], dtype, none.dims, "axis 1")
    program.fires(program.op("categorical_crossentropy", [p, y], dtype, none.dims[:1]), "of nothing",
                  expected=np.zeros(0))


@sample("crossentropy-to-crossentropy-with-softmax", ["f32"])
def targets_checked(program, dtype):
    x, y = program.dynamic([[1.0, 2.0]] * 2, dtype), program.dynamic([0, 1], "i64")
    p = program.op("softmax", [x], dtype, x.dims, "axis 1")
    nll = program.op("categorical_crossentropy", [p, y], dtype, x.dims[:1])
    program.fires(nll, "nll", expected=[math.log1p(math.e), math.log1p(1 / math.e)], bound=1e-6)
    program.fails(["[[1, 2], [3, 4]]", "[0, 2]"], "target 2 is out of")
    program.fails(["[[1, 2], [3, 4]]", "[0, -1]"], "target -1 is out of")
    program.fails(["[[1, 2], [3, 4]]", "[0, 1, 1]"], "shape")
