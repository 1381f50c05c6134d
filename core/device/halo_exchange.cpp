// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/halo_exchange.h"

#include "core/cuda/error.h"
#include "core/cuda/memory.h"

#include <chrono>

namespace warpbench::session {

HaloExchange::HaloExchange(const cuda::Context& context, PeerGroup& group,
                           const DeviceSharing& sharing, std::vector<PeerGroup::Rows> buffers)
    : m_context(context)
    , m_group(group)
    , m_sharing(sharing)
    , m_self(group.member(sharing.index))
    , m_stale(buffers.size()) {
    m_self.context = &context;
    m_self.buffers = std::move(buffers);
    m_told.waitedMs += m_group.meet();
    m_before = neighbour(sharing.index - 1);
    m_after = neighbour(sharing.index + 1);
}

HaloExchange::Neighbour HaloExchange::neighbour(int index) {
    Neighbour found;
    if (index < 0 || index >= m_group.count())
        return found;
    found.member = &m_group.member(index);
    if (!found.member->context) {
        found.wantsStaged = true;
        return found;
    }
    const cuda::Device& there = found.member->context->device();
    const cuda::Device& here = m_context.device();
    found.peer = !m_sharing.throughHost && here.canAccessPeer(there);
    found.wantsStaged = m_sharing.throughHost || !there.canAccessPeer(here);
    if (found.peer) {
        try {
            m_context.enablePeerAccess(*found.member->context);
        } catch (const cuda::CudaError&) {
            // A device may already have too many peers. The copy works without peer access.
        }
    }
    return found;
}

std::vector<cuda::Device> HaloExchange::readers() const {
    std::vector<cuda::Device> readers;
    for (const Neighbour& neighbour : {m_before, m_after}) {
        if (neighbour.member && neighbour.member->context && !neighbour.wantsStaged)
            readers.push_back(neighbour.member->context->device());
    }
    return readers;
}

void HaloExchange::beginPass() {
    m_stale.assign(m_stale.size(), false);
}

void HaloExchange::beforeLaunch(const DeviceLaunch& launch) {
    std::vector<std::size_t> due;
    for (const std::size_t buffer : launch.reads) {
        if (m_stale[buffer])
            due.push_back(buffer);
        m_stale[buffer] = false;
    }
    if (!due.empty())
        exchange(due);
}

void HaloExchange::afterLaunch(const DeviceLaunch& launch) {
    for (const std::size_t buffer : launch.writes)
        m_stale[buffer] = true;
}

void HaloExchange::exchange(const std::vector<std::size_t>& buffers) {
    m_context.synchronize(); // waits for the launches' writes
    for (const std::size_t buffer : buffers)
        stage(m_self.buffers[buffer]);
    m_told.waitedMs += m_group.meet();
    const auto start = std::chrono::steady_clock::now();
    {
        const PeerGroup::Copying copying(m_group);
        for (const std::size_t buffer : buffers)
            fetch(buffer);
        m_context.synchronize();
    }
    ++m_told.times;
    m_told.ms +=
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    m_told.waitedMs += m_group.meet(); // no device may write before all have read
}

/// Copies rows that a neighbour cannot fetch itself to the host.
void HaloExchange::stage(PeerGroup::Rows& rows) {
    if (m_before.wantsStaged) {
        rows.first.resize(rows.before);
        cuda::copyToHost(m_context, rows.first.data(), rows.own, rows.before);
    }
    if (m_after.wantsStaged) {
        rows.last.resize(rows.after);
        cuda::copyToHost(m_context, rows.last.data(), rows.own + rows.bytes - rows.after,
                         rows.after);
    }
}

void HaloExchange::fetch(std::size_t buffer) {
    const PeerGroup::Rows& own = m_self.buffers[buffer];
    if (m_before.member) {
        const PeerGroup::Rows& from = m_before.member->buffers[buffer];
        copyFrom(m_before, own.own - own.before, from.own + from.bytes - own.before, from.last,
                 own.before);
    }
    if (m_after.member) {
        const PeerGroup::Rows& from = m_after.member->buffers[buffer];
        copyFrom(m_after, own.own + own.bytes, from.own, from.first, own.after);
    }
}

void HaloExchange::copyFrom(const Neighbour& from, CUdeviceptr target, CUdeviceptr source,
                            const std::vector<std::byte>& staged, std::uint64_t bytes) {
    m_told.bytes += bytes;
    (from.peer ? m_told.peerCopies : m_told.throughHost) = true;
    if (from.peer)
        cuda::copyPeerAsync(cuda::Stream::defaultOf(m_context), m_context, target,
                            *from.member->context, source, bytes);
    else
        cuda::copyToDevice(m_context, target, staged.data(), bytes);
}

} // namespace warpbench::session
