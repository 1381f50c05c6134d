// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/host_array.h"
#include "core/formulas/element_expression.h"

#include <QString>

#include <cstdint>
#include <span>
#include <vector>

namespace warpbench::ui {

/// New values of elements, as typed: an expression over `i`, `j`, `k`, parameters and defines. For
/// vectors, it is that of every lane, or there is one for each lane, separated by commas.
class ElementFormula {
  public:
    /// \param dtype  not a struct
    /// \param shape  of the buffer
    /// \throws Error (project) if the text cannot be evaluated
    ElementFormula(const QString& text, const arrays::DType& dtype,
                   const std::vector<std::int64_t>& shape, const project::NumberTable& numbers);

    /// \param out  the element's bytes
    /// \throws Error (project) for a division by 0
    void evaluate(std::int64_t element, std::span<std::byte> out) const;

  private:
    std::vector<project::ElementExpression> m_parts; ///< of all lanes, or of each
    std::int64_t m_lanesPerPart = 1;
};

} // namespace warpbench::ui
