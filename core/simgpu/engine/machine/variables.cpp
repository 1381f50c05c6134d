// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/machine/variables.h"

#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/engine/machine/source_names.h"
#include "core/simgpu/engine/machine/stepper.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace warpbench::simgpu::engine {

namespace {

Variables::Encoding encodingOf(const ptx::DebugType& type) {
    using Kind = ptx::DebugType::Kind;
    using Encoding = Variables::Encoding;
    switch (type.kind) {
    case Kind::pointer:
        return Encoding::pointer;
    case Kind::array:
        return Encoding::array;
    case Kind::structure:
        return Encoding::structure;
    case Kind::enumeration:
        return Encoding::enumeration;
    case Kind::unknown:
        return Encoding::unknown;
    case Kind::base:
        break;
    }
    switch (type.encoding) { // DW_ATE_*: DWARF 4, section 7.8
    case 0x02:
        return Encoding::boolean;
    case 0x04:
        return Encoding::floating;
    case 0x05:
        return Encoding::signedInteger;
    case 0x06:
    case 0x08:
        return Encoding::character;
    case 0x07:
        return Encoding::unsignedInteger;
    default:
        return Encoding::unknown;
    }
}

} // namespace

Variables::Variables(const Inspector& inspector, Warp& warp, const FrameState& frame)
    : m_inspector(inspector)
    , m_warp(warp)
    , m_frame(frame)
    , m_info(inspector.debugInfo())
    , m_index(inspector.debugIndex()) {
    if (!inspector.knowsRegisters() || frame.outerActivation)
        return;
    for (const ptx::DebugFunction* each : m_index.functionsIn(frame.moduleFunction)) {
        for (const ptx::DebugVariable& variable : each->variables) {
            // With -G, .loc does not say what was inlined, though DWARF does.
            const bool ofFrame = variable.inlined == frame.inlineLevel ||
                                 (frame.innermost && variable.inlined > frame.inlineLevel);
            if (ofFrame && isIn(variable.begin, variable.end))
                m_visible.push_back(&variable);
        }
    }
    addShared();
    for (const ptx::DebugVariable& variable : m_info.globals)
        m_visible.push_back(&variable);
}

void Variables::addShared() {
    const Launch& launch = m_inspector.launch();
    const ptx::Module& module = launch.program.module;
    for (const auto& [key, offset] : launch.code.sharedOffsets) {
        const auto& [owner, index] = key;
        if (owner >= 0 && static_cast<std::uint32_t>(owner) != m_frame.moduleFunction)
            continue;
        const ptx::Variable& variable = owner < 0
                                            ? module.variables[static_cast<std::size_t>(index)]
                                            : module.functions[static_cast<std::size_t>(owner)]
                                                  .variables[static_cast<std::size_t>(index)];
        if (m_index.tellsOf(variable.name))
            continue;
        ptx::DebugVariable& added = m_shared.emplace_back();
        added.name = variableName(variable.name);
        added.locations.push_back({{}, {}, false, variable.name, 0});
        m_visible.push_back(&added);
    }
}

const ptx::DebugType* Variables::typeOf(std::int32_t index) const {
    return index < 0 ? nullptr : &m_info.types[static_cast<std::size_t>(index)];
}

/// Whether the frame is between two labels; nothing said means everywhere.
bool Variables::isIn(const std::string& begin, const std::string& end) const {
    if (begin.empty())
        return true;
    const std::int64_t first = m_index.labelIn(m_frame.moduleFunction, begin);
    const std::int64_t last = m_index.labelIn(m_frame.moduleFunction, end);
    return first >= 0 && first <= m_frame.instruction && (last < 0 || m_frame.instruction < last);
}

