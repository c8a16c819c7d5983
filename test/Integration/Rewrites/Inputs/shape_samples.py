"""Samples of rewrites of ops that move, reduce, cut and measure axes."""

import numpy as np

from harness import sample
from compare import ALL, COMPLEX, FLOATS, INTEGERS, REAL, numbers, samples


def grid(dtype, *shape):
    """Edge values, over and over, in a shape."""
    return np.resize(numbers(samples(dtype), dtype), shape)


# ===------------------------------------------------------------------------===
# dimshuffle
# ===------------------------------------------------------------------------===


@sample("local-dimshuffle-lift-compose", ALL)
def two_dimshuffles(program, dtype):
    data = grid(dtype, 2, 3, 4)
    for x in (program.dynamic(data, dtype), program.argument(data, dtype)):
        y = program.dimshuffle(program.dimshuffle(x, [2, 0, 1]), [1, "x", 2, 0])
        program.fires(y, "moved twice", expected=np.transpose(data, (0, 1, 2))[:, None])
        y = program.dimshuffle(program.dimshuffle(x, [1, "x", 0, 2]), [2, 3, 0])
        program.fires(y, "new axis dropped", expected=np.transpose(data, (0, 2, 1)))
    row = program.dynamic(data[:1, :, 0], dtype)
    y = program.dimshuffle(program.dimshuffle(row, [1]), ["x", 0])
    program.fires(y, "unit axis dropped and made", expected=data[:1, :, 0])
    scalar = program.argument(data[0, 0, 0], dtype)
    y = program.dimshuffle(program.dimshuffle(scalar, ["x"]), ["x", 0, "x"])
    program.fires(y, "of a scalar", expected=data[:1, :1, :1])
    nothing = program.dynamic(data[:, :0, 0], dtype)
    y = program.dimshuffle(program.dimshuffle(nothing, [1, 0]), [1, "x", 0])
    program.fires(y, "of nothing", expected=data[:, :0, 0][:, None])


@sample("local-dimshuffle-lift-identity", ALL)
def only_unit_axes_moved(program, dtype):
    data = grid(dtype, 1, 3, 1)
    for x in (program.dynamic(data, dtype), program.argument(data, dtype)):
        program.fires(program.dimshuffle(x, [2, 1, 0]), "exchanged", expected=data)
        program.fires(program.dimshuffle(x, ["x", 1, 2]), "one replaced", expected=data)
        program.fires(program.dimshuffle(x, ["x", 1, "x"]), "both replaced", expected=data)


# ===------------------------------------------------------------------------===
# Reductions
# ===------------------------------------------------------------------------===


def reductions(program, x, axes, dtype):
    """The reductions that give the type of `x`, with what they must give."""
    if dtype in ["i64", "ui64"] + FLOATS + COMPLEX:
        yield "sum", program.reduce("sum", x, axes)
    elif dtype in INTEGERS:
        yield "sum", program.reduce("sum", x, axes, attrs=f"dtype {dtype}")
    if dtype in FLOATS:
        yield "mean", program.reduce("mean", x, axes)
    if dtype in REAL:
        yield "max", program.reduce("max", x, axes)


@sample("local-useless-reduce", ALL)
def over_no_axis(program, dtype):
    for shape in ((), (5,), (1,), (0,), (2, 9)):
        data = grid(dtype, *shape)
        for x in (program.dynamic(data, dtype), program.argument(data, dtype)):
            for op, y in reductions(program, x, [], dtype):
                program.fires(y, f"{op} of {shape}", expected=data)


@sample("local-reduce-broadcastable", ALL)
def over_unit_axes(program, dtype):
    data = grid(dtype, 1, 26, 1)
    for make, values in ((program.dynamic, data), (program.argument, data),
                         (program.dynamic, data[:, :0])):
        x = make(values, dtype)
        for axes in ([0], [2], [0, 2]):
            for op, y in reductions(program, x, axes, dtype):
                right = values.reshape(
                    [size for axis, size in enumerate(values.shape) if axis not in axes])
                # A sum starts from 0.0, so that of -0.0 is 0.0.
                if op != "max" and dtype in FLOATS + COMPLEX:
                    right = right + 0.0
                program.fires(y, f"{op} over {axes}", expected=right)


