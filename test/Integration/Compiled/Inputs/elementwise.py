"""Every elementwise op on every element type: all pairs of edge values, as
arguments and as constants, static and dynamic, in the middle of a fused chain,
on rank 0 and on nothing."""

import sys

import numpy as np

from compare import ALL, COMPLEX, FLOATS, INEXACT, REAL, Program, Suite, name_of, numbers, samples

# Steps of the result's type allowed between two correct answers.
TRANSCENDENTAL = ["exp", "log", "log1p", "expm1", "tanh", "sigmoid"]


def bound(op, dtype):
    """The allowed distance in steps of the type. Arithmetic is exact; glibc's
    vector maths and libm's are within 4 of the exact value; 16-bit floats are
    computed in f32 and rounded."""
    if dtype in COMPLEX:
        return 0 if op in ("neg", "add", "sub", "eq", "neq", "switch", "fill") else 16
    if op not in TRANSCENDENTAL or dtype not in FLOATS:
        return 0
    return 1 if dtype in ("f16", "bf16") else 8


def unary_ops(dtype):
    ops = ["sqr"]
    if dtype != "i1":
        ops += ["neg"]
    if dtype in REAL:
        ops += ["abs"]
    if dtype in INEXACT:
        ops += ["sqrt", "exp", "expm1", "log", "log1p", "tanh"]
    if dtype in FLOATS:
        ops += ["sigmoid"]
    return ops


def binary_ops(dtype):
    ops = ["add", "mul", "eq", "neq", "fill"]
    if dtype != "i1":
        ops += ["sub"]
    if dtype in INEXACT:
        ops += ["true_div"]
    if dtype in REAL:
        ops += ["maximum", "minimum", "lt", "le", "gt", "ge"]
    return ops


def ternary(program, x, y, dtype):
    """Results of the ops that take more than two operands."""
    condition = program.elementwise("neq", x, y)
    yield "switch", program.elementwise("switch", condition, x, y)
    yield "add", program.elementwise("add", x, y, x)
    if dtype in REAL:
        yield "clip", program.elementwise("clip", x, y, x)
        yield "clip", program.elementwise("clip", y, x, x)


def pairs(dtype, how):
    """All ops on all pairs of edge values, a column against a row."""
    program = Program(f"{how}_{name_of(dtype)}")
    xs = samples(dtype)
    make = {"dynamic": program.dynamic, "static": program.argument,
            "constant": program.constant}[how]
    values = numbers(xs, dtype)
    x, y = make(values.reshape(-1, 1), dtype), make(values.reshape(1, -1), dtype)
    for op in unary_ops(dtype):
        program.result(program.elementwise(op, x), op, bound(op, dtype))
    for op in binary_ops(dtype):
        program.result(program.elementwise(op, x, y), op, bound(op, dtype))
    if how != "static":
        for op, value in ternary(program, x, y, dtype):
            program.result(value, op, bound(op, dtype))
    program.result(x, "argument")
    return program


def casts(dtype):
    """From one type to all others."""
    program = Program(f"cast_{name_of(dtype)}")
    xs = samples(dtype)
    values = numbers(xs, dtype)
    x = program.dynamic(values, dtype)
    for target in ALL:
        if dtype in COMPLEX and target in REAL:
            continue
        program.result(program.cast(x, target), f"to {target}")
    return program


def fused(dtype):
    """Each op between a producer and a consumer, with the value before and
    after it also returned, or not."""
    program = Program(f"fused_{name_of(dtype)}")
    rng = np.random.default_rng(1)
    sizes = (5, 13)
    if dtype in COMPLEX:
        values = rng.normal(size=sizes) + 1j * rng.normal(size=sizes)
    elif dtype in FLOATS:
        values = rng.uniform(0.25, 2.0, size=sizes)
    else:
        values = rng.integers(0, 2 if dtype == "i1" else 100, size=sizes)
    x = program.dynamic(values, dtype)
    row = program.dynamic(values[:1], dtype)
    for op in unary_ops(dtype):
        before = program.elementwise("add", x, row)
        middle = program.elementwise(op, before)
        after = program.elementwise("mul", middle, row)
        # The rounding of the op grows by the factor alone.
        program.result(after, f"{op}, fused", 64 if dtype in COMPLEX else 4 * bound(op, dtype))
        if op in ("exp", "sqr"):
            program.result(before, f"before {op}", bound("add", dtype))
            program.result(middle, f"middle {op}", bound(op, dtype))
    for op in binary_ops(dtype):
        before = program.elementwise("mul", x, row)
        middle = program.elementwise(op, before, x)
        after = program.elementwise("add", middle, middle)
        program.result(after, f"{op}, fused", 64 if dtype in COMPLEX else 0)
    return program


