// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/buffer_inspector.h"

#include "ui/inspector/buffer_facts.h"
#include "ui/inspector/element_table.h"
#include "ui/inspector/element_text.h"
#include "ui/inspector/export_buffer.h"
#include "ui/inspector/image_view.h"
#include "ui/models/background.h"
#include "ui/models/describe.h"
#include "ui/models/workbench.h"
#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/name_combo.h"
#include "ui/theme/save_dialog.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPointer>
#include <QStackedLayout>
#include <QStackedWidget>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>

namespace warpbench::ui {

namespace {

enum View { kTableView, kImageView };
enum Format { kDecimal, kHexadecimal };

constexpr std::int64_t kMostCopied = 1'000'000;      // cells
constexpr std::int64_t kMostReadToCopy = 16'000'000; // elements
constexpr std::int64_t kWidestWrap = 32;             // elements in a row

} // namespace

BufferInspector::BufferInspector(QWidget* parent)
    : QWidget(parent)
    , m_pages(std::make_unique<ElementPages>(
          [this](session::ReadRequest request, session::Handlers<memory::HostArray> handlers) {
              if (m_reader)
                  m_reader(std::move(request), std::move(handlers));
          })) {
    m_empty = new QLabel;
    m_empty->setProperty("role", "empty");
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    setRunning(false);
    m_table = new ElementTable;
    m_table->setObjectName(QStringLiteral("elementTable"));
    m_table->setFont(codeFont());
    m_image = new ImageView;
    m_views = new QStackedWidget;
    m_views->addWidget(m_table);
    m_views->addWidget(m_image);

    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(buildControls());
    column->addWidget(buildFacts());
    column->addWidget(m_views, 1);
    m_pagesOfPanel = new QStackedLayout(this);
    m_pagesOfPanel->addWidget(m_empty);
    m_pagesOfPanel->addWidget(content);

    connect(m_pages.get(), &ElementPages::pageArrived, this, [this] {
        m_table->refresh();
        if (m_shownElement >= 0)
            showElement(m_shownPlace, m_shownElement);
    });
    connect(m_table, &ElementTable::copyRequested, this, &BufferInspector::copySelection);
    connect(m_table, &ElementTable::widthChanged, this, &BufferInspector::rewrap);
    connect(m_table, &ElementTable::currentChanged, this,
            [this](qint64 row, qint64 cell) { showElement({}, elementAt(row, cell)); });
    connect(m_image, &ImageView::pixelHovered, this, [this](int x, int y) {
        if (x < 0 || !current())
            return showElement({}, -1);
        const Slice::Walk walk = m_slice.walk();
        const std::int64_t atRow = std::int64_t(y) * m_drawnEvery;
        const std::int64_t atColumn = std::int64_t(x) * m_drawnEvery;
        const std::int64_t element = walk.origin + atRow * walk.steps[0] + atColumn * walk.steps[1];
        showElement(tr("row %1, column %2: ").arg(atRow).arg(atColumn), element);
    });
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        if (const auto* buffer = current())
            showCheck(*buffer);
    });
}

BufferInspector::~BufferInspector() = default;

