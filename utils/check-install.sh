#!/usr/bin/env bash
# Usage: utils/check-install.sh [build-dir]
#
# Installs Croton to a scratch prefix, builds utils/consumer against it through
# find_package(Croton), and runs the result. Then checks that the installed
# programs start, and that the consumer also builds against the build folder.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
case "${1:-}" in
-h | --help)
  sed -n '2,6s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
  exit 0
  ;;
esac
build=${1:-$root/build}

"$root/utils/build.sh" "$build" --quiet all
build=$(cd "$build" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# quiet <command>...: shows the command's output only if it fails.
quiet() {
  if ! "$@" > "$scratch/log" 2>&1; then
    cat "$scratch/log" >&2
    echo "error: failed: $*" >&2
    exit 1
  fi
}

# consume <prefix>: configures, builds and runs the consumer.
consume() {
  rm -rf "$scratch/consumer"
  quiet cmake -G Ninja -S "$root/utils/consumer" -B "$scratch/consumer" \
    -DCMAKE_CXX_COMPILER="$(command -v clang++-22)" \
    -DCMAKE_CXX_FLAGS="$sanitize" -DCMAKE_PREFIX_PATH="$1"
  quiet ninja -C "$scratch/consumer"
  quiet "$scratch/consumer/consumer"
  if ! grep -q 'croton\.exp' "$scratch/log"; then
    cat "$scratch/log" >&2
    echo "error: the consumer did not print the program it parsed" >&2
    exit 1
  fi
}

sanitize=$(sed -n 's/^CROTON_SANITIZE:[A-Z]*=//p' "$build/CMakeCache.txt")
if [ -n "$sanitize" ]; then
  sanitize=-fsanitize=${sanitize//;/,}
  # As in cmake/modules/SanitizerOptions.cpp, for the consumer.
  export ASAN_OPTIONS=detect_container_overflow=0:allow_user_poisoning=0
fi

quiet cmake --install "$build" --prefix "$scratch/prefix"
for tool in "$scratch"/prefix/bin/*; do
  quiet "$tool" --help
done
consume "$scratch/prefix"
consume "$build"
