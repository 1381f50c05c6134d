// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QTextDocument;

namespace warpbench::ui {

/// The anchor of a heading: "Bank conflicts, by line" is #bank-conflicts-by-line, as on websites
/// that render Markdown.
QString anchorOf(const QString& heading);
/// Adds anchors to all headings of a document, so that links work. Qt's Markdown reader does not
/// add them.
void anchorHeadings(QTextDocument& document);

} // namespace warpbench::ui
