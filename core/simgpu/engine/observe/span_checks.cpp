// SPDX-License-Identifier: GPL-3.0-or-later
// The checks of checks.cpp for whole warps whose halves each access contiguous words, or one word:
// the usual accesses, checked line by line.
#include "core/simgpu/engine/machine/services.h"
#include "core/simgpu/engine/observe/access_pattern.h"
#include "core/simgpu/engine/observe/lane_access.h"
#include "core/simgpu/engine/observe/observers.h"
#include "core/simgpu/engine/observe/written_check.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace warpbench::simgpu::engine {

namespace {

/// One half of a warp, or all of it: words side by side.
struct Span {
    std::uint64_t address = 0; ///< as LaneAccess::address
    std::uint32_t lane = 0, lanes = 0;
    bool oneWord = false; ///< all lanes read the same
};

template <class History>
class SpanChecker {
  public:
    SpanChecker(LaneAccess& access, History& history)
        : m_access(access)
        , m_history(history)
        , m_accessor(accessorOf(access.warp, access.sharedOf))
        , m_record(static_cast<std::uint32_t>(recordOf(access.warp, access.ip))) {}

    /// The accesses that follow are another record's of the same kind.
    void goTo(const Inst* ip) {
        m_access.ip = ip;
        m_record = static_cast<std::uint32_t>(recordOf(m_access.warp, ip));
    }
    const Accessor& accessor() const { return m_accessor; }
    /// The access to a word by a lane. Constructed for each: changing a bit-field of a stored one
    /// would stall the next read of the whole.
    Access by(std::uint32_t lane) const {
        Access now;
        now.segment = m_accessor.warp.segment;
        now.record = m_record;
        now.lane = lane;
        now.bytes = 15;
        return now;
    }
    void check(const Span& span) {
        if (span.oneWord)
            return checkOneWord(span);
        const std::uint64_t first = span.address / 4;
        if (span.lanes == kLanes && first % kLineWords == 0 && checkFirstOfTwoLines(first))
            return;
        for (std::uint32_t done = 0; done < span.lanes;) {
            const std::uint64_t word = first + done;
            const auto inLine = static_cast<std::uint32_t>(word % kLineWords);
            const std::uint32_t count = std::min(kLineWords - inLine, span.lanes - done);
            checkPart(word, span.lane + done, count);
            done += count;
        }
    }

  private:
    void report(std::uint64_t word, std::uint32_t lane, const Access& earlier, bool writes) {
        m_access.lane = lane;
        m_access.address = word * 4;
        reportRace(m_access, earlier, writes);
    }

    /// A whole warp's accesses to two whole lines without earlier accesses, as in most of global
    /// memory: equivalent to checkPart for each. False, with nothing done, otherwise.
    bool checkFirstOfTwoLines(std::uint64_t word) {
        LineHistory* const lines = m_history.linesAt(word / kLineWords);
        if (!lines || lines[0].latest >= m_accessor.past || lines[1].latest >= m_accessor.past ||
            (m_access.writes && !areAllChanged(word)))
            return false;
        for (std::uint32_t i = 0; i < 2; ++i) {
            lines[i].first = {};
            (m_access.writes ? lines[i].first.write : lines[i].first.reads[0]) = by(i * kLineWords);
            lines[i].latest = m_accessor.warp.segment;
            lines[i].words = 0;
        }
        return true;
    }
    /// Whether a warp's store changes every word.
    bool areAllChanged(std::uint64_t word) {
        m_access.address = word * 4;
        const std::uint8_t* const target = m_access.target();
        const std::uint32_t* const values = row32(m_access.warp, m_access.ip->d);
        std::uint32_t same = 0; // no leaving early: so the compiler makes vectors of it
        for (std::uint32_t i = 0; i < kLanes; ++i) {
            std::uint32_t old;
            std::memcpy(&old, target + 4 * i, sizeof old);
            same |= std::uint32_t{old == values[i]};
        }
        return same == 0;
    }

