// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/check/forms.h"

#include <algorithm>
#include <charconv>

namespace warpbench::simgpu::ptx {

namespace {

Type twiceAsWide(Type type) {
    switch (type) {
    case Type::u16:
        return Type::u32;
    case Type::s16:
        return Type::s32;
    case Type::u32:
        return Type::u64;
    default:
        return Type::s64;
    }
}

Type typeOf(std::string_view name, const std::vector<Type>& types) {
    if (name == "w")
        return twiceAsWide(types.front());
    if (name.size() == 1)
        return types[static_cast<std::size_t>(name[0] - '0')];
    return typeNamed(name);
}

/// Elements of .v2, .v4, .v8, .x1, .x2 or .x4; 0 where there is none.
std::uint8_t widthOf(const std::vector<std::string_view>& modifiers) {
    for (const std::string_view name : modifiers) {
        if (name.size() == 2 && (name[0] == 'v' || name[0] == 'x') && name[1] >= '1' &&
            name[1] <= '8')
            return static_cast<std::uint8_t>(name[1] - '0');
    }
    return 0;
}

/// n of the shape m64nNk…; 0 where there is none.
std::uint32_t columnsOf(const std::vector<std::string_view>& modifiers) {
    std::uint32_t columns = 0;
    for (const std::string_view name : modifiers) {
        if (name.starts_with("m64n"))
            std::from_chars(name.data() + 4, name.data() + name.size(), columns);
    }
    return columns;
}

/// Whether the sign is a mark, and then its meaning.
bool applyMark(char mark, OperandRule& rule) {
    switch (mark) {
    case '=':
        return rule.written = true;
    case '_':
        return rule.mayDiscard = true;
    case '~':
        return rule.mayBeLarger = true;
    case '$':
        return rule.mayBeSpecial = true;
    case ':':
        return rule.mayBeSymbol = true;
    case '.':
        return rule.mustBeRegister = true;
    case '!':
    case '-':
        return rule.mayNegate = true;
    case '|':
        return rule.mayHavePredicate = true;
    case '^':
        return rule.mayHavePredicate = rule.needsPredicate = true;
    case '%':
        return rule.mayBeParts = true;
    case '&':
        return rule.maySelect = true;
    default:
        return false;
    }
}

/// "4/8/16", "-1/1": as the bits of a constant.
std::vector<std::uint64_t> numbersOf(std::string_view text) {
    std::vector<std::uint64_t> numbers;
    while (!text.empty()) {
        std::int64_t number = 0;
        const auto end = std::from_chars(text.data(), text.data() + text.size(), number).ptr;
        numbers.push_back(static_cast<std::uint64_t>(number));
        text.remove_prefix(std::min(static_cast<std::size_t>(end - text.data()) + 1, text.size()));
    }
    return numbers;
}

} // namespace

OperandRule operandRule(std::string_view token, const std::vector<Type>& types,
                        const std::vector<std::string_view>& modifiers) {
    using Kind = OperandRule::Kind;
    OperandRule rule;
    if (token.back() == '?') {
        rule.isOptional = true;
        token.remove_suffix(1);
    }
    for (; token.size() > 1; token.remove_prefix(1)) {
        if (token.front() == '{') {
            rule.elements = widthOf(modifiers);
            rule.byModifier = true;
            rule.mayBeSingle = rule.elements == 0;
        } else if (!applyMark(token.front(), rule)) {
            break;
        }
    }
    if (token.starts_with("n/")) { // n/2x, n/4x
        rule.elements = static_cast<std::uint8_t>(columnsOf(modifiers) /
                                                  static_cast<std::uint32_t>(token[2] - '0'));
        token.remove_prefix(4);
    } else if (token.size() > 2 && token[1] == 'x') {
        rule.elements = static_cast<std::uint8_t>(token[0] - '0');
        token.remove_prefix(2);
    }
    switch (token.front()) {
    case '[':
        rule.kind = Kind::address;
        break;
    case '#':
        rule.kind = Kind::constant;
        rule.constants = numbersOf(token.substr(1));
        break;
    case '@':
        rule.kind = Kind::label;
        break;
    case 'v':
        rule.kind = Kind::vector;
        break;
    case '_':
        rule.kind = Kind::sink;
        break;
    case '*':
        rule.kind = Kind::anything;
        break;
    case 't':
        rule.kind = Kind::coordinates;
        rule.type = typeOf(token.substr(1), types);
        break;
    default:
        rule.type = typeOf(token, types);
        break;
    }
    return rule;
}

} // namespace warpbench::simgpu::ptx
