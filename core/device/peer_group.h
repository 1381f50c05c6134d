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

/// Where the threads of the devices that share a run meet, and what each lets the others see. What
/// one wrote before a meeting, the others may read after it. One that goes before its time ends the
/// meetings, so that nobody waits for ever.
class PeerGroup {
  public:
    /// A buffer of one device: its own rows, and how many bytes of the neighbours' it has.
    struct Rows {
        CUdeviceptr own = 0;
        std::uint64_t bytes = 0;
        std::uint64_t before = 0, after = 0;
        // For neighbours that no peer copy reaches: what they are to have of this.
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

    /// Nobody else writes one's own; read others' only between meetings.
    Member& member(int index) { return m_members.at(std::size_t(index)); }
    int count() const { return int(m_members.size()); }

    /// Waits until all have come. \returns ms waited \throws Error (cancelled) where one has gone
    virtual double meet();

    /// While it lives, no member's memory goes. \throws Error (cancelled) where one has gone
    class Copying {
      public:
        explicit Copying(PeerGroup& group);
        ~Copying();
        Copying(const Copying&) = delete;
        Copying& operator=(const Copying&) = delete;

      private:
        PeerGroup& m_group;
    };

    /// Ends the meetings: one of the devices fails, or the user wants it. Any thread.
    virtual void abort();
    /// Before a member frees what others may copy from: waits until none does.
    void leave();

  private:
    void throwIfAborted() const;

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<Member> m_members;
    int m_arrived = 0;
    std::uint64_t m_meetings = 0; ///< that took place
    int m_copying = 0;
    bool m_aborted = false;
};

} // namespace warpbench::session
