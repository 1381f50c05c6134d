#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds Warpbench for Windows and packs it as a ZIP that runs where it is unpacked: window, command
# line, worker, simulated GPU, examples, manual, licences.
#   packaging/windows/build.sh [--window | --no-window] [--installer]
#     --window        builds Qt for Windows first where that has not been done (half an hour, once)
#     --no-window     the command line alone; without either, the window where its Qt is there
#     --installer     also makes an installer of the same files (NSIS); wants the window
# Prints the name of the ZIP, which check.sh tries.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$root"
# shellcheck source=../setup.sh
. packaging/setup.sh

installer=false window=
while [ $# -gt 0 ]; do
    case $1 in
    --window) window=true ;;
    --no-window) window=false ;;
    --installer) installer=true ;;
    *) sed -n '3,10p' "$0"; exit 2 ;;
    esac
    shift
done
! $installer || install_packages nsis
packaging/windows/deps.sh >/dev/null
setup_cuda # cuda.h and its like, which are the same for every system
qt=${WARPBENCH_WINDOWS_QT:-${XDG_CACHE_HOME:-$HOME/.cache}/warpbench/windows-qt}
[ "$window" != true ] || packaging/windows/qt.sh "$qt" >/dev/null
if [ -z "$window" ]; then
    window=false
    [ ! -e "$qt/done-2" ] || window=true
fi
! $installer || $window || die "the installer is for the window too; --window builds Qt for it first"
targets=(warpbench-cli warpbench-worker warpbench-simgpu)
if $window; then
    # moc and rcc, what draws the icon, and the languages
    install_packages qt6-base-dev qt6-base-dev-tools qt6-svg-dev qt6-l10n-tools qt6-translations-l10n
    targets+=(warpbench warpbench-manual)
    configure windows -DWARPBENCH_UI=ON
else
    configure windows -DWARPBENCH_UI=OFF
    rm -f build/windows/bin/warpbench.exe
fi
build windows "${targets[@]}"

# A DLL that Windows does not bring would have to be in the ZIP; there shall be none. The command line
# asks for no DLL of a desktop, so that it runs on a server.
bare='kernel32|msvcrt|ole32|shell32|api-ms-win-core-.*'
desktop="$bare|advapi32|authz|comdlg32|d3d9|d3d11|dwmapi|dwrite|dxgi|gdi32|imm32|mpr|netapi32|ntdll|oleaut32"
desktop="$desktop|rpcrt4|setupapi|shcore|shlwapi|user32|userenv|uxtheme|version|winmm|winspool|ws2_32|wtsapi32"
for file in build/windows/bin/{warpbench-cli.exe,warpbench-worker.exe,libwarpbench-simgpu.dll,warpbench.exe}; do
    [ -e "$file" ] || continue
    known=$bare
    [[ $file != */warpbench.exe ]] || known=$desktop
    strange=$(x86_64-w64-mingw32-objdump -p "$file" | sed -n 's/^.*DLL Name: //p' |
        grep -viE "^($known)\.(dll|drv)$" || true)
    [ -z "$strange" ] || die "$file needs $strange, which Windows does not bring"
done

packages=$root/build/windows/packages
rm -rf "$packages"
(cd build/windows && cpack -G ZIP -B "$packages") >build/windows/cpack.log ||
    { cat build/windows/cpack.log >&2; die "cpack -G ZIP failed"; }
zip=$(find "$packages" -maxdepth 1 -name '*.zip')
[ "$(stat -c %s "$zip")" -le $((60 * 1024 * 1024)) ] || die "$zip is larger than 60 MB"

if $installer; then
    say "The installer"
    tree=$packages/tree
    mkdir "$tree"
    (cd "$tree" && cmake -E tar xf "$zip")
    tree=$(find "$tree" -mindepth 1 -maxdepth 1)
    # shellcheck disable=SC1003,SC2016  # backslashes, and variables of NSIS
    (cd "$tree" && find . -mindepth 1 -depth \( -type d -printf '    RMDir "$INSTDIR/%P"\n' \
        -o -printf '    Delete "$INSTDIR/%P"\n' \)) | tr / '\\' >"$packages/removal.nsh"
    makensis -V2 -WX -DVERSION="$(sed -n 's/^project(Warpbench VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)" \
        -DTREE="$tree" -DREMOVAL="$packages/removal.nsh" -DICON="$root/build/windows/warpbench.ico" \
        -DOUT="${zip%.zip}.exe" packaging/windows/installer.nsi >&2
    rm -rf "$packages/tree" "$packages/removal.nsh"
fi
echo "$zip"
