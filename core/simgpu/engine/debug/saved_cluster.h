// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/machine/launch.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

/// The state of a cluster between two instructions, saved so that another launch of the same kernel
/// can resume from it (Stepper). It outlives its launch, as record numbers replace code pointers.
namespace warpbench::simgpu::engine {

/// Replaces a null record or frame.
inline constexpr std::uint32_t kNowhere = ~0u;

struct SavedFrame {
    Frame frame;                       ///< without its pointers
    std::uint32_t parent = kNowhere;   ///< into SavedWarp::frames, before this one
    std::uint32_t returnPc = kNowhere; ///< record
};

struct SavedWarp {
    struct Lanes {
        std::uint32_t pc = kNowhere;    ///< record
        std::uint32_t frame = kNowhere; ///< into `frames`
    };
    Lanes current;
    std::vector<Lanes> splits;
    std::vector<SavedFrame> frames;
};

struct SavedBlock {
    std::vector<std::uint8_t> arena; ///< warps with their registers; the pointers are invalid
    std::vector<std::uint8_t> local; ///< local memory
    std::vector<std::uint64_t> sharedWritten; ///< one bit per byte
    std::vector<std::uint32_t> localWritten;  ///< see Block
    std::vector<std::uint8_t> ready;
    std::uint32_t alive = 0, idleRounds = 0, roundsAtOnce = 0, openBarriers = 0;
    std::uint64_t wakeNs = kNobodySleeps;
    std::array<BarrierState, kBarriers> barriers;
    std::array<std::uint32_t, kBarriers> barrierPcs{}; ///< records
    std::vector<SavedWarp> warps;
};

struct SavedCluster {
    std::uint64_t index = 0;
    std::vector<SavedBlock> blocks;
    std::vector<std::uint8_t> shared; ///< of all blocks
    std::vector<std::uint32_t> arrived, oddPhase;
    std::uint32_t phase = 0;
    bool isAwaited = false;

    std::size_t bytes() const;
};

/// \pre no check of single accesses is enabled, because their state is not saved
SavedCluster save(const Cluster& cluster, std::uint64_t index);
/// \param cluster  new, for the same kernel and block size
void restore(const SavedCluster& saved, Cluster& cluster);

/// Converts a record to its number and back; null is kNowhere.
std::uint32_t recordNumber(const Launch& launch, const Inst* ip);
const Inst* recordAt(const Launch& launch, std::uint32_t number);

} // namespace warpbench::simgpu::engine
