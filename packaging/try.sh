#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the packages and tries them in clean systems (release.sh, check.sh). Ends with 3 where something that it
# needs cannot be set up.
#   packaging/try.sh             the Linux packages; needs root
#   packaging/try.sh --windows   the Windows ZIP and installer, under Wine (windows/build.sh, windows/check.sh)
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
# shellcheck source=setup.sh
. packaging/setup.sh
if [ "${1:-}" = --windows ]; then
    packaging/windows/deps.sh >/dev/null && packaging/windows/qt.sh >/dev/null || exit 3
    packaging/windows/check.sh "$(packaging/windows/build.sh --window --installer)"
else
    if [ "$(id -u)" -ne 0 ]; then
        say "Clean systems need root"
        exit 3
    fi
    (setup_packages "${release_packages[@]}" debootstrap xvfb weston) || exit 3
    packaging/release.sh --trial build/trial-packages
    packaging/check.sh build/trial-packages
fi
