//===- PdlRewrite.cpp - The rewrite of a PDL pattern ----------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PdlProgram.h"

#include "MakeOp.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

namespace {
/// Makes ops outside of any block and checks what they are to replace. The IR
/// is edited once all is known to be valid, or when a native function is
/// called, which may look at the IR.
class Rewriting {
public:
  Rewriting(const PdlProgram &program, std::vector<PdlCell> cells,
            Operation *root, PatternRewriter &rewriter)
      : program(program), cells(std::move(cells)), root(root),
        loc(root->getLoc()), rewriter(rewriter) {}
  ~Rewriting() {
    for (Operation *op : llvm::reverse(pending))
      op->destroy();
  }
  Rewriting(const Rewriting &) = delete;
  Rewriting &operator=(const Rewriting &) = delete;

  LogicalResult run();

private:
  using Slot = PdlProgram::Slot;
  using Step = PdlProgram::Step;

  /// An op that goes away, with what replaces its results if it has any.
  struct End {
    Operation *op;
    std::optional<SmallVector<Value>> values;
  };

  bool take(const Step &step);
  bool makeRange(const Step &step);
  bool make(const Step &step);
  bool call(const Step &step);
  bool addEnd(const Step &step);
  bool checkEnds();
  void finish();
  void flush();

  bool collectTypes(const PdlProgram::OpShape &shape,
                    SmallVectorImpl<Type> &types);
  bool bindTypes(const PdlProgram::OpShape &shape, Operation *op);
  bool appendValues(Slot slot, SmallVectorImpl<Value> &values);

  /// The op in a slot, null if there is none.
  Operation *getOp(Slot slot) {
    auto *op = std::get_if<Operation *>(&cells[slot]);
    return op ? *op : nullptr;
  }
  bool fail(const Twine &why) {
    reason = why.str();
    return false;
  }

  const PdlProgram &program;
  std::vector<PdlCell> cells;
  /// Gone, perhaps, once a native function was called.
  Operation *root;
  Location loc;
  PatternRewriter &rewriter;
  SmallVector<Operation *> pending;
  SmallVector<End, 2> ends;
  bool hasCalled = false;
  std::string reason;
};
} // namespace

bool Rewriting::appendValues(Slot slot, SmallVectorImpl<Value> &values) {
  if (auto *value = std::get_if<Value>(&cells[slot]))
    values.push_back(*value);
  else if (auto *range = std::get_if<SmallVector<Value, 2>>(&cells[slot]))
    values.append(range->begin(), range->end());
  else
    return fail("a value is not there");
  return true;
}

bool Rewriting::take(const Step &step) {
  Operation *op = getOp(step.result.op);
  std::optional<PdlCell> results =
      op ? getResults(op, step.result) : std::nullopt;
  if (!results)
    return fail("takes a result that the op does not have");
  cells[step.slot] = std::move(*results);
  return true;
}

bool Rewriting::makeRange(const Step &step) {
  SmallVector<Value> values;
  SmallVector<Type, 2> types;
  for (Slot slot : step.operands) {
    if (!step.isRangeOfTypes) {
      if (!appendValues(slot, values))
        return false;
    } else if (auto *type = std::get_if<Type>(&cells[slot])) {
      types.push_back(*type);
    } else if (auto *range = std::get_if<SmallVector<Type, 2>>(&cells[slot])) {
      types.append(range->begin(), range->end());
    } else {
      return fail("a type is not there");
    }
  }
  if (step.isRangeOfTypes)
    cells[step.slot] = std::move(types);
  else
    cells[step.slot] = SmallVector<Value, 2>(ArrayRef<Value>(values));
  return true;
}

/// Collects the types that an op is made with, if all are known.
bool Rewriting::collectTypes(const PdlProgram::OpShape &shape,
                             SmallVectorImpl<Type> &types) {
  for (const PdlProgram::Group &group : shape.types) {
    const PdlCell &cell = cells[group.slot];
    if (auto *type = std::get_if<Type>(&cell))
      types.push_back(*type);
    else if (auto *range = std::get_if<SmallVector<Type, 2>>(&cell))
      types.append(range->begin(), range->end());
    else
      return false;
  }
  return !shape.types.empty();
}

