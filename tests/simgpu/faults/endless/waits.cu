// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels that never end, each in its own way; tst_endless_kernels.cpp stops them. All get a flag
// that nobody ever sets. Each says that it runs, but for those that could not say it in time.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__device__ __forceinline__ void started() {
    if (blockIdx.x == 0 && threadIdx.x == 0)
        printf("started\n");
}

extern "C" __global__ void empty_loop(volatile int* flag) {
    started();
    for (;;) {
        if (clock64() == -1)
            *flag = 2;
    }
}
extern "C" __global__ void spin_on_flag(volatile int* flag) {
    started();
    while (*flag == 0) {
    }
}
extern "C" __global__ void long_count(volatile int* flag) {
    started();
    long long sum = 0;
    for (long long k = 0; k < 100000000000ll; ++k)
        sum += k ^ (sum >> 3);
    *flag = static_cast<int>(sum);
}
extern "C" __global__ void sleeping(volatile int* flag) {
    started();
    while (*flag == 0)
        __nanosleep(1000000);
}
extern "C" __global__ void barrier_behind_a_spin(volatile int* flag) {
    started();
    if (threadIdx.x == 32) {
        while (*flag == 0) {
        }
    }
    __syncthreads();
}
extern "C" __global__ void syncwarp_behind_a_spin(volatile int* flag) {
    started();
    if (threadIdx.x == 5) {
        while (*flag == 0) {
        }
    }
    __syncwarp();
}
extern "C" __global__ void lock_never_freed(volatile int* flag) {
    started();
    __shared__ int lock;
    lock = 1;
    __syncthreads();
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
}
extern "C" __global__ void waits_for_another_block(volatile int* flag) {
    started();
    if (blockIdx.x > 0) {
        while (*flag == 0) {
        }
    }
}
extern "C" __global__ void cluster_barrier(volatile int* flag) {
    started();
    if (blockIdx.x % 2 == 1) {
        while (*flag == 0) {
        }
    }
    cg::this_cluster().sync();
}
extern "C" __global__ void grid_barrier(volatile int* flag) {
    started();
    if (blockIdx.x == 1) {
        while (*flag == 0) {
        }
    }
    cg::this_grid().sync();
}
extern "C" __global__ void mbarrier_wait(volatile int* flag) {
    started();
    __shared__ alignas(8) unsigned long long barrier;
    const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&barrier));
    if (threadIdx.x == 0)
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at));
    __syncthreads();
    unsigned done = 0;
    while (!done)
        asm volatile("{\n\t.reg .pred p;\n\t"
                     "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0;\n\t"
                     "selp.u32 %0, 1, 0, p;\n\t}"
                     : "=r"(done)
                     : "r"(at)
                     : "memory");
}
extern "C" __global__ void printf_flood(volatile int* flag) {
    for (;;)
        printf("%d %s\n", threadIdx.x, "a line that nobody reads");
}
extern "C" __global__ void malloc_flood(volatile int* flag) {
    started();
    void* last = nullptr;
    while (*flag == 0) {
        if (void* p = malloc(4096))
            last = p;
    }
    *flag = last == nullptr;
}
__device__ __noinline__ int calls(volatile int* flag, int n) {
    return n == 0 ? *flag : calls(flag, n - 1) + calls(flag, n - 1);
}
extern "C" __global__ void calls_without_loops(volatile int* flag) {
    started();
    *flag = calls(flag, 20) + calls(flag, 20) + calls(flag, 20) + calls(flag, 20);
    *flag += calls(flag, 20) + calls(flag, 20) + calls(flag, 20) + calls(flag, 20);
}
// No loop at all, but more blocks than anybody waits for.
extern "C" __global__ void many_blocks(volatile int* flag) {
    started();
    if (blockIdx.x == 2000000000)
        *flag = 1;
}