    void checkOneWord(const Span& span) {
        const std::uint64_t word = span.address / 4;
        LineHistory* const line = m_history.lineAt(word / kLineWords);
        WordHistory* const words = line ? m_history.wordsOf(*line, m_accessor.past) : nullptr;
        if (!words)
            return;
        line->latest = m_accessor.warp.segment;
        checkSharedWord(m_accessor, words[word % kLineWords], by(span.lane), span.lanes,
                        [&](const Access& now, const Access& earlier, bool writes) {
                            report(word, now.lane, earlier, writes);
                        });
    }

    /// Words of one line.
    void checkPart(std::uint64_t word, std::uint32_t lane, std::uint32_t count) {
        LineHistory* const line = m_history.lineAt(word / kLineWords);
        if (!line)
            return;
        std::uint32_t changed = m_access.writes ? changedWords(word, lane, count) : kFullMask;
        if (changed == 0)
            return;
        const bool whole = count == kLineWords && (~changed & 0xffff) == 0;
        if (whole && checkLine(m_accessor, *line, by(lane), m_access.writes))
            return;
        WordHistory* const words = m_history.wordsOf(*line, m_accessor.past);
        if (!words)
            return;
        line->latest = m_accessor.warp.segment;
        for (std::uint32_t i = 0; i < count; ++i, changed >>= 1) {
            if ((changed & 1) == 0)
                continue; // leaves memory as it is
            const Access now = by(lane + i);
            WordHistory& history = words[(word + i) % kLineWords];
            if (isForgotten(m_accessor, history)) // the first access to the word
                (m_access.writes ? history.write : history.reads[0]) = now;
            else if (m_access.writes || !isReadByOthers(m_accessor, history, now))
                checkWord(m_accessor, history, now, m_access.writes,
                          [&](const Access& earlier, bool writes) {
                              report(word + i, lane + i, earlier, writes);
                          });
        }
    }

    /// One bit for each word that the store changes.
    std::uint32_t changedWords(std::uint64_t word, std::uint32_t lane, std::uint32_t count) {
        std::array<std::uint32_t, kLineWords> old, values;
        m_access.address = word * 4;
        const std::uint32_t* const row = row32(m_access.warp, m_access.ip->d) + lane;
        if (count == kLineWords) { // usually all or none: a fast test
            std::memcpy(old.data(), m_access.target(), sizeof old);
            std::memcpy(values.data(), row, sizeof values);
            std::uint32_t same = 0;
            for (std::uint32_t i = 0; i < kLineWords; ++i)
                same += old[i] == values[i];
            if (same == 0 || same == kLineWords)
                return same ? 0 : kFullMask;
        } else {
            std::memcpy(old.data(), m_access.target(), count * 4);
            std::memcpy(values.data(), row, count * 4);
        }
        std::uint32_t changed = 0;
        for (std::uint32_t i = 0; i < count; ++i)
            changed |= std::uint32_t{old[i] != values[i]} << i;
        return changed;
    }

