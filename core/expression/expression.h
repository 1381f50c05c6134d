// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/expression/expression_text.h"
#include "core/expression/number.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The expression language of project files (docs/project-file.md): parsing, and exact scalar
/// values. core/formulas/element_expression.h evaluates the same trees over whole buffers.
namespace warpbench::project {

/// The operation of a tree node.
enum class Op : std::uint8_t {
    number,
    name,
    after, ///< after(name): a buffer's value after the check pass
    negate,
    logical_not,
    add,
    subtract,
    multiply,
    divide,       ///< real
    floor_divide, ///< towards minus infinity
    modulo,       ///< sign of the divisor, as in Python
    power,
    equal,
    not_equal,
    less,
    less_equal,
    greater,
    greater_equal,
    logical_and,
    logical_or,
    array_call, ///< a whole-array function, in "reference" only; `name` is its name
    choose,     ///< operands: condition, value if true, value if false
    call,
};

/// The functions of the language. All except min and max have a fixed number of arguments.
enum class Function : std::uint8_t {
    abs,
    ceil,
    ceil_div,
    clamp,
    complex,
    conj,
    cos,
    cosh,
    acos,
    sin,
    sinh,
    asin,
    tan,
    tanh,
    atan,
    atan2,
    erf,
    exp,
    exp2,
    expm1,
    floor,
    fmod,
    gcd,
    hypot,
    imag,
    is_finite,
    is_inf,
    is_nan,
    lcm,
    log,
    log10,
    log1p,
    log2,
    max,
    min,
    pow,
    real,
    round,
    rsqrt,
    sign,
    sqrt,
    trunc,
    where,
    bit_and,
    bit_or,
    bit_xor,
    shift_left,
    shift_right,
    next_pow2,
    sigmoid,
};

struct FunctionInfo {
    /// How the result type follows from the argument types; bits of `traits`.
    enum Trait : unsigned {
        keepsIntegers = 1, ///< integers stay integers; other functions convert them to double
        needsIntegers = 2,
        takesComplex = 4,
        givesTruth = 8, ///< the result is a boolean
    };

    std::string_view name;
    Function function;
    int least; ///< number of arguments
    int most;
    unsigned traits = 0;

    bool has(Trait trait) const { return (traits & trait) != 0; }
};

/// Whole-array functions of "reference": names and argument counts; `function` is unused.
const std::vector<FunctionInfo>& arrayFunctions();

/// All functions, sorted by name. Some have two names (isnan, is_nan).
const std::vector<FunctionInfo>& functions();
const FunctionInfo* findFunction(std::string_view name);
const FunctionInfo& infoOf(Function function);
inline std::string_view nameOf(Function function) {
    return infoOf(function).name;
}

struct Node {
    Op op = Op::number;
    Function function{};      ///< call
    std::uint32_t offset = 0; ///< bytes from the start of the text
    std::uint32_t name =
        0;        ///< name, after: index into Formula::names; array_call: into arrayFunctions()
    Number value; ///< number
    std::vector<std::uint32_t> operands; ///< node indices, smaller than this node's own
};

struct ParseOptions {
    /// C rules for a define's value: literals may have suffixes, and integer `/` and `%` truncate.
    bool cRules = false;
    /// Allows whole-array functions (matmul, sum, …), for the "reference" of an expect. min and max
    /// of a single argument reduce it.
    bool arrayFunctions = false;
};

/// A parsed expression: a flat tree, children before parents, the root last. Immutable.
class Formula {
  public:
    /// \throws Error (project) with the place of the first invalid character, also if the
    ///         expression is nested deeper than 200 levels or longer than 64 KiB
    static Formula parse(const Expression& expression, ParseOptions options = {});

    const std::vector<Node>& nodes() const noexcept { return m_nodes; }
    const Node& root() const { return m_nodes.back(); }
    /// Names of parameters, defines, buffers and constants, each once.
    const std::vector<std::string>& names() const noexcept { return m_names; }
    /// The names that occur in after().
    std::vector<std::string> namesAfter() const;
    const Expression& source() const noexcept { return m_source; }
    bool cRules() const noexcept { return m_options.cRules; }

    /// The place of a node in the project file.
    Place placeOf(const Node& node) const;
    /// \throws Error (project) with the text, the expression, and the node's place
    [[noreturn]] void fail(const Node& node, ErrorText said) const;

  private:
    friend class Parser;
    Expression m_source;
    ParseOptions m_options;
    std::vector<Node> m_nodes;
    std::vector<std::string> m_names;
};

/// "'NAME' is not known here", without a remedy.
ErrorText unknownName(const std::string& name);

/// Returns a name's value; empty if it is not a number.
using NameLookup = std::function<std::optional<Number>(const std::string& name)>;

/// Evaluates with exact integers and doubles. `pi`, `e`, `inf` and `nan` are predefined unless
/// `lookup` has such a name.
/// \throws Error (project) with its place: unknown name, overflow, division by zero, an argument
///         outside a function's domain, a function of complex numbers or buffers
Number evaluate(const Formula& formula, const NameLookup& lookup);

/// Applies one operation to numbers, as `evaluate` does at a node. For constant folding.
Number applyScalar(const Formula& formula, const Node& node, const std::vector<Number>& operands);

/// The number as an integer. \throws Error (project) for a fraction or a value beyond 64 bits
Integer toInteger(const Number& number, const Expression& source);

/// Value of a constant of the language: pi, e, inf, nan.
std::optional<Number> languageConstant(std::string_view name);

/// Whether a text is a valid name of a parameter, a define or a buffer.
bool isName(std::string_view text);
/// Reserved words of the language: and, or, not, if, else, true, false.
bool isReservedWord(std::string_view text);

} // namespace warpbench::project
