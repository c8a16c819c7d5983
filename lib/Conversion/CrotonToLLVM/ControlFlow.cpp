//===- ControlFlow.cpp - Loops, conditions and checks as branches ---------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops are lowered from the last to the first. Splitting a block moves all ops
// behind the split; in this order these are few, while front to back each of n
// loops in a function would move the whole rest of it.
//
//===----------------------------------------------------------------------===//

#include "croton/Conversion/CrotonToLLVM/CrotonToLLVM.h"

#include "croton/Dialect/Croton/IR/Croton.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using namespace mlir::croton;

static void lowerFor(IRRewriter &rewriter, scf::ForOp loop) {
  Location loc = loop.getLoc();
  Block *before = loop->getBlock();
  Block *after = rewriter.splitBlock(before, std::next(loop->getIterator()));
  // The body's own arguments, index and carried values, become those of the
  // block that decides whether to go on.
  Block *body = loop.getBody();
  Block *last = &loop.getRegion().back();
  auto yield = cast<scf::YieldOp>(last->getTerminator());

  Block *condition = rewriter.createBlock(after);
  SmallVector<Location> locations(body->getNumArguments(), loc);
  condition->addArguments(body->getArgumentTypes(), locations);
  rewriter.inlineRegionBefore(loop.getRegion(), after);
  for (auto [old, replacement] :
       llvm::zip_equal(body->getArguments(), condition->getArguments()))
    old.replaceAllUsesWith(replacement);
  body->eraseArguments(0, body->getNumArguments());

  Value index = condition->getArgument(0);
  rewriter.setInsertionPoint(yield);
  SmallVector<Value> next = {
      arith::AddIOp::create(rewriter, loc, index, loop.getStep())};
  llvm::append_range(next, yield.getOperands());
  cf::BranchOp::create(rewriter, loc, condition, next);
  rewriter.eraseOp(yield);

  rewriter.setInsertionPointToEnd(condition);
  Value goesOn = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::slt,
                                       index, loop.getUpperBound());
  cf::CondBranchOp::create(rewriter, loc, goesOn, body, ValueRange(), after,
                           ValueRange());

  rewriter.setInsertionPointToEnd(before);
  SmallVector<Value> first = {loop.getLowerBound()};
  llvm::append_range(first, loop.getInitArgs());
  cf::BranchOp::create(rewriter, loc, condition, first);
  loop->replaceAllUsesWith(condition->getArguments().drop_front());
  rewriter.eraseOp(loop);
}

/// Moves the blocks of `region` before `after`, which they branch to with what
/// they yield. Returns the first of them.
static Block *inlineBranch(IRRewriter &rewriter, Region &region, Block *after) {
  Block *first = &region.front();
  auto yield = cast<scf::YieldOp>(region.back().getTerminator());
  rewriter.setInsertionPoint(yield);
  cf::BranchOp::create(rewriter, yield.getLoc(), after, yield.getOperands());
  rewriter.eraseOp(yield);
  rewriter.inlineRegionBefore(region, after);
  return first;
}

static void lowerIf(IRRewriter &rewriter, scf::IfOp branch) {
  Location loc = branch.getLoc();
  Block *before = branch->getBlock();
  Block *after = rewriter.splitBlock(before, std::next(branch->getIterator()));
  SmallVector<Location> locations(branch.getNumResults(), loc);
  after->addArguments(branch.getResultTypes(), locations);
  Block *thenBlock = inlineBranch(rewriter, branch.getThenRegion(), after);
  Block *elseBlock =
      branch.getElseRegion().empty()
          ? after
          : inlineBranch(rewriter, branch.getElseRegion(), after);
  rewriter.setInsertionPointToEnd(before);
  cf::CondBranchOp::create(rewriter, loc, branch.getCondition(), thenBlock,
                           ValueRange(), elseBlock, ValueRange());
  branch->replaceAllUsesWith(after->getArguments());
  rewriter.eraseOp(branch);
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

namespace {
/// Lowers croton.check; owns the texts of a module and the declaration of the
/// function that ends a call.
class CheckLowering {
public:
  explicit CheckLowering(ModuleOp module) : module(module), symbols(module) {}

  void lower(IRRewriter &rewriter, CheckOp check);

private:
  LLVM::LLVMFuncOp getFail(OpBuilder &builder);
  LLVM::GlobalOp getText(OpBuilder &builder, StringAttr format);
  Value storeValues(OpBuilder &builder, CheckOp check);

  ModuleOp module;
  SymbolTable symbols;
  LLVM::LLVMFuncOp fail;
  DenseMap<StringAttr, LLVM::GlobalOp> texts;
};
} // namespace

LLVM::LLVMFuncOp CheckLowering::getFail(OpBuilder &builder) {
  constexpr StringLiteral name = "croton_rt_fail";
  if (!fail)
    fail = symbols.lookup<LLVM::LLVMFuncOp>(name);
  if (fail)
    return fail;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(module.getBody());
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  auto type =
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(builder.getContext()),
                                  {i32, pointer, pointer, i64});
  fail = LLVM::LLVMFuncOp::create(builder, module.getLoc(), name, type);
  fail.setPassthroughAttr(builder.getArrayAttr(
      {builder.getStringAttr("noreturn"), builder.getStringAttr("cold")}));
  symbols.insert(fail);
  return fail;
}

