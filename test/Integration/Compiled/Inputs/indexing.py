"""subtensor, take, their writing forms and one_hot, against NumPy and between
the three ways of running."""

import itertools
import sys

import numpy as np

from compare import ALL, INTEGERS, SIGNED, Program, Suite, Value, name_of, numbers, samples

I64 = "i64"


# ===------------------------------------------------------------------------===
# Slices
# ===------------------------------------------------------------------------===


def entry_text(entry):
    if not isinstance(entry, slice):
        return text_of(entry)
    parts = [text_of(part) for part in (entry.start, entry.stop)]
    return ":".join(parts) + (f":{text_of(entry.step)}" if entry.step is not None else "")


def text_of(part):
    return "" if part is None else getattr(part, "name", str(part))


def parts_of(entries):
    for entry in entries:
        parts = (entry.start, entry.stop, entry.step) if isinstance(entry, slice) else (entry,)
        yield from (part for part in parts if hasattr(part, "name"))


def entry_dim(size, entry):
    """The static size of a sliced dim, or None."""
    parts = (entry.start, entry.stop, entry.step)
    if any(hasattr(part, "name") for part in parts):
        return None
    if size is None:
        return None
    return len(range(*entry.indices(size)))


def subtensor(program, x, *entries):
    dims = [entry_dim(size, entry) for size, entry in zip(x.dims, entries)
            if isinstance(entry, slice)]
    types = "".join(f", {part.type}" for part in parts_of(entries))
    return program.raw(f"croton.subtensor {x.name}[{', '.join(map(entry_text, entries))}]"
                       f" : {x.type}{types}", x.dtype, dims)


def inc_subtensor(program, x, value, *entries, is_set=False):
    types = "".join(f", {part.type}" for part in parts_of(entries))
    return program.raw(f"croton.inc_subtensor {x.name}[{', '.join(map(entry_text, entries))}],"
                       f" {value.name}{' set' if is_set else ''} : {x.type}, {value.type}{types}",
                       x.dtype, x.dims)


def elements(dtype, shape):
    values = numbers(samples(dtype), dtype)
    return np.resize(values, int(np.prod(shape))).reshape(shape)


ENTRIES = [np.s_[1, :, 2], np.s_[-1, ::-1, 1:4], np.s_[:, 0, ::2], np.s_[::-2, -4, -5],
           np.s_[2, 3, 4], np.s_[:, 4:2, :], np.s_[:, :, :], np.s_[:2, 1:, ::3]]


def every_type(dtype):
    """Integers and slices in three dims, read, set and added to."""
    program = Program(f"slices_{name_of(dtype)}")
    shape = (3, 4, 5)
    values = elements(dtype, shape)
    x = program.dynamic(values, dtype)
    for entries in ENTRIES if dtype in ("i32", "f32", "complex<f64>") else ENTRIES[:2] + ENTRIES[-1:]:
        right = values[entries]
        r = subtensor(program, x, *entries)
        program.result(r, f"{entries}", expected=right)
        if r.dims.count(0) or entries == np.s_[:, :, :]:
            continue
        changed = values.copy()
        changed[entries] = right[::-1] if np.ndim(right) else right
        v = program.argument(right[::-1] if np.ndim(right) else right, dtype, r.dims)
        program.result(inc_subtensor(program, x, v, *entries, is_set=True), f"set {entries}",
                       expected=changed)
        if entries in (ENTRIES[1], ENTRIES[7]):
            program.result(inc_subtensor(program, x, v, *entries), f"inc {entries}")
    program.result(x, "argument", expected=values)
    return program


