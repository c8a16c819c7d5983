#!/usr/bin/env bash
# Usage: utils/check.sh [--roundtrip] [build-dir]
#
# Sets up, builds, and runs the small checks and the whole test suite. The last
# line counts them: "<n> passed, <n> failed". With --roundtrip the lit suite
# runs once more with every croton-opt checking that its input and output
# survive printing and parsing.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
roundtrip=0
build=$root/build
for argument in "$@"; do
  case "$argument" in
  -h | --help)
    sed -n '2,7s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
    exit 0
    ;;
  --roundtrip) roundtrip=1 ;;
  -*)
    echo "error: unknown option '$argument'" >&2
    exit 1
    ;;
  *) build=$argument ;;
  esac
done

"$root/utils/setup.sh"
"$root/utils/build.sh" "$build" all croton-test-depends
build=$(cd "$build" && pwd)

passed=0
failed=0

# The small checks, each runnable by hand.
checks() {
  local check
  for check in "check-includes.sh" "check-format.sh" \
    "check-docs.sh $build" "check-install.sh $build"; do
    # shellcheck disable=SC2086  # the name and its argument
    if "$root"/utils/$check; then
      passed=$((passed + 1))
    else
      failed=$((failed + 1))
      echo "FAIL: utils/$check"
    fi
  done
}

# suite <result file> <lit argument>...: runs lit, which may fail.
suite() {
  local results=$1
  shift
  local python lit
  python=$(sed -n 's/^CROTON_PYTHON:[A-Z]*=//p' "$build/CMakeCache.txt")
  lit=$(sed -n 's/^CROTON_LIT:[A-Z]*=//p' "$build/CMakeCache.txt")
  rm -f "$results"
  "$python" "$lit" -sv -o "$results" "$@" "$build/test" "$build/test/Unit" ||
    true
}

# count <result file> <code>...: how many tests ended with one of the codes.
count() {
  local results=$1
  shift
  if [ ! -e "$results" ]; then
    echo 0
    return
  fi
  local IFS='|'
  grep -cE "\"code\": \"($*)\"" "$results" || true
}

checks
check_counts="checks: $passed passed, $failed failed"

results=$build/test/results.json
if [ $roundtrip -eq 1 ]; then
  suite "$build/test/results-roundtrip.json" -D roundtrip=1
  again=$(count "$build/test/results-roundtrip.json" \
    FAIL XPASS UNRESOLVED TIMEOUT)
  failed=$((failed + again))
  check_counts+="; round trip: $again failed"
fi
suite "$results"
suite_passed=$(count "$results" PASS XFAIL FLAKYPASS)
suite_failed=$(count "$results" FAIL XPASS UNRESOLVED TIMEOUT)
# A suite that did not run at all is a failure.
if [ "$((suite_passed + suite_failed))" -eq 0 ]; then
  suite_failed=1
fi
passed=$((passed + suite_passed))
failed=$((failed + suite_failed))

echo
echo "$check_counts; suite: $suite_passed passed, $suite_failed failed"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
