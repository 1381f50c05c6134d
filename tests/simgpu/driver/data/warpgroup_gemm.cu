// SPDX-License-Identifier: GPL-3.0-or-later
// A matrix product as programs for Hopper make it: a producer's thread brings tiles by tensor maps
// into a ring of stages, two warpgroups multiply them with wgmma, and one thread of each says when
// a stage may be written again. warpgroup_gemm.90a.ptx is what NVRTC 13.0 makes of it for
// compute_90a.
enum { kM = 128, kN = 64, kK = 64, kStages = 2 }; // of a tile; K: 128 bytes
enum { kConsumers = 2 };                          // warpgroups, 64 rows each

__device__ unsigned sharedAddress(const void* p) {
    return static_cast<unsigned>(__cvta_generic_to_shared(p));
}
__device__ void init(unsigned long long* barrier, int count) {
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(sharedAddress(barrier)), "r"(count));
}
__device__ void arrive(unsigned long long* barrier) {
    asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(sharedAddress(barrier)) : "memory");
}
__device__ void wait(unsigned long long* barrier, int parity) {
    asm volatile("{\n.reg .pred p;\nW: mbarrier.try_wait.parity.shared.b64 p, [%0], %1;\n"
                 "@!p bra W;\n}" ::"r"(sharedAddress(barrier)),
                 "r"(parity)
                 : "memory");
}
__device__ void load(void* to, const void* map, unsigned long long* barrier, int x, int y) {
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
                 "[%0], [%1, {%2, %3}], [%4];" ::"r"(sharedAddress(to)),
                 "l"(map), "r"(x), "r"(y), "r"(sharedAddress(barrier))
                 : "memory");
}
/// Rows of 128 bytes, swizzled; eight rows are 1024 bytes.
__device__ unsigned long long descriptor(const void* p) {
    return (sharedAddress(p) & 0x3ffff) >> 4 | 1ull << 16 | 1024ull >> 4 << 32 | 1ull << 62;
}

struct alignas(64) Map {
    char bytes[128];
};

extern "C" __global__ void __launch_bounds__(384)
    multiply(const __grid_constant__ Map mapA, const __grid_constant__ Map mapB, float* c, int n,
             int k) {
    __shared__ alignas(1024) unsigned short a[kStages][kM * kK], b[kStages][kN * kK];
    __shared__ unsigned long long full[kStages], empty[kStages];
    const int group = threadIdx.x / 128, thread = threadIdx.x % 128;
    const int row = blockIdx.y * kM, column = blockIdx.x * kN, steps = k / kK;
    if (threadIdx.x == 0) {
        for (int s = 0; s < kStages; ++s) {
            init(&full[s], 1);
            init(&empty[s], kConsumers);
        }
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    }
    __syncthreads();
    if (group == kConsumers) { // the producer
        if (thread == 0) {
            for (int step = 0; step < steps; ++step) {
                const int s = step % kStages, round = step / kStages;
                if (round > 0)
                    wait(&empty[s], (round - 1) & 1);
                asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(
                                 sharedAddress(&full[s])),
                             "r"(static_cast<int>(sizeof a[0] + sizeof b[0]))
                             : "memory");
                load(a[s], &mapA, &full[s], step * kK, row);
                load(b[s], &mapB, &full[s], step * kK, column);
            }
        }
        return;
    }
    float d[32] = {};
    for (int step = 0; step < steps; ++step) {
        const int s = step % kStages;
        wait(&full[s], step / kStages & 1);
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
        for (int part = 0; part < kK / 16; ++part)
            asm volatile(
                "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {%0, %1, %2, %3, %4, %5, %6, "
                "%7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, "
                "%23, %24, %25, %26, %27, %28, %29, %30, %31}, %32, %33, 1, 1, 1, 0, 0;"
                : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]),
                  "+f"(d[6]), "+f"(d[7]), "+f"(d[8]), "+f"(d[9]), "+f"(d[10]), "+f"(d[11]),
                  "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15]), "+f"(d[16]), "+f"(d[17]),
                  "+f"(d[18]), "+f"(d[19]), "+f"(d[20]), "+f"(d[21]), "+f"(d[22]), "+f"(d[23]),
                  "+f"(d[24]), "+f"(d[25]), "+f"(d[26]), "+f"(d[27]), "+f"(d[28]), "+f"(d[29]),
                  "+f"(d[30]), "+f"(d[31])
                : "l"(descriptor(a[s] + group * 64 * kK + part * 16)),
                  "l"(descriptor(b[s] + part * 16)));
        asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;" ::
                         : "memory");
        if (thread == 0)
            arrive(&empty[s]);
    }
    const int first = row + group * 64 + thread / 32 * 16 + thread % 32 / 4;
    for (int i = 0; i < 32; ++i)
        c[(first + i / 2 % 2 * 8) * n + column + i / 4 * 8 + thread % 4 * 2 + i % 2] = d[i];
}
