//===- PdlGenerator.cpp - Patterns from bytes -----------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PdlGenerator.h"

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::croton;

namespace {
/// A value of PDL in scope.
struct Name {
  std::string text;
  /// Such as "!pdl.value".
  StringRef type;
  bool isUsed = false;
};

class Generator {
public:
  explicit Generator(ArrayRef<uint8_t> choices) : choices(choices), os(text) {}

  std::string run();

private:
  /// A number below `limit`; 0 once the choices are used up.
  unsigned pick(unsigned limit) {
    if (choices.empty())
      return 0;
    unsigned choice = choices.front() % limit;
    choices = choices.drop_front();
    return choice;
  }
  StringRef pickOf(ArrayRef<StringRef> list) { return list[pick(list.size())]; }
  /// Any name in scope of one of these types; "" if there is none.
  Name *pickName(ArrayRef<StringRef> types);
  std::string define(StringRef type) {
    std::string name = "%v" + std::to_string(names.size());
    names.push_back({name, type, false});
    return name;
  }

  void printPattern(unsigned index);
  void printNote();
  void printMatched();
  void printMade();
  void printOperation(bool needsName, bool needsAll = false);
  /// Names of these types, all that are unused among them if `needsAll`.
  void printList(ArrayRef<StringRef> types, unsigned most, StringRef open,
                 StringRef close, bool needsAll = false);
  void printResult(bool isRange);

  ArrayRef<uint8_t> choices;
  std::string text;
  llvm::raw_string_ostream os;
  SmallVector<Name> names;
  /// Whether the root was replaced or erased.
  bool isRootGone = false;
};
} // namespace

static constexpr StringRef kValue = "!pdl.value", kType = "!pdl.type",
                           kAttribute = "!pdl.attribute",
                           kOperation = "!pdl.operation",
                           kValues = "!pdl.range<value>",
                           kTypes = "!pdl.range<type>";

static constexpr StringRef kOps[] = {"t.f",
                                     "t.g",
                                     "arith.addi",
                                     "arith.cmpi",
                                     "arith.select",
                                     "croton.neg",
                                     "croton.add",
                                     "croton.sum",
                                     "croton.reshape",
                                     "croton.dimshuffle",
                                     "croton.subtensor",
                                     "croton.dot",
                                     "croton.cast",
                                     "func.return",
                                     "t.copy",
                                     "croton.softmax",
                                     "arith.constant",
                                     "croton.take",
                                     "croton.switch",
                                     "croton.constant",
                                     "t.h",
                                     "croton.make_vector",
                                     "croton.max",
                                     "croton.alloc",
                                     "croton.composite"};

static constexpr StringRef kBadOps[] = {"nowhere.x", "croton.negg", "x",
                                        "builtin.module"};

static constexpr StringRef kAttributes[] = {"1 : i64",
                                            "2 : i32",
                                            "\"s\"",
                                            "true",
                                            "array<i64: 0>",
                                            "unit",
                                            "[0, 1]",
                                            "f32",
                                            "0.0 : f32",
                                            "dense<1.0> : tensor<4xf32>",
                                            "array<i64: 1, 0>",
                                            "array<i64: -7, 99>",
                                            "@f",
                                            "{}",
                                            "-1 : i64",
                                            "dense<0> : tensor<i64>"};

static constexpr StringRef kAttributeNames[] = {"predicate",
                                                "axes",
                                                "axis",
                                                "n",
                                                "order",
                                                "value",
                                                "dtype",
                                                "acc",
                                                "operandSegmentSizes",
                                                "overflowFlags",
                                                "callee",
                                                "shape"};

Name *Generator::pickName(ArrayRef<StringRef> types) {
  SmallVector<Name *> fitting, unused;
  for (Name &name : names) {
    if (!llvm::is_contained(types, name.type))
      continue;
    fitting.push_back(&name);
    if (!name.isUsed)
      unused.push_back(&name);
  }
  // What is bound by nothing makes a pattern invalid.
  if (!unused.empty() && pick(8))
    fitting = unused;
  if (fitting.empty())
    return nullptr;
  Name *name = fitting[pick(fitting.size())];
  name->isUsed = true;
  return name;
}

void Generator::printList(ArrayRef<StringRef> types, unsigned most,
                          StringRef open, StringRef close, bool needsAll) {
  SmallVector<std::string> list;
  SmallVector<StringRef> listTypes;
  auto add = [&](Name &name) {
    name.isUsed = true;
    list.push_back(name.text);
    listTypes.push_back(name.type);
  };
  if (needsAll)
    for (Name &name : names)
      if (!name.isUsed && llvm::is_contained(types, name.type))
        add(name);
  for (unsigned i = pick(most + 1); i > list.size(); --i)
    if (Name *name = pickName(types))
      add(*name);
  if (list.empty())
    return;
  os << open;
  llvm::interleaveComma(list, os);
  os << " : ";
  llvm::interleaveComma(listTypes, os);
  os << close;
}

void Generator::printOperation(bool needsName, bool needsAll) {
  os << "operation ";
  if (needsName || pick(16))
    os << '"' << (pick(64) ? pickOf(kOps) : pickOf(kBadOps)) << "\" ";
  printList({kValue, kValues}, 3, "(", ") ", needsAll);
  SmallVector<std::string> list;
  for (Name &name : names) {
    if (name.type != kAttribute || (needsAll ? name.isUsed : pick(4) != 0))
      continue;
    name.isUsed = true;
    list.push_back("\"" + pickOf(kAttributeNames).str() + "\" = " + name.text);
  }
  if (!list.empty()) {
    os << "{";
    llvm::interleaveComma(list, os);
    os << "} ";
  }
  printList({kType, kTypes}, 2, "-> (", ")", needsAll);
}

