//===- RegistryTest.cpp - All rewrites and modes of a context -------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestRewrites.h"
#include "croton/Rewrite/RewriteProviderInterface.h"
#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/ExtensibleDialect.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace mlir::croton;

//===----------------------------------------------------------------------===//
// Rewrites
//===----------------------------------------------------------------------===//

TEST(RegistryTest, ClaimsHaveNames) {
  for (NumericClaim claim :
       {NumericClaim::Exact, NumericClaim::Reassociates, NumericClaim::Unsafe})
    EXPECT_EQ(parseNumericClaim(stringifyNumericClaim(claim)), claim);
  EXPECT_EQ(stringifyNumericClaim(NumericClaim::Reassociates), "reassociates");
  EXPECT_EQ(parseNumericClaim("Exact"), std::nullopt);
  EXPECT_EQ(parseNumericClaim(""), std::nullopt);
}

TEST(RegistryTest, GlobalRewritesRunACallableOrPasses) {
  auto callable = makeGlobal("callable");
  EXPECT_TRUE(bool(callable->getApply()));
  EXPECT_FALSE(bool(callable->getBuildPipeline()));

  bool isCalled = false;
  auto passes =
      GlobalRewrite::fromPasses("passes", NumericClaim::Unsafe, "some passes",
                                [&](OpPassManager &) { isCalled = true; });
  EXPECT_FALSE(bool(passes->getApply()));
  EXPECT_EQ(passes->getName(), "passes");
  EXPECT_EQ(passes->getClaim(), NumericClaim::Unsafe);
  EXPECT_EQ(passes->getSummary(), "some passes");
  EXPECT_TRUE(isa<GlobalRewrite>(static_cast<Rewrite *>(passes.get())));
  MLIRContext context;
  PassManager manager(&context);
  passes->getBuildPipeline()(manager);
  EXPECT_TRUE(isCalled);
}

TEST(RegistryTest, TracksAreKeptOnceEach) {
  auto rewrite = makeLocal("x");
  EXPECT_TRUE(rewrite->getDeclaredTracks().empty());
  rewrite->setTracks({"b.op", "a.op", "b.op"});
  ASSERT_EQ(rewrite->getDeclaredTracks().size(), 2u);
  EXPECT_EQ(rewrite->getDeclaredTracks()[0], "b.op");
  EXPECT_EQ(rewrite->getDeclaredTracks()[1], "a.op");
}

//===----------------------------------------------------------------------===//
// Modes
//===----------------------------------------------------------------------===//

TEST(RegistryTest, ModesAreNamedQueries) {
  RewriteRegistry registry;
  ASSERT_EQ(getMessage(registry.addMode("fast_run", "all that helps",
                                        "+fast_run,-inplace")),
            "");
  const Mode *mode = llvm::cantFail(registry.findMode("fast_run"));
  EXPECT_EQ(mode->query, parseQuery("+fast_run,-inplace"));
  EXPECT_EQ(mode->summary, "all that helps");
  EXPECT_EQ(llvm::cantFail(registry.findMode("none"))->query, Query());
  EXPECT_EQ(registry.getModes().size(), 2u);
}

TEST(RegistryTest, ErrorsOfModes) {
  RewriteRegistry registry;
  ASSERT_EQ(getMessage(registry.addMode("fast_run", "", "+fast_run")), "");
  EXPECT_EQ(getMessage(registry.addMode("fast_run", "", "+other")),
            "cannot add mode 'fast_run': the name is taken");
  EXPECT_EQ(getMessage(registry.addMode("none", "", "")),
            "cannot add mode 'none': the name is taken");
  EXPECT_EQ(getMessage(registry.addMode("fast run", "", "")),
            "cannot add mode 'fast run': the name is no word: expected "
            "letters, digits, '_', '-' and '.', first a letter, a digit or "
            "'_'");
  EXPECT_EQ(getMessage(registry.addMode("new", "", "+a,&")),
            "cannot add mode 'new': query '+a,&' at character 5: expected a "
            "word after '&', got the end");
  EXPECT_EQ(getMessage(registry.findMode("fast-run")),
            "no mode 'fast-run'; did you mean 'fast_run'?");
  EXPECT_EQ(getMessage(registry.findMode("new")), "no mode 'new'");
  EXPECT_EQ(registry.getModes().size(), 2u);
}

