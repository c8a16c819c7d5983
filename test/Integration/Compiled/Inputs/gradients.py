"""Gradients of every float op, compiled, against the evaluator and, where the
derivative is a formula, against the formula; forward mode; nested gradients."""

import sys

import numpy as np

from compare import FLOATS, Program, Suite, epsilon

ELEMENTWISE = {
    "neg": lambda x: -np.ones_like(x), "abs": np.sign, "sqr": lambda x: 2 * x,
    "sqrt": lambda x: 0.5 / np.sqrt(x), "exp": np.exp, "expm1": np.exp, "log": lambda x: 1 / x,
    "log1p": lambda x: 1 / (1 + x), "tanh": lambda x: 1 - np.tanh(x) ** 2,
    "sigmoid": lambda x: np.exp(-x) / (1 + np.exp(-x)) ** 2}

# The derivatives with respect to the first and the second operand.
BINARY = {
    "add": lambda x, y: (1 + 0 * x * y, 1 + 0 * x * y), "sub": lambda x, y: (1 + 0 * x * y, -1 + 0 * x * y),
    "mul": lambda x, y: (y + 0 * x, x + 0 * y), "true_div": lambda x, y: (1 / y + 0 * x, -x / y ** 2),
    "maximum": lambda x, y: (1.0 * (x >= y), 1.0 * (x < y)),
    "minimum": lambda x, y: (1.0 * (x <= y), 1.0 * (x > y))}


def tolerance(dtype, scale=1.0):
    return (8 if dtype in ("f16", "bf16") else 64) * epsilon(dtype) * scale


def weighted(program, value, weights):
    """The sum of a value times weights, so that its entries tell apart."""
    return program.total(program.elementwise("mul", value, weights))


def elementwise(dtype):
    """At numbers that each type holds exactly."""
    program = Program(f"elementwise_{dtype}")
    values = np.array([[0.25, 0.5, 1.0, 1.5], [2.0, 0.75, 3.0, 1.25], [0.125, 1.75, 2.5, 0.375]])
    weights = np.array([[1.0, 2.0, -1.0, 0.5], [0.25, 1.0, 1.0, -2.0], [2.0, 1.0, 0.5, 1.0]])
    x, w = program.dynamic(values, dtype), program.dynamic(weights, dtype)
    for op, derivative in ELEMENTWISE.items():
        y = program.elementwise(op, x)
        right = weights * derivative(values)
        program.result(program.grad(weighted(program, y, w), x), op,
                       bound=tolerance(dtype, np.abs(right) + 1), expected=right)
    for shape in ((3, 4), (1, 4), (3, 1), (1, 1)):
        other = np.resize([0.5, 1.5, 0.25, 2.0, 1.0, 0.75, 1.75], shape)
        y = program.dynamic(other, dtype)
        for op, derivative in BINARY.items():
            z = program.elementwise(op, x, y)
            gx, gy = program.grad(weighted(program, z, w), x, y)
            dx, dy = (weights * d + 0.0 for d in derivative(values, other))
            axes = tuple(i for i, size in enumerate(shape) if size == 1)
            program.result(gx, f"{op} {shape}", bound=tolerance(dtype, np.abs(dx) + 1), expected=dx)
            program.result(gy, f"{op} {shape}, second",
                           bound=tolerance(dtype, np.sum(np.abs(dy), axes, keepdims=True) + 1),
                           expected=np.sum(dy, axes, keepdims=True))
    low, high = program.argument([[0.5]], dtype), program.argument([[2.0]], dtype)
    clipped = program.elementwise("clip", x, low, high)
    program.result(program.grad(weighted(program, clipped, w), x), "clip",
                   expected=weights * ((values >= 0.5) & (values <= 2.0)))
    condition = program.elementwise("lt", x, high)
    chosen = program.elementwise("switch", condition, program.elementwise("sqr", x), x)
    program.result(program.grad(weighted(program, chosen, w), x), "switch",
                   bound=tolerance(dtype, 12), expected=weights * np.where(values < 2, 2 * values, 1))
    filled = program.elementwise("fill", x, low)
    program.result(program.grad(weighted(program, filled, w), low), "fill",
                   bound=tolerance(dtype, 16), expected=[[np.sum(weights)]])
    wide = program.cast(x, "f64")
    program.result(program.grad(program.total(program.elementwise("sqr", wide)), x), "cast",
                   bound=tolerance(dtype, 6), expected=2 * values)
    return program


