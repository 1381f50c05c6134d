// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/code_text.h"

#include "ui/documents/project_document.h"
#include "ui/fields/form.h"
#include "ui/listing/listing.h"
#include "ui/theme/theme.h"
#include "ui/words/text.h"

#include <QFileInfo>
#include <QFontMetrics>
#include <QPainter>
#include <QStyleOptionViewItem>

namespace warpbench::ui {

namespace {

constexpr int kTabWidth = 4;

QColor colorOf(ListingToken token) {
    const ThemeColors& c = themeColors();
    switch (token) {
    case ListingToken::opcode:
        return c.keyword;
    case ListingToken::modifier:
    case ListingToken::directive:
        return c.type;
    case ListingToken::reg:
        return c.builtin;
    case ListingToken::number:
        return c.number;
    case ListingToken::label:
        return c.string;
    case ListingToken::comment:
        return c.comment;
    case ListingToken::plain:
        break;
    }
    return c.text;
}

} // namespace

QString expanded(const QString& line) {
    QString text;
    for (const QChar c : line) {
        if (c == QLatin1Char('\t'))
            text += QString(kTabWidth - int(text.size()) % kTabWidth, QLatin1Char(' '));
        else
            text += c;
    }
    return text;
}

void drawCode(QPainter& painter, const QStyleOptionViewItem& option, const QString& line) {
    const QString text = expanded(line);
    const QFontMetrics metrics(option.font);
    const int y =
        option.rect.top() + (option.rect.height() - metrics.height()) / 2 + metrics.ascent();
    const int left = option.rect.left() + kSmallGap;
    const int letter = metrics.horizontalAdvance(QLatin1Char('0'));
    const auto draw = [&](int begin, int length, ListingToken token) {
        painter.setPen(colorOf(token));
        painter.drawText(left + begin * letter, y, text.mid(begin, length));
    };
    int at = 0;
    for (const ListingSpan& span : spansOf(text)) {
        if (span.begin > at)
            draw(at, span.begin - at, ListingToken::plain);
        draw(span.begin, span.length, span.token);
        at = span.begin + span.length;
    }
    if (at < text.size())
        draw(at, int(text.size()) - at, ListingToken::plain);
}

std::string compiledName(const ProjectDocument& document) {
    if (const QString source = document.sourcePath(); !source.isEmpty())
        return ss(source);
    const QString project = QFileInfo(document.path()).fileName();
    return project.isEmpty() ? "kernel.cu" : ss(project) + ".cu";
}

} // namespace warpbench::ui
