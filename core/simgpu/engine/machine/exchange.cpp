// SPDX-License-Identifier: GPL-3.0-or-later
// Where the lanes of a warp-wide operation meet. They wait for all lanes in their mask that have
// not exited the kernel (PTX ISA 9.0, 9.7.9.6 and 9.7.13.4). Each mask is a separate meeting, and
// since compute capability 7.0 its lanes may come from several places: the two branches of an `if`,
// or two calls of one function.
#include "core/simgpu/engine/decode/code.h"
#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/engine/machine/services.h"
#include "core/simgpu/engine/observe/divergence.h"
#include "core/simgpu/engine/observe/observers.h"

#include <bit>

namespace warpbench::simgpu::engine {

namespace {

/// The record's own handler, with nothing that looks on.
Handler handlerOf(const Warp& w, const Inst* ip) {
    const ObservedCode* const observed = w.block->worker.observed;
    return observed ? observed->observations[recordOf(w, ip)].run : ip->run;
}

bool meets(const Warp& w, const Split& a, const Split& b) {
    return b.state == SplitState::atWarpSync && a.member == b.member &&
           handlerOf(w, a.pc) == handlerOf(w, b.pc);
}

/// Each lane's input to an operation. Lanes at other places have it in other rows.
struct Contributions {
    std::array<std::uint64_t, kLanes> values{};
    std::uint32_t bits = 0;
};

void contribute(Warp& w, const Split& split, Contributions& to) {
    const Inst* const ip = split.pc;
    switch (exchangeOf(*ip).source) {
    case ExchangedRow::none:
        return;
    case ExchangedRow::predicate:
        to.bits |= (predicate(w, ip->a) ^ ip->aux) & split.mask;
        return;
    case ExchangedRow::word:
        for (std::uint32_t lane = 0; lane < kLanes; ++lane)
            if (split.mask >> lane & 1)
                to.values[lane] = row32(w, ip->a)[lane];
        return;
    case ExchangedRow::wide:
        for (std::uint32_t lane = 0; lane < kLanes; ++lane)
            if (split.mask >> lane & 1)
                to.values[lane] = row64(w, ip->a)[lane];
    }
}

/// Preserves other lanes' values in a row that the current record uses.
class BorrowedRow {
  public:
    BorrowedRow(Warp& w, std::uint16_t index, ExchangedRow kind, std::uint32_t owners)
        : m_warp(w)
        , m_index(index)
        , m_kind(kind)
        , m_owners(owners) {
        if (kind == ExchangedRow::predicate)
            m_bits = predicate(w, index);
        else if (kind != ExchangedRow::none)
            std::memcpy(m_words.data(), row32(w, index), bytes());
    }
    ~BorrowedRow() {
        if (m_kind == ExchangedRow::none)
            return;
        if (m_kind == ExchangedRow::predicate) {
            std::uint32_t& p = predicate(m_warp, m_index);
            p = (p & m_owners) | (m_bits & ~m_owners);
            return;
        }
        const std::uint32_t words = m_kind == ExchangedRow::wide ? 2 : 1;
        std::uint32_t* const row = row32(m_warp, m_index);
        for (std::uint32_t i = 0; i < kLanes * words; ++i)
            if (!(m_owners >> (i / words) & 1))
                row[i] = m_words[i];
    }
    BorrowedRow(const BorrowedRow&) = delete;
    BorrowedRow& operator=(const BorrowedRow&) = delete;

  private:
    std::size_t bytes() const { return m_kind == ExchangedRow::wide ? 256 : 128; }

