//===- Passes.td - The rewrite engine as a pass ------------*- tablegen -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_REWRITE_PASSES_TD
#define CROTON_REWRITE_PASSES_TD

include "mlir/Pass/PassBase.td"

def OptimizePass : Pass<"croton-optimize"> {
  let summary = "Apply the rewrites that a mode or a query selects";
  let description = [{
    Collects the rewrites of all loaded dialects, selects those that the query
    asks for, and applies the resulting plan. The query is that of `mode`, or
    the one given as `query`, changed by `include`, `require`, `exclude` and
    `cutoff`. Words are tags or names of rewrites and stages; one that nothing
    has is an error.

    ```
    croton-opt f.mlir --croton-optimize="mode=fast_run exclude=fusion"
    croton-opt f.mlir --croton-optimize="query=+canonicalize,-local-add-zero"
    ```

    `croton-opt --list-rewrites` lists the words, `print-plan` shows the plan.

    Runs on any op; on a module, its functions are rewritten in parallel. The
    result does not depend on the number of threads. Where an earlier pass of
    the same pipeline has applied the same plan, an equilibrium looks only at
    what has changed since.
  }];
  // Rewrites loaded from files are read when the pass starts.
  let dependentDialects = ["pdl::PDLDialect"];
  let options = [
    Option<"mode", "mode", "std::string", /*default=*/"\"fast_run\"",
           "Name of the mode whose query to use">,
    Option<"query", "query", "std::string", /*default=*/"\"\"",
           "Query in text form, instead of a mode's">,
    ListOption<"include", "include", "std::string",
               "Words to add to the query with +">,
    ListOption<"require", "require", "std::string",
               "Words to add to the query with &">,
    ListOption<"exclude", "exclude", "std::string",
               "Words to add to the query with -">,
    Option<"cutoff", "cutoff", "std::string", /*default=*/"\"\"",
           "Leave out stages at or above this position">,
    Option<"guard", "guard", "std::string", /*default=*/"\"types\"",
           "What to check around each application: types, local (undo invalid "
           "results) or full (verify everything; slow)">,
    Option<"policy", "policy", "std::string", /*default=*/"\"warn\"",
           "About rewrites that misbehave: ignore, warn, rollback (undo, and "
           "do without the rewrite) or fail">,
    Option<"limitPolicy", "limit-policy", "std::string", /*default=*/"\"warn\"",
           "About limits that are hit: ignore, warn or fail">,
    Option<"provenance", "provenance", "bool", /*default=*/"true",
           "Name rewrites in the locations of the ops they make">,
    Option<"printPlan", "print-plan", "bool", /*default=*/"false",
           "Print the plan to stderr before it runs">,
    Option<"profileFormat", "profile", "std::string", /*default=*/"\"\"",
           "Print what each rewrite did: text, json or trace">,
    Option<"profileOutput", "profile-output", "std::string",
           /*default=*/"\"-\"", "File for the profile; - is stderr">,
    Option<"profileTop", "profile-top", "unsigned", /*default=*/"0",
           "Rewrites of each stage that a text profile shows; 0 is all">,
    Option<"profileSort", "profile-sort", "std::string",
           /*default=*/"\"applied\"",
           "Order of a text profile: time, applied, tried or name">,
    Option<"profileTimes", "profile-times", "bool", /*default=*/"true",
           "Measure times for the profile, besides counts">,
    Option<"explain", "explain", "std::string",
           /*default=*/"::mlir::croton::getDefaultExplain()",
           "Say on stderr (as remarks, if those are on) why a rewrite was not "
           "applied: REWRITE[@FILE:LINE[:COLUMN]] or REWRITE[@OP]; '*' asks for "
           "the nearest miss">,
  ];
}

#endif // CROTON_REWRITE_PASSES_TD
