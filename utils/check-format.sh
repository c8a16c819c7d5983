#!/usr/bin/env bash
# Usage: utils/check-format.sh [--all | base]
#
# Checks the formatting of the lines changed since base and of new files, or of
# every file. Base defaults to where this branch left its upstream or
# origin/main, else to the commit before the last one, else to nothing: every
# file is checked.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
case "${1:-}" in
-h | --help)
  sed -n '2,7s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
  exit 0
  ;;
esac
clang_format=$(command -v clang-format-22 || command -v clang-format)
folders=(include lib tools unittests test examples benchmarks cmake utils)
extensions=h,c,cpp

# Checks whole files, given on standard input and separated by NUL.
check_files() {
  { grep -zE '\.(h|c|cpp)$' || true; } | xargs -0 -r "$clang_format" --dry-run -Werror
}

in_git=1
git rev-parse --git-dir > /dev/null 2>&1 || in_git=0

base=${1:-}
if [ -z "$base" ] && [ $in_git -eq 1 ]; then
  base=$(git merge-base HEAD '@{upstream}' 2> /dev/null ||
    git merge-base HEAD origin/main 2> /dev/null || true)
  # On the upstream commit itself, look at the last change.
  if [ -z "$base" ] || [ "$base" = "$(git rev-parse HEAD 2> /dev/null)" ]; then
    base=$(git rev-parse --verify --quiet HEAD~1 || true)
  fi
fi

if [ $in_git -eq 0 ] || [ -z "$base" ] || [ "$base" = --all ]; then
  existing=()
  for folder in "${folders[@]}"; do
    [ -d "$folder" ] && existing+=("$folder")
  done
  find "${existing[@]}" -type f -print0 | check_files
  exit
fi

status=0
diff=$(git-clang-format-22 --binary "$clang_format" --extensions "$extensions" \
  --diff "$base" -- "${folders[@]}" 2>&1) || true
case "$diff" in
"" | "no modified files to format" | \
  "clang-format did not modify any files") ;;
*)
  echo "$diff"
  echo "error: lines changed since $base are not formatted;" \
    "run git clang-format-22 $base" >&2
  status=1
  ;;
esac
git ls-files -z --others --exclude-standard -- "${folders[@]}" | check_files ||
  status=1
exit $status
