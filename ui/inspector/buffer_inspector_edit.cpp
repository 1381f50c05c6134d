// SPDX-License-Identifier: GPL-3.0-or-later
// Edits of what the next run starts with, and of what it is expected to leave.
#include "core/arrays/array_file.h"
#include "ui/documents/background.h"
#include "ui/elements/buffer_edits.h"
#include "ui/elements/comparison.h"
#include "ui/elements/import_image.h"
#include "ui/elements/value_edit.h"
#include "ui/inspector/buffer_inspector.h"
#include "ui/theme/fonts.h"
#include "ui/theme/input_state.h"
#include "ui/words/error_words.h"
#include "ui/words/text.h"
#include "ui/workbench/workbench.h"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenu>
#include <QPointer>
#include <QScrollBar>
#include <QShortcut>
#include <QToolButton>

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

namespace warpbench::ui {

namespace {

constexpr int kFieldWidth = 160;                // pixels, at least
constexpr std::int64_t kMostFilled = 1'000'000; // elements

arrays::HostArray shaped(const session::BufferReport& buffer, const arrays::HostArray& flat) {
    return {buffer.dtype, buffer.shape, flat.block(),
            std::size_t(flat.bytes().data() - flat.block()->data())};
}

arrays::HostArray copyOf(const session::BufferReport& buffer, const arrays::HostArray& flat) {
    arrays::HostArray copy(buffer.dtype, buffer.shape);
    std::memcpy(copy.bytes().data(), flat.bytes().data(), copy.sizeBytes());
    return copy;
}

/// The contents of a buffer after an edit.
auto editedBy(const session::BufferReport& buffer, ValueEdit edit) {
    return [buffer, edit = std::move(edit)](const arrays::HostArray& flat) {
        arrays::HostArray contents = copyOf(buffer, flat);
        edit.apply(contents.bytes());
        return contents;
    };
}

/// Writes the contents of a buffer that `make` returns.
WrittenFile writeContents(const session::BufferReport& buffer,
                          const std::function<arrays::HostArray()>& make) {
    try {
        return {BufferEdits::write(buffer.name, make()), {}};
    } catch (const Error& error) {
        return {{}, errorInWords(error)};
    }
}

bool isImage(const QString& path) {
    const QString suffix = QFileInfo(path).suffix().toLower();
    return QStringList{QStringLiteral("png"), QStringLiteral("jpg"), QStringLiteral("jpeg"),
                       QStringLiteral("bmp")}
        .contains(suffix);
}

QString importFilters(const session::BufferReport& buffer) {
    QStringList filters{BufferInspector::tr("Arrays (*.npy *.npz *.csv)"),
                        BufferInspector::tr("Raw bytes (*)")};
    if (holdsImage(buffer.dtype, buffer.shape))
        filters.insert(1, BufferInspector::tr("Images (*.png *.jpg *.jpeg *.bmp)"));
    return filters.join(QStringLiteral(";;"));
}

WrittenFile importedFile(const QString& path, const session::BufferReport& buffer) {
    if (isImage(path) && holdsImage(buffer.dtype, buffer.shape)) {
        const auto read = readImage(path, buffer.dtype, buffer.shape);
        if (const auto* problem = std::get_if<QString>(&read))
            return {{}, *problem};
        return writeContents(buffer, [&] { return std::get<arrays::HostArray>(read); });
    }
    return writeContents(buffer, [&] {
        return arrays::readArrayFile(pathOf(path), {}, buffer.dtype, buffer.shape);
    });
}

} // namespace

void BufferInspector::makeEditable(Workbench& bench) {
    m_edits = new BufferEdits(bench.document, bench.results, this);
    connect(m_edits, &BufferEdits::changed, this, &BufferInspector::followEdits);
    connect(m_table, &ElementTable::doubleClicked, this, &BufferInspector::editValue);
    const auto add = [this](const QString& text, const QKeySequence& keys, auto command) {
        auto* action = new QAction(text, m_table);
        action->setShortcut(keys);
        action->setShortcutContext(Qt::WidgetShortcut);
        connect(action, &QAction::triggered, this, command);
        m_table->addAction(action);
        return action;
    };
    auto* menu = new QMenu(m_edit);
    menu->addAction(add(tr("Edit &Value"), Qt::Key_F2, &BufferInspector::editValue));
    menu->addAction(add(tr("&Fill Selection…"), {}, &BufferInspector::fillSelection));
    menu->addAction(add(tr("&Import Values…"), {}, &BufferInspector::importValues));
    menu->addAction(add(tr("Make These the &Expected Values"), {}, &BufferInspector::expectThese));
    menu->addAction(add(tr("&Keep for Comparison"), {}, &BufferInspector::keepValues));
    m_edit->setMenu(menu);
    m_edit->show();
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    // As in Set-up: in the editor, the same keys affect the text.
    QUndoStack* history = bench.document.undoStack();
    new QShortcut(QKeySequence::Undo, m_table, history, &QUndoStack::undo, Qt::WidgetShortcut);
    for (const QKeySequence& keys :
         {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)})
        new QShortcut(keys, m_table, history, &QUndoStack::redo, Qt::WidgetShortcut);
}

