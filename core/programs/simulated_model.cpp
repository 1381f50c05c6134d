// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/programs/simulated_model.h"

#include "core/base/error.h"
#include "core/occupancy/occupancy.h"
#include "core/platform/folders.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace warpbench::programs {

namespace {

struct Model {
    std::string_view key;
    int computeCapability;
};

/// The default of each compute capability first.
constexpr std::array kModels = {
    Model{"h200", 90}, Model{"h100", 90},    Model{"b200", 100},   Model{"a100", 80},
    Model{"l4", 89},   Model{"rtx4090", 89}, Model{"rtx3060", 86}, Model{"rtx5090", 120},
    Model{"t4", 75},   Model{"v100", 70},
};

/// "geforcertx4090" for "GeForce RTX 4090".
std::string lettersOf(const std::string& name) {
    std::string letters;
    for (const char c : name)
        if (std::isalnum(static_cast<unsigned char>(c)))
            letters += char(std::tolower(static_cast<unsigned char>(c)));
    return letters;
}

} // namespace

std::string defaultModel() {
    return platform::environmentVariable("WARPBENCH_SIMGPU").value_or("h200");
}

int computeCapabilityOf(const std::string& models) {
    const std::string model = models.substr(0, models.find(','));
    for (const Model& known : kModels)
        if (known.key == model)
            return known.computeCapability;
    const occupancy::CatalogueEntry* gpu = occupancy::findGpu(model);
    if (!gpu)
        throw Error(ErrorKind::usage, {"WB2110",
                                       "unknown simulated GPU \"{device}\"",
                                       "see `warpbench-cli devices`",
                                       {{"device", model}}});
    return gpu->limits.ccMajor * 10 + gpu->limits.ccMinor;
}

std::string modelFor(const std::string& device, int computeCapability) {
    const std::string name = lettersOf(device);
    const Model* nearest = nullptr;
    for (const Model& model : kModels) {
        if (model.computeCapability == computeCapability &&
            name.find(model.key) != std::string::npos)
            return std::string(model.key);
        if (model.computeCapability <= computeCapability &&
            (!nearest || model.computeCapability > nearest->computeCapability))
            nearest = &model;
    }
    return std::string(nearest ? nearest->key : kModels.front().key);
}

} // namespace warpbench::programs
