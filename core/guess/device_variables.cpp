// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/guess/device_variables.h"

#include "core/follow/signature.h"
#include "core/sources/declarations.h"

#include <algorithm>
#include <set>

namespace warpbench::guess {

namespace {

using compile::Token;

/// Words of a declaration that are not part of the type.
bool isDecoration(const Token& token) {
    static const std::set<std::string_view> words = {"static", "extern", "const",  "volatile",
                                                     "struct", "inline", "alignas"};
    return token.text.starts_with("__") || words.contains(token.text);
}

std::string joined(std::span<const Token> tokens) {
    std::string text;
    bool word = false; // the one before
    for (const Token& token : tokens) {
        text += (word && token.isWord() ? " " : "") + std::string(token.text);
        word = token.isWord();
    }
    return text;
}

/// One declaration; of several names that share it the first.
std::optional<DeviceVariable> read(std::span<const Token> tokens) {
    std::vector<Token> type;
    std::size_t i = 0;
    for (; i < tokens.size() && (tokens[i].isWord() || tokens[i].is("::") || tokens[i].is("("));) {
        if (tokens[i].is("(")) // of __align__(16)
            i = compile::afterClosing(tokens, i, tokens.size());
        else if (const Token& token = tokens[i++]; !isDecoration(token))
            type.push_back(token);
    }
    if (type.size() < 2 || i >= tokens.size() || tokens[i].is("*") || tokens[i].is("&") ||
        tokens[i].is("<"))
        return std::nullopt;
    DeviceVariable found;
    found.name = type.back().text;
    type.pop_back();
    const std::string element = joined(type);
    found.dtype = dtypeOfType(element);
    std::size_t end = i;
    while (end < tokens.size() && tokens[end].is("["))
        end = compile::afterClosing(tokens, end, tokens.size());
    found.initialised = end < tokens.size() && (tokens[end].is("=") || tokens[end].is("{"));
    found.constant = std::any_of(tokens.begin(), tokens.begin() + std::ptrdiff_t(i),
                                 [](const Token& token) { return token.is("__constant__"); });
    found.declared = element + joined(tokens.subspan(i, end - i));
    return found;
}

} // namespace

std::vector<DeviceVariable> deviceVariables(std::string_view source) {
    std::vector<compile::Directive> directives;
    const std::vector<Token> all = compile::tokenize(source, directives);
    compile::Macros macros;
    compile::readMacros(directives, macros);
    const std::vector<Token> tokens = compile::structuralTokens(all, directives);
    std::vector<DeviceVariable> variables;
    for (const compile::Declaration& d : compile::readDeclarations(
             tokens, 0, tokens.size(), compile::deviceWords(macros), macros)) {
        if (d.kind != compile::Declaration::Kind::variable || !d.device)
            continue;
        auto found = read(std::span(tokens).subspan(d.begin, d.end - d.begin));
        if (found && std::none_of(variables.begin(), variables.end(),
                                  [&](const auto& other) { return other.name == found->name; }))
            variables.push_back(std::move(*found));
    }
    return variables;
}

} // namespace warpbench::guess
