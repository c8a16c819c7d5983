#!/usr/bin/env bash
# Usage: benchmarks/lift/run.sh [--quick]
#
# Places training steps of generated networks on a device in both ways:
# attempts of rewrites, instructions under callgrind and paired wall-clock
# ratios. Each line ends in the bound and whether it is met. --quick leaves out
# the networks of 20000 ops.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
case "${1:-}" in
-h | --help)
  sed -n '2,7s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
  exit 0
  ;;
esac
build=${CROTON_BENCH_BUILD:-$root/build-release}
"$root/utils/build.sh" "$build" croton-bench-lift > "$build.log" 2>&1 ||
  { cat "$build.log" >&2; exit 1; }
exec /usr/bin/python3 "$root/benchmarks/lift/compare.py" \
  "$build/bin/croton-bench-lift" "$@"
