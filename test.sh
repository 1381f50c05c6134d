#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Sets up what is missing, builds, and runs every test.
#   ./test.sh                 all tests of the release build
#   ./test.sh --sanitizers    also core under the address, leak and undefined-behaviour sanitizers, and
#                             its tests of concurrency under the thread sanitizer
#   ./test.sh --windows       also the command line, worker and simulated GPU for Windows, cross-built with
#                             mingw-w64: those tests under Wine that a system's ways may break, and the
#                             programs themselves. Fetches and builds Qt's and FFTW's sources once; skipped,
#                             with a line that says so, where what that takes cannot be had
#   ./test.sh --windows-all   and all others that need no window
#   ./test.sh --packages      also makes the Linux packages and tries them in clean systems (packaging/try.sh),
#                             unless what makes them is as it was when that last went well; wants root. With
#                             --windows also those for Windows, where the window's Qt for Windows has been built
#   ./test.sh --windows-within MINUTES, --packages-within MINUTES   the same, of Windows all that need no window, if it ends
#                             within so many minutes of the start of all: else it is stopped, what it has built is
#                             kept, and a line says so and how far it came
#   ./test.sh … -- ARGS       passes ARGS to ctest, for example -R tst_occupancy
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$root"
. packaging/setup.sh

sanitizers=false
windows=false windows_all=false packages=false
windows_within=any packages_within=any
while [ $# -gt 0 ]; do
    case $1 in
    --sanitizers) sanitizers=true ;;
    --windows) windows=true ;;
    --windows-all) windows=true windows_all=true ;;
    --windows-within) windows=true windows_all=true windows_within=$2; shift ;;
    --packages) packages=true ;;
    --packages-within) packages=true packages_within=$2; shift ;;
    --) shift; break ;;
    *) die "unknown option $1; see the head of test.sh" ;;
    esac
    shift
done

setup_packages libopenmpi-dev openmpi-bin # run --mpi is tested with it
setup_cuda

# run_tests PRESET [ctest arguments]: tests draw off screen and keep to a home of their own, so that
# a user's settings and compile cache are neither used nor touched.
run_tests() {
    local preset=$1 home
    shift
    home=$root/build/$preset/test-home
    mkdir -p "$home/runtime"
    chmod 700 "$home/runtime"
    env -u CUDA_DEVICE XDG_CONFIG_HOME="$home/config" XDG_CACHE_HOME="$home/cache" \
        XDG_RUNTIME_DIR="$home/runtime" \
        ctest --test-dir "build/$preset" --output-on-failure --no-tests=error -j "$(nproc)" "$@"
}

build release
say "Testing build/release"
run_tests release "$@"

if $sanitizers; then
    build asan
    say "Testing core under the address and undefined-behaviour sanitizers"
    run_tests asan "$@"
    build tsan concurrency-tests
    say "Testing concurrency under the thread sanitizer"
    run_tests tsan -L concurrency --no-tests=ignore "$@"
fi

# left MINUTES: seconds until so many minutes since the start of all; `any` is without a limit
left() { if [ "$1" = any ]; then echo any; else echo $(($1 * 60 - SECONDS)); fi; }
# The last, so that their limit costs nothing else (docs/decisions/windows-tests.md).
WARPBENCH_WITHIN_SUMMARY=$(mktemp)
export WARPBENCH_WITHIN_SUMMARY
trap 'rm -f "$WARPBENCH_WITHIN_SUMMARY"' EXIT
# within MINUTES WHAT COMMAND…
within() {
    local minutes=$1
    shift
    packaging/within.sh "$(left "$minutes")" "$@"
}
if $windows; then
    within "$windows_within" "six tests for Windows" packaging/windows/tests.sh --console --few
    within "$windows_within" "the command line and the worker for Windows" packaging/windows/tests.sh --console --programs
fi
if $packages; then
    within "$packages_within" "the packages" packaging/try.sh
fi
if $windows_all; then
    within "$windows_within" "all tests for Windows that need no window" packaging/windows/tests.sh --console
fi
if $windows && $packages; then
    within "$packages_within" "the packages for Windows" packaging/try.sh --windows
fi
if [ -s "$WARPBENCH_WITHIN_SUMMARY" ]; then
    say "All tests of this system passed. Of the rest:"
    sed 's/^/    /' "$WARPBENCH_WITHIN_SUMMARY" >&2
fi