//===----------------------------------------------------------------------===//
// Dialects that provide rewrites
//===----------------------------------------------------------------------===//

namespace {

using RegisterFn = std::function<llvm::Error(RewriteRegistry &)>;

class Provider : public RewriteProviderInterface {
public:
  Provider(Dialect *dialect, RegisterFn stages, RegisterFn rewrites)
      : RewriteProviderInterface(dialect), stages(std::move(stages)),
        rewrites(std::move(rewrites)) {}

  llvm::Error registerStages(RewriteRegistry &registry) const override {
    if (!stages)
      return RewriteProviderInterface::registerStages(registry);
    return stages(registry);
  }
  llvm::Error registerRewrites(RewriteRegistry &registry) const override {
    return rewrites(registry);
  }

private:
  RegisterFn stages, rewrites;
};

class CollectTest : public testing::Test {
protected:
  /// Loads a dialect without ops that registers what it is told to.
  void load(StringRef name, RegisterFn stages, RegisterFn rewrites) {
    context.getOrLoadDynamicDialect(name, [&](DynamicDialect *dialect) {
      dialect->addInterface<Provider>(std::move(stages), std::move(rewrites));
    });
  }

  MLIRContext context;
};

} // namespace

/// A provider that puts `rewrite` into `stage`, which is there already.
static RegisterFn addTo(StringRef stage, RewriteRef rewrite,
                        Registration registration) {
  return [=, stage = stage.str()](RewriteRegistry &registry) {
    return llvm::cantFail(registry.findStage(stage))
        ->add(rewrite, registration);
  };
}

static RegisterFn addStage(DatabaseRef stage, Registration registration) {
  return [=](RewriteRegistry &registry) {
    return registry.getDatabase().add(stage, registration);
  };
}

static llvm::Error addNothing(RewriteRegistry &) {
  return llvm::Error::success();
}

TEST_F(CollectTest, ContextWithoutProvidersHasNoRewrites) {
  RewriteRegistry registry = llvm::cantFail(RewriteRegistry::collect(&context));
  EXPECT_EQ(registry.getDatabase().getName(), "optdb");
  EXPECT_EQ(registry.getDatabase().getKind(), RewriteDatabase::Kind::Sequence);
  EXPECT_TRUE(registry.getDatabase().getMembers().empty());
  EXPECT_EQ(registry.getModes().size(), 1u);
}

TEST_F(CollectTest, RewritesJoinStagesOfOtherDialects) {
  std::string calls;
  auto note = [&](std::string call, RegisterFn next) {
    return [&calls, call, next](RewriteRegistry &registry) {
      calls += call + " ";
      return next(registry);
    };
  };
  // The stage is in the dialect that comes last.
  load("test_z",
       note("z.stages", addStage(RewriteDatabase::createEquilibrium("stage"),
                                 Registration().at(1))),
       note("z.rewrites", addTo("stage", makeLocal("from-z"), {"fr"})));
  load("test_a", nullptr,
       note("a.rewrites", addTo("stage", makeLocal("from-a"), {"fr"})));
  RewriteRegistry registry = llvm::cantFail(RewriteRegistry::collect(&context));
  EXPECT_EQ(calls, "z.stages a.rewrites z.rewrites ");
  EXPECT_EQ(
      print(llvm::cantFail(registry.getDatabase().resolve(parseQuery("+fr")))),
      "sequence optdb\n"
      "  1: equilibrium stage\n"
      "    from-a  [exact]\n"
      "    from-z  [exact]\n");
}

