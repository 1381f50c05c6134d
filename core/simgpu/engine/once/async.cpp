// SPDX-License-Identifier: GPL-3.0-or-later
// mbarrier objects, asynchronous copies (done at once) and the shared memory of a cluster.
#include "core/simgpu/engine/handlers/families.h"
#include "core/simgpu/engine/handlers/forms.h"
#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/engine/machine/services.h"
#include "core/simgpu/engine/once/bulk_copy.h"
#include "core/simgpu/engine/once/mbarrier.h"

#include <bit>
#include <cstring>
#include <vector>

namespace warpbench::simgpu::engine {

namespace {

std::uint8_t* resolve(Warp& w, const Inst* ip, std::uint32_t lane, std::uint64_t address,
                      std::uint32_t size, bool store, MemorySpace space) {
    if (space == MemorySpace::shared)
        return sharedAddress(w, ip, lane, address, size, size);
    return hostAddress(w, ip, lane, address, size, size, store, space == MemorySpace::generic);
}

/// Calls f(object, lane) for each active lane with the object read, and writes it back.
template <class F>
const Inst* forObjects(const Inst* ip, Warp& w, F f) {
    const std::uint64_t* a = row64(w, ip->a);
    for (std::uint32_t rest = w.mask; rest; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        const std::uint64_t address = a[lane] + static_cast<std::uint64_t>(ip->imm);
        std::uint8_t* at =
            resolve(w, ip, lane, address, 8, true, static_cast<MemorySpace>(ip->aux));
        if (!at)
            return nullptr;
        std::uint64_t bits = 0;
        std::memcpy(&bits, at, 8);
        Mbarrier object = Mbarrier::of(bits);
        f(object, lane);
        bits = object.bits();
        std::memcpy(at, &bits, 8);
    }
    return ip + 1;
}

const Inst* init(const Inst* ip, Warp& w) {
    const std::uint32_t* count = row32(w, ip->b);
    return forObjects(ip, w, [&](Mbarrier& m, std::uint32_t lane) {
        m = {};
        m.expected = m.pending = count[lane] & 0xfffffu;
    });
}

const Inst* invalidate(const Inst* ip, Warp& w) {
    return forObjects(ip, w, [](Mbarrier& m, std::uint32_t) { m = {}; });
}

void giveState(Warp& w, const Inst* ip, std::uint32_t lane, const Mbarrier& m) {
    if (ip->d != kNoRow)
        row64(w, ip->d)[lane] = m.bits();
}

const Inst* arriveCount(const Inst* ip, Warp& w, bool drop) {
    const std::uint32_t* count = row32(w, ip->b);
    noteRelease(w);
    return forObjects(ip, w, [&](Mbarrier& m, std::uint32_t lane) {
        giveState(w, ip, lane, m);
        m.pending -= std::min<std::uint64_t>(m.pending, count[lane]);
        if (drop)
            m.expected -= std::min<std::uint64_t>(m.expected, count[lane]);
        m.completeIfDone();
    });
}
const Inst* arriveAtObject(const Inst* ip, Warp& w) {
    return arriveCount(ip, w, false);
}
const Inst* arriveAndDrop(const Inst* ip, Warp& w) {
    return arriveCount(ip, w, true);
}

const Inst* expect(const Inst* ip, Warp& w) {
    const std::uint32_t* bytes = row32(w, ip->b);
    return forObjects(ip, w, [&](Mbarrier& m, std::uint32_t lane) { m.bytes += bytes[lane]; });
}
template <bool kDrop>
const Inst* arriveExpect(const Inst* ip, Warp& w) {
    const std::uint32_t* bytes = row32(w, ip->b);
    noteRelease(w);
    return forObjects(ip, w, [&](Mbarrier& m, std::uint32_t lane) {
        giveState(w, ip, lane, m);
        m.bytes += bytes[lane];
        m.pending -= m.pending ? 1 : 0;
        if (kDrop)
            m.expected -= m.expected ? 1 : 0;
        m.completeIfDone();
    });
}
const Inst* completeBytes(const Inst* ip, Warp& w) {
    const std::uint32_t* bytes = row32(w, ip->b);
    return forObjects(ip, w, [&](Mbarrier& m, std::uint32_t lane) {
        m.bytes -= bytes[lane];
        m.completeIfDone();
    });
}

/// A lane that polls in vain yields at its next back-edge.
const Inst* noteWaiting(const Inst* ip, Warp& w, std::uint32_t done) {
    std::uint32_t& p = predicate(w, ip->d);
    p = done | (p & ~w.mask);
    if (done)
        noteAcquire(w); // writes before the phase's end are now visible
    if (done != w.mask) {
        ++w.spins;
        w.budget = 1;
    }
    return ip + 1;
}

const Inst* waitState(const Inst* ip, Warp& w) {
    const std::uint64_t* state = row64(w, ip->b);
    std::uint32_t done = 0;
    if (!forObjects(ip, w, [&](Mbarrier& m, std::uint32_t lane) {
            done |= std::uint32_t{m.phase != Mbarrier::of(state[lane]).phase} << lane;
        }))
        return nullptr;
    return noteWaiting(ip, w, done);
}
const Inst* waitParity(const Inst* ip, Warp& w) {
    const std::uint32_t* parity = row32(w, ip->b);
    std::uint32_t done = 0;
    if (!forObjects(ip, w, [&](Mbarrier& m, std::uint32_t lane) {
            done |= std::uint32_t{(m.phase & 1) != (parity[lane] & 1)} << lane;
        }))
        return nullptr;
    return noteWaiting(ip, w, done);
}
const Inst* pendingCount(const Inst* ip, Warp& w) {
    const std::uint64_t* state = row64(w, ip->a);
    for (std::uint32_t rest = w.mask; rest; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        row32(w, ip->d)[lane] = static_cast<std::uint32_t>(Mbarrier::of(state[lane]).pending);
    }
    return ip + 1;
}

/// Checked host addresses of a range: shared memory in one piece, or global memory.
std::uint8_t* range(Warp& w, const Inst* ip, std::uint32_t lane, std::uint64_t address,
                    std::uint32_t size, std::uint32_t alignment, bool shared, bool store) {
    if (shared)
        return sharedAddress(w, ip, lane, address, size, alignment);
    if (address % alignment != 0) {
        raise(w, ip, FaultKind::misaligned, lane, address, size);
        return nullptr;
    }
    return hostAddress(w, ip, lane, address, size, 1, store, false);
}

/// d: size, a: destination, b: source, aux2: bytes that are copied, aux: row of an mbarrier.
const Inst* copyAsync(const Inst* ip, Warp& w, bool toGlobal) {
    const std::uint32_t* size = row32(w, ip->d);
    const std::uint64_t* to = row64(w, ip->a);
    const std::uint64_t* from = row64(w, ip->b);
    const std::uint32_t* used = row32(w, ip->aux2);
    for (std::uint32_t rest = w.mask; rest; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        const std::uint32_t bytes = size[lane];
        const std::uint32_t copied = std::min(bytes, used[lane]);
        const std::uint32_t alignment = std::min(bytes ? bytes & (0u - bytes) : 1u, 16u);
        if (bytes == 0)
            continue;
        std::uint8_t* d = range(w, ip, lane, to[lane] + static_cast<std::uint64_t>(ip->imm), bytes,
                                alignment, !toGlobal, true);
        if (!d)
            return nullptr;
        const auto kind = ip->aux ? AccessKind::bulkCopy : AccessKind::copy;
        if (copied) {
            const std::uint8_t* s =
                range(w, ip, lane, from[lane], copied, alignment, toGlobal, false);
            if (!s)
                return nullptr;
            checkRange(w, ip, lane, from[lane], copied,
                       toGlobal ? MemorySpace::shared : MemorySpace::global, AccessKind::plain,
                       false);
            std::memcpy(d, s, copied);
        }
        checkRange(w, ip, lane, to[lane] + static_cast<std::uint64_t>(ip->imm), bytes,
                   toGlobal ? MemorySpace::global : MemorySpace::shared,
                   toGlobal ? AccessKind::plain : kind, true);
        std::memset(d + copied, 0, bytes - copied);
        if (ip->aux) {
            noteBulkCopy(w);
            std::uint8_t* at = sharedAddress(w, ip, lane, row64(w, ip->aux)[lane], 8, 8);
            if (!at)
                return nullptr;
            Mbarrier::complete(at, bytes);
        }
    }
    return ip + 1;
}
const Inst* copyToShared(const Inst* ip, Warp& w) {
    return copyAsync(ip, w, false);
}
const Inst* copyToGlobal(const Inst* ip, Warp& w) {
    return copyAsync(ip, w, true);
}

/// st.bulk: zeros in the block's shared memory. a: address, b: bytes.
const Inst* fill(const Inst* ip, Warp& w) {
    const std::uint64_t* addresses = row64(w, ip->a);
    const std::uint64_t* sizes = row64(w, ip->b);
    for (std::uint32_t rest = w.mask; rest; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        const auto size = static_cast<std::uint32_t>(
            std::min<std::uint64_t>(sizes[lane], std::uint64_t{1} << 31));
        std::uint64_t at = addresses[lane] + static_cast<std::uint64_t>(ip->imm);
        if (static_cast<MemorySpace>(ip->aux) == MemorySpace::generic) {
            if (!isWindow(at, kSharedWindow))
                return raise(w, ip, FaultKind::outOfBounds, lane, at, size,
                             "st.bulk can only fill shared memory");
            at &= ~kWindowMask;
        }
        if (size % 8 != 0)
            return raise(w, ip, FaultKind::misaligned, lane, at, size,
                         "st.bulk with a size that is not a multiple of 8");
        std::uint8_t* to = sharedAddress(w, ip, lane, at, size, 8);
        if (!to)
            return nullptr;
        checkRange(w, ip, lane, at, size, MemorySpace::shared, AccessKind::plain, true);
        std::memset(to, 0, size);
    }
    return ip + 1;
}

const Inst* commitCopies(const Inst* ip, Warp& w) {
    noteCopiesCommitted(w);
    return ip + 1;
}
/// imm: groups that may still be pending; -1: none, including copies that are in no group yet.
const Inst* waitForCopies(const Inst* ip, Warp& w) {
    if (ip->imm < 0)
        noteCopiesCommitted(w);
    noteCopiesAwaited(w, ip->imm < 0 ? 0 : static_cast<std::size_t>(ip->imm));
    return ip + 1;
}

constexpr std::uint64_t kRankMask = std::uint64_t{0xff} << kSharedRankShift;

/// The same variable in the shared memory of another block of the cluster.
const Inst* mapAddress(const Inst* ip, Warp& w) {
    const std::uint64_t* a = row64(w, ip->a);
    const std::uint32_t* rank = row32(w, ip->b);
    std::uint64_t* d = row64(w, ip->d);
    for (std::uint32_t rest = w.mask; rest; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        d[lane] = (a[lane] & ~kRankMask) | (std::uint64_t{rank[lane]} + 1) << kSharedRankShift;
    }
    return ip + 1;
}
const Inst* rankOfAddress(const Inst* ip, Warp& w) {
    const std::uint64_t* a = row64(w, ip->a);
    for (std::uint32_t rest = w.mask; rest; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        const std::uint64_t rank = (a[lane] & kRankMask) >> kSharedRankShift;
        row32(w, ip->d)[lane] = rank ? static_cast<std::uint32_t>(rank - 1) : w.block->rank;
    }
    return ip + 1;
}

} // namespace

void addAsyncForms(FormTable& table) {
    table.add("$mbarrier.init", "", init);
    table.add("$mbarrier.inval", "", invalidate);
    table.add("$mbarrier.arrive", "", arriveAtObject);
    table.add("$mbarrier.arrive_drop", "", arriveAndDrop);
    table.add("$mbarrier.arrive.expect_tx", "", arriveExpect<false>);
    table.add("$mbarrier.arrive_drop.expect_tx", "", arriveExpect<true>);
    table.add("$mbarrier.expect_tx", "", expect);
    table.add("$mbarrier.complete_tx", "", completeBytes);
    table.add("$mbarrier.wait", "", waitState);
    table.add("$mbarrier.wait.parity", "", waitParity);
    table.add("$mbarrier.pending_count", "", pendingCount);
    table.add("$cp.async", "", copyToShared);
    table.add("$cp.async.toGlobal", "", copyToGlobal);
    table.add("$cp.async.commit", "", commitCopies);
    table.add("$cp.async.wait", "", waitForCopies);
    table.add("$fill", "", fill);
    table.add("$mapa", "", mapAddress);
    addBulkForms(table);
    table.add("$getctarank", "", rankOfAddress);
}

} // namespace warpbench::simgpu::engine
