// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/decimal.h"
#include "core/base/suggest.h"
#include "core/expression/expression.h"
#include "core/expression/expression_limits.h"
#include "core/expression/words_of_c.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace warpbench::project {

namespace {

constexpr int kMaxDepth = 200;
constexpr const char* kThatMany = "give that many";
constexpr std::size_t kMaxLength = std::size_t(64) << 10;

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}
bool isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool isHexDigit(char c) {
    return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

struct Infix {
    std::string_view text;
    Op op;
    int precedence;         ///< higher binds tighter
    Function function = {}; ///< the function, if the operator is an alternative notation for a call
};

// Python's order. `**` is handled apart, because it binds tighter than a sign on its left.
constexpr std::array<Infix, 19> kInfix{{
    {"or", Op::logical_or, 2},
    {"and", Op::logical_and, 3},
    {"==", Op::equal, 5},
    {"!=", Op::not_equal, 5},
    {"<", Op::less, 5},
    {"<=", Op::less_equal, 5},
    {">", Op::greater, 5},
    {">=", Op::greater_equal, 5},
    {"|", Op::call, 6, Function::bit_or},
    {"^", Op::call, 7, Function::bit_xor},
    {"&", Op::call, 8, Function::bit_and},
    {"<<", Op::call, 9, Function::shift_left},
    {">>", Op::call, 9, Function::shift_right},
    {"+", Op::add, 10},
    {"-", Op::subtract, 10},
    {"*", Op::multiply, 11},
    {"/", Op::divide, 11},
    {"//", Op::floor_divide, 11},
    {"%", Op::modulo, 11},
}};
constexpr int kChoosePrecedence = 1;
constexpr int kNotPrecedence = 4;
constexpr int kComparePrecedence = 5;
constexpr int kSignPrecedence = 12;

constexpr std::array<std::string_view, 7> kReserved{"and",  "or",   "not",  "if",
                                                    "else", "true", "false"};

} // namespace

bool isReservedWord(std::string_view text) {
    return std::find(kReserved.begin(), kReserved.end(), text) != kReserved.end();
}

bool isName(std::string_view text) {
    return !text.empty() && isLetter(text.front()) && !isReservedWord(text) &&
           std::all_of(text.begin(), text.end(), [](char c) { return isLetter(c) || isDigit(c); });
}

/// A Pratt parser that writes nodes children first.
class Parser {
  public:
    Parser(const Expression& source, ParseOptions options)
        : m_text(source.text) {
        m_formula.m_source = source;
        m_formula.m_options = options;
    }

    Formula parse() {
        if (m_text.size() > kMaxLength) {
            fail(0, {"WB1100", "the expression is longer than 64 KiB", "shorten it"});
        }
        advance();
        if (m_token.kind == Token::Kind::end) {
            fail(0, {"WB1101", "the expression is empty", "write a number or an expression"});
        }
        expression(0);
        if (m_token.kind != Token::Kind::end) {
            failAt(m_token, phrase("is an operator or a bracket missing before it?"));
        }
        return std::move(m_formula);
    }

  private:
    struct Token {
        enum class Kind { end, number, word, symbol };
        Kind kind = Kind::end;
        std::string_view text;
        std::size_t offset = 0;
        Number value;
    };

    [[noreturn]] void fail(std::size_t offset, ErrorText said) const {
        Node node;
        node.offset = std::uint32_t(offset);
        m_formula.fail(node, std::move(said));
    }

    [[noreturn]] void failAt(const Token& token, const ErrorText& otherwise) const {
        const ErrorText cast = wordsForCast(m_text, token.offset);
        const ErrorText instead = wordsForOperator(m_text, token.offset);
        unexpected(token, !cast.empty() ? cast : instead.empty() ? otherwise : instead);
    }

    [[noreturn]] void unexpected(const Token& token, const ErrorText& remedy) const {
        const ErrorText said{"WB1102", "'{token}' is unexpected here", {}, {{"token", token.text}}};
        fail(token.offset, said.advised(remedy));
    }

