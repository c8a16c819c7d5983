//===- ScalarProgram.cpp - Bodies of fused elementwise ops ----------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarProgram.h"

#include "croton/Interfaces/EvaluableOpInterface.h"
#include "croton/Interfaces/TensorTypes.h"

#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::reference;

FailureOr<ScalarProgram> ScalarProgram::create(Block &block,
                                               EvaluationErrors &errors) {
  ScalarProgram program;
  llvm::DenseMap<Value, unsigned> numbers;
  for (BlockArgument argument : block.getArguments()) {
    std::optional<DType> dtype = getDType(argument.getType());
    if (!dtype)
      return errors.fail(
          "cannot evaluate a body with an argument of this type");
    numbers.try_emplace(argument, numbers.size());
    program.arguments.push_back(*dtype);
  }
  auto getNumbers = [&](Operation &op) {
    return llvm::map_to_vector<3>(
        op.getOperands(), [&](Value value) { return numbers.lookup(value); });
  };
  for (Operation &op : block.without_terminator()) {
    ScalarOpFn function = lookupScalarOp(op.getName().getStringRef());
    std::optional<DType> dtype;
    if (op.getNumResults() == 1)
      dtype = getDType(op.getResult(0).getType());
    if (!function || !dtype)
      return errors.fail("cannot evaluate the scalar op '" +
                         op.getName().getStringRef() + "'");
    program.steps.push_back({&op, function, getNumbers(op), *dtype});
    numbers.try_emplace(op.getResult(0), numbers.size());
  }
  for (unsigned number : getNumbers(*block.getTerminator()))
    program.yielded.push_back(number);
  return program;
}

void ScalarProgram::run(ArrayRef<Scalar> inputs,
                        SmallVectorImpl<Scalar> &outputs) const {
  SmallVector<Scalar, 32> values(inputs);
  SmallVector<Scalar, 3> operands;
  for (const Step &step : steps) {
    operands.clear();
    for (unsigned number : step.operands)
      operands.push_back(values[number]);
    values.push_back(step.function(step.op, operands, step.dtype));
  }
  outputs.clear();
  for (unsigned number : yielded)
    outputs.push_back(values[number]);
}
