// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/heading_anchors.h"

#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>

namespace warpbench::ui {

QString anchorOf(const QString& heading) {
    QString anchor;
    for (const QChar letter : heading.trimmed().toLower()) {
        if (letter.isLetterOrNumber() || letter == QLatin1Char('-') || letter == QLatin1Char('_')) {
            anchor += letter;
        } else if (letter.isSpace()) {
            anchor += QLatin1Char('-');
        }
    }
    return anchor;
}

void anchorHeadings(QTextDocument& document) {
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        if (block.blockFormat().headingLevel() == 0 || block.length() < 2) {
            continue;
        }
        QTextCursor letter(block);
        letter.movePosition(QTextCursor::NextCharacter, QTextCursor::KeepAnchor);
        QTextCharFormat format;
        format.setAnchor(true);
        format.setAnchorNames({anchorOf(block.text())});
        letter.mergeCharFormat(format);
    }
}

} // namespace warpbench::ui
