"""Checks that the sources a guide quotes are what it says they are.

Usage: check-snippets.py ROOT GUIDE.md

A fenced block marked `from=PATH` must occur, line by line, in ROOT/PATH.
"""

import os
import re
import sys

FENCE = re.compile(r"^```\S+\s+from=(\S+)\s*$")


def main():
    root, guide = sys.argv[1:]
    path, lines, start, found = None, [], 0, 0
    for number, line in enumerate(open(guide, encoding="utf-8"), 1):
        if path is None:
            match = FENCE.match(line)
            if match:
                path, lines, start = match.group(1), [], number
        elif line == "```\n":
            source = open(os.path.join(root, path), encoding="utf-8").read()
            if "".join(lines) not in source:
                sys.exit(f"{guide}:{start}: {path} has no such lines")
            found, path = found + 1, None
        else:
            lines.append(line)
    if path is not None:
        sys.exit(f"{guide}:{start}: the block has no end")
    if found == 0:
        sys.exit(f"{guide}: it quotes nothing")
    print(f"{guide}: {found} quotations are right")


if __name__ == "__main__":
    main()
