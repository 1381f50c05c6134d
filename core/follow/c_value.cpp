// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/follow/c_value.h"

#include "core/base/decimal.h"
#include "core/follow/signature.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace warpbench::guess {

namespace {

/// Expressions in programs nest about a dozen levels; deeper ones are rejected.
constexpr int kDeepestValue = 100;
/// Longer ones are shown as the number that they are.
constexpr std::size_t kLongestText = 70;

Value numberFrom(std::string_view text) {
    std::string digits;
    for (const char c : text)
        if (c != '\'')
            digits += c;
    const bool hex = digits.starts_with("0x") || digits.starts_with("0X");
    const bool real = !hex && digits.find_first_of(".eE") != std::string::npos;
    if (real || (!hex && (digits.ends_with('f') || digits.ends_with('F'))))
        return Value::of(leadingDecimal(digits).value, false);
    return Value::of(double(std::strtoull(digits.c_str(), nullptr, 0)), true);
}

/// 'a', '\n', '\0'; unknown for anything else.
Value characterFrom(std::string_view text) {
    if (text.size() < 3 || text.front() != '\'' || text.back() != '\'')
        return {};
    const std::string_view inside = text.substr(1, text.size() - 2);
    if (inside.size() == 1)
        return Value::of(static_cast<unsigned char>(inside[0]), true);
    static constexpr std::pair<char, char> kEscapes[] = {{'n', '\n'}, {'t', '\t'},  {'r', '\r'},
                                                         {'0', '\0'}, {'\\', '\\'}, {'\'', '\''}};
    for (const auto& [letter, character] : kEscapes)
        if (inside.size() == 2 && inside[0] == '\\' && inside[1] == letter)
            return Value::of(character, true);
    return {};
}

int precedence(std::string_view op) {
    if (op == "*" || op == "/" || op == "%")
        return 10;
    if (op == "+" || op == "-")
        return 9;
    if (op == "<<" || op == ">>")
        return 8;
    if (op == "<" || op == ">" || op == "<=" || op == ">=")
        return 7;
    if (op == "==" || op == "!=")
        return 6;
    if (op == "&" || op == "^" || op == "|")
        return 5;
    if (op == "&&")
        return 4;
    return op == "||" ? 3 : 0;
}

std::optional<double> apply(std::string_view op, double a, double b, bool integers) {
    const auto whole = [](double v) { return static_cast<long long>(v); };
    if ((op == "/" || op == "%") && b == 0)
        return std::nullopt;
    if (op == "+")
        return a + b;
    if (op == "-")
        return a - b;
    if (op == "*")
        return a * b;
    if (op == "/")
        return integers ? std::trunc(a / b) : a / b;
    if (op == "%")
        return std::fmod(a, b);
    if (op == "<<" || op == ">>")
        return b < 0 || b > 62
                   ? std::nullopt
                   : std::optional(op == "<<" ? a * std::exp2(b) : std::floor(a / std::exp2(b)));
    if (op == "<")
        return a < b;
    if (op == ">")
        return a > b;
    if (op == "<=")
        return a <= b;
    if (op == ">=")
        return a >= b;
    if (op == "==")
        return a == b;
    if (op == "!=")
        return a != b;
    if (op == "&&")
        return a != 0 && b != 0;
    if (op == "||")
        return a != 0 || b != 0;
    if (std::abs(a) > 9e15 || std::abs(b) > 9e15)
        return std::nullopt;
    if (op == "&")
        return double(whole(a) & whole(b));
    if (op == "|")
        return double(whole(a) | whole(b));
    return double(whole(a) ^ whole(b));
}

/// An operand in words.
struct Operand {
    std::string text;
    bool isInteger = true;
    std::optional<long long> literal; ///< if the expression is just a number
};

/// "(n + 255) / 256", "(n + b - 1) / b": n divided by b, rounded up. \returns n; empty if it is
/// something else
std::string roundedUp(const Operand& a, const Operand& b) {
    const std::string by = inBrackets(b.text);
    std::string text = a.text;
    const auto cut = [&](const std::string& before, const std::string& behind) {
        if (text.size() <= before.size() + behind.size() || !text.starts_with(before) ||
            !text.ends_with(behind))
            return false;
        text = text.substr(before.size(), text.size() - before.size() - behind.size());
        return true;
    };
    const bool plain = b.literal && cut({}, fmt::format(" + {}", *b.literal - 1));
    const bool rounded = plain || cut("(", " + " + by + ") - 1") ||
                         cut({}, " + (" + by + " - 1)") || cut("(" + by + " + ", ") - 1") ||
                         cut("(" + by + " - 1) + ", {});
    return rounded ? text : std::string();
}

/// A text without the brackets around the whole of it.
std::string bare(const std::string& text) {
    int depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
        if (depth == 0 && i + 1 < text.size())
            return text;
    }
    return text.size() > 2 && text.front() == '(' ? text.substr(1, text.size() - 2) : text;
}

