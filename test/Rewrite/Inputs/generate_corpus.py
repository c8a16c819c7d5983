#!/usr/bin/env python3
"""Prints functions for canonicalization patterns to work on.

usage: generate_corpus.py COUNT SEED

Each function computes on integers, floats, indices and small tensors, in nested
loops and conditionals or over several blocks. Constants are few and small, so
that much folds, cancels or turns out dead.
"""

import random
import sys

INTEGER_OPS = ["addi", "subi", "muli", "andi", "ori", "xori", "maxsi", "minsi",
               "maxui", "minui", "shli", "shrui", "shrsi", "divsi", "remui"]
FLOAT_OPS = ["addf", "subf", "mulf", "divf", "maximumf", "minnumf"]
PREDICATES = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "uge"]
FLOAT_PREDICATES = ["oeq", "une", "olt", "ule", "ord", "false"]
CONSTANTS = {"i1": ["true", "false"], "i8": ["0", "1", "-1", "7"],
             "i32": ["0", "1", "-1", "2", "8"], "i64": ["0", "1", "3"],
             "index": ["0", "1", "2", "5"],
             "f32": ["0.0", "-0.0", "1.0", "2.5"],
             "tensor<4xf32>": ["dense<1.0>", "dense<[0.0, 1.0, 2.0, 3.0]>"],
             "tensor<?xf32>": None}
TYPES = list(CONSTANTS)
SCALARS = TYPES[:6]


