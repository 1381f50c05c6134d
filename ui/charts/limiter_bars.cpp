// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/limiter_bars.h"

#include "ui/theme/theme.h"
#include "ui/words/describe.h"

#include <QHelpEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>

namespace warpbench::ui {

namespace {

constexpr int kBarHeight = 10;
constexpr int kGap = 8; // between rows

QString blocksText(int limit) {
    if (limit == occupancy::kUnlimited)
        return LimiterBars::tr("no limit");
    return LimiterBars::tr("%n block(s)", nullptr, limit);
}

} // namespace

LimiterBars::LimiterBars(QWidget* parent)
    : QWidget(parent) {
    setAccessibleName(tr("Occupancy limiters"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void LimiterBars::setOccupancy(const occupancy::DeviceLimits& limits,
                               const occupancy::KernelUsage& usage) {
    using occupancy::Limiter;
    const occupancy::Occupancy result = occupancy::compute(limits, usage);
    const auto binds = [&](Limiter limiter) {
        return std::find(result.limiters.begin(), result.limiters.end(), limiter) !=
               result.limiters.end();
    };
    const int blocks = result.activeBlocks;
    // Shares of the active blocks, and of the further blocks that this resource alone would allow,
    // at `perBlock` out of `available`.
    const auto fill = [&](Row row, double perBlock, double available) {
        const auto share = [&](double count) {
            return available > 0 ? std::clamp(count * perBlock / available, 0.0, 1.0) : 0.0;
        };
        row.allocated = share(blocks);
        if (row.limit != occupancy::kUnlimited && row.limit > blocks)
            row.blocked = share(row.limit) - row.allocated;
        m_rows.push_back(std::move(row));
    };
    const std::int64_t registers = result.allocatedRegisters * blocks;
    const std::int64_t shared = result.allocatedShared * blocks;

    m_rows.clear();
    fill({tr("Warps"), tr("%1 of %2 warps").arg(result.activeWarps).arg(result.maxWarps),
          tr("A block of %1 threads has %2 warps; an SM runs at most %3 at once.")
              .arg(usage.threads)
              .arg(result.warpsPerBlock)
              .arg(result.maxWarps),
          0, 0, result.limitWarps, binds(Limiter::warps)},
         result.warpsPerBlock, result.maxWarps);
    fill({tr("Registers"),
          tr("%1 of %2")
              .arg(describeCount(std::uint64_t(registers)),
                   describeCount(std::uint64_t(limits.registersPerSm))),
          tr("%1 registers per thread. Warps get registers in units of %2: %3 per block.")
              .arg(usage.registers)
              .arg(limits.registerUnit)
              .arg(describeCount(std::uint64_t(result.allocatedRegisters))),
          0, 0, result.limitRegisters, binds(Limiter::registers)},
         double(result.allocatedRegisters), limits.registersPerSm);
    const std::int64_t carveOut = occupancy::sharedOfSm(limits, usage);
    fill({tr("Shared memory"), tr("%1 of %2").arg(describeBytes(shared), describeBytes(carveOut)),
          tr("%1 static and %2 dynamic, plus %3 that the system reserves: %4 per block.")
              .arg(describeBytes(usage.staticShared), describeBytes(usage.dynamicShared),
                   describeBytes(limits.sharedReservedPerBlock),
                   describeBytes(result.allocatedShared)),
          0, 0, result.limitShared, binds(Limiter::shared_memory)},
         double(result.allocatedShared), double(carveOut));
    fill({tr("Blocks"), tr("%1 of %2").arg(blocks).arg(result.limitBlocks),
          tr("An SM holds at most %1 blocks.").arg(result.limitBlocks), 0, 0, result.limitBlocks,
          binds(Limiter::blocks)},
         1, result.limitBlocks);
    if (result.limitBarriers != occupancy::kUnlimited)
        fill({tr("Barriers"), tr("%1 of %2").arg(blocks * usage.barriers).arg(limits.barriersPerSm),
              tr("%1 named barriers per block.").arg(usage.barriers), 0, 0, result.limitBarriers,
              binds(Limiter::barriers)},
             usage.barriers, limits.barriersPerSm);
    QStringList told; // text for screen readers
    for (const Row& row : m_rows)
        told << tr("%1: %2, %3%4")
                    .arg(row.name, row.used, blocksText(row.limit),
                         row.limits ? tr(", limits") : QString());
    setAccessibleDescription(told.join(u'\n'));
    updateGeometry();
    update();
}

void LimiterBars::clear() {
    m_rows.clear();
    setAccessibleDescription({});
    updateGeometry();
    update();
}

int LimiterBars::rowHeight() const {
    return fontMetrics().height() + 2 + kBarHeight + kGap;
}

int LimiterBars::wholeHeight() const {
    return m_rows.empty() ? 0 : int(m_rows.size()) * rowHeight() + fontMetrics().height() + 2;
}

QSize LimiterBars::sizeHint() const {
    return {300, wholeHeight()};
}

QSize LimiterBars::minimumSizeHint() const {
    return {180, wholeHeight()};
}

void LimiterBars::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const ThemeColors& colors = themeColors();
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    int y = 0;
    for (const Row& row : m_rows) {
        const QRect text(0, y, width(), fontMetrics().height());
        painter.setFont(row.limits ? bold : font());
        painter.setPen(row.limits ? colors.warning : colors.text);
        const QString right = blocksText(row.limit);
        painter.drawText(text, Qt::AlignRight | Qt::AlignVCenter, right);
        painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                         row.limits ? tr("%1 · limits").arg(row.name) : row.name);
        painter.setFont(font());
        painter.setPen(colors.muted);
        const int left = QFontMetrics(bold).horizontalAdvance(tr("%1 · limits").arg(row.name)) + 12;
        const int rightEdge = width() - QFontMetrics(bold).horizontalAdvance(right) - 12;
        if (rightEdge - left > fontMetrics().horizontalAdvance(row.used))
            painter.drawText(QRect(left, y, rightEdge - left, text.height()),
                             Qt::AlignRight | Qt::AlignVCenter, row.used);

        const QRectF bar(0, y + text.height() + 2, width(), kBarHeight);
        painter.setPen(Qt::NoPen);
        QPainterPath shape;
        shape.addRoundedRect(bar, 3, 3);
        painter.fillPath(shape, colors.hover);
        painter.save();
        painter.setClipPath(shape);
        const QColor full = row.limits ? colors.warning : colors.accent;
        const qreal taken = bar.width() * row.allocated;
        painter.fillRect(QRectF(bar.left(), bar.top(), taken, bar.height()), full);
        // Hatched, so that the colour is not the only sign.
        const QRectF kept(bar.left() + taken, bar.top(), bar.width() * row.blocked, bar.height());
        painter.fillRect(kept, QBrush(full, Qt::BDiagPattern));
        painter.restore();
        y += rowHeight();
    }
    paintLegend(painter, y);
}

void LimiterBars::paintLegend(QPainter& painter, int y) const {
    const ThemeColors& colors = themeColors();
    const std::pair<QString, QBrush> entries[] = {
        {tr("in use"), colors.accent},
        {tr("unused due to a limiter"), QBrush(colors.accent, Qt::BDiagPattern)},
        {tr("too little for a block"), colors.hover}};
    int x = 0;
    for (const auto& [text, brush] : entries) {
        const int wide = fontMetrics().horizontalAdvance(text) + kBarHeight + 4;
        if (x > 0 && x + wide > width())
            break;
        const QRect patch(x, y + (fontMetrics().height() - kBarHeight) / 2, kBarHeight, kBarHeight);
        painter.fillRect(patch, colors.hover);
        painter.fillRect(patch, brush);
        painter.setPen(colors.muted);
        painter.drawText(QPoint(patch.right() + 5, y + fontMetrics().ascent()), text);
        x += wide + 12;
    }
}

bool LimiterBars::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const size_t row = size_t(help->pos().y() / rowHeight());
        if (row < m_rows.size())
            QToolTip::showText(help->globalPos(), m_rows[row].tip + u'\n' + m_rows[row].used, this);
        else
            QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

} // namespace warpbench::ui
