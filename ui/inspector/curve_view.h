// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/envelope.h"
#include "ui/charts/plot.h"

#include <QList>
#include <QString>
#include <QWidget>

#include <cstdint>

class QLabel;
class QStackedLayout;

namespace warpbench::ui {

/// A row of elements as curves over their indices. The wheel zooms, dragging moves the curves, a
/// double-click shows the whole row again. The keys +, -, Home and the arrows do the same.
class CurveView : public QWidget {
    Q_OBJECT

  public:
    /// The x axis.
    struct Row {
        arrays::ElementRow elements;
        std::int64_t index = 0; ///< of the first element
        std::int64_t step = 1;  ///< difference between the indices of adjacent elements; not 0
        QString title;          ///< of the axis

        bool operator==(const Row&) const = default;
    };
    /// Positions in the row.
    struct Range {
        std::int64_t first = 0;
        std::int64_t count = 0;

        bool operator==(const Range&) const = default;
    };
    struct Curve {
        QString name;
        std::vector<arrays::Envelope::Point> points; ///< with positions in the row
        bool dashed = false;
    };

    explicit CurveView(QWidget* parent = nullptr);

    /// Shows another row in full. For the same row, keeps the range.
    void setRow(const Row& row);
    const Row& row() const { return m_row; }
    /// The visible range, for which curves are needed.
    const Range& range() const { return m_range; }
    void setCurves(const QList<Curve>& curves);
    void setMessage(const QString& message); ///< instead of curves
    const QString& message() const { return m_message; }

  signals:
    void rangeChanged();
    /// The position under the mouse; -1: none.
    void hovered(std::int64_t position);

  protected:
    void keyPressEvent(QKeyEvent* event) override;

  private:
    void draw();
    void zoom(double around, double factor);
    void moveBy(double positions);
    void showRange(Range range);
    double positionOf(double x) const;

    Row m_row;
    Range m_range;
    double m_moved = 0; ///< fraction of a position left over from dragging
    QList<Curve> m_curves;
    QString m_message;
    QStackedLayout* m_pages = nullptr; ///< 0: message, 1: curves
    QLabel* m_messageLabel = nullptr;
    Plot* m_plot = nullptr;
};

} // namespace warpbench::ui
