#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Tries the Windows ZIP under Wine, as a user would have it: unpacked into a folder with blanks, in
# a fresh Wine, with NVIDIA's compiler for Windows where `doctor --install-compiler` puts it.
#   packaging/windows/check.sh [ZIP] [--linux PROGRAM]
#     ZIP               what packaging/windows/build.sh made (default: the one in build/windows/packages)
#     --linux PROGRAM   a warpbench-cli of the same sources; reports must be the same as its own
#                       (default: the one in build/release, build/dev or build/quick)
# It fetches the compiler's wheels (260 MB) once, into ~/.cache/warpbench/windows-cuda.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=../setup.sh
. "$root/packaging/setup.sh"
zip= linux=
while [ $# -gt 0 ]; do
    case $1 in
    --linux) linux=$2; shift ;;
    -*) sed -n '3,9p' "$0"; exit 2 ;;
    *) zip=$1 ;;
    esac
    shift
done
[ -n "$zip" ] || zip=$(find "$root/build/windows/packages" -maxdepth 1 -name '*.zip' 2>/dev/null | head -1)
[ -e "$zip" ] || die "there is no ZIP; packaging/windows/build.sh makes it"
for preset in release dev quick; do
    [ -n "$linux" ] || [ ! -x "$root/build/$preset/bin/warpbench-cli" ] ||
        linux=$root/build/$preset/bin/warpbench-cli
done
[ -x "$linux" ] || die "there is no warpbench-cli to compare with; ./run.sh builds it, --linux names another"
install_packages wine64 wine unzip python3

compiler=${XDG_CACHE_HOME:-$HOME/.cache}/warpbench/windows-cuda
[ -d "$compiler" ] || "$root/packaging/get-cuda.sh" --windows "$compiler" >&2

work=$(mktemp -d)
export WINEPREFIX=$work/wine WINEDEBUG=-all
export LC_ALL=C.UTF-8 # else Wine knows no letters beyond ASCII in the names of files
# Not Linux's compiler, cache or choice of a device.
unset CUDA_HOME CUDA_PATH CUDA_DEVICE DISPLAY
leave() {
    wineserver -k 2>/dev/null || true
    rm -rf "$work"
}
trap leave EXIT

say "Unpacking into a folder with blanks"
folder="$work/For the class"
mkdir "$folder"
unzip -q "$zip" -d "$folder"
top=$(find "$folder" -mindepth 1 -maxdepth 1 -type d)
cli=$top/bin/warpbench-cli.exe
examples=$top/share/warpbench/examples
for part in bin/warpbench-worker.exe bin/libwarpbench-simgpu.dll share/doc/warpbench/LICENSE \
    share/doc/warpbench/licenses share/warpbench/docs/manual/index.md; do
    [ -e "$top/$part" ] || die "$part is not in the ZIP"
done

say "Setting up a fresh Wine"
wineboot --init >"$work/wine.log" 2>&1 || { cat "$work/wine.log" >&2; die "wineboot failed"; }
wine reg add 'HKCU\Software\Wine' /v Version /d win10 /f >/dev/null 2>&1
# A program that crashes ends, with no debugger that waits for somebody.
wine reg add 'HKLM\Software\Microsoft\Windows NT\CurrentVersion\AeDebug' /v Auto /d 0 /f >/dev/null 2>&1
data=$WINEPREFIX/drive_c/users/$(id -un)/AppData/Local/warpbench
mkdir -p "$data"
ln -s "$compiler" "$data/cuda"

failures=0
fail() {
    printf 'FAILED: %s\n' "$*" >&2
    failures=$((failures + 1))
}
# windows CODE ARGUMENTS…   runs the command line under Wine, which must end with that code; false if not
windows() {
    local wanted=$1 code=0
    shift
    timeout 300 wine "$cli" "$@" >"$work/out" 2>"$work/err" || code=$?
    [ "$code" -eq "$wanted" ] ||
        { tail -5 "$work/err" >&2; fail "warpbench-cli $* ended with $code, not $wanted"; return 1; }
}
# told WORDS    what the last program said, on either way
told() { grep -qF -- "$1" "$work/out" "$work/err" || fail "nothing is said of: $1"; }

