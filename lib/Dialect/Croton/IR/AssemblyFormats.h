//===- AssemblyFormats.h - Custom parts of assembly formats --------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions behind `custom<...>` directives in the ops' assembly formats.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_DIALECT_CROTON_IR_ASSEMBLYFORMATS_H
#define CROTON_LIB_DIALECT_CROTON_IR_ASSEMBLYFORMATS_H

#include "mlir/IR/OpImplementation.h"

namespace mlir::croton {

/// `[1, x, 0]`: axes of the operand, `x` for a new one.
ParseResult parseDimshuffleOrder(OpAsmParser &parser, DenseI64ArrayAttr &order);
void printDimshuffleOrder(OpAsmPrinter &printer, Operation *op,
                          DenseI64ArrayAttr order);

/// `[1:%n:2, :, %i]`: indices and slices with constant and dynamic parts.
ParseResult
parseIndexList(OpAsmParser &parser,
               SmallVectorImpl<OpAsmParser::UnresolvedOperand> &indices,
               DenseI64ArrayAttr &starts, DenseI64ArrayAttr &stops,
               DenseI64ArrayAttr &steps);
void printIndexList(OpAsmPrinter &printer, Operation *op, OperandRange indices,
                    DenseI64ArrayAttr starts, DenseI64ArrayAttr stops,
                    DenseI64ArrayAttr steps);

/// `%n, %m`, or `[]` for none: a bare nothing would take what the next line
/// starts with for an operand.
ParseResult
parseScalars(OpAsmParser &parser,
             SmallVectorImpl<OpAsmParser::UnresolvedOperand> &scalars);
void printScalars(OpAsmPrinter &printer, Operation *op, OperandRange scalars);

/// `, %c, %d, "message"`: the conditions of an assertion and its message.
ParseResult
parseConditions(OpAsmParser &parser,
                SmallVectorImpl<OpAsmParser::UnresolvedOperand> &conditions,
                StringAttr &message);
void printConditions(OpAsmPrinter &printer, Operation *op,
                     OperandRange conditions, StringAttr message);

} // namespace mlir::croton

#endif // CROTON_LIB_DIALECT_CROTON_IR_ASSEMBLYFORMATS_H
