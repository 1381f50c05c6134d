// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ranks/ranks.h"
#include "core/session/device_worker.h"

#include <memory>
#include <string>

namespace warpbench::ranks {

/// The worker of rank 0's session: its devices are those of all ranks, one each, and the part of a
/// shared run that has a rank's number is done there, its rows sent and brought back.
/// \param selector  of the device, which each rank looks for among its own; empty: the choice rules
/// \param blocks  memory of the requests' host places
/// \pre `ranks` outlives it; no other receives
std::unique_ptr<session::DeviceWorker> makeRankWorker(Ranks& ranks, const std::string& selector,
                                                      session::BlockSource blocks);

/// What every other rank does: runs what rank 0 asks for, until that is done.
void serveRank(Ranks& ranks, const std::string& selector);

/// Tells the others that there is no more to do. Of rank 0.
void endOthers(Ranks& ranks);

} // namespace warpbench::ranks