    void advance() {
        while (m_next < m_text.size() &&
               std::string_view(" \t\r\n").find(m_text[m_next]) != std::string_view::npos) {
            ++m_next;
        }
        m_token = {};
        m_token.offset = m_next;
        if (m_next >= m_text.size()) {
            return;
        }
        const char c = m_text[m_next];
        const bool startsNumber =
            isDigit(c) || (c == '.' && m_next + 1 < m_text.size() && isDigit(m_text[m_next + 1]));
        if (startsNumber) {
            lexNumber();
        } else if (isLetter(c)) {
            std::size_t end = m_next;
            while (end < m_text.size() && (isLetter(m_text[end]) || isDigit(m_text[end]))) {
                ++end;
            }
            finish(Token::Kind::word, end);
        } else {
            lexSymbol();
        }
    }

    void finish(Token::Kind kind, std::size_t end) {
        m_token.kind = kind;
        m_token.text = m_text.substr(m_token.offset, end - m_token.offset);
        m_next = end;
    }

    void lexSymbol() {
        static constexpr std::array<std::string_view, 8> kDouble{
            "**", "//", "==", "!=", "<=", ">=", "<<", ">>"};
        const std::string_view two = m_text.substr(m_next, 2);
        if (std::find(kDouble.begin(), kDouble.end(), two) != kDouble.end()) {
            finish(Token::Kind::symbol, m_next + 2);
            return;
        }
        if (std::string_view("+-*/%<>(),|^&").find(m_text[m_next]) == std::string_view::npos) {
            const auto byte = static_cast<unsigned char>(m_text[m_next]);
            const ErrorText shown = byte >= 0x20 && byte < 0x7F
                                        ? phrase("the character '{character}'",
                                                 {{"character", m_text.substr(m_next, 1)}})
                                        : phrase("this character");
            const ErrorText said{"WB1103",
                                 "{character} is not part of an expression",
                                 "use numbers, names, + - * / // % ** and brackets",
                                 {{"character", shown}}};
            const ErrorText instead = wordsForOperator(m_text, m_next);
            fail(m_next, instead.empty() ? said : said.advised(instead));
        }
        finish(Token::Kind::symbol, m_next + 1);
    }

    void lexNumber() {
        std::size_t end = m_next;
        const bool hex = m_text.substr(m_next, 2) == "0x" || m_text.substr(m_next, 2) == "0X";
        bool real = false;
        if (hex) {
            for (end += 2; end < m_text.size() && isHexDigit(m_text[end]);) {
                ++end;
            }
        } else {
            const auto digits = [&] {
                while (end < m_text.size() && isDigit(m_text[end])) {
                    ++end;
                }
            };
            digits();
            if (end < m_text.size() && m_text[end] == '.') {
                real = true;
                ++end;
                digits();
            }
            if (end < m_text.size() && (m_text[end] == 'e' || m_text[end] == 'E')) {
                std::size_t exponent = end + 1;
                if (exponent < m_text.size() &&
                    (m_text[exponent] == '+' || m_text[exponent] == '-')) {
                    ++exponent;
                }
                if (exponent < m_text.size() && isDigit(m_text[exponent])) {
                    real = true;
                    end = exponent;
                    digits();
                }
            }
        }
        m_token.value = real ? Number(realValue(end)) : toNumber(Integer(integerValue(end, hex)));
        if (m_formula.m_options.cRules) {
            while (end < m_text.size() &&
                   std::string_view("uUlLfF").find(m_text[end]) != std::string_view::npos) {
                if ((m_text[end] == 'f' || m_text[end] == 'F')) {
                    m_token.value = toDouble(m_token.value);
                }
                ++end;
            }
        }
        if (end < m_text.size() && (isLetter(m_text[end]) || m_text[end] == '.')) {
            const bool suffix =
                std::string_view("uUlLfF").find(m_text[end]) != std::string_view::npos;
            const ErrorText said{"WB1104",
                                 "a number is followed by '{character}'",
                                 "is an operator missing between them?",
                                 {{"character", m_text.substr(end, 1)}}};
            fail(end, suffix
                          ? said.advised(phrase("leave out the suffix: numbers are untyped here"))
                          : said);
        }
        finish(Token::Kind::number, end);
    }

