#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes a release: the .deb packages, the portable bundle (.tar.xz and one self-extracting file), with
# --windows the cross-built programs as a ZIP and an installer, then checksums and a bill of materials.
#   packaging/release.sh [--windows] [--check] [--trial] [--preset NAME] [OUT]
#     OUT             default dist; packaging/check.sh tries what is in it
#     --check         tries it at once, what is for Windows too; wants root (sudo)
#     --trial         though the changelog calls the version unreleased
#     --preset NAME   a trial that packs another build than `package`, such as `quick`
# The version is that of CMakeLists.txt; CHANGELOG.md must have it with its date: ## 0.1.0 - 2026-11-30.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
# shellcheck source=setup.sh
. packaging/setup.sh
windows=false check=false trial=false preset=package out=$root/dist
while [ $# -gt 0 ]; do
    case $1 in
    --windows) windows=true ;;
    --check) check=true ;;
    --trial) trial=true ;;
    --preset) trial=true preset=$2; shift ;;
    -*) sed -n '3,11p' "$0"; exit 2 ;;
    *) out=$1 ;;
    esac
    shift
done
version=$(sed -n 's/^project(Warpbench VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
heading=$(grep -m 1 '^## ' CHANGELOG.md)
if $trial; then
    [[ $heading == *"$version"* ]] || die "CHANGELOG.md begins with “$heading”, which is not $version"
else
    [[ $heading =~ ^"## $version - "[0-9]{4}-[0-9]{2}-[0-9]{2}$ ]] ||
        die "CHANGELOG.md begins with “$heading”: a release wants “## $version - YEAR-MONTH-DAY” there; --trial packs without"
fi
if $check && [ "$(id -u)" -ne 0 ]; then
    sudo -v || die "--check makes clean systems, which wants root"
fi

setup_packages "${release_packages[@]}"
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
build "$preset" warpbench warpbench-cli warpbench-worker warpbench-simgpu warpbench-libcuda warpbench-recorder warpbench-cudart warpbench-nvcc warpbench-core \
    warpbench-described warpbench-icons warpbench-manual
rm -rf "$out"
mkdir -p "$out"

say "The .deb packages"
packages=$root/build/$preset/packages
rm -rf "$packages"
# Everything is built: CPack needs not look again.
cmake -S "$root" --preset "$preset" -DCMAKE_SKIP_INSTALL_ALL_DEPENDENCY=ON >/dev/null
date=$(sed -n 's/^WARPBENCH_RELEASE_DATE:STRING=//p' "build/$preset/CMakeCache.txt")
(cd "build/$preset" && cpack -G DEB -B "$packages") >build/cpack.log || { cat build/cpack.log; die "cpack"; }
cp "$packages"/*.deb "$out/"

say "The portable bundle"
bundle=warpbench-$version-linux-x86_64-portable
packaging/bundle.sh "build/$bundle" --build "build/$preset" --no-tests --self-extracting --complete
mv "build/$bundle.tar.xz" "build/$bundle.run" "$out/"
python3 packaging/sbom.py "build/$bundle" warpbench "$version" "${date}T00:00:00Z" >"$out/$bundle.spdx.json" ||
    die "a library of the bundle is from no package"
rm -rf "build/$bundle"

if $windows; then
    say "The Windows ZIP and installer"
    zip=$(packaging/windows/build.sh --window --installer)
    cp "$zip" "${zip%.zip}.exe" "$out/"
    tree=$(mktemp -d)
    (cd "$tree" && cmake -E tar xf "$zip")
    cache=${XDG_CACHE_HOME:-$HOME/.cache}/warpbench
    python3 packaging/sbom.py --windows "${WARPBENCH_WINDOWS_DEPS:-$cache/windows-deps}" \
        "${WARPBENCH_WINDOWS_QT:-$cache/windows-qt}" "$tree"/* warpbench "$version" "${date}T00:00:00Z" \
        >"$out/$(basename "$zip" .zip).spdx.json" || die "something in the ZIP is from nowhere that is known"
    rm -rf "$tree"
fi

(cd "$out" && sha256sum -- * >SHA256SUMS)
say "Made in $out:"
ls -l "$out" >&2
if $check; then
    as_root=()
    [ "$(id -u)" -eq 0 ] || as_root=(sudo -E)
    "${as_root[@]}" packaging/check.sh "$out"
    ! $windows || packaging/windows/check.sh "$out"/*.zip --linux "build/$preset/bin/warpbench-cli"
fi
