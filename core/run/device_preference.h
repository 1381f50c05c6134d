// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/device_info.h"

#include <string>
#include <vector>

namespace warpbench::session {

/// chooseDevice with the user's CUDA_DEVICE and the home folder's .cuda-device or .cuda_device.
/// \throws Error (usage) like chooseDevice
std::size_t choosePreferredDevice(const std::vector<DeviceInfo>& devices,
                                  const std::string& selector);

/// Whether the selector, environment and home file leave the choice to Warpbench.
bool choiceIsFree(const std::string& selector);

} // namespace warpbench::session
