// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/rank_device.h"

#include "core/run/device_preference.h"
#include "core/workers/device_list.h"

namespace warpbench::ranks {

using session::DeviceInfo;

DeviceInfo ownDevice(const Ranks& ranks, const std::string& selector) {
    const std::vector<DeviceInfo> all = session::listDevicesOfThisProcess();
    const DeviceInfo& chosen = all.at(session::choosePreferredDevice(all, selector));
    std::vector<DeviceInfo> alike{chosen};
    for (const DeviceInfo& device : all) {
        if (device.usable() && device.index != chosen.index && device.name == chosen.name &&
            device.simulated == chosen.simulated)
            alike.push_back(device);
    }
    DeviceInfo own = alike[std::size_t(ranks.localRank()) % alike.size()];
    own.index = ranks.rank();
    own.host = ranks.host();
    own.spare = false;
    return own;
}

std::unique_ptr<session::DeviceWorker> makeOwnWorker(Ranks& ranks, RankMail& mail,
                                                     session::BlockSource blocks) {
    return session::makeInProcessWorker(
        std::move(blocks), [&ranks, &mail](const session::DeviceSharing& sharing) {
            return std::make_shared<RankPeers>(ranks, mail, sharing);
        });
}

} // namespace warpbench::ranks
