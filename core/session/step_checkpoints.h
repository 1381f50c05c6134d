// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

namespace warpbench::session {

/// Copies of what a launch that is stepped through had made of memory between two of its blocks, so
/// that a step back need not do the whole launch again. Only pages that differ from what the launch
/// began with are kept. As many are kept as fit a limit, further apart the longer the launch is.
class StepCheckpoints {
  public:
    /// All of them together.
    static constexpr std::size_t kMostBytes = std::size_t(256) << 20;
    static constexpr std::size_t kMostCheckpoints = 64;

    struct Page {
        std::size_t region = 0; ///< index of what is saved before the launch
        std::size_t offset = 0; ///< bytes from its start
        std::vector<std::byte> bytes;
    };
    struct Checkpoint {
        std::uint64_t instructions = 0; ///< that the launch had executed
        std::uint64_t clusters = 0;     ///< that had ended
        std::vector<Page> pages;
        std::size_t bytes = 0; ///< of all pages
    };

    /// PTX instructions from one to the next, at least.
    std::uint64_t interval() const noexcept { return m_interval; }
    /// Whether one at such a count is far enough from the last.
    bool wanted(std::uint64_t instructions) const noexcept;
    /// \param regions  what the launch began with
    /// \param read     fills its argument, which is as long as that region, with what is there now
    void add(std::uint64_t instructions, std::uint64_t clusters,
             const std::vector<const std::vector<std::byte>*>& regions,
             const std::function<void(std::size_t region, std::vector<std::byte>& now)>& read);
    /// The last one before such a count; null: there is none.
    const Checkpoint* before(std::uint64_t instructions) const noexcept;
    /// The one at that very count; null: there is none.
    const Checkpoint* at(std::uint64_t instructions) const noexcept;
    /// The launch goes another way from such a count on.
    void forgetAfter(std::uint64_t instructions);

  private:
    void thinOut();

    std::deque<Checkpoint> m_checkpoints; ///< in the order of instructions
    std::uint64_t m_interval = 50'000;
    std::size_t m_bytes = 0;
    std::vector<std::byte> m_now; ///< a region, as it is read
};

} // namespace warpbench::session
