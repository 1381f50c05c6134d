// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/elements/slice.h"

#include <QWidget>

#include <array>
#include <vector>

class QGridLayout;
class QLabel;
class QSlider;
class QToolButton;

namespace warpbench::ui {

/// A row for each dimension of a buffer: shown whole, or at the index of a slider. Another way to
/// write a slice.
class AxesBar : public QWidget {
    Q_OBJECT

  public:
    explicit AxesBar(QWidget* parent = nullptr);

    void setSlice(const Slice& slice);

  signals:
    void sliceChosen(const QString& text); ///< by the user, as Slice::parse reads it

  private:
    struct Row {
        QToolButton* whole = nullptr;
        QSlider* index = nullptr;
        QLabel* text = nullptr;

        std::array<QWidget*, 3> widgets() const;
    };
    void addRow();
    void choose(std::size_t axis, bool whole);
    void send(bool transposed);

    Slice m_slice;
    std::vector<QString> m_parts; ///< of the slice's text, by dimension
    std::vector<Row> m_rows;
    QGridLayout* m_grid = nullptr;
    QToolButton* m_transpose = nullptr;
};

} // namespace warpbench::ui
