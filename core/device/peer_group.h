// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/context.h"

#include <cuda.h>

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

namespace warpbench::session {

/// Synchronizes the threads of the devices that share a run, and the data that they show each
/// other. What one wrote before a meeting, the others may read after it. A device that leaves early
/// ends the meetings, so that no thread waits forever.
class PeerGroup {
  public:
    /// A buffer of one device: its own rows, and the size of its copies of the neighbours' rows.
    struct Rows {
        CUdeviceptr own = 0;
        std::uint64_t bytes = 0;
        std::uint64_t before = 0, after = 0;
        // For neighbours that cannot use peer copies: the rows they need.
        std::vector<std::byte> first, last;
    };
    struct Member {
        const cuda::Context* context = nullptr; ///< null: in another process
        std::vector<Rows> buffers;              ///< in the request's order
    };

    explicit PeerGroup(int count)
        : m_members(std::size_t(count)) {}
    virtual ~PeerGroup() = default;
    PeerGroup(const PeerGroup&) = delete;
    PeerGroup& operator=(const PeerGroup&) = delete;

    /// Only the member writes its own data; read others' data only between meetings.
    Member& member(int index) { return m_members.at(std::size_t(index)); }
    int count() const { return int(m_members.size()); }

    /// Waits for all members. \returns ms waited \throws Error (cancelled) if one has left
    virtual double meet();

    /// During its lifetime, no member's memory is freed. \throws Error (cancelled) if one has left
    class Copying {
      public:
        explicit Copying(PeerGroup& group);
        ~Copying();
        Copying(const Copying&) = delete;
        Copying& operator=(const Copying&) = delete;

      private:
        PeerGroup& m_group;
    };

    /// Ends the meetings, because a device failed or the user requested it. Thread-safe.
    virtual void abort();
    /// Call before a member frees memory that others may copy from: waits until none does.
    void leave();

  private:
    void throwIfAborted() const;

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<Member> m_members;
    int m_arrived = 0;
    std::uint64_t m_meetings = 0; ///< number of completed meetings
    int m_copying = 0;
    bool m_aborted = false;
};

} // namespace warpbench::session
