// SPDX-License-Identifier: GPL-3.0-or-later
// Exports from the inspector: cells for the clipboard, files.
#include "ui/documents/background.h"
#include "ui/elements/comparison.h"
#include "ui/elements/export_buffer.h"
#include "ui/inspector/buffer_inspector.h"
#include "ui/inspector/element_table.h"
#include "ui/inspector/image_view.h"
#include "ui/theme/save_dialog.h"
#include "ui/words/describe.h"
#include "ui/words/error_words.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFileInfo>
#include <QMessageBox>
#include <QPointer>
#include <QStackedWidget>

#include <algorithm>
#include <limits>

namespace warpbench::ui {

namespace {

constexpr std::int64_t kMostCopied = 1'000'000;      // cells
constexpr std::int64_t kMostReadToCopy = 16'000'000; // elements
constexpr std::int64_t kMostCompared = 100'000;      // rows of the comparison

/// The elements of a selection.
struct SelectedElements {
    ElementRows rows;
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    std::int64_t last = -1;
};

SelectedElements elementsOf(const ElementGrid& grid, const ElementTable::Selection& selection) {
    SelectedElements found;
    for (std::int64_t row = selection.firstRow; row <= selection.lastRow; ++row) {
        auto& cells = found.rows.emplace_back();
        for (auto column = selection.firstColumn; column <= selection.lastColumn; ++column) {
            const std::int64_t element = grid.elementAt(row, column);
            if (element < 0)
                continue;
            cells.push_back(element);
            found.first = std::min(found.first, element);
            found.last = std::max(found.last, element);
        }
    }
    return found;
}

QString comparedText(const ElementGrid& grid, const ElementTable::Selection& selection,
                     const arrays::HostArray& got, const arrays::HostArray& want,
                     std::int64_t first, bool hex) {
    QStringList lines;
    const arrays::DType& dtype = got.dtype();
    const auto bytesOf = [&](const arrays::HostArray& array, std::int64_t element) {
        return std::span<const std::byte>(array.bytes())
            .subspan(std::size_t(element - first) * dtype.size(), dtype.size());
    };
    for (std::int64_t row = selection.firstRow; row <= selection.lastRow; ++row) {
        const auto a = bytesOf(got, grid.elementAt(row, 0));
        const auto b = bytesOf(want, grid.elementAt(row, 0));
        QStringList cells{grid.rowLabel(row), elementText(dtype, a, hex),
                          elementText(dtype, b, hex), differenceText(dtype, a, b),
                          relativeErrorText(dtype, a, b)};
        if (hasUlps(dtype))
            cells << ulpErrorText(dtype, a, b);
        lines << cells.join(u'\t');
    }
    return lines.join(u'\n');
}

} // namespace

/// Copies the selection, including parts that were never visible.
void BufferInspector::copySelection() {
    if (m_views->currentWidget() == m_imagePage) {
        QApplication::clipboard()->setImage(m_image->image());
        return;
    }
    if (m_views->currentWidget() != m_table) {
        // Charts have their own copy action.
        if (auto* copy = m_views->currentWidget()->findChild<QAction*>(QStringLiteral("copyPlot")))
            copy->trigger();
        return;
    }
    const ElementTable::Selection selection = m_table->selection();
    if (!current() || selection.cells() <= 0)
        return;
    if (view() == kHexView)
        return copyBytes();
    if (view() == kCompareView)
        return copyComparison();
    if (selection.cells() > kMostCopied)
        return sayTooMany();
    if (view() == kRecordsView)
        return copyRecords();
    readSelected([this](const arrays::HostArray& array, const ElementRows& rows,
                        std::int64_t first) { putOnClipboard(array, rows, first); });
}

/// Reads the elements of the table's selection, not more than fit on the clipboard.
void BufferInspector::readSelected(ThenCopy then) {
    // Finding a million of them takes a while.
    inBackground(
        this, [grid = m_grid, part = m_table->selection()] { return elementsOf(grid, part); },
        [this, then = std::move(then)](const SelectedElements& found) {
            if (found.last < 0)
                return;
            if (found.last - found.first >= kMostReadToCopy)
                return say(tr("The selected cells are too far apart to copy. Choose a slice, or "
                              "export the buffer."));
            readShown(std::uint64_t(found.first), std::uint64_t(found.last - found.first + 1),
                      [then, rows = found.rows, first = found.first](
                          const arrays::HostArray& array) { then(array, rows, first); });
        });
}

/// Copies the selected elements of the table as an array of a program.
void BufferInspector::copyAsCode(CodeKind kind) {
    const session::BufferReport* buffer = current();
    if (!buffer || view() != kTableView || buffer->dtype.kind() == arrays::DType::Kind::structure)
        return say(tr("Numbers and vectors in the table can be copied as code."));
    if (m_table->selection().cells() > kMostCopied)
        return sayTooMany();
    readSelected([this, kind, name = currentBuffer(), flat = m_grid.wrap() > 0](
                     const arrays::HostArray& array, const ElementRows& rows, std::int64_t first) {
        inBackground(
            this,
            [=] {
                return codeText(array, rows, first, {kind, name, flat});
            },
            [this](const QString& text) {
                QApplication::clipboard()->setText(text);
                say(tr("Copied as code"));
            });
    });
}

void BufferInspector::sayTooMany() {
    say(tr("Too many cells to copy: at most %1. Export saves them all.")
            .arg(describeCount(std::uint64_t(kMostCopied))));
}

/// Copies the selected bytes in hexadecimal, in rows of the view's width.
void BufferInspector::copyBytes() {
    const auto size = std::int64_t(current()->dtype.size());
    const auto [first, end] = m_table->selectedSequence();
    const std::int64_t last = std::min(end, std::int64_t(m_pages->elements()) * size - 1);
    const std::int64_t count = last - first + 1;
    if (count > kMostCopied)
        return sayTooMany();
    if (count <= 0)
        return;
    const std::int64_t firstElement = first / size;
    readShown(std::uint64_t(firstElement), std::uint64_t(last / size - firstElement + 1),
              [this, skipped = first - firstElement * size, count,
               perRow = m_grid.wrap()](const arrays::HostArray& array) {
                  const auto bytes =
                      array.bytes().subspan(std::size_t(skipped), std::size_t(count));
                  QApplication::clipboard()->setText(bytesText(bytes, std::size_t(perRow)));
                  say(tr("Copied %n byte(s)", nullptr, int(count)));
              });
}

/// Copies rows of index, got, expected, difference, relative error and, for floats, ULP.
void BufferInspector::copyComparison() {
    const ElementTable::Selection selection = m_table->selection();
    const SelectedElements found =
        elementsOf(m_grid, {selection.firstRow,
                            std::min(selection.lastRow, selection.firstRow + kMostCompared), 0, 0});
    if (selection.lastRow - selection.firstRow >= kMostCompared ||
        found.last - found.first >= kMostReadToCopy)
        return say(tr("Too many rows to copy, or too far apart: at most %1.")
                       .arg(describeCount(std::uint64_t(kMostCompared))));
    const session::BufferReport* buffer = current();
    if (!m_wrong || !buffer || !m_reader)
        return;
    const auto first = std::uint64_t(found.first);
    const auto count = std::uint64_t(found.last - found.first + 1);
    const ElementGrid grid = m_grid;
    const auto finish = [this, grid, selection, first](const arrays::HostArray& got,
                                                       const arrays::HostArray& want) {
        inBackground(
            this,
            [=, hex = hexadecimal()] {
                return comparedText(grid, selection, got, want, std::int64_t(first), hex);
            },
            [this](const QString& text) {
                QApplication::clipboard()->setText(text);
                const int rows = int(text.count(u'\n')) + 1;
                say(tr("Copied %1 row(s)", nullptr, rows).arg(describeCount(std::uint64_t(rows))));
            });
    };
    readRange(first, count, {}, [this, first, count, finish](const arrays::HostArray& got) {
        readReference(first, count,
                      [got, finish](const arrays::HostArray& want) { finish(got, want); });
    });
}

void BufferInspector::putOnClipboard(const arrays::HostArray& array, const ElementRows& rows,
                                     std::int64_t first) {
    inBackground(
        this,
        [array, rows, first, hex = hexadecimal()] { return rowsText(array, rows, first, hex); },
        [this](const QString& text) {
            QApplication::clipboard()->setText(text);
            const auto cells = text.count(u'\t') + text.count(u'\n') + 1;
            say(tr("Copied %1 cell(s)", nullptr, int(cells))
                    .arg(describeCount(std::uint64_t(cells))));
        });
}

void BufferInspector::exportBuffer() {
    if (!current() || !m_reader)
        return;
    // A copy, because a run may finish while the dialog is open and replace the
    // report.
    const session::BufferReport buffer = *current();
    const QString name = currentBuffer();
    const bool image = m_views->currentWidget() == m_imagePage && !m_image->image().isNull();
    const QImage picture = m_image->image();
    const std::optional<arrays::HostArray> edited = m_next;
    const QPointer<BufferInspector> self(this);
    const QString path = askWhereToSave(this, tr("Export %1").arg(name),
                                        name + (image ? ".png" : ".npy"), exportFilters(image));
    if (path.isEmpty() || !self)
        return;
    if (image && path.endsWith(QLatin1String(".png"), Qt::CaseInsensitive)) {
        showSaved(path, picture.save(path) ? QString() : tr("%1 cannot be written.").arg(path));
        return;
    }
    if (!m_reader)
        return say(tr("%1 can no longer be read").arg(name));
    say(tr("Saving %1…").arg(QFileInfo(path).fileName()));
    const auto save = [self, path, buffer](const arrays::HostArray& contents) {
        if (self)
            inBackground(
                self, [contents, buffer, path] { return writeBuffer(contents, buffer, path); },
                [self, path](const QString& problem) { self->showSaved(path, problem); });
    };
    if (edited)
        return save(*edited);
    session::Handlers<arrays::HostArray> handlers;
    handlers.done = save;
    handlers.failed = [self, path](const Error& error) {
        if (self)
            self->showSaved(path, errorInWords(error));
    };
    m_reader({buffer.ref, 0, buffer.ref.elements}, std::move(handlers));
}

void BufferInspector::showSaved(const QString& path, const QString& problem) {
    say(problem.isEmpty() ? tr("Saved %1").arg(QFileInfo(path).fileName()) : QString());
    if (!problem.isEmpty())
        QMessageBox::warning(this, tr("Export"), problem);
}

} // namespace warpbench::ui