LLVM::GlobalOp CheckLowering::getText(OpBuilder &builder, StringAttr format) {
  LLVM::GlobalOp &text = texts[format];
  if (text)
    return text;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(module.getBody());
  std::string bytes = format.getValue().str();
  bytes.push_back('\0');
  auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), bytes.size());
  text = LLVM::GlobalOp::create(builder, module.getLoc(), type,
                                /*isConstant=*/true, LLVM::Linkage::Private,
                                "__croton_check", builder.getStringAttr(bytes));
  symbols.insert(text);
  return text;
}

/// Puts the values of the message into an array on the stack.
Value CheckLowering::storeValues(OpBuilder &builder, CheckOp check) {
  Location loc = check.getLoc();
  Type i64 = builder.getI64Type();
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  if (check.getValues().empty())
    return LLVM::ZeroOp::create(builder, loc, pointer);
  Value count = LLVM::ConstantOp::create(
      builder, loc, builder.getI64IntegerAttr(check.getValues().size()));
  Value array = LLVM::AllocaOp::create(builder, loc, pointer, i64, count);
  for (auto [index, value] : llvm::enumerate(check.getValues())) {
    Value address = LLVM::GEPOp::create(
        builder, loc, pointer, i64, array,
        ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(index)});
    Value number = arith::IndexCastOp::create(builder, loc, i64, value);
    LLVM::StoreOp::create(builder, loc, number, address);
  }
  return array;
}

void CheckLowering::lower(IRRewriter &rewriter, CheckOp check) {
  Location loc = check.getLoc();
  Block *before = check->getBlock();
  Block *after = rewriter.splitBlock(before, std::next(check->getIterator()));
  Region *region = before->getParent();

  // The failing path goes to the end of the function, out of the way.
  Block *failure = rewriter.createBlock(region, region->end());
  Value code = LLVM::ConstantOp::create(rewriter, loc, check.getCodeAttr());
  Value text = LLVM::AddressOfOp::create(
      rewriter, loc, getText(rewriter, check.getFormatAttr()));
  Value values = storeValues(rewriter, check);
  Value count = LLVM::ConstantOp::create(
      rewriter, loc, rewriter.getI64IntegerAttr(check.getValues().size()));
  LLVM::CallOp::create(rewriter, loc, getFail(rewriter),
                       ValueRange{code, text, values, count});
  LLVM::UnreachableOp::create(rewriter, loc);

  rewriter.setInsertionPointToEnd(before);
  cf::CondBranchOp::create(rewriter, loc, check.getCondition(), after,
                           ValueRange(), failure, ValueRange(),
                           /*branchWeights=*/{1 << 20, 1});
  rewriter.eraseOp(check);
}

//===----------------------------------------------------------------------===//
// Driver
//===----------------------------------------------------------------------===//

static LogicalResult lowerOtherStructures(ModuleOp module) {
  ConversionTarget target(*module.getContext());
  target.addIllegalDialect<scf::SCFDialect>();
  target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  RewritePatternSet patterns(module.getContext());
  populateSCFToControlFlowConversionPatterns(patterns);
  return applyPartialConversion(module, target, std::move(patterns));
}

LogicalResult croton::lowerControlFlow(ModuleOp module) {
  SmallVector<Operation *> worklist;
  auto collect = [&] {
    worklist.clear();
    bool hasOthers = false;
    module.walk([&](Operation *op) {
      if (isa<scf::ForOp, scf::IfOp, CheckOp>(op))
        worklist.push_back(op);
      else if (isa_and_nonnull<scf::SCFDialect>(op->getDialect()))
        hasOthers |= !isa<scf::YieldOp>(op);
    });
    return hasOthers;
  };
  if (collect()) {
    if (failed(lowerOtherStructures(module)))
      return failure();
    collect();
  }

  IRRewriter rewriter(module.getContext());
  CheckLowering checks(module);
  for (Operation *op : llvm::reverse(worklist)) {
    if (auto loop = dyn_cast<scf::ForOp>(op))
      lowerFor(rewriter, loop);
    else if (auto branch = dyn_cast<scf::IfOp>(op))
      lowerIf(rewriter, branch);
    else
      checks.lower(rewriter, cast<CheckOp>(op));
  }
  return success();
}
