// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/debug/variables.h"

#include "core/simgpu/engine/debug/source_names.h"
#include "core/simgpu/engine/debug/stepper.h"
#include "core/simgpu/engine/machine/launch.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <utility>

namespace warpbench::simgpu::engine {

namespace {

Variables::Encoding encodingOf(ptx::DebugType::Narrow format) {
    using Encoding = Variables::Encoding;
    switch (format) {
    case ptx::DebugType::Narrow::bfloat16:
        return Encoding::bfloat16;
    case ptx::DebugType::Narrow::float8E4m3:
        return Encoding::float8E4m3;
    case ptx::DebugType::Narrow::float8E5m2:
        return Encoding::float8E5m2;
    case ptx::DebugType::Narrow::float8E8m0:
        return Encoding::float8E8m0;
    case ptx::DebugType::Narrow::float16:
    case ptx::DebugType::Narrow::none:
        break;
    }
    return Encoding::floating;
}

Variables::Encoding encodingOf(const ptx::DebugType& type) {
    using Kind = ptx::DebugType::Kind;
    using Encoding = Variables::Encoding;
    switch (type.kind) {
    case Kind::pointer:
    case Kind::reference:
        return Encoding::pointer;
    case Kind::array:
        return Encoding::array;
    case Kind::structure:
        return type.narrow == ptx::DebugType::Narrow::none ? Encoding::structure
                                                           : encodingOf(type.narrow);
    case Kind::enumeration:
        return type.isUnsigned ? Encoding::unsignedInteger : Encoding::enumeration;
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
        return Encoding::character;
    case 0x07:
    case 0x08: // unsigned char: a number, as it is nearly always one
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
            // With -G, .loc does not mark inlining, but DWARF does.
            const bool ofFrame = variable.inlined == frame.inlineLevel ||
                                 (frame.innermost && variable.inlined > frame.inlineLevel);
            if (ofFrame && isIn(variable.begin, variable.end))
                m_visible.push_back(&variable);
        }
    }
    m_ownCount = m_visible.size();
    addShared();
    addGlobals();
}

/// Those of the source that the function is in come first: others may have the same names.
void Variables::addGlobals() {
    const std::size_t part =
        m_inspector.launch().program.module.parts.ofFunction(m_frame.moduleFunction);
    const auto rankOf = [&](const ptx::DebugVariable& variable) {
        return variable.locations.empty() ? 2 : variable.part == part ? 0 : 1;
    };
    for (int rank = 0; rank < 3; ++rank) { // a declaration says nothing of its place
        for (const ptx::DebugVariable& variable : m_info.globals) {
            if (rankOf(variable) == rank)
                addGlobal(variable);
        }
    }
}

void Variables::addGlobal(const ptx::DebugVariable& variable) {
    if (variable.name.rfind("_Z", 0) != 0) {
        m_visible.push_back(&variable);
        return;
    }
    ptx::DebugVariable& named = m_made.emplace_back(variable);
    named.name = variableName(variable.name);
    m_visible.push_back(&named);
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
        ptx::DebugVariable& added = m_made.emplace_back();
        added.name = variableName(variable.name);
        added.type = sharedType(added.name, variable.size);
        added.locations.push_back({{}, {}, false, variable.name, 0});
        m_visible.push_back(&added);
    }
}

/// From the debugger's knowledge of the source; -1: none, or not a type of the module.
std::int32_t Variables::sharedType(const std::string& name, std::uint64_t bytes) {
    const DebugControl* const control = m_inspector.request().control;
    const auto known = control ? control->sharedTypes() : nullptr;
    const auto said = known ? known->find(name) : decltype(known->find(name))();
    if (!known || said == known->end())
        return -1;
    const std::int32_t element = m_index.typeNamed(said->second);
    const std::uint64_t size = element < 0 ? 0 : typeOf(element)->size;
    if (size == 0 || bytes % size != 0)
        return -1;
    if (bytes == size)
        return element;
    ptx::DebugType& array = m_madeTypes.emplace_back();
    array.kind = ptx::DebugType::Kind::array;
    array.element = element;
    array.size = bytes;
    array.count = bytes / size;
    const std::string count = array.count > 0 ? std::to_string(array.count) : std::string();
    array.name = m_info.nameOf(element) + "[" + count + "]";
    return static_cast<std::int32_t>(m_info.types.size() + m_madeTypes.size() - 1);
}

