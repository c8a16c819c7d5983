//===- ProfileTest.cpp - What profiles count and print --------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DriverTestSupport.h"
#include "mlir/IR/Remarks.h"
#include "llvm/Support/JSON.h"
#include <chrono>
#include <thread>

using namespace mlir;
using namespace mlir::croton;

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

/// A stage with three rewrites, one of which was never looked at.
static StageCounts makeStage() {
  StageCounts stage;
  stage.name = "canonicalize";
  stage.kind = "equilibrium";
  stage.runs = 2;
  stage.skipped = 1;
  stage.rounds = 3;
  stage.visits = 1;
  stage.pushes = 14;
  stage.folded = 5;
  stage.merged = 6;
  stage.dead = 7;
  stage.opsBefore = 20;
  stage.opsAfter = 9;
  stage.seconds = 0.5;
  RewriteCounts &log = stage.getRewrite("log1p");
  log.tried = 12;
  log.missed = 8;
  log.applied = 1;
  log.refused = 1;
  log.noChange = 1;
  log.rolledBack = 1;
  log.filtered = 30;
  log.created = 1;
  log.erased = 3;
  log.firstRound = log.lastRound = 2;
  log.missSeconds = 0.25;
  log.applySeconds = 0.125;
  RewriteCounts &add = stage.getRewrite("add-zero");
  add.tried = 4;
  add.missed = 2;
  add.applied = 2;
  add.firstRound = 1;
  add.lastRound = 3;
  add.applySeconds = 0.0625;
  stage.getRewrite("idle");
  return stage;
}

static RewriteProfile &fill(RewriteProfile &profile) {
  profile.add(makeStage());
  return profile;
}

static std::string
print(const RewriteProfile &profile,
      RewriteProfile::SortKey sort = RewriteProfile::SortKey::Applied,
      unsigned top = 0) {
  std::string text;
  llvm::raw_string_ostream os(text);
  profile.print(os, sort, top);
  return text;
}

TEST(ProfileTest, TextWithoutTimesHasNone) {
  RewriteProfile profile;
  EXPECT_EQ(print(fill(profile)),
            "equilibrium canonicalize: 2 runs, 1 skipped, 3 rounds, 1 v"
            "isit, 14 pushes, 5 folded, 6 merged, 7 dead, 20 -> 9 ops\n"
            "  rewrite   tried  filtered  missed  applied  refused  no "
            "change  rolled back  created  erased  net  rounds\n"
            "  add-zero      4         0       2        2        0     "
            "     0            0        0       0    0     1-3\n"
            "  log1p        12        30       8        1        1     "
            "     1            1        1       3   -2       2\n"
            "  total        16        30      10        3        1     "
            "     1            1        1       3   -2     1-3\n"
            "  not tried: 1\n");
}

TEST(ProfileTest, TextWithTimes) {
  RewriteProfile profile(/*withTimes=*/true);
  std::string text = print(fill(profile));
  EXPECT_NE(text.find("20 -> 9 ops, 500.000 ms\n"), std::string::npos) << text;
  EXPECT_NE(text.find("375.000       2\n"), std::string::npos) << text;
  EXPECT_NE(text.find("62.500     1-3\n"), std::string::npos) << text;
  EXPECT_NE(text.find("437.500     1-3\n"), std::string::npos) << text;
}

TEST(ProfileTest, TextIsSortedAndCut) {
  using SortKey = RewriteProfile::SortKey;
  RewriteProfile profile(/*withTimes=*/true);
  fill(profile);
  auto isFirst = [&](SortKey sort, StringRef first, StringRef second) {
    std::string text = print(profile, sort);
    return text.find(first.str()) < text.find(second.str());
  };
  EXPECT_TRUE(isFirst(SortKey::Applied, "add-zero", "log1p"));
  EXPECT_TRUE(isFirst(SortKey::Time, "log1p", "add-zero"));
  EXPECT_TRUE(isFirst(SortKey::Tried, "log1p", "add-zero"));
  EXPECT_TRUE(isFirst(SortKey::Name, "add-zero", "log1p"));

  std::string text = print(profile, SortKey::Time, /*top=*/1);
  EXPECT_NE(text.find("log1p"), std::string::npos);
  EXPECT_EQ(text.find("add-zero"), std::string::npos);
  EXPECT_NE(text.find("  not shown: 1\n"), std::string::npos) << text;
}

