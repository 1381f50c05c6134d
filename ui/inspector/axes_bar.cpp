// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/axes_bar.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

#include <algorithm>
#include <limits>

namespace warpbench::ui {

namespace {

/// A dimension as Slice::parse reads it.
QString partText(const Slice::Dimension& dimension, std::int64_t extent) {
    if (dimension.fixed)
        return QString::number(dimension.start);
    if (dimension.start == 0 && dimension.step == 1 && dimension.count == extent)
        return QStringLiteral(":");
    const std::int64_t end = dimension.start + dimension.count * dimension.step;
    const QString stop = end < 0 ? QString() : QString::number(end);
    QString text = QStringLiteral("%1:%2").arg(dimension.start).arg(stop);
    return dimension.step == 1 ? text : text + QStringLiteral(":%1").arg(dimension.step);
}

} // namespace

AxesBar::AxesBar(QWidget* parent)
    : QWidget(parent) {
    m_transpose = new QToolButton;
    m_transpose->setObjectName(QStringLiteral("axesTranspose"));
    m_transpose->setText(tr("Swap"));
    m_transpose->setCheckable(true);
    m_transpose->setToolTip(tr("Swap rows and columns"));
    connect(m_transpose, &QToolButton::clicked, this, [this](bool on) { send(on); });
    m_grid = new QGridLayout;
    m_grid->setHorizontalSpacing(8);
    m_grid->setVerticalSpacing(2);
    auto* sides = new QHBoxLayout(this);
    sides->setContentsMargins(8, 0, 8, 6);
    sides->setSpacing(8);
    sides->addLayout(m_grid, 1);
    sides->addWidget(m_transpose, 0, Qt::AlignBottom);
}

std::array<QWidget*, 3> AxesBar::Row::widgets() const {
    return {whole, index, text};
}

void AxesBar::addRow() {
    const std::size_t axis = m_rows.size();
    Row row;
    row.whole = new QToolButton;
    row.whole->setObjectName(QStringLiteral("axisWhole%1").arg(axis));
    row.whole->setText(tr("Axis %1").arg(axis));
    row.whole->setCheckable(true);
    row.whole->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    row.whole->setToolTip(tr("Show this axis, instead of one index of it"));
    row.index = new QSlider(Qt::Horizontal);
    row.index->setObjectName(QStringLiteral("axisIndex%1").arg(axis));
    row.index->setAccessibleName(tr("Index of axis %1").arg(axis));
    row.text = new QLabel;
    row.text->setProperty("role", "muted");
    row.text->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    int column = 0;
    for (QWidget* part : row.widgets())
        m_grid->addWidget(part, int(axis), column++);
    m_grid->setColumnStretch(1, 1);
    connect(row.whole, &QToolButton::clicked, this,
            [this, axis](bool whole) { choose(axis, whole); });
    connect(row.index, &QSlider::valueChanged, this, [this, axis] { choose(axis, false); });
    m_rows.push_back(row);
}

void AxesBar::setSlice(const Slice& slice) {
    m_slice = slice;
    const std::vector<std::int64_t>& shape = slice.bufferShape();
    while (m_rows.size() < shape.size())
        addRow();
    m_parts.clear();
    for (std::size_t axis = 0; axis < m_rows.size(); ++axis) {
        Row& row = m_rows[axis];
        for (QWidget* part : row.widgets())
            part->setVisible(axis < shape.size());
        if (axis >= shape.size())
            continue;
        const Slice::Dimension& dimension = slice.dimensions()[axis];
        constexpr std::int64_t kMost = std::numeric_limits<int>::max();
        const auto last = int(std::clamp<std::int64_t>(shape[axis] - 1, 0, kMost));
        m_parts.push_back(partText(dimension, shape[axis]));
        const QSignalBlocker block(row.index);
        row.index->setRange(0, last);
        row.index->setPageStep(std::max(1, last / 10));
        if (dimension.fixed)
            row.index->setValue(int(std::min(dimension.start, kMost)));
        row.whole->setChecked(!dimension.fixed);
        row.text->setText(dimension.fixed ? m_parts.back() : tr("all %1").arg(dimension.count));
        const QString widest = tr("all %1").arg(shape[axis]);
        row.text->setMinimumWidth(row.text->fontMetrics().horizontalAdvance(widest));
    }
    m_transpose->setEnabled(slice.axes().size() == 2);
    m_transpose->setChecked(slice.isTransposed());
}

/// Moving a slider shows one index as well.
void AxesBar::choose(std::size_t axis, bool whole) {
    m_parts[axis] = whole ? QStringLiteral(":") : QString::number(m_rows[axis].index->value());
    const auto fixed = [](const QString& part) { return !part.contains(u':'); };
    const auto left =
        m_parts.size() - std::size_t(std::count_if(m_parts.begin(), m_parts.end(), fixed));
    send(m_slice.isTransposed() && left == 2);
}

void AxesBar::send(bool transposed) {
    QString text;
    for (std::size_t axis = 0; axis < m_parts.size(); ++axis)
        text += (axis > 0 ? QStringLiteral(", ") : QString()) + m_parts[axis];
    emit sliceChosen(transposed ? text + QStringLiteral(".T") : text);
}

} // namespace warpbench::ui
