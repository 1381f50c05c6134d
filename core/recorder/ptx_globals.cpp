// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recorder/ptx_globals.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace warpbench::recorder {

namespace {

bool isPartOfWord(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$' || c == '.' ||
           c == '%';
}

/// Reads the declarations outside of functions, word by word.
class GlobalReader {
  public:
    explicit GlobalReader(std::string_view text)
        : m_text(text) {}

    std::vector<PtxGlobal> read() {
        while (m_at < m_text.size()) {
            const char c = m_text[m_at];
            if (c == '"')
                skipBehind("\"", 1);
            else if (m_text.substr(m_at, 2) == "//")
                skipBehind("\n", 2);
            else if (m_text.substr(m_at, 2) == "/*")
                skipBehind("*/", 2);
            else if (isPartOfWord(c))
                takeWord();
            else
                takeMark(c);
        }
        return std::move(m_globals);
    }

  private:
    void skipBehind(std::string_view end, std::size_t from) {
        const std::size_t found = m_text.find(end, m_at + from);
        m_at = found == std::string_view::npos ? m_text.size() : found + end.size();
    }

    void takeWord() {
        const std::size_t begin = m_at;
        while (m_at < m_text.size() && isPartOfWord(m_text[m_at]))
            ++m_at;
        if (m_depth > 0 || m_brackets > 0 || m_isValue)
            return;
        const std::string_view word = m_text.substr(begin, m_at - begin);
        if (word == ".extern")
            m_isElsewhere = true;
        else if (word == ".global" || word == ".const")
            m_isVariable = true, m_isConstant = word == ".const";
        else if (m_isVariable && word.front() != '.')
            m_name = word;
    }

    void takeMark(char c) {
        ++m_at;
        m_brackets += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
        m_depth += c == '{' ? 1 : c == '}' ? -1 : 0;
        if (m_depth > 0)
            return;
        if (c == '=' && m_brackets == 0) {
            m_isValue = true;
        } else if (m_brackets == 0 && (c == ',' || c == ';' || c == '}')) {
            const bool isEnd = c == ';' || (c == '}' && !m_isVariable);
            if (c != '}')
                finishName();
            if (isEnd)
                m_isVariable = m_isElsewhere = m_isValue = false;
        }
    }

    void finishName() {
        if (m_isVariable && !m_isElsewhere && !m_name.empty())
            m_globals.push_back({std::string(m_name), m_isConstant});
        m_name = {};
        m_isValue = false;
    }

    const std::string_view m_text;
    std::size_t m_at = 0;
    int m_depth = 0;    ///< of braces
    int m_brackets = 0; ///< round and square ones
    bool m_isVariable = false, m_isConstant = false, m_isElsewhere = false;
    bool m_isValue = false; ///< behind the equals sign
    std::string_view m_name;
    std::vector<PtxGlobal> m_globals;
};

} // namespace

std::vector<PtxGlobal> ptxGlobals(std::string_view text) {
    return GlobalReader(text).read();
}

} // namespace warpbench::recorder
