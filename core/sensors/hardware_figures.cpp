// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sensors/hardware_figures.h"

namespace warpbench::cuda {

namespace {

using F = HardwareFigure;
using G = HardwareGroup;

constexpr double kPercent = 0.01;
constexpr double kNanoseconds = 1e-6; // to milliseconds

// CUPTI's metrics have the names of the Nsight Compute documentation, "Metrics Guide": a counter of
// a unit, then how the units' values become one. GB20x names reads of memory in another way.
// clang-format off
constexpr std::array<HardwareFigureRow, kHardwareFigures> kRows{{
    {F::time, G::value, "time_ms", {"gpu__time_duration.sum"}, kNanoseconds},
    {F::warp_instructions, G::count, "warp_instructions", {"smsp__inst_executed.sum"}, 1},
    {F::thread_instructions, G::count, "thread_instructions", {"smsp__thread_inst_executed.sum"}, 1},
    {F::branches, G::count, "branches", {"smsp__sass_inst_executed_op_branch.sum"}, 1},
    {F::divergent_branches, G::count, "divergent_branches", {"smsp__sass_branch_targets_threads_divergent.sum"}, 1},
    {F::global_accesses, G::count, "global_accesses",
     {"smsp__sass_inst_executed_op_global_ld.sum", "smsp__sass_inst_executed_op_global_st.sum",
      "smsp__sass_inst_executed_op_global_atom.sum", "smsp__sass_inst_executed_op_global_red.sum"}, 1},
    {F::global_sectors, G::count, "global_sectors",
     {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
      "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum", "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum",
      "l1tex__t_sectors_pipe_lsu_mem_global_op_ldgsts_cache_access.sum"}, 1},
    {F::global_bytes_loaded, G::count, "global_bytes_loaded", {"smsp__sass_data_bytes_mem_global_op_ld.sum"}, 1},
    {F::global_bytes_stored, G::count, "global_bytes_stored", {"smsp__sass_data_bytes_mem_global_op_st.sum"}, 1},
    {F::shared_accesses, G::count, "shared_accesses", {"smsp__sass_inst_executed_op_shared.sum"}, 1},
    {F::shared_bank_conflicts, G::count, "shared_bank_conflicts", {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum"}, 1},
    {F::shared_bytes_loaded, G::count, "shared_bytes_loaded", {"smsp__sass_data_bytes_mem_shared_op_ld.sum"}, 1},
    {F::shared_bytes_stored, G::count, "shared_bytes_stored", {"smsp__sass_data_bytes_mem_shared_op_st.sum"}, 1},
    {F::local_bytes_loaded, G::count, "local_bytes_loaded", {"smsp__sass_data_bytes_mem_local_op_ld.sum"}, 1},
    {F::local_bytes_stored, G::count, "local_bytes_stored", {"smsp__sass_data_bytes_mem_local_op_st.sum"}, 1},
    {F::achieved_occupancy, G::part, "achieved_occupancy", {"sm__warps_active.avg.pct_of_peak_sustained_active"}, kPercent},
    {F::issue_active, G::part, "issue_active", {"smsp__issue_active.avg.pct_of_peak_sustained_active"}, kPercent},
    {F::compute_throughput, G::part, "compute_throughput", {"sm__throughput.avg.pct_of_peak_sustained_elapsed"}, kPercent},
    {F::l1_throughput, G::part, "l1_throughput", {"l1tex__throughput.avg.pct_of_peak_sustained_active"}, kPercent},
    {F::l2_throughput, G::part, "l2_throughput", {"lts__throughput.avg.pct_of_peak_sustained_elapsed"}, kPercent},
    {F::dram_throughput, G::part, "dram_throughput", {"dram__throughput.avg.pct_of_peak_sustained_elapsed"}, kPercent},
    {F::l1_hit_rate, G::part, "l1_hit_rate", {"l1tex__t_sector_hit_rate.pct"}, kPercent},
    {F::l2_hit_rate, G::part, "l2_hit_rate", {"lts__t_sector_hit_rate.pct"}, kPercent},
    {F::sectors_per_load, G::value, "sectors_per_load", {"l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio"}, 1},
    {F::sectors_per_store, G::value, "sectors_per_store", {"l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio"}, 1},
    {F::branch_efficiency, G::part, "branch_efficiency", {"smsp__sass_average_branch_targets_threads_uniform.pct"}, kPercent},
    {F::dram_bytes_read, G::value, "dram_bytes_read", {"dram__bytes_read.sum", "dram__bytes_op_read.sum"}, 1},
    {F::dram_bytes_written, G::value, "dram_bytes_written", {"dram__bytes_write.sum", "dram__bytes_op_write.sum"}, 1},
    // Sums of instructions (tried on an H200): fused ones are added once more.
    {F::flops_single, G::value, "flops_single",
     {"smsp__sass_thread_inst_executed_ops_fadd_fmul_ffma_pred_on.sum",
      "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum"}, 1},
    {F::flops_double, G::value, "flops_double",
     {"smsp__sass_thread_inst_executed_ops_dadd_dmul_dfma_pred_on.sum",
      "smsp__sass_thread_inst_executed_op_dfma_pred_on.sum"}, 1},
    {F::half_instructions, G::value, "half_instructions",
     {"smsp__sass_thread_inst_executed_ops_hadd_hmul_hfma_pred_on.sum"}, 1},
    {F::flops_half, G::value, "flops_half",
     {"smsp__sass_thread_inst_executed_ops_hadd_hmul_hfma_pred_on.sum",
      "smsp__sass_thread_inst_executed_op_hfma_pred_on.sum"}, 2},
    {F::stall_barrier, G::stall, "barrier", {"smsp__average_warps_issue_stalled_barrier_per_issue_active.ratio"}, 1},
    {F::stall_branch_resolving, G::stall, "branch_resolving", {"smsp__average_warps_issue_stalled_branch_resolving_per_issue_active.ratio"}, 1},
    {F::stall_dispatch_stall, G::stall, "dispatch_stall", {"smsp__average_warps_issue_stalled_dispatch_stall_per_issue_active.ratio"}, 1},
    {F::stall_drain, G::stall, "drain", {"smsp__average_warps_issue_stalled_drain_per_issue_active.ratio"}, 1},
    {F::stall_gmma, G::stall, "gmma", {"smsp__average_warps_issue_stalled_gmma_per_issue_active.ratio"}, 1},
    {F::stall_imc_miss, G::stall, "imc_miss", {"smsp__average_warps_issue_stalled_imc_miss_per_issue_active.ratio"}, 1},
    {F::stall_lg_throttle, G::stall, "lg_throttle", {"smsp__average_warps_issue_stalled_lg_throttle_per_issue_active.ratio"}, 1},
    {F::stall_long_scoreboard, G::stall, "long_scoreboard", {"smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio"}, 1},
    {F::stall_math_pipe_throttle, G::stall, "math_pipe_throttle", {"smsp__average_warps_issue_stalled_math_pipe_throttle_per_issue_active.ratio"}, 1},
    {F::stall_membar, G::stall, "membar", {"smsp__average_warps_issue_stalled_membar_per_issue_active.ratio"}, 1},
    {F::stall_mio_throttle, G::stall, "mio_throttle", {"smsp__average_warps_issue_stalled_mio_throttle_per_issue_active.ratio"}, 1},
    {F::stall_misc, G::stall, "misc", {"smsp__average_warps_issue_stalled_misc_per_issue_active.ratio"}, 1},
    {F::stall_no_instruction, G::stall, "no_instruction", {"smsp__average_warps_issue_stalled_no_instruction_per_issue_active.ratio"}, 1},
    {F::stall_not_selected, G::stall, "not_selected", {"smsp__average_warps_issue_stalled_not_selected_per_issue_active.ratio"}, 1},
    {F::stall_short_scoreboard, G::stall, "short_scoreboard", {"smsp__average_warps_issue_stalled_short_scoreboard_per_issue_active.ratio"}, 1},
    {F::stall_sleeping, G::stall, "sleeping", {"smsp__average_warps_issue_stalled_sleeping_per_issue_active.ratio"}, 1},
    {F::stall_tex_throttle, G::stall, "tex_throttle", {"smsp__average_warps_issue_stalled_tex_throttle_per_issue_active.ratio"}, 1},
    {F::stall_wait, G::stall, "wait", {"smsp__average_warps_issue_stalled_wait_per_issue_active.ratio"}, 1},
}};
// clang-format on

constexpr bool inOrder() {
    for (std::size_t i = 0; i < kRows.size(); ++i) {
        if (std::size_t(kRows[i].figure) != i)
            return false;
    }
    return true;
}
static_assert(inOrder(), "a row for each figure, in the order of the enumeration");

} // namespace

std::span<const HardwareFigureRow, kHardwareFigures> hardwareFigureRows() {
    return kRows;
}

} // namespace warpbench::cuda