    [[noreturn]] void unreadable(const ErrorText& remedy) const {
        fail(m_next, ErrorText("WB1105", "this number cannot be read").advised(remedy));
    }

    double realValue(std::size_t end) const {
        double value = 0;
        const auto result = std::from_chars(m_text.data() + m_next, m_text.data() + end, value);
        if (result.ec != std::errc() && result.ec != std::errc::result_out_of_range) {
            unreadable(phrase("write it as 1.5 or 1e-3"));
        }
        if (result.ec == std::errc::result_out_of_range) {
            // from_chars does not distinguish overflow from underflow.
            value = outOfRangeDouble(m_text.substr(m_next, end - m_next));
            if (std::isinf(value)) {
                fail(m_next,
                     {"WB1106", "this number is too large for a 64-bit float", "make it smaller"});
            }
        }
        return value;
    }

    std::uint64_t integerValue(std::size_t end, bool hex) const {
        std::uint64_t value = 0;
        const std::size_t start = m_next + (hex ? 2 : 0);
        const auto result =
            std::from_chars(m_text.data() + start, m_text.data() + end, value, hex ? 16 : 10);
        if (result.ec == std::errc::result_out_of_range) {
            fail(m_next, {"WB1107", "this number does not fit a 64-bit integer",
                          "write it as a float (add .0) or make it smaller"});
        }
        if (result.ec != std::errc() || start == end) {
            unreadable(phrase("write it as 42 or 0x2A"));
        }
        return value;
    }

    bool is(std::string_view text) const {
        return m_token.kind != Token::Kind::end && m_token.kind != Token::Kind::number &&
               m_token.text == text;
    }

    void expect(std::string_view text, const ErrorText& why) {
        if (!is(text)) {
            const ErrorText said{"WB1108", "expected '{expected}'", {}, {{"expected", text}}};
            fail(m_token.offset, said.advised(why));
        }
        advance();
    }

    std::uint32_t add(Node node) {
        m_formula.m_nodes.push_back(std::move(node));
        return std::uint32_t(m_formula.m_nodes.size() - 1);
    }

    std::uint32_t add(Op op, std::size_t offset, std::vector<std::uint32_t> operands) {
        Node node;
        node.op = op;
        node.offset = std::uint32_t(offset);
        node.operands = std::move(operands);
        return add(std::move(node));
    }

    std::uint32_t addCall(Function function, std::size_t offset,
                          std::vector<std::uint32_t> operands) {
        Node node;
        node.op = Op::call;
        node.function = function;
        node.offset = std::uint32_t(offset);
        node.operands = std::move(operands);
        return add(std::move(node));
    }

    std::uint32_t addNumber(Number value, std::size_t offset) {
        Node node;
        node.offset = std::uint32_t(offset);
        node.value = value;
        return add(std::move(node));
    }

    /// \param least  operators that bind looser than this are left to the caller
    std::uint32_t expression(int least) {
        if (++m_depth > kMaxDepth) {
            fail(m_token.offset, {"WB1109",
                                  "nested deeper than {limit} levels",
                                  "split the expression into parameters",
                                  {{"limit", kMaxDepth}}});
        }
        std::uint32_t left = prefix();
        for (;;) {
            if (is("if") && least <= kChoosePrecedence) {
                left = choose(left);
                continue;
            }
            const Infix* infix = findInfix();
            if (!infix || infix->precedence < least) {
                break;
            }
            left = binary(*infix, left);
        }
        --m_depth;
        return left;
    }

    const Infix* findInfix() const {
        for (const Infix& infix : kInfix) {
            if (is(infix.text)) {
                return &infix;
            }
        }
        return nullptr;
    }