/// Shows what the next run starts with if the user has edited it.
void BufferInspector::followEdits() {
    const session::BufferReport* buffer = current();
    if (!m_edits || !buffer || m_pause)
        return;
    const QString file = m_edits->nextContents(buffer->name);
    if (file == m_nextFile)
        return;
    m_nextFile = file;
    showNext({});
    if (file.isEmpty())
        return;
    inBackground(
        this,
        [file, dtype = buffer->dtype, shape = buffer->shape]() -> std::optional<arrays::HostArray> {
            try {
                return arrays::readArrayFile(pathOf(file), {}, dtype, shape);
            } catch (const Error&) {
                return std::nullopt; // Set-up and the next run say what is wrong with it
            }
        },
        [this, file](std::optional<arrays::HostArray> contents) {
            if (file == m_nextFile)
                showNext(std::move(contents));
        });
}

void BufferInspector::showNext(std::optional<arrays::HostArray> contents) {
    m_next = std::move(contents);
    showCheck(*current());
    m_table->refresh();
    if (m_shownElement >= 0)
        showElement(m_shownPlace, m_shownElement);
}

std::span<const std::byte> BufferInspector::nextBytes(std::int64_t element) const {
    if (!m_next || element < 0 || element >= m_next->elements())
        return {};
    const std::size_t size = m_next->dtype().size();
    return m_next->bytes().subspan(std::size_t(element) * size, size);
}

/// An element's bytes as the view shows them: table and hex view show edits, all others the run.
std::span<const std::byte> BufferInspector::shownBytes(std::int64_t element) const {
    if (m_next && showsTable() && view() != kCompareView)
        return nextBytes(element);
    const std::span<const std::byte> bytes = m_pages->bytesOf(element);
    return bytes.empty() ? m_before->inHand(element) // until the current value arrives
                         : bytes;
}

void BufferInspector::readShown(std::uint64_t first, std::uint64_t count,
                                std::function<void(const arrays::HostArray&)> then) {
    if (!m_next)
        return readRange(first, count, {}, std::move(then));
    then(partOf(*m_next, first, count));
}

/// Whether the current buffer can be edited now; says why not.
bool BufferInspector::mayEdit() {
    const session::BufferReport* buffer = current();
    const bool isArriving = m_changing || (!m_nextFile.isEmpty() && !m_next);
    if (!m_edits || !buffer || isArriving)
        return false;
    if (m_pause) {
        say(tr("Values can be edited after a run, not while you step."));
        return false;
    }
    const QString obstacle = m_edits->obstacle(*buffer);
    if (!obstacle.isEmpty())
        say(obstacle);
    return obstacle.isEmpty();
}

/// The same for cells of the table.
bool BufferInspector::mayEditCells() {
    if (view() != kTableView && view() != kRecordsView) {
        say(tr("Choose the view Table or Records to edit values."));
        return false;
    }
    if (view() == kTableView && current() &&
        current()->dtype.kind() == arrays::DType::Kind::structure) {
        say(tr("Choose the view Records to edit members of structs."));
        return false;
    }
    return mayEdit();
}

