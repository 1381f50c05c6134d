// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/device_info.h"

#include <vector>

namespace warpbench::session {

/// Loads the drivers into this process and asks them for their devices: real ones first, numbered
/// through. A driver that is missing has none; one that does not start is an unusable entry that
/// says why. Does not create a context. Does not throw.
/// \param withReal  false leaves NVIDIA's driver alone (it broke this process before)
std::vector<DeviceInfo> listDevicesOfThisProcess(bool withReal = true);

} // namespace warpbench::session
