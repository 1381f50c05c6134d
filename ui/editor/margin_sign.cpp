// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/margin_sign.h"

#include <QImage>
#include <QPixmap>
#include <Qsci/qsciscintilla.h>

namespace warpbench::ui {

void defineSign(QsciScintilla& editor, const QPixmap& picture, int marker) {
    // For images, QScintilla uses this scale.
    const auto percent = static_cast<unsigned long>(100 * picture.devicePixelRatio());
    editor.SendScintilla(QsciScintilla::SCI_RGBAIMAGESETSCALE, percent);
    editor.markerDefine(picture.toImage(), marker);
    editor.SendScintilla(QsciScintilla::SCI_RGBAIMAGESETSCALE, 100UL);
}

} // namespace warpbench::ui
