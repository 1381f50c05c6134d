// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/counters_panel.h"

#include "ui/models/workbench.h"
#include "ui/panels/form.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QStackedLayout>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QVBoxLayout>

namespace warpbench::ui {

namespace {

constexpr int kWidestColumn = 170; // pixels; a kernel's name may be long

/// What is more than need be stands out, and not by its colour alone.
class CounterDelegate : public QStyledItemDelegate {
  public:
    using QStyledItemDelegate::QStyledItemDelegate;

  protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        if (index.data(CountersModel::ConcernRole).toBool()) {
            option->palette.setColor(QPalette::Text, themeColors().warning);
            option->font.setBold(true);
        }
    }
};

} // namespace

CountersPanel::CountersPanel(Workbench& bench)
    : m_bench(bench)
    , m_view(new QTableView)
    , m_empty(makeEmpty({}))
    , m_stale(new QLabel(tr("Out of date")))
    , m_count(new QPushButton(tr("Count and run"))) {
    setObjectName(QStringLiteral("countersPanel"));
    auto* nothing = new QWidget;
    auto* nothingLayout = new QVBoxLayout(nothing);
    nothingLayout->addStretch(1);
    nothingLayout->addWidget(m_empty);
    nothingLayout->addWidget(m_count, 0, Qt::AlignHCenter);
    nothingLayout->addStretch(1);
    m_count->setObjectName(QStringLiteral("countAndRun"));
    m_count->setToolTip(tr("Turns Line Costs on, and runs"));
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_stale->setProperty("role", "stale");
    m_stale->setToolTip(tr("Run again (F5) to bring the counters up to date"));
    m_stale->hide();
    layout->addWidget(m_stale, 0, Qt::AlignRight);
    layout->addWidget(m_view, 1);
    m_view->setObjectName(QStringLiteral("countersView"));
    m_view->setAccessibleName(tr("Counters of each launch"));
    m_view->setModel(&m_model);
    m_view->setItemDelegate(new CounterDelegate(m_view));
    m_view->setShowGrid(false);
    m_view->setAlternatingRowColors(true);
    m_view->setTabKeyNavigation(false);
    m_view->verticalHeader()->setDefaultSectionSize(26);
    m_view->verticalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_view->verticalHeader()->setHighlightSections(false);
    m_view->horizontalHeader()->setHighlightSections(false);
    m_view->horizontalHeader()->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_view->horizontalHeader()->setMinimumSectionSize(72);
    m_view->horizontalHeader()->setMaximumSectionSize(kWidestColumn);
    m_view->horizontalHeader()->setTextElideMode(Qt::ElideMiddle);
    m_view->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    auto* copy = new QAction(tr("&Copy"), m_view);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    connect(copy, &QAction::triggered, this, &CountersPanel::copySelection);
    m_view->addAction(copy);
    m_view->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_stack = new QStackedLayout(this);
    m_stack->addWidget(nothing);
    m_stack->addWidget(page);
    connect(&bench.results, &Results::runChanged, this, &CountersPanel::show);
    connect(&bench.results, &Results::staleChanged, m_stale, &QLabel::setVisible);
    connect(&bench.devices, &DevicesModel::currentChanged, this, &CountersPanel::show);
    connect(m_count, &QPushButton::clicked, &bench.selection, &Selection::countAndRun);
    show();
}

void CountersPanel::show() {
    m_model.setReport(m_bench.results.report());
    const auto* device = m_bench.devices.current();
    const bool real = device && !device->simulated;
    m_empty->setText(real ? tr("Only the simulated GPU counts: choose it as the device, and run.")
                          : tr("Nothing was counted yet. Counting makes a run slower."));
    m_count->setVisible(!real);
    m_stack->setCurrentIndex(m_model.empty() ? 0 : 1);
}

void CountersPanel::copySelection() const {
    QString text;
    for (int row = 0; row < m_model.rowCount(); ++row) {
        text += m_model.headerData(row, Qt::Vertical, Qt::DisplayRole).toString();
        for (int column = 0; column < m_model.columnCount(); ++column)
            text += QLatin1Char('\t') + m_model.index(row, column).data().toString();
        text += QLatin1Char('\n');
    }
    QApplication::clipboard()->setText(text);
}

} // namespace warpbench::ui
