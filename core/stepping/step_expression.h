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

/// An expression over the values of a warp's lanes: a condition, or something to print. The
/// language of project files plus C++ `&&`, `||`, `!`, members, and elements of arrays, pointers
/// and shared memory: "i < n && data[i + 1] > p.x".
class StepExpression {
  public:
    using Numbers = std::array<std::optional<project::Number>, kStepLanes>;

    /// \throws Error (project) if the text is not an expression
    explicit StepExpression(const std::string& text);

    /// By lane; empty if a lane lacks a required value.
    /// \param lanes  the lanes to evaluate
    /// \throws Error (project) for an unknown name, a division by zero, …
    Numbers evaluate(const StepView& view, std::uint32_t lanes) const;
    /// The item itself if the expression is just a variable or a part of one: its text
    /// depends on its type. Empty for others.
    std::optional<StepView::Item> item(const StepView& view, std::uint32_t lanes) const;

  private:
    /// "p.n" or "data[…]", replaced by a generated name because the language does not have it.
    struct Term {
        std::string path;
        std::shared_ptr<const StepExpression> index; ///< of an element; null: none
    };

    std::string translate(const std::string& text);
    /// Converts an error about the translated text into one about the original text.
    Error inGivenWords(const Error& error) const;
    std::optional<StepView::Item> itemOf(const std::string& name, const StepView& view,
                                         std::uint32_t lanes) const;

    std::map<std::string, Term> m_terms;
    std::string m_text;       ///< original
    std::string m_translated; ///< in the project language; its generated names represent the terms
    std::optional<project::Formula> m_formula;
};

} // namespace warpbench::session
