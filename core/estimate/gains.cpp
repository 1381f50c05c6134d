// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/gains.h"

#include "core/estimate/costs.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace warpbench::estimate {

namespace {

constexpr double kLanes = 32;
constexpr double kWorthwhile = 1.05; ///< times as fast
constexpr double kMuch = 1.1;        ///< times the least that is needed: less does not count

/// A launch without some waste, and the line that has most of it.
struct Variant {
    LaunchProfile profile;
    int worstPtxLine = 0;
    double worst = 0;

    void note(const ProfileLine& line, double excess) {
        if (excess > worst) {
            worst = excess;
            worstPtxLine = line.line;
        }
    }
};

std::uint64_t partOf(std::uint64_t count, double by) {
    return static_cast<std::uint64_t>(std::llround(static_cast<double>(count) * by));
}

/// Accesses to memory by the PTX line that they were made from.
std::map<int, const MachineInstruction*> accessesOf(const MachineCode& code) {
    std::map<int, const MachineInstruction*> accesses;
    for (const MachineInstruction& instruction : code.instructions)
        if (instruction.opcode->unit == Unit::memory && instruction.ptxLine > 0)
            accesses.emplace(instruction.ptxLine, &instruction);
    return accesses;
}

using Accesses = std::map<int, const MachineInstruction*>;

/// Every access to shared memory takes as long as one without conflicts.
std::optional<Variant> withoutBankConflicts(const LaunchProfile& profile,
                                            const Accesses& accesses) {
    Variant out{profile};
    for (ProfileLine& line : out.profile.lines) {
        const auto access = accesses.find(line.line);
        if (access == accesses.end() || !isSharedAccess(*access->second->opcode))
            continue;
        const double least =
            static_cast<double>(line.accesses) * std::max(1.0, access->second->bytes / 4.0);
        if (static_cast<double>(line.passes) <= kMuch * least)
            continue;
        out.note(line, static_cast<double>(line.passes) - least);
        line.passes = line.accesses;
    }
    return out.worst > 0 ? std::optional(out) : std::nullopt;
}

/// Every access to global memory touches as many sectors as its lanes' elements fit in.
std::optional<Variant> withoutScatteredAccesses(const LaunchProfile& profile,
                                                const Accesses& accesses) {
    Variant out{profile};
    double readBefore = 0, readAfter = 0, writtenBefore = 0, writtenAfter = 0;
    for (ProfileLine& line : out.profile.lines) {
        const auto before = static_cast<double>(line.sectorsRead);
        const auto writtenThen = static_cast<double>(line.sectorsWritten);
        readBefore += before;
        writtenBefore += writtenThen;
        const auto access = accesses.find(line.line);
        const double ideal = access == accesses.end()
                                 ? 0
                                 : std::max(static_cast<double>(line.accesses),
                                            static_cast<double>(line.threads) *
                                                access->second->bytes / kSectorBytes);
        const double sectors = std::max(before, writtenThen);
        if (ideal > 0 && line.lines > 0 && line.atomicSectors == 0 && sectors > kMuch * ideal) {
            out.note(line, sectors - ideal);
            const double less = ideal / sectors;
            // Sectors that L1 served a second time are now requested once.
            const double missed = line.sampledSectors == 0
                                      ? 1
                                      : 1 - static_cast<double>(line.sampledHits) /
                                                static_cast<double>(line.sampledSectors);
            const double missedNow = less > 0 ? std::min(1.0, missed / less) : 1;
            line.sampledHits = partOf(line.sampledSectors, 1 - missedNow);
            line.sampledWaits = std::min(line.sampledWaits, line.sampledHits);
            line.sectorsRead = partOf(line.sectorsRead, less);
            line.sectorsWritten = partOf(line.sectorsWritten, less);
            line.lines = std::max(line.accesses, partOf(line.lines, less));
            line.passes = line.accesses;
            line.partialSectors = 0;
            line.pages = 0;
        }
        readAfter += static_cast<double>(line.sectorsRead);
        writtenAfter += static_cast<double>(line.sectorsWritten);
    }
    if (out.worst <= 0)
        return std::nullopt;
    for (std::size_t k = 0; k < ReuseDistances::kBuckets; ++k) {
        if (readBefore > 0)
            out.profile.reads.sectors[k] =
                partOf(out.profile.reads.sectors[k], readAfter / readBefore);
        if (writtenBefore > 0)
            for (ReuseDistances* writes : {&out.profile.writes, &out.profile.rewrites})
                writes->sectors[k] = partOf(writes->sectors[k], writtenAfter / writtenBefore);
    }
    return out;
}

/// Every instruction that a warp executes is executed by all of its lanes.
std::optional<Variant> withoutIdleLanes(const LaunchProfile& profile) {
    Variant out{profile};
    double before = 0, after = 0;
    for (ProfileLine& line : out.profile.lines) {
        const auto executions = static_cast<double>(line.executions);
        const double least = std::ceil(static_cast<double>(line.threads) / kLanes);
        before += executions;
        after += least;
        if (executions <= kMuch * least || least == 0)
            continue;
        out.note(line, executions - least);
        const double less = least / executions;
        for (std::uint64_t ProfileLine::*member :
             {&ProfileLine::executions, &ProfileLine::taken, &ProfileLine::skipped,
              &ProfileLine::accesses, &ProfileLine::passes})
            line.*member = std::max<std::uint64_t>(line.*member > 0, partOf(line.*member, less));
        // Sectors are the lanes', whichever warp they are in.
        line.lines = std::min(line.lines, std::max(line.accesses, partOf(line.lines, less)));
    }
    if (out.worst <= 0 || before <= kMuch * after)
        return std::nullopt;
    for (std::uint64_t LaunchProfile::*member :
         {&LaunchProfile::mostWork, &LaunchProfile::blockWork, &LaunchProfile::mostBlockWork})
        out.profile.*member = partOf(out.profile.*member, after / before);
    return out;
}

/// Each warp sums up its lanes' values for one address and updates it once.
std::optional<Variant> withoutSameAddresses(const LaunchProfile& profile) {
    Variant out{profile};
    double before = 0, after = 0;
    for (ProfileLine& line : out.profile.lines) {
        if (line.atomicSectors == 0)
            continue;
        before += static_cast<double>(line.sameAddress);
        if (line.sameAddress > 2 * line.accesses) {
            out.note(line, static_cast<double>(line.sameAddress - line.accesses));
            line.sameAddress = line.accesses;
        }
        after += static_cast<double>(line.sameAddress);
    }
    if (out.worst <= 0)
        return std::nullopt;
    out.profile.hottestAtomic = partOf(out.profile.hottestAtomic, after / before);
    return out;
}

int sourceLineOf(const MachineCode& code, int ptxLine) {
    for (const MachineInstruction& instruction : code.instructions)
        if (instruction.ptxLine == ptxLine && instruction.sourceLine > 0)
            return instruction.sourceLine;
    return 0;
}

} // namespace

