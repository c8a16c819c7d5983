//===- RandomRewriteTest.cpp - Drivers against a naive fixed point --------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random sets of rules over a toy algebra, random graphs, and every driver.
//
// A rule turns a term of two levels into a lighter one in which no variable
// occurs more often, so that rewriting ends. Only sets whose critical pairs all
// join are used: such a set is confluent, and a term has one normal form,
// whichever way it is reached. The normal form is found by a small rewriter of
// terms that shares nothing with the drivers.
//
//===----------------------------------------------------------------------===//

#include "DriverTestSupport.h"
#include <map>
#include <random>

using namespace mlir;
using namespace mlir::croton;

namespace {
/// A node of a pattern: a variable, or an op over variables and, in the root of
/// a rule, over ops.
struct Shape {
  int variable = -1;
  unsigned kind = 0;
  std::vector<Shape> children;

  bool isVariable() const { return variable >= 0; }
};

struct Rule {
  Shape from, to;
  /// Changes the root in place where it can.
  bool inPlace = false;
};

/// The ops of the algebra.
struct Algebra {
  std::vector<unsigned> arity, weight;
  std::vector<Rule> rules;

  static std::string getName(unsigned kind) {
    return "t.k" + std::to_string(kind);
  }
};

/// Terms, each stored once, and their normal forms.
class Terms {
public:
  using Id = unsigned;
  static constexpr unsigned kLeaf = ~0u;

  explicit Terms(const Algebra &algebra) : algebra(algebra) {}

  Id getLeaf(unsigned number) { return get(kLeaf, {number}); }
  Id get(unsigned kind, const std::vector<Id> &children) {
    auto [it, isNew] =
        ids.try_emplace({kind, children}, static_cast<Id>(terms.size()));
    if (isNew)
      terms.push_back({kind, children});
    return it->second;
  }

  Id build(const Shape &shape, const std::vector<Id> &bound) {
    if (shape.isVariable())
      return bound[shape.variable];
    std::vector<Id> children;
    for (const Shape &child : shape.children)
      children.push_back(build(child, bound));
    return get(shape.kind, children);
  }

  bool match(const Shape &shape, Id id, std::vector<Id> &bound) const {
    if (shape.isVariable()) {
      bound.resize(std::max<size_t>(bound.size(), shape.variable + 1));
      bound[shape.variable] = id;
      return true;
    }
    const auto &[kind, children] = terms[id];
    if (kind != shape.kind)
      return false;
    for (size_t i = 0; i < children.size(); ++i)
      if (!match(shape.children[i], children[i], bound))
        return false;
    return true;
  }

  Id normalize(Id id) {
    if (auto it = normal.find(id); it != normal.end())
      return it->second;
    auto [kind, children] = terms[id];
    Id result = id;
    if (kind != kLeaf) {
      for (Id &child : children)
        child = normalize(child);
      result = get(kind, children);
      for (const Rule &rule : algebra.rules) {
        std::vector<Id> bound;
        if (!match(rule.from, result, bound))
          continue;
        result = normalize(build(rule.to, bound));
        break;
      }
    }
    return normal[id] = result;
  }

private:
  const Algebra &algebra;
  std::vector<std::pair<unsigned, std::vector<Id>>> terms;
  std::map<std::pair<unsigned, std::vector<Id>>, Id> ids;
  std::map<Id, Id> normal;
};

class Generator {
public:
  explicit Generator(unsigned seed) : random(seed) {}

  unsigned pick(unsigned size) { return random() % size; }

  /// A confluent algebra with at least one rule.
  Algebra makeAlgebra();
  /// A graph over it, as text, with about `size` ops.
  std::string makeGraph(const Algebra &algebra, unsigned size);

private:
  Rule makeRule(const Algebra &algebra);
  Shape makeShape(const Algebra &algebra, unsigned depth, int &numVariables);
  bool isConfluent(const Algebra &algebra);

  std::mt19937 random;
};
} // namespace

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

static unsigned getWeight(const Algebra &algebra, const Shape &shape) {
  if (shape.isVariable())
    return 1;
  unsigned weight = algebra.weight[shape.kind];
  for (const Shape &child : shape.children)
    weight += getWeight(algebra, child);
  return weight;
}

static void collectVariables(const Shape &shape, std::vector<int> &variables) {
  if (shape.isVariable())
    variables.push_back(shape.variable);
  for (const Shape &child : shape.children)
    collectVariables(child, variables);
}

