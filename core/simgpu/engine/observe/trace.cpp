// SPDX-License-Identifier: GPL-3.0-or-later
// Records which lane accessed which address, for a sample of a launch's memory accesses.
#include "core/simgpu/engine/machine/addresses.h"
#include "core/simgpu/engine/machine/services.h"
#include "core/simgpu/engine/observe/observers.h"

#include <algorithm>
#include <bit>
#include <tuple>

namespace warpbench::simgpu::engine {

namespace {

TracedSpace spaceOf(const InstInfo& info, std::uint64_t address) {
    const bool generic = info.space == MemorySpace::generic;
    if (info.space == MemorySpace::shared || (generic && isWindow(address, kSharedWindow)))
        return TracedSpace::shared;
    if (info.space == MemorySpace::local || (generic && isWindow(address, kLocalWindow)))
        return TracedSpace::local;
    return TracedSpace::global;
}

} // namespace

void Launch::planTrace() {
    const Tracing& wanted = request.tracing;
    if (wanted.blocks == 0 || !observed || observed->traced == 0)
        return;
    const std::uint64_t count = std::min<std::uint64_t>(wanted.blocks, blockCount);
    for (std::uint64_t i = 0; i < count; ++i)
        tracedBlocks.push_back(count > 1 ? i * (blockCount - 1) / (count - 1) : 0);
    const std::uint64_t perExecution = count * warpsPerBlock * observed->traced;
    tracedExecutions = std::min<std::uint64_t>(
        wanted.executions, wanted.accesses / std::max<std::uint64_t>(perExecution, 1));
    tracedExecutions = std::max<std::uint64_t>(tracedExecutions, 1);
}

void traceAccess(Warp& w, const Inst* ip, const InstInfo& info) {
    const Launch& launch = w.block->launch;
    const std::uint64_t block = w.block->linear;
    if (!std::binary_search(launch.tracedBlocks.begin(), launch.tracedBlocks.end(), block))
        return;
    Worker& worker = w.block->worker;
    const auto record = static_cast<std::uint32_t>(recordOf(w, ip));
    const std::uint64_t execution = worker.executions[{record, block, w.index}]++;
    if (execution >= launch.tracedExecutions)
        return;
    std::array<TracedAccess, 3> parts; // by space: lanes of a generic access may go to several
    for (std::uint32_t rest = w.mask; rest; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        const std::uint64_t address = laneAddress(w, ip, info, lane);
        const TracedSpace space = spaceOf(info, address);
        TracedAccess& part = parts[static_cast<std::size_t>(space)];
        part.mask |= 1u << lane;
        part.addresses[lane] = space == TracedSpace::global ? address : address & ~kWindowMask;
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
        TracedAccess& part = parts[i];
        if (part.mask == 0)
            continue;
        part.instruction = record;
        part.space = static_cast<TracedSpace>(i);
        part.warp = w.index;
        part.block = block;
        part.execution = execution;
        worker.trace.push_back(part);
    }
}

Trace traceOf(const Launch& launch, const std::vector<std::unique_ptr<Worker>>& workers) {
    Trace trace;
    std::map<std::uint32_t, std::uint32_t> places; // of a record in trace.instructions
    for (const auto& worker : workers) {
        for (TracedAccess access : worker->trace) {
            const std::uint32_t record = access.instruction;
            const auto count = worker->executions.find({record, access.block, access.warp});
            access.executions = count->second;
            const auto next = static_cast<std::uint32_t>(trace.instructions.size());
            const auto [place, isNew] = places.try_emplace(record, next);
            if (isNew) {
                const InstInfo& info = launch.code.infos[record];
                const SourceLine source = sourceOf(launch.program, launch.code, record);
                trace.instructions.push_back({source.file, source.line, source.ptxLine,
                                              info.accessBytes,
                                              !info.store || info.kind == InstClass::atomic,
                                              info.store || info.kind == InstClass::atomic});
            }
            access.instruction = place->second;
            trace.accesses.push_back(access);
        }
    }
    const auto order = [&](const TracedAccess& access) {
        return std::tuple(trace.instructions[access.instruction].ptxLine, access.instruction,
                          access.block, access.warp, access.execution, access.space);
    };
    std::sort(trace.accesses.begin(), trace.accesses.end(),
              [&](const TracedAccess& a, const TracedAccess& b) { return order(a) < order(b); });
    return trace;
}

} // namespace warpbench::simgpu::engine
