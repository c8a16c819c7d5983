"""Usage: graphs.py chain|wide <number of ops>

Prints a function with a gradient through many ops: one after the other, or all
of one argument.
"""

import sys

shape, size = sys.argv[1], int(sys.argv[2])
type = "tensor<4xf32>"

print(f"func.func @{shape}(%x: {type}) -> {type} {{")
value = "%x"
ends = []
for i in range(size):
    operand = value if shape == "chain" else "%x"
    print(f"  %v{i} = croton.tanh {operand} : {type}")
    value = f"%v{i}"
    ends.append(value)
if shape == "wide":
    types = ", ".join([type] * size)
    print(f"  %all = croton.add {', '.join(ends)} : {types}")
    value = "%all"
print(f"  %cost = croton.sum {value} axes [0] : {type}")
print(f"  %g = croton.grad %cost : tensor<f32> wrt(%x : {type})")
print(f"  return %g : {type}")
print("}")
