// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/element_table.h"

#include "ui/theme/theme.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QApplication>
#include <QFontMetrics>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <limits>

namespace warpbench::ui {

namespace {

constexpr int kPadding = 8; // pixels, around labels

/// Exposes only the current cell to screen readers, which could not handle 100 million children.
class ElementTableAccessible : public QAccessibleWidget {
  public:
    explicit ElementTableAccessible(QWidget* widget)
        : QAccessibleWidget(widget, QAccessible::Table) {}

    QString text(QAccessible::Text kind) const override {
        const auto* table = static_cast<const ElementTable*>(widget());
        if (kind != QAccessible::Value || table->source().rows == 0)
            return QAccessibleWidget::text(kind);
        return ElementTable::tr("Row %1, column %2: %3")
            .arg(table->source().rowLabel(table->currentRow()),
                 table->source().columnLabel(table->currentColumn()),
                 table->source().cell(table->currentRow(), table->currentColumn()).text);
    }
};

QAccessibleInterface* accessibleFor(const QString&, QObject* object) {
    auto* table = qobject_cast<ElementTable*>(object);
    return table ? new ElementTableAccessible(table) : nullptr;
}

} // namespace

ElementTable::ElementTable(QWidget* parent)
    : QAbstractScrollArea(parent) {
    static const bool installed = (QAccessible::installFactory(accessibleFor), true);
    Q_UNUSED(installed);
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    setAccessibleName(tr("Elements of the buffer"));
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    connect(&Theme::instance(), &Theme::changed, viewport(), qOverload<>(&QWidget::update));
}

void ElementTable::setSource(Source source) {
    m_source = std::move(source);
    m_row = std::clamp<std::int64_t>(m_row, 0, std::max<std::int64_t>(0, m_source.rows - 1));
    m_column =
        std::clamp<std::int64_t>(m_column, 0, std::max<std::int64_t>(0, m_source.columns - 1));
    m_anchorRow = m_row;
    m_anchorColumn = m_column;
    updateBars();
    viewport()->update();
}

void ElementTable::setMessage(const QString& message) {
    m_message = message;
    viewport()->update();
}

int ElementTable::rowHeight() const {
    return fontMetrics().height() + 6;
}

int ElementTable::columnWidth() const {
    return m_source.cellCharacters * characterWidth() + 2 * m_source.cellPadding;
}

int ElementTable::labelWidth() const {
    if (m_source.rows == 0 || m_source.labelCharacters == 0)
        return 0;
    return m_source.labelCharacters * characterWidth() + 2 * kPadding;
}

int ElementTable::characterWidth() const {
    return fontMetrics().horizontalAdvance(u'0');
}

int ElementTable::rowTextLeft() const {
    return labelWidth() + int(m_source.columns - firstColumn()) * columnWidth() + kPadding;
}

int ElementTable::rowsInView() const {
    return std::max(1, viewport()->height() / rowHeight() - 1); // one row is the header
}

int ElementTable::columnsInView() const {
    return std::max(1, (viewport()->width() - labelWidth()) / columnWidth());
}

std::int64_t ElementTable::firstRow() const {
    const std::int64_t last = std::max<std::int64_t>(0, m_source.rows - rowsInView());
    return std::min(last, std::int64_t(verticalScrollBar()->value()) * m_rowsPerStep);
}

std::int64_t ElementTable::firstColumn() const {
    return horizontalScrollBar()->value();
}

void ElementTable::updateBars() {
    const std::int64_t range = std::max<std::int64_t>(0, m_source.rows - rowsInView());
    m_rowsPerStep = range / (std::numeric_limits<int>::max() / 2) + 1;
    verticalScrollBar()->setRange(0, int((range + m_rowsPerStep - 1) / m_rowsPerStep));
    verticalScrollBar()->setPageStep(std::max(1, int(rowsInView() / m_rowsPerStep)));
    const std::int64_t columns = std::max<std::int64_t>(0, m_source.columns - columnsInView());
    horizontalScrollBar()->setRange(0, int(std::min<std::int64_t>(columns, 1 << 30)));
    horizontalScrollBar()->setPageStep(columnsInView());
}

void ElementTable::resizeEvent(QResizeEvent* event) {
    const int before = std::max(1, event->oldSize().height() / rowHeight() - 1);
    const bool wasInView = m_row >= firstRow() && m_row < firstRow() + before;
    QAbstractScrollArea::resizeEvent(event);
    updateBars();
    if (wasInView)
        keepCurrentInView();
    if (event->size().width() != event->oldSize().width())
        emit widthChanged();
}

void ElementTable::changeEvent(QEvent* event) {
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        updateBars();
}

bool ElementTable::selected(std::int64_t row, std::int64_t column) const {
    if (m_source.sequence) {
        const auto [first, last] = selectedSequence();
        const std::int64_t cell = row * m_source.columns + column;
        return cell >= first && cell <= last;
    }
    const auto [r0, r1] = std::minmax(m_row, m_anchorRow);
    const auto [c0, c1] = std::minmax(m_column, m_anchorColumn);
    return row >= r0 && row <= r1 && column >= c0 && column <= c1;
}

void ElementTable::paintHeader(QPainter& painter) const {
    const ThemeColors& colors = themeColors();
    const int height = rowHeight();
    painter.fillRect(0, 0, viewport()->width(), height, colors.panel);
    painter.setPen(colors.muted);
    const int width = columnWidth();
    for (int i = 0; i <= columnsInView(); ++i) {
        const std::int64_t column = firstColumn() + i;
        if (column >= m_source.columns)
            break;
        painter.drawText(QRect(labelWidth() + i * width, 0, width - m_source.cellPadding, height),
                         Qt::AlignRight | Qt::AlignVCenter, m_source.columnLabel(column));
    }
    painter.setPen(colors.border);
    painter.drawLine(0, height - 1, viewport()->width(), height - 1);
}

/// A number that is cut off without a mark looks like a different number.
QString ElementTable::fitted(const QString& text, int room, const QFontMetrics& metrics) {
    return metrics.horizontalAdvance(text) <= room ? text
                                                   : metrics.elidedText(text, Qt::ElideRight, room);
}

void ElementTable::paintRow(QPainter& painter, std::int64_t row, int y) const {
    const ThemeColors& colors = themeColors();
    const int height = rowHeight();
    const int width = columnWidth();
    const int label = labelWidth();
    QFont bold = font();
    bold.setBold(true);
    if (row % 2 == 1)
        painter.fillRect(0, y, viewport()->width(), height, colors.alternate);
    for (int i = 0; i <= columnsInView(); ++i) {
        const std::int64_t column = firstColumn() + i;
        if (column >= m_source.columns)
            break;
        const QRect rect(label + i * width, y, width, height);
        const Cell cell = m_source.cell(row, column);
        if (cell.wrong)
            painter.fillRect(rect, colors.errorSoft);
        if (selected(row, column))
            painter.fillRect(rect, colors.selection);
        painter.setPen(cell.wrong     ? colors.error
                       : cell.changed ? colors.accent
                       : cell.special ? colors.warning
                                      : colors.text);
        if (cell.changed)
            painter.setFont(bold);
        painter.drawText(
            rect.adjusted(0, 0, -m_source.cellPadding, 0), Qt::AlignRight | Qt::AlignVCenter,
            fitted(cell.text, width - 2 * m_source.cellPadding, painter.fontMetrics()));
        if (cell.changed)
            painter.setFont(font());
        if (row == m_row && column == m_column && hasFocus()) {
            painter.setPen(colors.accent);
            painter.drawRect(rect.adjusted(0, 0, -1, -1));
        }
    }
    if (m_source.rowText)
        paintRowText(painter, row, y);
    if (label > 0) {
        painter.fillRect(0, y, label, height, colors.panel);
        painter.setPen(colors.muted);
        painter.drawText(QRect(0, y, label - kPadding, height), Qt::AlignRight | Qt::AlignVCenter,
                         m_source.rowLabel(row));
    }
}

void ElementTable::paintRowText(QPainter& painter, std::int64_t row, int y) const {
    const ThemeColors& colors = themeColors();
    const QString text = m_source.rowText(row);
    QRect rect(rowTextLeft(), y, characterWidth(), rowHeight());
    for (qsizetype column = 0; column < text.size(); ++column) {
        if (selected(row, column))
            painter.fillRect(rect, colors.selection);
        painter.setPen(colors.text);
        painter.drawText(rect, Qt::AlignCenter, text[column]);
        rect.translate(rect.width(), 0);
    }
}

void ElementTable::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), themeColors().base);
    if (m_source.rows == 0 || m_source.columns == 0) {
        painter.setFont(QApplication::font()); // the table's own font is for code
        painter.setPen(themeColors().muted);
        painter.drawText(viewport()->rect().adjusted(16, 16, -16, -16),
                         Qt::AlignCenter | Qt::TextWordWrap, m_message);
        return;
    }
    const int height = rowHeight();
    for (int i = 0; i <= rowsInView() + 1; ++i) {
        const std::int64_t row = firstRow() + i;
        if (row >= m_source.rows)
            break;
        paintRow(painter, row, (i + 1) * height);
    }
    paintHeader(painter);
}

