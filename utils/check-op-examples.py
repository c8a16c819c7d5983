#!/usr/bin/env python3
"""Checks that every op is documented and that the examples parse.

Usage: check-op-examples.py FILE.td -I DIR... --tblgen LLVM_TBLGEN
                            -- OPT [OPTION...]

Each op that FILE.td defines must have a summary and a description with a block
marked `mlir` after a line `Example:`, and the op must occur in it. All blocks
of ops and attributes are then parsed and verified by OPT, as they are written:
a block that holds no function becomes the body of one, whose arguments are the
values that the block uses and does not define. Their types are those that OPT
asks for.
"""

import argparse
import collections
import json
import re
import subprocess
import sys

FENCE = re.compile(r"^Example:\n\n```mlir\n(.*?)^```$", re.M | re.S)
ANY_FENCE = re.compile(r"^```mlir\n(.*?)^```$", re.M | re.S)
VALUE = re.compile(r"%[A-Za-z0-9_$.-]+")
RESULTS = re.compile(r"^\s*(%[^=]*?)\s*=", re.M)
BLOCK_ARGUMENT = re.compile(r"(%[A-Za-z0-9_$.-]+)\s*:\s*[^\s:]")
ERROR = re.compile(r"^<stdin>:(\d+):\d+: error: (.*)$", re.M)
WANTED = re.compile(r"use of value '(%[^']+)' expects different type than prior "
                    r"uses: '(.*)' vs 'none'$")
SEPARATOR = "// -----\n"

Example = collections.namedtuple("Example", "where name text")


def dedent(text):
    """Takes the common indentation off the lines of a description."""
    lines = text.split("\n")
    depth = min((len(l) - len(l.lstrip()) for l in lines if l.strip()), default=0)
    return "\n".join(l[depth:].rstrip() for l in lines)


def read_records(arguments):
    """Returns what tblgen knows about the file, as its JSON has it."""
    command = [arguments.tblgen, "-dump-json", arguments.file]
    for folder in arguments.include:
        command += ["-I", folder]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(run.stderr.strip())
    return json.loads(run.stdout)


def check_op(record, where, errors):
    """Returns the op's examples; reports what its documentation lacks."""
    dialect = record["opDialect"]["def"].removesuffix("_Dialect").lower()
    name = f"{dialect}.{record['opName']}"
    if not record["summary"]:
        errors.append(f"{where}: error: {name} has no summary")
    description = dedent(record["description"])
    blocks = FENCE.findall(description)
    if not blocks:
        errors.append(f"{where}: error: {name} has no example")
    elif not any(re.search(rf"\b{re.escape(name)}(?![\w.])", b) for b in blocks):
        errors.append(f"{where}: error: {name} is not in its own example")
    return [Example(where, name, b) for b in ANY_FENCE.findall(description)]


def collect(records, errors):
    """Returns the examples of all ops and attributes, sorted by place."""
    examples = []
    known = records["!instanceof"]
    for definition in known.get("Op", []):
        record = records[definition]
        examples += check_op(record, record["!locs"][0], errors)
    for definition in known.get("AttrDef", []):
        record = records[definition]
        for block in ANY_FENCE.findall(dedent(record["description"] or "")):
            examples.append(Example(record["!locs"][0], definition, block))
    return sorted(examples)


class Chunk:
    """An example as a program, with the types known of its arguments."""

    def __init__(self, example):
        self.example = example
        self.is_whole = re.search(r"^\s*(func\.func|module)\b", example.text, re.M)
        code = re.sub(r'"(?:[^"\\]|\\.)*"', '""', example.text)
        defined = set()
        for results in RESULTS.findall(code):
            defined.update(VALUE.findall(results))
        for line in re.findall(r"^\s*\^.*$", code, re.M):
            defined.update(BLOCK_ARGUMENT.findall(line))
        used = dict.fromkeys(VALUE.findall(code))
        self.types = {v: "none" for v in used if v not in defined}

    def print(self):
        if self.is_whole:
            return self.example.text
        arguments = ", ".join(f"{v}: {t}" for v, t in self.types.items())
        return f"func.func @f({arguments}) {{\n{self.example.text}return\n}}\n"


def run_opt(chunks, command):
    """Returns the errors of each chunk and the exit status."""
    programs = [chunk.print() for chunk in chunks]
    starts, line = [], 1
    for program in programs:
        starts.append(line)
        line += program.count("\n") + 1
    run = subprocess.run(command + ["--split-input-file=" + SEPARATOR.strip()],
                         input=SEPARATOR.join(programs), capture_output=True,
                         text=True)
    found = [[] for _ in chunks]
    for number, message in ERROR.findall(run.stderr):
        index = max(i for i, s in enumerate(starts) if s <= int(number))
        found[index].append(message)
    if run.returncode != 0 and not any(found):
        sys.exit(f"error: {command[0]} failed\n{run.stderr}")
    return found


def parse_all(chunks, command, errors):
    """Finds the types of the arguments, then reports what does not parse."""
    while True:
        found = run_opt(chunks, command)
        learned = False
        for chunk, messages in zip(chunks, found):
            for message in messages:
                match = WANTED.search(message)
                if match and chunk.types.get(match[1]) == "none":
                    chunk.types[match[1]] = match[2]
                    learned = True
        if not learned:
            break
    for chunk, messages in zip(chunks, found):
        for message in messages:
            errors.append(f"{chunk.example.where}: error: the example of "
                          f"{chunk.example.name} does not parse: {message}")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("file")
    parser.add_argument("-I", dest="include", action="append", default=[])
    parser.add_argument("--tblgen", required=True)
    parser.add_argument("opt", nargs="+")
    arguments = parser.parse_args()
    errors = []
    records = read_records(arguments)
    chunks = [Chunk(example) for example in collect(records, errors)]
    if not records["!instanceof"].get("Op"):
        sys.exit(f"error: {arguments.file} defines no op")
    parse_all(chunks, arguments.opt, errors)
    for error in errors:
        print(error)
    print(f"{len(chunks)} examples, {len(errors)} errors")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