/// Numbers of new variables start at `numVariables`.
Shape Generator::makeShape(const Algebra &algebra, unsigned depth,
                           int &numVariables) {
  Shape shape;
  shape.kind = pick(algebra.arity.size());
  for (unsigned i = 0; i < algebra.arity[shape.kind]; ++i) {
    if (depth > 1 && pick(2)) {
      shape.children.push_back(makeShape(algebra, depth - 1, numVariables));
      continue;
    }
    Shape variable;
    variable.variable = numVariables++;
    shape.children.push_back(variable);
  }
  return shape;
}

Rule Generator::makeRule(const Algebra &algebra) {
  while (true) {
    Rule rule;
    int numVariables = 0, numHoles = 0;
    rule.from = makeShape(algebra, 2, numVariables);
    std::vector<int> variables;
    collectVariables(rule.from, variables);
    if (pick(4) == 0 && !variables.empty()) {
      rule.to.variable = variables[pick(variables.size())];
      return rule;
    }
    // Each variable of the one side at most once in the other.
    rule.to = makeShape(algebra, 2, numHoles);
    if (numHoles > numVariables ||
        getWeight(algebra, rule.to) >= getWeight(algebra, rule.from))
      continue;
    std::shuffle(variables.begin(), variables.end(), random);
    std::function<void(Shape &)> fill = [&](Shape &shape) {
      if (shape.isVariable())
        shape.variable = variables[shape.variable];
      for (Shape &child : shape.children)
        fill(child);
    };
    fill(rule.to);
    rule.inPlace = pick(2);
    return rule;
  }
}

/// Binds the variables of either shape (those of `b` are numbered apart) so
/// that both are the same. Shapes are linear, so nothing is bound twice.
static void overlap(const Shape &a, const Shape &b,
                    std::map<int, const Shape *> &bound, bool &isPossible) {
  if (a.isVariable()) {
    bound[a.variable] = &b;
    return;
  }
  if (b.isVariable()) {
    bound[b.variable] = &a;
    return;
  }
  if (a.kind != b.kind) {
    isPossible = false;
    return;
  }
  for (size_t i = 0; i < a.children.size(); ++i)
    overlap(a.children[i], b.children[i], bound, isPossible);
}

/// The term of a shape; unbound variables become leaves.
static Terms::Id instantiate(Terms &terms, const Shape &shape,
                             const std::map<int, const Shape *> &bound) {
  if (shape.isVariable()) {
    auto it = bound.find(shape.variable);
    return it == bound.end() ? terms.getLeaf(shape.variable)
                             : instantiate(terms, *it->second, bound);
  }
  std::vector<Terms::Id> children;
  for (const Shape &child : shape.children)
    children.push_back(instantiate(terms, child, bound));
  return terms.get(shape.kind, children);
}

static Shape shift(Shape shape, int by) {
  if (shape.isVariable())
    shape.variable += by;
  for (Shape &child : shape.children)
    child = shift(child, by);
  return shape;
}

bool Generator::isConfluent(const Algebra &algebra) {
  Terms terms(algebra);
  for (const Rule &outer : algebra.rules)
    for (const Rule &other : algebra.rules) {
      Rule inner = {shift(other.from, 100), shift(other.to, 100)};
      auto joins = [&](const Shape &place, int child) {
        std::map<int, const Shape *> bound;
        bool isPossible = true;
        overlap(place, inner.from, bound, isPossible);
        if (!isPossible)
          return true;
        Shape changed = inner.to;
        if (child >= 0) {
          changed = outer.from;
          changed.children[child] = inner.to;
        }
        return terms.normalize(instantiate(terms, outer.to, bound)) ==
               terms.normalize(instantiate(terms, changed, bound));
      };
      if (!joins(outer.from, -1))
        return false;
      for (size_t i = 0; i < outer.from.children.size(); ++i)
        if (!outer.from.children[i].isVariable() &&
            !joins(outer.from.children[i], i))
          return false;
    }
  return true;
}

