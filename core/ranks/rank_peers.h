// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/device/peer_group.h"
#include "core/ranks/ranks.h"
#include "core/report/device_run.h"

#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>

namespace warpbench::ranks {

/// Messages of neighbours for meetings that this rank has not reached yet. Thread-safe.
class RankMail {
  public:
    /// Stores a neighbour's frame. Never waits.
    void put(int from, Frame frame);

  private:
    friend class RankPeers;
    /// group, meeting, rank
    using Key = std::tuple<std::uint64_t, std::uint64_t, int>;

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::map<Key, Frame> m_frames;
};

/// The devices of a run that several ranks share, one of which this process has: neighbours meet by
/// exchanging messages, and send each other the rows that they need. Nobody waits for ranks further
/// away.
class RankPeers final : public session::PeerGroup {
  public:
    RankPeers(Ranks& ranks, RankMail& mail, const session::DeviceSharing& sharing);

    double meet() override;
    void abort() override;

  private:
    void sendTo(int neighbour);
    void take(int neighbour, Frame frame);

    Ranks& m_ranks;
    RankMail& m_mail;
    session::DeviceSharing m_sharing;
    std::uint64_t m_meeting = 0;
    bool m_ended = false; ///< guarded by the mail's mutex
};

} // namespace warpbench::ranks
