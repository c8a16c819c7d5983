#!/usr/bin/env bash
# Usage: benchmarks/rewrite/run.sh [--quick]
#
# Compares croton's rewrite drivers with upstream's on generated graphs, with
# the same patterns: instructions under callgrind, paired wall-clock ratios and
# peak memory. Each line ends in the bound and whether it is met. --quick leaves
# out the graphs of 1e5 ops.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
case "${1:-}" in
-h | --help)
  sed -n '2,7s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
  exit 0
  ;;
esac
build=${CROTON_BENCH_BUILD:-$root/build-release}
"$root/utils/build.sh" "$build" croton-bench-rewrite > "$build.log" 2>&1 ||
  { cat "$build.log" >&2; exit 1; }
exec /usr/bin/python3 "$root/benchmarks/rewrite/compare.py" \
  "$build/bin/croton-bench-rewrite" "$@"