TEST(ProfileTest, StagesOfOneNameAreMerged) {
  RewriteProfile profile;
  fill(profile);
  fill(profile);
  ASSERT_EQ(profile.getStages().size(), 1u);
  const StageCounts &stage = profile.getStages().front();
  EXPECT_EQ(stage.runs, 4u);
  EXPECT_EQ(stage.rounds, 3u);
  EXPECT_EQ(stage.opsBefore, 40u);
  EXPECT_EQ(stage.rewrites.front().second.tried, 24u);
  EXPECT_EQ(stage.rewrites.front().second.firstRound, 2u);
}

TEST(ProfileTest, JSON) {
  for (bool withTimes : {false, true}) {
    RewriteProfile profile(withTimes);
    std::string text;
    llvm::raw_string_ostream os(text);
    fill(profile).printJSON(os);
    llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
    ASSERT_TRUE(static_cast<bool>(value)) << text;
    const llvm::json::Array &stages = *value->getAsObject()->getArray("stages");
    ASSERT_EQ(stages.size(), 1u);
    const llvm::json::Object &stage = *stages[0].getAsObject();
    EXPECT_EQ(stage.getString("name"), "canonicalize");
    EXPECT_EQ(stage.getString("kind"), "equilibrium");
    EXPECT_EQ(stage.getInteger("pushes"), 14);
    EXPECT_EQ(stage.getInteger("opsAfter"), 9);
    EXPECT_EQ(stage.getNumber("seconds").has_value(), withTimes);
    const llvm::json::Array &rewrites = *stage.getArray("rewrites");
    ASSERT_EQ(rewrites.size(), 3u);
    const llvm::json::Object &log = *rewrites[0].getAsObject();
    EXPECT_EQ(log.getString("name"), "log1p");
    EXPECT_EQ(log.getInteger("tried"), 12);
    EXPECT_EQ(log.getInteger("filtered"), 30);
    EXPECT_EQ(log.getInteger("lastRound"), 2);
    EXPECT_EQ(log.getNumber("missSeconds").has_value(), withTimes);
    if (withTimes)
      EXPECT_EQ(log.getNumber("missSeconds"), 0.25);
  }
}

TEST(ProfileTest, TraceHoldsRewritesInsideTheirStages) {
  RewriteProfile profile(/*withTimes=*/true);
  fill(profile);
  StageCounts next;
  next.name = "merge";
  next.kind = "global";
  next.seconds = 0.25;
  profile.add(next);
  std::string text;
  llvm::raw_string_ostream os(text);
  profile.printTrace(os);
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
  ASSERT_TRUE(static_cast<bool>(value)) << text;

  struct Event {
    std::string name;
    double start, end;
  };
  std::vector<Event> events;
  for (const llvm::json::Value &entry :
       *value->getAsObject()->getArray("traceEvents")) {
    const llvm::json::Object &event = *entry.getAsObject();
    EXPECT_EQ(event.getInteger("pid"), 1);
    EXPECT_EQ(event.getInteger("tid"), 1);
    if (event.getString("ph") == "M")
      continue;
    EXPECT_EQ(event.getString("ph"), "X");
    EXPECT_TRUE(event.getObject("args"));
    double start = *event.getNumber("ts");
    events.push_back({event.getString("name")->str(), start,
                      start + *event.getNumber("dur")});
  }
  // The rewrite that was never tried takes no room.
  ASSERT_EQ(events.size(), 4u);
  EXPECT_EQ(events[0].name, "canonicalize");
  EXPECT_EQ(events[0].start, 0);
  EXPECT_EQ(events[0].end, 500e3);
  EXPECT_EQ(events[1].name, "log1p");
  EXPECT_EQ(events[1].start, 0);
  EXPECT_EQ(events[1].end, 375e3);
  EXPECT_EQ(events[2].name, "add-zero");
  EXPECT_EQ(events[2].start, 375e3);
  EXPECT_EQ(events[2].end, 437.5e3);
  EXPECT_EQ(events[3].name, "merge");
  EXPECT_EQ(events[3].start, 500e3);
  EXPECT_EQ(events[3].end, 750e3);
}

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

