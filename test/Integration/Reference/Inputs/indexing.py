"""Prints tests of indexing and of shape ops, against Python and NumPy."""

import itertools

import numpy as np

import oracle
from oracle import ALL, COMPLEX, FLOATS, INTEGERS, int_range, samples, wrap

BOUNDS = [None] + list(range(-6, 7))


def slice_text(*parts):
    start, stop, step = ("" if part is None else str(part) for part in parts)
    return f"{start}:{stop}" + (f":{step}" if step else "")


# ===------------------------------------------------------------------------===
# subtensor and inc_subtensor
# ===------------------------------------------------------------------------===


def slice_tests(test):
    """Every slice with bounds from -6 to 6 of vectors of up to 5 elements, as
    constants and as run-time values."""
    for n, step in itertools.product(range(6), (None, -3, -2, -1, 1, 2)):
        values = list(range(10, 10 + n))
        static, dynamic = test.function("slice"), test.function("dynamic_slice")
        for f in (static, dynamic):
            f.raw(f"%x = croton.constant {oracle.dense(values, 'i64', [n])}")
        for bound in BOUNDS[1:] + [-3, -2, -1, 1, 2]:
            name = f"%b{bound}".replace("-", "m")
            if f"{name} =" not in "".join(dynamic.lines):
                dynamic.raw(f"{name} = croton.constant dense<{bound}> : tensor<i64>")
        for number, (start, stop) in enumerate(itertools.product(BOUNDS, BOUNDS)):
            expected = values[start:stop:step]
            name = f"%r{number}"
            static.raw(f"{name} = croton.subtensor %x[{slice_text(start, stop, step)}]"
                       f" : tensor<{n}xi64>")
            static.result(name, expected, "i64", [len(expected)])
            operands = [f"%b{part}".replace("-", "m") if part is not None else None
                        for part in (start, stop, step)]
            used = "".join(", tensor<i64>" for part in operands if part)
            if not used:
                continue
            dynamic.raw(f"{name} = croton.subtensor %x[{slice_text(*operands)}]"
                        f" : tensor<{n}xi64>{used}")
            dynamic.result(name, expected, "i64", [len(expected)], "tensor<?xi64>")


def write_tests(test):
    """inc and set write exactly where the slice reads."""
    for n, step in itertools.product((0, 1, 4, 5), (-2, -1, 1, 3)):
        values = list(range(10, 10 + n))
        for start, stop in itertools.product((None, -5, -2, 0, 1, 3, 6), repeat=2):
            count = len(values[start:stop:step])
            new = list(range(100, 100 + count))
            for is_set in (False, True):
                x = np.array(values, dtype=np.int64)
                if is_set:
                    x[start:stop:step] = new
                else:
                    x[start:stop:step] += np.array(new, dtype=np.int64)
                f = test.function("write")
                a = f.constant(values, "i64", [n])
                b = f.constant(new, "i64", [count])
                f.raw(f"%r = croton.inc_subtensor {a}[{slice_text(start, stop, step)}],"
                      f" {b} {'set' if is_set else ''} : {f.types[a]}, {f.types[b]}")
                f.result("%r", x.tolist(), "i64", [n])


