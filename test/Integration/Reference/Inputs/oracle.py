"""Exact reference values and the text of tests for the reference evaluator.

Elements are Python ints, bools, floats (every narrower float is exact in a
Python float) or complex numbers. Real results are computed exactly, as
fractions or as decimals of 60 digits, and rounded once by `round_real`.
"""

import decimal
import math
import struct
from fractions import Fraction

decimal.getcontext().prec = 60
decimal.getcontext().Emax = decimal.MAX_EMAX
decimal.getcontext().Emin = decimal.MIN_EMIN

INF, NAN = math.inf, math.nan

SIGNED = ["i8", "i16", "i32", "i64"]
UNSIGNED = ["ui8", "ui16", "ui32", "ui64"]
INTEGERS = SIGNED + UNSIGNED
FLOATS = ["f16", "bf16", "f32", "f64"]
COMPLEX = ["complex<f32>", "complex<f64>"]
REAL = ["i1"] + INTEGERS + FLOATS
ALL = REAL + COMPLEX

# Digits of the significand, least and greatest exponent of a leading one.
FORMATS = {
    "f16": (11, -14, 15),
    "bf16": (8, -126, 127),
    "f32": (24, -126, 127),
    "f64": (53, -1022, 1023),
}


def width(dtype):
    return int(dtype.lstrip("ui"))


def int_range(dtype):
    if dtype in UNSIGNED:
        return 0, 2 ** width(dtype) - 1
    return -(2 ** (width(dtype) - 1)), 2 ** (width(dtype) - 1) - 1


def wrap(value, dtype):
    """The integer `value` modulo the width of `dtype`."""
    low, high = int_range(dtype)
    return (value - low) % (high - low + 1) + low


def part(dtype):
    return dtype[len("complex<"):-1] if dtype in COMPLEX else dtype


def round_real(value, dtype):
    """Rounds a Fraction or Decimal once to a float type, ties to even."""
    if isinstance(value, float):
        if math.isnan(value) or math.isinf(value) or value == 0:
            return value
    value = Fraction(value)
    if value == 0:
        return 0.0
    digits, least, greatest = FORMATS[dtype]
    magnitude = abs(value)
    exponent = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
    if Fraction(2) ** exponent > magnitude:
        exponent -= 1
    quantum = Fraction(2) ** (max(exponent, least) - digits + 1)
    rounded = round(magnitude / quantum) * quantum  # Python rounds ties to even.
    limit = (2 - Fraction(2) ** (1 - digits)) * Fraction(2) ** greatest
    result = INF if rounded > limit else float(rounded)
    return math.copysign(result, -1.0 if value < 0 else 1.0)


# ===------------------------------------------------------------------------===
# Text
# ===------------------------------------------------------------------------===


