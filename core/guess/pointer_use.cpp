// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/guess/pointer_use.h"

#include "core/follow/c_value.h"
#include "core/guess/kernel_texts.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace warpbench::guess {

namespace {

/// A body's tokens; positions outside of it yield an empty token.
class Body {
  public:
    explicit Body(Tokens tokens)
        : m_tokens(tokens) {}

    PointerUse useOf(std::string_view name) const {
        PointerUse all;
        bool first = true;
        for (std::size_t i = 0; i < m_tokens.size(); ++i) {
            const bool other = is(i, -1, ".") || is(i, -1, "->") || is(i, -1, "::");
            if (!m_tokens[i].isWord() || !m_tokens[i].is(name) || other)
                continue;
            const PointerUse one = useAt(i);
            all.read |= one.read;
            all.written |= one.written;
            all.handedOn |= one.handedOn;
            all.atomic |= one.handedOn && isAtomic(i);
            if (i + 1 < m_tokens.size() && m_tokens[i + 1].is("[")) {
                const Tokens index = indexAt(i + 1);
                readLength(index, std::exchange(first, false), all);
                readStride(index, all, 0);
                if (all.row.empty())
                    readIndex(index, all);
            } else if (one.handedOn) {
                first = false; // the elements after it are unknown
                all.length.clear();
            }
        }
        return all;
    }

  private:
    bool is(std::size_t i, int beside, std::string_view text) const {
        const std::size_t at = i + std::size_t(beside);
        return at < m_tokens.size() && m_tokens[at].is(text);
    }

    /// `atomicAdd(p, 1)`, `atomicMax(&p[i], v)`
    bool isAtomic(std::size_t i) const {
        const std::size_t open = is(i, -1, "&") ? i - 2 : i - 1;
        return open > 0 && open < m_tokens.size() && m_tokens[open].is("(") &&
               m_tokens[open - 1].text.starts_with("atomic");
    }

    /// The contents of `[index]` at i.
    Tokens indexAt(std::size_t i) const {
        const std::size_t after = compile::afterClosing(m_tokens, i, m_tokens.size());
        return after < i + 3 ? Tokens() : m_tokens.subspan(i + 1, after - i - 2);
    }

    /// All of a pointer's indices have to say the same.
    void readLength(Tokens index, bool first, PointerUse& use) const {
        const std::string with = index.size() == 1 ? bound(index[0].text) : std::string();
        use.length = first || use.length == with ? with : std::string();
    }

    /// `p[4 * i]`, also through a variable.
    void readStride(Tokens index, PointerUse& use, int depth) const {
        constexpr int kDeepest = 3;
        constexpr int kMost = 16; // more is a row
        for (std::size_t k = 0; k < index.size(); ++k) {
            const bool factor =
                (k > 0 && index[k - 1].is("*")) || (k + 1 < index.size() && index[k + 1].is("*"));
            if (index[k].kind == Token::Kind::number && factor) {
                const Value number = evaluate(index.subspan(k, 1), Scope{});
                if (number.isNumber() && number.number > use.stride && number.number <= kMost)
                    use.stride = int(number.number);
            } else if (depth < kDeepest && index[k].isWord() && !isPart(index, k)) {
                readStride(declared(index[k].text), use, depth + 1);
            }
        }
    }

    void readIndex(Tokens index, PointerUse& use) const {
        Rows found;
        readSum(index, found, 0);
        if (found.row.empty())
            return;
        use.row = found.row;
        use.rows = bound(found.number);
        use.channels = found.channels;
        use.planes = found.products > 1;
    }

    /// The row information in an index: a row's elements, and the row variable.
    struct Rows {
        std::string row;
        std::string number;
        int products = 0; ///< of a name with a name
        int channels = 1;
    };

    /// The limit that a variable is compared with as a count: `k < K`, or `k >= K` for leaving.
    /// Empty: not compared with a plain name, or with several.
    std::string bound(std::string_view name) const {
        std::string all;
        for (std::size_t k = 0; !name.empty() && k + 2 < m_tokens.size(); ++k) {
            if (!m_tokens[k].is(name) || is(k, -1, "."))
                continue;
            const bool below = m_tokens[k + 1].is("<") && m_tokens[k + 2].isWord();
            const bool past = m_tokens[k + 1].is(">") && m_tokens[k + 2].is("=");
            const std::size_t at = below ? k + 2 : k + 3;
            if (!(below || past) || at + 1 >= m_tokens.size() || !m_tokens[at].isWord())
                continue;
            const std::string_view with = m_tokens[at].text;
            for (const std::string_view end : {";", ")", "&", "|", "?"})
                if (m_tokens[at + 1].is(end) && !all.empty() && all != with)
                    return {};
                else if (m_tokens[at + 1].is(end))
                    all = with;
        }
        return all;
    }

    /// The information in a sum's products, or without any, in those of its variables. \param depth
    /// of nested variables
    void readSum(Tokens sum, Rows& found, int depth) const {
        constexpr int kDeepest = 3;
        for (std::size_t k = 1; k + 1 < sum.size(); ++k) {
            if (!sum[k].is("*"))
                continue;
            found.products +=
                sum[k - 1].kind != Token::Kind::number && sum[k + 1].kind != Token::Kind::number;
            for (const auto& [side, other] : {std::pair{k - 1, k + 1}, std::pair{k + 1, k - 1}}) {
                const Token& factor = sum[side];
                if (factor.is("3") || factor.is("4"))
                    found.channels = factor.is("3") ? 3 : 4;
                // Of planes, rows and columns the last ones, but not a block's part of a row.
                else if (factor.isWord() && declared(factor.text).empty() && !isPart(sum, side) &&
                         !isPart(sum, other)) {
                    found.row = factor.text;
                    found.number = sum[other].isWord() ? sum[other].text : std::string_view();
                }
            }
        }
        for (std::size_t k = 0; k < sum.size() && depth < kDeepest && found.row.empty(); ++k)
            if (sum[k].isWord() && !isPart(sum, k)) // `int at = y * width + x;`
                readSum(declared(sum[k].text), found, depth + 1);
    }

