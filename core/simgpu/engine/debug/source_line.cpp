// SPDX-License-Identifier: GPL-3.0-or-later
// The CUDA source location of a record, through inlining.
#include "core/simgpu/engine/debug/source_map.h"
#include "core/simgpu/engine/debug/source_names.h"
#include "core/simgpu/engine/machine/launch.h"

#include <algorithm>

namespace warpbench::simgpu::engine {

namespace {

/// The places of an instruction, innermost first. Line 0 represents code that the compiler made up.
std::vector<const ptx::SourceLocation*> placesOf(const Program& program,
                                                 const ptx::Instruction& instruction) {
    std::vector<const ptx::SourceLocation*> places;
    for (std::int32_t at = instruction.location; at >= 0;) {
        const ptx::SourceLocation& place = program.module.locations[static_cast<std::size_t>(at)];
        if (place.line != 0 || !places.empty())
            places.push_back(&place);
        at = place.inlinedAt;
    }
    return places;
}

std::string fileOf(const Program& program, const ptx::SourceLocation& place) {
    const std::string* file = program.module.fileName(place.file);
    return file ? *file : std::string();
}

} // namespace

std::string innermostFile(const Program& program, const InstInfo& info) {
    const ptx::Instruction* const instruction = instructionOf(program, info);
    const auto places =
        instruction ? placesOf(program, *instruction) : std::vector<const ptx::SourceLocation*>();
    return places.empty() ? std::string() : fileOf(program, *places.front());
}

SourceLine countedLine(const Program& program, const InstInfo& info) {
    SourceLine result;
    const ptx::Instruction* const instruction = instructionOf(program, info);
    if (!instruction)
        return result;
    result.ptxLine = instruction->position.line;
    const auto places = placesOf(program, *instruction);
    if (places.empty())
        return result;
    const auto own = std::find_if(places.begin(), places.end(), [&](const auto* place) {
        return place->file == places.back()->file;
    });
    result.file = fileOf(program, **own);
    result.line = (*own)->line;
    return result;
}

SourceLine sourceOf(const Program& program, const InstInfo& info) {
    SourceLine result;
    const ptx::Instruction* instruction = instructionOf(program, info);
    if (!instruction)
        return result;
    result.ptxLine = instruction->position.line;
    const auto places = placesOf(program, *instruction);
    if (places.empty())
        return result;
    // An error inside a function of NVIDIA's headers is attributed to its caller.
    std::size_t own = 0;
    while (own + 1 < places.size() && isToolkitFile(fileOf(program, *places[own])))
        ++own;
    result.file = fileOf(program, *places[own]);
    result.line = places[own]->line;
    if (places.size() == 1)
        return result;
    const std::size_t inner = own ? own - 1 : 0;
    const std::string& function = places[inner]->function;
    result.chain = "in " + (function.empty() ? "inlined code" : functionName(function));
    for (std::size_t i = inner + 1; i < places.size(); ++i)
        result.chain +=
            ", called at " + fileOf(program, *places[i]) + ":" + std::to_string(places[i]->line);
    return result;
}

SourceLine sourceOf(const Program& program, const Code& code, std::size_t record) {
    return sourceOf(program, code.infos[record]);
}

} // namespace warpbench::simgpu::engine
