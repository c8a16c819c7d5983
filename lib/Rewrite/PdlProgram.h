//===- PdlProgram.h - A PDL pattern ready to run ----------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's interpreter of PDL trusts its patterns: it follows null where
// types cannot be inferred or a group of operands is not there, infers without
// the properties of an op, calls natives that nobody registered, frees an op
// twice that two names stand for. What comes from a file may be anything, so
// that patterns are run here: as data, with every step checked, without state,
// and with a reason for each failure. Nothing is edited before all that a
// pattern makes is known to be valid.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_REWRITE_PDLPROGRAM_H
#define CROTON_LIB_REWRITE_PDLPROGRAM_H

#include "mlir/Dialect/PDL/IR/PDLOps.h"
#include "mlir/IR/PatternMatch.h"
#include <variant>
#include <vector>

namespace mlir::croton::detail {

/// What a value of a pattern stands for; nothing before it is known.
using PdlCell =
    std::variant<std::monostate, Attribute, Operation *, Type, Value,
                 SmallVector<Type, 2>, SmallVector<Value, 2>>;

/// A pattern as data. Values are numbered slots.
struct PdlProgram {
  using Slot = unsigned;
  static constexpr Slot kNone = ~0u;

  /// An operand or a type of an op, or a range of them.
  struct Group {
    Slot slot;
    bool isRange;
  };

  /// An op, matched or made.
  struct OpShape {
    std::optional<OperationName> name;
    SmallVector<Group, 2> operands, types;
    SmallVector<std::pair<StringAttr, Slot>, 2> attributes;
  };

  /// Which results of an op a value is: all of them, one, or a group.
  struct ResultOf {
    Slot op = kNone;
    std::optional<unsigned> index;
    /// Of `pdl.results` with an index.
    bool isGroup = false;
    bool isRange = false;
  };

  struct SlotInfo {
    /// Of constants.
    PdlCell constant;
    /// Of a matched attribute or operand: the slot of its type.
    Slot type = kNone;
    /// Of a result in the matcher.
    ResultOf result;
    /// Of a matched op: its index among the shapes.
    unsigned shape = ~0u;
  };

  /// A call of a native function.
  struct Call {
    PDLConstraintFunction function;
    SmallVector<Slot, 2> args, results;
    bool isNegated = false;
  };

  /// A step of the rewrite.
  struct Step {
    enum class Kind : uint8_t {
      /// Put results of an op into `slot`.
      TakeResult,
      /// Concatenate `operands` in `slot`.
      MakeRange,
      /// Make the op `shape` in `slot`; without types that are known and that
      /// it infers, it has those of the op in `other`.
      MakeOp,
      Call,
      /// Replace the op in `slot` by the op in `other` or by `operands`.
      Replace,
      Erase,
    };
    Kind kind;
    Slot slot = kNone, other = kNone;
    ResultOf result;
    unsigned shape = ~0u;
    SmallVector<Slot, 2> operands;
    bool isRangeOfTypes = false;
    PdlProgram::Call call;
  };

  Slot root = kNone;
  std::vector<SlotInfo> slots;
  std::vector<OpShape> shapes;
  std::vector<Call> constraints;
  /// Replacements and erasures come last.
  std::vector<Step> steps;
};

/// Translates a pattern that was checked (PdlChecks.cpp).
PdlProgram compilePdl(pdl::PatternOp pattern, const PDLPatternModule &natives);

/// Matches `op` as the root. Returns the contents of the slots, none if it does
/// not match; the reason is told to `rewriter`.
std::optional<std::vector<PdlCell>>
matchPdl(const PdlProgram &program, Operation *op, PatternRewriter &rewriter);

/// Carries out the rewrite for a match.
LogicalResult rewritePdl(const PdlProgram &program, std::vector<PdlCell> cells,
                         Operation *op, PatternRewriter &rewriter);

//===----------------------------------------------------------------------===//
// Common to both
//===----------------------------------------------------------------------===//

/// The results of `op` that are meant, if it has them.
std::optional<PdlCell> getResults(Operation *op,
                                  const PdlProgram::ResultOf &result);

/// One group of the operands or results of `op`: as its segments say or, if it
/// has none, all from the place `index` on.
std::optional<SmallVector<Value, 2>> getGroup(Operation *op, bool ofResults,
                                              unsigned index);

/// The types of values.
SmallVector<Type, 2> getTypes(ArrayRef<Value> values);

/// Calls a native function. Fails if it does, or if its results are not as many
/// as wanted.
FailureOr<SmallVector<PdlCell>> callNative(const PdlProgram::Call &call,
                                           ArrayRef<PdlCell> cells,
                                           PatternRewriter &rewriter);

} // namespace mlir::croton::detail

#endif // CROTON_LIB_REWRITE_PDLPROGRAM_H
