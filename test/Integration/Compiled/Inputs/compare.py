"""Builds programs, runs them in three ways and compares the results.

Every program is one function of many ops. It runs by the reference evaluator,
compiled without optimization and compiled with it, each called twice, so that
a call which spoils its arguments shows. Results of integers, shapes, NaN,
infinities and the signs of zeros must be equal; finite floats must lie within
the bound that the result was registered with.
"""

import os
import subprocess
import sys

import numpy as np

SIGNED = ["i8", "i16", "i32", "i64"]
UNSIGNED = ["ui8", "ui16", "ui32", "ui64"]
INTEGERS = SIGNED + UNSIGNED
FLOATS = ["f16", "bf16", "f32", "f64"]
COMPLEX = ["complex<f32>", "complex<f64>"]
REAL = ["i1"] + INTEGERS + FLOATS
ALL = REAL + COMPLEX
INEXACT = FLOATS + COMPLEX

# bf16 is kept as its bits.
STORAGE = {"i1": np.bool_, "f16": np.float16, "bf16": np.uint16, "f32": np.float32,
           "f64": np.float64, "complex<f32>": np.complex64, "complex<f64>": np.complex128}
STORAGE.update({name: np.dtype(name.replace("ui", "uint") if name[0] == "u"
                               else name.replace("i", "int")) for name in INTEGERS})

MODES = [("evaluated", ["--evaluate"]), ("unoptimized", ["--no-optimize"]), ("optimized", [])]
# The same programs on a device of this kind instead, if asked for.
if "CROTON_TEST_DEVICE" in os.environ:
    MODES[1:] = [("device", ["--device=" + os.environ["CROTON_TEST_DEVICE"]])]


# ===------------------------------------------------------------------------===
# Elements
# ===------------------------------------------------------------------------===


def to_bf16(values):
    """The bits of the nearest bf16, ties to even."""
    values = np.asarray(values, dtype=np.float32)
    bits = values.reshape(-1).view(np.uint32).astype(np.uint64)
    rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16
    rounded = np.where(np.isnan(values.reshape(-1)), 0x7FC0, rounded)
    return rounded.astype(np.uint16).reshape(values.shape)


def array(values, dtype):
    """`values` in the storage of `dtype`; floats are rounded, integers fit."""
    if dtype == "bf16":
        return to_bf16(values)
    with np.errstate(over="ignore", invalid="ignore"):
        return np.asarray(values).astype(STORAGE[dtype])


def numbers(data, dtype):
    """The values of stored elements, as NumPy can compute with them."""
    if dtype == "bf16":
        return np.asarray(np.left_shift(data, 16, dtype=np.uint32)).view(np.float32)
    return data


