//===- CrotonElementwiseOps.td - Elementwise ops -*- tablegen -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shape rules shared by all ops of this file, cited by tests:
//   elementwise.r1  all operands have the same rank;
//   elementwise.r2  along each dim the static sizes of the operands, leaving
//                   out those that are 1, agree;
//   elementwise.r3  a dim of the result is 1 if it is static 1 in every
//                   operand, else the static size that some operand has, else
//                   dynamic.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_DIALECT_CROTON_IR_CROTONELEMENTWISEOPS_TD
#define CROTON_DIALECT_CROTON_IR_CROTONELEMENTWISEOPS_TD

include "croton/Dialect/Croton/IR/CrotonBase.td"

/// How the element type of the result follows from an op's `adaptor`.
class Croton_ResultElement<string cppExpression> {
  string cpp = cppExpression;
}
def Croton_ElementOfFirst : Croton_ResultElement<
    "::mlir::getElementTypeOrSelf(adaptor.getOperands()[0])">;
def Croton_ElementOfSecond : Croton_ResultElement<
    "::mlir::getElementTypeOrSelf(adaptor.getOperands()[1])">;
def Croton_ElementIsBool : Croton_ResultElement<
    "::mlir::IntegerType::get(context, 1)">;
def Croton_ElementIsDtype : Croton_ResultElement<"adaptor.getDtype()">;

/// An op that computes each element of its result from one element of each
/// operand. A new one needs its name, documentation and operands here, its
/// scalar body in ElementwiseScalars.cpp and its partial derivatives in
/// ElementwiseDerivatives.cpp; type inference, verification, shapes, both
/// modes of differentiation, folding, fusion and lowering are shared.
class Croton_ElementwiseOp<string mnemonic, list<Trait> traits = [],
                           bit cheap = 0,
                           Croton_ResultElement element = Croton_ElementOfFirst,
                           list<string> connection = [],
                           string moreDeclarations = "">
    : Croton_PureOp<mnemonic, !listconcat(
        [Croton_InfersType,
         DeclareOpInterfaceMethods<ScalarBodyOpInterface,
                                   ["isCheapToRecompute"]>,
         DeclareOpInterfaceMethods<DifferentiableOpInterface, connection>],
        traits)> {
  let results = (outs Croton_Tensor:$result);

  let extraClassDeclaration = [{
    /// The derivative of the result with respect to operand `index` times
    /// `tangent`, elementwise, or null if it is zero everywhere. `tangent` has
    /// a float element type and a shape that broadcasts against the operands.
    ::mlir::Value buildPartial(::mlir::ImplicitLocOpBuilder &builder,
                               unsigned index, ::mlir::Value tangent);
  }] # moreDeclarations;

  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *context,
        ::std::optional<::mlir::Location> location,
        ::mlir::ValueRange operands, ::mlir::DictionaryAttr attributes,
        ::mlir::OpaqueProperties properties, ::mlir::RegionRange regions,
        ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      $cppClass::Adaptor adaptor(operands, attributes, properties, regions);
      return ::mlir::croton::detail::inferBroadcastType(
          location, $cppClass::getOperationName(), operands,
          [&]() -> ::mlir::Type { return }] # element.cpp # [{; }, types);
    }
    ::llvm::LogicalResult $cppClass::reifyResultShapes(
        ::mlir::OpBuilder &builder,
        ::mlir::ReifiedRankedShapedTypeDims &shapes) {
      return ::mlir::croton::detail::reifyBroadcastShape(builder,
                                                         *this, shapes);
    }
    bool $cppClass::isCheapToRecompute() { return }] # cheap # [{; }
    ::llvm::LogicalResult $cppClass::buildVjp(
        ::mlir::OpBuilder &builder, ::mlir::ValueRange outputGrads,
        ::llvm::ArrayRef<bool> wanted,
        ::llvm::MutableArrayRef<::mlir::Value> inputGrads) {
      ::mlir::ImplicitLocOpBuilder b(getLoc(), builder);
      return ::mlir::croton::detail::buildElementwiseVjp(
          b, *this, outputGrads[0], wanted, inputGrads,
          [&](unsigned index, ::mlir::Value tangent) {
            return buildPartial(b, index, tangent);
          });
    }
    ::llvm::LogicalResult $cppClass::buildJvp(
        ::mlir::OpBuilder &builder, ::mlir::ValueRange tangents,
        ::llvm::MutableArrayRef<::mlir::Value> resultTangents) {
      ::mlir::ImplicitLocOpBuilder b(getLoc(), builder);
      return ::mlir::croton::detail::buildElementwiseJvp(
          b, *this, tangents, resultTangents[0],
          [&](unsigned index, ::mlir::Value tangent) {
            return buildPartial(b, index, tangent);
          });
    }
  }];
}

