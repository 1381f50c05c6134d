// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QTextDocument;

namespace warpbench::ui {

/// Formats a document read from Markdown in the colours of the theme: space between lines and above
/// headings, code in the editor's font, tables with thin lines instead of Qt's double frame. Call
/// it again after a change of document or theme.
/// \param largestHeading  Qt size steps by which first-level headings exceed the text; one less per
/// level. Markdown's default doubles the text size, too wide for a narrow panel
void styleMarkdown(QTextDocument& document, int largestHeading);

} // namespace warpbench::ui
