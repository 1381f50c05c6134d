// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/decode/code.h"

namespace warpbench::simgpu::engine {

/// cp.async.bulk and cp.reduce.async.bulk, with or without a tensor map. Addresses are rows that
/// already include their offsets.
struct BulkCopy {
    enum class Way : std::uint8_t { globalToShared, sharedToGlobal, sharedToShared };
    enum class Reduction : std::uint8_t { none, add, min, max, inc, dec, bitAnd, bitOr, bitXor };
    Way way = Way::globalToShared;
    Reduction reduction = Reduction::none;
    ptx::Type type = ptx::Type::none; ///< of elements that are reduced, without a tensor map
    std::uint8_t rank = 0;            ///< of the tensor; 0: a range of bytes
    bool fourRows = false;            ///< .tile::gather4, .tile::scatter4: one column and four rows
    std::uint16_t shared = kNoRow;    ///< the source of sharedToShared
    std::uint16_t global = kNoRow;    ///< of the range, or of the tensor map
    std::uint16_t toShared = kNoRow;  ///< the target of sharedToShared
    bool im2col = false;              ///< the map was made by cuTensorMapEncodeIm2col
    std::uint8_t offsetCount = 0;     ///< of im2col loads
    std::array<std::uint16_t, 5> coordinates{};
    std::array<std::uint16_t, 3> offsets{}; ///< rows of 16-bit numbers: W, H, D
    std::uint16_t size = kNoRow;            ///< bytes, of a range
    std::uint16_t barrier = kNoRow;         ///< mbarrier that counts the bytes
    std::uint16_t blocks = kNoRow;          ///< .multicast::cluster: mask of blocks of the cluster
    bool pairBarriers = false;              ///< .cta_group::2: see Copy::barriers
    std::uint16_t bytes = kNoRow;           ///< .cp_mask: selects among each 16 bytes

    std::size_t coordinateCount() const { return fourRows ? 5 : rank; }
};

} // namespace warpbench::simgpu::engine