def encode(value, dtype):
    """The bytes of one element, little endian."""
    if dtype in COMPLEX:
        return encode(value.real, part(dtype)) + encode(value.imag, part(dtype))
    if dtype == "bf16":
        return struct.pack("<f", value)[2:]
    if dtype in FLOATS:
        return struct.pack({"f16": "<e", "f32": "<f", "f64": "<d"}[dtype], value)
    return (value % 2 ** width(dtype)).to_bytes(width(dtype) // 8, "little")


def tensor_type(dtype, shape):
    return "tensor<" + "".join(f"{size}x" for size in shape) + dtype + ">"


def flatten(value):
    if isinstance(value, (list, tuple)):
        return [element for inner in value for element in flatten(inner)]
    return [value]


def dense(values, dtype, shape):
    values = flatten(values)
    assert len(values) == math.prod(shape), (values, shape)
    kind = tensor_type(dtype, shape)
    if not values:
        return f"dense<> : {kind}"
    if dtype == "i1":
        text = [str(bool(value)).lower() for value in values]
        for size in reversed(shape):
            text = ["[" + ", ".join(text[i:i + size]) + "]"
                    for i in range(0, len(text), size)]
        return f"dense<{text[0]}> : {kind}"
    data = b"".join(encode(value, dtype) for value in values)
    return f'dense<"0x{data.hex().upper()}"> : {kind}'


class Test:
    """Builds one function after another; `text` prints them."""

    def __init__(self):
        self.functions = []

    def function(self, name):
        self.functions.append(Function(f"{name}_{len(self.functions)}"))
        return self.functions[-1]

    def check(self, op, operands, results, attrs="", types=None, ulp=0):
        """A function of one op. Operands and results are (values, dtype,
        shape); `types` are the results' types where the syntax has them."""
        f = self.function(op)
        names = [f.constant(*operand) for operand in operands]
        f.op(op, names, attrs, types)
        for result in results:
            f.result("%r", *result)
        f.ulp = ulp

    def print(self):
        for function in self.functions:
            print(function.text())


class Function:
    def __init__(self, name):
        self.name = "".join(c if c.isalnum() else "_" for c in name)
        self.lines, self.results, self.expected = [], [], []
        self.types = {}
        self.ulp = 0

    def constant(self, values, dtype, shape):
        name = f"%c{len(self.lines)}"
        self.types[name] = tensor_type(dtype, shape)
        self.lines.append(f"{name} = croton.constant {dense(values, dtype, shape)}")
        return name

    def op(self, op, names, attrs="", result_type=None, result="%r"):
        # Sizes are always tensor<i64>, so these ops do not say so.
        typed = names[:1] if op in ("alloc", "one_hot") else names
        types = ", ".join(self.types[name] for name in typed)
        arrow = f" -> {result_type}" if result_type else ""
        self.lines.append(
            f"{result} = croton.{op} {', '.join(names)} {attrs} : {types}{arrow}")

    def raw(self, line):
        self.lines.append(line)

    def result(self, name, values, dtype, shape, kind=None):
        self.results.append((name, kind or tensor_type(dtype, shape)))
        self.expected.append(dense(values, dtype, shape))

    def text(self):
        kinds = ", ".join(kind for _, kind in self.results)
        body = "\n".join(f"  {line}" for line in self.lines)
        return (f"func.func @{self.name}() -> ({kinds}) attributes {{\n"
                f"  expected = [{', '.join(self.expected)}], ulp = {self.ulp}\n"
                f"}} {{\n{body}\n"
                f"  return {', '.join(name for name, _ in self.results)} : {kinds}\n}}")


# ===------------------------------------------------------------------------===
# Sample values
# ===------------------------------------------------------------------------===


def samples(dtype):
    """Values of `dtype` that are likely to go wrong."""
    if dtype == "i1":
        return [False, True]
    if dtype in INTEGERS:
        low, high = int_range(dtype)
        return sorted({low, low + 1, 0, 1, 7, 100, high // 2 + 1, high - 1, high}
                      | ({-1, -7} if dtype in SIGNED else set()))
    if dtype in FLOATS:
        digits, least, greatest = FORMATS[dtype]
        numbers = [0.0, 1.0, 0.5, 1.5, math.pi, 1 / 3, 2.5, 10.0, 88.0, 1e-3,
                   2.0 ** least, 2.0 ** (least - digits + 1), 3e-7,
                   (2 - 2.0 ** (1 - digits)) * 2.0 ** greatest, 1 + 2.0 ** (1 - digits)]
        numbers = [round_real(x, dtype) for x in numbers]
        return numbers + [-x for x in numbers] + [INF, -INF, NAN]
    return [complex(a, b) for a, b in
            [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (-1.5, 2.0), (0.25, -0.75),
             (3.0, 4.0), (-2.0, -0.5), (1e-3, 2e-3)]] if dtype == "complex<f64>" else [
        complex(a, b) for a, b in
        [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (-1.5, 2.0), (0.25, -0.75), (3.0, 4.0),
         (-2.0, -0.5), (2.0 ** -10, 2.0 ** -9)]]


# ===------------------------------------------------------------------------===
# Real functions to 60 digits
# ===------------------------------------------------------------------------===


def exp(x):
    """e^x as a Decimal; for x far outside every float's range, a bound."""
    x = max(min(x, 20000.0), -20000.0)
    return decimal.Decimal(x).exp()


def real_exp(x):
    if x == -INF:
        return 0.0
    return x if math.isnan(x) or x == INF else exp(x)


def real_expm1(x):
    if x == 0 or math.isnan(x) or x == INF:
        return x
    if abs(x) < 1e-30:
        return x
    return -1.0 if x == -INF else exp(x) - 1


def real_log(x):
    if math.isnan(x) or x < 0:
        return NAN
    if x == 0:
        return -INF
    return INF if x == INF else decimal.Decimal(x).ln()


def real_log1p(x):
    if x == 0 or abs(x) < 1e-30:
        return x
    if math.isnan(x) or x < -1:
        return NAN
    if x == -1:
        return -INF
    return INF if x == INF else (1 + decimal.Decimal(x)).ln()


def real_tanh(x):
    if x == 0 or math.isnan(x) or abs(x) < 1e-30:
        return x
    if abs(x) > 100:
        return math.copysign(1.0, x)
    power = exp(2 * x)
    return (power - 1) / (power + 1)


def real_sigmoid(x):
    if math.isnan(x):
        return x
    if x == INF:
        return 1.0
    return 0.0 if x == -INF else 1 / (1 + exp(-x))


def real_sqrt(x):
    if x == 0 or x == INF:
        return x
    return NAN if math.isnan(x) or x < 0 else decimal.Decimal(x).sqrt()
