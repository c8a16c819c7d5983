"""Runs a command and fails if it takes too long.

usage: limit.py SECONDS COMMAND...

The processor time of the command counts, not the time on the clock, so that
other work on the machine does not disturb the test.
"""

import resource
import subprocess
import sys

limit = float(sys.argv[1])
code = subprocess.call(sys.argv[2:], stdout=subprocess.DEVNULL)
if code != 0:
    sys.exit(code)
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
seconds = usage.ru_utime + usage.ru_stime
if seconds > limit:
    sys.exit(f"expected at most {limit} s of processor time, but took {seconds:.2f} s")
