// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/occupancy/occupancy.h"

#include <QWidget>

#include <vector>

namespace warpbench::ui {

/// A bar per resource of an SM: what the blocks that fit are given of it, what further blocks could
/// have had if another resource did not keep them out, and what is too little for a block. Beside
/// it how many blocks that resource alone would allow. The ones that limit are emphasised.
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
        QString tip;          ///< how the limit comes about
        double allocated = 0; ///< share that the active blocks are given, 0 to 1
        double blocked = 0;   ///< share that blocks kept out by another resource would have
        int limit = 0;        ///< blocks; occupancy::kUnlimited: does not bind
        bool limits = false;
    };
    int rowHeight() const;
    int wholeHeight() const;
    void paintLegend(QPainter& painter, int y) const;

    std::vector<Row> m_rows;
};

} // namespace warpbench::ui
