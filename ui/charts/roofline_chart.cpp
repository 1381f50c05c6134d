// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/roofline_chart.h"

#include "ui/charts/plot.h"
#include "ui/run/baselines.h"
#include "ui/theme/series_color.h"
#include "ui/theme/theme.h"
#include "ui/words/describe.h"
#include "ui/words/roofline_words.h"
#include "ui/words/text.h"

#include <QCursor>
#include <QEvent>
#include <QLabel>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <optional>

namespace warpbench::ui {

using session::Precision;

namespace {

constexpr double kTera = 1e12;
constexpr double kMostDecades = 8;   // of an axis
constexpr double kAboveRoofs = 0.35; // of the decades below the highest roof
constexpr int kLeastHeight = 150;    // pixels, of the plot
constexpr int kGoodHeight = 280;     // height of the plot for which the text below may scroll

double decadeBelow(double value) {
    return std::pow(10.0, std::floor(std::log10(value)));
}

double decadeAbove(double value) {
    return std::pow(10.0, std::ceil(std::log10(value)));
}

/// The point of a launch that both computes and moves data.
std::optional<RooflineChart::Point> pointOf(const session::Roofline& roofline) {
    if (!(roofline.intensity.value_or(0) > 0) || !(roofline.flopsPerSecond.value_or(0) > 0))
        return std::nullopt;
    RooflineChart::Point point;
    point.intensity = *roofline.intensity;
    point.flopsPerSecond = *roofline.flopsPerSecond;
    point.half = roofline.flops[std::size_t(Precision::half)] > 0;
    return point;
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
    m_plot->setAccessibleName(tr("Roofline chart of the launches"));
    m_plot->setMinimumHeight(kLeastHeight);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 4, 12, 8);
    layout->setSpacing(4);
    layout->addWidget(m_plot, 1);
    layout->addWidget(m_launches);
    layout->addWidget(m_about);
    connect(m_plot, &Plot::hovered, this, [this](const QString& name, QPointF value) {
        const auto found = std::find_if(m_points.begin(), m_points.end(), [&](const Point& one) {
            return one.series == name && one.intensity == value.x();
        });
        if (found == m_points.end())
            QToolTip::hideText();
        else
            QToolTip::showText(QCursor::pos(), found->words, m_plot);
    });
    setReport(nullptr);
}

/// In a low dock, the plot fills the visible area and the text is below.
bool RooflineChart::event(QEvent* event) {
    if (event->type() == QEvent::ParentChange && parentWidget())
        parentWidget()->installEventFilter(this);
    return QWidget::event(event);
}

bool RooflineChart::eventFilter(QObject* watched, QEvent* event) {
    if (watched == parentWidget() && event->type() == QEvent::Resize)
        fitPlot();
    return QWidget::eventFilter(watched, event);
}

void RooflineChart::fitPlot() {
    if (!parentWidget())
        return;
    const QMargins around = layout()->contentsMargins();
    const int width = parentWidget()->width() - around.left() - around.right();
    const int seen = parentWidget()->height() - 2 * around.top();
    int words = around.bottom();
    for (const QLabel* label : {m_launches, m_about})
        words += label->heightForWidth(width) + layout()->spacing();
    m_plot->setFixedHeight(std::max(std::clamp(seen, kLeastHeight, kGoodHeight), seen - words));
}

void RooflineChart::setReport(const session::RunReport* report,
                              const std::vector<PinnedRun>& pinned) {
    m_points.clear();
    m_words.clear();
    if (report)
        collect(*report);
    const bool drawn = report && report->peaks && !m_points.empty();
    for (std::size_t i = 0; drawn && i < pinned.size(); ++i)
        collect(*report, pinned[i]);
    m_plot->setVisible(drawn);
    if (drawn)
        draw(*report->peaks);
    else
        m_plot->clear();
    m_launches->setText(m_words.join(u'\n'));
    QStringList told = m_words;
    for (const Point& point : m_points) {
        if (point.pinned >= 0)
            told << point.words;
    }
    m_plot->setAccessibleDescription(told.join(u'\n'));
    m_about->setText(report ? aboutText(*report) : QString());
    fitPlot();
}

/// Describes the roofs; without roofs or launches, tells what to do.
QString RooflineChart::aboutText(const session::RunReport& report) const {
    if (m_words.isEmpty())
        return tr("This GPU lacks the counters that a roofline needs.");
    if (!report.peaks)
        return tr("The peak rates of this GPU are unknown. Results says why.");
    const bool timed = std::any_of(report.launches.begin(), report.launches.end(),
                                   [](const auto& launch) { return launch.time.has_value(); });
    if (!timed)
        return tr("Nothing was timed. Set repeats in the options to place the launches under the "
                  "roofs. %1")
            .arg(peaksInWords(*report.peaks));
    return peaksInWords(*report.peaks);
}

void RooflineChart::collect(const session::RunReport& report) {
    for (const session::LaunchReport& launch : report.launches) {
        if (!launch.hardware || !launch.roofline)
            continue;
        const QString name = qs(titleOf(launch));
        const QString words = QStringLiteral("%1: %2").arg(name, rooflineInWords(*launch.roofline));
        m_words << words;
        if (auto point = pointOf(*launch.roofline)) {
            point->series = name;
            point->words = words;
            m_points.push_back(*point);
        }
    }
}

/// A pinned run stores counts and times, but no roofline.
void RooflineChart::collect(const session::RunReport& report, const PinnedRun& pinned) {
    if (!pinned.report || !report.peaks || !sameDevice(report, *pinned.report))
        return;
    for (std::size_t i = 0; i < report.launches.size(); ++i) {
        const session::LaunchReport* before = launchOf(*pinned.report, report.launches[i], i);
        if (!before || !before->hardware || !report.launches[i].hardware)
            continue;
        const auto roofline = session::rooflineOf(*before, report.peaks);
        if (auto point = roofline ? pointOf(*roofline) : std::nullopt) {
            point->series = pinned.name;
            point->words =
                tr("%1 in “%2”: %3")
                    .arg(qs(titleOf(report.launches[i])), pinned.name, rooflineInWords(*roofline));
            point->pinned = pinned.color;
            m_points.push_back(*point);
        }
    }
}

/// The memory roof rises in proportion to operations per byte up to the highest compute roof;
/// compute roofs are horizontal from there on. Half precision has a roof only if a launch uses it.
QList<PlotSeries> RooflineChart::roofsOf(const launch::DevicePeaks& peaks,
                                         const PlotAxis& x) const {
    const double bandwidth = *peaks.bytesPerSecond;
    const double highest = highestOf(peaks);
    QList<PlotSeries> series;
    PlotSeries memory;
    memory.name = tr("Memory, %1").arg(describeRate(bandwidth, QStringLiteral("B/s")));
    memory.label = tr("memory");
    memory.points = {{x.min, x.min * bandwidth / kTera}, {highest / bandwidth, highest / kTera}};
    memory.naming = PlotSeries::Naming::beside;
    series.append(memory);
    for (const Precision precision : precisions()) {
        const double peak = session::peakOf(peaks, precision).value_or(0);
        if (!(peak > 0))
            continue;
        PlotSeries roof;
        roof.name = QStringLiteral("%1, %2").arg(describePrecision(precision),
                                                 describeRate(peak, QStringLiteral("FLOP/s")));
        roof.label = describePrecision(precision);
        roof.points = {{peak / bandwidth, peak / kTera}, {x.max, peak / kTera}};
        roof.naming = PlotSeries::Naming::beside;
        series.append(roof);
    }
    return series;
}

std::vector<Precision> RooflineChart::precisions() const {
    const bool half =
        std::any_of(m_points.begin(), m_points.end(), [](const Point& one) { return one.half; });
    if (half)
        return {Precision::half, Precision::single, Precision::twice};
    return {Precision::single, Precision::twice};
}

double RooflineChart::highestOf(const launch::DevicePeaks& peaks) const {
    double highest = 0;
    for (const Precision precision : precisions())
        highest = std::max(highest, session::peakOf(peaks, precision).value_or(0));
    return highest;
}

void RooflineChart::draw(const launch::DevicePeaks& peaks) {
    const double bandwidth = peaks.bytesPerSecond.value_or(0);
    const double highest = highestOf(peaks);
    if (!(bandwidth > 0) || !(highest > 0))
        return m_plot->clear();
    double lowest = HUGE_VAL;
    double least = HUGE_VAL, most = 0; // FLOP/byte
    for (const Point& point : m_points) {
        least = std::min(least, point.intensity);
        most = std::max(most, point.intensity);
        lowest = std::min(lowest, point.flopsPerSecond);
    }
    PlotAxis x{tr("FLOP/byte"), 0, 0, false, true};
    x.max = decadeAbove(1.01 * std::max(most, 2 * highest / bandwidth));
    x.min = std::max(decadeBelow(std::min(0.99 * least, highest / bandwidth / 10)),
                     x.max * std::pow(10.0, -kMostDecades));
    PlotAxis y{tr("TFLOP/s"), 0, 0, false, true};
    y.max = decadeAbove(1.01 * highest / kTera);
    y.min = std::max(decadeBelow(0.99 * std::min(lowest, x.min * bandwidth) / kTera),
                     y.max * std::pow(10.0, -kMostDecades));
    // The name of the highest roof is above its line.
    y.max = std::max(y.max, highest / kTera * std::pow(highest / kTera / y.min, kAboveRoofs));

    QList<PlotSeries> series = roofsOf(peaks, x);
    QList<PlotMarker> markers;
    for (const Point& point : m_points) {
        const QPointF at(point.intensity, point.flopsPerSecond / kTera);
        // All launches of a pinned run are one series, so that its name appears only once.
        if (point.pinned >= 0 && series.last().hollow && series.last().name == point.series) {
            series.last().points.append(at);
            continue;
        }
        PlotSeries one;
        one.name = point.series;
        one.style = PlotSeries::Style::points;
        one.color = seriesColor(point.pinned >= 0 ? point.pinned : int(series.size()));
        one.points = {at};
        one.hollow = point.pinned >= 0;
        one.naming = one.hollow ? PlotSeries::Naming::legend : PlotSeries::Naming::none;
        series.append(one);
        if (!one.hollow)
            markers.append({at, point.series, one.color, false, true});
    }
    m_plot->showLines(series, x, y);
    m_plot->setMarkers(markers);
}

} // namespace warpbench::ui
