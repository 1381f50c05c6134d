// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/device_info.h"

#include <vector>

namespace warpbench::session {

/// Loads the drivers into this process and lists their devices: real ones first, numbered
/// consecutively. A missing driver has none; a driver that does not start is an unusable entry with
/// the reason. Does not create a context. Does not throw.
/// \param withReal  false does not load NVIDIA's driver (it broke this process before)
std::vector<DeviceInfo> listDevicesOfThisProcess(bool withReal = true);

} // namespace warpbench::session
