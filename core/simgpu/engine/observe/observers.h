// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/machine/launch.h"

#include <new>

/// The handlers of observed records (observed_code.h). Each does what is to be done beside the
/// record, and executes it.
namespace warpbench::simgpu::engine {

/// For a record: its own handler where nothing is to be known of it.
Handler observerFor(const InstInfo& info, const Observation& observation);

inline std::size_t recordOf(const Warp& w, const Inst* ip) {
    return static_cast<std::size_t>(ip - w.code->insts.data());
}

/// How the lanes of an access lie that `observation` is of, found out at most once per run.
inline const RowPattern& rowPattern(Warp& w, const Inst* ip, const InstInfo& info,
                                    const Observation& observation, Worker& worker) {
    RowPattern& pattern = worker.patterns[observation.pattern];
    // Made in its place: a copy would wait for the bytes that have just been written.
    if (observation.findsPattern)
        new (&pattern) RowPattern(rowPatternOf(w, ip, info));
    return pattern;
}

/// What a handler that has just run told of the lanes' addresses, where it says as much as
/// rowPatternOf. Values of AddressShape: handlers/memory.h.
inline RowPattern patternByShape(Warp& w, const Inst* ip, const InstInfo& info) {
    constexpr std::uint8_t kContiguous = 1, kScattered = 2;
    // Byte by byte: both at once would wait for what has just been written byte by byte.
    const volatile AddressShape& shape = w.shapes[ip->aux & (kShapes - 1)];
    const std::uint8_t low = shape.low, high = shape.high;
    const std::uint64_t* const row = row64(w, ip->a);
    RowPattern pattern;
    pattern.known = low != kScattered && high != kScattered;
    pattern.contiguous = {low == kContiguous, high == kContiguous};
    pattern.first = {row[0], row[kLanes / 2]};
    pattern.allContiguous =
        pattern.contiguous[0] && pattern.contiguous[1] &&
        pattern.first[1] - pattern.first[0] == std::uint64_t{kLanes / 2} * info.accessBytes;
    return pattern;
}

// metrics.cpp
Handler measurerFor(const InstInfo& info, const Observation& observation);
void countPartialRun(const Warp& w, std::size_t record, const Observation& observation,
                     Worker& worker);
inline void countRun(const Warp& w, std::size_t record, const Observation& observation,
                     Worker& worker) {
    if (w.mask == kFullMask)
        ++worker.runs[record].full;
    else
        countPartialRun(w, record, observation, worker);
}
/// Of the addresses that a record is about to access.
void measureAccess(Warp& w, const Inst* ip, const InstInfo& info, const Observation& observation,
                   Worker& worker);
/// The same behind a record that tells its addresses' shape and that a full warp has executed.
void measureByShape(Warp& w, const Inst* ip, const InstInfo& info, const Observation& observation,
                    Worker& worker);
/// \param lanes  that were active before the record ran
void measureBranch(const Warp& w, std::size_t record, std::uint32_t lanes, Worker& worker);
void noteTouched(TouchedRanges& touched, TouchedRanges::Range range, MemorySpace space);
/// Counts what a record has touched, and forgets it.
void measureTouched(TouchedRanges& touched, bool isMatrix, Counters& counters);
/// Of a record that lanes may have to come back to. `next` is what it gave.
void measureAfter(const Warp& w, const Inst* ip, const InstInfo& info, const Inst* next,
                  std::uint32_t lanes, Worker& worker);

// trace.cpp
/// Keeps the addresses that a record is about to access, in the blocks that are traced.
void traceAccess(Warp& w, const Inst* ip, const InstInfo& info);

// span_checks.cpp
/// As checkAccess, by the pattern of the record's row where it has one.
void checkByPattern(Warp& w, const Inst* ip, const InstInfo& info, const Observation& observation,
                    Worker& worker);
/// The loads of a shortcut's racing sum, whose first record is `ip`. False, with nothing looked at,
/// where they are to be checked one by one.
bool checkSum(Warp& w, const Inst* ip, const ObservedShortcut& shortcut, Worker& worker);
/// For a record of which the checks alone want to know, and no more than which words it accesses;
/// null where that is not so.
Handler checkerFor(const InstInfo& info, const Observation& observation);

} // namespace warpbench::simgpu::engine
