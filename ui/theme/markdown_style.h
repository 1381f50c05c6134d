// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QTextDocument;

namespace warpbench::ui {

/// Dresses a document that was read from Markdown for reading, in the present theme's colours:
/// room between lines and above headings, code in the editor's font, tables ruled by hairlines
/// rather than by Qt's double frame. To be called again when the document or the theme is another.
/// \param largestHeading by how many of Qt's size steps the first level's headings are larger than
/// the text, each level below one less: Markdown's own, twice the text's, fill a narrow panel
void styleMarkdown(QTextDocument& document, int largestHeading);

} // namespace warpbench::ui
