# Configuration of the lit suite. test/lit.site.cfg.py.in hands in the paths.
#
# Parameters (lit -D name=value):
#   roundtrip=1   croton-opt runs with --verify-roundtrip in every test

import os

import lit.formats

config.name = "Croton"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test", ".c"]
config.excludes = ["Inputs", "lib", "Unit", "CMakeLists.txt", "lit.cfg.py"]
config.test_source_root = os.path.join(config.croton_src_root, "test")
config.test_exec_root = os.path.join(config.croton_obj_root, "test")


def tool(name):
    """Returns the path of one of our programs."""
    return os.path.join(config.croton_tools_dir, name)


def llvm_tool(name):
    """Returns the path of one of LLVM's programs."""
    return os.path.join(config.llvm_tools_dir, name)


def add_substitution(word, command):
    """Replaces `word` where it stands alone, not as part of a path or name."""
    config.substitutions.append((r"(?<![\w/%.-])" + word + r"(?![\w/.-])", command))


round_trip = lit_config.params.get("roundtrip", "0") not in ("", "0")
croton_opt = tool("croton-opt") + (" --verify-roundtrip" if round_trip else "")

add_substitution("croton-opt", croton_opt)
for name in ("croton-run", "croton-lsp-server"):
    add_substitution(name, tool(name))
for name in ("FileCheck", "not", "count", "split-file", "mlir-opt", "mlir-translate"):
    add_substitution(name, llvm_tool(name))
add_substitution("python", config.python_executable)

config.substitutions.append(("%croton_src", config.croton_src_root))
config.substitutions.append(("%croton_obj", config.croton_obj_root))
config.substitutions.append(("%llvm_lib", config.llvm_lib_dir))
config.substitutions.append(("%cc", config.c_compiler))
config.substitutions.append(("%cxx", config.cxx_compiler))

# Tests run with a fixed number of threads, so that results are reproducible.
config.environment["OPENBLAS_NUM_THREADS"] = "1"
config.environment["OMP_NUM_THREADS"] = "2"
config.environment["FILECHECK_OPTS"] = "--enable-var-scope --dump-input-filter=error"
for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "ASAN_SYMBOLIZER_PATH"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
if "undefined" in config.croton_sanitize:
    config.environment.setdefault("UBSAN_OPTIONS", "print_stacktrace=1")
    # Tensors too large for any machine are tested; their allocation fails, as
    # it does without a sanitizer.
    config.environment.setdefault("ASAN_OPTIONS", "allocator_may_return_null=1")

# PDLL is read by a program of MLIR's.
if os.path.exists(llvm_tool("mlir-pdll")):
    config.available_features.add("mlir-pdll")
if config.croton_assertions:
    config.available_features.add("asserts")
for name in config.croton_sanitize:
    if name:
        config.available_features.add("sanitizer-" + name)
