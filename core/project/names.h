// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/expression/expression.h"
#include "core/project/project.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace warpbench::project {

/// Bytes between the starts of lines of a pitched buffer: a multiple of 512, as in cuMemAllocPitch.
constexpr std::uint64_t pitchOf(std::uint64_t lineBytes) {
    constexpr std::uint64_t kStep = 512;
    return (lineBytes + kStep - 1) / kStep * kStep;
}

/// The shared namespace of parameters, defines and buffers, and their numbers, evaluated when first
/// needed. The project must outlive it.
class Names {
  public:
    /// \throws Error (project) if a name is used twice or is invalid
    explicit Names(const Project& project);

    /// The value of a parameter or define; empty if the name is unknown.
    /// \throws Error (project) for a cycle, or a define that is not a number
    std::optional<Number> find(const std::string& name);

    /// All parameters, and the defines that are numbers.
    NumberTable table();

    Number number(const Expression& expression);
    std::int64_t integer(const Expression& expression);
    /// An integer in [low, high]. \param what  its name in messages, "grid", "shared"
    std::int64_t integer(const Expression& expression, std::int64_t low, std::int64_t high,
                         const ErrorText& what);

    /// Names of parameters and defines, for suggestions.
    std::vector<std::string> known() const;
    Place placeOf(const std::string& pointer) const;

  private:
    void claim(const std::string& name, const std::string& kind, const Place& place);
    std::optional<Number> pitchOfBuffer(const std::string& call);
    Number evaluateParameter(const std::string& name, const Expression& value);
    Number evaluateDefine(const std::string& name, const std::optional<std::string>& text);
    Number evaluateIn(const Formula& formula, bool definesOnly);

    const Project& m_project;
    NumberTable m_values;
    std::map<std::string, std::pair<std::string, Place>> m_claims; ///< name → what it is, where
    std::vector<std::string> m_underWay;                           ///< for cycles
};

/// Replaces each ${NAME} of a kernel's name by the parameter's value or the define's text.
/// \throws Error (project) for an unknown name or a missing brace
std::string insertNames(const Expression& text, const CompileSettings& compile,
                        const NumberTable& names);

/// Marks a value that is not in any file; never shown as a place.
Place overridePlace(const std::string& name);

} // namespace warpbench::project
