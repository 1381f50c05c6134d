// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/device/peer_group.h"
#include "core/report/device_run.h"

#include <cstddef>
#include <vector>

namespace warpbench::session {

/// Keeps the rows that a device holds of its neighbours' as these have them: before a launch reads
/// a buffer that launches wrote since, its rows are copied, from device to device where the driver
/// allows, else through the host. All devices of a run do the same launches in the same order, so
/// that they meet by themselves. On the device's thread.
class HaloExchange {
  public:
    /// Waits until every device of the group has its buffers. \param buffers  in the request's
    /// order \throws Error (cancelled) where another device has ended
    HaloExchange(const cuda::Context& context, PeerGroup& group, const DeviceSharing& sharing,
                 std::vector<PeerGroup::Rows> buffers);

    /// All rows are as they were uploaded.
    void beginPass();
    void beforeLaunch(const DeviceLaunch& launch);
    void afterLaunch(const DeviceLaunch& launch);
    const DeviceExchange& told() const { return m_told; }
    /// Devices that copy from this one's memory by themselves.
    std::vector<cuda::Device> readers() const;

  private:
    /// A neighbour, and how its rows come here.
    struct Neighbour {
        PeerGroup::Member* member = nullptr; ///< null: the whole ends here
        bool peer = false;                   ///< by peer copies
        bool wantsStaged = false;            ///< mine go there through the host
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
    std::vector<bool> m_stale; ///< by buffer: written since its rows were exchanged
    DeviceExchange m_told;
};

} // namespace warpbench::session
