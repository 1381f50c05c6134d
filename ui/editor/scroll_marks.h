// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <array>
#include <vector>

class QScrollBar;

namespace warpbench::ui {

/// Marks on an editor's scroll bar, so that what is out of sight is known to be there: problems,
/// places that were found, lines that cost much, the caret. It lies over the bar and lets the mouse
/// through.
class ScrollMarks : public QWidget {
    Q_OBJECT

  public:
    /// In the order of drawing: a later one hides an earlier one of the same line.
    enum class Kind { cost, match, warning, error, caret };

    /// Goes with the bar.
    explicit ScrollMarks(QScrollBar& bar);

    /// \param lines  from 1, of a text of lineCount()
    void setLines(Kind kind, std::vector<int> lines);
    const std::vector<int>& lines(Kind kind) const { return m_lines[std::size_t(kind)]; }
    void setLineCount(int count);
    int lineCount() const { return m_count; }
    /// The middle of a line's mark, in pixels from the upper edge.
    qreal middleOf(int line) const;

  protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    std::array<std::vector<int>, 5> m_lines;
    int m_count = 1;
};

} // namespace warpbench::ui
