#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the programs without a window for Windows and packs them as a ZIP that runs where it is
# unpacked: command line, worker, simulated GPU, examples, manual, licences.
#   packaging/windows/build.sh [--installer]     prints the name of the ZIP, which check.sh tries
#     --installer     also makes an installer of the same files (NSIS)
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$root"
# shellcheck source=../setup.sh
. packaging/setup.sh

installer=false
case ${1:-} in
--installer) installer=true; install_packages nsis ;;
"") ;;
*) sed -n '3,6p' "$0"; exit 2 ;;
esac
packaging/windows/deps.sh >/dev/null
setup_cuda # cuda.h and its like, which are the same for every system
build windows warpbench-cli warpbench-worker warpbench-simgpu

# A DLL that Windows does not bring would have to be in the ZIP; there shall be none.
for file in build/windows/bin/{warpbench-cli.exe,warpbench-worker.exe,libwarpbench-simgpu.dll}; do
    strange=$(x86_64-w64-mingw32-objdump -p "$file" | sed -n 's/^.*DLL Name: //p' |
        grep -viE '^(kernel32|msvcrt|ole32|shell32|api-ms-win-core-.*)\.dll$' || true)
    [ -z "$strange" ] || die "$file needs $strange, which Windows does not bring"
done

packages=$root/build/windows/packages
rm -rf "$packages"
pack() {
    (cd build/windows && cpack -G "$1" -B "$packages") >build/windows/cpack.log ||
        { cat build/windows/cpack.log >&2; die "cpack -G $1 failed"; }
}
pack ZIP
! $installer || pack NSIS
zip=$(find "$packages" -maxdepth 1 -name '*.zip')
[ "$(stat -c %s "$zip")" -le $((60 * 1024 * 1024)) ] || die "$zip is larger than 60 MB"
echo "$zip"
