// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/module.h"

#include <atomic>
#include <functional>
#include <optional>
#include <string>

namespace warpbench::launch {

/// The highest measured rates of a GPU, the roofs of a roofline. Floating-point operations are
/// those of the regular units, with a fused multiply-add counted as two; tensor cores are not
/// measured.
struct DevicePeaks {
    /// Read and written together, by copying an array far larger than the L2 cache.
    std::optional<double> bytesPerSecond;
    std::optional<double> flopsHalf; ///< per second, packed pairs; empty before cc 5.3
    std::optional<double> flopsSingle;
    std::optional<double> flopsDouble;
    std::string measured; ///< when: UTC, "2026-05-17T09:30:00Z"

    bool operator==(const DevicePeaks&) const = default;
};

/// The kernels for the measurement, in CUDA C++ that needs no header.
const char* peakKernelsSource();

/// Measures on the thread of the context in less than a second: medians of launches between
/// events. Nothing else should run on the device meanwhile. Does not change the clocks.
/// \param kernels   peakKernelsSource(), compiled for the device
/// \param cancel    checked between passes
/// \param progress  the current measurement, "bandwidth", and the completed fraction of all
/// \throws Error (environment) if too little memory is free for an array far larger than L2;
///         Error (cancelled); CudaError
DevicePeaks measurePeaks(const cuda::Context& context, const cuda::Module& kernels,
                         const std::atomic<bool>& cancel,
                         const std::function<void(const std::string&, double)>& progress);

} // namespace warpbench::launch
