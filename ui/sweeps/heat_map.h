// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/sweep_report.h"
#include "ui/sweeps/axis_values.h"

#include <QWidget>

#include <optional>
#include <utility>
#include <vector>

namespace warpbench::ui {

/// The best trial for each pair of values of two axes; stronger colour means better. Cells can be
/// selected with the mouse or the arrow keys.
class HeatMap : public QWidget {
    Q_OBJECT

  public:
    explicit HeatMap(QWidget* parent = nullptr);

    /// \param report  must outlive the view's contents
    void show(const session::SweepReport& report, const AxisValues& across, const AxisValues& down);
    void clear();
    /// The trial of a cell; empty: no valid one.
    std::optional<std::size_t> trialAt(int column, int row) const;
    /// Marks the cell of a trial; empty: none.
    void setCurrent(std::optional<std::size_t> trial);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

  signals:
    void chosen(std::size_t trial);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

  private:
    QRect grid() const;
    QRect cell(int column, int row) const;
    std::optional<std::pair<int, int>> cellAt(QPoint position) const;
    std::pair<int, int> cellOf(std::size_t trial) const;
    double shadeOf(std::size_t trial) const;

    session::SweepReport m_report;
    AxisValues m_across, m_down;
    std::vector<double> m_goodness;
    std::vector<std::optional<std::size_t>> m_cells; ///< the best trial of each, row by row
    double m_least = 0, m_most = 0;                  ///< range of their goodness
    std::optional<std::size_t> m_current;
};

} // namespace warpbench::ui