Algebra Generator::makeAlgebra() {
  Algebra algebra;
  algebra.arity = {0, 1, 1, 1, 2, 2};
  for (size_t i = 0; i < algebra.arity.size(); ++i)
    algebra.weight.push_back(1 + pick(6));
  // Rules that would make the set ambiguous are left out.
  for (unsigned i = 0; i < 12 || algebra.rules.empty(); ++i) {
    algebra.rules.push_back(makeRule(algebra));
    if (!isConfluent(algebra))
      algebra.rules.pop_back();
  }
  return algebra;
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

std::string Generator::makeGraph(const Algebra &algebra, unsigned size) {
  std::string text = "%v0 = \"t.leaf\"() {n = 0} : () -> i32\n"
                     "%v1 = \"t.leaf\"() {n = 1} : () -> i32\n";
  unsigned next = 2, depth = 0;
  // What may be used: the values of the regions around.
  std::vector<unsigned> visible = {0, 1}, marks;
  auto use = [&](unsigned count) {
    std::string operands, types;
    for (unsigned i = 0; i < count; ++i) {
      // Mostly a recent one, so that terms grow deep.
      unsigned back = pick(3) ? pick(std::min<size_t>(visible.size(), 3))
                              : pick(visible.size());
      operands += (i ? ", %v" : "%v") +
                  std::to_string(visible[visible.size() - 1 - back]);
      types += i ? ", i32" : "i32";
    }
    return "(" + operands + ") : (" + types + ")";
  };
  auto close = [&] {
    text += "\"t.out\"" + use(2) + " -> ()\n}) : () -> ()\n";
    visible.resize(marks.back());
    marks.pop_back();
    --depth;
  };
  for (unsigned i = 0; i < size; ++i) {
    if (pick(12) == 0 && depth < 3) {
      text += "\"t.region\"() ({\n";
      marks.push_back(visible.size());
      ++depth;
    } else if (pick(12) == 0 && depth) {
      close();
    }
    unsigned kind = pick(algebra.arity.size());
    text += "%v" + std::to_string(next) + " = \"" + Algebra::getName(kind) +
            "\"" + use(algebra.arity[kind]) + " -> i32\n";
    visible.push_back(next++);
  }
  while (depth)
    close();
  return text + "\"t.out\"" + use(3) + " -> ()\n";
}

/// The kind of an op of the algebra.
static std::optional<unsigned> getKind(Operation *op) {
  StringRef name = op->getName().getStringRef();
  unsigned kind;
  if (!name.consume_front("t.k") || name.getAsInteger(10, kind))
    return std::nullopt;
  return kind;
}

/// The terms of what each t.out uses.
static std::vector<Terms::Id> readOutputs(Terms &terms, ModuleOp module) {
  llvm::DenseMap<Value, Terms::Id> ids;
  std::vector<Terms::Id> outputs;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    std::vector<Terms::Id> children;
    for (Value operand : op->getOperands())
      children.push_back(ids.at(operand));
    if (std::optional<unsigned> kind = getKind(op))
      ids[op->getResult(0)] = terms.get(*kind, children);
    else if (op->getName().getStringRef() == "t.leaf")
      ids[op->getResult(0)] =
          terms.getLeaf(op->getAttrOfType<IntegerAttr>("n").getInt());
    else
      llvm::append_range(outputs, children);
  });
  return outputs;
}

//===----------------------------------------------------------------------===//
// Rules as rewrites
//===----------------------------------------------------------------------===//

static bool match(const Shape &shape, Value value, std::vector<Value> &bound);

static bool matchOp(const Shape &shape, Operation *op,
                    std::vector<Value> &bound) {
  if (getKind(op) != shape.kind)
    return false;
  for (auto [child, operand] :
       llvm::zip_equal(shape.children, op->getOperands()))
    if (!match(child, operand, bound))
      return false;
  return true;
}

static bool match(const Shape &shape, Value value, std::vector<Value> &bound) {
  if (!shape.isVariable())
    return matchOp(shape, value.getDefiningOp(), bound);
  bound.resize(std::max<size_t>(bound.size(), shape.variable + 1));
  bound[shape.variable] = value;
  return true;
}

static Value build(const Shape &shape, const std::vector<Value> &bound,
                   OpBuilder &builder) {
  if (shape.isVariable())
    return bound[shape.variable];
  SmallVector<Value> operands;
  for (const Shape &child : shape.children)
    operands.push_back(build(child, bound, builder));
  return makeOp(builder, Algebra::getName(shape.kind), builder.getI32Type(),
                operands)
      ->getResult(0);
}

