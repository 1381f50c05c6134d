// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/constant.h"

#include <array>
#include <bit>
#include <optional>

namespace warpbench::simgpu::ptx {

namespace {

using Literal = Operand::Literal;

/// Deeper nesting of parentheses, signs and conditions than any program has.
constexpr int kMaxDepth = 100;
constexpr std::uint64_t kWarpSize = 32;

constexpr char kTernary = '?';

/// How tightly a binary operator binds, as in C; 0: none.
int precedenceOf(const Token& token) {
    if (token.kind != TokenKind::punctuation)
        return 0;
    switch (token.punctuation) {
    case '*':
    case '/':
    case '%':
        return 11;
    case '+':
    case '-':
        return 10;
    case kShiftLeft:
    case kShiftRight:
        return 9;
    case '<':
    case '>':
    case kLessEqual:
    case kGreaterEqual:
        return 8;
    case kEqual:
    case kNotEqual:
        return 7;
    case '&':
        return 6;
    case '^':
        return 5;
    case '|':
        return 4;
    case kLogicalAnd:
        return 3;
    case kLogicalOr:
        return 2;
    case kTernary:
        return 1;
    default:
        return 0;
    }
}

Constant integer(std::uint64_t bits, bool isUnsigned = false) {
    return {isUnsigned ? Literal::unsignedInteger : Literal::integer, bits};
}

Constant real(double value) {
    return {Literal::f64, std::bit_cast<std::uint64_t>(value)};
}

double asReal(const Constant& constant) {
    switch (constant.literal) {
    case Literal::f32:
        return std::bit_cast<float>(static_cast<std::uint32_t>(constant.bits));
    case Literal::f64:
        return std::bit_cast<double>(constant.bits);
    case Literal::unsignedInteger:
        return static_cast<double>(constant.bits);
    case Literal::integer:
        break;
    }
    return static_cast<double>(static_cast<std::int64_t>(constant.bits));
}

bool isTrue(const Constant& constant) {
    return constant.isFloat() ? asReal(constant) != 0 : constant.bits != 0;
}

std::optional<Constant> applyToReals(char operation, double a, double b) {
    switch (operation) {
    case '+':
        return real(a + b);
    case '-':
        return real(a - b);
    case '*':
        return real(a * b);
    case '/':
        return real(a / b);
    case '<':
        return integer(a < b);
    case '>':
        return integer(a > b);
    case kLessEqual:
        return integer(a <= b);
    case kGreaterEqual:
        return integer(a >= b);
    case kEqual:
        return integer(a == b);
    case kNotEqual:
        return integer(a != b);
    default:
        return std::nullopt;
    }
}

/// Division as C's; the one quotient that does not fit wraps round. \pre b != 0
std::uint64_t divide(std::uint64_t a, std::uint64_t b, bool isUnsigned, bool remainder) {
    if (isUnsigned)
        return remainder ? a % b : a / b;
    const auto dividend = static_cast<std::int64_t>(a);
    const auto divisor = static_cast<std::int64_t>(b);
    if (divisor == -1)
        return remainder ? 0 : -a;
    return static_cast<std::uint64_t>(remainder ? dividend % divisor : dividend / divisor);
}

std::uint64_t shiftRight(std::uint64_t a, std::uint64_t b, bool isUnsigned) {
    if (!isUnsigned)
        return static_cast<std::uint64_t>(static_cast<std::int64_t>(a) >> (b > 63 ? 63 : b));
    return b > 63 ? 0 : a >> b;
}

Constant applyToIntegers(char operation, const Constant& left, const Constant& right) {
    const std::uint64_t a = left.bits;
    const std::uint64_t b = right.bits;
    const bool isUnsigned =
        left.literal == Literal::unsignedInteger || right.literal == Literal::unsignedInteger;
    const auto less = [&](std::uint64_t x, std::uint64_t y) {
        return isUnsigned ? x < y : static_cast<std::int64_t>(x) < static_cast<std::int64_t>(y);
    };
    const bool leftUnsigned = left.literal == Literal::unsignedInteger;
    switch (operation) {
    case '*':
        return integer(a * b, isUnsigned);
    case '/':
        return integer(divide(a, b, isUnsigned, false), isUnsigned);
    case '%':
        return integer(divide(a, b, isUnsigned, true), isUnsigned);
    case '+':
        return integer(a + b, isUnsigned);
    case '-':
        return integer(a - b, isUnsigned);
    case kShiftLeft:
        return integer(b > 63 ? 0 : a << b, leftUnsigned);
    case kShiftRight:
        return integer(shiftRight(a, b, leftUnsigned), leftUnsigned);
    case '<':
        return integer(less(a, b));
    case '>':
        return integer(less(b, a));
    case kLessEqual:
        return integer(!less(b, a));
    case kGreaterEqual:
        return integer(!less(a, b));
    case kEqual:
        return integer(a == b);
    case kNotEqual:
        return integer(a != b);
    case '&':
        return integer(a & b, isUnsigned);
    case '^':
        return integer(a ^ b, isUnsigned);
    default:
        return integer(a | b, isUnsigned);
    }
}

/// Precedence climbing; the depth of its recursion has a limit.
class Evaluator {
  public:
    explicit Evaluator(TokenStream& tokens)
        : m_tokens(tokens) {}

    Constant expression(int lowest = 1) {
        const Nesting nesting(*this);
        return afterFirst(unary(), lowest);
    }

