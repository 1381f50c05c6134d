// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/editor_pane.h"

#include "ui/editor/code_editor.h"
#include "ui/editor/find_bar.h"
#include "ui/editor/line_cost_bar.h"
#include "ui/theme/banner.h"

#include <QKeyEvent>
#include <QVBoxLayout>

namespace warpbench::ui {

EditorPane::EditorPane(QWidget* parent)
    : QWidget(parent)
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
    layout->addWidget(m_lineCosts);
    layout->addWidget(m_editor, 1);
    // Beneath the code: above it, each run would push the lines down, and the next key up again.
    layout->addWidget(m_resultBanner);
    layout->addWidget(m_findBar);
    m_toolkitBanner->setObjectName(QStringLiteral("toolkitBanner"));
    m_documentBanner->setObjectName(QStringLiteral("documentBanner"));
    m_resultBanner->setObjectName(QStringLiteral("resultBanner"));
    setFocusProxy(m_editor);
    m_editor->installEventFilter(this);
}

/// Esc in the editor closes the find bar, before it means anything to the window.
bool EditorPane::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape && m_findBar->isVisible() &&
        !m_editor->isListActive() && !m_editor->isCallTipActive()) {
        m_findBar->close();
        event->accept();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace warpbench::ui
