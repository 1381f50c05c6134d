#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds Qt (base, Svg, Charts) and QScintilla for Windows from the distribution's sources, once, into a
# cache folder: about half an hour on two cores that do nothing else. They are static libraries, so
# that the window is one file. Prints the folder.
#   packaging/windows/qt.sh [--for-tests] [FOLDER]      default ~/.cache/warpbench/windows-qt
#     --for-tests   Qt Core and Qt Test alone, not optimised: what tests without a window want. They
#                   take minutes and lie in ~/.cache/warpbench/windows-qttest
# What an interrupted build has done lies in FOLDER.build and is gone on with.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=../setup.sh
. "$root/packaging/setup.sh"
folder=windows-qt for_tests=false
if [ "${1:-}" = --for-tests ]; then
    for_tests=true folder=windows-qttest
    shift
fi
[[ "${1:-}" != -* ]] || { sed -n '3,9p' "$0"; exit 2; }
prefix=${1:-${XDG_CACHE_HOME:-$HOME/.cache}/warpbench/$folder}
work=$prefix.build
# shellcheck source=sources.sh
. "$root/packaging/windows/sources.sh"

# step NAME COMMAND…   unless it is done
step() {
    local name=$1
    shift
    local log=$work/${name// /-}.log
    [ ! -e "$log.done" ] || return 0
    say "$name"
    "$@" >"$log" 2>&1 & # not as a part of a condition, in which `set -e` would be off
    wait $! || { tail -40 "$log" >&2; die "$name: see $log"; }
    touch "$log.done"
}

fetch_sources() {
    rm -rf qt6-base-*/ qscintilla2-*/ qtsvg-*/ qtcharts-*/
    fetch_source qt6-base
    ! $for_tests || return 0
    fetch_source qscintilla2
    fetch_original qt6-svg
    fetch_original qt6-charts
}

# cross_build SOURCE NAME OPTION…   configures, builds and installs what lies in that folder
cross_build() {
    local source=$1 build=$work/build-$2
    shift 2
    WARPBENCH_WINDOWS_QT=$prefix.new cmake -S "$source" -B "$build" -G Ninja \
        -DCMAKE_TOOLCHAIN_FILE="$work/windows-toolchain.cmake" -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_INSTALL_PREFIX="$prefix.new" -DBUILD_SHARED_LIBS=OFF \
        -DCMAKE_CXX_FLAGS="-Wa,-muse-unaligned-vector-move -fno-ipa-ra" "$@"
    cmake --build "$build" -j "${JOBS:-$(nproc)}"
    cmake --install "$build"
}

# What nothing of ours uses is left out; tablets want a header that Debian strips as not free.
build_base() {
    local off=() feature
    for feature in sql network dbus opengl vulkan concurrent xml tabletevent direct2d zstd jpeg gif ico \
        icu glib openssl system_zlib system_png system_freetype system_harfbuzz system_pcre2 androiddeployqt \
        windeployqt qmake directwrite3; do
        off+=("-DFEATURE_$feature=OFF")
    done
    # Of a build that has no kind Qt leaves the options alone; of others it makes -O2 and -O3 again.
    ! $for_tests || off+=(-DFEATURE_gui=OFF -DFEATURE_widgets=OFF -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS=-O1)
    # Asks about OpenGL by a feature that is on by itself, though OpenGL is off.
    sed -i 's/^#if QT_CONFIG(dynamicgl)$/#if QT_CONFIG(opengl) \&\& QT_CONFIG(dynamicgl)/' \
        "$work"/qt6-base-*/src/plugins/platforms/windows/qwindowswindow.cpp
    cross_build "$(echo "$work"/qt6-base-*/.)" base "${off[@]}" -DQT_BUILD_EXAMPLES=OFF -DQT_BUILD_TESTS=OFF
}

build_module() { # FOLDER
    cross_build "$(echo "$work"/"$1"-*)" "$1" -DQT_BUILD_EXAMPLES=OFF -DQT_BUILD_TESTS=OFF
}

# QScintilla comes with a project file of qmake alone.
build_qscintilla() {
    local source
    source=$(echo "$work"/qscintilla2-*/src)
    cat >"$source/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(qscintilla2 LANGUAGES CXX)
find_package(Qt6 REQUIRED COMPONENTS Widgets PrintSupport)
set(CMAKE_AUTOMOC ON)
file(GLOB sources *.cpp Qsci/*.h *.h ../scintilla/lexlib/*.cpp ../scintilla/lexers/*.cpp ../scintilla/src/*.cpp)
add_library(qscintilla2_qt6 STATIC ${sources})
target_include_directories(qscintilla2_qt6 PRIVATE . ../scintilla/include ../scintilla/lexlib ../scintilla/src)
target_compile_definitions(qscintilla2_qt6 PRIVATE SCINTILLA_QT SCI_LEXER INCLUDE_DEPRECATED_FEATURES)
target_compile_options(qscintilla2_qt6 PRIVATE -w)
target_link_libraries(qscintilla2_qt6 PRIVATE Qt6::Widgets Qt6::PrintSupport)
install(TARGETS qscintilla2_qt6 ARCHIVE DESTINATION lib)
install(DIRECTORY Qsci DESTINATION include)
END
    cross_build "$source" qscintilla
}

copy_licenses() {
    install -D -m 644 "$work"/qt6-base-*/debian/copyright "$prefix.new/licenses/qt6-base"
    ! $for_tests || return 0
    # What Qt has of others, with their licences, for the bill of materials.
    local listed
    for listed in "$work"/qt6-base-*/src/3rdparty/*/qt_attribution.json; do
        install -D -m 644 "$listed" "$prefix.new/attributions/$(basename "$(dirname "$listed")").json"
    done
    install -D -m 644 "$work"/qtsvg-*/LICENSES/LGPL-3.0-only.txt "$prefix.new/licenses/qt6-svg"
    install -D -m 644 "$work"/qtcharts-*/LICENSES/GPL-3.0-only.txt "$prefix.new/licenses/qt6-charts"
    install -D -m 644 "$work"/qscintilla2-*/debian/copyright "$prefix.new/licenses/qscintilla2"
}

if [ ! -e "$prefix/done-2" ]; then # the number changes with the compiler's flags
    install_packages g++-mingw-w64-x86-64-posix debootstrap dpkg-dev perl ninja-build cmake qt6-base-dev qt6-base-dev-tools
    mkdir -p "$work" "$prefix.new"
    # A copy: another checkout may go on with an interrupted build.
    cp "$root/cmake/windows-toolchain.cmake" "$work"
    cd "$work"
    step "Sources of Qt and QScintilla" fetch_sources
    step "Qt base for Windows" build_base
    if ! $for_tests; then
        step "Qt Svg for Windows" build_module qtsvg
        step "QScintilla for Windows" build_qscintilla
        step "Qt Charts for Windows" build_module qtcharts
    fi
    copy_licenses
    touch "$prefix.new/done-2"
    rm -rf "$prefix"
    mv "$prefix.new" "$prefix"
    rm -rf "$work"
fi
echo "$prefix"
