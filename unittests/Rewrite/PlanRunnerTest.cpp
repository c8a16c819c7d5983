//===- PlanRunnerTest.cpp - Plans on modules, again and in parallel -------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DriverTestSupport.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/ThreadPool.h"
#include <mutex>

using namespace mlir;
using namespace mlir::croton;

namespace {
class PlanRunnerTest : public DriverTest {
protected:
  PlanRunnerTest() : DriverTest(MLIRContext::Threading::ENABLED) {}
};

/// Writes down what happened, function by function.
class EventLog : public ApplicationObserver {
public:
  explicit EventLog(bool isSerial = false) : isSerial(isSerial) {}

  bool needsSingleThread() const override { return isSerial; }
  bool wantsMisses(StringRef) override { return true; }
  void onMiss(StringRef rewrite, OperationName root, Location loc, Miss miss,
              StringRef reason) override {
    note(loc, ("miss " + rewrite + " " + root.getStringRef()).str());
  }
  void onApplied(StringRef rewrite, unsigned number, OperationName root,
                 Location loc) override {
    note(loc,
         (rewrite + "#" + Twine(number) + " " + root.getStringRef()).str());
  }

  std::string getText() const {
    std::string text;
    for (const auto &[function, lines] : events)
      text += function + ":\n" + lines;
    return text;
  }

private:
  /// Locations are named after their function.
  void note(Location loc, const std::string &line) {
    std::string function;
    loc->walk([&](Location nested) {
      if (auto name = dyn_cast<NameLoc>(nested))
        function = name.getName().str();
      return WalkResult::advance();
    });
    std::lock_guard<std::mutex> lock(mutex);
    events[function] += "  " + line + "\n";
  }

  bool isSerial;
  std::mutex mutex;
  std::map<std::string, std::string> events;
};
} // namespace

static Plan makePlan(ArrayRef<std::shared_ptr<const LocalRewrite>> rewrites,
                     PlanNode::Kind kind = PlanNode::Kind::Equilibrium) {
  Plan plan;
  plan.root.kind = kind;
  plan.root.name = "stage";
  for (const std::shared_ptr<const LocalRewrite> &rewrite : rewrites)
    plan.root.locals.push_back({rewrite, 0, -1});
  return plan;
}

/// `numFunctions` functions of different lengths, of t.g and t.f with a merge
/// opportunity here and there, each op located at its function.
static std::string makeFunctions(unsigned numFunctions) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (unsigned f = 0; f < numFunctions; ++f) {
    std::string loc = " loc(\"f" + std::to_string(f) + "\")\n";
    os << "func.func @f" << f << "(%a: i32) -> i32 {\n";
    os << "  %v0 = \"t.g\"(%a) : (i32) -> i32" << loc;
    unsigned length = 3 + f * 7 % 23;
    for (unsigned i = 0; i < length; ++i)
      os << "  %v" << i + 1 << " = \""
         << (i % 3 == 0   ? "t.f"
             : i % 3 == 1 ? "t.g"
                          : "t.e")
         << "\"(%v" << i << ") {n = " << (i * f) % 5 << " : i32} : (i32) -> i32"
         << loc;
    os << "  return %v" << length << " : i32" << loc << "}" << loc;
  }
  return text;
}

/// f(g(x)) to h(x, x); g to k where it has a number; h to three ops.
static SmallVector<std::shared_ptr<const LocalRewrite>> makeRewrites() {
  auto fuse = makeLambda("fuse", "t.f", [](Operation *op, PatternRewriter &r) {
    Operation *g = op->getOperand(0).getDefiningOp();
    if (!g || g->getName().getStringRef() != "t.g")
      return failure();
    Value x = g->getOperand(0);
    r.replaceOp(op, makeOp(r, "t.h", op->getResultTypes(), {x, x}));
    return success();
  });
  auto split =
      makeLambda("split", "t.h", [](Operation *op, PatternRewriter &r) {
        Type type = op->getResult(0).getType();
        Value left = makeOp(r, "t.m", type, op->getOperand(0))->getResult(0);
        Value right = makeOp(r, "t.n", type, op->getOperand(1))->getResult(0);
        r.replaceOp(op, makeOp(r, "t.p", type, {left, right}));
        return success();
      });
  std::shared_ptr<LocalRewrite> rename = makeRename("t.g", "t.k");
  rename->setFilter([](Operation *root) { return root->hasAttr("n"); });
  return {fuse, split, rename};
}

//===----------------------------------------------------------------------===//
// Determinism
//===----------------------------------------------------------------------===//

