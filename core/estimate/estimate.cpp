// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/estimate.h"

#include "core/estimate/block_time.h"
#include "core/estimate/costs.h"
#include "core/estimate/flow.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

namespace warpbench::estimate {

namespace {

constexpr std::size_t kBounds = std::size_t(Bound::launch) + 1;
constexpr double kWarpSize = 32;
constexpr double kFullDoubleLanes = 64; ///< of an SM with half as many as for floats
/// Bounds overlap in part: their sum is taken in this power, and not the largest alone.
constexpr double kOverlap = 3;
/// A block that has an SM to itself is simulated with what its warps do to each other; nothing else
/// is to be added. This makes the power larger where few blocks share an SM.
constexpr double kAloneOverlap = 12;
/// Grids with this many waves do not proceed in whole waves: blocks are replaced one by one.
constexpr double kManyGenerations = 4;
/// The overhead of events only matters if the kernel is shorter than it.
constexpr double kFloorOverlap = 3;
constexpr double kSmallestShare = 0.01;
/// Of a GPU on which launches, caches and atomics were not measured, ranges are so much wider.
constexpr double kUnmeasured = 1.2;

/// Most times are within this factor of the estimate: of the kernels in tests/bench/timing more
/// than nine out of ten, of other people's kernels above 10 us on an H200 six out of seven.
double rangeOf(Bound bound) {
    switch (bound) {
    case Bound::arithmetic:
    case Bound::memory_unit:
    case Bound::constants:
    case Bound::barriers:
    case Bound::blocks:
    case Bound::launch:
        return 1.25;
    case Bound::dram:
    case Bound::l2:
        return 1.45;
    case Bound::issue:
        return 1.5;
    case Bound::stores:
        return 1.7;
    case Bound::latency:
    case Bound::imbalance:
    case Bound::atomics:
        return 1.9;
    }
    return kUnmeasured;
}

double threadsOf(const std::array<std::uint32_t, 3>& size) {
    return double(size[0]) * double(size[1]) * double(size[2]);
}

double normOf(double a, double b, double power) {
    return std::pow(std::pow(a, power) + std::pow(b, power), 1 / power);
}

/// The distribution of the grid on the GPU.
struct Layout {
    double blocks = 1;
    double warpsPerBlock = 1;
    double perSm = 1;       ///< blocks of the SM with the most
    double resident = 1;    ///< resident blocks per SM
    double generations = 1; ///< of blocks, one after the other
    double activeSms = 1;

    double allWarps() const { return blocks * warpsPerBlock; }
};

Layout layoutOf(const LaunchProfile& profile, const Surroundings& around, const GpuModel& model) {
    Layout out;
    out.blocks = std::max(1.0, threadsOf(profile.grid));
    out.warpsPerBlock = std::ceil(std::max(1.0, threadsOf(profile.block)) / kWarpSize);
    out.resident = std::max(1, around.blocksPerSm);
    out.perSm = out.blocks / model.multiprocessors;
    if (out.perSm < 2 * kManyGenerations * out.resident)
        out.perSm = std::ceil(out.perSm);
    out.generations = out.perSm / out.resident;
    if (out.generations <= kManyGenerations)
        out.generations = std::ceil(out.generations);
    out.activeSms = std::min<double>(out.blocks, model.multiprocessors);
    return out;
}

/// Cycles for which each bound alone would hold the launch up, and how they divide among
/// instructions.
class Bounds {
  public:
    Bounds(const LaunchProfile& profile, const MachineCode& code, const Layout& layout,
           const Surroundings& around, const GpuModel& model)
        : m_profile(profile)
        , m_code(code)
        , m_layout(layout)
        , m_model(model)
        , m_blockOverlap(kOverlap +
                         kAloneOverlap / std::pow(std::min(layout.resident, layout.perSm), 2))
        , m_traffic(trafficOf(profile, code, around, model))
        , m_flow(flowOf(code, profile))
        , m_costs(costsOf(code, m_flow, profile, m_traffic, model)) {
        sumUnits();
        sumMemory();
        addLatency();
        m_cycles[std::size_t(Bound::blocks)] = layout.perSm * model.blockCycles;
        m_cycles[std::size_t(Bound::atomics)] = atomicNs() * model.clockGHz;
    }

