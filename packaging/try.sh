#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the packages and tries them in clean systems (release.sh, check.sh), unless what makes them is as it was
# when that last went well here. Ends with 3 where the clean systems cannot be had.
#   packaging/try.sh
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
# shellcheck source=setup.sh
. packaging/setup.sh
stamp=${XDG_CACHE_HOME:-$HOME/.cache}/warpbench/packages-tried
sum=$(find packaging cmake CMakeLists.txt CMakePresets.json tests/package/use_core -type f ! -path 'packaging/windows/*' \
    -print0 | sort -z | xargs -0 sha256sum | sha256sum)
[ "$sum" != "$(cat "$stamp" 2>/dev/null)" ] || exit 0
if [ "$(id -u)" -ne 0 ]; then
    say "Clean systems want root"
    exit 3
fi
(setup_packages "${release_packages[@]}" debootstrap xvfb weston) || exit 3
packaging/release.sh --trial build/trial-packages
packaging/check.sh build/trial-packages
mkdir -p "$(dirname "$stamp")"
echo "$sum" >"$stamp"
