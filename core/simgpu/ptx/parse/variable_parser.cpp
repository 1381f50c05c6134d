// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/parse/variable_parser.h"

#include "core/simgpu/ptx/constant.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace warpbench::simgpu::ptx {

namespace {

constexpr std::uint64_t kMaxVariableBytes = std::uint64_t{1} << 48;
constexpr std::size_t kMaxDimensions = 16;
constexpr std::uint64_t kOpaqueBytes = 8;

std::uint64_t elementBytes(Type type) {
    const bool isOpaque = type == Type::texref || type == Type::samplerref || type == Type::surfref;
    return isOpaque ? kOpaqueBytes : static_cast<std::uint64_t>(sizeOf(type));
}

std::uint32_t parseAlignment(TokenStream& tokens) {
    const Position position = tokens.current().position;
    const std::uint32_t alignment = tokens.expectNumber("an alignment in bytes");
    if (!std::has_single_bit(alignment))
        TokenStream::failAt(position, "an alignment must be a power of two");
    return alignment;
}

/// After `.ptr`: the space and alignment of the parameter's target.
void parsePointer(TokenStream& tokens, Variable& variable) {
    variable.isPointer = true;
    if (tokens.at(TokenKind::dotted)) {
        if (const auto space = spaceNamed(tokens.current().text)) {
            variable.pointerSpace = *space;
            tokens.take();
        }
    }
    if (tokens.acceptDirective(".align"))
        variable.pointerAlignment = parseAlignment(tokens);
}

/// `{ filter_mode = nearest, addr_mode_0 = wrap }` of samplers and textures.
void parseProperties(TokenStream& tokens, Variable& variable) {
    tokens.expect('{', "before the properties of a texture or sampler");
    do {
        const Token key = tokens.expectWord("the name of a property");
        tokens.expect('=', "after the name of a property");
        if (!tokens.at(TokenKind::word) && !tokens.at(TokenKind::integer))
            tokens.failExpected("the value of a property");
        variable.properties.emplace_back(key.text, tokens.take().text);
    } while (tokens.accept(','));
    tokens.expect('}', "after the properties of a texture or sampler");
}

std::vector<std::uint64_t> parseDimensions(TokenStream& tokens) {
    std::vector<std::uint64_t> dimensions;
    while (tokens.at('[')) {
        const Position position = tokens.take().position;
        std::uint64_t length = 0;
        if (!tokens.at(']')) {
            const std::int64_t value = parseInteger(tokens, "the length of an array");
            if (value < 0)
                TokenStream::failAt(position, "the length of an array is negative");
            length = static_cast<std::uint64_t>(value);
        } else if (!dimensions.empty()) {
            TokenStream::failAt(position, "only the first length of an array may be left out");
        }
        tokens.expect(']', "after the length of an array");
        if (dimensions.size() == kMaxDimensions)
            TokenStream::failAt(position, "an array has too many dimensions");
        dimensions.push_back(length);
    }
    return dimensions;
}

} // namespace

std::optional<Space> spaceNamed(std::string_view directive) {
    static constexpr std::array<std::pair<std::string_view, Space>, 7> kSpaces = {{
        {".param", Space::param},
        {".reg", Space::reg},
        {".global", Space::global},
        {".shared", Space::shared},
        {".local", Space::local},
        {".const", Space::constant},
        {".tex", Space::global},
    }};
    for (const auto& [name, space] : kSpaces) {
        if (name == directive)
            return space;
    }
    return std::nullopt;
}

void parseAttributes(TokenStream& tokens, Variable& variable) {
    tokens.expect('(', "after .attribute");
    do {
        if (tokens.acceptDirective(".managed")) {
            variable.isManaged = true;
        } else if (tokens.acceptDirective(".unified")) {
            variable.isUnified = true;
            tokens.expect('(', "after .unified");
            parseInteger(tokens, "the first half of an identifier");
            tokens.expect(',', "between the halves of an identifier");
            parseInteger(tokens, "the second half of an identifier");
            tokens.expect(')', "after .unified's identifier");
        } else {
            tokens.failExpected(".managed or .unified");
        }
    } while (tokens.accept(','));
    tokens.expect(')', "after the attributes");
}

Declaration parseDeclaration(ParseContext& context, Space space) {
    TokenStream& tokens = context.tokens;
    Declaration declaration;
    Variable& variable = declaration.prototype;
    variable.space = space;
    variable.type = Type::none;
    while (tokens.at(TokenKind::dotted)) {
        const Token token = tokens.take();
        const std::string_view name = token.text.substr(1);
        if (name == "align") {
            declaration.alignment = parseAlignment(tokens);
        } else if (name == "attribute") {
            parseAttributes(tokens, variable);
        } else if (name == "ptr") {
            parsePointer(tokens, variable);
        } else if (name == "v2" || name == "v4" || name == "v8") {
            variable.vectorWidth = static_cast<std::uint8_t>(name[1] - '0');
        } else if (const Type type = typeNamed(name);
                   type != Type::none && variable.type == Type::none) {
            variable.type = type;
        } else {
            TokenStream::failAt(token.position, "expected a type or attribute of a variable, "
                                                "found '" +
                                                    std::string(token.text) + "'");
        }
    }
    if (variable.type == Type::none)
        tokens.failExpected("the type of a variable");
    if (variable.space != Space::reg && elementBytes(variable.type) == 0)
        tokens.fail("a variable in memory cannot be of type ." +
                    std::string(nameOf(variable.type)));
    return declaration;
}

Variable parseDeclarator(ParseContext& context, const Declaration& declaration, const Token& name,
                         bool mayHaveValue) {
    TokenStream& tokens = context.tokens;
    Variable variable = declaration.prototype;
    variable.name = name.text;
    variable.position = name.position;
    const std::uint64_t natural = elementBytes(variable.type) * variable.vectorWidth;
    variable.alignment =
        declaration.alignment != 0 ? declaration.alignment : static_cast<std::uint32_t>(natural);
    if (variable.alignment == 0)
        variable.alignment = 1;
    std::vector<std::uint64_t> dimensions = parseDimensions(tokens);
    variable.size = natural;
    for (const std::uint64_t length : dimensions) {
        if (__builtin_mul_overflow(variable.size, std::max<std::uint64_t>(length, 1),
                                   &variable.size) ||
            variable.size > kMaxVariableBytes)
            TokenStream::failAt(name.position, "'" + variable.name + "' is larger than any memory");
    }
    if (std::find(dimensions.begin(), dimensions.end(), 0u) != dimensions.end())
        variable.size = 0;
    if (mayHaveValue && tokens.accept('=')) {
        if (variable.type == Type::samplerref || variable.type == Type::texref ||
            variable.type == Type::surfref) {
            parseProperties(tokens, variable);
        } else {
            if (variable.vectorWidth > 1)
                dimensions.push_back(variable.vectorWidth);
            parseInitializer(context, variable, std::move(dimensions));
        }
    }
    if (variable.size == 0 && !variable.isExtern && variable.space != Space::reg)
        TokenStream::failAt(name.position, "'" + variable.name + "' has no size");
    return variable;
}

} // namespace warpbench::simgpu::ptx
