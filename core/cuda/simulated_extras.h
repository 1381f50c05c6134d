// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/launch_profile.h"
#include "core/simgpu/include/wbsim.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpbench::cuda {

using Index3 = std::array<std::uint32_t, 3>;

/// A copy of a fault reported by the simulated GPU, which stays valid.
struct SimulatedFault {
    wbsimFaultKind kind = WBSIM_FAULT_NONE;
    std::string kernel;
    std::string file; ///< of the CUDA source; empty without -lineinfo
    int line = 0;     ///< 0: unknown
    int ptxLine = 0;
    Index3 block{};
    Index3 thread{};
    std::uint64_t address = 0;
    std::uint64_t size = 0;       ///< bytes of the access
    std::uint64_t allocation = 0; ///< base of the allocation at or nearest to the address; 0: none
    std::uint64_t allocationSize = 0; ///< bytes
    int otherLine = 0;                ///< in a race: line of the other access; 0: none
    Index3 otherThread{};
    Index3 otherBlock{};
    std::uint64_t count = 0; ///< occurrences at this instruction (pair)
    std::string text;
    wbsimFaultAccess access = WBSIM_FAULT_ACCESS_NONE;
    wbsimFaultAccess otherAccess = WBSIM_FAULT_ACCESS_NONE; ///< of a race
    wbsimFaultOrder unordered = WBSIM_FAULT_ORDER_NONE;
    wbsimSpace space = WBSIM_SPACE_NONE;
    std::string variable; ///< intended or nearest variable in shared memory; empty: none
    std::int64_t variableOffset = 0;
    std::uint64_t variableSize = 0; ///< bytes
};

/// Copies the data of the simulated GPU.
SimulatedFault copyOf(const wbsimFault& fault);

/// The run report's name for a kind of fault, "out_of_bounds"; "cancelled" for
/// WBSIM_FAULT_CANCELLED.
std::string_view nameOf(wbsimFaultKind kind) noexcept;

struct SimulatedCounters : wbsimCounters {
    std::array<std::uint64_t, WBSIM_CLASS_COUNT> mix{}; ///< warp instructions by wbsimClass
};

struct SimulatedLineMetrics : SimulatedCounters {
    std::string file;
    int line = 0;
};

struct SimulatedPtxLine {
    int line = 0; ///< of the module's PTX, from 1
    std::uint64_t warpInstructions = 0;
    std::uint64_t threadInstructions = 0;
};

/// Counters of a kernel, summed over its launches since they were last cleared.
struct SimulatedMetrics : SimulatedCounters {
    std::string kernel;
    std::uint64_t launches = 0;
    std::array<std::uint64_t, 33> activeLanes{}; ///< warp instructions by active lanes
    std::vector<SimulatedLineMetrics> lines;
    std::vector<SimulatedPtxLine> ptxLines; ///< ascending; empty with an older library
};

/// One execution of a load, store or atomic by a warp; see wbsimAccess.
struct SimulatedAccess {
    std::uint32_t launch = 0;
    std::string file;
    int line = 0;
    int ptxLine = 0;
    wbsimSpace space = WBSIM_SPACE_GLOBAL;
    std::uint32_t bytes = 0;
    bool load = false, store = false;
    std::uint32_t warp = 0;
    std::uint32_t mask = 0;
    std::uint64_t block = 0;
    std::uint64_t execution = 0, executions = 0;
    std::array<std::uint64_t, 32> addresses{};
};

/// The GPU for which launches are profiled; see wbsimProfiling.
struct SimulatedProfiling {
    bool on = false;
    std::uint32_t residentBlocks = 0;  ///< per multiprocessor; 0: as many as fit
    std::uint32_t multiprocessors = 0; ///< 0: the model's
    std::uint64_t l1Bytes = 0;         ///< 0: the model's, minus shared memory
};

/// The profiled launches, in the order in which they ended.
struct SimulatedProfiles {
    std::vector<estimate::LaunchProfile> launches;
    std::uint64_t dropped = 0; ///< number of later ones that were not stored
};

/// Functions beyond the CUDA Driver API: wbsim.h in C++. `device` is the driver's ordinal. Only
/// `cancel` may be called from a thread other than the device's worker. Functions throw Error
/// (environment) if an older library lacks one, and Error (internal) if the library rejects the
/// call.
class SimulatedExtras {
  public:
    explicit SimulatedExtras(const wbsimApi& api) noexcept
        : m_api(&api) {}

    /// Sets the models of the devices if WARPBENCH_SIMGPU is not set: a comma-separated list.
    /// \returns false if the driver already has its devices (cuInit creates them), or is too old
    bool offerModels(const char* list) const;
    /// \param mask  of wbsimCheck, for later launches
    void setChecks(int device, std::uint32_t mask) const;
    void setMetrics(int device, bool on) const;
    /// Wall-clock limit of one launch in seconds; 0: none.
    void setTimeLimit(int device, double seconds) const;
    /// One thread, blocks in order: the same results and reports every time.
    void setDeterministic(int device, bool on) const;
    /// Ends the work on the device within milliseconds. Thread-safe.
    void cancel(int device) const;

    std::vector<SimulatedFault> faults(int device) const;
    /// What was not checked, one sentence each; none with an older library.
    std::vector<std::string> notes(int device) const;
    /// Undefined behaviour in CUDA that a GPU tolerates; none with an older library.
    std::vector<SimulatedFault> findings(int device) const;
    void clearFaults(int device) const; ///< also clears notes and findings
    std::vector<SimulatedMetrics> metrics(int device) const;
    void clearMetrics(int device) const; ///< also clears traces and profiles
    /// For later launches.
    void setProfiling(int device, const SimulatedProfiling& profiling) const;
    /// Of the launches since clearMetrics; none with an older library.
    SimulatedProfiles profiles(int device) const;
    /// Which accesses to record; 0 blocks: none. See wbsimTracing.
    void setTracing(int device, std::uint32_t blocks, std::uint32_t executions,
                    std::uint32_t accesses) const;
    std::vector<SimulatedAccess> accesses(int device) const;

    void markUninitialized(int device, std::uint64_t address, std::uint64_t bytes) const;
    /// Names an allocation for fault reports; an empty name removes it.
    void nameAllocation(int device, std::uint64_t address, const std::string& name) const;
    /// Lets the device continue after a fault; existing memory stays valid.
    void resetError(int device) const;

    const wbsimApi& api() const noexcept { return *m_api; }

  private:
    const wbsimApi* m_api;
};

} // namespace warpbench::cuda
