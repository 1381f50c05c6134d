#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the fuzz targets with clang and runs each for a while, two at a time.
#   tests/fuzz/run.sh SECONDS [SUBJECT…]    ptx, module, project, npy, program, binary, message, layout
# What is new in a corpus lies in build/fuzz/corpus/SUBJECT, and what broke something beside it.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$root"
# shellcheck source=../../packaging/setup.sh
. packaging/setup.sh
[ $# -ge 1 ] || { sed -n '3,5p' "$0"; exit 2; }
seconds=$1
shift
subjects=("$@")
[ ${#subjects[@]} -gt 0 ] || subjects=(ptx module project npy program binary message layout)
(install_packages clang-14 libclang-rt-14-dev) || exit 3
setup_cuda
build fuzz "${subjects[@]/#/fuzz_}"

# fuzz SUBJECT
fuzz() {
    local found=build/fuzz/corpus/$1 dictionary=()
    mkdir -p "$found"
    [ "$1" != ptx ] && [ "$1" != module ] || dictionary=(-dict=tests/fuzz/ptx.dict)
    if "build/fuzz/bin/fuzz_$1" -max_total_time="$seconds" -rss_limit_mb=2048 -timeout=25 \
        -artifact_prefix="$found-" "${dictionary[@]}" "$found" "tests/fuzz/corpus/$1" \
        >"build/fuzz/$1.log" 2>&1
    then
        say "$1: nothing found, $(grep -c NEW "build/fuzz/$1.log" || true) new inputs"
    else
        tail -40 "build/fuzz/$1.log" >&2
        say "$1: FOUND something; build/fuzz/$1.log"
        return 1
    fi
}
export -f fuzz say
export seconds
printf '%s\n' "${subjects[@]}" | xargs -P "$(nproc)" -I '{}' bash -c 'fuzz {}'
