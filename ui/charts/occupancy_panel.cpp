// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/occupancy_panel.h"

#include "ui/charts/limiter_bars.h"
#include "ui/charts/plot.h"
#include "ui/models/text.h"
#include "ui/models/workbench.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QStackedLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace warpbench::ui {

namespace {

QString limiterName(occupancy::Limiter limiter) {
    switch (limiter) {
    case occupancy::Limiter::warps:
        return OccupancyPanel::tr("warps per SM");
    case occupancy::Limiter::registers:
        return OccupancyPanel::tr("registers");
    case occupancy::Limiter::shared_memory:
        return OccupancyPanel::tr("shared memory");
    case occupancy::Limiter::blocks:
        return OccupancyPanel::tr("blocks per SM");
    case occupancy::Limiter::barriers:
        return OccupancyPanel::tr("barriers");
    case occupancy::Limiter::device:
        return OccupancyPanel::tr("the device");
    }
    return {};
}

QString listed(const std::vector<occupancy::Limiter>& limiters) {
    QStringList names;
    for (const occupancy::Limiter limiter : limiters)
        names.append(limiterName(limiter));
    if (names.size() < 2)
        return names.join(QString());
    const QString last = names.takeLast();
    return OccupancyPanel::tr("%1 and %2").arg(names.join(QStringLiteral(", ")), last);
}

} // namespace

OccupancyPanel::OccupancyPanel(QWidget* parent)
    : QWidget(parent)
    , m_empty(new QLabel(tr("Compile or run a kernel to see what limits its occupancy.")))
    , m_content(new QWidget)
    , m_headline(new QLabel)
    , m_detail(new QLabel)
    , m_hint(new QLabel)
    , m_bars(new LimiterBars)
    , m_axis(new QComboBox)
    , m_hover(new QLabel)
    , m_plot(new Plot) {
    m_empty->setProperty("role", "empty");
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * 1.6);
    large.setWeight(QFont::DemiBold);
    m_headline->setFont(large);
    m_headline->setObjectName(QStringLiteral("occupancyHeadline"));
    m_detail->setProperty("role", "muted");
    m_detail->setWordWrap(true);
    m_hint->setWordWrap(true);
    m_hint->setObjectName(QStringLiteral("occupancyHint"));
    m_hover->setProperty("role", "muted");
    m_hover->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_axis->addItem(tr("over threads per block"), int(occupancy::CurveAxis::threads));
    m_axis->addItem(tr("over registers per thread"), int(occupancy::CurveAxis::registers));
    m_axis->addItem(tr("over dynamic shared memory"), int(occupancy::CurveAxis::shared));
    m_axis->setObjectName(QStringLiteral("occupancyAxis"));
    m_hover->setObjectName(QStringLiteral("occupancyHover"));
    m_plot->setAccessibleName(tr("Occupancy curve"));
    m_axis->setAccessibleName(tr("Axis of the occupancy curve"));

    auto* axisRow = new QHBoxLayout;
    axisRow->setSpacing(8);
    axisRow->addWidget(m_axis);
    axisRow->addWidget(m_hover, 1);
    auto* content = new QVBoxLayout(m_content);
    content->setContentsMargins(12, 8, 12, 8);
    content->setSpacing(4);
    content->addWidget(m_headline);
    content->addWidget(m_detail);
    content->addSpacing(8);
    content->addWidget(m_bars);
    content->addWidget(m_hint);
    content->addLayout(axisRow);
    content->addWidget(m_plot, 1);

    auto* stack = new QStackedLayout(this);
    stack->addWidget(m_empty);
    stack->addWidget(m_content);
    connect(m_axis, &QComboBox::currentIndexChanged, this, &OccupancyPanel::showCurve);
    // The box beside it names the axis already, and a narrow panel has no room for it twice.
    connect(m_plot, &Plot::hovered, m_hover, [this](const QString& text, QPointF value) {
        m_hover->setText(text.isEmpty() ? QString()
                                        : tr("%1: %2 warps").arg(value.x()).arg(value.y()));
    });
}

void OccupancyPanel::setLimits(const occupancy::DeviceLimits& limits) {
    m_limits = limits;
    refresh();
}

void OccupancyPanel::setUsage(const occupancy::KernelUsage& usage, const QString& name) {
    m_usage = usage;
    m_name = name;
    refresh();
}

