// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>
#include <span>

namespace warpbench::ui {

/// Finds which of the sentences that core is known to write a text is, and says it in the window's
/// language, with what stood at its %1, %2, ….
/// \param known      as core words them, marked for the catalogue
/// \param place      a regular expression of what may be at a %1, with one group
/// \param translate  asks for a sentence in the language
std::optional<QString> knownSentence(std::span<const char* const> known, const QString& place,
                                     QString (*translate)(const char*), const QString& said);

} // namespace warpbench::ui
