//===- PdlMatch.cpp - Matching a PDL pattern ------------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PdlProgram.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

namespace {
/// Goes from the root to the ops that make its operands and binds slots.
class Matcher {
public:
  Matcher(const PdlProgram &program, PatternRewriter &rewriter)
      : program(program), rewriter(rewriter), cells(program.slots.size()) {}

  bool run(Operation *root);
  std::vector<PdlCell> takeCells() { return std::move(cells); }
  /// Why it failed. Put together only if somebody asks.
  void printReason(Diagnostic &diagnostic) const {
    if (!subject.empty())
      diagnostic << "'" << subject << "' ";
    diagnostic << reason;
  }

private:
  using Slot = PdlProgram::Slot;

  bool bind(Slot slot, PdlCell cell);
  bool bindType(Slot slot, const PdlCell &cell);
  bool matchOp(const PdlProgram::OpShape &shape, Operation *op);
  bool matchParent(const PdlProgram::ResultOf &result, const PdlCell &cell);
  bool matchOperands(const PdlProgram::OpShape &shape, Operation *op);
  bool matchTypes(const PdlProgram::OpShape &shape, Operation *op);
  bool bindResults();
  bool checkConstraint(const PdlProgram::Call &call);

  bool fail(StringLiteral why, StringRef who = "") {
    reason = why;
    subject = who;
    return false;
  }

  const PdlProgram &program;
  PatternRewriter &rewriter;
  std::vector<PdlCell> cells;
  StringRef reason, subject;
};
} // namespace

bool Matcher::bindType(Slot slot, const PdlCell &cell) {
  if (auto *value = std::get_if<Value>(&cell))
    return bind(slot, value->getType());
  if (auto *values = std::get_if<SmallVector<Value, 2>>(&cell))
    return bind(slot, getTypes(*values));
  if (auto *attribute = std::get_if<Attribute>(&cell))
    if (auto typed = dyn_cast<TypedAttr>(*attribute))
      return bind(slot, typed.getType());
  return fail("an attribute has no type");
}

bool Matcher::matchParent(const PdlProgram::ResultOf &result,
                          const PdlCell &cell) {
  Operation *op = nullptr;
  if (auto *value = std::get_if<Value>(&cell))
    op = value->getDefiningOp();
  else if (auto *values = std::get_if<SmallVector<Value, 2>>(&cell))
    op = values->empty() ? nullptr : values->front().getDefiningOp();
  if (!op)
    return fail("an operand is made by no op");
  if (!bind(result.op, op))
    return false;
  std::optional<PdlCell> results = getResults(op, result);
  return (results && *results == cell) ||
         fail("an operand is another result", op->getName().getStringRef());
}

bool Matcher::bind(Slot slot, PdlCell cell) {
  if (!std::holds_alternative<std::monostate>(cells[slot]))
    return cells[slot] == cell || fail("two parts that must be equal differ");
  const PdlProgram::SlotInfo &info = program.slots[slot];
  if (!std::holds_alternative<std::monostate>(info.constant) &&
      info.constant != cell)
    return fail("an attribute or a type differs from the one wanted");
  cells[slot] = std::move(cell);
  // Cells do not move.
  const PdlCell &bound = cells[slot];
  if (info.type != PdlProgram::kNone && !bindType(info.type, bound))
    return false;
  if (info.result.op != PdlProgram::kNone && !matchParent(info.result, bound))
    return false;
  if (info.shape == ~0u)
    return true;
  auto *op = std::get_if<Operation *>(&bound);
  return op && matchOp(program.shapes[info.shape], *op);
}

