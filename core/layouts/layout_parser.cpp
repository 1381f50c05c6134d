// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/expression/expression.h"
#include "core/layouts/layout.h"
#include "core/layouts/layout_type.h"
#include "core/sources/declarations.h"
#include "core/sources/tokenizer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <map>

namespace warpbench::layouts {

namespace {

using compile::Token;

constexpr std::size_t kLongestText = 64 * 1024; // bytes
constexpr std::size_t kMostMade = 1 << 16;      // columns of all structs together
constexpr std::size_t kMostAlignment = 4096;    // bytes
constexpr int kDeepest = 32;                    // structs in structs
constexpr std::int64_t kMostExtent = 1 << 30;

constexpr std::array<std::string_view, 14> kIgnored{
    "const",    "volatile",     "inline",       "constexpr", "explicit",
    "mutable",  "friend",       "__device__",   "__host__",  "__forceinline__",
    "typename", "__restrict__", "__noinline__", "extern"};
constexpr std::array<std::string_view, 8> kArithmetic{"unsigned", "signed", "char",  "short",
                                                      "int",      "long",   "float", "double"};
constexpr std::array<std::string_view, 3> kAccess{"public", "private", "protected"};

/// "long unsigned int" as "unsigned long".
std::string canonical(const std::vector<std::string_view>& words) {
    const auto count = [&](std::string_view word) {
        return std::count(words.begin(), words.end(), word);
    };
    for (const std::string_view real : {"float", "double"}) {
        if (count(real) > 0)
            return words.size() == 1 ? std::string(real) : "long double";
    }
    const std::string sign = count("unsigned") > 0 ? "unsigned " : "";
    if (count("char") > 0)
        return sign + (count("signed") > 0 ? "signed char" : "char");
    if (count("short") > 0)
        return sign + "short";
    return sign + (count("long") > 1 ? "long long" : count("long") == 1 ? "long" : "int");
}

/// One pass over the tokens.
class LayoutParser {
  public:
    LayoutParser(std::string_view text, const project::NumberTable& names)
        : m_names(names) {
        if (text.size() > kLongestText)
            fail(0, {"WB1286", "a layout has at most 64 KiB of text", "remove what is not needed"});
        m_tokens = compile::tokenize(text, m_directives);
        compile::readMacros(m_directives, m_macros);
    }

    Layout parse() {
        std::vector<Member> record;
        while (!atEnd()) {
            if (accept(";"))
                continue;
            if (acceptStatement("skip")) {
                m_first = std::size_t(extent());
                expect(";");
            } else {
                declaration(record, {});
            }
        }
        followPragmas();
        const Type type = record.empty() ? m_last : composed(record, false, m_pack);
        if (type.size == 0 || type.columns.empty())
            fail(lineNow(),
                 {"WB1287", "the layout has no members", "declare one, as in `float3 position;`"});
        return {m_first, type.size, type.columns};
    }

  private:
    bool atEnd() const { return m_next >= m_tokens.size(); }
    const Token& token() {
        static const Token none;
        return atEnd() ? none : m_tokens[m_next];
    }
    std::string_view textAt(std::size_t ahead) const {
        return m_next + ahead < m_tokens.size() ? m_tokens[m_next + ahead].text
                                                : std::string_view();
    }
    int lineNow() const {
        if (m_tokens.empty())
            return 1;
        return m_tokens[std::min(m_next, m_tokens.size() - 1)].line;
    }
    bool accept(std::string_view text) {
        if (atEnd() || !token().is(text))
            return false;
        ++m_next;
        return true;
    }
    void expect(std::string_view text) {
        if (!accept(text))
            failHere(text);
    }
    [[noreturn]] void failHere(std::string_view wanted) {
        if (atEnd())
            fail(lineNow(), {"WB1288",
                             "the text ends where `{wanted}` is missing",
                             "add it",
                             {{"wanted", wanted}}});
        fail(lineNow(), {"WB1289",
                         "`{found}` is in the place of `{wanted}`",
                         "write C declarations, as in `float3 position;`",
                         {{"found", token().text}, {"wanted", wanted}}});
    }
    /// `pad` and `skip` are also good names of types and members.
    bool acceptStatement(std::string_view word) {
        const std::string_view next = textAt(1);
        const bool isNumber = !next.empty() && (next.front() == '(' || isDigit(next.front()) ||
                                                (textAt(2) == ";" && !m_types.contains(word)));
        return isNumber && accept(word);
    }
    static bool isDigit(char c) { return c >= '0' && c <= '9'; }

