// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/dtype.h"
#include "core/formulas/element_expression.h"
#include "core/layouts/layout.h"

#include <QString>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace warpbench::ui {

/// The values that a typed text gives to some places in a buffer's memory.
class ValueEdit {
  public:
    /// The member of a record. \param row  the record
    struct Member {
        std::int64_t row = 0;
        std::size_t column = 0;
        std::int64_t byte = 0; ///< in the buffer
    };

    /// \param dtype  not a struct
    /// \throws Error (project) if the text cannot be evaluated
    static ValueEdit ofElements(const QString& text, const arrays::DType& dtype,
                                const std::vector<std::int64_t>& shape,
                                const std::vector<std::int64_t>& elements,
                                const project::NumberTable& numbers);
    /// Members of any types. `i` is the record, `j` the column. Texts are written as they are, or
    /// in quotes. \throws Error (project) likewise
    static ValueEdit ofMembers(const QString& text, const layouts::Layout& layout,
                               std::int64_t records, const std::vector<Member>& members,
                               const project::NumberTable& numbers);

    /// Writes the values. \param memory  of the whole buffer \throws Error (project)
    void apply(std::span<std::byte> memory) const;
    /// Evaluates the first value. \throws Error (project)
    void check() const;

  private:
    struct Place {
        std::int64_t byte = 0;
        std::int64_t index = 0; ///< that the value depends on
        std::size_t value = 0;  ///< of m_values
    };
    struct Value {
        std::size_t size = 0; ///< bytes
        std::function<void(std::int64_t index, std::span<std::byte> out)> write;
    };

    std::vector<Value> m_values;
    std::vector<Place> m_places;
};

} // namespace warpbench::ui
