// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/difference_view.h"

#include "ui/documents/line_diff.h"
#include "ui/theme/fonts.h"
#include "ui/theme/theme.h"

#include <QFileInfo>
#include <QTextBlock>
#include <QTextCursor>

#include <algorithm>
#include <utility>

namespace warpbench::ui {

namespace {

constexpr int kContext = 3; ///< lines around a difference

/// Differing lines with some context; "…" replaces omitted lines.
class DifferenceWriter {
  public:
    explicit DifferenceWriter(QPlainTextEdit& view)
        : m_cursor(view.document()) {}

    void write(const TextDocument::DiskChange& change) {
        heading(QFileInfo(change.path).fileName());
        const auto lines = diffTexts(change.theirs, change.ours);
        const auto shown = [&](std::size_t at) {
            const std::size_t from = at > kContext ? at - kContext : 0;
            const std::size_t to = std::min(lines.size(), at + kContext + 1);
            return std::any_of(
                lines.begin() + std::ptrdiff_t(from), lines.begin() + std::ptrdiff_t(to),
                [](const DiffLine& line) { return line.kind != DiffLine::Kind::same; });
        };
        bool skipped = false;
        for (std::size_t i = 0; i < lines.size(); ++i) {
            if (shown(i)) {
                put(lines[i]);
                skipped = false;
            } else if (!std::exchange(skipped, true)) {
                line(QStringLiteral("  …"), themeColors().muted, {});
            }
        }
    }

  private:
    void heading(const QString& name) {
        if (!m_first) {
            line({}, themeColors().text, {});
        }
        line(name, themeColors().muted, {});
    }
    void put(const DiffLine& diff) {
        const ThemeColors& c = themeColors();
        switch (diff.kind) {
        case DiffLine::Kind::removed:
            line(QStringLiteral("− ") + diff.text, c.error, c.errorSoft);
            break;
        case DiffLine::Kind::added:
            line(QStringLiteral("+ ") + diff.text, c.success, c.successSoft);
            break;
        case DiffLine::Kind::same:
            line(QStringLiteral("  ") + diff.text, c.text, {});
            break;
        }
    }
    void line(const QString& text, const QColor& color, const QColor& background) {
        QTextBlockFormat block;
        if (background.isValid()) {
            block.setBackground(background);
        }
        QTextCharFormat letters;
        letters.setForeground(color);
        if (std::exchange(m_first, false)) {
            m_cursor.setBlockFormat(block);
        } else {
            m_cursor.insertBlock(block);
        }
        m_cursor.insertText(text, letters);
    }

    QTextCursor m_cursor;
    bool m_first = true;
};

} // namespace

DifferenceView::DifferenceView(const std::vector<TextDocument::DiskChange>& changes,
                               QWidget* parent)
    : QPlainTextEdit(parent) {
    setReadOnly(true);
    useCodeFont(*this);
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setAccessibleName(tr("Difference"));
    DifferenceWriter writer(*this);
    for (const auto& change : changes) {
        writer.write(change);
    }
    moveCursor(QTextCursor::Start);
}

} // namespace warpbench::ui
