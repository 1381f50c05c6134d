// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/counters_panel.h"

#include "ui/charts/roofline_chart.h"
#include "ui/fields/form.h"
#include "ui/panels/figure_table.h"
#include "ui/theme/dock_sight.h"
#include "ui/workbench/workbench.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedLayout>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>

namespace warpbench::ui {

namespace {

constexpr int kRoofline = 1; // tab for counts of a real GPU

} // namespace

CountersPanel::CountersPanel(Workbench& bench)
    : m_bench(bench)
    , m_view(makeFigureTable(m_model, CountersModel::ConcernRole, QStringLiteral("countersView"),
                             tr("Counters of each launch")))
    , m_hardwareView(makeFigureTable(m_hardware, HardwareModel::ConcernRole,
                                     QStringLiteral("hardwareView"),
                                     tr("The GPU's own counters of each launch")))
    , m_roofline(new RooflineChart)
    , m_tabs(new QTabWidget)
    , m_passes(makeHint({}))
    , m_against(makeHint({}))
    , m_empty(makeEmpty({}))
    , m_stale(makeStaleBadge(tr("Run again ({run}) to bring the counters up to date")))
    , m_count(new QPushButton(tr("Count and run"))) {
    setObjectName(QStringLiteral("countersPanel"));
    m_count->setObjectName(QStringLiteral("countAndRun"));
    m_count->setToolTip(tr("Turns Line Costs on, and runs"));
    m_stack = new QStackedLayout(this);
    m_stack->addWidget(makeEmptyPage(m_empty, m_count));
    m_stack->addWidget(buildPage());
    auto* shown = new WhenSeen(*this, [this] { show(); });
    connect(&bench.results, &Results::runChanged, shown, &WhenSeen::due);
    connect(&bench.baselines, &Baselines::chosenChanged, this, &CountersPanel::hold);
    auto* pinned = new WhenSeen(*this, [this] { showRoofline(); });
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(&bench.baselines, signal, pinned, &WhenSeen::due);
    connect(&bench.baselines, &QAbstractItemModel::modelReset, pinned, &WhenSeen::due);
    connect(&bench.baselines, &QAbstractItemModel::dataChanged, pinned, &WhenSeen::due);
    connect(&bench.results, &Results::staleChanged, m_stale, &QLabel::setVisible);
    connect(&bench.devices, &DevicesModel::currentChanged, shown, &WhenSeen::due);
    connect(m_count, &QPushButton::clicked, &bench.selection, &Selection::countAndRun);
    hold();
    show();
}

QWidget* CountersPanel::buildPage() {
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(kMargin, kSmallGap, kMargin, kSmallGap);
    auto* hints = new QVBoxLayout;
    hints->setSpacing(kSmallGap);
    hints->addWidget(makeColumnChooser(*m_view));
    hints->addWidget(makeColumnChooser(*m_hardwareView));
    hints->addWidget(m_against);
    hints->addWidget(m_passes);
    head->addLayout(hints, 1);
    head->addWidget(m_stale, 0, Qt::AlignTop);
    layout->addLayout(head);
    m_against->setObjectName(QStringLiteral("countersAgainst"));
    m_passes->setObjectName(QStringLiteral("countersPasses"));
    layout->addWidget(m_view, 1);
    m_tabs->setObjectName(QStringLiteral("countersTabs"));
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_hardwareView, tr("Counts"));
    m_tabs->addTab(makeScrolling(m_roofline, tr("Roofline")), tr("Roofline"));
    m_tabs->setTabToolTip(kRoofline, tr("Whether memory or arithmetic limits a launch"));
    layout->addWidget(m_tabs, 1);
    connect(m_tabs, &QTabWidget::currentChanged, this, &CountersPanel::sayWhatOf);
    return page;
}

bool CountersPanel::showPart(const QString& part) {
    if (part != QLatin1String("roofline"))
        return false;
    m_tabs->setCurrentIndex(kRoofline);
    return true;
}

/// Compares the counters with the selected pinned run.
void CountersPanel::hold() {
    const Baseline* base = m_bench.baselines.chosen();
    const auto report = base ? base->run.report : nullptr;
    const QString name = base ? base->name : QString();
    m_model.setBaseline(report, name);
    m_hardware.setBaseline(report, name);
    sayWhatOf();
}

/// Names the baseline and the number of passes. Hidden for GPU counts without a baseline, because a
/// roofline needs the space more.
void CountersPanel::sayWhatOf() {
    const Baseline* base = m_bench.baselines.chosen();
    const bool hardware = !m_hardware.empty();
    const bool figures = !hardware || m_tabs->currentIndex() != kRoofline;
    m_against->setText(base ? tr("◆ difference from “%1”").arg(base->name) : QString());
    m_against->setVisible(figures && base && (!hardware || m_hardware.compares()));
    m_passes->setVisible(figures && hardware);
}

void CountersPanel::showRoofline() {
    std::vector<PinnedRun> pinned;
    for (int row = 0; row < m_bench.baselines.rowCount(); ++row) {
        const Baseline& one = m_bench.baselines.at(row);
        pinned.push_back({one.name, one.color, one.run.report});
    }
    m_roofline->setReport(m_bench.results.report(), pinned);
}

void CountersPanel::show() {
    const session::RunReport* report = m_bench.results.report();
    m_model.setReport(report);
    m_hardware.setReport(report);
    showRoofline();
    const bool hardware = !m_hardware.empty();
    m_view->setVisible(!hardware);
    m_tabs->setVisible(hardware);
    m_passes->setText(tr("Counted by the GPU itself, in %n pass(es) after the timed ones; machine "
                         "instructions, not PTX.",
                         nullptr, m_hardware.passes()));
    sayWhatOf();
    const auto* device = m_bench.devices.current();
    const bool real = device && !device->simulated;
    m_empty->setText(real ? tr("Nothing has been counted yet. A real GPU reads only a few of its "
                               "counters at once, so the launches are repeated about 15 times.")
                          : tr("Nothing has been counted yet. Counting makes a run slower."));
    m_stack->setCurrentIndex(m_model.empty() && !hardware ? 0 : 1);
}

} // namespace warpbench::ui
