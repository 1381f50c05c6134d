// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace warpbench::simgpu::engine {

/// A matrix in shared memory, decoded from a wgmma descriptor (PTX ISA 9.0, sections 9.7.15.5.1.2.1
/// and 9.7.15.5.1.2.2): pieces of 16 bytes, in groups of eight rows `width` bytes apart.
struct SharedMatrix {
    std::uint64_t start = 0;   ///< bytes
    std::uint64_t leading = 0; ///< leading dimension byte offset
    std::uint64_t stride = 0;  ///< stride dimension byte offset
    std::uint64_t base = 0;    ///< 128-byte lines since the start of the swizzling pattern
    std::uint32_t width = 16;  ///< of swizzling, in bytes; 16: none

    static constexpr SharedMatrix of(std::uint64_t descriptor) {
        constexpr std::uint32_t kWidths[] = {16, 128, 64, 32};
        const auto field = [&](int shift) { return (descriptor >> shift & 0x3fff) << 4; };
        return {field(0), field(16), field(32), descriptor >> 49 & 7, kWidths[descriptor >> 62]};
    }

    /// The offset of the `piece`-th 16 bytes of a row along K. \param row  of A, or column of B
    constexpr std::uint64_t alongK(std::uint32_t row, std::uint32_t piece) const {
        return swizzled(start + row % 8 * width + row / 8 * stride + pieceAt(piece, leading));
    }
    /// The same for a matrix with the other major order: 16 bytes along M or N. \param k  of K
    constexpr std::uint64_t acrossK(std::uint32_t k, std::uint32_t piece) const {
        // Without swizzling, the two offsets swap roles.
        const bool isPlain = width == 16;
        return swizzled(start + k % 8 * width + k / 8 * (isPlain ? leading : stride) +
                        pieceAt(piece, isPlain ? stride : leading));
    }

  private:
    constexpr std::uint64_t pieceAt(std::uint32_t piece, std::uint64_t apart) const {
        const std::uint32_t inWidth = width / 16;
        return piece % inWidth * 16 + piece / inWidth * apart;
    }
    constexpr std::uint64_t swizzled(std::uint64_t address) const {
        const std::uint64_t line = (address >> 7) - base;
        return address ^ (line & (width / 16 - 1)) << 4;
    }
};

} // namespace warpbench::simgpu::engine
