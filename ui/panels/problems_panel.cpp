// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/problems_panel.h"

#include "ui/documents/text_document.h"
#include "ui/fields/form.h"
#include "ui/results/diagnostics_model.h"
#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/workbench/workbench.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHash>
#include <QHeaderView>
#include <QLabel>
#include <QRegularExpression>
#include <QStackedLayout>
#include <QStyledItemDelegate>
#include <QTreeView>

#include <algorithm>

namespace warpbench::ui {

namespace {

/// Draws the severity icon before the text.
class ProblemDelegate : public QStyledItemDelegate {
  public:
    ProblemDelegate(const DiagnosticsModel& model, QObject* parent)
        : QStyledItemDelegate(parent)
        , m_model(model) {}

  protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        if (index.column() != DiagnosticsModel::TextColumn) {
            return;
        }
        option->features |= QStyleOptionViewItem::HasDecoration;
        option->decorationSize = QSize(16, 16);
        switch (m_model.problems()[std::size_t(index.row())].severity) {
        case compile::Severity::error:
            option->icon = icon(QStringLiteral("error"), IconTint::error);
            break;
        case compile::Severity::warning:
            option->icon = icon(QStringLiteral("warning"), IconTint::warning);
            break;
        default:
            option->icon = icon(QStringLiteral("info"), IconTint::accent);
            break;
        }
    }

  private:
    const DiagnosticsModel& m_model;
};

/// The part of the set-up that contains an error in a line of the project file, from the top-level
/// key of that line.
PanelId partOfSetUp(const Problem& problem) {
    static const QHash<QString, const char*> parts{{QStringLiteral("launches"), "launch"},
                                                   {QStringLiteral("parameters"), "launch"},
                                                   {QStringLiteral("tasks"), "tasks"},
                                                   {QStringLiteral("buffers"), "project-buffers"},
                                                   {QStringLiteral("constants"), "project-buffers"},
                                                   {QStringLiteral("compile"), "options"},
                                                   {QStringLiteral("timing"), "options"}};
    static const QRegularExpression key(QStringLiteral("^\\s{0,4}\"([a-z]+)\"\\s*:"));
    const QByteArray text = readIfThere(problem.file).value_or(QByteArray());
    const QStringList lines = QString::fromUtf8(text).split(QLatin1Char('\n'));
    for (qsizetype line = std::min<qsizetype>(problem.line, lines.size()); line > 0; --line) {
        const auto part = parts.find(key.match(lines[line - 1]).captured(1));
        if (part != parts.end())
            return PanelId{*part};
    }
    return PanelId{"launch"};
}

} // namespace

ProblemsPanel::ProblemsPanel(DiagnosticsModel& model, QWidget* parent)
    : QWidget(parent)
    , m_model(model)
    , m_view(new QTreeView) {
    setObjectName(QStringLiteral("problemsPanel"));
    m_stack = new QStackedLayout(this);
    m_stack->setContentsMargins(0, 0, 0, 0);
    m_stack->addWidget(makeEmpty(
        tr("No problems. What the compiler, ptxas and the kernel's checks find appears here.")));
    m_stack->addWidget(m_view);
    m_view->setObjectName(QStringLiteral("problemsView"));
    m_view->setAccessibleName(tr("Problems"));
    m_view->setFont(withoutLigatures(m_view->font()));
    m_view->setModel(&model);
    m_view->setItemDelegate(new ProblemDelegate(model, m_view));
    m_view->setRootIsDecorated(false);
    m_view->setUniformRowHeights(true);
    m_view->setAllColumnsShowFocus(true);
    m_view->header()->setStretchLastSection(false);
    m_view->header()->setSectionResizeMode(DiagnosticsModel::TextColumn, QHeaderView::Stretch);
    m_view->header()->setSectionResizeMode(DiagnosticsModel::PlaceColumn,
                                           QHeaderView::ResizeToContents);
    m_view->header()->setSectionResizeMode(DiagnosticsModel::OriginColumn,
                                           QHeaderView::ResizeToContents);
    auto* copy = new QAction(icon(QStringLiteral("copy")), tr("&Copy"), this);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_view->addAction(copy);
    m_view->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(copy, &QAction::triggered, this, &ProblemsPanel::copySelected);
    const auto go = [this](const QModelIndex& index) {
        emit activated(m_model.problems()[std::size_t(index.row())]);
    };
    connect(m_view, &QTreeView::clicked, this, go);
    connect(m_view, &QTreeView::activated, this, go); // Enter
    connect(&model, &QAbstractItemModel::modelReset, this,
            [this] { m_stack->setCurrentIndex(m_model.rowCount() == 0 ? 0 : 1); });
}

void ProblemsPanel::copySelected() const {
    const QModelIndex index = m_view->currentIndex();
    if (index.isValid()) {
        QApplication::clipboard()->setText(
            m_model.data(index.siblingAtColumn(0), Qt::AccessibleTextRole).toString());
    }
}

ProblemsPanel::ProblemsPanel(Workbench& bench)
    : ProblemsPanel(bench.diagnostics) {
    connect(this, &ProblemsPanel::activated, &bench.selection, [&bench](const Problem& problem) {
        if (!problem.buffer.isEmpty()) {
            bench.selection.setBuffer(problem.buffer);
            bench.selection.show(panels::buffers);
        } else if (problem.origin == ProblemOrigin::project &&
                   (problem.line == 0 || problem.file == bench.document.path())) {
            bench.selection.show(partOfSetUp(problem));
        } else {
            bench.selection.goTo({problem.file, problem.line, bench.results.requested()},
                                 problem.column);
        }
    });
}

} // namespace warpbench::ui
