// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/device/peer_group.h"
#include "core/report/device_run.h"

#include <cstddef>
#include <vector>

namespace warpbench::session {

/// Keeps a device's copies of its neighbours' rows up to date: before a launch reads a buffer that
/// launches have written, its rows are copied, directly between devices if the driver allows it,
/// otherwise through the host. All devices of a run perform the same launches in the same order, so
/// they meet without further coordination. On the device's thread.
class HaloExchange {
  public:
    /// Waits until every device of the group has its buffers. \param buffers  in the request's
    /// order \throws Error (cancelled) if another device has stopped
    HaloExchange(const cuda::Context& context, PeerGroup& group, const DeviceSharing& sharing,
                 std::vector<PeerGroup::Rows> buffers);

    /// Call when all rows have just been uploaded.
    void beginPass();
    void beforeLaunch(const DeviceLaunch& launch);
    void afterLaunch(const DeviceLaunch& launch);
    const DeviceExchange& told() const { return m_told; }
    /// Devices that copy directly from this one's memory.
    std::vector<cuda::Device> readers() const;

  private:
    /// A neighbour, and how its rows get here.
    struct Neighbour {
        PeerGroup::Member* member = nullptr; ///< null: this is the end of the whole
        bool peer = false;                   ///< by peer copies
        bool wantsStaged = false;            ///< my rows get there through the host
    };

    Neighbour neighbour(int index);
    void exchange(const std::vector<std::size_t>& buffers);
    void stage(PeerGroup::Rows& rows);
    void fetch(std::size_t buffer);
    void copyFrom(const Neighbour& from, CUdeviceptr target, CUdeviceptr source,
                  const std::vector<std::byte>& staged, std::uint64_t bytes);

    const cuda::Context& m_context;
    PeerGroup& m_group;
    DeviceSharing m_sharing;
    PeerGroup::Member& m_self;
    Neighbour m_before;
    Neighbour m_after;
    std::vector<bool> m_stale; ///< by buffer: written since its rows were last exchanged
    DeviceExchange m_told;
};

} // namespace warpbench::session
