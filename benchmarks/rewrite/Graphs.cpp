//===- Graphs.cpp - Graphs of a given size to rewrite ---------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Graphs.h"

#include "croton/Dialect/Croton/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace {
/// Builds a function of scalar arithmetic.
class ArithGraph {
public:
  ArithGraph(MLIRContext *context, unsigned numArguments);

  OwningOpRef<ModuleOp> finish(Value result);
  ArrayRef<BlockArgument> getArguments() {
    return function.getBody().getArguments();
  }
  /// The `index`th op of a cycle of five, one of which the patterns rewrite.
  Value makeOp(int64_t index, Value a, Value b);

  OpBuilder builder;

private:
  OwningOpRef<ModuleOp> module;
  func::FuncOp function;
};
} // namespace

ArithGraph::ArithGraph(MLIRContext *context, unsigned numArguments)
    : builder(context), module(ModuleOp::create(UnknownLoc::get(context))) {
  Location loc = FileLineColLoc::get(context, "graph.mlir", 1, 1);
  builder.setInsertionPointToEnd(module->getBody());
  SmallVector<Type> types(numArguments, builder.getF32Type());
  function = func::FuncOp::create(
      builder, loc, "f", builder.getFunctionType(types, builder.getF32Type()));
  builder.setInsertionPointToStart(function.addEntryBlock());
}

OwningOpRef<ModuleOp> ArithGraph::finish(Value result) {
  builder.setInsertionPointToEnd(&function.getBody().front());
  func::ReturnOp::create(builder, function.getLoc(), result);
  return std::move(module);
}

Value ArithGraph::makeOp(int64_t index, Value a, Value b) {
  Location loc =
      FileLineColLoc::get(builder.getContext(), "graph.mlir", index + 1, 1);
  switch (index % 5) {
  case 0:
    return arith::AddFOp::create(builder, loc, a, b);
  case 1:
    return arith::MulFOp::create(builder, loc, a, b);
  case 2:
    return arith::SubFOp::create(builder, loc, a, b);
  case 3:
    return arith::DivFOp::create(builder, loc, a, b);
  default:
    return arith::MaximumFOp::create(builder, loc, a, b);
  }
}

static OwningOpRef<ModuleOp> makeChain(MLIRContext *context, int64_t numOps) {
  ArithGraph graph(context, 2);
  Value value = graph.getArguments()[0], other = graph.getArguments()[1];
  for (int64_t i = 0; i < numOps; ++i)
    value = graph.makeOp(i, value, other);
  return graph.finish(value);
}

static OwningOpRef<ModuleOp> makeWide(MLIRContext *context, int64_t numOps) {
  constexpr unsigned kWidth = 64;
  ArithGraph graph(context, kWidth);
  SmallVector<Value> values(graph.getArguments().begin(),
                            graph.getArguments().end());
  for (int64_t i = 0; i < numOps - kWidth; ++i)
    values[i % kWidth] =
        graph.makeOp(i, values[i % kWidth], values[(i * 7 + 3) % kWidth]);
  Value sum = values.front();
  for (Value value : ArrayRef(values).drop_front())
    sum = graph.makeOp(0, sum, value);
  return graph.finish(sum);
}

static OwningOpRef<ModuleOp> makeNest(MLIRContext *context, int64_t numOps) {
  constexpr unsigned kDepth = 8, kChain = 5;
  ArithGraph graph(context, 2);
  OpBuilder &builder = graph.builder;
  Location loc = builder.getUnknownLoc();
  Value outer = graph.getArguments()[0], other = graph.getArguments()[1];
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value many = arith::ConstantIndexOp::create(builder, loc, 100);
  for (int64_t made = 0; made < numOps;) {
    OpBuilder::InsertionGuard guard(builder);
    SmallVector<scf::ForOp> loops;
    Value value = outer;
    for (unsigned depth = 0; depth < kDepth; ++depth) {
      auto loop = scf::ForOp::create(builder, loc, zero, many, one, value);
      loops.push_back(loop);
      builder.setInsertionPointToStart(loop.getBody());
      value = loop.getRegionIterArg(0);
      for (unsigned i = 0; i < kChain; ++i)
        value = graph.makeOp(made + i, value, other);
      made += kChain + 2;
    }
    for (scf::ForOp loop : llvm::reverse(loops)) {
      builder.setInsertionPointToEnd(loop.getBody());
      scf::YieldOp::create(builder, loc, value);
      value = loop.getResult(0);
    }
    outer = value;
  }
  return graph.finish(outer);
}

/// A step of the network and of its gradient is about 18 ops.
static OwningOpRef<ModuleOp> makeRnn(MLIRContext *context, int64_t numOps) {
  constexpr int64_t kOpsPerStep = 18;
  int64_t numSteps = std::max<int64_t>(1, numOps / kOpsPerStep);
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "func.func @f(%x: tensor<8x16xf32>, %h: tensor<8x32xf32>, "
        "%w: tensor<32x32xf32>, %u: tensor<16x32xf32>) -> "
        "(tensor<32x32xf32>, tensor<16x32xf32>) {\n  %h0 = croton.neg %h : "
        "tensor<8x32xf32>\n";
  for (int64_t i = 0; i < numSteps; ++i)
    os << "  %a" << i << " = croton.dot %h" << i
       << ", %w : tensor<8x32xf32>, tensor<32x32xf32>\n  %b" << i
       << " = croton.dot %x, %u : tensor<8x16xf32>, tensor<16x32xf32>\n  %c"
       << i << " = croton.add %a" << i << ", %b" << i
       << " : tensor<8x32xf32>, tensor<8x32xf32>\n  %h" << i + 1
       << " = croton.tanh %c" << i << " : tensor<8x32xf32>\n";
  os << "  %cost = croton.sum %h" << numSteps
     << " axes [0, 1] : tensor<8x32xf32>\n  %gw, %gu = croton.grad %cost : "
        "tensor<f32> wrt(%w, %u : tensor<32x32xf32>, tensor<16x32xf32>)\n"
        "  return %gw, %gu : tensor<32x32xf32>, tensor<16x32xf32>\n}\n";
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, context);
  PassManager manager(context);
  manager.addPass(croton::createExpandGradientsPass());
  if (!module || failed(manager.run(*module)))
    return nullptr;
  return module;
}

OwningOpRef<ModuleOp> bench::makeGraph(MLIRContext *context, StringRef kind,
                                       int64_t numOps) {
  if (kind == "chain")
    return makeChain(context, numOps);
  if (kind == "wide")
    return makeWide(context, numOps);
  if (kind == "nest")
    return makeNest(context, numOps);
  if (kind == "rnn")
    return makeRnn(context, numOps);
  return nullptr;
}
