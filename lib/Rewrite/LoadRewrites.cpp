//===- LoadRewrites.cpp - Rewrites from PDL and PDLL files ----------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Rewrite/LoadRewrites.h"

#include "PdlPattern.h"
#include "RewriteNote.h"
#include "Text.h"
#include "croton/Support/ToolSafety.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Threading.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

//===----------------------------------------------------------------------===//
// PDL
//===----------------------------------------------------------------------===//

namespace {
/// Keeps the diagnostics of this thread from being printed; the first error
/// becomes an llvm::Error with its place.
class ErrorCatcher {
public:
  explicit ErrorCatcher(MLIRContext *context)
      : handler(context,
                [this, thread = llvm::get_threadid()](
                    Diagnostic &diagnostic) -> LogicalResult {
                  if (llvm::get_threadid() != thread)
                    return failure();
                  if (message.empty() &&
                      diagnostic.getSeverity() == DiagnosticSeverity::Error) {
                    place = formatPlace(diagnostic.getLocation());
                    message = diagnostic.str();
                  }
                  return success();
                }) {}

  /// An error, whatever was caught. `name` is the file.
  llvm::Error take(StringRef name) const {
    return llvm::createStringError(
        (place.empty() ? name.str() : place) + ": " +
        (message.empty() ? "cannot be read" : message));
  }

private:
  std::string place, message;
  ScopedDiagnosticHandler handler;
};
} // namespace

/// Takes the croton.* attributes off a pattern.
static llvm::Error takeNote(pdl::PatternOp pattern, RewriteNote &note) {
  SmallVector<NamedAttribute> attributes(pattern->getDiscardableAttrs());
  for (NamedAttribute attribute : attributes) {
    StringRef key = attribute.getName();
    if (!key.consume_front("croton."))
      continue;
    if (llvm::Error error = note.set(key, attribute.getValue()))
      return failAt(pattern.getLoc(), llvm::toString(std::move(error)));
    pattern->removeDiscardableAttr(attribute.getName());
  }
  return llvm::Error::success();
}

/// Turns the top level of a file into patterns with their notes.
static llvm::Error
collectPatterns(ModuleOp module, StringRef name, ArrayRef<PdllNote> pdllNotes,
                std::vector<std::pair<pdl::PatternOp, RewriteNote>> &patterns) {
  for (Operation &op : *module.getBody()) {
    auto pattern = dyn_cast<pdl::PatternOp>(op);
    if (!pattern)
      return failAt(op.getLoc(), "expected nothing but patterns, but got '" +
                                     op.getName().getStringRef() + "'");
    std::optional<StringRef> symbol = pattern.getSymName();
    if (!symbol)
      return failAt(op.getLoc(), "the pattern has no name");
    if (!isWord(*symbol))
      return failAt(op.getLoc(),
                    "the name of the pattern is no word: " + Twine(kWordRule));
    RewriteNote note;
    auto place = dyn_cast<FileLineColLoc>(op.getLoc());
    for (const PdllNote &pdllNote : pdllNotes)
      if (place && place.getLine() == pdllNote.line &&
          place.getFilename().getValue() == name)
        note = pdllNote.note;
    if (llvm::Error error = takeNote(pattern, note))
      return error;
    if (llvm::Error error = checkNamesOfPattern(pattern))
      return error;
    patterns.push_back({pattern, std::move(note)});
  }
  if (patterns.empty())
    return llvm::createStringError(name + ": there is no pattern in it");
  return llvm::Error::success();
}

static LoadedRewrite makeLoaded(pdl::PatternOp pattern, RewriteNote note,
                                StringRef name,
                                const PDLPatternModule &natives) {
  if (note.summary.empty())
    note.summary = ("from " + llvm::sys::path::filename(name)).str();
  LoadedRewrite loaded;
  loaded.rewrite = std::make_shared<LocalRewrite>(
      *pattern.getSymName(), note.claim.value_or(NumericClaim::Unsafe),
      note.summary, compilePattern(pattern, natives));
  loaded.tags = std::move(note.tags);
  loaded.position = note.position.value_or(0);
  loaded.stage = std::move(note.stage);
  loaded.place = formatPlace(pattern.getLoc());
  return loaded;
}

static llvm::Expected<std::vector<LoadedRewrite>>
parsePdl(StringRef text, StringRef name, ArrayRef<PdllNote> pdllNotes,
         MLIRContext *context, const LoadRewritesOptions &options) {
  if (isBytecode(llvm::MemoryBufferRef(text, name)))
    return llvm::createStringError(name + ": expected text, got bytecode");
  if (llvm::Error error = checkNesting(text, name))
    return std::move(error);
  context->getOrLoadDialect<pdl::PDLDialect>();

  ErrorCatcher errors(context);
  ParserConfig config(context, /*verifyAfterParse=*/false);
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(text, config, name);
  if (!module)
    return errors.take(name);
  std::vector<std::pair<pdl::PatternOp, RewriteNote>> patterns;
  if (llvm::Error error = collectPatterns(*module, name, pdllNotes, patterns))
    return std::move(error);
  if (failed(verify(*module)))
    return errors.take(name);

  PDLPatternModule natives;
  if (options.registerNatives)
    options.registerNatives(natives);
  std::vector<LoadedRewrite> rewrites;
  for (auto &[pattern, note] : patterns) {
    if (llvm::Error error = checkPattern(pattern, natives))
      return std::move(error);
    rewrites.push_back(makeLoaded(pattern, std::move(note), name, natives));
  }
  return rewrites;
}

