#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Tries the Windows ZIP under Wine, as a user would have it: unpacked into a folder with blanks, in
# a fresh Wine, with NVIDIA's compiler for Windows installed by `doctor --install-compiler --from`.
#   packaging/windows/check.sh [ZIP] [--linux PROGRAM]
#     ZIP               what packaging/windows/build.sh made (default: the one in build/windows/packages)
#     --linux PROGRAM   a warpbench-cli of the same sources; reports must be the same as its own
#                       (default: the one in build/release, build/dev or build/quick)
# The window's pictures lie beside the ZIP afterwards, to be looked at.
# It fetches the compiler's wheels (260 MB) once, into ~/.cache/warpbench/windows-cuda.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=../setup.sh
. "$root/packaging/setup.sh"
# shellcheck source=wine.sh
. "$root/packaging/windows/wine.sh"
zip='' linux=''
while [ $# -gt 0 ]; do
    case $1 in
    --linux) linux=$2; shift ;;
    -*) sed -n '3,10p' "$0"; exit 2 ;;
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
install_packages unzip python3

work=$(mktemp -d)
trap leave_wine EXIT

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
[ ! -e "$top/bin/warpbench.exe" ] || [ -e "$top/share/doc/warpbench/html/manual/index.html" ] ||
    die "the manual's pages are not in the ZIP"

fresh_wine --without-compiler

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

say "Without NVIDIA's compiler it says how to get it; from a stick it is installed and found"
windows 4 run --device sim "$examples/saxpy/saxpy.warpbench" && told "doctor --install-compiler"
windows 2 doctor --install-compiler --from "$work/is not there" && told "is not there"
windows 4 doctor --install-compiler --from "$folder" && told "has no wheel for this system"
data=$WINEPREFIX/drive_c/users/$(id -un)/AppData/Local/warpbench
[ ! -e "$data/cuda" ] || fail "an installation that failed left $data/cuda"
windows 0 doctor --install-compiler --from "$wheels" && told "The compiler is in"
[ -z "$(find "$data" -maxdepth 1 -name 'cuda.*')" ] || fail "the installation left something beside $data/cuda"
windows 0 doctor && told "NVRTC" && told "worker"

say "The command line and the worker on code that is compiled already"
"$root/packaging/windows/trial.sh" "$top/bin" >"$work/out" || { cat "$work/out" >&2; fail "the trial"; }

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

# picture NAME ARGUMENTS…   a picture by the window's program. Smoothed text alone makes some hundred
# shades: a window without fonts, or one that was never painted, has few colours.
picture() {
    local file=$pictures/$1.png code=0 size colours
    shift
    rm -f "$file"
    timeout 300 wine "$window" --screenshot "$file" --device sim:h200 "$@" >"$work/out" 2>"$work/err" || code=$?
    [ "$code" -eq 0 ] || { tail -5 "$work/err" >&2; fail "warpbench --screenshot $* ended with $code"; return; }
    read -r size colours < <(identify -format '%wx%h %k\n' "$file")
    [ "$size" = 1440x900 ] && [ "$colours" -gt 200 ] || fail "the picture of $* is $size with $colours colours"
}

window=$top/bin/warpbench.exe
if [ -e "$window" ]; then
    say "The window: pictures of lessons in both themes"
    pictures=$(dirname "$zip")/pictures
    mkdir -p "$pictures"
    start_display
    picture start-light --theme light
    picture start-german --theme light --language de
    # The start page is the same each time, but for its language.
    ! cmp -s "$pictures/start-light.png" "$pictures/start-german.png" || fail "the window is in English alone"
    for lesson in saxpy reduction transpose mandelbrot; do
        for theme in light dark; do
            picture "$lesson-$theme" --theme $theme --run "$examples/$lesson/$lesson.warpbench"
        done
    done
    picture reduction-german --theme light --language de --run "$examples/reduction/reduction.warpbench"
    picture step-dark --theme dark --step-to 10 "$examples/transpose/transpose.warpbench"
    picture umlauts-light --theme light --run "$class/saxpy/saxpy.warpbench"
    code=0
    timeout 300 wine "$window" --screenshot "$work/nothing.png" "$work/nothing.warpbench" >"$work/out" 2>"$work/err" ||
        code=$?
    [ "$code" -eq 2 ] || fail "--screenshot of no project ended with $code, not 2"
    told "nothing.warpbench"

    say "The window on a display: its first frame"
    timeout 300 wine "$window" --exit-after-first-frame >"$work/out" 2>"$work/err" || fail "the window ended with $?"
    told "first frame"