/// Types that are known only now.
bool Rewriting::bindTypes(const PdlProgram::OpShape &shape, Operation *op) {
  bool isOnly = shape.types.size() == 1;
  bool isPastRange = false;
  for (auto [index, group] : llvm::enumerate(shape.types)) {
    isPastRange |= group.isRange;
    if (!std::holds_alternative<std::monostate>(cells[group.slot]))
      continue;
    PdlProgram::ResultOf result;
    if (!isOnly || !group.isRange)
      result.index = index;
    result.isGroup = isPastRange;
    result.isRange = group.isRange;
    std::optional<PdlCell> values = getResults(op, result);
    if (!values)
      return fail("'" + op->getName().getStringRef() +
                  "' lacks a result whose type is wanted");
    if (auto *value = std::get_if<Value>(&*values))
      cells[group.slot] = value->getType();
    else
      cells[group.slot] = getTypes(std::get<SmallVector<Value, 2>>(*values));
  }
  return true;
}

bool Rewriting::make(const Step &step) {
  const PdlProgram::OpShape &shape = program.shapes[step.shape];
  SmallVector<Value> operands;
  for (const PdlProgram::Group &group : shape.operands)
    if (!appendValues(group.slot, operands))
      return false;
  // What is made stands before the root. All else that is matched comes
  // earlier.
  if (llvm::any_of(operands,
                   [&](Value value) { return value.getDefiningOp() == root; }))
    return fail("makes an op of a result of the root");
  NamedAttrList attributes;
  for (auto [name, slot] : shape.attributes) {
    auto *attribute = std::get_if<Attribute>(&cells[slot]);
    if (!attribute)
      return fail("an attribute is not there");
    attributes.set(name, *attribute);
  }
  DictionaryAttr dictionary = attributes.getDictionary(rewriter.getContext());

  SmallVector<Type> types;
  Operation *op = nullptr;
  if (collectTypes(shape, types)) {
    op = makeDetachedOpOfTypes(loc, *shape.name, operands, dictionary, types,
                               reason);
  } else {
    Operation *replaced =
        step.other == PdlProgram::kNone ? nullptr : getOp(step.other);
    op = makeDetachedOp(
        loc, *shape.name, operands, dictionary,
        replaced ? TypeRange(replaced->getResultTypes()) : TypeRange(), reason);
  }
  if (!op)
    return false;
  pending.push_back(op);
  cells[step.slot] = op;
  return bindTypes(shape, op);
}

bool Rewriting::call(const Step &step) {
  flush();
  hasCalled = true;
  FailureOr<SmallVector<PdlCell>> results =
      callNative(step.call, cells, rewriter);
  if (failed(results))
    return fail("a native rewrite fails");
  for (auto [slot, result] : llvm::zip(step.call.results, *results))
    cells[slot] = std::move(result);
  return true;
}

void Rewriting::flush() {
  for (Operation *op : pending)
    rewriter.insert(op);
  pending.clear();
}

//===----------------------------------------------------------------------===//
// Ops that go away
//===----------------------------------------------------------------------===//

bool Rewriting::addEnd(const Step &step) {
  Operation *op = getOp(step.slot);
  if (!op)
    return fail("an op is not there");
  ends.push_back({op, std::nullopt});
  if (step.kind == Step::Kind::Erase)
    return true;
  SmallVector<Value> values;
  if (step.other != PdlProgram::kNone) {
    Operation *by = getOp(step.other);
    if (!by)
      return fail("an op is not there");
    values.assign(by->result_begin(), by->result_end());
  }
  for (Slot slot : step.operands)
    if (!appendValues(slot, values))
      return false;
  // An op without results is replaced by being erased.
  if (op->getNumResults() == 0 && values.empty())
    return true;
  if (ValueRange(values).getTypes() != op->getResultTypes())
    return fail("replaces '" + op->getName().getStringRef() +
                "' by values of other types");
  ends.back().values = std::move(values);
  return true;
}

