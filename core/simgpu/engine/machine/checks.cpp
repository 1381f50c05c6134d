// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that cost time: races in shared and in global memory, reads of what nobody wrote. They
// look at each access before it happens and let the launch go on.
//
// By which rules accesses race: races.h. A write of what is there already (every finder sets the
// same flag) is none.
#include "core/simgpu/engine/machine/access_pattern.h"
#include "core/simgpu/engine/machine/addresses.h"
#include "core/simgpu/engine/machine/observers.h"
#include "core/simgpu/engine/machine/races.h"
#include "core/simgpu/engine/machine/services.h"
#include "core/simgpu/engine/machine/written_check.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace warpbench::simgpu::engine {

namespace {

/// Bytes that a lane stores at most with one `st`.
constexpr std::size_t kMaxStored = 64;

/// One lane's access, as all checks see it.
struct LaneAccess {
    Warp& warp;
    const Inst* ip;
    const InstInfo& info;
    std::uint32_t lane = 0;
    std::uint64_t address = 0; ///< of shared memory: from the start of the block's
    std::uint32_t bytes = 0;
    AccessKind kind = AccessKind::plain;
    bool reads = false, writes = false;
    const void* value = nullptr; ///< to be stored; null: as the record says
    Block* sharedOf = nullptr;   ///< whose shared memory; null: global memory