# ===------------------------------------------------------------------------===
# subtensor
# ===------------------------------------------------------------------------===


@sample("local-useless-subtensor", ALL)
def whole_slices(program, dtype):
    data = grid(dtype, 3, 2)
    x, fixed = program.dynamic(data, dtype), program.argument(data, dtype)
    for value, entries in ((x, "0:, :"), (x, "0::1, 0:"), (fixed, "0:3, :2"),
                           (fixed, "-3:, -5:99"), (fixed, ":3:1, 0:2:1")):
        y = program.raw(f"croton.subtensor {value.name}[{entries}] : {value.type}", dtype, value.dims)
        program.fires(y, entries, expected=data)


# ===------------------------------------------------------------------------===
# Sizes
# ===------------------------------------------------------------------------===


def size_of(program, x, axis):
    return program.raw(f"croton.shape_i {x.name} at {axis} : {x.type}", "i64", [])


@sample("local-shape-to-shape-i", ["i1", "f32", "complex<f64>"])
def all_sizes(program, dtype):
    for shape in ((), (3,), (1,), (0, 2), (2, 3, 1)):
        x = program.dynamic(np.zeros(shape), dtype)
        y = program.raw(f"croton.shape {x.name} : {x.type}", "i64", [len(shape)])
        if all(size == 1 for size in shape):
            program.result(y, "folded", expected=np.array(shape, dtype=np.int64))
        else:
            program.fires(y, f"shape of {shape}", expected=np.array(shape, dtype=np.int64))


@sample("local-shape-i-of-elemwise", ["f32", "i8"])
def sizes_of_elementwise(program, dtype):
    for shape in ((4, 3), (0, 5), (1, 2)):
        x = program.dynamic(np.ones(shape), dtype)
        unit = program.argument(np.ones((1, 1)), dtype)
        y = program.elementwise("mul", unit, program.elementwise("neg", x))
        for axis in (0, 1):
            size = size_of(program, y, axis)
            if shape[axis] == 1:
                program.result(size, "folded", expected=1)
            else:
                program.fires(size, f"size {axis} of {shape}", times=2, expected=shape[axis])


@sample("local-shape-i-of-elemwise", ["f32"])
def sizes_checked(program, dtype):
    x, y = program.dynamic([1, 2], dtype), program.dynamic([3, 4], dtype)
    program.result(size_of(program, program.elementwise("add", x, y), 0), "kept", expected=2)
    program.fails(["[1, 2]", "[1, 2, 3]"], "croton.add", "do not broadcast")


@sample("local-shape-i-of-dimshuffle", ["f32", "i1"])
def sizes_of_dimshuffle(program, dtype):
    x = program.dynamic(np.zeros((4, 0, 3)), dtype)
    y = program.dimshuffle(x, [2, "x", 0, 1])
    for axis, right in enumerate((3, 1, 4, 0)):
        size = size_of(program, y, axis)
        if right == 1:
            program.result(size, "folded", expected=1)
        else:
            program.fires(size, f"size {axis}", expected=right)


@sample("local-shape-i-of-reduce", ["f32", "i8"])
def sizes_of_reductions(program, dtype):
    x = program.dynamic(np.zeros((4, 5, 0, 3)), dtype)
    for axes, rights in (([0], (5, 0, 3)), ([1, 2], (4, 3)), ([3], (4, 5, 0)), ([0, 3], (5, 0))):
        for op in ("sum", "mean"):
            y = program.reduce(op, x, axes, dtype="f32", attrs="dtype f32")
            for axis, right in enumerate(rights):
                program.fires(size_of(program, y, axis), f"{op} {axes} size {axis}", expected=right)
