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

/// What a launch that is stepped through was on its way, in the middle of its blocks too, so that a
/// step back need not do all of it again. Of memory, only pages that differ from what the launch
/// began with are kept, once for all checkpoints that have them alike. Checkpoints lie close
/// together where the launch is now and behind which a move began, and further apart the longer ago
/// they are, as a limit for all of them asks for.
class StepCheckpoints {
  public:
    /// All of them together.
    static constexpr std::size_t kMostBytes = std::size_t(256) << 20;
    static constexpr std::size_t kMostCheckpoints = 64;
    /// PTX instructions from one to the next, at least.
    static constexpr std::uint64_t kInterval = 50'000;

    struct Page {
        std::size_t region = 0; ///< index of what is saved before the launch
        std::size_t offset = 0; ///< bytes from its start
        std::shared_ptr<const std::vector<std::byte>> bytes;
    };
    /// All of the launch but for global memory.
    struct Launch {
        std::shared_ptr<wbsimSavedLaunch> saved;
        std::size_t bytes = 0;
    };
    struct Checkpoint {
        std::uint64_t instructions = 0; ///< that the launch had executed
        std::size_t move = 0;           ///< that was under way
        Launch launch;
        std::vector<Page> pages; ///< by region and offset
        bool isStop = false;     ///< the next move began before the next one
    };

    /// Whether one at such a count is far enough from the last. The more there is to look at for
    /// one, the further they lie from each other.
    bool wanted(std::uint64_t instructions) const noexcept;
    /// \param regions  what the launch began with
    /// \param read     fills its argument, which is as long as that region, with what is there now
    void add(std::uint64_t instructions, std::size_t move, Launch launch,
             const std::vector<const std::vector<std::byte>*>& regions,
             const std::function<void(std::size_t region, std::vector<std::byte>& now)>& read);
    /// The last one; null: there is none.
    const Checkpoint* last() const noexcept;
    /// A move begins not far behind the last one.
    void noteStop() noexcept;
    /// Only those of the first so many moves stay.
    void forgetFrom(std::size_t move);
    /// Only those at up to so many instructions stay.
    void forgetBeyond(std::uint64_t instructions);
    const std::deque<Checkpoint>& all() const noexcept { return m_checkpoints; }

  private:
    void erase(std::size_t index);
    std::size_t leastNeeded() const;

    std::deque<Checkpoint> m_checkpoints; ///< in the order of instructions
    std::uint64_t m_interval = kInterval;
    std::size_t m_bytes = 0;
    std::vector<std::byte> m_now; ///< a region, as it is read
};

} // namespace warpbench::session
