// SPDX-License-Identifier: GPL-3.0-or-later
// The load on the memory system from records whose addresses only the handlers know: asynchronous
// copies, tiles, textures and surfaces.
#include "core/simgpu/engine/profile/footprint.h"

#include <algorithm>
#include <bit>
#include <vector>

namespace warpbench::simgpu::engine {

namespace {

using TouchedRange = TouchedRanges::Range;

bool isBelow(const TouchedRange& a, const TouchedRange& b) {
    return a.address < b.address;
}

/// Whether each lane touches one place, all of one size that a warp is served in groups for.
bool isByLanes(const std::vector<TouchedRange>& ranges) {
    const std::uint32_t bytes = ranges.front().bytes;
    if (bytes > 16 || !std::has_single_bit(bytes))
        return false;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        if (ranges[i].bytes != bytes || (i > 0 && ranges[i].lane <= ranges[i - 1].lane))
            return false;
    }
    return true;
}

/// Passes of ranges that are served together. They are sorted.
std::uint64_t passesOf(std::vector<TouchedRange>& ranges) {
    std::sort(ranges.begin(), ranges.end(), isBelow);
    BankLoad load;
    std::uint64_t counted = 0; // words below that number are counted
    for (const TouchedRange& range : ranges) {
        const std::uint64_t first = std::max((range.address & ~kWindowMask) / 4, counted);
        const std::uint64_t end = ((range.address & ~kWindowMask) + range.bytes + 3) / 4;
        if (end > first)
            load.add(first, end);
        counted = std::max(counted, end);
    }
    return load.most();
}

std::uint64_t sharedPasses(std::vector<TouchedRange> ranges) {
    if (ranges.empty())
        return 0;
    if (!isByLanes(ranges))
        return passesOf(ranges);
    const std::uint32_t group = std::min(kLanes, 128 / ranges.front().bytes); // lanes
    std::uint64_t passes = 0;
    for (auto begin = ranges.begin(); begin != ranges.end();) {
        const auto end = std::find_if(begin, ranges.end(), [&](const TouchedRange& range) {
            return range.lane / group != begin->lane / group;
        });
        std::vector<TouchedRange> together(begin, end);
        passes += passesOf(together);
        begin = end;
    }
    return passes;
}

} // namespace

void WorkerProfile::noteTouched(Warp& w, const Inst* ip, const TouchedRanges& touched) {
    const std::size_t number = recordOf(w, ip);
    const ProfiledRecord& record = w.block->worker.observed->profiled[number];
    RecordProfile& sum = byRecord[number];
    const std::uint64_t before = sum.passes;
    for (const bool store : {false, true}) {
        std::vector<TouchedRange> ranges;
        std::copy_if(touched.global.begin(), touched.global.end(), std::back_inserter(ranges),
                     [&](const TouchedRange& range) { return range.store == store; });
        if (ranges.empty())
            continue;
        const std::uint64_t passes = passesOf(ranges);
        Footprint footprint(*this, w, ip, {!store, store, false, record.isCached});
        for (const TouchedRange& range : ranges)
            footprint.add(range.address, range.address + range.bytes);
        footprint.finish(passes);
    }
    sum.passes =
        record.isBulk ? before : std::max(sum.passes, before + sharedPasses(touched.shared));
}

/// The texture units take a quad of lanes at a time.
void WorkerProfile::noteTexels(Warp& w, const Inst* ip, bool writes, bool isAtomic) {
    if (texels.empty())
        return;
    std::sort(texels.begin(), texels.end(),
              [](const TexelPlace& a, const TexelPlace& b) { return a.address < b.address; });
    Footprint footprint(*this, w, ip,
                        {!writes || isAtomic, writes || isAtomic, isAtomic, !writes && !isAtomic});
    for (const TexelPlace& texel : texels)
        footprint.add(texel.address, texel.address + texel.bytes);
    texels.clear();
    std::uint64_t quads = 0;
    for (std::uint32_t lane = 0; lane < kLanes; lane += 4)
        quads += (w.mask >> lane & 0xf) != 0;
    footprint.finish(quads);
}

} // namespace warpbench::simgpu::engine