TEST_F(CollectTest, ClashesNameTheDialect) {
  RegisterFn stage = addStage(RewriteDatabase::createEquilibrium("stage"),
                              Registration().at(1));
  load("test_a", stage, addNothing);
  load("test_b",
       addStage(RewriteDatabase::createEquilibrium("stage"),
                Registration().at(1)),
       addNothing);
  EXPECT_EQ(getMessage(RewriteRegistry::collect(&context)),
            "dialect 'test_b': database 'optdb': cannot add equilibrium "
            "'stage': the name is taken by an equilibrium");
}

TEST_F(CollectTest, ErrorsOfRewritesNameTheDialect) {
  load("test_a", nullptr, addTo("", makeLocal("x"), Registration().at(1)));
  EXPECT_EQ(getMessage(RewriteRegistry::collect(&context)),
            "dialect 'test_a': database 'optdb': cannot add local rewrite 'x': "
            "a sequence holds global rewrites and databases with a driver, got "
            "a local rewrite, which needs an equilibrium or a topological "
            "database");
}

TEST_F(CollectTest, NamesAreUniqueAmongAllStages) {
  DatabaseRef one = RewriteDatabase::createEquilibrium("one");
  DatabaseRef gpu = RewriteDatabase::createSequence("gpu");
  DatabaseRef two = RewriteDatabase::createEquilibrium("two");
  auto shared = makeLocal("shared");
  add(one, shared, {});
  add(two, shared, {});
  add(gpu, two, Registration().at(0));
  load("test_a", addStage(one, Registration().at(1)),
       addStage(gpu, Registration().at(2)));
  // The same object may be in several stages, and a database in two places.
  load("test_b",
       addStage(RewriteDatabase::createProxy("again", one),
                Registration().at(3)),
       addNothing);
  EXPECT_EQ(getMessage(RewriteRegistry::collect(&context)), "");
  load("test_c", nullptr, addTo("gpu.two", makeLocal("x"), {}));
  load("test_d", nullptr, addTo("one", makeLocal("x"), {}));
  EXPECT_EQ(getMessage(RewriteRegistry::collect(&context)),
            "two rewrites are called 'x': one in 'one', one in 'gpu.two'");
}

//===----------------------------------------------------------------------===//
// Listing
//===----------------------------------------------------------------------===//

namespace {

/// Patterns that never match, one for each kind of root.
struct OpRoot : public RewritePattern {
  OpRoot(StringRef name, MLIRContext *context)
      : RewritePattern(name, /*benefit=*/1, context) {}
  LogicalResult matchAndRewrite(Operation *, PatternRewriter &) const override {
    return failure();
  }
};

struct AnyRoot : public RewritePattern {
  AnyRoot(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}
  LogicalResult matchAndRewrite(Operation *, PatternRewriter &) const override {
    return failure();
  }
};

struct InterfaceRoot
    : public OpInterfaceRewritePattern<MemoryEffectOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;
  LogicalResult matchAndRewrite(MemoryEffectOpInterface,
                                PatternRewriter &) const override {
    return failure();
  }
};

struct TraitRoot : public OpTraitRewritePattern<OpTrait::IsTerminator> {
  using OpTraitRewritePattern::OpTraitRewritePattern;
  LogicalResult matchAndRewrite(Operation *, PatternRewriter &) const override {
    return failure();
  }
};