    LaneAccess& m_access;
    History& m_history;
    const Accessor m_accessor;
    std::uint32_t m_record;
};

/// The number of spans in a full warp's access to words; none for other accesses.
inline __attribute__((always_inline)) std::uint32_t spansOf(Warp& w, const Inst* ip,
                                                            const InstInfo& info,
                                                            const RowPattern& row,
                                                            std::array<Span, 2>& spans) {
    if (!row.known)
        return 0;
    const std::uint64_t first = addressFrom(w, ip, info, row.first[0]);
    if (row.allContiguous) {
        spans[0] = {first, 0, kLanes, false};
        return first % 4 == 0;
    }
    const std::uint64_t second = addressFrom(w, ip, info, row.first[1]);
    spans[0] = {first, 0, kLanes / 2, !row.contiguous[0]};
    spans[1] = {second, kLanes / 2, kLanes / 2, !row.contiguous[1]};
    // Lanes that write the same word: see repeatsEarlierLane.
    const bool apart =
        row.contiguous[0] && row.contiguous[1] && second > first && second - first >= 2 * kLanes;
    return (first | second) % 4 == 0 && (!info.store || apart) ? 2 : 0;
}

/// Whether all of it is memory that a history follows.
bool isFollowed(Warp& w, const Inst* ip, const InstInfo& info, bool shared, const Span& span) {
    const std::uint64_t bytes = span.oneWord ? 4 : std::uint64_t{span.lanes} * 4;
    const RangeSlot slot = shared ? RangeSlot{0, w.sharedSize} : w.rangeSlots[ip->c];
    const std::uint64_t offset = span.address - slot.base;
    if (offset < slot.size && slot.size - offset >= bytes)
        return true;
    return !shared && findRange(w, w.rangeSlots[ip->c], span.address, bytes, info.store);
}

/// False if the access does not consist of spans; then nothing has been checked.
template <bool kShared>
bool checkSpans(Warp& w, const Inst* ip, const InstInfo& info, const RowPattern& row) {
    Block& block = *w.block;
    std::array<Span, 2> spans;
    const std::uint32_t count = spansOf(w, ip, info, row, spans);
    for (std::uint32_t i = 0; i < count; ++i) {
        if (!isFollowed(w, ip, info, kShared, spans[i]))
            return false;
    }
    const Checks& checks = block.launch.request.checks;
    const bool races = kShared ? checks.sharedRaces : block.launch.history != nullptr;
    if (count == 0 || (races && !block.worker.order.follows()))
        return false;
    LaneAccess access{w, ip, info};
    access.address = spans[0].address;
    access.bytes = 4;
    access.reads = !info.store;
    access.writes = info.store;
    access.sharedOf = kShared ? &block : nullptr;
    if (checks.uninitialized) {
        for (std::uint32_t i = 0; i < count; ++i) {
            const WatchedAccess watched = {w,
                                           ip,
                                           spans[i].lane,
                                           spans[i].address,
                                           access.bytes,
                                           access.reads,
                                           access.writes,
                                           access.sharedOf};
            const std::uint32_t step = spans[i].oneWord ? 0 : access.bytes;
            checkWritten(watched, spans[i].lanes, step);
            noteWatched(watched, spans[i].lanes, step);
        }
    }
    if (!races)
        return true;
    block.worker.order.segmentNow(block.order[w.index]);
    const auto checkAll = [&](auto& history) {
        SpanChecker checker(access, history);
        for (std::uint32_t i = 0; i < count; ++i)
            checker.check(spans[i]);
    };
    if constexpr (kShared)
        checkAll(block.history);
    else
        checkAll(*block.launch.history);
    return true;
}

template <bool kShared>
const Inst* checkThenRun(const Inst* ip, Warp& w) {
    Worker& worker = w.block->worker;
    const std::size_t record = recordOf(w, ip);
    const Observation& o = worker.observed->observations[record];
    const InstInfo& info = w.code->infos[record];
    if (!checkSpans<kShared>(w, ip, info, rowPattern(w, ip, info, o, worker)))
        checkAccess(w, ip, info);
    return o.run(ip, w);
}

} // namespace

namespace {

/// Whether an access may be one by spans.
bool mayHaveSpans(const InstInfo& info, const Observation& o) {
    const bool oneRow = info.plainSource && info.elements == 1 && !info.wideSource;
    return o.pattern != Observation::kNoPattern && info.kind == InstClass::memory &&
           info.accessBytes == 4 && (!info.store || oneRow) && o.isFollowed;
}

} // namespace

void checkByPattern(Warp& w, const Inst* ip, const InstInfo& info, const Observation& o,
                    Worker& worker) {
    if (mayHaveSpans(info, o)) {
        const RowPattern& row = rowPattern(w, ip, info, o, worker);
        if (info.space == MemorySpace::shared
                ? checkSpans<true>(w, ip, info, row)
                : info.space == MemorySpace::global && checkSpans<false>(w, ip, info, row))
            return;
    }
    checkAccess(w, ip, info);
}

namespace {

/// Checks the reads of a sum's loads through one of its two address rows.
class SumRowChecker {
  public:
    SumRowChecker(SpanChecker<SharedHistory>& checker, SharedHistory& history,
                  const ProductSum& sum, std::size_t row, const Inst* first)
        : m_checker(checker)
        , m_history(history)
        , m_sum(sum)
        , m_row(row)
        , m_first(first) {}

