// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/observe/access_history.h"

/// The rules by which accesses race, apart from what a warp is and from how races are reported.
///
/// Two accesses of different threads race where they touch the same byte, at least one of them is a
/// plain write, or one is a plain read and the other an atomic or volatile write, and nothing
/// orders them (order.h). A plain read after an atomic update alone, which at worst reads an old
/// value, is not a race.
namespace warpbench::simgpu::engine {

/// Whose accesses are held against the past.
struct Accessor {
    const Order& order;
    const WarpOrder& warp;
    std::uint32_t past;      ///< accesses of earlier segments are nobody's past
    std::uint32_t began = 0; ///< accesses of earlier segments are other blocks'
};

inline bool isStrong(const Access& access) {
    return static_cast<AccessKind>(access.kind) == AccessKind::strong;
}

/// Whether an earlier access, of which one is a write, can race with this one at all.
inline bool conflicts(const Accessor& accessor, const Access& earlier, const Access& now) {
    return earlier.segment >= accessor.past && (earlier.bytes & now.bytes) != 0 &&
           !(isStrong(earlier) && isStrong(now));
}

inline bool races(const Accessor& accessor, const Access& earlier, const Access& now) {
    return conflicts(accessor, earlier, now) &&
           !accessor.order.ordered(earlier, accessor.warp, now);
}

/// No access to the word is held against anyone any more.
inline bool isForgotten(const Accessor& accessor, const WordHistory& word) {
    return word.write.segment < accessor.past && word.reads[0].segment < accessor.past &&
           word.reads[1].segment < accessor.past;
}

/// Reads of two other warps are kept, and nothing has ordered anything since: a plain read more
/// races with nobody and need not be remembered.
inline bool isReadByOthers(const Accessor& accessor, const WordHistory& word, const Access& now) {
    const std::uint32_t recent = std::max(accessor.past, accessor.order.firstSegmentNow());
    const std::uint32_t a = word.reads[0].segment, b = word.reads[1].segment;
    return word.write.segment < accessor.past && a >= recent && b >= recent && a != b &&
           a != now.segment && b != now.segment;
}

void rememberRead(const Accessor& accessor, WordHistory& word, Access now);
void rememberWrite(const Accessor& accessor, WordHistory& word, Access now);

/// Holds an access against a word's past, then makes it part of it.
/// \param now     what the access is to this word
/// \param report  called with an earlier access that it races with, and whether that is a write
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
        // Who looks first and then updates atomically has looked again by that.
        if (isStrong(now) && read.segment && accessor.order.sameWarp(read, accessor.warp) &&
            read.lane == now.lane)
            read = {};
    }
    rememberWrite(accessor, word, now);
}

/// A plain read of a whole word by `lanes` lanes side by side, the first of which is now.lane: the
/// same as checkWord for each of them.
/// \param report  is also given, first, the access that races
template <class Report>
void checkSharedWord(const Accessor& accessor, WordHistory& word, Access now, std::uint32_t lanes,
                     const Report& report) {
    if (isForgotten(accessor, word)) { // two of them are all that is kept
        // Put together apart from the word, whose halves would have to arrive there first.
        word.reads[0] = now;
        ++now.lane;
        word.reads[1] = now;
        return;
    }
    const std::uint32_t first = now.lane;
    // Neither will be given up for one of the other lanes: see rememberRead.
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

/// Reads of two warps of other blocks are kept, and no block has told others of anything yet: none
/// of them is ordered before what this one does, and a plain read more need not be remembered.
inline bool isReadByOtherBlocks(const Accessor& accessor, const WordHistory& word) {
    const auto isOther = [&](const Access& read) {
        return read.segment >= accessor.past && read.segment < accessor.began;
    };
    return word.write.segment < accessor.past && isOther(word.reads[0]) && isOther(word.reads[1]) &&
           !accessor.order.hasReleased() && !accessor.order.sameWarp(word.reads[0], word.reads[1]);
}

/// See checkLine.
bool checkLineWithPast(const Accessor& accessor, LineHistory& line, Access now, bool writes);

/// The same for a line that lanes side by side access plainly, a word each.
/// \param now  what the access is to the line's first word
/// \return false, with nothing done, where the words must be looked at one by one
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
/// \param now  what the access of the first half is to the line's first word
/// \return false, with nothing done, where the halves must be looked at one after the other
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
    // Another warp alone did so before, and nothing is between: of each a read is kept.
    const std::uint32_t recent = std::max(accessor.past, accessor.order.firstSegmentNow());
    const std::uint32_t other = line.first.reads[0].segment;
    if (line.first.write.segment >= accessor.past || other < recent || other == now.segment ||
        line.first.reads[1].segment != other)
        return false;
    line.first.reads[1] = now;
    line.latest = now.segment;
    return true;
}

/// Of shared memory: plain reads of all words of a line, each by `lanes` lanes side by side, the
/// first of which is now.lane. The same as checkSharedWord for each word; there is nothing to
/// report. \return false, with nothing done, where the words must be looked at one by one
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
