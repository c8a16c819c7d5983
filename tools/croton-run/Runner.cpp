//===- Runner.cpp - One run of croton-run ---------------------------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Selects, reads, calls, prints and writes.
//
//===----------------------------------------------------------------------===//

#include "Runner.h"
#include "Progress.h"
#include "TensorText.h"
#include "ValueSpec.h"
#include "croton/Support/DidYouMean.h"
#include "croton/Support/Npy.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::croton;

static llvm::Error makeError(const Twine &message) {
  return llvm::createStringError(message);
}

/// Puts `context` before the message of `error`.
static llvm::Error addContext(const Twine &context, llvm::Error error) {
  return makeError(context + ": " + llvm::toString(std::move(error)));
}

/// Returns the names of `range` for messages.
template <typename Range>
static SmallVector<StringRef> getNames(const Range &range) {
  SmallVector<StringRef> names;
  for (const auto &element : range)
    names.push_back(element.name);
  return names;
}

/// Returns the names in one line.
static std::string joinNames(ArrayRef<StringRef> names) {
  return names.empty() ? "none" : "'" + llvm::join(names, "', '") + "'";
}

//===----------------------------------------------------------------------===//
// Entry
//===----------------------------------------------------------------------===//

llvm::Expected<std::string> croton::selectEntry(ModuleOp module,
                                                StringRef entry) {
  SmallVector<StringRef> names;
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isPublic() && !function.isExternal())
      names.push_back(function.getSymName());
  if (names.empty())
    return makeError("the module has no public function to run");
  if (entry.empty() && names.size() == 1)
    return names.front().str();
  StringRef name = entry.empty() ? "main" : entry;
  if (llvm::is_contained(names, name))
    return name.str();
  if (entry.empty())
    return makeError("the module has several functions; name one with "
                     "--entry: " +
                     joinNames(names));
  return makeError("there is no public function '" + name +
                   "'; the module has " + joinNames(names) +
                   didYouMean(name, names));
}

LogicalResult croton::listModule(ModuleOp module, llvm::raw_ostream &os) {
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!function.isPublic() || function.isExternal())
      continue;
    FailureOr<FunctionSignature> signature = FunctionSignature::get(function);
    if (failed(signature))
      return failure();
    os << signature->str() << "\n";
  }
  FailureOr<std::vector<StateVariable>> state = readStateVariables(module);
  if (failed(state))
    return failure();
  for (const StateVariable &variable : *state)
    os << "state " << variable.name << ": " << variable.type.str()
       << (variable.initialValue.isValid() ? "" : ", to be set") << "\n";
  return success();
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// True when `text` can stand before "=" as a name or a number.
static bool isName(StringRef text) {
  return !text.empty() && llvm::all_of(text, [](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '-' || c == '.' || c == '$';
  });
}

/// Splits "NAME=VALUE"; false when there is no name.
static bool splitNamed(StringRef text, StringRef &name, StringRef &value) {
  std::tie(name, value) = text.split('=');
  return name.size() < text.size() && isName(name);
}

/// Returns which argument `text` is for, and its value in `value`. Values
/// without a name go to the first argument that has none yet.
static llvm::Expected<unsigned>
findArgument(const FunctionSignature &signature, StringRef text,
             ArrayRef<std::optional<HostTensor>> given, StringRef &value) {
  StringRef name;
  if (splitNamed(text, name, value)) {
    std::optional<unsigned> index = signature.findArgument(name);
    if (!index)
      return makeError("'" + signature.name + "' has no argument '" + name +
                       "'; expected " + signature.str() +
                       didYouMean(name, getNames(signature.arguments)));
    if (given[*index])
      return makeError("argument '" + signature.arguments[*index].name +
                       "' is given twice");
    return *index;
  }
  value = text;
  for (unsigned index = 0; index < given.size(); ++index)
    if (!given[index])
      return index;
  return makeError("'" + text + "' is one argument too many; expected " +
                   signature.str());
}

static llvm::Expected<SmallVector<HostTensor>>
readArguments(const FunctionSignature &signature, const CallOptions &options) {
  SmallVector<std::optional<HostTensor>> given(signature.arguments.size());
  for (StringRef text : options.arguments) {
    StringRef value;
    llvm::Expected<unsigned> index =
        findArgument(signature, text, given, value);
    if (!index)
      return index.takeError();
    const ArgumentSpec &spec = signature.arguments[*index];
    llvm::Expected<HostTensor> tensor =
        parseValueSpec(value, spec.type, options.seed, *index);
    if (!tensor)
      return addContext("argument '" + Twine(spec.name) + "'",
                        tensor.takeError());
    given[*index] = *tensor;
  }
  SmallVector<HostTensor> arguments;
  for (auto [spec, tensor] : llvm::zip_equal(signature.arguments, given)) {
    if (!tensor)
      return makeError("argument '" + spec.name + "' is missing; expected " +
                       spec.type.str() + " for " + signature.str());
    arguments.push_back(*tensor);
  }
  return arguments;
}

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