def edges():
    """The kinks and poles: zeros of both signs, NaN and infinity."""
    program = Program("edges")
    values = np.array([0.0, -0.0, np.nan, np.inf, -np.inf, 1.0, -1.0])
    for dtype in ("f32", "f64"):
        x = program.dynamic(values, dtype)
        zero = program.constant([0.0], dtype)
        for op in ELEMENTWISE:
            g = program.grad(program.total(program.elementwise(op, x)), x)
            program.result(g, f"{op} {dtype}", bound=tolerance(dtype))
        for op in ("maximum", "minimum"):
            g = program.grad(program.total(program.elementwise(op, x, zero)), x)
            program.result(g, f"{op} {dtype}")
        m = program.reduce("max", program.elementwise("neg", x), [0])
        program.result(program.grad(m, x), f"max {dtype}")
    return program


def reductions(dtype):
    program = Program(f"reductions_{dtype}")
    values = np.array([[1.0, 2.0, 2.0, -1.0], [0.5, -3.0, 0.25, 0.5], [4.0, 4.0, 4.0, 4.0]])
    x = program.dynamic(values, dtype)
    for axis, weights in ((1, np.array([1.0, -2.0, 0.5])), (0, np.array([1.0, 2.0, -1.0, 0.5]))):
        w = program.dynamic(weights, dtype)
        full = np.expand_dims(weights, axis)
        right = {"sum": full + 0 * values, "mean": full / values.shape[axis] + 0 * values,
                 "max": full * (values == values.max(axis, keepdims=True)) + 0.0}
        for op, expected in right.items():
            g = program.grad(weighted(program, program.reduce(op, x, [axis]), w), x)
            program.result(g, f"{op} {axis}", bound=tolerance(dtype), expected=expected)
        for op in ("softmax", "log_softmax"):
            full_weights = program.dynamic(np.arange(12.0).reshape(3, 4) / 8, dtype)
            y = program.op(op, [x], dtype, x.dims, f"axis {axis}")
            g = program.grad(weighted(program, y, full_weights), x)
            program.result(g, f"{op} {axis}", bound=tolerance(dtype, 4))
    target = program.argument([2, 0, 3], "i64", [None])
    y = program.op("crossentropy_softmax", [x, target], dtype, [None])
    soft = np.exp(values - values.max(1, keepdims=True))
    soft /= soft.sum(1, keepdims=True)
    hot = np.eye(4)[[2, 0, 3]]
    program.result(program.grad(program.total(y), x), "crossentropy_softmax",
                   bound=tolerance(dtype, 2), expected=soft - hot)
    p = program.dynamic(np.full((3, 4), 0.25), dtype)
    y = program.op("categorical_crossentropy", [p, target], dtype, [None])
    program.result(program.grad(program.total(y), p), "categorical_crossentropy",
                   bound=tolerance(dtype, 8), expected=0.0 - 4.0 * hot)
    return program