    double cycles(Bound bound) const { return m_cycles[std::size_t(bound)]; }
    double together() const { return combined().all; }
    /// Of the kernel's time, without the launch.
    double share(Bound bound) const {
        const Combined whole = combined();
        if (whole.all <= 0)
            return 0;
        if (!isOfBlock(bound))
            return std::pow(cycles(bound) / whole.all, kOverlap);
        const double ofBlock = std::pow(whole.ofBlock / whole.all, kOverlap);
        if (whole.ofBlock <= 0)
            return 0;
        if (!isWait(bound))
            return ofBlock * std::pow(cycles(bound) / whole.ofBlock, m_blockOverlap);
        return longestWait() <= 0 ? 0
                                  : ofBlock * cycles(bound) / longestWait() *
                                        std::pow(longestWait() / whole.ofBlock, m_blockOverlap);
    }

    std::vector<LineShare> lines() const {
        std::map<int, double> shares;
        for (std::size_t i = 0; i < m_code.instructions.size(); ++i) {
            const int line = m_code.instructions[i].sourceLine;
            if (line == 0)
                continue;
            for (std::size_t b = 0; b < kBounds; ++b)
                if (m_partSums[b] > 0)
                    shares[line] += share(Bound(b)) * part(Bound(b), i) / m_partSums[b];
        }
        std::vector<LineShare> out;
        for (const auto& [line, value] : shares)
            if (value > 0)
                out.push_back({line, value});
        return out;
    }

  private:
    struct Combined {
        double ofBlock = 0; ///< what the simulation of a block contains
        double all = 0;
    };

    Combined combined() const {
        double block = std::pow(longestWait(), m_blockOverlap), others = 0;
        for (std::size_t b = 0; b < kBounds; ++b)
            if (isWait(Bound(b)))
                continue;
            else if (isOfBlock(Bound(b)))
                block += std::pow(m_cycles[b], m_blockOverlap);
            else
                others += std::pow(m_cycles[b], kOverlap);
        Combined out;
        out.ofBlock = std::pow(block, 1 / m_blockOverlap);
        out.all = std::pow(std::pow(out.ofBlock, kOverlap) + others, 1 / kOverlap);
        return out;
    }

    static bool isOfBlock(Bound bound) {
        switch (bound) {
        case Bound::issue:
        case Bound::arithmetic:
        case Bound::memory_unit:
        case Bound::constants:
        case Bound::barriers:
        case Bound::latency:
        case Bound::imbalance:
            return true;
        default:
            return false;
        }
    }

    /// The warp with the most work waits for itself as often as the others, and then longer.
    static bool isWait(Bound bound) { return bound == Bound::latency || bound == Bound::imbalance; }
    double longestWait() const { return cycles(Bound::latency) + cycles(Bound::imbalance); }

    double& part(Bound bound, std::size_t instruction) {
        return m_parts[std::size_t(bound)][instruction];
    }
    double part(Bound bound, std::size_t instruction) const {
        return m_parts[std::size_t(bound)][instruction];
    }
    void add(Bound bound, std::size_t instruction, double cycles) {
        part(bound, instruction) += cycles;
        m_partSums[std::size_t(bound)] += cycles;
    }

    /// Sums each unit's work over a whole SM's share of the launch.
    void sumUnits() {
        for (auto& parts : m_parts)
            parts.resize(m_code.instructions.size());
        const double scale = m_layout.perSm / m_layout.blocks;
        std::array<double, kUnits> units{};
        for (std::size_t b = 0; b < m_flow.blocks.size(); ++b) {
            const double count = m_flow.counts[b] * scale;
            for (int i = m_flow.blocks[b].begin; i < m_flow.blocks[b].end; ++i)
                sumInstruction(std::size_t(i), count, units);
        }
        const auto of = [&](Unit unit) { return units[std::size_t(unit)]; };
        m_cycles[std::size_t(Bound::issue)] = m_partSums[std::size_t(Bound::issue)];
        // Integers multiply in half of the float units.
        const double floats = std::max(of(Unit::multiply), of(Unit::fma) + of(Unit::multiply) / 2);
        m_cycles[std::size_t(Bound::arithmetic)] =
            std::max(
                {floats, of(Unit::alu), of(Unit::special), of(Unit::matrix), of(Unit::uniform)}) /
            kSmQuarters;
        addDoubles(of(Unit::fp64) / kSmQuarters);
        m_cycles[std::size_t(Bound::memory_unit)] = std::max(of(Unit::memory), of(Unit::texture));
        m_cycles[std::size_t(Bound::constants)] = of(Unit::constant);
        m_cycles[std::size_t(Bound::barriers)] = m_partSums[std::size_t(Bound::barriers)];
        m_cycles[std::size_t(Bound::stores)] = m_partSums[std::size_t(Bound::stores)];
    }

