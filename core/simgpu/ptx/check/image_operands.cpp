// SPDX-License-Identifier: GPL-3.0-or-later
// Handles, coordinates, offsets and gradients: PTX ISA 9.0, sections 9.7.10, 9.7.11 and 9.7.9.27.
#include "core/simgpu/ptx/check/operands.h"

#include <utility>

namespace warpbench::simgpu::ptx {

namespace {

using Kind = Operand::Kind;

struct Geometry {
    std::size_t dimensions = 1;
    std::size_t leading = 0; ///< layer and sample, which come first
    bool isCube = false;
};

Geometry geometryOf(const Instruction& i) {
    static constexpr std::pair<std::string_view, Geometry> kGeometries[] = {
        {"1d", {1, 0, false}},   {"2d", {2, 0, false}},    {"3d", {3, 0, false}},
        {"4d", {4, 0, false}},   {"5d", {5, 0, false}},    {"a1d", {1, 1, false}},
        {"a2d", {2, 1, false}},  {"cube", {3, 0, true}},   {"acube", {3, 1, true}},
        {"2dms", {2, 1, false}}, {"a2dms", {2, 2, false}},
    };
    for (const std::string_view name : i.modifiers) {
        if (name == "tile::gather4" || name == "tile::scatter4")
            return {5, 0, false}; // a column and four rows
    }
    for (const std::string_view name : i.modifiers) {
        for (const auto& [known, geometry] : kGeometries) {
            if (known == name)
                return geometry;
        }
    }
    return {};
}

} // namespace

/// [handle, {x, y}], or with a sampler after the handle. Vectors may be longer than needed.
std::string OperandChecker::checkCoordinates(const Instruction& i, const Operand& operand,
                                             const OperandRule& rule) const {
    if (operand.kind != Kind::tuple)
        return "a handle and coordinates in brackets were expected";
    const Operand& handle = operand.elements.front();
    if (std::string reason =
            rule.kind == OperandRule::Kind::tensor ? checkTensorMap(handle) : checkHandle(handle);
        !reason.empty())
        return reason;
    const Operand& last = operand.elements.back();
    const bool isVector = last.kind == Kind::vector;
    const Geometry geometry = geometryOf(i);
    const std::size_t given = isVector ? last.elements.size() : 1;
    const std::size_t needed = geometry.leading + geometry.dimensions;
    if (given < needed)
        return "it needs " + std::to_string(needed) + " coordinates and has " +
               std::to_string(given);
    for (std::size_t n = 0; n < needed; ++n) {
        OperandRule one;
        one.type = n < geometry.leading ? Type::u32 : rule.type;
        if (std::string reason = checkValue(isVector ? last.elements[n] : last, one);
            !reason.empty())
            return reason;
    }
    return {};
}

std::string OperandChecker::checkElements(const Operand& operand, Type type) const {
    OperandRule one;
    one.type = type;
    for (const Operand& element : operand.elements) {
        if (std::string reason = checkValue(element, one); !reason.empty())
            return reason;
    }
    return {};
}

/// "A singleton for 1d, a vector of two for 2d, of four for 3d"; ptxas takes a number for each of
/// them, and a vector of four for 2d.
std::string OperandChecker::checkOffsets(const Instruction& i, const Operand& operand) const {
    if (operand.kind != Kind::vector) {
        OperandRule one;
        one.type = Type::u32;
        return checkValue(operand, one);
    }
    const std::size_t dimensions = geometryOf(i).dimensions, given = operand.elements.size();
    if (geometryOf(i).isCube)
        return "a cube map does not take offsets";
    if (given != 4 && (dimensions == 3 || (given != 2 && given != dimensions)))
        return "offsets of " + std::to_string(dimensions) + " dimensions were expected";
    return checkElements(operand, Type::u32);
}

std::string OperandChecker::checkGradients(const Instruction& i, const Operand& operand) const {
    const std::size_t dimensions = geometryOf(i).dimensions,
                      elements = dimensions == 3 ? 4 : dimensions;
    if (operand.kind != Kind::vector || operand.elements.size() != elements)
        return "gradients of " + std::to_string(elements) + " elements were expected";
    return checkElements(operand, Type::f32);
}

/// A texture or surface: a number of 64 bits, or a variable of an opaque type.
std::string OperandChecker::checkHandle(const Operand& operand) const {
    if (operand.reg >= 0) {
        OperandRule handle;
        handle.type = Type::u64;
        return checkRegister(operand, handle).empty()
                   ? std::string{}
                   : registerOf(operand.reg).name + " is not a 64-bit handle";
    }
    const Variable* variable = variableOf(operand);
    if (!variable)
        return "a number is not a handle";
    const bool isHandle = variable->type == Type::texref || variable->type == Type::surfref ||
                          variable->type == Type::samplerref;
    return isHandle ? std::string{}
                    : "'" + variable->name + "' is not a texture, sampler or surface";
}

std::string OperandChecker::checkTensorMap(const Operand& operand) const {
    const Variable* variable = variableOf(operand);
    return !variable || variable->space == Space::global
               ? std::string{}
               : "'" + variable->name + "' is not in global memory, and a tensor map must be";
}

} // namespace warpbench::simgpu::ptx
