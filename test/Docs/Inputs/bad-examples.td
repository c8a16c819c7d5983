// Ops whose documentation check-op-examples.py must refuse. They have the names
// of real ones, so that croton-opt knows them.
include "croton/Dialect/Croton/IR/CrotonBase.td"

class Bad_Op<string mnemonic> : Croton_Op<mnemonic>;

def Bad_NegOp : Bad_Op<"neg"> {
  let description = [{
    No summary.

    Example:

    ```mlir
    %r = croton.neg %x : tensor<2xf32>
    ```
  }];
}

def Bad_AbsOp : Bad_Op<"abs"> {
  let summary = "no example";
  let description = [{
    A block that is not introduced as an example:

    ```mlir
    %r = croton.abs %x : tensor<2xf32>
    ```
  }];
}

def Bad_ExpOp : Bad_Op<"exp"> {
  let summary = "example of another op";
  let description = [{
    Names that begin alike do not count.

    Example:

    ```mlir
    %r = croton.expm1 %x : tensor<2xf32>
    ```
  }];
}

def Bad_TanhOp : Bad_Op<"tanh"> {
  let summary = "text that does not parse";
  let description = [{
    The type is missing.

    Example:

    ```mlir
    %r = croton.tanh %x
    ```
  }];
}

def Bad_AddOp : Bad_Op<"add"> {
  let summary = "text that does not verify";
  let description = [{
    The sizes differ.

    Example:

    ```mlir
    %r = croton.add %x, %y : tensor<2xf32>, tensor<3xf32>
    ```
  }];
}

def Bad_MulOp : Bad_Op<"mul"> {
  let summary = "one name for two things";
  let description = [{
    No value has two types.

    Example:

    ```mlir
    %r = croton.mul %x, %x : tensor<2xf32>, tensor<1xf32>
    ```
  }];
}

def Bad_SqrOp : Bad_Op<"sqr"> {
  let summary = "nothing wrong";
  let description = [{
    Values may come from the block itself and from a function.

    Example:

    ```mlir
    %r = croton.sqr %x : tensor<2xf32>
    %s = croton.sqr %r : tensor<2xf32>
    ```

    ```mlir
    func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
      %r = croton.sqr %x : tensor<2xf32>
      return %r : tensor<2xf32>
    }
    ```
  }];
}
