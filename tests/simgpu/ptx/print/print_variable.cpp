// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simgpu/ptx/print/print_names.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>

namespace warpbench::simgpu::ptx {

namespace {

std::string_view directiveOf(Space space) {
    switch (space) {
    case Space::reg:
        return ".reg";
    case Space::param:
        return ".param";
    case Space::constant:
        return ".const";
    case Space::shared:
        return ".shared";
    case Space::local:
        return ".local";
    case Space::global:
    case Space::generic:
        break;
    }
    return ".global";
}

bool isOpaque(Type type) {
    return type == Type::texref || type == Type::samplerref || type == Type::surfref;
}

std::uint64_t printedBytes(Type type) {
    return isOpaque(type) ? 8
                          : std::max<std::uint64_t>(1, static_cast<std::uint64_t>(sizeOf(type)));
}

std::string printHead(const Variable& variable) {
    std::string text;
    for (const auto& [isSo, directive] :
         {std::pair(variable.isExtern, ".extern "), std::pair(variable.isVisible, ".visible "),
          std::pair(variable.isWeak, ".weak "), std::pair(variable.isCommon, ".common ")}) {
        if (isSo)
            text += directive;
    }
    text += directiveOf(variable.space);
    if (variable.isManaged || variable.isUnified)
        text += std::string(" .attribute(") + (variable.isManaged ? ".managed" : "") +
                (variable.isManaged && variable.isUnified ? ", " : "") +
                (variable.isUnified ? ".unified(0, 0)" : "") + ")";
    if (variable.space != Space::reg)
        text += " .align " + std::to_string(variable.alignment);
    if (variable.vectorWidth > 1)
        text += " .v" + std::to_string(variable.vectorWidth);
    text += " ." + std::string(nameOf(variable.type));
    if (!variable.isPointer)
        return text;
    text += " .ptr";
    if (variable.pointerSpace != Space::generic)
        text += " " + std::string(directiveOf(variable.pointerSpace));
    if (variable.pointerAlignment != 0)
        text += " .align " + std::to_string(variable.pointerAlignment);
    return text;
}

/// One element of an initialiser as the pattern of its bits.
std::string printValue(const Variable& variable, std::uint64_t offset) {
    std::uint64_t low = 0;
    const std::uint64_t bytes = printedBytes(variable.type);
    std::memcpy(&low, variable.initial.data() + offset, std::min<std::uint64_t>(bytes, 8));
    std::array<char, 32> text{};
    const char* format = variable.type == Type::f32   ? "0f%08llX"
                         : variable.type == Type::f64 ? "0d%016llX"
                                                      : "0x%llx";
    // Of 128 bits the upper half is the sign.
    const bool isNegative = bytes == 16 && variable.initial[offset + 15] != std::byte{0};
    if (isNegative) {
        low = -low;
        format = "-%llu";
    }
    std::snprintf(text.data(), text.size(), format, static_cast<unsigned long long>(low));
    return text.data();
}

std::string printRelocation(const Relocation& relocation, const std::vector<std::string>& symbols) {
    std::string text = symbols.at(static_cast<std::size_t>(relocation.symbol));
    if (relocation.generic)
        text = "generic(" + text + ")";
    if (relocation.addend != 0)
        text += "+" + std::to_string(relocation.addend);
    if (relocation.mask == 0)
        return text;
    std::array<char, 32> mask{};
    std::snprintf(mask.data(), mask.size(), "0x%llx",
                  static_cast<unsigned long long>(relocation.mask));
    return mask.data() + ("(" + text + ")");
}

std::string printValues(const Variable& variable, bool isArray,
                        const std::vector<std::string>& symbols) {
    const std::uint64_t bytes = printedBytes(variable.type);
    const std::uint64_t count = variable.initial.size() / bytes;
    std::vector<const Relocation*> relocations(count, nullptr);
    for (const Relocation& relocation : variable.relocations)
        relocations.at(relocation.offset / bytes) = &relocation;
    const auto element = [&](std::uint64_t index) {
        return relocations[index] ? printRelocation(*relocations[index], symbols)
                                  : printValue(variable, index * bytes);
    };
    const auto list = [&](std::uint64_t first, std::uint64_t end) {
        std::string text = "{";
        for (std::uint64_t index = first; index < end; ++index)
            text += (index > first ? ", " : "") + element(index);
        return text + "}";
    };
    if (variable.vectorWidth == 1)
        return isArray ? list(0, count) : element(0);
    if (!isArray)
        return list(0, count);
    std::string text = "{";
    for (std::uint64_t first = 0; first < count; first += variable.vectorWidth)
        text += (first > 0 ? ", " : "") +
                list(first, std::min<std::uint64_t>(count, first + variable.vectorWidth));
    return text + "}";
}

} // namespace

std::string printVariable(const Variable& variable, const std::string& name,
                          const std::vector<std::string>& symbols) {
    std::string text = printHead(variable) + " " + name;
    const std::uint64_t natural = printedBytes(variable.type) * variable.vectorWidth;
    const bool isArray = variable.size != natural && variable.space != Space::reg;
    if (isArray)
        text += variable.size == 0 ? "[]" : "[" + std::to_string(variable.size / natural) + "]";
    if (!variable.properties.empty()) {
        text += " = {";
        for (const auto& [key, value] : variable.properties)
            text += (text.back() == '{' ? "" : ", ") + key + " = " + value;
        text += "}";
    }
    if (!variable.initial.empty())
        text += " = " + printValues(variable, isArray, symbols);
    return text;
}

} // namespace warpbench::simgpu::ptx
