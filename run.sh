#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Sets up what is missing, builds, and opens the window on the first lesson. Where there is no
# display it runs the same project without a window, prints the report and takes a screenshot.
#   ./run.sh [PROJECT|FILE.cu] [options of warpbench]
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
invoked_from=$PWD
cd "$root"
. packaging/setup.sh

setup_packages
setup_cuda
build --for-this-machine release warpbench warpbench-cli warpbench-worker warpbench-simgpu

bin=$root/build/release/bin
example=$root/examples/vector_multiply/vector_multiply.warpbench
cd "$invoked_from"
if [ $# -gt 0 ]; then
    exec "$bin/warpbench" "$@"
fi
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    exec "$bin/warpbench" "$example"
fi

say "No display: running the first lesson without a window"
"$bin/warpbench-cli" run "$example"
shot=$root/build/screenshot.png
"$bin/warpbench" --screenshot "$shot" --run "$example"
say "A screenshot of the window is in ${shot#"$root"/}"
