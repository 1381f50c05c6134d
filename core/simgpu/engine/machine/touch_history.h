// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/machine/profile.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

namespace warpbench::simgpu::engine {

inline constexpr std::uint64_t kTouchedLineBytes = 128;
inline constexpr std::uint32_t kSectorsPerLine = 4;

/// When in a launch something happens, by what its warps have done and not by the host's clock:
/// waves of blocks follow each other, and within a wave the warps go on side by side. A launch has
/// at most kEpochs epochs. Where it has fewer waves than that, each wave has several, which become
/// longer while its warps go on: `progress >> exponent` counts them.
class LaunchClock {
  public:
    static constexpr std::uint32_t kEpochs = 29;

    LaunchClock() = default;
    /// \param waves  of blocks, at least 1
    explicit LaunchClock(std::uint64_t waves);

    struct Moment {
        std::uint64_t progress = 0; ///< of the warp, in instructions
        std::uint32_t first = 0;    ///< the wave's first epoch
        std::uint32_t exponent = 0; ///< the smallest with which the wave's epochs suffice
    };
    std::uint32_t firstEpoch(std::uint64_t wave) const {
        return m_fields == m_waves ? static_cast<std::uint32_t>(wave) * m_perWave
                                   : static_cast<std::uint32_t>(wave * m_fields / m_waves);
    }
    Moment at(std::uint32_t firstEpoch, std::uint64_t progress) const {
        return {m_perWave == 1 ? 0 : progress, firstEpoch, exponentOf(progress)};
    }
    std::uint32_t exponentOf(std::uint64_t progress) const;
    std::uint32_t perWave() const { return m_perWave; }
    /// Distance in epochs from the launch's start, for epochs of the given length.
    std::array<std::uint32_t, kEpochs> positions(std::uint64_t mostProgress) const;
    std::uint32_t epochs(std::uint64_t mostProgress) const; ///< that there are then
    /// Bits of epochs after these have become longer.
    std::uint32_t lengthened(std::uint32_t epochs, std::uint32_t by) const;

  private:
    std::uint32_t usedPerWave(std::uint64_t mostProgress) const;

    std::uint64_t m_waves = 1;
    std::uint32_t m_fields = 1; ///< waves, or as many parts of the launch as there are epochs
    std::uint32_t m_perWave = kEpochs;
};

/// When each line and sector of a device's memory was last touched by profiled launches. A launch
/// has it for itself from `begin` to `end`; meanwhile any thread may touch.
class TouchHistory {
  public:
    /// A part of memory with 512 lines.
    struct Page;

    TouchHistory();
    ~TouchHistory();
    TouchHistory(const TouchHistory&) = delete;
    TouchHistory& operator=(const TouchHistory&) = delete;

    /// False where another launch has it.
    bool begin(const LaunchClock& clock);

    struct Result {
        ReuseDistances reads, writes;
        std::uint64_t distinctLines = 0;
    };
    /// \param mostProgress  of a warp
    /// \param readSectors, writtenSectors  that were touched in all
    Result end(std::uint64_t mostProgress, std::uint64_t readSectors, std::uint64_t writtenSectors);

    /// What a thread touches in a launch, with the pages that it went to lately.
    class Touches {
      public:
        explicit Touches(TouchHistory& history)
            : m_history(history) {}
        /// \param line     address / kTouchedLineBytes
        /// \param sectors  a bit for each
        void touch(std::uint64_t line, std::uint32_t sectors, const LaunchClock::Moment& when,
                   bool reads, bool writes);

      private:
        struct Known {
            std::uint64_t number = ~std::uint64_t{0};
            Page* page = nullptr;
        };
        TouchHistory& m_history;
        std::array<Known, 64> m_known;
    };

  private:
    struct Tally;
    /// Null where memory does not suffice.
    Page* pageAt(std::uint64_t number);
    void tallyPage(Page& page, std::uint32_t exponent,
                   const std::array<std::uint32_t, LaunchClock::kEpochs>& positions,
                   Tally& tally) const;

    using Table = std::array<std::atomic<Page*>, 1u << 15>; ///< of 2 GiB of memory
    std::unique_ptr<std::array<std::atomic<Table*>, 1u << 16>> m_tables;
    std::atomic<bool> m_isTaken{false}; ///< by a launch
    std::mutex m_mutex;
    std::vector<Page*> m_touched; ///< in this launch
    std::uint64_t m_pagesLeft = 0;
    LaunchClock m_clock;
    std::uint32_t m_launch = 0;    ///< number of the launch, from 1
    std::vector<double> m_middles; ///< by launch: lines touched until the middle of it
    double m_linesSoFar = 0;       ///< touched by launches that have ended
};

} // namespace warpbench::simgpu::engine