namespace {
class ProfileRunTest : public DriverTest {};
} // namespace

static uint64_t sumOutcomes(const RewriteCounts &counts) {
  return counts.missed + counts.applied + counts.refused + counts.noChange +
         counts.rolledBack;
}

/// Some that apply, miss, are refused, change nothing, and edit before they
/// fail.
static SmallVector<std::shared_ptr<const LocalRewrite>> makeMixture() {
  return {makeRename("t.a", "t.b"),
          makeLambda("misses", "t.b",
                     [](Operation *op, PatternRewriter &rewriter) {
                       return rewriter.notifyMatchFailure(op, "never");
                     }),
          makeLambda("retypes", "t.c",
                     [](Operation *op, PatternRewriter &rewriter) {
                       rewriter.replaceOp(
                           op,
                           makeOp(rewriter, "t.d", rewriter.getF64Type(), {}));
                       return success();
                     }),
          makeLambda("idles", "t.e",
                     [](Operation *, PatternRewriter &) { return success(); }),
          makeLambda("edits-and-fails", "t.f",
                     [](Operation *op, PatternRewriter &rewriter) {
                       rewriter.modifyOpInPlace(op, [&] {
                         op->setAttr("seen", rewriter.getUnitAttr());
                       });
                       return failure();
                     })};
}

static constexpr StringLiteral kMixed = R"mlir(
  %a = "t.a"() : () -> i32
  %b = "t.b"() : () -> i32
  %c = "t.c"() : () -> i32
  %e = "t.e"() : () -> i32
  %f = "t.f"() : () -> i32
  "t.use"(%a, %b, %c, %e, %f) : (i32, i32, i32, i32, i32) -> ()
)mlir";

TEST_F(ProfileRunTest, AttemptsAreApplicationsAndMissesAndVetoes_42) {
  for (Guard guard : {Guard::Types, Guard::Local}) {
    RewriteProfile counted;
    run.profile = &counted;
    run.guard = guard;
    run.policy = Policy::Ignore;
    sweep(parse(kMixed).get(), makeMixture());
    RewriteCounts total;
    for (const auto &[name, counts] : counted.getStages().front().rewrites) {
      EXPECT_EQ(counts.tried, sumOutcomes(counts)) << name;
      EXPECT_GE(counts.tried, 1u) << name;
      total += counts;
    }
    EXPECT_EQ(total.tried, sumOutcomes(total));
    EXPECT_EQ(total.applied, 1u);
    EXPECT_EQ(total.missed, 1u);
    EXPECT_EQ(total.noChange, 1u);
    // What is refused needs no undoing, unless edits are recorded.
    EXPECT_EQ(total.refused, guard == Guard::Types ? 1u : 0u);
    EXPECT_EQ(total.rolledBack, guard == Guard::Types ? 1u : 2u);
  }
}

TEST_F(ProfileRunTest, TenMillisecondRuleShowsThem_42) {
  RewriteProfile timed(/*withTimes=*/true);
  run.profile = &timed;
  sweep(parse(kMixed).get(),
        {makeLambda("slow", "t.a", [](Operation *, PatternRewriter &) {
          std::this_thread::sleep_for(std::chrono::milliseconds(10));
          return failure();
        })});
  const StageCounts &stage = timed.getStages().front();
  const RewriteCounts &slow = stage.rewrites.front().second;
  EXPECT_EQ(slow.tried, 1u);
  EXPECT_GE(slow.missSeconds, 0.010);
  EXPECT_EQ(slow.applySeconds, 0);
  EXPECT_GE(stage.seconds, slow.missSeconds);
}

TEST_F(ProfileRunTest, WithoutTimesClocksAreNotKept) {
  sweep(parse(kMixed).get(), makeMixture());
  for (const auto &[name, counts] : getStage().rewrites)
    EXPECT_EQ(counts.missSeconds + counts.applySeconds, 0) << name;
}