const ptx::DebugType* Variables::typeOf(std::int32_t index) const {
    if (index < 0)
        return nullptr;
    const auto at = static_cast<std::size_t>(index);
    const std::size_t count = m_info.types.size();
    return at < count ? &m_info.types[at] : &m_madeTypes[at - count];
}

std::string Variables::typeName(std::int32_t index) const {
    const bool made = index >= 0 && static_cast<std::size_t>(index) >= m_info.types.size();
    return made ? typeOf(index)->name : m_info.nameOf(index);
}

/// Whether the frame is between two labels; without labels, always true.
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
        // A variable without a size is the dynamic part, which extends to the end.
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
    if (variable.parameter && isBeforeBody())
        locateArgument(variable, thing);
    else
        locateHere(variable, thing);
    dereference(thing);
    return thing;
}

/// Whether the function has not yet moved its parameters to their locations in the debug info.
bool Variables::isBeforeBody() const {
    return m_frame.instruction < m_index.bodyOf(m_frame.moduleFunction);
}

/// The argument from the caller: for a kernel in parameter space, for a function in rows.
void Variables::locateArgument(const ptx::DebugVariable& variable, Thing& thing) const {
    const Code& code = m_inspector.launch().code;
    const ptx::Function& function =
        m_inspector.launch().program.module.functions[m_frame.moduleFunction];
    const std::size_t index = variable.parameterIndex;
    if (function.isKernel) {
        if (index >= function.parameterOffsets.size())
            return;
        thing.space = Space::param;
        thing.address.fill(function.parameterOffsets[index]);
        thing.mask = ~m_warp.absent;
        return;
    }
    const std::int32_t inCode = code.functionAt[m_frame.moduleFunction];
    const ptx::DebugType* const type = typeOf(thing.type);
    if (inCode < 0 || !type || type->size > 8)
        return;
    const auto& parameters = code.functions[static_cast<std::size_t>(inCode)].parameters;
    if (index >= parameters.size())
        return;
    const ParameterRows& rows = parameters[index];
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
        for (std::uint32_t word = 0; word < std::min<std::uint32_t>(rows.words, 2); ++word)
            thing.inRegister.bits[lane] |=
                std::uint64_t{row32(m_warp, static_cast<std::uint16_t>(rows.row + word))[lane]}
                << (32 * word);
    }
    thing.space = Space::reg;
    thing.mask = thing.inRegister.known = ~m_warp.absent;
}

/// Its location at this instruction.
void Variables::locateHere(const ptx::DebugVariable& variable, Thing& thing) const {
    for (const ptx::DebugLocation& location : variable.locations) {
        if (!isIn(location.begin, location.end))
            continue;
        if (!location.inRegister)
            return locateSymbol(location, thing);
        const auto reg = m_index.registerIn(m_frame.moduleFunction, location.symbol);
        if (reg < 0)
            continue;
        thing.inRegister =
            m_inspector.registerValues(m_warp, m_frame, static_cast<std::size_t>(reg));
        thing.mask = thing.inRegister.known;
        thing.space = thing.mask ? Space::reg : Space::none;
        return;
    }
}

/// A reference appears as its target.
void Variables::dereference(Thing& thing) const {
    const ptx::DebugType* const type = typeOf(thing.type);
    if (!type || type->kind != ptx::DebugType::Kind::reference)
        return;
    const LaneValues addresses = valuesOf(thing);
    thing.reference = std::exchange(thing.type, type->element);
    thing.space = addresses.known ? Space::generic : Space::none;
    thing.address = addresses.bits;
    thing.mask = addresses.known;
}

std::uint64_t Variables::childCount(const Thing& thing) const {
    const ptx::DebugType* type = typeOf(thing.type);
    if (!type)
        return 0;
    switch (type->kind) {
    case ptx::DebugType::Kind::array: {
        const ptx::DebugType* const element = typeOf(type->element);
        if (type->count > 0 || !element || element->size == 0)
            return type->count;
        return thing.bytes / element->size; // dynamic shared memory
    }
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
    child.reference = -1;
    child.bytes = 0;
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
        dereference(child);
        return true;
    }
    if (index >= childCount(parent))
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
    dereference(child);
    return true;
}