/// Splits `all`, the operands or results of `op`, into groups.
template <typename BindFn>
static bool forEachGroup(Operation *op, bool ofResults, ArrayRef<Value> all,
                         ArrayRef<PdlProgram::Group> groups, BindFn bind) {
  if (groups.size() == 1 && groups.front().isRange)
    return bind(groups.front(), all);
  size_t numSingle = llvm::count_if(
      groups, [](const PdlProgram::Group &group) { return !group.isRange; });
  if (numSingle == groups.size() ? all.size() != numSingle
                                 : all.size() < numSingle)
    return false;
  bool isPastRange = false;
  for (auto [index, group] : llvm::enumerate(groups)) {
    isPastRange |= group.isRange;
    if (!isPastRange) {
      if (!bind(group, all.slice(index, 1)))
        return false;
      continue;
    }
    std::optional<SmallVector<Value, 2>> values =
        getGroup(op, ofResults, index);
    if (!values || (!group.isRange && values->size() != 1) ||
        !bind(group, *values))
      return false;
  }
  return true;
}

bool Matcher::matchOperands(const PdlProgram::OpShape &shape, Operation *op) {
  fail("has other operands", op->getName().getStringRef());
  SmallVector<Value> operands(op->getOperands());
  return forEachGroup(
      op, /*ofResults=*/false, operands, shape.operands,
      [&](const PdlProgram::Group &group, ArrayRef<Value> some) {
        if (group.isRange)
          return bind(group.slot, SmallVector<Value, 2>(some));
        return bind(group.slot, some.front());
      });
}

bool Matcher::matchTypes(const PdlProgram::OpShape &shape, Operation *op) {
  fail("has other results", op->getName().getStringRef());
  SmallVector<Value> results(op->getResults());
  return forEachGroup(
      op, /*ofResults=*/true, results, shape.types,
      [&](const PdlProgram::Group &group, ArrayRef<Value> some) {
        if (group.isRange)
          return bind(group.slot, getTypes(some));
        return bind(group.slot, some.front().getType());
      });
}

bool Matcher::matchOp(const PdlProgram::OpShape &shape, Operation *op) {
  if (shape.name && *shape.name != op->getName())
    return fail("is not the op wanted", op->getName().getStringRef());
  for (auto [name, slot] : shape.attributes) {
    Attribute attribute = op->getAttr(name);
    if (!attribute)
      return fail("lacks an attribute", op->getName().getStringRef());
    if (!bind(slot, attribute))
      return false;
  }
  return matchTypes(shape, op) && matchOperands(shape, op);
}

/// Results that are no operands, but used by constraints or the rewrite.
bool Matcher::bindResults() {
  for (Slot slot = 0; slot < cells.size(); ++slot) {
    const PdlProgram::ResultOf &result = program.slots[slot].result;
    if (result.op == PdlProgram::kNone ||
        !std::holds_alternative<std::monostate>(cells[slot]))
      continue;
    auto *op = std::get_if<Operation *>(&cells[result.op]);
    std::optional<PdlCell> results =
        op ? getResults(*op, result) : std::nullopt;
    if (!results)
      return fail("an op lacks a result");
    cells[slot] = std::move(*results);
  }
  return true;
}

bool Matcher::checkConstraint(const PdlProgram::Call &call) {
  FailureOr<SmallVector<PdlCell>> results = callNative(call, cells, rewriter);
  if (failed(results))
    return fail("a native constraint does not hold");
  for (auto [slot, result] : llvm::zip(call.results, *results))
    if (!bind(slot, std::move(result)))
      return false;
  return true;
}

bool Matcher::run(Operation *root) {
  return bind(program.root, root) && bindResults() &&
         llvm::all_of(program.constraints, [&](const PdlProgram::Call &call) {
           return checkConstraint(call);
         });
}

std::optional<std::vector<PdlCell>>
croton::detail::matchPdl(const PdlProgram &program, Operation *op,
                         PatternRewriter &rewriter) {
  Matcher matcher(program, rewriter);
  if (matcher.run(op))
    return matcher.takeCells();
  (void)rewriter.notifyMatchFailure(
      op, [&](Diagnostic &diagnostic) { matcher.printReason(diagnostic); });
  return std::nullopt;
}