std::string_view nameOf(Waste waste) noexcept {
    switch (waste) {
    case Waste::bankConflicts:
        return "bank_conflicts";
    case Waste::scatteredAccesses:
        return "scattered_accesses";
    case Waste::idleLanes:
        return "idle_lanes";
    case Waste::sameAddress:
        return "same_address";
    case Waste::lowOccupancy:
        break;
    }
    return "low_occupancy";
}

std::vector<Gain> gainsOf(const LaunchProfile& profile, const MachineCode& code,
                          const Surroundings& around, const GpuModel& model,
                          const TimeEstimate& now) {
    std::vector<Gain> gains;
    if (!now.timed())
        return gains;
    const auto add = [&](Waste waste, int line, const LaunchProfile& changed,
                         const Surroundings& place) {
        const double ms = estimateTime(changed, code, place, model).ms;
        if (ms > 0 && now.ms >= kWorthwhile * ms)
            gains.push_back({waste, line, ms});
    };
    const auto take = [&](Waste waste, const std::optional<Variant>& variant) {
        if (variant)
            add(waste, sourceLineOf(code, variant->worstPtxLine), variant->profile, around);
    };
    const Accesses accesses = accessesOf(code);
    take(Waste::bankConflicts, withoutBankConflicts(profile, accesses));
    take(Waste::scatteredAccesses, withoutScatteredAccesses(profile, accesses));
    take(Waste::idleLanes, withoutIdleLanes(profile));
    take(Waste::sameAddress, withoutSameAddresses(profile));
    if (around.mostBlocksPerSm > around.blocksPerSm) {
        Surroundings full = around;
        full.blocksPerSm = around.mostBlocksPerSm;
        add(Waste::lowOccupancy, 0, profile, full);
    }
    std::stable_sort(gains.begin(), gains.end(),
                     [](const Gain& a, const Gain& b) { return a.ms < b.ms; });
    return gains;
}

} // namespace warpbench::estimate