TEST_F(PlanRunnerTest, ThreadsChangeNothing_40) {
  std::string text = makeFunctions(50), expected, expectedEvents;
  for (PlanNode::Kind kind :
       {PlanNode::Kind::Equilibrium, PlanNode::Kind::Topological}) {
    expected.clear();
    for (unsigned numThreads : {0, 1, 2, 4, 2}) {
      std::unique_ptr<llvm::DefaultThreadPool> pool;
      context.disableMultithreading();
      if (numThreads) {
        pool = std::make_unique<llvm::DefaultThreadPool>(
            llvm::hardware_concurrency(numThreads));
        context.setThreadPool(*pool);
      }
      OwningOpRef<ModuleOp> module = parse(text);
      EventLog log;
      run.observer = &log;
      PlanRunner runner(&context, makePlan(makeRewrites(), kind));
      EXPECT_EQ(describe(runner.run(*module, run)), "changed");
      std::string result = print(*module, /*withLocations=*/true);
      if (expected.empty()) {
        expected = result;
        expectedEvents = log.getText();
        EXPECT_NE(expectedEvents.find("f49:"), std::string::npos);
        EXPECT_NE(expectedEvents.find("fuse#1 t.f"), std::string::npos);
      }
      EXPECT_EQ(result, expected) << numThreads << " threads";
      EXPECT_EQ(log.getText(), expectedEvents) << numThreads << " threads";
      context.disableMultithreading();
    }
  }
}

TEST_F(PlanRunnerTest, AddressesChangeNothing_40) {
  // What is allocated in between moves the ops to other addresses, and so
  // changes every hash of a pointer.
  std::string text = makeFunctions(5), expected;
  std::vector<OwningOpRef<ModuleOp>> ballast;
  for (unsigned i = 0; i < 8; ++i) {
    for (unsigned k = 0; k < i * 3; ++k)
      ballast.push_back(parse(makeFunctions(k % 4 + 1)));
    OwningOpRef<ModuleOp> module = parse(text);
    run.observer = nullptr;
    PlanRunner runner(&context, makePlan(makeRewrites()));
    EXPECT_EQ(describe(runner.run(*module, run)), "changed");
    std::string result = print(*module, /*withLocations=*/true);
    if (expected.empty())
      expected = result;
    EXPECT_EQ(result, expected);
  }
}

TEST_F(PlanRunnerTest, FickleRewriteShowsInTheLog_40) {
  // A rewrite that fires every second time: two runs from the same text differ
  // in their events, and say where.
  context.disableMultithreading();
  unsigned calls = 0;
  auto fickle =
      makeLambda("fickle", "t.g", [&](Operation *op, PatternRewriter &r) {
        if (calls++ % 2)
          return failure();
        r.replaceOp(op,
                    makeOp(r, "t.k", op->getResultTypes(), op->getOperands()));
        return success();
      });
  std::string logs[2];
  for (std::string &text : logs) {
    OwningOpRef<ModuleOp> module = parse(R"mlir(
      func.func @f() {
        "t.g"() : () -> () loc("f")
        return
      }
    )mlir");
    EventLog log;
    run.observer = &log;
    PlanRunner runner(&context,
                      makePlan({fickle}, PlanNode::Kind::Topological));
    EXPECT_TRUE(succeeded(runner.run(*module, run)));
    text = log.getText();
  }
  EXPECT_EQ(logs[0], "f:\n  fickle#1 t.g\n");
  EXPECT_EQ(logs[1], "f:\n  miss fickle t.g\n");
}

TEST_F(PlanRunnerTest, SerialObserverSeesProgramOrder) {
  std::string seen;
  class Order : public ApplicationObserver {
  public:
    explicit Order(std::string &seen) : seen(seen) {}
    bool needsSingleThread() const override { return true; }
    bool mayApply(StringRef, Operation *root) override {
      StringRef name = root->getParentOfType<func::FuncOp>().getName();
      if (!StringRef(seen).ends_with((name + " ").str()))
        seen += name.str() + " ";
      return true;
    }
    std::string &seen;
  } order(seen);
  OwningOpRef<ModuleOp> module = parse(makeFunctions(12));
  run.observer = &order;
  PlanRunner runner(&context, makePlan(makeRewrites()));
  EXPECT_TRUE(succeeded(runner.run(*module, run)));
  EXPECT_EQ(seen, "f0 f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 f11 ");
}

//===----------------------------------------------------------------------===//
// Dialects that are loaded late
//===----------------------------------------------------------------------===//

