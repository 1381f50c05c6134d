// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/chunk_window.h"

#include "core/memory/range_map.h"

#include <algorithm>

namespace warpbench::memory {

namespace {

bool isFree(const Range& range) {
    return range.state == Range::State::merged;
}

/// Checks each place where a block could begin.
class WindowSearch {
  public:
    WindowSearch(const Slab& space, std::size_t bytes, std::size_t chunk, const PlaceCost& cost)
        : m_space(space)
        , m_bytes(bytes)
        , m_chunk(chunk)
        , m_cost(cost) {}

    std::optional<ChunkWindow> perform() {
        for (const Range* range = m_space.first; range; range = range->after) {
            if (isFree(*range))
                tryFrom(range, range->at);
            else if (range->state == Range::State::away)
                tryPlacesOf(range);
        }
        if (!m_found)
            return std::nullopt;
        return std::move(m_best);
    }

  private:
    /// The very first place, and those from which a window reaches beyond the last.
    void tryPlacesOf(const Range* away) {
        const CUdeviceptr end = away->at + away->bytes;
        const std::size_t reach = (m_bytes + m_chunk - 1) / m_chunk * m_chunk;
        tryFrom(away, away->at);
        const CUdeviceptr first = reach >= away->bytes ? away->at : end - reach;
        for (CUdeviceptr at = std::max(first, away->at + m_chunk); at < end; at += m_chunk)
            tryFrom(away, at);
    }

    void tryFrom(const Range* range, CUdeviceptr begin) {
        unsigned cost = 0;
        m_missing.clear();
        CUdeviceptr at = begin;
        const CUdeviceptr wanted = begin + m_bytes;
        for (; range && at < wanted; range = range->after) {
            if (range->state == Range::State::active || range->state == Range::State::set_aside)
                return;
            const CUdeviceptr end = range->at + range->bytes;
            if (isFree(*range)) {
                at = end;
                continue;
            }
            for (; at < end && at < wanted; at += m_chunk) {
                const unsigned more = m_cost(at);
                cost += more;
                if (more == 0 || (m_found && cost > m_bestCost))
                    return;
                m_missing.push_back(at);
            }
        }
        if (at < wanted)
            return;
        const std::size_t rest = at - wanted;
        if (m_found && cost == m_bestCost && rest >= m_bestRest)
            return;
        m_found = true;
        m_bestCost = cost;
        m_bestRest = rest;
        m_best = {begin, m_missing};
    }

    const Slab& m_space;
    const std::size_t m_bytes;
    const std::size_t m_chunk;
    const PlaceCost& m_cost;
    std::vector<CUdeviceptr> m_missing;
    bool m_found = false;
    unsigned m_bestCost = 0;
    std::size_t m_bestRest = 0;
    ChunkWindow m_best;
};

} // namespace

std::optional<ChunkWindow> cheapestWindow(const Slab& space, std::size_t bytes, std::size_t chunk,
                                          const PlaceCost& cost) {
    return WindowSearch(space, bytes, chunk, cost).perform();
}

std::vector<CUdeviceptr> movableChunks(const Slab& space, std::size_t chunk, std::size_t count,
                                       CUdeviceptr window, std::size_t windowBytes) {
    std::vector<const Range*> free;
    for (const Range* range = space.first; range; range = range->after) {
        if (isFree(*range) && range->bytes >= chunk)
            free.push_back(range);
    }
    std::sort(free.begin(), free.end(), [](const Range* a, const Range* b) {
        return a->bytes != b->bytes ? a->bytes < b->bytes : a->at < b->at;
    });
    std::vector<CUdeviceptr> places;
    for (const Range* range : free) {
        const CUdeviceptr end = range->at + range->bytes;
        CUdeviceptr place = space.at + (range->at - space.at + chunk - 1) / chunk * chunk;
        for (; place + chunk <= end && places.size() < count; place += chunk) {
            if (place + chunk <= window || place >= window + windowBytes)
                places.push_back(place);
        }
    }
    return places;
}

} // namespace warpbench::memory
