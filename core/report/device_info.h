// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/occupancy/occupancy.h"

#include <cstdint>
#include <string>

namespace warpbench::session {

/// A device as shown by the picker and `devices`. A plain value that outlives its worker.
struct DeviceInfo {
    int index = 0; ///< in `devices`: real ones first
    std::string name;
    int ccMajor = 0;
    int ccMinor = 0;
    std::uint64_t memoryBytes = 0;
    bool simulated = false;
    std::string selector; ///< identifies this device permanently: a PCI bus id, or "sim:h200"
    int ordinal = 0;      ///< within its driver
    std::string driver;   ///< "CUDA 13.0", "Warpbench simulated driver 0.1.0"
    std::string problem;  ///< why it cannot be used, with the remedy; empty: usable
    /// Another device of the same model, for runs that several devices share. Never shown or chosen
    /// otherwise.
    bool spare = false;
    /// The machine of the rank that owns this device (`index` is the rank); empty: this
    /// process's.
    std::string host;
    occupancy::DeviceLimits limits;

    bool usable() const { return problem.empty(); }
    std::string computeCapability() const; ///< "9.0"
    std::string place() const;             ///< "device 2", "rank 2 on node7"
    bool operator==(const DeviceInfo&) const = default;
};

} // namespace warpbench::session