QWidget* BufferInspector::buildControls() {
    m_buffer = new NameCombo;
    m_buffer->setMinimumContentsLength(4); // the panel shall leave the code its room
    m_buffer->setObjectName(QStringLiteral("inspectorBuffer"));
    m_buffer->setAccessibleName(tr("Buffer"));
    m_type = new QLabel;
    m_type->setProperty("role", "muted");
    m_sliceText = new QLineEdit;
    m_sliceText->setObjectName(QStringLiteral("inspectorSlice"));
    m_sliceText->setAccessibleName(tr("Slice"));
    m_sliceText->setPlaceholderText(tr("slice, as 0, 10:20, ::2"));
    m_sliceText->setClearButtonEnabled(true);
    m_sliceText->setMinimumWidth(80);
    m_goto = new QLineEdit;
    m_goto->setObjectName(QStringLiteral("inspectorGoto"));
    m_goto->setAccessibleName(tr("Go to element"));
    m_goto->setPlaceholderText(tr("go to index"));
    m_goto->setMinimumWidth(60);
    m_view = new QComboBox;
    m_view->setObjectName(QStringLiteral("inspectorView"));
    m_view->setAccessibleName(tr("View"));
    m_view->addItem(tr("Table"), kTableView);
    m_view->addItem(tr("Image"), kImageView);
    m_format = new QComboBox;
    m_format->setAccessibleName(tr("Number format"));
    m_format->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_format->setMinimumContentsLength(4);
    m_format->addItem(tr("Decimal"), kDecimal);
    m_format->addItem(tr("Hexadecimal"), kHexadecimal);
    m_copy = new QToolButton;
    m_copy->setIcon(icon(QStringLiteral("copy")));
    m_copy->setToolTip(tr("Copy the selected cells (Ctrl+C)"));
    m_copy->setAccessibleName(tr("Copy"));
    m_export = new QToolButton;
    m_export->setObjectName(QStringLiteral("inspectorExport"));
    m_export->setIcon(icon(QStringLiteral("save")));
    m_export->setToolTip(tr("Save the buffer as .npy, .csv or raw bytes, or the image as .png"));
    m_export->setAccessibleName(tr("Export"));

    // Two rows, so that the panel may be narrow.
    auto* controls = new QWidget;
    auto* rows = new QVBoxLayout(controls);
    rows->setContentsMargins(8, 6, 8, 4);
    rows->setSpacing(6);
    auto* what = new QHBoxLayout;
    what->setSpacing(8);
    what->addWidget(m_buffer, 1);
    what->addWidget(m_view);
    what->addWidget(m_format);
    auto* where = new QHBoxLayout;
    where->setSpacing(8);
    where->addWidget(m_sliceText, 3);
    where->addWidget(m_goto, 2);
    where->addStretch(1);
    where->addWidget(m_copy);
    where->addWidget(m_export);
    rows->addLayout(what);
    rows->addLayout(where);

    connect(m_buffer, &QComboBox::currentIndexChanged, this, [this] {
        m_sliceText->clear();
        chooseView();
        showCurrent();
    });
    connect(m_sliceText, &QLineEdit::textChanged, this, &BufferInspector::applySlice);
    connect(m_goto, &QLineEdit::returnPressed, this, [this] { goTo(m_goto->text()); });
    connect(m_view, &QComboBox::currentIndexChanged, this, &BufferInspector::applySlice);
    connect(m_format, &QComboBox::currentIndexChanged, this, &BufferInspector::applySlice);
    connect(m_copy, &QToolButton::clicked, this, &BufferInspector::copySelection);
    connect(m_export, &QToolButton::clicked, this, &BufferInspector::exportBuffer);
    return controls;
}

QWidget* BufferInspector::buildFacts() {
    m_statistics = new QLabel;
    m_statistics->setObjectName(QStringLiteral("inspectorStatistics"));
    m_statistics->setProperty("role", "muted");
    m_statistics->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_check = new QLabel;
    m_check->setObjectName(QStringLiteral("inspectorCheck"));
    m_check->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_jump = new QToolButton;
    m_jump->setObjectName(QStringLiteral("inspectorJump"));
    m_jump->setText(tr("Show it"));
    m_jump->setToolTip(tr("Go to the first element that is wrong"));
    m_cell = new QLabel;
    m_cell->setObjectName(QStringLiteral("inspectorCell"));
    m_cell->setProperty("role", "muted");
    m_cell->setTextInteractionFlags(Qt::TextSelectableByMouse);

    // Long figures are cut rather than widening the window; the check's verdict wraps.
    m_check->setWordWrap(true);
    for (QLabel* label : {m_statistics, m_cell}) {
        label->setMinimumWidth(1);
        label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    }
    m_cell->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    auto* facts = new QWidget;
    auto* rows = new QVBoxLayout(facts);
    rows->setContentsMargins(12, 0, 8, 6);
    rows->setSpacing(4);
    auto* type = new QHBoxLayout;
    type->setSpacing(12);
    type->addWidget(m_type);
    type->addWidget(m_cell, 1);
    auto* verdict = new QHBoxLayout;
    verdict->setSpacing(8);
    verdict->addWidget(m_check, 1);
    verdict->addWidget(m_jump);
    rows->addLayout(type);
    rows->addLayout(verdict);
    rows->addWidget(m_statistics);
    connect(m_jump, &QToolButton::clicked, this, &BufferInspector::jumpToMismatch);
    return facts;
}

