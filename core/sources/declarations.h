// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sources/tokenizer.h"

#include <cstddef>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <vector>

/// C++ text as a list of declarations, recognised by brackets and a few words: enough to separate
/// device code from host code. Accepts any text and needs no compiler.
namespace warpbench::compile {

/// A macro's replacement. A macro that is defined several times has all of them.
struct Macro {
    std::vector<Token> body;
    bool takesArguments = false;
    std::vector<std::string_view> parameters{}; ///< the last one may be "__VA_ARGS__"
    bool variadic = false;                      ///< the last one represents all further arguments
};
using Macros = std::map<std::string_view, Macro>;

/// Adds the definitions of #define lines. Views point into the source.
void readMacros(const std::vector<Directive>& directives, Macros& macros);

/// The words that mark a declaration as device code: CUDA's own (`__device__`, `__global__`,
/// …) and macros that expand to one of them, directly or through another macro.
std::set<std::string_view> deviceWords(const Macros& macros);

/// The tokens without conditional duplicates: if the branches of an #if are not balanced (two heads
/// of one function) only the first one is kept, and `#if 0` is dropped.
std::vector<Token> structuralTokens(const std::vector<Token>& tokens,
                                    const std::vector<Directive>& directives);

/// The index after the bracket that closes the one at `open`; `end` if it is never closed.
std::size_t afterClosing(std::span<const Token> tokens, std::size_t open, std::size_t end);

/// The index after the `>` that closes the template bracket at `open`; open + 1 if that is not a
/// template bracket.
std::size_t afterTemplateBracket(std::span<const Token> tokens, std::size_t open, std::size_t end);

/// One declaration or definition. Numbers are token indices, ends are one past the last.
struct Declaration {
    enum class Kind { function, variable, type, alias, usingNamespace, macroCall, other };

    Kind kind = Kind::other;
    std::size_t begin = 0;
    std::size_t end = 0;
    std::string_view name;               ///< empty if not recognised
    std::vector<std::string_view> names; ///< all that it may declare, including members of an enum
    bool device = false;                 ///< has a device word in its head
    bool host = false;                   ///< has `__host__` in its head and no device word
    bool constant = false;               ///< const or constexpr
    bool constexpression = false;        ///< constexpr or consteval
    bool kernel = false;                 ///< has `__global__`
    bool ofCompiler = false;             ///< virtual, = default, = delete: must not be omitted
    /// The parenthesis of a function's parameters, and the braces of a function or type.
    std::size_t parameters = 0;
    std::size_t bodyBegin = 0; ///< the index of `{`; 0: no body
    std::size_t bodyEnd = 0;   ///< one past `}`
};

/// The declarations between two tokens. Contents of namespaces and `extern "C"` are listed as if at
/// the outer level.
std::vector<Declaration> readDeclarations(std::span<const Token> tokens, std::size_t begin,
                                          std::size_t end,
                                          const std::set<std::string_view>& deviceWords,
                                          const Macros& macros);

} // namespace warpbench::compile
