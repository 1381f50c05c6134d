// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/module.h"
#include "core/estimate/gpu_model.h"

#include <atomic>
#include <functional>
#include <string>

/// Measures a real GPU's speeds, for estimates of its times elsewhere.
namespace warpbench::calibrate {

/// The kernels for the measurement, in CUDA C++ that needs no header.
const char* kernelsSource();

/// Measures on the thread of the context, in some seconds. Nothing else should run on the device
/// meanwhile. Does not change its clocks.
/// \param kernels   kernelsSource(), compiled for the device
/// \param like      a model of the same compute capability, for what cannot be measured
/// \param cancel    checked between launches
/// \param progress  what is measured now, "latency", and the completed fraction of all
/// \throws Error (environment) if too little memory is free; Error (cancelled); CudaError
estimate::GpuModel measureModel(const cuda::Context& context, const cuda::Module& kernels,
                                const estimate::GpuModel& like, const std::atomic<bool>& cancel,
                                const std::function<void(const std::string&, double)>& progress);

/// The model of such a device that this program has, or else one of the nearest compute capability.
estimate::GpuModel nearestModel(const std::string& device, int ccMajor, int ccMinor);

/// "H200" for "NVIDIA H200", "RTX 4070" for "NVIDIA GeForce RTX 4070": the name of a device's
/// model.
std::string modelName(const std::string& device);

} // namespace warpbench::calibrate
