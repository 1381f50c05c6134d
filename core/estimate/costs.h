// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/gpu_model.h"
#include "core/estimate/machine_code.h"
#include "core/profile/launch_profile.h"

#include <vector>

namespace warpbench::estimate {

/// What one execution of a machine instruction by a warp costs on a GPU, in cycles.
struct InstructionCost {
    /// For which its unit is busy: of its quarter of the SM; memory, constants and barriers of the
    /// SM.
    double busy = 1;
    double latency = 0;   ///< until the result is there, if it is near; 0: its stall count says it
    double missShare = 0; ///< of the executions whose data is not near
    double missLatency = 0; ///< of those
    double storeCycles = 0; ///< for which a store holds the SM's way to L2
    bool copies = false;    ///< asynchronously: a wait for its group waits for it, nothing else
};

bool isSharedAccess(const Opcode& opcode);

/// Shares of the sectors that an L2 and a DRAM serve.
struct MemoryTraffic {
    double l2Sectors = 0; ///< read, that L1 does not have
    double writtenSectors = 0;
    double dramReadSectors = 0; ///< those that L2 does not have either
    double dramWrittenSectors = 0;
    double dramReadBytes = 0; ///< with what comes along with a sector
    double dramWrittenBytes = 0;
    double rowFactor = 1; ///< time of DRAM beyond that of its bytes

    /// Of the sectors that L1 misses, those that L2 misses too.
    double dramShare() const { return l2Sectors > 0 ? dramReadSectors / l2Sectors : 0; }
};
/// \param passLines  as in Surroundings
MemoryTraffic trafficOf(const LaunchProfile& profile, double passLines, const GpuModel& model);

/// By instruction of the code.
std::vector<InstructionCost> costsOf(const MachineCode& code, const LaunchProfile& profile,
                                     const MemoryTraffic& traffic, const GpuModel& model);

} // namespace warpbench::estimate
