// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/occupancy/occupancy.h"

#include <QWidget>

#include <vector>

namespace warpbench::ui {

/// One bar per resource of an SM: the part that active blocks use, the part that more blocks could
/// use if no other resource kept them out, and the rest, which is too small for a block. The number
/// beside a bar is the block limit of that resource alone. Limiting resources are emphasised.
class LimiterBars : public QWidget {
    Q_OBJECT

  public:
    explicit LimiterBars(QWidget* parent = nullptr);

    void setOccupancy(const occupancy::DeviceLimits& limits, const occupancy::KernelUsage& usage);
    void clear();

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

  protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

  private:
    struct Row {
        QString name;
        QString used;         ///< "52 of 64 warps"
        QString tip;          ///< how the limit is computed
        double allocated = 0; ///< share used by the active blocks, 0 to 1
        double blocked = 0;   ///< share that blocks kept out by another resource would use
        int limit = 0;        ///< blocks; occupancy::kUnlimited: no limit
        bool limits = false;
    };
    int rowHeight() const;
    int wholeHeight() const;
    void paintLegend(QPainter& painter, int y) const;

    std::vector<Row> m_rows;
};

} // namespace warpbench::ui
