//===- LoadRewritesTest.cpp - Rewrites from PDL text ----------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoadRewritesFixture.h"
#include "TestRewrites.h"
#include "mlir/IR/Threading.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include <atomic>

using namespace mlir;
using namespace mlir::croton;

//===----------------------------------------------------------------------===//
// What is read
//===----------------------------------------------------------------------===//

TEST_F(LoadRewritesTest, PatternsAreRewritesWithTheirNotes) {
  ASSERT_EQ(load(kNegNeg), "");
  ASSERT_EQ(info.size(), 1u);
  EXPECT_EQ(info[0].rewrite->getName(), "NegNeg");
  EXPECT_EQ(info[0].rewrite->getClaim(), NumericClaim::Exact);
  EXPECT_EQ(info[0].rewrite->getSummary(), "- -x to x");
  ASSERT_EQ(info[0].tags.size(), 2u);
  EXPECT_EQ(info[0].tags[0], "fast_run");
  EXPECT_EQ(info[0].tags[1], "stabilize");
  EXPECT_EQ(info[0].position, 2.5);
  EXPECT_EQ(info[0].stage, "specialize");
  EXPECT_EQ(info[0].place, "f.mlir:2:1");
}

TEST_F(LoadRewritesTest, WithoutNotesARewriteIsUnsafe) {
  ASSERT_EQ(load(inRewrite("replace %root with (%x : !pdl.value)")), "");
  EXPECT_EQ(info[0].rewrite->getName(), "P");
  EXPECT_EQ(info[0].rewrite->getClaim(), NumericClaim::Unsafe);
  EXPECT_EQ(info[0].rewrite->getSummary(), "from f.mlir");
  EXPECT_TRUE(info[0].tags.empty());
  EXPECT_EQ(info[0].position, 0);
  EXPECT_EQ(info[0].stage, "");
}

TEST_F(LoadRewritesTest, PatternsApply) {
  expectChange(kNegNeg, R"(
    %n = "t.neg"(%a) : (i32) -> i32
    %m = "t.neg"(%n) : (i32) -> i32
    %r = "t.h"(%m) : (i32) -> i32)",
               R"(
    %n = "t.neg"(%a) : (i32) -> i32
    %r = "t.h"(%a) : (i32) -> i32)");
}

