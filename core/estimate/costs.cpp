// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/costs.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace warpbench::estimate {

namespace {

constexpr double kLineBytes = 128;
/// Below the first of these fractions of L2's useful size, data that is read again hits; above the
/// second it misses; linear in between. Measured as time over array size.
constexpr double kSurelyThere = 0.7, kSurelyGone = 1.2;
constexpr double kFurtherLineCycles = 2.6; ///< measured: 32 lines in L2 arrive 80 cycles after one
// Of an SM's path to L2. Measured on an H200 with one SM that stores: 27 bytes a cycle in whole
// lines, 32 lines of one sector each in 65 cycles, 32 atomics on sectors of their own in 42.
constexpr double kStoreSectorCycles = 1.15, kStoreLineCycles = 2, kAtomicSectorCycles = 1.3;
/// L1 looks up so many lines at once. Measured with hits: 9 lines take 3 cycles, 17 take 5, 33
/// take 9.
constexpr double kLinesPerCycle = 4;
/// So many neighbouring lines are mostly in L1 together, or not.
constexpr double kNeighbours = 4;
/// Lanes that update one float in shared memory do so one after the other, in a loop that ptxas
/// makes of it. Measured: 45 to 63 cycles each.
constexpr double kRetryCycles = 55;

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

double missShare(const ReuseDistances& reuse, double passLines, const GpuModel& model) {
    double sectors = static_cast<double>(reuse.never);
    for (const std::uint64_t count : reuse.sectors)
        sectors += static_cast<double>(count);
    return sectors > 0 ? missed(reuse, passLines, model) / sectors : 0;
}

double hitShare(const ProfileLine& line) {
    return line.sampledSectors == 0
               ? 0
               : static_cast<double>(line.sampledHits) / static_cast<double>(line.sampledSectors);
}

/// The share that is not there yet, requested or not.
double waitShare(const ProfileLine& line) {
    return line.sampledSectors == 0 ? 1
                                    : 1 - hitShare(line) +
                                          static_cast<double>(line.sampledWaits) /
                                              static_cast<double>(line.sampledSectors);
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

/// Lines of the PTX that access local memory and no other. Their sectors are not in the profile's
/// reuse distances.
std::set<int> linesOfLocalMemory(const MachineCode& code) {
    std::set<int> local, other;
    for (const MachineInstruction& instruction : code.instructions) {
        const std::string_view name = instruction.opcode->name;
        if (name == "LDL" || name == "STL")
            local.insert(instruction.ptxLine);
        else if (instruction.opcode->unit == Unit::memory)
            other.insert(instruction.ptxLine);
    }
    for (const int line : other)
        local.erase(line);
    return local;
}

/// Bytes that a lane stores in global memory, by line of the PTX.
std::map<int, int> storedBytes(const MachineCode& code) {
    std::map<int, int> bytes;
    for (const MachineInstruction& instruction : code.instructions)
        if (instruction.opcode->name == "STG" || instruction.opcode->name == "ST")
            bytes[instruction.ptxLine] = instruction.bytes;
    return bytes;
}

/// Local memory belongs to a place on a multiprocessor, and the next block there uses it again.
double residentLocalBytes(const LaunchProfile& profile, const Surroundings& around,
                          const GpuModel& model) {
    const double blocks = double(profile.grid[0]) * profile.grid[1] * profile.grid[2];
    const double threads = double(profile.block[0]) * profile.block[1] * profile.block[2];
    const double resident = std::max(1, around.blocksPerSm) * double(model.multiprocessors);
    return std::min(blocks, resident) * threads * double(around.localBytes);
}

/// What lines of a profile ask of L2.
struct PastL1 {
    double read = 0, written = 0, partial = 0; ///< sectors
    double readLines = 0, writtenLines = 0;

    void add(const ProfileLine& line) {
        const double misses = 1 - hitShare(line);
        const auto lines = static_cast<double>(line.lines);
        read += static_cast<double>(line.sectorsRead) * misses;
        written += static_cast<double>(line.sectorsWritten);
        partial += static_cast<double>(line.partialSectors);
        (line.sectorsWritten > 0 ? writtenLines : readLines) +=
            line.sectorsWritten > 0 ? lines : lines * misses;
    }
};

bool isAtomic(const Opcode& opcode) {
    return opcode.name.starts_with("ATOM") || opcode.name.starts_with("RED.") ||
           opcode.name == "RED";
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
    const double hits = hitShare(*line);
    cost.busy = std::max(cost.busy, lines * (1 - hits) + std::ceil(lines * hits / kLinesPerCycle));
    if (line->sectorsWritten > 0)
        cost.storeCycles = std::max(kStoreSectorCycles * perAccess(line->sectorsWritten, *line),
                                    kStoreLineCycles * lines);
    else if (line->atomicSectors > 0)
        cost.storeCycles = kAtomicSectorCycles * perAccess(line->atomicSectors, *line);
    const bool fetches = line->sectorsRead > 0 || line->atomicSectors > 0;
    if (fetches && opcode.latency > 0) {
        cost.latency = model.l1Latency;
        // A warp waits for the last of its lines.
        const double apart = line->pages > 0 ? lines : 1 + (lines - 1) / kNeighbours;
        cost.missShare = goesToL2(opcode) ? 1 : anyOf(1 - hitShare(*line), apart);
        cost.waitShare = goesToL2(opcode) ? 1 : anyOf(waitShare(*line), apart);
        cost.missLatency =
            model.l2Latency + kFurtherLineCycles * std::max(0.0, lines - 1) +
            anyOf(dramShare, lines * cost.waitShare) * (model.dramLatency - model.l2Latency);
    }
}

/// Of the executions of guarded accesses, by line of the PTX, the share in which any lane takes
/// part: where ptxas guards a branch's body instead of branching around it, warps that do not take
/// the branch execute it as well.
std::map<int, double> takenShares(const MachineCode& code, const Flow& flow,
                                  const std::map<int, const ProfileLine*>& lines) {
    struct Executions {
        double guarded = 0, others = 0;
    };
    std::map<int, Executions> executions;
    for (std::size_t b = 0; b < flow.blocks.size(); ++b) {
        for (int i = flow.blocks[b].begin; i < flow.blocks[b].end; ++i) {
            const MachineInstruction& instruction = code.instructions[std::size_t(i)];
            if (instruction.opcode->unit != Unit::memory)
                continue;
            Executions& of = executions[instruction.ptxLine];
            (instruction.guarded ? of.guarded : of.others) += flow.counts[b];
        }
    }
    std::map<int, double> shares;
    for (const auto& [number, of] : executions) {
        const auto line = lines.find(number);
        if (line == lines.end() || of.guarded <= 0)
            continue;
        const double accesses = static_cast<double>(line->second->accesses);
        shares[number] = std::clamp((accesses - of.others) / of.guarded, 0.0, 1.0);
    }
    return shares;
}

/// Of an atomic that ptxas made a loop of.
void costRetries(InstructionCost& cost, const MachineInstruction& instruction,
                 const ProfileLine& line) {
    cost.busy = plainPasses(instruction);
    if (instruction.opcode->name == "LDS")
        return;
    const double lanes = std::max(1.0, perAccess(line.passes, line) / plainPasses(instruction));
    cost.latency += kRetryCycles * (lanes - 1);
    cost.turnCycles = lanes > 1 ? kRetryCycles * lanes : 0;
}

/// Of an access that a part of the warps take. The others only take its slot.
void takeShare(InstructionCost& cost, double share) {
    cost.busy = share * cost.busy + (1 - share);
    cost.storeCycles *= share;
    cost.missShare *= share;
    cost.waitShare *= share;
}

} // namespace

bool isSharedAccess(const Opcode& opcode) {
    return opcode.name == "LDS" || opcode.name == "STS" || opcode.name == "ATOMS" ||
           opcode.name == "LDSM";
}

std::set<int> combinedAtomics(const MachineCode& code) {
    std::set<int> atomics, combined;
    for (const MachineInstruction& instruction : code.instructions)
        if (isAtomic(*instruction.opcode))
            atomics.insert(instruction.ptxLine);
    for (const BasicBlock& block : basicBlocks(code.instructions)) {
        bool counts = false; // its lanes, for an atomic
        for (int i = block.begin; i < block.end; ++i) {
            const MachineInstruction& instruction = code.instructions[std::size_t(i)];
            const std::string_view name = instruction.opcode->name;
            if ((name == "REDUX" || name == "CREDUX" || name == "VOTEU" || name == "UPOPC") &&
                atomics.contains(instruction.ptxLine)) {
                counts = true;
                combined.insert(instruction.ptxLine);
            }
        }
        // A vote serves several atomics.
        for (int i = block.begin; counts && i < block.end; ++i) {
            const MachineInstruction& instruction = code.instructions[std::size_t(i)];
            if (instruction.guarded && isAtomic(*instruction.opcode))
                combined.insert(instruction.ptxLine);
        }
    }
    return combined;
}

MemoryTraffic trafficOf(const LaunchProfile& profile, const MachineCode& code,
                        const Surroundings& around, const GpuModel& model) {
    MemoryTraffic out;
    const std::set<int> localLines = linesOfLocalMemory(code);
    PastL1 global, local;
    double lines = 0, sectors = 0, pages = 0, manyLines = 0, writtenBytes = 0;
    const std::map<int, int> bytes = storedBytes(code);
    for (const ProfileLine& line : profile.lines) {
        (localLines.contains(line.line) ? local : global).add(line);
        if (const auto stored = bytes.find(line.line); stored != bytes.end())
            writtenBytes += static_cast<double>(line.threads) * stored->second;
        lines += static_cast<double>(line.lines);
        sectors += static_cast<double>(std::max(line.sectorsRead, line.sectorsWritten));
        pages += static_cast<double>(line.pages);
        manyLines += line.pages > 0 ? static_cast<double>(line.lines) : 0;
    }
    const double writeMisses = missShare(profile.writes, around.passLines, model);
    const double localMisses = missing(residentLocalBytes(profile, around, model), model);
    out.l2Sectors = global.read + local.read;
    out.writtenSectors = global.written + local.written;
    const double globalRead = std::min(global.read, missed(profile.reads, around.passLines, model));
    const double readMisses = global.read > 0 ? globalRead / global.read : 0;
    out.dramReadSectors = globalRead + local.read * localMisses;
    out.dramWrittenSectors = global.written * missShare(profile.rewrites, around.passLines, model) +
                             local.written * localMisses;
    out.l2Lookups = global.readLines * (1 + readMisses) + global.writtenLines * (1 + writeMisses) +
                    (local.readLines + local.writtenLines) * (1 + localMisses);
    out.writtenLines = global.writtenLines + local.writtenLines;
    // DRAM transfers 64 bytes at once: for isolated sectors, half of it is wasted.
    const double along = sectors > 0 ? std::clamp(2 * lines / sectors, 1.0, 2.0) : 1;
    out.dramReadBytes = out.dramReadSectors * kSectorBytes * along;
    out.dramWrittenBytes = out.dramWrittenSectors * kSectorBytes * along;
    // The missing part of a sector is read before it is written, unless other stores add it.
    const double incomplete = std::clamp(global.written * writeMisses - writtenBytes / kSectorBytes,
                                         0.0, global.partial * writeMisses);
    out.dramReadBytes += (incomplete + local.partial * localMisses) * along * kSectorBytes;
    const double scattered = manyLines > 0 ? std::min(1.0, pages / manyLines) : 0;
    const double share = lines > 0 ? manyLines / lines : 0;
    out.rowFactor = 1 + (model.randomRowFactor - 1) * scattered * share;
    return out;
}

std::vector<InstructionCost> costsOf(const MachineCode& code, const Flow& flow,
                                     const LaunchProfile& profile, const MemoryTraffic& traffic,
                                     const GpuModel& model) {
    std::map<int, const ProfileLine*> lines;
    for (const ProfileLine& line : profile.lines)
        lines[line.line] = &line;
    const std::map<int, double> shares = takenShares(code, flow, lines);
    const std::set<int> combined = combinedAtomics(code),
                        retried = retriedAtomics(code.instructions);
    std::vector<InstructionCost> costs;
    costs.reserve(code.instructions.size());
    for (const MachineInstruction& instruction : code.instructions) {
        const Opcode& opcode = *instruction.opcode;
        const auto found = lines.find(instruction.ptxLine);
        const ProfileLine* line = found == lines.end() ? nullptr : found->second;
        InstructionCost cost;
        cost.busy = scaled(opcode, model);
        cost.latency = opcode.latency;
        if (opcode.unit == Unit::memory) {
            costMemory(cost, instruction, line, traffic.dramShare(), model);
            if (line && isSharedAccess(opcode) && retried.contains(instruction.ptxLine))
                costRetries(cost, instruction, *line);
            else if (isSharedAccess(opcode) && combined.contains(instruction.ptxLine))
                cost.busy = plainPasses(instruction);
            const auto share = shares.find(instruction.ptxLine);
            if (instruction.guarded && share != shares.end())
                takeShare(cost, share->second);
        } else if (opcode.unit == Unit::constant)
            cost.busy = model.constantWordCycles *
                        (line ? std::max(1.0, perAccess(line->passes, *line)) : 1.0);
        else if (opcode.unit == Unit::texture && line && line->sectorsRead > 0) {
            cost.missShare = 1 - hitShare(*line);
            cost.waitShare = waitShare(*line);
            cost.missLatency = opcode.latency + model.l2Latency +
                               traffic.dramShare() * (model.dramLatency - model.l2Latency);
        }
        costs.push_back(cost);
    }
    return costs;
}

} // namespace warpbench::estimate
