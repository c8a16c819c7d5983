"""dimshuffle, reshape, shape, alloc and their kin, alone and next to loops."""

import itertools
import sys

import numpy as np

from compare import ALL, Program, Suite, name_of, numbers, samples

I64 = "i64"


def elements(dtype, shape):
    """Edge values in a tensor of any shape."""
    values = numbers(samples(dtype), dtype)
    count = int(np.prod(shape))
    return np.resize(values, count).reshape(shape)


def reshape(program, x, sizes, dims=None):
    """To `sizes`, a constant list, or a value."""
    if isinstance(sizes, (list, tuple)):
        dims = [size if size >= 0 else None for size in sizes] if dims is None else dims
        sizes = program.constant(np.array(sizes, dtype=np.int64), I64)
    return program.op("reshape", [x, sizes], x.dtype, dims, typed=True)


def every_type(dtype):
    """Each op once on each element type."""
    program = Program(f"shapes_{name_of(dtype)}")
    values = elements(dtype, (3, 1, 4))
    x = program.dynamic(values, dtype)
    program.result(program.dimshuffle(x, [2, 0]), "dimshuffle", expected=values.reshape(3, 4).T)
    program.result(program.dimshuffle(x, ["x", 2, 1, 0]), "dimshuffle")
    program.result(reshape(program, x, [6, 2]), "reshape", expected=values.reshape(6, 2))
    program.result(reshape(program, x, [-1]), "reshape", expected=values.reshape(-1))
    program.result(program.op("shape", [x], I64, [3]), "shape", expected=[3, 1, 4])
    program.result(program.op("shape_i", [x], I64, [], "at 2"), "shape_i", expected=4)
    n = program.argument(5, I64)
    v = program.argument(values[0, 0], dtype, [None])
    program.result(program.alloc(v, [n, program.constant(4, I64)], [None, 4]), "alloc",
                   expected=np.broadcast_to(values[0, 0], (5, 4)))
    s = program.constant(np.array([3, 1, 4]), I64)
    program.result(program.op("specify_shape", [x, s], dtype, [3, 1, 4], typed=True),
                   "specify_shape", expected=values)
    a, b = (program.argument(value, dtype) for value in values[0, 0, :2])
    program.result(program.op("make_vector", [a, b, a], dtype, [3]), "make_vector",
                   expected=values[0, 0][[0, 1, 0]])
    return program


def orders():
    """All permutations, with and without new axes, on static and dynamic
    tensors, and each as the operand of a loop."""
    program = Program("orders")
    values = np.random.default_rng(0).normal(size=(2, 3, 4))
    x, y = program.dynamic(values, "f32"), program.argument(values, "f32")
    for order in itertools.permutations(range(3)):
        for value in (x, y):
            program.result(program.dimshuffle(value, order), f"{order}",
                           expected=values.transpose(order))
        t = program.dimshuffle(program.elementwise("neg", x), order)
        program.result(program.elementwise("abs", t), f"fused {order}",
                       expected=abs(values.transpose(order)))
        twice = program.dimshuffle(t, order)
        program.result(twice, f"twice {order}",
                       expected=-values.transpose(order).transpose(order))
    for order in (["x", 0, 1, 2], [0, "x", 2, 1], [2, "x", "x", 0, 1]):
        value = program.dimshuffle(x, order)
        program.result(value, f"{order}")
        program.result(program.elementwise("mul", value, value), f"fused {order}")
    scalar = program.argument(2.5, "f32")
    program.result(program.dimshuffle(scalar, ["x", "x"]), "of a scalar", expected=[[2.5]])
    one = program.argument([[7.0]], "f32")
    program.result(program.dimshuffle(one, []), "to a scalar", expected=7.0)
    nothing = program.dynamic(np.zeros((0, 3)), "f32")
    program.result(program.dimshuffle(nothing, [1, "x", 0]), "of nothing",
                   expected=np.zeros((3, 1, 0)))
    return program


def sums_of_views():
    """A transposed operand in reductions and products (KF-39's neighbours)."""
    program = Program("sums_of_views")
    values = np.arange(12.0).reshape(3, 4)
    x = program.dynamic(values, "f32")
    t = program.dimshuffle(x, [1, 0])
    program.result(program.reduce("sum", t, [1]), "sum of rows", expected=values.T.sum(1))
    program.result(program.reduce("sum", t, [0]), "sum of columns", expected=values.T.sum(0))
    program.result(program.reduce("max", t, [1]), "max", expected=values.T.max(1))
    program.result(program.op("dot", [t, x], "f32", [None, None]), "dot", expected=values.T @ values)
    program.result(program.elementwise("add", t, t), "add", expected=2 * values.T)
    return program


