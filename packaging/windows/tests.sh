#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds Qt Tests for Windows and runs them under Wine, on a display of their own, with NVIDIA's compiler
# for Windows. Wants the window's Qt (packaging/windows/build.sh --window).
#   packaging/windows/tests.sh [NAME…]      default: the tests of the window, tests/ui
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$root"
# shellcheck source=../setup.sh
. packaging/setup.sh
# shellcheck source=wine.sh
. packaging/windows/wine.sh

tests=("$@")
if [ $# -eq 0 ]; then
    for source in tests/ui/tst_*.cpp; do
        tests+=("$(basename "$source" .cpp)")
    done
fi
packaging/windows/deps.sh >/dev/null
setup_cuda
packaging/windows/qt.sh >/dev/null
configure windows -DWARPBENCH_UI=ON -DWARPBENCH_TESTS=ON
build windows warpbench-worker warpbench-simgpu warpbench-cli "${tests[@]}"

work=$(mktemp -d)
trap leave_wine EXIT
fresh_wine
start_display
pattern=$(IFS='|'; echo "^(${tests[*]})\$")
ctest --test-dir build/windows -R "$pattern" --output-on-failure
