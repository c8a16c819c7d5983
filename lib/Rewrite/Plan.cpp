//===- Plan.cpp - What will run, in which order, by which driver ----------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Rewrite/Plan.h"
#include "Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::croton;

//===----------------------------------------------------------------------===//
// Lookup
//===----------------------------------------------------------------------===//

bool Plan::isEmpty() const {
  return root.children.empty() && root.locals.empty() && root.globals.empty() &&
         root.finals.empty() && root.cleanups.empty();
}

static const PlanNode *findBelow(const PlanNode &node, StringRef name) {
  for (const PlanNode &child : node.children) {
    if (child.name == name)
      return &child;
    if (const PlanNode *found = findBelow(child, name))
      return found;
  }
  return nullptr;
}

const PlanNode *Plan::findStage(StringRef name) const {
  return findBelow(root, name);
}

static bool holds(const PlanNode &node, StringRef name) {
  auto isIt = [&](const auto &rewrite) { return rewrite->getName() == name; };
  return llvm::any_of(
             node.locals,
             [&](const PlannedLocal &local) { return isIt(local.rewrite); }) ||
         llvm::any_of(node.globals, isIt) || llvm::any_of(node.finals, isIt) ||
         llvm::any_of(node.cleanups, isIt) ||
         llvm::any_of(node.children, [&](const PlanNode &child) {
           return holds(child, name);
         });
}

bool Plan::contains(StringRef rewriteName) const {
  return holds(root, rewriteName);
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

namespace {

/// Prints the parts of a line in parentheses, nothing if there is none.
class OptionList {
public:
  OptionList(raw_ostream &os) : os(os) {}
  ~OptionList() {
    if (!isEmpty)
      os << ')';
  }

  void add(const Twine &text) {
    os << (isEmpty ? " (" : ", ") << text;
    isEmpty = false;
  }
  void addIf(bool condition, StringRef text) {
    if (condition)
      add(text);
  }
  template <typename T>
  void addNumber(StringRef name, T value, T standard) {
    if (value != standard)
      add(name + " " + formatPosition(value));
  }

private:
  raw_ostream &os;
  bool isEmpty = true;
};

} // namespace

static void addLimits(OptionList &list, const RewriteLimits &limits) {
  RewriteLimits standard;
  list.addNumber("max-use-ratio", limits.maxUseRatio, standard.maxUseRatio);
  list.addNumber("size-floor", limits.sizeFloor, standard.sizeFloor);
  list.addNumber("max-growth", limits.maxGrowth, standard.maxGrowth);
  list.addNumber("max-operands", limits.maxOperands, standard.maxOperands);
  list.addNumber("max-rounds", limits.maxRounds, standard.maxRounds);
}

static void printOptions(const EquilibriumOptions &options, raw_ostream &os) {
  OptionList list(os);
  list.addIf(options.revisit == Revisit::None, "revisit none");
  list.addIf(options.revisit == Revisit::New, "revisit new");
  list.addIf(options.fold, "fold");
  list.addIf(options.mergeEqual, "merge-equal");
  list.addIf(!options.eraseDead, "keep-dead");
  list.addIf(options.simplifyRegions, "simplify-regions");
  addLimits(list, options.limits);
}

static void printOptions(const TopologicalOptions &options, raw_ostream &os) {
  OptionList list(os);
  list.addIf(options.order == SweepOrder::OutToIn, "out-to-in");
  list.addIf(options.visitNew, "visit-new");
  list.addIf(!options.eraseDead, "keep-dead");
  addLimits(list, options.limits);
}

static void printRewrite(const Rewrite &rewrite, raw_ostream &os) {
  os << rewrite.getName() << "  [" << stringifyNumericClaim(rewrite.getClaim())
     << "]\n";
}

static void printPosition(double position, raw_ostream &os) {
  if (position != 0)
    os << formatPosition(position) << ": ";
}

static void printLocals(const PlanNode &node, unsigned indent,
                        raw_ostream &os) {
  int group = -1;
  for (const PlannedLocal &local : node.locals) {
    if (local.group >= 0 && local.group != group) {
      const PlannedGroup &planned = node.groups[local.group];
      os.indent(indent);
      printPosition(planned.position, os);
      os << "group " << planned.name << (planned.applyAll ? " (apply-all)" : "")
         << '\n';
    }
    group = local.group;
    os.indent(group >= 0 ? indent + 2 : indent);
    printPosition(local.position, os);
    printRewrite(*local.rewrite, os);
  }
}

static void printNode(const PlanNode &node, unsigned indent, raw_ostream &os) {
  os.indent(indent);
  if (node.position)
    os << formatPosition(*node.position) << ": ";
  switch (node.kind) {
  case PlanNode::Kind::Sequence:
    os << "sequence " << node.name;
    break;
  case PlanNode::Kind::Equilibrium:
    os << "equilibrium " << node.name;
    printOptions(node.equilibriumOptions, os);
    break;
  case PlanNode::Kind::Topological:
    os << "topological " << node.name;
    printOptions(node.topologicalOptions, os);
    break;
  case PlanNode::Kind::Global:
    os << "global ";
    printRewrite(*node.globals.front(), os);
    return;
  }
  os << '\n';

  auto printGlobals = [&](StringRef role, const auto &rewrites) {
    for (const auto &rewrite : rewrites) {
      os.indent(indent + 2) << role << ' ';
      printRewrite(*rewrite, os);
    }
  };
  printGlobals("global", node.globals);
  printLocals(node, indent + 2, os);
  printGlobals("final", node.finals);
  printGlobals("cleanup", node.cleanups);
  for (const PlanNode &child : node.children)
    printNode(child, indent + 2, os);
}

void Plan::print(raw_ostream &os) const { printNode(root, /*indent=*/0, os); }
