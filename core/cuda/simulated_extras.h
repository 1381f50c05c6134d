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

/// A fault that the simulated GPU reported; a copy that stays valid.
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
    std::uint64_t allocation = 0; ///< base of the allocation it belongs to or is nearest; 0: none
    std::uint64_t allocationSize = 0; ///< bytes
    int otherLine = 0;                ///< of a race: the other access's line; 0: none
    Index3 otherThread{};
    Index3 otherBlock{};
    std::uint64_t count = 0; ///< how often this instruction (pair) did it
    std::string text;
    wbsimFaultAccess access = WBSIM_FAULT_ACCESS_NONE;
    wbsimFaultAccess otherAccess = WBSIM_FAULT_ACCESS_NONE; ///< of a race
    wbsimFaultOrder unordered = WBSIM_FAULT_ORDER_NONE;
    wbsimSpace space = WBSIM_SPACE_NONE;
    std::string variable; ///< of shared memory that was meant or is nearest; empty: none
    std::int64_t variableOffset = 0;
    std::uint64_t variableSize = 0; ///< bytes
};

/// A copy of what the simulated GPU says.
SimulatedFault copyOf(const wbsimFault& fault);

/// The run report's name of a kind of fault, "out_of_bounds"; "cancelled" for
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

/// Counters of a kernel, summed over its launches since they were cleared.
struct SimulatedMetrics : SimulatedCounters {
    std::string kernel;
    std::uint64_t launches = 0;
    std::array<std::uint64_t, 33> activeLanes{}; ///< warp instructions by active lanes
    std::vector<SimulatedLineMetrics> lines;
    std::vector<SimulatedPtxLine> ptxLines; ///< ascending; empty of an older library
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

/// For which GPU launches are profiled; see wbsimProfiling.
struct SimulatedProfiling {
    bool on = false;
    std::uint32_t residentBlocks = 0;  ///< per multiprocessor; 0: as many as fit
    std::uint32_t multiprocessors = 0; ///< 0: the model's
    std::uint64_t l1Bytes = 0;         ///< 0: what the model's has beside shared memory
};

/// The launches that were profiled, in the order in which they ended.
struct SimulatedProfiles {
    std::vector<estimate::LaunchProfile> launches;
    std::uint64_t dropped = 0; ///< that came after these and were not kept
};

/// Functions beyond the CUDA Driver API: wbsim.h in C++. `device` is the driver's ordinal.
/// Only `cancel` may be called from a thread other than the device's worker.
/// Functions throw Error (environment) where an older library lacks one, and Error (internal) where
/// the library refuses the call.
class SimulatedExtras {
  public:
    explicit SimulatedExtras(const wbsimApi& api) noexcept
        : m_api(&api) {}

    /// Which models to offer as devices where WARPBENCH_SIMGPU names none: a comma-separated list.
    /// \returns false where the driver has its devices already (cuInit makes them), or is older
    bool offerModels(const char* list) const;
    /// \param mask  of wbsimCheck, for the launches that follow
    void setChecks(int device, std::uint32_t mask) const;
    void setMetrics(int device, bool on) const;
    /// Wall-clock limit of one launch in seconds; 0: none.
    void setTimeLimit(int device, double seconds) const;
    /// One thread, blocks in order: the same results and reports every time.
    void setDeterministic(int device, bool on) const;
    /// Ends what runs on the device within milliseconds. Any thread.
    void cancel(int device) const;

    std::vector<SimulatedFault> faults(int device) const;
    /// What the checks did not look at, a sentence each; none from an older library.
    std::vector<std::string> notes(int device) const;
    /// What CUDA leaves undefined and a GPU lets pass; none from an older library.
    std::vector<SimulatedFault> findings(int device) const;
    void clearFaults(int device) const; ///< and notes and findings
    std::vector<SimulatedMetrics> metrics(int device) const;
    void clearMetrics(int device) const; ///< and traces and profiles
    /// For the launches that follow.
    void setProfiling(int device, const SimulatedProfiling& profiling) const;
    /// Of the launches since clearMetrics; none from an older library.
    SimulatedProfiles profiles(int device) const;
    /// Which accesses to keep; blocks 0: none. See wbsimTracing.
    void setTracing(int device, std::uint32_t blocks, std::uint32_t executions,
                    std::uint32_t accesses) const;
    std::vector<SimulatedAccess> accesses(int device) const;

    void markUninitialized(int device, std::uint64_t address, std::uint64_t bytes) const;
    /// Names an allocation for fault reports; an empty name takes it away.
    void nameAllocation(int device, std::uint64_t address, const std::string& name) const;
    /// Lets the device go on after a fault; existing memory stays valid.
    void resetError(int device) const;

    const wbsimApi& api() const noexcept { return *m_api; }

  private:
    const wbsimApi* m_api;
};

} // namespace warpbench::cuda