void BufferInspector::setReader(ElementPages::Reader reader) {
    m_reader = std::move(reader);
}

void BufferInspector::setReport(const session::RunReport& report) {
    const QString before = currentBuffer();
    m_report = report;
    {
        const QSignalBlocker block(m_buffer);
        m_buffer->clear();
        for (const session::BufferReport& buffer : report.buffers)
            m_buffer->addItem(QString::fromStdString(buffer.name));
        int chosen = m_buffer->findText(before);
        // At first the most telling one: a check that failed, else one that has a check.
        for (int i = 0; chosen < 0 && i < m_buffer->count(); ++i) {
            const auto& expect = report.buffers[size_t(i)].expect;
            if (expect && !expect->passed)
                chosen = i;
        }
        for (int i = 0; chosen < 0 && i < m_buffer->count(); ++i) {
            if (report.buffers[size_t(i)].expect)
                chosen = i;
        }
        m_buffer->setCurrentIndex(std::max(0, chosen));
    }
    if (currentBuffer() != before)
        chooseView();
    m_pagesOfPanel->setCurrentIndex(report.buffers.empty() ? 0 : 1);
    if (report.buffers.empty())
        m_empty->setText(tr("The run ended before any buffer was filled."));
    showCurrent();
}

void BufferInspector::clear() {
    m_report.reset();
    m_pages->setBuffer({}, 0);
    setRunning(false);
    m_pagesOfPanel->setCurrentIndex(0);
}

void BufferInspector::setRunning(bool running) {
    if (!m_report)
        m_empty->setText(running ? tr("Running. The buffers are shown when the run ends.")
                                 : tr("Press Run to see what the buffers hold."));
}

bool BufferInspector::showBuffer(const QString& name) {
    const int index = m_buffer->findText(name);
    if (index < 0)
        return false;
    m_buffer->setCurrentIndex(index);
    return true;
}

bool BufferInspector::showPart(const QString& part) {
    showBuffer(part);
    return true;
}

QString BufferInspector::currentBuffer() const {
    return m_buffer->currentText();
}

const session::BufferReport* BufferInspector::current() const {
    const int index = m_buffer->currentIndex();
    if (!m_report || index < 0 || size_t(index) >= m_report->buffers.size())
        return nullptr;
    return &m_report->buffers[size_t(index)];
}

/// Colours are to be looked at; everything else is read first.
void BufferInspector::chooseView() {
    const session::BufferReport* buffer = current();
    if (!buffer)
        return;
    const bool colours =
        buffer->shape.size() == 2 && buffer->dtype.kind() == memory::DType::Kind::vector &&
        buffer->dtype.scalar() == memory::Scalar::uint8 && buffer->dtype.lanes() >= 3;
    const QSignalBlocker block(m_view);
    m_view->setCurrentIndex(m_view->findData(colours ? kImageView : kTableView));
}

void BufferInspector::showCurrent() {
    const session::BufferReport* buffer = current();
    if (!buffer)
        return;
    m_pages->setBuffer(buffer->ref, buffer->ref.elements);
    m_type->setText(
        QStringLiteral("%1  [%2]")
            .arg(QString::fromStdString(buffer->dtype.name()), shapeText(buffer->shape)));
    m_mismatch = -1;
    if (buffer->expect && buffer->expect->firstMismatch) {
        const auto& index = buffer->expect->firstMismatch->index;
        m_mismatch = 0;
        for (size_t d = 0; d < std::min(index.size(), buffer->shape.size()); ++d)
            m_mismatch = m_mismatch * buffer->shape[d] + index[d];
    }
    m_statistics->setText(statisticsText(*buffer));
    showCheck(*buffer);
    applySlice();
    emit bufferShown(currentBuffer());
}

