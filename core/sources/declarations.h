// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sources/tokenizer.h"

#include <cstddef>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <vector>

/// C++ text as a list of declarations, by brackets and a few words: enough to tell what is for the
/// device and what for the host, tolerant of anything, no compiler.
namespace warpbench::compile {

/// A macro's replacement. One that is defined several times has all of them.
struct Macro {
    std::vector<Token> body;
    bool takesArguments = false;
    std::vector<std::string_view> parameters{}; ///< the last one may be "__VA_ARGS__"
    bool variadic = false;                      ///< the last one represents all further arguments
};
using Macros = std::map<std::string_view, Macro>;

/// Adds what #define lines define. Views point into the source.
void readMacros(const std::vector<Directive>& directives, Macros& macros);

/// The words that make a declaration one for the device: CUDA's own (`__device__`, `__global__`,
/// …) and macros that bring one of them, directly or by another macro.
std::set<std::string_view> deviceWords(const Macros& macros);

/// The tokens that have a structure: of an #if whose branches are not balanced each by itself
/// (two heads of one function) only the first stays, of `#if 0` nothing.
std::vector<Token> structuralTokens(const std::vector<Token>& tokens,
                                    const std::vector<Directive>& directives);

/// The index after the bracket that closes the one at `open`; `end` where it never closes.
std::size_t afterClosing(std::span<const Token> tokens, std::size_t open, std::size_t end);

/// The index after the `>` that closes the template bracket at `open`; open + 1 where what stands
/// there is no template bracket.
std::size_t afterTemplateBracket(std::span<const Token> tokens, std::size_t open, std::size_t end);

/// One declaration or definition. Numbers are indices of tokens, ends are one past the last.
struct Declaration {
    enum class Kind { function, variable, type, alias, usingNamespace, macroCall, other };

    Kind kind = Kind::other;
    std::size_t begin = 0;
    std::size_t end = 0;
    std::string_view name;               ///< empty where there is none to be seen
    std::vector<std::string_view> names; ///< all that it may declare: members of an enum, too
    bool device = false;                 ///< has a device word in its head
    bool host = false;                   ///< has `__host__` in its head and no device word
    bool constant = false;               ///< const or constexpr
    bool constexpression = false;        ///< constexpr or consteval
    bool kernel = false;                 ///< has `__global__`
    bool ofCompiler = false;             ///< virtual, = default, = delete: cannot be left out
    /// The round bracket of a function's parameters, and the braces of a function or type.
    std::size_t parameters = 0;
    std::size_t bodyBegin = 0; ///< the index of `{`; 0: no body
    std::size_t bodyEnd = 0;   ///< one past `}`
};

/// The declarations between two tokens; what namespaces and `extern "C"` hold is in the list
/// as if they were not there.
std::vector<Declaration> readDeclarations(std::span<const Token> tokens, std::size_t begin,
                                          std::size_t end,
                                          const std::set<std::string_view>& deviceWords,
                                          const Macros& macros);

} // namespace warpbench::compile