/// The column of a cell or of its character in the row's text; too large: none.
std::int64_t ElementTable::columnAt(int x) const {
    if (m_source.rowText && x >= rowTextLeft())
        return (x - rowTextLeft()) / characterWidth();
    return firstColumn() + (x - labelWidth()) / columnWidth();
}

std::optional<std::pair<std::int64_t, std::int64_t>>
ElementTable::cellAt(const QPoint& position) const {
    const int y = position.y() / rowHeight() - 1;
    const std::int64_t row = firstRow() + y;
    const std::int64_t column = columnAt(position.x());
    if (y < 0 || position.x() < labelWidth() || row >= m_source.rows || column >= m_source.columns)
        return std::nullopt;
    return std::pair(row, column);
}

QRect ElementTable::cellRect(std::int64_t row, std::int64_t column) const {
    const auto pixels = [](std::int64_t cells, int size) {
        return int(std::clamp<std::int64_t>(cells * size, -(1 << 28), 1 << 28));
    };
    return {labelWidth() + pixels(column - firstColumn(), columnWidth()),
            pixels(row - firstRow() + 1, rowHeight()), columnWidth(), rowHeight()};
}

void ElementTable::setCurrent(std::int64_t row, std::int64_t column, bool extend) {
    if (m_source.rows == 0 || m_source.columns == 0)
        return;
    m_row = std::clamp<std::int64_t>(row, 0, m_source.rows - 1);
    m_column = std::clamp<std::int64_t>(column, 0, m_source.columns - 1);
    if (!extend) {
        m_anchorRow = m_row;
        m_anchorColumn = m_column;
    }
    keepCurrentInView();
    viewport()->update();
    emit currentChanged(m_row, m_column);
    QAccessibleValueChangeEvent changed(this, QVariant());
    QAccessible::updateAccessibility(&changed);
}