/// Whether a text is one call of a function and nothing more.
bool isCall(const std::string& text, std::string_view function) {
    return text.starts_with(function) && text.substr(function.size()).starts_with('(') &&
           bare(text.substr(function.size())) != text.substr(function.size());
}

/// The expression for a result, if the project's language can express it.
std::string wordsOf(std::string_view op, const Operand& a, const Operand& b) {
    std::string text;
    const bool integers = a.isInteger && b.isInteger;
    if (op == "+" || op == "-" || op == "*" || (op == "%" && integers))
        text = inBrackets(a.text) + " " + std::string(op) + " " + inBrackets(b.text);
    else if (const std::string whole = integers && op == "/" ? roundedUp(a, b) : ""; !whole.empty())
        text = fmt::format("ceil_div({}, {})", bare(whole), b.text);
    else if (op == "/")
        text = inBrackets(a.text) + (integers ? " // " : " / ") + inBrackets(b.text);
    return text.size() > kLongestText ? std::string() : text;
}

Operand spelledOperand(const Value& value) {
    Operand operand{value.spelled(), value.isInteger, std::nullopt};
    if (value.text.empty() && value.isInteger && std::abs(value.number) < 9e15)
        operand.literal = static_cast<long long>(value.number);
    return operand;
}

Operand workedOperand(const Value& value) {
    Operand operand = spelledOperand(value);
    operand.text = value.worked();
    if (!value.formula.empty())
        operand.literal = std::nullopt;
    return operand;
}

class Parser {
  public:
    Parser(Tokens tokens, const Scope& scope, int depth)
        : m_tokens(tokens)
        , m_scope(scope)
        , m_depth(depth) {}

    Value run() {
        Value value = choice();
        return m_at == m_tokens.size() ? value : Value{};
    }

  private:
    bool at(std::string_view text, std::size_t ahead = 0) const {
        return m_at + ahead < m_tokens.size() && m_tokens[m_at + ahead].is(text);
    }

    /// The operator here, of one or two tokens.
    std::string op() const {
        if (m_at >= m_tokens.size())
            return {};
        std::string one(m_tokens[m_at].text);
        if (m_at + 1 < m_tokens.size() && m_tokens[m_at].kind == Token::Kind::punctuation) {
            std::string two = one + std::string(m_tokens[m_at + 1].text);
            if (two == "<<" || two == ">>" || two == "<=" || two == ">=" || two == "==" ||
                two == "!=" || two == "&&" || two == "||")
                return two;
        }
        return one;
    }

    Value choice() {
        if (++m_depth > kDeepestValue)
            m_at = m_tokens.size();
        const Depth leave{m_depth};
        Value value = binary(1);
        if (!at("?"))
            return value;
        ++m_at;
        const Value yes = choice();
        if (!at(":"))
            return {};
        ++m_at;
        const Value no = choice();
        if (!value.isNumber())
            return {};
        return value.number != 0 ? yes : no;
    }

    Value binary(int least) {
        Value left = unary();
        for (;;) {
            const std::string sign = op();
            const int level = precedence(sign);
            if (level == 0 || level < least)
                return left;
            m_at += sign.size() == 2 ? 2 : 1;
            const Value right = binary(level + 1);
            left = combine(sign, left, right);
        }
    }

