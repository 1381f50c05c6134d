// SPDX-License-Identifier: GPL-3.0-or-later
// Races in global memory and their correct twins; see accesses.cu.

__device__ unsigned arrived;
__device__ int lock;
__device__ volatile int ready;
__device__ volatile int turn;

//! RUN 4x64
extern "C" __global__ void neighbour_in_place(int* out, int* in, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int right = i + 1 < n ? in[i + 1] : 0; //! OTHER neighbour_in_place
    __syncthreads();
    in[i] = right; //! FAULT neighbour_in_place global_race block=1,0,0 thread=0,0,0 "in another block, and nothing orders the two blocks" "of 'in' (1024 bytes)"
}
//! RUN 4x64
extern "C" __global__ void neighbour_to_other(int* out, int* in, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = i + 1 < n ? in[i + 1] : 0;
}
//! RUN 1x64
extern "C" __global__ void in_place_by_one_block(int* out, int* in, int n) {
    const int i = threadIdx.x;
    const int right = in[i + 1];
    __syncthreads();
    in[i] = right;
}
//! RUN 1x64
extern "C" __global__ void in_place_no_barrier(int* out, int* in, int n) {
    const int i = threadIdx.x;
    const int right = in[(i + 32) % 64]; //! FAULT in_place_no_barrier global_race thread=32,0,0 "no barrier between"
    in[i] = right + 100; //! OTHER in_place_no_barrier
}

//! RUN 4x64
extern "C" __global__ void count_plain(int* out, int* in, int n) {
    in[0] += 1; //! FAULT count_plain global_race "a write over what is read"
} //! SAME count_plain
//! RUN 4x64
extern "C" __global__ void count_atomic(int* out, int* in, int n) {
    atomicAdd(&in[0], 1);
}
//! RUN 4x64
extern "C" __global__ void same_flag_by_all(int* out, int* in, int n) {
    if (in[blockIdx.x * blockDim.x + threadIdx.x] % 3 == 0)
        out[0] = 1;
}

// The last block sums up what the others left (CUDA's threadFenceReduction).
template <bool kFence, bool kBarrier>
__device__ __forceinline__ void sumInLastBlock(int* out, int* in) {
    __shared__ bool last;
    out[1 + 64 * blockIdx.x / 2 + threadIdx.x % 32] = in[threadIdx.x % 32 + blockIdx.x]; //! OTHER last_block_no_fence
    if (kBarrier)
        __syncthreads();
    if (threadIdx.x == 0) {
        if (kFence)
            __threadfence();
        last = atomicInc(&arrived, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last) {
        int sum = 0;
        for (int k = 0; k < 32; ++k)
            sum += out[1 + (k * 3 + threadIdx.x) % 128]; //! FAULT last_block_no_fence global_race block=3,0,0 "in another block" "a read of what is written"
        atomicAdd(&in[200], sum);
    }
}
//! RUN 4x32
extern "C" __global__ void last_block(int* out, int* in, int n) {
    sumInLastBlock<true, true>(out, in);
}
//! RUN 4x32
extern "C" __global__ void last_block_no_fence(int* out, int* in, int n) {
    sumInLastBlock<false, true>(out, in);
}

// Thread 0's fence says nothing of what other warps have written, but for a barrier before it.
template <bool kBarrier>
__device__ __forceinline__ void publish(int* out, int* in) {
    if (blockIdx.x == 0) {
        out[threadIdx.x] = in[threadIdx.x]; //! OTHER publish_no_barrier
        if (kBarrier)
            __syncthreads();
        if (threadIdx.x == 63) {
            __threadfence();
            ready = 1;
        }
    } else {
        if (threadIdx.x == 0) {
            while (ready == 0) {
            }
            __threadfence();
        }
        __syncthreads();
        out[64 + threadIdx.x] = out[threadIdx.x]; //! FAULT publish_no_barrier global_race block=1,0,0 thread=0,0,0 "in another block"
    }
}
//! RUN 2x64
extern "C" __global__ void publish_with_barrier(int* out, int* in, int n) {
    publish<true>(out, in);
}
//! RUN 2x64
extern "C" __global__ void publish_no_barrier(int* out, int* in, int n) {
    publish<false>(out, in); //! CALLED publish_no_barrier
}
//! RUN 2x64
extern "C" __global__ void publish_nobody_waits(int* out, int* in, int n) {
    if (blockIdx.x == 0) {
        out[threadIdx.x] = in[threadIdx.x]; //! OTHER publish_nobody_waits
        __threadfence();
    } else {
        out[64 + threadIdx.x] = out[threadIdx.x]; //! FAULT publish_nobody_waits global_race block=1,0,0 thread=0,0,0 "in another block"
    }
}

// Each block moves every other number to the front, over what an earlier block has read. Its turn
// comes with a word that the block before writes once all its threads have read: no fence is needed to
// know that (CUB selects in place like that).
template <bool kWaits>
__device__ __forceinline__ void compactInPlace(int* in) {
    const int mine = in[blockIdx.x * blockDim.x + threadIdx.x]; //! OTHER compact_in_place_at_once
    __syncthreads();
    if (kWaits && threadIdx.x == 0) {
        while (turn != blockIdx.x) {
        }
        turn = (blockIdx.x + 1) % gridDim.x;
    }
    __syncthreads();
    if (threadIdx.x % 2 == 1)
        in[(blockIdx.x * blockDim.x + threadIdx.x) / 2] = mine + 1000; //! FAULT compact_in_place_at_once global_race block=1,0,0 "in another block" "a write over what is read"
}
//! RUN 4x64
extern "C" __global__ void compact_in_place(int* out, int* in, int n) {
    compactInPlace<true>(in);
}
//! RUN 4x64
extern "C" __global__ void compact_in_place_at_once(int* out, int* in, int n) {
    compactInPlace<false>(in); //! CALLED compact_in_place_at_once
}

//! RUN 4x64
extern "C" __global__ void lock_with_fences(int* out, int* in, int n) {
    if (threadIdx.x == 0) {
        while (atomicCAS(&lock, 0, 1) != 0) {
        }
        __threadfence();
        in[0] += 1;
        __threadfence();
        atomicExch(&lock, 0);
    }
}
//! RUN 4x64
extern "C" __global__ void lock_by_every_thread(int* out, int* in, int n) {
    for (bool done = false; !done;) {
        if (atomicCAS(&lock, 0, 1) == 0) {
            in[0] += 1;
            __threadfence();
            atomicExch(&lock, 0);
            done = true;
        }
    }
}
//! RUN 4x64
extern "C" __global__ void lock_without_fences(int* out, int* in, int n) {
    if (threadIdx.x == 0) {
        while (atomicCAS(&lock, 0, 1) != 0) {
        }
        in[0] += 1; //! FAULT lock_without_fences global_race "in another block"
        atomicExch(&lock, 0); //! SAME lock_without_fences
    }
}

// Decoupled look-back: each block adds its sum to what the block before it published.
struct Published {
    int flag;
    int sum;
};
//! RUN 8x32
extern "C" __global__ void look_back(int* out, int* in, int n) {
    __shared__ int before;
    int sum = in[32 * blockIdx.x + threadIdx.x];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, d);
    volatile Published* states = reinterpret_cast<Published*>(in + 128) - 0;
    if (threadIdx.x == 0) {
        int prefix = 0;
        if (blockIdx.x > 0) {
            while (states[blockIdx.x - 1].flag != -7) {
            }
            __threadfence();
            prefix = states[blockIdx.x - 1].sum;
        }
        states[blockIdx.x].sum = prefix + sum;
        __threadfence();
        states[blockIdx.x].flag = -7;
        before = prefix;
    }
    __syncthreads();
    out[32 * blockIdx.x + threadIdx.x] = before + sum;
}
// The same with a plain value behind the flag.
//! RUN 8x32
extern "C" __global__ void look_back_plain(int* out, int* in, int n) {
    volatile int* flags = in;
    int* sums = in + 64;
    if (threadIdx.x == 0) {
        int prefix = 0;
        if (blockIdx.x > 0) {
            while (flags[blockIdx.x - 1] != -7) {
            }
            __threadfence();
            prefix = sums[blockIdx.x - 1];
        }
        sums[blockIdx.x] = prefix + 1;
        __threadfence();
        flags[blockIdx.x] = -7;
    }
}

