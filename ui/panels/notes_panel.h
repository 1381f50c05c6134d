// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/documents/project_document.h"

#include <QString>
#include <QWidget>

#include <optional>

class QPlainTextEdit;
class QStackedWidget;
class QTextBrowser;
class QTextDocument;
class QToolButton;

namespace warpbench::ui {

/// The project's notes in Markdown, rendered or as editable text.
class NotesPanel : public QWidget {
    Q_OBJECT

  public:
    explicit NotesPanel(ProjectDocument& document, QWidget* parent = nullptr);

  private:
    void refresh();

    ProjectDocument& m_document;
    QStackedWidget* m_stack;
    QTextBrowser* m_view;
    QTextDocument* m_written = nullptr; ///< the rendered notes; null until there are any
    QPlainTextEdit* m_edit;
    QToolButton* m_editing;
    std::optional<QString> m_shown; ///< as Markdown
};

} // namespace warpbench::ui
