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

/// What the names of an element-wise expression stand for.
struct ElementNames {
    NumberTable numbers; ///< parameters and defines
    /// A buffer's initial value; empty where there is no such buffer.
    std::function<std::optional<memory::HostArray>(const std::string& name)> initial;
    /// A buffer's value after the check pass; not set where there is none (initialisers).
    std::function<std::optional<memory::HostArray>(const std::string& name)> after;
    /// The result of a whole-array function; not set outside references.
    std::function<memory::HostArray(const Formula& formula, std::uint32_t node)> arrayCall;
};

/// An expression made ready for evaluation over all elements of one dtype and shape.
///
/// Types: integers keep their own width and wrap; two of them meet in NumPy's common type (int64
/// with uint64: uint64); an integer constant takes the type of what it meets, if it fits. Floats of
/// any width compute in double, complex ones in double pairs. Comparisons give booleans. `/` and
/// the functions of analysis make doubles of integers.
///
/// Operands have the target's shape or one element. Lanes of vector types are computed one by one;
/// scalars beside them are repeated for each lane. `i`, `j`, `k` are the element's indices along
/// the first three dimensions.
class ElementExpression {
  public:
    /// \throws Error (project) with its place: unknown name, shapes or types that do not fit, more
    ///         than 4096 operations
    ElementExpression(const Formula& formula, const memory::DType& target,
                      std::vector<std::int64_t> shape, const ElementNames& names);
    /// The same for the part of the formula below node `root`.
    ElementExpression(const Formula& formula, std::uint32_t root, const memory::DType& target,
                      std::vector<std::int64_t> shape, const ElementNames& names);
    ~ElementExpression();
    ElementExpression(ElementExpression&&) noexcept;

    /// Computes every element into `out`, rounded to the target dtype, on several threads.
    /// \param out  the whole array's bytes
    /// \throws Error (project) where an integer is divided by 0 outside the branches of a
    ///         condition
    void evaluate(std::span<std::byte> out) const;
    /// The same for some of the components (elements, or lanes of vector types), on the calling
    /// thread: for who does not want the whole array at once.
    /// \param out  takes component `first` and those after it
    void evaluate(std::int64_t first, std::int64_t count, std::span<std::byte> out) const;

  private:
    struct Program;
    std::unique_ptr<Program> m_program;
};

} // namespace warpbench::project
