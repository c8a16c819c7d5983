"""Applies one rewrite to programs and compares what they compute.

A sample is a program (compare.py) for one rewrite, with the number of times that
the rewrite must fire on it. The program is run before and after; see
`Rewrites.check`.
"""

import json
import os
import subprocess
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path += [os.path.join(HERE, "..", "..", "Compiled", "Inputs"),
             os.path.join(HERE, "..", "..", "Reference", "Inputs")]

from compare import INEXACT, MODES, Program, Suite, different_floats, name_of, stored  # noqa: E402

# rewrite -> [(element types, function that adds to a program for one of them)]
SAMPLES = {}


def sample(rewrite, dtypes):
    """Registers a function that adds ops on one element type to a program, which
    may hold ops on others already."""
    def register(function):
        SAMPLES.setdefault(rewrite, []).append((dtypes, function))
        return function
    return register


class Sample(Program):
    """A program with the number of times that its rewrite fires. Every result
    that `fires` registers is one firing."""

    def __init__(self, name):
        super().__init__(name)
        self.count_fired = 0
        self.bad_calls = []
        # False where the evaluator cannot run the result: it has no index
        # values, with which fusion compares sizes.
        self.can_evaluate = True

    def fires(self, value, label, times=1, **how):
        self.count_fired += times
        self.result(value, label, **how)

    def result(self, value, label, **how):
        super().result(value, f"{label} of {value.dtype}", **how)

    def fails(self, arguments, *patterns):
        """A call that must fail, before and after, with `patterns` in its
        message. The arguments are texts."""
        self.bad_calls.append((arguments, patterns))


class RewriteSuite(Suite):
    """Evaluates the program in the file `before` instead, if there is one."""

    before = None

    def call(self, *args):
        if self.before and "--evaluate" in args:
            args = (self.before, *args[1:])
        return super().call(*args)


class Rewrites:
    def __init__(self, argv):
        self.opt, self.folder = argv[1], argv[3]
        switches = dict(word.lstrip("-").split("=") for word in argv[4:])
        self.without = switches.get("without", "").split(",")
        self.only = [name for name in switches.get("only", "").split(",") if name]
        self.suite = RewriteSuite(["", argv[2], argv[3]])
        self.claims = self.list()

    def list(self):
        """The claim of each rewrite that croton-opt knows, but for those that need
        a device, which placement.test is for."""
        text = subprocess.run([self.opt, "--list-rewrites"], capture_output=True, text=True,
                              check=True).stdout
        claims = {}
        for line in text.splitlines():
            words = line.split()
            if words[1].startswith("gpuarray-opt"):
                continue
            claims[words[0]] = next(word for word in words[1:]
                                    if word in ("exact", "reassociates", "unsafe"))
        return claims

    def run(self):
        """Ends the test."""
        for rewrite in self.claims:
            if rewrite not in SAMPLES or rewrite in self.without:
                self.suite.fail(f"{rewrite}: no samples")
        for rewrite in SAMPLES:
            if rewrite not in self.claims:
                self.suite.fail(f"{rewrite}: there is no such rewrite")
        for rewrite in self.claims:
            if not self.only or rewrite in self.only:
                for dtypes, function in SAMPLES.get(rewrite, []):
                    # Starting programs takes long, and so does compiling many
                    # loops in one function.
                    for i in range(0, len(dtypes), 2):
                        self.check(rewrite, dtypes[i:i + 2], function)
        self.suite.finish()

    def check(self, rewrite, dtypes, function):
        name = ".".join([rewrite, function.__name__, *map(name_of, dtypes)])
        before = Sample(name)
        for dtype in dtypes:
            function(before, dtype)
        path = os.path.join(self.folder, name + ".before.mlir")
        with open(path, "w") as file:
            file.write(before.text())
        after = self.rewrite(rewrite, before, path)
        if after is None:
            return
        self.suite.before = None if before.can_evaluate else path
        if before.results:
            failures = self.suite.failures
            self.suite.run(after, repeat=1)
            if self.claims[rewrite] == "exact" and self.suite.failures == failures:
                self.compare_bits(before, path)
        for i, (arguments, patterns) in enumerate(before.bad_calls):
            for text, when in ((before.text(), "before"), (after.text(), "after")):
                self.suite.errors(f"{name}.{when}.{i}", text, ["--entry=main", *arguments], patterns)

    def rewrite(self, rewrite, program, path):
        """The program after the rewrite alone, or None after a report."""
        base = path[:-len(".before.mlir")]
        options = (f"query=+{rewrite} guard=full policy=fail limit-policy=fail "
                   f"profile=json profile-output={base}.json")
        done = subprocess.run([self.opt, path, f"--croton-optimize={options}"],
                              capture_output=True, text=True)
        if done.returncode != 0:
            self.suite.fail(f"{program.name}: {done.stderr[-2000:]}")
            return None
        with open(base + ".json") as file:
            fired = sum(row["applied"] for stage in json.load(file)["stages"]
                        for row in stage["rewrites"] if row["name"] == rewrite)
        if fired != program.count_fired:
            self.suite.fail(f"{program.name}: fired {fired} times instead of "
                            f"{program.count_fired}:\n{done.stdout}")
            return None
        after = Program(program.name)
        after.arguments, after.results, after.source = (
            program.arguments, program.results, done.stdout)
        return after

    def compare_bits(self, before, path):
        """Evaluated and compiled, the bits are the same before and after; one NaN
        is as good as another."""
        base = path[:-len(".before.mlir")]
        args = [path, "--entry=main", "--no-progress"]
        for i in range(len(before.arguments)):
            args += ["--arg", f"{i}={base}.in{i}.npy"]
        for mode, options in MODES[:2]:
            outs = [word for i in range(len(before.results))
                    for word in ("--out", f"{i}={base}.before.{i}.npy")]
            done = self.suite.call(*args, *options, *outs)
            if done.returncode != 0:
                self.suite.fail(f"{before.name}, {mode}, before: {done.stderr[-2000:]}")
                continue
            for i, (value, label, *_) in enumerate(before.results):
                old, new = (stored(np.load(f"{base}.{when}.{i}.npy"), value.dtype)
                            for when in ("before", mode))
                self.suite.compared += 1
                if not has_same_bits(old, new, value.dtype):
                    self.suite.fail(f"{before.name}, {mode}: {label}: not the bits of before")


def has_same_bits(old, new, dtype):
    if old.shape != new.shape or old.dtype != new.dtype:
        return False
    if dtype in INEXACT:
        return not np.any(different_floats(new, old, dtype, 0, None))
    return np.array_equal(old, new)
