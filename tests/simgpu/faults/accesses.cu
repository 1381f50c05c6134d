// SPDX-License-Identifier: GPL-3.0-or-later
// Wrong accesses and their correct twins; tst_golden_faults.cpp says how the markers are read. All
// kernels get out[256] (never written), in[256] = 1, 2, 3, … and n = 256.

__device__ int counters[4];
__constant__ int table[4] = {1, 2, 3, 4};

//! RUN 4x64
extern "C" __global__ void past_the_end(int* out, int* in, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i + 1] = in[i]; //! FAULT past_the_end out_of_bounds block=3,0,0 thread=63,0,0 size=4 "write of 4 bytes" "just past the end of 'out' (1024 bytes)"
}
//! RUN 4x64
extern "C" __global__ void up_to_the_end(int* out, int* in, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < n)
        out[i + 1] = in[i];
}

//! RUN 1x32
extern "C" __global__ void before_the_start(int* out, int* in, int n) {
    const int i = threadIdx.x;
    out[i] = in[i - 2]; //! FAULT before_the_start out_of_bounds block=0,0,0 thread=0,0,0 "read of 4 bytes" "8 bytes before 'in' (1024 bytes)"
}

//! RUN 1x64
extern "C" __global__ void vector_across_the_end(int* out, int* in, int n) {
    int2* pairs = reinterpret_cast<int2*>(out);
    if (threadIdx.x == 37)
        pairs[n / 2] = make_int2(1, 2); //! FAULT vector_across_the_end out_of_bounds thread=37,0,0 size=8 "just past the end of 'out'"
}
//! RUN 1x128
extern "C" __global__ void vector_in_bounds(int* out, int* in, int n) {
    reinterpret_cast<int2*>(out)[threadIdx.x] = make_int2(1, 2);
}

//! RUN 2x32
extern "C" __global__ void atomic_out_of_bounds(int* out, int* in, int n) {
    atomicAdd(&in[n * (threadIdx.x + 1)], 1); //! FAULT atomic_out_of_bounds out_of_bounds block=0,0,0 thread=0,0,0 "atomic access of 4 bytes" "just past the end of 'in'"
}
//! RUN 2x32
extern "C" __global__ void atomic_in_bounds(int* out, int* in, int n) {
    atomicAdd(&in[threadIdx.x], 1);
}

//! RUN 1x8
extern "C" __global__ void device_variable(int* out, int* in, int n) {
    counters[threadIdx.x] = in[threadIdx.x]; //! FAULT device_variable out_of_bounds thread=4,0,0 "just past the end of 'counters' (16 bytes)"
}
//! RUN 1x4
extern "C" __global__ void device_variable_in_bounds(int* out, int* in, int n) {
    counters[threadIdx.x] = in[threadIdx.x];
}

//! RUN 1x8
extern "C" __global__ void constant_memory(int* out, int* in, int n) {
    out[threadIdx.x] = table[in[threadIdx.x]]; //! FAULT constant_memory out_of_bounds thread=3,0,0 "just past the end of 'table' (16 bytes)"
}
//! RUN 1x8
extern "C" __global__ void constant_memory_in_bounds(int* out, int* in, int n) {
    out[threadIdx.x] = table[in[threadIdx.x] % 4];
}
//! RUN 1x8
extern "C" __global__ void constant_written(int* out, int* in, int n) {
    // A GPU lets it be; hashcat clears its constants like that.
    int* to = in[0] == 1 ? const_cast<int*>(table) : out;
    to[threadIdx.x % 4] = threadIdx.x % 4 + 1;
}

