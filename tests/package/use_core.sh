# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by tests of the library: runs the program over it that they built.
# shellcheck disable=SC2154  # $work is the test's folder

fail() { echo "FAIL: $*" >&2; exit 1; }

# A compiler that was fetched lies in the home that these tests do not use.
fetched=${XDG_DATA_HOME:-$HOME/.local/share}/warpbench/cuda
[ -n "${WARPBENCH_CUDA_HOME:-}" ] || [ ! -d "$fetched" ] || export WARPBENCH_CUDA_HOME=$fetched

# use_core PROGRAM SIMULATED_DRIVER   it compiles a kernel, launches it and reads back. Without NVIDIA's
# compiler it says so; all else is tried, and in the end the test counts as skipped.
without_compiler=false
use_core() {
    if WARPBENCH_SIMGPU_LIBRARY=$2 "$1" sim >"$work/out" 2>&1; then
        grep -q ": right, by [0-9.]*$" "$work/out" || { cat "$work/out"; fail "$1 says something else"; }
    else
        grep -q "NVRTC" "$work/out" || { cat "$work/out"; fail "$1 does not run"; }
        without_compiler=true
    fi
    cat "$work/out"
}

# end_test   ctest takes 77 for skipped
end_test() {
    if $without_compiler; then
        echo "SKIP: all but running a kernel passed; no NVRTC was found (packaging/get-cuda.sh fetches it)"
        exit 77
    fi
    echo "1 passed, 0 failed"
}
