// SPDX-License-Identifier: GPL-3.0-or-later
// Of a guessed set-up: its buffers.
#include "core/follow/contents.h"
#include "core/follow/signature.h"
#include "core/guess/set_up_builder.h"

#include <algorithm>
#include <cmath>

namespace warpbench::guess {

bool SetUpBuilder::taken(const std::string& name) const {
    return m_program.parameters.contains(name) || m_project.compile.defines.contains(name) ||
           std::any_of(m_project.buffers.begin(), m_project.buffers.end(),
                       [&](const auto& buffer) { return buffer.name == name; });
}

std::string SetUpBuilder::freeName(const std::string& wanted) const {
    std::string name = wanted.empty() ? "buffer" : wanted;
    for (int i = 2; taken(name); ++i)
        name = wanted + std::to_string(i);
    return name;
}

void SetUpBuilder::askForContents(const LaunchCall& call, std::size_t argument, std::size_t index,
                                  project::Access access) {
    const Memory& memory = m_program.memories[index];
    const bool first = m_buffers[index].empty();
    const PointerUse use = useOf(call, argument);
    if (first && access == project::Access::out && use.read && (!use.handedOn || use.atomic))
        ask(call, Subject::buffer, Kind::never_written, {memory.name}, freeName(memory.name));
    if (argument < call.changed.size() && call.changed[argument])
        ask(call, Subject::buffer, Kind::between, {memory.name}, m_buffers[index]);
    const bool read =
        access == project::Access::in || (access == project::Access::inout && memory.given);
    const bool told = memory.filled || memory.zeroed || memory.unclear;
    if (first && read && !told)
        ask(call, Subject::buffer, Kind::contents, {memory.name}, freeName(memory.name));
}

std::string SetUpBuilder::bufferOf(std::size_t memory, const LaunchCall& call,
                                   std::optional<std::size_t> index,
                                   const compile::Parameter& parameter) {
    if (!m_buffers[memory].empty())
        return m_buffers[memory];
    const Memory& from = m_program.memories[memory];
    project::Buffer buffer;
    buffer.name = freeName(from.name);
    const std::size_t bytes = setType(buffer, parameter, from);
    const std::size_t own = sizeOfElement(from);
    const std::size_t size = bytes > 1 ? bytes : buffer.dtype.size();
    const Value elements = elementsOf(from, bytes > 1 && own != bytes ? 1 : size);
    project::Expression count{elements.spelled(), {}};
    if (!elements.isNumber() || elements.number <= 0) {
        count.text = index ? lengthOf(call, *index, from.name) : "65536";
        ask(call, Subject::buffer, Kind::size, {from.name, count.text}, buffer.name);
    }
    if (bytes > 1 && own == bytes)
        count.text = inBrackets(count.text) + " * " + std::to_string(bytes);
    buffer.shape = {std::move(count)};
    buffer.init = from.init;
    // Values that depend on the index of an element are for other elements.
    bool unclear =
        from.unclear || (own != size && (from.init.kind == project::Init::Kind::arange ||
                                         from.init.kind == project::Init::Kind::expression));
    if (!from.listed.empty()) {
        const auto listed = initOfList(from.listed, from.count.number);
        unclear = !listed;
        buffer.init = listed.value_or(project::Init{});
    }
    const auto made = dtypeOfType(from.type);
    if (bytes == 0 && made && !unclear && made->scalar() != buffer.dtype.scalar()) {
        const auto moved = movedBytes(buffer.init, *made, buffer.dtype);
        unclear = !moved;
        buffer.init = moved.value_or(project::Init{});
    }
    if (bytes > 0)
        buffer.init = {};
    if (unclear) {
        buffer.init = {};
        if (bytes == 0) {
            const bool real = isFloating(buffer.dtype.scalar());
            buffer.init.kind = real ? project::Init::Kind::uniform : project::Init::Kind::randint;
            buffer.init.seed = memory + 1;
            if (!real) {
                buffer.init.low = project::Expression{"0", {}};
                // Shades of a picture; others may be indices, which small ones hurt least.
                const bool shades = buffer.dtype == arrays::DType(arrays::Scalar::uint8);
                buffer.init.high = project::Expression{shades ? "256" : "2", {}};
            }
        }
        ask(call, Subject::buffer, bytes == 0 ? Kind::worked_out_numbers : Kind::worked_out_bytes,
            {from.name}, buffer.name);
    }
    if (index && bytes == 0)
        setRows(buffer, useOf(call, *index), call, elements);
    m_buffers[memory] = buffer.name;
    m_project.buffers.push_back(std::move(buffer));
    return m_buffers[memory];
}

void SetUpBuilder::setRows(project::Buffer& buffer, const PointerUse& use, const LaunchCall& call,
                           const Value& count) const {
    const bool byNumber = buffer.init.kind == project::Init::Kind::expression;
    const Value width = byNumber ? Value{} : valueNamed(use.row, call);
    const bool bytes = buffer.dtype == arrays::DType(arrays::Scalar::uint8);
    const int channels = bytes ? use.channels : 1;
    const double each = width.number * channels;
    if (!width.isNumber() || !count.isNumber() || width.number < 2 ||
        std::fmod(count.number, each) != 0 || count.number / each < 2)
        return;
    buffer.shape = shapeOfRows(count, width, channels);
    if (channels > 1 && buffer.init.kind == project::Init::Kind::zeros)
        buffer.dtype = *dtypeOfType(channels == 3 ? "uchar3" : "uchar4");
    else if (channels > 1)
        buffer.shape.push_back(project::Expression{std::to_string(channels), {}});
}

std::size_t SetUpBuilder::sizeOfElement(const Memory& memory) const {
    if (const auto dtype = dtypeOfType(memory.type))
        return dtype->size();
    const auto known = m_program.sizes.find(memory.type);
    return known == m_program.sizes.end() ? 1 : known->second;
}

Value SetUpBuilder::elementsOf(const Memory& memory, std::size_t size) const {
    const std::size_t own = sizeOfElement(memory);
    if (own == size || !memory.count.isNumber())
        return memory.count;
    if (memory.bytes.isNumber())
        return inElements(memory.bytes, size);
    Value bytes = Value::of(memory.count.number * double(own), true);
    bytes.assumed = memory.count.assumed;
    if (!memory.count.text.empty())
        bytes.text = inBrackets(memory.count.text) + " * " + std::to_string(own);
    return inElements(bytes, size);
}

std::size_t SetUpBuilder::setType(project::Buffer& buffer, const compile::Parameter& parameter,
                                  const Memory& from) const {
    auto type = dtypeOfType(parameter.pointee);
    if (!type)
        type = dtypeOfType(from.type);
    if (type) {
        buffer.dtype = *type;
        return 0;
    }
    buffer.dtype = arrays::DType(arrays::Scalar::uint8);
    if (parameter.pointee.find('*') != std::string::npos)
        return 8;
    for (const std::string& name : {parameter.pointee, from.type})
        if (const auto size = m_program.sizes.find(name); size != m_program.sizes.end())
            return size->second;
    return 1;
}

} // namespace warpbench::guess