struct Padded {
    char letter;
    double number;
    short small;
};
// The padding is copied with the struct, and nobody ever wrote it.
//! RUN 1x8
extern "C" __global__ void padding(int* out, int* in, int n) {
    Padded* structs = reinterpret_cast<Padded*>(out);
    structs[threadIdx.x].letter = 'a';
    structs[threadIdx.x].number = in[threadIdx.x];
    structs[threadIdx.x].small = 3;
    const Padded copy = structs[threadIdx.x];
    Padded* volatile hidden = structs;
    hidden[threadIdx.x + 8] = copy;
    in[threadIdx.x] = hidden[threadIdx.x + 8].small;
}
//! RUN 1x64
extern "C" __global__ void three_of_four(int* out, int* in, int n) {
    float4* points = reinterpret_cast<float4*>(out);
    points[threadIdx.x].x = 1;
    points[threadIdx.x].y = 2;
    points[threadIdx.x].z = 3;
    const float4 p = points[threadIdx.x];
    in[threadIdx.x] = static_cast<int>(p.x + p.y + p.z);
}
//! RUN 1x64
extern "C" __global__ void byte_by_byte(int* out, int* in, int n) {
    unsigned char* bytes = reinterpret_cast<unsigned char*>(out + threadIdx.x);
    for (int k = 0; k < 4; ++k)
        bytes[k] = static_cast<unsigned char>(in[threadIdx.x] >> 8 * k);
    in[threadIdx.x] = out[threadIdx.x] + 1;
}
//! RUN 1x64
extern "C" __global__ void never_written(int* out, int* in, int n) {
    in[threadIdx.x] = out[threadIdx.x] + 1; //! FAULT never_written uninitialized thread=0,0,0 "read of memory that was never written" "at offset 0 of 'out' (1024 bytes)"
}
//! RUN 1x64
extern "C" __global__ void partly_written(int* out, int* in, int n) {
    if (threadIdx.x != 7)
        out[threadIdx.x] = 1;
    __syncthreads();
    in[threadIdx.x] = out[63 - threadIdx.x]; //! FAULT partly_written uninitialized thread=56,0,0 "at offset 28 of 'out'"
}
//! RUN 1x1
extern "C" __global__ void malloc_not_written(int* out, int* in, int n) {
    int* p = static_cast<int*>(malloc(16));
    in[0] = p[2]; //! FAULT malloc_not_written uninitialized "'malloc in a kernel'"
    free(p);
}
//! RUN 1x64
extern "C" __global__ void shared_not_written(int* out, int* in, int n) {
    __shared__ int s[64];
    if (threadIdx.x < 60)
        s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x]; //! FAULT shared_not_written uninitialized thread=60,0,0 "in shared memory" "at offset 240 of 's' (256 bytes)"
}
