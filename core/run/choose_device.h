// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/device_info.h"

#include <cstddef>
#include <string>
#include <vector>

namespace warpbench::session {

/// The choice rules over a list of devices. Pure, for tests and for the picker.
/// \param selector  `--device`, or empty
/// \param environment  value of CUDA_DEVICE, empty if not set
/// \param homeFile  contents of .cuda-device or .cuda_device, empty if there is none
/// \returns the index into `devices`
/// \throws Error (usage) naming the devices that are usable, where the value fits none
std::size_t chooseDevice(const std::vector<DeviceInfo>& devices, const std::string& selector,
                         const std::string& environment, const std::string& homeFile);

} // namespace warpbench::session
