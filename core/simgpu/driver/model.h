// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/engine.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace warpbench::simgpu::driver {

/// Per-SM and per-block limits that follow from the compute capability
/// (docs/occupancy: CUDA C++ Programming Guide 13.0, table of technical specifications).
struct SmLimits {
    int ccMajor = 9;
    int ccMinor = 0;
    int threadsPerSm = 2048;
    int blocksPerSm = 32;
    int sharedPerSm = 233472;         ///< bytes
    int sharedPerBlockOptin = 232448; ///< bytes
    int sharedReserved = 1024;        ///< bytes per block
    int sharedUnit = 128;             ///< allocation granularity in bytes
    std::vector<int> carveOutsKiB;
    int barriersPerSm = 0; ///< 0: not modelled
    int unifiedKiB = 256;  ///< shared memory and L1 cache together
};

/// A GPU that the simulator can represent.
struct Model {
    std::string key;  ///< "h200", as WARPBENCH_SIMGPU names it
    std::string name; ///< "Simulated H200 (CPU)"
    int ccMajor = 9;
    int ccMinor = 0;
    std::uint64_t memoryBytes = 0;
    std::string source; ///< the source of the figures
    SmLimits sm;
    std::map<int, int> attributes; ///< by CUdevice_attribute
};

/// The models of core/simgpu/models, the default (H200) first.
const std::vector<Model>& models();
/// Finds a model by key, ignoring case; null if unknown.
const Model* findModel(std::string_view key);
/// The models in a list in the form of WARPBENCH_SIMGPU, in order; unknown names are logged and
/// skipped. An empty list means the default model.
std::vector<const Model*> chosenModels(std::string_view list);

/// The part of the model that the engine needs.
engine::MachineModel machineOf(const Model& model);

} // namespace warpbench::simgpu::driver
