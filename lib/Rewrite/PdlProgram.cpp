//===- PdlProgram.cpp - A PDL pattern as data -----------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PdlProgram.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include <deque>
#include <numeric>

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

//===----------------------------------------------------------------------===//
// Values of ops
//===----------------------------------------------------------------------===//

SmallVector<Type, 2> croton::detail::getTypes(ArrayRef<Value> values) {
  return SmallVector<Type, 2>(ValueRange(values).getTypes());
}

std::optional<SmallVector<Value, 2>>
croton::detail::getGroup(Operation *op, bool ofResults, unsigned index) {
  SmallVector<Value, 2> all;
  if (ofResults)
    all.assign(op->result_begin(), op->result_end());
  else
    all.assign(op->operand_begin(), op->operand_end());
  bool hasSegments = ofResults
                         ? op->hasTrait<OpTrait::AttrSizedResultSegments>()
                         : op->hasTrait<OpTrait::AttrSizedOperandSegments>();
  ArrayRef<Value> rest = all;
  if (!hasSegments) {
    if (index > rest.size())
      return std::nullopt;
    rest = rest.drop_front(index);
    return SmallVector<Value, 2>(rest);
  }
  auto segments = op->getAttrOfType<DenseI32ArrayAttr>(
      ofResults ? "resultSegmentSizes" : "operandSegmentSizes");
  if (!segments || index >= static_cast<unsigned>(segments.size()))
    return std::nullopt;
  ArrayRef<int32_t> sizes = segments.asArrayRef();
  int64_t start = std::accumulate(sizes.begin(), sizes.begin() + index,
                                  static_cast<int64_t>(0));
  if (start < 0 || sizes[index] < 0 ||
      start + sizes[index] > static_cast<int64_t>(rest.size()))
    return std::nullopt;
  return SmallVector<Value, 2>(rest.slice(start, sizes[index]));
}

std::optional<PdlCell>
croton::detail::getResults(Operation *op, const PdlProgram::ResultOf &result) {
  if (!result.index)
    return PdlCell(SmallVector<Value, 2>(op->result_begin(), op->result_end()));
  if (!result.isGroup) {
    if (*result.index >= op->getNumResults())
      return std::nullopt;
    return PdlCell(Value(op->getResult(*result.index)));
  }
  std::optional<SmallVector<Value, 2>> group =
      getGroup(op, /*ofResults=*/true, *result.index);
  if (!group || (!result.isRange && group->size() != 1))
    return std::nullopt;
  return result.isRange ? PdlCell(std::move(*group)) : PdlCell(group->front());
}

//===----------------------------------------------------------------------===//
// Native functions
//===----------------------------------------------------------------------===//

namespace {
/// The results that a function gives.
class NativeResults : public PDLResultList {
public:
  // What is pushed points into lists that must not move.
  explicit NativeResults(unsigned number)
      : PDLResultList(std::max(number, 8u)) {}

  ArrayRef<PDLValue> get() const { return results; }
};
} // namespace

static PdlCell toCell(PDLValue value) {
  if (!value)
    return {};
  switch (value.getKind()) {
  case PDLValue::Kind::Attribute:
    return value.cast<Attribute>();
  case PDLValue::Kind::Operation:
    return value.cast<Operation *>();
  case PDLValue::Kind::Type:
    return value.cast<Type>();
  case PDLValue::Kind::Value:
    return value.cast<Value>();
  case PDLValue::Kind::TypeRange:
    return SmallVector<Type, 2>(value.cast<TypeRange>());
  case PDLValue::Kind::ValueRange:
    return SmallVector<Value, 2>(value.cast<ValueRange>());
  }
  llvm_unreachable("no such kind of value");
}

