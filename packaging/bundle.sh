#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes a folder that runs on another x86-64 Linux with the same or a newer glibc, without Qt, X
# libraries or fonts installed there: programs, tests, examples, shared libraries, Qt plugins, fonts.
#   packaging/bundle.sh OUT [--build DIR] [--no-tests] [--bench DIR] [--archive]
#     --build DIR   a built tree (default build/release)
#     --bench DIR   takes the benchmarks of that built tree along
#     --archive     also writes OUT.tar.xz
#     --self-extracting  also writes OUT.run, one file that unpacks itself and starts the program
#     --complete         fails where a plugin, a font or the manual's pages are missing here
# In the bundle: ./warpbench, ./warpbench-cli, ./warpbench-nvcc, ./run-tests [ctest-like names …]
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$root/build/release tests=true archive=false alone=false complete=false bench='' out=
while [ $# -gt 0 ]; do
    case $1 in
    --build) build=$(cd "$2" && pwd); shift ;;
    --bench) bench=$(cd "$2" && pwd); shift ;;
    --no-tests) tests=false ;;
    --archive) archive=true ;;
    --self-extracting) archive=true alone=true ;;
    --complete) complete=true ;;
    -*) sed -n '3,11p' "$0"; exit 2 ;;
    *) out=$1 ;;
    esac
    shift
done
[ -n "$out" ] || { sed -n '3,11p' "$0"; exit 2; }
[ -x "$build/bin/warpbench-cli" ] || { echo "error: nothing is built in $build; run ./test.sh first" >&2; exit 1; }
grep -qx 'WARPBENCH_FOR_THIS_MACHINE:BOOL=ON' "$build/CMakeCache.txt" 2>/dev/null &&
    { echo "error: $build is for this machine alone; run ./test.sh, or packaging/release.sh" >&2; exit 1; }

rm -rf "$out"
mkdir -p "$out"/{bin,lib,lib-fallback,plugins,fonts,etc,share/warpbench}
out=$(cd "$out" && pwd)

programs=(warpbench warpbench-cli warpbench-worker libwarpbench-simgpu.so)
if $tests; then
    while read -r test; do
        programs+=("$(basename "$test")")
    done < <(find "$build/bin" -maxdepth 1 \( -name 'tst_*' -o -name '*-tests' \) -type f -perm -u+x | sort)
fi
# What another machine could do without, but a release must not.
absent() {
    ! $complete || { echo "error: $1 is missing here" >&2; exit 1; }
    echo "warning: the bundle has no $1" >&2
}
elfs=()
put() { # FILE TARGET
    mkdir -p "$(dirname "$2")"
    install -m 755 "$1" "$2"
    strip --strip-unneeded "$2" 2>/dev/null || true
    elfs+=("$1")
}
for program in "${programs[@]}"; do
    put "$build/bin/$program" "$out/bin/$program"
done
[ ! -e "$build/bin/warpbench-nvcc" ] || put "$build/bin/warpbench-nvcc" "$out/bin/warpbench-nvcc"
for library in libcuda/libcuda.so.1 libcuda/libcudart.so.13 recorder/libcuda.so.1; do
    [ ! -e "$build/bin/$library" ] || put "$build/bin/$library" "$out/bin/$library"
done
# Some programs load the driver by this name.
[ ! -e "$out/bin/recorder" ] || ln -s libcuda.so.1 "$out/bin/recorder/libcuda.so"
if [ -n "$bench" ]; then
    for program in "$bench"/bin/bench_*; do
        put "$program" "$out/bin/$(basename "$program")"
    done
fi

plugins=$(qtpaths6 --query QT_INSTALL_PLUGINS 2>/dev/null || qmake6 -query QT_INSTALL_PLUGINS)
for plugin in platforms/libqoffscreen.so platforms/libqxcb.so platforms/libqminimal.so \
    imageformats/libqsvg.so imageformats/libqjpeg.so imageformats/libqgif.so \
    iconengines/libqsvgicon.so xcbglintegrations/libqxcb-glx-integration.so \
    platforminputcontexts/libcomposeplatforminputcontextplugin.so \
    platforms/libqwayland-generic.so wayland-shell-integration/libxdg-shell.so \
    wayland-decoration-client/libbradient.so platformthemes/libqxdgdesktopportal.so; do
    if [ -e "$plugins/$plugin" ]; then
        put "$plugins/$plugin" "$out/plugins/$plugin"
    else
        absent "$plugins/$plugin"
    fi
done

