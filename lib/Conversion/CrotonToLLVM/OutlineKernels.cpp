//===- OutlineKernels.cpp - Share the code of equal linalg ops ------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two ops are the same kernel if they are equal but for the values they use,
// and use the same value in the same places: an op that reads the buffer it
// writes is another kernel than one that does not.
//
//===----------------------------------------------------------------------===//

#include "croton/Conversion/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::croton {
#define GEN_PASS_DEF_OUTLINEKERNELSPASS
#include "croton/Conversion/Passes.h.inc"
} // namespace mlir::croton

using namespace mlir;
using namespace mlir::croton;

namespace {
/// What one op uses from outside.
struct KernelUse {
  explicit KernelUse(linalg::LinalgOp op);

  linalg::LinalgOp op;
  /// The values to pass, each once.
  SetVector<Value> arguments;
  /// The constants to copy into the kernel.
  SetVector<Value> constants;
};

/// A kernel that exists.
struct Kernel {
  KernelUse model;
  func::FuncOp function;
};

class KernelTable {
public:
  explicit KernelTable(ModuleOp module) : module(module), symbols(module) {}

  void outline(linalg::LinalgOp op);

private:
  func::FuncOp create(const KernelUse &use);

  ModuleOp module;
  SymbolTable symbols;
  /// By hash; most buckets hold one kernel.
  DenseMap<size_t, SmallVector<Kernel, 1>> kernels;
};
} // namespace

static bool isConstant(Value value) {
  Operation *definition = value.getDefiningOp();
  return definition && definition->hasTrait<OpTrait::ConstantLike>();
}

KernelUse::KernelUse(linalg::LinalgOp op) : op(op) {
  SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  for (Value operand : op->getOperands())
    captured.insert(operand);
  for (Value value : captured)
    (isConstant(value) ? constants : arguments).insert(value);
}

//===----------------------------------------------------------------------===//
// Equality
//===----------------------------------------------------------------------===//

static size_t hashOp(Operation *op) {
  return OperationEquivalence::computeHash(
      op, OperationEquivalence::ignoreHashValue,
      OperationEquivalence::ignoreHashValue,
      OperationEquivalence::IgnoreLocations);
}

static size_t hashUse(const KernelUse &use) {
  llvm::hash_code hash = hashOp(use.op);
  for (Value operand : use.op->getOperands())
    hash = llvm::hash_combine(hash, operand.getType().getAsOpaquePointer(),
                              llvm::find(use.arguments, operand) -
                                  use.arguments.begin());
  const_cast<KernelUse &>(use).op->walk([&](Operation *nested) {
    hash = llvm::hash_combine(hash, hashOp(nested));
  });
  return hash;
}

/// True if `a` and `b` have the same place among what each op uses from
/// outside, or are equal constants.
static bool playSameRole(const KernelUse &useA, Value a, const KernelUse &useB,
                         Value b) {
  if (a.getType() != b.getType())
    return false;
  Attribute constantA, constantB;
  if (useA.constants.contains(a))
    return useB.constants.contains(b) &&
           matchPattern(a, m_Constant(&constantA)) &&
           matchPattern(b, m_Constant(&constantB)) && constantA == constantB;
  auto inA = llvm::find(useA.arguments, a);
  auto inB = llvm::find(useB.arguments, b);
  return inA != useA.arguments.end() && inB != useB.arguments.end() &&
         inA - useA.arguments.begin() == inB - useB.arguments.begin();
}

static bool areSameKernel(const KernelUse &a, const KernelUse &b) {
  if (a.arguments.size() != b.arguments.size())
    return false;
  DenseMap<Value, Value> inside;
  auto check = [&](Value left, Value right) {
    auto it = inside.find(left);
    return success(it != inside.end() ? it->second == right
                                      : playSameRole(a, left, b, right));
  };
  auto mark = [&](Value left, Value right) { inside[left] = right; };
  return OperationEquivalence::isEquivalentTo(
      const_cast<KernelUse &>(a).op, const_cast<KernelUse &>(b).op, check, mark,
      OperationEquivalence::IgnoreLocations);
}

//===----------------------------------------------------------------------===//
// Outlining
//===----------------------------------------------------------------------===//

func::FuncOp KernelTable::create(const KernelUse &use) {
  OpBuilder builder(module.getContext());
  linalg::LinalgOp op = use.op;
  Location loc = op.getLoc();
  SmallVector<Type> types = llvm::map_to_vector(
      use.arguments, [](Value value) { return value.getType(); });
  auto function = func::FuncOp::create(
      loc, "__croton_kernel", builder.getFunctionType(types, TypeRange()));
  function.setPrivate();
  // Or else LLVM puts the huge function together again.
  function->setAttr("no_inline", builder.getUnitAttr());
  symbols.insert(function);

  Block *body = function.addEntryBlock();
  builder.setInsertionPointToStart(body);
  IRMapping mapping;
  mapping.map(use.arguments.getArrayRef(), body->getArguments());
  for (Value constant : use.constants)
    builder.clone(*constant.getDefiningOp(), mapping);
  builder.clone(*op, mapping);
  func::ReturnOp::create(builder, loc);
  return function;
}

void KernelTable::outline(linalg::LinalgOp op) {
  KernelUse use(op);
  SmallVector<Kernel, 1> &bucket = kernels[hashUse(use)];
  auto *kernel = llvm::find_if(
      bucket, [&](Kernel &known) { return areSameKernel(known.model, use); });
  if (kernel == bucket.end()) {
    func::FuncOp function = create(use);
    // The model must outlive the op: take the copy inside of the function.
    auto ops = function.getOps<linalg::LinalgOp>();
    bucket.push_back({KernelUse(*ops.begin()), function});
    kernel = &bucket.back();
  }
  OpBuilder builder(op);
  func::CallOp::create(builder, op.getLoc(), kernel->function,
                       use.arguments.getArrayRef());
  op->erase();
}

namespace {
struct OutlineKernelsPass
    : public croton::impl::OutlineKernelsPassBase<OutlineKernelsPass> {
  using Base::Base;

  void runOnOperation() override {
    KernelTable table(getOperation());
    for (auto function :
         llvm::to_vector(getOperation().getOps<func::FuncOp>())) {
      SmallVector<linalg::LinalgOp> ops;
      function.walk([&](linalg::LinalgOp op) {
        if (op.hasPureBufferSemantics())
          ops.push_back(op);
      });
      if (static_cast<int64_t>(ops.size()) <= minOps)
        continue;
      for (linalg::LinalgOp op : ops)
        table.outline(op);
    }
  }
};
} // namespace
