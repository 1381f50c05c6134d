// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/notes_panel.h"

#include "ui/fields/form.h"
#include "ui/theme/dock_sight.h"
#include "ui/theme/fonts.h"
#include "ui/theme/markdown_style.h"
#include "ui/theme/theme.h"
#include "ui/theme/turns.h"
#include "ui/words/lesson_text.h"
#include "ui/words/text.h"

#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QTextBrowser>
#include <QTextDocument>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace warpbench::ui {

NotesPanel::NotesPanel(ProjectDocument& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_stack(new QStackedWidget)
    , m_view(new QTextBrowser)
    , m_edit(new QPlainTextEdit)
    , m_editing(new QToolButton) {
    setObjectName(QStringLiteral("notesPanel"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_editing->setText(tr("Edit"));
    m_editing->setCheckable(true);
    m_editing->setToolTip(tr("Edit the notes as Markdown"));
    m_editing->setAccessibleName(tr("Edit notes"));
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(kGap, kSmallGap, kGap, kSmallGap);
    bar->addStretch();
    bar->addWidget(m_editing);
    m_view->setAccessibleName(tr("Notes"));
    m_view->setOpenExternalLinks(true);
    m_edit->setAccessibleName(tr("Notes as Markdown"));
    useCodeFont(*m_edit);
    m_edit->setTabChangesFocus(true); // the only way to leave it with the keyboard
    m_edit->setPlaceholderText(tr("What this project shows, in Markdown."));
    m_stack->addWidget(m_view);
    m_stack->addWidget(m_edit);
    layout->addWidget(m_stack, 1);
    layout->addLayout(bar);
    connect(m_editing, &QToolButton::toggled, this, [this](bool on) {
        m_stack->setCurrentIndex(on ? 1 : 0);
        m_editing->setText(on ? tr("Done") : tr("Edit"));
        if (on) {
            m_edit->setFocus();
        }
        refresh();
    });
    connect(m_edit, &QPlainTextEdit::textChanged, this, [this] {
        m_document.edit(
            tr("Edit notes"), [this](project::Project& p) { p.notes = ss(m_edit->toPlainText()); },
            QStringLiteral("notes"));
    });
    auto* seen = new WhenSeen(*this, [this] { refresh(); });
    connect(&document, &ProjectDocument::changed, this, [this, seen] {
        if (window()->isVisible()) {
            inTurn(*this, [seen] { seen->due(); }); // the layout of a long lesson takes time
        } else {
            seen->due();
        }
    });
    connect(&Theme::instance(), &Theme::changed, seen, [this, seen] {
        m_shown.reset();
        inTurn(*this, [seen] { seen->due(); });
    });
    refresh();
}

void NotesPanel::refresh() {
    const QString notes = qs(m_document.project().notes);
    if (m_edit->toPlainText() != notes) {
        const QSignalBlocker block(m_edit);
        m_edit->setPlainText(notes);
    }
    if (m_editing->isChecked() || m_shown == notes) {
        return; // keeps the scroll position when other parts of the project change
    }
    m_shown = notes;
    // A document without a view gets only one layout, not one per format change.
    auto* document = new QTextDocument(m_view);
    document->setDocumentMargin(kMargin);
    document->setDefaultFont(interfaceFont());
    document->setMarkdown(
        notes.isEmpty()
            ? tr("*This project does not contain notes. Press Edit to say what it shows.*")
            : lessonText(notes));
    styleMarkdown(*document, 1);
    m_view->setDocument(document); // the view deletes only its own initial document
    delete std::exchange(m_written, document);
}

} // namespace warpbench::ui