# All libraries but glibc and drivers, which must be the host's. The C++ runtime and GL are taken
# along only for hosts that have none: a newer one there must win.
never='^(ld-linux.*|libc|libm|libdl|librt|libpthread|libresolv|libutil|libanl|libnss_.*|libcuda|libnvidia.*)\.so'
fallback='^(libstdc\+\+|libgcc_s|libGL|libEGL|libGLX|libGLdispatch|libOpenGL|libGLESv2|libvulkan|libdrm|libgbm)\.so'
ldd "${elfs[@]}" 2>/dev/null | awk '$2 == "=>" && $3 ~ /^\// {print $1, $3}' | sort -u |
    while read -r name path; do
        [[ $name =~ $never ]] && continue
        [[ $name == libwarpbench* ]] && continue
        folder=lib
        [[ $name =~ $fallback ]] && folder=lib-fallback
        install -m 644 "$(realpath "$path")" "$out/$folder/$name"
    done
if missing=$(ldd "${elfs[@]}" 2>/dev/null | grep 'not found'); then
    echo "error: libraries are missing here: $missing" >&2
    exit 1
fi

for font in /usr/share/fonts/truetype/dejavu/DejaVuSans{,-Bold,Mono,Mono-Bold}.ttf \
    /usr/share/fonts/opentype/inter/Inter-{Regular,Bold}.otf; do
    if [ -e "$font" ]; then cp "$font" "$out/fonts/"; else absent "$font"; fi
done
cp -r "$root/examples" "$root/docs" "$out/share/warpbench/"
while read -r name; do
    rm -r "${out:?}/share/warpbench/docs/$name"
done <"$root/packaging/developer-documents.txt"
if [ -e "$build/html/manual/index.html" ]; then
    mkdir -p "$out/share/doc/warpbench"
    cp -r "$build/html" "$out/share/doc/warpbench/"
else
    absent "$build/html/manual/index.html"
fi
if $tests; then
    # Tests find their data under this folder (WARPBENCH_SOURCE_DIR in the environment).
    mkdir -p "$out/source"
    cp -r "$root/examples" "$root/tests" "$root/docs" "$root/resources" \
        "$root/translations" "$out/source/"
    find "$out/source/tests" -name '*.cpp' -delete
fi
cp "$root/LICENSE" "$out/"

cat >"$out/etc/fonts.conf.in" <<'E'
<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>@ROOT@/fonts</dir><cachedir>@CACHE@</cachedir>
<include ignore_missing="yes">/etc/fonts/fonts.conf</include>
<alias><family>sans-serif</family><prefer><family>DejaVu Sans</family></prefer></alias>
<alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
</fontconfig>
E

cat >"$out/start" <<'E'
#!/bin/sh
# start PROGRAM ARGS…: runs a program of bin/ with this folder's libraries, plugins and fonts.
here=$(cd "$(dirname "$0")" && pwd)
program=$1
shift
# What is made at each start lies in a folder of this user's alone, one for each bundle.
bundle=$(printf %s "$here" | cksum)
if [ -n "$XDG_RUNTIME_DIR" ]; then
    cache=$XDG_RUNTIME_DIR/warpbench/${bundle% *}
else
    cache=${XDG_CACHE_HOME:-$HOME/.cache}/warpbench/runtime/${bundle% *}
fi
if ! mkdir -p "$cache" 2>/dev/null || ! [ -O "$cache" ]; then
    cache=$(mktemp -d "${TMPDIR:-/tmp}/warpbench-XXXXXX") || exit 4
fi
mkdir -p "$cache/fontconfig" "$cache/fallback" && chmod 700 "$cache"
for library in "$here"/lib-fallback/*; do
    name=${library##*/}
    if [ -e /lib/x86_64-linux-gnu/"$name" ] || [ -e /usr/lib/x86_64-linux-gnu/"$name" ] || [ -e /usr/lib64/"$name" ]; then
        [ ! -L "$cache/fallback/$name" ] || rm -f "$cache/fallback/$name"
    elif [ ! -L "$cache/fallback/$name" ]; then
        ln -sf "$library" "$cache/fallback/$name"
    fi
done
# Programs find the folder lib by themselves, so that what they start sees nothing of it: a compiler, or
# the user's program. This is only for hosts without a library that each desktop has.
fallback=$(ls "$cache/fallback")
[ -z "$fallback" ] || export LD_LIBRARY_PATH="$cache/fallback${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
case $program in
warpbench-cli | warpbench-nvcc) ;;
*) # with a window
    sed "s#@ROOT@#$here#; s#@CACHE@#$cache/fontconfig#" "$here/etc/fonts.conf.in" >"$cache/fonts.conf.$$" &&
        mv "$cache/fonts.conf.$$" "$cache/fonts.conf"
    export FONTCONFIG_FILE="$cache/fonts.conf"
    export QT_PLUGIN_PATH="$here/plugins" QT_QPA_PLATFORM_PLUGIN_PATH="$here/plugins/platforms"
    [ -n "$XDG_RUNTIME_DIR" ] || export XDG_RUNTIME_DIR="$cache" # Qt complains where there is none
    ;;
