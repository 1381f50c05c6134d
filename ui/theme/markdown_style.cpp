// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/markdown_style.h"

#include "ui/theme/fonts.h"
#include "ui/theme/theme.h"

#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextFrame>
#include <QTextTable>

#include <algorithm>
#include <utility>

namespace warpbench::ui {

namespace {

constexpr int kLineHeight = 130;    // per cent; Markdown's default is too tight
constexpr qreal kCellPadding = 4;   // pixels
constexpr qreal kAboveHeading = 12; // pixels

void styleHeadings(QTextDocument& document, int largest) {
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        const int level = block.blockFormat().headingLevel();
        if (level == 0) {
            continue;
        }
        QTextCursor heading(block);
        QTextBlockFormat room;
        room.setTopMargin(block == document.begin() ? 0 : kAboveHeading);
        heading.mergeBlockFormat(room);
        heading.select(QTextCursor::BlockUnderCursor);
        QTextCharFormat size; // in Qt's steps
        size.setProperty(QTextFormat::FontSizeAdjustment, std::max(0, largest + 1 - level));
        heading.mergeCharFormat(size);
    }
}

/// Qt asks the system for "monospace", which may differ from the editor's font.
void styleCode(QTextDocument& document) {
    QTextCharFormat code;
    code.setFontFamilies(codeFont().families());
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        QList<QPair<int, int>> ranges; // applying a format invalidates iterators over fragments
        for (auto it = block.begin(); !it.atEnd(); ++it) {
            if (it.fragment().charFormat().fontFixedPitch()) {
                ranges.append({it.fragment().position(), it.fragment().length()});
            }
        }
        for (const auto& [position, length] : std::as_const(ranges)) {
            QTextCursor cursor(&document);
            cursor.setPosition(position);
            cursor.setPosition(position + length, QTextCursor::KeepAnchor);
            cursor.mergeCharFormat(code);
        }
    }
}

void styleTable(QTextTable& table) {
    QTextTableFormat format = table.format();
    format.setBorder(1);
    format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
    format.setBorderBrush(themeColors().border);
    format.setBorderCollapse(true);
    format.setCellSpacing(0);
    format.setCellPadding(kCellPadding);
    format.setTopMargin(kCellPadding);
    format.setBottomMargin(2 * kCellPadding);
    table.setFormat(format);
    for (int column = 0; column < table.columns(); ++column) {
        QTextCharFormat head = table.cellAt(0, column).format();
        head.setBackground(themeColors().panel);
        table.cellAt(0, column).setFormat(head);
    }
}

} // namespace

void styleMarkdown(QTextDocument& document, int largestHeading) {
    QTextCursor all(&document);
    all.select(QTextCursor::Document);
    QTextBlockFormat lines;
    lines.setLineHeight(kLineHeight, QTextBlockFormat::ProportionalHeight);
    all.mergeBlockFormat(lines);
    styleHeadings(document, largestHeading);
    styleCode(document);
    for (QTextFrame* frame : document.rootFrame()->childFrames()) {
        if (auto* table = qobject_cast<QTextTable*>(frame)) {
            styleTable(*table);
        }
    }
}

} // namespace warpbench::ui
