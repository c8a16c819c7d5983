#!/usr/bin/env bash
# Usage: utils/demo.sh [build-dir]
#
# Sets up, builds, and does the main job: trains on the handwritten digits and
# prints progress, loss and test accuracy.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
case "${1:-}" in
-h | --help)
  sed -n '2,5s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
  exit 0
  ;;
esac
build=${1:-$root/build}

"$root/utils/setup.sh"
"$root/utils/build.sh" "$build"
"$root/examples/digits/run.sh" "$build"
