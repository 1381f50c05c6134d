// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/parse/function_parser.h"
#include "core/simgpu/ptx/parse/parse_context.h"
#include "core/simgpu/ptx/parse/variable_parser.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace warpbench::simgpu::ptx {

namespace {

constexpr int kNewestMajor = 9;

/// The targets that PTX ISA 9.0 knows, without "sm_" and the suffixes a and f.
constexpr std::array kArchitectures = {10, 11, 12, 13,  20,  21,  30,  32,  35, 37, 50,
                                       52, 53, 60, 61,  62,  70,  72,  75,  80, 86, 87,
                                       88, 89, 90, 100, 101, 103, 110, 120, 121};

[[noreturn]] void failVersion(Position position, std::string text) {
    throw SyntaxError{{ParseError::Kind::unsupportedVersion, position, std::move(text)}};
}

/// Parses everything outside functions.
class ModuleParser {
  public:
    explicit ModuleParser(std::string_view text)
        : m_context(text)
        , m_tokens(m_context.tokens) {}

    Module parse() {
        version();
        target();
        while (!m_tokens.at(TokenKind::end))
            statement();
        m_context.debug.finish();
        return std::move(m_context.module);
    }

  private:
    void version() {
        if (!m_tokens.acceptDirective(".version"))
            m_tokens.failExpected(".version, with which a PTX module begins");
        const Token number = m_tokens.current();
        const std::size_t dot = number.text.find('.');
        if (number.kind != TokenKind::float64 || dot == std::string_view::npos)
            m_tokens.failExpected("a version such as 9.0");
        Module& module = m_context.module;
        const auto read = [](std::string_view digits, int& value) {
            const auto [end, error] =
                std::from_chars(digits.data(), digits.data() + digits.size(), value);
            return error == std::errc{} && end == digits.data() + digits.size();
        };
        if (!read(number.text.substr(0, dot), module.versionMajor) ||
            !read(number.text.substr(dot + 1), module.versionMinor))
            m_tokens.failExpected("a version such as 9.0");
        if (module.versionMajor < 1 || module.versionMajor > kNewestMajor ||
            module.versionMinor > 9)
            failVersion(number.position, "PTX " + std::string(number.text) +
                                             " is not supported: only versions 1.0 to " +
                                             std::to_string(kNewestMajor) + ".x are");
        m_tokens.take();
    }

    void target() {
        if (!m_tokens.acceptDirective(".target"))
            m_tokens.failExpected(".target after .version");
        targets();
    }

    /// May come again (PTX ISA 9.0, section 11.1.2).
    void targets() {
        do {
            const Token word = m_tokens.expectWord("a target such as sm_90");
            if (word.text.substr(0, 3) == "sm_" || word.text.substr(0, 8) == "compute_")
                architecture(word);
            else if (word.text == "debug")
                m_context.module.targetDebug = true;
            else if (word.text.substr(0, 8) == "texmode_" || word.text == "map_f64_to_f32")
                m_context.module.targetOptions.emplace_back(word.text);
            else
                failVersion(word.position,
                            "the target '" + std::string(word.text) + "' is not known");
        } while (m_tokens.accept(','));
        if (m_context.module.target.empty())
            m_tokens.failExpected("an architecture such as sm_90 in .target");
    }

    void architecture(const Token& word) {
        Module& module = m_context.module;
        std::string_view digits = word.text.substr(word.text.find('_') + 1);
        if (!digits.empty() && (digits.back() == 'a' || digits.back() == 'f'))
            digits.remove_suffix(1);
        int number = 0;
        const auto [end, error] =
            std::from_chars(digits.data(), digits.data() + digits.size(), number);
        const bool isNumber = error == std::errc{} && end == digits.data() + digits.size();
        if (!isNumber ||
            std::find(kArchitectures.begin(), kArchitectures.end(), number) == kArchitectures.end())
            failVersion(word.position, "the target '" + std::string(word.text) + "' is not known");
        module.target = word.text;
        module.targetArch = number;
    }

    void statement() {
        if (!m_tokens.at(TokenKind::dotted)) {
            if (!m_tokens.accept(';'))
                m_tokens.failExpected("a directive such as .entry or .global");
            return;
        }
        if (m_context.debug.parseDirective(m_tokens))
            return;
        const Linkage linkage = parseLinkage();
        const Token directive = m_tokens.take();
        if (directive.text == ".target")
            targets();
        else if (directive.text == ".entry" || directive.text == ".func")
            parseFunction(m_context, linkage, directive.text == ".entry");
        else if (directive.text == ".address_size")
            addressSize();
        else if (directive.text == ".alias")
            alias();
        else if (directive.text == ".pragma")
            m_tokens.passPragma();
        else if (const auto space = spaceNamed(directive.text); space && *space != Space::reg)
            variables(*space, linkage, directive);
        else
            TokenStream::failAt(directive.position, "expected a directive of a module, found '" +
                                                        std::string(directive.text) + "'");
    }

