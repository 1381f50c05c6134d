#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A program over the library whose own project has Warpbench's sources as a part of it, by FetchContent.
# The library is not compiled again: it is the one of BUILD, linked as that project would link its own.
#   tst_fetch_content.sh BUILD SOURCE CMAKE [--whole]     --whole: compiles it, which takes minutes
set -euo pipefail
build=$1 source=$2 cmake=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# shellcheck source=use_core.sh
. "$source/tests/package/use_core.sh"

"$cmake" -S "$source/tests/package/fetch_core" -B "$work/theirs" -G Ninja -DCMAKE_BUILD_TYPE=Release \
    -DWARPBENCH_SOURCE_DIR="$source" ${CUDA_HEADERS_DIR:+-DCUDA_HEADERS_DIR="$CUDA_HEADERS_DIR"} \
    >"$work/log" 2>&1 || { cat "$work/log"; fail "configuring with FetchContent"; }
# Tests, window and installation are not theirs.
targets=$(ninja -C "$work/theirs" -t targets all)
! grep -qE '^(tst_|bin/warpbench: )' <<<"$targets" || fail "it builds what nobody asked for"
grep -q '^use_core: ' <<<"$targets" || fail "there is no program to build"

if [ "${4:-}" = --whole ]; then
    ninja -C "$work/theirs" use_core >"$work/log" 2>&1 || { tail -30 "$work/log"; fail "building it whole"; }
else
    object=$(sed -n 's/^\(CMakeFiles\/use_core\.dir\/.*main\.cpp\.o\): .*/\1/p' <<<"$targets")
    ninja -C "$work/theirs" "$object" >"$work/log" 2>&1 ||
        { cat "$work/log"; fail "its headers"; }
    archive=$(sed -n 's/^\([^:]*libwarpbench-core\.a\): CXX_STATIC.*/\1/p' <<<"$targets")
    mkdir -p "$(dirname "$work/theirs/$archive")"
    ln "$build/core/libwarpbench-core.a" "$work/theirs/$archive" 2>/dev/null ||
        cp "$build/core/libwarpbench-core.a" "$work/theirs/$archive"
    link=$(ninja -C "$work/theirs" -t commands use_core | tail -1)
    (cd "$work/theirs" && bash -c "$link") >"$work/log" 2>&1 || { cat "$work/log"; fail "linking: $link"; }
fi
export HOME=$work/home XDG_RUNTIME_DIR=$work/home
mkdir -p "$HOME"
use_core "$work/theirs/use_core" "$build/bin/libwarpbench-simgpu.so"
end_test
