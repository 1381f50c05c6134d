#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs tests whose set-up or time may be missing, which is then said and is no failure:
#   packaging/within.sh SECONDS WHAT COMMAND…     SECONDS `any`: without a limit; WHAT: the tests' name
# Ends with 0 where COMMAND does; where it ends with 3, for what it needs cannot be set up; and where
# it has not ended within SECONDS, after which it and what it started are ended. With 1 else.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=setup.sh
. "$root/packaging/setup.sh"
[ $# -ge 3 ] || { sed -n '3,6p' "$0"; exit 2; }
seconds=$1 what=$2
shift 2

skip() { say "SKIPPED: $what; $*"; exit 0; }
code=0
if [ "$seconds" = any ]; then
    "$@" || code=$?
elif [ "$seconds" -le 0 ]; then
    skip "no time is left for them"
else
    timeout --kill-after=30 "$seconds" "$@" || code=$?
fi
case $code in
0) ;;
3) skip "what they need cannot be set up here, see above" ;;
124 | 137) [ "$seconds" = any ] || skip "they did not end within $seconds seconds; what is built is kept" ;;&
*) die "$what ended with $code" ;;
esac
