// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/constant.h"
#include "core/simgpu/ptx/parse/variable_parser.h"

#include <bit>
#include <cstring>

namespace warpbench::simgpu::ptx {

namespace {

double valueOf(const Constant& constant) {
    switch (constant.literal) {
    case Operand::Literal::f32:
        return std::bit_cast<float>(static_cast<std::uint32_t>(constant.bits));
    case Operand::Literal::f64:
        return std::bit_cast<double>(constant.bits);
    case Operand::Literal::unsignedInteger:
        return static_cast<double>(constant.bits);
    case Operand::Literal::integer:
        break;
    }
    return static_cast<double>(static_cast<std::int64_t>(constant.bits));
}

/// Fills one variable from its initialiser.
class Filler {
  public:
    Filler(ParseContext& context, Variable& variable, std::vector<std::uint64_t> dimensions)
        : m_context(context)
        , m_tokens(context.tokens)
        , m_variable(variable)
        , m_dimensions(std::move(dimensions))
        , m_elementBytes(static_cast<std::uint64_t>(sizeOf(variable.type))) {}

    void fill() {
        m_strides.assign(m_dimensions.size(), m_elementBytes);
        for (std::size_t level = m_dimensions.size(); level-- > 1;)
            m_strides[level - 1] = m_strides[level] * m_dimensions[level];
        if (m_dimensions.empty())
            element(0);
        else
            braces(0, 0);
        if (!m_dimensions.empty() && m_dimensions.front() == 0)
            m_variable.size = m_counted * m_strides.front();
    }

  private:
    /// `{…}` of one dimension; its recursion is as deep as the array has dimensions.
    void braces(std::size_t level, std::uint64_t offset) {
        m_tokens.expect('{', "before the values of an array");
        std::uint64_t count = 0;
        while (!m_tokens.at('}')) {
            const std::uint64_t length = m_dimensions[level];
            const bool grows = level == 0 && length == 0;
            if (!grows && count == length)
                m_tokens.fail("'" + m_variable.name + "' has more values than elements");
            if (level + 1 < m_dimensions.size())
                braces(level + 1, offset + count * m_strides[level]);
            else
                element(offset + count * m_strides[level]);
            ++count;
            if (!m_tokens.accept(','))
                break;
        }
        m_tokens.expect('}', "or ',' after a value");
        if (level == 0)
            m_counted = count;
    }

    void element(std::uint64_t offset) {
        const Token& token = m_tokens.current();
        if (token.kind == TokenKind::word && token.text != "WARP_SZ") {
            address(offset, 0);
            return;
        }
        const Position position = token.position;
        const bool mayBeMask = token.kind == TokenKind::integer;
        const Constant constant = parseConstant(m_tokens);
        if (mayBeMask && m_tokens.at('('))
            masked(offset, constant.bits, position);
        else
            number(offset, constant, position);
    }

    /// `0xff00(symbol+4)`: the byte of the value that the mask selects.
    void masked(std::uint64_t offset, std::uint64_t mask, Position position) {
        if (mask == 0)
            TokenStream::failAt(position, "a mask of zero selects nothing");
        m_tokens.expect('(', "after a mask");
        if (m_tokens.at(TokenKind::word) && m_tokens.current().text != "WARP_SZ") {
            address(offset, mask);
        } else {
            const auto value = static_cast<std::uint64_t>(parseInteger(m_tokens, "a value"));
            number(offset,
                   {Operand::Literal::unsignedInteger, (value & mask) >> std::countr_zero(mask)},
                   position);
        }
        m_tokens.expect(')', "after a masked value");
    }

    /// `symbol`, `symbol+4`, `generic(symbol)+4`
    void address(std::uint64_t offset, std::uint64_t mask) {
        Relocation relocation;
        relocation.offset = offset;
        relocation.mask = mask;
        relocation.size = static_cast<std::uint8_t>(m_elementBytes);
        Token name = m_tokens.take();
        if (name.text == "generic" && m_tokens.accept('(')) {
            relocation.generic = true;
            name = m_tokens.expectWord("the name of a variable");
        }
        relocation.addend = addend();
        if (relocation.generic) {
            m_tokens.expect(')', "after generic(…");
            relocation.addend += addend();
        }
        const Named named = m_context.names.find(name.text);
        if (named.index < 0 || named.kind != Named::Kind::symbol)
            TokenStream::failAt(name.position,
                                "'" + std::string(name.text) +
                                    "' is not a previously declared variable or function");
        relocation.symbol = named.index;
        reserve(offset, name.position);
        m_variable.relocations.push_back(relocation);
    }

    std::int64_t addend() {
        if (!m_tokens.at('+') && !m_tokens.at('-'))
            return 0;
        return parseInteger(m_tokens, "an offset");
    }

    void number(std::uint64_t offset, const Constant& constant, Position position) {
        std::uint64_t bits = constant.bits;
        const bool isFloatType = m_variable.type == Type::f32 || m_variable.type == Type::f64;
        if (isFloatType) {
            const double value = valueOf(constant);
            bits = m_variable.type == Type::f64
                       ? std::bit_cast<std::uint64_t>(value)
                       : std::bit_cast<std::uint32_t>(static_cast<float>(value));
            if (constant.literal == Operand::Literal::f32 && m_variable.type == Type::f32)
                bits = constant.bits; // Keeps the payload of a NaN.
        } else if (constant.isFloat()) {
            const std::uint64_t bytes = constant.literal == Operand::Literal::f32 ? 4 : 8;
            if (bytes != m_elementBytes)
                TokenStream::failAt(position, "a floating-point number does not fit in type ." +
                                                  std::string(nameOf(m_variable.type)));
        }
        reserve(offset, position);
        std::byte* const target = m_variable.initial.data() + offset;
        const bool isNegative =
            constant.literal == Operand::Literal::integer && (bits >> 63) != 0 && !isFloatType;
        std::memset(target, isNegative ? 0xff : 0, m_elementBytes);
        std::memcpy(target, &bits, std::min<std::size_t>(m_elementBytes, sizeof bits));
    }

    /// Makes room for the element at `offset`.
    void reserve(std::uint64_t offset, Position position) {
        const std::uint64_t needed = offset + m_elementBytes;
        if (needed <= m_variable.initial.size())
            return;
        const std::uint64_t more = needed - m_variable.initial.size();
        if (more > m_context.initialBudget)
            TokenStream::failAt(position, "the values of this module are too far apart");
        m_context.initialBudget -= more;
        m_variable.initial.resize(needed);
    }

    ParseContext& m_context;
    TokenStream& m_tokens;
    Variable& m_variable;
    std::vector<std::uint64_t> m_dimensions;
    std::vector<std::uint64_t> m_strides; ///< bytes, by dimension
    std::uint64_t m_elementBytes;
    std::uint64_t m_counted = 0; ///< values of the first dimension
};

} // namespace

void parseInitializer(ParseContext& context, Variable& variable,
                      std::vector<std::uint64_t> dimensions) {
    Filler(context, variable, std::move(dimensions)).fill();
}

} // namespace warpbench::simgpu::ptx
