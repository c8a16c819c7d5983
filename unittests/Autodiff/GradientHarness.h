//===- GradientHarness.h - Derivatives against differences ------*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything is computed by the reference evaluator in the types of the sample,
// mostly f64. Functions of discrete values are differentiated as numbers.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_UNITTESTS_AUTODIFF_GRADIENTHARNESS_H
#define CROTON_UNITTESTS_AUTODIFF_GRADIENTHARNESS_H

#include "croton/Support/HostTensor.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <random>

namespace mlir::croton::test {

/// All dialects and models that samples use.
DialectRegistry getTestRegistry();

/// Tensors by position.
using Tensors = SmallVector<HostTensor>;

/// One sample function `f` and its derivatives. The float arguments, in order,
/// are what it is differentiated by.
class GradientHarness {
public:
  /// Clones `sample` and builds its derivatives beside it. Check `isValid`
  /// before anything else.
  explicit GradientHarness(func::FuncOp sample);

  bool isValid() const { return valid; }

  /// Random arguments as the sample's attributes want them, the same each time.
  const Tensors &getArguments() const { return arguments; }
  /// Random tensors of the shapes of the results and of the float arguments.
  const Tensors &getResultGrads() const { return resultGrads; }
  const Tensors &getDirections() const { return directions; }

  double getStep() const;
  double getTolerance() const;

  /// The results of `f`.
  Tensors evaluate(const Tensors &arguments);
  /// Result gradients times Jacobian, by reverse mode.
  Tensors reverse(const Tensors &arguments);
  /// Jacobian times directions, by forward mode.
  Tensors forward();
  /// The derivative of `reverse` along the directions, by forward mode.
  Tensors forwardOverReverse();
  /// The same by reverse mode, as second derivatives are symmetric.
  Tensors reverseOverReverse();

  /// `reverse` from central differences of `evaluate`.
  std::vector<std::vector<double>> differences();
  /// `forwardOverReverse` from central differences of `reverse`.
  std::vector<std::vector<double>> secondDifferences();

private:
  using Body = llvm::function_ref<SmallVector<Value>(
      OpBuilder &, Location, ValueRange results, ValueRange wrt,
      ValueRange resultGrads, ValueRange directions)>;
  void addVariant(StringRef name, Body body);
  void addVariants();
  bool makeArguments();
  Tensors call(StringRef name, const Tensors &arguments);
  Tensors withExtras() const;

  OwningOpRef<ModuleOp> module;
  func::FuncOp sample;
  std::mt19937_64 random;
  /// The positions of the float arguments.
  SmallVector<unsigned> floats;
  Tensors arguments, resultGrads, directions;
  bool valid = false;
};

/// The elements of a tensor as numbers.
std::vector<double> getNumbers(const HostTensor &tensor);

/// The sum of products over all elements of both lists.
double dotAll(const Tensors &lhs, const Tensors &rhs);

} // namespace mlir::croton::test

#endif // CROTON_UNITTESTS_AUTODIFF_GRADIENTHARNESS_H
