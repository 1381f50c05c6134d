// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/profile/profile.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

namespace warpbench::simgpu::engine {

inline constexpr std::uint64_t kTouchedLineBytes = 128;
/// A line's position within its 2 MiB page, on which large allocations start: the same in every
/// run, wherever the system places memory.
constexpr std::uint64_t lineOfLargePage(std::uint64_t line) {
    return line % ((std::uint64_t(2) << 20) / kTouchedLineBytes);
}
inline constexpr std::uint32_t kSectorsPerLine = 4;

/// The time within a launch, measured by the progress of its warps instead of the host's clock:
/// waves of blocks follow each other, and the warps of a wave progress side by side. A launch has
/// at most kEpochs epochs. With fewer waves than that, each wave has several epochs, which get
/// longer as its warps progress: `progress >> exponent` counts them.
class LaunchClock {
  public:
    static constexpr std::uint32_t kEpochs = 29;

    LaunchClock() = default;
    /// \param waves  number of waves of blocks, at least 1
    explicit LaunchClock(std::uint64_t waves);

    struct Moment {
        std::uint8_t first = 0;    ///< the wave's first epoch
        std::uint8_t epoch = 0;    ///< in the wave: the warp's progress >> exponent
        std::uint8_t exponent = 0; ///< the smallest for which the wave's epochs suffice
        bool operator==(const Moment&) const = default;
    };
    std::uint32_t firstEpoch(std::uint64_t wave) const {
        return m_fields == m_waves ? static_cast<std::uint32_t>(wave) * m_perWave
                                   : static_cast<std::uint32_t>(wave * m_fields / m_waves);
    }
    /// \param progress  of the warp, in instructions
    Moment at(std::uint32_t firstEpoch, std::uint64_t progress) const {
        const std::uint32_t exponent = exponentOf(progress);
        const std::uint64_t epoch = m_perWave == 1 ? 0 : progress >> exponent;
        return {static_cast<std::uint8_t>(firstEpoch), static_cast<std::uint8_t>(epoch),
                static_cast<std::uint8_t>(exponent)};
    }
    std::uint32_t exponentOf(std::uint64_t progress) const {
        if (m_perWave == 1)
            return 0;
        const int guess = std::bit_width(progress) - std::bit_width(m_perWave);
        const auto exponent = static_cast<std::uint32_t>(std::max(guess, 0));
        return progress >> exponent < m_perWave ? exponent : exponent + 1;
    }
    std::uint32_t perWave() const { return m_perWave; }
    /// Distance of each epoch from the launch's start, for the given progress.
    std::array<std::uint32_t, kEpochs> positions(std::uint64_t mostProgress) const;
    std::uint32_t epochs(std::uint64_t mostProgress) const; ///< number of epochs that result
    /// The bit mask of epochs after the epochs have been lengthened.
    std::uint32_t lengthened(std::uint32_t epochs, std::uint32_t by) const;

  private:
    std::uint32_t usedPerWave(std::uint64_t mostProgress) const;

    std::uint64_t m_waves = 1;
    std::uint32_t m_fields = 1; ///< number of waves, at most kEpochs
    std::uint32_t m_perWave = kEpochs;
};

/// When profiled launches last touched each line and sector of a device's memory. A launch has
/// exclusive use from `begin` to `end`, during which any of its threads may call touch.
///
/// For a launch that touches many lines, only a sample is tracked: the lines whose hash has a
/// number of leading zeros. Whenever these exceed kMostLines, one more zero is required, also for
/// later launches. The information about lines that stay in the sample remains complete, and the
/// final number of zeros does not depend on when the excess was noticed.
class TouchHistory {
  public:
    /// The state of some consecutive lines.
    struct Page;

    TouchHistory();
    ~TouchHistory();
    TouchHistory(const TouchHistory&) = delete;
    TouchHistory& operator=(const TouchHistory&) = delete;

    static constexpr std::uint64_t kMostLines = 1u << 14;

    /// False if another launch is using it.
    bool begin(const LaunchClock& clock);