/// Whether all uses of the results of `op` come after `root`, before which
/// everything is made that may replace them.
static bool isUsedAfter(Operation *op, Operation *root) {
  return llvm::all_of(op->getUsers(), [&](Operation *user) {
    Operation *ancestor = root->getBlock()->findAncestorOpInBlock(*user);
    return ancestor && !ancestor->isBeforeInBlock(root);
  });
}

/// Two names may stand for one op, and a value may be a result of an op that
/// goes away.
bool Rewriting::checkEnds() {
  llvm::SmallSetVector<Operation *, 4> gone;
  for (const End &end : ends)
    if (!gone.insert(end.op))
      return fail("two ops that go away are the same");
  // The root's results come too late for what uses its operands.
  auto isGone = [&](Value value) {
    Operation *op = value.getDefiningOp();
    return gone.contains(op) || (op && op == root);
  };
  auto isInGone = [&](Operation *user) {
    for (; user; user = user->getParentOp())
      if (gone.contains(user))
        return true;
    return false;
  };
  for (Operation *op : pending)
    if (!gone.contains(op) && llvm::any_of(op->getOperands(), isGone))
      return fail("makes an op of a result of an op that goes away");
  for (const End &end : ends) {
    if (!end.values) {
      if (!llvm::all_of(end.op->getUsers(), isInGone))
        return fail("'" + end.op->getName().getStringRef() +
                    "' is to be erased, but has other users");
      continue;
    }
    if (llvm::any_of(*end.values, isGone))
      return fail("a replacement is a result of an op that goes away");
    // After a call, what is where is not known any more.
    if (end.op != root && !hasCalled && end.op->getBlock() &&
        !isUsedAfter(end.op, root))
      return fail("'" + end.op->getName().getStringRef() +
                  "' is used before what replaces it");
  }
  return true;
}

/// Replaces and erases what goes away: users before what they use.
void Rewriting::finish() {
  SmallVector<Operation *, 4> erased;
  for (const End &end : ends) {
    if (end.values)
      rewriter.replaceOp(end.op, *end.values);
    else
      erased.push_back(end.op);
  }
  while (!erased.empty()) {
    auto *next =
        llvm::find_if(erased, [](Operation *op) { return op->use_empty(); });
    // What still has users has been made one by a native function; drivers
    // refuse to erase it.
    if (next == erased.end())
      next = erased.begin();
    Operation *op = *next;
    erased.erase(next);
    rewriter.eraseOp(op);
  }
}

LogicalResult Rewriting::run() {
  rewriter.setInsertionPoint(root);
  for (auto [cell, info] : llvm::zip_equal(cells, program.slots))
    if (std::holds_alternative<std::monostate>(cell))
      cell = info.constant;
  bool isGood = llvm::all_of(program.steps, [&](const Step &step) {
    switch (step.kind) {
    case Step::Kind::TakeResult:
      return take(step);
    case Step::Kind::MakeRange:
      return makeRange(step);
    case Step::Kind::MakeOp:
      return make(step);
    case Step::Kind::Call:
      return call(step);
    case Step::Kind::Replace:
    case Step::Kind::Erase:
      return addEnd(step);
    }
    llvm_unreachable("no such step");
  });
  if (!isGood || !checkEnds())
    return rewriter.notifyMatchFailure(
        loc, [&](Diagnostic &diagnostic) { diagnostic << reason; });
  flush();
  finish();
  return success();
}

LogicalResult croton::detail::rewritePdl(const PdlProgram &program,
                                         std::vector<PdlCell> cells,
                                         Operation *op,
                                         PatternRewriter &rewriter) {
  return Rewriting(program, std::move(cells), op, rewriter).run();
}
