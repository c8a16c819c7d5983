"""Feeds bad input to a tool and checks what it says.

  bad.py TABLE TOOL FOLDER

TABLE is run, opt or calls: the module <TABLE>_cases, whose CASES are tuples of
a name, the text or bytes of a program or None, the arguments, and a regular
expression that the first line of stderr with "error:" in it (or the first line
at all) must match. "{program}" in the arguments is the program's file. Exit
code 1, at most one error, no sign of a crash, nothing on stdout and no new file
are demanded of every case; an expression of None demands success instead.
"""

import importlib
import os
import re
import subprocess
import sys

TIMEOUT = 120
CRASHES = ["Stack dump", "PLEASE submit", "LLVM ERROR", "Sanitizer",
           "runtime error:", "Assertion", "terminate called"]
ALLOCATION_NOTE = re.compile(
    r"^==\d+==WARNING: AddressSanitizer failed to allocate .*\n", re.M)


def list_files(folder):
    return sorted(os.path.join(path, name)
                  for path, folders, names in os.walk(folder)
                  for name in folders + names)


def find_fault(case, tool):
    name, program, arguments, expected = case
    path = name + ".mlir"
    if program is not None:
        with open(path, "wb") as file:
            file.write(program if isinstance(program, bytes) else program.encode())
    command = [tool] + [a.replace("{program}", path) for a in arguments]
    before = list_files(".")
    try:
        done = subprocess.run(command, capture_output=True, timeout=TIMEOUT,
                              stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return "does not end"
    text = done.stderr.decode(errors="replace")
    # A sanitizer says so when an allocation fails, which is what is tested.
    text = ALLOCATION_NOTE.sub("", text)
    if expected is None:
        return "" if done.returncode == 0 else "fails: " + text[:2000]
    lines = text.splitlines()
    errors = [line for line in lines if "error:" in line] or lines[:1] or [""]
    if done.returncode != 1:
        return f"exit code {done.returncode} instead of 1: {text[:2000]}"
    if any(word in text for word in CRASHES):
        return "crashes: " + text[:2000]
    if len(errors) > 1:
        return "has several errors: " + text[:2000]
    if not re.search(expected, errors[0]):
        return f"expected /{expected}/, but got: {text[:2000]}"
    if done.stdout:
        return f"writes to stdout: {done.stdout[:200]}"
    if list_files(".") != before:
        return f"leaves {set(list_files('.')) - set(before)}"
    return ""


def main():
    table, tool, folder = sys.argv[1:]
    cases = importlib.import_module(table + "_cases")
    os.makedirs(folder)
    os.chdir(folder)
    cases.make_files()
    faults = 0
    for case in cases.CASES:
        if fault := find_fault(case, tool):
            faults += 1
            print(f"{case[0]}: {fault}")
    print(f"{len(cases.CASES)} cases, {faults} faults")
    return 1 if faults or len(cases.CASES) < cases.LEAST else 0


if __name__ == "__main__":
    sys.exit(main())
