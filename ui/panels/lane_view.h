// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/results/access_sites.h"

#include <QWidget>

namespace warpbench::ui {

/// A warp's lanes over the memory that one access of it touches: 32-byte sectors of global and
/// local memory, or the banks of shared memory with a box for each pass. A line leads from each
/// lane to where it goes.
class LaneView : public QWidget {
    Q_OBJECT

  public:
    explicit LaneView(QWidget* parent = nullptr);

    /// \param access  one of the site's; null: nothing to show
    void show(const AccessSite* site, const session::TracedAccess* access);
    /// The lane that stands out; -1: none.
    void setLane(int lane);
    /// Where a lane is drawn, in pixels.
    QRectF laneBox(int lane) const;

    QSize sizeHint() const override { return {640, 150}; }
    QSize minimumSizeHint() const override { return {290, 110}; }

  signals:
    /// A lane was clicked, or arrow keys went to it.
    void laneChosen(int lane);

  protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    QRectF sectorBox(int index) const;
    QRectF bankBox(int bank) const;
    /// The memory's part of the picture.
    QRectF memoryArea() const;
    /// The middle of the upper edge of what a lane goes to.
    QPointF targetOf(int lane) const;
    void paintLanes(QPainter& painter) const;
    int numberLanes(QPainter& painter) const;
    void paintSectors(QPainter& painter) const;
    void paintBanks(QPainter& painter) const;
    /// -1: there is none.
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
