// SPDX-License-Identifier: GPL-3.0-or-later
// Data from whole buffers, computed where they are stored: statistics, histogram, curves.
#include "core/arrays/element.h"
#include "ui/elements/buffer_facts.h"
#include "ui/elements/search_text.h"
#include "ui/inspector/buffer_inspector.h"
#include "ui/inspector/curve_view.h"
#include "ui/inspector/histogram_view.h"
#include "ui/words/text.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QToolButton>

#include <algorithm>
#include <utility>
#include <vector>

namespace warpbench::ui {

namespace {

constexpr int kBins = 128;
constexpr int kIntegerBins = 256; // one per value of the 8-bit types
constexpr int kFewestColumns = 256;

bool hasNumbers(const session::BufferReport& buffer) {
    return buffer.dtype.kind() != arrays::DType::Kind::structure;
}

/// Whether a buffer can be drawn over another one.
bool goesWith(const session::BufferReport& other, const session::BufferReport& buffer) {
    return other.name != buffer.name && hasNumbers(other) &&
           other.ref.elements == buffer.ref.elements;
}

int binsFor(const arrays::DType& dtype) {
    return arrays::isInteger(dtype.scalar()) ? kIntegerBins : kBins;
}

/// CUDA's names of an element's components; empty: a single one.
QStringList partNames(const arrays::DType& dtype) {
    const QStringList lanes{QStringLiteral("x"), QStringLiteral("y"), QStringLiteral("z"),
                            QStringLiteral("w")};
    if (dtype.kind() == arrays::DType::Kind::vector)
        return lanes.mid(0, dtype.lanes());
    if (arrays::isComplex(dtype.scalar()))
        return {BufferInspector::tr("real"), BufferInspector::tr("imaginary")};
    return {QString()};
}

} // namespace

void BufferInspector::setWholeReader(WholeBufferReader reader) {
    m_whole = std::move(reader);
}

void BufferInspector::connectWholeViews() {
    connect(m_histogram, &HistogramView::binClicked, this, [this](int bin) {
        search(arrays::IsInBin{m_histogram->summary()->bins, bin}, m_histogram->textOf(bin), true);
    });
    connect(m_curves, &CurveView::rangeChanged, this, &BufferInspector::askCurves);
    connect(m_curves, &CurveView::hovered, this, &BufferInspector::hoverCurve);
}

void BufferInspector::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    askSummary();
}

/// The buffer or its contents have changed.
void BufferInspector::forgetWhole() {
    for (WholeBufferQuestion* question : {&m_summaryQuestion, &m_searchQuestion})
        question->stop();
    m_summary.reset();
    m_plotted.clear();
    m_found = -1;
}

/// Requests nothing for hidden views.
void BufferInspector::askSummary() {
    const session::BufferReport* buffer = current();
    if (!buffer || !hasNumbers(*buffer) || !isVisible())
        return;
    const bool counts = view() == kHistogramView;
    if (m_summary && (!counts || !m_summary->counts.empty() || !m_summary->min))
        return;
    if (m_summaryQuestion.waits() && !counts)
        return;
    session::SummaryRequest request{buffer->ref};
    if (counts && m_summary) // its range is known
        request.bins = {buffer->dtype.scalar(), m_summary->min->value, m_summary->max->value,
                        binsFor(buffer->dtype)};
    else if (counts)
        request.mostBins = binsFor(buffer->dtype);
    WholeBufferQuestion::Answers<arrays::Summary> answers;
    answers.done = [this](const arrays::Summary& summary) {
        m_summary = summary;
        showStatistics();
        if (view() == kHistogramView)
            drawHistogram();
    };
    answers.failed = [this](const QString& why) {
        if (view() == kHistogramView)
            m_histogram->setMessage(why);
    };
    answers.progress = [this](double share) {
        if (view() == kHistogramView && !m_histogram->summary())
            m_histogram->setMessage(tr("Counting… %1 %").arg(int(100 * share)));
    };
    m_summaryQuestion.ask(m_whole, m_whole.summarize, std::move(request), std::move(answers));
}

/// Shows the run's statistics until there are more.
void BufferInspector::showStatistics() {
    const session::BufferReport* buffer = current();
    if (m_summary) {
        m_statistics->setTextFormat(Qt::RichText);
        m_statistics->setText(statisticsLinks(buffer->dtype, *m_summary));
    } else if (const QString text = statisticsText(*buffer); !text.isEmpty() || !m_pause) {
        // Keeps a value and its name on one line.
        const QStringList figures = text.split(QStringLiteral("   "));
        m_statistics->setTextFormat(Qt::PlainText);
        m_statistics->setText(QString(figures.join(u'\n'))
                                  .replace(u' ', QChar::Nbsp)
                                  .replace(u'\n', QLatin1String("   ")));
    } // keeps those of the last pause until the next ones arrive
    m_statistics->setVisible(!m_statistics->text().isEmpty());
}

void BufferInspector::followLink(const QString& link) {
    if (link.startsWith(u'#'))
        return goToElement(link.mid(1).toLongLong());
    const auto parsed = parseSearch(link);
    if (const auto* condition = parsed ? std::get_if<arrays::Condition>(&*parsed) : nullptr)
        search(*condition, link, true);
}

void BufferInspector::drawHistogram() {
    const session::BufferReport* buffer = current();
    showElement({}, -1);
    if (!hasNumbers(*buffer))
        return m_histogram->setMessage(
            tr("A histogram needs numbers, and this buffer holds structs."));
    if (m_summary && (!m_summary->counts.empty() || !m_summary->min))
        return m_histogram->setSummary(*m_summary);
    m_histogram->setMessage(QString());
    askSummary();
}

