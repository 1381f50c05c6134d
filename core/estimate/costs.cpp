// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/costs.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace warpbench::estimate {

namespace {

constexpr double kLineBytes = 128;
/// Below the first of these fractions of L2's useful size, data that is read again hits; above the
/// second it misses; linear in between. Measured as time over array size.
constexpr double kSurelyThere = 0.7, kSurelyGone = 1.2;
constexpr double kStoreSectorCycles = 1.9; ///< measured: 16.8 bytes a cycle and SM into L2

double missing(double distanceBytes, const GpuModel& model) {
    const double capacity = static_cast<double>(model.l2Bytes) * model.l2Effective;
    if (capacity <= 0)
        return 1;
    return std::clamp((distanceBytes / capacity - kSurelyThere) / (kSurelyGone - kSurelyThere), 0.0,
                      1.0);
}

double missed(const ReuseDistances& reuse, double passLines, const GpuModel& model) {
    double sectors = static_cast<double>(reuse.never) * missing(passLines * kLineBytes, model);
    for (std::size_t k = 0; k < ReuseDistances::kBuckets; ++k)
        sectors += static_cast<double>(reuse.sectors[k]) *
                   missing(std::ldexp(1.5, static_cast<int>(k)) * kLineBytes, model);
    return sectors;
}

double touched(const ReuseDistances& reuse) {
    double sectors = static_cast<double>(reuse.never);
    for (const std::uint64_t count : reuse.sectors)
        sectors += static_cast<double>(count);
    return sectors;
}

double hitShare(const ProfileLine& line) {
    return line.sampledSectors == 0
               ? 0
               : static_cast<double>(line.sampledHits) / static_cast<double>(line.sampledSectors);
}

double perAccess(std::uint64_t sum, const ProfileLine& line) {
    return line.accesses == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(line.accesses);
}

/// The probability that at least one of several independent events happens.
double anyOf(double chance, double times) {
    return 1 - std::pow(1 - std::clamp(chance, 0.0, 1.0), std::max(1.0, times));
}

/// Cycles of the memory unit for an access whose PTX is unknown.
double plainPasses(const MachineInstruction& instruction) {
    return std::max(1.0, instruction.bytes / 4.0);
}

/// An access to global or local memory that goes past L1.
bool goesToL2(const Opcode& opcode) {
    return opcode.name.starts_with("ATOM") && !isSharedAccess(opcode);
}

/// Lanes per cycle and SM, as cycles of a quarter for a warp, if they differ from cc 9.0.
double scaled(const Opcode& opcode, const GpuModel& model) {
    switch (opcode.unit) {
    case Unit::fma:
        return opcode.cycles * 128 / model.floatLanes;
    case Unit::multiply:
    case Unit::alu:
        return opcode.cycles * 64 / model.integerLanes;
    case Unit::fp64:
        return opcode.cycles * 64 / model.doubleLanes;
    case Unit::special:
        return opcode.cycles * 16 / model.specialLanes;
    case Unit::matrix:
        return opcode.cycles / model.matrixSpeed;
    default:
        return opcode.cycles;
    }
}

void costMemory(InstructionCost& cost, const MachineInstruction& instruction,
                const ProfileLine* line, double dramShare, const GpuModel& model) {
    const Opcode& opcode = *instruction.opcode;
    cost.busy = line && line->accesses > 0 ? std::max(1.0, perAccess(line->passes, *line))
                                           : plainPasses(instruction);
    if (isSharedAccess(opcode)) // wide ones take as long where lanes read the same
        cost.busy = std::max(cost.busy, plainPasses(instruction));
    cost.copies = opcode.name == "LDGSTS" || opcode.name == "UBLKCP";
    if (!line || isSharedAccess(opcode))
        return;
    const double lines = perAccess(line->lines, *line);
    cost.busy = std::max(cost.busy, lines);
    if (line->sectorsWritten > 0)
        cost.storeCycles = std::max(kStoreSectorCycles * perAccess(line->sectorsWritten, *line),
                                    model.storeLineCycles * lines);
    const bool fetches = line->sectorsRead > 0 || line->atomicSectors > 0;
    if (fetches && opcode.latency > 0) {
        cost.latency = model.l1Latency;
        // A warp waits for the last of its lines.
        cost.missShare = goesToL2(opcode) ? 1 : anyOf(1 - hitShare(*line), lines);
        cost.missLatency = model.l2Latency + anyOf(dramShare, lines * cost.missShare) *
                                                 (model.dramLatency - model.l2Latency);
    }
}

} // namespace

