// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/machine/launch.h"

#include <new>

/// The handlers of observed records (observed_code.h). Each one observes the record and executes
/// it.
namespace warpbench::simgpu::engine {

/// The handler for a record: its own if it is not observed.
Handler observerFor(const InstInfo& info, const Observation& observation);

inline std::size_t recordOf(const Warp& w, const Inst* ip) {
    return static_cast<std::size_t>(ip - w.code->insts.data());
}

/// The pattern of the lanes in the access of `observation`, determined at most once per run.
inline const RowPattern& rowPattern(Warp& w, const Inst* ip, const InstInfo& info,
                                    const Observation& observation, Worker& worker) {
    RowPattern& pattern = worker.patterns[observation.pattern];
    // Constructed in place: a copy would wait for the bytes that have just been written.
    if (observation.findsPattern)
        new (&pattern) RowPattern(rowPatternOf(w, ip, info));
    return pattern;
}

/// The pattern that a handler that has just run stored for the lanes' addresses, as far as it is
/// equivalent to rowPatternOf. Values of AddressShape: handlers/memory.h.
inline RowPattern patternByShape(Warp& w, const Inst* ip, const InstInfo& info) {
    constexpr std::uint8_t kContiguous = 1, kScattered = 2;
    // Byte by byte: reading both at once would stall on the separate byte stores.
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
/// For the addresses that a record is about to access.
void measureAccess(Warp& w, const Inst* ip, const InstInfo& info, const Observation& observation,
                   Worker& worker);
/// The same after a full warp has executed a record that reports its pattern.
void measureByShape(Warp& w, const Inst* ip, const InstInfo& info, const Observation& observation,
                    Worker& worker);
/// \param lanes  active before the record ran
void measureBranch(const Warp& w, std::size_t record, std::uint32_t lanes, Worker& worker);
void noteTouched(TouchedRanges& touched, TouchedRanges::Range range, MemorySpace space);
/// Counts the ranges that a record has touched, and clears them.
void measureTouched(TouchedRanges& touched, bool isMatrix, Counters& counters);
/// For a record to which lanes may return. `next` is the record that its handler returned.
void measureAfter(const Warp& w, const Inst* ip, const InstInfo& info, const Inst* next,
                  std::uint32_t lanes, Worker& worker);

// trace.cpp
/// Records the addresses that a record is about to access, in traced blocks.
void traceAccess(Warp& w, const Inst* ip, const InstInfo& info);

// span_checks.cpp
/// Like checkAccess, using the pattern of the record's row if it has one.
void checkByPattern(Warp& w, const Inst* ip, const InstInfo& info, const Observation& observation,
                    Worker& worker);
/// Checks the loads of a shortcut's racing sum, whose first record is `ip`. Returns false, without
/// checking anything, if they must be checked one by one.
bool checkSum(Warp& w, const Inst* ip, const ObservedShortcut& shortcut, Worker& worker);
/// The handler for a record that is only checked, and only for the words it accesses; null for
/// other records.
Handler checkerFor(const InstInfo& info, const Observation& observation);

} // namespace warpbench::simgpu::engine