class ListTest : public testing::Test {
protected:
  ListTest() {
    context.loadDialect<pdl::PDLDialect>();
    RewriteDatabase &optdb = registry.getDatabase();
    auto cantFail = [](llvm::Error error) { llvm::cantFail(std::move(error)); };
    cantFail(optdb.add(makeGlobal("merge"),
                       Registration({"fast_run", "merge-any"}).at(0)));
    DatabaseRef eq = RewriteDatabase::createEquilibrium("canonicalize");
    cantFail(optdb.add(eq, Registration().at(1)));
    cantFail(
        eq->add(makeRooted("op-root",
                           [](RewritePatternSet &patterns) {
                             MLIRContext *context = patterns.getContext();
                             patterns.add<OpRoot>("builtin.module", context);
                             patterns.add<OpRoot>("arith.addi", context);
                             patterns.add<OpRoot>("builtin.module", context);
                           }),
                {"fast_run"}));
    cantFail(eq->add(makeRooted("any-root",
                                [](RewritePatternSet &patterns) {
                                  patterns.add<AnyRoot>(patterns.getContext());
                                }),
                     Registration().at(5)));
    cantFail(eq->add(makeGlobal("sweep-up"),
                     Registration({"slow"}).withRole(EquilibriumRole::Final)));
    DatabaseRef group = RewriteDatabase::createLocalGroup("group");
    cantFail(eq->add(group, Registration().at(2)));
    cantFail(group->add(makeRooted("families",
                                   [](RewritePatternSet &patterns) {
                                     patterns.add<InterfaceRoot, TraitRoot>(
                                         patterns.getContext());
                                   }),
                        Registration().at(7)));
    DatabaseRef inner = RewriteDatabase::createLocalGroup("useless-group");
    cantFail(optdb.add(RewriteDatabase::createTopological("useless", inner),
                       Registration().at(0.6)));
    auto declared = makeRooted("declared", [](RewritePatternSet &patterns) {
      patterns.add<AnyRoot>(patterns.getContext());
    });
    declared->setTracks({"x.b", "x.a"});
    cantFail(inner->add(declared, {"fast_run"}));
    cantFail(optdb.add(makeGlobal("fuse", NumericClaim::Reassociates),
                       Registration().at(49.5)));
  }

  static std::shared_ptr<LocalRewrite>
  makeRooted(StringRef name, LocalRewrite::Populate populate) {
    return std::make_shared<LocalRewrite>(name, NumericClaim::Exact,
                                          "a | b of " + name.str(),
                                          std::move(populate));
  }

  std::string list(const Query *query) {
    std::string text;
    llvm::raw_string_ostream os(text);
    std::string message = getMessage(registry.list(os, &context, query));
    return message.empty() ? text : "error: " + message;
  }
  std::string list(StringRef text) {
    Query query = parseQuery(text);
    return list(&query);
  }

  MLIRContext context;
  RewriteRegistry registry;
};

} // namespace

TEST_F(ListTest, WithoutAQueryAllAreListedInOrder) {
  EXPECT_EQ(list(nullptr),
            "merge     optdb               0        -                          "
            "fast_run,merge-any  exact         global merge\n"
            "declared  useless             0.6      x.a,x.b                    "
            "fast_run            exact         a | b of declared\n"
            "op-root   canonicalize        1        arith.addi,builtin.module  "
            "fast_run            exact         a | b of op-root\n"
            "families  canonicalize.group  1/2/7    interface,trait            "
            "-                   exact         a | b of families\n"
            "any-root  canonicalize        1/5      any                        "
            "-                   exact         a | b of any-root\n"
            "sweep-up  canonicalize        1/final  -                          "
            "slow                exact         global sweep-up\n"
            "fuse      optdb               49.5     -                          "
            "-                   reassociates  global fuse\n");
}

TEST_F(ListTest, AQuerySelects) {
  EXPECT_EQ(list("+fast_run,-merge"),
            "declared  useless       0.6  x.a,x.b                    fast_run  "
            "exact  a | b of declared\n"
            "op-root   canonicalize  1    arith.addi,builtin.module  fast_run  "
            "exact  a | b of op-root\n");
  EXPECT_EQ(list(""), "");
  EXPECT_EQ(list("+slwo,+fast_rnu"),
            "error: database 'optdb': no rewrite, database or tag 'slwo'\n"
            "database 'optdb': no rewrite, database or tag 'fast_rnu'; did you "
            "mean 'fast_run'?");
  Query query = parseQuery("+fuse").withExtra(makeGlobal("ex"), 50);
  EXPECT_EQ(list(&query), "fuse  optdb  49.5  -  -  reassociates  global fuse\n"
                          "ex    optdb  50    -  -  exact         global ex\n");
}

