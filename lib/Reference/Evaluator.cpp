//===- Evaluator.cpp - Functions run in plain C++ -------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Reference/Evaluator.h"

#include "ModelSupport.h"

#include "croton/Dialect/Croton/IR/Croton.h"
#include "croton/Interfaces/TensorTypes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/IR/SymbolTable.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::reference;

//===----------------------------------------------------------------------===//
// Values against types
//===----------------------------------------------------------------------===//

/// True if `value` may stand for a value of type `type`.
static bool isAdmitted(Type type, const HostTensor &value) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && value.isValid() &&
         getDType(tensor.getElementType()) == value.getDType() &&
         admitsShape(tensor, value.getShape());
}

/// "tensor<4x3xf32>", as the text of its type.
static std::string formatValue(const HostTensor &value) {
  if (!value.isValid())
    return "nothing";
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "tensor<";
  for (int64_t size : value.getShape())
    os << size << 'x';
  os << stringifyDType(value.getDType()) << '>';
  return text;
}

/// Reports the first of `values` that its type does not admit; `what` names
/// them.
static LogicalResult verifyValues(TypeRange types, ArrayRef<HostTensor> values,
                                  StringRef what, EvaluationErrors &errors) {
  if (types.size() != values.size())
    return errors.fail("expected " + Twine(types.size()) + " " + what +
                       "s, but got " + Twine(values.size()));
  for (auto [index, type, value] : llvm::enumerate(types, values)) {
    if (isAdmitted(type, value))
      continue;
    std::string text;
    llvm::raw_string_ostream(text) << type;
    return errors.fail("expected " + what + " #" + Twine(index) + " of type " +
                       text + ", but got " + formatValue(value));
  }
  return success();
}

LogicalResult croton::evaluateOp(Operation *op, ArrayRef<HostTensor> operands,
                                 SmallVectorImpl<HostTensor> &results,
                                 EvaluationErrors &errors) {
  if (isa<GradOp, LopOp, RopOp>(op))
    return errors.fail("expand gradients first (croton-expand-gradients)");
  auto evaluable = dyn_cast<EvaluableOpInterface>(op);
  if (!evaluable)
    return errors.fail("cannot be evaluated: it does not implement "
                       "EvaluableOpInterface");
  if (failed(verifyValues(op->getOperandTypes(), operands, "operand", errors)))
    return failure();
  SmallVector<HostTensor> computed;
  if (failed(evaluable.evaluate(operands, computed, errors)) ||
      failed(verifyValues(op->getResultTypes(), computed, "result", errors)))
    return failure();
  llvm::append_range(results, computed);
  return success();
}

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

