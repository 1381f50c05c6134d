// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/results/access_sites.h"

#include <QWidget>

namespace warpbench::ui {

/// A warp's lanes above the memory of one access: 32-byte sectors of global and local memory,
/// or the banks of shared memory with a box per pass. A line connects each lane with its
/// target.
class LaneView : public QWidget {
    Q_OBJECT

  public:
    explicit LaneView(QWidget* parent = nullptr);

    /// \param access  one of the site's; null: none
    void show(const AccessSite* site, const session::TracedAccess* access);
    /// Highlights a lane; -1: none.
    void setLane(int lane);
    /// The rectangle of a lane in pixels.
    QRectF laneBox(int lane) const;

    QSize sizeHint() const override { return {640, 150}; }
    QSize minimumSizeHint() const override { return {290, 110}; }

  signals:
    /// The user chose a lane with the mouse or the arrow keys.
    void laneChosen(int lane);

  protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    QRectF sectorBox(int index) const;
    QRectF bankBox(int bank) const;
    /// The area that shows memory.
    QRectF memoryArea() const;
    /// The top centre of a lane's target.
    QPointF targetOf(int lane) const;
    void paintLanes(QPainter& painter) const;
    int numberLanes(QPainter& painter) const;
    void paintSectors(QPainter& painter) const;
    void paintBanks(QPainter& painter) const;
    /// -1: none.
    int laneAt(const QPointF& position) const;
    QString tipAt(const QPointF& position) const;
    QString sectorTip(int index) const;
    QString bankTip(int bank) const;

    bool m_any = false;
    int m_lane = -1;
    std::vector<session::TracedBuffer> m_buffers;
    session::TracedAccess m_access;
    session::AccessShape m_shape;
};

} // namespace warpbench::ui
