// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace warpbench::simgpu::engine {

/// Counts how many lanes of a launch updated each word of global memory. Thread-safe.
class AtomicCounts {
  public:
    static constexpr std::uint64_t kPageBytes = 4096;
    using Page = std::array<std::atomic<std::uint32_t>, kPageBytes / 4>;

    struct Sum {
        std::uint64_t bytes = 0;   ///< of the updated words
        std::uint64_t hottest = 0; ///< lanes that updated the most frequently updated word
    };
    Sum sum() const;

    /// A thread's access to the counts, caching recently used pages.
    class Counter {
      public:
        explicit Counter(AtomicCounts& counts)
            : m_counts(counts) {}
        void add(std::uint64_t address, std::uint32_t bytes, std::uint32_t lanes);

      private:
        struct Known {
            std::uint64_t number = ~std::uint64_t{0};
            Page* page = nullptr;
        };
        AtomicCounts& m_counts;
        std::array<Known, 64> m_known;
    };

  private:
    Page& pageAt(std::uint64_t number);

    std::mutex m_mutex;
    std::unordered_map<std::uint64_t, std::unique_ptr<Page>> m_pages;
};

} // namespace warpbench::simgpu::engine