static std::shared_ptr<LocalRewrite> makeRewrite(const Rule &rule,
                                                 unsigned index) {
  return makeLambda(
      "rule" + std::to_string(index), Algebra::getName(rule.from.kind),
      [rule](Operation *op, PatternRewriter &rewriter) {
        std::vector<Value> bound;
        if (!matchOp(rule.from, op, bound))
          return failure();
        const Shape &to = rule.to;
        if (!rule.inPlace || to.isVariable() || to.kind != rule.from.kind) {
          rewriter.replaceOp(op, build(to, bound, rewriter));
          return success();
        }
        SmallVector<Value> operands;
        for (const Shape &child : to.children)
          operands.push_back(build(child, bound, rewriter));
        rewriter.modifyOpInPlace(op, [&] { op->setOperands(operands); });
        return success();
      });
}

//===----------------------------------------------------------------------===//
// The comparison
//===----------------------------------------------------------------------===//

namespace {
class RandomRewriteTest : public DriverTest {
protected:
  void compare(unsigned seed);

  uint64_t numApplied = 0;
};
} // namespace

void RandomRewriteTest::compare(unsigned seed) {
  Generator generator(seed);
  Algebra algebra = generator.makeAlgebra();
  std::string text = generator.makeGraph(algebra, 5 + generator.pick(60));
  SmallVector<std::shared_ptr<const LocalRewrite>> rewrites;
  for (auto [index, rule] : llvm::enumerate(algebra.rules))
    rewrites.push_back(makeRewrite(rule, index));
  std::unique_ptr<FrozenRewrites> frozen = freeze(rewrites);

  Terms terms(algebra);
  OwningOpRef<ModuleOp> module = parse(text);
  std::vector<Terms::Id> expected = readOutputs(terms, *module);
  for (Terms::Id &id : expected)
    id = terms.normalize(id);

  auto check = [&](ModuleOp result, const Twine &what) {
    EXPECT_EQ(messages, "") << what.str();
    EXPECT_TRUE(succeeded(verify(result))) << what.str();
    EXPECT_EQ(readOutputs(terms, result), expected)
        << what.str() << ", seed " << seed << "\n"
        << print(*module) << print(result);
  };
  RunOptions quiet;
  quiet.guard = static_cast<Guard>(seed % 3);
  RewriteProfile counts;
  quiet.profile = &counts;
  for (Revisit revisit : {Revisit::None, Revisit::New, Revisit::NewAndUsers}) {
    OwningOpRef<ModuleOp> copy = module->clone();
    EquilibriumOptions some;
    some.revisit = revisit;
    EXPECT_TRUE(succeeded(applyEquilibrium(*copy, *frozen, some, quiet)));
    check(*copy, "equilibrium, revisit " + Twine(static_cast<int>(revisit)));
    // The fixed point is one.
    EXPECT_EQ(describe(applyEquilibrium(*copy, *frozen, some, quiet)),
              "unchanged");
  }
  for (SweepOrder order : {SweepOrder::InToOut, SweepOrder::OutToIn})
    for (bool visitNew : {false, true}) {
      OwningOpRef<ModuleOp> copy = module->clone();
      TopologicalOptions some;
      some.order = order;
      some.visitNew = visitNew;
      FailureOr<bool> changed = true;
      for (unsigned i = 0; succeeded(changed) && *changed; ++i) {
        ASSERT_LT(i, 1000u) << "seed " << seed;
        changed = applyTopological(*copy, *frozen, some, quiet);
      }
      check(*copy, "sweep " + Twine(static_cast<int>(order)) +
                       (visitNew ? " with new ops" : ""));
    }
  for (const StageCounts &stage : counts.getStages())
    for (const auto &[name, rewriteCounts] : stage.rewrites)
      numApplied += rewriteCounts.applied;
}

/// How many cases; CROTON_FUZZ_CASES sets another number.
static unsigned getNumCases() {
  const char *text = std::getenv("CROTON_FUZZ_CASES");
  return text ? std::atoi(text) : 3000;
}

TEST_F(RandomRewriteTest, DriversReachTheNormalForm) {
  unsigned numCases = getNumCases();
  for (unsigned seed = 0; seed < numCases && !HasFailure(); ++seed)
    compare(seed);
  // The rules do find something to do.
  EXPECT_GT(numApplied, uint64_t(numCases) * 10);
}
