// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/profile/sampled_l1.h"

#include "core/simgpu/engine/profile/touch_history.h"

#include <algorithm>
#include <array>
#include <bit>
#include <tuple>
#include <unordered_map>

namespace warpbench::simgpu::engine {

namespace {

/// Lines of 128 bytes whose sectors are filled individually; the least recently used line is
/// evicted.
class LruSet {
  public:
    explicit LruSet(std::uint32_t ways)
        : m_ways(ways) {
        m_lines.reserve(ways);
        m_places.reserve(ways);
    }

    struct Found {
        std::uint8_t present = 0;  ///< sectors
        std::uint8_t onTheWay = 0; ///< those of them that another warp requested in the same step
    };

    Found use(const SampledAccess& access) {
        const std::uint64_t line = access.line;
        const auto known = m_places.find(line);
        if (known != m_places.end()) {
            const Found found = m_lines[known->second].use(access);
            unlink(known->second);
            pushNewest(known->second);
            return found;
        }
        std::uint32_t place = m_newest;
        if (m_lines.size() < m_ways) {
            place = static_cast<std::uint32_t>(m_lines.size());
            m_lines.emplace_back();
        } else {
            place = m_oldest;
            unlink(place);
            m_places.erase(m_lines[place].line);
        }
        m_lines[place].line = line;
        m_lines[place].sectors = 0;
        m_lines[place].use(access);
        m_places.emplace(line, place);
        pushNewest(place);
        return {};
    }

  private:
    static constexpr std::uint32_t kNone = ~0u;
    struct Request {
        std::uint64_t progress = 0;
        std::uint32_t wave = 0, warp = 0;
    };
    struct Line {
        std::uint64_t line = 0;
        std::array<Request, kSectorsPerLine> requests; ///< that brought each sector
        std::uint32_t newer = kNone, older = kNone;
        std::uint8_t sectors = 0;

        Found use(const SampledAccess& access) {
            Found found;
            for (std::size_t k = 0; k < kSectorsPerLine; ++k) {
                const auto bit = static_cast<std::uint8_t>(1U << k);
                if (!(access.sectors & bit))
                    continue;
                Request& by = requests[k];
                if (!(sectors & bit))
                    by = {access.progress, access.wave, access.warp};
                else if (by.progress == access.progress && by.wave == access.wave &&
                         by.warp != access.warp)
                    found.onTheWay |= bit;
            }
            found.present = sectors & access.sectors;
            sectors |= access.sectors;
            return found;
        }
    };

    void unlink(std::uint32_t place) {
        const Line& line = m_lines[place];
        (line.newer == kNone ? m_newest : m_lines[line.newer].older) = line.older;
        (line.older == kNone ? m_oldest : m_lines[line.older].newer) = line.newer;
    }
    void pushNewest(std::uint32_t place) {
        m_lines[place].newer = kNone;
        m_lines[place].older = m_newest;
        (m_newest == kNone ? m_oldest : m_lines[m_newest].newer) = place;
        m_newest = place;
    }

    std::uint32_t m_ways;
    std::vector<Line> m_lines;
    std::unordered_map<std::uint64_t, std::uint32_t> m_places; ///< by line
    std::uint32_t m_newest = kNone, m_oldest = kNone;
};

} // namespace

std::vector<SampledHits> simulateL1(std::vector<SampledAccess> accesses, std::uint64_t bytes,
                                    std::uint32_t firstWave) {
    constexpr std::uint32_t kSets = 4;
    const auto ways = static_cast<std::uint32_t>(bytes / kTouchedLineBytes / kSets);
    if (ways == 0)
        return {};
    std::stable_sort(
        accesses.begin(), accesses.end(), [](const SampledAccess& a, const SampledAccess& b) {
            return std::tie(a.wave, a.progress, a.warp) < std::tie(b.wave, b.progress, b.warp);
        });
    std::vector<LruSet> sets(kSets, LruSet(ways));
    std::unordered_map<std::uint32_t, SampledHits> byRecord;
    for (const SampledAccess& access : accesses) {
        const std::uint64_t line = lineOfLargePage(access.line);
        const std::uint64_t folded = line ^ line >> 7;
        const LruSet::Found found = sets[folded % kSets].use(access);
        if (access.isStore || access.wave < firstWave)
            continue;
        SampledHits& sum = byRecord[access.record];
        sum.record = access.record;
        sum.sectors += static_cast<std::uint32_t>(std::popcount(access.sectors));
        sum.hits += static_cast<std::uint32_t>(std::popcount(found.present));
        sum.waits += static_cast<std::uint32_t>(std::popcount(found.onTheWay));
    }
    std::vector<SampledHits> all;
    all.reserve(byRecord.size());
    for (const auto& [record, sum] : byRecord)
        all.push_back(sum);
    return all;
}

} // namespace warpbench::simgpu::engine
