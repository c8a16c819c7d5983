#!/usr/bin/env bash
# Usage: utils/check-docs.sh [--update] [build-dir]
#
# Rebuilds the pages that TableGen writes and compares them with the committed
# copies in docs/generated. With --update, replaces the copies.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
update=0
build=$root/build
for argument in "$@"; do
  case "$argument" in
  -h | --help)
    sed -n '2,5s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
    exit 0
    ;;
  --update) update=1 ;;
  *) build=$argument ;;
  esac
done

"$root/utils/build.sh" "$build" --quiet croton-doc
pages=$build/docs
committed=$root/docs/generated
if ! compgen -G "$pages/*.md" > /dev/null; then
  echo "error: croton-doc wrote no page into $pages" >&2
  exit 1
fi

if [ $update -eq 1 ]; then
  mkdir -p "$committed"
  rm -f "$committed"/*.md
  cp "$pages"/*.md "$committed"
  exit 0
fi
if ! diff -ru "$committed" "$pages"; then
  echo "error: docs/generated is not current; run utils/check-docs.sh --update" >&2
  exit 1
fi