/// Returns the file of a state variable in `dir`.
static llvm::Expected<std::string> getStateFile(StringRef dir, StringRef name) {
  if (!isName(name) || name.starts_with("."))
    return makeError("state '" + name + "' has a name that is no file name");
  SmallString<128> path(dir);
  llvm::sys::path::append(path, name + ".npy");
  return path.str().str();
}

static llvm::Error setState(Program &program, const StateVariable &variable,
                            StringRef value, const CallOptions &options) {
  // Streams of random numbers for state lie beyond those for arguments.
  uint64_t stream =
      (uint64_t(1) << 32) + (&variable - program.getState().data());
  llvm::Expected<HostTensor> tensor =
      parseValueSpec(value, variable.type, options.seed, stream);
  if (!tensor)
    return addContext("state '" + Twine(variable.name) + "'",
                      tensor.takeError());
  CallError error;
  if (failed(program.setState(variable.name, *tensor, error)))
    return makeError(error.message);
  return llvm::Error::success();
}

/// Loads the globals for which the folder has a file. Those that the program
/// writes must have one.
static llvm::Error loadState(Program &program, const CallOptions &options) {
  if (!llvm::sys::fs::is_directory(options.loadStateDir))
    return makeError("'" + options.loadStateDir +
                     "' is not a folder to load state from");
  for (const StateVariable &variable : program.getState()) {
    llvm::Expected<std::string> path =
        getStateFile(options.loadStateDir, variable.name);
    if (!path)
      return path.takeError();
    if (!llvm::sys::fs::exists(*path)) {
      if (variable.isMutable)
        return makeError("there is no file '" + *path + "' for state '" +
                         variable.name + "'");
      continue;
    }
    if (llvm::Error error = setState(program, variable, *path, options))
      return error;
  }
  return llvm::Error::success();
}

static llvm::Error prepareState(Program &program, const CallOptions &options) {
  if (!options.loadStateDir.empty())
    if (llvm::Error error = loadState(program, options))
      return error;
  llvm::StringSet<> given;
  for (StringRef text : options.state) {
    StringRef name, value;
    if (!splitNamed(text, name, value))
      return makeError("expected --state NAME=VALUE, but got '" + text + "'");
    const StateVariable *variable =
        llvm::find_if(program.getState(), [&](const StateVariable &known) {
          return known.name == name;
        });
    if (variable == program.getState().end())
      return makeError("there is no state '" + name + "'; the module has " +
                       joinNames(getNames(program.getState())) +
                       didYouMean(name, getNames(program.getState())));
    if (!given.insert(name).second)
      return makeError("state '" + name + "' is given twice");
    if (llvm::Error error = setState(program, *variable, value, options))
      return error;
  }
  return llvm::Error::success();
}

