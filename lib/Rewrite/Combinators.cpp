//===- Combinators.cpp - Rewrites in one line -----------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Rewrite/Combinators.h"

#include "MakeOp.h"
#include "PatternText.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// Attributes that only say how operands and results are grouped.
static bool isSegments(StringRef name) {
  return name == "operandSegmentSizes" || name == "resultSegmentSizes";
}

namespace {
/// The attributes that an op made without any has.
class DefaultAttributes {
public:
  explicit DefaultAttributes(OperationName name) {
    if (!name.isRegistered())
      return;
    Operation *op =
        Operation::create(UnknownLoc::get(name.getContext()), name,
                          /*resultTypes=*/{}, /*operands=*/{}, NamedAttrList(),
                          OpaqueProperties(nullptr));
    values = op->getAttrDictionary();
    op->destroy();
  }

  bool isDefault(NamedAttribute attribute) const {
    return values && values.get(attribute.getName()) == attribute.getValue();
  }

private:
  DictionaryAttr values;
};
} // namespace

/// Whether `op` has parts that a rewrite by name would lose.
static bool hasRegionsOrSuccessors(Operation *op) {
  return op->getNumRegions() || op->getNumSuccessors();
}

/// Attributes that belong to nobody in particular, such as "test.note".
static bool isDiscardable(Operation *op, StringRef name) {
  return op->isRegistered() && !op->getInherentAttr(name).has_value();
}

/// A reason as a failed match.
static LogicalResult miss(PatternRewriter &rewriter, Operation *op,
                          const Twine &reason) {
  return rewriter.notifyMatchFailure(
      op, [&](Diagnostic &diagnostic) { diagnostic << reason; });
}

/// Puts ops into the block of `root`, before it, and replaces it.
static LogicalResult replaceWith(PatternRewriter &rewriter, Operation *root,
                                 ArrayRef<Operation *> made,
                                 ValueRange values) {
  for (Operation *op : made)
    rewriter.insert(op);
  rewriter.replaceOp(root, values);
  return success();
}

/// "" if `values` can stand for the results of `root`.
static std::string checkTypes(Operation *root, TypeRange types) {
  if (types == TypeRange(root->getResultTypes()))
    return "";
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "results would be of type ";
  llvm::interleaveComma(types, os);
  os << " instead of ";
  llvm::interleaveComma(root->getResultTypes(), os);
  return text;
}

//===----------------------------------------------------------------------===//
// OpSub and OpRemove
//===----------------------------------------------------------------------===//

namespace {
// Pattern: from(x...) -> to(x...)
class OpSubPattern final : public RewritePattern {
public:
  OpSubPattern(MLIRContext *context, StringRef from, StringRef to)
      : RewritePattern(from, /*benefit=*/1, context, {to}), to(to.str()),
        defaults(OperationName(from, context)) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override;

private:
  std::string collectAttributes(Operation *op, OperationName target,
                                NamedAttrList &attributes) const;

  std::string to;
  DefaultAttributes defaults;
};

// Pattern: op(x...) -> x...
class OpRemovePattern final : public RewritePattern {
public:
  OpRemovePattern(MLIRContext *context, StringRef name)
      : RewritePattern(name, /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (op->getNumResults() == 0)
      return rewriter.notifyMatchFailure(op, "has no results");
    if (std::string reason = checkTypes(op, op->getOperandTypes());
        !reason.empty())
      return miss(rewriter, op, reason);
    if (llvm::is_contained(op->getUsers(), op))
      return rewriter.notifyMatchFailure(op, "uses its own result");
    rewriter.replaceOp(op, op->getOperands());
    return success();
  }
};
} // namespace

/// Collects the attributes to keep, or says which one would be lost.
std::string OpSubPattern::collectAttributes(Operation *op, OperationName target,
                                            NamedAttrList &attributes) const {
  for (NamedAttribute attribute : op->getAttrs()) {
    StringRef name = attribute.getName();
    bool isKnown = !target.isRegistered() || isDiscardable(op, name) ||
                   llvm::is_contained(target.getAttributeNames(), name);
    if (isKnown && !isSegments(name))
      attributes.append(attribute);
    else if (!isSegments(name) && !defaults.isDefault(attribute))
      return ("'" + op->getName().getStringRef() + "' has attribute '" + name +
              "', which '" + target.getStringRef() + "' does not have")
          .str();
  }
  return "";
}

