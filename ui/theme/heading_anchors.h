// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QTextDocument;

namespace warpbench::ui {

/// What links call a heading: "Bank conflicts, by line" is #bank-conflicts-by-line, as on the sites
/// that show Markdown.
QString anchorOf(const QString& heading);
/// Names each heading of a document, which Qt's reader of Markdown does not, so that links lead
/// there.
void anchorHeadings(QTextDocument& document);

} // namespace warpbench::ui
