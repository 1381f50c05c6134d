// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/conflict_dialog.h"

#include "ui/models/line_diff.h"
#include "ui/theme/fonts.h"
#include "ui/theme/theme.h"

#include <QDialogButtonBox>
#include <QFileInfo>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTextBlock>
#include <QTextCursor>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace warpbench::ui {

namespace {

constexpr int kContext = 3; ///< lines around a difference

/// Lines that differ, with a few around them; what is left out stands as "…".
class DifferenceWriter {
  public:
    explicit DifferenceWriter(QPlainTextEdit& view)
        : m_cursor(view.document()) {}

    void write(const ProjectDocument::DiskChange& change) {
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

ConflictDialog::ConflictDialog(const std::vector<ProjectDocument::DiskChange>& changes,
                               QWidget* parent)
    : QDialog(parent) {
    setObjectName(QStringLiteral("conflictDialog"));
    setWindowTitle(tr("Changed Elsewhere"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(12);
    QStringList names;
    for (const auto& change : changes) {
        names << QFileInfo(change.path).fileName();
    }
    auto* title = new QLabel(tr("%1 was changed by another program or window.")
                                 .arg(names.join(tr(" and ", "between names of files"))));
    title->setProperty("role", "title");
    title->setWordWrap(true);
    auto* hint = new QLabel(tr("From what lies on disk (−) to what is here (+):"));
    hint->setProperty("role", "muted");
    auto* view = new QPlainTextEdit;
    view->setReadOnly(true);
    view->setFont(codeFont());
    view->setLineWrapMode(QPlainTextEdit::NoWrap);
    view->setAccessibleName(tr("Difference"));
    DifferenceWriter writer(*view);
    for (const auto& change : changes) {
        writer.write(change);
    }
    view->moveCursor(QTextCursor::Start);
    auto* buttons = new QDialogButtonBox;
    const auto add = [&](const QString& text, Choice choice, const QString& tip) {
        auto* button = buttons->addButton(text, QDialogButtonBox::ActionRole);
        button->setToolTip(tip);
        connect(button, &QPushButton::clicked, this, [this, choice] {
            m_choice = choice;
            choice == Choice::cancel ? reject() : accept();
        });
        return button;
    };
    add(tr("&Overwrite"), Choice::overwrite, tr("What is here replaces what lies on disk"));
    add(tr("&Load Theirs"), Choice::reload,
        tr("What lies on disk replaces what is here; Undo takes it back"));
    auto* elsewhere =
        add(tr("&Save As…"), Choice::saveAs, tr("Both stay: yours gets another name"));
    elsewhere->setDefault(true);
    add(tr("&Cancel"), Choice::cancel, tr("Nothing is saved, and nothing is read"));
    layout->addWidget(title);
    layout->addWidget(hint);
    layout->addWidget(view, 1);
    layout->addWidget(buttons);
    elsewhere->setFocus();
    resize(720, 440);
}

} // namespace warpbench::ui
