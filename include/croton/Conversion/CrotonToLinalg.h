//===- CrotonToLinalg.h - The croton dialect to linalg ----------*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowering of croton ops to linalg, tensor, arith, math and scf ops on tensors.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_CONVERSION_CROTONTOLINALG_H
#define CROTON_CONVERSION_CROTONTOLINALG_H

#include "mlir/Transforms/DialectConversion.h"

namespace mlir::croton {

class SizeTable;

/// Makes unsigned integers signless; other types stay. The ops that care about
/// the sign are told apart while they are lowered.
class SignlessTypeConverter : public TypeConverter {
public:
  SignlessTypeConverter();
};

/// The lowering of every op of the croton dialect but gradients, and of every
/// op that implements ScalarBodyOpInterface. `table` must outlive the patterns;
/// a conversion must visit ops in the order in which they run.
void populateCrotonToLinalgPatterns(const TypeConverter &converter,
                                    RewritePatternSet &patterns,
                                    SizeTable &table);

} // namespace mlir::croton

#endif // CROTON_CONVERSION_CROTONTOLINALG_H
