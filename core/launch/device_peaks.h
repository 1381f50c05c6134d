// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/module.h"

#include <atomic>
#include <functional>
#include <optional>
#include <string>

namespace warpbench::launch {

/// What a GPU gave at most when it was measured: the roofs of a roofline. Floating-point operations
/// are those of the ordinary units, a fused multiply-add counted as two; tensor cores are not
/// measured.
struct DevicePeaks {
    /// Read and written together, by a copy of an array that is far larger than the L2 cache.
    std::optional<double> bytesPerSecond;
    std::optional<double> flopsHalf; ///< per second, packed pairs; empty before cc 5.3
    std::optional<double> flopsSingle;
    std::optional<double> flopsDouble;
    std::string measured; ///< when: UTC, "2026-05-17T09:30:00Z"

    bool operator==(const DevicePeaks&) const = default;
};

/// The kernels that measure, in CUDA C++ that needs no header.
const char* peakKernelsSource();

/// Measures on the thread of the context, in less than a second: medians of launches between
/// events. Nothing else should run on the device meanwhile; clocks are as they are.
/// \param kernels   peakKernelsSource(), compiled for the device
/// \param cancel    looked at between passes
/// \param progress  what is measured, "bandwidth", and the part of all that is done
/// \throws Error (environment) where too little memory is free for an array far larger than L2;
///         Error (cancelled); CudaError
DevicePeaks measurePeaks(const cuda::Context& context, const cuda::Module& kernels,
                         const std::atomic<bool>& cancel,
                         const std::function<void(const std::string&, double)>& progress);

} // namespace warpbench::launch