def samples(dtype):
    """Elements worth trying: extremes, both zeros, NaN, denormals and plain
    numbers."""
    if dtype == "i1":
        return array([True, False, True], dtype)
    if dtype in INTEGERS:
        info = np.iinfo(STORAGE[dtype])
        plain = [0, 1, 2, 3, 7, 100, info.max, info.max - 1, info.min, info.min + 1]
        plain += [-1, -2, -5] if dtype in SIGNED else [info.max // 2, info.max // 2 + 1]
        return np.array(plain, dtype=STORAGE[dtype])
    if dtype in FLOATS:
        least, tiny, huge = {"f16": (6e-8, 6.104e-5, 65504.0), "bf16": (1e-40, 1.2e-38, 3.3e38),
                             "f32": (1e-45, 1.17549435e-38, 3.4028235e38),
                             "f64": (5e-324, 2.2250738585072014e-308, 1.7976931348623157e308)}[dtype]
        plain = [0.0, 1.0, 0.5, 1.5, 0.1, 3.1415927, 10.3, 88.0, 0.001, huge, tiny, 3 * least]
        return array([np.nan, np.inf, -np.inf] + [s * x for x in plain for s in (1.0, -1.0)], dtype)
    return array([0, 1, -1, 1j, -2.5 + 0.5j, 0.3 - 0.7j, 3 + 4j, -1e-3 - 2j, 1e4 + 1e-4j, -0.25j],
                 dtype)


def name_of(dtype):
    """The type as a part of a file's name."""
    return dtype.replace("<", "_").replace(">", "")


def epsilon(dtype):
    """The distance of 1 from the next number of the type."""
    return 2.0 ** -7 if dtype == "bf16" else float(np.finfo(STORAGE[dtype]).eps)


def ulps(a, b):
    """The distance of floats in steps of their type, element by element."""
    kind = {2: np.int16, 4: np.int32, 8: np.int64}[a.dtype.itemsize]

    def ordered(x):
        bits = np.asarray(x, order="C").view(kind).astype(object)
        return np.where(bits < 0, -(bits & np.iinfo(kind).max), bits)
    return abs(ordered(a) - ordered(b))


# ===------------------------------------------------------------------------===
# Programs
# ===------------------------------------------------------------------------===


class Value:
    def __init__(self, name, dtype, dims):
        self.name, self.dtype, self.dims = name, dtype, list(dims)

    @property
    def type(self):
        sizes = "".join(("?" if size is None else str(size)) + "x" for size in self.dims)
        return f"tensor<{sizes}{self.dtype}>"


def broadcast(*operands):
    """The dims of an elementwise result."""
    dims = []
    for sizes in zip(*(operand.dims for operand in operands)):
        other = [size for size in sizes if size != 1]
        known = [size for size in other if size is not None]
        dims.append(1 if not other else known[0] if known else None)
    return dims


class Program:
    """One function. `op` and its relatives add ops; `result` registers what
    is to be compared. `source` is the whole text where it is written by hand;
    `options` go to croton-run."""

    def __init__(self, name):
        self.name, self.lines, self.arguments, self.results = name, [], [], []
        self.options, self.count, self.source = [], 0, None

    def fresh(self, dtype, dims):
        self.count += 1
        return Value(f"%v{self.count}", dtype, dims)

    def argument(self, values, dtype, dims=None, donated=False):
        """An argument; `dims` are those of its type, by default static."""
        data = array(values, dtype)
        value = Value(f"%a{len(self.arguments)}", dtype, data.shape if dims is None else dims)
        self.arguments.append((value, data, donated))
        return value

    def dynamic(self, values, dtype, donated=False):
        """An argument whose dims are all dynamic, but for those of size 1."""
        shape = array(values, dtype).shape
        return self.argument(values, dtype, [1 if size == 1 else None for size in shape], donated)

    def constant(self, values, dtype):
        data = array(values, dtype)
        value = self.fresh(dtype, data.shape)
        if data.size == 0:
            text = "dense<>"
        elif dtype == "i1":
            text = f"dense<{str(data.tolist()).lower()}>"
        else:
            text = f'dense<"0x{data.tobytes().hex().upper()}">'
        self.lines.append(f"{value.name} = croton.constant {text} : {value.type}")
        return value

    def raw(self, text, dtype, dims):
        """An op as text, without its result."""
        value = self.fresh(dtype, dims)
        self.lines.append(f"{value.name} = {text}")
        return value

    def op(self, op, operands, dtype, dims, attrs="", typed=False):
        """An op in the usual syntax; `typed` ones name the result's type."""
        value = Value("", dtype, dims)
        text = (f"croton.{op} {', '.join(x.name for x in operands)} {attrs}"
                f" : {', '.join(x.type for x in operands)}")
        return self.raw(text + (f" -> {value.type}" if typed else ""), dtype, dims)

    def elementwise(self, op, *operands, dtype=None, attrs=""):
        if dtype is None:
            dtype = operands[-1].dtype
            if op in ("eq", "neq", "lt", "le", "gt", "ge"):
                dtype = "i1"
        return self.op(op, operands, dtype, broadcast(*operands), attrs)

    def cast(self, x, dtype):
        return self.elementwise("cast", x, dtype=dtype, attrs=f"to {dtype}")

    def reduce(self, op, x, axes, dtype=None, attrs=""):
        dims = [size for i, size in enumerate(x.dims) if i not in axes]
        return self.op(op, [x], dtype or x.dtype, dims, f"axes {list(axes)} {attrs}")

    def alloc(self, value, sizes, dims):
        kind = Value("", value.dtype, dims).type
        return self.raw(f"croton.alloc {', '.join(x.name for x in [value, *sizes])}"
                        f" : {value.type} -> {kind}", value.dtype, dims)

    def dimshuffle(self, x, order):
        dims = [1 if axis == "x" else x.dims[axis] for axis in order]
        return self.op("dimshuffle", [x], x.dtype, dims, f"[{', '.join(map(str, order))}]")

    def total(self, x):
        """The sum of all elements."""
        return self.reduce("sum", x, range(len(x.dims)))

    def grad(self, cost, *wrt, attrs=""):
        values = [self.fresh(x.dtype, x.dims) for x in wrt]
        self.lines.append(f"{', '.join(x.name for x in values)} = croton.grad {cost.name}"
                          f" : {cost.type} wrt({', '.join(x.name for x in wrt)}"
                          f" : {', '.join(x.type for x in wrt)}) {attrs}")
        return values if len(values) > 1 else values[0]

    def result(self, value, label, ulp=0, bound=None, expected=None):
        """Compares `value`: equal (`ulp` is 0), within `ulp` steps, or, with
        `bound`, within that absolute error; a complex number as a whole, not
        part by part. `expected` is what it must be in every mode."""
        self.results.append((value, label, ulp, bound, expected))

    def text(self):
        if self.source:
            return self.source
        arguments = ", ".join(f"{x.name}: {x.type}" + (" {croton.donated}" if donated else "")
                              for x, _, donated in self.arguments)
        values = [value for value, *_ in self.results]
        types = ", ".join(value.type for value in values)
        body = "\n  ".join(self.lines)
        return (f"func.func @main({arguments}) -> ({types}) {{\n  {body}\n"
                f"  return {', '.join(value.name for value in values)} : {types}\n}}\n")


# ===------------------------------------------------------------------------===
# Runs and comparisons
# ===------------------------------------------------------------------------===


class Suite:
    """Runs programs in a folder and counts what differs."""

    def __init__(self, argv):
        self.tool, self.folder, self.only = argv[1], argv[2], argv[3:]
        self.failures, self.compared = 0, 0
        os.makedirs(self.folder, exist_ok=True)

    def fail(self, text):
        self.failures += 1
        print(text)

    def finish(self):
        """Ends the test."""
        print(f"{self.compared} results compared, {self.failures} failures")
        sys.exit(1 if self.failures or not self.compared else 0)

    def call(self, *args):
        return subprocess.run([self.tool, *args], capture_output=True, text=True, timeout=300)

    def run(self, program, repeat=2):
        """Runs `program` in all modes and compares its results."""
        if self.only and program.name not in self.only:
            return
        base = os.path.join(self.folder, program.name)
        with open(base + ".mlir", "w") as file:
            file.write(program.text())
        args = [base + ".mlir", "--entry=main", "--no-progress", f"--repeat={repeat}"]
        for i, (value, data, _) in enumerate(program.arguments):
            path = f"{base}.in{i}.npy"
            np.save(path, data.view("V2") if value.dtype == "bf16" else data)
            args += ["--arg", f"{i}={path}"]
        found = {}
        for mode, options in MODES:
            outs = [f"{base}.{mode}.{i}.npy" for i in range(len(program.results))]
            files = [word for i, out in enumerate(outs) for word in ("--out", f"{i}={out}")]
            done = self.call(*args, *options, *program.options, *files)
            if done.returncode != 0:
                self.fail(f"{program.name}, {mode}: exit code {done.returncode}: {done.stderr[-2000:]}")
                continue
            found[mode] = [np.load(out) for out in outs]
            self.check_inputs(program, base, mode)
        if "evaluated" in found:
            self.compare(program, found)

    def check_inputs(self, program, base, mode):
        for i, (_, data, _) in enumerate(program.arguments):
            if np.load(f"{base}.in{i}.npy").tobytes() != data.tobytes():
                self.fail(f"{program.name}, {mode}: argument {i} was written to")

    def compare(self, program, found):
        for i, (value, label, ulp, bound, expected) in enumerate(program.results):
            want = stored(found["evaluated"][i], value.dtype)
            name = f"{program.name}: {label} [{i}]"
            self.check_type(name, value, want)
            if expected is not None:
                text = difference(want, array(expected, value.dtype), value.dtype, ulp, bound)
                if text:
                    self.fail(f"{name}, evaluated against the right value: {text}")
            for mode in found:
                if mode == "evaluated":
                    continue
                self.compared += 1
                text = difference(stored(found[mode][i], value.dtype), want, value.dtype, ulp, bound)
                if text:
                    self.fail(f"{name}, {mode} against evaluated: {text}")

    def check_type(self, name, value, data):
        """The evaluator's result is what the type says."""
        if data.dtype != STORAGE[value.dtype] or data.ndim != len(value.dims) or any(
                size is not None and size != actual
                for size, actual in zip(value.dims, data.shape)):
            self.fail(f"{name}: {data.dtype}{data.shape} is not {value.type}")

    def errors(self, name, text, args, patterns):
        """Every mode must refuse the call with exit code 1 and one error that
        has all of `patterns`, plain texts, in it."""
        if self.only and name not in self.only:
            return
        path = os.path.join(self.folder, name + ".mlir")
        with open(path, "w") as file:
            file.write(text)
        for mode, options in MODES:
            done = self.call(path, *args, *options)
            self.compared += 1
            message = done.stderr.replace('"', "").replace("'", "")
            missing = [pattern for pattern in patterns if pattern not in message]
            if done.returncode != 1 or missing or message.count("error:") != 1:
                self.fail(f"{name}, {mode}: exit code {done.returncode}, without {missing}:"
                          f" {done.stdout}{done.stderr}")


def stored(data, dtype):
    return data.view(np.uint16) if dtype == "bf16" and data.dtype.itemsize == 2 else data


def difference(actual, wanted, dtype, ulp, bound):
    """What is wrong with `actual`, or nothing."""
    if actual.dtype != wanted.dtype or actual.shape != wanted.shape:
        return f"{actual.dtype}{actual.shape} instead of {wanted.dtype}{wanted.shape}"
    if dtype not in INEXACT:
        bad = actual != wanted
    else:
        bad = different_floats(actual, wanted, dtype, ulp, bound)
    if not np.any(bad):
        return None
    where = tuple(int(k) for k in np.argwhere(bad)[0])
    a, w = numbers(actual, dtype)[where], numbers(wanted, dtype)[where]
    return f"{np.count_nonzero(bad)} of {bad.size} differ; at {list(where)} {a!r} instead of {w!r}"


def different_floats(actual, wanted, dtype, ulp, bound):
    if dtype in COMPLEX:
        kind = dtype[len("complex<"):-1]
        bad = (different_floats(actual.real.copy(), wanted.real.copy(), kind, 0, None)
               | different_floats(actual.imag.copy(), wanted.imag.copy(), kind, 0, None))
        with np.errstate(all="ignore"):
            limit = ulp * np.finfo(STORAGE[kind]).eps * abs(wanted) if bound is None else bound
            near = np.isfinite(actual) & np.isfinite(wanted) & (abs(actual - wanted) <= limit)
        return bad & ~near
    a, w = numbers(actual, dtype), numbers(wanted, dtype)
    with np.errstate(all="ignore"):
        special = np.isnan(a) | np.isnan(w) | np.isinf(a) | np.isinf(w) | ((a == 0) & (w == 0))
        same = (np.isnan(a) & np.isnan(w)) | ((a == w) & (np.signbit(a) == np.signbit(w)))
        if bound is None:
            near = ulps(actual.view(np.int16).view(np.float16) if dtype == "bf16" else actual,
                        wanted.view(np.int16).view(np.float16) if dtype == "bf16" else wanted) <= ulp
        else:
            near = abs(a.astype(np.longdouble) - w.astype(np.longdouble)) <= bound
        return ~np.where(special, same, near)