LogicalResult OpSubPattern::matchAndRewrite(Operation *op,
                                            PatternRewriter &rewriter) const {
  if (hasRegionsOrSuccessors(op))
    return rewriter.notifyMatchFailure(op, "has regions or successors");
  if (std::string reason = checkOpName(getContext(), to); !reason.empty())
    return miss(rewriter, op, reason);
  OperationName target(to, getContext());
  NamedAttrList attributes;
  std::string reason = collectAttributes(op, target, attributes);
  if (!reason.empty())
    return miss(rewriter, op, reason);
  Operation *made = makeDetachedOp(op->getLoc(), target, op->getOperands(),
                                   attributes.getDictionary(getContext()),
                                   op->getResultTypes(), reason);
  if (!made)
    return miss(rewriter, op, reason);
  reason = checkTypes(op, made->getResultTypes());
  if (reason.empty())
    return replaceWith(rewriter, op, made, made->getResults());
  made->destroy();
  return miss(rewriter, op, reason);
}

std::shared_ptr<LocalRewrite> croton::makeOpSub(StringRef name,
                                                NumericClaim claim,
                                                StringRef summary,
                                                StringRef from, StringRef to) {
  return std::make_shared<LocalRewrite>(
      name, claim, summary,
      [from = from.str(), to = to.str()](RewritePatternSet &patterns) {
        patterns.add<OpSubPattern>(patterns.getContext(), from, to);
      });
}

std::shared_ptr<LocalRewrite> croton::makeOpRemove(StringRef name,
                                                   NumericClaim claim,
                                                   StringRef summary,
                                                   StringRef opName) {
  return std::make_shared<LocalRewrite>(
      name, claim, summary,
      [opName = opName.str()](RewritePatternSet &patterns) {
        patterns.add<OpRemovePattern>(patterns.getContext(), opName);
      });
}

//===----------------------------------------------------------------------===//
// PatternSub: matching
//===----------------------------------------------------------------------===//

namespace {
/// What the variables of a term stand for.
struct Bindings {
  SmallVector<Value> values;
  SmallVector<std::optional<Attribute>> attributes;
  /// The ops of the term, the root first. One may be there twice.
  SmallVector<Operation *> ops;
};

/// Matches a term. `reason` says why it does not.
class TermMatcher {
public:
  TermMatcher(const llvm::StringMap<DefaultAttributes> &defaults,
              Bindings &bindings)
      : defaults(defaults), bindings(bindings) {}

  bool matchOp(const Term &term, Operation *op);
  std::string takeReason() { return std::move(reason); }

private:
  bool matchValue(const Term &term, Value value);
  bool matchAttributes(const Term &term, Operation *op);
  bool matchAttribute(const NamedLiteral &wanted, Operation *op);
  bool fail(const Twine &why) {
    reason = why.str();
    return false;
  }

  const llvm::StringMap<DefaultAttributes> &defaults;
  Bindings &bindings;
  std::string reason;
};
} // namespace

bool TermMatcher::matchAttribute(const NamedLiteral &wanted, Operation *op) {
  Attribute attribute = op->getAttr(wanted.name);
  if (wanted.value.kind == Literal::Kind::Variable) {
    std::optional<Attribute> &bound =
        bindings.attributes[wanted.value.variable];
    if (bound && *bound != attribute)
      return fail("attribute '" + Twine(wanted.name) + "' of '" +
                  op->getName().getStringRef() + "' differs from an other one");
    bound = attribute;
    return true;
  }
  return wanted.value.equals(attribute) ||
         fail("attribute '" + Twine(wanted.name) + "' of '" +
              op->getName().getStringRef() + "' has another value");
}

bool TermMatcher::matchAttributes(const Term &term, Operation *op) {
  for (const NamedLiteral &wanted : term.attributes)
    if (!matchAttribute(wanted, op))
      return false;
  if (term.ignoresOtherAttributes)
    return true;
  const DefaultAttributes &known = defaults.at(term.opName);
  for (NamedAttribute attribute : op->getAttrs()) {
    StringRef name = attribute.getName();
    bool isMentioned =
        llvm::any_of(term.attributes, [&](const NamedLiteral &wanted) {
          return wanted.name == name;
        });
    if (!isMentioned && !isSegments(name) && !isDiscardable(op, name) &&
        !known.isDefault(attribute))
      return fail("'" + op->getName().getStringRef() + "' has attribute '" +
                  name + "', which the pattern does not mention");
  }
  return true;
}