def mixed_tests(test):
    """Integers and slices in several dims, on every element type."""
    shape = [3, 4, 5]
    entries = [("1, :, 2", np.s_[1, :, 2]), ("-1, ::-1, 1:4", np.s_[-1, ::-1, 1:4]),
               (":, 0, ::2", np.s_[:, 0, ::2]), ("::-2, -4, -5", np.s_[::-2, -4, -5]),
               ("2, 3, 4", np.s_[2, 3, 4]), (":, 4:2, :", np.s_[:, 4:2, :])]
    for dtype, (text, index) in itertools.product(ALL, entries):
        xs = samples(dtype)
        values = [xs[(7 * i) % len(xs)] for i in range(60)]
        order = np.arange(60).reshape(shape)[index]
        out = [values[i] for i in np.ravel(order)]
        f = test.function("subtensor")
        x = f.constant(values, dtype, shape)
        f.raw(f"%r = croton.subtensor {x}[{text}] : {f.types[x]}")
        f.result("%r", out, dtype, list(np.shape(order)))
        # Writing back in reverse order, and stretching a value of size 1.
        new = out[::-1]
        expected = list(values)
        for i, value in zip(np.ravel(order), new):
            expected[i] = value
        f = test.function("set_subtensor")
        x = f.constant(values, dtype, shape)
        y = f.constant(new, dtype, list(np.shape(order)))
        f.raw(f"%r = croton.inc_subtensor {x}[{text}], {y} set : {f.types[x]}, {f.types[y]}")
        f.result("%r", expected, dtype, shape)
        expected = [xs[1] if i in np.ravel(order) else value
                    for i, value in enumerate(values)]
        f = test.function("set_stretched")
        x = f.constant(values, dtype, shape)
        y = f.constant([xs[1]], dtype, [1] * np.ndim(order))
        if np.size(order):
            f.raw(f"%r = croton.inc_subtensor {x}[{text}], {y} set : {f.types[x]},"
                  f" {f.types[y]}")
            f.result("%r", expected, dtype, shape)
        else:
            test.functions.pop()


# ===------------------------------------------------------------------------===
# take, inc_take, one_hot
# ===------------------------------------------------------------------------===


def take_tests(test):
    shape = [3, 4, 2]
    x = np.arange(24).reshape(shape)
    for axis, index_shape in itertools.product(range(3), ([], [3], [2, 2], [0])):
        size = shape[axis]
        count = int(np.prod(index_shape, dtype=int))
        for mode, low, high in (("raise", -size, size - 1), ("wrap", -9, 9), ("clip", -9, 9)):
            index = np.array([low + (5 * i) % (high - low + 1) for i in range(count)],
                             dtype=np.int64).reshape(index_shape)
            values = np.array([np.take(x, i, axis, mode=mode) for i in [index]])[0]
            if mode == "clip":
                values = np.take(x, np.clip(index, 0, size - 1), axis)
            test.check("take", [(x.ravel().tolist(), "i64", shape),
                                (index.ravel().tolist(), "i64", index_shape)],
                       [(values.ravel().tolist(), "i64", list(values.shape))],
                       attrs=f"axis {axis} mode {mode}")
    for dtype in ALL:
        xs = samples(dtype)
        test.check("take", [(xs, dtype, [len(xs)]), ([1, -1, 0], "i32", [3])],
                   [([xs[1], xs[-1], xs[0]], dtype, [3])], attrs="axis 0")
    # Narrow and unsigned indices: widened by their own sign first.
    for dtype in INTEGERS:
        low, high = int_range(dtype)
        n = 300
        inside = [i for i in (0, 1, 127, 128, 255, 299, -1, -128, -300) if low <= i <= high]
        test.check("take", [(list(range(n)), "i64", [n]), (inside, dtype, [len(inside)])],
                   [([i % n for i in inside], "i64", [len(inside)])], attrs="axis 0")
        extremes = [low, high]
        test.check("take", [(list(range(7)), "i64", [7]), (extremes, dtype, [2])],
                   [([i % 7 for i in extremes], "i64", [2])], attrs="axis 0 mode wrap")
        test.check("take", [(list(range(7)), "i64", [7]), (extremes, dtype, [2])],
                   [([max(0, min(6, i)) for i in extremes], "i64", [2])],
                   attrs="axis 0 mode clip")
    test.check("take", [([], "f32", [0]), ([], "i64", [0])], [([], "f32", [0])],
               attrs="axis 0")


