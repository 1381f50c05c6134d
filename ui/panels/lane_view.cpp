// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/lane_view.h"

#include "ui/fields/form.h"
#include "ui/theme/text_scale.h"
#include "ui/theme/theme.h"
#include "ui/words/text.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStringList>
#include <QStyle>
#include <QStyleOptionFocusRect>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace warpbench::ui {

namespace {

using session::AccessSpace;

constexpr int kLanes = 32;
// Pixels at 100 % text size.
constexpr int kLaneHeight = 22;
constexpr int kLinesHeight = 24; // between lanes and memory
constexpr int kSectorHeight = 26;
constexpr int kFewestSectors = 4; // a warp's floats, each sector below eight lanes
constexpr qreal kDeepestBox = 12;
constexpr int kLabelEvery = 4;

bool takesPart(const session::TracedAccess& access, int lane) {
    return (access.mask >> lane & 1u) != 0;
}

} // namespace

LaneView::LaneView(QWidget* parent)
    : QWidget(parent) {
    setAccessibleName(tr("Lanes and the memory that they touch"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setFocusPolicy(Qt::StrongFocus);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void LaneView::show(const AccessSite* site, const session::TracedAccess* access) {
    m_any = site && access;
    if (m_any) {
        m_buffers = site->buffers;
        m_access = *access;
        m_shape = session::shapeOf(m_access);
        QStringList told;
        for (int lane = 0; lane < kLanes; ++lane)
            told << describeLane(m_buffers, m_access, lane);
        setAccessibleDescription(told.join(u'\n'));
    } else {
        setAccessibleDescription({});
    }
    update();
}

void LaneView::setLane(int lane) {
    if (std::exchange(m_lane, lane) != lane)
        update();
}

QRectF LaneView::laneBox(int lane) const {
    const qreal wide = qreal(width() - 2 * kGap) / kLanes;
    return {kGap + lane * wide, 0, wide, qreal(scaled(kLaneHeight))};
}

QRectF LaneView::memoryArea() const {
    const int top = scaled(kLaneHeight) + scaled(kLinesHeight);
    const int rows = m_access.space == AccessSpace::shared ? 2 : 1; // text rows below it
    return QRectF(kGap, top, width() - 2 * kGap,
                  height() - top - rows * fontMetrics().height() - 4);
}

QRectF LaneView::sectorBox(int index) const {
    const QRectF area = memoryArea();
    const auto count = qreal(std::max<std::size_t>(kFewestSectors, m_shape.sectors.size()));
    return {area.left() + index * area.width() / count, area.top(), area.width() / count,
            std::min<qreal>(area.height(), scaled(kSectorHeight))};
}

QRectF LaneView::bankBox(int bank) const {
    const QRectF area = memoryArea();
    const qreal wide = area.width() / session::kBanks;
    return {area.left() + bank * wide, area.top(), wide, area.height()};
}

QPointF LaneView::targetOf(int lane) const {
    const std::uint64_t place = session::placeOf(m_access, lane);
    if (m_access.space == AccessSpace::shared)
        return {bankBox(int(place / 4 % session::kBanks)).center().x(), memoryArea().top()};
    const auto found = std::lower_bound(m_shape.sectors.begin(), m_shape.sectors.end(),
                                        place / session::kSectorBytes);
    const QRectF box = sectorBox(int(found - m_shape.sectors.begin()));
    const qreal within =
        (qreal(place % session::kSectorBytes) + std::min<qreal>(m_access.bytes, 4) / 2) /
        session::kSectorBytes;
    return {box.left() + within * box.width(), box.top()};
}

void LaneView::paintLanes(QPainter& painter) const {
    const ThemeColors& colors = themeColors();
    painter.setPen(QPen(colors.muted, 1));
    for (int lane = 0; lane < kLanes; ++lane) {
        if (takesPart(m_access, lane))
            painter.drawLine(QPointF(laneBox(lane).center().x(), scaled(kLaneHeight)),
                             targetOf(lane));
    }
    const int every = numberLanes(painter);
    for (int lane = 0; lane < kLanes; ++lane) {
        const QRectF box = laneBox(lane).adjusted(1, 1, -1, -1);
        const bool active = takesPart(m_access, lane);
        painter.setPen(QPen(active ? colors.accent : colors.border, 1));
        painter.setBrush(active ? QBrush(colors.selection)
                                : QBrush(colors.border, Qt::BDiagPattern));
        painter.drawRect(box);
        if (active && lane % every == 0) {
            painter.setPen(colors.text);
            painter.drawText(box.adjusted(-6, 0, 6, 0), Qt::AlignCenter, QString::number(lane));
        }
    }
    painter.setFont(font());
    if (m_lane < 0)
        return;
    // By frame and line, not only by colour.
    painter.setPen(QPen(colors.text, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(laneBox(m_lane).adjusted(1, 1, -1, -1));
    if (takesPart(m_access, m_lane))
        painter.drawLine(QPointF(laneBox(m_lane).center().x(), scaled(kLaneHeight)),
                         targetOf(m_lane));
}

/// Chooses a font so that the widest number fits its box with padding. \returns the step between
/// numbered lanes: 1 if there is space, else 2 or 4, using their neighbours' space
int LaneView::numberLanes(QPainter& painter) const {
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.85);
    constexpr qreal kAir = 5; // pixels, including the box's frame
    for (const QFont& each : {font(), small}) {
        if (QFontMetricsF(each).horizontalAdvance(QStringLiteral("30")) + kAir <=
            laneBox(0).width()) {
            painter.setFont(each);
            return 1;
        }
    }
    painter.setFont(small);
    return 4;
}

void LaneView::paintSectors(QPainter& painter) const {
    const ThemeColors& colors = themeColors();
    for (std::size_t i = 0; i < m_shape.sectors.size(); ++i) {
        // Leaves a gap if the next sector is not adjacent in memory.
        const bool follows = i > 0 && m_shape.sectors[i] == m_shape.sectors[i - 1] + 1;
        const QRectF box = sectorBox(int(i)).adjusted(follows ? 0 : 2, 0, -1, 0);
        painter.setPen(QPen(colors.borderStrong, 1));
        painter.setBrush(colors.base);
        painter.drawRect(box);
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(int(m_shape.sectors.size()) > m_shape.idealSectors ? colors.warning
                                                                        : colors.accent);
    for (int lane = 0; lane < kLanes; ++lane) {
        if (!takesPart(m_access, lane))
            continue;
        const std::uint64_t place = session::placeOf(m_access, lane);
        for (std::uint32_t b = 0; b < m_access.bytes; ++b) {
            // For local memory only the first word, because the others are elsewhere.
            if (m_access.space == AccessSpace::local && b >= 4)
                break;
            const std::uint64_t at = place + b;
            const auto found = std::lower_bound(m_shape.sectors.begin(), m_shape.sectors.end(),
                                                at / session::kSectorBytes);
            const QRectF box = sectorBox(int(found - m_shape.sectors.begin()));
            const qreal byte = box.width() / session::kSectorBytes;
            painter.drawRect(QRectF(box.left() + qreal(at % session::kSectorBytes) * byte,
                                    box.top() + 3, byte, box.height() - 6));
        }
    }
    painter.setPen(colors.muted);
    const QRectF area = memoryArea();
    const qreal top = sectorBox(0).bottom() + 4;
    painter.drawText(QRectF(area.left(), top, area.width(), fontMetrics().height()),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     tr("%n sector(s) of 32 bytes; filled: bytes that lanes asked for", nullptr,
                        int(m_shape.sectors.size())));
}

void LaneView::paintBanks(QPainter& painter) const {
    const ThemeColors& colors = themeColors();
    std::size_t deepest = 1;
    for (const auto& words : m_shape.banks)
        deepest = std::max(deepest, words.size());
    const QRectF area = memoryArea();
    const qreal high = std::min(kDeepestBox, area.height() / qreal(deepest));
    for (int bank = 0; bank < session::kBanks; ++bank) {
        const QRectF box = bankBox(bank).adjusted(1, 0, -1, 0);
        const std::size_t words = m_shape.banks[std::size_t(bank)].size();
        painter.setPen(QPen(colors.border, 1));
        painter.drawLine(box.topLeft(), box.topRight());
        for (std::size_t word = 0; word < words; ++word) {
            const QRectF one(box.left(), box.top() + qreal(word) * high, box.width(),
                             std::max(high - 1, qreal(1)));
            painter.fillRect(one, word == 0 ? colors.accent : colors.warning);
        }
        const QRectF stack(box.left(), box.top(), box.width(), qreal(words) * high);
        const QString count = QString::number(words);
        if (words > 1 && stack.height() >= fontMetrics().ascent() &&
            stack.width() > fontMetrics().horizontalAdvance(count)) {
            // Keeps the gaps between boxes away from the number.
            QRectF figure(0, 0, stack.width(), fontMetrics().ascent());
            figure.moveCenter(stack.center());
            painter.fillRect(figure, colors.warning);
            painter.setPen(colors.base);
            painter.drawText(figure, Qt::AlignCenter, count);
        }
        if (bank % kLabelEvery == 0) {
            painter.setPen(colors.muted);
            painter.drawText(QRectF(box.left() - 10, area.bottom() + 2, box.width() + 20,
                                    fontMetrics().height()),
                             Qt::AlignCenter, QString::number(bank));
        }
    }
    painter.setPen(colors.muted);
    painter.drawText(QRectF(area.left(), area.bottom() + 2 + fontMetrics().height(), area.width(),
                            fontMetrics().height()),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(
                         deepest > 1 ? tr("Banks of shared memory; each box is a word of the bank, "
                                          "and takes a separate pass")
                                     : tr("Banks of shared memory; each box is a word of the bank"),
                         Qt::ElideRight, int(area.width())));
}

void LaneView::paintEvent(QPaintEvent*) {
    if (!m_any)
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintLanes(painter);
    if (m_access.space == AccessSpace::shared)
        paintBanks(painter);
    else
        paintSectors(painter);
    if (hasFocus()) {
        QStyleOptionFocusRect option;
        option.initFrom(this);
        option.rect = QRectF(laneBox(0) | laneBox(kLanes - 1)).toRect();
        style()->drawPrimitive(QStyle::PE_FrameFocusRect, &option, &painter, this);
    }
}

QString LaneView::sectorTip(int index) const {
    const std::uint64_t sector = m_shape.sectors[std::size_t(index)];
    std::uint32_t lanes = 0;
    for (int lane = 0; lane < kLanes; ++lane) {
        if (!takesPart(m_access, lane))
            continue;
        const std::uint64_t place = session::placeOf(m_access, lane);
        if (place / session::kSectorBytes <= sector &&
            (place + m_access.bytes - 1) / session::kSectorBytes >= sector)
            lanes |= 1u << lane;
    }
    return tr("A sector of 32 bytes, for lanes %1").arg(describeLanes(lanes));
}

QString LaneView::bankTip(int bank) const {
    const auto words = m_shape.banks[std::size_t(bank)].size();
    if (words == 0)
        return tr("Bank %1 is not accessed").arg(bank);
    return words == 1
               ? tr("Bank %1 is asked for one word").arg(bank)
               : tr("Bank %1 is asked for %2 different words, one per pass").arg(bank).arg(words);
}

int LaneView::laneAt(const QPointF& position) const {
    for (int lane = 0; lane < kLanes; ++lane) {
        if (laneBox(lane).contains(position))
            return lane;
    }
    return -1;
}

QString LaneView::tipAt(const QPointF& position) const {
    if (const int lane = laneAt(position); lane >= 0)
        return describeLane(m_buffers, m_access, lane);
    if (m_access.space == AccessSpace::shared) {
        for (int bank = 0; bank < session::kBanks; ++bank) {
            if (bankBox(bank).contains(position))
                return bankTip(bank);
        }
        return {};
    }
    for (int i = 0; i < int(m_shape.sectors.size()); ++i) {
        if (sectorBox(i).contains(position))
            return sectorTip(i);
    }
    return {};
}

bool LaneView::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QString tip = m_any ? tipAt(help->pos()) : QString();
        tip.isEmpty() ? QToolTip::hideText() : QToolTip::showText(help->globalPos(), tip, this);
        return true;
    }
    return QWidget::event(event);
}

void LaneView::mousePressEvent(QMouseEvent* event) {
    const int lane = m_any ? laneAt(event->position()) : -1;
    if (lane >= 0 && event->button() == Qt::LeftButton)
        emit laneChosen(lane);
    else
        QWidget::mousePressEvent(event);
}

void LaneView::keyPressEvent(QKeyEvent* event) {
    int to = m_lane;
    switch (event->key()) {
    case Qt::Key_Left:
        to = std::max(0, m_lane - 1);
        break;
    case Qt::Key_Right:
        to = std::min(kLanes - 1, m_lane + 1);
        break;
    case Qt::Key_Home:
        to = 0;
        break;
    case Qt::Key_End:
        to = kLanes - 1;
        break;
    default:
        return QWidget::keyPressEvent(event);
    }
    if (m_any)
        emit laneChosen(to);
}

} // namespace warpbench::ui