bool Variables::memberOf(const Thing& parent, std::string_view name, Thing& member) const {
    const ptx::DebugType* type = typeOf(parent.type);
    if (!type)
        return false;
    const auto found = std::find_if(type->members.begin(), type->members.end(),
                                    [&](const auto& each) { return each.name == name; });
    return found != type->members.end() &&
           childOf(parent, static_cast<std::uint64_t>(found - type->members.begin()), member);
}

const ptx::DebugVariable* Variables::named(std::string_view name, std::size_t from,
                                           std::size_t to) const {
    const auto end = m_visible.begin() + static_cast<std::ptrdiff_t>(to);
    const auto found = std::find_if(m_visible.begin() + static_cast<std::ptrdiff_t>(from), end,
                                    [&](const auto* each) { return each->name == name; });
    return found == end ? nullptr : *found;
}

/// The thing that a name represents in the function: as C++ looks for it.
bool Variables::findRoot(const std::string& name, Thing& thing) const {
    if (const ptx::DebugVariable* own = named(name, 0, m_ownCount)) {
        thing = locate(*own);
        return true;
    }
    if (const ptx::DebugVariable* self = named("this", 0, m_ownCount)) {
        Thing object;
        if (childOf(locate(*self), 0, object) && memberOf(object, name, thing)) {
            thing.path = name;
            return true;
        }
    }
    const ptx::DebugVariable* const outer = named(name, m_ownCount, m_visible.size());
    if (outer)
        thing = locate(*outer);
    return outer != nullptr;
}

/// "p.n[2]": a name, then members and indices.
bool Variables::resolve(const std::string& path, Thing& thing) const {
    std::size_t at = std::min(path.find_first_of(".["), path.size());
    if (!findRoot(path.substr(0, at), thing))
        return false;
    while (at < path.size()) {
        const std::size_t end = std::min(path.find_first_of(".[", at + 1), path.size());
        const std::string part = path.substr(at + 1, end - at - 1);
        Thing inner;
        if (path[at] == '.') {
            if (!memberOf(thing, part, inner))
                return false;
        } else {
            std::uint32_t index = 0;
            const auto parsed = std::from_chars(part.data(), part.data() + part.size(), index);
            if (parsed.ec != std::errc() || *parsed.ptr != ']')
                return false;
            // The target of a reference can also be reached as if it were a pointer.
            const bool isItself = index == 0 && thing.reference >= 0 && !hasElements(thing);
            if (isItself)
                inner = thing;
            else if (!childOf(thing, index, inner))
                return false;
        }
        thing = inner;
        at = end;
    }
    return true;
}

bool Variables::hasElements(const Thing& thing) const {
    using Kind = ptx::DebugType::Kind;
    const ptx::DebugType* type = typeOf(thing.type);
    return type && (type->kind == Kind::array || type->kind == Kind::pointer);
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
        const bool written =
            thing.space == Space::reg ||
            m_inspector.isAnyWritten(m_warp, lane, static_cast<ReadSpace>(thing.space),
                                     thing.address[lane], size);
        if (!written)
            continue;
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
    variable.type = typeName(thing.reference >= 0 ? thing.reference : thing.type);
    variable.parameter = thing.parameter;
    variable.space = thing.space;
    variable.children = childCount(thing);
    if (thing.space != Space::reg) {
        variable.addresses = thing.address;
        variable.addressed = thing.mask;
    }
    if (const ptx::DebugType* type = typeOf(thing.type)) {
        variable.bytes = type->size ? type->size : thing.bytes;
        variable.encoding = encodingOf(*type);
        variable.values = valuesOf(thing);
        // Values of larger types are not stored, only which lanes have one.
        if (type->size > 8 || type->kind == ptx::DebugType::Kind::array)
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

bool Variables::find(const std::string& path, Variable& out) const {
    Thing thing;
    if (!resolve(path, thing))
        return false;
    out = describe(thing);
    return true;
}

} // namespace warpbench::simgpu::engine
