// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/device_info.h"

#include <cstddef>
#include <string>
#include <vector>

namespace warpbench::session {

/// Chooses a device from a list. A pure function, for tests and the picker.
/// \param selector  `--device`, or empty
/// \param environment  value of CUDA_DEVICE, empty if not set
/// \param homeFile  contents of .cuda-device or .cuda_device, empty if neither exists
/// \returns the index into `devices`
/// \throws Error (usage) listing the usable devices if the value matches none
std::size_t chooseDevice(const std::vector<DeviceInfo>& devices, const std::string& selector,
                         const std::string& environment, const std::string& homeFile);

} // namespace warpbench::session