def bounds():
    """Slices with bounds in and out of range, as constants and at run time,
    of vectors of several lengths (KF-37)."""
    for n in (0, 1, 5):
        program = Program(f"bounds_{n}")
        values = np.arange(10, 10 + n)
        x, y = program.argument(values, I64, [None]), program.argument(values, I64)
        run_time = {k: program.argument(k, I64) for k in (-9, -6, -5, -3, -2, -1, 0, 1, 2, 3, 5, 7)}
        for step in (-2, -1, 1, 2) if n == 5 else (-2, 1):
            for start, stop in itertools.product((None, -6, -2, 0, 3, 7), (None, -5, -1, 1, 7)):
                entry = slice(start, stop, step)
                label = f"{start}:{stop}:{step} of {n}"
                program.result(subtensor(program, y if step % 2 else x, entry), label,
                               expected=values[entry])
                if abs(step) == 1 and stop in (None, -1, 7):
                    dynamic = slice(*(part if part is None else run_time[part]
                                      for part in (start, stop, step)))
                    program.result(subtensor(program, x, dynamic), f"run-time {label}",
                                   expected=values[entry])
        yield program


def chains():
    """Slices of slices and of loops, in front of loops, reductions, products
    (KF-36, KF-39, KF-67)."""
    program = Program("chains")
    values = np.arange(40.0).reshape(5, 8)
    x, v = program.dynamic(values, "f32"), program.dynamic(np.arange(5.0), "f32")
    three = program.constant([3.0], "f32")
    tail = subtensor(program, v, np.s_[2:])
    program.result(program.elementwise("mul", three, tail), "KF-39", expected=[6, 9, 12])
    for label, entries, then in (("x[1:-1][-1]", np.s_[1:-1], -1), ("x[3:][-1]", np.s_[3:], -1),
                                 ("x[:-1][-1]", np.s_[:-1], -1), ("x[::-1][0]", np.s_[::-1], 0),
                                 ("x[3:0:-1][-1]", np.s_[3:0:-1], -1)):
        program.result(subtensor(program, subtensor(program, v, entries), then), f"KF-36 {label}",
                       expected=np.arange(5.0)[entries][then])
    for entries in (np.s_[::-1, 1:], np.s_[1:4:2, ::-3], np.s_[-3:, :5]):
        right = values[entries]
        s = subtensor(program, x, *entries)
        program.result(program.elementwise("sqr", s), f"sqr {entries}", expected=right ** 2)
        program.result(program.reduce("sum", s, [1]), f"sum {entries}", expected=right.sum(1))
        program.result(program.reduce("max", s, [0]), f"max {entries}", expected=right.max(0))
        t = program.dimshuffle(s, [1, 0])
        program.result(program.op("dot", [s, t], "f32", [s.dims[0], s.dims[0]]), f"dot {entries}",
                       expected=right @ right.T)
        e = program.elementwise("neg", x)
        program.result(subtensor(program, e, *entries), f"of neg {entries}", expected=-right)
        shape = program.constant([-1], I64)
        program.result(program.op("reshape", [s, shape], "f32", [None], typed=True),
                       f"reshape {entries}", expected=right.reshape(-1))
    # A fixed element times a row, written back over it.
    one = subtensor(program, v, slice(1, 2))
    one = program.op("specify_shape", [one, program.constant([1], I64)], "f32", [1], typed=True)
    scaled = program.elementwise("mul", v, one)
    program.result(inc_subtensor(program, v, subtensor(program, scaled, np.s_[1:]), np.s_[1:],
                                 is_set=True), "KF-67", expected=[0, 1, 2, 3, 4])
    return program


