#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Sets up what the Windows build needs on Debian 12 or Ubuntu 24.04: the cross compiler, Wine, and the two
# libraries that the distribution has for Windows as source only, FFTW and Zstandard, built once into a
# cache folder. Prints that folder.
#   packaging/windows/deps.sh [FOLDER]      default ~/.cache/warpbench/windows-deps
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=../setup.sh
. "$root/packaging/setup.sh"
# shellcheck source=sources.sh
. "$root/packaging/windows/sources.sh"

prefix=${1:-${XDG_CACHE_HOME:-$HOME/.cache}/warpbench/windows-deps}
cross_packages=(g++-mingw-w64-x86-64-posix libz-mingw-w64-dev wine64 wine dpkg-dev)

build_zstd() { # what unpacks alone: nothing here packs
    fetch_source libzstd
    make -C libzstd-*/lib -j"$(nproc)" CC=$host-gcc AR=$host-ar ZSTD_LIB_COMPRESSION=0 \
        ZSTD_LIB_DICTBUILDER=0 ZSTD_LEGACY_SUPPORT=0 UNAME=Windows libzstd.a >"$work/zstd.log" 2>&1 ||
        { tail -20 "$work/zstd.log" >&2; return 1; }
    install -D -m 644 libzstd-*/lib/libzstd.a "$prefix.new/lib/libzstd.a"
    install -D -m 644 libzstd-*/lib/zstd.h libzstd-*/lib/zstd_errors.h -t "$prefix.new/include"
    install -D -m 644 libzstd-*/LICENSE "$prefix.new/licenses/zstd"
}

build_fftw() {
    fetch_source fftw3
    (cd fftw3-* && ./configure --quiet --host=$host --prefix="$prefix.new" --disable-fortran \
        --disable-doc --enable-sse2 --enable-avx2 --with-our-malloc --disable-dependency-tracking &&
        make -s -j"$(nproc)" && make -s install) >"$work/fftw.log" 2>&1 ||
        { tail -20 "$work/fftw.log" >&2; return 1; }
    install -D -m 644 fftw3-*/COPYING "$prefix.new/licenses/fftw3"
}

# What is the same for every system comes from the distribution's packages: headers alone, but for
# xxHash, which is one header with all of its code in it.
copy_headers() {
    local include=$prefix.new/include share=$prefix.new/share
    mkdir -p "$include" "$share/cmake" "$prefix.new/lib/cmake/fmt"
    cp -r /usr/include/nlohmann /usr/include/CLI /usr/include/fmt /usr/include/eigen3 "$include/"
    cp /usr/include/xxhash.h "$include/"
    cp -r /usr/share/cmake/nlohmann_json /usr/share/cmake/CLI11 "$share/cmake/"
    cp -r /usr/share/eigen3 "$share/"
    cat >"$prefix.new/lib/cmake/fmt/fmt-config.cmake" <<'END'
add_library(fmt::fmt INTERFACE IMPORTED)
set_target_properties(fmt::fmt PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${CMAKE_CURRENT_LIST_DIR}/../../../include"
    INTERFACE_COMPILE_DEFINITIONS FMT_HEADER_ONLY=1
)
END
    cp /usr/lib/*/cmake/fmt/fmt-config-version.cmake "$prefix.new/lib/cmake/fmt/"
    printf '#define XXH_STATIC_LINKING_ONLY\n#define XXH_IMPLEMENTATION\n#include "xxhash.h"\n' |
        $host-gcc-posix -O2 -I"$include" -x c -c - -o "$work/xxhash.o"
    $host-ar rcs "$prefix.new/lib/libxxhash.a" "$work/xxhash.o"
}

# What is linked into the programs, by the packages that it comes from; the compiler's own libraries too.
copy_licenses() {
    local package
    for package in libfmt-dev nlohmann-json3-dev libcli11-dev libeigen3-dev libxxhash-dev libz-mingw-w64-dev \
        mingw-w64-x86-64-dev g++-mingw-w64-x86-64-posix; do
        install -D -m 644 "/usr/share/doc/$package/copyright" "$prefix/licenses/$package"
    done
}

install_packages "${cross_packages[@]}" nlohmann-json3-dev libcli11-dev libfmt-dev libeigen3-dev \
    libxxhash-dev
if [ ! -e "$prefix/done" ]; then
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    cd "$work"
    say "Building FFTW and Zstandard for Windows, once (about five minutes on two cores)"
    rm -rf "$prefix.new"
    mkdir -p "$prefix.new"
    build_zstd
    build_fftw
    copy_headers
    touch "$prefix.new/done"
    rm -rf "$prefix"
    mv "$prefix.new" "$prefix"
fi
copy_licenses
echo "$prefix"
