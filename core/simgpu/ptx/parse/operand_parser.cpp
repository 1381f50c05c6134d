// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/parse/operand_parser.h"

#include "core/simgpu/ptx/constant.h"
#include "core/simgpu/ptx/special_registers.h"

namespace warpbench::simgpu::ptx {

namespace {

using Kind = Operand::Kind;

Operand specialOperand(SpecialRegister special, std::uint8_t dim) {
    Operand operand;
    operand.kind = Kind::special;
    operand.special = special;
    operand.dim = dim;
    return operand;
}

/// The index of a part of a vector: .x .y .z .w or .r .g .b .a; -1 for other selectors.
int componentOf(std::string_view selector) {
    if (selector.size() != 2)
        return -1;
    for (const std::string_view names : {"xyzw", "rgba"}) {
        if (const auto at = names.find(selector[1]); at != std::string_view::npos)
            return static_cast<int>(at);
    }
    return -1;
}

/// Operand::selector of .b0, .h1, .h32, .b7654 etc.; -1 for others.
std::int32_t videoSelectorOf(std::string_view selector) {
    if (selector.size() < 3 || (selector[1] != 'b' && selector[1] != 'h'))
        return -1;
    const bool halves = selector[1] == 'h';
    const std::size_t count = selector.size() - 2;
    if (count > (halves ? 2u : 4u))
        return -1;
    std::int32_t code = (halves ? 1 << 20 : 0) | static_cast<std::int32_t>(count) << 16;
    for (std::size_t i = 0; i < count; ++i) {
        const int part = selector[selector.size() - 1 - i] - '0';
        if (part < 0 || part > (halves ? 3 : 7))
            return -1;
        code |= part << (4 * i);
    }
    return code;
}

Operand constantOperand(TokenStream& tokens) {
    const Constant constant = parseConstant(tokens);
    Operand operand;
    operand.kind = Kind::immediate;
    operand.literal = constant.literal;
    operand.bits = constant.bits;
    return operand;
}

/// `%v`, `%v.x` or `%r.b0`.
Operand registerFrom(TokenStream& tokens, const Named& named) {
    if (tokens.at(TokenKind::dotted)) {
        const Token selector = tokens.take();
        const int component = componentOf(selector.text);
        if (named.width > 1 && component >= 0 && component < named.width)
            return registerOperand(named.index + component);
        Operand operand = registerOperand(named.index);
        operand.selector = videoSelectorOf(selector.text);
        if (named.width > 1 || operand.selector < 0)
            TokenStream::failAt(selector.position, "expected a part of this register, found '" +
                                                       std::string(selector.text) + "'");
        return operand;
    }
    if (named.width == 1)
        return registerOperand(named.index);
    Operand operand;
    operand.kind = Kind::vector;
    for (int part = 0; part < named.width; ++part)
        operand.elements.push_back(registerOperand(named.index + part));
    return operand;
}

Operand specialFrom(TokenStream& tokens, const SpecialName& special) {
    if (!special.isVector)
        return specialOperand(special.special, special.dim);
    if (tokens.at(TokenKind::dotted)) {
        const Token selector = tokens.take();
        const int component = componentOf(selector.text);
        if (component < 0)
            TokenStream::failAt(selector.position, "expected .x, .y, .z or .w, found '" +
                                                       std::string(selector.text) + "'");
        return specialOperand(special.special, static_cast<std::uint8_t>(component));
    }
    Operand operand;
    operand.kind = Kind::vector;
    for (std::uint8_t part = 0; part < 4; ++part)
        operand.elements.push_back(specialOperand(special.special, part));
    return operand;
}

const Variable* variableNamed(const ParseContext& context, const Function* function,
                              const Named& named) {
    if (named.kind == Named::Kind::local)
        return function ? &function->variables[static_cast<std::size_t>(named.index)] : nullptr;
    const Symbol& symbol = context.module.symbols[static_cast<std::size_t>(named.index)];
    if (symbol.kind != Symbol::Kind::variable)
        return nullptr;
    return &context.module.variables[static_cast<std::size_t>(symbol.index)];
}

/// The register of `symbol[%r+1]`.
std::int32_t indexRegister(ParseContext& context) {
    const Token name = context.tokens.take();
    const Named named = context.names.find(name.text);
    if (named.index < 0)
        failUnknown(name);
    if (named.kind != Named::Kind::reg || named.width != 1)
        TokenStream::failAt(name.position, "expected a number or a register as index, found '" +
                                               std::string(name.text) + "'");
    return named.index;
}

/// `symbol`, `symbol+4`, `symbol[1]` or `symbol[%r+1]`.
Operand symbolFrom(ParseContext& context, const Named& named, bool& isIndexed) {
    TokenStream& tokens = context.tokens;
    Operand operand;
    operand.kind = Kind::symbol;
    operand.symbol = named.index;
    operand.symbolIsLocal = named.kind == Named::Kind::local;
    isIndexed = false;
    if (tokens.at('+') || tokens.at('-')) {
        operand.offset = parseInteger(tokens, "an offset");
    } else if (tokens.at('[')) {
        isIndexed = true;
        const Position position = tokens.take().position;
        const Variable* variable = variableNamed(context, context.function, named);
        if (!variable)
            TokenStream::failAt(position, "only a variable can be indexed");
        const std::uint64_t scale =
            static_cast<std::uint64_t>(sizeOf(variable->type)) * variable->vectorWidth;
        std::int64_t index = 0;
        if (!atConstant(tokens) && tokens.at(TokenKind::word)) {
            // A register counts elements, as a constant does (as in ptxas 13.0).
            operand.reg = indexRegister(context);
            operand.indexScale = static_cast<std::uint32_t>(scale);
            if (tokens.at('+') || tokens.at('-'))
                index = parseInteger(tokens, "an offset of an index");
        } else {
            index = parseInteger(tokens, "an index");
        }
        operand.offset = static_cast<std::int64_t>(static_cast<std::uint64_t>(index) * scale);
        tokens.expect(']', "after an index");
    }
    return operand;
}

/// A register, special register or symbol; nullopt for a name that nothing declared.
std::optional<Operand> namedOperand(ParseContext& context, const Token& name, bool& isIndexed) {
    isIndexed = false;
    const Named named = context.names.find(name.text);
    if (named.index >= 0)
        return named.kind == Named::Kind::reg ? registerFrom(context.tokens, named)
                                              : symbolFrom(context, named, isIndexed);
    if (name.text.front() == '%') {
        if (const auto special = specialNamed(name.text))
            return specialFrom(context.tokens, *special);
        failUnknown(name);
    }
    return std::nullopt;
}

Operand namedElement(ParseContext& context) {
    const Token name = context.tokens.take();
    bool isIndexed = false;
    auto operand = namedOperand(context, name, isIndexed);
    if (!operand)
        failUnknown(name);
    return *std::move(operand);
}

/// The second half of `d|p`.
void parsePredicateOut(ParseContext& context, Operand& operand) {
    if (!context.tokens.accept('|'))
        return;
    const Token name = context.tokens.expectWord("a predicate register after '|'");
    if (name.text == "_")
        return;
    const Named named = context.names.find(name.text);
    if (named.index < 0)
        failUnknown(name);
    if (named.kind != Named::Kind::reg || named.width != 1)
        TokenStream::failAt(name.position, "expected a predicate register after '|', found '" +
                                               std::string(name.text) + "'");
    operand.predicateOut = named.index;
}

/// The base of an address, with its offset: a single register or symbol is unchanged.
Operand parseBase(ParseContext& context) {
    TokenStream& tokens = context.tokens;
    if (!tokens.at(TokenKind::word) || tokens.current().text == "WARP_SZ") {
        Operand base;
        base.kind = Kind::address;
        base.offset = parseInteger(tokens, "an address");
        return base;
    }
    const Token name = tokens.current();
    Operand base = namedElement(context);
    if (base.kind == Kind::reg && (tokens.at('+') || tokens.at('-'))) {
        base.kind = Kind::address;
        base.offset = parseInteger(tokens, "an offset");
    } else if (base.kind == Kind::symbol && base.offset != 0) {
        base.kind = Kind::address;
    } else if (base.kind != Kind::reg && base.kind != Kind::symbol) {
        TokenStream::failAt(name.position,
                            "expected an address, found '" + std::string(name.text) + "'");
    }
    return base;
}

Operand parseVector(ParseContext& context) {
    TokenStream& tokens = context.tokens;
    Operand vector;
    vector.kind = Kind::vector;
    tokens.expect('{', "before a vector");
    if (tokens.accept('}'))
        return vector;
    do
        vector.elements.push_back(parseElement(context));
    while (tokens.accept(','));
    tokens.expect('}', "or ',' after a part of a vector");
    return vector;
}

/// `[base+offset]`, or `[base, {x,y}]` and longer.
Operand parseBrackets(ParseContext& context) {
    TokenStream& tokens = context.tokens;
    tokens.expect('[', "before an address");
    Operand base = parseBase(context);
    if (tokens.accept(']')) {
        base.kind = Kind::address;
        return base;
    }
    if (!tokens.at(','))
        tokens.failExpected("']', ',' or '+' after an address");
    Operand tuple;
    tuple.kind = Kind::tuple;
    tuple.elements.push_back(std::move(base));
    while (tokens.accept(','))
        tuple.elements.push_back(tokens.at('{') ? parseVector(context) : parseElement(context));
    tokens.expect(']', "or ',' after a part of an address");
    return tuple;
}

/// `!%p` and `-%r.b0`, with a register; nullopt for a constant such as -1.
std::optional<Operand> parseSignedRegister(ParseContext& context) {
    TokenStream& tokens = context.tokens;
    const Token sign = tokens.take();
    if (!tokens.at(TokenKind::word) || tokens.current().text == "WARP_SZ")
        return std::nullopt;
    const Token name = tokens.current();
    Operand operand = namedElement(context);
    if (operand.kind != Kind::reg)
        TokenStream::failAt(name.position, "expected a register after '" + std::string(sign.text) +
                                               "', found '" + std::string(name.text) + "'");
    operand.negated = true;
    return operand;
}

/// A constant after a sign that was taken already.
Operand constantAfter(TokenStream& tokens, char sign) {
    Constant constant = parseSignedConstant(tokens, sign);
    Operand operand;
    operand.kind = Kind::immediate;
    operand.literal = constant.literal;
    operand.bits = constant.bits;
    return operand;
}

} // namespace

void failUnknown(const Token& name) {
    TokenStream::failAt(name.position, "'" + std::string(name.text) + "' is not declared");
}

Operand parseElement(ParseContext& context) {
    TokenStream& tokens = context.tokens;
    if (tokens.at(TokenKind::word) && tokens.current().text != "WARP_SZ") {
        if (tokens.current().text == "_") {
            tokens.take();
            return {};
        }
        return namedElement(context);
    }
    if (!atConstant(tokens))
        tokens.failExpected("a register or number");
    return constantOperand(tokens);
}

ParsedOperand parseOperand(ParseContext& context, std::string_view opcode) {
    TokenStream& tokens = context.tokens;
    ParsedOperand parsed;
    Operand& operand = parsed.operand;
    if (tokens.at(TokenKind::word) && tokens.current().text != "WARP_SZ") {
        const Token name = tokens.take();
        bool isIndexed = false;
        if (name.text == "_") {
            operand.kind = Kind::discard;
        } else if (auto named = namedOperand(context, name, isIndexed)) {
            operand = *std::move(named);
            if (isIndexed && opcode != "mov" && opcode != "cvta")
                operand.kind = Kind::address;
        } else {
            operand.kind = Kind::label;
            parsed.unknown = name;
            return parsed;
        }
        parsePredicateOut(context, operand);
    } else if (tokens.at('[')) {
        operand = parseBrackets(context);
    } else if (tokens.at('{')) {
        operand = parseVector(context);
        parsePredicateOut(context, operand);
    } else if (tokens.at('!') || tokens.at('-')) {
        const char sign = tokens.current().punctuation;
        auto signedRegister = parseSignedRegister(context);
        operand = signedRegister ? *std::move(signedRegister) : constantAfter(tokens, sign);
    } else if (atConstant(tokens)) {
        operand = constantOperand(tokens);
    } else {
        tokens.failExpected("an operand");
    }
    return parsed;
}

} // namespace warpbench::simgpu::ptx
