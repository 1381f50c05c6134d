// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/occupancy/occupancy.h"

#include <QWidget>

#include <vector>

namespace warpbench::ui {

/// A bar per resource: how many blocks an SM could hold if only that resource bound, and what the
/// blocks that do fit use of it. The ones that limit are emphasised.
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
        QString used;        ///< "52 of 64 warps"
        QString tip;         ///< how the limit comes about
        double fraction = 0; ///< of the resource that the active blocks use, 0 to 1
        int limit = 0;       ///< blocks; occupancy::kUnlimited: does not bind
        bool limits = false;
    };
    int rowHeight() const;

    std::vector<Row> m_rows;
};

} // namespace warpbench::ui
