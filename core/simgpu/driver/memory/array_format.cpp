// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/memory/array_format.h"

#include <algorithm>
#include <array>

namespace warpbench::simgpu::driver {

namespace {

using engine::TexelFormat;
using Kind = TexelFormat::Kind;

struct Row {
    CUarray_format format;
    Kind kind;
    std::uint8_t bits;
    std::uint8_t channels; ///< 0: as requested
};

constexpr std::array kFormats{
    Row{CU_AD_FORMAT_UNSIGNED_INT8, Kind::unsignedInteger, 8, 0},
    Row{CU_AD_FORMAT_UNSIGNED_INT16, Kind::unsignedInteger, 16, 0},
    Row{CU_AD_FORMAT_UNSIGNED_INT32, Kind::unsignedInteger, 32, 0},
    Row{CU_AD_FORMAT_SIGNED_INT8, Kind::signedInteger, 8, 0},
    Row{CU_AD_FORMAT_SIGNED_INT16, Kind::signedInteger, 16, 0},
    Row{CU_AD_FORMAT_SIGNED_INT32, Kind::signedInteger, 32, 0},
    Row{CU_AD_FORMAT_HALF, Kind::floating, 16, 0},
    Row{CU_AD_FORMAT_FLOAT, Kind::floating, 32, 0},
    Row{CU_AD_FORMAT_UNORM_INT8X1, Kind::unorm, 8, 1},
    Row{CU_AD_FORMAT_UNORM_INT8X2, Kind::unorm, 8, 2},
    Row{CU_AD_FORMAT_UNORM_INT8X4, Kind::unorm, 8, 4},
    Row{CU_AD_FORMAT_UNORM_INT16X1, Kind::unorm, 16, 1},
    Row{CU_AD_FORMAT_UNORM_INT16X2, Kind::unorm, 16, 2},
    Row{CU_AD_FORMAT_UNORM_INT16X4, Kind::unorm, 16, 4},
    Row{CU_AD_FORMAT_SNORM_INT8X1, Kind::snorm, 8, 1},
    Row{CU_AD_FORMAT_SNORM_INT8X2, Kind::snorm, 8, 2},
    Row{CU_AD_FORMAT_SNORM_INT8X4, Kind::snorm, 8, 4},
    Row{CU_AD_FORMAT_SNORM_INT16X1, Kind::snorm, 16, 1},
    Row{CU_AD_FORMAT_SNORM_INT16X2, Kind::snorm, 16, 2},
    Row{CU_AD_FORMAT_SNORM_INT16X4, Kind::snorm, 16, 4},
};

/// Other formats in cuda.h: block-compressed, video and packed ones.
bool isKnown(CUarray_format format) {
    const auto number = static_cast<unsigned int>(format);
    return (number >= CU_AD_FORMAT_BC1_UNORM && number <= CU_AD_FORMAT_YUV444_16bit_SemiPlanar) ||
           number == CU_AD_FORMAT_NV12 || number == CU_AD_FORMAT_UNORM_INT_101010_2;
}

} // namespace

TexelFormat texelFormat(CUarray_format format, unsigned int channels) {
    const auto row = std::find_if(kFormats.begin(), kFormats.end(),
                                  [&](const Row& known) { return known.format == format; });
    if (row == kFormats.end())
        fail(isKnown(format) ? CUDA_ERROR_NOT_SUPPORTED : CUDA_ERROR_INVALID_VALUE);
    require(channels == 1 || channels == 2 || channels == 4);
    require(row->channels == 0 || row->channels == channels);
    return {row->kind, row->bits, static_cast<std::uint8_t>(channels)};
}

TexelFormat viewFormat(CUresourceViewFormat format) {
    // In cuda.h's order: three channel counts each of unsigned and signed 8, 16 and 32 bits, half
    // and float.
    static constexpr std::array<TexelFormat, 8> kByThree{{
        {Kind::unsignedInteger, 8, 1},
        {Kind::signedInteger, 8, 1},
        {Kind::unsignedInteger, 16, 1},
        {Kind::signedInteger, 16, 1},
        {Kind::unsignedInteger, 32, 1},
        {Kind::signedInteger, 32, 1},
        {Kind::floating, 16, 1},
        {Kind::floating, 32, 1},
    }};
    const auto number = static_cast<unsigned int>(format);
    require(number >= CU_RES_VIEW_FORMAT_UINT_1X8 && number <= CU_RES_VIEW_FORMAT_UNSIGNED_BC7);
    require(number <= CU_RES_VIEW_FORMAT_FLOAT_4X32, CUDA_ERROR_NOT_SUPPORTED);
    const unsigned int index = number - CU_RES_VIEW_FORMAT_UINT_1X8;
    TexelFormat result = kByThree[index / 3];
    result.channels = static_cast<std::uint8_t>(1u << index % 3);
    return result;
}

} // namespace warpbench::simgpu::driver
