// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/debug/source_map.h"

#include "core/simgpu/ptx/passes/cfg.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace warpbench::simgpu::engine {

namespace {

/// The location of an instruction; compiler-generated code gets the place it was inlined at.
std::int32_t locationOf(const ptx::Module& module, const ptx::Instruction& instruction) {
    std::int32_t at = instruction.location;
    while (at >= 0 && module.locations[static_cast<std::size_t>(at)].line == 0)
        at = module.locations[static_cast<std::size_t>(at)].inlinedAt;
    return at;
}

} // namespace

bool namesFile(const std::string& file, const std::string& name) {
    // The compiler writes names as the system does, a window's toolkit with `/` everywhere.
    const auto isSeparator = [](char c) { return c == '/' || c == '\\'; };
    const auto alike = [&](char a, char b) { return a == b || (isSeparator(a) && isSeparator(b)); };
    if (name.empty() || name.size() > file.size() ||
        !std::equal(name.rbegin(), name.rend(), file.rbegin(), alike))
        return false;
    return name.size() == file.size() || isSeparator(file[file.size() - name.size() - 1]);
}

std::vector<RecordPlace> placesOf(const Program& program, const Code& code) {
    std::vector<RecordPlace> places(code.infos.size());
    for (std::size_t record = 0; record < places.size(); ++record) {
        const InstInfo& info = code.infos[record];
        RecordPlace& place = places[record];
        const InstInfo* before = record ? &code.infos[record - 1] : nullptr;
        place.begins =
            !before || before->function != info.function || before->instruction != info.instruction;
        const ptx::Instruction* instruction = instructionOf(program, info);
        if (!instruction)
            continue;
        place.ptxLine = instruction->position.line;
        const std::int32_t at = locationOf(program.module, *instruction);
        if (at < 0)
            continue;
        const ptx::SourceLocation& location =
            program.module.locations[static_cast<std::size_t>(at)];
        place.file = location.file;
        place.line = location.line;
        for (std::int32_t up = location.inlinedAt; up >= 0; ++place.inlined)
            up = program.module.locations[static_cast<std::size_t>(up)].inlinedAt;
    }
    return places;
}

void BreakpointSites::add(std::size_t record, std::uint32_t index) {
    m_sites.resize(m_code.insts.size());
    m_sites[record] = true;
    m_all.push_back({record, index});
}

/// The line, or the next one of these files in which some function of the module has code.
std::uint32_t BreakpointSites::lineWithCode(const std::vector<std::uint32_t>& files,
                                            std::uint32_t line) const {
    std::uint32_t best = ~0u;
    for (const ptx::Function& function : m_program.module.functions) {
        for (const ptx::Instruction& instruction : function.code) {
            const std::int32_t at = locationOf(m_program.module, instruction);
            if (at < 0)
                continue;
            const ptx::SourceLocation& location =
                m_program.module.locations[static_cast<std::size_t>(at)];
            if (location.line >= line && location.line < best &&
                std::find(files.begin(), files.end(), location.file) != files.end())
                best = location.line;
        }
    }
    return best;
}

void BreakpointSites::placeAtLine(std::uint32_t index) {
    const Breakpoint& breakpoint = m_breakpoints[index];
    std::vector<std::uint32_t> files;
    for (const auto& [number, name] : m_program.module.files) {
        if (namesFile(name, breakpoint.file))
            files.push_back(number);
    }
    const std::uint32_t line = lineWithCode(files, breakpoint.line);
    // Function by function, as blocks are numbered within each.
    std::set<std::tuple<std::uint32_t, std::uint32_t, std::int32_t>> seen;
    std::uint32_t function = ~0u;
    ptx::ControlFlowGraph graph;
    for (std::size_t record = 0; record < m_places.size(); ++record) {
        const RecordPlace& place = m_places[record];
        const InstInfo& info = m_code.infos[record];
        if (!place.begins || place.line != line ||
            std::find(files.begin(), files.end(), place.file) == files.end())
            continue;
        if (info.function != function) {
            function = info.function;
            graph = ptx::buildControlFlow(m_program.module, m_program.module.functions[function]);
        }
        const ptx::Instruction* instruction = instructionOf(m_program, info);
        const std::int32_t caller =
            instruction->location < 0
                ? -1
                : m_program.module.locations[static_cast<std::size_t>(instruction->location)]
                      .inlinedAt;
        if (seen.emplace(function, graph.blockOf[info.instruction], caller).second)
            add(record, index);
    }
}

void BreakpointSites::placeAtPtxLine(std::uint32_t index) {
    const std::uint32_t wanted = m_breakpoints[index].line;
    std::uint32_t best = ~0u;
    std::size_t at = 0;
    for (std::size_t record = 0; record < m_places.size(); ++record) {
        const std::uint32_t line = m_places[record].ptxLine;
        if (m_places[record].begins && line >= wanted && line < best) {
            best = line;
            at = record;
        }
    }
    if (best != ~0u)
        add(at, index);
}

void BreakpointSites::place(std::vector<Breakpoint> breakpoints) {
    m_breakpoints = std::move(breakpoints);
    m_all.clear();
    m_sites.clear();
    for (std::uint32_t index = 0; index < m_breakpoints.size(); ++index) {
        if (m_breakpoints[index].file.empty())
            placeAtPtxLine(index);
        else
            placeAtLine(index);
    }
}

std::uint32_t BreakpointSites::arrive(std::size_t record, bool newLine, std::uint64_t block,
                                      std::uint32_t warp, std::uint32_t lanes) {
    for (const Site& site : m_all) {
        if (site.record != record)
            continue;
        Breakpoint& breakpoint = m_breakpoints[site.breakpoint];
        const bool concerned = (breakpoint.file.empty() || newLine) &&
                               (breakpoint.block == kAnyBlock || breakpoint.block == block) &&
                               (breakpoint.warp == kAnyWarp || breakpoint.warp == warp) &&
                               (breakpoint.lanes & lanes);
        if (!concerned)
            continue;
        if (breakpoint.skip > 0)
            --breakpoint.skip;
        else
            return site.breakpoint;
    }
    return kNoBreakpoint;
}

} // namespace warpbench::simgpu::engine
