// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/limits_panel.h"

#include "ui/charts/plot.h"
#include "ui/fields/form.h"
#include "ui/panels/figure_table.h"
#include "ui/panels/result_line.h"
#include "ui/theme/dock_sight.h"
#include "ui/theme/key_names.h"
#include "ui/theme/name_combo.h"
#include "ui/words/describe.h"
#include "ui/words/error_words.h"
#include "ui/words/estimate_words.h"
#include "ui/words/launch_title.h"
#include "ui/words/text.h"
#include "ui/workbench/workbench.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QStackedLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace warpbench::ui {

LimitsPanel::LimitsPanel(Workbench& bench)
    : m_bench(bench)
    , m_launch(new NameCombo)
    , m_stale(makeStaleBadge(tr("Run again ({run}) to bring the estimate up to date")))
    , m_time(makeHint({}))
    , m_advice(makeHint({}))
    , m_empty(makeEmpty({}))
    , m_plot(new Plot)
    , m_gains(new QVBoxLayout)
    , m_stack(new QStackedLayout(this)) {
    setObjectName(QStringLiteral("limitsPanel"));
    m_stack->addWidget(m_empty);
    m_stack->addWidget(makeScrolling(buildPage(), tr("What limits the launch")));
    auto* shown = new WhenSeen(*this, [this] { show(); });
    connect(&bench.results, &Results::runChanged, shown, &WhenSeen::due);
    connect(&bench.selection, &Selection::launchChanged, shown, &WhenSeen::due);
    connect(&bench.results, &Results::staleChanged, m_stale, &QLabel::setVisible);
    connect(m_launch, &QComboBox::activated, &bench.selection, &Selection::setLaunch);
    show();
}

QWidget* LimitsPanel::buildPage() {
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(kMargin, kGap, kMargin, kMargin);
    layout->setSpacing(kGap);
    auto* head = new QHBoxLayout;
    head->addWidget(m_launch, 1);
    head->addWidget(m_stale);
    layout->addLayout(head);
    layout->addWidget(m_time);
    m_launch->setObjectName(QStringLiteral("limitsLaunch"));
    m_launch->setAccessibleName(tr("Launch"));
    m_time->setObjectName(QStringLiteral("limitsTime"));
    m_plot->setAccessibleName(tr("Time that each part of the GPU alone would need"));
    m_plot->setMinimumHeight(160);
    layout->addWidget(m_plot, 1);
    m_advice->setObjectName(QStringLiteral("limitsAdvice"));
    layout->addWidget(m_advice);
    m_gains->setSpacing(kSmallGap);
    layout->addLayout(m_gains);
    return page;
}

void LimitsPanel::offerLaunches() {
    const QSignalBlocker quiet(m_launch);
    m_launch->clear();
    if (const session::RunReport* report = m_bench.results.report())
        for (const session::LaunchReport& launch : report->launches)
            m_launch->addItem(launchTitle(launch));
    m_launch->setCurrentIndex(m_bench.selection.launch());
    m_launch->setVisible(m_launch->count() > 1);
}

void LimitsPanel::show() {
    offerLaunches();
    const session::RunReport* report = m_bench.results.report();
    const auto launch = std::size_t(std::max(0, m_bench.selection.launch()));
    const bool isThere =
        report && launch < report->launches.size() && report->launches[launch].estimate.has_value();
    m_stale->setVisible(isThere && m_bench.results.stale());
    if (!isThere) {
        setTextWithKeys(
            *m_empty, "text",
            tr("What keeps a launch from being faster? Press Run ({run}) with a simulated GPU to "
               "see each of its limits, and the gain from removing each waste."));
        m_stack->setCurrentIndex(0);
        return;
    }
    const session::LaunchReport& chosen = report->launches[launch];
    if (!chosen.estimate->timed()) {
        m_empty->setText(
            tr("No time can be estimated: %1").arg(errorInWords(chosen.estimate->untimed)));
        m_stack->setCurrentIndex(0);
        return;
    }
    showLaunch(chosen);
    showGains(chosen);
    m_stack->setCurrentIndex(1);
}

void LimitsPanel::showLaunch(const session::LaunchReport& launch) {
    const estimate::TimeEstimate& estimate = *launch.estimate;
    m_time->setText(tr("%1 takes about %2 on %3, from %4.")
                        .arg(launchTitle(launch), describeMilliseconds(estimate.ms),
                             qs(estimate.model), describeRange(estimate)));
    std::vector<estimate::BoundShare> bounds = estimate.boundBy;
    std::stable_sort(bounds.begin(), bounds.end(),
                     [](const auto& a, const auto& b) { return a.ms > b.ms; });
    QList<PlotBar> bars;
    for (const estimate::BoundShare& bound : bounds) {
        const double percent = 100 * bound.ms / estimate.ms;
        bars.append({tr("%1  %2 %").arg(boundName(bound.bound)).arg(percent, 0, 'f', 0), percent,
                     percent, percent, std::nullopt});
    }
    m_plot->showBars(bars, {tr("Share of the time that each alone would need, %"), 0, 100, true});
    m_advice->setText(estimate.boundBy.empty() ? QString()
                                               : boundAdvice(estimate.boundBy.front().bound));
}

/// Shows possible gains. A click goes to the line with the largest share.
void LimitsPanel::showGains(const session::LaunchReport& launch) {
    while (QLayoutItem* item = m_gains->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    const estimate::TimeEstimate& estimate = *launch.estimate;
    for (const estimate::Gain& gain : estimate.gains) {
        auto* line =
            new ResultLine(QStringLiteral("info"), IconTint::accent, describeGain(gain, estimate),
                           QStringLiteral("≈ ") + describeMilliseconds(gain.ms));
        line->setObjectName(QStringLiteral("limitsGain"));
        m_gains->addWidget(line);
        if (gain.line == 0)
            continue;
        line->setLeadsSomewhere(tr("Enter or a click goes to the line"));
        connect(line, &ResultLine::activated, this, [this, at = gain.line] {
            m_bench.selection.goTo({{}, at, m_bench.results.run().revision});
        });
    }
}

} // namespace warpbench::ui
