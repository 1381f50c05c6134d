// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error_text.h"
#include "core/estimate/estimate.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>

namespace warpbench::programs {

/// The estimated time of a kernel, summed over a program's launches that have a profile.
struct KernelEstimate {
    std::uint64_t launches = 0;                   ///< that were timed
    std::uint64_t recorded = 0;                   ///< also those that were not
    std::array<std::uint32_t, 3> grid{}, block{}; ///< of the last one
    double ms = 0;
    double low = 0, high = 0; ///< ms; nine out of ten real times are in this range
    /// What most of the time is due to; with its share of it.
    estimate::BoundShare boundBy;
    ErrorText untimed; ///< why a launch has no time; empty: all have one
};

struct ProgramEstimate {
    std::map<std::string, KernelEstimate> kernels; ///< by demangled name
    std::string model;
    bool calibrated = false;
    bool isCutShort = false; ///< there were more launches
};

/// Estimates the launches whose profiles a program has left (ProfileFiles). They find in L2 what
/// earlier ones have left there; memory that is touched for the first time is in DRAM.
/// \param model    "h200"
/// \param stopped  polled between launches; true ends it with what there is
/// \throws Error (environment) if nvJitLink cannot be loaded
ProgramEstimate estimateProgram(const std::filesystem::path& folder, const std::string& model,
                                const std::function<bool()>& stopped);

} // namespace warpbench::programs