def inc_take_tests(test):
    shape = [3, 4]
    x = np.arange(12).reshape(shape)
    for axis, mode in itertools.product((0, 1), ("raise", "wrap", "clip")):
        index = [0, -1, 0, 2] if mode == "raise" else [0, -1, 7, 2]
        place = np.array(index) % shape[axis] if mode != "clip" else np.clip(
            index, 0, shape[axis] - 1)
        value_shape = [4, 4] if axis == 0 else [3, 4]
        value = 100 * (1 + np.arange(np.prod(value_shape)).reshape(value_shape))
        for is_set in (False, True):
            expected = x.copy()
            for k, p in enumerate(place):
                target = (p, slice(None)) if axis == 0 else (slice(None), p)
                source = (k, slice(None)) if axis == 0 else (slice(None), k)
                expected[target] = value[source] + (0 if is_set else expected[target])
            test.check("inc_take", [(x.ravel().tolist(), "i64", shape), (index, "i64", [4]),
                                    (value.ravel().tolist(), "i64", value_shape)],
                       [(expected.ravel().tolist(), "i64", shape)],
                       attrs=f"axis {axis} mode {mode} {'set' if is_set else ''}")
    for dtype in INTEGERS:
        top = int_range(dtype)[1]
        test.check("inc_take", [([top, 1, 2], dtype, [3]), ([0, 0, 2], "i64", [3]),
                                ([1, 2, 5], dtype, [3])],
                   [([wrap(top + 3, dtype), 1, 7], dtype, [3])], attrs="axis 0")
    for dtype in FLOATS + COMPLEX:
        one = 1j if dtype in COMPLEX else 1.0
        zeros = [0 * one] * 3
        test.check("inc_take", [(zeros, dtype, [3]), ([0, 0, 2], "i64", [3]),
                                ([1 * one, 2 * one, 5 * one], dtype, [3])],
                   [([3 * one, 0 * one, 5 * one], dtype, [3])], attrs="axis 0")
    # Many repeats of one index; a value of size 1 is stretched.
    f = test.function("many_repeats")
    f.raw("%x = croton.constant dense<0.0> : tensor<2xf32>")
    f.raw("%i = croton.constant dense<1> : tensor<5000xi64>")
    f.raw("%v = croton.constant dense<1.0> : tensor<1xf32>")
    f.raw("%r = croton.inc_take %x, %i, %v axis 0 : "
          "tensor<2xf32>, tensor<5000xi64>, tensor<1xf32>")
    f.result("%r", [0.0, 5000.0], "f32", [2])
    # Rank-0 index; signed zeros that nothing is added to stay.
    test.check("inc_take", [([-0.0, 1.0], "f32", [2]), ([1], "ui8", []), ([2.0], "f32", [])],
               [([-0.0, 3.0], "f32", [2])], attrs="axis 0")


def one_hot_tests(test):
    for dtype in INTEGERS:
        test.check("one_hot", [([2, 0, 3], dtype, [3]), ([4], "i64", [])],
                   [([c == i for i in (2, 0, 3) for c in range(4)], "i1", [3, 4])],
                   types="tensor<3x4xi1>")
    test.check("one_hot", [([1], "i64", []), ([3], "i64", [])],
               [([False, True, False], "i1", [3])], types="tensor<3xi1>")
    test.check("one_hot", [([], "i64", [0]), ([2], "i64", [])], [([], "i1", [0, 2])],
               types="tensor<0x2xi1>")


# ===------------------------------------------------------------------------===
# Shape ops
# ===------------------------------------------------------------------------===


def dimshuffle_tests(test):
    shape = [2, 1, 3]
    for dtype in ALL:
        xs = samples(dtype)
        values = [xs[i % len(xs)] for i in range(6)]
        x = np.arange(6).reshape(shape)
        for order in itertools.permutations(range(3)):
            new = np.transpose(x, order)
            test.check("dimshuffle", [(values, dtype, shape)],
                       [([values[i] for i in new.ravel()], dtype, list(new.shape))],
                       attrs=str(list(order)))
        test.check("dimshuffle", [(values, dtype, shape)],
                   [([values[i] for i in x.reshape(2, 3).T.ravel()], dtype, [1, 3, 1, 2])],
                   attrs="[x, 2, x, 0]")
    test.check("dimshuffle", [([4.0], "f32", [])], [([4.0], "f32", [1, 1])], attrs="[x, x]")
    test.check("dimshuffle", [([4.0], "f32", [1, 1])], [([4.0], "f32", [])], attrs="[]")
    test.check("dimshuffle", [([], "f32", [0, 2])], [([], "f32", [2, 0])], attrs="[1, 0]")