//===----------------------------------------------------------------------===//
// Unary ops
//===----------------------------------------------------------------------===//

class Croton_UnaryOp<string mnemonic, Type operand, bit cheap = 0,
                     list<Trait> traits = []>
    : Croton_ElementwiseOp<mnemonic, traits, cheap> {
  let arguments = (ins operand:$operand);
  let assemblyFormat = "$operand attr-dict `:` type($operand)";
}

def Croton_NegOp : Croton_UnaryOp<"neg", Croton_NumberTensor, /*cheap=*/1> {
  let summary = "negation";
  let description = [{
    `result = -operand`. Integers wrap: the least `i8` stays -128, and an
    unsigned `x` becomes `2^N - x`. A zero changes its sign, a NaN stays a NaN.
    Booleans are rejected.

    Example:

    ```mlir
    %r = croton.neg %x : tensor<4x?xf32>
    ```
  }];
}

def Croton_AbsOp : Croton_UnaryOp<"abs", Croton_RealTensor, /*cheap=*/1> {
  let summary = "absolute value";
  let description = [{
    `result = |operand|`. The least signed integer wraps to itself; unsigned
    integers and booleans stay as they are. The derivative at 0 is 0.

    Example:

    ```mlir
    %r = croton.abs %x : tensor<?xf64>
    ```
  }];
}

def Croton_SqrOp : Croton_UnaryOp<"sqr", Croton_Tensor, /*cheap=*/1> {
  let summary = "square";
  let description = [{
    `result = operand * operand`. Integers wrap; on booleans it is the
    identity.

    Example:

    ```mlir
    %r = croton.sqr %x : tensor<?xf32>
    ```
  }];
}

def Croton_SqrtOp : Croton_UnaryOp<"sqrt", Croton_InexactTensor> {
  let summary = "square root";
  let description = [{
    The principal square root. NaN below zero; `sqrt(-0.0)` is -0.0. The
    derivative at 0 is infinite. Integers are cast to float by the builder.

    Example:

    ```mlir
    %r = croton.sqrt %x : tensor<8xf32>
    ```
  }];
}

def Croton_ExpOp : Croton_UnaryOp<"exp", Croton_InexactTensor> {
  let summary = "exponential";
  let description = [{
    `result = e^operand`. Overflows to infinity; `exp(-inf)` is 0.

    Example:

    ```mlir
    %r = croton.exp %x : tensor<?x?xf32>
    ```
  }];
}

def Croton_Expm1Op : Croton_UnaryOp<"expm1", Croton_InexactTensor> {
  let summary = "exponential minus one";
  let description = [{
    `result = e^operand - 1`, accurate near 0; `expm1(-0.0)` is -0.0.

    Example:

    ```mlir
    %r = croton.expm1 %x : tensor<?xf64>
    ```
  }];
}

def Croton_LogOp : Croton_UnaryOp<"log", Croton_InexactTensor> {
  let summary = "natural logarithm";
  let description = [{
    `result = ln(operand)`. -inf at either zero, NaN below zero.

    Example:

    ```mlir
    %r = croton.log %x : tensor<3xf32>
    ```
  }];
}

