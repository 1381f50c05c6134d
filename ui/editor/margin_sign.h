// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QPixmap;
class QsciScintilla;

namespace warpbench::ui {

/// Defines a marker from a pixmap with a device pixel ratio above 1.
/// QScintilla 2.13 mistakes its pixel count for its size and draws it too far
/// up and left.
void defineSign(QsciScintilla& editor, const QPixmap& picture, int marker);

} // namespace warpbench::ui
