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

/// Elements of .v2, .v4, .v8, .x1, .x2 or .x4; 0 if missing.
std::uint8_t widthOf(const std::vector<std::string_view>& modifiers) {
    for (const std::string_view name : modifiers) {
        if (name.size() == 2 && (name[0] == 'v' || name[0] == 'x') && name[1] >= '1' &&
            name[1] <= '8')
            return static_cast<std::uint8_t>(name[1] - '0');
    }
    return 0;
}

/// n in the shape m64nNk…; 0 if missing.
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

/// "0..255", "1..", "32n", "not0", "2^n" or "share"
void applyLimit(std::string_view text, ConstantRule& rule) {
    const auto number = [](std::string_view digits, std::int64_t& value) {
        std::from_chars(digits.data(), digits.data() + digits.size(), value);
    };
    if (text == "not0") {
        rule.isNotZero = true;
    } else if (text == "2^n") {
        rule.isPowerOfTwo = true;
    } else if (text == "share") {
        rule.isShare = true;
    } else if (text.back() == 'n') {
        number(text, rule.unit);
    } else {
        const std::size_t dots = text.find("..");
        number(text.substr(0, dots), rule.least);
        number(text.substr(dots + 2), rule.most);
    }
}

/// Takes "(0..255,8n)" from the token's end.
ConstantRule limitsOf(std::string_view& token) {
    ConstantRule rule;
    const std::size_t begin = token.find('(');
    if (begin == std::string_view::npos)
        return rule;
    std::string_view limits = token.substr(begin + 1, token.size() - begin - 2);
    token = token.substr(0, begin);
    while (!limits.empty()) {
        const std::size_t end = std::min(limits.find(','), limits.size());
        applyLimit(limits.substr(0, end), rule);
        limits.remove_prefix(std::min(end + 1, limits.size()));
    }
    return rule;
}

/// "[", "[s", "[g", "[*" or "[h"
void applyAddress(std::string_view token, OperandRule& rule) {
    const char space = token.size() > 1 ? token[1] : ' ';
    rule.kind = space == 'h' ? OperandRule::Kind::handle : OperandRule::Kind::address;
    rule.anySpace = space == '*';
    if (space == 's')
        rule.space = Space::shared;
    if (space == 'g')
        rule.space = Space::global;
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
    rule.constant = limitsOf(token);
    for (; token.size() > 1; token.remove_prefix(1)) {
        if (token.front() == '{' || token.front() == '<') {
            rule.elements = widthOf(modifiers);
            rule.byModifier = true;
            rule.mayBeSingle = rule.elements == 0;
            rule.mayBeSeveral = rule.mayBeSingle && token.front() == '<';
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
        applyAddress(token, rule);
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
    case 'o':
        rule.kind = Kind::offsets;
        break;
    case 'd':
        rule.kind = Kind::gradients;
        break;
    case '_':
        rule.kind = Kind::sink;
        break;
    case '*':
        rule.kind = Kind::anything;
        break;
    case 'a':
    case 't':
        rule.kind = token.front() == 'a' ? Kind::tensor : Kind::coordinates;
        rule.type = typeOf(token.substr(1), types);
        break;
    default:
        rule.type = typeOf(token, types);
        break;
    }
    return rule;
}

} // namespace warpbench::simgpu::ptx
