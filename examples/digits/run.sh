#!/usr/bin/env bash
# Usage: examples/digits/run.sh [build-dir]
#
# Trains both models on the handwritten digits: logistic regression for 200
# steps, the perceptron for 300. Prints progress, the loss and the accuracy on
# the test set.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
case "${1:-}" in
-h | --help)
  sed -n '2,6s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
  exit 0
  ;;
esac
run=${1:-$here/../../build}/bin/croton-run
weights=$(mktemp -d)
trap 'rm -rf "$weights"' EXIT

digits=(--arg x="$here/../data/digits_x.npy" --arg y="$here/../data/digits_y.npy")

# train <program> <steps>: in five parts, to show how the loss falls.
train() {
  local program=$1 steps=$2 part loss
  for part in 1 2 3 4 5; do
    loss=$("$run" "$program" --entry=train "${digits[@]}" --repeat $((steps / 5)) \
      --load-state="$weights" --save-state="$weights" --print=0)
    echo "  after $((part * steps / 5)) steps: loss ${loss#*= }"
  done
}

echo "logistic regression"
program=$here/logistic.mlir
"$run" "$program" --entry=train "${digits[@]}" --save-state="$weights" --repeat 0
train "$program" 200
"$run" "$program" --entry=test "${digits[@]}" --load-state="$weights"

echo "perceptron with 128 hidden units"
rm -rf "$weights"
program=$here/perceptron.mlir
"$run" "$program" --entry=init --seed 1 --arg r1=random --arg r2=random \
  --save-state="$weights"
train "$program" 300
"$run" "$program" --entry=test "${digits[@]}" --load-state="$weights"