    std::uint32_t binary(const Infix& infix, std::uint32_t left) {
        const std::size_t offset = m_token.offset;
        advance();
        std::uint32_t right = expression(infix.precedence + 1);
        if (infix.op == Op::call) {
            return addCall(infix.function, offset, {left, right});
        }
        std::uint32_t result = add(infix.op, offset, {left, right});
        // a < b < c means a < b and b < c, as in Python. The middle term is shared, not repeated.
        while (infix.precedence == kComparePrecedence) {
            const Infix* next = findInfix();
            if (!next || next->precedence != kComparePrecedence) {
                break;
            }
            const std::size_t nextOffset = m_token.offset;
            advance();
            const std::uint32_t third = expression(kComparePrecedence + 1);
            const std::uint32_t second = add(next->op, nextOffset, {right, third});
            result = add(Op::logical_and, nextOffset, {result, second});
            right = third;
        }
        return result;
    }

    std::uint32_t choose(std::uint32_t valueIfTrue) {
        const std::size_t offset = m_token.offset;
        advance();
        const std::uint32_t condition = expression(kChoosePrecedence + 1);
        expect("else", phrase("write VALUE if CONDITION else VALUE"));
        const std::uint32_t valueIfFalse = expression(kChoosePrecedence);
        return add(Op::choose, offset, {condition, valueIfTrue, valueIfFalse});
    }

    std::uint32_t prefix() {
        const std::size_t offset = m_token.offset;
        if (is("not")) {
            advance();
            return add(Op::logical_not, offset, {expression(kNotPrecedence)});
        }
        if (is("-")) {
            advance();
            return add(Op::negate, offset, {expression(kSignPrecedence)});
        }
        if (is("+")) {
            advance();
            return expression(kSignPrecedence);
        }
        const std::uint32_t base = primary();
        if (is("**")) {
            const std::size_t powerOffset = m_token.offset;
            advance();
            return add(Op::power, powerOffset, {base, expression(kSignPrecedence)});
        }
        return base;
    }

    std::uint32_t primary() {
        const Token token = m_token;
        if (token.kind == Token::Kind::number) {
            advance();
            return addNumber(token.value, token.offset);
        }
        if (is("(")) {
            const std::size_t close = m_text.find(')', token.offset);
            const ErrorText cast =
                close == std::string_view::npos ? ErrorText() : wordsForCast(m_text, close + 1);
            if (m_text.substr(token.offset, close - token.offset).find(' ') !=
                    std::string_view::npos &&
                !cast.empty()) { // of several words, which no name has
                fail(token.offset, ErrorText("WB1110", "a type is unexpected here").advised(cast));
            }
            advance();
            const std::uint32_t inner = expression(0);
            expect(")", phrase("close the bracket"));
            return inner;
        }
        if (token.kind == Token::Kind::word) {
            advance();
            if (token.text == "true" || token.text == "false") {
                return addNumber(std::int64_t(token.text == "true"), token.offset);
            }
            if (isReservedWord(token.text)) {
                unexpected(token, phrase("write a value before it"));
            }
            return is("(") ? call(token) : name(Op::name, token);
        }
        if (token.kind == Token::Kind::end) {
            fail(token.offset, {"WB1111", "the expression ends too early",
                                "write a number, a name or a bracket"});
        }
        // `&&` or `||` is detected at its second character.
        Token whole = token;
        if (token.offset > 0 && (token.text == "&" || token.text == "|") &&
            m_text[token.offset - 1] == token.text.front()) {
            whole.offset = token.offset - 1;
            whole.text = m_text.substr(whole.offset, 2);
        }
        failAt(whole, phrase("write a number, a name or a bracket"));
    }

    std::uint32_t name(Op op, const Token& token) {
        return name(op, token, std::string(token.text));
    }
    std::uint32_t name(Op op, const Token& token, const std::string& text) {
        auto& names = m_formula.m_names;
        const auto found = std::find(names.begin(), names.end(), text);
        Node node;
        node.op = op;
        node.offset = std::uint32_t(token.offset);
        node.name = std::uint32_t(found - names.begin());
        if (found == names.end()) {
            names.push_back(text);
        }
        return add(std::move(node));
    }

