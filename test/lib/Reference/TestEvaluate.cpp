//===- TestEvaluate.cpp - Checks what functions evaluate to ---------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluates every function without arguments by the reference evaluator and
// compares the results with the function's attribute `expected`, an array of
// elements attributes. Elements are compared bit for bit, but any NaN stands
// for any other; an attribute `ulp` allows so many units in the last place.
//
//===----------------------------------------------------------------------===//

#include "TestPasses.h"

#include "croton/Interfaces/TensorTypes.h"
#include "croton/Reference/Evaluator.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/StringExtras.h"

#include <cstring>

using namespace mlir;
using namespace mlir::croton;

//===----------------------------------------------------------------------===//
// Distance of two elements
//===----------------------------------------------------------------------===//

namespace {
/// The layout of a float type, or a plain integer if `fractionBits` is 0.
struct Format {
  unsigned bytes, fractionBits;
};
} // namespace

/// The format of the parts of `dtype`; complex numbers have two.
static Format getFormat(DType dtype) {
  switch (dtype) {
  case DType::F16:
    return {2, 10};
  case DType::BF16:
    return {2, 7};
  case DType::F32:
  case DType::C64:
    return {4, 23};
  case DType::F64:
  case DType::C128:
    return {8, 52};
  default:
    return {static_cast<unsigned>(getByteWidth(dtype)), 0};
  }
}

static uint64_t loadBits(const char *data, unsigned bytes) {
  uint64_t bits = 0;
  std::memcpy(&bits, data, bytes);
  return bits;
}

static bool isNaN(uint64_t bits, Format format) {
  uint64_t magnitude = bits & ~(uint64_t(1) << (8 * format.bytes - 1));
  uint64_t infinity = ((uint64_t(1) << (8 * format.bytes - 1)) - 1) >>
                      format.fractionBits << format.fractionBits;
  return magnitude > infinity;
}

/// Whether two parts given by their bits are at most `ulp` steps apart. Zeros
/// of different sign are one step apart.
static bool isClose(uint64_t lhs, uint64_t rhs, Format format, uint64_t ulp) {
  if (lhs == rhs || format.fractionBits == 0)
    return lhs == rhs;
  if (isNaN(lhs, format) || isNaN(rhs, format))
    return isNaN(lhs, format) && isNaN(rhs, format);
  // Numbers of one sign are ordered as their bits are; the others are put
  // below them in reverse.
  auto getRank = [&](uint64_t bits) -> int64_t {
    uint64_t sign = uint64_t(1) << (8 * format.bytes - 1);
    return bits & sign ? -1 - static_cast<int64_t>(bits & ~sign)
                       : static_cast<int64_t>(bits);
  };
  uint64_t distance =
      static_cast<uint64_t>(getRank(lhs)) - static_cast<uint64_t>(getRank(rhs));
  return std::min(distance, 0 - distance) <= ulp;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// The most elements of a result that are shown in a message.
static constexpr int64_t kMaxPrinted = 32;

static Attribute toAttribute(func::FuncOp function, const HostTensor &value) {
  Type element = getElementType(function.getContext(), value.getDType());
  return getDenseElements(value,
                          RankedTensorType::get(value.getShape(), element));
}

static LogicalResult compare(func::FuncOp function, unsigned number,
                             const HostTensor &actual,
                             const HostTensor &expected, uint64_t ulp) {
  if (actual.getDType() != expected.getDType() ||
      actual.getShape() != expected.getShape()) {
    InFlightDiagnostic diag = emitError(function.getLoc());
    diag << "result #" << number << ": expected shape [";
    llvm::interleaveComma(expected.getShape(), diag);
    diag << "] of " << stringifyDType(expected.getDType())
         << ", but got shape [";
    llvm::interleaveComma(actual.getShape(), diag);
    return diag << "] of " << stringifyDType(actual.getDType());
  }
  Format format = getFormat(actual.getDType());
  int64_t parts = actual.getByteSize() / format.bytes;
  for (int64_t part = 0; part < parts; ++part) {
    int64_t offset = part * format.bytes;
    uint64_t got = loadBits(static_cast<char *>(actual.getRawData()) + offset,
                            format.bytes);
    uint64_t wanted = loadBits(
        static_cast<char *>(expected.getRawData()) + offset, format.bytes);
    if (isClose(got, wanted, format, ulp))
      continue;
    InFlightDiagnostic diag = emitError(function.getLoc())
                              << "result #" << number << ": expected 0x"
                              << llvm::utohexstr(wanted) << ", but got 0x"
                              << llvm::utohexstr(got) << " at number " << part;
    if (actual.getNumElements() <= kMaxPrinted)
      diag << "; expected " << toAttribute(function, expected) << ", but got "
           << toAttribute(function, actual);
    return diag;
  }
  return success();
}

static LogicalResult checkFunction(func::FuncOp function) {
  FailureOr<EvaluatorState> state =
      EvaluatorState::create(function->getParentOfType<ModuleOp>());
  if (failed(state))
    return failure();
  FailureOr<SmallVector<HostTensor>> results =
      evaluateFunction(function, {}, *state);
  if (failed(results))
    return failure();
  auto expected = function->getAttrOfType<ArrayAttr>("expected");
  if (!expected || expected.size() != results->size())
    return emitError(function.getLoc())
           << "expected an attribute 'expected' with " << results->size()
           << " elements";
  uint64_t ulp = 0;
  if (auto attr = function->getAttrOfType<IntegerAttr>("ulp"))
    ulp = attr.getValue().getZExtValue();
  for (auto [number, attr, actual] : llvm::enumerate(expected, *results)) {
    FailureOr<HostTensor> wanted = failure();
    if (auto elements = dyn_cast<ElementsAttr>(attr))
      wanted = getHostTensor(elements);
    if (failed(wanted))
      return emitError(function.getLoc())
             << "expected a tensor as expectation #" << number;
    if (failed(compare(function, number, actual, *wanted, ulp)))
      return failure();
  }
  return success();
}

namespace {
struct TestEvaluatePass
    : public PassWrapper<TestEvaluatePass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestEvaluatePass)

  StringRef getArgument() const final { return "test-croton-evaluate"; }
  StringRef getDescription() const final {
    return "evaluate functions without arguments and compare the results with "
           "their attribute 'expected'";
  }

  void runOnOperation() override {
    unsigned checked = 0, failures = 0;
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (function.getNumArguments() > 0 || function.isExternal())
        continue;
      ++checked;
      failures += failed(checkFunction(function));
    }
    if (checked == 0)
      getOperation().emitError() << "there is no function to evaluate";
    if (checked == 0 || failures > 0)
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace

void mlir::croton::test::registerTestEvaluatePass() {
  PassRegistration<TestEvaluatePass>();
}