    /// Where double precision takes no longer than its two slots, the slots are what counts; if
    /// most are its own, they count as arithmetic.
    void addDoubles(double cycles) {
        double& issue = m_cycles[std::size_t(Bound::issue)];
        double& arithmetic = m_cycles[std::size_t(Bound::arithmetic)];
        const bool isBySlots = m_model.doubleLanes >= kFullDoubleLanes;
        if (!isBySlots)
            arithmetic = std::max(arithmetic, cycles);
        else if (cycles > issue / 2) {
            arithmetic = std::max(arithmetic, issue);
            issue = 0;
        }
    }

    void sumInstruction(std::size_t i, double count, std::array<double, kUnits>& units) {
        const MachineInstruction& instruction = m_code.instructions[i];
        const InstructionCost& cost = m_costs[i];
        const Unit unit = instruction.opcode->unit;
        units[std::size_t(unit)] += count * cost.busy;
        add(Bound::issue, i, count * issueSlots(*instruction.opcode) / kSmQuarters);
        add(Bound::stores, i, count * cost.storeCycles);
        switch (unit) {
        case Unit::fma:
        case Unit::multiply:
        case Unit::alu:
        case Unit::fp64:
        case Unit::special:
        case Unit::matrix:
        case Unit::uniform:
            add(Bound::arithmetic, i, count * cost.busy);
            break;
        case Unit::memory:
        case Unit::texture:
            add(Bound::memory_unit, i, count * cost.busy);
            add(Bound::dram, i, count * cost.missShare * cost.busy);
            add(Bound::l2, i, count * cost.missShare * cost.busy);
            break;
        case Unit::constant:
            add(Bound::constants, i, count * cost.busy);
            break;
        case Unit::barrier:
            add(Bound::barriers, i, count * cost.busy);
            break;
        default:
            break;
        }
        if (cost.storeCycles > 0) {
            add(Bound::dram, i, count * cost.storeCycles);
            add(Bound::l2, i, count * cost.storeCycles);
        }
    }

    void sumMemory() {
        // An SM alone writes faster than its share of what all of them can.
        const double writes =
            std::max(m_traffic.writtenSectors * kSectorBytes / m_model.l2WriteBytesPerCycle,
                     m_traffic.writtenLines * m_model.storeLineCycles) /
            m_model.multiprocessors;
        const double transfers =
            kSectorBytes / m_layout.activeSms * m_traffic.l2Sectors / m_model.l2BytesPerCycle +
            writes;
        const double lookups =
            m_traffic.l2Lookups * m_model.l2LookupCycles / m_model.multiprocessors;
        m_cycles[std::size_t(Bound::l2)] = std::max(transfers, lookups);
        const double bytesPerCycle = m_model.dramGBs / m_model.clockGHz;
        m_cycles[std::size_t(Bound::dram)] =
            m_traffic.rowFactor *
            (m_traffic.dramReadBytes / (bytesPerCycle * m_model.readShare) +
             m_traffic.dramWrittenBytes / (bytesPerCycle * m_model.writeShare));
    }

    void addLatency() {
        const BlockTime alone =
            blockTime(m_code, m_flow, m_costs, int(m_layout.warpsPerBlock), m_layout.allWarps());
        m_cycles[std::size_t(Bound::latency)] =
            m_layout.generations * (alone.cycles + m_model.gapCycles);
        for (std::size_t i = 0; i < alone.waits.size(); ++i) {
            add(Bound::latency, i, alone.waits[i]);
            add(Bound::imbalance, i, alone.waits[i]);
        }
        // The block was simulated with its share of the work.
        double executions = 0;
        for (const ProfileLine& line : m_profile.lines)
            executions += static_cast<double>(line.executions);
        const double average = executions / m_layout.allWarps();
        if (average > 0)
            m_cycles[std::size_t(Bound::imbalance)] =
                alone.cycles *
                std::max(0.0,
                         static_cast<double>(m_profile.mostWork) / average / alone.busiest - 1);
    }

