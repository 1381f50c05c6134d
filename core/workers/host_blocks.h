// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/host_array.h"
#include "core/processes/shared_memory.h"
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

/// Host memory for the buffers of runs that a child process can also access. A block goes back to
/// the pool with the last array in it, so that the next run need not reserve, clear and
/// page-lock memory again. Thread-safe.
class HostBlockPool : public std::enable_shared_from_this<HostBlockPool> {
  public:
    /// \param keepBytes  maximum size of all free blocks
    static std::shared_ptr<HostBlockPool> create(std::size_t keepBytes = std::size_t(1) << 30);

    /// At least this many bytes; cleared only if the memory is new.
    /// \throws Error (device) if there is not enough memory
    std::shared_ptr<arrays::HostBlock> allocate(std::size_t bytes);
    /// The same with memory that no worker has used yet.
    std::shared_ptr<arrays::HostBlock> allocateNew(std::size_t bytes);
    /// Serves the buffers of one run with few blocks, since each block takes a descriptor in
    /// each process. Large buffers have separate blocks, so that they are given back one by
    /// one; all others share one.
    /// \param sizes  bytes of each buffer that will be requested, in any order
    /// \returns a function that throws what `allocate` does; not thread-safe
    std::function<std::shared_ptr<arrays::HostBlock>(std::size_t bytes)>
    allocatorFor(std::vector<std::size_t> sizes);

    struct Statistics {
        std::size_t activeBytes = 0; ///< of blocks in use
        std::size_t peakBytes = 0;   ///< their maximum so far
    };
    Statistics statistics() const;

    /// The place of an array of this pool. \throws Error (internal) for a foreign array
    HostPlace placeOf(const arrays::HostArray& array) const;
    /// The memory of a block that is in use or kept. Null if the pool has discarded it.
    std::shared_ptr<const platform::SharedMemory> memory(std::uint64_t id) const;
    /// `memory` of this pool, valid for as long as anybody holds it.
    BlockSource source();
    /// Keeps a block that is in use from being reused, because data may still be written to it
    /// after its arrays are gone. Null if it is not in use.
    std::shared_ptr<arrays::HostBlock> hold(std::uint64_t id) const;
    /// Called with the id of each block that the pool discards; any thread. Pass an empty function
    /// before anything that it refers to is destroyed: this waits for a call in progress.
    void setOnForget(std::function<void(std::uint64_t)> onForget);

  private:
    explicit HostBlockPool(std::size_t keepBytes);
    std::shared_ptr<arrays::HostBlock> lend(std::uint64_t id, std::size_t bytes);
    void takeBack(std::uint64_t id);

    std::recursive_mutex m_forgetMutex; ///< held while m_onForget is called; taken before m_mutex
    mutable std::mutex m_mutex;
    std::size_t m_keepBytes;
    std::size_t m_freeBytes = 0;
    Statistics m_statistics;
    std::uint64_t m_nextId = 1;
    std::map<std::uint64_t, std::shared_ptr<const platform::SharedMemory>> m_blocks;
    std::map<std::uint64_t, std::weak_ptr<arrays::HostBlock>> m_lent;
    std::map<const std::byte*, std::uint64_t> m_byAddress;
    std::list<std::uint64_t> m_free;               ///< oldest first
    std::function<void(std::uint64_t)> m_onForget; ///< under m_forgetMutex
};

} // namespace warpbench::session