void OccupancyPanel::clear() {
    m_usage.reset();
    refresh();
}

void OccupancyPanel::refresh() {
    static_cast<QStackedLayout*>(layout())->setCurrentIndex(m_usage ? 1 : 0);
    if (!m_usage)
        return;
    const occupancy::Occupancy result = occupancy::compute(m_limits, *m_usage);
    m_bars->setOccupancy(m_limits, *m_usage);
    m_headline->setText(
        tr("%1 % occupancy").arg(result.fraction * 100, 0, 'f', result.fraction < 0.1 ? 1 : 0));
    const QString estimated =
        m_limits.estimated
            ? tr(" Compute capability %1.%2 is not in the tables: estimated from the newest one.")
                  .arg(m_limits.ccMajor)
                  .arg(m_limits.ccMinor)
            : QString();
    if (result.activeBlocks == 0) {
        m_detail->setText(tr("%1: a block does not fit on this device (%2).")
                              .arg(m_name, listed(result.limiters)) +
                          estimated);
    } else {
        m_detail->setText((result.activeBlocks == 1
                               ? tr("%1: 1 block per SM").arg(m_name)
                               : tr("%1: %2 blocks per SM").arg(m_name).arg(result.activeBlocks)) +
                          tr(", %1 of %2 warps. Limited by %3.")
                              .arg(result.activeWarps)
                              .arg(result.maxWarps)
                              .arg(listed(result.limiters)) +
                          estimated);
    }
    const auto fewer = occupancy::registersForOneMoreBlock(m_limits, *m_usage);
    m_hint->setVisible(fewer.has_value());
    if (fewer) {
        m_hint->setText(tr("With %1 registers per thread instead of %2, one more block fits.")
                            .arg(*fewer)
                            .arg(m_usage->registers));
    }
    showCurve();
}

void OccupancyPanel::showCurve() {
    if (!m_usage)
        return;
    const auto axis = occupancy::CurveAxis(m_axis->currentData().toInt());
    const double scale = axis == occupancy::CurveAxis::shared ? 1.0 / 1024 : 1;
    const auto points = occupancy::curve(m_limits, *m_usage, axis);
    PlotSeries series;
    series.name = tr("Active warps");
    series.style =
        axis == occupancy::CurveAxis::threads ? PlotSeries::Style::line : PlotSeries::Style::steps;
    for (const auto& point : points)
        series.points.append({double(point.x) * scale, double(point.occupancy.activeWarps)});

    PlotAxis x;
    double here = 0;
    switch (axis) {
    case occupancy::CurveAxis::threads:
        x.title = tr("Threads per block");
        here = m_usage->threads;
        break;
    case occupancy::CurveAxis::registers:
        x.title = tr("Registers per thread");
        here = m_usage->registers;
        break;
    case occupancy::CurveAxis::shared:
        x.title = tr("Dynamic shared memory per block, KiB");
        here = double(m_usage->dynamicShared) * scale;
        break;
    }
    x.min = 0;
    x.max = series.points.isEmpty() ? 1 : series.points.last().x();
    x.integer = true;
    PlotAxis y;
    y.title = tr("Warps");
    // A little above the most there can be, so that full occupancy is not at the very edge.
    y.max = 1.08 * m_limits.maxThreadsPerSm / m_limits.warpSize;
    y.integer = true;
    m_plot->showLines({series}, x, y);
    const occupancy::Occupancy now = occupancy::compute(m_limits, *m_usage);
    m_plot->setMarker(QPointF(here, now.activeWarps),
                      tr("%1 · %2 warps").arg(here).arg(now.activeWarps));
}

OccupancyPanel::OccupancyPanel(Workbench& bench)
    : OccupancyPanel() {
    const auto show = [this, &bench] {
        const session::RunReport* report = bench.results.report();
        if (!report || !report->device || report->launches.empty()) {
            clear();
            return;
        }
        const auto index = std::min(std::size_t(std::max(0, bench.selection.launch())),
                                    report->launches.size() - 1);
        const session::LaunchReport& launch = report->launches[index];
        setLimits(report->device->limits);
        if (launch.usage)
            setUsage(*launch.usage, qs(launch.kernel));
        else
            clear();
    };
    connect(&bench.results, &Results::runChanged, this, show);
    connect(&bench.selection, &Selection::launchChanged, this, show);
}

} // namespace warpbench::ui