    void check(const std::array<Span, 2>& spans, std::uint32_t count, bool byWords) {
        const bool halvesAlike = count == 2 && spans[0].address == spans[1].address;
        if (byWords && count == 2 && spans[0].oneWord && spans[1].oneWord) {
            checkWordByWord(spans[0]);
            checkWordByWord(spans[1]);
        } else if (halvesAlike && !spans[0].oneWord && !spans[1].oneWord) {
            checkSameHalves(spans);
        } else {
            for (std::size_t f = 0; f < m_sum.factors.size(); ++f) {
                for (std::uint32_t s = 0; s < count; ++s)
                    checkFactor(f, spans[s]);
            }
        }
    }

  private:
    /// The span of a factor, from the first one's.
    Span spanOf(std::size_t factor, Span span) const {
        const ProductSum::Factors &first = m_sum.factors.front(), &f = m_sum.factors[factor];
        const std::int64_t behind = m_row == 0 ? f.x - first.x : f.y - first.y;
        span.address += static_cast<std::uint64_t>(behind);
        return span;
    }
    /// Two loads and their product are a step.
    void goTo(std::size_t factor) { m_checker.goTo(m_first + 3 * factor); }
    void checkFactor(std::size_t factor, const Span& first) {
        goTo(factor);
        m_checker.check(spanOf(factor, first));
    }

    /// The factors are words side by side, all lanes of the span read each.
    void checkWordByWord(const Span& span) {
        const std::size_t count = m_sum.factors.size();
        for (std::size_t f = 0; f < count;) {
            const std::uint64_t word = span.address / 4 + f;
            goTo(f);
            if (word % kLineWords == 0 && count - f >= kLineWords &&
                checkWordsAlike(m_checker.accessor(), *m_history.lineAt(word / kLineWords),
                                m_checker.by(span.lane), span.lanes)) {
                f += kLineWords;
                continue;
            }
            m_checker.check(spanOf(f, span));
            ++f;
        }
    }

    /// Both halves of the warp read the same words side by side.
    void checkSameHalves(const std::array<Span, 2>& spans) {
        for (std::size_t f = 0; f < m_sum.factors.size(); ++f) {
            const Span first = spanOf(f, spans[0]);
            goTo(f);
            if (first.address % kLineBytes == 0 &&
                checkLineReadTwice(m_checker.accessor(),
                                   *m_history.lineAt(first.address / kLineBytes),
                                   m_checker.by(first.lane)))
                continue;
            m_checker.check(first);
            m_checker.check(spanOf(f, spans[1]));
        }
    }

    SpanChecker<SharedHistory>& m_checker;
    SharedHistory& m_history;
    const ProductSum& m_sum;
    const std::size_t m_row;
    const Inst* const m_first; ///< the load of the first factor
};

} // namespace

bool checkSum(Warp& w, const Inst* ip, const ObservedShortcut& shortcut, Worker& worker) {
    Block& block = *w.block;
    if (!block.worker.order.follows())
        return false;
    std::array<std::array<Span, 2>, 2> spans; // of the first x and of the first y
    std::array<std::uint32_t, 2> count;
    for (std::size_t i = 0; i < 2; ++i) {
        const std::size_t record = recordOf(w, ip + i);
        const InstInfo& info = w.code->infos[record];
        const RowPattern& row =
            rowPattern(w, ip + i, info, worker.observed->observations[record], worker);
        count[i] = spansOf(w, ip + i, info, row, spans[i]);
        if (count[i] == 0)
            return false;
    }
    block.worker.order.segmentNow(block.order[w.index]);
    LaneAccess access{w, ip, w.code->infos[recordOf(w, ip)]};
    access.bytes = 4;
    access.reads = true;
    access.sharedOf = &block;
    SpanChecker checker(access, block.history);
    for (std::size_t i = 0; i < 2; ++i)
        SumRowChecker(checker, block.history, *shortcut.racingSum, i, ip + i)
            .check(spans[i], count[i], shortcut.goesByWords[i]);
    return true;
}

Handler checkerFor(const InstInfo& info, const Observation& o) {
    if (!o.checksAccess || o.notesOrder || !mayHaveSpans(info, o))
        return nullptr;
    return info.space == MemorySpace::shared   ? checkThenRun<true>
           : info.space == MemorySpace::global ? checkThenRun<false>
                                               : nullptr;
}

} // namespace warpbench::simgpu::engine
