// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace warpbench::estimate {

/// The figures from which a GPU's times are calculated: gpu_figures.inc.
struct GpuModel {
    std::string name;  ///< "H200", "RTX 4090"
    std::string about; ///< where the figures come from, or what measured them
    /// Launches, latencies, L2 and atomics were measured on such a GPU, not taken from another one.
    bool measured = false;
#define WB_GPU_FIGURE(type, member, key, value, unit, meaning) type member = value;
#include "core/estimate/gpu_figures.inc"
#undef WB_GPU_FIGURE
    std::map<std::string, std::string> sources; ///< by key, of the figures in the model's file

    bool operator==(const GpuModel&) const = default;
};

struct Figure {
    const char* key;
    const char* unit;
    const char* meaning;
};
/// Calls \p visit with each figure and its value in the model.
template <class Model, class Visit>
void forEachFigure(Model& model, const Visit& visit) {
#define WB_GPU_FIGURE(type, member, key, value, unit, meaning)                                     \
    visit(Figure{key, unit, meaning}, model.member);
#include "core/estimate/gpu_figures.inc"
#undef WB_GPU_FIGURE
}

/// Those of this program, one file of core/estimate/models each.
const std::vector<GpuModel>& gpuModels();
/// Where the user's own models are, one file *.json each; they are read once by each process.
std::filesystem::path modelFolder();
/// By device name ("NVIDIA H200", "Simulated RTX 4090"): the user's own models first. Null if none
/// matches. \throws Error (environment) if a file of the user's is no model
const GpuModel* findModel(std::string_view device);

/// A model's file. \param origin  for messages
/// \throws Error (environment)
GpuModel readModel(std::string_view json, const std::filesystem::path& origin);
std::string modelText(const GpuModel& model);

} // namespace warpbench::estimate
