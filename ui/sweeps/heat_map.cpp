// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sweeps/heat_map.h"

#include "ui/sweeps/trial_words.h"
#include "ui/theme/theme.h"
#include "ui/words/text.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace warpbench::ui {

namespace {

constexpr int kPad = 6; // pixels

/// The better, the more green; text stays readable on all shades.
QColor goodnessColor(double goodness) {
    constexpr double kStrongest = 0.55;
    const QColor& from = themeColors().base;
    const QColor& to = themeColors().success;
    const double share = 0.05 + (kStrongest - 0.05) * goodness;
    const auto mix = [share](int a, int b) { return int(a + (b - a) * share); };
    return {mix(from.red(), to.red()), mix(from.green(), to.green()), mix(from.blue(), to.blue())};
}

} // namespace

HeatMap::HeatMap(QWidget* parent)
    : QWidget(parent) {
    setObjectName(QStringLiteral("sweepHeatMap"));
    setAccessibleName(tr("Heat map of two axes"));
    setFocusPolicy(Qt::StrongFocus);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void HeatMap::show(const session::SweepReport& report, const AxisValues& across,
                   const AxisValues& down) {
    m_report = report;
    m_across = across;
    m_down = down;
    m_goodness = goodnessOf(m_report);
    m_cells.assign(m_across.values.size() * m_down.values.size(), std::nullopt);
    for (std::size_t i = 0; i < m_goodness.size(); ++i) {
        const auto [column, row] = cellOf(i);
        if (column < 0 || row < 0 || m_goodness[i] < 0)
            continue;
        std::optional<std::size_t>& best =
            m_cells[std::size_t(row) * m_across.values.size() + std::size_t(column)];
        if (!best || m_goodness[i] > m_goodness[*best])
            best = i;
    }
    m_least = 1;
    m_most = 0;
    for (const auto& best : m_cells)
        if (best) {
            m_least = std::min(m_least, m_goodness[*best]);
            m_most = std::max(m_most, m_goodness[*best]);
        }
    setAccessibleDescription(
        m_report.result.best
            ? tr("Best: %1").arg(valuesText(m_report.result.trials[*m_report.result.best]))
            : QString());
    update();
}

void HeatMap::clear() {
    m_report = {};
    m_across = m_down = {};
    m_cells.clear();
    m_current.reset();
    update();
}

std::optional<std::size_t> HeatMap::trialAt(int column, int row) const {
    return m_cells[std::size_t(row) * m_across.values.size() + std::size_t(column)];
}

/// The goodness relative to the trials shown, which may be close together.
double HeatMap::shadeOf(std::size_t trial) const {
    return m_most > m_least ? (m_goodness[trial] - m_least) / (m_most - m_least) : 1;
}

void HeatMap::setCurrent(std::optional<std::size_t> trial) {
    m_current = trial;
    update();
}

QSize HeatMap::sizeHint() const {
    return {360, 220};
}

QSize HeatMap::minimumSizeHint() const {
    return {160, 100};
}

/// The area of the cells, without the axis labels.
QRect HeatMap::grid() const {
    const QFontMetrics metrics(font());
    int left = metrics.horizontalAdvance(qs(m_down.name));
    for (const std::string& value : m_down.values)
        left = std::max(left, metrics.horizontalAdvance(qs(value)));
    left = std::min(left, width() / 3) + 2 * kPad;
    const int bottom = 2 * metrics.height() + 2 * kPad;
    return QRect(left, metrics.height() + kPad, width() - left - kPad,
                 height() - bottom - metrics.height() - kPad);
}

QRect HeatMap::cell(int column, int row) const {
    const QRect area = grid();
    const int columns = std::max(1, int(m_across.values.size()));
    const int rows = std::max(1, int(m_down.values.size()));
    const int left = area.left() + area.width() * column / columns;
    const int right = area.left() + area.width() * (column + 1) / columns;
    const int top = area.top() + area.height() * row / rows;
    const int bottom = area.top() + area.height() * (row + 1) / rows;
    return {left, top, right - left - 1, bottom - top - 1};
}

std::optional<std::pair<int, int>> HeatMap::cellAt(QPoint position) const {
    for (int row = 0; row < int(m_down.values.size()); ++row)
        for (int column = 0; column < int(m_across.values.size()); ++column)
            if (cell(column, row).contains(position))
                return std::pair(column, row);
    return std::nullopt;
}

std::pair<int, int> HeatMap::cellOf(std::size_t trial) const {
    const sweep::Trial& one = m_report.result.trials[trial];
    return {m_across.indexIn(one), m_down.indexIn(one)};
}

void HeatMap::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const ThemeColors& colors = themeColors();
    painter.fillRect(rect(), colors.base);
    if (m_across.values.empty() || m_down.values.empty())
        return;
    const QFontMetrics metrics(font());
    const QRect area = grid();
    painter.setPen(colors.muted);
    painter.drawText(QRect(kPad, 0, area.left() - 2 * kPad, metrics.height()),
                     Qt::AlignRight | Qt::AlignVCenter, qs(m_down.name));
    painter.drawText(
        QRect(area.left(), height() - metrics.height() - kPad / 2, area.width(), metrics.height()),
        Qt::AlignHCenter,
        metrics.elidedText(
            QStringLiteral("%1   %2").arg(
                qs(m_across.name),
                tr("Strong colour: better, by %1").arg(objectiveTitle(m_report.objective))),
            Qt::ElideRight, area.width()));
    painter.setPen(colors.text);
    int freeFrom = area.left(); // omits overlapping labels
    for (int column = 0; column < int(m_across.values.size()); ++column) {
        const QRect at = cell(column, 0);
        const QString text = qs(m_across.values[std::size_t(column)]);
        const int half = metrics.horizontalAdvance(text) / 2 + kPad / 2;
        if (at.center().x() - half < freeFrom)
            continue;
        freeFrom = at.center().x() + half;
        painter.drawText(
            QRect(at.center().x() - half, area.bottom() + kPad / 2, 2 * half, metrics.height()),
            Qt::AlignHCenter, text);
    }
    const int every =
        std::max(1, metrics.height() * int(m_down.values.size()) / std::max(1, area.height()));
    for (int row = 0; row < int(m_down.values.size()); ++row) {
        const QRect left = cell(0, row);
        if (row % every == 0)
            painter.drawText(QRect(kPad, left.top(), area.left() - 2 * kPad, left.height()),
                             Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip,
                             metrics.elidedText(qs(m_down.values[std::size_t(row)]), Qt::ElideRight,
                                                area.left() - 2 * kPad));
        for (int column = 0; column < int(m_across.values.size()); ++column) {
            const QRect place = cell(column, row);
            const auto trial = trialAt(column, row);
            if (!trial) {
                painter.fillRect(place, QBrush(colors.borderStrong, Qt::BDiagPattern));
                continue;
            }
            painter.fillRect(place, goodnessColor(shadeOf(*trial)));
            const QString text =
                objectiveText(m_report.objective, *m_report.result.trials[*trial].objective);
            if (metrics.horizontalAdvance(text) + kPad < place.width() &&
                metrics.height() < place.height()) {
                painter.setPen(colors.text);
                painter.drawText(place, Qt::AlignCenter, text);
            }
            if (trial == m_report.result.best) {
                painter.setPen(QPen(colors.text, 2));
                painter.drawRect(place.adjusted(1, 1, -1, -1));
                painter.setPen(colors.text);
            }
        }
    }
    if (m_current && *m_current < m_report.result.trials.size()) {
        const auto [column, row] = cellOf(*m_current);
        if (column >= 0 && row >= 0) {
            painter.setPen(QPen(colors.accent, 3));
            painter.drawRect(cell(column, row).adjusted(1, 1, -1, -1));
        }
    }
}