/// Opens a field over the current cell.
void BufferInspector::editValue() {
    const std::int64_t row = m_table->currentRow(), column = m_table->currentColumn();
    if (row < 0 || row >= m_grid.rows() || column < 0 || column >= m_grid.columns() ||
        m_grid.elementAt(row, column) < 0 || !mayEditCells())
        return;
    const bool isMember = view() == kRecordsView;
    std::vector<std::byte> bytes;
    if (isMember) {
        bytes = recordBytes(row, column);
    } else {
        const std::span<const std::byte> shown = shownBytes(m_grid.elementAt(row, column));
        bytes.assign(shown.begin(), shown.end());
    }
    if (bytes.empty())
        return; // it has not arrived
    if (!m_value)
        buildValueField();
    QRect cell = m_table->cellRect(row, column);
    const int room = m_table->viewport()->width();
    cell.setWidth(std::min(room, std::max(kFieldWidth, cell.width())));
    cell.moveRight(std::min(cell.right(), room - 1));
    m_valueCell = {row, row, column, column};
    m_value->setGeometry(cell);
    const layouts::Column* member = isMember ? &m_layout->columns[std::size_t(column)] : nullptr;
    m_value->setText(!member          ? editableText(current()->dtype, bytes)
                     : member->isText ? charText(bytes)
                                      : editableText(arrays::DType(member->type), bytes));
    m_value->setModified(false);
    m_value->selectAll();
    markInvalid(*m_value, false);
    m_value->show();
    m_value->setFocus();
}

void BufferInspector::buildValueField() {
    m_value = new QLineEdit(m_table->viewport());
    m_value->setObjectName(QStringLiteral("inspectorValue"));
    m_value->setAccessibleName(tr("New value"));
    m_value->hide();
    useCodeFont(*m_value);
    connect(m_value, &QLineEdit::editingFinished, this, &BufferInspector::takeTypedValue);
    connect(m_value, &QLineEdit::textEdited, this, [this] { markInvalid(*m_value, false); });
    for (QScrollBar* bar : {m_table->verticalScrollBar(), m_table->horizontalScrollBar()})
        connect(bar, &QScrollBar::valueChanged, this, &BufferInspector::closeValueField);
    auto* cancel = new QShortcut(Qt::Key_Escape, m_value, nullptr, nullptr, Qt::WidgetShortcut);
    connect(cancel, &QShortcut::activated, this, &BufferInspector::closeValueField);
}

void BufferInspector::closeValueField() {
    if (!m_value || m_value->isHidden())
        return;
    const bool focused = m_value->hasFocus();
    m_value->setModified(false); // hiding ends the editing as well
    m_value->hide();
    if (focused)
        m_table->setFocus();
    if (view() == kRecordsView) // in place of what was wrong with the text
        sayRecord();
    else
        showElement({}, m_grid.elementAt(m_valueCell.firstRow, m_valueCell.firstColumn));
}

/// Invalid input stays in the field, unless the user has left it.
void BufferInspector::takeTypedValue() {
    if (!m_value->isModified())
        return closeValueField();
    std::optional<ValueEdit> edit;
    try {
        edit = editOf(m_value->text(), m_valueCell);
        edit->check();
    } catch (const Error& error) {
        markInvalid(*m_value, true);
        m_value->setToolTip(errorInWords(error));
        say(m_value->toolTip());
        if (!m_value->hasFocus())
            closeValueField();
        return;
    }
    closeValueField();
    changeContents(editedBy(*current(), std::move(*edit)));
}

/// The values that a text gives to cells of the table. \throws Error (project)
ValueEdit BufferInspector::editOf(const QString& text, const ElementTable::Selection& cells) const {
    std::vector<std::int64_t> elements;
    std::vector<ValueEdit::Member> members;
    for (std::int64_t row = cells.firstRow; row <= cells.lastRow; ++row) {
        for (std::int64_t column = cells.firstColumn; column <= cells.lastColumn; ++column) {
            const std::int64_t element = m_grid.elementAt(row, column);
            if (element < 0)
                continue;
            if (view() == kRecordsView)
                members.push_back({row, std::size_t(column), m_grid.byteAt(row, column)});
            else
                elements.push_back(element);
        }
    }
    const project::NumberTable numbers = m_edits->numbers();
    return view() == kRecordsView
               ? ValueEdit::ofMembers(text, *m_layout, m_grid.rows(), members, numbers)
               : ValueEdit::ofElements(text, current()->dtype, current()->shape, elements, numbers);
}