def products(dtype):
    program = Program(f"products_{dtype}")
    rng = np.random.default_rng(0)
    a, b = rng.integers(-4, 5, size=(5, 3)) / 4, rng.integers(-4, 5, size=(3, 6)) / 4
    w = rng.integers(-4, 5, size=(5, 6)) / 4
    x, y, weights = (program.dynamic(v, dtype) for v in (a, b, w))
    gx, gy = program.grad(weighted(program, program.op("dot", [x, y], dtype, [None, None]), weights), x, y)
    program.result(gx, "dot", bound=tolerance(dtype, 6), expected=w @ b.T)
    program.result(gy, "dot", bound=tolerance(dtype, 6), expected=a.T @ w)
    v, u = program.dynamic(b[:, 0], dtype), program.dynamic(w[:, 0], dtype)
    gx, gv = program.grad(weighted(program, program.op("dot", [x, v], dtype, [None]), u), x, v)
    program.result(gx, "matrix and vector", bound=tolerance(dtype, 4), expected=np.outer(w[:, 0], b[:, 0]))
    program.result(gv, "matrix and vector", bound=tolerance(dtype, 6), expected=a.T @ w[:, 0])
    gv = program.grad(program.op("dot", [v, v], dtype, []), v)
    program.result(gv, "vector and itself", bound=tolerance(dtype, 4), expected=2 * b[:, 0])
    p, q = rng.integers(-4, 5, size=(2, 3, 4)) / 4, rng.integers(-4, 5, size=(2, 4, 2)) / 4
    xb, yb = program.dynamic(p, dtype), program.dynamic(q, dtype)
    z = program.op("batched_dot", [xb, yb], dtype, [None] * 3)
    gx, gy = program.grad(program.total(z), xb, yb)
    ones = np.ones((2, 3, 2))
    program.result(gx, "batched_dot", bound=tolerance(dtype, 6), expected=ones @ q.transpose(0, 2, 1))
    program.result(gy, "batched_dot", bound=tolerance(dtype, 6), expected=p.transpose(0, 2, 1) @ ones)
    return program


def views(dtype):
    """Through shapes and indexing; repeated indices add up (KF-40); a written
    slice's value may be stretched (KF-46)."""
    program = Program(f"views_{dtype}")
    values = np.arange(12.0).reshape(3, 4) / 4
    x = program.dynamic(values, dtype)
    w = np.array([[1.0, 2.0, 4.0], [0.5, -1.0, 1.0], [2.0, 1.0, -2.0], [1.0, 1.0, 3.0]])
    weights = program.dynamic(w, dtype)
    program.result(program.grad(weighted(program, program.dimshuffle(x, [1, 0]), weights), x),
                   "dimshuffle", expected=w.T)
    shape = program.constant([4, 3], "i64")
    r = program.op("reshape", [x, shape], dtype, [4, 3], typed=True)
    program.result(program.grad(weighted(program, r, weights), x), "reshape", expected=w.reshape(3, 4))
    for text, entries in (("::-1, 1:3", np.s_[::-1, 1:3]), ("0:-3:-1, :", np.s_[0:-3:-1, :]),
                          ("::2, ::-2", np.s_[::2, ::-2])):
        s = program.raw(f"croton.subtensor {x.name}[{text}] : {x.type}", dtype, [None, None])
        sq = program.elementwise("sqr", s)
        right = np.zeros((3, 4))
        right[entries] = 2 * values[entries]
        program.result(program.grad(program.total(sq), x), f"subtensor {text}",
                       bound=tolerance(dtype, 6), expected=right)
    index = program.argument([0, 0, 2], "i64")
    v, c = program.argument([1.0, 2.0, 3.0], dtype), program.constant([1.0, 2.0, 4.0], dtype)
    t = program.op("take", [v, index], dtype, [3], "axis 0")
    program.result(program.grad(weighted(program, t, c), v), "KF-40", expected=[3, 0, 4])
    for rows in (1, 3):
        b = program.constant(np.zeros((rows, 2)), dtype)
        row = program.argument([1.0, 2.0], dtype)
        wide = program.dimshuffle(row, ["x", 0])
        for is_set in ("", " set"):
            s = program.raw(f"croton.inc_subtensor {b.name}[:, :], {wide.name}{is_set} : {b.type},"
                            f" {wide.type}", dtype, b.dims)
            program.result(program.grad(program.total(s), row), "KF-46", expected=[rows, rows])
    scaled = program.elementwise("sqr", v)
    for is_set in ("", " set"):
        s = program.op("inc_take", [v, index, scaled], dtype, [3], f"axis 0{is_set}")
        program.result(program.grad(weighted(program, s, c), v), f"inc_take{is_set}",
                       bound=tolerance(dtype, 16))
    n = program.argument(3, "i64")
    one = program.argument([2.0], dtype)
    a = program.alloc(one, [n], [None])
    program.result(program.grad(weighted(program, a, c), one), "alloc", expected=[7])
    s = program.op("specify_shape", [x, program.op("shape", [x], "i64", [2])], dtype, x.dims, typed=True)
    program.result(program.grad(program.total(s), x), "specify_shape", expected=np.ones((3, 4)))
    scalar = program.argument(2.0, dtype)
    m = program.op("make_vector", [scalar, scalar], dtype, [2])
    program.result(program.grad(program.total(program.elementwise("sqr", m)), scalar), "make_vector",
                   expected=8)
    return program


