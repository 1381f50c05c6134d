#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds Qt Tests for Windows and runs them under Wine.
#   packaging/windows/tests.sh [NAME…]             the window's (tests/ui), with NVIDIA's compiler for
#                                                  Windows, on a display of their own; wants the window's
#                                                  Qt (packaging/windows/build.sh --window)
#   packaging/windows/tests.sh --console [NAME…]   all others: core, simulated GPU, command line, worker.
#                                                  The interpreter is for any processor and little
#                                                  optimised, in a tree of its own. Without NVIDIA's
#                                                  compiler for Windows what needs it is skipped
#   packaging/windows/tests.sh --console --few     those of them that a system's ways may break: what
#                                                  ./test.sh --windows runs
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
if [ "${1:-}" = --few ]; then
    # Processes, pipes, files, paths, shared memory, libraries. More belong here; these have passed.
    tests=(tst_platform tst_per_thread tst_path_text tst_bytes_text tst_project_file tst_simgpu_library)
fi
programs=()
if [ "${1:-}" = --programs ]; then
    tests=() programs=(warpbench-cli warpbench-worker warpbench-simgpu)
fi
packaging/windows/deps.sh >/dev/null || exit 3
setup_cuda
if $console; then
    preset=windows-tests
    # The window's Qt will do where it is there.
    qt=${WARPBENCH_WINDOWS_QT:-${XDG_CACHE_HOME:-$HOME/.cache}/warpbench/windows-qt}
    [ -e "$qt/done-2" ] || qt=$(packaging/windows/qt.sh --for-tests) || exit 3
    export WARPBENCH_WINDOWS_QT=$qt
    configure $preset
    build $preset "${tests[@]}" "${programs[@]}"
else
    preset=windows
    if [ $# -eq 0 ]; then
        for source in tests/ui/tst_*.cpp; do
            tests+=("$(basename "$source" .cpp)")
        done
    fi
    packaging/windows/qt.sh >/dev/null || exit 3
    configure $preset -DWARPBENCH_UI=ON -DWARPBENCH_TESTS=ON
    build $preset warpbench-worker warpbench-simgpu warpbench-cli "${tests[@]}"
fi

work=$(mktemp -d)
trap leave_wine EXIT
if $console; then
    fresh_wine --with-what-is-there
else
    fresh_wine
    start_display
fi
if [ ${#programs[@]} -gt 0 ]; then
    say "Trying the command line and the worker of build/$preset under Wine"
    packaging/windows/trial.sh "build/$preset/bin"
    exit
fi
pattern=.
[ ${#tests[@]} -eq 0 ] || pattern=$(IFS='|'; echo "^(${tests[*]})\$")
say "Testing build/$preset under Wine"
# Windows on one display take the keyboard from each other.
jobs=1
! $console || jobs=$(nproc)
ctest --test-dir "build/$preset" -R "$pattern" --output-on-failure --no-tests=error -j "$jobs"
