// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/module.h"

#include <QTest>

#include <cstring>
#include <string>
#include <utility>

namespace warpbench::simgpu::ptx::testing {

/// The module of a valid text.
inline Module parsed(const std::string& text) {
    ParseResult result = parse(text);
    if (result.error)
        qFatal("%u:%u: %s", result.error->position.line, result.error->position.column,
               result.error->text.c_str());
    return *std::move(result.module);
}

/// The part of a variable's initial bytes that starts at an offset.
template <class T>
T valueAt(const Variable& variable, std::size_t offset) {
    T value{};
    if (offset + sizeof value <= variable.initial.size())
        std::memcpy(&value, variable.initial.data() + offset, sizeof value);
    return value;
}

/// A module and its only function with a body.
struct Parsed {
    explicit Parsed(const std::string& text)
        : module(parsed(text)) {}
    const Function& function() const { return module.functions.back(); }
    const Instruction& operator[](std::size_t index) const { return function().code.at(index); }
    std::string reg(const Operand& operand) const {
        return operand.reg < 0
                   ? std::string("none")
                   : function().registers.at(static_cast<std::size_t>(operand.reg)).name;
    }
    std::string label(const Operand& operand) const {
        return function().labels.at(static_cast<std::size_t>(operand.label)).name;
    }
    Module module;
};

} // namespace warpbench::simgpu::ptx::testing
