// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>

#include <functional>

class QWidget;

namespace warpbench::ui {

/// Loads the fonts that are beside the program (../share/warpbench/fonts), if any.
void loadBundledFonts();
/// The window's font: Inter where there is one, else the system's. Both have textScale()'s size.
QFont interfaceFont();
/// Code and numbers: the first fixed-pitch font found of those without ligatures (`>>=` and `==`
/// must stay readable), else DejaVu Sans Mono, else the system's.
QFont codeFont();
/// Shows a widget's text in that font, also when it changes.
void useCodeFont(QWidget& widget);
/// The same for another font, which is asked for again whenever text has another size.
void useFont(QWidget& widget, std::function<QFont()> font);
/// What codeFont() gives from the next Theme::apply() on. \param family  empty, or one that is not
/// there: as above \returns whether it is another one than before
bool setCodeFont(const QString& family, int points);
/// For text with addresses: Inter's ligatures draw 0x7f as 0×7f. Loses kerning too.
QFont withoutLigatures(QFont font);
/// Whether any font can draw Latin letters; without one every glyph is an empty box.
bool fontsAvailable();

} // namespace warpbench::ui
