// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ranks/rank_peers.h"
#include "core/report/device_info.h"
#include "core/workers/device_worker.h"

#include <memory>
#include <string>

namespace warpbench::ranks {

/// The device that this rank uses: the chosen one or, where several ranks are on a machine, the
/// next like it. More ranks than devices share some.
/// \throws Error (usage, device) as the choice rules do
session::DeviceInfo ownDevice(const Ranks& ranks, const std::string& selector);

/// The worker of this rank's device.
std::unique_ptr<session::DeviceWorker> makeOwnWorker(Ranks& ranks, RankMail& mail,
                                                     session::BlockSource blocks);

} // namespace warpbench::ranks