    static Value combine(std::string_view sign, const Value& a, const Value& b) {
        if (a.kind == Value::Kind::pointer && b.isNumber() && sign == "+") {
            Value moved = a;
            moved.offset =
                a.offset.empty() ? b.spelled() : a.offset + " + " + inBrackets(b.spelled());
            return moved;
        }
        if (!a.isNumber() || !b.isNumber())
            return {};
        const bool integers = a.isInteger && b.isInteger;
        const auto result = apply(sign, a.number, b.number, integers);
        if (!result)
            return {};
        Value value = Value::of(*result, integers || precedence(sign) < 8);
        if (!a.text.empty() || !b.text.empty())
            value.text = wordsOf(sign, spelledOperand(a), spelledOperand(b));
        value.formula = wordsOf(sign, workedOperand(a), workedOperand(b));
        value.assumed = a.assumed || b.assumed;
        return value;
    }

    Value unary() {
        if (++m_depth > kDeepestValue || m_at >= m_tokens.size()) {
            m_at = m_tokens.size();
            return {};
        }
        const Depth leave{m_depth};
        if (at("-") || at("+") || at("!")) {
            const bool minus = at("-");
            const bool no = at("!");
            ++m_at;
            Value value = unary();
            if (!value.isNumber())
                return {};
            if (minus) {
                value.number = -value.number;
                value.text = value.text.empty() ? "" : "-" + inBrackets(value.text);
                value.formula.clear();
                value.constant.clear();
            }
            return no ? Value::of(value.number == 0, true) : value;
        }
        if (at("&") || at("*")) {
            ++m_at;
            return unary();
        }
        if (at("("))
            return bracket();
        return postfix(primary());
    }

    struct Depth {
        int& depth;
        ~Depth() { --depth; }
    };

    /// A cast or an expression in brackets.
    Value bracket() {
        const std::size_t after = compile::afterClosing(m_tokens, m_at, m_tokens.size());
        const Tokens inside = m_tokens.subspan(m_at + 1, after - m_at - 2 + (after == m_at + 1));
        const auto type = castType(inside);
        const bool cast =
            type.has_value() && after < m_tokens.size() &&
            (m_tokens[after].isWord() || m_tokens[after].is("(") || m_tokens[after].is("&") ||
             m_tokens[after].is("-") || m_tokens[after].kind == Token::Kind::number);
        m_at = after;
        if (cast)
            return converted(unary(), *type);
        return postfix(evaluate(inside, m_scope, m_depth));
    }

    /// Whether tokens spell a type: true for an integer's; empty: not a type.
    static std::optional<char> castType(Tokens tokens) {
        if (tokens.empty())
            return std::nullopt;
        if (tokens.back().is("*"))
            return 'p';
        const auto type = dtypeOfType(spellTokens(tokens));
        if (!type)
            return std::nullopt;
        return type->kind() != arrays::DType::Kind::scalar || isFloating(type->scalar()) ? 'f'
                                                                                         : 'i';
    }

    static Value converted(Value value, char type) {
        if (!value.isNumber() || type == 'p')
            return value;
        if (type == 'i' && !value.isInteger) {
            value = truncated(value);
        } else if (type == 'f') {
            value.isInteger = false;
        }
        return value;
    }

