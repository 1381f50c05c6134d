// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <cstddef>
#include <optional>
#include <vector>

namespace warpbench::ui {

/// A text with the name of its file.
struct NamedText {
    QString path; ///< empty: a source without a file
    QString text;
};

struct Definition {
    std::size_t file = 0; ///< its index
    int line = 1;
    int column = 1; ///< in bytes, from 1, as the editor counts
};

/// The name at a place; empty: there is none. \param at  in UTF-16 units
QString nameAt(const QString& text, qsizetype at);

/// Where the name at a place is defined, or else declared: in the same file first, then in the
/// others in their order. On an #include it is the start of that file.
/// \param here  the index of the file that the place is in
std::optional<Definition> findDefinition(const std::vector<NamedText>& files, std::size_t here,
                                         qsizetype at);

} // namespace warpbench::ui
