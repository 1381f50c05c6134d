// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/expression/expression.h"
#include "core/plan/evaluate.h"
#include "core/project/project.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warpbench::sweep {

/// A combination: for each dimension the index of its value.
using Point = std::vector<std::size_t>;

/// What is wrong with a project that has no sweep, or one without parameters.
ErrorText noSweep(ErrorText remedy);

/// The combinations of a project's sweep, in the order of their names; the last dimension
/// changes fastest.
class Space {
  public:
    /// A space has at most this many combinations.
    static constexpr std::uint64_t kMaxPoints = 10'000'000;

    struct Dimension {
        std::string name;
        std::vector<std::string> values; ///< as for --set
    };

    /// \throws Error (project) if there is no sweep, one of its parameters does not exist, a
    ///         restriction does not parse, or there are too many combinations
    explicit Space(const project::Project& project);

    const std::vector<Dimension>& dimensions() const noexcept { return m_dimensions; }
    std::uint64_t size() const noexcept {
        return m_size;
    } ///< combinations, restricted ones included
    Point point(std::uint64_t index) const;
    std::uint64_t index(const Point& point) const;
    project::Overrides overrides(const Point& point) const;

    /// Why a combination is excluded; empty if it is not. An expression that cannot be evaluated
    /// for it (a division by zero) also excludes it.
    std::string ruledOut(const Point& point) const;

  private:
    project::Project m_project; ///< defines the values of its names
    std::vector<project::Formula> m_restrictions;
    std::vector<Dimension> m_dimensions;
    std::uint64_t m_size = 1;
};

} // namespace warpbench::sweep
