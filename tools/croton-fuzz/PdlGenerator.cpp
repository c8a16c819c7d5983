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
  const Name *pickName(ArrayRef<StringRef> types);
  std::string define(StringRef type) {
    std::string name = "%v" + std::to_string(names.size());
    names.push_back({name, type});
    return name;
  }

  void printPattern(unsigned index);
  void printNote();
  void printMatched();
  void printMade();
  void printOperation(bool needsName);
  void printList(ArrayRef<StringRef> types, unsigned most, StringRef open,
                 StringRef close);
  void printResult(bool isRange);

  ArrayRef<uint8_t> choices;
  std::string text;
  llvm::raw_string_ostream os;
  SmallVector<Name> names;
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
                                     "nowhere.x",
                                     "croton.negg",
                                     "builtin.module",
                                     "croton.make_vector",
                                     "croton.max",
                                     "croton.alloc",
                                     "croton.composite"};

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

const Name *Generator::pickName(ArrayRef<StringRef> types) {
  SmallVector<const Name *> fitting;
  for (const Name &name : names)
    if (llvm::is_contained(types, name.type))
      fitting.push_back(&name);
  return fitting.empty() ? nullptr : fitting[pick(fitting.size())];
}

void Generator::printList(ArrayRef<StringRef> types, unsigned most,
                          StringRef open, StringRef close) {
  SmallVector<const Name *> list;
  for (unsigned i = pick(most + 1); i > 0; --i)
    if (const Name *name = pickName(types))
      list.push_back(name);
  if (list.empty())
    return;
  os << open;
  llvm::interleaveComma(list, os, [&](const Name *name) { os << name->text; });
  os << " : ";
  llvm::interleaveComma(list, os, [&](const Name *name) { os << name->type; });
  os << close;
}

void Generator::printOperation(bool needsName) {
  std::string operands, attributes;
  os << "operation ";
  if (needsName || pick(16))
    os << '"' << pickOf(kOps) << "\" ";
  printList({kValue, kValues}, 3, "(", ") ");
  SmallVector<std::string> list;
  for (unsigned i = pick(3); i > 0; --i)
    if (const Name *name = pickName(kAttribute))
      list.push_back("\"" + pickOf(kAttributeNames).str() +
                     "\" = " + name->text);
  if (!list.empty()) {
    os << "{";
    llvm::interleaveComma(list, os);
    os << "} ";
  }
  printList({kType, kTypes}, 2, "-> (", ")");
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
  case 9:
    os << "apply_native_constraint \"" << (pick(8) ? "n.check" : "none")
       << "\"";
    os << "(%root : !pdl.operation)\n";
    return;
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
    os << "erase " << (op ? op->text : "%root") << "\n";
    return;
  }
  case 6: {
    const Name *op = pick(3) ? nullptr : pickName(kOperation);
    os << "replace " << (op ? op->text : "%root") << " with ";
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
       << (pick(8) ? "n.copy" : "none") << "\"(" << (op ? op->text : "%root")
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
      "croton.claim = \"exact\"",     "croton.claim = \"none\"",
      "croton.tags = [\"a\", \"b\"]", "croton.tags = [1]",
      "croton.position = 2.5",        "croton.stage = \"loaded\"",
      "croton.stage = \"x\"",         "croton.summary = \"s\""};
  os << " attributes {" << pickOf(notes) << "}";
}

void Generator::printPattern(unsigned index) {
  names.clear();
  os << "pdl.pattern @P" << index << " : benefit(" << pick(3) << ")";
  if (pick(2))
    printNote();
  os << " {\n";
  for (unsigned i = 2 + pick(10); i > 0; --i)
    printMatched();
  os << "%root = ";
  printOperation(/*needsName=*/false);
  names.push_back({"%root", kOperation});
  os << "\nrewrite " << (pick(16) ? "%root" : "") << " {\n";
  for (unsigned i = 1 + pick(10); i > 0; --i)
    printMade();
  if (pick(4))
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