def reshapes():
    """Sizes from constants, arguments and other ops; -1; empty tensors; of
    views; of a fused value that is also returned."""
    program = Program("reshapes")
    values = np.random.default_rng(1).normal(size=(4, 6)).astype(np.float32)
    x, y = program.dynamic(values, "f32"), program.argument(values, "f32")
    sizes = program.argument([2, -1, 3], I64)
    for value in (x, y):
        program.result(reshape(program, value, sizes, [None, None, 3]), "run-time sizes",
                       expected=values.reshape(2, 4, 3))
        for shape in ([24], [-1, 8], [2, 3, -1, 2], [1, 24, 1], [6, 4]):
            program.result(reshape(program, value, shape), f"to {shape}",
                           expected=values.reshape(shape))
    t = program.dimshuffle(x, [1, 0])
    r = reshape(program, t, [-1])
    program.result(r, "of a transposition", expected=values.T.reshape(-1))
    program.result(program.reduce("sum", r, [0], attrs="acc f64"), "sum of it", ulp=1)
    e = program.elementwise("exp", x)
    r = reshape(program, e, [-1, 3])
    program.result(program.elementwise("neg", r), "between loops", 8)
    program.result(e, "before it", 8)
    shape = program.op("shape", [x], I64, [2])
    product = program.elementwise("sqr", x)
    flat = reshape(program, product, [-1])
    program.result(reshape(program, flat, shape, [None, None]), "back again", expected=values ** 2)
    nothing = program.dynamic(np.zeros((0, 5)), "f32")
    program.result(reshape(program, nothing, [5, 0]), "of nothing", expected=np.zeros((5, 0)))
    program.result(reshape(program, nothing, [-1, 5]), "of nothing", expected=np.zeros((0, 5)))
    program.result(reshape(program, nothing, [-1]), "of nothing", expected=np.zeros(0))
    scalar = program.argument(1.5, "f32")
    program.result(reshape(program, scalar, [1, 1]), "of a scalar", expected=[[1.5]])
    one = program.argument([[[2.5]]], "f32")
    program.result(reshape(program, one, []), "to a scalar", expected=2.5)
    return program


def sizes():
    """shape and shape_i of arguments and of what loops make; arithmetic on
    them; allocs by them."""
    program = Program("sizes")
    x = program.dynamic(np.ones((3, 5)), "f32")
    y = program.elementwise("exp", x)
    s = program.op("shape", [y], I64, [2])
    program.result(s, "of a value nobody needs", expected=[3, 5])
    n = program.op("shape_i", [x], I64, [], "at 0")
    m = program.op("shape_i", [y], I64, [], "at 1")
    nm = program.elementwise("mul", n, m)
    program.result(nm, "product", expected=15)
    zero = program.constant(0.0, "f32")
    z = program.alloc(zero, [nm], [None])
    program.result(z, "alloc", expected=np.zeros(15))
    program.result(program.alloc(zero, [m, program.constant(0, I64)], [None, None]),
                   "empty alloc", expected=np.zeros((5, 0)))
    column = program.argument([[1.0], [2.0]], "f32")
    two, four = program.argument(2, I64), program.argument(4, I64)
    a = program.alloc(column, [n, two, four], [None, None, None])
    program.result(a, "stretched", expected=np.broadcast_to([[1.0], [2.0]], (3, 2, 4)))
    program.result(program.elementwise("sqr", a), "stretched and squared",
                   expected=np.broadcast_to([[1.0], [4.0]], (3, 2, 4)))
    program.result(program.alloc(program.argument(4.5, "f64"), [], []), "rank 0", expected=4.5)
    v = program.op("make_vector", [n, m, nm], I64, [3])
    program.result(v, "make_vector", expected=[3, 5, 15])
    program.result(program.elementwise("neg", v), "fused make_vector", expected=[-3, -5, -15])
    none = program.raw("croton.make_vector []", I64, [0])
    program.result(none, "empty vector", expected=np.zeros(0))
    return program


def aliases():
    """Results share no memory: an argument, a view of it twice, a constant,
    and values made from each (KF-60)."""
    program = Program("aliases")
    values = np.arange(6.0).reshape(2, 3)
    x = program.dynamic(values, "f64")
    t = program.dimshuffle(x, [1, 0])
    r = reshape(program, x, [-1])
    c = program.constant([1.0, 2.0], "f64")
    for value, label, right in ((x, "argument", values), (x, "argument again", values),
                                (t, "view", values.T), (t, "view again", values.T),
                                (r, "reshaped", values.reshape(-1)), (c, "constant", [1.0, 2.0]),
                                (c, "constant again", [1.0, 2.0])):
        program.result(value, label, expected=right)
    zero = program.constant(-1.0, "f64")
    for value, right in ((x, values), (c, np.array([1.0, 2.0]))):
        w = program.raw(f"croton.inc_subtensor {value.name}[{', '.join([':'] * len(value.dims))}],"
                        f" %zero{len(value.dims)} set : {value.type},"
                        f" tensor<{'1x' * len(value.dims)}f64>", "f64", value.dims)
        order = ", ".join(["x"] * len(value.dims))
        program.lines.insert(-1, f"%zero{len(value.dims)} = croton.dimshuffle {zero.name}"
                             f" [{order}] : {zero.type}")
        program.result(w, "overwritten", expected=np.full(right.shape, -1.0))
    return program


def main():
    suite = Suite(sys.argv)
    for dtype in ALL:
        suite.run(every_type(dtype))
    for make in (orders, sums_of_views, reshapes, sizes, aliases):
        suite.run(make())
    suite.finish()


main()
