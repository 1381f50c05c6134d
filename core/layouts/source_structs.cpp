// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/source_structs.h"

#include "core/base/error.h"
#include "core/layouts/layout.h"
#include "core/sources/declarations.h"

#include <algorithm>
#include <set>

namespace warpbench::layouts {

namespace {

/// A type, or a macro, and what it mentions.
struct Definition {
    std::string_view name;
    std::string_view text;
    std::set<std::string_view> words;
    int line = 0;
    bool isStruct = false;
};

std::set<std::string_view> wordsIn(compile::Tokens tokens) {
    std::set<std::string_view> words;
    for (const compile::Token& token : tokens) {
        if (token.isWord())
            words.insert(token.text);
    }
    return words;
}

std::string_view textOf(compile::Tokens tokens) {
    const char* begin = tokens.front().text.data();
    return {begin, std::size_t(tokens.back().text.data() + tokens.back().text.size() - begin)};
}

/// Of `typedef struct {…} Name;`, `using Name = …;` or `struct Name {…};`
std::string_view nameOf(const compile::Declaration& declaration, compile::Tokens tokens) {
    if (tokens.front().is("using"))
        return tokens[1].text;
    const compile::Token& last = tokens[tokens.size() - 2]; // before the semicolon
    return tokens.front().is("typedef") && last.isWord() ? last.text : declaration.name;
}

/// Without the variables behind the definition of a struct.
compile::Tokens withoutVariables(const compile::Declaration& declaration, compile::Tokens tokens) {
    return tokens.front().is("typedef") || declaration.bodyEnd == 0
               ? tokens
               : tokens.first(declaration.bodyEnd - declaration.begin);
}

std::vector<Definition> definitionsIn(const std::vector<compile::Token>& tokens,
                                      const std::vector<compile::Directive>& directives) {
    compile::Macros macros;
    compile::readMacros(directives, macros);
    std::vector<Definition> found;
    for (const compile::Directive& line : directives) {
        const std::vector<compile::Token> words = compile::tokenize(line.rest);
        if (line.name == "define" && words.size() > 1 && words[0].isWord())
            found.push_back({words[0].text, line.text, wordsIn(words), line.line});
    }
    for (const compile::Declaration& declaration :
         compile::readDeclarations(tokens, 0, tokens.size(), {}, macros)) {
        using Kind = compile::Declaration::Kind;
        if (declaration.end < declaration.begin + 3 ||
            (declaration.kind != Kind::type && declaration.kind != Kind::alias))
            continue;
        const compile::Tokens own =
            compile::Tokens(tokens).subspan(declaration.begin, declaration.end - declaration.begin);
        const std::string_view name = nameOf(declaration, own);
        const bool isStruct = declaration.bodyEnd > 0 && !own.front().is("enum");
        if (!name.empty())
            found.push_back({name, textOf(withoutVariables(declaration, own)), wordsIn(own),
                             own.front().line, isStruct});
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const Definition& a, const Definition& b) { return a.line < b.line; });
    return found;
}

/// A definition after all that it uses, directly or not.
std::string withUsed(const std::vector<Definition>& all, std::size_t which) {
    std::set<std::string_view> wanted = all[which].words;
    std::vector<std::string_view> texts{all[which].text};
    for (std::size_t i = which; i-- > 0;) {
        if (!wanted.contains(all[i].name))
            continue;
        wanted.insert(all[i].words.begin(), all[i].words.end());
        texts.push_back(all[i].text);
    }
    std::string text;
    for (auto one = texts.rbegin(); one != texts.rend(); ++one)
        text += std::string(*one) + (one->back() == '}' ? ";\n" : "\n");
    return text;
}

bool isLayout(const std::string& text) {
    try {
        return !parseLayout(text).columns.empty();
    } catch (const Error&) {
        return false;
    }
}

} // namespace

std::vector<SourceStruct> structsOf(std::string_view source) {
    std::vector<compile::Directive> directives;
    const std::vector<compile::Token> all = compile::tokenize(source, directives);
    const std::vector<compile::Token> tokens = compile::structuralTokens(all, directives);
    const std::vector<Definition> definitions = definitionsIn(tokens, directives);
    std::vector<SourceStruct> structs;
    for (std::size_t i = 0; i < definitions.size(); ++i) {
        if (!definitions[i].isStruct)
            continue;
        std::string text = withUsed(definitions, i);
        if (isLayout(text))
            structs.push_back({std::string(definitions[i].name), std::move(text)});
    }
    return structs;
}

} // namespace warpbench::layouts