    /// #pragma pack lines up to here.
    void followPragmas() {
        for (; m_nextDirective < m_directives.size() &&
               m_directives[m_nextDirective].before <= m_next;
             ++m_nextDirective) {
            const compile::Directive& line = m_directives[m_nextDirective];
            if (line.name != "pragma")
                continue;
            const std::vector<Token> words = compile::tokenize(line.rest);
            if (!words.empty() && words[0].is("pack"))
                followPack(words, line.line);
        }
    }

    /// `pack()`, `pack(4)`, `pack(push)`, `pack(push, 4)`, `pack(pop)`.
    void followPack(const std::vector<Token>& words, int line) {
        bool pops = false;
        std::optional<std::size_t> bytes;
        for (std::size_t i = 1; i < words.size(); ++i) {
            if (words[i].is("push"))
                m_packs.push_back(m_pack);
            else if (words[i].is("pop"))
                pops = true;
            else if (words[i].kind == Token::Kind::number)
                bytes = alignmentFrom(std::string(words[i].text), line);
        }
        if (pops) {
            m_pack = m_packs.empty() ? 0 : m_packs.back();
            if (!m_packs.empty())
                m_packs.pop_back();
        } else if (bytes || words.size() == 3) {
            m_pack = bytes.value_or(0);
        }
    }

    std::size_t alignmentFrom(const std::string& text, int line) {
        const std::int64_t value = valueOf(text, line);
        const bool isPower = value > 0 && (value & (value - 1)) == 0;
        if (!isPower || value > std::int64_t(kMostAlignment))
            fail(line, {"WB1290",
                        "an alignment cannot be {value}",
                        "write a power of two up to {most}",
                        {{"value", trimmed(text)}, {"most", kMostAlignment}}});
        return std::size_t(value);
    }

    /// The text between here and a closing bracket, without it.
    std::string textUntil(std::string_view close) {
        std::string text;
        for (int depth = 0; !atEnd(); ++m_next) {
            if (depth == 0 && token().is(close)) {
                ++m_next;
                return text;
            }
            depth += token().is("(") || token().is("[") ? 1 : 0;
            depth -= token().is(")") || token().is("]") ? 1 : 0;
            if (token().is(";") || token().is("{"))
                break;
            text += std::string(token().text) + " ";
        }
        failHere(close);
    }

    /// A number of bytes, up to the end of its statement.
    std::int64_t extent() {
        const int line = lineNow();
        std::string text;
        for (; !atEnd() && !token().is(";"); ++m_next)
            text += std::string(token().text) + " ";
        return positive(text, line);
    }

    std::int64_t positive(const std::string& text, int line) {
        const std::int64_t value = valueOf(text, line);
        if (value < 1 || value > kMostExtent)
            fail(line, {"WB1291",
                        "`{text}` is {value}",
                        "write a number from 1 to 2^30",
                        {{"text", trimmed(text)}, {"value", value}}});
        return value;
    }

    static std::string trimmed(std::string text) {
        while (!text.empty() && text.back() == ' ')
            text.pop_back();
        return text;
    }