    double atomicNs() {
        const std::set<int> floats = floatAtomics(), combined = combinedAtomics(m_code);
        double sectors = 0, same = 0, sameNs = 0, lanes = 1;
        for (const ProfileLine& line : m_profile.lines) {
            if (line.atomicSectors == 0)
                continue;
            const double ns =
                floats.contains(line.line) ? m_model.sameFloatNs : m_model.sameAddressNs;
            const double together = combined.contains(line.line) ? kWarpSize : 1;
            sectors += static_cast<double>(line.atomicSectors);
            same += static_cast<double>(line.sameAddress) * ns / together;
            sameNs = std::max(sameNs, ns);
            lanes = std::max(lanes, together);
        }
        if (sectors <= 0)
            return 0;
        const double slices = std::clamp(
            static_cast<double>(m_profile.atomicBytes) / m_model.sliceBytes, 1.0, m_model.slices);
        return std::max({sectors * m_model.atomicSectorNs / slices, same / slices,
                         static_cast<double>(m_profile.hottestAtomic) * sameNs / lanes});
    }

    /// Also divides the bound among the atomics.
    std::set<int> floatAtomics() {
        std::set<int> floats;
        for (std::size_t i = 0; i < m_code.instructions.size(); ++i) {
            const MachineInstruction& instruction = m_code.instructions[i];
            const std::string_view name = instruction.opcode->name;
            if (name.starts_with("RED.F") || name.starts_with("ATOMG.F"))
                floats.insert(instruction.ptxLine);
            if (name.starts_with("RED") || name.starts_with("ATOM"))
                add(Bound::atomics, i, m_costs[i].busy);
        }
        return floats;
    }

    const LaunchProfile& m_profile;
    const MachineCode& m_code;
    const Layout& m_layout;
    const GpuModel& m_model;
    const double m_blockOverlap;
    MemoryTraffic m_traffic;
    Flow m_flow;
    std::vector<InstructionCost> m_costs;
    std::array<double, kBounds> m_cycles{};
    std::array<double, kBounds> m_partSums{};
    std::array<std::vector<double>, kBounds> m_parts;
};

} // namespace

std::string_view nameOf(Bound bound) noexcept {
    constexpr std::array<std::string_view, kBounds> kNames = {
        "issue",    "arithmetic", "memory_unit", "constants", "l2",     "dram",  "stores",
        "barriers", "atomics",    "latency",     "imbalance", "blocks", "launch"};
    return kNames[std::size_t(bound)];
}

TimeEstimate estimateTime(const LaunchProfile& profile, const MachineCode& code,
                          const Surroundings& around, const GpuModel& model) {
    TimeEstimate out;
    out.model = model.name;
    out.calibrated = model.measured;
    out.untimed = profile.untimed;
    if (out.untimed.empty() && code.empty())
        out.untimed = {"WB2241", "the kernel's machine code is not known",
                       "compile with NVRTC or install ptxas"};
    if (!out.timed())
        return out;
    const Layout layout = layoutOf(profile, around, model);
    const Bounds bounds(profile, code, layout, around, model);
    const double kernelUs = bounds.together() / model.clockGHz / 1000;
    const double us = normOf(kernelUs + model.launchUs, model.floorUs, kFloorOverlap);
    out.ms = us / 1000;
    double range = 0;
    for (std::size_t b = 0; b < kBounds; ++b) {
        const Bound bound = Bound(b);
        const double part =
            bound == Bound::launch ? 1 - kernelUs / us : bounds.share(bound) * kernelUs / us;
        const double alone =
            bound == Bound::launch ? us - kernelUs : bounds.cycles(bound) / model.clockGHz / 1000;
        range += part * rangeOf(bound) * (model.measured ? 1 : kUnmeasured);
        if (alone >= kSmallestShare * us)
            out.boundBy.push_back({bound, part, alone / 1000});
    }
    out.low = out.ms / range;
    out.high = out.ms * range;
    std::stable_sort(out.boundBy.begin(), out.boundBy.end(),
                     [](const BoundShare& a, const BoundShare& b) { return a.share > b.share; });
    out.lines = bounds.lines();
    return out;
}

} // namespace warpbench::estimate
