// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QPixmap;
class QsciScintilla;

namespace warpbench::ui {

/// Defines a marker by a picture that may have more pixels than its size on the screen.
/// QScintilla 2.13 takes a QPixmap's pixels for its size, and draws it up and to the left of its
/// place.
void defineSign(QsciScintilla& editor, const QPixmap& picture, int marker);

} // namespace warpbench::ui
