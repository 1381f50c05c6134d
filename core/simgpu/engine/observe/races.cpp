// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/observe/races.h"

namespace warpbench::simgpu::engine {

namespace {

bool sameSegment(const Access& a, const Access& b) {
    return a.segment == b.segment && a.kind == b.kind;
}

/// rememberRead for a line. False where its words would go different ways.
bool rememberLineRead(const Accessor& accessor, WordHistory& first, const Access& now) {
    const Order& order = accessor.order;
    const WarpOrder& mine = accessor.warp;
    Access* slot = nullptr;
    for (Access& read : first.reads) {
        const bool empty = read.segment < accessor.past;
        if (!empty && read.lane == now.lane && order.sameWarp(read, mine)) {
            slot = &read;
            break;
        }
        if (slot)
            continue;
        const Order::OfLanes ordered =
            empty ? Order::OfLanes::all : order.orderedLanes(read, mine, now.lane, kLineWords);
        if (ordered == Order::OfLanes::some)
            return false;
        if (ordered == Order::OfLanes::all)
            slot = &read;
    }
    if (slot)
        *slot = now;
    else if (order.sameWarp(first.reads[0], first.reads[1]) &&
             !order.sameWarp(first.reads[0], mine))
        first.reads[1] = now;
    return true;
}

} // namespace

void rememberRead(const Accessor& accessor, WordHistory& word, Access now) {
    const Order& order = accessor.order;
    const WarpOrder& mine = accessor.warp;
    Access* slot = nullptr;
    Access toAll = now; // whatever of the word was read
    toAll.bytes = 0b1111;
    for (Access& read : word.reads) {
        const bool empty = !conflicts(accessor, read, read);
        const bool sameWarp = !empty && order.sameWarp(read, mine);
        if (sameWarp &&
            (read.lane == now.lane || (read.bytes != now.bytes && sameSegment(read, now)))) {
            if (sameSegment(read, now))
                now.takeIn(read);
            slot = &read;
            break;
        }
        // One that is ordered now need not be remembered.
        if (!slot && (empty || order.ordered(read, mine, toAll)))
            slot = &read;
    }
    if (slot)
        *slot = now;
    else if (order.sameWarp(word.reads[0], word.reads[1]) && !order.sameWarp(word.reads[0], mine))
        word.reads[1] = now;
}

void rememberWrite(const Accessor& accessor, WordHistory& word, Access now) {
    Access& last = word.write;
    if (last.segment >= accessor.past && accessor.order.sameWarp(last, accessor.warp)) {
        if (sameSegment(last, now) && last.bytes != now.bytes)
            now.takeIn(last);
        // A plain write that others have not seen yet races with more than an atomic one does.
        if (isStrong(now) && !isStrong(last) && last.segment == now.segment)
            return;
    }
    last = now;
}

bool checkLineWithPast(const Accessor& accessor, LineHistory& line, Access now, bool writes) {
    // No structured binding: clang before 16 does not capture one.
    const Order& order = accessor.order;
    const WarpOrder& mine = accessor.warp;
    const std::uint32_t past = accessor.past;
    WordHistory& first = line.first;
    const auto isOrdered = [&](const Access& earlier) {
        return earlier.segment < past ||
               order.orderedLanes(earlier, mine, now.lane, kLineWords) == Order::OfLanes::all;
    };
    if (!isOrdered(first.write))
        return false;
    if (writes) {
        const auto isReadBefore = [&](const Access& read) {
            return isOrdered(read) || order.isTold(read, mine, now.lane, kLineWords);
        };
        if (!isReadBefore(first.reads[0]) || !isReadBefore(first.reads[1]))
            return false;
        first.write = now;
    } else if (!rememberLineRead(accessor, first, now)) {
        return false;
    }
    line.latest = now.segment;
    return true;
}

} // namespace warpbench::simgpu::engine
