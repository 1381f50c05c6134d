// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/engine/observe/access_pattern.h"
#include "core/simgpu/engine/observe/observers.h"

#include <algorithm>
#include <array>
#include <bit>

namespace warpbench::simgpu::engine {

/// Tracks the largest number of words in any of the 32 banks.
class BankLoad {
  public:
    /// Words [first, end).
    void add(std::uint64_t first, std::uint64_t end) {
        const std::uint64_t count = end - first;
        m_everywhere += count / kBanks;
        for (std::uint64_t i = 0; i < count % kBanks; ++i)
            m_most = std::max(m_most, ++m_load[(first + i) % kBanks]);
    }
    std::uint64_t most() const { return m_everywhere + m_most; }
    /// The load of consecutive words [first, end).
    static std::uint64_t ofRange(std::uint64_t first, std::uint64_t end) {
        return (end - first + kBanks - 1) / kBanks;
    }
    /// The load of two disjoint ranges.
    static std::uint64_t ofRanges(std::uint64_t firstA, std::uint64_t endA, std::uint64_t firstB,
                                  std::uint64_t endB) {
        const std::uint64_t a = endA - firstA, b = endB - firstB;
        const std::uint64_t restA = a % kBanks, restB = b % kBanks;
        const bool meet =
            restA && restB &&
            ((firstB - firstA) % kBanks < restA || (firstA - firstB) % kBanks < restB);
        return a / kBanks + b / kBanks + (meet ? 2 : restA || restB ? 1 : 0);
    }

  private:
    std::uint64_t m_everywhere = 0; ///< words in every bank
    std::array<std::uint16_t, kBanks> m_load{};
    std::uint16_t m_most = 0;
};

/// The bytes of global memory that one access touches, added in ascending order.
class WorkerProfile::Footprint {
  public:
    static constexpr std::uint64_t kRowBytes = 2048; ///< DRAM row that an access may open
    static constexpr std::uint64_t kFewestLinesOfRows = 8;
    struct Purpose {
        bool reads = false, writes = false;
        bool isAtomic = false;
        bool isCached = false;
    };
    Footprint(WorkerProfile& profile, Warp& w, const Inst* ip, Purpose purpose)
        : m_profile(profile)
        , m_warp(w)
        , m_record(static_cast<std::uint32_t>(recordOf(w, ip)))
        , m_purpose(purpose)
        , m_place(profile.placeOf(*w.block))
        , m_moment(profile.m_plan.clock().at(m_place.firstEpoch, w.work)) {}

    void add(std::uint64_t begin, std::uint64_t end) {
        if (begin <= m_end && m_end != 0) {
            m_end = std::max(m_end, end);
            return;
        }
        takeRange();
        m_begin = begin;
        m_end = end;
    }
    /// \param passes  number of passes of the access
    void finish(std::uint64_t passes) {
        takeRange();
        takeLine();
        RecordProfile& sum = m_profile.byRecord[m_record];
        sum.lines += m_lines;
        sum.passes += passes;
        if (m_purpose.isAtomic) {
            sum.atomicSectors += m_sectors;
        } else {
            sum.sectorsRead += m_purpose.reads ? m_sectors : 0;
            sum.sectorsWritten += m_purpose.writes ? m_sectors : 0;
            sum.partialSectors += m_purpose.writes ? m_sectors - m_wholeSectors : 0;
        }
        if (m_lines >= kFewestLinesOfRows)
            sum.pages += m_pages;
        m_profile.readSectors += m_purpose.reads ? m_sectors : 0;
        m_profile.writtenSectors += m_purpose.writes ? m_sectors : 0;
    }
    std::uint64_t sectors() const { return m_sectors; }
    std::uint64_t bytes() const { return m_bytes; }

  private:
    /// For four bits: std::popcount is a function call on baseline processors.
    static std::uint32_t bitsOf(std::uint32_t sectors) {
        return static_cast<std::uint32_t>(0x4332'3221'3221'2110u >> 4 * sectors & 0xf);
    }
    void takeRange() {
        if (m_end == 0)
            return;
        const std::uint64_t begin = m_begin, end = m_end;
        m_end = 0;
        m_bytes += end - begin;
        const std::uint64_t firstWhole = (begin + kSectorBytes - 1) / kSectorBytes;
        if (firstWhole < end / kSectorBytes)
            m_wholeSectors += end / kSectorBytes - firstWhole;
        const std::uint64_t lastSector = (end - 1) / kSectorBytes;
        for (std::uint64_t sector = begin / kSectorBytes; sector <= lastSector;) {
            const std::uint64_t line = sector / kSectorsPerLine;
            const std::uint64_t last = std::min(lastSector, line * kSectorsPerLine + 3);
            const auto count = static_cast<std::uint32_t>(last - sector + 1);
            if (line != m_line) {
                takeLine();
                m_line = line;
            }
            m_lineSectors |= ((1u << count) - 1) << sector % kSectorsPerLine;
            sector = last + 1;
        }
    }
    void takeLine() {
        if (m_lineSectors == 0)
            return;
        ++m_lines;
        m_sectors += bitsOf(m_lineSectors);
        const std::uint64_t page = m_line / (kRowBytes / kTouchedLineBytes);
        m_pages += page != m_page;
        m_page = page;
        m_profile.m_touches.touch(m_line, m_lineSectors, m_moment, m_purpose.reads,
                                  m_purpose.writes);
        if (m_place.isSampled && m_purpose.isCached && m_purpose.reads)
            m_profile.sample(m_warp, m_record, m_line, m_lineSectors, false);
        m_lineSectors = 0;
    }

    WorkerProfile& m_profile;
    Warp& m_warp;
    const std::uint32_t m_record;
    const Purpose m_purpose;
    const ProfilePlan::Place& m_place;
    const LaunchClock::Moment m_moment;
    std::uint64_t m_begin = 0, m_end = 0; ///< the last range, which can still grow
    std::uint64_t m_line = ~std::uint64_t{0}, m_page = ~std::uint64_t{0};
    std::uint32_t m_lineSectors = 0;
    std::uint64_t m_lines = 0, m_sectors = 0, m_wholeSectors = 0, m_pages = 0, m_bytes = 0;
};

} // namespace warpbench::simgpu::engine
