// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/editor_pane.h"

#include "ui/documents/project_texts.h"
#include "ui/editor/code_editor.h"
#include "ui/editor/find_bar.h"
#include "ui/editor/line_cost_bar.h"
#include "ui/theme/banner.h"
#include "ui/theme/icons.h"
#include "ui/theme/text_scale.h"

#include <QDir>
#include <QFileInfo>
#include <QKeyEvent>
#include <QScopedValueRollback>
#include <QStackedWidget>
#include <QTabBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace warpbench::ui {

namespace {

constexpr int kLeastName = 20; ///< characters of a file name that always fit in its tab

/// Scrolls if there are many files: Qt would elide names to their first and last letter.
class FileTabs : public QTabBar {
  protected:
    QSize minimumTabSizeHint(int index) const override {
        const QSize whole = tabSizeHint(index);
        const int rest = whole.width() - fontMetrics().horizontalAdvance(tabText(index));
        const int least = rest + kLeastName * fontMetrics().averageCharWidth();
        return {std::min(whole.width(), least), whole.height()};
    }
};

} // namespace

EditorPane::EditorPane(QWidget* parent)
    : QWidget(parent)
    , m_tabs(new FileTabs)
    , m_stack(new QStackedWidget)
    , m_toolkitBanner(new Banner)
    , m_documentBanner(new Banner)
    , m_resultBanner(new Banner)
    , m_editor(new CodeEditor)
    , m_lineCosts(new LineCostBar(*m_editor))
    , m_findBar(new FindBar(*m_editor)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_toolkitBanner);
    layout->addWidget(m_documentBanner);
    layout->addWidget(m_tabs);
    layout->addWidget(m_stack, 1);
    auto* source = new QWidget;
    auto* sourceLayout = new QVBoxLayout(source);
    sourceLayout->setContentsMargins(0, 0, 0, 0);
    sourceLayout->setSpacing(0);
    sourceLayout->addWidget(m_lineCosts);
    sourceLayout->addWidget(m_editor, 1);
    source->setFocusProxy(m_editor);
    m_stack->addWidget(source);
    // Below the code: above it, each run and each following key would move the lines.
    layout->addWidget(m_resultBanner);
    layout->addWidget(m_findBar);
    m_toolkitBanner->setObjectName(QStringLiteral("toolkitBanner"));
    m_documentBanner->setObjectName(QStringLiteral("documentBanner"));
    m_resultBanner->setObjectName(QStringLiteral("resultBanner"));
    m_tabs->setObjectName(QStringLiteral("documentTabs"));
    m_tabs->setAccessibleName(tr("Open files"));
    m_tabs->setExpanding(false);
    m_tabs->setElideMode(Qt::ElideMiddle);
    m_tabs->addTab(tr("Source"));
    m_tabs->hide();
    m_pages.push_back({nullptr, m_editor});
    connect(m_tabs, &QTabBar::currentChanged, this, &EditorPane::showPage);
    connect(
        m_tabs, &QTabBar::tabBarClicked, this,
        [this](int tab) {
            if (tab >= 0) { // who clicks a file wants to type in it
                current().setFocus();
            }
        },
        Qt::QueuedConnection);
    connect(m_editor, &CodeEditor::placeShown, this, [this] { m_tabs->setCurrentIndex(0); });
    connect(m_editor, &CodeEditor::placeShown, this, &EditorPane::placeShown);
    setFocusProxy(m_editor);
    m_editor->installEventFilter(this);
}

void EditorPane::setTexts(ProjectTexts& texts) {
    m_pages.front().text = &texts.source();
    attach(*m_editor, texts.source());
    connect(&texts, &ProjectTexts::removed, this, [this](ProjectText* text) { close(*text); });
    connect(&texts, &ProjectTexts::moved, this, [this] {
        for (int tab = 1; tab < int(m_pages.size()); ++tab) {
            labelTab(tab);
        }
    });
}

/// Keeps an editor and its text equal.
void EditorPane::attach(CodeEditor& editor, ProjectText& text) {
    connect(&editor, &CodeEditor::textChanged, &text, [this, &editor, &text] {
        if (!m_loading) {
            text.setText(editor.text());
        }
        emit edited();
    });
    const auto load = [this, &editor, &text](void (CodeEditor::*put)(const QString&)) {
        {
            const QScopedValueRollback loading(m_loading, true);
            const bool readOnly = editor.isReadOnly();
            editor.setReadOnly(false);
            (editor.*put)(text.text());
            editor.setReadOnly(readOnly);
        }
        emit edited();
    };
    connect(&text, &TextDocument::replaced, &editor, [load] { load(&CodeEditor::replaceText); });
    connect(&text, &TextDocument::reloaded, &editor, [load] { load(&CodeEditor::reloadText); });
    load(&CodeEditor::replaceText);
}

CodeEditor& EditorPane::current() const {
    return *m_pages[std::size_t(std::max(0, m_tabs->currentIndex()))].editor;
}

QString EditorPane::currentFile() const {
    return fileOf(current());
}

void EditorPane::setSourceName(const QString& name) {
    m_tabs->setTabText(0, name);
}

QStringList EditorPane::files() const {
    QStringList files;
    for (std::size_t i = 1; i < m_pages.size(); ++i) {
        files << m_pages[i].text->file();
    }
    return files;
}

CodeEditor* EditorPane::fileEditor(const QString& file) const {
    const auto page = std::find_if(m_pages.begin() + 1, m_pages.end(), [&](const Page& candidate) {
        return candidate.text->file() == file;
    });
    return page == m_pages.end() ? nullptr : page->editor;
}

