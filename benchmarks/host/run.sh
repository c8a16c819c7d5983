#!/usr/bin/env bash
# Usage: benchmarks/host/run.sh [--quick] [filter]
#
# Builds without asserts and measures compiled programs against loops written
# by hand, in one process. Every line is a ratio of medians of paired runs.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
case "${1:-}" in
-h | --help)
  sed -n '2,5s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
  exit 0
  ;;
esac
build=$root/build-release
"$root/utils/build.sh" "$build" croton-bench-host > "$build.log" 2>&1 ||
  { cat "$build.log" >&2; exit 1; }
# One thread on both sides: threads are measured elsewhere.
export OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1
exec "$build/bin/croton-bench-host" "$@"
