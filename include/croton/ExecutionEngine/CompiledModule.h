//===- CompiledModule.h - Compile once, call many times ---------*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A module in, typed callables out: compilation just in time for the host,
// calls with arrays in place, and the state that lives between calls.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_EXECUTIONENGINE_COMPILEDMODULE_H
#define CROTON_EXECUTIONENGINE_COMPILEDMODULE_H

#include "croton/ExecutionEngine/CompileOptions.h"
#include "croton/ExecutionEngine/FunctionSignature.h"
#include "croton/Support/HostTensor.h"
#include "mlir/Support/LLVM.h"
#include <memory>
#include <string>
#include <vector>

namespace mlir {
class ModuleOp;
} // namespace mlir

namespace mlir::croton {

class CompiledModule;

/// One function of a compiled module. It is a handle that refers to the module
/// and must not outlive it.
class Callable {
public:
  const FunctionSignature &getSignature() const { return *signature; }

  /// Calls the function with one tensor per argument and returns one tensor
  /// per result.
  ///
  /// Arguments are used in place and never written, except donated ones: their
  /// contents are unspecified afterwards, also after an error. (An argument
  /// that is not aligned to its element type is copied first.) Results are
  /// fresh memory of their own, or the memory of a donated argument.
  ///
  /// When an argument does not fit the signature, or when compiled code reports
  /// an error, this fills `error` and fails, and the state of the module is
  /// what it was. On success all state updates happen together.
  ///
  /// One call at a time may run on a module that has state. Functions without
  /// state may be called from several threads at once.
  FailureOr<SmallVector<HostTensor>> call(ArrayRef<HostTensor> arguments,
                                          CallError &error) const;

private:
  friend class CompiledModule;
  struct EntryPoint;

  Callable(const FunctionSignature *signature, const EntryPoint *entry)
      : signature(signature), entry(entry) {}

  const FunctionSignature *signature;
  const EntryPoint *entry;
};

/// One global of a compiled module.
struct StateVariable {
  std::string name;
  TensorSpec type;
  bool isMutable = false;
  /// The value at the start; not valid when it is external to the module.
  HostTensor initialValue;
  /// The value now; not valid when it has not been set yet.
  HostTensor value;
};

/// What a call needs beside the signature, found once.
struct Callable::EntryPoint {
  /// What compiled code exports for each function: `arguments` holds a pointer
  /// to each argument's memref descriptor and then, if there are results, one
  /// to the struct of all result descriptors.
  using PackedFunction = void (*)(void **arguments);

  PackedFunction function = nullptr;
  /// The globals of the signature's `stateReads` and `stateWrites`.
  std::vector<StateVariable *> stateReads;
  std::vector<StateVariable *> stateWrites;
  /// The words of the descriptors of all arguments and state, and of all
  /// results.
  size_t numInputWords = 0;
  size_t numResultWords = 0;
  bool hasDonations = false;
};

/// Reads the globals of a module. Emits an error and fails when one is not a
/// ranked tensor on the host, or its initial value cannot be read.
FailureOr<std::vector<StateVariable>> readStateVariables(ModuleOp module);

/// A module compiled for this machine, with the values of its globals.
class CompiledModule {
public:
  /// Compiles the public functions of `module`, or those that `options` name.
  /// The module stays as it is, and its context may go away afterwards.
  /// Failures are emitted as diagnostics.
  static FailureOr<std::unique_ptr<CompiledModule>>
  compile(ModuleOp module, const CompileOptions &options = {});

  ~CompiledModule();
  CompiledModule(const CompiledModule &) = delete;
  CompiledModule &operator=(const CompiledModule &) = delete;

  /// The signatures of the compiled functions, in the order of the module.
  ArrayRef<FunctionSignature> getSignatures() const { return signatures; }

  /// Returns the compiled function `name`, or fails when there is none.
  FailureOr<Callable> lookup(StringRef name);

  /// All globals, in the order of the module.
  ArrayRef<StateVariable> getState() const { return state; }

  /// Returns the current value of a global; the empty handle when there is no
  /// such global or it has no value yet. The handle is a snapshot: later calls
  /// do not change its elements.
  HostTensor getState(StringRef name) const;

  /// Sets a global before the next call. The elements are shared, not copied:
  /// they must not be written until another value takes their place. Fills
  /// `error` and fails when there is no such global or the type does not fit.
  LogicalResult setState(StringRef name, const HostTensor &value,
                         CallError &error);

  /// Gives every global its initial value again.
  void resetState();

  const CompileStats &getStats() const { return stats; }

private:
  friend class Callable;
  class Jit;

  CompiledModule();

  StateVariable *findState(StringRef name);
  Callable::EntryPoint
  makeEntryPoint(const FunctionSignature &signature,
                 Callable::EntryPoint::PackedFunction function);

  std::vector<FunctionSignature> signatures;
  /// The code of each function, in the order of the signatures.
  std::vector<Callable::EntryPoint> entryPoints;
  std::vector<StateVariable> state;
  CompileStats stats;
  std::unique_ptr<Jit> jit;
};

} // namespace mlir::croton

#endif // CROTON_EXECUTIONENGINE_COMPILEDMODULE_H