bool TermMatcher::matchValue(const Term &term, Value value) {
  switch (term.kind) {
  case Term::Kind::Variable: {
    Value &bound = bindings.values[term.variable];
    if (bound && bound != value)
      return fail("two values that must be the same differ");
    bound = value;
    return true;
  }
  case Term::Kind::Constant: {
    Attribute constant;
    if (!matchPattern(value, m_Constant(&constant)))
      return fail("an operand is no constant");
    return term.constant.equals(constant) ||
           fail("a constant has another value");
  }
  case Term::Kind::Op:
    break;
  }
  Operation *op = value.getDefiningOp();
  if (!op || op->getName().getStringRef() != term.opName)
    return fail("an operand is not made by '" + Twine(term.opName) + "'");
  if (op->getNumResults() != 1)
    return fail("'" + Twine(term.opName) + "' has several results");
  return matchOp(term, op);
}

bool TermMatcher::matchOp(const Term &term, Operation *op) {
  if (hasRegionsOrSuccessors(op))
    return fail("'" + op->getName().getStringRef() +
                "' has regions or successors");
  if (op->getNumOperands() != term.operands.size())
    return fail("'" + op->getName().getStringRef() + "' has " +
                Twine(op->getNumOperands()) + " operands, not " +
                Twine(term.operands.size()));
  if (!matchAttributes(term, op))
    return false;
  bindings.ops.push_back(op);
  for (auto [operand, value] :
       llvm::zip_equal(term.operands, op->getOperands()))
    if (!matchValue(operand, value))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// PatternSub: building
//===----------------------------------------------------------------------===//

namespace {
/// Makes the ops of a term, in no block yet.
class TermBuilder {
public:
  TermBuilder(Operation *root, const Bindings &bindings)
      : root(root), bindings(bindings) {}
  ~TermBuilder() {
    for (Operation *op : llvm::reverse(made))
      op->destroy();
  }
  TermBuilder(const TermBuilder &) = delete;
  TermBuilder &operator=(const TermBuilder &) = delete;

  /// The values of a term, or nothing and a reason.
  FailureOr<SmallVector<Value>> build(const Term &term, TypeRange fallback);
  /// Gives the ops away, producers first.
  SmallVector<Operation *> takeOps() { return std::move(made); }
  std::string takeReason() { return std::move(reason); }

private:
  FailureOr<SmallVector<Value>> buildConstant(const Literal &literal);
  FailureOr<SmallVector<Value>> buildOp(const Term &term, TypeRange fallback);

  Operation *root;
  const Bindings &bindings;
  SmallVector<Operation *> made;
  std::string reason;
};
} // namespace

FailureOr<SmallVector<Value>>
TermBuilder::buildConstant(const Literal &literal) {
  Type type = root->getNumResults() ? root->getResultTypes().front() : Type();
  TypedAttr value = type ? literal.buildConstant(type) : TypedAttr();
  Dialect *dialect = root->getDialect();
  OpBuilder builder(root->getContext());
  Operation *constant =
      value && dialect
          ? dialect->materializeConstant(builder, value, type, root->getLoc())
          : nullptr;
  if (!constant) {
    reason = "there is no such constant of the type of the result";
    return failure();
  }
  made.push_back(constant);
  return SmallVector<Value>(constant->getResults());
}

FailureOr<SmallVector<Value>> TermBuilder::buildOp(const Term &term,
                                                   TypeRange fallback) {
  MLIRContext *context = root->getContext();
  reason = checkOpName(context, term.opName);
  if (!reason.empty())
    return failure();
  TypeRange single = root->getResultTypes();
  SmallVector<Value> operands;
  for (const Term &operand : term.operands) {
    FailureOr<SmallVector<Value>> values = build(operand, single.take_front(1));
    if (failed(values))
      return failure();
    if (values->size() != 1) {
      reason = "'" + operand.opName + "' does not make one value";
      return failure();
    }
    operands.push_back(values->front());
  }
  NamedAttrList attributes;
  for (const NamedLiteral &wanted : term.attributes) {
    Attribute value =
        wanted.value.kind == Literal::Kind::Variable
            ? bindings.attributes[wanted.value.variable].value_or(Attribute())
            : wanted.value.build(context);
    if (value)
      attributes.append(wanted.name, value);
  }
  Operation *op = makeDetachedOp(
      root->getLoc(), OperationName(term.opName, context), operands,
      attributes.getDictionary(context), fallback, reason);
  if (!op)
    return failure();
  made.push_back(op);
  return SmallVector<Value>(op->getResults());
}

FailureOr<SmallVector<Value>> TermBuilder::build(const Term &term,
                                                 TypeRange fallback) {
  switch (term.kind) {
  case Term::Kind::Variable:
    return SmallVector<Value>{bindings.values[term.variable]};
  case Term::Kind::Constant:
    return buildConstant(term.constant);
  case Term::Kind::Op:
    return buildOp(term, fallback);
  }
  llvm_unreachable("no such term");
}

//===----------------------------------------------------------------------===//
// PatternSub
//===----------------------------------------------------------------------===//

namespace {
// Pattern: from -> to, both terms
class TermPattern final : public RewritePattern {
public:
  TermPattern(MLIRContext *context, std::shared_ptr<const TermRewrite> rewrite,
              PatternSubOptions options)
      : RewritePattern(rewrite->from.opName, /*benefit=*/1, context),
        rewrite(std::move(rewrite)), options(options) {
    collectDefaults(this->rewrite->from);
  }

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override;

private:
  void collectDefaults(const Term &term) {
    if (term.kind != Term::Kind::Op)
      return;
    defaults.try_emplace(term.opName, OperationName(term.opName, getContext()));
    for (const Term &operand : term.operands)
      collectDefaults(operand);
  }

  std::shared_ptr<const TermRewrite> rewrite;
  PatternSubOptions options;
  llvm::StringMap<DefaultAttributes> defaults;
};
} // namespace

/// The first op inside of the term that something outside of it uses, or null.
static Operation *findOpWithOtherUsers(ArrayRef<Operation *> ops) {
  for (Operation *op : ops.drop_front())
    for (Operation *user : op->getUsers())
      if (!llvm::is_contained(ops, user))
        return op;
  return nullptr;
}

LogicalResult TermPattern::matchAndRewrite(Operation *op,
                                           PatternRewriter &rewriter) const {
  Bindings bindings;
  bindings.values.resize(rewrite->numVariables);
  bindings.attributes.resize(rewrite->numAttributeVariables);
  TermMatcher matcher(defaults, bindings);
  if (!matcher.matchOp(rewrite->from, op))
    return miss(rewriter, op, matcher.takeReason());
  if (!options.allowMultipleUses)
    if (Operation *inner = findOpWithOtherUsers(bindings.ops))
      return miss(rewriter, op,
                  "'" + inner->getName().getStringRef() +
                      "' has users outside of the pattern");

  TermBuilder builder(op, bindings);
  FailureOr<SmallVector<Value>> values =
      builder.build(rewrite->to, op->getResultTypes());
  if (failed(values))
    return miss(rewriter, op, builder.takeReason());
  if (std::string reason = checkTypes(op, ValueRange(*values).getTypes());
      !reason.empty())
    return miss(rewriter, op, reason);
  if (llvm::is_contained(
          llvm::map_range(*values,
                          [](Value value) { return value.getDefiningOp(); }),
          op))
    return rewriter.notifyMatchFailure(op, "would replace a value by itself");
  return replaceWith(rewriter, op, builder.takeOps(), *values);
}

llvm::Expected<std::shared_ptr<LocalRewrite>>
croton::makePatternSub(StringRef name, NumericClaim claim, StringRef summary,
                       StringRef from, StringRef to,
                       PatternSubOptions options) {
  llvm::Expected<TermRewrite> parsed = parseTermRewrite(from, to);
  if (!parsed)
    return parsed.takeError();
  auto rewrite = std::make_shared<const TermRewrite>(std::move(*parsed));
  return std::make_shared<LocalRewrite>(
      name, claim, summary, [rewrite, options](RewritePatternSet &patterns) {
        patterns.add<TermPattern>(patterns.getContext(), rewrite, options);
      });
}
