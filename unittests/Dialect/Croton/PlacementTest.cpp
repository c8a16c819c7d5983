//===- PlacementTest.cpp - Both ways to a device --------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Properties of placement, on random graphs: the two ways agree, a second run
// changes nothing, no transfer is too many, and values stay.
//
//===----------------------------------------------------------------------===//

#include "croton/Dialect/Croton/IR/Builders.h"
#include "croton/Dialect/Croton/Transforms/DevicePlacement.h"
#include "croton/Dialect/Croton/Transforms/Rewrites.h"
#include "croton/Interfaces/EvaluableOpInterface.h"
#include "croton/Reference/Evaluator.h"
#include "croton/Reference/Models.h"
#include "croton/Rewrite/FrozenRewrites.h"
#include "croton/Rewrite/Profile.h"
#include "croton/Rewrite/Registry.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringSet.h"
#include "gtest/gtest.h"

#include <map>
#include <random>

using namespace mlir;
using namespace mlir::croton;

namespace {
/// A foreign op that takes part: it runs on a device, with operands from any.
struct ConcatModel
    : DeviceLiftOpInterface::ExternalModel<ConcatModel, tensor::ConcatOp> {
  bool acceptsMixedDevices(Operation *) const { return true; }
};

class PlacementTest : public testing::Test {
protected:
  PlacementTest() : context(getRegistry()) {
    context.loadAllAvailableDialects();
    dev0 = DeviceAttr::get(&context, "dev0");
    plan = resolve("+gpu");
  }

  static DialectRegistry getRegistry() {
    DialectRegistry registry;
    registry.insert<CrotonDialect, func::FuncDialect, tensor::TensorDialect>();
    registerReferenceModels(registry);
    registerCrotonRewrites(registry);
    registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
      tensor::ConcatOp::attachInterface<ConcatModel>(*context);
    });
    return registry;
  }

  Plan resolve(StringRef query) {
    return llvm::cantFail(createPlacementDatabase(dev0)->resolve(
        llvm::cantFail(Query::parse(query))));
  }

  FailureOr<bool> place(Operation *op, PlacementWay way,
                        RewriteProfile *profile = nullptr) {
    PlacementOptions options;
    options.device = dev0;
    options.way = way;
    // Locations tell ops apart.
    options.run.provenance = false;
    options.run.profile = profile;
    return placeOnDevice(op, plan, options);
  }

  OwningOpRef<ModuleOp> parse(StringRef text) {
    return parseSourceString<ModuleOp>(text, &context);
  }

  MLIRContext context;
  DeviceAttr dev0;
  Plan plan;
};

/// Makes a function of random ops on tensors of a few types.
class GraphMaker {
public:
  GraphMaker(MLIRContext *context, unsigned seed)
      : random(seed), b(UnknownLoc::get(context), context) {
    module = ModuleOp::create(b.getLoc());
    b.setInsertionPointToStart(module->getBody());
    matrix = RankedTensorType::get({3, 4}, b.getF32Type());
    vector = RankedTensorType::get({4}, b.getF32Type());
    scalar = RankedTensorType::get({}, b.getF32Type());
    SmallVector<Type> arguments = {matrix, matrix, matrix,
                                   vector, scalar, scalar};
    function =
        func::FuncOp::create(b, "main", b.getFunctionType(arguments, {}));
    Block *entry = function.addEntryBlock();
    b.setInsertionPointToStart(entry);
    for (Value argument : entry->getArguments())
      add(argument);
  }

  OwningOpRef<ModuleOp> make(unsigned numOps) {
    for (unsigned i = 0; i < numOps; ++i) {
      b.setLoc(NameLoc::get(b.getStringAttr("op" + Twine(i))));
      addOp();
    }
    SmallVector<Value> results;
    for (auto *pool : {&matrices, &vectors, &scalars})
      for (unsigned i = 0; i < 2; ++i)
        results.push_back(pick(*pool));
    b.setLoc(NameLoc::get(b.getStringAttr("return")));
    func::ReturnOp::create(b, results);
    function.setFunctionType(b.getFunctionType(function.getArgumentTypes(),
                                               ValueRange(results).getTypes()));
    // What has no effect goes in one way and stays in the other.
    for (Operation &op :
         llvm::make_early_inc_range(llvm::reverse(function.front())))
      if (isOpTriviallyDead(&op))
        op.erase();
    return std::move(module);
  }

private:
  unsigned draw(unsigned count) { return random() % count; }
  Value pick(ArrayRef<Value> pool) {
    // New values more often than old ones, so that graphs get deep.
    unsigned window =
        draw(3) ? std::min<unsigned>(pool.size(), 4) : pool.size();
    return pool[pool.size() - 1 - draw(window)];
  }
  void add(Value value) {
    auto type = cast<RankedTensorType>(value.getType());
    (type.getRank() == 2   ? matrices
     : type.getRank() == 1 ? vectors
                           : scalars)
        .push_back(value);
  }

