// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/setup/setup_panel.h"

#include "ui/fields/form.h"
#include "ui/setup/buffers_panel.h"
#include "ui/setup/constants_panel.h"
#include "ui/setup/launch_panel.h"
#include "ui/setup/names_panel.h"
#include "ui/setup/options_panel.h"
#include "ui/setup/question_card.h"
#include "ui/setup/source_card.h"
#include "ui/words/text.h"
#include "ui/workbench/workbench.h"

#include <QScrollArea>
#include <QShortcut>
#include <QTabBar>
#include <QUndoStack>
#include <QVBoxLayout>

namespace warpbench::ui {

SetupPanel::SetupPanel(Workbench& bench) {
    auto* launchPage = new QWidget;
    auto* layout = new QVBoxLayout(launchPage);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* questions = new QuestionCard(bench.document);
    m_names = new NamesPanel(bench.document); // changed most often
    m_launch = new LaunchPanel(bench);
    layout->addWidget(questions);
    layout->addWidget(new SourceCard(bench));
    layout->addWidget(m_names);
    layout->addWidget(m_launch);
    layout->addStretch(1);
    connect(questions, &QuestionCard::placeWanted, this, &SetupPanel::showPlace);
    setDocumentMode(true);
    tabBar()->setAccessibleName(tr("Set-up pages"));
    addTab(makeScrolling(launchPage, tr("Launch")), tr("Launch"));
    auto* dataPage = new QWidget;
    auto* rows = new QVBoxLayout(dataPage);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    m_buffers = new BuffersPanel(bench.document);
    connect(m_buffers, &BuffersPanel::chosen, &bench.selection, &Selection::setBuffer);
    connect(&bench.selection, &Selection::bufferChanged, m_buffers, &BuffersPanel::selectBuffer);
    rows->addWidget(m_buffers);
    m_constants = new ConstantsPanel(bench);
    rows->addWidget(m_constants);
    rows->addStretch(1);
    addTab(makeScrolling(dataPage, tr("Data")), tr("Data"));
    addTab(makeScrolling(new OptionsPanel(bench), tr("Project")), tr("Project"));
    // Undo depends on the focus: here it affects the set-up, in the editor the text.
    QUndoStack* history = bench.document.undoStack();
    new QShortcut(QKeySequence::Undo, this, history, &QUndoStack::undo,
                  Qt::WidgetWithChildrenShortcut);
    // Both, because platforms use different keys for redo.
    for (const QKeySequence& keys :
         {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)}) {
        new QShortcut(keys, this, history, &QUndoStack::redo, Qt::WidgetWithChildrenShortcut);
    }
}

QStringList SetupPanel::parts() const {
    return {QStringLiteral("launch"), QStringLiteral("project-buffers"), QStringLiteral("options")};
}

QString SetupPanel::titleOf(const QString& part) const {
    return tr("Set-up, %1").arg(tabText(int(parts().indexOf(part))));
}

void SetupPanel::showPlace(const guess::Question& question) {
    switch (question.subject) {
    case guess::Question::Subject::parameter:
        return m_names->select(qs(question.name));
    case guess::Question::Subject::buffer:
        showPart(QStringLiteral("project-buffers"));
        return m_buffers->select(qs(question.name));
    case guess::Question::Subject::constant:
        showPart(QStringLiteral("project-buffers"));
        return m_constants->giveValue(qs(question.name));
    default:
        return m_launch->showPlace(question);
    }
}

bool SetupPanel::showPart(const QString& part) {
    const auto page = parts().indexOf(part);
    if (page < 0) {
        return false;
    }
    setCurrentIndex(int(page));
    return true;
}

} // namespace warpbench::ui