    Value primary() {
        const Token& token = m_tokens[m_at];
        if (token.kind == Token::Kind::number) {
            ++m_at;
            return numberFrom(token.text);
        }
        if (token.kind == Token::Kind::literal) {
            ++m_at;
            return characterFrom(token.text);
        }
        if (!token.isWord()) {
            ++m_at;
            return {};
        }
        if (token.is("sizeof") && !at("(", 1)) { // of an expression: `*p`, `a[0]`
            const std::size_t begin = ++m_at;
            while (at("*"))
                ++m_at;
            ++m_at;
            while (at("["))
                m_at = compile::afterClosing(m_tokens, m_at, m_tokens.size());
            m_at = std::min(m_at, m_tokens.size());
            return m_scope.sizeOf(spellTokens(m_tokens.subspan(begin, m_at - begin)));
        }
        if (token.is("sizeof") && at("(", 1)) {
            const std::size_t after = compile::afterClosing(m_tokens, m_at + 1, m_tokens.size());
            const std::string type =
                spellTokens(m_tokens.subspan(m_at + 2, after > m_at + 3 ? after - m_at - 3 : 0));
            m_at = after;
            return m_scope.sizeOf(type);
        }
        std::string_view name = token.text;
        ++m_at;
        while (at("::") && m_at + 1 < m_tokens.size()) {
            name = m_tokens[m_at + 1].text;
            m_at += 2;
        }
        const bool cast = name == "static_cast" || name == "reinterpret_cast";
        std::optional<char> target;
        if (at("<") && (cast || name == "max" || name == "min" || name == "raw_pointer_cast")) {
            const std::size_t after =
                compile::afterTemplateBracket(m_tokens, m_at, m_tokens.size());
            if (after > m_at + 1) {
                target = castType(m_tokens.subspan(m_at + 1, after - m_at - 2));
                m_at = after;
            }
        }
        if (!at("("))
            return m_scope.variable(name);
        const std::size_t after = compile::afterClosing(m_tokens, m_at, m_tokens.size());
        const Tokens inside = m_tokens.subspan(m_at + 1, after > m_at + 1 ? after - m_at - 2 : 0);
        m_at = after;
        if (cast || castType(Tokens(&token, 1)))
            return converted(evaluate(inside, m_scope, m_depth),
                             cast ? target.value_or('p') : *castType(Tokens(&token, 1)));
        return m_scope.call(name, inside);
    }

    /// `v.data()`, `v.size()`, `p[0]`, `s.member`: of pointers and vectors the memory stays; the
    /// rest is not known.
    Value postfix(Value value) {
        while (at(".") || at("->") || at("[")) {
            if (at("[")) {
                const std::size_t after = compile::afterClosing(m_tokens, m_at, m_tokens.size());
                const Tokens inside =
                    m_tokens.subspan(m_at + 1, after > m_at + 2 ? after - m_at - 2 : 0);
                const Value index = evaluate(inside, m_scope, m_depth);
                m_at = after;
                if (value.isArray()) {
                    const Value* element =
                        index.isNumber() ? value.member(Value::elementName(index.number)) : nullptr;
                    value = element ? Value(*element) : Value{};
                    continue;
                }
                if (value.kind != Value::Kind::pointer)
                    value = {};
                else if (index.isNumber() && index.number != 0)
                    value.offset = index.spelled();
                continue;
            }
            if (value.kind == Value::Kind::grid && m_at + 1 < m_tokens.size()) {
                value = component(value, m_tokens[m_at + 1].text);
                m_at += 2;
                continue;
            }
            if (value.kind == Value::Kind::structure && m_at + 1 < m_tokens.size()) {
                const Value* member = value.member(m_tokens[m_at + 1].text);
                value = member ? Value(*member) : Value{}; // a copy: it is a part of the value
                m_at += 2;
                continue;
            }
            const bool call = at("(", 2);
            const bool size = at("size", 1) && value.kind == Value::Kind::pointer;
            const bool same = at("data", 1) || at("get", 1) || at("begin", 1);
            m_at += 2;
            if (call)
                m_at = compile::afterClosing(m_tokens, m_at, m_tokens.size());
            if (size && m_scope.count)
                value = m_scope.count(value);
            else if (!same || value.kind != Value::Kind::pointer)
                value = {};
        }
        return value;
    }

    /// `block.x`
    static Value component(const Value& grid, std::string_view name) {
        const std::size_t axis = name == "x" ? 0 : name == "y" ? 1 : name == "z" ? 2 : 3;
        if (axis > 2)
            return {};
        Value value = Value::of(grid.extentNumber[axis], true);
        const std::string& text = grid.extent[axis];
        if (!text.empty() && text != value.spelled())
            value.text = text;
        value.formula = grid.extentFormula[axis];
        value.constant = grid.extentConstant[axis];
        return value;
    }

    Tokens m_tokens;
    const Scope& m_scope;
    std::size_t m_at = 0;
    int m_depth;
};

} // namespace

