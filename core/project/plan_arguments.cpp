// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/plan_arguments.h"

#include "core/arrays/element.h"
#include "core/arrays/integer_range.h"
#include "core/base/suggest.h"
#include "core/expression/integer_math.h"

#include <cmath>
#include <utility>
#include <variant>

namespace warpbench::project {

using arrays::DType;
using arrays::Scalar;

std::size_t bufferIndex(const Project& project, const std::string& name, const Place& place) {
    std::vector<std::string> known;
    for (std::size_t i = 0; i < project.buffers.size(); ++i) {
        if (project.buffers[i].name == name) {
            return i;
        }
        known.push_back(project.buffers[i].name);
    }
    const ErrorText said{
        "WB1334", "unknown buffer '{buffer}'", "add it to \"buffers\"", {{"buffer", name}}};
    throw Error(ErrorKind::project, known.empty() ? said : said.advised(suggestion(name, known)),
                place);
}

PlannedBufferArg ArgumentPlanner::bufferArg(const BufferArg& arg, const Place& place) {
    PlannedBufferArg planned;
    planned.buffer = bufferIndex(m_project, arg.buffer, place);
    planned.access = arg.access;
    if (arg.offset) {
        const PlannedBuffer& buffer = m_buffers[planned.buffer];
        const std::int64_t offset =
            m_names.integer(*arg.offset, 0, buffer.elements,
                            phrase("the offset into '{buffer}'", {{"buffer", buffer.name}}));
        planned.byteOffset = std::uint64_t(offset) * buffer.dtype.size();
        if (buffer.pitch > 0 && buffer.lineBytes() > 0) {
            planned.byteOffset = planned.byteOffset / buffer.lineBytes() * buffer.pitch +
                                 planned.byteOffset % buffer.lineBytes();
        }
    }
    return planned;
}

void ArgumentPlanner::packOne(Scalar scalar, const Expression& expression, std::byte* to) {
    const Number number = m_names.number(expression);
    if (arrays::isInteger(scalar)) {
        const Integer value = toInteger(number, expression);
        if (!arrays::holds(scalar, value)) {
            const auto [low, high] = arrays::limitsOf(scalar);
            throw Error(ErrorKind::project,
                        {"WB1335",
                         "\"{expression}\" is {found}, but {type} holds {low} to {high}",
                         "use a wider type or another value",
                         {{"expression", expression.text},
                          {"found", value.toString()},
                          {"type", arrays::nameOf(scalar)},
                          {"low", low.toString()},
                          {"high", high.toString()}}},
                        expression.place);
        }
        arrays::writeInteger(scalar, to, value);
        return;
    }
    const double value = toDouble(number);
    arrays::writeDouble(scalar, to, value);
    // The 8-bit types saturate silently, which is right for data but wrong for an argument.
    const bool saturates = arrays::sizeOf(scalar) == 1;
    const double largest = scalar == Scalar::float8_e4m3 ? 448 : 57344;
    if (std::isfinite(value) && (!std::isfinite(arrays::readDouble(scalar, to)) ||
                                 (saturates && std::fabs(value) > largest))) {
        throw Error(ErrorKind::project,
                    {"WB1336",
                     "\"{expression}\" is {found}, too large for {type}",
                     "use a wider type or another value",
                     {{"expression", expression.text},
                      {"found", toString(number)},
                      {"type", arrays::nameOf(scalar)}}},
                    expression.place);
    }
}

std::vector<std::byte> ArgumentPlanner::pack(const DType& type,
                                             const std::vector<Expression>& values,
                                             const Place& place) {
    const std::size_t lanes = std::size_t(type.lanes());
    const bool broadcast = values.size() == 1 && lanes > 1;
    if (values.empty() || (!broadcast && values.size() % lanes != 0)) {
        throw Error(ErrorKind::project,
                    {"WB1337",
                     "{count} values for elements of {type}",
                     "give {expected} values per element",
                     {{"count", values.size()}, {"type", type.name()}, {"expected", lanes}}},
                    place);
    }
    const std::size_t elements = broadcast ? 1 : values.size() / lanes;
    std::vector<std::byte> bytes(elements * type.size());
    for (std::size_t i = 0; i < elements * lanes; ++i) {
        packOne(type.scalar(), values[broadcast ? 0 : i],
                bytes.data() + i * arrays::sizeOf(type.scalar()));
    }
    return bytes;
}

PlannedStruct ArgumentPlanner::structArg(const StructArg& structure, const Place& place) {
    PlannedStruct planned;
    for (const auto& [name, field] : structure.fields) {
        planned.fields[name] = member(field, place);
    }
    return planned;
}

PlannedMember ArgumentPlanner::member(const MemberValue& value, const Place& place) {
    if (const auto* expression = std::get_if<Expression>(&value)) {
        return m_names.number(*expression);
    }
    if (const auto* address = std::get_if<BufferArg>(&value)) {
        return bufferArg(*address, place);
    }
    if (const auto* structure = std::get_if<StructArg>(&value)) {
        return structArg(*structure, place);
    }
    PlannedList list;
    for (const MemberValue& element : std::get<MemberList>(value)) {
        list.push_back(member(element, place));
    }
    return list;
}

PlannedArgument ArgumentPlanner::argument(const Argument& argument) {
    PlannedArgument planned;
    planned.place = argument.place;
    if (const auto* buffer = std::get_if<BufferArg>(&argument.value)) {
        planned.value = bufferArg(*buffer, argument.place);
    } else if (const auto* scalar = std::get_if<ScalarArg>(&argument.value)) {
        PlannedBytes packed{pack(scalar->type, scalar->value, argument.place), scalar->type};
        if (packed.bytes.size() != scalar->type.size()) {
            throw Error(ErrorKind::project,
                        {"WB1338",
                         "{count} values for one {type}",
                         "give {expected}",
                         {{"count", scalar->value.size()},
                          {"type", scalar->type.name()},
                          {"expected", scalar->type.lanes()}}},
                        argument.place);
        }
        planned.value = std::move(packed);
    } else if (const auto* structure = std::get_if<StructArg>(&argument.value)) {
        planned.value = structArg(*structure, argument.place);
    } else if (const auto* raw = std::get_if<BytesArg>(&argument.value)) {
        PlannedBytes bytes;
        for (const std::uint8_t byte : raw->bytes) {
            bytes.bytes.push_back(std::byte(byte));
        }
        planned.value = std::move(bytes);
    } else if (const auto* texture = std::get_if<TextureArg>(&argument.value)) {
        PlannedTexture made{bufferIndex(m_project, texture->buffer, argument.place), *texture, {}};
        for (const std::string& level : texture->levels) {
            made.levels.push_back(bufferIndex(m_project, level, argument.place));
        }
        planned.value = std::move(made);
    } else if (const auto* surface = std::get_if<SurfaceArg>(&argument.value)) {
        planned.value =
            PlannedSurface{bufferIndex(m_project, surface->buffer, argument.place), *surface};
    } else {
        planned.value = PlannedNull{};
    }
    return planned;
}

} // namespace warpbench::project