def shifts():
    """Shifted and reversed copies within one tensor (KF-59), full overwrites
    (KF-56), reads of the old value after a write (KF-62), empty writes (KF-33)."""
    program = Program("shifts")
    for n in (4, 64, 4096):
        values = np.arange(float(n))
        x = program.dynamic(values, "f32")
        one = program.constant([1.0], "f32")
        b = program.elementwise("add", x, one)
        for to, source in ((np.s_[1:], np.s_[:-1]), (np.s_[:-1], np.s_[1:]), (np.s_[:], np.s_[::-1]),
                           (np.s_[::2], np.s_[1::2])):
            right = values + 1
            right[to] = (values + 1)[source]
            program.result(inc_subtensor(program, b, subtensor(program, b, source), to, is_set=True),
                           f"KF-59 {n} {to} {source}", expected=right)
    square = np.arange(36.0).reshape(6, 6)
    m = program.dynamic(square, "f64")
    for to, source in ((np.s_[1:, :], np.s_[:-1, :]), (np.s_[:, 1:], np.s_[:, :-1]),
                       (np.s_[::-1, :], np.s_[:, :])):
        fresh = program.elementwise("neg", m)
        right = -square
        right[to] = (-square)[source]
        program.result(inc_subtensor(program, fresh, subtensor(program, fresh, *source), *to,
                                     is_set=True), f"KF-59 {to}", expected=right)
    fresh = program.elementwise("neg", m)
    t = program.dimshuffle(fresh, [1, 0])
    program.result(inc_subtensor(program, fresh, t, slice(None), slice(None), is_set=True),
                   "transposed onto itself", expected=-square.T)
    t1, t2 = program.argument([1.0, 2.0], "f64"), program.argument([4.0, 6.0], "f64")
    t3 = inc_subtensor(program, t1, t2, slice(None), is_set=True)
    for other in (t2, t3):
        d = program.elementwise("sqr", program.elementwise("sub", t1, other))
        program.result(program.total(d), "KF-56", expected=25.0)
    program.result(t1, "KF-56", expected=[1.0, 2.0])
    o = program.alloc(program.constant(1.0, "f32"), [program.argument(5, I64)], [None])
    two = program.constant([2.0], "f32")
    r = inc_subtensor(program, o, program.elementwise("mul", two, o), slice(None), is_set=True)
    program.result(r, "KF-62", expected=[2.0] * 5)
    program.result(subtensor(program, o, 3), "KF-62", expected=1.0)
    nothing = program.constant(np.zeros((1, 0)), "f64")
    full = program.argument([[1.0, 2.0], [3.0, 4.0]], "f64")
    for is_set in (True, False):
        program.result(inc_subtensor(program, full, nothing, slice(0, 1), slice(1, 1), is_set=is_set),
                       "KF-33", expected=[[1.0, 2.0], [3.0, 4.0]])
    return program


