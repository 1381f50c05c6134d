// SPDX-License-Identifier: GPL-3.0-or-later
// Local memory, arrays that registers cannot hold: what a thread reads before it has written it, and
// what it may. See tst_golden_faults.cpp for the markers and arguments.

struct Part {
    char tag;
    double weight;
};
struct Record {
    int count;
    int values[8];
    Part part;
};

//! RUN 1x32
extern "C" __global__ void never_written(int* out, int* in, int n) {
    int t[8];
    t[in[0]] = 3;
    out[threadIdx.x] = t[in[threadIdx.x] % 8]; //! FAULT never_written uninitialized block=0,0,0 thread=1,0,0 size=4 "in local memory" "the thread has not written it"
}
//! RUN 1x32
extern "C" __global__ void all_written(int* out, int* in, int n) {
    int t[8];
    for (int i = 0; i < 8; ++i)
        t[in[i] % 8] = i;
    out[threadIdx.x] = t[in[threadIdx.x] % 8];
}
//! RUN 1x64
extern "C" __global__ void written_by_some(int* out, int* in, int n) {
    int t[4];
    if (threadIdx.x != 40)
        t[in[0]] = 1;
    t[in[1]] = 2;
    out[threadIdx.x] = t[in[0]] + t[in[1]]; //! FAULT written_by_some uninitialized thread=40,0,0 "in local memory"
}
//! RUN 3x64
extern "C" __global__ void written_in_the_block_before(int* out, int* in, int n) {
    int t[4];
    if (blockIdx.x != 2)
        t[in[0]] = 1;
    t[in[1]] = blockIdx.x;
    out[blockIdx.x * 64 + threadIdx.x] = t[in[blockIdx.x == 2 ? 0 : 1]]; //! FAULT written_in_the_block_before uninitialized block=2,0,0 thread=0,0,0
}

//! RUN 1x32
extern "C" __global__ void added_to(int* out, int* in, int n) {
    int sums[4];
    for (int i = 0; i < 8; ++i)
        sums[in[i] % 4] += in[i]; //! FAULT added_to uninitialized thread=0,0,0
    out[threadIdx.x] = sums[in[threadIdx.x] % 4];
}
//! RUN 1x32
extern "C" __global__ void cleared_and_added_to(int* out, int* in, int n) {
    int sums[4] = {};
    for (int i = 0; i < 8; ++i)
        sums[in[i] % 4] += in[i];
    out[threadIdx.x] = sums[in[threadIdx.x] % 4];
}

__device__ __noinline__ int sumOf(const int* values, int count) {
    int sum = 0;
    for (int i = 0; i < count; ++i)
        sum += values[i]; //! FAULT read_by_a_function uninitialized thread=0,0,0 "in local memory"
    return sum;
}
//! RUN 1x32
extern "C" __global__ void read_by_a_function(int* out, int* in, int n) {
    int t[8];
    for (int i = 0; i < 7; ++i)
        t[in[i] % 8] = i;
    out[threadIdx.x] = sumOf(t, in[7]);
}
__device__ __noinline__ void fill(int* values, int count) {
    for (int i = 0; i < count; ++i)
        values[i] = i;
}
//! RUN 1x32
extern "C" __global__ void written_by_a_function(int* out, int* in, int n) {
    int t[8];
    fill(t, in[7]);
    out[threadIdx.x] = sumOf(t, in[7]);
}

__device__ __noinline__ int pick(const int* in, bool write) {
    int t[8];
    if (write)
        t[in[2]] = 1;
    t[in[3]] = 2;
    return t[in[2]]; //! FAULT left_by_the_call_before uninitialized thread=0,0,0
}
//! RUN 1x32
extern "C" __global__ void left_by_the_call_before(int* out, int* in, int n) {
    out[threadIdx.x] = pick(in, true);
    out[threadIdx.x] += pick(in, n == 0);
}

__device__ __noinline__ int half(const int* in, int depth) {
    int t[8];
    t[in[depth % 7]] = depth;
    const int below = depth == 0 ? 0 : half(in, depth - 1);
    return t[in[depth % 7]] + below;
}
//! RUN 1x32
extern "C" __global__ void recursion_with_arrays(int* out, int* in, int n) {
    out[threadIdx.x] = half(in, in[5]);
}

// A struct is copied whole, whatever of it was set.

//! RUN 1x32
extern "C" __global__ void copied_in_part(int* out, int* in, int n) {
    Record a;
    a.count = 1;
    a.values[in[0]] = 3;
    Record b = a;
    b.values[in[1]] = 4;
    out[threadIdx.x] = a.count + a.values[in[0]] + b.count + b.values[in[1]];
}
__device__ __noinline__ int member(Record record, int i) {
    return record.values[i];
}
//! RUN 1x32
extern "C" __global__ void passed_in_part(int* out, int* in, int n) {
    Record a;
    a.count = 1;
    a.values[in[0]] = 3;
    out[threadIdx.x] = member(a, in[0]);
}
//! RUN 1x1
extern "C" __global__ void stored_in_part(int* out, int* in, int n) {
    Record a;
    a.count = 1;
    a.values[in[0]] = 3;
    *reinterpret_cast<Record*>(out) = a;
}
struct Large {
    Part parts[20];
};
//! RUN 1x1
extern "C" __global__ void large_and_padded(int* out, int* in, int n) {
    Large a;
    for (int i = 0; i < 20; ++i) {
        a.parts[in[i] - 1].tag = 'a';
        a.parts[in[i] - 1].weight = i;
    }
    *reinterpret_cast<Large*>(out) = a;
    Large b = a;
    b.parts[in[0]].weight = 1;
    *reinterpret_cast<Large*>(out) = b;
}
//! RUN 1x32
extern "C" __global__ void read_as_another_type(int* out, int* in, int n) {
    union {
        char bytes[16];
        int words[4];
        double reals[2];
    } u;
    u.bytes[in[0]] = 1;
    u.bytes[in[8]] = 2;
    out[threadIdx.x] = u.words[in[0] - 1] + static_cast<int>(u.reals[in[0]] != 0);
}
