"""Measures rewrite drivers in pairs and prints ratios; see run.sh."""

import argparse
import re
import statistics
import subprocess
import sys
import tempfile

OUTPUT = re.compile(r"ops (\d+) -> (\d+) ms ([\d.]+) kib (\d+)")


def execute(program, graph, size, driver, flags):
    """Runs once; returns (ops before, ops after, milliseconds, KiB)."""
    command = [program, graph, str(size), driver, *flags]
    text = subprocess.run(command, check=True, capture_output=True, text=True)
    before, after, ms, kib = OUTPUT.search(text.stdout).groups()
    return int(before), int(after), float(ms), int(kib)


def count_instructions(program, graph, size, driver, flags):
    """Instructions inside croton_bench_measured()."""
    with tempfile.NamedTemporaryFile() as output:
        command = [
            "valgrind", "--tool=callgrind", "--collect-atstart=no",
            "--toggle-collect=croton_bench_measured",
            f"--callgrind-out-file={output.name}",
            program, graph, str(size), driver, *flags]
        text = subprocess.run(command, check=True, capture_output=True,
                              text=True)
    return int(re.search(r"Collected\s*:\s*(\d+)", text.stderr).group(1))


class Report:
    def __init__(self):
        self.missed = 0

    def line(self, what, value, bound, detail=""):
        is_met = value <= bound
        self.missed += not is_met
        print(f"{what:58} {value:7.3f}  bound {bound:4.2f}  "
              f"{'ok' if is_met else 'MISSED'}  {detail}", flush=True)


def compare(report, program, graph, size, ours, theirs, bound, rounds=7):
    """Ours against theirs, each (name, driver, flags)."""
    name = f"{graph} {size:g} {ours[0]} / {theirs[0]}"
    mine = count_instructions(program, graph, size, *ours[1:])
    other = count_instructions(program, graph, size, *theirs[1:])
    report.line(f"{name}: instructions", mine / other, bound,
                f"{mine / size:.0f} and {other / size:.0f} per op")
    ratios, memory = [], []
    for _ in range(rounds):
        a = execute(program, graph, size, *ours[1:])
        b = execute(program, graph, size, *theirs[1:])
        ratios.append(a[2] / b[2])
        memory.append((a[3], b[3]))
    print(f"{name + ': wall clock':58} "
          f"{statistics.median(ratios):7.3f}  ({min(ratios):.2f} to "
          f"{max(ratios):.2f} in {rounds} pairs)", flush=True)
    return mine, statistics.median(x / y for x, y in memory)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--quick", action="store_true")
    arguments = parser.parse_args()
    program = arguments.program
    sizes = [1000, 10000] if arguments.quick else [1000, 10000, 100000]
    report = Report()
    for graph in ("chain", "wide", "nest", "rnn"):
        counts = {}
        for size in sizes:
            for fold in ([], ["--fold"]):
                kind = " with folding" if fold else ""
                mine, memory = compare(
                    report, program, graph, size,
                    (f"equilibrium{kind}", "equilibrium", fold),
                    ("greedy", "greedy", fold), 1.0)
                counts["equilibrium" + kind, size] = mine
                report.line(f"{graph} {size:g} equilibrium{kind}: peak memory",
                            memory, 1.1)
            mine, _ = compare(report, program, graph, size,
                              ("topological", "topological", []),
                              ("walk", "walk", []), 1.0)
            counts["topological", size] = mine
            compare(report, program, graph, size,
                    ("second equilibrium", "equilibrium", ["--second"]),
                    ("second greedy", "greedy", ["--second"]), 0.1)
            compare(report, program, graph, size,
                    ("observed", "equilibrium", ["--observe"]),
                    ("not observed", "equilibrium", []), 1.3)
        for (driver, size), count in counts.items():
            if size == 100000:
                smaller = counts[driver, 10000]
                report.line(f"{graph} {driver}: per op, 1e5 / 1e4",
                            count / smaller / 10, 1.1)
    print("all bounds met" if not report.missed else
          f"{report.missed} bounds missed")
    return 1 if report.missed else 0


if __name__ == "__main__":
    sys.exit(main())