TEST_F(LoadRewritesTest, DriversSeeRootsAndMisses) {
  ASSERT_EQ(load(kNegNeg), "");
  OwningOpRef<ModuleOp> module = parse(wrap(R"(
    %n = "t.neg"(%a) : (i32) -> i32
    %f = "t.f"(%n) : (i32) -> i32
    %r = "t.neg"(%f) : (i32) -> i32)"));
  EXPECT_EQ(sweep(*module, rewrites), "unchanged");
  EXPECT_EQ(getCounts("NegNeg").tried, 2u);
  EXPECT_EQ(getCounts("NegNeg").missed, 2u);
}

//===----------------------------------------------------------------------===//
// Where they are filed
//===----------------------------------------------------------------------===//

TEST_F(LoadRewritesTest, RewritesJoinTheirStages) {
  ASSERT_EQ(load(kNegNeg), "");
  RewriteRegistry registry;
  EXPECT_EQ(getMessage(addLoadedRewrites(registry, info)),
            "f.mlir:2:1: database 'optdb': no database 'specialize'");
  DatabaseRef stage = RewriteDatabase::createEquilibrium("specialise");
  add(*registry.findStage(""), stage, Registration().at(1));
  EXPECT_EQ(getMessage(addLoadedRewrites(registry, info)),
            "f.mlir:2:1: database 'optdb': no database 'specialize'; did you "
            "mean 'specialise'?");
  add(*registry.findStage(""), RewriteDatabase::createEquilibrium("specialize"),
      Registration().at(2));
  EXPECT_EQ(getMessage(addLoadedRewrites(registry, info)), "");
  for (StringRef query : {"+stabilize", "+loaded", "+NegNeg", "+specialize"})
    EXPECT_EQ(resolve(*registry.findStage(""), query),
              "sequence optdb\n  2: equilibrium specialize\n"
              "    2.5: NegNeg  [exact]\n");
  // The same file again clashes.
  EXPECT_TRUE(StringRef(getMessage(addLoadedRewrites(registry, info)))
                  .starts_with("f.mlir:2:1: "));
}

TEST_F(LoadRewritesTest, UnsafeRewritesAreNotDrawnInByTheirStage) {
  ASSERT_EQ(load(inRewrite("replace %root with (%x : !pdl.value)")), "");
  RewriteRegistry registry;
  ASSERT_EQ(getMessage(addLoadedRewrites(registry, info)), "");
  // Without a stage "canonicalize" there is one for them.
  EXPECT_EQ(resolve(*registry.findStage(""), "+P"),
            "sequence optdb\n  0: equilibrium loaded\n    P  [unsafe]\n");

  RewriteRegistry other;
  add(*other.findStage(""), RewriteDatabase::createEquilibrium("canonicalize"),
      Registration().at(1));
  ASSERT_EQ(getMessage(addLoadedRewrites(other, info)), "");
  EXPECT_EQ(resolve(*other.findStage(""), "+loaded"),
            "sequence optdb\n  1: equilibrium canonicalize\n    P  [unsafe]\n");
  EXPECT_EQ(resolve(*other.findStage(""), "+canonicalize"), "sequence optdb\n");
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

TEST_F(LoadRewritesTest, BadTextIsOneError) {
  EXPECT_EQ(load(""), "f.mlir: there is no pattern in it");
  EXPECT_EQ(load("module { module {} }"),
            "f.mlir:1:10: expected nothing but patterns, but got "
            "'builtin.module'");
  EXPECT_EQ(load("func.func @f() { return }"),
            "f.mlir:1:1: expected nothing but patterns, but got 'func.func'");
  EXPECT_TRUE(StringRef(load(kNegNeg.take_front(400))).starts_with("f.mlir:1"));
  EXPECT_EQ(load("pdl.pattern : benefit(1) {" +
                 inRewrite("").substr(
                     StringRef("pdl.pattern @P : benefit(1) {").size())),
            "f.mlir:1:1: the pattern has no name");
  EXPECT_EQ(load(StringRef("ML\xefRxyz", 7)), "f.mlir: expected text, got "
                                              "bytecode");
  std::string twice = inRewrite("erase %root");
  twice += "\n" + twice;
  EXPECT_EQ(load(twice), "f.mlir:7:1: redefinition of symbol named 'P'");
  EXPECT_EQ(load(std::string(20000, '[')).substr(0, 8), "f.mlir:1");
}

TEST_F(LoadRewritesTest, BadNotesAreNamed) {
  auto note = [&](StringRef attributes) {
    std::string text = inRewrite("erase %root");
    text.insert(text.find('{'), ("attributes {" + attributes + "} ").str());
    return load(text);
  };
  EXPECT_EQ(note("croton.claim = \"exact\""), "");
  EXPECT_EQ(note("croton.claim = \"exakt\""),
            "f.mlir:1:1: expected the claim to be exact, reassociates or "
            "unsafe, but got 'exakt'; did you mean 'exact'?");
  EXPECT_EQ(note("croton.claim = 1"),
            "f.mlir:1:1: expected croton.claim to be a string");
  EXPECT_EQ(note("croton.tag = [\"a\"]"),
            "f.mlir:1:1: expected tags, claim, position, stage or summary, but "
            "got 'tag'; did you mean 'tags'?");
  EXPECT_EQ(note("croton.tags = \"a\""),
            "f.mlir:1:1: expected croton.tags to be a list of strings");
  EXPECT_EQ(note("croton.tags = [\"a b\"]"),
            "f.mlir:1:1: tag 'a b' is no word: expected letters, digits, '_', "
            "'-' and '.', first a letter, a digit or '_'");
  EXPECT_EQ(note("croton.position = \"1\""),
            "f.mlir:1:1: expected croton.position to be a finite number");
  EXPECT_EQ(note("croton.position = 0x7FF0000000000000 : f64"),
            "f.mlir:1:1: expected croton.position to be a finite number");
  EXPECT_EQ(note("croton.stage = \"a b\""),
            "f.mlir:1:1: stage 'a b' is no word: expected letters, digits, "
            "'_', '-' and '.', first a letter, a digit or '_'");
}

TEST_F(LoadRewritesTest, PatternsThatCannotBeDrivenAreErrors) {
  // No root.
  std::string text = inRewrite("erase %root");
  text.replace(text.find("rewrite %root"), 13, "rewrite");
  EXPECT_EQ(load(text), "f.mlir:6:7: expected the rewrite to name its root");
  // A root of any name.
  text = inRewrite("erase %root");
  text.replace(text.find("\"t.f\""), 5, "");
  EXPECT_EQ(load(text), "f.mlir:5:15: the root matches any op; expected a "
                        "name");
  // A second root, reached from the operand only.
  EXPECT_EQ(load(R"(pdl.pattern @P : benefit(1) {
      %x = operand
      %other = operation "t.g"(%x : !pdl.value)
      %root = operation "t.f"(%x : !pdl.value)
      rewrite %root {
        erase %other
        erase %root
      }})"),
            "f.mlir:3:16: this op is not reached from the root by operands");
  EXPECT_EQ(load(inRewrite("erase %root\nerase %root")),
            "f.mlir:7:1: the op is replaced or erased twice");
  EXPECT_EQ(load(R"(pdl.pattern @P : benefit(1) {
      ^bb0(%x: !pdl.value):
      %root = operation "t.f"(%x : !pdl.value)
      rewrite %root { erase %root }})"),
            "f.mlir:1:1: a block of a pattern has arguments");
}

