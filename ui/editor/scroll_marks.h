// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <array>
#include <vector>

class QScrollBar;

namespace warpbench::ui {

/// Marks on an editor's scroll bar for problems, search results, costly lines and the caret,
/// so that you notice them out of view. Drawn over the scroll bar and transparent to the
/// mouse.
class ScrollMarks : public QWidget {
    Q_OBJECT

  public:
    /// In drawing order: later ones cover earlier ones on the same line.
    enum class Kind { cost, match, warning, error, caret };

    /// Owned by the scroll bar.
    explicit ScrollMarks(QScrollBar& bar);

    /// \param lines  from 1 to lineCount()
    void setLines(Kind kind, std::vector<int> lines);
    const std::vector<int>& lines(Kind kind) const { return m_lines[std::size_t(kind)]; }
    void setLineCount(int count);
    int lineCount() const { return m_count; }
    /// The vertical centre of a line's mark, in pixels from the top.
    qreal middleOf(int line) const;

  protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    std::array<std::vector<int>, 5> m_lines;
    int m_count = 1;
};

} // namespace warpbench::ui
