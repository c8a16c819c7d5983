//===- Rewrite.h - One named, tagged change of a graph ----------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rewrite is what databases hold, queries select and drivers apply. It is
// either local (MLIR patterns that look at one root op) or global (a callable
// or a pass over an isolated op). It names no op of any dialect.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_REWRITE_REWRITE_H
#define CROTON_REWRITE_REWRITE_H

#include "mlir/IR/PatternMatch.h"
#include <functional>
#include <memory>
#include <string>

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace mlir::croton {

/// What a rewrite does to numbers. The claim is part of its registration, is
/// listed with it, and is what value tests hold it to.
enum class NumericClaim : uint8_t {
  /// Same bits, NaN, signed zeros and errors included.
  Exact,
  /// The same value up to rounding: another order of the same sums or products,
  /// or a form that comes closer to the true value.
  Reassociates,
  /// May change values, NaN or errors. No default mode includes it.
  Unsafe,
};

/// Returns "exact", "reassociates" or "unsafe".
StringRef stringifyNumericClaim(NumericClaim claim);

/// The inverse of the above; nothing for any other text.
std::optional<NumericClaim> parseNumericClaim(StringRef text);

/// A named change of a graph. Immutable once made, so that several databases
/// may hold the same one; what depends on the database (tags, position) is kept
/// by the registration.
class Rewrite {
public:
  enum class Kind : uint8_t { Local, Global };

  virtual ~Rewrite();

  Kind getKind() const { return kind; }
  /// Unique among all rewrites of a context: kebab-case, such as
  /// "log-softmax".
  StringRef getName() const { return name; }
  NumericClaim getClaim() const { return claim; }
  /// One phrase without a period, such as "log(1 + x) to log1p(x)".
  StringRef getSummary() const { return summary; }

protected:
  Rewrite(Kind kind, StringRef name, NumericClaim claim, StringRef summary)
      : kind(kind), claim(claim), name(name.str()), summary(summary.str()) {}

private:
  Kind kind;
  NumericClaim claim;
  std::string name;
  std::string summary;
};

/// How rewrites are held: by all databases and plans that mention them.
using RewriteRef = std::shared_ptr<const Rewrite>;

/// A rewrite made of patterns that each look at one root op. Its tracks are the
/// roots of its patterns (an op name, an interface, a trait, or any op).
class LocalRewrite final : public Rewrite {
public:
  /// Adds the patterns of this rewrite to `patterns`; called once per context
  /// and plan. All of them count as this one rewrite.
  using Populate = std::function<void(RewritePatternSet &patterns)>;
  /// A cheap test of a root op, mostly of its attributes, made before the
  /// pattern is tried. It may not look at other ops and may not change
  /// anything. Its refusals are counted apart from failed matches.
  using Filter = std::function<bool(Operation *root)>;

  LocalRewrite(StringRef name, NumericClaim claim, StringRef summary,
               Populate populate)
      : Rewrite(Kind::Local, name, claim, summary),
        populate(std::move(populate)) {}

  /// Narrows patterns that match any op, an interface or a trait to the ops
  /// with these names. Returns this rewrite, to be chained at registration.
  LocalRewrite &setTracks(ArrayRef<StringRef> opNames);
  LocalRewrite &setFilter(Filter newFilter) {
    filter = std::move(newFilter);
    return *this;
  }

  void populatePatterns(RewritePatternSet &patterns) const {
    populate(patterns);
  }
  /// The names given to setTracks(); empty if the patterns say it all.
  ArrayRef<std::string> getDeclaredTracks() const { return tracks; }
  const Filter &getFilter() const { return filter; }

  static bool classof(const Rewrite *rewrite) {
    return rewrite->getKind() == Kind::Local;
  }

private:
  Populate populate;
  Filter filter;
  SmallVector<std::string, 2> tracks;
};

/// A rewrite of a whole isolated op.
class GlobalRewrite final : public Rewrite {
public:
  /// Changes `op` (through `rewriter`, so that drivers see what changes) and
  /// returns whether it did. Fails after a diagnostic; `op` must then still be
  /// valid.
  using Apply =
      std::function<FailureOr<bool>(Operation *op, RewriterBase &rewriter)>;
  /// Appends the passes of the rewrite to a manager of the op it runs on.
  using BuildPipeline = std::function<void(OpPassManager &manager)>;

  GlobalRewrite(StringRef name, NumericClaim claim, StringRef summary,
                Apply apply)
      : Rewrite(Kind::Global, name, claim, summary), apply(std::move(apply)) {}

  /// A rewrite that runs passes. Drivers find out by a fingerprint of the op
  /// whether they changed anything.
  static std::shared_ptr<GlobalRewrite> fromPasses(StringRef name,
                                                   NumericClaim claim,
                                                   StringRef summary,
                                                   BuildPipeline build);

  /// Exactly one of these is set.
  const Apply &getApply() const { return apply; }
  const BuildPipeline &getBuildPipeline() const { return build; }

  static bool classof(const Rewrite *rewrite) {
    return rewrite->getKind() == Kind::Global;
  }

private:
  Apply apply;
  BuildPipeline build;
};

/// Makes a local rewrite of pattern classes, each constructible from a context:
///   makeLocalRewrite<LogOfSoftmax>("log-softmax", NumericClaim::Reassociates,
///                                  "log(softmax(x)) to log_softmax(x)")
template <typename... Patterns>
std::shared_ptr<LocalRewrite>
makeLocalRewrite(StringRef name, NumericClaim claim, StringRef summary) {
  return std::make_shared<LocalRewrite>(
      name, claim, summary, [](RewritePatternSet &patterns) {
        patterns.add<Patterns...>(patterns.getContext());
      });
}

} // namespace mlir::croton

#endif // CROTON_REWRITE_REWRITE_H
