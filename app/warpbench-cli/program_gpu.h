// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/warpbench-cli/console.h"
#include "core/programs/run_program.h"

#include <string>

namespace warpbench::cli {

/// The GPU that a whole program runs on.
struct ProgramGpu {
    std::string model;      ///< of a simulated GPU, "h200"; may be several, with commas between
    programs::RealGpu real; ///< none: simulated
    int computeCapability = 0;

    bool isReal() const { return !real.driver.empty(); }
};

/// \param device  `--device`: "sim", "sim:h200", a device's number, name or PCI bus id; empty: the
///                simulated GPU that WARPBENCH_SIMGPU names, else an H200
/// \throws Error (usage) naming the devices that are usable, where it fits none
ProgramGpu programGpuOf(const std::string& device, Console& console);

} // namespace warpbench::cli
