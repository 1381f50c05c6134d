// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sweeps/parallel_axes.h"

#include "ui/sweeps/trial_words.h"
#include "ui/theme/theme.h"
#include "ui/words/text.h"

#include <QCursor>
#include <QKeyEvent>
#include <QLineF>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace warpbench::ui {

namespace {

constexpr int kSide = 6;                 // pixels
constexpr double kNear = 8;              // greatest distance from a line in pixels
constexpr std::size_t kMostLines = 2000; // the best ones; more would be unreadable
constexpr double kFaintest = 0.12;       // opacity of the worst line

QColor between(const QColor& from, const QColor& to, double share) {
    const auto mix = [share](int a, int b) { return int(a + (b - a) * share); };
    return {mix(from.red(), to.red()), mix(from.green(), to.green()), mix(from.blue(), to.blue())};
}

double distanceTo(const QLineF& line, QPointF point) {
    const QPointF along = line.p2() - line.p1();
    const double length = QPointF::dotProduct(along, along);
    const double share =
        length > 0 ? std::clamp(QPointF::dotProduct(point - line.p1(), along) / length, 0.0, 1.0)
                   : 0;
    return QLineF(point, line.p1() + along * share).length();
}

} // namespace

ParallelAxes::ParallelAxes(QWidget* parent)
    : QWidget(parent) {
    setObjectName(QStringLiteral("sweepParallelAxes"));
    setAccessibleName(tr("Trials over all axes"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void ParallelAxes::show(const session::SweepReport& report) {
    m_report = report;
    m_axes = axesOf(report.result.trials);
    m_goodness = goodnessOf(report);
    m_hovered.reset();
    m_order.clear();
    for (std::size_t i = 0; i < m_goodness.size(); ++i)
        if (m_goodness[i] >= 0)
            m_order.push_back(i);
    std::stable_sort(m_order.begin(), m_order.end(),
                     [&](std::size_t a, std::size_t b) { return m_goodness[a] < m_goodness[b]; });
    if (m_order.size() > kMostLines)
        m_order.erase(m_order.begin(), m_order.end() - std::ptrdiff_t(kMostLines));
    update();
}

void ParallelAxes::clear() {
    show({});
    m_current.reset();
}

void ParallelAxes::setCurrent(std::optional<std::size_t> trial) {
    m_current = trial;
    update();
}

QSize ParallelAxes::sizeHint() const {
    return {400, 220};
}

QSize ParallelAxes::minimumSizeHint() const {
    return {180, 100};
}

QRectF ParallelAxes::area() const {
    const QFontMetrics metrics(font());
    const double side = 9 * metrics.averageCharWidth();
    const double line = metrics.height() + kSide;
    return QRectF(rect()).adjusted(side, line, -side, -line);
}

/// From the value on each axis to the objective, the best on top.
QPolygonF ParallelAxes::lineOf(std::size_t trial) const {
    const QRectF space = area();
    const sweep::Trial& one = m_report.result.trials[trial];
    QPolygonF line;
    for (std::size_t i = 0; i < m_axes.size(); ++i) {
        const double values = double(m_axes[i].values.size());
        const double share = (m_axes[i].indexIn(one) + 0.5) / values;
        line.append({space.left() + space.width() * double(i) / double(m_axes.size()),
                     space.bottom() - share * space.height()});
    }
    line.append({space.right(), space.bottom() - m_goodness[trial] * space.height()});
    return line;
}

std::optional<std::size_t> ParallelAxes::trialNear(QPointF position) const {
    std::optional<std::size_t> nearest;
    double least = kNear;
    for (const std::size_t trial : m_order) {
        const QPolygonF line = lineOf(trial);
        for (qsizetype i = 1; i < line.size(); ++i) {
            const double distance = distanceTo({line[i - 1], line[i]}, position);
            if (distance <= least) { // the best of overlapping lines
                least = distance;
                nearest = trial;
            }
        }
    }
    return nearest;
}

void ParallelAxes::paintAxes(QPainter& painter) const {
    const ThemeColors& colors = themeColors();
    const QFontMetrics metrics(font());
    const QRectF space = area();
    const double step = space.width() / double(m_axes.size());
    const auto title = [&](double x, const QString& text) {
        painter.setPen(colors.text);
        const QRectF place(x - step / 2, 0, step, metrics.height() + kSide / 2.0);
        painter.drawText(place, Qt::AlignHCenter | Qt::AlignVCenter,
                         metrics.elidedText(text, Qt::ElideMiddle, int(step) - 2 * kSide));
    };
    const auto label = [&](double x, double y, const QString& text) {
        const QString shown = metrics.elidedText(text, Qt::ElideMiddle, int(step / 2) - 2 * kSide);
        const double wide = metrics.horizontalAdvance(shown) + kSide;
        const QRectF place(x - kSide - wide, y - metrics.height() / 2.0, wide, metrics.height());
        QColor behind = colors.base; // lines run below the text
        behind.setAlphaF(0.8F);
        painter.fillRect(place, behind);
        painter.setPen(colors.text);
        painter.drawText(place, Qt::AlignCenter, shown);
    };
    for (std::size_t i = 0; i < m_axes.size(); ++i) {
        const double x = space.left() + step * double(i);
        painter.setPen(QPen(colors.borderStrong, 1));
        painter.drawLine(QPointF(x, space.top()), QPointF(x, space.bottom()));
        title(x, qs(m_axes[i].name));
        const double values = double(m_axes[i].values.size());
        const auto every =
            std::size_t(std::max(1.0, metrics.height() * values / std::max(1.0, space.height())));
        for (std::size_t value = 0; value < m_axes[i].values.size(); value += every)
            label(x, space.bottom() - (double(value) + 0.5) / values * space.height(),
                  qs(m_axes[i].values[value]));
    }
    painter.setPen(QPen(colors.borderStrong, 1));
    painter.drawLine(space.topRight(), space.bottomRight());
    title(space.right(), objectiveTitle(m_report.objective));
    if (m_order.empty())
        return;
    const auto worth = [&](std::size_t trial, double y) {
        painter.setPen(colors.muted);
        painter.drawText(
            QRectF(space.right() + kSide, y - metrics.height() / 2.0,
                   width() - space.right() - kSide, metrics.height()),
            Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip,
            objectiveText(m_report.objective, *m_report.result.trials[trial].objective));
    };
    worth(m_order.back(), space.top());
    worth(m_order.front(), space.bottom());
}

void ParallelAxes::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const ThemeColors& colors = themeColors();
    painter.fillRect(rect(), colors.base);
    if (m_axes.empty())
        return;
    for (const std::size_t trial : m_order) {
        const double goodness = m_goodness[trial];
        painter.setOpacity(kFaintest + (1 - kFaintest) * goodness * goodness);
        painter.setPen(QPen(between(colors.muted, colors.accent, goodness), 1.2));
        painter.drawPolyline(lineOf(trial));
    }
    painter.setOpacity(1);
    const auto emphasise = [&](std::optional<std::size_t> trial, const QColor& color) {
        if (!trial || *trial >= m_goodness.size() || m_goodness[*trial] < 0)
            return;
        painter.setPen(QPen(color, 3));
        painter.drawPolyline(lineOf(*trial));
    };
    emphasise(m_current, colors.warning);
    emphasise(m_hovered, colors.text);
    paintAxes(painter);
}

void ParallelAxes::mousePressEvent(QMouseEvent* event) {
    if (const auto trial = trialNear(event->position()))
        emit chosen(*trial);
}

void ParallelAxes::mouseMoveEvent(QMouseEvent* event) {
    const auto trial = trialNear(event->position());
    if (trial == m_hovered)
        return;
    m_hovered = trial;
    if (trial)
        QToolTip::showText(QCursor::pos(),
                           trialText(m_report.result.trials[*trial], m_report.objective), this);
    else
        QToolTip::hideText();
    update();
}

void ParallelAxes::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    m_hovered.reset();
    update();
}

/// Moves through the trials in order of goodness.
void ParallelAxes::keyPressEvent(QKeyEvent* event) {
    const int step = event->key() == Qt::Key_Up ? 1 : event->key() == Qt::Key_Down ? -1 : 0;
    if (step == 0 || m_order.empty())
        return QWidget::keyPressEvent(event);
    const auto at =
        m_current ? std::find(m_order.begin(), m_order.end(), *m_current) : m_order.end();
    const auto last = std::ptrdiff_t(m_order.size()) - 1;
    const std::ptrdiff_t next =
        at == m_order.end() ? last
                            : std::clamp<std::ptrdiff_t>(at - m_order.begin() + step, 0, last);
    emit chosen(m_order[std::size_t(next)]);
}

} // namespace warpbench::ui