std::string Value::spelled() const {
    if (!text.empty())
        return text;
    if (isInteger && std::abs(number) < 9e18)
        return fmt::format("{}", static_cast<long long>(number));
    return fmt::format("{}", number);
}

const Value* Value::member(std::string_view name) const {
    const auto found = std::find(names.begin(), names.end(), name);
    return found == names.end() ? nullptr : &members[std::size_t(found - names.begin())];
}

Value Value::of(double number, bool isInteger) {
    Value value;
    value.kind = std::isfinite(number) ? Kind::number : Kind::unknown;
    value.number = number;
    value.isInteger = isInteger;
    return value;
}

Value truncated(const Value& value) {
    const auto isWhole = [](const std::string& text) {
        return isCall(text, "ceil") || isCall(text, "floor");
    };
    Value made = Value::of(std::trunc(value.number), true);
    if (isWhole(value.text))
        made.text = value.text;
    if (isWhole(value.formula))
        made.formula = value.formula;
    made.assumed = value.assumed;
    return made;
}

Value evaluate(Tokens tokens, const Scope& scope, int depth) {
    return tokens.empty() ? Value{} : Parser(tokens, scope, depth).run();
}

std::vector<Tokens> splitArguments(Tokens tokens) {
    std::vector<Tokens> parts;
    std::size_t begin = 0;
    std::size_t i = 0;
    while (i < tokens.size()) {
        const Token& token = tokens[i];
        if (token.is("(") || token.is("[") || token.is("{")) {
            i = compile::afterClosing(tokens, i, tokens.size());
            continue;
        }
        // A template's commas are its own: `max<int, 4>(…)`.
        if (token.is("<") && i > 0 && tokens[i - 1].isWord()) {
            i = compile::afterTemplateBracket(tokens, i, tokens.size());
            continue;
        }
        if (token.is(",")) {
            parts.push_back(tokens.subspan(begin, i - begin));
            begin = i + 1;
        }
        ++i;
    }
    if (begin < tokens.size())
        parts.push_back(tokens.subspan(begin));
    return parts;
}

namespace {

std::string divided(std::string text, std::size_t size) {
    const std::string by = fmt::format(" * {}", size);
    const std::string front = fmt::format("{} * ", size);
    const std::size_t last = text.rfind(" * ");
    const std::string factor = last == std::string::npos ? "" : text.substr(last + 3);
    const bool isNumber = !factor.empty() && factor.size() < 10 &&
                          factor.find_first_not_of("0123456789") == std::string::npos;
    const std::size_t times = isNumber ? std::stoul(factor) / size : 0;
    if (text.ends_with(by))
        text.resize(text.size() - by.size());
    else if (times > 0 && times * size == std::stoul(factor)) // "n * 24" is n * 6 of four
        text = fmt::format("{} * {}", text.substr(0, last), times);
    else if (text.starts_with(front))
        text.erase(0, front.size());
    else if (!text.empty())
        text = fmt::format("ceil_div({}, {})", text, size);
    if (text.starts_with('(') &&
        compile::afterClosing(compile::tokenize(text), 0, compile::tokenize(text).size()) ==
            compile::tokenize(text).size())
        text = text.substr(1, text.size() - 2);
    return text;
}

} // namespace

Value inElements(const Value& bytes, std::size_t size) {
    if (!bytes.isNumber() || size == 1)
        return bytes;
    Value count = Value::of(std::ceil(bytes.number / double(size)), true);
    count.assumed = bytes.assumed;
    count.text = divided(bytes.text, size);
    count.formula = divided(bytes.formula, size);
    return count;
}

std::string inBrackets(const std::string& text) {
    return text.find(' ') == std::string::npos ? text : "(" + text + ")";
}

std::string spellTokens(Tokens tokens) {
    std::string text;
    for (const Token& token : tokens) {
        const bool word = token.isWord() || token.kind == Token::Kind::number;
        const char last = text.empty() ? ' ' : text.back();
        const bool lastWord = std::isalnum(static_cast<unsigned char>(last)) || last == '_';
        if (word && lastWord)
            text += ' ';
        text += token.text;
    }
    return text;
}

} // namespace warpbench::guess
