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
/// A line within its 2 MiB, on which large allocations begin: the same in every run, wherever the
/// system places memory.
constexpr std::uint64_t lineOfLargePage(std::uint64_t line) {
    return line % ((std::uint64_t(2) << 20) / kTouchedLineBytes);
}
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
        std::uint8_t first = 0;    ///< the wave's first epoch
        std::uint8_t epoch = 0;    ///< in the wave: the warp's progress >> exponent
        std::uint8_t exponent = 0; ///< the smallest with which the wave's epochs suffice
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
///
/// Of a launch that touches many lines a sample is followed: those whose hash has some zeros in
/// front. Whenever that are more than kMostLines, one zero more is asked for, from then on also of
/// later launches. All that was known of a line that stays in the sample remains complete, and how
/// many zeros there are in the end does not depend on when it was noticed.
class TouchHistory {
  public:
    /// What is known of some lines side by side.
    struct Page;

    TouchHistory();
    ~TouchHistory();
    TouchHistory(const TouchHistory&) = delete;
    TouchHistory& operator=(const TouchHistory&) = delete;

    static constexpr std::uint64_t kMostLines = 1u << 14;

    /// False where another launch has it.
    bool begin(const LaunchClock& clock);

    struct Result {
        ReuseDistances reads, writes;
        std::uint64_t distinctLines = 0;
    };
    /// \param mostProgress  of a warp
    /// \param readSectors, writtenSectors  that were touched in all
    Result end(std::uint64_t mostProgress, std::uint64_t readSectors, std::uint64_t writtenSectors);

    /// What a thread touches in a launch. Only what is not known from just before goes to the
    /// history, many touches at a time: most of them are of a page that was had before.
    class Touches {
      public:
        explicit Touches(TouchHistory& history);
        /// \param line     address / kTouchedLineBytes
        /// \param sectors  a bit for each
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
        /// Tells the history all of it.
        void finish();

      private:
        struct Touch {
            std::uint64_t line = 0;
            LaunchClock::Moment when;
            std::uint8_t sectors = 0; ///< those that are read, and above them those written
        };
        void keep(const Touch& touch) {
            m_kept.push_back(touch);
            if (m_kept.size() == kKeptAtOnce)
                tell();
        }
        void tell();

        static constexpr std::size_t kKeptAtOnce = 1024;
        TouchHistory& m_history;
        std::array<Touch, 512> m_known; ///< the last ones, by line
        std::vector<Touch> m_kept;      ///< that the history does not know yet
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
    /// That many more lines of the sample are touched, by the zeros in front of their hashes.
    void addLines(const std::array<std::uint32_t, 64>& byZeros);
    struct Tally;
    /// Null where memory does not suffice.
    Page* pageAt(std::uint64_t number);
    void tallyPage(Page& page, Tally& tally) const;
    void tallyLine(Page& page, std::size_t line, Tally& tally) const;
    struct Epochs;
    void tallySector(const Page& page, std::size_t line, std::uint32_t sector, Epochs epochs,
                     Tally& tally) const;

    struct Pages;
    struct Table;
    static constexpr std::size_t kTables = 1u << 13;
    std::vector<std::atomic<Table*>> m_tables; ///< of 16 GiB of memory each
    std::atomic<bool> m_isTaken{false};        ///< by a launch
    std::mutex m_mutex;
    std::vector<Page*> m_touched; ///< in this launch
    std::uint64_t m_pagesLeft = 0;
    std::atomic<std::uint64_t> m_largestHash{~std::uint64_t{0}}; ///< of lines that are followed
    std::uint32_t m_zeros = 0;                                   ///< that it begins with
    std::array<std::uint64_t, 64> m_linesByZeros{};              ///< touched in this launch
    LaunchClock m_clock;
    std::uint32_t m_launch = 0;    ///< number of the launch, from 1
    std::vector<double> m_middles; ///< by launch: lines touched until the middle of it
    double m_linesSoFar = 0;       ///< touched by launches that have ended
};

} // namespace warpbench::simgpu::engine