//! RUN 1x32 free=in
extern "C" __global__ void freed_by_host(int* out, int* in, int n) {
    out[threadIdx.x] = in[threadIdx.x]; //! FAULT freed_by_host out_of_bounds thread=0,0,0 "at offset 0 of 'in' (1024 bytes), which has been freed"
}
//! RUN 1x1
extern "C" __global__ void freed_by_kernel(int* out, int* in, int n) {
    int* p = static_cast<int*>(malloc(16));
    p[1] = n;
    free(p);
    out[0] = p[1]; //! FAULT freed_by_kernel out_of_bounds "at offset 4 of 'malloc in a kernel' (16 bytes), which has been freed"
}
//! RUN 1x1
extern "C" __global__ void freed_twice(int* out, int* in, int n) {
    int* p = static_cast<int*>(malloc(16));
    free(p);
    free(p); //! FAULT freed_twice out_of_bounds "free of memory that malloc did not return, or that was already freed"
}
// The same instruction reads before and after, so that what it knows of the memory may be old.
//! RUN 2x1 limit=20
extern "C" __global__ void freed_by_another_block(int* out, int* in, int n) {
    volatile int* stage = &in[0];
    int* volatile* given = reinterpret_cast<int* volatile*>(&in[2]);
    if (blockIdx.x == 0) {
        int* p = static_cast<int*>(malloc(16));
        p[0] = p[1] = n;
        *given = p;
        __threadfence();
        *stage = -1;
        while (*stage != -2) {
        }
        free(p);
        __threadfence();
        *stage = -3;
        return;
    }
    while (*stage != -1) {
    }
    __threadfence();
    const volatile int* p = *given;
    int sum = 0;
#pragma unroll 1
    for (int round = 0; round < n / 128; ++round) {
        sum += p[1]; //! FAULT freed_by_another_block out_of_bounds block=1,0,0 "at offset 4 of 'malloc in a kernel' (16 bytes), which has been freed"
        if (round == 0)
            *stage = -2;
        while (*stage != -3) {
        }
    }
    out[0] = sum;
}
//! RUN 1x64
extern "C" __global__ void malloc_and_free(int* out, int* in, int n) {
    int* p = static_cast<int*>(malloc(16));
    p[threadIdx.x % 4] = in[threadIdx.x];
    out[threadIdx.x] = p[threadIdx.x % 4];
    free(p);
}

//! RUN 1x32
extern "C" __global__ void null_pointer(int* out, int* in, int n) {
    int* p = reinterpret_cast<int*>(static_cast<long long>(n) - 256);
    out[threadIdx.x] = p[2]; //! FAULT null_pointer null_pointer thread=0,0,0 address=8 "read through a null pointer"
}

//! RUN 1x32
extern "C" __global__ void misaligned(int* out, int* in, int n) {
    const char* bytes = reinterpret_cast<const char*>(in);
    out[threadIdx.x] = *reinterpret_cast<const int*>(bytes + threadIdx.x); //! FAULT misaligned misaligned thread=1,0,0 size=4 "at offset 1 of 'in'"
}
//! RUN 1x32
extern "C" __global__ void misaligned_vector(int* out, int* in, int n) {
    const int4 v = *reinterpret_cast<int4*>(in + 1); //! FAULT misaligned_vector misaligned thread=0,0,0 "at offset 4 of 'in'"
    out[threadIdx.x] = v.x + v.y + v.z + v.w;
}
//! RUN 1x32
extern "C" __global__ void misaligned_shared(int* out, int* in, int n) {
    __shared__ char bytes[64];
    bytes[threadIdx.x] = bytes[threadIdx.x + 32] = 1;
    __syncthreads();
    out[threadIdx.x] = *reinterpret_cast<int*>(bytes + (threadIdx.x + n / 64) % 32); //! FAULT misaligned_shared misaligned thread=1,0,0 "in shared memory" "of 'bytes'"
}
//! RUN 1x32
extern "C" __global__ void aligned_anywhere(int* out, int* in, int n) {
    const char* bytes = reinterpret_cast<const char*>(in);
    out[threadIdx.x] = bytes[threadIdx.x] + *reinterpret_cast<const short*>(bytes + 2);
}

//! RUN 1x64
extern "C" __global__ void shared_static(int* out, int* in, int n) {
    __shared__ int tile[64];
    tile[threadIdx.x] = 0;
    __syncthreads();
    tile[threadIdx.x + in[31]] = 1; //! FAULT shared_static out_of_bounds thread=32,0,0 "in shared memory" "just past the end of 'tile' (256 bytes)"
    __syncthreads();
    out[threadIdx.x] = tile[63 - threadIdx.x];
}
//! RUN 1x64
extern "C" __global__ void shared_negative(int* out, int* in, int n) {
    __shared__ int tile[64];
    tile[threadIdx.x] = 0;
    __syncthreads();
    out[threadIdx.x] = tile[static_cast<int>(threadIdx.x) - in[2]]; //! FAULT shared_negative out_of_bounds thread=0,0,0 "12 bytes before the block's shared memory"
}
//! RUN 1x64 shared=128
extern "C" __global__ void shared_dynamic(int* out, int* in, int n) {
    extern __shared__ int dynamic[];
    dynamic[threadIdx.x] = 1; //! FAULT shared_dynamic out_of_bounds thread=32,0,0 "just past the end of 'dynamic' (128 bytes)"
}
//! RUN 1x64 shared=256
extern "C" __global__ void shared_dynamic_enough(int* out, int* in, int n) {
    extern __shared__ int dynamic[];
    dynamic[threadIdx.x] = 1;
}
__device__ __noinline__ void put(int* p, int value) {
    *p = value; //! FAULT shared_generic out_of_bounds thread=0,0,0 "in shared memory" "the block has 256 bytes"
}
//! RUN 1x64
extern "C" __global__ void shared_generic(int* out, int* in, int n) {
    __shared__ int tile[64];
    put(tile + n, 1);
    out[threadIdx.x] = tile[threadIdx.x];
}
//! RUN 1x64
extern "C" __global__ void shared_generic_in_bounds(int* out, int* in, int n) {
    __shared__ int tile[64];
    put(tile + threadIdx.x, 1);
    out[threadIdx.x] = tile[threadIdx.x];
}