    /// Of an expression over macros of the text and names of the project.
    std::int64_t valueOf(const std::string& text, int line) {
        constexpr int kDeepestMacro = 16;
        int depth = 0;
        const std::function<project::Number(const std::string&)> evaluate =
            [&](const std::string& expression) {
                if (++depth > kDeepestMacro)
                    fail(line, {"WB1292", "a macro is defined by itself", "write a number"});
                const project::Formula formula =
                    project::Formula::parse({trimmed(expression), {}}, {.cRules = true});
                const project::Number value = project::evaluate(
                    formula, [&](const std::string& name) -> std::optional<project::Number> {
                        if (const auto macro = m_macros.find(name); macro != m_macros.end()) {
                            std::string body;
                            for (const Token& token : macro->second.body)
                                body += std::string(token.text) + " ";
                            return evaluate(body);
                        }
                        const auto known = m_names.find(name);
                        return known == m_names.end() ? std::nullopt : std::optional(known->second);
                    });
                --depth;
                return value;
            };
        try {
            return project::toInteger(evaluate(text), {trimmed(text), {}}).asSigned().value_or(0);
        } catch (const Error& error) {
            fail(line, error.said());
        }
    }

    /// Attributes and words that do not matter for the layout.
    struct Qualities {
        std::size_t alignment = 0;
        bool packed = false;
        bool hexadecimal = false;
        bool isStatic = false;
        bool isTypedef = false;
    };

    void qualities(Qualities& found) {
        for (;;) {
            const int line = lineNow();
            if (!atEnd() && token().isOneOf(kIgnored)) {
                ++m_next;
            } else if (accept("alignas") || accept("__align__")) {
                expect("(");
                const std::string inner = textUntil(")");
                const auto type = typeNamed(trimmed(inner));
                found.alignment =
                    std::max(found.alignment, type ? type->alignment : alignmentFrom(inner, line));
            } else if (accept("__attribute__")) {
                expect("(");
                const std::string inner = textUntil(")");
                found.packed |= inner.find("packed") != std::string::npos;
                if (const auto at = inner.find("aligned ("); at != std::string::npos) {
                    const auto end = inner.find(')', at);
                    found.alignment = alignmentFrom(inner.substr(at + 9, end - at - 9), line);
                }
            } else if (token().is("[") && textAt(1) == "[") {
                m_next += 2;
                textUntil("]");
                expect("]");
            } else if (token().is("hex") && textAt(1) != ";" && textAt(1) != "," &&
                       textAt(1) != "[") {
                ++m_next;
                found.hexadecimal = true;
            } else if (accept("static")) {
                found.isStatic = true;
            } else if (accept("typedef")) {
                found.isTypedef = true;
            } else {
                return;
            }
        }
    }

    /// A member, several of one type, a type, or a function.
    /// \param owner  the name of the struct; its functions are constructors
    void declaration(std::vector<Member>& members, std::string_view owner) {
        followPragmas();
        if (token().isOneOf(kAccess) && textAt(1) == ":") {
            m_next += 2;
            return;
        }
        if (acceptStatement("pad")) {
            Member& padding = members.emplace_back();
            padding.line = lineNow();
            padding.padding = std::size_t(extent());
            expect(";");
            return;
        }
        if (accept("using"))
            return alias();
        if (accept("template"))
            fail(lineNow(), {"WB1293", "a template has no layout",
                             "write the struct with its arguments filled in"});
        Qualities about;
        qualities(about);
        const bool isConstructor = !owner.empty() && token().is(owner) && textAt(1) == "(";
        if (token().is("~") || token().is("operator") || isConstructor)
            return skipFunction();
        if (accept("virtual"))
            fail(lineNow(), {"WB1294", "a struct with virtual functions has no fixed layout",
                             "remove `virtual`, and write `pad 8;` for the table's address"});
        const int line = lineNow();
        const Type type = readType(about);
        qualities(about);
        if (accept(";")) {
            // An unnamed struct's members belong to the struct around it.
            if (m_unnamed)
                add(members, {"", type, {}, {}, about.alignment, about.hexadecimal, line}, about);
            return;
        }
        do {
            if (!declarator(members, type, about))
                return;
        } while (accept(","));
        expect(";");
    }