  void addOp() {
    Type i64 = b.getI64Type();
    switch (draw(16)) {
    case 0:
      return add(croton::tanh(b, pick(matrices)));
    case 1:
      return add(croton::add(b, pick(matrices), pick(matrices)));
    case 2:
      return add(croton::mul(b, pick(matrices), pick(vectors)));
    case 3:
      return add(croton::sum(b, pick(matrices), {0}));
    case 4:
      return add(croton::sum(b, pick(vectors)));
    case 5:
      return add(croton::sub(b, pick(vectors), pick(scalars)));
    case 6:
      return add(croton::tanh(b, pick(scalars)));
    case 7:
      return add(croton::alloc(b, pick(scalars),
                               {croton::scalar(b, int64_t(3), i64),
                                croton::shapeI(b, pick(vectors), 0)}));
    case 8:
      return add(ConstantOp::create(
          b, DenseElementsAttr::get(vector, b.getF32FloatAttr(draw(5)))));
    case 9: {
      IndexEntry row;
      row.isIndex = true;
      row.start.constant = draw(3);
      return add(croton::subtensor(b, pick(matrices), {row}));
    }
    case 10:
      // By way of the complex numbers, which no device has.
      return add(croton::castTo(
          b,
          croton::neq(b,
                      croton::castTo(b, pick(vectors),
                                     ComplexType::get(b.getF32Type())),
                      croton::scalar(b, 0.0, ComplexType::get(b.getF32Type()))),
          b.getF32Type()));
    case 11:
      // Some op that knows no devices.
      return add(tensor::CastOp::create(b, matrix, pick(matrices)));
    case 12:
      return add(croton::transfer(
          b, croton::transfer(b, pick(matrices), StringRef("dev0")),
          StringRef("host")));
    case 13:
      return add(croton::add(b, pick(scalars), pick(scalars)));
    case 14:
      return add(croton::fill(b, pick(matrices), pick(scalars)));
    case 15:
      return add(croton::dot(b, pick(matrices), pick(vectors)).getType() ==
                         vector
                     ? pick(vectors)
                     : croton::softmax(b, pick(matrices)));
    }
  }

  std::mt19937 random;
  ImplicitLocOpBuilder b;
  OwningOpRef<ModuleOp> module;
  func::FuncOp function;
  RankedTensorType matrix, vector, scalar;
  SmallVector<Value> matrices, vectors, scalars;
};
} // namespace

static std::string print(Operation *op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  op->print(os, OpPrintingFlags().enableDebugInfo());
  return text;
}

static std::string print(Type type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << type;
  return text;
}

/// Where each op is, and how many transfers go where, whatever their order.
static std::multiset<std::string> describePlaces(Operation *root) {
  std::multiset<std::string> places;
  root->walk([&](Operation *op) {
    std::string text;
    llvm::raw_string_ostream os(text);
    os << op->getName() << " ";
    // A transfer may stand anywhere.
    if (!op->hasTrait<IsTransfer>())
      os << op->getLoc();
    for (Type type : op->getOperandTypes())
      os << " " << type;
    os << " ->";
    for (Type type : op->getResultTypes())
      os << " " << type;
    places.insert(text);
  });
  return places;
}

/// Each transfer is wanted: something reads it, nothing else brings the same
/// value to the same place, and what it takes is where it was computed.
static void expectNoTransferTooMany(Operation *root) {
  std::map<std::pair<void *, std::string>, unsigned> counts;
  for (Operation *transfer : getTransfers(root)) {
    Value operand = transfer->getOperand(0);
    EXPECT_FALSE(transfer->use_empty()) << print(transfer);
    Operation *maker = operand.getDefiningOp();
    EXPECT_FALSE(maker && maker->hasTrait<IsTransfer>()) << print(transfer);
    EXPECT_NE(getDevice(operand), getDevice(transfer->getResult(0)));
    EXPECT_EQ((++counts[{operand.getAsOpaquePointer(),
                         print(transfer->getResult(0).getType())}]),
              1u)
        << print(transfer);
  }
}

