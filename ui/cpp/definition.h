// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <cstddef>
#include <optional>
#include <vector>

namespace warpbench::ui {

/// A text with its file name.
struct NamedText {
    QString path; ///< empty: a source without a file
    QString text;
};

struct Definition {
    std::size_t file = 0; ///< index of the file
    int line = 1;
    int column = 1; ///< in bytes, from 1, like the editor
};

/// The name at a position; empty: none. \param at  in UTF-16 units
QString nameAt(const QString& text, qsizetype at);

/// Finds the definition of the name at a position, or else its declaration: first in the same file,
/// then in the others in order. On an #include, returns the start of that file.
/// \param here  index of the file that contains the position
std::optional<Definition> findDefinition(const std::vector<NamedText>& files, std::size_t here,
                                         qsizetype at);

} // namespace warpbench::ui