def Croton_Log1pOp : Croton_UnaryOp<"log1p", Croton_InexactTensor> {
  let summary = "logarithm of one plus the operand";
  let description = [{
    `result = ln(1 + operand)`, accurate near 0. -inf at -1, NaN below;
    `log1p(-0.0)` is -0.0.

    Example:

    ```mlir
    %r = croton.log1p %x : tensor<?xf32>
    ```
  }];
}

def Croton_TanhOp : Croton_UnaryOp<"tanh", Croton_InexactTensor> {
  let summary = "hyperbolic tangent";
  let description = [{
    `result = tanh(operand)`; 1 and -1 at the infinities.

    Example:

    ```mlir
    %r = croton.tanh %x : tensor<?x128xf32>
    ```
  }];
}

def Croton_SigmoidOp : Croton_UnaryOp<"sigmoid", Croton_FloatTensor> {
  let summary = "logistic function";
  let description = [{
    `result = 1 / (1 + e^-operand)`; 0 and 1 at the infinities.

    Example:

    ```mlir
    %r = croton.sigmoid %x : tensor<?xf32>
    ```
  }];
}

def Croton_CastOp : Croton_ElementwiseOp<"cast", [], /*cheap=*/1,
                                         Croton_ElementIsDtype> {
  let summary = "change of element type";
  let description = [{
    Converts each element to `dtype`.

    * float to integer truncates toward zero; out of range it saturates, and
      NaN gives 0, on every target;
    * integer to a narrower integer wraps; signedness is the source's when
      widening;
    * any real number to `i1` is `x != 0`, so that NaN is true;
    * to a narrower float rounds to nearest, ties to even;
    * a real number to complex gets imaginary part 0; complex to a real type is
      rejected.

    A cast down and up again is a rounding and is never removed. The gradient
    through a float target is cast back; through a discrete one it is zero.

    Example:

    ```mlir
    %r = croton.cast %x to f32 : tensor<?x64xui8>
    ```
  }];
  let arguments = (ins Croton_Tensor:$operand, TypeAttr:$dtype);
  let assemblyFormat = [{
    $operand `to` $dtype attr-dict `:` type($operand)
  }];
  let hasFolder = 1;
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Operands of one element type
//===----------------------------------------------------------------------===//

class Croton_VariadicOp<string mnemonic>
    : Croton_ElementwiseOp<mnemonic,
                           [Croton_SameElementOperands, Commutative],
                           /*cheap=*/1, Croton_ElementOfFirst, [], [{
    /// DeviceLiftOpInterface: what does not fit into the parameters of a kernel
    /// is computed in parts, from left to right.
    ::llvm::LogicalResult canRunOn(::mlir::Attribute device,
                                   ::std::string &whyNot);
    ::llvm::LogicalResult
    buildOnDevice(::mlir::OpBuilder &builder, ::mlir::Attribute device,
                  ::mlir::ValueRange operands,
                  ::llvm::SmallVectorImpl<::mlir::Value> &results);
  }]> {
  let arguments = (ins Variadic<Croton_Tensor>:$inputs);
  let assemblyFormat = "$inputs attr-dict `:` type($inputs)";
  let hasVerifier = 1;
}

def Croton_AddOp : Croton_VariadicOp<"add"> {
  let summary = "sum of its operands";
  let description = [{
    Adds one or more operands from left to right. Integers wrap; on booleans it
    is a logical or. Two NaNs or infinities of opposite sign give NaN.

    Example:

    ```mlir
    %r = croton.add %x, %bias : tensor<?x10xf32>, tensor<1x10xf32>
    %s = croton.add %a, %b, %c : tensor<4xi8>, tensor<4xi8>, tensor<4xi8>
    ```
  }];
}

def Croton_MulOp : Croton_VariadicOp<"mul"> {
  let summary = "product of its operands";
  let description = [{
    Multiplies one or more operands from left to right. Integers wrap; on
    booleans it is a logical and. `0 * inf` and `0 * NaN` are NaN, whether the
    zero is known at compile time or not.

    Example:

    ```mlir
    %r = croton.mul %x, %scale : tensor<?x10xf32>, tensor<1x1xf32>
    ```
  }];
}

class Croton_BinaryOp<string mnemonic, Type operand, bit cheap,
                      list<Trait> traits = [],
                      Croton_ResultElement element = Croton_ElementOfFirst>
    : Croton_ElementwiseOp<mnemonic,
        !listconcat([Croton_SameElementOperands], traits), cheap, element> {
  let arguments = (ins operand:$lhs, operand:$rhs);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs)
  }];
}