void ElementTable::keepCurrentInView() {
    if (m_row < firstRow())
        verticalScrollBar()->setValue(int(m_row / m_rowsPerStep));
    else if (m_row >= firstRow() + rowsInView())
        verticalScrollBar()->setValue(int((m_row - rowsInView() + m_rowsPerStep) / m_rowsPerStep));
    if (m_column < firstColumn())
        horizontalScrollBar()->setValue(int(m_column));
    else if (m_column >= firstColumn() + columnsInView())
        horizontalScrollBar()->setValue(int(m_column - columnsInView() + 1));
}

void ElementTable::centerCurrent() {
    const std::int64_t above = m_row - firstRow();
    const std::int64_t margin = std::min(2, rowsInView() / 4); // keeps neighbours visible
    if (above >= margin && above < rowsInView() - margin)
        return;
    const std::int64_t first = std::max<std::int64_t>(0, m_row - rowsInView() / 2);
    verticalScrollBar()->setValue(int(first / m_rowsPerStep));
    viewport()->update();
}

void ElementTable::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return; // its menu is for the selection
    if (const auto cell = cellAt(event->position().toPoint()))
        setCurrent(cell->first, cell->second, event->modifiers().testFlag(Qt::ShiftModifier));
}

void ElementTable::mouseMoveEvent(QMouseEvent* event) {
    if (!event->buttons().testFlag(Qt::LeftButton))
        return;
    if (const auto cell = cellAt(event->position().toPoint()))
        setCurrent(cell->first, cell->second, true);
}

