// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/warpbench-cli/on_ranks.h"

namespace warpbench::cli {

int onRanks(const std::string& selector, const std::function<int(ranks::OtherRanks&)>& work) {
    int code = 0;
    bool first = false;
    {
        ranks::Ranks ranks;
        first = ranks.rank() == 0;
        if (first) {
            ranks::OtherRanks others(ranks, selector);
            code = work(others);
        } else {
            ranks::serveRank(ranks, selector);
        }
    }
    // A kernel that could not be stopped may still run in a thread of this process.
    if (code >= 4 || !first)
        leave(code);
    return code;
}

BlockingSession::MakeWorker workersOf(ranks::OtherRanks& others) {
    return [&others](const session::DeviceInfo* device,
                     const std::shared_ptr<session::HostBlockPool>& blocks) {
        return device ? ranks::makeTrialWorker(others, device->index, blocks)
                      : ranks::makeSharedRunWorker(others, blocks);
    };
}

BlockingSession::MakeCompiler compilersOf(ranks::OtherRanks& others) {
    return [&others] { return ranks::makeRankCompiler(others); };
}

} // namespace warpbench::cli