void BufferInspector::fillSelection() {
    if (!mayEditCells())
        return;
    if (m_table->selection().cells() > kMostFilled)
        return say(tr("Too many cells to fill: at most %1.").arg(kMostFilled));
    bool ok = false;
    const QString text = QInputDialog::getText(
        this, tr("Fill Selection"),
        view() == kRecordsView
            ? tr("Value of each selected member. i is its record, as in 2 * i + 1.")
            : tr("Value of each selected element. i, j and k are its indices, as in 2 * i + 1."),
        QLineEdit::Normal, {}, &ok);
    if (!ok)
        return;
    try {
        changeContents(editedBy(*current(), editOf(text, m_table->selection())));
    } catch (const Error& error) {
        say(errorInWords(error));
    }
}

void BufferInspector::readWhole(const session::BufferReport& buffer,
                                std::function<void(const arrays::HostArray&)> then,
                                std::function<void(const QString&)> failed) {
    if (!m_reader)
        return failed({});
    session::Handlers<arrays::HostArray> handlers;
    const QPointer<BufferInspector> self(this);
    handlers.done = [self, then = std::move(then)](const arrays::HostArray& array) {
        if (self)
            then(array);
    };
    handlers.failed = [self, failed = std::move(failed)](const Error& error) {
        if (self)
            failed(errorInWords(error));
    };
    m_reader({buffer.ref, 0, buffer.ref.elements, {}}, std::move(handlers));
}

/// Takes the file of an edit that ends, unless it is of another project.
/// \param take  the file's path
std::function<void(const WrittenFile&)>
BufferInspector::whenWritten(std::function<void(const QString&)> take) {
    const std::uint64_t change = m_changing = ++m_changes;
    return [this, change, project = m_projects, held = m_edits->hold(),
            take = std::move(take)](const WrittenFile& file) {
        if (m_changing == change)
            m_changing = 0;
        if (project != m_projects)
            return;
        if (!file.problem.isEmpty())
            return say(file.problem);
        take(file.path);
    };
}

/// Writes the current buffer's contents after a change to a file, with which the next run starts.
/// \param change  of all elements, in a thread \throws Error
void BufferInspector::changeContents(
    std::function<arrays::HostArray(const arrays::HostArray&)> change) {
    const session::BufferReport buffer = *current();
    const auto written = whenWritten(
        [this, buffer](const QString& file) { m_edits->setContents(buffer.name, file); });
    const auto arrived = [this, buffer, change, written](const arrays::HostArray& flat) {
        inBackground(
            this, [=] { return writeContents(buffer, [&] { return change(flat); }); }, written);
    };
    if (m_next)
        return arrived(*m_next);
    readWhole(buffer, arrived, [written](const QString& why) { written({{}, why}); });
}

/// Starts the next run with the contents of a file.
void BufferInspector::importValues() {
    if (!mayEdit())
        return;
    const session::BufferReport buffer = *current();
    const QPointer<BufferInspector> self(this); // a run may end while the dialog is open
    const QString path = QFileDialog::getOpenFileName(
        this, tr("Import Values of %1").arg(qs(buffer.name)), {}, importFilters(buffer));
    if (path.isEmpty() || !self)
        return;
    inBackground(
        this, [=] { return importedFile(path, buffer); },
        whenWritten(
            [this, buffer](const QString& file) { m_edits->setContents(buffer.name, file); }));
}

/// The contents of this run become those that each run is checked against.
void BufferInspector::expectThese() {
    if (!m_edits || !current() || m_pause)
        return;
    const session::BufferReport buffer = *current();
    if (const QString obstacle = m_edits->expectObstacle(buffer); !obstacle.isEmpty())
        return say(obstacle);
    const auto written = whenWritten([this, buffer](const QString& file) {
        m_edits->setExpected(buffer.name, file);
        say(tr("From now on, %1 is expected to hold these values.").arg(qs(buffer.name)));
    });
    const auto arrived = [this, buffer, written](const arrays::HostArray& flat) {
        inBackground(
            this, [=] { return writeContents(buffer, [&] { return shaped(buffer, flat); }); },
            written);
    };
    readWhole(buffer, arrived, [written](const QString& why) { written({{}, why}); });
}

} // namespace warpbench::ui