    Warp& m_warp;
    std::uint16_t m_index;
    ExchangedRow m_kind;
    std::uint32_t m_owners;
    std::uint32_t m_bits = 0;
    std::array<std::uint32_t, 2 * kLanes> m_words;
};

/// Executes the record of one place as if all lanes were there; only its own lanes keep the
/// results.
void executeAt(Warp& w, const Split& split, std::uint32_t all, const Contributions& given) {
    const Inst* const ip = split.pc;
    const Exchange form = exchangeOf(*ip);
    const BorrowedRow member(w, static_cast<std::uint16_t>(ip->aux2), ExchangedRow::word,
                             split.mask);
    const BorrowedRow source(w, ip->a, form.source, split.mask);
    const BorrowedRow result(w, ip->d, form.result, split.mask);
    const BorrowedRow flag(w, static_cast<std::uint16_t>(ip->aux),
                           form.hasFlag ? ExchangedRow::predicate : ExchangedRow::none, split.mask);
    const std::uint32_t others = all & ~split.mask;
    for (std::uint32_t rest = others; rest; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        if (form.source == ExchangedRow::word)
            row32(w, ip->a)[lane] = static_cast<std::uint32_t>(given.values[lane]);
        else if (form.source == ExchangedRow::wide)
            row64(w, ip->a)[lane] = given.values[lane];
        row32(w, ip->aux2)[lane] = split.member; // last: a program may exchange the mask itself
    }
    if (form.source == ExchangedRow::predicate) {
        std::uint32_t& p = predicate(w, ip->a);
        p = (p & ~others) | ((given.bits ^ ip->aux) & others);
    }
    setMask(w, all);
    handlerOf(w, ip)(ip, w);
    clearMask(w);
}

void judgeExchange(Warp& w, const Split& split, std::uint32_t all) {
    judgeShuffle(w, split.pc, split.mask);
    judgeMeeting(w, split.pc, split.frame, split.mask, split.member, all & ~split.mask);
}

/// The lanes `all` of several splits have met. The caller counts those in `arriving`.
void exchange(Warp& w, const Split& first, std::uint32_t all, std::uint32_t arriving) {
    const Split meeting = first;
    Contributions given;
    std::array<std::uint32_t, kLanes> there{};
    std::uint32_t count = 0;
    for (std::uint32_t i = 0; i < w.pending; ++i) {
        if (meets(w, meeting, w.splits[i]))
            there[count++] = i;
    }
    for (std::uint32_t i = 0; i < count; ++i)
        contribute(w, w.splits[there[i]], given);
    Launch& launch = w.block->launch;
    for (std::uint32_t i = 0; i < count && launch.request.checks.barriers; ++i)
        judgeExchange(w, w.splits[there[i]], all);
    for (std::uint32_t i = 0; i < count; ++i) {
        Split& split = w.splits[there[i]];
        executeAt(w, split, all, given);
        const std::size_t record = recordOf(w, split.pc);
        const std::uint32_t uncounted = split.mask & ~arriving;
        if (launch.request.metrics && uncounted && w.code->infos[record].counted) {
            Counters& counters = w.block->worker.byInstruction[record];
            const auto lanes = static_cast<std::uint32_t>(std::popcount(uncounted));
            ++counters.warpInstructions;
            counters.threadInstructions += lanes;
            ++w.block->worker.activeLanes[lanes];
        }
        split.state = SplitState::ready;
        ++split.pc;
    }
    if (launch.request.checks.barriers)
        noteWentOn(w, all);
    if (launch.checkedRaces)
        noteMeeting(w, w.code->infos[recordOf(w, meeting.pc)], all);
}

/// Joins the splits of a meeting that are at one place. True if these are all of them.
bool joinAtOnePlace(Warp& w, std::uint32_t first) {
    bool onePlace = true;
    for (std::uint32_t i = first + 1; i < w.pending;) {
        Split& kept = w.splits[first];
        const Split& other = w.splits[i];
        if (!meets(w, kept, other)) {
            ++i;
        } else if (other.pc == kept.pc && other.frame == kept.frame) {
            kept.mask |= other.mask;
            if (other.frame)
                dropFrame(w, other.frame);
            removeSplit(w, i);
        } else {
            onePlace = false;
            ++i;
        }
    }
    return onePlace;
}

} // namespace

void releaseMeetings(Warp& w, std::uint32_t arriving) {
    for (std::uint32_t i = 0; i < w.pending; ++i) {
        if (w.splits[i].state != SplitState::atWarpSync)
            continue;
        std::uint32_t there = 0;
        for (std::uint32_t k = i; k < w.pending; ++k)
            there |= meets(w, w.splits[i], w.splits[k]) ? w.splits[k].mask : 0;
        if (w.splits[i].member & ~w.exited & ~there)
            continue;
        // At one place, the record is executed again, by all of them.
        if (joinAtOnePlace(w, i))
            w.splits[i].state = SplitState::ready;
        else
            exchange(w, w.splits[i], there, arriving);
    }
}

const Inst* parkForSync(Warp& w, const Inst* ip) {
    const std::uint32_t arriving = w.mask;
    const std::uint32_t* const members = row32(w, ip->aux2);
    Frame* const frame = w.frame;
    bool isFirst = true;
    for (std::uint32_t rest = arriving; rest;) {
        Split waiting;
        waiting.pc = ip;
        waiting.state = SplitState::atWarpSync;
        waiting.member = members[std::countr_zero(rest)];
        waiting.frame = frame;
        for (std::uint32_t lanes = rest; lanes; lanes &= lanes - 1) {
            const auto lane = static_cast<std::uint32_t>(std::countr_zero(lanes));
            waiting.mask |= std::uint32_t{members[lane] == waiting.member} << lane;
        }
        rest &= ~waiting.mask;
        if (frame && !isFirst)
            ++frame->references;
        isFirst = false;
        w.splits[w.pending++] = waiting;
    }
    clearMask(w);
    w.frame = nullptr;
    releaseMeetings(w, arriving);
    return resumeAny(w);
}

} // namespace warpbench::simgpu::engine
