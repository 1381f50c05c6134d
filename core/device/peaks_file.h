// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/launch/device_peaks.h"

#include <filesystem>
#include <optional>
#include <string>

namespace warpbench::session {

/// Conditions of measured peaks: another driver or version of Warpbench measures them again.
struct PeaksKey {
    std::string uuid;   ///< "GPU-8f2c…"
    std::string driver; ///< "CUDA 13.0"

    /// Of a device with its driver. \throws Error (also CudaError) where it has no UUID
    static PeaksKey of(const cuda::Device& device);
};

/// Where peaks are kept: one file for each device.
std::filesystem::path peaksFolder();

/// The peaks that are kept for a device; empty where there are none, or the file is broken, another
/// program's, or of another driver or Warpbench.
std::optional<launch::DevicePeaks> keptPeaks(const std::filesystem::path& folder,
                                             const PeaksKey& key);
/// \throws Error (environment) where it cannot be written
void keepPeaks(const std::filesystem::path& folder, const PeaksKey& key,
               const launch::DevicePeaks& peaks);

} // namespace warpbench::session
