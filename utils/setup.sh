#!/usr/bin/env bash
# Usage: utils/setup.sh
#
# Installs what a bare Debian 12 lacks to build and test Croton. Needs root only
# when something is missing; says nothing when nothing is.
set -euo pipefail

packages=(
  # The toolchain.
  clang-22 clang-format-22 lld-22 libclang-rt-22-dev
  cmake ninja-build ccache
  # MLIR and LLVM, with what their CMake packages look for; lit and FileCheck.
  libmlir-22-dev mlir-22-tools llvm-22-dev llvm-22-tools
  zlib1g-dev libzstd-dev
  # Libraries that compiled programs call.
  libopenblas-dev liblapacke-dev libomp-22-dev libboost-context-dev
  # Tests and benchmarks.
  libgtest-dev libbenchmark-dev python3 python3-numpy
)

missing=()
installed=$(dpkg-query --show --showformat '${Package} ${db:Status-Status}\n' \
  "${packages[@]}" 2>/dev/null || true)
for package in "${packages[@]}"; do
  grep -qxF "$package installed" <<< "$installed" || missing+=("$package")
done
if [ ${#missing[@]} -eq 0 ]; then
  exit 0
fi

if [ "$(id -u)" -ne 0 ]; then
  echo "error: missing packages; as root, run: apt-get install ${missing[*]}" >&2
  exit 1
fi

echo "setup: installing ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
trap 'rm -f "$log"' EXIT
install() {
  apt-get install -y -q --no-install-recommends "${missing[@]}" > "$log" 2>&1
}
# The package lists may be recent enough already.
if ! install; then
  if ! { apt-get update -q > "$log" 2>&1 && install; }; then
    cat "$log" >&2
    echo "error: could not install ${missing[*]}" >&2
    exit 1
  fi
fi
echo "setup: done"