def Croton_SubOp : Croton_BinaryOp<"sub", Croton_NumberTensor, /*cheap=*/1> {
  let summary = "difference";
  let description = [{
    `result = lhs - rhs`. Integers wrap. `x - x` is NaN where `x` is infinite
    or NaN. Booleans are rejected.

    Example:

    ```mlir
    %r = croton.sub %x, %mean : tensor<?x64xf32>, tensor<?x1xf32>
    ```
  }];
}

def Croton_TrueDivOp : Croton_BinaryOp<"true_div", Croton_InexactTensor,
                                       /*cheap=*/0> {
  let summary = "real quotient";
  let description = [{
    `result = lhs / rhs` as IEEE 754 has it: a finite number over zero is an
    infinity, zero over zero is NaN. Integers are cast to float by the builder.

    Example:

    ```mlir
    %r = croton.true_div %x, %n : tensor<?xf32>, tensor<1xf32>
    ```
  }];
}

def Croton_MaximumOp : Croton_BinaryOp<"maximum", Croton_RealTensor,
                                       /*cheap=*/1> {
  let summary = "the larger operand";
  let description = [{
    `result = lhs` where `lhs >= rhs`, else `rhs`; NaN if either is NaN. Equal
    operands give the first, so `maximum(-0.0, 0.0)` is -0.0. The gradient at a
    tie goes to the first operand; where a NaN is involved, to the second.

    Example:

    ```mlir
    %r = croton.maximum %x, %zero : tensor<?x64xf32>, tensor<1x1xf32>
    ```
  }];
}