FailureOr<SmallVector<PdlCell>>
croton::detail::callNative(const PdlProgram::Call &call,
                           ArrayRef<PdlCell> cells, PatternRewriter &rewriter) {
  // Ranges are passed by address.
  std::deque<ValueRange> valueRanges;
  std::deque<TypeRange> typeRanges;
  SmallVector<PDLValue> args;
  for (PdlProgram::Slot slot : call.args) {
    const PdlCell &cell = cells[slot];
    if (auto *values = std::get_if<SmallVector<Value, 2>>(&cell))
      args.push_back(&valueRanges.emplace_back(*values));
    else if (auto *types = std::get_if<SmallVector<Type, 2>>(&cell))
      args.push_back(&typeRanges.emplace_back(*types));
    else if (auto *value = std::get_if<Value>(&cell))
      args.push_back(*value);
    else if (auto *type = std::get_if<Type>(&cell))
      args.push_back(*type);
    else if (auto *attribute = std::get_if<Attribute>(&cell))
      args.push_back(*attribute);
    else if (auto *op = std::get_if<Operation *>(&cell))
      args.push_back(*op);
    else
      return failure();
  }
  NativeResults results(call.results.size());
  LogicalResult status = call.function(rewriter, results, args);
  if (succeeded(status) == call.isNegated)
    return failure();
  SmallVector<PdlCell> values;
  if (call.isNegated)
    return values;
  if (results.get().size() != call.results.size())
    return failure();
  for (PDLValue value : results.get())
    values.push_back(toCell(value));
  return values;
}

//===----------------------------------------------------------------------===//
// Translation
//===----------------------------------------------------------------------===//

namespace {
class Compiler {
public:
  Compiler(pdl::PatternOp pattern, const PDLPatternModule &natives)
      : pattern(pattern), natives(natives) {}

  PdlProgram run();

private:
  using Slot = PdlProgram::Slot;
  using Step = PdlProgram::Step;

  Slot getSlot(Value value) {
    auto [it, isNew] = slotOf.try_emplace(value, program.slots.size());
    if (isNew)
      program.slots.emplace_back();
    return it->second;
  }
  SmallVector<Slot, 2> getSlots(ValueRange values) {
    SmallVector<Slot, 2> slots;
    for (Value value : values)
      slots.push_back(getSlot(value));
    return slots;
  }

  void compileCommon(Operation *op);
  void compileMatched(Operation *op);
  void compileStep(Operation *op);
  unsigned compileShape(pdl::OperationOp op);
  PdlProgram::ResultOf compileResult(Operation *op);
  Step &addStep(Step::Kind kind, Slot slot) {
    Step &step = program.steps.emplace_back();
    step.kind = kind;
    step.slot = slot;
    return step;
  }

  pdl::PatternOp pattern;
  const PDLPatternModule &natives;
  PdlProgram program;
  DenseMap<Value, Slot> slotOf;
};
} // namespace

unsigned Compiler::compileShape(pdl::OperationOp op) {
  PdlProgram::OpShape shape;
  if (std::optional<StringRef> name = op.getOpName())
    shape.name = OperationName(*name, pattern.getContext());
  for (Value operand : op.getOperandValues())
    shape.operands.push_back(
        {getSlot(operand), isa<pdl::RangeType>(operand.getType())});
  for (Value type : op.getTypeValues())
    shape.types.push_back({getSlot(type), isa<pdl::RangeType>(type.getType())});
  for (auto [name, value] :
       llvm::zip_equal(op.getAttributeValueNames().getAsRange<StringAttr>(),
                       op.getAttributeValues()))
    shape.attributes.push_back({name, getSlot(value)});
  program.shapes.push_back(std::move(shape));
  return program.shapes.size() - 1;
}

PdlProgram::ResultOf Compiler::compileResult(Operation *op) {
  PdlProgram::ResultOf result;
  result.op = getSlot(op->getOperand(0));
  result.isRange = isa<pdl::RangeType>(op->getResult(0).getType());
  if (auto single = dyn_cast<pdl::ResultOp>(op)) {
    result.index = single.getIndex();
  } else if (std::optional<uint32_t> index =
                 cast<pdl::ResultsOp>(op).getIndex()) {
    result.index = *index;
    result.isGroup = true;
  }
  return result;
}

/// Constants, wherever they stand.
void Compiler::compileCommon(Operation *op) {
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](pdl::AttributeOp attribute) {
        if (std::optional<Attribute> value = attribute.getValue())
          program.slots[getSlot(attribute)].constant = *value;
      })
      .Case([&](pdl::TypeOp type) {
        if (std::optional<Type> value = type.getConstantType())
          program.slots[getSlot(type)].constant = *value;
      })
      .Case([&](pdl::TypesOp types) {
        if (std::optional<ArrayAttr> values = types.getConstantTypes())
          program.slots[getSlot(types)].constant =
              llvm::to_vector<2>(values->getAsValueRange<TypeAttr>());
      });
}

