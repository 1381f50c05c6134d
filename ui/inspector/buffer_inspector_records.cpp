// SPDX-License-Identifier: GPL-3.0-or-later
// A buffer's memory as records: a row for each, a column for each member.
#include "core/arrays/element.h"
#include "ui/documents/background.h"
#include "ui/inspector/buffer_inspector.h"
#include "ui/inspector/record_controls.h"
#include "ui/words/describe.h"

#include <QApplication>
#include <QClipboard>

#include <algorithm>

namespace warpbench::ui {

namespace {

constexpr int kWidestCell = 34; // characters
constexpr int kNarrowestCell = 6;

/// A member as text. \param bytes  the member's
QString memberText(const layouts::Column& column, std::span<const std::byte> bytes, bool hex) {
    return column.isText ? u'"' + charText(bytes) + u'"'
                         : shownElement(column.type, bytes, hex || column.hexadecimal);
}

int widthOf(const layouts::Column& column, bool hex) {
    const int name = int(column.name.size());
    const int value = column.isText ? int(column.length) + 2
                                    : elementCharacters(column.type, hex || column.hexadecimal);
    return std::max(name, value);
}

/// The members in a part of the memory, as tab-separated lines.
QString recordsText(const ElementGrid& grid, const layouts::Layout& layout,
                    const ElementTable::Selection& part, std::span<const std::byte> memory,
                    std::int64_t firstByte, bool hex) {
    QStringList lines;
    for (std::int64_t row = part.firstRow; row <= part.lastRow; ++row) {
        QStringList cells;
        for (std::int64_t column = part.firstColumn; column <= part.lastColumn; ++column) {
            const layouts::Column& member = layout.columns[std::size_t(column)];
            const auto at = std::size_t(grid.byteAt(row, column) - firstByte);
            cells << memberText(member, memory.subspan(at, member.size()), hex);
        }
        lines << cells.join(u'\t');
    }
    return lines.join(u'\n');
}

} // namespace

void BufferInspector::showRecords() {
    const BufferLayouts::Parsed parsed = m_records->layout();
    if (const auto* problem = std::get_if<QString>(&parsed)) {
        if (m_recordsOf == currentBuffer())
            return; // the text is being typed: keeps the last layout without an error
        m_grid = {};
        m_layout.reset();
        m_table->setSource({});
        return m_table->setMessage(*problem);
    }
    m_recordsOf = currentBuffer();
    m_layout = std::get<std::shared_ptr<const layouts::Layout>>(parsed);
    m_grid = ElementGrid::ofRecords(std::int64_t(m_pages->elements()),
                                    std::int64_t(current()->dtype.size()), m_layout);
    ElementTable::Source source;
    source.rows = m_grid.rows();
    source.columns = m_grid.columns();
    source.labelCharacters = m_grid.labelCharacters();
    source.cellCharacters = kNarrowestCell;
    for (const layouts::Column& column : m_layout->columns)
        source.cellCharacters = std::max(source.cellCharacters, widthOf(column, hexadecimal()));
    source.cellCharacters = std::min(source.cellCharacters, kWidestCell);
    source.rowLabel = [this](std::int64_t row) { return m_grid.rowLabel(row); };
    source.columnLabel = [this](std::int64_t column) { return m_grid.columnLabel(column); };
    source.cell = [this](std::int64_t row, std::int64_t column) {
        const std::int64_t element = m_grid.elementAt(row, column);
        ElementTable::Cell cell{recordCell(row, column), isWrong(element)};
        cell.special =
            cell.text.endsWith(QLatin1String("nan")) || cell.text.endsWith(QLatin1String("inf"));
        cell.changed = hasChanged(element);
        return cell;
    };
    m_table->setMessage(tr("The buffer is smaller than a record, which has %n byte(s).", nullptr,
                           int(m_layout->first + m_layout->size)));
    m_table->setSource(std::move(source));
}

QString BufferInspector::recordCell(std::int64_t row, std::int64_t column) const {
    const std::vector<std::byte> bytes = recordBytes(row, column);
    if (bytes.empty())
        return m_pages->problem().isEmpty() ? QStringLiteral("…") : QStringLiteral("---");
    return memberText(m_layout->columns[std::size_t(column)], bytes, hexadecimal());
}

/// A member's bytes; empty: they have not arrived.
std::vector<std::byte> BufferInspector::recordBytes(std::int64_t row, std::int64_t column) const {
    const layouts::Column& member = m_layout->columns[std::size_t(column)];
    const std::int64_t first = m_grid.byteAt(row, column);
    const auto size = std::int64_t(current()->dtype.size());
    const std::int64_t end = first + std::int64_t(member.size());
    std::vector<std::byte> bytes;
    bytes.reserve(member.size());
    for (std::int64_t element = first / size; element * size < end; ++element) {
        const std::span<const std::byte> part = shownBytes(element);
        if (part.empty())
            return {};
        const std::int64_t skipped = std::max<std::int64_t>(0, first - element * size);
        const std::int64_t stop = std::min(size, end - element * size);
        bytes.insert(bytes.end(), part.begin() + skipped, part.begin() + stop);
    }
    return bytes;
}

/// The current member, with its place.
void BufferInspector::sayRecord() {
    const std::int64_t row = m_table->currentRow();
    const std::int64_t column = m_table->currentColumn();
    if (!m_layout || row >= m_grid.rows() || column >= m_grid.columns())
        return say({});
    say(tr("record %1, %2, byte %3: %4")
            .arg(row)
            .arg(m_grid.columnLabel(column))
            .arg(m_grid.byteAt(row, column))
            .arg(recordCell(row, column)));
}

/// The line about a member means nothing in another view.
void BufferInspector::leaveRecords() {
    if (m_recordsOf.isEmpty())
        return;
    m_recordsOf.clear();
    say({});
}

void BufferInspector::copyRecords() {
    const ElementTable::Selection part = m_table->selection();
    const auto size = std::int64_t(current()->dtype.size());
    const std::int64_t firstElement = m_grid.byteAt(part.firstRow, 0) / size;
    const std::int64_t end =
        m_grid.byteAt(part.lastRow, 0) + std::int64_t(m_layout->size + size - 1);
    const std::int64_t last = std::min(std::int64_t(m_pages->elements()), end / size + 1);
    readShown(std::uint64_t(firstElement), std::uint64_t(last - firstElement),
              [this, part, size, firstElement, grid = m_grid, layout = m_layout,
               hex = hexadecimal()](const arrays::HostArray& array) {
                  QApplication::clipboard()->setText(
                      recordsText(grid, *layout, part, array.bytes(), firstElement * size, hex));
                  say(tr("Copied %1 cell(s)", nullptr, int(part.cells()))
                          .arg(describeCount(std::uint64_t(part.cells()))));
              });
}

} // namespace warpbench::ui
