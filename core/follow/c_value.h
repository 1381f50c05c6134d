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

/// Values of C expressions, as far as known without running the program.
namespace warpbench::guess {

using compile::Token;
using compile::Tokens;

struct Value {
    enum class Kind { unknown, number, pointer, grid, structure };

    Kind kind = Kind::unknown;
    double number = 0;
    bool isInteger = true;
    /// The number as a project file expression, "n * 4"; empty: the number itself.
    std::string text;
    /// How it was calculated, with literal numbers and parameters as written, "ceil_div(1024,
    /// 256)"; empty: see spelled().
    std::string formula;
    /// The constant or variable with exactly this value; empty: part of an expression.
    std::string constant;
    int memory = -1;                   ///< pointer: index of the memory
    std::string offset;                ///< pointer: elements from its start; empty: 0
    std::array<std::string, 3> extent; ///< grid: x, y, z as project file expressions
    std::array<double, 3> extentNumber = {1, 1, 1};
    std::array<std::string, 3> extentFormula;  ///< as `formula`
    std::array<std::string, 3> extentConstant; ///< as `constant`
    bool assumed = false;                      ///< depends on an assumption
    /// structure: its members, in order of declaration; for an array "[0]", "[1]", …
    std::vector<std::string> names;
    std::vector<Value> members{}; ///< their values; unknown if never set

    bool isNumber() const { return kind == Kind::number; }
    /// Whether a structure member is an array.
    bool isArray() const { return !names.empty() && names[0] == "[0]"; }
    /// As a project file expression.
    std::string spelled() const;
    /// The formula; without one, the number's expression.
    std::string worked() const { return formula.empty() ? spelled() : formula; }
    /// A member of a structure, or null.
    const Value* member(std::string_view name) const;
    Value* member(std::string_view name) {
        return const_cast<Value*>(std::as_const(*this).member(name));
    }

    static Value of(double number, bool isInteger);
    static std::string elementName(double index) {
        return "[" + std::to_string(static_cast<long long>(index)) + "]";
    }
};

/// Callbacks of an expression's evaluation.
struct Scope {
    /// A variable or macro; unknown if undefined.
    std::function<Value(std::string_view)> variable;
    /// A call, `name(arguments)`; unknown if its result is.
    std::function<Value(std::string_view, Tokens)> call;
    /// Bytes of a type, a variable, or an element of one; unknown if not available.
    std::function<Value(const std::string&)> sizeOf;
    /// Number of elements in the memory of a pointer or a vector.
    std::function<Value(const Value&)> count = {};
};

/// The value of a C expression; unknown if any relevant part is.
/// \param depth  of enclosing brackets
Value evaluate(Tokens tokens, const Scope& scope, int depth = 0);

/// Converts bytes to elements of a size: "n * 4" bytes are n elements of four bytes.
Value inElements(const Value& bytes, std::size_t size);

/// Converts a number to an integer as in C. Its expression is kept if it yields an integer.
Value truncated(const Value& value);

/// Splits at commas outside of brackets.
std::vector<Tokens> splitArguments(Tokens tokens);

/// A part of an expression, in brackets if it is not a single operand.
std::string inBrackets(const std::string& text);

/// Tokens with blanks between words.
std::string spellTokens(Tokens tokens);

} // namespace warpbench::guess
