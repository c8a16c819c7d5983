"""Applies each rewrite that moves ops to a device to a program, and compares what
the program computes before and after, bit for bit, by the evaluator."""

import json
import os
import subprocess
import sys

import numpy as np

EDGES = np.array([0.0, -0.0, 1.0, -2.5, np.inf, -np.inf, np.nan, 1e-40, 3.4e38,
                  0.1, -1e-3, 7.0], dtype=np.float32)
FINITE = np.linspace(-2, 3, 12, dtype=np.float32)
INDICES = np.array([2, 0, 1], dtype=np.int64)

DEVICE = '#croton.device<"dev0">'


def on_device(type_):
    return f"tensor<{type_}, {DEVICE}>"


# rewrite -> (arguments as (type, array), lines, (result, type)). `%d0`, `%d1`
# are the arguments after an op on the device, on the host again.
SAMPLES = {}


def lifter(name, arguments, line, result, *, prefix=""):
    """A program in which `line`, which reads %d0, .. and gives %r, is all that
    can move."""
    lines = []
    for i, (type_, _) in enumerate(arguments):
        lines += [
            f"%u{i} = croton.gpu_from_host %x{i} : tensor<{type_}> -> {on_device(type_)}",
            f"%v{i} = croton.zero_grad %u{i} : {on_device(type_)}",
            f"%d{i} = croton.host_from_gpu %v{i} : {on_device(type_)}"]
    lines += [*([prefix] if prefix else []), line]
    SAMPLES[name] = (arguments, lines, result)


def made_for_device(name, arguments, line, result):
    """A program in which `line`, which reads no tensor of a device, is read by
    one."""
    SAMPLES[name] = (arguments, [
        line.replace("%r =", "%m ="),
        f"%a = croton.gpu_from_host %m : tensor<{result}> -> {on_device(result)}",
        f"%b = croton.zero_grad %a : {on_device(result)}",
        f"%r = croton.host_from_gpu %b : {on_device(result)}"], result)


MATRIX = ("3x4xf32", EDGES.reshape(3, 4))
FINITE_MATRIX = ("3x4xf32", FINITE.reshape(3, 4))
ROW = ("1x4xf32", EDGES[3:7].reshape(1, 4))
SCALAR = ("f32", np.float32(np.nan))
LABELS = ("3xi64", INDICES)

lifter("local-gpua-elemwise", [MATRIX, ROW],
       "%r = croton.mul %d0, %d1 : tensor<3x4xf32>, tensor<1x4xf32>", "3x4xf32")
lifter("local-gpua-careduce", [FINITE_MATRIX],
       "%r = croton.sum %d0 axes [0] : tensor<3x4xf32>", "4xf32")
lifter("local-gpu-maxandargmax", [MATRIX],
       "%r = croton.argmax %d0 axes [1] : tensor<3x4xf32>", "3xi64")
lifter("local-gpua-dimshuffle", [MATRIX],
       "%r = croton.dimshuffle %d0 [1, x, 0] : tensor<3x4xf32>", "4x1x3xf32")
lifter("local-gpua-reshape", [MATRIX],
       "%r = croton.reshape %d0, %s : tensor<3x4xf32>, tensor<2xi64> -> tensor<2x6xf32>",
       "2x6xf32", prefix="%s = croton.constant dense<[2, 6]> : tensor<2xi64>")
lifter("local-gpua-shape", [("?x4xf32", EDGES.reshape(3, 4))],
       "%r = croton.shape %d0 : tensor<?x4xf32>", "2xi64")
lifter("local-gpua-specify-shape", [("?x4xf32", EDGES.reshape(3, 4))],
       "%r = croton.specify_shape %d0, %s : tensor<?x4xf32>, tensor<2xi64> -> tensor<3x4xf32>",
       "3x4xf32", prefix="%s = croton.constant dense<[3, 4]> : tensor<2xi64>")
lifter("local-gpua-make-vector", [SCALAR, ("f32", np.float32(-0.0))],
       "%r = croton.make_vector %d0, %d1 : tensor<f32>, tensor<f32>", "2xf32")
lifter("local-gpua-subtensor", [MATRIX],
       "%r = croton.subtensor %d0[%i, ::-2] : tensor<3x4xf32>, tensor<i64>", "2xf32",
       prefix="%i = croton.constant dense<-1> : tensor<i64>")
lifter("local-gpua-inc-subtensor", [MATRIX, ("4xf32", FINITE[:4])],
       "%r = croton.inc_subtensor %d0[1, :], %d1 : tensor<3x4xf32>, tensor<4xf32>", "3x4xf32")
lifter("local-gpua-advanced-subtensor", [MATRIX, LABELS],
       "%r = croton.take %d0, %d1 axis 1 : tensor<3x4xf32>, tensor<3xi64>", "3x3xf32")
lifter("local-gpua-advanced-incsubtensor", [MATRIX, ("2xi64", INDICES[[0, 0]]), ROW],
       "%r = croton.inc_take %d0, %d1, %d2 axis 0 : tensor<3x4xf32>, tensor<2xi64>, "
       "tensor<1x4xf32>", "3x4xf32")
lifter("local-gpua-one-hot", [LABELS],
       "%r = croton.one_hot %d0, %n : tensor<3xi64> -> tensor<3x5xi1>", "3x5xi1",
       prefix="%n = croton.constant dense<5> : tensor<i64>")
lifter("local-gpua-dot", [FINITE_MATRIX, ("4x2xf32", FINITE[:8].reshape(4, 2))],
       "%r = croton.dot %d0, %d1 : tensor<3x4xf32>, tensor<4x2xf32>", "3x2xf32")