void Variables::locateSymbol(const ptx::DebugLocation& location, Thing& thing) const {
    const Launch& launch = m_inspector.launch();
    const ptx::Module& module = launch.program.module;
    const ptx::Function& function = module.functions[m_frame.moduleFunction];
    const auto lie = [&](Space space, std::uint64_t base) {
        thing.space = space;
        thing.address.fill(base + location.offset);
        thing.mask = ~m_warp.absent;
    };
    const auto lieShared = [&](std::int32_t owner, std::size_t variable, std::uint64_t size) {
        const auto place =
            launch.code.sharedOffsets.find({owner, static_cast<std::int32_t>(variable)});
        if (place == launch.code.sharedOffsets.end())
            return;
        lie(Space::shared, place->second);
        // What has no size is the dynamic part: it goes on to the end.
        thing.bytes = size ? size : launch.sharedBytes - place->second;
    };
    for (const std::size_t v : m_index.variablesIn(m_frame.moduleFunction, location.symbol)) {
        const ptx::Variable& variable = function.variables[v];
        const auto inCode =
            static_cast<std::size_t>(launch.code.functionAt[m_frame.moduleFunction]);
        const auto& offsets = launch.code.layouts[inCode].localOffsets;
        const auto offset = offsets.find(static_cast<std::int32_t>(v));
        if (variable.space == ptx::Space::local && offset != offsets.end())
            return lie(Space::local,
                       (m_frame.frame ? m_frame.frame->localBase : 0) + offset->second);
        if (variable.space == ptx::Space::shared)
            return lieShared(static_cast<std::int32_t>(m_frame.moduleFunction), v, variable.size);
        if (variable.space == ptx::Space::param && function.isKernel &&
            v < function.parameterOffsets.size())
            return lie(Space::param, function.parameterOffsets[v]);
    }
    for (const std::size_t v : m_index.variables(location.symbol)) {
        if (module.variables[v].space == ptx::Space::shared)
            return lieShared(-1, v, module.variables[v].size);
        if (launch.program.addresses[v])
            return lie(Space::global, launch.program.addresses[v]);
    }
}

Variables::Thing Variables::locate(const ptx::DebugVariable& variable) const {
    Thing thing;
    thing.name = thing.path = variable.name;
    thing.type = variable.type;
    thing.parameter = variable.parameter;
    for (const ptx::DebugLocation& location : variable.locations) {
        if (!isIn(location.begin, location.end))
            continue;
        if (!location.inRegister) {
            locateSymbol(location, thing);
            return thing;
        }
        const auto reg = m_index.registerIn(m_frame.moduleFunction, location.symbol);
        if (reg < 0)
            continue;
        thing.inRegister =
            m_inspector.registerValues(m_warp, m_frame, static_cast<std::size_t>(reg));
        thing.mask = thing.inRegister.known;
        thing.space = thing.mask ? Space::reg : Space::none;
        return thing;
    }
    return thing;
}

std::uint64_t Variables::childCount(std::int32_t index) const {
    const ptx::DebugType* type = typeOf(index);
    if (!type)
        return 0;
    switch (type->kind) {
    case ptx::DebugType::Kind::array:
        return type->count;
    case ptx::DebugType::Kind::structure:
        return type->members.size();
    case ptx::DebugType::Kind::pointer:
        return type->element >= 0 ? 1 : 0;
    default:
        return 0;
    }
}

bool Variables::childOf(const Thing& parent, std::uint64_t index, Thing& child) const {
    const ptx::DebugType* type = typeOf(parent.type);
    if (!type)
        return false;
    using Kind = ptx::DebugType::Kind;
    child = parent;
    if (type->kind == Kind::pointer) {
        const ptx::DebugType* element = typeOf(type->element);
        if (!element)
            return false;
        const LaneValues pointers = valuesOf(parent);
        child.type = type->element;
        child.space = Space::generic;
        child.mask = pointers.known;
        for (std::size_t lane = 0; lane < kLanes; ++lane)
            child.address[lane] = pointers.bits[lane] + index * element->size;
        child.name = "[" + std::to_string(index) + "]";
        child.path = parent.path + child.name;
        return true;
    }
    if (index >= childCount(parent.type))
        return false;
    std::uint64_t offset = 0;
    if (type->kind == Kind::array) {
        const ptx::DebugType* element = typeOf(type->element);
        child.type = type->element;
        offset = element ? index * element->size : 0;
        child.name = "[" + std::to_string(index) + "]";
        child.path = parent.path + child.name;
    } else {
        const ptx::DebugType::Member& member = type->members[index];
        child.type = member.type;
        offset = member.offset;
        child.name = member.name;
        child.path = parent.path + "." + member.name;
    }
    for (std::uint64_t& address : child.address)
        address += offset;
    // A struct of up to 8 bytes may be in a register, as a whole.
    for (std::uint64_t& bits : child.inRegister.bits)
        bits = offset < 8 ? bits >> (8 * offset) : 0;
    return true;
}

