// SPDX-License-Identifier: GPL-3.0-or-later
// tex, tld4, txq, suld, sust, sured, suq and istypep (PTX ISA 9.0, sections 9.7.9.24, 9.7.11 and
// 9.7.12), for objects given by their 64-bit handles.
#include "core/simgpu/engine/decode/kernel_decoder.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

namespace warpbench::simgpu::engine {

namespace {

std::optional<ImageGeometry> geometryOf(const ptx::Instruction& i) {
    static constexpr std::pair<std::string_view, ImageGeometry> kGeometries[] = {
        {"1d", {1, false, false}},  {"2d", {2, false, false}}, {"3d", {3, false, false}},
        {"a1d", {1, true, false}},  {"a2d", {2, true, false}}, {"cube", {3, false, true}},
        {"acube", {3, true, true}},
    };
    for (const auto& [name, geometry] : kGeometries) {
        if (i.modifiers.has(name))
            return geometry;
    }
    return std::nullopt;
}

/// A vector's elements, or the operand itself.
std::vector<ptx::Operand> elementsOf(const ptx::Operand& operand) {
    return operand.kind == ptx::Operand::Kind::vector ? operand.elements
                                                      : std::vector<ptx::Operand>{operand};
}

std::optional<ImageQuery> queryNamed(std::string_view name) {
    static constexpr std::pair<std::string_view, ImageQuery> kQueries[] = {
        {"width", ImageQuery::width},
        {"height", ImageQuery::height},
        {"depth", ImageQuery::depth},
        {"channel_data_type", ImageQuery::channelDataType},
        {"channel_order", ImageQuery::channelOrder},
        {"normalized_coords", ImageQuery::normalizedCoordinates},
        {"array_size", ImageQuery::arraySize},
        {"num_mipmap_levels", ImageQuery::mipmapLevels},
        {"num_samples", ImageQuery::samples},
        {"memory_layout", ImageQuery::memoryLayout},
        {"texref", ImageQuery::isTexture},
        {"surfref", ImageQuery::isSurface},
        {"samplerref", ImageQuery::isSampler},
    };
    for (const auto& [known, query] : kQueries) {
        if (known == name)
            return query;
    }
    return std::nullopt;
}

} // namespace

bool isOpaque(const ptx::Variable& variable) {
    return variable.type == ptx::Type::texref || variable.type == ptx::Type::surfref ||
           variable.type == ptx::Type::samplerref;
}

std::string describeOpaque(const ptx::Variable& variable) {
    return "through the ." + std::string(ptx::nameOf(variable.type)) + " '" + variable.name +
           "': use texture and surface objects instead";
}

/// The row of an object's handle. Objects of the module (.texref, .surfref, .samplerref) are bound
/// by calls that this driver does not have.
std::uint16_t KernelDecoder::imageObject(const Instruction& i, const Operand& object) {
    if (object.symbol >= 0) {
        const ptx::Variable& variable = variableOf(object);
        if (!isOpaque(variable))
            invalid(i, "'" + variable.name + "' is not a texture or surface");
        unsupported(i, describeOpaque(variable));
    }
    if (object.reg < 0 || object.offset != 0)
        unsupported(i, "a texture or surface object must be in a register");
    Operand handle = object;
    handle.kind = Operand::Kind::reg;
    return source(i, handle, 'q');
}

/// The coordinates of [object, {layer, x, y, z}]; those that are left over pad the vector.
template <class Operands>
void KernelDecoder::imageCoordinates(const Instruction& i, const Operand& tuple, char letter,
                                     Operands& operands) {
    if (tuple.kind != Operand::Kind::tuple || tuple.elements.size() < 2)
        unsupported(i, "coordinates were expected");
    if (tuple.elements.size() > 2)
        unsupported(i, "with a separate sampler");
    operands.object = imageObject(i, tuple.elements.at(0));
    const std::vector<Operand> given = elementsOf(tuple.elements.at(tuple.elements.size() - 1));
    const ImageGeometry& geometry = operands.geometry;
    if (given.size() < geometry.dimensions + std::size_t{geometry.layered})
        unsupported(i, "too few coordinates");
    std::size_t next = 0;
    if (geometry.layered)
        operands.layer = source(i, given[next++], 'r');
    for (std::size_t axis = 0; axis < geometry.dimensions; ++axis)
        operands.coordinates[axis] = source(i, given[next++], letter);
}

void KernelDecoder::imageVector(const Instruction& i, const Operand& operand,
                                std::uint8_t dimensions, char letter,
                                std::array<std::uint16_t, 3>& rows) {
    const std::vector<Operand> given = elementsOf(operand);
    if (given.size() < dimensions)
        unsupported(i, "too few parts of a vector");
    for (std::size_t axis = 0; axis < dimensions; ++axis)
        rows[axis] = source(i, given[axis], letter);
}

void KernelDecoder::emitImage(const Instruction& i, std::string_view key, std::size_t index,
                              bool store) {
    Inst& inst = emit(i, key);
    inst.c = static_cast<std::uint16_t>(m_code.slotCount++ & 0xffff);
    inst.aux2 = static_cast<std::uint32_t>(index);
    InstInfo& info = m_code.infos.back();
    info.space = MemorySpace::texture;
    info.store = store;
}

/// tex{.base|.level|.grad}.GEOMETRY.v4.RESULT.COORDINATES d{|p}, [object, {…}]{, lod}{, dx, dy}
/// {, offsets}; tld4.CHANNEL.GEOMETRY.v4.RESULT.f32 likewise.
void KernelDecoder::decodeTexture(const Instruction& i) {
    const auto geometry = geometryOf(i);
    if (i.modifiers.has("2dms") || i.modifiers.has("a2dms"))
        unsupported(i, "multi-sample arrays are not simulated");
    if (!geometry || i.operands.size() < 2 || i.modifiers.size() < 3)
        unsupported(i);
    SampleOperands o;
    o.geometry = *geometry;
    o.gathers = i.op == ptx::Opcode::tld4;
    o.integerCoordinates = i.modifiers.back() == "s32";
    const std::string_view result = i.modifiers.at(i.modifiers.size() - 2);
    o.result = result == "f16"     ? ResultType::half
               : result == "f16x2" ? ResultType::packedHalf
                                   : ResultType::bits;
    if (o.gathers) {
        const std::size_t channel = std::string_view("rgba").find(i.modifiers.at(0));
        if (i.modifiers.at(0).size() != 1 || channel > 3 || geometry->dimensions == 1 ||
            (geometry->dimensions == 3 && !geometry->cube))
            unsupported(i);
        o.channel = static_cast<std::uint8_t>(channel);
    }
    if (o.integerCoordinates && (o.gathers || o.geometry.cube || i.modifiers.has("grad")))
        unsupported(i);
    const char letter = o.integerCoordinates ? 'r' : 'f';
    imageCoordinates(i, i.operands.at(1), letter, o);
    std::size_t next = 2;
    const auto take = [&]() -> const Operand& {
        if (next >= i.operands.size())
            unsupported(i, "an operand is missing");
        return i.operands.at(next++);
    };
    if (i.modifiers.has("level")) {
        o.levelMode = LevelMode::level;
        o.level = source(i, take(), letter);
    } else if (i.modifiers.has("grad")) {
        o.levelMode = LevelMode::gradients;
        imageVector(i, take(), o.geometry.dimensions, 'f', o.dx);
        imageVector(i, take(), o.geometry.dimensions, 'f', o.dy);
    }
    if (next < i.operands.size()) {
        const Operand& rest = take();
        const bool vector = rest.kind == Operand::Kind::vector;
        if (o.geometry.cube || next < i.operands.size() || isFloatOperand(rest) ||
            (!vector && o.geometry.dimensions > 1))
            unsupported(i, "a comparison of depth");
        o.hasOffsets = true;
        imageVector(i, rest, o.geometry.dimensions, 'r', o.offsets);
    }
    decodeTextureResult(i, std::move(o));
}

void KernelDecoder::decodeTextureResult(const Instruction& i, SampleOperands o) {
    const Operand& to = i.operands.at(0);
    const std::vector<Operand> parts = elementsOf(to);
    if (parts.size() != (o.result == ResultType::packedHalf ? 2u : 4u))
        unsupported(i, "the result is a vector of another length");
    for (const Operand& part : parts)
        o.results.push_back(destination(i, part, 'r'));
    if (to.predicateOut >= 0)
        o.resident = m_state->rows.row[static_cast<std::size_t>(to.predicateOut)];
    m_code.samples.push_back(std::move(o));
    emitImage(i, "$tex", m_code.samples.size() - 1, false);
}

/// suld.b, sust.b, sust.p, sured.b, sured.p
void KernelDecoder::decodeSurface(const Instruction& i) {
    const auto geometry = geometryOf(i);
    if (!geometry || geometry->cube || i.operands.size() != 2 || i.modifiers.size() < 3)
        unsupported(i);
    SurfaceOperands o;
    o.geometry = *geometry;
    const bool store = i.op == ptx::Opcode::sust, formatted = i.modifiers.at(0) == "p";
    if (!formatted && i.modifiers.at(0) != "b")
        unsupported(i);
    o.outside = i.modifiers.has("trap")    ? OutsideRule::trap
                : i.modifiers.has("clamp") ? OutsideRule::clamp
                                           : OutsideRule::zero;
    const ptx::Type type = ptx::typeNamed(i.modifiers.back());
    o.elementBytes = static_cast<std::uint8_t>(ptx::sizeOf(type));
    o.texelCoordinates = formatted;
    if (i.op == ptx::Opcode::sured) {
        decodeSurfaceReduction(i, o);
    } else {
        o.action = !store      ? SurfaceAction::load
                   : formatted ? SurfaceAction::storeFormatted
                               : SurfaceAction::store;
        if (formatted && (!store || o.elementBytes != 4))
            unsupported(i);
    }
    const std::size_t tupleAt = o.action == SurfaceAction::load ? 1 : 0;
    imageCoordinates(i, i.operands.at(tupleAt), 'r', o);
    const char letter = o.elementBytes == 8 ? 'q' : type == ptx::Type::f32 ? 'f' : 'r';
    for (const Operand& value : elementsOf(i.operands.at(1 - tupleAt)))
        o.values.push_back(o.action == SurfaceAction::load ? destination(i, value, letter)
                                                           : source(i, value, letter));
    const std::size_t bytes = o.values.size() * o.elementBytes;
    if (o.elementBytes > 8 || bytes > 16 || !std::has_single_bit(bytes) ||
        (o.action == SurfaceAction::reduce && o.values.size() != 1))
        unsupported(i);
    const bool writes = o.action != SurfaceAction::load;
    m_code.surfaces.push_back(std::move(o));
    emitImage(i, "$surface", m_code.surfaces.size() - 1, writes);
}

void KernelDecoder::decodeSurfaceReduction(const Instruction& i, SurfaceOperands& o) {
    static constexpr std::pair<std::string_view, SurfaceReduction> kReductions[] = {
        {"add", SurfaceReduction::add},
        {"min", SurfaceReduction::min},
        {"max", SurfaceReduction::max},
        {"and", SurfaceReduction::bitAnd},
        {"or", SurfaceReduction::bitOr}};
    const auto known =
        std::find_if(std::begin(kReductions), std::end(kReductions),
                     [&](const auto& entry) { return i.modifiers.has(entry.first); });
    if (known == std::end(kReductions) || o.elementBytes < 4)
        unsupported(i);
    o.action = SurfaceAction::reduce;
    o.reduction = known->second;
    o.isSigned = i.modifiers.has("s32") || i.modifiers.has("s64");
}

/// txq, suq, istypep
void KernelDecoder::decodeImageQuery(const Instruction& i) {
    if (i.modifiers.empty())
        unsupported(i);
    const std::string_view name = i.op == ptx::Opcode::istypep ? i.modifiers.back()
                                  : i.modifiers.size() > 1 ? i.modifiers.at(i.modifiers.size() - 2)
                                                           : std::string_view{};
    const auto query = queryNamed(name);
    if (!query || i.operands.size() < 2)
        unsupported(i);
    const std::uint16_t object = imageObject(i, i.operands.at(1));
    std::uint16_t level = constant(0, false);
    if (i.modifiers.has("level")) {
        if (i.operands.size() < 3)
            unsupported(i, "an operand is missing");
        level = source(i, i.operands.at(2), 'r');
    }
    const bool type = i.op == ptx::Opcode::istypep;
    const std::uint16_t d = destination(i, i.operands.at(0), type ? 'p' : 'r');
    Inst& inst = emitRow(i,
                         type                       ? "$istypep"
                         : i.op == ptx::Opcode::txq ? "$txq"
                                                    : "$suq",
                         d, object);
    inst.b = level;
    inst.aux = static_cast<std::uint32_t>(*query);
    inst.c = static_cast<std::uint16_t>(m_code.slotCount++ & 0xffff);
    m_code.infos.back().space = MemorySpace::texture;
}

} // namespace warpbench::simgpu::engine