    void add(std::vector<Member>& members, Member member, const Qualities& about) {
        if (about.isTypedef)
            m_types[member.name] = std::move(member.type);
        else if (!about.isStatic)
            members.push_back(std::move(member));
    }

    /// `using real = float;`
    void alias() {
        const std::string name(token().text);
        ++m_next;
        if (!accept("=")) { // using namespace …;
            for (; !atEnd() && !accept(";"); ++m_next) {
            }
            return;
        }
        Qualities about;
        qualities(about);
        Type type = readType(about);
        while (accept("*"))
            type = pointerType();
        expect(";");
        m_types[name] = std::move(type);
    }

    /// A name with its pointers, extents and first value.
    /// \returns false for a function, which has been skipped
    bool declarator(std::vector<Member>& members, const Type& type, const Qualities& about) {
        Member member;
        member.type = type;
        member.line = lineNow();
        member.alignment = about.alignment;
        member.hexadecimal = about.hexadecimal;
        Qualities ignored;
        for (bool more = true; more; qualities(ignored)) {
            more = accept("*") || accept("&");
            if (more)
                member.type = pointerType();
        }
        if (token().is("operator")) {
            skipFunction();
            return false;
        }
        if (!token().isWord())
            failHere("a name");
        member.name = token().text;
        ++m_next;
        if (token().is("(")) {
            skipFunction();
            return false;
        }
        while (token().is("[")) {
            const int line = lineNow();
            ++m_next;
            member.extents.push_back(std::size_t(positive(textUntil("]"), line)));
        }
        if (token().is(":"))
            fail(lineNow(), {"WB1295",
                             "`{member}` is a bit field, which layouts do not have",
                             "write the whole integer, with `hex` before it",
                             {{"member", member.name}}});
        if (accept("="))
            skipValue();
        else if (token().is("{"))
            skipBraces();
        if (about.isTypedef && !member.extents.empty()) {
            member.type = composed({{"", member.type, member.extents, {}}}, false, 0);
            member.extents.clear();
        }
        add(members, std::move(member), about);
        return true;
    }

    void skipBraces() {
        int depth = 0;
        do {
            depth += token().is("{") ? 1 : 0;
            depth -= token().is("}") ? 1 : 0;
            ++m_next;
        } while (depth > 0 && !atEnd());
        if (depth > 0)
            failHere("}");
    }

    /// Up to the `,` or `;` after a member's first value.
    void skipValue() {
        for (int depth = 0; !atEnd(); ++m_next) {
            if (depth == 0 && (token().is(",") || token().is(";")))
                return;
            depth += token().is("(") || token().is("{") ? 1 : 0;
            depth -= token().is(")") || token().is("}") ? 1 : 0;
        }
    }

    /// A function's declaration or definition.
    void skipFunction() {
        for (int depth = 0; !atEnd(); ++m_next) {
            depth += token().is("(") ? 1 : 0;
            depth -= token().is(")") ? 1 : 0;
            if (depth == 0 && accept(";"))
                return;
            if (depth == 0 && token().is("{")) {
                skipBraces();
                // Of a constructor's `: x{1}, y{2} {}`, the last braces are the body.
                if (atEnd() || !(token().is(",") || token().is("{"))) {
                    accept(";");
                    return;
                }
                if (token().is("{"))
                    --m_next;
            }
        }
    }

    Type readType(Qualities& about) {
        m_unnamed = false;
        for (const std::string_view keyword : {"struct", "class", "union"}) {
            if (accept(keyword))
                return structure(keyword == "union", about);
        }
        if (accept("enum"))
            return enumeration();
        std::vector<std::string_view> words;
        for (; token().isOneOf(kArithmetic) || (!words.empty() && token().is("const")); ++m_next)
            words.push_back(token().text);
        std::erase(words, "const");
        if (!words.empty())
            return named(canonical(words));
        if (!token().isWord())
            failHere("a type");
        std::string_view name = token().text;
        ++m_next;
        while (accept("::")) { // std::uint32_t
            name = token().text;
            ++m_next;
        }
        return named(std::string(name));
    }