TEST_F(LoadRewritesTest, ValuesThatNothingBindsAreErrors) {
  // The use in the rewrite alone is no match.
  EXPECT_EQ(load(R"(pdl.pattern @P : benefit(1) {
      %x = operand
      %a = attribute
      %t = type
      %root = operation "t.f"(%x : !pdl.value) -> (%t : !pdl.type)
      rewrite %root {
        %k = operation "t.k" {"n" = %a}
        erase %root
      }})"),
            "f.mlir:3:12: no matched op has this value");
}

TEST_F(LoadRewritesTest, ResultsThatAreNotThereAreNoMatch) {
  expectNoChange(inRewrite(R"(
      %k = operation "t.k"(%x : !pdl.value) -> (%t : !pdl.type)
      %v = result 3 of %k
      replace %root with (%v : !pdl.value))"),
                 kCall, "takes a result that the op does not have");
}

TEST_F(LoadRewritesTest, OpsThatDoNotExistAreErrors) {
  std::string text = inRewrite(R"(
      %k = operation "arith.mulli"(%x, %y : !pdl.value, !pdl.value)
      replace %root with %k)");
  EXPECT_EQ(load(text), "f.mlir:7:12: 'arith.mulli' is no op; did you mean "
                        "'arith.muli'?");
  text = inRewrite("erase %root");
  context.allowUnregisteredDialects(false);
  EXPECT_EQ(load(text),
            "f.mlir:5:15: 't.f' is an op of a dialect that is not there");
  context.allowUnregisteredDialects(true);
  text.replace(text.find("t.f"), 3, "f");
  EXPECT_EQ(load(text), "f.mlir:5:15: expected the name of an op with its "
                        "dialect, but got 'f'");
}

TEST_F(LoadRewritesTest, LargePatternsAreErrors) {
  std::string body;
  for (int i = 0; i < 3000; ++i)
    body += "%k" + std::to_string(i) + " = operation \"t.k\"\n";
  EXPECT_EQ(load(inRewrite(body + "erase %root")),
            "f.mlir:1:1: a pattern has more than 2000 ops");
}

//===----------------------------------------------------------------------===//
// Sources and threads
//===----------------------------------------------------------------------===//

namespace {
class TextSource : public RewriteSource {
public:
  TextSource(StringRef text, StringRef name)
      : text(text.str()), name(name.str()) {}
  llvm::Expected<Contribute> prepare(MLIRContext *context) const override {
    llvm::Expected<std::vector<LoadedRewrite>> loaded =
        parseRewrites(text, name, context);
    if (!loaded)
      return loaded.takeError();
    return Contribute([loaded = *loaded](RewriteRegistry &registry) {
      return addLoadedRewrites(registry, loaded);
    });
  }

private:
  std::string text, name;
};

class ThreadedLoadRewritesTest : public LoadRewritesTest {
protected:
  ThreadedLoadRewritesTest()
      : LoadRewritesTest(MLIRContext::Threading::ENABLED) {}
};
} // namespace