TEST(FrozenRewritesTest, RootsOfLateDialectsAreFound_43) {
  MLIRContext context;
  context.allowUnregisteredDialects();
  context.loadDialect<func::FuncDialect>();
  unsigned byName = 0, byInterface = 0;
  class InterfacePattern
      : public OpInterfaceRewritePattern<ConditionallySpeculatable> {
  public:
    InterfacePattern(MLIRContext *context, unsigned &tried)
        : OpInterfaceRewritePattern(context), tried(tried) {}
    LogicalResult matchAndRewrite(ConditionallySpeculatable op,
                                  PatternRewriter &) const override {
      tried += op->getName().getStringRef() == "arith.addi";
      return failure();
    }
    unsigned &tried;
  };
  auto interface = std::make_shared<LocalRewrite>(
      "interface", NumericClaim::Exact, "for tests",
      [&](RewritePatternSet &patterns) {
        patterns.add<InterfacePattern>(patterns.getContext(), byInterface);
      });
  auto name =
      makeLambda("name", "arith.addi", [&](Operation *, PatternRewriter &) {
        ++byName;
        return failure();
      });
  FrozenRewrites rewrites(&context, {{interface, 0, -1}, {name, 0, -1}});
  // Asked for before it is known.
  EXPECT_EQ(
      rewrites.getCandidates(OperationName("arith.addi", &context)).size(), 1u);

  context.loadDialect<arith::ArithDialect>();
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(R"mlir(
    func.func @main(%a: i32) -> i32 {
      %0 = arith.addi %a, %a : i32
      return %0 : i32
    }
  )mlir",
                                                             &context);
  ASSERT_TRUE(module);
  EXPECT_TRUE(succeeded(applyEquilibrium(*module, rewrites)));
  EXPECT_EQ(byInterface, 1u);
  EXPECT_EQ(byName, 1u);
}

//===----------------------------------------------------------------------===//
// Shapes of graphs
//===----------------------------------------------------------------------===//

TEST_F(PlanRunnerTest, SeveralBlocksAndNestedRegions) {
  constexpr StringLiteral text = R"mlir(
    "t.g"() : () -> ()
    func.func @main(%c: i1, %a: i32) -> i32 {
      %0 = "t.g"(%a) : (i32) -> i32
      "t.br"(%c)[^bb1, ^bb2] : (i1) -> ()
    ^bb1:
      %1 = "t.g"(%0) ({
        %2 = "t.g"(%0) : (i32) -> i32
        "t.wrap"() ({
        ^bb0(%x: i32):
          %3 = "t.g"(%2, %x) : (i32, i32) -> i32
          "t.br"()[^bb4] : () -> ()
        ^bb4:
          %4 = "t.g"(%3) : (i32) -> i32
        }) : () -> ()
      }) : (i32) -> i32
      "t.br"()[^bb2] : () -> ()
    ^bb2:
      %5 = "t.g"(%0) : (i32) -> i32
      return %5 : i32
    ^unreachable:
      %6 = "t.g"(%5) : (i32) -> i32
      "t.br"()[^unreachable] : () -> ()
    }
    module @inner {
      func.func @nested() {
        "t.g"() : () -> ()
        return
      }
    }
  )mlir";
  auto rename =
      makeLambda("rename", "t.g", [](Operation *op, PatternRewriter &r) {
        OperationState state(op->getLoc(), "t.k");
        state.addTypes(op->getResultTypes());
        state.addOperands(op->getOperands());
        for (Region &region : op->getRegions())
          state.addRegion()->takeBody(region);
        r.replaceOp(op, r.create(state));
        return success();
      });
  std::string expected = normalize(text);
  for (size_t at = 0; (at = expected.find("\"t.g\"", at)) != std::string::npos;)
    expected.replace(at, 5, "\"t.k\"");
  for (PlanNode::Kind kind :
       {PlanNode::Kind::Equilibrium, PlanNode::Kind::Topological}) {
    OwningOpRef<ModuleOp> module = parse(text);
    PlanRunner runner(&context, makePlan({rename}, kind));
    EXPECT_EQ(describe(runner.run(*module, run)), "changed");
    EXPECT_EQ(print(*module), expected);
    EXPECT_TRUE(succeeded(verify(*module)));
    EXPECT_EQ(describe(runner.run(*module, run)), "unchanged");
  }
  EXPECT_EQ(messages, "");
}

TEST_F(PlanRunnerTest, RootItselfIsNotRewritten) {
  OwningOpRef<ModuleOp> module = parse(R"mlir(
    module {
      module @inner {
        "t.g"() : () -> ()
      }
    }
  )mlir");
  unsigned seen = 0;
  auto watch = makeLambda("watch", "", [&](Operation *op, PatternRewriter &) {
    EXPECT_NE(op, module->getOperation());
    ++seen;
    return failure();
  });
  PlanRunner runner(&context, makePlan({watch}));
  EXPECT_EQ(describe(runner.run(*module, run)), "unchanged");
  // The inner module and what is in it.
  EXPECT_EQ(seen, 2u);
}

