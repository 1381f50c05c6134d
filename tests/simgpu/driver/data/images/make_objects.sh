#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the objects of this folder with nvcc, on PATH (kept: those of CUDA 13.0), and binutils.
#   make_objects.sh OUT
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
out=$1
# Objects for the host, as nvcc makes them, but for what is no code for GPUs.
for kind in -dc -c; do
    [[ $kind == -dc ]] && name=relocatable || name=whole
    nvcc $kind -gencode arch=compute_90,code=compute_90 -gencode arch=compute_90,code=sm_90 \
        -o "$out/full.o" object.cu
    objcopy --only-section=__nv_relfatbin --only-section=.nv_fatbin --strip-all "$out/full.o" \
        "$out/$name.obj"
done
printf 'int nothing;\n' | cc -c -x c - -o "$out/full.o"
objcopy --only-section=.comment --strip-all "$out/full.o" "$out/host.o"
(cd "$out" && rm -f objects.archive && ar rcD objects.archive host.o relocatable.obj && rm full.o host.o)
