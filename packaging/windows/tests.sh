#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds Qt Tests for Windows and runs them under Wine.
#   packaging/windows/tests.sh [NAME…]             the window's (tests/ui), with NVIDIA's compiler for
#                                                  Windows, on a display of their own; wants the window's
#                                                  Qt (packaging/windows/build.sh --window)
#   packaging/windows/tests.sh --console [NAME…]   all others: core, simulated GPU, command line, worker.
#                                                  The interpreter is for any processor and little
#                                                  optimised, in a tree of its own. Without names a
#                                                  folder is built and tested after the other, and
#                                                  NVIDIA's compiler for Windows is fetched; where it
#                                                  is not, what needs it is skipped
#   packaging/windows/tests.sh --console --programs   the command line and the worker themselves, by
#                                                  trial.sh
# Ends with 3 where what it needs (compiler, Wine, sources of others) cannot be set up.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$root"
# shellcheck source=../setup.sh
. packaging/setup.sh
# shellcheck source=wine.sh
. packaging/windows/wine.sh

console=false
if [ "${1:-}" = --console ]; then
    console=true
    shift
fi
tests=("$@")
programs=()
if [ "${1:-}" = --programs ]; then
    tests=() programs=(warpbench-cli warpbench-worker warpbench-simgpu)
fi
whole=false
! $console || [ ${#tests[@]} -gt 0 ] || [ ${#programs[@]} -gt 0 ] || whole=true
packaging/windows/deps.sh >/dev/null || exit 3
setup_cuda
if $console; then
    preset=windows-tests
    # The window's Qt will do where it is there.
    qt=${WARPBENCH_WINDOWS_QT:-${XDG_CACHE_HOME:-$HOME/.cache}/warpbench/windows-qt}
    [ -e "$qt/done-2" ] || qt=$(packaging/windows/qt.sh --for-tests) || exit 3
    export WARPBENCH_WINDOWS_QT=$qt
    configure $preset
    $whole || build $preset "${tests[@]}" "${programs[@]}"
else
    preset=windows
    window_targets=("${tests[@]}")
    if [ $# -eq 0 ]; then
        window_targets=(tests/ui/all)
    fi
    packaging/windows/qt.sh >/dev/null || exit 3
    configure $preset -DWARPBENCH_UI=ON -DWARPBENCH_TESTS=ON
    build $preset warpbench-worker warpbench-simgpu warpbench-cli "${window_targets[@]}"
fi

work=$(mktemp -d)
trap leave_wine EXIT
if $console; then
    compiler=${XDG_CACHE_HOME:-$HOME/.cache}/warpbench/windows-cuda
    if $whole && [ ! -d "$compiler" ]; then
        packaging/get-cuda.sh --windows "$compiler" --wheels >&2 || say "NVIDIA's compiler for Windows cannot be had"
    fi
    fresh_wine --with-what-is-there
    wineserver -w
    wineserver -p
    keep_wine_awake
    end_the_unborn
else
    fresh_wine
    start_display
fi
if [ ${#programs[@]} -gt 0 ]; then
    say "Trying the command line and the worker of build/$preset under Wine"
    packaging/windows/trial.sh "build/$preset/bin"
    exit
fi
# Windows on one display take the keyboard from each other.
jobs=1
! $console || jobs=$(nproc)
# run_tests FOLDER [PATTERN]   of build/$preset
run_tests() {
    say "Testing build/$preset/${1#.} under Wine"
    # Once more, for Wine is not as reliable as what runs on it; ctest's log names what needed that.
    ctest --test-dir "build/$preset/$1" -R "${2:-.}" --output-on-failure --no-tests=error -j "$jobs" --repeat until-pass:2
}
if [ ${#tests[@]} -gt 0 ]; then
    run_tests . "$(IFS='|'; echo "^(${tests[*]})\$")"
    exit
elif ! $whole; then
    run_tests tests/ui
    exit
fi
# Folder by folder, those that take long last, so that a folder's tests run while others are not built yet.
folders() {
    (cd "build/$preset" && grep -rl --include=CTestTestfile.cmake '^add_test' tests | xargs -n 1 dirname | sort)
}
mapfile -t folders < <(folders | grep -vE '/(app|session)$'; folders | grep -E '/(app|session)$')
failed=()
for folder in "${folders[@]}"; do
    build $preset "$folder/all" && run_tests "$folder" || failed+=("$folder")
done
[ ${#failed[@]} -eq 0 ] || die "tests of these folders failed: ${failed[*]}"
say "The tests of all ${#folders[@]} folders pass under Wine"