/// Draws the row of the table's current element.
void BufferInspector::drawCurves() {
    const session::BufferReport* buffer = current();
    showElement({}, -1);
    if (!hasNumbers(*buffer))
        return m_curves->setMessage(tr("A plot needs numbers, and this buffer holds structs."));
    if (m_slice->rows() == 0 || m_slice->columns() == 0)
        return m_curves->setMessage(tr("The slice is empty."));
    const std::int64_t row = std::max<std::int64_t>(
        0, m_slice->cellOf(std::max<std::int64_t>(0, currentElement())).first);
    const std::int64_t columns = m_slice->columns();
    const std::int64_t first = m_slice->element(row, 0);
    const std::int64_t step = columns > 1 ? m_slice->element(row, 1) - first : 1;
    m_curves->setRow(
        {{first, step, columns},
         m_slice->columnLabel(0).toLongLong(),
         m_slice->lastStep(),
         m_slice->rows() > 1 ? tr("index in row %1").arg(m_slice->rowLabel(row)) : tr("index")});
    choosePlotted();
    askCurves();
}

/// What the plot shows: the buffer, its expected values, and the other buffers that the user added.
void BufferInspector::choosePlotted() {
    m_plotted.clear();
    const auto add = [this](const session::BufferRef& ref, const arrays::DType& dtype,
                            const QString& name, bool dashed) {
        auto& plotted = *m_plotted.emplace_back(std::make_unique<Plotted>());
        plotted.ref = ref;
        plotted.name = name;
        plotted.parts = partNames(dtype);
        plotted.dashed = dashed;
    };
    const session::BufferReport& buffer = *current();
    std::vector<const session::BufferReport*> others;
    for (const session::BufferReport& other : m_report->buffers) {
        if (goesWith(other, buffer) && m_alsoPlotted.contains(qs(other.name)))
            others.push_back(&other);
    }
    const QString name = currentBuffer();
    const bool expected = m_wrong && m_reference.isExpected();
    if (others.empty()) // components need no prefix if nothing else is shown
        add(buffer.ref, buffer.dtype,
            expected                              ? tr("got")
            : partNames(buffer.dtype).size() == 1 ? name
                                                  : QString(),
            false);
    else
        add(buffer.ref, buffer.dtype, expected ? tr("%1, got").arg(name) : name, false);
    if (expected)
        add(buffer.expect->want, buffer.dtype,
            others.empty() ? tr("expected") : tr("%1, expected").arg(name), true);
    for (const session::BufferReport* other : others)
        add(other->ref, other->dtype, qs(other->name), false);
}

/// The menu of the other buffers, which can be drawn over this one.
void BufferInspector::offerPlotted() {
    QMenu& menu = *m_also->menu();
    menu.clear();
    const session::BufferReport* buffer = current();
    for (const session::BufferReport& other : m_report->buffers) {
        if (!goesWith(other, *buffer))
            continue;
        const QString name = qs(other.name);
        QAction* action = menu.addAction(name);
        action->setCheckable(true);
        action->setChecked(m_alsoPlotted.contains(name));
        connect(action, &QAction::toggled, this, [this, name](bool on) {
            on ? m_alsoPlotted.append(name) : void(m_alsoPlotted.removeAll(name));
            choosePlotted();
            askCurves();
        });
    }
    m_also->setVisible(view() == kPlotView && !menu.isEmpty());
}

void BufferInspector::askCurves() {
    const CurveView::Row& row = m_curves->row();
    const CurveView::Range range = m_curves->range();
    const arrays::ElementRow part{row.elements.first + range.first * row.elements.step,
                                  row.elements.step, range.count};
    for (const auto& plotted : m_plotted) {
        WholeBufferQuestion::Answers<arrays::Envelope> answers;
        answers.done = [this, &to = plotted->curves,
                        first = range.first](const arrays::Envelope& envelope) {
            to = envelope;
            for (auto& curve : to->curves) {
                for (arrays::Envelope::Point& point : curve)
                    point.position += first;
            }
            showCurves();
        };
        answers.failed = [this](const QString& why) { m_curves->setMessage(why); };
        answers.progress = [this](double share) {
            if (!m_plotted.front()->curves)
                m_curves->setMessage(tr("Drawing… %1 %").arg(int(100 * share)));
        };
        plotted->question.ask(m_whole, m_whole.envelope,
                              session::EnvelopeRequest{plotted->ref, part,
                                                       std::max(kFewestColumns, m_curves->width())},
                              std::move(answers));
    }
}

void BufferInspector::showCurves() {
    if (m_plotted.empty() || !m_plotted.front()->curves)
        return;
    QList<CurveView::Curve> curves;
    for (const auto& plotted : m_plotted) {
        for (qsizetype i = 0; plotted->curves && i < plotted->parts.size(); ++i)
            curves.append({QStringLiteral("%1 %2").arg(plotted->name, plotted->parts[i]).trimmed(),
                           plotted->curves->curves[std::size_t(i)], plotted->dashed});
    }
    m_curves->setCurves(curves);
}

void BufferInspector::hoverCurve(std::int64_t position) {
    const arrays::ElementRow& row = m_curves->row().elements;
    if (!current() || position < 0 || position >= row.count)
        return showElement({}, -1);
    const std::int64_t element = row.first + position * row.step;
    showElement(placeText(element), element);
}

} // namespace warpbench::ui
