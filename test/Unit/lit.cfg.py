# Runs the gtest programs below build/unittests, one lit test for each case.

import os

import lit.formats

config.name = "Croton-Unit"
config.suffixes = []
config.test_exec_root = os.path.join(config.croton_obj_root, "unittests")
config.test_source_root = config.test_exec_root
config.test_format = lit.formats.GoogleTest(".", "Tests")

for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "ASAN_SYMBOLIZER_PATH"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
config.environment["OPENBLAS_NUM_THREADS"] = "1"
