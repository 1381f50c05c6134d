// SPDX-License-Identifier: GPL-3.0-or-later
// Connects the timing panel with the workbench.
#include "ui/charts/timing_panel.h"
#include "ui/run/baselines.h"
#include "ui/run/run_history.h"
#include "ui/theme/dock_sight.h"
#include "ui/workbench/workbench.h"

#include <QComboBox>
#include <QMenu>

#include <algorithm>

namespace warpbench::ui {

namespace {

QString runName(int number) {
    return TimingPanel::tr("Run %1").arg(number);
}

} // namespace

TimingPanel::TimingPanel(Workbench& bench)
    : TimingPanel() {
    auto* results = new WhenSeen(*this, [this, &bench] {
        if (!bench.results.report())
            return clear();
        setReport(bench.results.run().report);
        if (bench.selection.launch() >= 0)
            showLaunch(bench.selection.launch());
    });
    connect(&bench.results, &Results::runChanged, results, &WhenSeen::due);
    Baselines& baselines = bench.baselines;
    connect(this, &TimingPanel::pinWanted, this, [&bench] {
        bench.baselines.pin(bench.results.run(), runName(bench.results.history().number(0)));
    });
    connect(&baselines, &Baselines::chosenChanged, this, [this, &baselines] {
        fillAgainst(baselines);
        if (const Baseline* base = baselines.chosen())
            setBaseline(base->run.report, base->name, base->color);
        else
            clearBaseline();
    });
    const auto refill = [this, &baselines] { fillAgainst(baselines); };
    connect(&baselines, &Baselines::rowsRemoved, this, refill);
    connect(&baselines, &Baselines::dataChanged, this, refill);
    connect(m_against, &QComboBox::activated, &baselines,
            [&baselines](int row) { baselines.choose(row - 1); });
    fillAgainst(baselines);
    connect(this, &TimingPanel::runsWanted, this, [&bench](QMenu* menu) {
        const RunHistory& runs = bench.results.history();
        const int most = std::min(runs.rowCount(), 12);
        for (int row = 0; row < most; ++row) {
            QStringList facts;
            for (int column = 0; column < RunHistory::ColumnCount; ++column)
                facts << runs.index(row, column).data().toString();
            const QString name = runName(runs.number(row));
            facts.front() = name;
            facts.removeAll(QString());
            menu->addAction(
                facts.join(QStringLiteral("  ·  ")), menu,
                [&bench, run = runs.run(row), name] { bench.baselines.pin(run, name); });
        }
    });
    connect(&bench.results, &Results::runningChanged, this, &TimingPanel::setRunning);
    connect(&bench.selection, &Selection::launchChanged, this, &TimingPanel::showLaunch);
}

} // namespace warpbench::ui
