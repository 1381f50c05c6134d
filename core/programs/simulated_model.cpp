// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/programs/simulated_model.h"

#include "core/base/error.h"
#include "core/occupancy/occupancy.h"
#include "core/platform/folders.h"

#include <fmt/format.h>

namespace warpbench::programs {

std::string defaultModel() {
    return platform::environmentVariable("WARPBENCH_SIMGPU").value_or("h200");
}

int computeCapabilityOf(const std::string& models) {
    const std::string model = models.substr(0, models.find(','));
    const occupancy::CatalogueEntry* gpu = occupancy::findGpu(model);
    if (!gpu)
        throw Error(ErrorKind::usage, fmt::format("unknown simulated GPU \"{}\"", model),
                    "see `warpbench-cli devices`");
    return gpu->limits.ccMajor * 10 + gpu->limits.ccMinor;
}

} // namespace warpbench::programs