class Function:
    """Builds one function, line by line."""

    def __init__(self, name, rng):
        self.rng = rng
        self.lines = []
        self.next = 0
        self.indent = 1
        # What may be used here, by type; a copy for each scope.
        self.values = {type_: [] for type_ in TYPES}
        params = []
        for type_ in TYPES:
            for _ in range(2):
                value = self.fresh(type_)
                params.append(f"{value}: {type_}")
        self.params = ", ".join(params)
        self.name = name

    def fresh(self, type_):
        """Returns a new value of a type."""
        value = f"%v{self.next}"
        self.next += 1
        self.values[type_].append(value)
        return value

    def emit(self, text):
        """Adds a line."""
        self.lines.append("  " * self.indent + text)

    def use(self, type_):
        """Returns a value of a type: a recent one, or a new constant."""
        constants = CONSTANTS[type_]
        if constants and self.rng.random() < 0.3:
            constant = self.rng.choice(constants)
            name = self.fresh(type_)
            suffix = "" if type_ == "i1" else f" : {type_}"
            self.emit(f"{name} = arith.constant {constant}{suffix}")
            return name
        known = self.values[type_]
        return self.rng.choice(known[-6:] if self.rng.random() < 0.7 else known)

    def op(self, types, text):
        """Adds an op with these result types; `text` follows the names."""
        names = [self.fresh(type_) for type_ in types]
        self.emit(f"{', '.join(names)} = {text}" if names else text)

    def integer(self):
        type_ = self.rng.choice(["i1", "i8", "i32", "i64", "index"])
        op = self.rng.choice(INTEGER_OPS if type_ != "i1" else
                             ["andi", "ori", "xori"])
        a, b = self.use(type_), self.use(type_)
        self.op([type_], f"arith.{op} {a}, {b} : {type_}")

    def floating(self):
        a, b = self.use("f32"), self.use("f32")
        if self.rng.random() < 0.2:
            return self.op(["f32"], f"arith.negf {a} : f32")
        self.op(["f32"], f"arith.{self.rng.choice(FLOAT_OPS)} {a}, {b} : f32")

    def compare(self):
        if self.rng.random() < 0.3:
            a, b = self.use("f32"), self.use("f32")
            predicate = self.rng.choice(FLOAT_PREDICATES)
            return self.op(["i1"], f"arith.cmpf {predicate}, {a}, {b} : f32")
        type_ = self.rng.choice(["i8", "i32", "index"])
        a, b = self.use(type_), self.use(type_)
        self.op(["i1"],
                f"arith.cmpi {self.rng.choice(PREDICATES)}, {a}, {b} : {type_}")

    def select(self):
        type_ = self.rng.choice(TYPES)
        c, a, b = self.use("i1"), self.use(type_), self.use(type_)
        self.op([type_], f"arith.select {c}, {a}, {b} : {type_}")

    def cast(self):
        source, target, op = self.rng.choice([
            ("i8", "i32", "extsi"), ("i8", "i32", "extui"),
            ("i32", "i64", "extsi"), ("i1", "i32", "extui"),
            ("i32", "i8", "trunci"), ("i64", "i32", "trunci"),
            ("i32", "index", "index_cast"), ("index", "i64", "index_cast"),
            ("i64", "index", "index_cast"), ("i32", "f32", "sitofp"),
            ("i32", "f32", "bitcast"), ("f32", "i32", "bitcast")])
        self.op([target], f"arith.{op} {self.use(source)} : {source} to {target}")

    def tensor(self):
        kind = self.rng.randrange(8)
        static, dynamic = "tensor<4xf32>", "tensor<?xf32>"
        if kind == 0:
            value = self.use(static)
            self.op([dynamic], f"tensor.cast {value} : {static} to {dynamic}")
        elif kind == 1:
            value = self.use(dynamic)
            self.op([static], f"tensor.cast {value} : {dynamic} to {static}")
        elif kind == 2:
            type_ = self.rng.choice([static, dynamic])
            value, index = self.use(type_), self.use("index")
            self.op(["f32"], f"tensor.extract {value}[{index}] : {type_}")
        elif kind == 3:
            type_ = self.rng.choice([static, dynamic])
            scalar, value, index = self.use("f32"), self.use(type_), self.use("index")
            self.op([type_], f"tensor.insert {scalar} into {value}[{index}] : {type_}")
        elif kind == 4:
            type_ = self.rng.choice([static, dynamic])
            value, index = self.use(type_), self.use("index")
            self.op(["index"], f"tensor.dim {value}, {index} : {type_}")
        elif kind == 5:
            value, index = self.use(dynamic), self.use("index")
            size = self.use("index")
            self.op([dynamic], f"tensor.extract_slice {value}[{index}] [{size}] [1] : "
                               f"{dynamic} to {dynamic}")
        elif kind == 6:
            self.op([static], f"tensor.splat {self.use('f32')} : {static}")
        else:
            a, b = self.use("f32"), self.use("f32")
            self.op([static], f"tensor.from_elements {a}, {b}, {a}, {b} : {static}")

    def effect(self):
        type_ = self.rng.choice(TYPES)
        value = self.use(type_)
        self.emit(f"\"t.effect\"({value}) : ({type_}) -> ()")

    def scope(self, body):
        """Runs `body` where what it makes is not seen outside."""
        saved = {type_: list(values) for type_, values in self.values.items()}
        self.indent += 1
        body()
        self.indent -= 1
        self.values = saved

    def conditional(self, depth):
        types = [self.rng.choice(TYPES) for _ in range(self.rng.randrange(3))]

        def branch():
            self.statements(self.rng.randrange(4), depth - 1)
            values = [self.use(type_) for type_ in types]
            if types:
                self.emit(f"scf.yield {', '.join(values)} : {', '.join(types)}")

        condition = self.use("i1")
        # The names come after the branches, which must not use them.
        names = [f"%r{self.next + i}" for i in range(len(types))]
        self.next += len(types)
        results = f" -> ({', '.join(types)})" if types else ""
        left = f"{', '.join(names)} = " if names else ""
        self.emit(f"{left}scf.if {condition}{results} {{")
        self.scope(branch)
        if types or self.rng.random() < 0.5:
            self.emit("} else {")
            self.scope(branch)
        self.emit("}")
        for name, type_ in zip(names, types):
            self.values[type_].append(name)

    def loop(self, depth):
        types = [self.rng.choice(TYPES) for _ in range(self.rng.randrange(3))]
        inits = [self.use(type_) for type_ in types]
        low, high, step = self.use("index"), self.use("index"), self.use("index")
        names = [f"%r{self.next + i}" for i in range(len(types))]
        args = [f"%a{self.next + i}" for i in range(len(types))]
        variable = f"%i{self.next}"
        self.next += len(types) + 1
        carried = ""
        if types:
            pairs = ", ".join(f"{a} = {init}" for a, init in zip(args, inits))
            carried = f" iter_args({pairs}) -> ({', '.join(types)})"
        left = f"{', '.join(names)} = " if names else ""
        self.emit(f"{left}scf.for {variable} = {low} to {high} step {step}{carried} {{")

        def body():
            self.values["index"].append(variable)
            for arg, type_ in zip(args, types):
                self.values[type_].append(arg)
            self.statements(self.rng.randrange(5), depth - 1)
            values = [self.use(type_) for type_ in types]
            if types:
                self.emit(f"scf.yield {', '.join(values)} : {', '.join(types)}")

        self.scope(body)
        self.emit("}")
        for name, type_ in zip(names, types):
            self.values[type_].append(name)

    def statements(self, count, depth):
        """Adds `count` random statements."""
        plain = [self.integer, self.integer, self.floating, self.compare,
                 self.select, self.cast, self.tensor, self.effect]
        for _ in range(count):
            if depth > 0 and self.rng.random() < 0.2:
                self.rng.choice([self.conditional, self.loop])(depth)
            else:
                self.rng.choice(plain)()

    def finish(self):
        """Returns a few of the last values."""
        types = [self.rng.choice(TYPES) for _ in range(self.rng.randrange(1, 4))]
        values = [self.use(type_) for type_ in types]
        self.emit(f"return {', '.join(values)} : {', '.join(types)}")
        return types

    def blocks(self, count):
        """Adds blocks that branch forward, mostly."""
        types = [["i1", "i32", "index"][:self.rng.randrange(4)]
                 for _ in range(count)]

        def target(block):
            values = [self.use(type_) for type_ in types[block]]
            if not values:
                return f"^bb{block}"
            return f"^bb{block}({', '.join(values)} : {', '.join(types[block])})"

        outer = self.values
        for block in range(count + 1):
            # Values of earlier blocks need not dominate this one.
            self.values = {type_: list(values) for type_, values in outer.items()}
            if block:
                args = []
                for type_ in types[block - 1]:
                    args.append(f"{self.fresh(type_)}: {type_}")
                head = f"({', '.join(args)})" if args else ""
                self.lines.append(f"^bb{block - 1}{head}:")
            self.statements(self.rng.randrange(5), 1)
            if block == count:
                return self.finish()
            left = self.rng.randrange(block, count)
            kind = self.rng.randrange(4)
            if kind == 0:
                self.emit(f"cf.br {target(left)}")
            elif kind == 1:
                right, third = (self.rng.randrange(block, count) for _ in range(2))
                flag = self.use("i32")
                cases = (f"default: {target(left)}", f"1: {target(right)}",
                         f"7: {target(third)}")
                self.emit(f"cf.switch {flag} : i32, [{', '.join(cases)}]")
            else:
                # Now and then a loop.
                right = self.rng.randrange(count if kind == 3 else block, count + 1)
                right = min(right, count - 1)
                condition = self.use("i1")
                a, b = target(left), target(right)
                self.emit(f"cf.cond_br {condition}, {a}, {b}")
        raise AssertionError("the last block returns")

    def text(self, results):
        """Returns the whole function."""
        body = "\n".join(self.lines)
        return (f"func.func @{self.name}({self.params}) -> ({', '.join(results)}) {{\n"
                f"{body}\n}}")


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    for number in range(count):
        rng = random.Random(seed * 1000003 + number)
        function = Function(f"f{seed}_{number}", rng)
        if number % 3 == 2:
            results = function.blocks(rng.randrange(1, 6))
        else:
            function.statements(rng.randrange(5, 40), 3)
            results = function.finish()
        print(function.text(results))


main()