    Constant signedExpression(char sign) {
        const Constant first = unary();
        return afterFirst(sign == '-' ? negated(first) : integer(!isTrue(first)), 1);
    }

  private:
    Constant afterFirst(Constant left, int lowest) {
        for (int precedence = precedenceOf(m_tokens.current()); precedence >= lowest;
             precedence = precedenceOf(m_tokens.current())) {
            const Token operation = m_tokens.take();
            if (operation.punctuation == kTernary)
                return condition(left);
            left = apply(operation, left, expression(precedence + 1));
        }
        return left;
    }

    /// Counts how deep we are for as long as it lives.
    struct Nesting {
        explicit Nesting(Evaluator& owner)
            : evaluator(owner) {
            if (++evaluator.m_depth > kMaxDepth)
                evaluator.m_tokens.fail("this constant expression is nested too deeply");
        }
        ~Nesting() { --evaluator.m_depth; }
        Nesting(const Nesting&) = delete;
        Nesting& operator=(const Nesting&) = delete;
        Evaluator& evaluator;
    };

    Constant condition(const Constant& chosen) {
        const Constant yes = expression();
        m_tokens.expect(':', "of a conditional expression");
        const Constant no = expression();
        return isTrue(chosen) ? yes : no;
    }

    Constant apply(const Token& operation, const Constant& left, const Constant& right) {
        const char code = operation.punctuation;
        if (code == kLogicalAnd)
            return integer(isTrue(left) && isTrue(right));
        if (code == kLogicalOr)
            return integer(isTrue(left) || isTrue(right));
        if (left.isFloat() || right.isFloat()) {
            const auto result = applyToReals(code, asReal(left), asReal(right));
            if (!result)
                TokenStream::failAt(operation.position,
                                    "this operator does not take floating-point numbers");
            return *result;
        }
        if ((code == '/' || code == '%') && right.bits == 0)
            TokenStream::failAt(operation.position, "division by zero in a constant expression");
        return applyToIntegers(code, left, right);
    }

    Constant unary() {
        const Nesting nesting(*this);
        if (m_tokens.accept('+'))
            return unary();
        if (m_tokens.accept('-'))
            return negated(unary());
        if (m_tokens.accept('!'))
            return integer(!isTrue(unary()));
        if (m_tokens.at('~')) {
            const Position position = m_tokens.take().position;
            Constant value = unary();
            if (value.isFloat())
                TokenStream::failAt(position, "~ does not take floating-point numbers");
            value.bits = ~value.bits;
            return value;
        }
        if (m_tokens.accept('('))
            return parenthesis();
        return primary();
    }

    static Constant negated(Constant value) {
        switch (value.literal) {
        case Literal::f32:
            value.bits ^= 0x80000000u;
            break;
        case Literal::f64:
            value.bits ^= 0x8000000000000000u;
            break;
        default:
            value.bits = -value.bits;
            break;
        }
        return value;
    }

    Constant parenthesis() {
        for (const bool isUnsigned : {false, true}) {
            if (!m_tokens.acceptDirective(isUnsigned ? ".u64" : ".s64"))
                continue;
            m_tokens.expect(')', "after the type of a cast");
            const Constant value = unary();
            if (!value.isFloat())
                return integer(value.bits, isUnsigned);
            m_tokens.fail("a floating-point number cannot be cast to an integer here");
        }
        const Constant value = expression();
        m_tokens.expect(')', "at the end of a constant expression");
        return value;
    }

    Constant primary() {
        if (m_tokens.at(TokenKind::dotted))
            m_tokens.readCurrentAsFloat();
        switch (m_tokens.current().kind) {
        case TokenKind::integer: {
            const Token token = m_tokens.take();
            return integer(token.bits, token.isUnsigned);
        }
        case TokenKind::float32:
            return {Literal::f32, m_tokens.take().bits};
        case TokenKind::float64:
            return {Literal::f64, m_tokens.take().bits};
        case TokenKind::word:
            if (m_tokens.current().text == "WARP_SZ") {
                m_tokens.take();
                return integer(kWarpSize);
            }
            break;
        default:
            break;
        }
        m_tokens.failExpected("a number");
    }

    TokenStream& m_tokens;
    int m_depth = 0;
};

} // namespace

bool atConstant(const TokenStream& tokens) {
    const Token& token = tokens.current();
    switch (token.kind) {
    case TokenKind::integer:
    case TokenKind::float32:
    case TokenKind::float64:
        return true;
    case TokenKind::word:
        return token.text == "WARP_SZ";
    case TokenKind::dotted:
        return token.text[1] >= '0' && token.text[1] <= '9';
    case TokenKind::punctuation:
        return token.is('-') || token.is('+') || token.is('~') || token.is('!') || token.is('(');
    default:
        return false;
    }
}

Constant parseConstant(TokenStream& tokens) {
    return Evaluator(tokens).expression();
}

Constant parseSignedConstant(TokenStream& tokens, char sign) {
    return Evaluator(tokens).signedExpression(sign);
}

std::int64_t parseInteger(TokenStream& tokens, std::string_view what) {
    const Position position = tokens.current().position;
    if (!atConstant(tokens))
        tokens.failExpected(what);
    const Constant constant = parseConstant(tokens);
    if (constant.isFloat())
        TokenStream::failAt(position, std::string(what) + " must be an integer");
    return static_cast<std::int64_t>(constant.bits);
}

} // namespace warpbench::simgpu::ptx