void BufferInspector::applySlice() {
    const session::BufferReport* buffer = current();
    if (!buffer)
        return;
    const auto parsed = Slice::parse(m_sliceText->text(), buffer->shape);
    const auto* wrong = std::get_if<QString>(&parsed);
    m_sliceText->setProperty("invalid", wrong != nullptr);
    m_sliceText->setToolTip(wrong ? *wrong : tr("Part of the buffer, as NumPy would write it"));
    m_sliceText->style()->unpolish(m_sliceText);
    m_sliceText->style()->polish(m_sliceText);
    if (!wrong)
        m_slice = std::get<Slice>(parsed);
    const bool image = m_view->currentData().toInt() == kImageView;
    m_views->setCurrentIndex(image ? 1 : 0);
    m_format->setEnabled(!image);
    if (image)
        drawImage();
    else
        showTable();
}

/// How many elements of a one-dimensional slice stand in a row: a power of two, so that the row
/// labels stay round, and as many as can be seen without scrolling sideways.
std::int64_t BufferInspector::wrapFor(std::int64_t length) const {
    const int label = int(QString::number(std::max<std::int64_t>(length, 1)).size());
    const int fit =
        m_table->columnsThatFit(label, elementCharacters(current()->dtype, hexadecimal()));
    std::int64_t wrap = 1;
    while (wrap * 2 <= std::min<std::int64_t>(fit, kWidestWrap))
        wrap *= 2;
    return wrap;
}

/// The panel has another width: the current element stays current.
void BufferInspector::rewrap() {
    if (!current() || m_wrap == 0 || wrapFor(m_slice.columns()) == m_wrap)
        return;
    const std::int64_t position = m_table->currentRow() * m_wrap + m_table->currentColumn();
    showTable();
    m_table->setCurrent(position / m_wrap, position % m_wrap);
}

bool BufferInspector::hexadecimal() const {
    return m_format->currentData().toInt() == kHexadecimal;
}

QString BufferInspector::textOf(std::uint64_t element) const {
    const ElementPages::Found found = m_pages->find(element);
    if (!found.page)
        return m_pages->problem().isEmpty() ? QStringLiteral("…") : QStringLiteral("---");
    const std::size_t size = found.page->dtype().size();
    return elementText(found.page->dtype(), found.page->bytes().subspan(found.offset * size, size),
                       hexadecimal());
}

/// The element in a cell of the table; -1 where the last row has ended.
std::int64_t BufferInspector::elementAt(std::int64_t row, std::int64_t column) const {
    if (m_wrap == 0)
        return m_slice.element(row, column);
    const std::int64_t position = row * m_wrap + column;
    return position < m_slice.columns() ? m_slice.element(0, position) : -1;
}

void BufferInspector::showTable() {
    const std::int64_t length = m_slice.columns();
    // A single dimension runs over several rows, so that it uses the width there is.
    m_wrap = m_slice.shape().size() == 1 ? wrapFor(length) : 0;
    ElementTable::Source source;
    source.rows = m_wrap > 0 ? (length + m_wrap - 1) / m_wrap : m_slice.rows();
    source.columns = m_wrap > 0 ? std::min(m_wrap, length) : length;
    source.cellCharacters = elementCharacters(current()->dtype, hexadecimal());
    source.rowLabel = [this](std::int64_t row) {
        return m_wrap > 0 ? m_slice.columnLabel(row * m_wrap) : m_slice.rowLabel(row);
    };
    source.columnLabel = [this](std::int64_t column) {
        return m_wrap > 1    ? QStringLiteral("+%1").arg(column)
               : m_wrap == 1 ? tr("value")
                             : m_slice.columnLabel(column);
    };
    source.cell = [this](std::int64_t row, std::int64_t column) {
        const std::int64_t element = elementAt(row, column);
        if (element < 0)
            return ElementTable::Cell{};
        ElementTable::Cell cell{textOf(std::uint64_t(element)), element == m_mismatch, false};
        cell.special =
            cell.text.contains(QLatin1String("nan")) || cell.text.contains(QLatin1String("inf"));
        return cell;
    };
    m_table->setSource(std::move(source));
}

void BufferInspector::readRange(std::uint64_t first, std::uint64_t count,
                                std::function<void(const memory::HostArray&)> then) {
    const session::BufferReport* buffer = current();
    if (!m_reader || !buffer)
        return;
    session::Handlers<memory::HostArray> handlers;
    const QPointer<BufferInspector> self(this);
    const std::string name = buffer->name;
    handlers.done = [self, name, then = std::move(then)](const memory::HostArray& array) {
        // Someone may look at another buffer by now.
        if (self && self->current() && self->current()->name == name)
            then(array);
    };
    handlers.failed = [self](const Error& error) {
        if (self)
            self->m_image->setMessage(QString::fromStdString(error.what()));
    };
    m_reader({buffer->ref, first, count}, std::move(handlers));
}

