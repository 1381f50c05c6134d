// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/observe/access_history.h"

/// The rules that decide whether accesses race, independent of warps and of reporting.
///
/// Two accesses of different threads race if they touch the same byte, nothing orders them
/// (order.h), and at least one is a plain write, or one is a plain read and the other an atomic or
/// volatile write. A plain read after a mere atomic update is not a race; at worst it reads an old
/// value.
namespace warpbench::simgpu::engine {

/// The thread whose accesses are checked against the past.
struct Accessor {
    const Order& order;
    const WarpOrder& warp;
    std::uint32_t past;      ///< accesses in earlier segments are ignored
    std::uint32_t began = 0; ///< accesses in earlier segments are by other blocks
};

inline bool isStrong(const Access& access) {
    return static_cast<AccessKind>(access.kind) == AccessKind::strong;
}

/// Whether an access can race with an earlier one at all, if one of them is a write.
inline bool conflicts(const Accessor& accessor, const Access& earlier, const Access& now) {
    return earlier.segment >= accessor.past && (earlier.bytes & now.bytes) != 0 &&
           !(isStrong(earlier) && isStrong(now));
}

inline bool races(const Accessor& accessor, const Access& earlier, const Access& now) {
    return conflicts(accessor, earlier, now) &&
           !accessor.order.ordered(earlier, accessor.warp, now);
}

/// No access to the word can race with later ones any more.
inline bool isForgotten(const Accessor& accessor, const WordHistory& word) {
    return word.write.segment < accessor.past && word.reads[0].segment < accessor.past &&
           word.reads[1].segment < accessor.past;
}

/// Reads by two other warps are stored, and no ordering event has happened since: another plain
/// read races with nothing and need not be stored.
inline bool isReadByOthers(const Accessor& accessor, const WordHistory& word, const Access& now) {
    const std::uint32_t recent = std::max(accessor.past, accessor.order.firstSegmentNow());
    const std::uint32_t a = word.reads[0].segment, b = word.reads[1].segment;
    return word.write.segment < accessor.past && a >= recent && b >= recent && a != b &&
           a != now.segment && b != now.segment;
}

void rememberRead(const Accessor& accessor, WordHistory& word, Access now);
void rememberWrite(const Accessor& accessor, WordHistory& word, Access now);

/// Checks an access against a word's history, then adds it to the history.
/// \param now     the access to this word
/// \param report  called with an earlier access that it races with, and whether it is a write
template <class Report>
void checkWord(const Accessor& accessor, WordHistory& word, Access now, bool writes,
               const Report& report) {
    const bool harmless = !writes && isStrong(word.write);
    if (!harmless && races(accessor, word.write, now))
        report(word.write, true);
    if (!writes) {
        if (!isStrong(now))
            rememberRead(accessor, word, now);
        return;
    }
    for (Access& read : word.reads) {
        if (races(accessor, read, now) && !accessor.order.isTold(read, accessor.warp, now.lane)) {
            report(read, false);
            break;
        }
        // A lane that reads and then updates atomically has thereby read again.
        if (isStrong(now) && read.segment && accessor.order.sameWarp(read, accessor.warp) &&
            read.lane == now.lane)
            read = {};
    }
    rememberWrite(accessor, word, now);
}

/// A plain read of a whole word by `lanes` consecutive lanes, the first of which is now.lane:
/// equivalent to checkWord for each of them.
/// \param report  also receives, as first argument, the racing access
template <class Report>
void checkSharedWord(const Accessor& accessor, WordHistory& word, Access now, std::uint32_t lanes,
                     const Report& report) {
    if (isForgotten(accessor, word)) { // only two of the reads are stored
        // Assembled separately, as reading the word would stall on its two half stores.
        word.reads[0] = now;
        ++now.lane;
        word.reads[1] = now;
        return;
    }
    const std::uint32_t first = now.lane;
    // Neither will be replaced by one of the other lanes: see rememberRead.
    const std::uint32_t recent = std::max(accessor.past, accessor.order.firstSegmentNow());
    const auto stays = [&](const Access& read, std::uint32_t next) {
        return read.segment >= recent &&
               (read.segment != now.segment || (read.bytes == now.bytes && !read.isShared() &&
                                                (read.lane < next || read.lane >= first + lanes)));
    };
    for (std::uint32_t lane = first; lane < first + lanes; ++lane) {
        if (word.write.segment < accessor.past && stays(word.reads[0], lane) &&
            stays(word.reads[1], lane) &&
            (word.reads[0].segment != word.reads[1].segment ||
             word.reads[0].segment == now.segment))
            return;
        now.lane = lane & (kLanes - 1);
        checkWord(accessor, word, now, false,
                  [&](const Access& earlier, bool writes) { report(now, earlier, writes); });
    }
}

/// Reads by two warps of other blocks are stored, and no block has published anything yet: none of
/// them is ordered before this block's accesses, and another plain read need not be stored.
inline bool isReadByOtherBlocks(const Accessor& accessor, const WordHistory& word) {
    const auto isOther = [&](const Access& read) {
        return read.segment >= accessor.past && read.segment < accessor.began;
    };
    return word.write.segment < accessor.past && isOther(word.reads[0]) && isOther(word.reads[1]) &&
           !accessor.order.hasReleased() && !accessor.order.sameWarp(word.reads[0], word.reads[1]);
}

/// See checkLine.
bool checkLineWithPast(const Accessor& accessor, LineHistory& line, Access now, bool writes);

/// The same for a line in which consecutive lanes each access one word plainly.
/// \param now  the access to the line's first word
/// \return false, with nothing done, if the words must be checked one by one
inline bool checkLine(const Accessor& accessor, LineHistory& line, Access now, bool writes) {
    if (line.latest < accessor.past) {
        line.first = {};
        (writes ? line.first.write : line.first.reads[0]) = now;
        line.latest = now.segment;
        line.words = 0;
        return true;
    }
    if (line.words)
        return false;
    return (!writes && (isReadByOthers(accessor, line.first, now) ||
                        isReadByOtherBlocks(accessor, line.first))) ||
           checkLineWithPast(accessor, line, now, writes);
}

/// Plain reads of a whole line by both halves of a warp, each half as in checkLine.
/// \param now  the first half's access to the line's first word
/// \return false, with nothing done, if the halves must be checked one after the other
inline bool checkLineReadTwice(const Accessor& accessor, LineHistory& line, Access now) {
    if (line.latest < accessor.past) {
        line.first = {};
        line.first.reads[0] = now;
        now.lane += kLineWords;
        line.first.reads[1] = now;
        line.latest = now.segment;
        line.words = 0;
        return true;
    }
    if (line.words != 0)
        return false;
    if (isReadByOthers(accessor, line.first, now))
        return true;
    // Only one other warp did so before, with no event in between: one read of each is stored.
    const std::uint32_t recent = std::max(accessor.past, accessor.order.firstSegmentNow());
    const std::uint32_t other = line.first.reads[0].segment;
    if (line.first.write.segment >= accessor.past || other < recent || other == now.segment ||
        line.first.reads[1].segment != other)
        return false;
    line.first.reads[1] = now;
    line.latest = now.segment;
    return true;
}

/// For shared memory: plain reads of all words of a line, each by `lanes` consecutive lanes, the
/// first of which is now.lane. Equivalent to checkSharedWord for each word, without anything to
/// report. \return false, with nothing done, if the words must be checked one by one
inline bool checkWordsAlike(const Accessor& accessor, LineHistory& line, Access now,
                            std::uint32_t lanes) {
    if (line.latest < accessor.past) {
        line.first = {};
        line.words = LineHistory::kWordsAlike;
    } else if (line.words != LineHistory::kWordsAlike) {
        return false;
    }
    line.latest = now.segment;
    checkSharedWord(accessor, line.first, now, lanes,
                    [](const Access&, const Access&, bool) {}); // only reads so far
    return true;
}

} // namespace warpbench::simgpu::engine