def writes():
    """Chains of writes into fresh, donated and protected tensors, at run-time
    places, with the old values read or not; stretched values."""
    program = Program("writes")
    values = np.arange(12.0).reshape(3, 4)
    x = program.dynamic(values, "f32")
    i, j = program.argument(-1, I64), program.argument(1, "ui8")
    row = program.argument([10.0, 20.0, 30.0, 40.0], "f32", [None])
    one = program.argument([[0.5]], "f32")
    a = inc_subtensor(program, x, row, i, slice(None), is_set=True)
    b = inc_subtensor(program, a, row, j, slice(None))
    c = inc_subtensor(program, b, one, slice(None), slice(j, None))
    right = values.copy()
    right[-1] = [10, 20, 30, 40]
    program.result(a, "set row", expected=right)
    right = right.copy()
    right[1] += [10, 20, 30, 40]
    right[:, 1:] += 0.5
    program.result(c, "chain", expected=right)
    program.result(x, "argument", expected=values)
    e = program.elementwise("add", x, x)
    for k in range(12):
        e = inc_subtensor(program, e, program.constant(float(k), "f32"), k % 3, k // 3)
    right = 2 * values
    for k in range(12):
        right[k % 3, k // 3] += k
    program.result(e, "twelve writes", expected=right)
    program.result(program.reduce("sum", e, [0]), "sum of it", expected=right.sum(0))
    return program


def donated():
    """An argument whose memory the call may take gives the same results, also
    where its old value is needed."""
    program = Program("donated")
    values = np.arange(6.0)
    x = program.dynamic(values, "f64", donated=True)
    y = program.dynamic(values, "f64", donated=True)
    p = program.dynamic(values, "f64")
    new = program.constant(100.0, "f64")
    right = values.copy()
    right[2] = 100
    program.result(inc_subtensor(program, x, new, 2, is_set=True), "donated", expected=right)
    program.result(inc_subtensor(program, y, new, 2, is_set=True), "read later", expected=right)
    program.result(program.elementwise("neg", y), "old value", expected=-values)
    program.result(inc_subtensor(program, p, new, 2, is_set=True), "protected", expected=right)
    program.result(p, "protected, after", expected=values)
    return program


# ===------------------------------------------------------------------------===
# take, inc_take, one_hot
# ===------------------------------------------------------------------------===


def take(program, x, index, axis, mode=None):
    dims = x.dims[:axis] + index.dims + x.dims[axis + 1:]
    attrs = f"axis {axis}" + (f" mode {mode}" if mode else "")
    return program.op("take", [x, index], x.dtype, dims, attrs)


def inc_take(program, x, index, value, axis, mode=None, is_set=False):
    attrs = f"axis {axis}" + (f" mode {mode}" if mode else "") + (" set" if is_set else "")
    return program.op("inc_take", [x, index, value], x.dtype, x.dims, attrs)


def written(x, index, value, axis, is_set):
    """What inc_take gives for indices from 0 to the size."""
    out = np.moveaxis(x.copy(), axis, 0)
    shape = x.shape[:axis] + index.shape + x.shape[axis + 1:]
    value = np.broadcast_to(value, shape)
    for place in np.ndindex(index.shape):
        part = value[(slice(None),) * axis + place]
        if is_set:
            out[index[place]] = part
        else:
            out[index[place]] += part
    return np.moveaxis(out, 0, axis)


def takes():
    """Every axis, ranks of the index 0 to 2, every mode, repeated indices."""
    program = Program("takes")
    shape = (3, 4, 5)
    values = np.arange(60).reshape(shape)
    x = program.dynamic(values, "i32")
    y = program.argument(values, "i32")
    rng = np.random.default_rng(0)
    for axis, index_shape in ((0, (7,)), (0, ()), (1, (2, 3)), (1, (0,)), (2, (7,)), (2, ())):
        n = shape[axis]
        index = rng.integers(-n, n, size=index_shape)
        k = program.dynamic(index, I64)
        for value in (x, y) if index_shape == (7,) else (x,):
            program.result(take(program, value, k, axis), f"take {axis} {index_shape}",
                           expected=np.take(values, index, axis))
        far = rng.integers(-3 * n, 3 * n, size=index_shape)
        k2 = program.dynamic(far, "i16")
        for mode in ("wrap", "clip"):
            program.result(take(program, x, k2, axis, mode), f"{mode} {axis} {index_shape}",
                           expected=np.take(values, far, axis, mode=mode))
        right = rng.integers(0, 99, size=np.shape(np.take(values, index, axis)))
        v = program.dynamic(right, "i32")
        for is_set in (False, True):
            program.result(inc_take(program, x, k, v, axis, is_set=is_set),
                           f"inc_take {axis} {index_shape} {is_set}",
                           expected=written(values, np.asarray(index % n), right, axis, is_set))
        program.result(inc_take(program, x, k2, v, axis, "wrap", True), f"wrap {axis} {index_shape}",
                       expected=written(values, np.asarray(far % n), right, axis, True))
        program.result(inc_take(program, x, k2, v, axis, "clip"), f"clip {axis} {index_shape}",
                       expected=written(values, np.clip(far, 0, n - 1), right, axis, False))
    return program


def index_types():
    """Indices of every type, at both ends of their range (KF-38)."""
    program = Program("index_types")
    values = np.arange(300)
    x = program.dynamic(values, I64)
    for dtype in INTEGERS:
        index = [0, 127, 5] + ([-1, -128] if dtype in SIGNED else [128, 255])
        k = program.dynamic(np.array(index), dtype)
        program.result(take(program, x, k, 0), f"take by {dtype}", expected=values[index])
        ones = program.constant([1], I64)
        right = values.copy()
        np.add.at(right, index, 1)
        program.result(inc_take(program, x, k, ones, 0), f"inc_take by {dtype}", expected=right)
        last = program.argument(index[-1], dtype)
        program.result(subtensor(program, x, last), f"element by {dtype}", expected=values[index[-1]])
        end = program.constant(np.array(100), dtype)
        program.result(subtensor(program, x, slice(last, None, end)), f"slice by {dtype}",
                       expected=values[index[-1]::100])
    short = program.dynamic(np.arange(200), I64)
    i = program.constant(np.array([-1]), "i8")
    program.result(take(program, short, i, 0), "KF-38", expected=[199])
    return program


def take_types(dtype):
    """Elements of every type, taken between loops."""
    program = Program(f"take_{name_of(dtype)}")
    values = elements(dtype, (6, 4))
    x = program.dynamic(values, dtype)
    index = np.array([5, 0, 0, 3])
    for make in (program.dynamic, program.constant):
        k = make(index, "i32")
        program.result(take(program, x, k, 0), "take", expected=values[index])
    y = program.elementwise("add", x, x)
    t = take(program, y, k, 0)
    program.result(program.elementwise("mul", t, t), "between loops", 64 if "complex" in dtype else 0)
    v = program.dynamic(values[:4], dtype)
    program.result(inc_take(program, x, k, v, 0, is_set=True), "set",
                   expected=written(values, index, values[:4], 0, True))
    if dtype not in ("f16", "bf16"):
        program.result(inc_take(program, x, k, v, 0), "inc")
    return program


def repeats():
    """Thousands of repeats of one index (KF-40), stretched values."""
    program = Program("repeats")
    index = np.zeros(5000, dtype=np.int64)
    index[::5] = 2
    x = program.dynamic(np.zeros(3), "f32")
    k = program.dynamic(index, I64)
    ones = program.dynamic(np.ones(5000), "f32")
    one = program.constant([1.0], "f32")
    for value in (ones, one):
        program.result(inc_take(program, x, k, value, 0), "KF-40", expected=[4000, 0, 1000])
    few = program.constant(np.array([0, 0, 2]), I64)
    w = program.argument([1.0, 2.0, 4.0], "f32")
    program.result(inc_take(program, x, few, w, 0), "KF-40", expected=[3, 0, 4])
    matrix = program.dynamic(np.zeros((4, 3)), "f32")
    row = program.argument([[1.0, 2.0, 3.0]], "f32")
    column = program.argument([[1.0], [2.0], [3.0]], "f32")
    for value in (row, column):
        r = inc_take(program, matrix, few, value, 0)
        right = np.zeros((4, 3))
        np.add.at(right, [0, 0, 2], np.broadcast_to([[1.0, 2.0, 3.0]] if value is row
                                                    else [[1.0], [2.0], [3.0]], (3, 3)))
        program.result(r, "stretched", expected=right)
    none = program.dynamic(np.zeros((0,)), I64)
    empty = program.dynamic(np.zeros((0, 3)), "f32")
    program.result(inc_take(program, matrix, none, empty, 0), "nothing", expected=np.zeros((4, 3)))
    program.result(take(program, empty, none, 0), "nothing of nothing", expected=np.zeros((0, 3)))
    return program


def one_hot(program, index, depth, dims):
    kind = Value("", "i1", dims).type
    return program.raw(f"croton.one_hot {index.name}, {depth.name} : {index.type} -> {kind}",
                       "i1", dims)


def one_hots():
    program = Program("one_hots")
    for dtype in INTEGERS:
        k = program.dynamic(np.array([[0, 4, 2], [1, 1, 3]]), dtype)
        five = program.constant(5, I64)
        h = one_hot(program, k, five, [None, None, 5])
        program.result(h, f"one_hot of {dtype}",
                       expected=np.eye(5, dtype=bool)[[[0, 4, 2], [1, 1, 3]]])
    depth = program.argument(3, I64)
    k = program.argument(2, I64)
    h = one_hot(program, k, depth, [None])
    program.result(h, "of a scalar", expected=[False, False, True])
    none = program.dynamic(np.zeros(0), I64)
    h = one_hot(program, none, depth, [None, None])
    program.result(h, "of nothing", expected=np.zeros((0, 3)))
    f = program.cast(h, "f32")
    program.result(f, "cast of nothing", expected=np.zeros((0, 3)))
    return program


def main():
    suite = Suite(sys.argv)
    for dtype in ALL:
        suite.run(every_type(dtype))
        suite.run(take_types(dtype))
    for program in bounds():
        suite.run(program)
    for make in (chains, shifts, writes, donated, takes, index_types, repeats, one_hots):
        suite.run(make())
    suite.finish()


main()