//! RUN 1x32
extern "C" __global__ void local_array(int* out, int* in, int n) {
    int a[10];
    for (int k = 0; k < 10; ++k)
        a[in[k] - 1] = k;
    out[threadIdx.x] = a[in[10] - 1]; //! FAULT local_array out_of_bounds thread=0,0,0 "in local memory" "the thread has 40 bytes of local memory"
}
//! RUN 1x32
extern "C" __global__ void local_array_in_bounds(int* out, int* in, int n) {
    int a[10];
    for (int k = 0; k < 10; ++k)
        a[in[k] - 1] = k;
    out[threadIdx.x] = a[in[9] - 1];
}

__device__ __forceinline__ int innermost(const int* p, int i) {
    return p[i]; //! FAULT inlined out_of_bounds thread=0,0,0 "just past the end of 'in'" "in innermost"
}
__device__ __forceinline__ int middle(const int* p, int i) {
    return innermost(p, i) + 1; //! CALLED inlined
}
//! RUN 1x32
extern "C" __global__ void inlined(int* out, int* in, int n) {
    out[threadIdx.x] = innermost(in, threadIdx.x);
    out[threadIdx.x + 32] = middle(in, n + threadIdx.x); //! CALLED inlined
}

//! RUN 1x32
extern "C" __global__ void trapped(int* out, int* in, int n) {
    out[threadIdx.x] = 0;
    if (in[threadIdx.x] == 20)
        __trap(); //! FAULT trapped trap thread=19,0,0
}
//! RUN 1x32
extern "C" __global__ void asserted(int* out, int* in, int n) {
    assert(in[threadIdx.x] < 20); //! FAULT asserted assert thread=19,0,0 "in[threadIdx.x] < 20"
    out[threadIdx.x] = 0;
}
//! RUN 1x32
extern "C" __global__ void not_asserted(int* out, int* in, int n) {
    assert(in[threadIdx.x] <= 32);
    out[threadIdx.x] = 0;
}

__device__ __noinline__ int deeper(int* above, int n) {
    int kept[16];
    for (int k = 0; k < 16; ++k)
        kept[(n + k) % 16] = n;
    const int below = n == 0 ? 0 : deeper(kept, n - 1); //! FAULT recursion stack_overflow thread=0,0,0
    above[n % 16] += below;
    return kept[(n + below) % 16] + above[n % 7];
}
//! RUN 1x32
extern "C" __global__ void recursion(int* out, int* in, int n) {
    out[threadIdx.x] = deeper(in + 16, n + threadIdx.x / 32);
}
//! RUN 1x1
extern "C" __global__ void recursion_not_deep(int* out, int* in, int n) {
    out[threadIdx.x] = deeper(in + 16, n / 128);
}

using Function = int (*)(int);
//! RUN 1x32
extern "C" __global__ void no_function(int* out, int* in, int n) {
    const Function f = reinterpret_cast<Function>(static_cast<long long>(n) * 16);
    out[threadIdx.x] = f(1); //! FAULT no_function invalid_pc thread=0,0,0 "not point to a function"
}

//! RUN 1x32 limit=0.2
extern "C" __global__ void endless(int* out, int* in, int n) {
    volatile int* flag = in;
    while (*flag == 1) { //! FAULT endless timeout block=0,0,0 thread=0,0,0 "longer than its time limit"
    }
    out[0] = 1;
}
