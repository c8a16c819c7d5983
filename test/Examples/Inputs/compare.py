"""Compares two folders of weights.

Usage: compare.py FOLDER FOLDER TOLERANCE

Every file of either folder must be in both, hold finite numbers and differ by
at most TOLERANCE times the largest magnitude in it.
"""

import os
import sys

import numpy as np

first, second, tolerance = sys.argv[1], sys.argv[2], float(sys.argv[3])
names = sorted(os.listdir(first))
if names != sorted(os.listdir(second)) or not names:
    sys.exit(f"the folders hold {names} and {sorted(os.listdir(second))}")
for name in names:
    a = np.load(os.path.join(first, name)).astype(np.float64)
    b = np.load(os.path.join(second, name)).astype(np.float64)
    scale = np.abs(b).max()
    difference = np.abs(a - b).max() / scale
    if a.shape != b.shape or scale == 0 or not difference <= tolerance:
        sys.exit(f"{name}: relative difference {difference:.2e}, scale {scale:.2e}")
    print(f"{name}: relative difference {difference:.2e}")