llvm::Expected<std::vector<LoadedRewrite>>
croton::parseRewrites(StringRef text, StringRef name, MLIRContext *context,
                      const LoadRewritesOptions &options) {
  return parsePdl(text, name, /*pdllNotes=*/{}, context, options);
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

namespace {
/// A file as PDL, independent of a context.
struct RewriteFile {
  /// What messages and locations call it.
  std::string name;
  std::string text;
  std::vector<PdllNote> notes;
};
} // namespace

static llvm::Expected<RewriteFile>
readFile(StringRef path, const LoadRewritesOptions &options) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer)
    return llvm::createStringError("cannot read rewrites from '" + path +
                                   "': " + buffer.getError().message());
  RewriteFile file;
  file.text = (*buffer)->getBuffer().str();
  // A name that starts with '-' is no option of mlir-pdll.
  file.name = ((path.starts_with("-") ? "./" : "") + path).str();
  if (!path.ends_with(".pdll"))
    return file;
  llvm::Expected<std::vector<PdllNote>> notes =
      parsePdllNotes(file.text, file.name);
  if (!notes)
    return notes.takeError();
  file.notes = std::move(*notes);
  llvm::Expected<std::string> pdl =
      translatePdll(file.name, options.includeDirs, options.pdllProgram);
  if (!pdl)
    return pdl.takeError();
  file.text = std::move(*pdl);
  return file;
}

llvm::Expected<std::vector<LoadedRewrite>>
croton::loadRewrites(StringRef path, MLIRContext *context,
                     const LoadRewritesOptions &options) {
  llvm::Expected<RewriteFile> file = readFile(path, options);
  if (!file)
    return file.takeError();
  return parsePdl(file->text, file->name, file->notes, context, options);
}

/// The stage of rewrites that do not say theirs.
static llvm::Expected<DatabaseRef> getDefaultStage(RewriteRegistry &registry) {
  for (StringRef name : {"canonicalize", "loaded"})
    for (const RewriteDatabase::Member &member :
         registry.getDatabase().getMembers())
      if (member.database && member.name == name)
        return member.database;
  DatabaseRef stage = RewriteDatabase::createEquilibrium("loaded");
  if (llvm::Error error =
          registry.getDatabase().add(stage, Registration().last()))
    return std::move(error);
  return stage;
}

llvm::Error croton::addLoadedRewrites(RewriteRegistry &registry,
                                      ArrayRef<LoadedRewrite> rewrites) {
  for (const LoadedRewrite &loaded : rewrites) {
    auto blame = [&](llvm::Error error) {
      return llvm::createStringError(loaded.place + ": " +
                                     llvm::toString(std::move(error)));
    };
    llvm::Expected<DatabaseRef> stage = loaded.stage.empty()
                                            ? getDefaultStage(registry)
                                            : registry.findStage(loaded.stage);
    if (!stage)
      return blame(stage.takeError());
    Registration registration;
    registration.tags.assign(loaded.tags.begin(), loaded.tags.end());
    if (!llvm::is_contained(registration.tags, "loaded"))
      registration.tags.push_back("loaded");
    registration.at(loaded.position);
    if (loaded.rewrite->getClaim() == NumericClaim::Unsafe)
      registration.withoutDatabaseTag();
    if (llvm::Error error = (*stage)->add(loaded.rewrite, registration))
      return blame(std::move(error));
  }
  return llvm::Error::success();
}

namespace {
class FileSource final : public RewriteSource {
public:
  FileSource(StringRef path, LoadRewritesOptions options)
      : path(path.str()), options(std::move(options)) {}

  llvm::Expected<Contribute> prepare(MLIRContext *context) const override {
    std::call_once(once, [&] {
      llvm::Expected<RewriteFile> read = readFile(path, options);
      if (read)
        file = std::move(*read);
      else
        error = llvm::toString(read.takeError());
    });
    if (!error.empty())
      return llvm::createStringError(error);
    llvm::Expected<std::vector<LoadedRewrite>> rewrites =
        parsePdl(file.text, file.name, file.notes, context, options);
    if (!rewrites)
      return rewrites.takeError();
    return Contribute(
        [rewrites = std::move(*rewrites)](RewriteRegistry &registry) {
          return addLoadedRewrites(registry, rewrites);
        });
  }

private:
  std::string path;
  LoadRewritesOptions options;
  mutable std::once_flag once;
  /// What the file held, or why it could not be read.
  mutable RewriteFile file;
  mutable std::string error;
};
} // namespace

std::shared_ptr<const RewriteSource>
croton::createRewriteFileSource(StringRef path, LoadRewritesOptions options) {
  return std::make_shared<FileSource>(path, std::move(options));
}
