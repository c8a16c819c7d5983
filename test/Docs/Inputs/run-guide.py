"""Runs the commands of a guide and compares what they print.

Usage: run-guide.py GUIDE.md PATH_ENTRY...

A guide shows a session in fenced blocks marked `console`: lines that start with
`$ ` are commands (a trailing backslash continues one), the lines up to the next
command are what it prints, on either stream. A line `...` stands for any number
of lines, and `...` inside a line for any text. A block marked `mlir` or `pdll`
with `file=NAME` after the mark is written to NAME first. All blocks of a guide
run in one scratch folder, in order. The status of a command must be 0, or what
a line `[status N]` after its output says.
"""

import os
import re
import subprocess
import sys
import tempfile

FENCE = re.compile(r"^```(\S+)(?:\s+file=(\S+))?\s*$")


def read_blocks(path):
    """Yields (language, file name or None, lines, line number)."""
    language = name = None
    lines, start = [], 0
    for number, line in enumerate(open(path, encoding="utf-8"), 1):
        line = line.rstrip("\n")
        if language is None:
            match = FENCE.match(line)
            if match:
                language, name = match.groups()
                lines, start = [], number
        elif line == "```":
            yield language, name, lines, start
            language = None
        else:
            lines.append(line)
    if language is not None:
        sys.exit(f"{path}:{start}: the block has no end")


def read_steps(lines):
    """Splits a console block into [command, expected lines, status]."""
    steps = []
    continues = False
    for line in lines:
        if continues:
            steps[-1][0] += "\n" + line
            continues = line.endswith("\\")
        elif line.startswith("$ "):
            steps.append([line[2:], [], 0])
            continues = line.endswith("\\")
        elif match := re.match(r"^\[status (\d+)\]$", line):
            steps[-1][2] = int(match.group(1))
        else:
            steps[-1][1].append(line)
    return steps


def matches(expected, actual):
    """Compares lines, `...` standing for anything."""
    pattern = ""
    for line in expected:
        if line.strip() == "...":
            pattern += r"(?:.*\n)*"
        else:
            pieces = (re.escape(piece) for piece in line.rstrip().split("..."))
            pattern += ".*".join(pieces) + r"[ \t]*\n"
    text = "".join(line + "\n" for line in actual)
    return re.fullmatch(pattern, text) is not None


def main():
    guide, path_entries = sys.argv[1], sys.argv[2:]
    environment = dict(os.environ)
    environment["PATH"] = os.pathsep.join(path_entries + [environment["PATH"]])
    ran = 0
    with tempfile.TemporaryDirectory() as folder:
        for language, name, lines, start in read_blocks(guide):
            if name:
                with open(os.path.join(folder, name), "w", encoding="utf-8") as out:
                    out.write("\n".join(lines) + "\n")
            if language != "console":
                continue
            for command, expected, status in read_steps(lines):
                done = subprocess.run(
                    ["bash", "-c", command],
                    cwd=folder,
                    env=environment,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    stdin=subprocess.DEVNULL,
                    check=False,
                    text=True,
                )
                actual = done.stdout.splitlines()
                ran += 1
                if done.returncode != status or not matches(expected, actual):
                    print(f"{guide}:{start}: $ {command}")
                    print(f"expected (status {status}):", *expected, sep="\n  ")
                    print(f"but got (status {done.returncode}):", *actual, sep="\n  ")
                    sys.exit(1)
    if ran == 0:
        sys.exit(f"{guide}: there is no command to run")
    print(f"{guide}: {ran} commands ran as shown")


if __name__ == "__main__":
    main()
