// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/access_trace.h"

#include <algorithm>
#include <set>

namespace warpbench::session {

namespace {

constexpr int kLanes = 32;
constexpr std::uint64_t kWordBytes = 4;

bool takesPart(const TracedAccess& access, int lane) {
    return (access.mask >> lane & 1u) != 0;
}

/// The first byte of each contiguous piece of a lane's access.
std::vector<std::uint64_t> piecesOf(const TracedAccess& access, int lane, std::uint64_t& bytes) {
    const std::uint64_t address = access.addresses[std::size_t(lane)];
    bytes = std::max<std::uint64_t>(access.bytes, 1);
    if (access.space != AccessSpace::local)
        return {address};
    std::vector<std::uint64_t> pieces;
    const std::uint64_t first = address / kWordBytes;
    const std::uint64_t last = (address + bytes - 1) / kWordBytes;
    for (std::uint64_t word = first; word <= last; ++word)
        pieces.push_back((word * kLanes + std::uint64_t(lane)) * kWordBytes +
                         (word == first ? address % kWordBytes : 0));
    bytes = std::min(bytes, kWordBytes);
    return pieces;
}

void countSectors(const TracedAccess& access, AccessShape& shape) {
    std::set<std::uint64_t> sectors, places;
    std::uint64_t distinctBytes = 0;
    for (int lane = 0; lane < kLanes; ++lane) {
        if (!takesPart(access, lane))
            continue;
        std::uint64_t bytes = 0;
        for (const std::uint64_t place : piecesOf(access, lane, bytes)) {
            for (std::uint64_t s = place / kSectorBytes; s <= (place + bytes - 1) / kSectorBytes;
                 ++s)
                sectors.insert(s);
            if (places.insert(place).second)
                distinctBytes += bytes;
        }
    }
    shape.sectors.assign(sectors.begin(), sectors.end());
    shape.idealSectors = int((distinctBytes + kSectorBytes - 1) / kSectorBytes);
}

void countPasses(const TracedAccess& access, AccessShape& shape) {
    const int part = access.bytes <= 4 ? kLanes : access.bytes <= 8 ? kLanes / 2 : kLanes / 4;
    std::size_t longest = 0;
    for (int begin = 0; begin < kLanes; begin += part) {
        std::array<std::set<std::uint64_t>, kBanks> banks;
        std::array<std::uint32_t, kBanks> lanes{};
        bool any = false;
        for (int lane = begin; lane < begin + part; ++lane) {
            if (!takesPart(access, lane))
                continue;
            any = true;
            const std::uint64_t address = access.addresses[std::size_t(lane)];
            for (std::uint64_t b = 0; b < std::max<std::uint64_t>(access.bytes, 4); b += 4) {
                const std::uint64_t word = (address + b) / kWordBytes;
                banks[word % kBanks].insert(word);
                lanes[word % kBanks] |= 1u << lane;
            }
        }
        if (!any)
            continue;
        const auto worst =
            std::max_element(banks.begin(), banks.end(),
                             [](const auto& a, const auto& b) { return a.size() < b.size(); });
        shape.passes += int(worst->size());
        ++shape.idealPasses;
        if (worst->size() <= longest)
            continue;
        longest = worst->size();
        shape.worstBank = int(worst - banks.begin());
        shape.worstLanes = lanes[std::size_t(shape.worstBank)];
        for (std::size_t bank = 0; bank < banks.size(); ++bank)
            shape.banks[bank].assign(banks[bank].begin(), banks[bank].end());
    }
}

} // namespace

AccessShape shapeOf(const TracedAccess& access) {
    AccessShape shape;
    for (int lane = 0; lane < kLanes; ++lane)
        shape.lanes += takesPart(access, lane);
    if (access.space == AccessSpace::shared)
        countPasses(access, shape);
    else
        countSectors(access, shape);
    return shape;
}

std::uint64_t placeOf(const TracedAccess& access, int lane) {
    std::uint64_t bytes = 0;
    return piecesOf(access, lane, bytes).front();
}

bool strideOf(const TracedAccess& access, std::int64_t& bytes) {
    int before = -1;
    bool known = false;
    for (int lane = 0; lane < kLanes; ++lane) {
        if (!takesPart(access, lane))
            continue;
        if (before >= 0) {
            const auto apart = std::int64_t(access.addresses[std::size_t(lane)] -
                                            access.addresses[std::size_t(before)]);
            const int lanes = lane - before;
            if (apart % lanes != 0 || (known && apart / lanes != bytes))
                return false;
            bytes = apart / lanes;
            known = true;
        }
        before = lane;
    }
    return known;
}

} // namespace warpbench::session