TEST_F(PlanRunnerTest, FunctionsMayBeRootsToo) {
  // A rewrite of functions sees the module; ops in them are reached as well.
  OwningOpRef<ModuleOp> module = parse(makeFunctions(3));
  auto rename =
      makeLambda("rename", "func.func", [](Operation *op, PatternRewriter &r) {
        auto function = cast<func::FuncOp>(op);
        if (function.getName().starts_with("new_"))
          return failure();
        r.modifyOpInPlace(
            op, [&] { function.setName(("new_" + function.getName()).str()); });
        return success();
      });
  PlanRunner runner(&context, makePlan({rename, makeRename("t.g", "t.k")}));
  EXPECT_EQ(describe(runner.run(*module, run)), "changed");
  EXPECT_EQ(StringRef(print(*module)).count("\"new_f"), 3u) << print(*module);
  EXPECT_EQ(print(*module).find("\"t.g\""), std::string::npos);
}

//===----------------------------------------------------------------------===//
// Where ops come from
//===----------------------------------------------------------------------===//

/// The ops below `op` whose location is unknown, in any part.
static std::string findUnknown(Operation *op) {
  std::string names;
  op->walk([&](Operation *nested) {
    bool isUnknown = nested->getLoc()
                         ->walk([](Location loc) {
                           return isa<UnknownLoc>(loc) ? WalkResult::interrupt()
                                                       : WalkResult::advance();
                         })
                         .wasInterrupted();
    if (isUnknown)
      names += nested->getName().getStringRef().str() + " ";
  });
  return names;
}

TEST_F(PlanRunnerTest, NewOpsNameTheirRewritesAndRoots) {
  // The patterns leave all locations unknown.
  OwningOpRef<ModuleOp> module = parse(R"mlir(
    func.func @main(%a: i32) -> i32 {
      %g = "t.g"(%a) : (i32) -> i32 loc("m.mlir":1:2)
      %f = "t.f"(%g) : (i32) -> i32 loc("m.mlir":3:4)
      return %f : i32
    }
  )mlir");
  PlanRunner runner(&context, makePlan(makeRewrites()));
  EXPECT_EQ(describe(runner.run(*module, run)), "changed");
  EXPECT_EQ(findUnknown(*module), "");
  std::string text = print(*module, /*withLocations=*/true);
  EXPECT_NE(text.find("\"t.p\"(%1, %2) : (i32, i32) -> i32 "
                      "loc(fused<\"rewrites: split#1, fuse#1\">"
                      "[\"m.mlir\":3:4])"),
            std::string::npos)
      << text;
}

TEST_F(PlanRunnerTest, FoldedConstantsKeepALocation) {
  OwningOpRef<ModuleOp> module = parse(R"mlir(
    func.func @main() -> (i32, i32) {
      "t.x"() : () -> ()
      %1 = arith.constant 1 : i32
      %2 = arith.constant 2 : i32
      %3 = arith.addi %1, %2 : i32
      %4 = arith.constant 3 : i32
      return %3, %4 : i32, i32
    }
  )mlir");
  Plan plan = makePlan({});
  plan.root.equilibriumOptions.fold = true;
  PlanRunner runner(&context, plan);
  EXPECT_EQ(describe(runner.run(*module, run)), "changed");
  EXPECT_EQ(StringRef(print(*module)).count("arith.constant"), 1u);
  EXPECT_EQ(findUnknown(*module), "") << print(*module, true);
}

TEST_F(PlanRunnerTest, OpsOfGlobalsGetALocation) {
  OwningOpRef<ModuleOp> module = parse(R"mlir("t.g"() : () -> ())mlir");
  PlanNode node;
  node.kind = PlanNode::Kind::Equilibrium;
  node.name = "stage";
  node.globals = {std::make_shared<GlobalRewrite>(
      "global", NumericClaim::Exact, "for tests",
      [](Operation *op, RewriterBase &r) -> FailureOr<bool> {
        Operation &first = op->getRegion(0).front().front();
        if (first.getName().getStringRef() != "t.g")
          return false;
        r.setInsertionPoint(&first);
        r.replaceOp(&first, makeOp(r, "t.k", {}, {}));
        return true;
      })};
  Plan plan;
  plan.root = node;
  PlanRunner runner(&context, plan);
  EXPECT_EQ(describe(runner.run(*module, run)), "changed");
  EXPECT_EQ(findUnknown(*module), "");
  EXPECT_NE(print(*module, true).find("global#1"), std::string::npos)
      << print(*module, true);
}
