#!/usr/bin/env bash
# Usage: utils/check-includes.sh [root]
#
# Checks that includes point only down the house: a file may include headers of
# its own area and of the areas listed for it below, nothing else of ours.
set -euo pipefail

root=${1:-$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)}
cd "$root"

dirs=()
for dir in include/croton lib; do
  [ -d "$dir" ] && dirs+=("$dir")
done
if [ ${#dirs[@]} -eq 0 ]; then
  echo "error: no include/croton or lib in $root" >&2
  exit 1
fi

# Prints "<file>:<line>:<included path>" for every include in a source file or
# a .td file.
list_includes() {
  grep -rnE --include='*.h' --include='*.cpp' --include='*.td' --include='*.c' \
    '^[[:space:]]*#?[[:space:]]*include[[:space:]]+["<]' "${dirs[@]}" |
    sed -E 's/^([^:]+:[0-9]+):[^"<]*["<]([^">]+)[">].*$/\1:\2/'
}

list_includes | awk -F: '
BEGIN {
  middle = "Support Runtime Interfaces IR Rewrite Autodiff Analysis"
  upper = middle " Transforms Conversion Reference"
  allowed["Support"] = ""
  allowed["Runtime"] = ""
  allowed["Rewrite"] = "Support"
  allowed["Interfaces"] = "Support"
  allowed["IR"] = "Support Runtime Interfaces"
  allowed["Autodiff"] = "Support Interfaces"
  allowed["Analysis"] = "Support Interfaces"
  allowed["Transforms"] = middle
  allowed["Conversion"] = middle
  allowed["Reference"] = middle
  allowed["Pipelines"] = upper
  allowed["Target"] = upper " Pipelines"
  allowed["ExecutionEngine"] = upper " Pipelines"
  allowed["CAPI"] = upper " Pipelines Target ExecutionEngine InitAll"
  allowed["InitAll"] = upper " Pipelines Target ExecutionEngine"
}

# The area that a path below include/croton or lib belongs to.
function area(path,   part) {
  split(path, part, "/")
  if (part[1] == "Dialect") return part[3]
  if (part[1] ~ /^InitAll/) return "InitAll"
  return part[1]
}

function complain(message) {
  print $1 ":" $2 ": error: " message
  bad = 1
}

{
  path = $1
  sub(/^include\/croton\//, "", path)
  sub(/^lib\//, "", path)
  from = area(path)
  if (from == "CMakeLists.txt") next
  if (!(from in allowed)) {
    complain("area " from " has no rule; add one to utils/check-includes.sh")
    next
  }
  included = $3
  if (included ~ /^(mlir|llvm|clang)(-c)?\// && from == "Runtime")
    complain("Runtime must not include MLIR or LLVM headers")
  if (included ~ /^mlir\/InitAll/ && from != "InitAll")
    complain("only tools may include " included)
  if (included ~ /^croton-c\// && from != "CAPI")
    complain(from " must not include the C API")
  if (included !~ /^croton\//) next
  sub(/^croton\//, "", included)
  to = area(included)
  if (to != from && index(" " allowed[from] " ", " " to " ") == 0)
    complain(from " must not include " to)
}

END { exit bad }
'
