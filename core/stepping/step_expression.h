// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/expression/expression.h"
#include "core/stepping/step_view.h"

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace warpbench::session {

/// An expression over what the lanes of a warp hold: a condition, or something to print. The
/// language of project files, and of C++ `&&`, `||`, `!`, members, and elements of arrays, pointers
/// and shared memory: "i < n && data[i + 1] > p.x".
class StepExpression {
  public:
    using Numbers = std::array<std::optional<project::Number>, kStepLanes>;

    /// \throws Error (project) where it is none
    explicit StepExpression(const std::string& text);

    /// By lane; empty where a lane lacks a value that it needs.
    /// \param lanes  those to look at
    /// \throws Error (project) for a name that there is not here, a division by zero, …
    Numbers evaluate(const StepView& view, std::uint32_t lanes) const;
    /// The value itself, where the expression is nothing but a variable or a part of one: its text
    /// shows its type. Empty for others.
    std::optional<StepView::Item> item(const StepView& view, std::uint32_t lanes) const;

  private:
    /// "p.n" or "data[…]", which the language has no word for; a name of ours represents it.
    struct Term {
        std::string path;
        std::shared_ptr<const StepExpression> index; ///< of an element; null: none
    };

    std::string translate(const std::string& text);
    /// An error about the text in the language's own words, as one about the text that was given.
    Error inGivenWords(const Error& error) const;
    std::optional<StepView::Item> itemOf(const std::string& name, const StepView& view,
                                         std::uint32_t lanes) const;

    std::map<std::string, Term> m_terms;
    std::string m_text;       ///< as it was given
    std::string m_translated; ///< in the language's own words, which made the terms
    std::optional<project::Formula> m_formula;
};

} // namespace warpbench::session