    Linkage parseLinkage() {
        Linkage linkage;
        for (bool found = true; found;) {
            found = true;
            if (m_tokens.acceptDirective(".visible"))
                linkage.isVisible = true;
            else if (m_tokens.acceptDirective(".extern"))
                linkage.isExtern = true;
            else if (m_tokens.acceptDirective(".weak"))
                linkage.isWeak = true;
            else if (m_tokens.acceptDirective(".common"))
                linkage.isCommon = true;
            else
                found = false;
        }
        if (!m_tokens.at(TokenKind::dotted))
            m_tokens.failExpected(".entry, .func or a state space");
        return linkage;
    }

    void addressSize() {
        const Position position = m_tokens.current().position;
        if (std::exchange(m_hasAddressSize, true))
            TokenStream::failAt(position, ".address_size appears twice");
        const std::uint32_t bits = m_tokens.expectNumber("32 or 64");
        if (bits != 32 && bits != 64)
            TokenStream::failAt(position, "expected 32 or 64 after .address_size");
        m_context.module.addressSize = static_cast<int>(bits);
    }

    std::int32_t functionSymbol(const Token& name) {
        const Named named = m_context.names.find(name.text);
        if (named.index < 0 || m_context.symbol(named.index).kind != Symbol::Kind::function)
            TokenStream::failAt(name.position, "'" + std::string(name.text) +
                                                   "' is not a previously declared function");
        return named.index;
    }

    void alias() {
        const std::int32_t name = functionSymbol(m_tokens.expectWord("the name of an alias"));
        m_tokens.expect(',', "after the name of an alias");
        const std::int32_t target =
            functionSymbol(m_tokens.expectWord("the function that an alias refers to"));
        m_tokens.expect(';', "after .alias");
        m_context.module.aliases.push_back(
            {m_context.symbol(name).index, m_context.symbol(target).index});
        m_context.symbol(name).index = m_context.symbol(target).index;
    }

    void variables(Space space, const Linkage& linkage, const Token& directive) {
        Declaration declaration = parseDeclaration(m_context, space);
        Variable& prototype = declaration.prototype;
        if (directive.text == ".tex")
            prototype.type = Type::texref;
        prototype.isExtern = linkage.isExtern;
        prototype.isVisible = linkage.isVisible;
        prototype.isWeak = linkage.isWeak;
        prototype.isCommon = linkage.isCommon;
        do {
            const Token name = m_tokens.expectWord("the name of a variable");
            add(parseDeclarator(m_context, declaration, name, true), name);
        } while (m_tokens.accept(','));
        m_tokens.expect(';', "or ',' after a variable");
    }

    /// A new variable, or the definition of one that was declared .extern.
    void add(Variable variable, const Token& name) {
        const Named named = m_context.names.find(name.text);
        Module& module = m_context.module;
        if (named.index < 0) {
            module.variables.push_back(std::move(variable));
            const std::int32_t symbol =
                m_context.addSymbol(Symbol::Kind::variable, module.variables.size() - 1);
            m_context.names.declareValue(name.text, {Named::Kind::symbol, 1, symbol});
            return;
        }
        if (m_context.symbol(named.index).kind != Symbol::Kind::variable)
            TokenStream::failAt(name.position,
                                "'" + variable.name + "' is declared as a function already");
        Variable& earlier = m_context.variableOf(m_context.symbol(named.index));
        if (!earlier.isExtern && !variable.isExtern)
            TokenStream::failAt(name.position, "'" + variable.name + "' is defined twice");
        if (earlier.isExtern)
            earlier = std::move(variable);
    }

    ParseContext m_context;
    TokenStream& m_tokens;
    bool m_hasAddressSize = false;
};

} // namespace

ParseResult parse(std::string_view text) {
    ParseResult result;
    // A driver's caller may count the terminating zero in.
    while (!text.empty() && text.back() == '\0')
        text.remove_suffix(1);
    try {
        result.module = ModuleParser(text).parse();
    } catch (SyntaxError& error) {
        result.error = std::move(error.error);
    }
    return result;
}

} // namespace warpbench::simgpu::ptx
