#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes a release: the .deb packages, the portable bundle (.tar.xz and one self-extracting file), with
# --windows the cross-built programs as a ZIP and an installer, then checksums and a bill of materials.
#   packaging/release.sh [--windows] [--preset NAME] [OUT]
#     OUT             default dist; packaging/check.sh tries what is in it
#     --preset NAME   packs another build than `package`, such as `quick`: to try the packing itself
# The version is that of CMakeLists.txt; CHANGELOG.md must speak of it.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
# shellcheck source=setup.sh
. packaging/setup.sh
windows=false preset=package out=$root/dist
while [ $# -gt 0 ]; do
    case $1 in
    --windows) windows=true ;;
    --preset) preset=$2; shift ;;
    -*) sed -n '3,9p' "$0"; exit 2 ;;
    *) out=$1 ;;
    esac
    shift
done
version=$(sed -n 's/^project(Warpbench VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
date=$(sed -n 's/^set(WARPBENCH_RELEASE_DATE \([0-9-]*\))/\1/p' CMakeLists.txt)
grep -qF "$version" CHANGELOG.md || die "CHANGELOG.md says nothing of $version"

setup_packages dpkg-dev file xz-utils qt6-wayland qt6-xdgdesktopportal-platformtheme qt6-l10n-tools \
    qt6-translations-l10n
setup_cuda

# A text that is in no catalogue would be English in a German window.
texts=$(mktemp -d)
cp translations/warpbench_de.ts "$texts/"
/usr/lib/qt6/bin/lupdate -silent -locations none -no-obsolete -I . ui app -ts "$texts/warpbench_de.ts" 2>/dev/null
cp translations/lessons_de.ts "$texts/"
python3 packaging/lesson_texts.py "$texts/lessons_de.ts" >/dev/null
open_texts=$(cat "$texts"/*.ts | grep -c 'type="unfinished"' || true)
rm -rf "$texts"
[ "$open_texts" = 0 ] || die "$open_texts texts are not translated; CONTRIBUTING.md, “Languages”, says how"
# With a preset that has tests, what is packed and no more.
build "$preset" warpbench warpbench-cli warpbench-worker warpbench-simgpu warpbench-libcuda warpbench-core \
    warpbench-described warpbench-icons warpbench-manual
rm -rf "$out"
mkdir -p "$out"

say "The .deb packages"
packages=$root/build/$preset/packages
rm -rf "$packages"
# Everything is built: CPack needs not look again.
cmake -S "$root" --preset "$preset" -DCMAKE_SKIP_INSTALL_ALL_DEPENDENCY=ON >/dev/null
(cd "build/$preset" && cpack -G DEB -B "$packages") >build/cpack.log || { cat build/cpack.log; die "cpack"; }
cp "$packages"/*.deb "$out/"

say "The portable bundle"
bundle=warpbench-$version-linux-x86_64-portable
packaging/bundle.sh "build/$bundle" --build "build/$preset" --no-tests --self-extracting
mv "build/$bundle.tar.xz" "build/$bundle.run" "$out/"
python3 packaging/sbom.py "build/$bundle" warpbench "$version" "${date}T00:00:00Z" >"$out/$bundle.spdx.json" ||
    die "a library of the bundle is from no package"
rm -rf "build/$bundle"

if $windows; then
    say "The Windows ZIP and installer"
    zip=$(packaging/windows/build.sh --window --installer)
    cp "$zip" "${zip%.zip}.exe" "$out/"
fi

(cd "$out" && sha256sum -- * >SHA256SUMS)
say "Made in $out:"
ls -l "$out" >&2
