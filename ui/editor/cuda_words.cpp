// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/cuda_words.h"

#include <algorithm>

namespace warpbench::ui::cuda_words {

const QByteArray& keywords() {
    static const QByteArray words =
        "__global__ __device__ __host__ __shared__ __constant__ __managed__ __restrict__ "
        "__launch_bounds__ __maxnreg__ __cluster_dims__ __block_size__ __forceinline__ "
        "__noinline__ "
        "__inline_hint__ __grid_constant__ __align__ __nv_pure__ __tile__ "
        "alignas alignof char8_t char16_t char32_t concept consteval constexpr constinit co_await "
        "co_return co_yield decltype final noexcept nullptr override requires static_assert "
        "thread_local";
    return words;
}

namespace {

/// Intrinsics that come in all four roundings.
QStringList roundedSignatures() {
    static const char* const kNames[] = {
        "__fadd_*(float x, float y)",
        "__fsub_*(float x, float y)",
        "__fmul_*(float x, float y)",
        "__fdiv_*(float x, float y)",
        "__fmaf_*(float x, float y, float z)",
        "__frcp_*(float x)",
        "__fsqrt_*(float x)",
        "__dadd_*(double x, double y)",
        "__dsub_*(double x, double y)",
        "__dmul_*(double x, double y)",
        "__ddiv_*(double x, double y)",
        "__fma_*(double x, double y, double z)",
        "__drcp_*(double x)",
        "__dsqrt_*(double x)",
        "__float2int_*(float x)",
        "__float2uint_*(float x)",
        "__float2ll_*(float x)",
        "__float2ull_*(float x)",
        "__float2half_*(float x)",
        "__double2float_*(double x)",
        "__double2int_*(double x)",
        "__double2uint_*(double x)",
        "__double2ll_*(double x)",
        "__double2ull_*(double x)",
        "__int2float_*(int x)",
        "__uint2float_*(unsigned x)",
        "__ll2float_*(long long x)",
        "__ull2float_*(unsigned long long x)",
        "__ll2double_*(long long x)",
        "__ull2double_*(unsigned long long x)",
    };
    QStringList all;
    for (const char* name : kNames) {
        for (const char* mode : {"rn", "rz", "ru", "rd"}) {
            all << QString::fromLatin1(name).replace(QLatin1Char('*'), QLatin1String(mode));
        }
    }
    return all;
}

} // namespace

const QStringList& signatures() {
    static const QStringList list =
        roundedSignatures() +
        QStringList{
            "__syncthreads()",
            "__syncthreads_count(int predicate)",
            "__syncthreads_and(int predicate)",
            "__syncthreads_or(int predicate)",
            "__syncwarp(unsigned mask = 0xffffffff)",
            "__threadfence()",
            "__threadfence_block()",
            "__threadfence_system()",
            "__activemask()",
            "__ballot_sync(unsigned mask, int predicate)",
            "__all_sync(unsigned mask, int predicate)",
            "__any_sync(unsigned mask, int predicate)",
            "__match_any_sync(unsigned mask, T value)",
            "__match_all_sync(unsigned mask, T value, int* predicate)",
            "__shfl_sync(unsigned mask, T value, int sourceLane, int width = 32)",
            "__shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32)",
            "__shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32)",
            "__shfl_xor_sync(unsigned mask, T value, int laneMask, int width = 32)",
            "__reduce_add_sync(unsigned mask, T value)",
            "__reduce_min_sync(unsigned mask, T value)",
            "__reduce_max_sync(unsigned mask, T value)",
            "__reduce_and_sync(unsigned mask, unsigned value)",
            "__reduce_or_sync(unsigned mask, unsigned value)",
            "__reduce_xor_sync(unsigned mask, unsigned value)",
            "__ldg(const T* address)",
            "__ldcg(const T* address)",
            "__ldca(const T* address)",
            "__ldcs(const T* address)",
            "__stcg(T* address, T value)",
            "__stcs(T* address, T value)",
            "__stwt(T* address, T value)",
            "atomicAdd(T* address, T value)",
            "atomicSub(T* address, T value)",
            "atomicExch(T* address, T value)",
            "atomicMin(T* address, T value)",
            "atomicMax(T* address, T value)",
            "atomicInc(unsigned* address, unsigned limit)",
            "atomicDec(unsigned* address, unsigned limit)",
            "atomicCAS(T* address, T compare, T value)",
            "atomicAnd(T* address, T value)",
            "atomicOr(T* address, T value)",
            "atomicXor(T* address, T value)",
            "atomicAdd_block(T* address, T value)",
            "atomicAdd_system(T* address, T value)",
            "__popc(unsigned x)",
            "__popcll(unsigned long long x)",
            "__clz(int x)",
            "__clzll(long long x)",
            "__ffs(int x)",
            "__ffsll(long long x)",
            "__brev(unsigned x)",
            "__brevll(unsigned long long x)",
            "__byte_perm(unsigned x, unsigned y, unsigned selector)",
            "__funnelshift_l(unsigned low, unsigned high, unsigned shift)",
            "__funnelshift_r(unsigned low, unsigned high, unsigned shift)",
            "__mulhi(int x, int y)",
            "__umulhi(unsigned x, unsigned y)",
            "__mul24(int x, int y)",
            "__umul24(unsigned x, unsigned y)",
            "__sad(int x, int y, unsigned z)",
            "__usad(unsigned x, unsigned y, unsigned z)",
            "__dp4a(int a, int b, int c)",
            "__float_as_int(float x)",
            "__int_as_float(int x)",
            "__float_as_uint(float x)",
            "__uint_as_float(unsigned x)",
            "__double_as_longlong(double x)",
            "__longlong_as_double(long long x)",
            "__float2half(float x)",
            "__half2float(__half x)",
            "__float2bfloat16(float x)",
            "__bfloat162float(__nv_bfloat16 x)",
            "__fdividef(float x, float y)",
            "__frsqrt_rn(float x)",
            "__expf(float x)",
            "__exp10f(float x)",
            "__logf(float x)",
            "__log2f(float x)",
            "__log10f(float x)",
            "__powf(float x, float y)",
            "__sinf(float x)",
            "__cosf(float x)",
            "__tanf(float x)",
            "__sincosf(float x, float* s, float* c)",
            "__saturatef(float x)",
            "__hadd(__half a, __half b)",
            "__hsub(__half a, __half b)",
            "__hdiv(__half a, __half b)",
            "__hneg(__half a)",
            "__habs(__half a)",
            "__hsub2(__half2 a, __half2 b)",
            "__hmul2(__half2 a, __half2 b)",
            "__half22float2(__half2 a)",
            "__float22half2_rn(float2 a)",
            "__floats2half2_rn(float a, float b)",
            "__hmul(__half a, __half b)",
            "__hfma(__half a, __half b, __half c)",
            "__hadd2(__half2 a, __half2 b)",
            "__hfma2(__half2 a, __half2 b, __half2 c)",
            "sqrtf(float x)",
            "rsqrtf(float x)",
            "cbrtf(float x)",
            "expf(float x)",
            "exp2f(float x)",
            "logf(float x)",
            "log2f(float x)",
            "log10f(float x)",
            "powf(float x, float y)",
            "sinf(float x)",
            "cosf(float x)",
            "tanf(float x)",
            "tanhf(float x)",
            "asinf(float x)",
            "acosf(float x)",
            "atanf(float x)",
            "sinhf(float x)",
            "coshf(float x)",
            "expm1f(float x)",
            "log1pf(float x)",
            "copysignf(float x, float y)",
            "atan2f(float y, float x)",
            "sincosf(float x, float* s, float* c)",
            "sinpif(float x)",
            "cospif(float x)",
            "erff(float x)",
            "fabsf(float x)",
            "fmaf(float x, float y, float z)",
            "fmaxf(float x, float y)",
            "fminf(float x, float y)",
            "floorf(float x)",
            "ceilf(float x)",
            "roundf(float x)",
            "rintf(float x)",
            "truncf(float x)",
            "fmodf(float x, float y)",
            "hypotf(float x, float y)",
            "isnan(T x)",
            "isinf(T x)",
            "sqrt(double x)",
            "rsqrt(double x)",
            "exp(double x)",
            "log(double x)",
            "pow(double x, double y)",
            "fma(double x, double y, double z)",
            "min(T x, T y)",
            "max(T x, T y)",
            "abs(T x)",
            "printf(const char* format, ...)",
            "assert(bool condition)",
            "__trap()",
            "__brkpt()",
            "__nanosleep(unsigned ns)",
            "clock()",
            "clock64()",
            "malloc(size_t bytes)",
            "free(void* pointer)",
            "memcpy(void* destination, const void* source, size_t bytes)",
            "memset(void* pointer, int value, size_t bytes)",
            "__isGlobal(const void* pointer)",
            "__isShared(const void* pointer)",
            "__isLocal(const void* pointer)",
            "__cvta_generic_to_shared(const void* pointer)",
            "__builtin_assume(bool condition)",
            "__builtin_assume_aligned(const void* pointer, size_t alignment)",
            "__builtin_unreachable()",
            "__pipeline_memcpy_async(void* shared, const void* global, size_t bytes)",
            "__pipeline_commit()",
            "__pipeline_wait_prior(unsigned n)",
            "tex1Dfetch<T>(cudaTextureObject_t texture, int x)",
            "tex1D<T>(cudaTextureObject_t texture, float x)",
            "tex2D<T>(cudaTextureObject_t texture, float x, float y)",
            "tex3D<T>(cudaTextureObject_t texture, float x, float y, float z)",
            "surf2Dread<T>(cudaSurfaceObject_t surface, int xBytes, int y)",
            "surf2Dwrite<T>(T value, cudaSurfaceObject_t surface, int xBytes, int y)",
            "make_float2(float x, float y)",
            "make_float3(float x, float y, float z)",
            "make_float4(float x, float y, float z, float w)",
            "make_double2(double x, double y)",
            "make_int2(int x, int y)",
            "make_int3(int x, int y, int z)",
            "make_int4(int x, int y, int z, int w)",
            "make_uint2(unsigned x, unsigned y)",
            "make_uint4(unsigned x, unsigned y, unsigned z, unsigned w)",
            "make_uchar4(unsigned char x, unsigned char y, unsigned char z, unsigned char w)",
        };
    return list;
}

const QByteArray& builtins() {
    static const QByteArray words = [] {
        QByteArray all =
            "threadIdx blockIdx blockDim gridDim warpSize clusterDim clusterIdx "
            "cooperative_groups this_thread_block this_grid this_cluster tiled_partition "
            "__CUDA_ARCH__ __CUDACC__ __CUDACC_RTC__";
        for (const QString& signature : signatures()) {
            const auto end = std::find_if(signature.begin(), signature.end(),
                                          [](QChar c) { return c == u'(' || c == u'<'; });
            all += ' ' + signature.left(end - signature.begin()).toLatin1();
        }
        return all;
    }();
    return words;
}

const QByteArray& types() {
    static const QByteArray words = [] {
        QByteArray all =
            "dim3 size_t ptrdiff_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t "
            "uint64_t uintptr_t half half2 __half __half2 __nv_bfloat16 __nv_bfloat162 "
            "nv_bfloat16 nv_bfloat162 __nv_fp8_e4m3 __nv_fp8_e5m2 __nv_fp8x2_e4m3 __nv_fp8x4_e4m3 "
            "cudaTextureObject_t cudaSurfaceObject_t cudaError_t cudaStream_t cudaEvent_t "
            "cuFloatComplex cuDoubleComplex";
        for (const char* base : {"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong",
                                 "longlong", "ulonglong", "float", "double"}) {
            for (int lanes = 1; lanes <= 4; ++lanes) {
                all += ' ' + QByteArray(base) + QByteArray::number(lanes);
            }
        }
        return all;
    }();
    return words;
}

const QStringList& completions() {
    static const QStringList words = [] {
        QStringList all;
        for (const QByteArray& set : {keywords(), builtins(), types()}) {
            for (const QByteArray& word : set.split(' ')) {
                if (!word.isEmpty()) {
                    all << QString::fromLatin1(word);
                }
            }
        }
        all.sort(Qt::CaseInsensitive);
        all.removeDuplicates();
        return all;
    }();
    return words;
}

} // namespace warpbench::ui::cuda_words
