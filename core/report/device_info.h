// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/occupancy/occupancy.h"

#include <cstdint>
#include <string>

namespace warpbench::session {

/// A device as the picker and `devices` show it. A plain value that survives its worker.
struct DeviceInfo {
    int index = 0; ///< in `devices`: real ones first
    std::string name;
    int ccMajor = 0;
    int ccMinor = 0;
    std::uint64_t memoryBytes = 0;
    bool simulated = false;
    std::string selector; ///< names this device for good: a PCI bus id, or "sim:h200"
    int ordinal = 0;      ///< within its driver
    std::string driver;   ///< "CUDA 13.0", "Warpbench simulated driver 0.1.0"
    std::string problem;  ///< why it cannot be used, with the remedy; empty: usable
    /// One more of a model that is there already: for runs that several devices share, and shown
    /// and chosen nowhere else.
    bool spare = false;
    /// The machine of the rank whose device this is, and `index` is the rank; empty: of this
    /// process.
    std::string host;
    occupancy::DeviceLimits limits;

    bool usable() const { return problem.empty(); }
    std::string computeCapability() const; ///< "9.0"
    std::string place() const;             ///< "device 2", "rank 2 on node7"
    bool operator==(const DeviceInfo&) const = default;
};

} // namespace warpbench::session