void BufferInspector::drawImage() {
    const session::BufferReport* buffer = current();
    if (!drawable(buffer->dtype, m_slice)) {
        m_image->setMessage(
            tr("Two dimensions of numbers or colours can be drawn, of up to 64 million elements. "
               "Choose a slice that leaves two, for example “0, :, :”."));
        return;
    }
    const Slice slice = m_slice;
    const std::uint64_t drawing = ++m_drawing;
    readRange(0, buffer->ref.elements, [this, slice, drawing](const memory::HostArray& array) {
        inBackground(
            this, [array, slice] { return drawSlice(array, slice); },
            [this, drawing](const SlicePicture& picture) {
                if (drawing != m_drawing)
                    return; // another slice or buffer was asked for meanwhile
                m_drawnEvery = picture.every;
                m_image->setImage(picture.image);
                say(picture.every > 1 ? tr("every %1th row and column is drawn").arg(picture.every)
                                      : QString());
            });
    });
}

void BufferInspector::showCheck(const session::BufferReport& buffer) {
    m_check->setVisible(buffer.expect.has_value());
    m_jump->setVisible(m_mismatch >= 0);
    if (!buffer.expect)
        return;
    const session::ExpectReport& expect = *buffer.expect;
    m_check->setText(checkText(expect, buffer.ref.elements));
    m_check->setToolTip(tr("Largest absolute error %1, largest relative error %2")
                            .arg(expect.maxAbsError)
                            .arg(expect.maxRelError));
    QPalette palette = m_check->palette();
    palette.setColor(QPalette::WindowText,
                     expect.passed ? themeColors().success : themeColors().error);
    m_check->setPalette(palette);
}

/// Says what an element holds; it follows by itself where the element is still on its way.
void BufferInspector::showElement(const QString& place, std::int64_t element) {
    m_shownPlace = place;
    m_shownElement = element;
    m_cell->setText(element < 0 ? QString() : place + textOf(std::uint64_t(element)));
}

/// Says something else than an element's value in its place.
void BufferInspector::say(const QString& text) {
    m_shownElement = -1;
    m_cell->setText(text);
}

void BufferInspector::jumpToMismatch() {
    if (m_mismatch >= 0)
        goTo(QStringLiteral("#%1").arg(m_mismatch));
}

/// "3, 17" is an index, "#1234" the number of an element in memory.
void BufferInspector::goTo(const QString& text) {
    const session::BufferReport* buffer = current();
    if (!buffer)
        return;
    std::int64_t element = -1;
    if (text.startsWith(u'#')) {
        bool ok = false;
        element = text.mid(1).toLongLong(&ok);
        element = ok ? element : -1;
    } else {
        const auto parsed = Slice::parse(text, buffer->shape);
        if (const auto* slice = std::get_if<Slice>(&parsed); slice && slice->shape().empty())
            element = slice->element(0, 0);
        else if (buffer->shape.size() > 1) {
            bool ok = false;
            element = text.toLongLong(&ok);
            element = ok ? element : -1;
        }
    }
    const bool valid = element >= 0 && std::uint64_t(element) < m_pages->elements();
    m_goto->setProperty("invalid", !valid);
    m_goto->style()->unpolish(m_goto);
    m_goto->style()->polish(m_goto);
    if (!valid)
        return;
    auto cell = m_slice.cellOf(element);
    if (cell.first < 0) {
        m_sliceText->clear();
        cell = m_slice.cellOf(element);
    }
    m_view->setCurrentIndex(m_view->findData(kTableView));
    if (m_wrap > 0)
        cell = {cell.second / m_wrap, cell.second % m_wrap};
    m_table->setCurrent(cell.first, cell.second);
    m_table->setFocus();
}

