// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>

#include <functional>

class QWidget;

namespace warpbench::ui {

/// Loads the fonts bundled with the program (../share/warpbench/fonts), if any.
void loadBundledFonts();
/// The window's font: Inter if available, else the system's; always in the size of textScale().
QFont interfaceFont();
/// The font for code and numbers: the first available fixed-pitch font without ligatures (`>>=` and
/// `==` must stay readable), else DejaVu Sans Mono, else the system's.
QFont codeFont();
/// Sets that font for a widget and follows its changes.
void useCodeFont(QWidget& widget);
/// The same for another font; calls `font` again when the text scale changes.
void useFont(QWidget& widget, std::function<QFont()> font);
/// Changes codeFont() with the next Theme::apply(). \param family  if empty or not installed: as
/// above \returns whether the font differs from the previous one
bool setCodeFont(const QString& family, int points);
/// For text with addresses: Inter's ligatures draw 0x7f as 0×7f. Also disables kerning.
QFont withoutLigatures(QFont font);
/// Whether any font has Latin letters; without one, every glyph is an empty box.
bool fontsAvailable();

} // namespace warpbench::ui
