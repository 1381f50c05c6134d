// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/rank_peers.h"

#include "core/base/error.h"

#include <chrono>

namespace warpbench::ranks {

using session::wire::Message;

void RankMail::put(int from, Frame frame) {
    const Key key{frame.head.at("group"), frame.head.at("meeting"), from};
    {
        const std::lock_guard lock(m_mutex);
        m_frames.insert_or_assign(key, std::move(frame));
    }
    m_changed.notify_all();
}

RankPeers::RankPeers(Ranks& ranks, RankMail& mail, const session::DeviceSharing& sharing)
    : PeerGroup(sharing.count)
    , m_ranks(ranks)
    , m_mail(mail)
    , m_sharing(sharing) {
    // Left over from earlier runs that ended early.
    const std::lock_guard lock(m_mail.m_mutex);
    std::erase_if(m_mail.m_frames,
                  [&](const auto& entry) { return std::get<0>(entry.first) < sharing.group; });
}

double RankPeers::meet() {
    const auto start = std::chrono::steady_clock::now();
    ++m_meeting;
    for (const int neighbour : {m_sharing.index - 1, m_sharing.index + 1}) {
        if (neighbour >= 0 && neighbour < m_sharing.count)
            sendTo(neighbour);
    }
    for (Rows& rows : member(m_sharing.index).buffers) {
        rows.first.clear();
        rows.last.clear();
    }
    for (const int neighbour : {m_sharing.index - 1, m_sharing.index + 1}) {
        if (neighbour < 0 || neighbour >= m_sharing.count)
            continue;
        std::unique_lock lock(m_mail.m_mutex);
        const RankMail::Key key{m_sharing.group, m_meeting, neighbour};
        m_mail.m_changed.wait(lock, [&] { return m_ended || m_mail.m_frames.contains(key); });
        if (m_ended)
            throw Error(ErrorKind::cancelled, {"WB1950", "another rank of this run has ended",
                                               "fix the other rank's error"});
        Frame frame = std::move(m_mail.m_frames.extract(key).mapped());
        lock.unlock();
        take(neighbour, std::move(frame));
    }
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
        .count();
}

/// The rows of this rank that a neighbour needs, if there are any in this meeting.
void RankPeers::sendTo(int neighbour) {
    Message sizes = Message::array();
    std::vector<std::byte> payload;
    for (const Rows& rows : member(m_sharing.index).buffers) {
        const std::vector<std::byte>& given = neighbour < m_sharing.index ? rows.first : rows.last;
        sizes.push_back(given.size());
        payload.insert(payload.end(), given.begin(), given.end());
    }
    m_ranks.send(neighbour,
                 {{"call", "meet"},
                  {"group", m_sharing.group},
                  {"meeting", m_meeting},
                  {"sizes", std::move(sizes)}},
                 payload);
}

void RankPeers::take(int neighbour, Frame frame) {
    std::vector<Rows>& buffers = member(neighbour).buffers;
    const Message& sizes = frame.head.at("sizes");
    buffers.resize(sizes.size());
    auto at = frame.payload.cbegin();
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        const auto end = at + sizes[i].get<std::ptrdiff_t>();
        (neighbour < m_sharing.index ? buffers[i].last : buffers[i].first).assign(at, end);
        at = end;
    }
}

void RankPeers::abort() {
    {
        const std::lock_guard lock(m_mail.m_mutex);
        m_ended = true;
    }
    m_mail.m_changed.notify_all();
}

} // namespace warpbench::ranks
