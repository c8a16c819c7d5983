"""Bad input to croton-opt."""

from programs import DEEP, NEG, UNCOMPILABLE, UNREADABLE

LEAST = 30
GOOD = "good.mlir"


def make_files():
    with open(GOOD, "w") as file:
        file.write(NEG)
    with open("long.mlir", "w") as file:
        file.write("func.func @f(%0: tensor<4xf32>) -> tensor<4xf32> {\n")
        for i in range(DEEP):
            file.write(f"  %{i + 1} = croton.neg %{i} : tensor<4xf32>\n")
        file.write(f"  return %{DEEP} : tensor<4xf32>\n}}\n")


def pipeline(text):
    return [GOOD, "--pass-pipeline=" + text]


CASES = [(name, text, ["{program}"], error) for name, text, error in UNREADABLE]
CASES += [(name, text, ["{program}", "--croton-to-llvm"], error)
          for name, text, error in UNCOMPILABLE]
CASES += [
    ("device", '#d = #croton.device<"cuda">\n'
     + NEG.replace("tensor<4xf32>", "tensor<4xf32, #d>"), ["{program}", "--croton-to-llvm"],
     "expected arguments and results on the host"),
    ("unranked", "func.func @f(%x: tensor<*xf32>) { return }", ["{program}", "--croton-to-llvm"],
     r"expected contiguous memrefs as arguments, but got 'memref<\*xf32>'"),
    ("no-file", None, ["none.mlir"], "cannot open input file 'none.mlir': No such file"),
    ("folder", None, ["."], "cannot open input file '.': Is a directory"),
    ("output-folder", None, [GOOD, "-o", "no/out.mlir"], "cannot open output file 'no/out.mlir'"),
    ("output-is-folder", None, [GOOD, "-o", "."], "cannot open output file '.': Is a directory"),
    ("flag", None, [GOOD, "--croton-to-lvm"], "Unknown command line argument '--croton-to-lvm'"),
    ("pass", None, pipeline("builtin.module(nope)"),
     "'nope' does not refer to a registered pass or pass pipeline"),
    ("anchor", None, pipeline("builtin.module("), "expected pass pipeline to be wrapped"),
    ("nested-wrongly", None, pipeline("builtin.module(func.func(croton-to-llvm))"),
     "croton-opt: error: Can't add pass .* restricted to 'builtin.module'"),
    ("pipeline-option", None, [GOOD, "--croton-to-llvm=nope=1"], "no such option nope"),
    ("pass-option", None, [GOOD, "--croton-expand-gradients=nope=1"], "no such option nope"),
    ("stage", None, [GOOD, "--croton-verify-stage=stage=nope"], "error: unknown stage 'nope'"),
    # Long is not deep.
    ("long", None, ["long.mlir", "-o", "long.out"], None),
]