bool isSharedAccess(const Opcode& opcode) {
    return opcode.name == "LDS" || opcode.name == "STS" || opcode.name == "ATOMS" ||
           opcode.name == "LDSM";
}

MemoryTraffic trafficOf(const LaunchProfile& profile, double passLines, const GpuModel& model) {
    MemoryTraffic out;
    double lines = 0, sectors = 0, pages = 0, manyLines = 0, partial = 0;
    for (const ProfileLine& line : profile.lines) {
        out.l2Sectors += static_cast<double>(line.sectorsRead) * (1 - hitShare(line));
        out.writtenSectors += static_cast<double>(line.sectorsWritten);
        lines += static_cast<double>(line.lines);
        sectors += static_cast<double>(std::max(line.sectorsRead, line.sectorsWritten));
        pages += static_cast<double>(line.pages);
        manyLines += line.pages > 0 ? static_cast<double>(line.lines) : 0;
        partial += static_cast<double>(line.partialSectors);
    }
    const double writes = touched(profile.writes);
    const double writeMisses = writes > 0 ? missed(profile.writes, passLines, model) / writes : 0;
    out.dramReadSectors = std::min(out.l2Sectors, missed(profile.reads, passLines, model));
    out.dramWrittenSectors = out.writtenSectors * writeMisses;
    // DRAM transfers 64 bytes at once: for isolated sectors, half of it is wasted.
    const double along = sectors > 0 ? std::clamp(2 * lines / sectors, 1.0, 2.0) : 1;
    out.dramReadBytes = out.dramReadSectors * kSectorBytes * along;
    out.dramWrittenBytes = out.dramWrittenSectors * kSectorBytes * along;
    // The missing part of a sector is read before it is written.
    out.dramReadBytes += partial * writeMisses * 2 * kSectorBytes;
    const double scattered = manyLines > 0 ? std::min(1.0, pages / manyLines) : 0;
    const double share = lines > 0 ? manyLines / lines : 0;
    out.rowFactor = 1 + (model.randomRowFactor - 1) * scattered * share;
    return out;
}

std::vector<InstructionCost> costsOf(const MachineCode& code, const LaunchProfile& profile,
                                     const MemoryTraffic& traffic, const GpuModel& model) {
    std::map<int, const ProfileLine*> lines;
    for (const ProfileLine& line : profile.lines)
        lines[line.line] = &line;
    std::vector<InstructionCost> costs;
    costs.reserve(code.instructions.size());
    for (const MachineInstruction& instruction : code.instructions) {
        const Opcode& opcode = *instruction.opcode;
        const auto found = lines.find(instruction.ptxLine);
        const ProfileLine* line = found == lines.end() ? nullptr : found->second;
        InstructionCost cost;
        cost.busy = scaled(opcode, model);
        cost.latency = opcode.latency;
        if (opcode.unit == Unit::memory)
            costMemory(cost, instruction, line, traffic.dramShare(), model);
        else if (opcode.unit == Unit::constant)
            cost.busy = model.constantWordCycles *
                        (line ? std::max(1.0, perAccess(line->passes, *line)) : 1.0);
        else if (opcode.unit == Unit::texture && line && line->sectorsRead > 0) {
            cost.missShare = 1 - hitShare(*line);
            cost.missLatency = opcode.latency + model.l2Latency +
                               traffic.dramShare() * (model.dramLatency - model.l2Latency);
        }
        costs.push_back(cost);
    }
    return costs;
}

} // namespace warpbench::estimate