void Compiler::compileMatched(Operation *op) {
  compileCommon(op);
  auto setType = [&](Value value, Value type) {
    if (!type)
      return;
    Slot slot = getSlot(type);
    program.slots[getSlot(value)].type = slot;
  };
  llvm::TypeSwitch<Operation *>(op)
      .Case<pdl::AttributeOp, pdl::OperandOp, pdl::OperandsOp>(
          [&](auto value) { setType(value, value.getValueType()); })
      .Case<pdl::ResultOp, pdl::ResultsOp>([&](auto result) {
        PdlProgram::ResultOf of = compileResult(result);
        program.slots[getSlot(result)].result = of;
      })
      .Case([&](pdl::OperationOp operation) {
        unsigned shape = compileShape(operation);
        program.slots[getSlot(operation)].shape = shape;
      })
      .Case([&](pdl::ApplyNativeConstraintOp constraint) {
        PdlProgram::Call call;
        call.function =
            natives.getConstraintFunctions().at(constraint.getName());
        call.args = getSlots(constraint.getArgs());
        call.results = getSlots(constraint.getResults());
        call.isNegated = constraint.getIsNegated();
        program.constraints.push_back(std::move(call));
      });
}

/// The op, or null, whose results a made op gets the types of.
static Value findReplaced(pdl::OperationOp op) {
  for (OpOperand &use : op.getOp().getUses())
    if (isa<pdl::ReplaceOp>(use.getOwner()) && use.getOperandNumber() > 0)
      return use.getOwner()->getOperand(0);
  return nullptr;
}

void Compiler::compileStep(Operation *op) {
  compileCommon(op);
  llvm::TypeSwitch<Operation *>(op)
      .Case<pdl::ResultOp, pdl::ResultsOp>([&](auto result) {
        PdlProgram::ResultOf of = compileResult(result);
        addStep(Step::Kind::TakeResult, getSlot(result)).result = of;
      })
      .Case([&](pdl::RangeOp range) {
        Step &step = addStep(Step::Kind::MakeRange, getSlot(range));
        step.operands = getSlots(range.getArguments());
        step.isRangeOfTypes =
            isa<pdl::TypeType>(range.getType().getElementType());
      })
      .Case([&](pdl::OperationOp made) {
        unsigned shape = compileShape(made);
        Step &step = addStep(Step::Kind::MakeOp, getSlot(made));
        step.shape = shape;
        if (Value replaced = findReplaced(made))
          step.other = getSlot(replaced);
      })
      .Case([&](pdl::ApplyNativeRewriteOp call) {
        Step &step = addStep(Step::Kind::Call, PdlProgram::kNone);
        step.call.function = natives.getRewriteFunctions().at(call.getName());
        step.call.args = getSlots(call.getArgs());
        step.call.results = getSlots(call.getResults());
      })
      .Case([&](pdl::ReplaceOp replace) {
        Step &step =
            addStep(Step::Kind::Replace, getSlot(replace.getOpValue()));
        if (Value by = replace.getReplOperation())
          step.other = getSlot(by);
        step.operands = getSlots(replace.getReplValues());
      })
      .Case([&](pdl::EraseOp erase) {
        addStep(Step::Kind::Erase, getSlot(erase.getOpValue()));
      });
}

PdlProgram Compiler::run() {
  for (Operation &op : pattern.getBodyRegion().front())
    compileMatched(&op);
  pdl::RewriteOp rewriter = pattern.getRewriter();
  program.root = getSlot(rewriter.getRoot());
  if (std::optional<StringRef> name = rewriter.getName()) {
    Step &step = addStep(Step::Kind::Call, PdlProgram::kNone);
    step.call.function = natives.getRewriteFunctions().at(*name);
    step.call.args = getSlots(rewriter->getOperands());
    return std::move(program);
  }
  for (Operation &op : *rewriter.getBody())
    compileStep(&op);
  // What goes away goes last, so that nothing is made of it.
  auto isEnd = [](const Step &step) {
    return step.kind == Step::Kind::Replace || step.kind == Step::Kind::Erase;
  };
  std::vector<Step> ends;
  llvm::copy_if(program.steps, std::back_inserter(ends), isEnd);
  llvm::erase_if(program.steps, isEnd);
  llvm::append_range(program.steps, ends);
  return std::move(program);
}

PdlProgram croton::detail::compilePdl(pdl::PatternOp pattern,
                                      const PDLPatternModule &natives) {
  return Compiler(pattern, natives).run();
}
