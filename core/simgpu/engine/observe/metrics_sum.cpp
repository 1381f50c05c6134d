// SPDX-License-Identifier: GPL-3.0-or-later
// From counters by record to those by source line and of the launch.
#include "core/simgpu/engine/machine/launch.h"

#include <map>
#include <utility>

namespace warpbench::simgpu::engine {

namespace {

/// Records first, then the instructions that have none.
const InstInfo& infoAt(const Code& code, std::size_t index) {
    return index < code.infos.size() ? code.infos[index] : code.elided[index - code.infos.size()];
}

} // namespace

Counters& Counters::operator+=(const Counters& other) {
#define WBSIM_COUNTER(member, key, text) member += other.member;
#include "core/simgpu/include/wbsim_counters.inc"
#undef WBSIM_COUNTER
    return *this;
}

Metrics sumOf(const Launch& launch, const std::vector<std::unique_ptr<Worker>>& workers) {
    Metrics total;
    std::vector<Counters> byInstruction;
    for (const auto& worker : workers) {
        worker->collectMetrics();
        byInstruction.resize(worker->byInstruction.size());
        for (std::size_t i = 0; i < byInstruction.size(); ++i)
            byInstruction[i] += worker->byInstruction[i];
        for (std::size_t lanes = 0; lanes < total.activeLanes.size(); ++lanes)
            total.activeLanes[lanes] += worker->activeLanes[lanes];
    }
    std::map<std::pair<std::string, std::uint32_t>, LineMetrics> lines;
    std::map<std::uint32_t, PtxLineMetrics> ptxLines;
    for (std::size_t i = 0; i < byInstruction.size(); ++i) {
        const Counters& part = byInstruction[i];
        if (part.warpInstructions == 0)
            continue;
        const InstInfo& info = infoAt(launch.code, i);
        const auto kind = static_cast<std::size_t>(info.kind);
        const SourceLine source = countedLine(launch.program, info);
        LineMetrics& line = lines[{source.file, source.line}];
        line.file = source.file;
        line.line = source.line;
        line += part;
        line.mix[kind] += part.warpInstructions;
        PtxLineMetrics& ptxLine = ptxLines[source.ptxLine];
        ptxLine.line = source.ptxLine;
        ptxLine.warpInstructions += part.warpInstructions;
        ptxLine.threadInstructions += part.threadInstructions;
        total += part;
        total.mix[kind] += part.warpInstructions;
    }
    for (auto& [key, line] : lines)
        total.lines.push_back(std::move(line));
    for (const auto& [number, line] : ptxLines)
        total.ptxLines.push_back(line);
    return total;
}

} // namespace warpbench::simgpu::engine
