#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Sets up what is missing, builds, and runs tests.
#   ./test.sh              every test of this system, in the release build
#   ./test.sh --change     what CI runs on every change: lint, core under the address and undefined-behaviour
#                          sanitizers, and in the release build what those leave out (label `release`)
#   ./test.sh --all        everything: all tests, all sanitizers, clang, fuzzers, Windows under Wine, packages in
#                          clean systems. Takes hours, wants root, and fails where a part cannot run
#   ./test.sh --gpu        the tests that need a real GPU
#   ./test.sh --stage NAME one stage of these (the functions stage_NAME below)
#   ./test.sh … -- ARGS    passes ARGS to ctest, for example -R tst_occupancy
# It ends with a table: the minutes of each stage and the slowest tests.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$root"
# shellcheck source=packaging/setup.sh
. packaging/setup.sh

fuzz_seconds=600
stages=(release-build release-tests) stage='' keep_going=false
while [ $# -gt 0 ]; do
    case $1 in
    --change) stages=(lint release-change-build release-change-tests asan-build asan-tests) ;;
    --all)
        keep_going=true
        stages=(lint-all release-build release-tests asan-build asan-tests asan-window-build
            asan-window-tests tsan-build tsan-tests clang-build clang-tests fuzzers packages windows
            windows-packages)
        ;;
    --gpu) stages=(release-build gpu-tests) ;;
    --stage) stage=$2; shift ;;
    --) shift; break ;;
    *) die "unknown option $1; see the head of test.sh" ;;
    esac
    shift
done
ctest_arguments=("$@")

# run_tests PRESET[/FOLDER] [ctest arguments]
run_tests() {
    local tree=build/$1 none=error
    shift
    [ ${#ctest_arguments[@]} -eq 0 ] || none=ignore
    ctest --test-dir "$tree" --output-on-failure --no-tests="$none" -j "$(nproc)" \
        --output-junit "$root/$tree/tests.xml" "$@" "${ctest_arguments[@]}"
}

stage_lint() { tools/lint.sh; }
stage_lint-all() { tools/lint.sh --all; }
stage_release-build() { build release; }
# The handlers for other processors are tested as `whole`, and what the sanitizers test is not built here.
stage_release-change-build() {
    build --for-this-machine release core/all ui/all app/all warpbench-installed release-tests
}
stage_release-tests() { run_tests release; }
stage_release-change-tests() { run_tests release -L '^release$' -LE '^whole$'; }
stage_gpu-tests() { run_tests release -L '^gpu$'; }
stage_asan-build() { build asan; }
stage_asan-tests() { run_tests asan; }
stage_asan-window-build() { build asan-window; }
stage_asan-window-tests() { run_tests asan-window/tests/ui; }
stage_tsan-build() { build tsan concurrency-tests; }
stage_tsan-tests() { run_tests tsan -L '^concurrency$'; }
stage_clang-build() { build clang; }
stage_clang-tests() { run_tests clang -LE '^whole$'; }
stage_fuzzers() { tests/fuzz/run.sh "$fuzz_seconds"; }
stage_packages() { packaging/try.sh; }
stage_windows() {
    packaging/windows/tests.sh --console --programs
    packaging/windows/tests.sh --console
}
stage_windows-packages() { packaging/try.sh --windows; }

if [ -n "$stage" ]; then
    declare -F "stage_$stage" >/dev/null || die "there is no stage $stage"
    "stage_$stage"
    exit
fi

setup_packages libopenmpi-dev openmpi-bin # the tests of run --mpi
setup_cuda
rm -f build/*/tests.xml build/*/tests/ui/tests.xml

table='' failed=()
# run_stage NAME   in a shell of its own, so that a command that fails ends the stage
run_stage() {
    local started=$SECONDS code=0 outcome=passed
    bash "$root/test.sh" --stage "$1" -- "${ctest_arguments[@]}" || code=$?
    case $code in
    0) ;;
    3) outcome='NOT RUN: something it needs cannot be set up; see above' ;;
    *) outcome=FAILED ;;
    esac
    [ $code -eq 0 ] || failed+=("$1")
    table+=$(printf '%-22s %6s  %s' "$1" "$(duration $((SECONDS - started)))" "$outcome")$'\n'
    return $code
}
for name in "${stages[@]}"; do
    run_stage "$name" || $keep_going || break
done

printf '\n%-22s %6s\n%s%-22s %6s\n' stage min:s "$table" total "$(duration "$SECONDS")"
python3 tools/slowest_tests.py 20 build/*/tests.xml build/*/tests/ui/tests.xml
[ ${#failed[@]} -eq 0 ] || die "these stages did not pass: ${failed[*]}"