TEST_F(ListTest, TracksOfPdlPatternsAreTheirRoots) {
  constexpr StringLiteral kPatterns = R"mlir(
    pdl.pattern @named : benefit(1) {
      %root = operation "some.op"
      rewrite %root { erase %root }
    }
    pdl.pattern @unnamed : benefit(1) {
      %root = operation
      rewrite %root { erase %root }
    }
  )mlir";
  DatabaseRef eq = llvm::cantFail(registry.findStage("canonicalize"));
  auto rewrite = makeRooted("from-pdl", [=](RewritePatternSet &patterns) {
    patterns.add(PDLPatternModule(
        parseSourceString<ModuleOp>(kPatterns, patterns.getContext())));
  });
  ASSERT_EQ(getMessage(eq->add(rewrite, {"pdl"})), "");
  EXPECT_EQ(list("+pdl"), "from-pdl  canonicalize  1  any,some.op  pdl  exact  "
                          "a | b of from-pdl\n");
}

TEST_F(ListTest, RewritesWithoutPatternsHaveNoTracks) {
  DatabaseRef eq = llvm::cantFail(registry.findStage("canonicalize"));
  ASSERT_EQ(getMessage(eq->add(makeLocal("idle"), {})), "");
  EXPECT_EQ(list("+idle"), "idle  canonicalize  1  -  -  exact  local idle\n");
}

TEST_F(ListTest, MarkdownHasASectionPerStage) {
  ASSERT_EQ(getMessage(registry.addMode("quick", "a | b", "+fast_run,-merge")),
            "");
  std::string text;
  llvm::raw_string_ostream os(text);
  registry.printMarkdown(os, &context);
  EXPECT_EQ(
      text,
      "<!-- Autogenerated by croton-opt; don't manually edit -->\n\n"
      "# Rewrites\n\n"
      "Stages in the order in which they run. Positions of a stage and of a "
      "member in it are\njoined by `/`, a role in an equilibrium is added "
      "(`final`, `cleanup`).\n\n"
      "## Modes\n\n"
      "| mode | what it is for | query |\n"
      "| --- | --- | --- |\n"
      "| `none` | no rewrite |  |\n"
      "| `quick` | a \\| b | `+fast_run,-merge` |\n\n"
      "## optdb\n\n"
      "| rewrite | position | tracks | tags | claim | summary |\n"
      "| --- | --- | --- | --- | --- | --- |\n"
      "| `merge` | 0 |  | `fast_run`, `merge-any` | exact | global merge |\n"
      "| `fuse` | 49.5 |  |  | reassociates | global fuse |\n\n"
      "## useless\n\n"
      "| rewrite | position | tracks | tags | claim | summary |\n"
      "| --- | --- | --- | --- | --- | --- |\n"
      "| `declared` | 0.6 | `x.a`, `x.b` | `fast_run` | exact | a \\| b of "
      "declared |\n\n"
      "## canonicalize\n\n"
      "| rewrite | position | tracks | tags | claim | summary |\n"
      "| --- | --- | --- | --- | --- | --- |\n"
      "| `op-root` | 1 | `arith.addi`, `builtin.module` | `fast_run` | exact | "
      "a \\| b of op-root |\n"
      "| `any-root` | 1/5 | `any` |  | exact | a \\| b of any-root |\n"
      "| `sweep-up` | 1/final |  | `slow` | exact | global sweep-up |\n\n"
      "## canonicalize.group\n\n"
      "| rewrite | position | tracks | tags | claim | summary |\n"
      "| --- | --- | --- | --- | --- | --- |\n"
      "| `families` | 1/2/7 | `interface`, `trait` |  | exact | a \\| b of "
      "families |\n");
}