say "What is there: version, devices, doctor"
windows 0 --version && told "$(sed -n 's/^project(Warpbench VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt")"
windows 0 devices && told "H200" && told "sim:h200"
windows 0 doctor && told "NVRTC" && told "worker"

say "Every example, on every instruction set that this processor has, against Linux's reports"
ran=0
for project in "$examples"/*/*.warpbench; do
    name=$(basename "$project" .warpbench)
    wanted=0
    "$linux" run --json --metrics --device sim --repeats 0 "$project" >"$work/linux.json" 2>/dev/null || wanted=$?
    for isa in baseline avx2 avx512; do
        grep -q "${isa/baseline/lm}" /proc/cpuinfo || continue
        export WARPBENCH_SIMGPU_ISA=$isa
        windows "$wanted" run --json --metrics --device sim --repeats 0 "$project" || continue
        # mingw's fmaf() rounds twice, and code for processors without AVX2 calls it.
        [ $isa != baseline ] || continue
        python3 "$root/packaging/windows/compare_reports.py" "$work/linux.json" "$work/out" >"$work/differ" ||
            { cat "$work/differ" >&2; fail "$name on $isa: another report than Linux's"; }
        ran=$((ran + 1))
    done
    unset WARPBENCH_SIMGPU_ISA
    windows "$wanted" run --json --isolate --device sim --repeats 2 "$project" || true
done
[ "$ran" -gt 7 ] || fail "only $ran runs"
say "$ran runs compared"

say "Exit codes, as docs/command-line.md has them"
saxpy=$examples/saxpy/saxpy.warpbench
windows 2 run "$work/is not there.warpbench" && told "is not there.warpbench"
windows 2 runn && told "error:"
printf 'extern "C" __global__ void k(float* a) { a[0] = nothing; }\n' >"$work/An error.cu"
windows 3 compile "$work/An error.cu" && told "An error.cu:1" && told "nothing"
windows 0 compile "$examples/saxpy/saxpy.cu" --arch sm_80 --json && told '"arch": "sm_80"'
windows 2 run --device sim:nothing "$saxpy" && told "sim:h200"
windows 0 run --check faults "$saxpy" && told "saxpy"
windows 0 occupancy --threads 256 --regs 32 --gpu H200 && told "warps"

say "A folder, a source and a header's folder with other letters than ASCII"
class="$work/Für die Klasse"
mkdir -p "$class/Köpfe"
cp -r "$examples/saxpy" "$class/"
windows 0 run --device sim "$class/saxpy/saxpy.warpbench" && told "saxpy"
echo '#define FACTOR 3' >"$class/Köpfe/factor.h"
printf '#include "factor.h"\n__global__ void k(int* p) { p[0] = FACTOR; }\n' >"$class/größer.cu"
windows 0 compile "$class/größer.cu" -I "$class/Köpfe" && told "k "
printf '\n__global__ void k(int* p) { p[0] = nothing; }\n' >"$class/größer.cu"
windows 3 compile "$class/größer.cu" && told "größer.cu:2:" && told "nothing"

python3 "$root/packaging/windows/stop.py" "$cli" "$work" || fail "stopping"

# Wine of 64 bits alone cannot run the installer's first part, which has 32: it is opened instead.
installer=$(find "$(dirname "$zip")" -maxdepth 1 -name '*.exe' | head -1)
if [ -n "$installer" ]; then
    say "The installer holds what the ZIP holds"
    install_packages p7zip-full
    7z x -y -o"$work/installer" "$installer" >"$work/7z.log" || fail "the installer cannot be opened"
    compared=0
    while IFS= read -r file; do
        # Programs are stripped for each package anew, and then have another time of day in them.
        case $file in
        *.exe | *.dll) [ "$(stat -c %s "$top/$file")" = "$(stat -c %s "$work/installer/$file")" ] ;;
        *) cmp -s "$top/$file" "$work/installer/$file" ;;
        esac || fail "the installer's $file differs"
        compared=$((compared + 1))
    done < <(cd "$top" && find . -type f)
    [ "$compared" -gt 50 ] || fail "only $compared files compared"
    [ -e "$work/installer/Uninstall.exe" ] ||
        fail "the installer has no way back"
fi

[ "$failures" -eq 0 ] || die "$failures things are not as they should be"
say "The ZIP does under Wine what the program does on Linux"