lifter("local-gpua-softmax", [MATRIX],
       "%r = croton.softmax %d0 axis 1 : tensor<3x4xf32>", "3x4xf32")
lifter("local-gpu-crossentropycategorical1hot", [FINITE_MATRIX, LABELS],
       "%r = croton.crossentropy_softmax %d0, %d1 : tensor<3x4xf32>, tensor<3xi64>", "3xf32")
lifter("local-gpua-assert", [MATRIX],
       '%r = croton.assert %d0, %c, "never" : tensor<3x4xf32>, tensor<i1>', "3x4xf32",
       prefix="%c = croton.constant dense<true> : tensor<i1>")
lifter("local-gpua-grad-marker", [MATRIX],
       "%r = croton.disconnected_grad %d0 : tensor<3x4xf32>", "3x4xf32")
made_for_device("local-gpua-alloc", [SCALAR, ("i64", np.int64(3))],
                "%r = croton.alloc %x0, %x1 : tensor<f32> -> tensor<?xf32>", "?xf32")
made_for_device("local-gpua-constant", [],
                "%r = croton.constant dense<[1.0, 0x7FC00001, -0.0]> : tensor<3xf32>", "3xf32")
lifter("local-gpua-op", [("3xf64", np.array([0.5, -1.0, np.inf]))],
       "%r = math.sin %d0 : tensor<3xf64>", "3xf64")

ROUND_TRIP = [
    f"%a = croton.gpu_from_host %x0 : tensor<3x4xf32> -> {on_device('3x4xf32')}",
    f"%b = croton.host_from_gpu %a : {on_device('3x4xf32')}",
    "%r = croton.exp %b : tensor<3x4xf32>"]
SAMPLES["local-cut-gpu-transfers"] = ([MATRIX], ROUND_TRIP, "3x4xf32")
SAMPLES["gpuarray-graph-optimization"] = ([MATRIX], ROUND_TRIP, "3x4xf32")
SAMPLES["input-to-gpuarray"] = (
    [MATRIX], ["%r = croton.exp %x0 : tensor<3x4xf32>"], "3x4xf32")
SAMPLES["merge-gpu-transfers"] = ([MATRIX], [
    f"%a = croton.gpu_from_host %x0 : tensor<3x4xf32> -> {on_device('3x4xf32')}",
    f"%b = croton.gpu_from_host %x0 : tensor<3x4xf32> -> {on_device('3x4xf32')}",
    f"%c = croton.add %a, %b : {on_device('3x4xf32')}, {on_device('3x4xf32')}",
    f"%r = croton.host_from_gpu %c : {on_device('3x4xf32')}"], "3x4xf32")


def program(arguments, lines, result):
    parameters = ", ".join(f"%x{i}: tensor<{type_}>" for i, (type_, _) in enumerate(arguments))
    body = "\n".join("    " + line for line in lines)
    return (f"""module attributes {{croton.devices = {{dev0 = #croton.device_target<kind = "simt">}}}} {{
  func.func @main({parameters}) -> tensor<{result}> {{
{body}
    return %r : tensor<{result}>
  }}
}}
""")


class Checker:
    def __init__(self, argv):
        self.opt, self.run, self.folder = argv[1:4]
        self.without = [word.split("=")[1] for word in argv[4:]]
        self.failures = 0

    def fail(self, text):
        self.failures += 1
        print(text)

    def list(self):
        text = subprocess.run([self.opt, "--list-rewrites=+gpuarray-opt"], capture_output=True,
                              text=True, check=True).stdout
        return sorted({line.split()[0] for line in text.splitlines()})

    def evaluate(self, path, arguments, tag):
        """The result, as bytes with its shape."""
        out = f"{path}.{tag}.npy"
        command = [self.run, path, "--entry=main", "--evaluate", "--no-progress",
                   "--out", f"0={out}"]
        for i, (_, array) in enumerate(arguments):
            np.save(f"{path}.in{i}.npy", array)
            command += ["--arg", f"{i}={path}.in{i}.npy"]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            self.fail(f"{path}: {done.stderr}")
            return None
        result = np.load(out)
        return result.dtype, result.shape, result.tobytes()

    def check(self, name):
        arguments, lines, result = SAMPLES[name]
        before = os.path.join(self.folder, name + ".before.mlir")
        after = os.path.join(self.folder, name + ".after.mlir")
        counts = os.path.join(self.folder, name + ".json")
        with open(before, "w") as file:
            file.write(program(arguments, lines, result))
        options = f"query=+{name} guard=full policy=fail profile=json profile-output={counts}"
        done = subprocess.run([self.opt, before, f"--croton-optimize={options}", "-o", after],
                              capture_output=True, text=True)
        if done.returncode != 0:
            self.fail(f"{name}: {done.stderr}")
            return
        with open(counts) as file:
            applied = sum(row["applied"] for stage in json.load(file)["stages"]
                          for row in stage["rewrites"] if row["name"] == name)
        if applied < 1:
            self.fail(f"{name}: never applied")
            return
        old = self.evaluate(before, arguments, "before")
        new = self.evaluate(after, arguments, "after")
        if old != new:
            self.fail(f"{name}: {new} instead of {old}")

    def main(self):
        names = self.list()
        for name in names:
            if name not in SAMPLES or name in self.without:
                self.fail(f"{name}: no sample")
        for name in SAMPLES:
            if name not in names:
                self.fail(f"{name}: there is no such rewrite")
        if not self.without:
            for name in names:
                if name in SAMPLES:
                    self.check(name)
        print(f"{len(names)} rewrites, {self.failures} failures")
        return 1 if self.failures else 0


sys.exit(Checker(sys.argv).main())
