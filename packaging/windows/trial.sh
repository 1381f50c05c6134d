#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Tries the command line and the worker with the simulated GPU, without NVIDIA's compiler: on code that is
# compiled already. Under Wine where the programs are for Windows, within a Wine that is set up.
#   packaging/windows/trial.sh FOLDER     with warpbench-cli, warpbench-worker and libwarpbench-simgpu
set -euo pipefail
[ $# -eq 1 ] || { sed -n '3,5p' "$0"; exit 2; }
programs=$(cd "$1" && pwd)
run=("$programs/warpbench-cli")
[ ! -e "$programs/warpbench-cli.exe" ] || run=(wine "$programs/warpbench-cli.exe")
[ -e "${run[-1]}" ] || { echo "error: there is no warpbench-cli in $programs" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export WARPBENCH_CUDA_HOME=$work/none XDG_CACHE_HOME=$work/cache

# project NAME KERNEL EXPECTED TIMEOUT
project() {
    cat >"$work/$1.warpbench" <<E
{"format": "warpbench-project", "version": 1, "name": "$1", "source": {"file": "code.ptx"},
 "parameters": {"n": 1000},
 "buffers": [{"name": "a", "dtype": "int32", "shape": ["n"], "init": {"kind": "arange"}},
   {"name": "x", "dtype": "int32", "shape": ["n"], "init": {"kind": "arange"},
   "expect": {"expression": "$3"}}],
 "launches": [{"kernel": "$2", "grid": ["ceil_div(n, 256)"], "block": [256],
   "args": [{"buffer": "x", "access": "inout"}, {"scalar": "uint32", "value": "n"}]}],
 "timing": {"timeout_s": $4}}
E
}
# Doubles; doubles past the end, too; goes round for ever.
cat >"$work/code.ptx" <<'E'
.version 8.0
.target sm_80
.address_size 64
.visible .entry twice(.param .u64 x, .param .u32 n) {
    .reg .pred %p; .reg .b32 %r<6>; .reg .b64 %d<3>;
    ld.param.u64 %d0, [x]; ld.param.u32 %r0, [n];
    mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x;
    mad.lo.s32 %r4, %r1, %r2, %r3;
    setp.ge.u32 %p, %r4, %r0; @%p bra $end;
    mad.wide.u32 %d1, %r4, 4, %d0;
    ld.global.u32 %r5, [%d1]; add.u32 %r5, %r5, %r5; st.global.u32 [%d1], %r5;
$end: ret;
}
.visible .entry outside(.param .u64 x, .param .u32 n) {
    .reg .b32 %r<6>; .reg .b64 %d<3>;
    ld.param.u64 %d0, [x];
    mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x;
    mad.lo.s32 %r4, %r1, %r2, %r3;
    mad.wide.u32 %d1, %r4, 4, %d0;
    st.global.u32 [%d1], %r4;
    ret;
}
.visible .entry endless(.param .u64 x, .param .u32 n) {
    .reg .b64 %d0; .reg .b32 %r0;
    ld.param.u64 %d0, [x];
$again: ld.volatile.global.u32 %r0, [%d0]; bra $again;
}
E
project right twice "2 * a" 60
project wrong twice "3 * a" 60
project outside outside "a" 60
project endless endless "a" 1
printf 'extern "C" __global__ void k(float* a) { a[0] = 1; }\n' >"$work/source.cu"

failures=0
# ends CODE WORDS ARGUMENTS…
ends() {
    local wanted=$1 words=$2 code=0
    shift 2
    timeout 120 "${run[@]}" "$@" >"$work/out" 2>&1 || code=$?
    [ "$code" -eq "$wanted" ] && grep -qF -- "$words" "$work/out" && return 0
    tail -20 "$work/out"
    echo "FAILED: warpbench-cli $* ended with $code, not $wanted, or says nothing of: $words"
    failures=$((failures + 1))
}
cd "$work"
ends 0 "warpbench-cli " --version
ends 0 '"simulated": true' devices --json
ends 0 "warps" occupancy --threads 256 --regs 32 --gpu H200
for home in "" --isolate; do # in this process, and in a child
    # shellcheck disable=SC2086
    {
        ends 0 '"status": "ok"' run $home --json --device sim right.warpbench
        ends 1 '"mismatches": 999' run $home --json --device sim wrong.warpbench
        ends 4 "out_of_bounds" run $home --json --device sim outside.warpbench
        ends 5 '"status": "timeout"' run $home --json --device sim endless.warpbench
    }
done
ends 2 "not there.warpbench" run "not there.warpbench"
ends 4 "doctor --install-compiler" run --device sim source.cu
[ "$failures" -eq 0 ] || exit 1
echo "The command line and the worker do what they should"
