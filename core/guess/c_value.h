// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sources/declarations.h"

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Values of C expressions as far as they can be known without running the program.
namespace warpbench::guess {

using compile::Token;
using compile::Tokens;

struct Value {
    enum class Kind { unknown, number, pointer, grid, structure };

    Kind kind = Kind::unknown;
    double number = 0;
    bool isInteger = true;
    /// The number in the words of a project file, "n * 4"; empty: the number itself.
    std::string text;
    /// How it was worked out, with literal numbers and parameters as they stand,
    /// "ceil_div(1024, 256)"; empty: spelled() says it.
    std::string formula;
    /// The constant or variable that holds just this number; empty: it is a part of an expression.
    std::string constant;
    int memory = -1;                   ///< pointer: which memory
    std::string offset;                ///< pointer: elements beyond its begin; empty: none
    std::array<std::string, 3> extent; ///< grid: x, y, z in a project's words
    std::array<double, 3> extentNumber = {1, 1, 1};
    std::array<std::string, 3> extentFormula;  ///< as formula
    std::array<std::string, 3> extentConstant; ///< as constant
    bool assumed = false;                      ///< rests on something that was not known
    /// structure: its members, in the order of their declaration; of an array "[0]", "[1]", …
    std::vector<std::string> names;
    std::vector<Value> members{}; ///< what they hold; unknown where nothing was put there

    bool isNumber() const { return kind == Kind::number; }
    /// A member of a structure that has elements.
    bool isArray() const { return !names.empty() && names[0] == "[0]"; }
    /// In a project's words.
    std::string spelled() const;
    /// The formula; the words of the number where it has none.
    std::string worked() const { return formula.empty() ? spelled() : formula; }
    /// A member of a structure; null where there is none of that name.
    const Value* member(std::string_view name) const;
    Value* member(std::string_view name) {
        return const_cast<Value*>(std::as_const(*this).member(name));
    }

    static Value of(double number, bool isInteger);
    static std::string elementName(double index) {
        return "[" + std::to_string(static_cast<long long>(index)) + "]";
    }
};

/// What an expression may ask for.
struct Scope {
    /// A variable or macro; unknown where there is none.
    std::function<Value(std::string_view)> variable;
    /// A call, `name(arguments)`; unknown where its result is.
    std::function<Value(std::string_view, Tokens)> call;
    /// Bytes of a type, a variable, or an element of one; unknown where they are.
    std::function<Value(const std::string&)> sizeOf;
    /// Elements of the memory that a pointer or a vector represents.
    std::function<Value(const Value&)> count = {};
};

/// The value of a C expression; unknown where any part that matters is.
/// \param depth  of brackets around it
Value evaluate(Tokens tokens, const Scope& scope, int depth = 0);

/// How many elements of that size so many bytes are: "n * 4" is n of four bytes.
Value inElements(const Value& bytes, std::size_t size);

/// A number as C makes an integer of it. Its words stay where they say a whole number.
Value truncated(const Value& value);

/// Splits at commas outside of brackets.
std::vector<Tokens> splitArguments(Tokens tokens);

/// A part of an expression, in brackets where it has parts itself.
std::string inBrackets(const std::string& text);

/// Tokens with blanks between words.
std::string spellTokens(Tokens tokens);

} // namespace warpbench::guess
