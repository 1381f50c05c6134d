// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/elements/element_grid.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace warpbench::ui {

namespace {

constexpr int kOffsetDigits = 8; // at least

QString hexText(std::int64_t number, int digits) {
    return QStringLiteral("%1").arg(number, digits, 16, QLatin1Char('0'));
}

int digitsOf(std::int64_t extent) {
    return int(QString::number(std::max<std::int64_t>(0, extent - 1)).size());
}

/// Characters of the longest index in an array: "1023, 7".
int indexCharacters(const std::vector<std::int64_t>& shape) {
    int characters = 0;
    for (const std::int64_t extent : shape)
        characters += digitsOf(extent) + (characters > 0 ? 2 : 0);
    return characters;
}

} // namespace

ElementGrid ElementGrid::ofSlice(Slice slice) {
    ElementGrid grid;
    grid.m_kind = Kind::slice;
    grid.m_rows = slice.rows();
    grid.m_columns = slice.columns();
    grid.m_slice = std::move(slice);
    std::vector<std::int64_t> labelled;
    for (const std::size_t d : grid.m_slice.axes())
        labelled.push_back(grid.m_slice.bufferShape()[d]);
    if (!labelled.empty())
        labelled.pop_back(); // it runs along the rows
    grid.m_labelCharacters = indexCharacters(labelled);
    return grid;
}

ElementGrid ElementGrid::wrapped(Slice slice, std::int64_t wrap) {
    ElementGrid grid;
    const std::int64_t length = slice.columns();
    grid.m_kind = Kind::wrapped;
    grid.m_wrap = wrap;
    grid.m_rows = (length + wrap - 1) / wrap;
    grid.m_columns = std::min(wrap, length);
    for (std::size_t d = 0; d < slice.dimensions().size(); ++d) {
        if (!slice.dimensions()[d].fixed)
            grid.m_labelCharacters = digitsOf(slice.bufferShape()[d]);
    }
    grid.m_slice = std::move(slice);
    return grid;
}

ElementGrid ElementGrid::listed(Slice slice) {
    ElementGrid grid;
    grid.m_kind = Kind::listed;
    grid.m_rows = slice.rows() * slice.columns();
    grid.m_columns = 1;
    grid.m_labelCharacters = indexCharacters(slice.bufferShape());
    grid.m_slice = std::move(slice);
    return grid;
}

ElementGrid ElementGrid::ofSet(std::shared_ptr<const project::ElementSet> set,
                               const std::vector<std::int64_t>& shape) {
    ElementGrid grid;
    grid.m_kind = Kind::set;
    grid.m_rows = set->count();
    grid.m_columns = 1;
    grid.m_labelCharacters = indexCharacters(shape);
    grid.m_slice = Slice::whole(shape);
    grid.m_set = std::move(set);
    return grid;
}

ElementGrid ElementGrid::ofRecords(std::int64_t elements, std::int64_t elementBytes,
                                   std::shared_ptr<const layouts::Layout> layout) {
    ElementGrid grid;
    grid.m_kind = Kind::records;
    grid.m_elementBytes = elementBytes;
    grid.m_bytes = elements * elementBytes;
    grid.m_rows = layout->recordsIn(std::uint64_t(grid.m_bytes));
    grid.m_columns = std::int64_t(layout->columns.size());
    grid.m_labelCharacters = digitsOf(grid.m_rows);
    grid.m_layout = std::move(layout);
    return grid;
}

std::int64_t ElementGrid::byteAt(std::int64_t row, std::int64_t column) const {
    return std::int64_t(m_layout->first) + row * std::int64_t(m_layout->size) +
           std::int64_t(m_layout->columns[std::size_t(column)].offset);
}

/// The member that begins last at or before an element's first byte.
std::pair<std::int64_t, std::int64_t> ElementGrid::recordOf(std::int64_t element) const {
    const std::int64_t offset = element * m_elementBytes - std::int64_t(m_layout->first);
    const std::int64_t row = offset / std::int64_t(m_layout->size);
    if (offset < 0 || row >= m_rows)
        return {-1, -1};
    const auto within = std::size_t(offset % std::int64_t(m_layout->size));
    std::int64_t found = 0;
    for (std::int64_t column = 0; column < m_columns; ++column) {
        const std::size_t start = m_layout->columns[std::size_t(column)].offset;
        if (start <= within && start > m_layout->columns[std::size_t(found)].offset)
            found = column;
    }
    return {row, found};
}

