// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ranks/rank_peers.h"
#include "core/report/device_info.h"
#include "core/workers/device_worker.h"

#include <memory>
#include <string>

namespace warpbench::ranks {

/// The device for this rank: the chosen one or, with several ranks on a machine, the next one of
/// its kind. If there are more ranks than devices, some share a device. \throws Error (usage,
/// device) like the choice of a device
session::DeviceInfo ownDevice(const Ranks& ranks, const std::string& selector);

/// The worker of this rank's device.
std::unique_ptr<session::DeviceWorker> makeOwnWorker(Ranks& ranks, RankMail& mail,
                                                     session::BlockSource blocks);

} // namespace warpbench::ranks
