#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs tests whose set-up or time may be missing, which is then said and is no failure:
#   packaging/within.sh SECONDS WHAT COMMAND…     SECONDS `any`: without a limit; WHAT: the tests' name
# Ends with 0 where COMMAND does; where it ends with 3, for what it needs cannot be set up; and where
# it has not ended within SECONDS, after which it and what it started are ended. With 1 else.
# COMMAND may write what it has done so far into the file $WARPBENCH_WITHIN_NOTE, which is then said. What
# came of it is added as a line to the file $WARPBENCH_WITHIN_SUMMARY, where that is set.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=setup.sh
. "$root/packaging/setup.sh"
[ $# -ge 3 ] || { sed -n '3,8p' "$0"; exit 2; }
seconds=$1 what=$2
shift 2

note=$(mktemp)
trap 'rm -f "$note"' EXIT
export WARPBENCH_WITHIN_NOTE=$note
sum_up() { [ -z "${WARPBENCH_WITHIN_SUMMARY:-}" ] || echo "$*" >>"$WARPBENCH_WITHIN_SUMMARY"; }
skip() {
    say "SKIPPED: $what; $*"
    sum_up "SKIPPED: $what; $*"
    exit 0
}
code=0
if [ "$seconds" = any ]; then
    "$@" || code=$?
elif [ "$seconds" -le 0 ]; then
    skip "no time is left for them"
else
    timeout --kill-after=30 "$seconds" "$@" || code=$?
fi
case $code in
0) sum_up "passed: $what" ;;
3) skip "what they need cannot be set up here, see above" ;;
124 | 137) [ "$seconds" = any ] || skip "they did not end within $seconds seconds$(sed 's/^/, /' "$note"); what is built is kept" ;;&
*) die "$what ended with $code" ;;
esac
