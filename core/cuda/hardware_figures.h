// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>

namespace warpbench::cuda {

/// What a GPU's own counters tell of a launch. Counts are of machine instructions (SASS), of which
/// there are others than of the PTX instructions that the simulated GPU counts.
enum class HardwareFigure {
    time,                  ///< of the launch while it was counted, ms
    warp_instructions,     ///< executed, per warp
    thread_instructions,   ///< the same per active lane
    branches,              ///< per warp
    divergent_branches,    ///< that left a warp's lanes in several places
    global_accesses,       ///< loads, stores and atomics per warp
    global_sectors,        ///< of 32 bytes, that those moved between SM and L1
    global_bytes_loaded,   ///< that the lanes asked for
    global_bytes_stored,   ///< that the lanes wrote
    shared_accesses,       ///< per warp
    shared_bank_conflicts, ///< further passes
    shared_bytes_loaded,
    shared_bytes_stored,
    local_bytes_loaded,
    local_bytes_stored,
    achieved_occupancy, ///< warps that an SM had on average while it had any; of those it can have
    issue_active,       ///< cycles in which a scheduler issued an instruction, of those with warps
    compute_throughput, ///< the busiest unit of the SMs, of what it could do
    l1_throughput,      ///< of what it could do
    l2_throughput,
    dram_throughput,
    l1_hit_rate, ///< sectors, of those looked for
    l2_hit_rate,
    sectors_per_load,  ///< of a warp's load of global memory; 4 where 32 lanes read 4 bytes each
    sectors_per_store, ///< the same of stores
    branch_efficiency, ///< branches that left a warp's lanes together, of all
    dram_bytes_read,
    dram_bytes_written,
    flops_single, ///< additions, multiplications, fused ones twice; without tensor cores
    flops_double,
    half_instructions, ///< the same of half precision, per lane; a packed one does two
    flops_half,        ///< of these, as if all of them were packed, fused ones twice
    // Why warps waited: how many of a scheduler's did, on average, for each instruction issued.
    stall_barrier,
    stall_branch_resolving,
    stall_dispatch_stall,
    stall_drain,
    stall_gmma,
    stall_imc_miss,
    stall_lg_throttle,
    stall_long_scoreboard,
    stall_math_pipe_throttle,
    stall_membar,
    stall_mio_throttle,
    stall_misc,
    stall_no_instruction,
    stall_not_selected,
    stall_short_scoreboard,
    stall_sleeping,
    stall_tex_throttle,
    stall_wait,
};

inline constexpr std::size_t kHardwareFigures = std::size_t(HardwareFigure::stall_wait) + 1;

/// In which of the report's objects a figure stands, and as what.
enum class HardwareGroup {
    count, ///< a whole number, beside what the simulated GPU counts
    part,  ///< of one
    value, ///< a number
    stall, ///< warps per instruction issued
};

struct HardwareFigureRow {
    HardwareFigure figure;
    HardwareGroup group;
    const char* key; ///< in the run report
    /// What CUPTI calls it. The figure is the sum of those that a GPU has, times `scale`; where it
    /// has none, it has no such figure.
    std::array<const char*, 5> metrics;
    double scale;
};

/// All figures, in their order.
std::span<const HardwareFigureRow, kHardwareFigures> hardwareFigureRows();

/// The figures of one launch; empty where the GPU does not count them.
struct HardwareFigures {
    int passes = 0; ///< how often the launches were repeated, as few counters count at once
    std::array<std::optional<double>, kHardwareFigures> values;

    const std::optional<double>& operator[](HardwareFigure figure) const {
        return values[std::size_t(figure)];
    }
    std::optional<double>& operator[](HardwareFigure figure) { return values[std::size_t(figure)]; }
};

} // namespace warpbench::cuda
