// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/range_map.h"

#include "core/cuda/context_state.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <memory>
#include <utility>

namespace warpbench::memory {

namespace {

/// How many ranges of a size to check for one of the same stream.
constexpr int kLookedAt = 16;

/// Merges two lists of required work into one that covers both.
void join(std::vector<StreamUse>& uses, std::vector<StreamUse>& more) {
    for (StreamUse& other : more) {
        const auto same = std::find_if(uses.begin(), uses.end(), [&](const StreamUse& use) {
            return use.stream->handle() == other.stream->handle();
        });
        if (same == uses.end())
            uses.push_back(std::move(other));
        else if (!other.done || (same->done && other.order > same->order))
            *same = std::move(other);
    }
    more.clear();
}

} // namespace

bool Range::usedOnlyBy(const cuda::StreamBox& stream) const noexcept {
    return std::all_of(uses.begin(), uses.end(), [&](const StreamUse& use) {
        return use.stream->handle() == stream.handle();
    });
}

RangeMap::RangeMap()
    : m_shelves(kShelves) {}

RangeMap::~RangeMap() {
    for (const auto& [at, slab] : m_slabs) {
        for (Range* range = slab->first; range;)
            delete std::exchange(range, range->after);
    }
}

Range* RangeMap::take(std::size_t bytes, const cuda::StreamBox& stream) {
    const std::uint32_t shelf = shelfOf(bytes);
    Range* range = takeSetAside(shelf, stream);
    if (!range)
        range = takeMerged(bytes, stream);
    if (!range)
        return nullptr;
    range->shelf = shelf;
    activate(*range);
    return range;
}

/// The latest one of the same stream is probably still in the cache. Among other streams', the one
/// that was found last has waited longest, so its event has probably passed.
Range* RangeMap::takeSetAside(std::uint32_t shelf, const cuda::StreamBox& stream) noexcept {
    Range* found = nullptr;
    Range* range = m_shelves[shelf];
    for (int looked = 0; range && looked < kLookedAt; range = range->older, ++looked) {
        found = range;
        if (range->usedOnlyBy(stream))
            break;
    }
    if (found)
        unlink(*found);
    return found;
}

void RangeMap::unlink(Range& range) noexcept {
    if (range.older)
        range.older->newer = range.newer;
    if (range.newer)
        range.newer->older = range.older;
    else
        m_shelves[range.shelf] = range.older;
    range.newer = range.older = nullptr;
}

Range* RangeMap::takeMerged(std::size_t bytes, const cuda::StreamBox& stream) {
    mergeAll();
    Range wanted;
    wanted.bytes = bytes;
    const auto smallest = m_merged.lower_bound(&wanted);
    if (smallest == m_merged.end())
        return nullptr;
    auto chosen = smallest;
    int looked = 0;
    for (auto other = smallest; other != m_merged.end() && looked < kLookedAt; ++other, ++looked) {
        if ((*other)->bytes > (*smallest)->bytes)
            break;
        if ((*other)->usedOnlyBy(stream)) {
            chosen = other;
            break;
        }
    }
    Range& range = **chosen;
    m_merged.erase(chosen);
    if (range.bytes > bytes)
        m_merged.insert(&cut(range, range.at + bytes));
    return &range;
}

/// Splits a range at an address inside it. \returns the part behind, in the same state
Range& RangeMap::cut(Range& range, CUdeviceptr at) {
    auto rest = std::make_unique<Range>(range); // with its uses
    rest->at = at;
    rest->bytes = range.at + range.bytes - at;
    rest->before = &range;
    if (range.after)
        range.after->before = rest.get();
    range.bytes = at - range.at;
    range.after = rest.release();
    return *range.after;
}

/// Cuts out a range of exactly these addresses, which are part of one range.
Range& RangeMap::pieceOf(Slab& space, CUdeviceptr at, std::size_t bytes) {
    Range* range = space.first;
    while (range->at + range->bytes <= at)
        range = range->after;
    assert(range->at <= at && at + bytes <= range->at + range->bytes);
    if (range->at < at)
        range = &cut(*range, at);
    if (range->bytes > bytes)
        cut(*range, at + bytes);
    return *range;
}

void RangeMap::mergeAll() {
    for (std::size_t word = 0; word < m_occupied.size(); ++word) {
        std::uint64_t& occupied = m_occupied[word];
        for (; occupied != 0; occupied &= occupied - 1) {
            const std::size_t shelf = word * 64 + std::size_t(std::countr_zero(occupied));
            while (Range* range = m_shelves[shelf]) {
                unlink(*range);
                merge(*range);
            }
        }
    }
}

/// Merges it with free neighbours that are already merged; the others follow in their turn.
void RangeMap::merge(Range& range) {
    Range* all = &range;
    if (range.before && range.before->state == Range::State::merged) {
        all = range.before;
        m_merged.erase(all);
        absorbNext(*all);
    }
    if (all->after && all->after->state == Range::State::merged) {
        m_merged.erase(all->after);
        absorbNext(*all);
    }
    all->state = Range::State::merged;
    m_merged.insert(all);
}

void RangeMap::absorbNext(Range& range) {
    const std::unique_ptr<Range> next(range.after);
    assert(range.at + range.bytes == next->at);
    range.bytes += next->bytes;
    range.after = next->after;
    if (range.after)
        range.after->before = &range;
    join(range.uses, next->uses);
}

void RangeMap::add(CUdeviceptr at, std::size_t bytes) {
    auto slab = std::make_unique<Slab>();
    auto range = std::make_unique<Range>();
    slab->at = range->at = at;
    slab->bytes = range->bytes = bytes;
    range->slab = slab.get();
    m_merged.insert(range.get());
    slab->first = range.release();
    m_slabs.emplace(at, std::move(slab));
}

Slab& RangeMap::addSpace(CUdeviceptr at, std::size_t bytes) {
    add(at, bytes);
    Slab& space = *m_slabs.at(at);
    m_merged.erase(space.first);
    space.moves = true;
    space.first->state = Range::State::away;
    return space;
}

void RangeMap::settle(Slab& space, CUdeviceptr at, std::size_t bytes, std::vector<StreamUse> uses) {
    Range& range = pieceOf(space, at, bytes);
    assert(range.state == Range::State::away);
    range.uses = std::move(uses);
    merge(range);
}

std::vector<StreamUse> RangeMap::carve(Slab& space, CUdeviceptr at, std::size_t bytes) {
    // It may be in the order by size, with a size different from that of its future pieces.
    Range* whole = space.first;
    while (whole->at + whole->bytes <= at)
        whole = whole->after;
    assert(whole->state == Range::State::merged);
    m_merged.erase(whole);
    Range* range = &pieceOf(space, at, bytes);
    if (range != whole)
        m_merged.insert(whole);
    if (range->after && range->after->state == Range::State::merged)
        m_merged.insert(range->after); // again, if it was a neighbour
    std::vector<StreamUse> uses = std::exchange(range->uses, {});
    range->state = Range::State::away;
    if (range->before && range->before->state == Range::State::away) {
        range = range->before;
        absorbNext(*range);
    }
    if (range->after && range->after->state == Range::State::away)
        absorbNext(*range);
    return uses;
}

CUdeviceptr RangeMap::remove(Slab& slab) {
    assert(slab.active == 0 && !slab.moves);
    for (Range* range = slab.first; range;) {
        if (range->state == Range::State::merged)
            m_merged.erase(range);
        else
            unlink(*range);
        delete std::exchange(range, range->after);
    }
    const CUdeviceptr at = slab.at;
    m_slabs.erase(at);
    return at;
}

Slab* RangeMap::largestUnused() {
    Slab* largest = nullptr;
    for (const auto& [at, slab] : m_slabs) {
        if (!slab->moves && slab->active == 0 && (!largest || slab->bytes > largest->bytes))
            largest = slab.get();
    }
    return largest;
}

RangeMap::Held RangeMap::held() const {
    Held held;
    for (const auto& [at, slab] : m_slabs) {
        std::size_t run = 0;
        for (const Range* range = slab->first; range; range = range->after) {
            const bool free =
                range->state == Range::State::set_aside || range->state == Range::State::merged;
            held.ranges += free && run == 0 ? 1 : 0;
            run = free ? run + range->bytes : 0;
            held.largest = std::max(held.largest, run);
        }
    }
    return held;
}

} // namespace warpbench::memory