def reshape_tests(test):
    values = list(range(12))
    for wanted, shape in (([3, 4], [3, 4]), ([2, -1], [2, 6]), ([-1], [12]),
                          ([1, 12, 1], [1, 12, 1]), ([-1, 2, 3], [2, 2, 3])):
        test.check("reshape", [(values, "i64", [2, 6]), (wanted, "i64", [len(wanted)])],
                   [(values, "i64", shape)], types=oracle.tensor_type("i64", shape))
    test.check("reshape", [([5.0], "f32", [1, 1]), ([], "i64", [0])], [([5.0], "f32", [])],
               types="tensor<f32>")
    test.check("reshape", [([], "f32", [0, 3]), ([3, 0], "i64", [2])],
               [([], "f32", [3, 0])], types="tensor<3x0xf32>")
    test.check("reshape", [([], "f32", [0, 3]), ([-1, 2], "i64", [2])],
               [([], "f32", [0, 2])], types="tensor<0x2xf32>")


def size_tests(test):
    test.check("shape", [(list(range(12)), "i64", [3, 4])], [([3, 4], "i64", [2])])
    test.check("shape", [([1.0], "f32", [])], [([], "i64", [0])])
    test.check("shape", [([], "f32", [0, 5])], [([0, 5], "i64", [2])])
    test.check("shape_i", [([], "f32", [0, 5])], [([5], "i64", [])], attrs="at 1")
    for dtype in ALL:
        xs = samples(dtype)
        test.check("make_vector", [([x], dtype, []) for x in xs],
                   [(xs, dtype, [len(xs)])])
        test.check("alloc", [(xs, dtype, [len(xs)]), ([2], "i64", []),
                             ([len(xs)], "i64", [])],
                   [(xs * 2, dtype, [2, len(xs)])],
                   types=oracle.tensor_type(dtype, [2, len(xs)]))
        test.check("alloc", [(xs[:1], dtype, [1]), ([2], "i64", []), ([3], "i64", [])],
                   [(xs[:1] * 6, dtype, [2, 3])], types=oracle.tensor_type(dtype, [2, 3]))
        test.check("specify_shape", [(xs, dtype, [len(xs)]), ([len(xs)], "i64", [1])],
                   [(xs, dtype, [len(xs)])], types=oracle.tensor_type(dtype, [len(xs)]))
        for op in ("zero_grad", "disconnected_grad"):
            test.check(op, [(xs, dtype, [len(xs)])], [(xs, dtype, [len(xs)])])
        if dtype in FLOATS:
            test.check("grad_clip", [(xs, dtype, [len(xs)])], [(xs, dtype, [len(xs)])],
                       attrs="from -1.0 to 1.0")
    f = test.function("make_vector")
    f.raw("%r = croton.make_vector []")
    f.result("%r", [], "i64", [0])
    test.check("alloc", [([2.0], "f32", [])], [([2.0], "f32", [])], types="tensor<f32>")
    test.check("alloc", [([2.0], "f32", []), ([0], "i64", [])], [([], "f32", [0])],
               types="tensor<0xf32>")


def main():
    test = oracle.Test()
    slice_tests(test)
    write_tests(test)
    mixed_tests(test)
    take_tests(test)
    inc_take_tests(test)
    one_hot_tests(test)
    dimshuffle_tests(test)
    reshape_tests(test)
    size_tests(test)
    test.print()


main()
