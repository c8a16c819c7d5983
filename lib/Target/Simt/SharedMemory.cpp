//===- SharedMemory.cpp - Variables in shared memory ----------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each kernel places the variables that it uses one behind the other; those of
// size 0 are dynamic shared memory and begin behind the others.
//
//===----------------------------------------------------------------------===//

#include "SimtModule.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Support/Alignment.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::simt;

/// What the emulator aligns dynamic shared memory to.
constexpr uint64_t kDynamicAlignment = 16;

static SmallVector<llvm::GlobalVariable *> getShared(SimtModule &simt) {
  SmallVector<llvm::GlobalVariable *> result;
  for (const std::string &name : simt.sharedNames)
    if (auto *variable = simt.llvmModule->getNamedGlobal(name))
      result.push_back(variable);
  return result;
}

static bool isUsedIn(const llvm::GlobalVariable &variable,
                     const llvm::Function &function) {
  return llvm::any_of(variable.users(), [&](const llvm::User *user) {
    auto *instruction = dyn_cast<llvm::Instruction>(user);
    return instruction && instruction->getFunction() == &function;
  });
}

static void placeIn(KernelInfo &kernel,
                    ArrayRef<llvm::GlobalVariable *> variables) {
  const llvm::DataLayout &layout = kernel.function->getDataLayout();
  SmallVector<llvm::GlobalVariable *> dynamic;
  uint64_t end = 0;
  for (llvm::GlobalVariable *variable : variables) {
    if (!isUsedIn(*variable, *kernel.function))
      continue;
    uint64_t size = layout.getTypeAllocSize(variable->getValueType());
    if (size == 0) {
      dynamic.push_back(variable);
      continue;
    }
    llvm::Align alignment = variable->getAlign().value_or(
        layout.getPrefTypeAlign(variable->getValueType()));
    end = llvm::alignTo(end, alignment);
    kernel.sharedOffsets[variable] = end;
    end += size;
  }
  kernel.sharedBytes = end;
  for (llvm::GlobalVariable *variable : dynamic)
    kernel.sharedOffsets[variable] = llvm::alignTo(end, kDynamicAlignment);
}

LogicalResult simt::placeShared(SimtModule &simt) {
  SmallVector<llvm::GlobalVariable *> variables = getShared(simt);
  SmallVector<llvm::Constant *> constants(variables.begin(), variables.end());
  llvm::convertUsersOfConstantsToInstructions(constants);
  for (KernelInfo &kernel : simt.kernels)
    placeIn(kernel, variables);
  // Nothing may be assumed about the contents, nor that it is safe to read
  // ahead of a condition: the emulator would see a read that the kernel does
  // not make.
  for (llvm::GlobalVariable *variable : variables) {
    variable->setInitializer(nullptr);
    variable->setLinkage(llvm::GlobalValue::ExternalWeakLinkage);
  }
  return success();
}

void simt::replaceShared(SimtModule &simt) {
  SmallVector<llvm::GlobalVariable *> variables = getShared(simt);
  SmallVector<llvm::Constant *> constants(variables.begin(), variables.end());
  llvm::convertUsersOfConstantsToInstructions(constants);
  auto *byte = llvm::Type::getInt8Ty(simt.getContext());
  llvm::GlobalVariable *memory = simt.getRuntimeVariable(
      "croton_simt_shared", llvm::ArrayType::get(byte, 0));
  auto *index = llvm::Type::getInt64Ty(simt.getContext());
  for (KernelInfo &kernel : simt.kernels)
    for (llvm::GlobalVariable *variable : variables) {
      llvm::Constant *place = llvm::ConstantExpr::getGetElementPtr(
          byte, memory,
          llvm::ConstantInt::get(index, kernel.sharedOffsets.lookup(variable)));
      variable->replaceUsesWithIf(place, [&](llvm::Use &use) {
        auto *user = dyn_cast<llvm::Instruction>(use.getUser());
        return user && user->getFunction() == kernel.function;
      });
    }
  for (llvm::GlobalVariable *variable : variables)
    if (variable->use_empty())
      variable->eraseFromParent();
}