def shapes():
    """Every way two dims can meet, rank 0 to 4, and no elements at all."""
    program = Program("shapes")
    rng = np.random.default_rng(2)
    cases = [((), ()), ((1,), (1,)), ((0,), (0,)), ((0,), (1,)), ((1, 5), (3, 1)),
             ((3, 1), (3, 5)), ((0, 4), (1, 4)), ((2, 0, 3), (1, 1, 3)), ((1, 1), (2, 7)),
             ((2, 1, 4, 1), (1, 3, 1, 5)), ((17,), (17,)), ((1, 0), (6, 1))]
    for a, b in cases:
        for make in (program.dynamic, program.argument):
            x = make(rng.normal(size=a), "f32")
            y = make(rng.normal(size=b), "f32")
            s = program.elementwise("sub", x, y)
            program.result(s, f"{a} with {b}")
            e = program.elementwise("exp", s)
            m = program.elementwise("maximum", e, y)
            program.result(m, f"fused {a} with {b}", 8)
            c = program.elementwise("lt", x, y)
            program.result(program.elementwise("switch", c, y, s), f"switch {a} with {b}")
    # A dim that is 1 at run time only meets another 1.
    x = program.argument(np.ones((1, 4)), "f32", [None, None])
    y = program.argument(np.full((1, 4), 2.0), "f32", [None, None])
    program.result(program.elementwise("add", x, y), "run-time one")
    return program


def lengths():
    """Vector bodies and tails: lengths around every width, with guards that a
    read beyond the end would bring in."""
    program = Program("lengths")
    rng = np.random.default_rng(3)
    for n in list(range(1, 18)) + [31, 33, 64, 129]:
        values = rng.uniform(-3, 3, size=n)
        x = program.dynamic(values, "f32")
        y = program.elementwise("tanh", x)
        program.result(program.elementwise("add", y, x), f"length {n}", 8)
    return program


def composite():
    """Fused bodies as the fusion makes them, of several results."""
    program = Program("composite")
    x = program.dynamic(np.linspace(-2, 2, 12).reshape(3, 4), "f32")
    row = program.dynamic(np.linspace(1, 2, 4).reshape(1, 4), "f32")
    a, b = program.fresh("f32", x.dims), program.fresh("i1", x.dims)
    program.lines.append(
        f"{a.name}, {b.name} = croton.composite {x.name}, {row.name} : ({x.type}, {row.type})"
        f" -> ({a.type}, {b.type}) {{\n  ^bb0(%p: f32, %q: f32):\n"
        "    %s = arith.mulf %p, %q : f32\n    %t = math.absf %s : f32\n"
        "    %u = arith.cmpf olt, %p, %q : f32\n    croton.yield %t, %u : f32, i1\n  }")
    xs = np.linspace(-2, 2, 12).reshape(3, 4).astype(np.float32)
    rows = np.linspace(1, 2, 4).reshape(1, 4).astype(np.float32)
    program.result(a, "composite", expected=abs(xs * rows))
    program.result(b, "composite", expected=xs < rows)
    return program


def known_faults():
    """Rewrites that would lose NaN, infinity, bits or the shape; a constant
    meets an argument, an argument a constant, and both of each."""
    program = Program("known_faults")
    nan, inf = np.nan, np.inf
    for first in (program.argument, program.constant):
        for second in (program.dynamic, program.constant):
            zero, x = first([0.0], "f64"), second([1.0, nan, inf], "f64")
            program.result(program.elementwise("mul", zero, x), "KF-07", expected=[0, nan, nan])
            program.result(program.elementwise("sub", x, x), "KF-07", expected=[0, nan, nan])
            program.result(program.elementwise("true_div", x, x), "KF-07", expected=[1, nan, nan])
            program.result(program.elementwise("eq", x, x), "KF-07", expected=[True, False, True])
            # KF-17: the type of a branch is not narrowed.
            c, wide = second([True, False], "i1"), second([0.0, 16777217.0], "f64")
            chosen = program.elementwise("switch", c, zero, wide)
            one = program.cast(first([1], "i8"), "f64")
            program.result(program.elementwise("mul", one, chosen), "KF-17", expected=[0, 16777217])
            # KF-20: a cast down and up again is a rounding.
            y = second([3.1415927, 1.001], "f32")
            for narrow, right in (("bf16", [3.140625, 1.0]), ("f16", [3.140625, 1.0009765625])):
                program.result(program.cast(program.cast(y, narrow), "f32"), "KF-20", expected=right)
                t = program.cast(program.cast(program.elementwise("add", y, y), narrow), "f32")
                program.result(program.elementwise("sub", t, y), "KF-20, fused")
            # KF-29: equal branches still take the shape of the condition.
            v, condition = first([[7, 8]], "i64"), second([[True], [False]], "i1")
            program.result(program.elementwise("switch", condition, v, v), "KF-29",
                           expected=[[7, 8], [7, 8]])
    return program


def main():
    suite = Suite(sys.argv)
    for dtype in ALL:
        suite.run(pairs(dtype, "dynamic"))
        suite.run(casts(dtype))
    for dtype in ("i1", "i32", "ui8", "f16", "bf16", "f32", "f64", "complex<f32>"):
        suite.run(fused(dtype))
    for dtype in ("i1", "ui8", "bf16", "f32", "complex<f64>"):
        suite.run(pairs(dtype, "constant"))
    for dtype in ("i64", "f32"):
        suite.run(pairs(dtype, "static"))
    for make in (shapes, lengths, composite, known_faults):
        suite.run(make())
    suite.finish()


main()