    std::uint64_t end() const { return address + bytes; }
    /// As what it is to one of the words that it touches.
    Access at(std::uint64_t word, std::uint32_t segment) const {
        Access access;
        access.segment = segment;
        access.record = static_cast<std::uint32_t>(ip - warp.code->insts.data());
        access.lane = lane;
        access.kind = static_cast<std::uint32_t>(kind);
        const std::uint64_t begin = std::max(address, word * 4);
        const std::uint64_t stop = std::min(end(), word * 4 + 4);
        access.bytes = ((1u << (stop - begin)) - 1) << (begin - word * 4);
        return access;
    }
    const std::uint8_t* target() const {
        return sharedOf
                   ? sharedOf->warps.front()->shared + address
                   : reinterpret_cast<const std::uint8_t*>(static_cast<std::uintptr_t>(address));
    }
};

Dim3 blockAt(const Launch& launch, std::uint64_t linear) {
    const Dim3& grid = launch.request.grid;
    return {static_cast<std::uint32_t>(linear % grid[0]),
            static_cast<std::uint32_t>(linear / grid[0] % grid[1]),
            static_cast<std::uint32_t>(linear / (std::uint64_t{grid[0]} * grid[1]))};
}

std::string_view whyUnordered(const LaneAccess& access, const Access& earlier,
                              const WarpLife& other) {
    const Block& block = *access.warp.block;
    if (block.worker.order.isPending(earlier))
        return " by an asynchronous copy that nothing has waited for";
    if (static_cast<AccessKind>(earlier.kind) == AccessKind::bulkCopy)
        return " by a bulk copy, and no wait for its mbarrier lies between";
    if (other.block != block.linear)
        return " in another block, and nothing orders the two blocks";
    if (other.warp == access.warp.index)
        return " by another thread of the warp, with no __syncwarp() between them";
    return " with no barrier between them";
}

Fault raceOf(const LaneAccess& access, const Access& earlier, bool earlierWrites) {
    Block& block = *access.warp.block;
    const Launch& launch = block.launch;
    const SourceLine here =
        sourceOf(launch.program, launch.code,
                 static_cast<std::size_t>(access.ip - access.warp.code->insts.data()));
    const SourceLine other = sourceOf(launch.program, launch.code, earlier.record);
    const WarpLife& life = block.worker.order.lifeOf(earlier.segment);
    std::string text = access.sharedOf ? "race in shared memory: " : "race in global memory: ";
    text += access.info.kind == InstClass::atomic ? "an atomic update"
            : access.writes                       ? "a write"
                                                  : "a read";
    text += access.writes ? " over what is " : " of what is ";
    text += earlierWrites ? "written by line " : "read by line ";
    text += std::to_string(other.line);
    if (other.file != here.file)
        text += " of " + other.file;
    text += whyUnordered(access, earlier, life);
    Fault fault = makeFault(access.warp, access.ip,
                            access.sharedOf ? FaultKind::sharedRace : FaultKind::globalRace,
                            access.lane, access.address, access.bytes, text.c_str());
    fault.otherLine = other.line;
    fault.otherThread = block.threadAt(life.warp, earlier.lane);
    fault.otherBlock = blockAt(launch, life.block);
    return fault;
}

void reportRace(const LaneAccess& access, const Access& earlier, bool earlierWrites) {
    access.warp.block->worker.report(access.sharedOf ? FaultKind::sharedRace
                                                     : FaultKind::globalRace,
                                     recordOf(access.warp, access.ip), earlier.record,
                                     [&] { return raceOf(access, earlier, earlierWrites); });
}

/// What a plain store is about to write; 0 bytes where that is not known.
std::size_t storedBytes(const LaneAccess& access, std::array<std::uint8_t, kMaxStored>& out) {
    const InstInfo& info = access.info;
    if (!info.plainSource || access.bytes > out.size())
        return 0;
    const std::size_t size = access.bytes / info.elements;
    for (std::size_t e = 0; e < info.elements; ++e) {
        const std::uint16_t row =
            info.elements == 1 ? access.ip->d : access.warp.code->operands[access.ip->aux2 + e];
        const std::uint64_t value = info.wideSource ? row64(access.warp, row)[access.lane]
                                                    : row32(access.warp, row)[access.lane];
        std::memcpy(out.data() + e * size, &value, size);
    }
    return access.bytes;
}

/// True where a store leaves memory as it is, or where a compare-and-swap is about to fail.
bool changesNothing(const LaneAccess& access) {
    if (access.value)
        return std::memcmp(access.value, access.target(), access.bytes) == 0;
    std::array<std::uint8_t, kMaxStored> value;
    if (const std::size_t bytes = storedBytes(access, value))
        return std::memcmp(value.data(), access.target(), bytes) == 0;
    if (!access.info.comparesFirst)
        return false;
    const std::uint64_t expected = access.bytes == 8
                                       ? row64(access.warp, access.ip->b)[access.lane]
                                       : row32(access.warp, access.ip->b)[access.lane];
    return std::memcmp(&expected, access.target(), access.bytes) != 0;
}

Accessor accessorOf(const Warp& w, const Block* sharedOf) {
    return {w.block->worker.order, w.block->order[w.index],
            sharedOf ? sharedOf->cluster->firstSegment : 1};
}

/// Every word of the access on its own.
template <class History>
void checkWords(const LaneAccess& access, History& history) {
    const Accessor accessor = accessorOf(access.warp, access.sharedOf);
    const auto report = [&](const Access& earlier, bool writes) {
        reportRace(access, earlier, writes);
    };
    for (std::uint64_t word = access.address / 4; word <= (access.end() - 1) / 4; ++word) {
        LineHistory* const line = history.lineAt(word / kLineWords);
        WordHistory* const words = line ? history.wordsOf(*line, accessor.past) : nullptr;
        if (!words)
            continue;
        line->latest = accessor.warp.segment;
        checkWord(accessor, words[word % kLineWords], access.at(word, accessor.warp.segment),
                  access.writes, report);
    }
}

void checkRaces(const LaneAccess& access) {
    Block& block = *access.warp.block;
    if (access.ip - access.warp.code->insts.data() > kMaxFollowedRecord ||
        !block.worker.order.follows())
        return;
    block.worker.order.segmentNow(block.order[access.warp.index]);
    if (access.sharedOf)
        checkWords(access, access.sharedOf->history);
    else
        checkWords(access, *block.launch.history);
}

/// Finds whose memory the address is. False where there is no such memory: then the access itself
/// is the fault.
bool place(LaneAccess& access, MemorySpace space) {
    if (space == MemorySpace::generic && isWindow(access.address, kSharedWindow)) {
        space = MemorySpace::shared;
        access.address -= kSharedWindow;
    }
    Block& block = *access.warp.block;
    if (space == MemorySpace::shared) {
        const std::uint64_t rank = access.address >> kSharedRankShift;
        const auto& blocks = block.cluster->blocks;
        if (rank > blocks.size())
            return false;
        access.sharedOf = rank ? blocks[rank - 1].get() : &block;
        access.address &= (std::uint64_t{1} << kSharedRankShift) - 1;
        return access.end() <= access.warp.sharedSize;
    }
    if ((space != MemorySpace::global && space != MemorySpace::generic) ||
        (access.address & kWindowMask) != 0)
        return false;
    const RangeSlot& slot = access.warp.slots[access.ip->c];
    const std::uint64_t offset = access.address - slot.base;
    if (offset < slot.size && slot.size - offset >= access.bytes)
        return true;
    return block.launch.program.memory->find(access.address, access.bytes).has_value();
}

/// Whether an access of some lane is itself the fault that ends the launch. Where the other lanes'
/// accesses lead then (past one buffer into the next) is nothing to be told of.
bool isAnyOutside(Warp& w, const Inst* ip, const InstInfo& info,
                  const std::array<std::uint64_t, kLanes>& addresses) {
    for (std::uint32_t rest = w.mask; rest; rest &= rest - 1) {
        LaneAccess access{w, ip, info};
        access.lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        access.address = addresses[access.lane];
        access.bytes = info.accessBytes;
        const bool elsewhere =
            info.space == MemorySpace::generic &&
            (isWindow(access.address, kLocalWindow) || isWindow(access.address, kParamWindow));
        if (!elsewhere && !place(access, info.space))
            return true;
    }
    return false;
}

void check(LaneAccess& access, MemorySpace space, bool racing) {
    Launch& launch = access.warp.block->launch;
    const Checks& checks = launch.request.checks;
    if (!place(access, space))
        return;
    if (checks.uninitialized)
        checkWritten({access.warp, access.ip, access.lane, access.address, access.bytes,
                      access.reads, access.writes, access.sharedOf});
    if (!racing || !(access.sharedOf ? checks.sharedRaces : launch.history != nullptr))
        return;
    if (access.writes && changesNothing(access)) {
        if (access.info.kind != InstClass::atomic)
            return;
        access.writes = false; // it looks at the value only
    }
    checkRaces(access);
}

/// Of the lanes that a store writes the same bytes with: the first one that writes the same value,
/// other than by chance the lane itself. Two lanes that write different values race.
bool repeatsEarlierLane(const LaneAccess& access,
                        const std::array<std::uint64_t, kLanes>& addresses, std::uint32_t mask) {
    std::array<std::uint8_t, kMaxStored> mine, other;
    for (std::uint32_t rest = mask & ((1u << access.lane) - 1); rest; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        if (addresses[lane] != addresses[access.lane])
            continue;
        LaneAccess earlier = access;
        earlier.lane = lane;
        const std::size_t bytes = storedBytes(access, mine);
        if (bytes && storedBytes(earlier, other) == bytes &&
            std::memcmp(mine.data(), other.data(), bytes) == 0)
            return true;
    }
    return false;
}

// Whole warps whose halves each access words side by side, or one word: the usual accesses, looked
// at by lines.

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
    void check(const Span& span) {
        if (span.oneWord)
            return checkOneWord(span);
        const std::uint64_t first = span.address / 4;
        for (std::uint32_t done = 0; done < span.lanes;) {
            const std::uint64_t word = first + done;
            const auto inLine = static_cast<std::uint32_t>(word % kLineWords);
            const std::uint32_t count = std::min(kLineWords - inLine, span.lanes - done);
            checkPart(word, span.lane + done, count);
            done += count;
        }
    }