TEST_F(LoadRewritesTest, SourcesReachEveryContextOfARegistry) {
  DialectRegistry registry;
  auto first = std::make_shared<TextSource>(
      inRewrite("replace %root with (%x : !pdl.value)"), "a.mlir");
  addRewriteSource(registry, first);
  std::string other = inRewrite("erase %root");
  other.replace(other.find("@P"), 2, "@Q");
  addRewriteSource(registry, std::make_shared<TextSource>(other, "b.mlir"));
  for (int i = 0; i < 2; ++i) {
    MLIRContext fresh(registry, MLIRContext::Threading::DISABLED);
    fresh.allowUnregisteredDialects();
    // Once more changes nothing.
    fresh.appendDialectRegistry(registry);
    EXPECT_EQ(getRewriteSources(&fresh).size(), 2u);
    llvm::Expected<RewriteRegistry> collected =
        RewriteRegistry::collect(&fresh);
    ASSERT_TRUE(bool(collected)) << llvm::toString(collected.takeError());
    EXPECT_EQ(resolve(*collected->findStage(""), "+loaded"),
              "sequence optdb\n  0: equilibrium loaded\n    P  [unsafe]\n"
              "    Q  [unsafe]\n");
  }
  EXPECT_TRUE(getRewriteSources(&context).empty());
  addRewriteSource(context, first);
  addRewriteSource(context, first);
  EXPECT_EQ(getRewriteSources(&context).size(), 1u);
  addRewriteSource(context, std::make_shared<TextSource>("", "c.mlir"));
  EXPECT_EQ(getMessage(RewriteRegistry::collect(&context)),
            "c.mlir: there is no pattern in it");
}

TEST_F(LoadRewritesTest, FilesThatCannotBeReadAreErrors) {
  EXPECT_EQ(getMessage(loadRewrites("/no/such/file.mlir", &context)),
            "cannot read rewrites from '/no/such/file.mlir': No such file or "
            "directory");
  addRewriteSource(context, createRewriteFileSource("/no/such/file.pdll"));
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(getMessage(RewriteRegistry::collect(&context)),
              "cannot read rewrites from '/no/such/file.pdll': No such file "
              "or directory");
}

TEST_F(LoadRewritesTest, WithoutMlirPdllThereIsNoPdll) {
  int file = -1;
  llvm::SmallString<128> path;
  ASSERT_FALSE(
      llvm::sys::fs::createTemporaryFile("rewrites", "pdll", file, path));
  llvm::FileRemover remover(path);
  llvm::raw_fd_ostream(file, /*shouldClose=*/true)
      << "Pattern P { erase op<t.f>; }\n";
  std::string prefix = ("cannot read rewrites from '" + path + "': ").str();
  loadOptions.pdllProgram = "/no/such/program";
  EXPECT_EQ(getMessage(loadRewrites(path, &context, loadOptions)),
            prefix + "no program '/no/such/program'");
  // One that fails without a word.
  loadOptions.pdllProgram = "false";
  EXPECT_EQ(getMessage(loadRewrites(path, &context, loadOptions)),
            prefix + "mlir-pdll gives no reason");
}

TEST_F(ThreadedLoadRewritesTest, OnePatternServesManyThreads) {
  ASSERT_EQ(load(kNegNeg), "");
  std::unique_ptr<FrozenRewrites> frozen = freeze(rewrites);
  std::string text;
  constexpr int kFunctions = 200;
  for (int i = 0; i < kFunctions; ++i) {
    text += "func.func @f" + std::to_string(i) + "(%a: i32) -> i32 {\n" +
            "%x0 = \"t.g\"(%a) : (i32) -> i32\n";
    for (int j = 0; j < 20; ++j)
      text += "%x" + std::to_string(j + 1) + " = \"t.neg\"(%x" +
              std::to_string(j) + ") : (i32) -> i32\n";
    text += "return %x20 : i32 }\n";
  }
  OwningOpRef<ModuleOp> module = parse(text);
  ASSERT_TRUE(module);
  auto functions = llvm::to_vector(module->getOps<func::FuncOp>());
  std::atomic<int> numChanged = 0;
  parallelForEach(&context, functions, [&](func::FuncOp function) {
    FailureOr<bool> changed = applyEquilibrium(function, *frozen, options, run);
    numChanged += succeeded(changed) && *changed;
  });
  EXPECT_EQ(numChanged, kFunctions);
  for (func::FuncOp function : functions) {
    Operation *last = function.getBody().front().getTerminator();
    EXPECT_EQ(last->getOperand(0).getDefiningOp()->getName().getStringRef(),
              "t.g");
  }
}
