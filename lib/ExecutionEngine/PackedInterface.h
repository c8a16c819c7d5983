//===- PackedInterface.h - How calls enter compiled code --------*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The uniform functions through which the engine calls compiled code, and the
// memref descriptors that it passes.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_EXECUTIONENGINE_PACKEDINTERFACE_H
#define CROTON_LIB_EXECUTIONENGINE_PACKEDINTERFACE_H

#include "croton/ExecutionEngine/FunctionSignature.h"
#include "llvm/Support/Error.h"
#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace mlir::croton {

/// Returns the symbol of the packed form of a function. No name in a program
/// can be equal, since it is not the name of a function in IR.
std::string getPackedName(StringRef function);

/// Adds a packed form of each function to `module`: `void(void **arguments)`,
/// which calls the function's C interface. `arguments` holds a pointer to the
/// descriptor of each argument and, if there are results, one to the
/// descriptors of all results. Everything else becomes internal to the module,
/// so that a function that was inlined into its packed form goes away, but for
/// the function that unloads kernels (kUnloadKernelsName).
llvm::Error addPackedFunctions(llvm::Module &module,
                               ArrayRef<FunctionSignature> signatures);

/// The words of a memref descriptor: allocated pointer, aligned pointer,
/// offset, sizes, strides.
inline int64_t getDescriptorSize(int64_t rank) { return 3 + 2 * rank; }

/// Writes the descriptor of a contiguous tensor and returns its end.
int64_t *writeDescriptor(const HostTensor &tensor, int64_t *words);

/// A contiguous memref that compiled code returned.
struct ReturnedMemRef {
  /// The block to free.
  void *allocated;
  /// The first element.
  void *data;
  ArrayRef<int64_t> shape;

  /// Reads the descriptor at `words` of a memref of type `spec`.
  static ReturnedMemRef read(const int64_t *words, const TensorSpec &spec);
};

} // namespace mlir::croton

#endif // CROTON_LIB_EXECUTIONENGINE_PACKEDINTERFACE_H
