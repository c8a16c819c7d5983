"""Writes programs of a given size, to watch how compile time grows.

usage: generate.py KIND COUNT

KIND is one of
  croton-chain   one croton op after the other, each reading the last result
  chain          the same as linalg on tensors, not fused
  wide           many values that stay alive until the end, then their sum
  inserts        writes into one tensor, one after the other
  indices        the same at indices that are not known, each one more than the last
  checks         run-time checks, one after the other
"""

import sys


def croton_chain(count):
    type_ = "tensor<?xf32>"
    print(f"func.func @main(%x: {type_}, %v0: {type_}) -> {type_} {{")
    for i in range(count):
        op = ("add", "mul", "sub")[i % 3]
        print(f"  %v{i + 1} = croton.{op} %v{i}, %x : {type_}, {type_}")
    print(f"  return %v{count} : {type_}\n}}")


def elementwise(result, left, right, i, type_):
    op = ("addf", "mulf", "subf")[i % 3]
    print(
        f"  {result} = linalg.generic {{indexing_maps = [#id, #id, #id], "
        f'iterator_types = ["parallel"]}} ins({left}, {right} : {type_}, {type_}) '
        f"outs(%e : {type_}) {{\n"
        f"  ^bb0(%p: f32, %q: f32, %o: f32):\n"
        f"    %s = arith.{op} %p, %q : f32\n"
        f"    linalg.yield %s : f32\n"
        f"  }} -> {type_}"
    )


def header(type_):
    print("#id = affine_map<(d0) -> (d0)>")
    print(f"func.func @main(%x: {type_}, %v0: {type_}) -> {type_} {{")
    print("  %c0 = arith.constant 0 : index")
    print(f"  %n = tensor.dim %x, %c0 : {type_}")
    print(f"  %e = tensor.empty(%n) : {type_}")


def chain(count):
    type_ = "tensor<?xf32>"
    header(type_)
    for i in range(count):
        elementwise(f"%v{i + 1}", f"%v{i}", "%x", i, type_)
    print(f"  return %v{count} : {type_}\n}}")


def wide(count):
    type_ = "tensor<?xf32>"
    header(type_)
    half = count // 2
    for i in range(half):
        elementwise(f"%v{i + 1}", f"%v{i * 7919 % (i + 1)}", "%x", i, type_)
    print(f"  %s0 = tensor.cast %x : {type_} to {type_}")
    for i in range(half):
        elementwise(f"%s{i + 1}", f"%s{i}", f"%v{i + 1}", 0, type_)
    print(f"  return %s{half} : {type_}\n}}")


def inserts(count):
    type_ = f"tensor<{count}xf32>"
    print(f"func.func @main(%v0: {type_}, %y: tensor<1xf32>) -> {type_} {{")
    for i in range(count):
        print(
            f"  %v{i + 1} = tensor.insert_slice %y into %v{i}[{i}] [1] [1] "
            f": tensor<1xf32> into {type_}"
        )
    print(f"  return %v{count} : {type_}\n}}")


def indices(count):
    print("func.func @main(%v0: tensor<?xf32>, %y: f32, %i0: index) -> tensor<?xf32> {")
    print("  %c1 = arith.constant 1 : index")
    for i in range(count):
        print(f"  %i{i + 1} = arith.addi %i{i}, %c1 : index")
        print(f"  %v{i + 1} = tensor.insert %y into %v{i}[%i{i + 1}] : tensor<?xf32>")
    print(f"  return %v{count} : tensor<?xf32>\n}}")


def checks(count):
    print("func.func @main(%n: index, %m: index) -> index {")
    for i in range(count):
        print(f"  %c{i} = arith.cmpi ult, %n, %m : index")
        print(f'  croton.check %c{i}, 1, "{{0}} and {{1}}" (%n, %m)')
    print("  return %n : index\n}")


KINDS = {
    "croton-chain": croton_chain,
    "chain": chain,
    "wide": wide,
    "inserts": inserts,
    "indices": indices,
    "checks": checks,
}

if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in KINDS:
        sys.exit(__doc__)
    KINDS[sys.argv[1]](int(sys.argv[2]))
