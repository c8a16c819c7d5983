//===- LoadRewritesFixture.h - Rewrites from PDL text -----------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_UNITTESTS_REWRITE_LOADREWRITESFIXTURE_H
#define CROTON_UNITTESTS_REWRITE_LOADREWRITESFIXTURE_H

#include "DriverTestSupport.h"
#include "croton/Rewrite/LoadRewrites.h"

namespace mlir::croton {

class LoadRewritesTest : public DriverTest {
protected:
  LoadRewritesTest() { run.observer = &observer; }
  explicit LoadRewritesTest(MLIRContext::Threading threading)
      : DriverTest(threading) {}

  /// The message of an error, or "" and the rewrites.
  std::string load(StringRef text) {
    llvm::Expected<std::vector<LoadedRewrite>> loaded =
        parseRewrites(text, "f.mlir", &context, loadOptions);
    rewrites.clear();
    if (!loaded)
      return llvm::toString(loaded.takeError());
    for (LoadedRewrite &rewrite : *loaded)
      rewrites.push_back(rewrite.rewrite);
    info = std::move(*loaded);
    return "";
  }

  /// What the rewrites of `pdl` make of the body of a function of two i32.
  void expectChange(StringRef pdl, StringRef body, StringRef expected) {
    ASSERT_EQ(load(pdl), "");
    OwningOpRef<ModuleOp> module = parse(wrap(body));
    ASSERT_TRUE(module);
    EXPECT_EQ(sweep(*module, rewrites), "changed") << messages;
    EXPECT_EQ(print(*module), normalize(wrap(expected)));
    EXPECT_EQ(messages, "");
  }
  void expectNoChange(StringRef pdl, StringRef body, StringRef reason) {
    ASSERT_EQ(load(pdl), "");
    OwningOpRef<ModuleOp> module = parse(wrap(body));
    ASSERT_TRUE(module);
    observer.reason.clear();
    EXPECT_EQ(sweep(*module, rewrites), "unchanged");
    EXPECT_EQ(print(*module), normalize(wrap(body)));
    EXPECT_EQ(observer.reason, reason.str());
    EXPECT_EQ(messages, "");
  }

  static std::string wrap(StringRef body) {
    return ("func.func @main(%a: i32, %b: i32) -> i32 {\n" + body +
            "\n return %r : i32\n}")
        .str();
  }

  /// A pattern of t.f(%x, %y) with this in its rewrite.
  static std::string inRewrite(StringRef body) {
    return (R"(pdl.pattern @P : benefit(1) {
      %x = operand
      %y = operand
      %t = type
      %root = operation "t.f"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
      rewrite %root {)" +
            body + "}}")
        .str();
  }

  LastReason observer;
  LoadRewritesOptions loadOptions;
  std::vector<LoadedRewrite> info;
  SmallVector<std::shared_ptr<const LocalRewrite>> rewrites;
};

/// A root of inRewrite().
inline constexpr StringLiteral kCall =
    R"(%r = "t.f"(%a, %b) : (i32, i32) -> i32)";

/// - -x to x.
inline constexpr StringLiteral kNegNeg = R"(
pdl.pattern @NegNeg : benefit(1) attributes {
  croton.tags = ["fast_run", "stabilize"], croton.claim = "exact",
  croton.position = 2.5, croton.stage = "specialize",
  croton.summary = "- -x to x"
} {
  %x = operand
  %t = type
  %inner = operation "t.neg"(%x : !pdl.value) -> (%t : !pdl.type)
  %r = result 0 of %inner
  %root = operation "t.neg"(%r : !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    replace %root with (%x : !pdl.value)
  }
}
)";

} // namespace mlir::croton

#endif // CROTON_UNITTESTS_REWRITE_LOADREWRITESFIXTURE_H