static SmallVector<HostTensor> evaluate(ModuleOp module) {
  auto function = module.lookupSymbol<func::FuncOp>("main");
  SmallVector<HostTensor> arguments;
  int64_t next = 0;
  for (Type type : function.getArgumentTypes()) {
    HostTensor tensor = *HostTensor::allocate(
        DType::F32, cast<RankedTensorType>(type).getShape());
    for (float &element : tensor.getData<float>())
      element = static_cast<float>((next++ * 7) % 11 - 5) / 4;
    arguments.push_back(tensor);
  }
  EvaluatorState state;
  FailureOr<SmallVector<HostTensor>> results =
      evaluateFunction(function, arguments, state);
  EXPECT_TRUE(succeeded(results));
  return succeeded(results) ? *results : SmallVector<HostTensor>();
}

static void expectSameBits(ArrayRef<HostTensor> a, ArrayRef<HostTensor> b) {
  ASSERT_EQ(a.size(), b.size());
  for (auto [x, y] : llvm::zip_equal(a, b)) {
    ASSERT_EQ(x.getShape(), y.getShape());
    ASSERT_EQ(x.getDType(), y.getDType());
    EXPECT_EQ(memcmp(x.getRawData(), y.getRawData(), x.getByteSize()), 0);
  }
}

//===----------------------------------------------------------------------===//
// Lifters
//===----------------------------------------------------------------------===//

TEST_F(PlacementTest, BothWaysHaveTheSameLifters) {
  llvm::StringSet<> given;
  for (const auto &lifter : getDeviceLifters())
    EXPECT_TRUE(given.insert(lifter->getName()).second)
        << lifter->getName().str();
  const PlanNode *lifting = plan.findStage("gpuarray-local-optimizations");
  ASSERT_TRUE(lifting);
  EXPECT_EQ(lifting->locals.size(), given.size());
  for (const PlannedLocal &local : lifting->locals)
    EXPECT_TRUE(given.contains(local.rewrite->getName()));
  // The main sequence has the very same.
  auto registry = llvm::cantFail(RewriteRegistry::collect(&context));
  for (const auto &lifter : getDeviceLifters()) {
    auto member = registry.getDatabase().find(lifter->getName());
    ASSERT_TRUE(static_cast<bool>(member))
        << llvm::toString(member.takeError());
    EXPECT_EQ((*member)->rewrite.get(), lifter.get());
  }
}

TEST_F(PlacementTest, EveryOpHasOneLifter) {
  FrozenRewrites lifters(
      &context, plan.findStage("gpuarray-local-optimizations")->locals);
  unsigned numLiftable = 0;
  for (RegisteredOperationName op : context.getRegisteredOperations()) {
    unsigned count = lifters.getCandidates(op).size();
    bool isLiftable = op.hasInterface<DeviceLiftOpInterface>();
    numLiftable += isLiftable;
    bool isOurs = op.getDialectNamespace() == "croton";
    // The lifter for all others counts, too, but its filter refuses ours.
    EXPECT_EQ(count, !isLiftable ? 0u
                     : isOurs    ? 2u
                                 : 1u)
        << op.getStringRef().str();
  }
  EXPECT_GT(numLiftable, 40u);
}

TEST_F(PlacementTest, BothWaysTryTheSameLifters) {
  std::set<std::string> tried[2];
  for (unsigned seed = 0; seed < 20; ++seed)
    for (PlacementWay way :
         {PlacementWay::Topological, PlacementWay::Equilibrium}) {
      OwningOpRef<ModuleOp> module = GraphMaker(&context, seed).make(40);
      RewriteProfile profile;
      ASSERT_TRUE(succeeded(place(*module, way, &profile)));
      for (const StageCounts &stage : profile.getStages())
        for (const auto &[name, counts] : stage.rewrites)
          if (counts.applied && StringRef(name).starts_with("local-gpu"))
            tried[static_cast<int>(way)].insert(name);
    }
  EXPECT_EQ(tried[0], tried[1]);
  EXPECT_GT(tried[0].size(), 6u);
}

//===----------------------------------------------------------------------===//
// Properties
//===----------------------------------------------------------------------===//