    /// Of `threadIdx.x`.
    static bool isPart(Tokens tokens, std::size_t k) {
        return (k > 0 && tokens[k - 1].is(".")) ||
               (k + 1 < tokens.size() && (tokens[k + 1].is(".") || tokens[k + 1].is("(")));
    }

    /// The initializer of a variable declared in the body, `int name = …;`; empty: none.
    Tokens declared(std::string_view name) const {
        for (std::size_t k = 1; k + 2 < m_tokens.size(); ++k) {
            if (!m_tokens[k].is(name) || !m_tokens[k + 1].is("=") || m_tokens[k + 2].is("=") ||
                !(m_tokens[k - 1].isWord() || m_tokens[k - 1].is(",")))
                continue;
            std::size_t end = k + 2;
            while (end < m_tokens.size() && !m_tokens[end].is(";") && !m_tokens[end].is(","))
                end = m_tokens[end].is("(") ? compile::afterClosing(m_tokens, end, m_tokens.size())
                                            : end + 1;
            return m_tokens.subspan(k + 2, end - k - 2);
        }
        return {};
    }

    /// Whether `*` or `&` at i is a unary operator.
    bool isUnary(std::size_t i) const {
        if (i == 0)
            return true;
        const Token& before = m_tokens[i - 1];
        return before.is("return") || !(before.isWord() || before.is(")") || before.is("]") ||
                                        before.kind == Token::Kind::number);
    }

    PointerUse useAt(std::size_t i) const {
        std::size_t after = i + 1;
        bool element = i > 0 && is(i, -1, "*") && isUnary(i - 1);
        for (;;) {
            if (is(after, 0, "[")) {
                after = compile::afterClosing(m_tokens, after, m_tokens.size());
                element = true;
            } else if (is(after, 0, "->") || (element && is(after, 0, "."))) {
                after += 2;
                element = true;
            } else {
                break;
            }
        }
        const bool compared = (is(after, 0, "=") || is(after, 0, "!")) && is(after, 1, "=");
        if (!element)
            return compared ? PointerUse{} : PointerUse{true, true, true};
        if (is(after, 0, "=") && !compared)
            return {false, true, false};
        const bool address = i > 0 && is(i, -1, "&") && !is(i, -2, "&") && isUnary(i - 1);
        const bool stepped =
            (is(i, -1, "+") && is(i, -2, "+")) || (is(i, -1, "-") && is(i, -2, "-"));
        const bool handedOn = address || is(after, 0, "(");
        if (handedOn || stepped || changes(after))
            return {true, true, handedOn};
        return {true, false, false};
    }

    /// `+=`, `<<=`, `++` and the like at i.
    bool changes(std::size_t i) const {
        for (const std::string_view sign : {"+", "-", "*", "/", "%", "&", "|", "^"}) {
            const bool twice = (sign == "+" || sign == "-") && is(i, 1, sign);
            if (is(i, 0, sign) && (twice || is(i, 1, "=")))
                return true;
        }
        return (is(i, 0, "<") && is(i, 1, "<") && is(i, 2, "=")) ||
               (is(i, 0, ">") && is(i, 1, ">") && is(i, 2, "="));
    }

    Tokens m_tokens;
};

/// The parameter's name in `const float *in[4] = nullptr`.
std::string_view nameOf(Tokens parameter) {
    std::string_view name;
    for (const Token& token : parameter) {
        if (token.is("=") || token.is("["))
            break;
        if (token.isWord())
            name = token.text;
    }
    return name;
}

/// The N in `float a[N][N]` and `float (*a)[N]`: a row's elements; otherwise empty.
std::string_view rowOfType(Tokens parameter) {
    std::size_t end = parameter.size();
    for (std::size_t i = 0; i < end; ++i)
        if (parameter[i].is("="))
            end = i;
    if (end < 6 || !parameter[end - 1].is("]") || !parameter[end - 2].isWord() ||
        !parameter[end - 3].is("["))
        return {};
    const bool rows = parameter[end - 4].is("]") || parameter[end - 4].is(")");
    return rows ? parameter[end - 2].text : std::string_view();
}

} // namespace

std::map<std::string, std::vector<PointerUse>>
pointerUses(const std::vector<std::pair<std::string, std::string>>& files) {
    std::map<std::string, std::vector<PointerUse>> uses;
    forEachKernelText(files, [&](const KernelText& kernel) {
        const Body body(kernel.body);
        std::vector<PointerUse>& parameters = uses[std::string(kernel.name)];
        parameters.clear(); // the last one of a name counts
        for (const Tokens parameter : splitArguments(kernel.parameters)) {
            parameters.push_back(body.useOf(nameOf(parameter)));
            if (parameters.back().row.empty())
                parameters.back().row = rowOfType(parameter);
        }
    });
    return uses;
}

} // namespace warpbench::guess
