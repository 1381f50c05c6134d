// SPDX-License-Identifier: GPL-3.0-or-later
// Operations between the lanes of a warp: shfl, vote, match, redux, bar.warp.sync, elect (PTX ISA
// 9.0, sections 9.7.9.6, 9.7.13). Inst: aux2 is the row of the member mask.
#include "core/simgpu/engine/handlers/lanes.h"
#include "core/simgpu/engine/handlers/modifiers.h"
#include "core/simgpu/engine/handlers/shuffle.h"
#include "core/simgpu/engine/machine/tolerance.h"

namespace warpbench::simgpu::engine {
namespace {

/// Lanes that the active ones wait for: all that any of them names and that have not left.
inline u32 namedLanes(const Inst* ip, Warp& w) {
    const u32* members = row32(w, u16(ip->aux2));
    u32 named = 0, own = 0;
    for (u32 l = 0; l < kLanes; ++l) {
        named |= members[l] & w.lanes[l];
        own |= members[l] & (1u << l);
    }
    if ((w.mask & ~own) != 0) { // a thread's mask does not include itself
        if (!isTolerant(w))
            return 0;
        named |= w.mask;
    }
    return named & ~w.exited;
}

/// Null if all named lanes are here; otherwise where to continue.
struct Gathering {
    bool complete;
    const Inst* next;
};
inline Gathering gather(const Inst* ip, Warp& w) {
    const u32 named = namedLanes(ip, w);
    if (__builtin_expect(named != 0 && (named & ~w.mask) == 0, 1))
        return {true, nullptr};
    if (named == 0) {
        const u32* members = row32(w, u16(ip->aux2));
        for (u32 rest = w.mask; rest; rest &= rest - 1) {
            const u32 lane = u32(std::countr_zero(rest));
            if (!(members[lane] >> lane & 1))
                return {false, raise(w, ip, FaultKind::invalidSyncMask, lane, 0, 0,
                                     "the mask does not name the thread that passes it")};
        }
    }
    return {false, parkForSync(w, ip)};
}

/// b: lane or distance, c: clamp and segment mask; aux: a predicate for "in range", 0 for none.
template <Shuffle kMode>
const Inst* shfl(const Inst* ip, Warp& w) {
    if (const Gathering g = gather(ip, w); !g.complete)
        return g.next;
    alignas(64) u32 values[kLanes];
    const u32* a = row32(w, ip->a);
    for (u32 lane = 0; lane < kLanes; ++lane)
        values[lane] = a[lane] & w.lanes[lane]; // exited lanes yield zero: seen on an H200
    const u32* b = row32(w, ip->b);
    const u32* c = row32(w, ip->c);
    alignas(64) s32 source[kLanes];
    alignas(64) u32 inRange[kLanes];
    for (s32 lane = 0; lane < s32(kLanes); ++lane) {
        const ShuffleSource from = shuffleSource<kMode>(lane, b[lane], c[lane]);
        source[lane] = from.lane;
        inRange[lane] = from.inRange ? 1u : 0u;
    }
    u32* d = row32(w, ip->d);
    for (u32 lane = 0; lane < kLanes; ++lane) {
        const u32 value = values[source[lane] & 31];
        d[lane] = w.lanes[lane] ? value : d[lane];
    }
    if (ip->aux)
        setPredicate(w, u16(ip->aux), laneBits([&](u32 l) { return inRange[l] != 0; }));
    return ip + 1;
}

/// Calls f(group) for each set of active lanes that name the same members; once in nearly all code.
template <class F>
inline void forGroups(const Inst* ip, Warp& w, F f) {
    const u32* members = row32(w, u16(ip->aux2));
    for (u32 rest = w.mask; rest;) {
        const u32 mask = members[std::countr_zero(rest)];
        u32 group = 0;
        for (u32 l = 0; l < kLanes; ++l)
            group |= u32(members[l] == mask) << l;
        group &= rest;
        f(group);
        rest &= ~group;
    }
}

enum class Vote { all, any, uni, ballot };

/// a: the predicate; aux is all ones if it is negated.
template <Vote kMode>
const Inst* vote(const Inst* ip, Warp& w) {
    if (const Gathering g = gather(ip, w); !g.complete)
        return g.next;
    const u32 p = predicate(w, ip->a) ^ ip->aux;
    u32 yes = 0;
    forGroups(ip, w, [&](u32 group) {
        const u32 votes = p & group;
        if constexpr (kMode == Vote::ballot) {
            u32* d = row32(w, ip->d);
            for (u32 l = 0; l < kLanes; ++l)
                d[l] = group >> l & 1 ? votes : d[l];
        } else {
            const bool result = kMode == Vote::all   ? votes == group
                                : kMode == Vote::any ? votes != 0
                                                     : votes == group || votes == 0;
            yes |= result ? group : 0;
        }
    });
    if constexpr (kMode != Vote::ballot)
        setPredicate(w, ip->d, yes);
    return ip + 1;
}

template <class T, bool kAll>
const Inst* match(const Inst* ip, Warp& w) {
    if (const Gathering g = gather(ip, w); !g.complete)
        return g.next;
    alignas(64) T values[kLanes];
    std::memcpy(values, row<T>(w, ip->a), sizeof values);
    u32* d = row32(w, ip->d);
    u32 allSame = 0;
    forGroups(ip, w, [&](u32 group) {
        for (u32 rest = group; rest; rest &= rest - 1) {
            const u32 lane = u32(std::countr_zero(rest));
            u32 same = 0;
            for (u32 l = 0; l < kLanes; ++l)
                same |= u32(values[l] == values[lane]) << l;
            same &= group;
            const bool full = same == group;
            allSame |= u32(full) << lane;
            d[lane] = kAll ? (full ? group : 0) : same;
        }
    });
    if (kAll && ip->aux)
        setPredicate(w, u16(ip->aux), allSame);
    return ip + 1;
}

struct Sum {
    template <class T>
    static T apply(T a, T b) {
        return T(u32(a) + u32(b));
    }
};
struct Least {
    template <class T>
    static T apply(T a, T b) {
        return a < b ? a : b;
    }
};
struct Most {
    template <class T>
    static T apply(T a, T b) {
        return a < b ? b : a;
    }
};
struct BitAnd {
    template <class T>
    static T apply(T a, T b) {
        return a & b;
    }
};
struct BitOr {
    template <class T>
    static T apply(T a, T b) {
        return a | b;
    }
};
struct BitXor {
    template <class T>
    static T apply(T a, T b) {
        return a ^ b;
    }
};

constexpr u32 kSignBit = 0x80000000u;

/// For f32 numbers given as bits; -0 is less than +0.
inline bool isLess(u32 a, u32 b) {
    const auto ordered = [](u32 bits) { return bits & kSignBit ? ~bits : bits | kSignBit; };
    return ordered(a) < ordered(b);
}

template <class Op, class T>
const Inst* redux(const Inst* ip, Warp& w) {
    if (const Gathering g = gather(ip, w); !g.complete)
        return g.next;
    const T* a = row<T>(w, ip->a);
    T* d = row<T>(w, ip->d);
    forGroups(ip, w, [&](u32 group) {
        T result = a[std::countr_zero(group)];
        for (u32 rest = group & (group - 1); rest; rest &= rest - 1)
            result = Op::apply(result, a[std::countr_zero(rest)]);
        for (u32 rest = group; rest; rest &= rest - 1)
            d[std::countr_zero(rest)] = result;
    });
    return ip + 1;
}

/// redux.f32: aux contains .abs and .NaN. NaNs are ignored without .NaN; +0 is greater than
/// -0.
template <bool kMax>
const Inst* reduxFloat(const Inst* ip, Warp& w) {
    if (const Gathering g = gather(ip, w); !g.complete)
        return g.next;
    constexpr u32 kNanBits = 0x7fffffffu;
    const u32* a = row32(w, ip->a);
    u32* d = row32(w, ip->d);
    forGroups(ip, w, [&](u32 group) {
        u32 result = kNanBits;
        for (u32 rest = group; rest; rest &= rest - 1) {
            const u32 bits = a[std::countr_zero(rest)] & (ip->aux & kXorSignAbs ? ~kSignBit : ~0u);
            const bool isNan = (bits & ~kSignBit) > 0x7f800000u;
            if (isNan && (ip->aux & kNan)) {
                result = kNanBits;
                break;
            }
            if (!isNan && (result == kNanBits || isLess(bits, result) != kMax))
                result = bits;
        }
        for (u32 rest = group; rest; rest &= rest - 1)
            d[std::countr_zero(rest)] = result;
    });
    return ip + 1;
}

const Inst* warpSync(const Inst* ip, Warp& w) {
    const Gathering g = gather(ip, w);
    return g.complete ? ip + 1 : g.next;
}

/// The lowest named lane is elected.
const Inst* elect(const Inst* ip, Warp& w) {
    if (const Gathering g = gather(ip, w); !g.complete)
        return g.next;
    u32 elected = 0;
    forGroups(ip, w, [&](u32 group) {
        const u32 leader = u32(std::countr_zero(group));
        elected |= 1u << leader;
        if (ip->d != 0) {
            u32* d = row32(w, ip->d);
            for (u32 rest = group; rest; rest &= rest - 1)
                d[std::countr_zero(rest)] = leader;
        }
    });
    setPredicate(w, u16(ip->aux), elected);
    return ip + 1;
}

} // namespace

void WARPBENCH_ISA::addWarpwideForms(FormTable& table) {
    table.add("$shfl.up", "", shfl<Shuffle::up>);
    table.add("$shfl.down", "", shfl<Shuffle::down>);
    table.add("$shfl.bfly", "", shfl<Shuffle::bfly>);
    table.add("$shfl.idx", "", shfl<Shuffle::idx>);
    table.add("$vote.all", "", vote<Vote::all>);
    table.add("$vote.any", "", vote<Vote::any>);
    table.add("$vote.uni", "", vote<Vote::uni>);
    table.add("$vote.ballot", "", vote<Vote::ballot>);
    table.add("$match.any.b32", "r", match<u32, false>);
    table.add("$match.any.b64", "q", match<u64, false>);
    table.add("$match.all.b32", "r", match<u32, true>);
    table.add("$match.all.b64", "q", match<u64, true>);
    table.add("$redux.add.u32", "", redux<Sum, u32>);
    table.add("$redux.add.s32", "", redux<Sum, s32>);
    table.add("$redux.min.u32", "", redux<Least, u32>);
    table.add("$redux.min.s32", "", redux<Least, s32>);
    table.add("$redux.max.u32", "", redux<Most, u32>);
    table.add("$redux.max.s32", "", redux<Most, s32>);
    table.add("$redux.and.b32", "", redux<BitAnd, u32>);
    table.add("$redux.or.b32", "", redux<BitOr, u32>);
    table.add("$redux.xor.b32", "", redux<BitXor, u32>);
    table.add("$redux.min.f32", "", reduxFloat<false>);
    table.add("$redux.max.f32", "", reduxFloat<true>);
    table.add("$warpsync", "", warpSync);
    table.add("$elect", "", elect);
}

} // namespace warpbench::simgpu::engine