/// "p.n[2]": a name, then members and indices.
bool Variables::resolve(const std::string& path, Thing& thing) const {
    std::size_t at = std::min(path.find_first_of(".["), path.size());
    const auto variable = std::find_if(m_visible.begin(), m_visible.end(), [&](const auto* each) {
        return each->name == path.substr(0, at);
    });
    if (variable == m_visible.end())
        return false;
    thing = locate(**variable);
    while (at < path.size()) {
        const std::size_t end = std::min(path.find_first_of(".[", at + 1), path.size());
        const std::string part = path.substr(at + 1, end - at - 1);
        std::uint64_t index = 0;
        if (path[at] == '[') {
            const auto parsed = std::from_chars(part.data(), part.data() + part.size(), index);
            if (parsed.ec != std::errc() || *parsed.ptr != ']')
                return false;
        } else {
            const ptx::DebugType* type = typeOf(thing.type);
            if (!type)
                return false;
            const auto member = std::find_if(type->members.begin(), type->members.end(),
                                             [&](const auto& each) { return each.name == part; });
            if (member == type->members.end())
                return false;
            index = static_cast<std::uint64_t>(member - type->members.begin());
        }
        Thing inner;
        if (!childOf(thing, index, inner))
            return false;
        thing = inner;
        at = end;
    }
    return true;
}

LaneValues Variables::valuesOf(const Thing& thing) const {
    LaneValues values;
    const ptx::DebugType* type = typeOf(thing.type);
    const std::uint64_t size = type ? type->size : 0;
    if (size == 0 || size > 8 || thing.space == Space::none)
        return values;
    for (std::uint32_t rest = thing.mask; rest; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        std::uint64_t bits = 0;
        if (thing.space == Space::reg) {
            bits = thing.inRegister.bits[lane];
            if (size < 8)
                bits &= (std::uint64_t{1} << (8 * size)) - 1;
        } else if (!m_inspector.read(m_warp, lane, static_cast<ReadSpace>(thing.space),
                                     thing.address[lane],
                                     std::as_writable_bytes(std::span(&bits, 1)).first(size))) {
            continue;
        }
        values.bits[lane] = bits;
        values.known |= 1u << lane;
    }
    return values;
}

Variables::Variable Variables::describe(const Thing& thing) const {
    Variable variable;
    variable.name = thing.name;
    variable.path = thing.path;
    variable.type = m_info.nameOf(thing.type);
    variable.parameter = thing.parameter;
    variable.space = thing.space;
    variable.children = childCount(thing.type);
    if (thing.mask && thing.space != Space::reg)
        variable.address = thing.address[static_cast<std::size_t>(std::countr_zero(thing.mask))];
    if (const ptx::DebugType* type = typeOf(thing.type)) {
        variable.bytes = type->size;
        variable.encoding = encodingOf(*type);
        variable.values = valuesOf(thing);
        // What is larger has no value of its own, but lanes that have it.
        if (type->size > 8)
            variable.values.known = thing.mask;
    } else {
        variable.type.clear();
        variable.bytes = thing.bytes;
        variable.values.known = thing.mask;
    }
    return variable;
}

bool Variables::find(const std::string& path, std::uint64_t index, Variable& out) const {
    Thing thing;
    if (path.empty()) {
        if (index >= m_visible.size())
            return false;
        thing = locate(*m_visible[index]);
    } else {
        Thing parent;
        if (!resolve(path, parent) || !childOf(parent, index, thing))
            return false;
    }
    out = describe(thing);
    return true;
}

} // namespace warpbench::simgpu::engine
