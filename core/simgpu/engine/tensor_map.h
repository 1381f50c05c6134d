// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

namespace warpbench::simgpu::engine {

/// Fields of a map that tensormap.replace can change.
enum class TensorMapField : std::uint8_t {
    address,
    rank,
    boxSize,
    tensorSize,
    stride,
    step,
    element,
    swizzle,
    fill,
};

/// Our layout of the 128 opaque bytes of a CUtensorMap; a real driver's differs. Written by
/// cuTensorMapEncodeTiled and cuTensorMapEncodeIm2col, read by bulk copies, changed by
/// tensormap.replace.
struct TensorMap {
    static constexpr std::uint64_t kMagic = 0x70614d726f736e54; ///< "TnsorMap"
    enum class Element : std::uint8_t { u8, u16, u32, s32, u64, s64, f16, f32, f64, bf16 };

    std::uint64_t magic = 0;
    std::uint64_t address = 0;
    Element element = Element::u8;
    std::uint8_t rank = 0;
    std::uint8_t swizzleBytes = 0; ///< 0, 32, 64 or 128
    bool fillNan = false;          ///< out-of-bounds elements read as NaN; otherwise as zero
    bool flushSubnormals = false;  ///< .f32 of kind FTZ
    bool roundToTf32 = false;
    bool im2col = false;                    ///< otherwise tiled
    std::array<std::uint8_t, 5> steps{};    ///< tensor elements per box element, 1 to 8
    std::array<std::uint16_t, 5> box{};     ///< elements, at most 256; im2col: only [0], channels
    std::uint16_t pixels = 0;               ///< im2col: per column, at most 1024
    std::array<std::int16_t, 3> lower{};    ///< im2col: first position of the filter, W first
    std::array<std::int16_t, 3> upper{};    ///< im2col: its last, relative to the tensor's end
    std::array<std::uint32_t, 5> lasts{};   ///< sizes of the tensor, minus one
    std::array<std::uint64_t, 4> strides{}; ///< bytes, for dimension 1 and up

    constexpr std::uint32_t elementBytes() const {
        switch (element) {
        case Element::u8:
            return 1;
        case Element::u16:
        case Element::f16:
        case Element::bf16:
            return 2;
        case Element::u64:
        case Element::s64:
        case Element::f64:
            return 8;
        default:
            return 4;
        }
    }
    /// The guarantees of cuTensorMapEncode…, which a kernel may have broken since: without them the
    /// sizes below are meaningless.
    constexpr bool hasSizes() const {
        if (rank < 1 || rank > 5)
            return false;
        for (std::size_t d = 0; d < rank; ++d) {
            if (steps[d] < 1 || steps[d] > 8 || (!im2col && (box[d] < 1 || box[d] > 256)))
                return false;
        }
        return !im2col || (box[0] >= 1 && box[0] <= 256 && pixels <= 1024);
    }
    /// Number of elements of a tiled box along a dimension, in shared memory.
    constexpr std::uint32_t extent(std::size_t dimension) const {
        const std::uint32_t step = steps[dimension];
        return (box[dimension] + step - 1) / step;
    }
};
static_assert(sizeof(TensorMap) <= 128 && std::is_trivially_copyable_v<TensorMap>);

} // namespace warpbench::simgpu::engine