def markers():
    program = Program("markers")
    x = program.dynamic([1.0, -2.0, 3.0], "f64")
    z = program.op("zero_grad", [x], "f64", x.dims)
    d = program.op("disconnected_grad", [x], "f64", x.dims)
    for value in (z, d):
        program.result(value, "identity", expected=[1, -2, 3])
        y = program.elementwise("mul", value, x)
        program.result(program.grad(program.total(y), x), "marker", expected=[1, -2, 3])
    c = program.raw(f"croton.grad_clip {x.name} from -1.0 to 2.0 : {x.type}", "f64", x.dims)
    program.result(program.grad(program.total(program.elementwise("sqr", c)), x), "grad_clip",
                   expected=[2, -1, 2])
    return program


def modes():
    """lop and rop, second derivatives, and a Hessian times a vector."""
    program = Program("modes")
    values, direction = np.array([0.5, 1.0, -1.5]), np.array([1.0, -2.0, 0.25])
    x, v = program.dynamic(values, "f64"), program.dynamic(direction, "f64")
    y = program.elementwise("tanh", x)
    slope = 1 - np.tanh(values) ** 2
    for mode in ("lop", "rop"):
        if mode == "lop":
            text = f"{y.name} : {y.type} grads({v.name} : {v.type}) wrt({x.name} : {x.type})"
        else:
            text = f"{y.name} : {y.type} wrt({x.name} : {x.type}) along({v.name} : {v.type})"
        program.result(program.raw(f"croton.{mode} {text}", "f64", x.dims), mode,
                       bound=1e-14, expected=slope * direction)
    cube = program.elementwise("mul", x, x, x)
    g = program.grad(program.total(cube), x)
    gg = program.grad(program.total(g), x)
    ggg = program.grad(program.total(gg), x)
    program.result(g, "first", bound=1e-14, expected=3 * values ** 2)
    program.result(gg, "second", bound=1e-14, expected=6 * values)
    program.result(ggg, "third", bound=1e-14, expected=[6, 6, 6])
    s = program.total(program.elementwise("sqr", x))
    g = program.grad(program.elementwise("sqr", s), x)
    hv = program.grad(weighted(program, g, v), x)
    right = 4 * np.sum(values ** 2) * direction + 8 * values * np.dot(values, direction)
    program.result(hv, "Hessian times vector", bound=1e-12, expected=right)
    return program


def run_time_broadcast(suite):
    """KF-45: a size of 1 that only shows at run time is refused."""
    suite.errors("kf45", """
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %z = croton.add %x, %y : tensor<?x?xf32>, tensor<?x?xf32>
  %c = croton.sum %z axes [0, 1] : tensor<?x?xf32>
  %g = croton.grad %c : tensor<f32> wrt(%x : tensor<?x?xf32>)
  return %g : tensor<?x?xf32>
}
""", ["ones:1x2", "ones:3x2"], ["croton.add", "kf45.mlir:3:8", "broadcast", "dim 0"])


def main():
    suite = Suite(sys.argv)
    for dtype in FLOATS:
        suite.run(elementwise(dtype))
        suite.run(reductions(dtype))
    for dtype in ("f32", "f64"):
        suite.run(products(dtype))
        suite.run(views(dtype))
    for make in (edges, markers, modes):
        suite.run(make())
    run_time_broadcast(suite)
    suite.finish()


main()
