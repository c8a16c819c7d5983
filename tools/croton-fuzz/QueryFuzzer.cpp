//===- QueryFuzzer.cpp - Any text as a query ------------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A text is an error or a query that prints as itself and resolves to a plan
// that prints, or to an error.
//
//===----------------------------------------------------------------------===//

#include "croton/Rewrite/Database.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::croton;

static RewriteRef makeLocal(StringRef name, NumericClaim claim) {
  return std::make_shared<LocalRewrite>(name, claim, "",
                                        [](RewritePatternSet &) {});
}

/// Databases of all kinds, with tags on several of them.
static DatabaseRef makeDatabase() {
  using llvm::cantFail;
  DatabaseRef main = RewriteDatabase::createSequence("optdb");
  DatabaseRef canonicalize = RewriteDatabase::createEquilibrium("canonicalize");
  cantFail(canonicalize->add(makeLocal("a", NumericClaim::Exact),
                             {"fast_run", "fast_compile"}));
  cantFail(canonicalize->add(makeLocal("b", NumericClaim::Unsafe),
                             Registration({"unsafe"}).withoutDatabaseTag()));
  DatabaseRef group = RewriteDatabase::createLocalGroup("group", true);
  cantFail(group->add(makeLocal("c", NumericClaim::Reassociates),
                      Registration({"fast_run"}).at(2)));
  cantFail(canonicalize->add(group, {"fast_run"}));
  cantFail(main->add(canonicalize, Registration().at(1)));
  cantFail(main->add(RewriteDatabase::createProxy("again", canonicalize),
                     Registration({"fast_run"}).at(49.5)));
  DatabaseRef sweep = RewriteDatabase::createLocalGroup("sweep-group");
  cantFail(sweep->add(makeLocal("d", NumericClaim::Exact), {"fast_run"}));
  cantFail(main->add(RewriteDatabase::createTopological("sweep", sweep),
                     Registration().at(-1)));
  return main;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const DatabaseRef database = makeDatabase();
  StringRef text(reinterpret_cast<const char *>(data), size);
  llvm::Expected<Query> query = Query::parse(text);
  if (!query) {
    // A message is one line.
    if (StringRef(llvm::toString(query.takeError())).contains('\n'))
      __builtin_trap();
    return 0;
  }
  llvm::Expected<Query> again = Query::parse(query->str());
  if (!again || *again != *query)
    __builtin_trap();

  using UnknownWords = RewriteDatabase::UnknownWords;
  for (UnknownWords policy : {UnknownWords::Error, UnknownWords::Warn}) {
    SmallVector<std::string> warnings;
    llvm::Expected<Plan> plan = database->resolve(*query, policy, &warnings);
    if (!plan) {
      llvm::consumeError(plan.takeError());
      continue;
    }
    std::string printed;
    llvm::raw_string_ostream os(printed);
    plan->print(os);
  }
  return 0;
}