  private:
    /// What the access is to a word. Made anew for each: changing a field of bits of one that is
    /// kept delays whoever reads all of it next.
    Access by(std::uint32_t lane) const {
        Access now;
        now.segment = m_accessor.warp.segment;
        now.record = m_record;
        now.lane = lane;
        now.bytes = 15;
        return now;
    }

    void report(std::uint64_t word, std::uint32_t lane, const Access& earlier, bool writes) {
        m_access.lane = lane;
        m_access.address = word * 4;
        reportRace(m_access, earlier, writes);
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

    /// A bit for each word that the store gives another value.
    std::uint32_t changedWords(std::uint64_t word, std::uint32_t lane, std::uint32_t count) {
        std::array<std::uint32_t, kLineWords> old, values;
        m_access.address = word * 4;
        const std::uint32_t* const row = row32(m_access.warp, m_access.ip->d) + lane;
        if (count == kLineWords) { // most often all or none: quickly told
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

/// The spans of a full warp's access to words; none where it is another one.
std::uint32_t spansOf(Warp& w, const Inst* ip, const InstInfo& info, const RowPattern& row,
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
    const RangeSlot slot = shared ? RangeSlot{0, w.sharedSize} : w.slots[ip->c];
    const std::uint64_t offset = span.address - slot.base;
    if (offset < slot.size && slot.size - offset >= bytes)
        return true;
    return !shared && findRange(w, w.slots[ip->c], span.address, bytes, info.store);
}

/// False where the access is not one by spans; then nothing has been looked at.
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
        for (std::uint32_t i = 0; i < count; ++i)
            checkWritten({w, ip, spans[i].lane, spans[i].address, access.bytes, access.reads,
                          access.writes, access.sharedOf},
                         spans[i].lanes, spans[i].oneWord ? 0 : access.bytes);
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

void checkAccess(Warp& w, const Inst* ip, const InstInfo& info) {
    if (info.space == MemorySpace::local || info.space == MemorySpace::generic)
        checkLocalAccess(w, ip, info);
    if (info.space == MemorySpace::local)
        return;
    const bool atomic = info.kind == InstClass::atomic;
    const bool racing = info.kind == InstClass::memory || atomic;
    std::array<std::uint64_t, kLanes> addresses;
    std::uint64_t behind = 0;
    bool rising = true; // each lane's address lies behind the one before: no two are the same
    for (std::uint32_t rest = w.mask; rest; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        addresses[lane] = laneAddress(w, ip, info, lane);
        rising &= addresses[lane] >= behind;
        behind = addresses[lane] + 1;
    }
    if (isAnyOutside(w, ip, info, addresses))
        return;
    for (std::uint32_t rest = w.mask; rest; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        LaneAccess access{w, ip, info};
        access.lane = lane;
        access.address = addresses[lane];
        access.bytes = info.accessBytes;
        access.kind = atomic || info.strong ? AccessKind::strong : AccessKind::plain;
        access.reads = atomic || !info.store;
        access.writes = info.store;
        if (access.writes && !atomic && !rising && repeatsEarlierLane(access, addresses, w.mask))
            continue;
        check(access, info.space, racing);
    }
}

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

bool checkSum(Warp& w, const Inst* ip, const ProductSum& sum, Worker& worker) {
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
    const ProductSum::Factors& first = sum.factors.front();
    for (const ProductSum::Factors& f : sum.factors) {
        const std::array<std::int32_t, 2> behind{f.x - first.x, f.y - first.y};
        for (std::size_t i = 0; i < 2; ++i) {
            checker.goTo(ip + i);
            for (std::uint32_t s = 0; s < count[i]; ++s) {
                Span span = spans[i][s];
                span.address += static_cast<std::uint64_t>(std::int64_t{behind[i]});
                checker.check(span);
            }
        }
        ip += 3; // two loads and their product
    }
    return true;
}

Handler checkerFor(const InstInfo& info, const Observation& o) {
    if (!o.checksAccess || o.notesOrder || !mayHaveSpans(info, o))
        return nullptr;
    return info.space == MemorySpace::shared   ? checkThenRun<true>
           : info.space == MemorySpace::global ? checkThenRun<false>
                                               : nullptr;
}

void checkRange(Warp& w, const Inst* ip, std::uint32_t lane, std::uint64_t address,
                std::uint32_t bytes, MemorySpace space, AccessKind kind, bool store,
                const void* value) {
    if (!w.block->launch.checked || bytes == 0)
        return;
    const auto record = static_cast<std::size_t>(ip - w.code->insts.data());
    LaneAccess access{w, ip, w.code->infos[record]};
    access.lane = lane;
    access.address = address;
    access.bytes = bytes;
    access.kind = kind;
    access.reads = !store;
    access.writes = store;
    access.value = value;
    check(access, space, true);
}

} // namespace warpbench::simgpu::engine
