// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/roofline_chart.h"

#include "ui/charts/plot.h"
#include "ui/models/describe.h"
#include "ui/models/roofline_words.h"
#include "ui/models/text.h"
#include "ui/theme/series_color.h"
#include "ui/theme/theme.h"

#include <QCursor>
#include <QLabel>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace warpbench::ui {

using session::Precision;

namespace {

constexpr double kTera = 1e12;
constexpr double kMostDecades = 8; // of an axis

double decadeBelow(double value) {
    return std::pow(10.0, std::floor(std::log10(value)));
}

double decadeAbove(double value) {
    return std::pow(10.0, std::ceil(std::log10(value)));
}

QLabel* makeText(const QString& name, const QString& role) {
    auto* label = new QLabel;
    label->setObjectName(name);
    label->setProperty("role", role);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

} // namespace

RooflineChart::RooflineChart(QWidget* parent)
    : QWidget(parent)
    , m_plot(new Plot)
    , m_launches(makeText(QStringLiteral("rooflineLaunches"), QString()))
    , m_about(makeText(QStringLiteral("rooflineAbout"), QStringLiteral("muted"))) {
    m_plot->setObjectName(QStringLiteral("rooflinePlot"));
    m_plot->setAccessibleName(tr("Launches under the roofs of their GPU"));
    m_plot->setMinimumHeight(140);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 4, 12, 8);
    layout->setSpacing(4);
    layout->addWidget(m_plot, 1);
    layout->addWidget(m_launches);
    layout->addWidget(m_about);
    connect(m_plot, &Plot::hovered, this, [this](const QString& name, QPointF value) {
        const auto found = std::find_if(m_points.begin(), m_points.end(), [&](const Point& one) {
            return one.name == name && one.intensity == value.x();
        });
        if (found == m_points.end())
            QToolTip::hideText();
        else
            QToolTip::showText(QCursor::pos(), found->words, m_plot);
    });
    setReport(nullptr);
}

void RooflineChart::setReport(const session::RunReport* report) {
    m_points.clear();
    m_words.clear();
    if (report)
        collect(*report);
    const bool drawn = report && report->peaks && !m_points.empty();
    m_plot->setVisible(drawn);
    if (drawn)
        draw(*report->peaks);
    else
        m_plot->clear();
    m_launches->setText(m_words.join(u'\n'));
    m_plot->setAccessibleDescription(m_words.join(u'\n'));
    m_about->setText(report ? aboutText(*report) : QString());
}

/// What the roofs are; where there are none, or nothing under them, what to do.
QString RooflineChart::aboutText(const session::RunReport& report) const {
    if (m_words.isEmpty())
        return tr("This GPU does not count what a roofline is made of.");
    if (!report.peaks)
        return tr("What this GPU gives at most is not known: Results say why.");
    const bool timed = std::any_of(report.launches.begin(), report.launches.end(),
                                   [](const auto& launch) { return launch.time.has_value(); });
    if (!timed)
        return tr("Nothing was timed: with repeats, in the options, launches have a place under "
                  "the roofs. %1")
            .arg(peaksInWords(*report.peaks));
    return peaksInWords(*report.peaks);
}

void RooflineChart::collect(const session::RunReport& report) {
    for (std::size_t i = 0; i < report.launches.size(); ++i) {
        const session::LaunchReport& launch = report.launches[i];
        if (!launch.hardware || !launch.roofline)
            continue;
        const QString words =
            QStringLiteral("%1: %2").arg(qs(titleOf(launch)), rooflineInWords(*launch.roofline));
        m_words << words;
        const session::Roofline& roofline = *launch.roofline;
        if (roofline.intensity.value_or(0) > 0 && roofline.flopsPerSecond.value_or(0) > 0)
            m_points.push_back({qs(titleOf(launch)), words, *roofline.intensity,
                                *roofline.flopsPerSecond,
                                roofline.flops[std::size_t(Precision::half)] > 0});
    }
}

/// The roof of memory rises by a byte's worth for each byte, up to the highest of arithmetic, which
/// are level from there on. Half precision has one where a launch uses it.
void RooflineChart::draw(const launch::DevicePeaks& peaks) {
    const double bandwidth = peaks.bytesPerSecond.value_or(0);
    const bool half =
        std::any_of(m_points.begin(), m_points.end(), [](const Point& one) { return one.half; });
    std::vector<Precision> roofs{Precision::single, Precision::twice};
    if (half)
        roofs.insert(roofs.begin(), Precision::half);
    double highest = 0, lowest = HUGE_VAL;
    double least = HUGE_VAL, most = 0; // FLOP/byte
    for (const Precision precision : roofs)
        highest = std::max(highest, session::peakOf(peaks, precision).value_or(0));
    for (const Point& point : m_points) {
        least = std::min(least, point.intensity);
        most = std::max(most, point.intensity);
        lowest = std::min(lowest, point.flopsPerSecond);
    }
    if (!(bandwidth > 0) || !(highest > 0))
        return;
    PlotAxis x{tr("FLOP/byte"), 0, 0, false, true};
    x.max = decadeAbove(1.01 * std::max(most, 2 * highest / bandwidth));
    x.min = std::max(decadeBelow(std::min(0.99 * least, highest / bandwidth / 10)),
                     x.max * std::pow(10.0, -kMostDecades));
    PlotAxis y{tr("TFLOP/s"), 0, 0, false, true};
    y.max = decadeAbove(1.01 * highest / kTera);
    y.min = std::max(decadeBelow(0.99 * std::min(lowest, x.min * bandwidth) / kTera),
                     y.max * std::pow(10.0, -kMostDecades));

    QList<PlotSeries> series;
    PlotSeries memory;
    memory.name = tr("Memory, %1").arg(describeRate(bandwidth, QStringLiteral("B/s")));
    memory.points = {{x.min, x.min * bandwidth / kTera}, {highest / bandwidth, highest / kTera}};
    series.append(memory);
    for (const Precision precision : roofs) {
        const double peak = session::peakOf(peaks, precision).value_or(0);
        if (!(peak > 0))
            continue;
        PlotSeries roof;
        roof.name = QStringLiteral("%1, %2").arg(describePrecision(precision),
                                                 describeRate(peak, QStringLiteral("FLOP/s")));
        roof.points = {{peak / bandwidth, peak / kTera}, {x.max, peak / kTera}};
        series.append(roof);
    }
    QList<PlotMarker> markers;
    for (const Point& point : m_points) {
        PlotSeries one;
        one.name = point.name;
        one.style = PlotSeries::Style::points;
        one.color = seriesColor(int(series.size()));
        one.points = {{point.intensity, point.flopsPerSecond / kTera}};
        markers.append({one.points.first(), point.name, one.color});
        series.append(one);
    }
    m_plot->showLines(series, x, y);
    m_plot->setMarkers(markers);
}

} // namespace warpbench::ui