    Type named(const std::string& name) {
        if (const auto own = m_types.find(name); own != m_types.end())
            return counted(own->second);
        if (auto type = typeNamed(name))
            return counted(*std::move(type));
        fail(m_tokens[m_next - 1].line, {"WB1296",
                                         "the type `{type}` is not known",
                                         "define it above, as a struct, a union or a typedef",
                                         {{"type", name}}});
    }

    /// Few words can otherwise ask for gigabytes.
    Type counted(Type type) {
        m_made += type.columns.size();
        if (m_made > kMostMade)
            fail(lineNow(), {"WB1297", "the structs of a layout have too many members together",
                             "remove structs that the record does not use"});
        return type;
    }

    Type structure(bool isUnion, Qualities& about) {
        Qualities own;
        qualities(own);
        std::string name;
        if (token().isWord()) {
            name = token().text;
            ++m_next;
        }
        accept("final");
        std::vector<Member> members;
        if (accept(":"))
            bases(members);
        if (!accept("{"))
            return named(name);
        if (++m_depth > kDeepest)
            fail(lineNow(), {"WB1298", "structs are nested too deeply", "define them one by one"});
        followPragmas();
        const std::size_t pack = m_pack;
        while (!accept("}")) {
            if (atEnd())
                failHere("}");
            if (!accept(";"))
                declaration(members, name);
        }
        --m_depth;
        qualities(own);
        about.isTypedef |= own.isTypedef;
        Type type = composed(members, isUnion, own.packed ? 1 : pack);
        type.size = std::max<std::size_t>(1, type.size);
        if (own.alignment > type.alignment) {
            type.alignment = own.alignment;
            type.size = (type.size + own.alignment - 1) / own.alignment * own.alignment;
        }
        type = counted(std::move(type));
        m_unnamed = name.empty();
        if (!name.empty())
            m_types[name] = type;
        m_last = type;
        return type;
    }

    /// Their members are before those of the struct.
    void bases(std::vector<Member>& members) {
        do {
            while (token().isOneOf(kAccess))
                ++m_next;
            Qualities ignored;
            Type base = readType(ignored);
            members.push_back({"", std::move(base), {}, {}, 0, false, lineNow()});
        } while (accept(","));
    }

    /// The integer behind it. \returns `int` unless the text says otherwise
    Type enumeration() {
        if (!accept("class"))
            accept("struct");
        std::string name;
        if (token().isWord()) {
            name = token().text;
            ++m_next;
        }
        Type type = named("int");
        if (accept(":")) {
            Qualities ignored;
            type = readType(ignored);
        }
        if (token().is("{"))
            skipBraces();
        else if (m_types.contains(name))
            return named(name);
        m_unnamed = false;
        if (!name.empty())
            m_types[name] = type;
        return type;
    }

    const project::NumberTable& m_names;
    std::vector<compile::Directive> m_directives;
    std::vector<Token> m_tokens;
    compile::Macros m_macros;
    std::map<std::string, Type, std::less<>> m_types;
    Type m_last;            ///< the struct defined last
    bool m_unnamed = false; ///< the type read last is a struct without a name
    std::size_t m_next = 0;
    std::size_t m_nextDirective = 0;
    std::vector<std::size_t> m_packs; ///< by push
    std::size_t m_pack = 0;
    std::size_t m_first = 0;
    std::size_t m_made = 0; ///< columns of all types so far
    int m_depth = 0;
};

} // namespace

Layout parseLayout(std::string_view text, const project::NumberTable& names) {
    return LayoutParser(text, names).parse();
}

} // namespace warpbench::layouts