void HeatMap::mousePressEvent(QMouseEvent* event) {
    if (const auto at = cellAt(event->pos()))
        if (const auto trial = trialAt(at->first, at->second))
            emit chosen(*trial);
}

void HeatMap::keyPressEvent(QKeyEvent* event) {
    const int columns = int(m_across.values.size());
    const int rows = int(m_down.values.size());
    int stepX = 0, stepY = 0;
    switch (event->key()) {
    case Qt::Key_Left:
        stepX = -1;
        break;
    case Qt::Key_Right:
        stepX = 1;
        break;
    case Qt::Key_Up:
        stepY = -1;
        break;
    case Qt::Key_Down:
        stepY = 1;
        break;
    default:
        return QWidget::keyPressEvent(event);
    }
    const auto from = m_current ? m_current : m_report.result.best;
    if (!from || *from >= m_report.result.trials.size())
        return;
    auto [column, row] = cellOf(*from);
    // Skips empty cells.
    for (column += stepX, row += stepY; column >= 0 && column < columns && row >= 0 && row < rows;
         column += stepX, row += stepY)
        if (const auto trial = trialAt(column, row)) {
            emit chosen(*trial);
            return;
        }
}

bool HeatMap::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    auto* help = static_cast<QHelpEvent*>(event);
    const auto at = cellAt(help->pos());
    if (!at) {
        QToolTip::hideText();
        return true;
    }
    QString text;
    if (const auto trial = trialAt(at->first, at->second)) {
        text = trialText(m_report.result.trials[*trial], m_report.objective);
    } else {
        text = tr("Not tried");
        for (const sweep::Trial& failed : m_report.result.trials)
            if (m_across.indexIn(failed) == at->first && m_down.indexIn(failed) == at->second)
                text = trialText(failed, m_report.objective);
    }
    QToolTip::showText(help->globalPos(), text, this);
    return true;
}

} // namespace warpbench::ui