TEST_F(ProfileRunTest, OpsAfterwardsAreCounted) {
  OwningOpRef<ModuleOp> module = parse(R"mlir(
    %a = "t.a"() : () -> i32
    %b = "t.b"(%a) : (i32) -> i32
    "t.use"(%b) : (i32) -> ()
  )mlir");
  equilibrium(
      module.get(),
      {makeLambda(
          "t-b-to-two", "t.b", [](Operation *op, PatternRewriter &rewriter) {
            Operation *first = makeOp(rewriter, "t.c", op->getResultTypes(),
                                      op->getOperands());
            rewriter.replaceOp(op, makeOp(rewriter, "t.d", op->getResultTypes(),
                                          first->getResults()));
            return success();
          })});
  EXPECT_EQ(getStage().opsBefore, 3u);
  EXPECT_EQ(getStage().opsAfter, 4u);
  EXPECT_EQ(getCounts("t-b-to-two").created, 2u);
  EXPECT_EQ(getCounts("t-b-to-two").erased, 1u);
}

TEST_F(ProfileRunTest, GlobalRewritesOfAnEquilibriumAreCounted) {
  std::shared_ptr<const GlobalRewrite> once = std::make_shared<GlobalRewrite>(
      "mark", NumericClaim::Exact, "marks the op",
      [](Operation *op, RewriterBase &rewriter) -> FailureOr<bool> {
        Operation &first = op->getRegion(0).front().front();
        if (first.hasAttr("mark"))
          return false;
        rewriter.modifyOpInPlace(
            &first, [&] { first.setAttr("mark", rewriter.getUnitAttr()); });
        return true;
      });
  EquilibriumGlobals globals;
  globals.ordinary = once;
  equilibrium(parse(kMixed).get(), {makeRename("t.a", "t.b")}, globals);
  RewriteCounts counts = getCounts("mark");
  EXPECT_EQ(counts.applied, 1u);
  EXPECT_EQ(counts.firstRound, 1u);
  EXPECT_EQ(counts.tried, counts.applied + counts.missed);
  // Another round sees that nothing is left to do.
  EXPECT_EQ(getStage().rounds, 2u);
  EXPECT_EQ(counts.missed, 1u);
}

//===----------------------------------------------------------------------===//
// Remarks
//===----------------------------------------------------------------------===//

namespace {
/// Keeps remarks as lines.
class LineStreamer : public remark::detail::MLIRRemarkStreamerBase {
public:
  explicit LineStreamer(std::vector<std::string> &lines) : lines(lines) {}

  void streamOptimizationRemark(const remark::detail::Remark &remark) override {
    std::string line =
        (remark.getRemarkTypeString() + " " + remark.getCombinedCategoryName() +
         " " + remark.getRemarkName() + " in " + remark.getFunction() + ":")
            .str();
    for (const remark::detail::Remark::Arg &arg : remark.getArgs())
      line += " " + arg.key + "=" + arg.val;
    lines.push_back(line);
  }

private:
  std::vector<std::string> &lines;
};
} // namespace

TEST_F(ProfileRunTest, ApplicationsAreRemarks) {
  std::vector<std::string> lines;
  remark::RemarkCategories categories;
  categories.passed = "croton-rewrite";
  ASSERT_TRUE(succeeded(remark::enableOptimizationRemarks(
      context, std::make_unique<LineStreamer>(lines),
      std::make_unique<remark::RemarkEmittingPolicyAll>(), categories)));
  OwningOpRef<ModuleOp> module = parse(R"mlir(
    func.func @f() -> (i32, i32) {
      %a = "t.a"() : () -> i32
      %b = "t.a"() : () -> i32
      return %a, %b : i32, i32
    }
  )mlir");
  equilibrium(*module->getOps<func::FuncOp>().begin(),
              {makeRename("t.a", "t.b")});
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0], "Passed croton-rewrite t-a-to-t-b in f: Remark=applied "
                      "to 't.a' Stage=stage Number=1");
  EXPECT_EQ(lines[1], "Passed croton-rewrite t-a-to-t-b in f: Remark=applied "
                      "to 't.a' Stage=stage Number=2");
}