def Croton_MinimumOp : Croton_BinaryOp<"minimum", Croton_RealTensor,
                                       /*cheap=*/1> {
  let summary = "the smaller operand";
  let description = [{
    `result = lhs` where `lhs <= rhs`, else `rhs`; NaN if either is NaN. Equal
    operands give the first, so `minimum(0.0, -0.0)` is 0.0. The gradient at a
    tie goes to the first operand; where a NaN is involved, to the second.

    Example:

    ```mlir
    %r = croton.minimum %x, %y : tensor<?xi32>, tensor<?xi32>
    ```
  }];
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

class Croton_ComparisonOp<string mnemonic, Type operand>
    : Croton_BinaryOp<mnemonic, operand, /*cheap=*/1, [],
                      Croton_ElementIsBool>;

def Croton_EqOp : Croton_ComparisonOp<"eq", Croton_Tensor> {
  let summary = "equality";
  let description = [{
    True where the operands are equal. -0.0 equals 0.0; NaN equals nothing, not
    even itself. The derivative is zero.

    Example:

    ```mlir
    %r = croton.eq %x, %y : tensor<?xi64>, tensor<?xi64>
    ```
  }];
}

def Croton_NeqOp : Croton_ComparisonOp<"neq", Croton_Tensor> {
  let summary = "inequality";
  let description = [{
    True where the operands differ, and where either is NaN.

    Example:

    ```mlir
    %is_nan = croton.neq %x, %x : tensor<?xf32>, tensor<?xf32>
    ```
  }];
}

def Croton_LtOp : Croton_ComparisonOp<"lt", Croton_RealTensor> {
  let summary = "less than";
  let description = [{
    True where `lhs < rhs`; false where either is NaN.

    Example:

    ```mlir
    %r = croton.lt %x, %y : tensor<?xf32>, tensor<1xf32>
    ```
  }];
}

def Croton_LeOp : Croton_ComparisonOp<"le", Croton_RealTensor> {
  let summary = "less than or equal";
  let description = [{
    True where `lhs <= rhs`; false where either is NaN.

    Example:

    ```mlir
    %r = croton.le %x, %y : tensor<?xf32>, tensor<1xf32>
    ```
  }];
}

def Croton_GtOp : Croton_ComparisonOp<"gt", Croton_RealTensor> {
  let summary = "greater than";
  let description = [{
    True where `lhs > rhs`; false where either is NaN.

    Example:

    ```mlir
    %r = croton.gt %x, %y : tensor<?xf32>, tensor<1xf32>
    ```
  }];
}

def Croton_GeOp : Croton_ComparisonOp<"ge", Croton_RealTensor> {
  let summary = "greater than or equal";
  let description = [{
    True where `lhs >= rhs`; false where either is NaN.

    Example:

    ```mlir
    %r = croton.ge %x, %y : tensor<?xui8>, tensor<1xui8>
    ```
  }];
}

//===----------------------------------------------------------------------===//
// Selection
//===----------------------------------------------------------------------===//

def Croton_SwitchOp : Croton_ElementwiseOp<"switch", [], /*cheap=*/1,
                                           Croton_ElementOfSecond> {
  let summary = "choice between two values, element by element";
  let description = [{
    `result = onTrue` where `condition` is true, else `onFalse`. Both sides are
    always evaluated; a NaN in the side not taken does not show. The result has
    the shape of all three operands together, even if both sides are equal.

    Example:

    ```mlir
    %r = croton.switch %c, %x, %zero : tensor<?xi1>, tensor<?xf32>, tensor<1xf32>
    ```
  }];
  let arguments = (ins Croton_BoolTensor:$condition, Croton_Tensor:$onTrue,
                       Croton_Tensor:$onFalse);
  let assemblyFormat = [{
    $condition `,` $onTrue `,` $onFalse attr-dict `:`
    type($condition) `,` type($onTrue) `,` type($onFalse)
  }];
  let hasVerifier = 1;
}

def Croton_ClipOp : Croton_ElementwiseOp<"clip", [Croton_SameElementOperands],
                                         /*cheap=*/1> {
  let summary = "value limited to a range";
  let description = [{
    `lower` where `operand < lower`, else `upper` where `operand > upper`, else
    `operand`. NaN passes through; if `lower > upper`, the lower test wins. The
    gradient of `operand` is 1 from bound to bound, both included.

    Example:

    ```mlir
    %r = croton.clip %x, %lo, %hi : tensor<?xf32>, tensor<1xf32>, tensor<1xf32>
    ```
  }];
  let arguments = (ins Croton_RealTensor:$operand, Croton_RealTensor:$lower,
                       Croton_RealTensor:$upper);
  let assemblyFormat = [{
    $operand `,` $lower `,` $upper attr-dict `:`
    type($operand) `,` type($lower) `,` type($upper)
  }];
}

def Croton_FillOp : Croton_ElementwiseOp<"fill", [], /*cheap=*/1,
                                         Croton_ElementOfSecond,
                                         ["isConnected"]> {
  let summary = "a value spread over the shape of another tensor";
  let description = [{
    `value` in the common shape of both operands (Theano's `second`). Only the
    shape of `like` matters, never its values, so it is not connected.

    Example:

    ```mlir
    %zeros = croton.fill %x, %zero : tensor<?x?xf64>, tensor<1x1xf32>
    ```
  }];
  let arguments = (ins Croton_Tensor:$like, Croton_Tensor:$value);
  let assemblyFormat = [{
    $like `,` $value attr-dict `:` type($like) `,` type($value)
  }];
}

#endif // CROTON_DIALECT_CROTON_IR_CROTONELEMENTWISEOPS_TD