FailureOr<EvaluatorState> EvaluatorState::create(ModuleOp module) {
  EvaluatorState state;
  for (auto global : module.getOps<ml_program::GlobalOp>()) {
    std::optional<Attribute> value = global.getValue();
    if (!value)
      continue;
    FailureOr<HostTensor> tensor = failure();
    if (auto elements = dyn_cast<ElementsAttr>(*value))
      tensor = getHostTensor(elements);
    if (failed(tensor))
      return global.emitOpError()
             << "cannot be evaluated: its initial value is not a tensor of "
                "known elements";
    state.globals[global.getSymName()] = *tensor;
  }
  return state;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

namespace {
/// The values of a function body while it runs. Each is dropped after its last
/// use, so that memory holds only what is still needed.
class LiveValues {
public:
  void set(Value value, const HostTensor &tensor) {
    int64_t uses = llvm::range_size(value.getUses());
    if (uses > 0)
      entries.try_emplace(value, Entry{tensor, uses});
  }

  /// The value, for one of its uses.
  HostTensor use(Value value) {
    auto it = entries.find(value);
    assert(it != entries.end() && "value used before it is set");
    HostTensor tensor = it->second.tensor;
    if (--it->second.remainingUses == 0)
      entries.erase(it);
    return tensor;
  }

private:
  struct Entry {
    HostTensor tensor;
    int64_t remainingUses;
  };
  llvm::DenseMap<Value, Entry> entries;
};

/// Runs a function and those it calls.
class Interpreter {
public:
  explicit Interpreter(const EvaluatorState &state) : state(state) {}

  /// Appends the results of `function`.
  LogicalResult run(func::FuncOp function, ArrayRef<HostTensor> arguments,
                    SmallVectorImpl<HostTensor> &results);

  /// The values stored to globals, by symbol name.
  const llvm::StringMap<HostTensor> &getUpdates() const { return updates; }

private:
  LogicalResult verifyCallable(func::FuncOp function,
                               ArrayRef<HostTensor> arguments);
  LogicalResult runOp(Operation &op, LiveValues &values);
  LogicalResult runCall(func::CallOp call, ArrayRef<HostTensor> operands,
                        SmallVectorImpl<HostTensor> &results);
  LogicalResult load(Operation *op, SymbolRefAttr global,
                     SmallVectorImpl<HostTensor> &results);
  LogicalResult store(ml_program::GlobalStoreOp op, const HostTensor &value);

  const EvaluatorState &state;
  llvm::StringMap<HostTensor> updates;
  SmallVector<func::FuncOp> running;
};
} // namespace

LogicalResult Interpreter::verifyCallable(func::FuncOp function,
                                          ArrayRef<HostTensor> arguments) {
  if (function.isExternal())
    return function.emitOpError() << "cannot be evaluated: it has no body";
  if (!function.getBody().hasOneBlock())
    return function.emitOpError()
           << "cannot be evaluated: expected one block, but got "
           << function.getBody().getBlocks().size();
  if (llvm::is_contained(running, function))
    return function.emitOpError() << "cannot be evaluated: it calls itself";
  EvaluationErrors errors;
  if (failed(verifyValues(function.getArgumentTypes(), arguments, "argument",
                          errors)))
    return function.emitOpError() << errors.getMessage();
  return success();
}

LogicalResult Interpreter::run(func::FuncOp function,
                               ArrayRef<HostTensor> arguments,
                               SmallVectorImpl<HostTensor> &results) {
  if (failed(verifyCallable(function, arguments)))
    return failure();
  running.push_back(function);
  llvm::scope_exit leave([&] { running.pop_back(); });

  Block &body = function.getBody().front();
  LiveValues values;
  for (auto [argument, tensor] :
       llvm::zip_equal(body.getArguments(), arguments))
    values.set(argument, tensor);
  for (Operation &op : body.without_terminator())
    if (failed(runOp(op, values)))
      return failure();
  for (Value operand : body.getTerminator()->getOperands())
    results.push_back(values.use(operand));
  return success();
}

LogicalResult Interpreter::runOp(Operation &op, LiveValues &values) {
  SmallVector<HostTensor> operands, results;
  for (Value operand : op.getOperands())
    operands.push_back(values.use(operand));

  LogicalResult status =
      llvm::TypeSwitch<Operation *, LogicalResult>(&op)
          .Case([&](func::CallOp call) {
            return runCall(call, operands, results);
          })
          .Case<ml_program::GlobalLoadOp, ml_program::GlobalLoadConstOp>(
              [&](auto load) {
                return this->load(load, load.getGlobal(), results);
              })
          .Case([&](ml_program::GlobalStoreOp store) {
            return this->store(store, operands[0]);
          })
          .Default([&](Operation *op) -> LogicalResult {
            EvaluationErrors errors;
            if (failed(evaluateOp(op, operands, results, errors)))
              return op->emitOpError() << errors.getMessage();
            return success();
          });
  if (failed(status))
    return failure();
  for (auto [result, tensor] : llvm::zip_equal(op.getResults(), results))
    values.set(result, tensor);
  return success();
}

LogicalResult Interpreter::runCall(func::CallOp call,
                                   ArrayRef<HostTensor> operands,
                                   SmallVectorImpl<HostTensor> &results) {
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      call, call.getCalleeAttr());
  if (!callee)
    return call.emitOpError()
           << "expected a function named '" << call.getCallee() << "'";
  return run(callee, operands, results);
}

LogicalResult Interpreter::load(Operation *op, SymbolRefAttr global,
                                SmallVectorImpl<HostTensor> &results) {
  auto it = state.globals.find(global.getLeafReference().getValue());
  if (it == state.globals.end())
    return op->emitOpError() << "reads " << global << ", which has no value";
  EvaluationErrors errors;
  results.push_back(it->second);
  if (failed(verifyValues(op->getResultTypes(), results, "result", errors)))
    return op->emitOpError() << errors.getMessage();
  return success();
}

LogicalResult Interpreter::store(ml_program::GlobalStoreOp op,
                                 const HostTensor &value) {
  // A copy, so that state never shares memory with an argument, which belongs
  // to the caller.
  HostTensor copy = value.clone();
  if (!copy.isValid())
    return op.emitOpError()
           << "cannot allocate a copy of " << formatValue(value);
  StringRef name = op.getGlobal().getLeafReference().getValue();
  if (!updates.try_emplace(name, copy).second)
    return op.emitOpError()
           << "stores to " << op.getGlobal() << " a second time in one call";
  return success();
}

FailureOr<SmallVector<HostTensor>>
croton::evaluateFunction(func::FuncOp function, ArrayRef<HostTensor> arguments,
                         EvaluatorState &state) {
  Interpreter interpreter(state);
  SmallVector<HostTensor> results;
  if (failed(interpreter.run(function, arguments, results)))
    return failure();
  for (const auto &update : interpreter.getUpdates())
    state.globals[update.getKey()] = update.getValue();
  return results;
}
