// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>
#include <span>

namespace warpbench::ui {

/// Recognises a text as one of the sentences that core can write and translates it, including the
/// values of its %1, %2, ….
/// \param known      core's sentences, marked for translation
/// \param place      regular expression with one group for the values of %1, %2, …
/// \param translate  translates a sentence
std::optional<QString> knownSentence(std::span<const char* const> known, const QString& place,
                                     QString (*translate)(const char*), const QString& said);

} // namespace warpbench::ui
