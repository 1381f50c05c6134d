// SPDX-License-Identifier: GPL-3.0-or-later
// The bytes of a buffer as they are in memory.
#include "ui/inspector/buffer_inspector.h"

namespace warpbench::ui {

namespace {

constexpr std::int64_t kBytesPerRow = 16;
constexpr std::int64_t kBytesPerNarrowRow = 8;
constexpr int kBytePadding = 4; // pixels

} // namespace

void BufferInspector::showBytes() {
    const auto gridOf = [this](std::int64_t perRow) {
        return ElementGrid::ofBytes(std::int64_t(m_pages->elements()),
                                    std::int64_t(current()->dtype.size()), perRow);
    };
    m_grid = gridOf(kBytesPerRow);
    if (bytesPerRow() != kBytesPerRow)
        m_grid = gridOf(kBytesPerNarrowRow);
    ElementTable::Source source = bytesLayout(m_grid.wrap());
    source.rows = m_grid.rows();
    source.sequence = true;
    source.rowLabel = [this](std::int64_t row) { return m_grid.rowLabel(row); };
    source.columnLabel = [this](std::int64_t column) { return m_grid.columnLabel(column); };
    source.cell = [this](std::int64_t row, std::int64_t column) {
        const std::int64_t element = m_grid.elementAt(row, column);
        if (element < 0)
            return ElementTable::Cell{};
        const auto byte = byteAt(row, column);
        ElementTable::Cell cell{byte.empty() ? textOf(*m_pages, element) : bytesText(byte, 1),
                                isWrong(element), false};
        cell.changed = hasChanged(element);
        return cell;
    };
    m_table->setMessage(tr("The buffer is empty."));
    m_table->setSource(std::move(source));
}

/// What determines the table's width.
ElementTable::Source BufferInspector::bytesLayout(std::int64_t perRow) const {
    ElementTable::Source source;
    source.columns = perRow;
    source.cellCharacters = 2;
    source.cellPadding = kBytePadding;
    source.labelCharacters = m_grid.labelCharacters();
    source.rowText = [this](std::int64_t row) { return charactersOf(row); };
    return source;
}

std::int64_t BufferInspector::bytesPerRow() const {
    return m_table->fits(bytesLayout(kBytesPerRow)) ? kBytesPerRow : kBytesPerNarrowRow;
}

/// The byte in a cell of the hex view; empty if it has not arrived, or there is none.
std::span<const std::byte> BufferInspector::byteAt(std::int64_t row, std::int64_t column) const {
    const std::span<const std::byte> element = shownBytes(m_grid.elementAt(row, column));
    if (element.empty())
        return {};
    const auto offset = std::size_t(row * m_grid.wrap() + column);
    return element.subspan(offset % element.size(), 1);
}

/// A row's bytes as ASCII; a dot for each byte that is not a printable character.
QString BufferInspector::charactersOf(std::int64_t row) const {
    QString text;
    for (std::int64_t column = 0; column < m_grid.columns(); ++column) {
        const auto byte = byteAt(row, column);
        const int code = byte.empty() ? ' ' : std::to_integer<int>(byte.front());
        text += code >= 0x20 && code < 0x7f ? QChar(code) : u'.';
    }
    return text;
}

} // namespace warpbench::ui