TEST_F(PlacementTest, RandomGraphs) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    OwningOpRef<ModuleOp> original = GraphMaker(&context, seed).make(30);
    ASSERT_TRUE(succeeded(verify(*original)));
    OwningOpRef<ModuleOp> scanned = original->clone();
    OwningOpRef<ModuleOp> settled = original->clone();
    ASSERT_TRUE(succeeded(place(*scanned, PlacementWay::Topological)));
    ASSERT_TRUE(succeeded(place(*settled, PlacementWay::Equilibrium)));
    ASSERT_TRUE(succeeded(verify(*scanned)));
    ASSERT_TRUE(succeeded(verify(*settled)));
    expectNoTransferTooMany(*scanned);
    expectNoTransferTooMany(*settled);
    EXPECT_EQ(describePlaces(*scanned), describePlaces(*settled))
        << print(*original) << print(*scanned) << print(*settled);

    // Nothing is left to do, for either way on the result of either.
    for (ModuleOp module : {*scanned, *settled})
      for (PlacementWay way :
           {PlacementWay::Topological, PlacementWay::Equilibrium}) {
        std::string before = print(module);
        FailureOr<bool> changed = place(module, way);
        ASSERT_TRUE(succeeded(changed));
        EXPECT_FALSE(*changed);
        EXPECT_EQ(before, print(module));
      }

    SmallVector<HostTensor> expected = evaluate(*original);
    expectSameBits(evaluate(*scanned), expected);
    expectSameBits(evaluate(*settled), expected);
    if (HasFailure())
      return;
  }
}

// Each op is asked at most twice, however long the graph.
TEST_F(PlacementTest, AttemptsAreLinear) {
  for (unsigned numOps : {100, 1000}) {
    OwningOpRef<ModuleOp> module = GraphMaker(&context, 1).make(numOps);
    unsigned size = 0;
    module->walk([&](Operation *) { ++size; });
    RewriteProfile profile;
    ASSERT_TRUE(succeeded(place(*module, PlacementWay::Topological, &profile)));
    uint64_t tried = 0;
    for (const StageCounts &stage : profile.getStages())
      for (const auto &[name, counts] : stage.rewrites)
        tried += counts.tried;
    EXPECT_LE(tried, 2 * size);
    EXPECT_GE(tried, size / 2);
  }
}

// What does not fit into the parameters of a kernel is summed in parts, in the
// same order: descriptors of matrices take 56 bytes, of which 73 fit into 4096.
TEST_F(PlacementTest, WideSums) {
  for (PlacementWay way :
       {PlacementWay::Topological, PlacementWay::Equilibrium}) {
    ImplicitLocOpBuilder b(UnknownLoc::get(&context), &context);
    OwningOpRef<ModuleOp> module = ModuleOp::create(b.getLoc());
    b.setInsertionPointToStart(module->getBody());
    auto type = RankedTensorType::get({2, 3}, b.getF32Type());
    SmallVector<Type> types(200, type);
    auto function =
        func::FuncOp::create(b, "main", b.getFunctionType(types, {type}));
    Block *entry = function.addEntryBlock();
    b.setInsertionPointToStart(entry);
    func::ReturnOp::create(
        b, Value(AddOp::create(b, ValueRange(entry->getArguments()))));
    SmallVector<HostTensor> expected = evaluate(*module);
    ASSERT_TRUE(succeeded(place(*module, way)));
    ASSERT_TRUE(succeeded(verify(*module)));
    SmallVector<unsigned> sizes;
    function.walk([&](AddOp op) {
      sizes.push_back(op->getNumOperands());
      EXPECT_EQ(getDevice(op.getResult()), dev0);
    });
    EXPECT_EQ(sizes, SmallVector<unsigned>({72, 72, 58}));
    expectSameBits(evaluate(*module), expected);
  }
}

//===----------------------------------------------------------------------===//
// Foreign ops
//===----------------------------------------------------------------------===//

// An op of another dialect joins by an external model, and one that accepts
// operands from several devices is no conflict.
TEST_F(PlacementTest, MixedDevices) {
  for (PlacementWay way :
       {PlacementWay::Topological, PlacementWay::Equilibrium}) {
    OwningOpRef<ModuleOp> module = parse(R"(
      func.func @main(%x: tensor<2xf32, #croton.device<"dev1">>, %y: tensor<3xf32>)
          -> tensor<5xf32> {
        %a = croton.host_from_gpu %x : tensor<2xf32, #croton.device<"dev1">>
        %b = croton.exp %y : tensor<3xf32>
        %r = tensor.concat dim(0) %a, %b
            : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>
        return %r : tensor<5xf32>
      })");
    ASSERT_TRUE(module);
    ASSERT_TRUE(succeeded(place(*module, way)));
    std::string text = print(*module);
    EXPECT_TRUE(StringRef(text).contains(
        "(tensor<2xf32, #croton.device<\"dev1\">>, tensor<3xf32, "
        "#croton.device<\"dev0\">>) -> tensor<5xf32, "
        "#croton.device<\"dev1\">>"))
        << text;
  }
}
