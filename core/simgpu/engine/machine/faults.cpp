// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/debug/pointer_origin.h"
#include "core/simgpu/engine/debug/source_names.h"
#include "core/simgpu/engine/hex.h"
#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/engine/machine/services.h"

#include <algorithm>
#include <bit>

namespace warpbench::simgpu::engine {

namespace {

std::string_view sentenceOf(FaultKind kind) {
    switch (kind) {
    case FaultKind::outOfBounds:
        return "access out of bounds";
    case FaultKind::misaligned:
        return "misaligned access";
    case FaultKind::uninitialized:
        return "read of memory that was never written";
    case FaultKind::sharedRace:
        return "race in shared memory";
    case FaultKind::globalRace:
        return "race in global memory";
    case FaultKind::barrierDivergence:
        return "barrier that not all threads reach";
    case FaultKind::assertion:
        return "assertion failed";
    case FaultKind::trap:
        return "trap instruction";
    case FaultKind::stackOverflow:
        return "stack overflow";
    case FaultKind::nullPointer:
        return "null pointer";
    case FaultKind::invalidSyncMask:
        return "warp-wide operation whose mask names threads that do not take part";
    case FaultKind::invalidPc:
        return "jump to an address that is not code";
    case FaultKind::illegalInstruction:
        return "illegal instruction";
    case FaultKind::timeout:
        return "the launch took longer than its time limit";
    case FaultKind::cancelled:
        return "cancelled";
    case FaultKind::divergentBarrier:
        return "barrier in a branch that some threads do not take";
    case FaultKind::divergentMask:
        return "warp-wide operation in a branch that some threads of its mask do not take";
    case FaultKind::absentLane:
        return "shuffle from a lane that does not exist";
    case FaultKind::none:
        break;
    }
    return "";
}

std::string byteCount(std::uint64_t bytes) {
    return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

/// An address relative to an allocation: "4 bytes past the end of 'a' (1600 bytes)".
/// \param names  the allocation's name in a sentence; empty: its own
std::string describeAllocation(const Allocation& allocation, std::uint64_t address,
                               const std::string& names = {}) {
    const std::string name = !names.empty()            ? names
                             : allocation.name.empty() ? "the allocation at " + hex(allocation.base)
                                                       : "'" + allocation.name + "'";
    const std::string size = " (" + byteCount(allocation.size) + ")";
    if (address < allocation.base)
        return byteCount(allocation.base - address) + " before " + name + size;
    const std::uint64_t offset = address - allocation.base;
    if (offset == allocation.size)
        return "just past the end of " + name + size;
    if (offset > allocation.size)
        return byteCount(offset - allocation.size) + " past the end of " + name + size;
    return "at offset " + std::to_string(offset) + " of " + name + size +
           (allocation.freed ? ", which has been freed" : "") +
           (allocation.note.empty() ? "" : ": " + allocation.note);
}

/// The position of an address relative to a kernel's shared variables; stores the nearest in the
/// fault. Empty if there are none.
std::string describeShared(const Launch& launch, Fault& fault) {
    const std::uint64_t address = fault.address;
    // A negative index; 48 bits of it are left in the window.
    constexpr std::uint64_t kRange = std::uint64_t{1} << 48;
    if (address >= kRange / 2)
        return byteCount(kRange - address) + " before the block's shared memory";
    const std::uint64_t end = launch.sharedBytes;
    const std::uint64_t offset = address & ((std::uint64_t{1} << kSharedRankShift) - 1);
    const SharedVariable* best = nullptr;
    for (const SharedVariable& variable : launch.code.sharedVariables) {
        if (variable.offset <= offset)
            best = &variable;
    }
    if (!best)
        return {};
    Allocation variable;
    variable.base = best->offset;
    variable.size = best->size ? best->size : end - std::min(end, best->offset);
    std::string quoted = "'" + variableName(best->name) + "'";
    fault.variable = variableName(best->name);
    for (const std::string& other : best->others) {
        quoted += (&other == &best->others.back() ? " and '" : ", '") + variableName(other) + "'";
        fault.variable += ", " + variableName(other);
    }
    fault.variableOffset = static_cast<std::int64_t>(offset - best->offset);
    fault.variableSize = variable.size;
    return describeAllocation(variable, offset, quoted);
}

bool concernsMemory(FaultKind kind) {
    return kind == FaultKind::outOfBounds || kind == FaultKind::misaligned ||
           kind == FaultKind::nullPointer || kind == FaultKind::uninitialized;
}

bool isRace(FaultKind kind) {
    return kind == FaultKind::sharedRace || kind == FaultKind::globalRace;
}

FaultAccess accessOf(const InstInfo& info) {
    return info.kind == InstClass::atomic ? FaultAccess::atomic
           : info.store                   ? FaultAccess::write
                                          : FaultAccess::read;
}

/// Takes a window's base off the address.
FaultSpace spaceIs(std::uint64_t& address) {
    const std::uint64_t window = address & kWindowMask;
    if (window != kSharedWindow && window != kLocalWindow)
        return FaultSpace::global;
    address -= window;
    return window == kSharedWindow ? FaultSpace::shared : FaultSpace::local;
}

/// Whether an address is as close to an allocation as a wrong index would be: a wrong pointer could
/// be anywhere.
bool isNear(const Allocation& allocation, std::uint64_t address) {
    constexpr std::uint64_t kAlwaysNear = 1 << 20;
    const std::uint64_t reach = std::max(allocation.size, kAlwaysNear);
    const std::uint64_t end = allocation.base + allocation.size;
    const std::uint64_t distance = address < allocation.base ? allocation.base - address
                                   : address > end           ? address - end
                                                             : 0;
    return distance <= reach;
}

/// The allocation at the address; without one, the allocation that the access was meant for; if
/// that is unknown, the nearest one.
std::optional<Allocation> allocationOf(const Launch& launch, const InstInfo& info,
                                       std::uint64_t address) {
    std::optional<Allocation> nearest = launch.program.memory->nearest(address);
    const bool within =
        nearest && address >= nearest->base && address - nearest->base < nearest->size;
    if (within && !nearest->freed)
        return nearest;
    if (std::optional<Allocation> meant = allocationMeant(launch, info))
        return meant;
    return nearest && isNear(*nearest, address) ? nearest : std::nullopt;
}

/// Names the allocation in the fault's text and fields.
void describePlace(const Launch& launch, const InstInfo& info, Fault& fault, std::string& text) {
    if (fault.space == FaultSpace::local)
        return;
    if (fault.space == FaultSpace::shared) {
        const std::string place = describeShared(launch, fault);
        text += place.empty() ? "" : ", " + place;
        return;
    }
    if (const auto allocation = allocationOf(launch, info, fault.address)) {
        fault.allocation = allocation->base;
        fault.allocationSize = allocation->size;
        if (!allocation->name.empty()) {
            fault.variable = allocation->name;
            fault.variableOffset = static_cast<std::int64_t>(fault.address - allocation->base);
            fault.variableSize = allocation->size;
        }
        text += ", " + describeAllocation(*allocation, fault.address);
    }
}

void describeMemory(const Launch& launch, const InstInfo& info, Fault& fault) {
    // Coordinates say more than addresses.
    if (info.space == MemorySpace::texture && !fault.text.empty()) {
        fault.text = std::string(sentenceOf(fault.kind)) + ": " + fault.text;
        return;
    }
    fault.space = spaceIs(fault.address);
    fault.access = accessOf(info);
    const char* verb = fault.access == FaultAccess::atomic  ? "atomic access"
                       : fault.access == FaultAccess::write ? "write"
                                                            : "read";
    std::string text = fault.kind == FaultKind::nullPointer
                           ? std::string(verb) + " through a null pointer"
                           : std::string(sentenceOf(fault.kind));
    text += ": " + std::string(verb) + " of " + byteCount(fault.size);
    text += fault.space == FaultSpace::shared  ? " in shared memory"
            : fault.space == FaultSpace::local ? " in local memory"
                                               : "";
    if (fault.kind != FaultKind::nullPointer)
        describePlace(launch, info, fault, text);
    text += ", address " + hex(fault.address); // last, as it says least
    fault.text = text + (fault.text.empty() ? "" : "; " + fault.text);
}

/// A thread that reads memory before another one has written it: a race that is also an
/// uninitialized read. One report is enough.
bool isExplained(const Fault& fault, const std::vector<Fault>& faults) {
    return fault.kind == FaultKind::uninitialized &&
           std::any_of(faults.begin(), faults.end(), [&](const Fault& race) {
               return isRace(race.kind) && race.allocation == fault.allocation &&
                      race.file == fault.file &&
                      (race.line == fault.line || race.otherLine == fault.line);
           });
}

/// The same fault once more: of the same line, however often the compiler has unrolled the loop
/// around it. A race is the same whichever of its accesses comes second.
bool isSame(const Fault& a, const Fault& b) {
    if (a.kind != b.kind)
        return false;
    if (a.line == 0)
        return a.ptxLine == b.ptxLine && a.otherLine == b.otherLine;
    return a.file == b.file && std::minmax(a.line, a.otherLine) == std::minmax(b.line, b.otherLine);
}

/// Counts a fault that is already known, and adds this one's information about a race.
void mergeInto(Fault& known, const Fault& again) {
    ++known.count;
    known.bothWrite |= again.bothWrite;
    known.oneReads |= again.oneReads;
    if (again.betweenWarps && !known.betweenWarps && !known.wider)
        known.wider = std::make_shared<const Fault>(again);
}

bool isOfLine(const Fault& race, std::uint32_t line) {
    return race.line == line || race.otherLine == line;
}

bool isBetweenWarps(const Fault& race) {
    return race.betweenWarps || race.wider;
}

/// If a line races both within a warp and between warps, one block barrier fixes both. If all
/// threads read and write one word, no barrier does.
void findRemedy(Fault& race, const std::vector<Fault>& all) {
    if (race.unordered != FaultOrder::sameWarp && race.unordered != FaultOrder::noBarrier)
        return;
    const bool ofOneLine = race.line != 0 && race.line == race.otherLine && race.otherFile.empty();
    if (ofOneLine && race.bothWrite && race.oneReads) {
        race.unordered = FaultOrder::notAtomic;
    } else if (race.wider) {
        const std::uint64_t count = race.count;
        race = Fault(*race.wider);
        race.count = count;
    } else if (race.line != 0 && std::any_of(all.begin(), all.end(), [&](const Fault& other) {
                   return other.kind == race.kind && isBetweenWarps(other) &&
                          other.file == race.file &&
                          (isOfLine(other, race.line) || isOfLine(other, race.otherLine));
               })) {
        race.unordered = FaultOrder::noBarrier;
    }
}

std::string_view sentenceOf(FaultOrder unordered) {
    switch (unordered) {
    case FaultOrder::asyncCopy:
        return " by an asynchronous copy that nothing has waited for";
    case FaultOrder::bulkCopy:
        return " by a bulk copy without a wait for its mbarrier in between";
    case FaultOrder::otherBlock:
        return " in another block, and nothing orders the two blocks";
    case FaultOrder::sameWarp:
        return " by another thread of the warp, with no __syncwarp() between them";
    case FaultOrder::noBarrier:
        return " with no barrier between them";
    case FaultOrder::notAtomic:
        return ", which several threads update without an atomic operation";
    case FaultOrder::none:
        break;
    }
    return "";
}

/// "race in shared memory: a read of what is written by line 9 with no barrier between them".
std::string raceSentence(const Fault& race) {
    std::string text = std::string(sentenceOf(race.kind)) + ": ";
    text += race.access == FaultAccess::atomic  ? "an atomic update"
            : race.access == FaultAccess::write ? "a write"
                                                : "a read";
    text += race.access == FaultAccess::read ? " of what is " : " over what is ";
    text += race.otherAccess == FaultAccess::write ? "written by line " : "read by line ";
    text += std::to_string(race.otherLine);
    if (!race.otherFile.empty())
        text += " of " + race.otherFile;
    return text.append(sentenceOf(race.unordered));
}

/// Cooperative groups trap if a kernel waits for its grid and the launch is not cooperative.
/// Without line information, any trap of such a kernel is assumed to have this reason.
const char* reasonOfTrap(const Launch& launch, const InstInfo& info) {
    const std::string file = innermostFile(launch.program, info);
    const bool isOfGrid = launch.code.usesGridSync && !launch.request.cooperative &&
                          (file.empty() || file.find("cooperative_groups") != std::string::npos);
    return isOfGrid ? "barrier of the whole grid in a launch that is not cooperative: set "
                      "\"cooperative\": true, or launch with cudaLaunchCooperativeKernel"
                    : nullptr;
}

} // namespace

Fault makeFault(Warp& w, const Inst* ip, FaultKind kind, std::uint32_t lane, std::uint64_t address,
                std::uint64_t size, const char* text) {
    Launch& launch = w.block->launch;
    const auto record = static_cast<std::size_t>(ip - w.code->insts.data());
    const SourceLine source = sourceOf(launch.program, *w.code, record);
    Fault fault;
    fault.kind = kind;
    fault.kernel = w.code->kernelName;
    fault.file = source.file;
    fault.line = source.line;
    fault.ptxLine = source.ptxLine;
    fault.block = w.block->index;
    fault.thread = w.block->threadAt(w.index, lane);
    fault.address = address;
    fault.size = size;
    const InstInfo& info = w.code->infos[record];
    if (kind == FaultKind::trap && !text)
        text = reasonOfTrap(launch, info);
    fault.text = text ? text : "";
    if (concernsMemory(kind))
        describeMemory(launch, info, fault);
    else if (isRace(kind)) {
        fault.space = kind == FaultKind::sharedRace ? FaultSpace::shared : FaultSpace::global;
        describePlace(launch, info, fault, fault.text);
    } else if (fault.text.empty())
        fault.text = sentenceOf(kind);
    if (!source.chain.empty())
        fault.text += " (" + source.chain + ")";
    return fault;
}

const Inst* raise(Warp& w, const Inst* ip, FaultKind kind, std::uint32_t lane,
                  std::uint64_t address, std::uint64_t size, const char* text) {
    w.stop = Stop::faulted;
    w.block->launch.record(makeFault(w, ip, kind, lane, address, size, text), true);
    return nullptr;
}

std::size_t Launch::record(Fault fault, bool ends) {
    const std::lock_guard lock(faultMutex);
    if (ends)
        stop.store(true, std::memory_order_relaxed);
    const bool fromOutside = fault.kind == FaultKind::cancelled || fault.kind == FaultKind::timeout;
    for (Fault& known : faults) {
        // Several threads may notice that the launch must end: the first with a place reports it.
        if (fromOutside && known.kind == fault.kind) {
            if (known.ptxLine == 0)
                known = std::move(fault);
            return static_cast<std::size_t>(&known - faults.data());
        }
        if (isSame(known, fault)) {
            mergeInto(known, fault);
            return static_cast<std::size_t>(&known - faults.data());
        }
    }
    faults.push_back(std::move(fault));
    return faults.size() - 1;
}

void Launch::takeFaults(const std::vector<std::unique_ptr<Worker>>& workers,
                        LaunchOutcome& outcome) {
    for (const auto& worker : workers) {
        for (const auto& [key, repeated] : worker->repeated)
            faults[repeated.fault].count += repeated.more;
    }
    const std::vector<Fault> asFound = faults;
    for (Fault& fault : faults) {
        if (isRace(fault.kind)) {
            findRemedy(fault, asFound);
            fault.text.insert(0, raceSentence(fault));
        }
    }
    for (Fault& fault : faults) {
        if (isFinding(fault.kind))
            outcome.findings.push_back(std::move(fault));
        else if (!isExplained(fault, faults))
            outcome.faults.push_back(fault);
    }
    faults.clear();
}

FaultKind Launch::reasonToStop() const {
    if (request.cancel && request.cancel->load(std::memory_order_relaxed))
        return FaultKind::cancelled;
    if (request.timeLimitSeconds > 0 && !request.control) {
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
        if (passed.count() > request.timeLimitSeconds)
            return FaultKind::timeout;
    }
    return FaultKind::none;
}

void Launch::endFor(FaultKind why, Warp* warp, const Inst* at) {
    Fault fault;
    if (warp && warp->mask) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(warp->mask));
        fault = makeFault(*warp, at, why, lane, 0, 0, nullptr);
    } else {
        fault.kind = why;
        fault.kernel = code.kernelName;
        fault.text = sentenceOf(why);
    }
    record(std::move(fault), true);
}

bool Launch::mustStop(Warp* warp, const Inst* at) {
    if (stop.load(std::memory_order_relaxed))
        return true;
    const FaultKind why = reasonToStop();
    if (why == FaultKind::none)
        return false;
    endFor(why, warp, at);
    return true;
}

} // namespace warpbench::simgpu::engine
