// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/histogram_view.h"

#include "ui/charts/plot.h"
#include "ui/elements/buffer_facts.h"
#include "ui/words/describe.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace warpbench::ui {

namespace {

constexpr double kBelowOne = 0.5; // start of the logarithmic axis, so that a count of 1 is visible

} // namespace

HistogramView::HistogramView(QWidget* parent)
    : QWidget(parent) {
    m_messageLabel = new QLabel;
    m_messageLabel->setProperty("role", "empty");
    m_messageLabel->setAlignment(Qt::AlignCenter);
    m_messageLabel->setWordWrap(true);
    m_bins = new QLabel;
    m_bins->setObjectName(QStringLiteral("histogramBins"));
    m_bins->setProperty("role", "muted");
    m_bins->setMinimumWidth(1); // a narrow panel cuts it off
    m_logarithmic = new QToolButton;
    m_logarithmic->setObjectName(QStringLiteral("histogramLogarithmic"));
    m_logarithmic->setText(tr("log"));
    m_logarithmic->setCheckable(true);
    m_logarithmic->setToolTip(tr("Counts on a logarithmic axis"));
    m_logarithmic->setAccessibleName(tr("Logarithmic counts"));
    m_plot = new Plot;
    m_plot->setObjectName(QStringLiteral("histogramPlot"));
    m_plot->setAccessibleName(tr("Histogram"));

    auto* content = new QWidget;
    auto* rows = new QVBoxLayout(content);
    rows->setContentsMargins(8, 0, 8, 6);
    rows->setSpacing(4);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(4, 0, 0, 0);
    head->addWidget(m_bins, 1);
    head->addWidget(m_logarithmic);
    rows->addLayout(head);
    rows->addWidget(m_plot, 1);
    m_pages = new QStackedLayout(this);
    m_pages->addWidget(m_messageLabel);
    m_pages->addWidget(content);

    connect(m_logarithmic, &QToolButton::toggled, this, &HistogramView::draw);
    connect(m_plot, &Plot::hovered, this, [this](const QString& text, QPointF value) {
        showBin(text.isEmpty() ? -1 : binAt(value.x()));
    });
    connect(m_plot, &Plot::clicked, this, [this](QPointF value) {
        const int bin = binAt(value.x());
        if (m_summary && bin >= 0 && m_summary->counts[std::size_t(bin)] > 0)
            emit binClicked(bin);
    });
}

void HistogramView::setSummary(const arrays::Summary& summary) {
    if (summary.bins.count() == 0)
        return setMessage(tr("The buffer contains no finite values."));
    m_message.clear();
    m_summary = summary;
    m_pages->setCurrentIndex(1);
    draw();
}

void HistogramView::setMessage(const QString& message) {
    m_message = message;
    m_messageLabel->setText(message);
    m_summary.reset();
    m_pages->setCurrentIndex(0);
}

void HistogramView::draw() {
    if (!m_summary)
        return;
    const arrays::Bins& bins = m_summary->bins;
    const bool logarithmic = m_logarithmic->isChecked();
    const bool whole = project::isInteger(bins.start(0));
    // An integer's column extends to the next integer.
    const double end = project::toDouble(bins.end(bins.count() - 1)) + (whole ? 1 : 0);
    PlotSeries columns;
    columns.name = tr("count");
    columns.style = PlotSeries::Style::columns;
    std::int64_t most = 1;
    for (int bin = 0; bin < bins.count(); ++bin) {
        const std::int64_t count = m_summary->counts[std::size_t(bin)];
        most = std::max(most, count);
        columns.points.append({project::toDouble(bins.start(bin)),
                               logarithmic ? std::max(double(count), kBelowOne) : double(count)});
    }
    const double start = columns.points.first().x();
    columns.points.append({end > start ? end : start + 1, logarithmic ? kBelowOne : 0});
    PlotAxis values{tr("value"), start, columns.points.last().x()};
    values.integer = whole;
    PlotAxis counts{tr("count"), logarithmic ? kBelowOne : 0, double(most) * 1.05};
    counts.integer = true;
    counts.logarithmic = logarithmic;
    m_plot->showLines({columns}, values, counts);
    showBin(-1);
}

void HistogramView::showBin(int bin) {
    if (m_summary)
        m_bins->setText(bin >= 0
                            ? textOf(bin)
                            : tr("%1 finite values in %n bin(s)", nullptr, m_summary->bins.count())
                                  .arg(describeCount(std::uint64_t(m_summary->finite()))));
}

/// \param x  on the axis
int HistogramView::binAt(double x) const {
    if (!m_summary)
        return -1;
    const QList<PlotSeries>& series = m_plot->series();
    const QList<QPointF>& ends = series.first().points;
    const auto next = std::upper_bound(ends.begin(), ends.end(), x,
                                       [](double at, QPointF end) { return at < end.x(); });
    return next == ends.begin() || next == ends.end() ? -1 : int(next - ends.begin()) - 1;
}

QString HistogramView::textOf(int bin) const {
    if (!m_summary || bin < 0)
        return {};
    const arrays::Bins& bins = m_summary->bins;
    const std::int64_t count = m_summary->counts[std::size_t(bin)];
    const QString low = numberText(bins.start(bin));
    const QString high = numberText(bins.end(bin));
    const double share = 100 * ratio(std::uint64_t(count), std::uint64_t(m_summary->finite()));
    const QString range = low == high ? low : tr("%1 to %2").arg(low, high);
    return tr("%1: %2 (%3 %)")
        .arg(range, describeCount(std::uint64_t(count)), QString::number(share, 'g', 3));
}

} // namespace warpbench::ui
