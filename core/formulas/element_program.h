// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/host_array.h"
#include "core/expression/expression.h"

#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

/// Internals of ElementExpression: a straight-line program over blocks of values. Its compiler is
/// element_builder.cpp; its loops are in element_loops.cpp, element_integers.cpp and
/// element_reals.cpp.
namespace warpbench::project::element {

/// Values are stored as int64 (any integer type, sign- or zero-extended, so always in its type's
/// range; uint64 as its bits), double, or complex<double>.
enum class Kind : std::uint8_t { integer, real, complex };

enum class StepOp : std::uint8_t {
    load,     ///< a buffer's components
    index,    ///< i, j or k
    constant, ///< filled once
    to_real,
    to_complex,
    to_boolean,
    negate,
    logical_not,
    add,
    subtract,
    multiply,
    divide,
    floor_divide,
    modulo,
    power,
    equal,
    not_equal,
    less,
    less_equal,
    greater,
    greater_equal,
    logical_and,
    logical_or,
    choose,
    minimum,
    maximum,
    call,
};

/// One operation over a block. Its operands are earlier steps of the kind it computes in.
struct Step {
    StepOp op = StepOp::constant;
    Function function{};
    Kind kind = Kind::real;                        ///< of the operands, and thus of the loop
    arrays::Scalar type = arrays::Scalar::float64; ///< of the result: integers wrap to it
    std::array<std::uint32_t, 3> in{};
    bool firstUnsigned64 = false; ///< operand 0 is uint64: affects comparisons and conversions
    bool secondUnsigned64 = false;
    bool guarded = false; ///< in a branch of a condition: division by 0 yields 0
    std::uint32_t node = 0;
    std::uint32_t source = 0; ///< load: index into Program::arrays; index: the dimension
    Number value;             ///< constant
};

Kind kindOf(arrays::Scalar type);

/// Memory for a block of values of every step.
class Workspace {
  public:
    static constexpr std::int64_t kBlock = 512; ///< components: a step's block fits in L1

    explicit Workspace(const std::vector<Step>& steps);

    std::int64_t* integers(std::uint32_t step) {
        return reinterpret_cast<std::int64_t*>(m_memory.get() + m_offsets[step]);
    }
    double* reals(std::uint32_t step) {
        return reinterpret_cast<double*>(m_memory.get() + m_offsets[step]);
    }
    std::complex<double>* complexes(std::uint32_t step) {
        return reinterpret_cast<std::complex<double>*>(m_memory.get() + m_offsets[step]);
    }

  private:
    std::unique_ptr<std::byte[]> m_memory; ///< bytes, because types differ by step
    std::vector<std::size_t> m_offsets;    ///< bytes
};

/// Fills the blocks of constants, which then never change.
void fillConstants(const std::vector<Step>& steps, Workspace& workspace);

/// Runs one arithmetic step (not load, index or constant) over `count` values.
/// \returns false if an integer was divided by 0 or raised to a negative power
bool runStep(const Step& step, std::uint32_t self, Workspace& workspace, std::int64_t count);

/// Reduces an integer to the range of its type by dropping the higher bits.
std::int64_t wrap(std::int64_t value, arrays::Scalar type);

} // namespace warpbench::project::element