    std::uint32_t call(const Token& token) {
        advance(); // the bracket
        if (token.text == "after") {
            const Token buffer = m_token;
            if (buffer.kind != Token::Kind::word || isReservedWord(buffer.text)) {
                fail(buffer.offset,
                     {"WB1112", "after() takes the name of a buffer", "write after(name)"});
            }
            advance();
            expect(")", phrase("write after(name)"));
            return name(Op::after, buffer);
        }
        if (token.text == "pitch") { // a number that goes by its call as its name
            const Token buffer = m_token;
            if (buffer.kind != Token::Kind::word || isReservedWord(buffer.text)) {
                fail(buffer.offset,
                     {"WB1113", "pitch() takes the name of a buffer", "write pitch(name)"});
            }
            advance();
            expect(")", phrase("write pitch(name)"));
            return name(Op::name, token, "pitch(" + std::string(buffer.text) + ")");
        }
        const FunctionInfo* info = findFunction(token.text);
        const FunctionInfo* array = findArrayFunction(token.text);
        if (!info && !array) {
            std::vector<std::string> known;
            for (const FunctionInfo& candidate : functions()) {
                known.emplace_back(candidate.name);
            }
            if (m_formula.m_options.arrayFunctions) {
                for (const FunctionInfo& candidate : arrayFunctions()) {
                    known.emplace_back(candidate.name);
                }
            }
            const std::string nearest = nearestWord(token.text, known);
            const ErrorText said{"WB1114",
                                 "unknown function '{function}'",
                                 "the manual's page on the project file lists them",
                                 {{"function", token.text}}};
            fail(token.offset, nearest.empty() ? said
                                               : said.advised(phrase("did you mean '{name}'?",
                                                                     {{"name", nearest}})));
        }
        std::vector<std::uint32_t> operands;
        while (!is(")")) {
            if (!operands.empty()) {
                expect(",", phrase("separate the arguments, or close the bracket"));
            }
            if (operands.size() >= kMaxArguments) {
                fail(m_token.offset, {"WB1115", "more than 64 arguments", "split the call"});
            }
            operands.push_back(expression(0));
        }
        advance();
        const int count = int(operands.size());
        if (array && (!info || count == 1)) {
            info = array; // min and max of one argument reduce it
        } else {
            array = nullptr;
        }
        if (count < info->least || count > info->most) {
            fail(token.offset, wrongCount(*info, count));
        }
        const std::uint32_t node = addCall(info->function, token.offset, std::move(operands));
        if (array) {
            m_formula.m_nodes[node].op = Op::array_call;
            m_formula.m_nodes[node].name = std::uint32_t(array - arrayFunctions().data());
        }
        return node;
    }

    static ErrorText wrongCount(const FunctionInfo& info, int count) {
        if (info.most == int(kMaxArguments))
            return {"WB1116",
                    "{function} takes {least} or more arguments, not {count}",
                    kThatMany,
                    {{"function", info.name}, {"least", info.least}, {"count", count}}};
        if (info.most != info.least)
            return {"WB1117",
                    "{function} takes {least} to {most} arguments, not {count}",
                    kThatMany,
                    {{"function", info.name},
                     {"least", info.least},
                     {"most", info.most},
                     {"count", count}}};
        if (info.least == 1)
            return {"WB1118",
                    "{function} takes 1 argument, not {count}",
                    kThatMany,
                    {{"function", info.name}, {"count", count}}};
        return {"WB1119",
                "{function} takes {expected} arguments, not {count}",
                kThatMany,
                {{"function", info.name}, {"expected", info.least}, {"count", count}}};
    }

    const FunctionInfo* findArrayFunction(std::string_view name) const {
        if (!m_formula.m_options.arrayFunctions) {
            return nullptr;
        }
        for (const FunctionInfo& info : arrayFunctions()) {
            if (info.name == name) {
                return &info;
            }
        }
        return nullptr;
    }

    std::string_view m_text;
    std::size_t m_next = 0;
    Token m_token;
    int m_depth = 0;
    Formula m_formula;
};

Formula Formula::parse(const Expression& expression, ParseOptions options) {
    return Parser(expression, options).parse();
}

} // namespace warpbench::project