QString EditorPane::fileOf(const CodeEditor& editor) const {
    const int page = pageOf(editor);
    return page > 0 ? m_pages[std::size_t(page)].text->file() : QString();
}

int EditorPane::pageOf(const CodeEditor& editor) const {
    const auto page = std::find_if(m_pages.begin(), m_pages.end(), [&](const Page& candidate) {
        return candidate.editor == &editor;
    });
    return page == m_pages.end() ? -1 : int(page - m_pages.begin());
}

int EditorPane::pageOf(const ProjectText& text) const {
    const auto page = std::find_if(m_pages.begin(), m_pages.end(),
                                   [&](const Page& candidate) { return candidate.text == &text; });
    return page == m_pages.end() ? -1 : int(page - m_pages.begin());
}

void EditorPane::bringToFront(const CodeEditor& editor) {
    m_tabs->setCurrentIndex(pageOf(editor));
}

CodeEditor* EditorPane::editorOf(const ProjectText& text) const {
    const int page = pageOf(text);
    return page < 0 ? nullptr : m_pages[std::size_t(page)].editor;
}

CodeEditor& EditorPane::open(ProjectText& text, const QString& whyReadOnly) {
    auto* editor = new CodeEditor;
    editor->setObjectName(QStringLiteral("headerEditor"));
    editor->setTabWidth(m_editor->tabWidth());
    editor->setPresenting(m_presenting);
    editor->setComputeCapability(m_capability);
    editor->installEventFilter(this);
    attach(*editor, text);
    editor->setReadOnly(!whyReadOnly.isEmpty());
    m_pages.push_back({&text, editor, whyReadOnly});
    m_stack->addWidget(editor);
    const int tab = m_tabs->addTab(QString());
    auto* close = new QToolButton;
    close->setIcon(icon(QStringLiteral("close"), IconTint::muted));
    close->setAutoRaise(true);
    scaleIcon(*close, 12);
    close->setFocusPolicy(Qt::TabFocus);
    m_tabs->setTabButton(tab, QTabBar::RightSide, close);
    labelTab(tab);
    m_tabs->show();
    connect(close, &QToolButton::clicked, &text, [this, &text] { emit closeWanted(&text); });
    connect(editor, &CodeEditor::placeShown, this, [this, editor] { bringToFront(*editor); });
    connect(editor, &CodeEditor::placeShown, this, &EditorPane::placeShown);
    connect(&text, &TextDocument::modifiedChanged, editor,
            [this, editor] { labelTab(pageOf(*editor)); });
    emit opened(editor);
    return *editor;
}

/// Labels another text's tab: name, unsaved changes, and whether and why it is read-only.
void EditorPane::labelTab(int tab) {
    const Page& page = m_pages[std::size_t(tab)];
    const QString name = QFileInfo(page.text->path()).fileName();
    const QString& why = page.whyReadOnly;
    const bool modified = page.text->isModified();
    const QString path = QDir::toNativeSeparators(page.text->path());
    const QString label = why.isEmpty() ? name : tr("%1 (read-only)").arg(name);
    m_tabs->setTabText(tab, modified ? label + QLatin1Char('*') : label);
    m_tabs->setTabToolTip(tab, !why.isEmpty() ? tr("%1, read-only: %2").arg(path, why)
                               : modified     ? tr("%1, not saved").arg(path)
                                              : path);
    page.editor->setAccessibleName(label);
    auto* close = qobject_cast<QToolButton*>(m_tabs->tabButton(tab, QTabBar::RightSide));
    close->setToolTip(tr("Close %1").arg(name));
    close->setAccessibleName(close->toolTip());
}

void EditorPane::close(const ProjectText& text) {
    const int tab = pageOf(text);
    if (tab <= 0) {
        return; // the source cannot be closed
    }
    if (m_tabs->currentIndex() == tab) {
        m_tabs->setCurrentIndex(tab - 1);
    }
    CodeEditor* editor = m_pages[std::size_t(tab)].editor;
    emit closing(editor);
    text.disconnect(editor);
    editor->disconnect(&text);
    m_pages.erase(m_pages.begin() + tab);
    m_stack->removeWidget(editor);
    m_tabs->removeTab(tab); // shows the page of the current tab
    m_tabs->setVisible(m_pages.size() > 1);
    editor->deleteLater();
    emit currentChanged();
}

void EditorPane::showPage(int tab) {
    if (tab < 0 || tab >= int(m_pages.size())) {
        return; // it is being created or removed
    }
    // By widget: while a tab is being removed, the indexes of stack and tabs differ.
    m_stack->setCurrentWidget(tab == 0 ? m_stack->widget(0) : m_pages[std::size_t(tab)].editor);
    setFocusProxy(&current());
    m_findBar->setEditor(current());
    emit currentChanged();
}

void EditorPane::setTabWidth(int columns) {
    for (const Page& page : m_pages) {
        page.editor->setTabWidth(columns);
    }
}

void EditorPane::setComputeCapability(int capability) {
    m_capability = capability;
    for (const Page& page : m_pages) {
        page.editor->setComputeCapability(capability);
    }
}

void EditorPane::setPresenting(bool presenting) {
    m_presenting = presenting;
    for (const Page& page : m_pages) {
        page.editor->setPresenting(presenting);
    }
}

/// Esc in the editor first closes the find bar, before the window handles it.
bool EditorPane::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape && m_findBar->isVisible() &&
        !current().isListActive() && !current().isCallTipActive()) {
        m_findBar->close();
        event->accept();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace warpbench::ui
