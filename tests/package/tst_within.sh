#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What packaging/within.sh makes of tests that pass, fail, cannot be set up, or take too long.
#   tst_within.sh SOURCE_DIR
set -euo pipefail
within=$1/packaging/within.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

export WARPBENCH_WITHIN_SUMMARY=$work/summary
# ends CODE WORDS SECONDS COMMAND…   it ends with CODE and says WORDS; nothing is said where they are empty
ends() {
    local wanted=$1 words=$2 code=0
    shift 2
    local seconds=$1
    shift
    "$within" "$seconds" "the tests for Windows" "$@" >"$work/out" 2>&1 || code=$?
    [ "$code" -eq "$wanted" ] || { cat "$work/out"; echo "FAILED: $* ended with $code, not $wanted"; exit 1; }
    if [ -n "$words" ]; then
        grep -qF -- "$words" "$work/out" || { cat "$work/out"; echo "FAILED: $*: no word of: $words"; exit 1; }
    elif [ -s "$work/out" ]; then
        cat "$work/out"
        echo "FAILED: $* says something"
        exit 1
    fi
}
for limit in any 60; do
    ends 0 "" $limit true
    ends 1 "ended with 1" $limit false
    ends 1 "ended with 8" $limit sh -c 'exit 8' # as ctest does
    ends 0 "SKIPPED: the tests for Windows; what they need cannot be set up" $limit sh -c 'exit 3'
done
ends 0 "SKIPPED: the tests for Windows; no time is left" 0 touch "$work/begun"
ends 0 "SKIPPED: the tests for Windows; no time is left" -30 touch "$work/begun"
[ ! -e "$work/begun" ] || { echo "FAILED: began without time"; exit 1; }

ends 0 "" any sh -c 'echo half of it >"$WARPBENCH_WITHIN_NOTE"' # only said of what is stopped
ends 0 "within 1 seconds, half of it; what is built is kept" 1 \
    sh -c 'echo half of it >"$WARPBENCH_WITHIN_NOTE"; exec tail -f /dev/null'
# What came of each, at the end of all.
last=$(tail -n 1 "$work/summary")
[ "$last" = "SKIPPED: the tests for Windows; they did not end within 1 seconds, half of it; what is built is kept" ] ||
    { echo "FAILED: the summary says: $last"; exit 1; }
[ "$(grep -c '^passed: the tests for Windows$' "$work/summary")" -eq 3 ] ||
    { cat "$work/summary"; echo "FAILED: not three that passed"; exit 1; }

# What does not end is ended, and what it started too.
ends 0 "SKIPPED: the tests for Windows; they did not end within 1 seconds" 1 \
    sh -c "echo \$\$ >'$work/parent'; tail -f /dev/null & echo \$! >'$work/child'; wait"
for process in parent child; do
    pid=$(cat "$work/$process")
    # Gone at once, or this test takes too long.
    while kill -0 "$pid" 2>/dev/null && ! grep -qs '^State:.*Z' "/proc/$pid/status"; do :; done
done
echo "passed"
