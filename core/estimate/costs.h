// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/estimate.h"
#include "core/estimate/flow.h"
#include "core/estimate/gpu_model.h"
#include "core/estimate/machine_code.h"
#include "core/profile/launch_profile.h"

#include <set>
#include <vector>

namespace warpbench::estimate {

/// The cost of one execution of a machine instruction by a warp on a GPU, in cycles.
struct InstructionCost {
    /// Cycles that its unit is busy: of its quarter of the SM; for memory, constants and barriers,
    /// of the SM.
    double busy = 1;
    double latency = 0;     ///< of the result if its data is near; 0: given by the stall count
    double missShare = 0;   ///< share of executions whose data is not near
    double waitShare = 0;   ///< also of those whose data is on its way for another warp
    double missLatency = 0; ///< of these executions
    double storeCycles = 0; ///< cycles that a store occupies the SM's path to L2
    bool copies = false;    ///< asynchronously: only a wait for its group waits for it
    double turnCycles = 0;  ///< for which no other warp of the block can do the same
};

bool isSharedAccess(const Opcode& opcode);
/// The lines of the PTX with atomics that ptxas makes of a whole warp: it adds up the lanes first,
/// and one of them updates memory.
std::set<int> combinedAtomics(const MachineCode& code);
/// Slots of its scheduler that an instruction takes. Measured on an H200: 8 branches among 18 other
/// instructions that bound a loop take 16; chains of double precision in 64 warps, with divisions
/// and roots, take as long as if each instruction took two.
inline double issueSlots(const Opcode& opcode) {
    return opcode.unit == Unit::branch || opcode.unit == Unit::fp64 ? 2 : 1;
}

/// Sectors that an L2 and a DRAM serve.
struct MemoryTraffic {
    double l2Sectors = 0; ///< read, and not in L1
    double writtenSectors = 0, writtenLines = 0;
    double l2Lookups = 0;       ///< of lines; twice for one that is not there
    double dramReadSectors = 0; ///< not in L2 either
    double dramWrittenSectors = 0;
    double dramReadBytes = 0; ///< including bytes fetched along with a sector
    double dramWrittenBytes = 0;
    double rowFactor = 1; ///< DRAM time relative to that for its bytes

    /// Of the sectors that miss L1, the share that also misses L2.
    double dramShare() const { return l2Sectors > 0 ? dramReadSectors / l2Sectors : 0; }
};
MemoryTraffic trafficOf(const LaunchProfile& profile, const MachineCode& code,
                        const Surroundings& around, const GpuModel& model);

/// By instruction of the code. \param flow  of the code in this launch
std::vector<InstructionCost> costsOf(const MachineCode& code, const Flow& flow,
                                     const LaunchProfile& profile, const MemoryTraffic& traffic,
                                     const GpuModel& model);

} // namespace warpbench::estimate