esac
[ -d "$here/source" ] && export WARPBENCH_SOURCE_DIR="$here/source"
exec "$here/bin/$program" "$@"
E
for program in warpbench warpbench-cli warpbench-nvcc; do
    printf '#!/bin/sh\nexec "$(cd "$(dirname "$0")" && pwd)/start" %s "$@"\n' $program >"$out/$program"
done
cat >"$out/run-tests" <<'E'
#!/bin/sh
# run-tests [NAME…]: runs all tests (or those whose names hold one of the words), off screen.
here=$(cd "$(dirname "$0")" && pwd)
export QT_QPA_PLATFORM=offscreen QTEST_DISABLE_STACK_DUMP=1
passed=0 failed=0
# Programs of one test, and those of a folder's tests.
tests() {
    for program in "$here"/bin/tst_*; do
        [ ! -x "$program" ] || echo "${program##*/}"
    done
    for program in "$here"/bin/*-tests; do
        [ ! -x "$program" ] || "$here/start" "${program##*/}" --list | sed "s/^/${program##*/} /"
    done
}
tests >"${list:=$(mktemp)}"
while read -r program test; do
    name=${test:-$program}
    if [ $# -gt 0 ]; then
        wanted=false
        for word in "$@"; do case $name in *"$word"*) wanted=true ;; esac done
        $wanted || continue
    fi
    log=$(mktemp)
    # shellcheck disable=SC2086 # a program of one test has no name of one
    if timeout 300 "$here/start" "$program" $test >"$log" 2>&1 </dev/null; then
        passed=$((passed + 1))
        echo "ok      $name   $(grep '^Totals:' "$log")"
    else
        failed=$((failed + 1))
        echo "FAILED  $name"
        grep -E -A4 '^(FAIL!|QFATAL|Totals)' "$log" || tail -20 "$log"
    fi
    rm -f "$log"
done <"$list"
rm -f "$list"
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
E
chmod +x "$out"/{start,warpbench,warpbench-cli,warpbench-nvcc,run-tests}

glibc=$(find "$out/bin" "$out/lib" -type f -exec objdump -T {} + 2>/dev/null | grep -oE 'GLIBC_2\.[0-9]+' | sort -uV | tail -1)
echo "$out: $(du -sm "$out" | cut -f1) MiB, needs $glibc"
if $archive; then
    tar -C "$(dirname "$out")" -cJf "$out.tar.xz" "$(basename "$out")"
    echo "$out.tar.xz: $(du -m "$out.tar.xz" | cut -f1) MiB"
fi
if $alone; then
    # The archive with a program in front that unpacks it once, beside other versions, and starts it.
    sed "s/@SIZE@/$(du -sm "$out" | cut -f1)/" >"$out.run" <<'E'
#!/bin/sh
# Warpbench in one file: FILE.run [PROJECT ...] starts the window, FILE.run --cli ... the command line,
# FILE.run --unpack FOLDER only unpacks. It unpacks once, into ~/.cache/warpbench/bundles.
set -e
self=$0
fail() { echo "warpbench: error: $*" >&2; exit 4; }
command -v xz >/dev/null || fail "unpacking wants xz, which your distribution has (xz-utils)"
lines=$(awk '/^__ARCHIVE__$/ {print NR + 1; exit}' "$self")

# unpack FOLDER OPTION...: into $part below it, all files or none
part=
trap '[ -z "$part" ] || rm -rf "$part"' EXIT
trap 'exit 5' HUP INT TERM
unpack() {
    mkdir -p "$1" 2>/dev/null || fail "cannot make the folder $1; do you have the right to?"
    part=$1/.unpacking.$$
    mkdir "$part" 2>/dev/null || fail "cannot write in $1; do you have the right to?"
    shift
    tail -n +"$lines" "$self" | xz -dc | tar -C "$part" "$@" -xf - 2>/dev/null ||
        fail "unpacking in ${part%/*} went wrong; is there room for @SIZE@ MB, and is this file whole?"
}

if [ "${1:-}" = --unpack ]; then
    unpack "${2:?a folder}"
    mv "$part"/* "$2"/ 2>/dev/null || fail "$2 has it already"
    exit
fi
mark=$(cksum <"$self" | tr ' ' -)
bundles=${XDG_CACHE_HOME:-$HOME/.cache}/warpbench/bundles
folder=$bundles/$mark
if [ ! -d "$folder" ]; then
    echo "Unpacking into $folder" >&2
    unpack "$bundles" --strip-components 1
    mv -T "$part" "$folder" 2>/dev/null || [ -d "$folder" ] || fail "cannot write $folder"
    rm -rf "$part" # another start was quicker
    part=
fi
program=warpbench
if [ "${1:-}" = --cli ]; then
    program=warpbench-cli
    shift
fi
exec "$folder/$program" "$@"
__ARCHIVE__
E
    cat "$out.tar.xz" >>"$out.run"
    chmod +x "$out.run"
    echo "$out.run: $(du -m "$out.run" | cut -f1) MiB"
fi
