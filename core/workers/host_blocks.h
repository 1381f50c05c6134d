// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/host_array.h"
#include "core/platform/shared_memory.h"
#include "core/report/device_run.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace warpbench::session {

/// Host memory for the buffers of runs, which a child process can see as well. A block goes back to
/// the pool when the last array in it goes, so that the next run need not reserve, clear and
/// page-lock memory again. Thread-safe.
class HostBlockPool : public std::enable_shared_from_this<HostBlockPool> {
  public:
    /// \param keepBytes  the most that free blocks may hold
    static std::shared_ptr<HostBlockPool> create(std::size_t keepBytes = std::size_t(1) << 30);

    /// At least so many bytes; cleared only where the memory is new.
    /// \throws Error (device) where there is not as much memory
    std::shared_ptr<memory::HostBlock> allocate(std::size_t bytes);
    /// The same of memory that no worker has seen yet.
    std::shared_ptr<memory::HostBlock> allocateNew(std::size_t bytes);
    /// Serves the buffers of one run: few blocks for however many of them, since each block costs
    /// each process a descriptor. Large buffers have separate blocks, so that they are given
    /// back one by one; all others are in one.
    /// \param sizes  bytes of each buffer that will be asked for, in any order
    /// \returns a function that throws what `allocate` does; not thread-safe
    std::function<std::shared_ptr<memory::HostBlock>(std::size_t bytes)>
    allocatorFor(std::vector<std::size_t> sizes);

    struct Statistics {
        std::size_t activeBytes = 0; ///< of blocks that are lent
        std::size_t peakBytes = 0;   ///< the most that they ever were at a time
    };
    Statistics statistics() const;

    /// Where an array of this pool lies. \throws Error (internal) for another's
    HostPlace placeOf(const memory::HostArray& array) const;
    /// The memory of a block that is in use or kept. Null where the pool gave it up.
    std::shared_ptr<const platform::SharedMemory> memory(std::uint64_t id) const;
    /// `memory` of this pool, for as long as anybody has it.
    BlockSource source();
    /// Keeps a block that is in use from being lent again, for what may yet be written to it after
    /// its arrays have gone. Null where it is not in use.
    std::shared_ptr<memory::HostBlock> hold(std::uint64_t id) const;
    /// Called with the id of each block that the pool gives up; any thread. Pass none before what
    /// it refers to dies: this waits for a call that is under way.
    void setOnForget(std::function<void(std::uint64_t)> onForget);

  private:
    explicit HostBlockPool(std::size_t keepBytes);
    std::shared_ptr<memory::HostBlock> lend(std::uint64_t id, std::size_t bytes);
    void takeBack(std::uint64_t id);

    std::recursive_mutex m_forgetMutex; ///< held while m_onForget is called; taken before m_mutex
    mutable std::mutex m_mutex;
    std::size_t m_keepBytes;
    std::size_t m_freeBytes = 0;
    Statistics m_statistics;
    std::uint64_t m_nextId = 1;
    std::map<std::uint64_t, std::shared_ptr<const platform::SharedMemory>> m_blocks;
    std::map<std::uint64_t, std::weak_ptr<memory::HostBlock>> m_lent;
    std::map<const std::byte*, std::uint64_t> m_byAddress;
    std::list<std::uint64_t> m_free;               ///< oldest first
    std::function<void(std::uint64_t)> m_onForget; ///< under m_forgetMutex
};

} // namespace warpbench::session