    struct Result {
        ReuseDistances reads, writes, rewrites;
        std::uint64_t distinctLines = 0;
    };
    /// \param mostProgress  maximum of all warps
    /// \param readSectors, writtenSectors  total touched
    Result end(std::uint64_t mostProgress, std::uint64_t readSectors, std::uint64_t writtenSectors);

    /// The touches of one thread in a launch. Repetitions of recent touches are dropped; the rest
    /// goes to the history in batches, mostly to the same page as before.
    class Touches {
      public:
        explicit Touches(TouchHistory& history);
        /// \param line     address / kTouchedLineBytes
        /// \param sectors  one bit each
        void touch(std::uint64_t line, std::uint32_t sectors, const LaunchClock::Moment& when,
                   bool reads, bool writes) {
            if (!m_history.follows(line))
                return;
            Touch& known = m_known[line % m_known.size()];
            const std::uint32_t wanted = (reads ? sectors : 0) | (writes ? sectors << 4 : 0);
            if (known.line == line && known.when == when) {
                known.sectors |= static_cast<std::uint8_t>(wanted);
                return;
            }
            if (known.sectors)
                keep(known);
            known = {line, when, static_cast<std::uint8_t>(wanted)};
        }
        /// Flushes all touches to the history.
        void finish();

      private:
        struct Touch {
            std::uint64_t line = 0;
            LaunchClock::Moment when;
            std::uint8_t sectors = 0; ///< read sectors, and in the bits above them written ones
        };
        void keep(const Touch& touch) {
            m_kept.push_back(touch);
            if (m_kept.size() == kKeptAtOnce)
                tell();
        }
        void tell();

        static constexpr std::size_t kKeptAtOnce = 1024;
        TouchHistory& m_history;
        std::array<Touch, 512> m_known; ///< the most recent ones, by line
        std::vector<Touch> m_kept;      ///< not yet in the history
        struct KnownPage {
            std::uint64_t number = ~std::uint64_t{0};
            Page* page = nullptr;
        };
        std::array<KnownPage, 64> m_pages;
    };

    /// Whether a line is in the sample.
    bool follows(std::uint64_t line) const {
        return hashOf(line) <= m_largestHash.load(std::memory_order_relaxed);
    }

  private:
    static std::uint64_t hashOf(std::uint64_t line) {
        return lineOfLargePage(line) * 0x9e37'79b9'7f4a'7c15u;
    }
    /// Adds touched lines of the sample, by the leading zeros of their hashes.
    void addLines(const std::array<std::uint32_t, 64>& byZeros);
    struct Tally;
    /// Null if memory runs out.
    Page* pageAt(std::uint64_t number);
    static std::array<double, LaunchClock::kEpochs> linesByEpochs(const std::vector<Tally>& tallies,
                                                                  std::uint32_t epochs);
    void tallyPage(Page& page, Tally& tally) const;
    void tallyLine(Page& page, std::size_t line, Tally& tally) const;
    struct Epochs;
    void tallySector(const Page& page, std::size_t line, std::uint32_t sector, Epochs epochs,
                     Tally& tally) const;
    void tallyRewrites(const Page& page, std::size_t line, std::uint32_t sector,
                       std::uint32_t written, Tally& tally) const;

    struct Pages;
    struct Table;
    static constexpr std::size_t kTables = 1u << 13;
    std::vector<std::atomic<Table*>> m_tables; ///< one per 16 GiB of memory
    std::atomic<bool> m_isTaken{false};        ///< by a launch
    std::mutex m_mutex;
    std::vector<Page*> m_touched; ///< in this launch
    std::uint64_t m_pagesLeft = 0;
    std::atomic<std::uint64_t> m_largestHash{~std::uint64_t{0}}; ///< of tracked lines
    std::uint32_t m_zeros = 0;                                   ///< its leading zeros
    std::array<std::uint64_t, 64> m_linesByZeros{};              ///< touched in this launch
    LaunchClock m_clock;
    std::uint32_t m_launch = 0;    ///< number of the launch, from 1
    std::vector<double> m_middles; ///< by launch: lines touched up to its middle
    double m_linesSoFar = 0;       ///< touched by completed launches
};

} // namespace warpbench::simgpu::engine
