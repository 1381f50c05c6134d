#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the images of this folder's PTX with the tools of a CUDA Toolkit on PATH (kept: those of
# CUDA 13.0).
#   make.sh OUT
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
out=$1
arch=sm_90
ptxas -arch=$arch increment.ptx -o "$out/machine_code.cubin"
ptxas -g -arch=$arch increment.ptx -o "$out/debug.cubin" 2>/dev/null
for part in caller callee; do
    ptxas -c -g -arch=$arch $part.ptx -o "$out/$part.o" 2>/dev/null
done
nvlink -g -arch=$arch "$out/caller.o" "$out/callee.o" -o "$out/linked_debug.cubin"
rm "$out/caller.o" "$out/callee.o"
for mode in default speed size none; do
    fatbinary --64 --compress-mode=$mode --create="$out/$mode.fatbin" \
        --image3=kind=elf,sm=90,file="$out/machine_code.cubin" \
        --image3=kind=ptx,sm=90,file=increment.ptx
done
fatbinary --64 -g --create="$out/debug.fatbin" --image3=kind=elf,sm=90,file="$out/debug.cubin"
