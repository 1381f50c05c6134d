#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the packages and tries them in clean systems (release.sh, check.sh), unless what makes them is as it was
# when that last went well here. Ends with 3 where the clean systems cannot be had.
#   packaging/try.sh             the Linux packages
#   packaging/try.sh --windows   the Windows ZIP and installer, under Wine (windows/build.sh, windows/check.sh);
#                                also ends with 3 where the window's Qt for Windows has not been built
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
# shellcheck source=setup.sh
. packaging/setup.sh
cache=${XDG_CACHE_HOME:-$HOME/.cache}/warpbench
windows=false stamp=$cache/packages-tried
sources=(packaging cmake CMakeLists.txt CMakePresets.json tests/package/use_core)
not_these='packaging/windows/*'
if [ "${1:-}" = --windows ]; then
    windows=true stamp=$cache/windows-packages-tried not_these='packaging/linux/*'
fi
sum=$(find "${sources[@]}" -type f ! -path "$not_these" -print0 | sort -z | xargs -0 sha256sum | sha256sum)
[ "$sum" != "$(cat "$stamp" 2>/dev/null)" ] || exit 0
if $windows; then
    if [ ! -e "${WARPBENCH_WINDOWS_QT:-$cache/windows-qt}/done-2" ]; then
        say "The window's Qt for Windows is not here; packaging/windows/qt.sh builds it, once"
        exit 3
    fi
    packaging/windows/check.sh "$(packaging/windows/build.sh --window --installer)"
else
    if [ "$(id -u)" -ne 0 ]; then
        say "Clean systems want root"
        exit 3
    fi
    (setup_packages "${release_packages[@]}" debootstrap xvfb weston) || exit 3
    packaging/release.sh --trial build/trial-packages
    packaging/check.sh build/trial-packages
fi
mkdir -p "$(dirname "$stamp")"
echo "$sum" >"$stamp"
