#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Fetches NVIDIA's compiler (NVRTC, headers, nvJitLink, ptxas, nvdisasm) as wheels from the Python package
# index, and unpacks them into Warpbench's data folder, where the build and the programs look.
#   packaging/get-cuda.sh [--from DIR] [--windows FOLDER] [--wheels]
#     --from DIR        a folder with the wheels, for a machine offline
#     --windows FOLDER  those for Windows, unpacked into FOLDER
#     --wheels          keeps the wheels, packed as they are, in FOLDER/wheels, for another's --from
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
target=${XDG_DATA_HOME:-$HOME/.local/share}/warpbench/cuda
from='' system=() keep=false
while [ $# -gt 0 ]; do
    case $1 in
    --from) from=$(cd "$2" && pwd) ;;
    --windows)
        target=$2
        # The wheels go with any Python; pip wants one named where the system is another.
        system=(--only-binary=:all: --platform win_amd64 --python-version 3.11)
        ;;
    --wheels)
        keep=true
        shift
        continue
        ;;
    *) sed -n '5,8p' "$0"; exit 2 ;;
    esac
    shift 2
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mapfile -t wheels < <(grep -v '^#' "$here/cuda-wheels.txt")
echo "Fetching NVIDIA's CUDA compiler (${#wheels[@]} packages). It comes under NVIDIA's own licence:"
echo "https://docs.nvidia.com/cuda/eula/ . It goes into $target"
if [ -n "$from" ]; then
    python3 -m pip download -q --no-index --find-links "$from" --no-deps "${system[@]}" -d "$work" "${wheels[@]}"
else
    python3 -m pip download -q --no-deps "${system[@]}" -d "$work" "${wheels[@]}"
fi
mkdir -p "$work/unpacked"
for wheel in "$work"/*.whl; do
    python3 -m zipfile -e "$wheel" "$work/unpacked"
done
mkdir -p "$(dirname "$target")"
rm -rf "$target.new"
mv "$work/unpacked/nvidia/cu13" "$target.new"
for info in "$work"/unpacked/*.dist-info; do
    [ -d "$info/licenses" ] && cp -r "$info/licenses" "$target.new/licenses-$(basename "$info")"
done
chmod -R u+rwX "$target.new"
chmod +x "$target.new"/bin/* "$target.new"/nvvm/bin/* 2>/dev/null || true # what unpacks keeps no permissions
[ -e "$target.new/include/cuda.h" ] || { echo "error: the wheels hold no cuda.h" >&2; exit 1; }
if $keep; then
    mkdir "$target.new/wheels"
    mv "$work"/*.whl "$target.new/wheels/"
fi
rm -rf "$target"
mv "$target.new" "$target"
echo "Done: $target"
