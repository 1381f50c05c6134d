// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>

namespace warpbench::cuda {

/// A launch's figures from a GPU's own counters. They count machine instructions (SASS), which
/// differ from the PTX instructions that the simulated GPU counts.
enum class HardwareFigure {
    time,                  ///< duration of the launch while counting, ms
    warp_instructions,     ///< executed, per warp
    thread_instructions,   ///< the same per active lane
    branches,              ///< per warp
    divergent_branches,    ///< those that left a warp's lanes at several places
    global_accesses,       ///< loads, stores and atomics per warp
    global_sectors,        ///< of 32 bytes, moved between SM and L1
    global_bytes_loaded,   ///< requested by the lanes
    global_bytes_stored,   ///< written by the lanes
    shared_accesses,       ///< per warp
    shared_bank_conflicts, ///< additional passes
    shared_bytes_loaded,
    shared_bytes_stored,
    local_bytes_loaded,
    local_bytes_stored,
    achieved_occupancy, ///< average active warps of an active SM, relative to the maximum
    issue_active,       ///< cycles in which a scheduler issued an instruction, of those with warps
    compute_throughput, ///< utilization of the busiest unit of the SMs
    l1_throughput,      ///< utilization
    l2_throughput,
    dram_throughput,
    l1_hit_rate, ///< sectors, relative to all lookups
    l2_hit_rate,
    sectors_per_load,  ///< per warp load of global memory; 4 if 32 lanes read 4 bytes each
    sectors_per_store, ///< the same for stores
    branch_efficiency, ///< branches that kept a warp's lanes together, relative to all
    dram_bytes_read,
    dram_bytes_written,
    flops_single, ///< additions, multiplications, fused ones count twice; without tensor cores
    flops_double,
    half_instructions, ///< the same for half precision, per lane; a packed one does two
    flops_half,        ///< of these, as if all were packed; fused ones count twice
    // Why warps waited: average number of a scheduler's warps per issued instruction.
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

/// The object of the report that contains a figure, and its kind.
enum class HardwareGroup {
    count, ///< an integer, next to the simulated GPU's counters
    part,  ///< a fraction of one
    value, ///< a number
    stall, ///< warps per instruction issued
};

struct HardwareFigureRow {
    HardwareFigure figure;
    HardwareGroup group;
    const char* key; ///< key in the run report
    /// CUPTI's names. The figure is the sum of those that a GPU has, times `scale`; if it has none,
    /// the figure is missing.
    std::array<const char*, 5> metrics;
    double scale;
};

/// All figures, in their order.
std::span<const HardwareFigureRow, kHardwareFigures> hardwareFigureRows();

/// The figures of one launch; empty if the GPU does not count them.
struct HardwareFigures {
    int passes = 0; ///< how often the launches were repeated, as only a few counters count at once
    std::array<std::optional<double>, kHardwareFigures> values;

    const std::optional<double>& operator[](HardwareFigure figure) const {
        return values[std::size_t(figure)];
    }
    std::optional<double>& operator[](HardwareFigure figure) { return values[std::size_t(figure)]; }
};

} // namespace warpbench::cuda
