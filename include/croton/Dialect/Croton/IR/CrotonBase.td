//===- CrotonBase.td - Croton dialect and base classes -*- tablegen -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_DIALECT_CROTON_IR_CROTONBASE_TD
#define CROTON_DIALECT_CROTON_IR_CROTONBASE_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "croton/Interfaces/DeviceLiftOpInterface.td"
include "croton/Interfaces/DifferentiableOpInterface.td"
include "croton/Interfaces/ScalarBodyOpInterface.td"

//===----------------------------------------------------------------------===//
// Dialect
//===----------------------------------------------------------------------===//

def Croton_Dialect : Dialect {
  let name = "croton";
  let cppNamespace = "::mlir::croton";
  let summary = "symbolic tensor expressions";
  let description = [{
    A graph of tensor expressions in the tradition of Theano. Operations work
    on ranked tensors, have value semantics and no side effects; a graph is the
    body of a `func.func`.

    Element types are `i1`, `i8` to `i64`, `ui8` to `ui64`, `f16`, `bf16`,
    `f32`, `f64`, `complex<f32>` and `complex<f64>`; any dim may be dynamic.

    Broadcasting is static: the operands of an elementwise op have one rank, a
    dim of static size 1 is stretched, a dynamic one never is. If sizes turn
    out to differ at run time, the call returns an error that names the op, its
    location and both shapes.

    A tensor on a device carries `#croton.device<"name">` as its encoding.
    Every op works in every place; its tensor operands must live in one. Sizes,
    indices of slices and conditions may stay on the host. A module may say
    what its devices are; others are then errors:

    ```mlir
    module attributes {croton.devices = {
        dev0 = #croton.device_target<kind = "cuda", chip = "sm_90">,
        dev1 = #croton.device_target<kind = "simt">}} {
    }
    ```

    Arguments and results of functions may carry `croton.name = "x"`, the name
    that callers use, and `croton.state = @w`, the `ml_program.global` that they
    stand for; arguments also `croton.donated`, for one whose memory the call
    may overwrite.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::complex::ComplexDialect",
    "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect"
  ];
  let hasConstantMaterializer = 1;
  let useDefaultAttributePrinterParser = 1;
  let discardableAttrs = (ins
    "::mlir::DictionaryAttr":$devices,
    "::mlir::UnitAttr":$donated,
    "::mlir::StringAttr":$name,
    "::mlir::FlatSymbolRefAttr":$state
  );
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

def Croton_Bool : TypeAlias<I1, "boolean">;
def Croton_Int : AnyTypeOf<[
  I8, I16, I32, I64, UI8, UI16, UI32, UI64], "8, 16, 32 or 64-bit integer">;
def Croton_Float : AnyTypeOf<[F16, BF16, F32, F64], "float">;
def Croton_Complex : AnyTypeOf<[Complex<F32>, Complex<F64>], "complex">;
def Croton_Discrete : AnyTypeOf<[Croton_Bool, Croton_Int],
                                "boolean or integer">;
def Croton_Inexact : AnyTypeOf<[Croton_Float, Croton_Complex],
                               "float or complex">;
def Croton_Real : AnyTypeOf<[Croton_Bool, Croton_Int, Croton_Float],
                            "boolean, integer or float">;
def Croton_Number : AnyTypeOf<[Croton_Int, Croton_Float, Croton_Complex],
                              "integer, float or complex">;
def Croton_Element : AnyTypeOf<[
  Croton_Bool, Croton_Int, Croton_Float, Croton_Complex],
  "boolean, integer, float or complex">;

class Croton_TensorOf<Type element>
    : RankedTensorOf<[element]>;

def Croton_Tensor : Croton_TensorOf<Croton_Element>;
def Croton_BoolTensor : Croton_TensorOf<Croton_Bool>;
def Croton_IntTensor : Croton_TensorOf<Croton_Int>;
def Croton_FloatTensor : Croton_TensorOf<Croton_Float>;
def Croton_InexactTensor : Croton_TensorOf<Croton_Inexact>;
def Croton_RealTensor : Croton_TensorOf<Croton_Real>;
def Croton_NumberTensor : Croton_TensorOf<Croton_Number>;

/// A rank-0 integer tensor: a size or an index.
def Croton_IntScalar : 0DTensorOf<[Croton_Int]>;

def Croton_IsOnHostPred : CPred<
    "!::llvm::cast<::mlir::RankedTensorType>($_self).getEncoding()">;

/// A size.
def Croton_Size : Type<
    And<[0DTensorOf<[I64]>.predicate, Croton_IsOnHostPred]>,
    "rank-0 i64 tensor on the host", "::mlir::RankedTensorType">,
    BuildableType<"::mlir::RankedTensorType::get({}, $_builder.getI64Type())">;

/// Sizes of all dims.
def Croton_ShapeVector : Type<
    And<[1DTensorOf<[I64]>.predicate, HasStaticShapePred,
         Croton_IsOnHostPred]>,
    "vector of i64 of static length on the host", "::mlir::RankedTensorType">;

//===----------------------------------------------------------------------===//
// Traits and op base classes
//===----------------------------------------------------------------------===//

/// All tensor operands and results live in one place: their encodings agree.
def Croton_OnePlace : NativeOpTrait<"OnePlace"> {
  let cppNamespace = "::mlir::croton";
}

/// The results and the first `numData` operands live in one place; the others,
/// which are sizes, indices and conditions, may stay on the host.
class Croton_OnePlaceOrHost<int numData>
    : ParamNativeOpTrait<"OnePlaceOrHost", !cast<string>(numData)> {
  let cppNamespace = "::mlir::croton";
}

/// The result is the operand, in another place or the same one.
def Croton_IsTransfer : NativeOpTrait<"IsTransfer"> {
  let cppNamespace = "::mlir::croton";
}

/// Folds to constants through EvaluableOpInterface if all operands are
/// constant and operands and results are small.
def Croton_FoldsByEvaluation : NativeOpTrait<"FoldsByEvaluation"> {
  let cppNamespace = "::mlir::croton";
}

/// Every operand has the element type of the first one.
def Croton_SameElementOperands : NativeOpTrait<"SameElementOperands"> {
  let cppNamespace = "::mlir::croton";
}

def Croton_ReifiesShapes
    : DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                                ["reifyResultShapes"]>;

def Croton_InfersType
    : DeclareOpInterfaceMethods<InferTypeOpInterface, ["inferReturnTypes"]>;

def Croton_Differentiable
    : DeclareOpInterfaceMethods<DifferentiableOpInterface>;

/// As Croton_Differentiable, for an op that some operands do not reach.
def Croton_PartlyConnected
    : DeclareOpInterfaceMethods<DifferentiableOpInterface, ["isConnected"]>;

/// Any croton op.
class Croton_Op<string mnemonic, list<Trait> traits = []>
    : Op<Croton_Dialect, mnemonic, traits>;

/// A side-effect-free op on tensors whose value is known from its operands.
class Croton_PureOp<string mnemonic, list<Trait> traits = [],
                    Trait place = Croton_OnePlace>
    : Croton_Op<mnemonic, !listconcat(
        [Pure, Croton_FoldsByEvaluation, place, Croton_ReifiesShapes,
         DeviceLiftOpInterface],
        traits)>;

#endif // CROTON_DIALECT_CROTON_IR_CROTONBASE_TD
