// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/launch/device_peaks.h"

#include <filesystem>
#include <optional>
#include <string>

namespace warpbench::session {

/// Conditions of measured peaks: another driver or Warpbench version measures them again.
struct PeaksKey {
    std::string uuid;   ///< "GPU-8f2c…"
    std::string driver; ///< "CUDA 13.0"

    /// For a device and its driver. \throws Error (also CudaError) if it has no UUID
    static PeaksKey of(const cuda::Device& device);
};

/// The folder for peaks: one file per device.
std::filesystem::path peaksFolder();

/// The stored peaks of a device; empty if there are none, or the file is damaged, from another
/// program, or for another driver or Warpbench version.
std::optional<launch::DevicePeaks> keptPeaks(const std::filesystem::path& folder,
                                             const PeaksKey& key);
/// \throws Error (environment) if it cannot be written
void keepPeaks(const std::filesystem::path& folder, const PeaksKey& key,
               const launch::DevicePeaks& peaks);

} // namespace warpbench::session
