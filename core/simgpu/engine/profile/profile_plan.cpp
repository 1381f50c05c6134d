// SPDX-License-Identifier: GPL-3.0-or-later
// Preparation and evaluation of a profiled launch.
#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/engine/profile/profiler.h"

#include <algorithm>
#include <bit>
#include <map>

namespace warpbench::simgpu::engine {

namespace {

/// Of the L1 sample: waves, and lines of all of its accesses.
constexpr std::uint64_t kSampledWaves = 4;
constexpr std::uint64_t kMostSampled = 1u << 18;
constexpr std::uint64_t kFewestOfWarp = 256;

bool polls(const Code& code) {
    for (std::size_t record = 0; record < code.insts.size(); ++record) {
        const Inst& inst = code.insts[record];
        if (code.infos[record].kind == InstClass::branch && inst.imm < 0 && inst.aux2 == kPollCost)
            return true;
    }
    return false;
}

std::string whyUntimed(const Launch& launch, bool isAlone) {
    if (launch.clusterSize > 1)
        return "its blocks form clusters";
    if (launch.code.usesGridSync && launch.request.cooperative)
        return "its blocks wait for each other at a barrier of the grid";
    if (launch.code.callsRuntime)
        return "its threads launch kernels";
    if (polls(launch.code))
        return "it waits for other blocks, or for the host, in a loop";
    if (!isAlone)
        return "another launch was profiled at the same time";
    return {};
}

/// For an access to shared memory by all lanes: those of 8 and 16 bytes are served in parts.
std::uint64_t passesWithoutConflicts(const InstInfo& info) {
    return std::max<std::uint64_t>(info.accessBytes / 4, 1);
}

std::uint32_t ptxLineOf(const Program& program, const InstInfo& info) {
    const auto& code = program.module.functions[info.function].code;
    return info.instruction < code.size() ? code[info.instruction].position.line : 0;
}

bool isAccess(const InstInfo& info, ProfiledAccess access) {
    return access != ProfiledAccess::none ||
           (info.accessBytes != 0 && info.kind == InstClass::memory &&
            info.space == MemorySpace::shared);
}

} // namespace

ProfileLine& ProfileLine::operator+=(const ProfileLine& other) {
    const std::uint32_t number = line;
#define WBSIM_PROFILE_FIGURE(figure) figure += other.figure;
#include "core/simgpu/include/wbsim_profile.inc"
#undef WBSIM_PROFILE_FIGURE
    line = number;
    return *this;
}

ProfilePlan::ProfilePlan(const Launch& launch)
    : m_gpu(launch.request.profiling)
    , m_blocksPerWave(std::max<std::uint64_t>(
          std::uint64_t{m_gpu.residentBlocks} * std::max(m_gpu.multiprocessors, 1u), 1))
    , m_warpsPerBlock(launch.warpsPerBlock)
    , m_warpsPerWave(std::max(m_gpu.residentBlocks, 1u) * launch.warpsPerBlock)
    , m_localWords(launch.localBytes / 4)
    , m_clock((launch.blockCount + m_blocksPerWave - 1) / m_blocksPerWave)
    , m_history(launch.request.touchHistory) {
    m_hasHistory = m_history && m_history->begin(m_clock);
    if (!m_hasHistory) {
        m_isAlone = m_history == nullptr;
        m_history = std::make_shared<TouchHistory>();
        m_hasHistory = m_history->begin(m_clock);
    }
    if (m_gpu.l1Bytes == 0)
        return;
    const std::uint64_t processors = std::max(m_gpu.multiprocessors, 1u);
    m_sampledProcessor = std::min(launch.blockCount, processors) / 2;
    const std::uint64_t blocks =
        (launch.blockCount - m_sampledProcessor + processors - 1) / processors;
    const std::uint64_t resident = std::max(m_gpu.residentBlocks, 1u);
    const std::uint64_t waves = (blocks + resident - 1) / resident;
    m_sampledWaves = static_cast<std::uint32_t>(std::min(waves, kSampledWaves));
    m_firstSampledWave = (waves - m_sampledWaves) / 2;
    m_mostSampled = static_cast<std::uint32_t>(
        std::max(kMostSampled / std::max<std::uint64_t>(sampledWarps(), 1), kFewestOfWarp));
}

ProfilePlan::~ProfilePlan() {
    if (m_hasHistory)
        m_history->end(~std::uint64_t{0} >> 1, 0, 0); // of a launch that was not summed up
}

ProfilePlan::Place ProfilePlan::placeOf(std::uint64_t block) const {
    Place place;
    place.firstEpoch = m_clock.firstEpoch(block / m_blocksPerWave);
    const std::uint64_t processors = std::max(m_gpu.multiprocessors, 1u);
    if (m_sampledWaves == 0 || block % processors != m_sampledProcessor)
        return place;
    const std::uint64_t resident = std::max(m_gpu.residentBlocks, 1u);
    const std::uint64_t number = block / processors;
    const std::uint64_t wave = number / resident;
    if (wave < m_firstSampledWave || wave >= m_firstSampledWave + m_sampledWaves)
        return place;
    place.isSampled = true;
    place.wave = static_cast<std::uint32_t>(wave - m_firstSampledWave);
    place.slot = static_cast<std::uint32_t>(number % resident);
    return place;
}

/// If the sample does not start with the launch, its first wave only fills the cache.
void ProfilePlan::sampleL1(const std::vector<std::unique_ptr<Worker>>& workers,
                           std::vector<ProfileLine>& byRecord) const {
    std::vector<SampledAccess> accesses;
    for (const auto& worker : workers)
        accesses.insert(accesses.end(), worker->profile->sampled.begin(),
                        worker->profile->sampled.end());
    if (accesses.empty())
        return;
    const std::uint32_t firstWave = m_firstSampledWave > 0 ? 1 : 0;
    for (const SampledHits& hits : simulateL1(std::move(accesses), m_gpu.l1Bytes, firstWave)) {
        byRecord[hits.record].sampledSectors += hits.sectors;
        byRecord[hits.record].sampledHits += hits.hits;
        byRecord[hits.record].sampledWaits += hits.waits;
    }
}

LaunchProfile ProfilePlan::sum(const Launch& launch,
                               const std::vector<std::unique_ptr<Worker>>& workers) {
    LaunchProfile profile;
    profile.kernel = launch.code.kernelName;
    profile.grid = launch.request.grid;
    profile.block = launch.request.block;
    profile.cluster = launch.request.cluster;
    profile.dynamicShared = launch.request.dynamicShared;
    profile.untimed = whyUntimed(launch, m_isAlone);
    const std::size_t records = launch.code.insts.size();
    std::vector<ProfileLine> byRecord(records + launch.code.elided.size());
    std::uint64_t readSectors = 0, writtenSectors = 0;
    for (const auto& worker : workers) {
        const WorkerProfile& part = *worker->profile;
        for (std::size_t i = 0; i < byRecord.size(); ++i) {
            ProfileLine& sum = byRecord[i];
            const Counters& counters = worker->byInstruction[i];
            sum.executions += counters.warpInstructions;
            sum.threads += counters.threadInstructions;
            if (i >= records)
                continue;
            const InstInfo& info = launch.code.infos[i];
            const ProfiledRecord& record = launch.observed->profiled[i];
            const RecordProfile& figures = part.byRecord[i];
            if (isAccess(info, record.access))
                sum.accesses += counters.warpInstructions;
            if (info.kind == InstClass::memory && record.access != ProfiledAccess::touched)
                sum.passes += counters.sharedAccesses * passesWithoutConflicts(info) +
                              counters.sharedBankConflicts;
            sum.passes += figures.passes;
            sum.skipped += figures.skipped;
            sum.taken += record.alwaysJumps ? counters.warpInstructions : figures.taken;
            sum.lines += figures.lines;
            sum.sectorsRead += figures.sectorsRead;
            sum.sectorsWritten += figures.sectorsWritten;
            sum.partialSectors += figures.partialSectors;
            sum.pages += figures.pages;
            sum.atomicSectors += figures.atomicSectors;
            sum.sameAddress += figures.sameAddress;
            sum.slowPaths += figures.slowPaths;
        }
        readSectors += part.readSectors;
        writtenSectors += part.writtenSectors;
        profile.warps += part.warps;
        profile.mostWork = std::max(profile.mostWork, part.mostWork);
        profile.blockWork += part.blockWork;
        profile.mostBlockWork = std::max(profile.mostBlockWork, part.mostBlockWork);
    }
    sampleL1(workers, byRecord);
    std::map<std::uint32_t, ProfileLine> lines;
    for (std::size_t i = 0; i < byRecord.size(); ++i) {
        if (byRecord[i] == ProfileLine{})
            continue;
        const InstInfo& info = i < records ? launch.code.infos[i] : launch.code.elided[i - records];
        const std::uint32_t number = ptxLineOf(launch.program, info);
        ProfileLine& line = lines[number];
        line.line = number;
        line += byRecord[i];
    }
    for (const auto& [number, line] : lines)
        profile.lines.push_back(line);
    m_hasHistory = false;
    const TouchHistory::Result touched =
        m_history->end(profile.mostWork, readSectors, writtenSectors);
    profile.reads = touched.reads;
    profile.writes = touched.writes;
    profile.rewrites = touched.rewrites;
    profile.distinctLines = touched.distinctLines;
    const AtomicCounts::Sum atomics = m_atomics.sum();
    profile.atomicBytes = atomics.bytes;
    profile.hottestAtomic = atomics.hottest;
    return profile;
}

} // namespace warpbench::simgpu::engine
