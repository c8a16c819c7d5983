"""Programs that both tools refuse, with what they say."""


def function(body, arguments="%x: tensor<4xf32>", result="tensor<4xf32>"):
    """The text of a function f that returns the value %r."""
    return (f"func.func @f({arguments}) -> {result} {{\n{body}\n"
            f"  return %r : {result}\n}}\n")


NEG = function("  %r = croton.neg %x : tensor<4xf32>")
DEEP = 100000

# Refused by the parser and verifier.
UNREADABLE = [
    ("truncated", NEG[:60], r"truncated.mlir:\d+:\d+: error: "),
    ("garbage", bytes(range(256)) * 40, r"garbage.mlir:1:\d+: error: unexpected character"),
    ("cut-bytecode", b"ML\xefR\x06\x00\x01", r"cut-bytecode.mlir.* error: "),
    ("huge-dim", "func.func @f(%x: tensor<99999999999999999999xf32>) { return }",
     "error: invalid dimension"),
    ("unknown-op", function("  %r = croton.ngg %x : tensor<4xf32>"),
     "error: custom op 'croton.ngg' is unknown"),
    ("unknown-dialect", function('  %r = "nope.op"(%x) : (tensor<4xf32>) -> tensor<4xf32>'),
     "error: operation being parsed with an unregistered dialect"),
    ("undefined-value", function("  %r = croton.neg %y : tensor<4xf32>"),
     "error: use of undeclared SSA value name"),
    ("sizes", function("  %r = croton.add %x, %y : tensor<4xf32>, tensor<3xf32>",
                       "%x: tensor<4xf32>, %y: tensor<3xf32>"),
     "'croton.add' op operands of shapes 4xf32, 3xf32 do not broadcast"),
    ("dtypes", function("  %r = croton.add %x, %y : tensor<4xf32>, tensor<4xf64>",
                        "%x: tensor<4xf32>, %y: tensor<4xf64>"),
     "expected operand #1 to have element type 'f32'.*but got 'f64'; insert a croton.cast"),
    ("return-type", NEG.replace("-> tensor<4xf32>", "-> tensor<3xf32>"),
     "doesn't match function result type"),
    ("grad-of-tensor", function("  %r = croton.grad %x : tensor<4xf32> wrt(%x : tensor<4xf32>)"),
     "'croton.grad' op expected a cost of rank 0, but got 'tensor<4xf32>'"),
    ("unknown-global", function("  %r = ml_program.global_load @w : tensor<4xf32>"),
     "undefined global: @w"),
    ("global-type", "ml_program.global private mutable @w : tensor<3xf32>\n"
     + function("  %r = ml_program.global_load @w : tensor<4xf32>"),
     "cannot load from global typed 'tensor<3xf32>' as 'tensor<4xf32>'"),
    ("constant-global", "ml_program.global private @w(dense<0.0> : tensor<4xf32>) : tensor<4xf32>\n"
     + function("  ml_program.global_store @w = %x : tensor<4xf32>\n"
                "  %r = croton.neg %x : tensor<4xf32>"),
     "cannot store to an immutable global @w"),
    ("unknown-function", function("  %r = call @g(%x) : (tensor<4xf32>) -> tensor<4xf32>"),
     "'g' does not reference a valid function"),
    ("twice", NEG + NEG, "error: redefinition of symbol named 'f'"),
    ("argument-name", NEG.replace("xf32>)", "xf32> {croton.name = 3})", 1),
     "expected attribute 'croton.name' on argument #0 to have a string"),
    ("deep-types", "func.func @f(%x: " + "tuple<" * DEEP + "f32" + ">" * DEEP + ") { return }",
     "deep-types.mlir:1: brackets are nested more than 1000 deep"),
    ("deep-lists", "module attributes {a = " + "[" * DEEP + "]" * DEEP + "} {}",
     "deep-lists.mlir:1: brackets are nested more than 1000 deep"),
    ("deep-modules", "module {\n" * DEEP + "}\n" * DEEP,
     "deep-modules.mlir:1001: brackets are nested more than 1000 deep"),
    ("deep-expression", "#m = affine_map<(d0) -> (" + "(" * DEEP + "d0" + ")" * DEEP + ")>",
     "brackets are nested more than 1000 deep"),
]

# Refused when they are compiled for the host.
UNCOMPILABLE = [
    ("calls-itself", function("  %r = call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>"),
     "'func.call' op has no place behind stage 'graph'; it cannot be inlined"),
    ("calls-outside", "func.func private @g(tensor<4xf32>) -> tensor<4xf32>\n"
     + function("  %r = call @g(%x) : (tensor<4xf32>) -> tensor<4xf32>"),
     "it cannot be inlined, because the function calls itself or has no body"),
    ("endless-loop", function("  cf.br ^next\n^next:\n  %r = croton.neg %x : tensor<4xf32>\n"
                              "  cf.br ^next").rsplit("return", 1)[0] + "}\n",
     "'cf.br' op has no place behind stage 'linalg'"),
    ("no-derivative", function(
        "  %y = math.cbrt %x : tensor<4xf32>\n"
        "  %s = croton.sum %y axes [0] : tensor<4xf32>\n"
        "  %r = croton.grad %s : tensor<f32> wrt(%x : tensor<4xf32>)"),
     "no-derivative.mlir:[24]:.*error: .*(math.cbrt|deriv|differenti)"),
    ("disconnected", function(
        "  %r = croton.grad %c : tensor<f32> wrt(%x : tensor<4xf32>)",
        "%x: tensor<4xf32>, %c: tensor<f32>"),
     "argument #0.* is disconnected"),
    ("foreign-op", function("  %r = arith.divsi %x, %x : tensor<4xi64>",
                            "%x: tensor<4xi64>", "tensor<4xi64>"),
     "'arith.divsi' op works on tensors but has no bufferized form"),
]