static llvm::Error saveState(const Program &program, StringRef dir) {
  if (std::error_code code = llvm::sys::fs::create_directories(dir))
    return makeError("cannot make folder '" + dir + "': " + code.message());
  for (const StateVariable &variable : program.getState()) {
    if (!variable.isMutable || !variable.value.isValid())
      continue;
    llvm::Expected<std::string> path = getStateFile(dir, variable.name);
    if (!path)
      return path.takeError();
    if (llvm::Error error = writeNpy(*path, variable.value))
      return error;
  }
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

namespace {
/// Where results go.
struct ResultPlan {
  SmallVector<unsigned> prints;
  SmallVector<std::pair<unsigned, std::string>> files;
};
} // namespace

static llvm::Expected<unsigned> findResult(const FunctionSignature &signature,
                                           StringRef name) {
  if (std::optional<unsigned> index = signature.findResult(name))
    return *index;
  return makeError("'" + signature.name + "' has no result '" + name +
                   "'; expected " + joinNames(getNames(signature.results)) +
                   didYouMean(name, getNames(signature.results)));
}

/// Fails when a file or folder cannot be made at `path`: a long run should not
/// end with that.
static llvm::Error checkPlace(StringRef path) {
  StringRef parent = llvm::sys::path::parent_path(path);
  if (parent.empty())
    parent = ".";
  std::error_code code;
  if (!llvm::sys::fs::exists(parent))
    code = std::make_error_code(std::errc::no_such_file_or_directory);
  else if (!llvm::sys::fs::is_directory(parent))
    code = std::make_error_code(std::errc::not_a_directory);
  else
    code = llvm::sys::fs::access(parent, llvm::sys::fs::AccessMode::Write);
  if (code)
    return makeError("cannot write '" + path + "': " + code.message());
  return llvm::Error::success();
}

/// Fails when results cannot be written to `path`.
static llvm::Error checkFile(StringRef path) {
  if (llvm::sys::fs::is_directory(path))
    return makeError("cannot write '" + path + "': Is a directory");
  return checkPlace(path);
}

/// Fails when the folder `path` is neither there nor can be made.
static llvm::Error checkFolder(StringRef path) {
  path = path.rtrim('/');
  if (path.empty() || llvm::sys::fs::is_directory(path))
    return llvm::Error::success();
  if (llvm::sys::fs::exists(path))
    return makeError("cannot make folder '" + path + "': it is a file");
  // Parents are made too.
  StringRef parent = llvm::sys::path::parent_path(path);
  if (!parent.empty() && !llvm::sys::fs::exists(parent))
    return checkFolder(parent);
  return checkPlace(path);
}

static llvm::Expected<ResultPlan>
planResults(const FunctionSignature &signature, const CallOptions &options) {
  ResultPlan plan;
  for (StringRef text : options.outputs) {
    StringRef name, file;
    if (!splitNamed(text, name, file) || file.empty())
      return makeError("expected --out RESULT=FILE.npy, but got '" + text +
                       "'");
    llvm::Expected<unsigned> index = findResult(signature, name);
    if (!index)
      return index.takeError();
    if (llvm::Error error = checkFile(file))
      return error;
    plan.files.emplace_back(*index, file.str());
  }
  for (StringRef name : options.prints) {
    llvm::Expected<unsigned> index = findResult(signature, name);
    if (!index)
      return index.takeError();
    plan.prints.push_back(*index);
  }
  if (options.printResults)
    plan.prints.assign(
        llvm::to_vector(llvm::seq<unsigned>(signature.results.size())));
  return plan;
}

static void printResult(const ResultSpec &spec, const HostTensor &result) {
  llvm::outs() << spec.name << ": " << TensorSpec::get(result).str() << " ="
               << (result.getRank() < 2 ? " " : "\n");
  printTensor(llvm::outs(), result);
  llvm::outs() << "\n";
}

static llvm::Error emitResults(const FunctionSignature &signature,
                               const ResultPlan &plan,
                               ArrayRef<HostTensor> results) {
  for (unsigned index : plan.prints)
    printResult(signature.results[index], results[index]);
  for (const auto &[index, file] : plan.files)
    if (llvm::Error error = writeNpy(file, results[index]))
      return error;
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// The run
//===----------------------------------------------------------------------===//

/// Calls the function as often as asked and returns the last results. Donated
/// arguments are copied for every call but the last.
static llvm::Expected<SmallVector<HostTensor>>
callRepeatedly(Program &program, ArrayRef<HostTensor> arguments,
               const CallOptions &options, CallLog &log) {
  const FunctionSignature &signature = program.getSignature();
  SmallVector<HostTensor> results;
  for (unsigned call = 0; call < options.repeat; ++call) {
    SmallVector<HostTensor> values(arguments);
    if (call + 1 < options.repeat)
      for (auto [spec, value] : llvm::zip_equal(signature.arguments, values))
        if (spec.isDonated)
          value = value.clone();
    CallLog::Clock::time_point start = CallLog::Clock::now();
    CallError error;
    FailureOr<SmallVector<HostTensor>> returned = program.call(values, error);
    if (failed(returned)) {
      std::string which =
          options.repeat > 1 ? " in call " + std::to_string(call + 1) : "";
      return makeError("'" + signature.name + "' failed" + which + ": " +
                       error.message);
    }
    results = std::move(*returned);
    log.addCall(start, results);
  }
  return results;
}

llvm::Error croton::runProgram(Program &program, const CallOptions &options) {
  const FunctionSignature &signature = program.getSignature();
  llvm::Expected<ResultPlan> plan = planResults(signature, options);
  if (!plan)
    return plan.takeError();
  if (llvm::Error error = checkFolder(options.saveStateDir))
    return error;
  llvm::Expected<SmallVector<HostTensor>> arguments =
      readArguments(signature, options);
  if (!arguments)
    return arguments.takeError();
  if (llvm::Error error = prepareState(program, options))
    return error;

  std::vector<std::string> names;
  for (const ResultSpec &result : signature.results)
    names.push_back(result.name);
  CallLog log(options.repeat, names, options.showProgress);
  llvm::Expected<SmallVector<HostTensor>> results =
      callRepeatedly(program, *arguments, options, log);
  if (!results)
    return results.takeError();
  if (llvm::Error error = emitResults(signature, *plan, *results))
    return error;
  if (!options.saveStateDir.empty())
    if (llvm::Error error = saveState(program, options.saveStateDir))
      return error;
  if (options.printTimes)
    log.printTimes(llvm::errs());
  return llvm::Error::success();
}
