// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/include/wbsim.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

namespace warpbench::session {

/// States of a stepped launch on its way, also in the middle of blocks, so that a step back need
/// not repeat all of it. Of memory, only pages that differ from the launch's start are stored, and
/// equal pages only once for all checkpoints. Checkpoints are dense near the launch's current
/// position and before the starts of moves, and sparser the older they are, to stay within a total
/// limit.
class StepCheckpoints {
  public:
    /// Limit for all of them together.
    static constexpr std::size_t kMostBytes = std::size_t(256) << 20;
    static constexpr std::size_t kMostCheckpoints = 64;
    /// Minimum number of PTX instructions between two checkpoints.
    static constexpr std::uint64_t kInterval = 50'000;

    struct Page {
        std::size_t region = 0; ///< index into the memory saved before the launch
        std::size_t offset = 0; ///< bytes from its start
        std::shared_ptr<const std::vector<std::byte>> bytes;
    };
    /// The launch's state without global memory.
    struct Launch {
        std::shared_ptr<wbsimSavedLaunch> saved;
        std::size_t bytes = 0;
    };
    struct Checkpoint {
        std::uint64_t instructions = 0; ///< executed by the launch so far
        std::size_t move = 0;           ///< the move in progress
        Launch launch;
        std::vector<Page> pages; ///< by region and offset
        bool isStop = false;     ///< the next move started before the next checkpoint
    };

    /// Whether a checkpoint at this count is far enough from the last one. The more memory must be
    /// compared, the larger the distance.
    bool wanted(std::uint64_t instructions) const noexcept;
    /// \param regions  the launch's initial memory
    /// \param read     fills its argument, which has the region's size, with the current contents
    void add(std::uint64_t instructions, std::size_t move, Launch launch,
             const std::vector<const std::vector<std::byte>*>& regions,
             const std::function<void(std::size_t region, std::vector<std::byte>& now)>& read);
    /// The last one; null if there is none.
    const Checkpoint* last() const noexcept;
    /// A move starts shortly after the last one.
    void noteStop() noexcept;
    /// Keeps only those of the first `move` moves.
    void forgetFrom(std::size_t move);
    /// Keeps only those at no more than `instructions`.
    void forgetBeyond(std::uint64_t instructions);
    const std::deque<Checkpoint>& all() const noexcept { return m_checkpoints; }

  private:
    void erase(std::size_t index);
    std::size_t leastNeeded() const;

    std::deque<Checkpoint> m_checkpoints; ///< ordered by instructions
    std::uint64_t m_interval = kInterval;
    std::size_t m_bytes = 0;
    std::vector<std::byte> m_now; ///< buffer for reading a region
};

} // namespace warpbench::session
