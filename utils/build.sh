#!/usr/bin/env bash
# Usage: utils/build.sh [build-dir [target...]]
#
# Configures the build folder if it is new (with the preset named after it:
# build, build-release, build-sanitize, build-debug; else the default one) and
# builds the given targets, or everything but the unit tests.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
case "${1:-}" in
-h | --help)
  sed -n '2,6s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
  exit 0
  ;;
esac
build=${1:-$root/build}
if [ $# -gt 0 ]; then
  shift
fi

preset=default
case "$(basename "$build")" in
build-release | build-sanitize | build-debug)
  preset=$(basename "$build")
  preset=${preset#build-}
  ;;
esac

if [ ! -e "$build/build.ninja" ]; then
  mkdir -p "$build"
  build=$(cd "$build" && pwd)
  log=$build/configure.log
  echo "build: configuring $build (preset $preset)"
  if ! (cd "$root" && cmake --preset "$preset" -B "$build") > "$log" 2>&1; then
    cat "$log" >&2
    exit 1
  fi
fi
ninja -C "$build" "$@"
