//===- CanonicalForm.cpp - IR up to the order of independent ops ----------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each op gets a line of text in which values have names. The name of a result
// of an op without effects is a digest of its line, so that it does not depend
// on where the op stands; that of any other value is its place.
//
//===----------------------------------------------------------------------===//

#include "CanonicalForm.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA1.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::croton::test;

namespace {
class Former {
public:
  std::string describe(Operation *op);

private:
  std::string describe(Region &region, unsigned index);
  void nameResults(Operation *op, StringRef stem);

  llvm::DenseMap<Value, std::string> names;
  llvm::DenseMap<Block *, std::string> blockNames;
  unsigned depth = 0, numEffects = 0;
};
} // namespace

static std::string digest(StringRef text) {
  llvm::SHA1 hasher;
  hasher.update(text);
  return llvm::toHex(hasher.final(), /*LowerCase=*/true).substr(0, 20);
}

static bool hasEffects(Operation *op) {
  return op->hasTrait<OpTrait::IsTerminator>() || !isMemoryEffectFree(op);
}

void Former::nameResults(Operation *op, StringRef stem) {
  for (OpResult result : op->getResults())
    names[result] = (stem + "#" + Twine(result.getResultNumber())).str();
}

std::string Former::describe(Operation *op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << op->getName().getStringRef() << "(";
  llvm::interleaveComma(op->getOperands(), os,
                        [&](Value operand) { os << names[operand]; });
  os << ")[";
  llvm::interleaveComma(op->getSuccessors(), os,
                        [&](Block *block) { os << blockNames[block]; });
  os << "] " << op->getAttrDictionary() << " : ";
  llvm::interleaveComma(op->getResultTypes(), os);
  for (Region &region : op->getRegions())
    os << " {\n" << describe(region, region.getRegionNumber()) << "}";
  return text;
}

std::string Former::describe(Region &region, unsigned index) {
  // Depth and number tell apart all regions that a value is seen from.
  std::string stem = "^" + std::to_string(depth) + "." + std::to_string(index);
  ++depth;
  for (auto [number, block] : llvm::enumerate(region)) {
    blockNames[&block] = stem + "." + std::to_string(number);
    for (BlockArgument argument : block.getArguments())
      names[argument] =
          blockNames[&block] + ":" + std::to_string(argument.getArgNumber());
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  for (Block &block : region) {
    os << blockNames[&block] << "(";
    llvm::interleaveComma(block.getArgumentTypes(), os);
    os << ")\n";
    std::vector<std::string> effects, others;
    for (Operation &op : block) {
      std::string line = describe(&op);
      if (hasEffects(&op)) {
        nameResults(&op, "e" + std::to_string(numEffects++));
        effects.push_back(line);
        continue;
      }
      std::string name = digest(line);
      nameResults(&op, name);
      others.push_back(name + " = " + line);
    }
    llvm::sort(others);
    for (const std::string &line : others)
      os << line << "\n";
    for (const std::string &line : effects)
      os << line << "\n";
  }
  --depth;
  return text;
}

std::string croton::test::getCanonicalForm(Operation *op) {
  return Former().describe(op);
}
