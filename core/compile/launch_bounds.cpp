// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compile/launch_bounds.h"

#include "core/sources/tokenizer.h"

#include <fmt/format.h>

namespace warpbench::compile {

namespace {

std::string_view plainName(std::string_view name) {
    name = name.substr(0, name.find('<'));
    const std::size_t scope = name.rfind("::");
    return scope == std::string_view::npos ? name : name.substr(scope + 2);
}

/// The index of the bracket that closes the one at `open`; the size if it is never closed.
std::size_t closing(const std::vector<Token>& tokens, std::size_t open) {
    int depth = 0;
    for (std::size_t i = open; i < tokens.size(); ++i) {
        if (tokens[i].is("("))
            ++depth;
        else if (tokens[i].is(")") && --depth == 0)
            return i;
    }
    return tokens.size();
}

} // namespace

std::optional<TextChange> launchBounds(std::string_view source, std::string_view kernel,
                                       int threads, int blocks) {
    const std::string bounds = fmt::format("__launch_bounds__({}, {})", threads, blocks);
    const std::string_view name = plainName(kernel);
    const std::vector<Token> tokens = tokenize(source);
    const auto offset = [&](std::size_t token) {
        return std::size_t(tokens[token].text.data() - source.data());
    };
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (!tokens[i].is("__global__"))
            continue;
        // From here to the kernel's name and its bracket there may be attributes with brackets.
        std::optional<TextChange> replaced;
        for (std::size_t at = i + 1; at < tokens.size() && !tokens[at].is("{") &&
                                     !tokens[at].is(";") && !tokens[at].is("__global__");
             ++at) {
            const bool called = at + 1 < tokens.size() && tokens[at + 1].is("(");
            if (called && tokens[at].is(name)) {
                if (replaced)
                    return replaced;
                return TextChange{offset(at), 0, bounds + " "};
            }
            if (!called || tokens[at].kind != Token::Kind::identifier)
                continue;
            const std::size_t end = closing(tokens, at + 1);
            if (end == tokens.size())
                return std::nullopt;
            if (tokens[at].is("__launch_bounds__"))
                replaced = TextChange{offset(at), offset(end) + 1 - offset(at), bounds};
            at = end;
        }
    }
    return std::nullopt;
}

} // namespace warpbench::compile
