// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace warpbench::ui {

/// Codes of the languages in this build, "en" first. The only one if the build had no Qt
/// translation tools (docs/architecture.md).
QStringList languages();
/// A language's own name: "Deutsch".
QString nameOfLanguage(const QString& code);
/// The first of the user's preferred system languages that exists here; "en" if none does.
QString systemLanguage();
/// Sets the language of all texts requested from now on. English also needs a translation, for
/// plurals. Dates use the format of that language, whatever the system's locale. Numbers and input
/// in fields use a decimal point in every language, as in source code.
/// Existing widgets keep their texts. \param code  one of languages()
void useLanguage(const QString& code);
/// The last argument of useLanguage(); "en" before the first call.
QString currentLanguage();

} // namespace warpbench::ui