fi

installer=$(find "$(dirname "$zip")" -maxdepth 1 -name '*.exe' | head -1)
if [ -n "$installer" ]; then
    say "The installer installs what the ZIP holds, twice, and takes it away again"
    user=$WINEPREFIX/drive_c/users/$(id -un)
    installed=$user/AppData/Local/Programs/Warpbench
    menu="$user/AppData/Roaming/Microsoft/Windows/Start Menu/Programs"
    mkdir -p "$(dirname "$installed")" # Windows has it
    # Programs that ran leave what a cache keeps, and Wine its own log files.
    files_of_all() { (cd "$WINEPREFIX/drive_c" && find . | grep -vE '/(AppData/Local/[Ww]arpbench|Temp)(/|$)' | sort); }
    classes='HKCU\Software\Classes'
    files_of_all >"$work/before"
    for _ in first again; do
        wine "$installer" /S || fail "the installer ended with $?"
        wineserver -w
        diff -r "$top" "$installed" >"$work/differ" || true
        [ "$(cat "$work/differ")" = "Only in $installed: Uninstall.exe" ] ||
            { head -5 "$work/differ" >&2; fail "what is installed is not what the ZIP holds"; }
    done
    [ -e "$menu/Warpbench.lnk" ] || fail "there is no entry in the start menu"
    wine reg query "$classes\\Warpbench.Project\\shell\\open\\command" 2>/dev/null | grep -qF 'bin\warpbench.exe" "%1"' ||
        fail "projects do not open by a double click"
    cli=$installed/bin/warpbench-cli.exe
    windows 0 run --device sim:h200 "$installed/share/warpbench/examples/saxpy/saxpy.warpbench"
    window=$installed/bin/warpbench.exe
    picture installed-light --theme light --run "$installed/share/warpbench/examples/saxpy/saxpy.warpbench"
    wine "$installed/Uninstall.exe" /S || fail "the uninstaller ended with $?"
    wineserver -w # it goes on as a copy of itself
    files_of_all >"$work/after"
    diff "$work/before" "$work/after" >&2 || fail "the uninstaller left this"
    for key in "$classes\\.warpbench" "$classes\\Warpbench.Project" \
        'HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\Warpbench'; do
        ! wine reg query "$key" >/dev/null 2>&1 || fail "the uninstaller left $key"
    done
fi

if [ -n "$installer" ] && [ "$(id -u)" -eq 0 ]; then
    say "The installer on a full disk: it says so by its exit code and leaves nothing"
    mkdir "$work/full"
    mount -t tmpfs -o size=10m tmpfs "$work/full"
    code=0
    timeout 300 wine "$installer" /S "/D=Z:${work//\//\\}\\full\\Warpbench" >/dev/null 2>&1 || code=$?
    wineserver -w
    [ "$code" -ne 0 ] || fail "the installer ended with 0 on a full disk"
    [ -z "$(ls -A "$work/full")" ] || fail "the installer left on a full disk: $(find "$work/full" | head -3)"
    ! wine reg query 'HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\Warpbench' >/dev/null 2>&1 ||
        fail "the installer left its entry on a full disk"
    umount "$work/full"
fi

[ "$failures" -eq 0 ] || die "$failures things are not as they should be"
say "The ZIP does under Wine what the program does on Linux"