ElementGrid ElementGrid::ofBytes(std::int64_t elements, std::int64_t elementBytes,
                                 std::int64_t wrap) {
    ElementGrid grid;
    grid.m_kind = Kind::bytes;
    grid.m_elementBytes = elementBytes;
    grid.m_bytes = elements * elementBytes;
    grid.m_wrap = wrap;
    grid.m_rows = (grid.m_bytes + wrap - 1) / wrap;
    grid.m_columns = wrap;
    grid.m_labelCharacters = int(hexText(grid.m_bytes, kOffsetDigits).size());
    return grid;
}

std::int64_t ElementGrid::elementAt(std::int64_t row, std::int64_t column) const {
    if (row < 0 || column < 0 || row >= m_rows || column >= m_columns)
        return -1;
    switch (m_kind) {
    case Kind::nothing:
        return -1;
    case Kind::slice:
        return m_slice.element(row, column);
    case Kind::wrapped: {
        const std::int64_t position = row * m_wrap + column;
        return position < m_slice.columns() ? m_slice.element(0, position) : -1;
    }
    case Kind::listed:
        return m_slice.element(row / m_slice.columns(), row % m_slice.columns());
    case Kind::set:
        return m_set->at(row);
    case Kind::bytes: {
        const std::int64_t offset = row * m_wrap + column;
        return offset < m_bytes ? offset / m_elementBytes : -1;
    }
    case Kind::records:
        return byteAt(row, column) / m_elementBytes;
    }
    return -1;
}

std::pair<std::int64_t, std::int64_t> ElementGrid::cellOf(std::int64_t element) const {
    if (m_kind == Kind::nothing)
        return {-1, -1};
    if (m_kind == Kind::set)
        return m_set->contains(element) ? std::pair(m_set->rank(element), std::int64_t(0))
                                        : std::pair(std::int64_t(-1), std::int64_t(-1));
    if (m_kind == Kind::bytes) {
        const std::int64_t offset = element * m_elementBytes;
        return {offset / m_wrap, offset % m_wrap};
    }
    if (m_kind == Kind::records)
        return recordOf(element);
    const auto cell = m_slice.cellOf(element);
    if (cell.first < 0 || m_kind == Kind::slice)
        return cell;
    if (m_kind == Kind::wrapped)
        return {cell.second / m_wrap, cell.second % m_wrap};
    return {cell.first * m_slice.columns() + cell.second, 0};
}

/// An element's index in the buffer, "3, 17".
QString ElementGrid::indexText(std::int64_t element) const {
    const auto& shape = m_slice.bufferShape();
    QStringList parts;
    for (std::size_t d = shape.size(); d-- > 0;) {
        const std::int64_t extent = std::max<std::int64_t>(1, shape[d]);
        parts.prepend(QString::number(element % extent));
        element /= extent;
    }
    return parts.join(QStringLiteral(", "));
}

QString ElementGrid::rowLabel(std::int64_t row) const {
    switch (m_kind) {
    case Kind::nothing:
        return {};
    case Kind::slice:
        return m_slice.rowLabel(row);
    case Kind::wrapped:
        return m_slice.columnLabel(row * m_wrap);
    case Kind::listed:
    case Kind::set:
        return indexText(elementAt(row, 0));
    case Kind::bytes:
        return hexText(row * m_wrap, kOffsetDigits);
    case Kind::records:
        return QString::number(row);
    }
    return {};
}

QString ElementGrid::columnLabel(std::int64_t column) const {
    if (m_kind == Kind::slice)
        return m_slice.columnLabel(column);
    if (m_kind == Kind::bytes)
        return hexText(column, 2);
    if (m_kind == Kind::records) {
        const std::string& name = m_layout->columns[std::size_t(column)].name;
        if (!name.empty())
            return QString::fromStdString(name);
    }
    if (m_wrap <= 1)
        return QCoreApplication::translate("ElementGrid", "value");
    // The distance between the element and the row's label: a slice may have a step, also a
    // negative one.
    const std::int64_t step = m_slice.lastStep();
    return step < 0 ? QStringLiteral("−%1").arg(-step * column)
                    : QStringLiteral("+%1").arg(step * column);
}

} // namespace warpbench::ui