/// Copies what is selected, whether it was scrolled into view or not.
void BufferInspector::copySelection() {
    if (m_views->currentWidget() == m_image) {
        QApplication::clipboard()->setImage(m_image->image());
        return;
    }
    const ElementTable::Selection selection = m_table->selection();
    if (!current() || selection.cells() <= 0)
        return;
    if (selection.cells() > kMostCopied)
        return say(tr("Too many cells to copy: at most %1. Export saves them all.")
                       .arg(describeCount(std::uint64_t(kMostCopied))));
    ElementRows rows;
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    std::int64_t last = -1;
    for (std::int64_t row = selection.firstRow; row <= selection.lastRow; ++row) {
        auto& cells = rows.emplace_back();
        for (auto column = selection.firstColumn; column <= selection.lastColumn; ++column) {
            const std::int64_t element = elementAt(row, column);
            if (element < 0)
                continue;
            cells.push_back(element);
            first = std::min(first, element);
            last = std::max(last, element);
        }
    }
    if (last < 0)
        return;
    if (last - first >= kMostReadToCopy)
        return say(tr("The selected cells lie too far apart to be copied: choose a "
                      "slice, or export the buffer."));
    readRange(std::uint64_t(first), std::uint64_t(last - first + 1),
              [this, rows = std::move(rows), first](const memory::HostArray& array) {
                  putOnClipboard(array, rows, first);
              });
}

void BufferInspector::putOnClipboard(const memory::HostArray& array, const ElementRows& rows,
                                     std::int64_t first) {
    inBackground(
        this,
        [array, rows, first, hex = hexadecimal()] { return rowsText(array, rows, first, hex); },
        [this](const QString& text) {
            QApplication::clipboard()->setText(text);
            const auto cells = text.count(u'\t') + text.count(u'\n') + 1;
            say(cells == 1 ? tr("Copied 1 cell")
                           : tr("Copied %1 cells").arg(describeCount(std::uint64_t(cells))));
        });
}

void BufferInspector::exportBuffer() {
    const session::BufferReport* buffer = current();
    if (!buffer || !m_reader)
        return;
    const bool image = m_views->currentWidget() == m_image && !m_image->image().isNull();
    const QString path =
        askWhereToSave(this, tr("Export %1").arg(currentBuffer()),
                       currentBuffer() + (image ? ".png" : ".npy"), exportFilters(image));
    if (path.isEmpty())
        return;
    if (image && path.endsWith(QLatin1String(".png"), Qt::CaseInsensitive)) {
        showSaved(path,
                  m_image->image().save(path) ? QString() : tr("%1 cannot be written.").arg(path));
        return;
    }
    say(tr("Saving %1…").arg(QFileInfo(path).fileName()));
    session::Handlers<memory::HostArray> handlers;
    const QPointer<BufferInspector> self(this);
    handlers.done = [self, path, report = *buffer](const memory::HostArray& flat) {
        if (self)
            inBackground(
                self, [flat, report, path] { return writeBuffer(flat, report, path); },
                [self, path](const QString& problem) { self->showSaved(path, problem); });
    };
    handlers.failed = [self, path](const Error& error) {
        if (self)
            self->showSaved(path, QString::fromStdString(error.what()));
    };
    m_reader({buffer->ref, 0, buffer->ref.elements}, std::move(handlers));
}

void BufferInspector::showSaved(const QString& path, const QString& problem) {
    say(problem.isEmpty() ? tr("Saved %1").arg(QFileInfo(path).fileName()) : QString());
    if (!problem.isEmpty())
        QMessageBox::warning(this, tr("Export"), problem);
}

BufferInspector::BufferInspector(Workbench& bench)
    : BufferInspector() {
    setReader(
        [&bench](session::ReadRequest request, session::Handlers<memory::HostArray> handlers) {
            bench.controller.session().read(std::move(request), std::move(handlers));
        });
    connect(&bench.results, &Results::runChanged, this, [this, &bench] {
        if (const session::RunReport* report = bench.results.report())
            setReport(*report);
        else
            clear();
    });
    connect(&bench.results, &Results::runningChanged, this, &BufferInspector::setRunning);
    connect(&bench.selection, &Selection::bufferChanged, this, &BufferInspector::showBuffer);
    connect(this, &BufferInspector::bufferShown, &bench.selection, &Selection::setBuffer);
}

} // namespace warpbench::ui
