// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractScrollArea>

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

namespace warpbench::ui {

/// A table that keeps only a row count, not a header section per row, so that hundreds of millions
/// of rows cost nothing (QTableView takes seconds and gigabytes for them).
class ElementTable : public QAbstractScrollArea {
    Q_OBJECT

  public:
    struct Cell {
        QString text;         ///< "…" while being fetched
        bool wrong = false;   ///< emphasised: differs from the expected value
        bool special = false; ///< NaN and infinities
        bool changed = false; ///< since the last pause
    };
    /// The contents of the table; called only for visible cells.
    struct Source {
        std::int64_t rows = 0;
        std::int64_t columns = 0;
        std::function<QString(std::int64_t)> rowLabel;
        std::function<QString(std::int64_t)> columnLabel;
        std::function<Cell(std::int64_t row, std::int64_t column)> cell;
        int cellCharacters = 12; ///< width of a column
        int cellPadding = 8;     ///< pixels on either side
        int labelCharacters = 0; ///< of the longest row label
        /// Text after a row's cells, with a character for each of them; may be empty.
        std::function<QString(std::int64_t row)> rowText;
        /// The cells are one sequence: a selection goes on through the rows between its ends.
        bool sequence = false;
    };

    explicit ElementTable(QWidget* parent = nullptr);

    void setSource(Source source);
    /// Sets the text shown while there are no cells.
    void setMessage(const QString& message);
    /// Redraws the same cells and keeps the scroll position.
    void refresh() { viewport()->update(); }
    const Source& source() const { return m_source; }

    std::int64_t currentRow() const { return m_row; }
    std::int64_t currentColumn() const { return m_column; }
    /// Makes a cell the current one and scrolls to it.
    void setCurrent(std::int64_t row, std::int64_t column, bool extend = false);
    /// Centres the current cell, unless it is well inside the view.
    void centerCurrent();
    /// The rectangle of a cell in viewport coordinates, visible or not.
    QRect cellRect(std::int64_t row, std::int64_t column) const;
    /// The selected cells, both corners included.
    struct Selection {
        std::int64_t firstRow = 0, lastRow = -1;
        std::int64_t firstColumn = 0, lastColumn = -1;
        std::int64_t cells() const {
            return (lastRow - firstRow + 1) * (lastColumn - firstColumn + 1);
        }
    };
    Selection selection() const;
    /// The first and the last selected cell of a sequence, counted row by row.
    std::pair<std::int64_t, std::int64_t> selectedSequence() const;
    /// A cell's text shortened to fit. \param room  pixels
    static QString fitted(const QString& text, int room, const QFontMetrics& metrics);
    /// The number of columns that fit next to a row label of that many characters.
    int columnsThatFit(int labelCharacters, int cellCharacters) const;
    /// Whether the columns and row texts of a source fit without scrolling.
    bool fits(const Source& source) const;

  signals:
    void currentChanged(qint64 row, qint64 column);
    void copyRequested();
    void doubleClicked(); ///< on the current cell
    void widthChanged();

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

  private:
    void updateBars();
    void keepCurrentInView();
    void paintHeader(QPainter& painter) const;
    void paintRow(QPainter& painter, std::int64_t row, int y) const;
    void paintRowText(QPainter& painter, std::int64_t row, int y) const;
    std::optional<std::pair<std::int64_t, std::int64_t>> cellAt(const QPoint& position) const;
    bool selected(std::int64_t row, std::int64_t column) const;
    std::int64_t firstRow() const;
    std::int64_t firstColumn() const;
    int rowHeight() const;
    int columnWidth() const;
    int labelWidth() const;
    int characterWidth() const;
    int rowTextLeft() const;
    std::int64_t columnAt(int x) const;
    int rowsInView() const;
    int columnsInView() const;

    Source m_source;
    QString m_message;
    std::int64_t m_row = 0, m_column = 0;             ///< the current cell
    std::int64_t m_anchorRow = 0, m_anchorColumn = 0; ///< the selection's other corner
    std::int64_t m_rowsPerStep = 1; ///< rows per unit of the scroll bar, which counts in int
};

} // namespace warpbench::ui