void ElementTable::mouseDoubleClickEvent(QMouseEvent* event) {
    mousePressEvent(event); // a double-click replaces the second press
    if (event->button() == Qt::LeftButton && cellAt(event->position().toPoint()))
        emit doubleClicked();
}

void ElementTable::keyPressEvent(QKeyEvent* event) {
    const bool extend = event->modifiers().testFlag(Qt::ShiftModifier);
    const bool far = event->modifiers().testFlag(Qt::ControlModifier);
    if (event->matches(QKeySequence::Copy)) {
        emit copyRequested();
        return;
    }
    if (event->matches(QKeySequence::SelectAll)) {
        m_anchorRow = m_anchorColumn = 0;
        setCurrent(m_source.rows - 1, m_source.columns - 1, true);
        return;
    }
    switch (event->key()) {
    case Qt::Key_Down:
        return setCurrent(far ? m_source.rows - 1 : m_row + 1, m_column, extend);
    case Qt::Key_Up:
        return setCurrent(far ? 0 : m_row - 1, m_column, extend);
    case Qt::Key_Right:
        return setCurrent(m_row, far ? m_source.columns - 1 : m_column + 1, extend);
    case Qt::Key_Left:
        return setCurrent(m_row, far ? 0 : m_column - 1, extend);
    case Qt::Key_PageDown:
        return setCurrent(m_row + rowsInView(), m_column, extend);
    case Qt::Key_PageUp:
        return setCurrent(m_row - rowsInView(), m_column, extend);
    case Qt::Key_Home:
        return setCurrent(far ? 0 : m_row, 0, extend);
    case Qt::Key_End:
        return setCurrent(far ? m_source.rows - 1 : m_row, m_source.columns - 1, extend);
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

ElementTable::Selection ElementTable::selection() const {
    if (m_source.rows == 0 || m_source.columns == 0)
        return {};
    const auto [r0, r1] = std::minmax(m_row, m_anchorRow);
    const auto [c0, c1] = std::minmax(m_column, m_anchorColumn);
    return {r0, r1, c0, c1};
}

std::pair<std::int64_t, std::int64_t> ElementTable::selectedSequence() const {
    return std::minmax(
        {m_row * m_source.columns + m_column, m_anchorRow * m_source.columns + m_anchorColumn});
}

bool ElementTable::fits(const Source& source) const {
    const auto columns = int(source.columns);
    const int text = source.rowText ? columns * characterWidth() + 2 * kPadding : 0;
    return source.labelCharacters * characterWidth() + 2 * kPadding +
               columns * (source.cellCharacters * characterWidth() + 2 * source.cellPadding) +
               text <=
           viewport()->width();
}

int ElementTable::columnsThatFit(int labelCharacters, int cellCharacters) const {
    const int character = fontMetrics().horizontalAdvance(u'0');
    const int room = viewport()->width() - labelCharacters * character - 2 * kPadding;
    return std::max(1, room / (cellCharacters * character + 2 * kPadding));
}

} // namespace warpbench::ui
