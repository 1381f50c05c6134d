// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace warpbench::ui {

/// The languages that the program was built with, as codes: "en" first. Without Qt's tools for
/// translations that is the only one (docs/architecture.md).
QStringList languages();
/// What a language calls itself: "Deutsch".
QString nameOfLanguage(const QString& code);
/// Which of the languages the system's user reads, by order of preference; "en" where none.
QString systemLanguage();
/// Has every text that is asked for from now on in a language; for English that is about plurals.
/// Dates are written as that language has them, whatever the system's is. Figures and what is typed
/// into fields have a decimal point in every language, as the source has it.
/// Widgets that are there already keep theirs. \param code  one of languages()
void useLanguage(const QString& code);
/// Of useLanguage; "en" before it was called.
QString currentLanguage();

} // namespace warpbench::ui
