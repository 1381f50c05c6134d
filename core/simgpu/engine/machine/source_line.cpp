// SPDX-License-Identifier: GPL-3.0-or-later
// Where a record comes from in the CUDA source, through inlining.
#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/engine/machine/source_map.h"
#include "core/simgpu/engine/machine/source_names.h"

namespace warpbench::simgpu::engine {

namespace {

/// The places of an instruction, innermost first. Line 0 stands for code that the compiler made up.
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

SourceLine sourceOf(const Program& program, const InstInfo& info) {
    SourceLine result;
    const ptx::Instruction* instruction = instructionOf(program, info);
    if (!instruction)
        return result;
    result.ptxLine = instruction->position.line;
    const auto places = placesOf(program, *instruction);
    if (!places.empty()) {
        result.file = fileOf(program, *places.front());
        result.line = places.front()->line;
    }
    return result;
}

SourceLine sourceOf(const Program& program, const Code& code, std::size_t record) {
    SourceLine result = sourceOf(program, code.infos[record]);
    const ptx::Instruction* instruction = instructionOf(program, code.infos[record]);
    if (!instruction || result.line == 0)
        return result;
    const auto places = placesOf(program, *instruction);
    // What a function of NVIDIA's headers does wrong is the doing of who calls it.
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

} // namespace warpbench::simgpu::engine
