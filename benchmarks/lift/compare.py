"""Measures the two ways of placement and prints ratios; see run.sh."""

import argparse
import re
import statistics
import subprocess
import sys
import tempfile

OUTPUT = re.compile(
    r"ops (\d+) -> (\d+) transfers (\d+) attempts (\d+) ms ([\d.]+)")
SLOW, FAST = "equilibrium", "topological"


def execute(program, network, size, way, *flags):
    """Runs once; returns (ops before, ops after, transfers, attempts, ms)."""
    command = [program, network, str(size), way, *flags]
    text = subprocess.run(command, check=True, capture_output=True, text=True)
    return [float(word) for word in OUTPUT.search(text.stdout).groups()]


def count_instructions(program, network, size, way):
    """Instructions inside croton_bench_measured()."""
    with tempfile.NamedTemporaryFile() as output:
        command = [
            "valgrind", "--tool=callgrind", "--collect-atstart=no",
            "--toggle-collect=croton_bench_measured",
            f"--callgrind-out-file={output.name}",
            program, network, str(size), way]
        text = subprocess.run(command, check=True, capture_output=True,
                              text=True)
    return int(re.search(r"Collected\s*:\s*(\d+)", text.stderr).group(1))


class Report:
    def __init__(self):
        self.missed = 0

    def line(self, what, value, is_met, bound, detail=""):
        self.missed += not is_met
        print(f"{what:50} {value:8.2f}  bound {bound:8}  "
              f"{'ok' if is_met else 'MISSED'}  {detail}", flush=True)


def compare(report, program, network, size):
    """Returns instructions and attempts per op of each way."""
    results = {}
    for way in (SLOW, FAST):
        before, after, transfers, attempts, _ = execute(
            program, network, size, way, "--profile")
        instructions = count_instructions(program, network, size, way)
        results[way] = (before, after, transfers, attempts, instructions)
    name = f"{network} {size:g}"
    slow, fast = results[SLOW], results[FAST]
    report.line(f"{name}: ops left, {SLOW} / {FAST}", slow[1] / fast[1],
                slow[1] == fast[1], "= 1", f"{fast[2]:.0f} transfers")
    report.line(f"{name}: attempts, {SLOW} / {FAST}", slow[3] / fast[3],
                slow[3] >= fast[3], ">= 1",
                f"{slow[3] / slow[0]:.2f} and {fast[3] / fast[0]:.2f} per op")
    report.line(f"{name}: instructions, {SLOW} / {FAST}", slow[4] / fast[4],
                slow[4] >= 3 * fast[4] or size < 5000, ">= 3",
                f"{slow[4] / slow[0]:.0f} and {fast[4] / fast[0]:.0f} per op")
    ratios = []
    for _ in range(7):
        a = execute(program, network, size, SLOW)[4]
        b = execute(program, network, size, FAST)[4]
        ratios.append(a / b)
    print(f"{name + ': wall clock':50} {statistics.median(ratios):8.2f}  "
          f"({min(ratios):.2f} to {max(ratios):.2f} in 7 pairs)", flush=True)
    return {way: (result[4] / result[0], result[3] / result[0])
            for way, result in results.items()}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--quick", action="store_true")
    arguments = parser.parse_args()
    program = arguments.program
    sizes = [1000, 5000] if arguments.quick else [1000, 5000, 20000]
    report = Report()
    for network in ("rnn", "mlp"):
        per_op = [compare(report, program, network, size) for size in sizes]
        for way in (SLOW, FAST):
            for index, what in enumerate(("instructions", "attempts")):
                growth = per_op[-1][way][index] / per_op[0][way][index]
                report.line(f"{network} {way}: {what} per op, "
                            f"{sizes[-1]:g} / {sizes[0]:g}", growth,
                            growth <= 1.1, "<= 1.1")
    print("all bounds met" if not report.missed else
          f"{report.missed} bounds missed")
    return 1 if report.missed else 0


if __name__ == "__main__":
    sys.exit(main())
