// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/expression/expression.h"
#include "core/project/names.h"
#include "core/project/project.h"

#include <cstddef>
#include <optional>
#include <string>

namespace warpbench::exporting {

/// The names whose values a project's sweep varies, and expressions with them in Python. The
/// project must outlive it.
class TunedNames {
  public:
    /// \param project  has a sweep and is accepted by makePlan
    explicit TunedNames(const project::Project& project);

    /// Whether a name has different values in the combinations of the sweep.
    bool varies(const std::string& name) const;
    /// \param options  for parsing the expression where it is used
    bool varies(const project::Expression& expression, project::ParseOptions options = {}) const;

    /// The sweep's name if an expression consists only of it; empty otherwise.
    std::string nameAlone(const project::Expression& expression) const;

    /// The rounded-up quotient in ceil_div(fixed, d) or (fixed + d - 1) // d with a varying d.
    struct Quotient {
        std::string dividend, divisor; ///< in Python
    };
    std::optional<Quotient> quotient(const project::Expression& expression);

    /// The value of an expression that does not vary.
    project::Number number(const project::Expression& expression) {
        return m_names.number(expression);
    }

    /// The expression in Python, where the dictionary `p` contains the values of the sweep's names.
    /// \throws Error (project) that names what has no equivalent in Python
    std::string python(const project::Expression& expression);

    /// A value of the sweep as a Python literal: a number, or the text of a define.
    std::string literal(const std::string& name, const project::Expression& value) const;

  private:
    using Index = std::uint32_t; ///< of a node

    bool isTuned(const std::string& name) const;
    bool varies(const project::Formula& formula, Index index) const;
    std::string python(const project::Formula& formula, Index index);
    std::string nameInPython(const project::Formula& formula, const project::Node& node);
    std::string callInPython(const project::Formula& formula, const project::Node& node);

    const project::Project& m_project;
    project::Names m_names;
};

/// A number as a Python literal.
std::string pythonNumber(const project::Number& number);

} // namespace warpbench::exporting
