// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/programs/ptx_symbols.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

namespace warpbench::programs {

namespace {

bool isWordBegin(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || c == '$';
}

bool isWordPart(char c) {
    return isWordBegin(c) || std::isdigit(static_cast<unsigned char>(c));
}

/// Reads a PTX text declaration by declaration.
class SymbolReader {
  public:
    SymbolReader(std::string_view text, std::map<std::string, PtxSymbol>& symbols)
        : m_text(text)
        , m_symbols(symbols) {}

    void read() {
        while (m_at < m_text.size()) {
            const char c = m_text[m_at];
            if (c == '"')
                skipText();
            else if (m_text.substr(m_at, 2) == "//")
                m_at = std::min(m_text.find('\n', m_at), m_text.size());
            else if (isWordBegin(c) || c == '.' || c == '%')
                readWord();
            else
                readMark(c);
        }
    }

  private:
    void skipText() {
        for (++m_at; m_at < m_text.size() && m_text[m_at] != '"'; ++m_at)
            if (m_text[m_at] == '\\')
                ++m_at;
        ++m_at;
    }

    /// A name, an instruction with its dotted parts, a directive or a register.
    void readWord() {
        const std::size_t begin = m_at++;
        while (m_at < m_text.size() && isWordPart(m_text[m_at]))
            ++m_at;
        const std::string_view word = m_text.substr(begin, m_at - begin);
        if (word.front() == '.') {
            const bool isOuter = m_depth == 0;
            m_isFunction = m_isFunction || (isOuter && (word == ".func" || word == ".entry"));
            m_isSection = m_isSection || (isOuter && word == ".section");
        } else if (word.front() != '%') {
            if (m_depth == 0 && m_brackets == 0 && !m_name)
                m_name = word;
            m_symbol.mentioned.emplace(word);
        }
    }

    void readMark(char c) {
        ++m_at;
        m_brackets += c == '(' ? 1 : c == ')' ? -1 : 0;
        m_depth += c == '{' ? 1 : c == '}' ? -1 : 0;
        if (c == '=' && m_depth == 0)
            m_symbol.isInitialized = true;
        const bool hasBody = m_isFunction || m_isSection;
        if (m_depth == 0 && (c == ';' || (c == '}' && hasBody)))
            finish(c == '}');
    }

    /// \param hasBody  otherwise a function is only declared
    void finish(bool hasBody) {
        if (m_name && !m_isSection && (hasBody || !m_isFunction)) {
            m_symbol.isFunction = m_isFunction;
            m_symbol.mentioned.erase(*m_name);
            m_symbols[*m_name] = std::move(m_symbol);
        }
        m_symbol = {};
        m_name.reset();
        m_isFunction = m_isSection = false;
    }

    std::string_view m_text;
    std::map<std::string, PtxSymbol>& m_symbols;
    std::size_t m_at = 0;
    int m_depth = 0;    ///< of braces
    int m_brackets = 0; ///< parentheses: a function's result comes before its name
    PtxSymbol m_symbol;
    std::optional<std::string> m_name;
    bool m_isFunction = false, m_isSection = false;
};

} // namespace

std::map<std::string, PtxSymbol> ptxSymbols(const std::vector<std::string>& texts) {
    std::map<std::string, PtxSymbol> symbols;
    for (const std::string& text : texts) {
        // The header (.version, .target, .address_size) has no end marker.
        const std::size_t head = text.find(".address_size");
        const std::size_t body = head == std::string::npos ? 0 : text.find('\n', head);
        SymbolReader(std::string_view(text).substr(std::min(body, text.size())), symbols).read();
    }
    return symbols;
}

std::set<std::string> usedSymbols(const std::map<std::string, PtxSymbol>& symbols,
                                  const std::string& kernel) {
    std::set<std::string> used;
    std::vector<std::string> open{kernel};
    while (!open.empty()) {
        const std::string name = std::move(open.back());
        open.pop_back();
        const auto symbol = symbols.find(name);
        if (symbol == symbols.end() || !used.insert(name).second)
            continue;
        open.insert(open.end(), symbol->second.mentioned.begin(), symbol->second.mentioned.end());
    }
    return used;
}

bool usesImages(const std::map<std::string, PtxSymbol>& symbols,
                const std::set<std::string>& functions) {
    constexpr std::array kInstructions = {"tex", "tld4", "txq", "suld", "sust", "sured", "suq"};
    return std::any_of(functions.begin(), functions.end(), [&](const std::string& name) {
        const auto symbol = symbols.find(name);
        return symbol != symbols.end() && symbol->second.isFunction &&
               std::any_of(kInstructions.begin(), kInstructions.end(), [&](const char* word) {
                   return symbol->second.mentioned.contains(word);
               });
    });
}

} // namespace warpbench::programs
