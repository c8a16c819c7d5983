"""Samples for every rewrite. Expected values are exact arithmetic on the inputs
(oracle.py, to 60 digits) or plain NumPy; never what the compiler gave before."""

import sys

from harness import Rewrites

import elementwise_samples  # noqa: F401
import shape_samples  # noqa: F401
import stable_samples  # noqa: F401

Rewrites(sys.argv).run()
