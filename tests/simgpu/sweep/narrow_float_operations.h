// SPDX-License-Identifier: GPL-3.0-or-later
// Conversions between floats and formats of 8 bits or less in NVIDIA's headers. Compiled twice: for
// the host, where they use integer arithmetic, and by NVRTC, where they are instructions.
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>

#if defined(__CUDACC_RTC__)
#define NARROW_FLOAT_FUNCTION __device__
#else
#define NARROW_FLOAT_FUNCTION
#endif

/// The number of operations. From kFirstWidening on, they take narrow numbers.
constexpr int kNarrowOperations = 25, kFirstHalves = 5, kFirstBfloats = 14, kFirstWidening = 19;

NARROW_FLOAT_FUNCTION inline float floatOfBits(unsigned bits) {
#if defined(__CUDACC_RTC__)
    return __uint_as_float(bits);
#else
    return std::bit_cast<float>(bits);
#endif
}
NARROW_FLOAT_FUNCTION inline unsigned bitsOfPair(unsigned short low, unsigned short high) {
    return low | static_cast<unsigned>(high) << 16;
}

/// \param a, b  bits of two floats; or only a: of two halves, or of two narrow numbers
NARROW_FLOAT_FUNCTION inline unsigned converted(int operation, unsigned a, unsigned b) {
    float2 floats;
    floats.x = floatOfBits(a);
    floats.y = floatOfBits(b);
    __half2_raw halves;
    halves.x = static_cast<unsigned short>(a);
    halves.y = static_cast<unsigned short>(a >> 16);
    __nv_bfloat162_raw bfloats;
    bfloats.x = halves.x;
    bfloats.y = halves.y;
    __half2_raw wide;
    __nv_bfloat162_raw scales;
    switch (operation) {
    case 0:
        return __nv_cvt_float2_to_fp4x2(floats, __NV_E2M1, cudaRoundNearest);
    case 1:
        return __nv_cvt_float2_to_fp6x2(floats, __NV_E2M3, cudaRoundNearest);
    case 2:
        return __nv_cvt_float2_to_fp6x2(floats, __NV_E3M2, cudaRoundNearest);
    case 3:
        return __nv_cvt_float2_to_fp8x2(floats, __NV_SATFINITE, __NV_E4M3);
    case 4:
        return __nv_cvt_float2_to_fp8x2(floats, __NV_SATFINITE, __NV_E5M2);
    case 5:
        return __nv_cvt_halfraw2_to_fp4x2(halves, __NV_E2M1, cudaRoundNearest);
    case 6:
        return __nv_cvt_halfraw2_to_fp6x2(halves, __NV_E2M3, cudaRoundNearest);
    case 7:
        return __nv_cvt_halfraw2_to_fp6x2(halves, __NV_E3M2, cudaRoundNearest);
    case 8:
        return __nv_cvt_halfraw2_to_fp8x2(halves, __NV_SATFINITE, __NV_E4M3);
    case 9:
        return __nv_cvt_halfraw2_to_fp8x2(halves, __NV_SATFINITE, __NV_E5M2);
    case 10:
        return __nv_cvt_float2_to_e8m0x2(floats, __NV_SATFINITE, cudaRoundZero);
    case 11:
        return __nv_cvt_float2_to_e8m0x2(floats, __NV_NOSAT, cudaRoundZero);
    case 12:
        return __nv_cvt_float2_to_e8m0x2(floats, __NV_SATFINITE, cudaRoundPosInf);
    case 13:
        return __nv_cvt_float2_to_e8m0x2(floats, __NV_NOSAT, cudaRoundPosInf);
    case 14:
        return __nv_cvt_bfloat162raw_to_e8m0x2(bfloats, __NV_SATFINITE, cudaRoundZero);
    case 15:
        return __nv_cvt_bfloat162raw_to_e8m0x2(bfloats, __NV_NOSAT, cudaRoundZero);
    case 16:
        return __nv_cvt_bfloat162raw_to_e8m0x2(bfloats, __NV_SATFINITE, cudaRoundPosInf);
    case 17:
        return __nv_cvt_bfloat162raw_to_e8m0x2(bfloats, __NV_NOSAT, cudaRoundPosInf);
    case 18:
        return __nv_cvt_bfloat16raw2_to_fp4x2(bfloats, __NV_E2M1, cudaRoundNearest);
    case 19:
        wide = __nv_cvt_fp4x2_to_halfraw2(static_cast<__nv_fp4x2_storage_t>(a), __NV_E2M1);
        return bitsOfPair(wide.x, wide.y);
    case 20:
        wide = __nv_cvt_fp6x2_to_halfraw2(halves.x & 0x3f3f, __NV_E2M3);
        return bitsOfPair(wide.x, wide.y);
    case 21:
        wide = __nv_cvt_fp6x2_to_halfraw2(halves.x & 0x3f3f, __NV_E3M2);
        return bitsOfPair(wide.x, wide.y);
    case 22:
        wide = __nv_cvt_fp8x2_to_halfraw2(halves.x, __NV_E4M3);
        return bitsOfPair(wide.x, wide.y);
    case 23:
        wide = __nv_cvt_fp8x2_to_halfraw2(halves.x, __NV_E5M2);
        return bitsOfPair(wide.x, wide.y);
    default:
        scales = __nv_cvt_e8m0x2_to_bf162raw(halves.x);
        return bitsOfPair(scales.x, scales.y);
    }
}
