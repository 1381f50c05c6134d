// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/limiter_bars.h"

#include "ui/models/describe.h"
#include "ui/theme/theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>

namespace warpbench::ui {

namespace {

constexpr int kBarHeight = 10;
constexpr int kGap = 8; // between rows

QString bytes(std::int64_t value) {
    return value % 1024 == 0 ? QStringLiteral("%1 KiB").arg(value / 1024)
                             : QStringLiteral("%1 KiB").arg(double(value) / 1024, 0, 'f', 1);
}

QString blocksText(int limit) {
    if (limit == occupancy::kUnlimited)
        return LimiterBars::tr("no limit");
    return limit == 1 ? LimiterBars::tr("1 block") : LimiterBars::tr("%1 blocks").arg(limit);
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
    const auto share = [](double used, double available) {
        return available > 0 ? std::clamp(used / available, 0.0, 1.0) : 0.0;
    };
    const int blocks = result.activeBlocks;
    const std::int64_t registers = result.allocatedRegisters * blocks;
    const std::int64_t shared = result.allocatedShared * blocks;

    m_rows.clear();
    m_rows.push_back(
        {tr("Warps"), tr("%1 of %2 warps").arg(result.activeWarps).arg(result.maxWarps),
         tr("A block of %1 threads has %2 warps; an SM runs at most %3 at once.")
             .arg(usage.threads)
             .arg(result.warpsPerBlock)
             .arg(result.maxWarps),
         share(result.activeWarps, result.maxWarps), result.limitWarps, binds(Limiter::warps)});
    m_rows.push_back(
        {tr("Registers"),
         tr("%1 of %2")
             .arg(describeCount(std::uint64_t(registers)),
                  describeCount(std::uint64_t(limits.registersPerSm))),
         tr("%1 registers per thread. A warp is given registers in units of %2: %3 per block.")
             .arg(usage.registers)
             .arg(limits.registerUnit)
             .arg(describeCount(std::uint64_t(result.allocatedRegisters))),
         share(double(registers), limits.registersPerSm), result.limitRegisters,
         binds(Limiter::registers)});
    m_rows.push_back(
        {tr("Shared memory"), tr("%1 of %2").arg(bytes(shared), bytes(limits.sharedPerSm)),
         tr("%1 static and %2 dynamic, plus %3 that the system reserves: %4 per block.")
             .arg(bytes(usage.staticShared), bytes(usage.dynamicShared),
                  bytes(limits.sharedReservedPerBlock), bytes(result.allocatedShared)),
         share(double(shared), double(limits.sharedPerSm)), result.limitShared,
         binds(Limiter::shared_memory)});
    m_rows.push_back({tr("Blocks"), tr("%1 of %2").arg(blocks).arg(limits.maxBlocksPerSm),
                      tr("An SM holds at most %1 blocks.").arg(limits.maxBlocksPerSm),
                      share(blocks, limits.maxBlocksPerSm), result.limitBlocks,
                      binds(Limiter::blocks)});
    if (result.limitBarriers != occupancy::kUnlimited) {
        m_rows.push_back({tr("Barriers"),
                          tr("%1 of %2").arg(blocks * usage.barriers).arg(limits.barriersPerSm),
                          tr("%1 named barriers per block.").arg(usage.barriers),
                          share(blocks * usage.barriers, limits.barriersPerSm),
                          result.limitBarriers, binds(Limiter::barriers)});
    }
    QStringList told; // what a screen reader says of the picture
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

QSize LimiterBars::sizeHint() const {
    return {300, int(m_rows.size()) * rowHeight()};
}

QSize LimiterBars::minimumSizeHint() const {
    return {180, int(m_rows.size()) * rowHeight()};
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
        if (row.fraction > 0) {
            painter.save();
            painter.setClipPath(shape);
            painter.fillRect(
                QRectF(bar.left(), bar.top(), bar.width() * row.fraction, bar.height()),
                row.limits ? colors.warning : colors.accent);
            painter.restore();
        }
        y += rowHeight();
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
