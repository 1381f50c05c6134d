// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/host_array.h"
#include "core/expression/expression.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace warpbench::project {

/// The meaning of names in an element-wise expression.
struct ElementNames {
    NumberTable numbers; ///< parameters and defines
    /// A buffer's initial value; empty if the buffer does not exist.
    std::function<std::optional<arrays::HostArray>(const std::string& name)> initial;
    /// A buffer's value after the check pass; not set if not available (in initializers).
    std::function<std::optional<arrays::HostArray>(const std::string& name)> after;
    /// The result of a whole-array function; only set in references.
    std::function<arrays::HostArray(const Formula& formula, std::uint32_t node)> arrayCall;
};

/// An expression compiled for evaluation over all elements of one dtype and shape.
///
/// Types: integers keep their width and wrap; two integers use NumPy's common type (int64 with
/// uint64: uint64); an integer constant takes the type of the other operand if it fits. Floats of
/// any width are computed in double, complex numbers in pairs of doubles. Comparisons yield
/// booleans. `/` and the mathematical functions convert integers to double.
///
/// Operands have the target's shape or one element. Lanes of vector types are computed separately;
/// scalars are repeated for each lane. `i`, `j`, `k` are the element's indices along the first
/// three dimensions.
class ElementExpression {
  public:
    /// \throws Error (project) with its place: unknown name, incompatible shapes or types, more
    ///         than 4096 operations
    ElementExpression(const Formula& formula, const arrays::DType& target,
                      std::vector<std::int64_t> shape, const ElementNames& names);
    /// The same for the part of the formula below node `root`.
    ElementExpression(const Formula& formula, std::uint32_t root, const arrays::DType& target,
                      std::vector<std::int64_t> shape, const ElementNames& names);
    ~ElementExpression();
    ElementExpression(ElementExpression&&) noexcept;

    /// Computes all elements into `out`, rounded to the target dtype, on several threads.
    /// \param out  the whole array's bytes
    /// \throws Error (project) if an integer is divided by 0 outside a branch of a
    ///         condition
    void evaluate(std::span<std::byte> out) const;
    /// The same for some of the components (elements, or lanes of vector types), on the calling
    /// thread: for callers that do not need the whole array at once.
    /// \param out  receives `count` components from `first` on
    void evaluate(std::int64_t first, std::int64_t count, std::span<std::byte> out) const;

  private:
    struct Program;
    std::unique_ptr<Program> m_program;
};

} // namespace warpbench::project
