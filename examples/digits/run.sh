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
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

digits=(--arg x="$here/../data/digits_x.npy" --arg y="$here/../data/digits_y.npy")

# train <program> <steps>: in five parts, to show how the loss falls. The first
# starts from the weights in the folder, if there are any.
train() {
  local program=$1 steps=$2 part loss load=()
  for part in 1 2 3 4 5; do
    if [ -d "$weights" ]; then
      load=(--load-state="$weights")
    fi
    loss=$("$run" "$program" --entry=train "${digits[@]}" \
      --repeat $((steps / 5)) "${load[@]}" --save-state="$weights" --print=loss)
    echo "  after $((part * steps / 5)) steps: loss ${loss#*= }"
  done
}

echo "logistic regression"
weights=$scratch/logistic
train "$here/logistic.mlir" 200
"$run" "$here/logistic.mlir" --entry=test "${digits[@]}" --load-state="$weights"

echo "perceptron with 128 hidden units"
weights=$scratch/perceptron
"$run" "$here/perceptron.mlir" --entry=init --seed 1 --arg r1=random \
  --arg r2=random --save-state="$weights"
train "$here/perceptron.mlir" 300
"$run" "$here/perceptron.mlir" --entry=test "${digits[@]}" --load-state="$weights"