void Generator::printResult(bool isRange) {
  const Name *op = pickName(kOperation);
  if (!op)
    return;
  std::string parent = op->text;
  unsigned index = pick(3);
  if (!isRange) {
    os << define(kValue) << " = result " << index << " of " << parent << "\n";
  } else if (index == 0) {
    os << define(kValues) << " = results of " << parent << "\n";
  } else {
    bool isOne = pick(2);
    os << define(isOne ? kValue : kValues) << " = results " << index - 1
       << " of " << parent << " -> " << (isOne ? kValue : kValues) << "\n";
  }
}

void Generator::printMatched() {
  switch (pick(12)) {
  case 0:
  case 1:
    os << define(kValue) << " = operand\n";
    return;
  case 2:
    os << define(kValues) << " = operands\n";
    return;
  case 3:
    os << define(kType) << " = type" << (pick(3) ? "" : " : i32") << "\n";
    return;
  case 4:
    os << define(kTypes) << " = types\n";
    return;
  case 5: {
    std::string value = pick(2) ? " = " + pickOf(kAttributes).str() : "";
    os << define(kAttribute) << " = attribute" << value << "\n";
    return;
  }
  case 6:
  case 7:
    return printResult(false);
  case 8:
    return printResult(true);
  case 9: {
    // To be constrained is not to be bound.
    Name *op = pickName(kOperation);
    if (op)
      op->isUsed = false;
    if (op)
      os << "apply_native_constraint \"" << (pick(32) ? "n.check" : "none")
         << "\"(" << op->text << " : !pdl.operation)\n";
    return;
  }
  default:
    break;
  }
  // Printed before the op is in scope.
  size_t number = names.size();
  os << "%v" << number << " = ";
  printOperation(/*needsName=*/false);
  define(kOperation);
  os << "\n";
}

void Generator::printMade() {
  switch (pick(10)) {
  case 0: {
    os << "%v" << names.size() << " = attribute = " << pickOf(kAttributes)
       << "\n";
    define(kAttribute);
    return;
  }
  case 1:
    os << define(kType) << " = type" << (pick(2) ? " : f32" : "") << "\n";
    return;
  case 2:
  case 3:
    return printResult(false);
  case 4:
    return printResult(true);
  case 5: {
    const Name *op = pickName(kOperation);
    if (!op || (op->text == "%root" && isRootGone && pick(8)))
      return;
    isRootGone |= op->text == "%root";
    os << "erase " << op->text << "\n";
    return;
  }
  case 6: {
    if (isRootGone && pick(8))
      return;
    isRootGone = true;
    os << "replace %root with ";
    if (const Name *by = pick(2) ? pickName(kOperation) : nullptr)
      os << by->text;
    else
      printList({kValue, kValues}, 2, "(", ")");
    os << " {}\n";
    return;
  }
  case 7: {
    const Name *op = pickName(kOperation);
    os << "%v" << names.size() << " = apply_native_rewrite \""
       << (pick(32) ? "n.copy" : "none") << "\"(" << (op ? op->text : "%root")
       << " : !pdl.operation) : !pdl.operation\n";
    define(kOperation);
    return;
  }
  default:
    break;
  }
  os << "%v" << names.size() << " = ";
  printOperation(/*needsName=*/true);
  define(kOperation);
  os << "\n";
}

void Generator::printNote() {
  static constexpr StringRef notes[] = {
      "croton.claim = \"exact\"", "croton.tags = [\"a\", \"b\"]",
      "croton.position = 2.5", "croton.summary = \"s\""};
  static constexpr StringRef badNotes[] = {
      "croton.claim = \"none\"", "croton.tags = [1]",
      "croton.stage = \"loaded\"", "croton.stage = \"x\""};
  os << " attributes {" << (pick(32) ? pickOf(notes) : pickOf(badNotes)) << "}";
}

void Generator::printPattern(unsigned index) {
  names.clear();
  isRootGone = false;
  os << "pdl.pattern @P" << index << " : benefit(" << pick(3) << ")";
  if (pick(2))
    printNote();
  os << " {\n";
  for (unsigned i = 1 + pick(6); i > 0; --i)
    printMatched();
  // The results of ops that hang on nothing yet are operands of the root.
  for (unsigned i = 0; i < names.size(); ++i)
    if (names[i].type == kOperation && !names[i].isUsed) {
      names[i].isUsed = true;
      std::string op = names[i].text;
      os << define(kValue) << " = result 0 of " << op << "\n";
    }
  os << "%root = ";
  printOperation(/*needsName=*/false, /*needsAll=*/true);
  names.push_back({"%root", kOperation, true});
  os << "\nrewrite " << (pick(16) ? "%root" : "") << " {\n";
  for (unsigned i = 1 + pick(10); i > 0; --i)
    printMade();
  if (!isRootGone && pick(8))
    os << "erase %root\n";
  os << "}\n}\n";
}

std::string Generator::run() {
  for (unsigned i = 0, end = 1 + pick(3); i < end; ++i)
    printPattern(i);
  return text;
}

std::string croton::generatePdl(ArrayRef<uint8_t> choices) {
  return Generator(choices).run();
}
