// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/tasks_panel.h"

#include "ui/fields/form.h"
#include "ui/theme/icon_label.h"
#include "ui/theme/key_names.h"
#include "ui/words/lesson_text.h"
#include "ui/words/text.h"
#include "ui/workbench/workbench.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedLayout>
#include <QVBoxLayout>

namespace warpbench::ui {

namespace {

struct Sign {
    const char* icon;
    IconTint tint;
    const char* spoken;
};

Sign signOf(TaskChecker::State state) {
    switch (state) {
    case TaskChecker::State::done:
        return {"ok", IconTint::success, QT_TRANSLATE_NOOP("warpbench::ui::TasksPanel", "Done")};
    case TaskChecker::State::open:
        return {"error", IconTint::error,
                QT_TRANSLATE_NOOP("warpbench::ui::TasksPanel", "Not done yet")};
    case TaskChecker::State::checking:
        return {"stale", IconTint::accent,
                QT_TRANSLATE_NOOP("warpbench::ui::TasksPanel", "Being checked")};
    case TaskChecker::State::unknown:
        break;
    }
    return {"todo", IconTint::muted,
            QT_TRANSLATE_NOOP("warpbench::ui::TasksPanel", "Not checked yet")};
}

QLabel* wrapped(const QString& text, const char* role, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setProperty("role", role);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

TasksPanel::TasksPanel(Workbench& bench)
    : m_tasks(bench.tasks)
    , m_head(new QLabel)
    , m_stale(new QLabel(tr("Out of date")))
    , m_check(new QPushButton(tr("Check"))) {
    setObjectName(QStringLiteral("tasksPanel"));
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(kMargin, kGap, kMargin, kMargin);
    layout->setSpacing(kGap);
    auto* head = new QHBoxLayout;
    head->setSpacing(kGap);
    m_head->setObjectName(QStringLiteral("tasksDone"));
    m_head->setProperty("role", "title");
    m_stale->setObjectName(QStringLiteral("tasksStale"));
    m_stale->setProperty("role", "stale");
    m_stale->setToolTip(tr("Something has changed since the tasks were checked"));
    m_check->setObjectName(QStringLiteral("checkTasksButton"));
    setTextWithKeys(
        *m_check, "toolTip",
        tr("Check which tasks are done with the current source and set-up ({checkTasks})"));
    head->addWidget(m_head, 1);
    head->addWidget(m_stale);
    head->addWidget(m_check);
    layout->addLayout(head);
    m_list = new QVBoxLayout;
    m_list->setSpacing(kMargin);
    layout->addLayout(m_list);
    layout->addStretch(1);
    m_stack = new QStackedLayout(this);
    m_stack->addWidget(
        makeEmpty(tr("This project does not contain tasks. If a project does, as several lessons "
                     "do, this panel shows which of them are done.")));
    m_stack->addWidget(makeScrolling(page, tr("Tasks")));
    connect(m_check, &QPushButton::clicked, &m_tasks, &TaskChecker::wanted);
    connect(&m_tasks, &TaskChecker::changed, this, &TasksPanel::show);
    connect(&bench.controller, &RunController::activityChanged, m_check,
            [this](RunController::Activity activity) {
                m_check->setEnabled(activity == RunController::Activity::idle);
            });
    show();
}

void TasksPanel::show() {
    const std::vector<project::Task>& tasks = m_tasks.tasks();
    m_stack->setCurrentIndex(tasks.empty() ? 0 : 1);
    if (m_shown != tasks) {
        m_shown = tasks;
        m_hinted.clear();
    }
    m_head->setText(tr("%1 of %2 done").arg(m_tasks.done()).arg(tasks.size()));
    m_stale->setVisible(m_tasks.isStale());
    m_check->setText(m_tasks.checking() ? tr("Checking…") : tr("Check"));
    while (QLayoutItem* item = m_list->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    for (std::size_t i = 0; i < m_tasks.verdicts().size() && i < tasks.size(); ++i) {
        m_list->addWidget(makeTask(i));
    }
    followInTabOrder(m_check, *m_list);
}

QWidget* TasksPanel::makeTask(std::size_t index) {
    const project::Task& task = m_tasks.tasks()[index];
    const TaskChecker::Verdict& verdict = m_tasks.verdicts()[index];
    const Sign sign = signOf(verdict.state);
    auto* line = new QWidget;
    line->setObjectName(QStringLiteral("task%1").arg(index + 1));
    line->setAccessibleName(tr("Task %1: %2").arg(index + 1).arg(tr(sign.spoken)));
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(kGap);
    auto* icon = new IconLabel(QLatin1String(sign.icon), sign.tint);
    icon->setToolTip(tr(sign.spoken));
    row->addWidget(icon, 0, Qt::AlignTop);
    auto* texts = new QVBoxLayout;
    texts->setSpacing(kSmallGap);
    texts->addWidget(wrapped(lessonText(qs(task.text)), "body", line));
    if (!verdict.reason.isEmpty()) {
        texts->addWidget(wrapped(verdict.reason, "error", line));
    }
    if (!task.hint.empty() && verdict.state != TaskChecker::State::done) {
        auto* hint = wrapped(lessonText(qs(task.hint)), "muted", line);
        hint->setObjectName(QStringLiteral("hint%1").arg(index + 1));
        hint->setVisible(m_hinted.count(index) > 0);
        auto* ask = new QPushButton;
        ask->setObjectName(QStringLiteral("askHint%1").arg(index + 1));
        ask->setText(tr("Hint"));
        ask->setProperty("role", "link");
        ask->setProperty("flush", true);
        ask->setAutoDefault(false);
        ask->setCheckable(true);
        ask->setChecked(m_hinted.count(index) > 0);
        ask->setFocusPolicy(Qt::TabFocus);
        ask->setAccessibleName(tr("Hint for task %1").arg(index + 1));
        ask->setToolTip(tr("Shows a hint for this task"));
        connect(ask, &QPushButton::toggled, this, [this, index, hint](bool on) {
            hint->setVisible(on);
            if (on) {
                m_hinted.insert(index);
            } else {
                m_hinted.erase(index);
            }
        });
        texts->addWidget(ask, 0, Qt::AlignLeft);
        texts->addWidget(hint);
    }
    row->addLayout(texts, 1);
    return line;
}

} // namespace warpbench::ui
