//===- Plugin.cpp - A dialect that croton does not know -------------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A shared object for `croton-opt --load-dialect-plugin`. It links none of
// croton's libraries: what it uses of them it takes from the program.
//
//===----------------------------------------------------------------------===//

#include "croton/Interfaces/EvaluableOpInterface.h"
#include "croton/Interfaces/ScalarBodyOpInterface.h"
#include "croton/Rewrite/Combinators.h"
#include "croton/Rewrite/RewriteProviderInterface.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"

#include <cmath>

using namespace mlir;
using namespace mlir::croton;

#include "PluginDialect.h.inc"

#define GET_OP_CLASSES
#include "PluginOps.h.inc"

#include "PluginDialect.cpp.inc"

#define GET_OP_CLASSES
#include "PluginOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Rewrites
//===----------------------------------------------------------------------===//

namespace {
// Pattern: softsign(x) -> softsign(x), marked once
class MarkSoftsign : public OpRewritePattern<test::SoftsignOp> {
public:
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(test::SoftsignOp op,
                                PatternRewriter &rewriter) const override {
    if (op->hasAttr("test_plugin.mark"))
      return rewriter.notifyMatchFailure(op, "is marked already");
    rewriter.modifyOpInPlace(
        op, [&] { op->setAttr("test_plugin.mark", rewriter.getUnitAttr()); });
    return success();
  }
};

/// One rewrite in a stage of another dialect, one in a stage of its own, and a
/// mode that selects both.
class PluginRewrites : public RewriteProviderInterface {
public:
  using RewriteProviderInterface::RewriteProviderInterface;

  llvm::Error registerStages(RewriteRegistry &registry) const override {
    if (llvm::Error error = registry.addMode(
            "test-plugin", "what a plugin brings", "+test-plugin"))
      return error;
    return registry.getDatabase().add(
        RewriteDatabase::createEquilibrium("plugin-marks"),
        Registration().at(2.5));
  }

  llvm::Error registerRewrites(RewriteRegistry &registry) const override {
    auto add = [&](StringRef stage, RewriteRef rewrite) -> llvm::Error {
      llvm::Expected<DatabaseRef> database = registry.findStage(stage);
      if (!database)
        return database.takeError();
      return (*database)->add(std::move(rewrite), {"test-plugin"});
    };
    llvm::Expected<std::shared_ptr<LocalRewrite>> sinkNeg = makePatternSub(
        "softsign-of-neg", NumericClaim::Exact, "softsign(-x) to -softsign(x)",
        "test_plugin.softsign(croton.neg(x))",
        "croton.neg(test_plugin.softsign(x))");
    if (!sinkNeg)
      return sinkNeg.takeError();
    if (llvm::Error error = add("canonicalize", *sinkNeg))
      return error;
    return add("plugin-marks",
               makeLocalRewrite<MarkSoftsign>(
                   "mark-softsign", NumericClaim::Exact, "an attribute"));
  }
};
} // namespace

void test::PluginDialect::initialize() {
  addInterfaces<PluginRewrites>();
  addOperations<
#define GET_OP_LIST
#include "PluginOps.cpp.inc"
      >();
}

SmallVector<Value> test::SoftsignOp::buildScalarBody(OpBuilder &builder,
                                                     Location loc,
                                                     ValueRange scalars) {
  Value x = scalars[0];
  Value one = arith::ConstantOp::create(builder, loc,
                                        builder.getFloatAttr(x.getType(), 1.0));
  Value size = math::AbsFOp::create(builder, loc, x);
  Value divisor = arith::AddFOp::create(builder, loc, one, size);
  return {arith::DivFOp::create(builder, loc, x, divisor)};
}

LogicalResult test::SoftsignOp::evaluate(ArrayRef<HostTensor> operands,
                                         SmallVectorImpl<HostTensor> &results,
                                         EvaluationErrors &errors) {
  FailureOr<HostTensor> result =
      HostTensor::allocate(operands[0].getDType(), operands[0].getShape());
  if (failed(result))
    return errors.fail("out of memory");
  for (auto [y, x] :
       llvm::zip_equal(result->getData<float>(), operands[0].getData<float>()))
    y = x / (1.0f + std::fabs(x));
  results.push_back(*result);
  return success();
}

extern "C" LLVM_ATTRIBUTE_WEAK DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "CrotonTestPlugin", LLVM_VERSION_STRING,
          [](DialectRegistry *registry) {
            registry->insert<test::PluginDialect>();
          }};
}
