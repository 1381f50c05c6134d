// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/buffer_inspector.h"

#include "ui/elements/buffer_facts.h"
#include "ui/elements/comparison.h"
#include "ui/elements/element_text.h"
#include "ui/inspector/axes_bar.h"
#include "ui/inspector/curve_view.h"
#include "ui/inspector/element_table.h"
#include "ui/inspector/histogram_view.h"
#include "ui/inspector/image_controls.h"
#include "ui/inspector/image_view.h"
#include "ui/inspector/record_controls.h"
#include "ui/theme/fonts.h"
#include "ui/theme/input_state.h"
#include "ui/theme/theme.h"
#include "ui/words/error_words.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QShortcut>
#include <QStackedLayout>
#include <QStackedWidget>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace warpbench::ui {

namespace {

constexpr std::int64_t kWidestWrap = 32; // elements per row

/// Whether a buffer is two-dimensional with colours or shades, so that an image is better than
/// numbers.
bool isPicture(const session::BufferReport& buffer) {
    constexpr std::int64_t kSmallest = 16; // fewer shades are better read as numbers
    const auto isLong = [](std::int64_t extent) { return extent >= kSmallest; };
    if (buffer.shape.size() != 2 || buffer.dtype.kind() == arrays::DType::Kind::structure ||
        buffer.dtype.scalar() != arrays::Scalar::uint8)
        return false;
    const bool colours = buffer.dtype.kind() == arrays::DType::Kind::vector;
    return colours ? buffer.dtype.lanes() >= 3
                   : std::all_of(buffer.shape.begin(), buffer.shape.end(), isLong);
}

/// The buffer to show first: one with a failed check, an image that was written, a checked one, or
/// a written one; among those, one that the launches created from scratch.
int mostTelling(const session::RunReport& report) {
    const auto copied = [&](const std::string& name, bool toDevice) {
        return std::any_of(report.transfers.begin(), report.transfers.end(), [&](const auto& t) {
            return t.buffer == name && t.toDevice == toDevice;
        });
    };
    const auto worth = [&](const session::BufferReport& buffer) {
        const bool written = copied(buffer.name, false);
        if (buffer.expect && !buffer.expect->passed)
            return 5;
        if (written && isPicture(buffer))
            return 4;
        if (buffer.expect)
            return 3;
        return written ? (copied(buffer.name, true) ? 1 : 2) : 0;
    };
    int best = 0; // the first of several equal ones
    for (int i = 1; i < int(report.buffers.size()); ++i) {
        if (worth(report.buffers[size_t(i)]) > worth(report.buffers[size_t(best)]))
            best = i;
    }
    return best;
}

/// Why a run does not show any buffers.
QString whyNothing(const session::RunReport& report) {
    using session::RunStatus;
    switch (report.status) {
    case RunStatus::compile_error:
        return BufferInspector::tr("The kernel did not compile, so the buffers were not filled.");
    case RunStatus::fault:
        return BufferInspector::tr(
            "The kernel caused a fault, after which the buffers of a real GPU cannot be read. On "
            "the simulated GPU you see the buffers as the fault left them.");
    case RunStatus::cancelled:
    case RunStatus::timeout:
        return BufferInspector::tr("The run was stopped before its results were copied back.");
    case RunStatus::device_error:
        return BufferInspector::tr("The run failed before its results were copied back.");
    case RunStatus::ok:
    case RunStatus::expect_failed:
        break;
    }
    return BufferInspector::tr("The project does not define buffers.");
}

} // namespace

BufferInspector::BufferInspector(QWidget* parent)
    : QWidget(parent) {
    const auto read = [this](session::ReadRequest request,
                             session::Handlers<arrays::HostArray> handlers) {
        if (m_reader)
            m_reader(std::move(request), std::move(handlers));
    };
    m_pages = std::make_unique<ElementPages>(read);
    m_wanted = std::make_unique<ElementPages>(
        [this, read](session::ReadRequest request, session::Handlers<arrays::HostArray> handlers) {
            if (!m_reference.kept)
                return read(std::move(request), std::move(handlers));
            QMetaObject::invokeMethod(
                this,
                [handlers, part = partOf(*m_reference.kept, request.first, request.count)] {
                    handlers.done(part);
                },
                Qt::QueuedConnection);
        });
    m_before = std::make_unique<ElementPages>(read);
    m_empty = new QLabel;
    m_empty->setProperty("role", "empty");
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    setRunning(false);
    m_table = new ElementTable;
    m_table->setObjectName(QStringLiteral("elementTable"));
    useCodeFont(*m_table);
    m_views = new QStackedWidget;
    m_views->addWidget(m_table);
    m_imagePage = buildImagePage();
    m_views->addWidget(m_imagePage);
    m_histogram = new HistogramView;
    m_views->addWidget(m_histogram);
    m_curves = new CurveView;
    m_views->addWidget(m_curves);

    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(buildControls());
    column->addWidget(buildFacts());
    m_axes = new AxesBar;
    m_axes->hide(); // unless the buffer has several dimensions
    column->addWidget(m_axes);
    m_records = new RecordControls;
    m_records->hide(); // in other views
    column->addWidget(m_records);
    column->addWidget(m_views, 1);
    m_pagesOfPanel = new QStackedLayout(this);
    m_pagesOfPanel->addWidget(m_empty);
    m_pagesOfPanel->addWidget(content);

    for (ElementPages* pages : {m_pages.get(), m_wanted.get(), m_before.get()}) {
        connect(pages, &ElementPages::pageArrived, this, [this] {
            m_table->refresh();
            if (view() == kRecordsView)
                sayRecord();
            else if (m_shownElement >= 0)
                showElement(m_shownPlace, m_shownElement);
        });
    }
    connect(m_axes, &AxesBar::sliceChosen, m_sliceText, &QLineEdit::setText);
    connect(m_records, &RecordControls::layoutChanged, this, [this] {
        if (view() != kRecordsView || !current())
            return;
        showRecords();
        sayRecord();
    });
    connect(m_table, &ElementTable::copyRequested, this, &BufferInspector::copySelection);
    connect(m_table, &ElementTable::widthChanged, this, &BufferInspector::rewrap);
    connect(m_table, &ElementTable::currentChanged, this, [this] {
        if (view() == kRecordsView)
            return sayRecord();
        showElement(view() == kHexView ? placeText(currentElement()) : QString(), currentElement());
        if (currentElement() >= 0)
            emit elementChosen(currentElement());
    });
    connectWholeViews();
    for (const bool forward : {true, false}) {
        auto* step =
            new QShortcut(QKeySequence(forward ? QStringLiteral("N") : QStringLiteral("Shift+N")),
                          m_views, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
        connect(step, &QShortcut::activated, this, [this, forward] { stepToWrong(forward); });
    }
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        if (const auto* buffer = current()) {
            showCheck(*buffer);
            if (view() == kMapView)
                applySlice();
        }
    });
}

BufferInspector::~BufferInspector() = default;

void BufferInspector::setReader(ElementPages::Reader reader) {
    m_reader = std::move(reader);
}

void BufferInspector::setReport(const session::RunReport& report) {
    setReport(std::make_shared<const session::RunReport>(report));
}

void BufferInspector::setReport(std::shared_ptr<const session::RunReport> report) {
    m_pause.reset();
    m_before->setBuffer({}, 0);
    const int first = mostTelling(*report);
    showBuffersOf(std::move(report), first);
}

/// \param first  the buffer to select if the previous one does not exist
void BufferInspector::showBuffersOf(std::shared_ptr<const session::RunReport> shown, int first) {
    const QString before = currentBuffer();
    m_report = std::move(shown);
    const session::RunReport& report = *m_report;
    {
        const QSignalBlocker block(m_buffer);
        m_buffer->clear();
        for (const session::BufferReport& buffer : report.buffers)
            m_buffer->addItem(QString::fromStdString(buffer.name));
        const int same = m_buffer->findText(before);
        m_buffer->setCurrentIndex(same >= 0 ? same : first);
    }
    if (currentBuffer() != before)
        chooseView();
    m_pagesOfPanel->setCurrentIndex(report.buffers.empty() ? 0 : 1);
    if (report.buffers.empty())
        m_empty->setText(whyNothing(report));
    showCurrent();
}

void BufferInspector::clear() {
    ++m_projects;
    m_report.reset();
    m_pause.reset();
    for (ElementPages* pages : {m_pages.get(), m_wanted.get(), m_before.get()})
        pages->setBuffer({}, 0);
    m_wrong.reset();
    m_reference = {};
    m_chosenReference.clear();
    m_kept.clear();
    ++m_comparing;
    m_slice.reset();
    m_grid = {};
    m_map = {};
    m_imageStyles.clear();
    m_nextFile.clear();
    m_next.reset();
    closeValueField();
    ++m_drawing;
    forgetWhole();
    const QSignalBlocker block(m_buffer);
    m_buffer->clear(); // names of another project have other meanings
    m_sliceText->clear();
    m_goto->clear();
    say({});
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

BufferInspector::View BufferInspector::view() const {
    return View(m_view->currentData().toInt());
}

bool BufferInspector::showsTable() const {
    return view() == kTableView || view() == kCompareView || view() == kHexView ||
           view() == kRecordsView;
}

void BufferInspector::chooseView() {
    const session::BufferReport* buffer = current();
    if (!buffer || view() == kHexView || view() == kHistogramView || view() == kPlotView)
        return; // one function for all buffers
    const QSignalBlocker block(m_view);
    const bool records = buffer->dtype.kind() == arrays::DType::Kind::structure ||
                         m_records->describes(currentBuffer());
    m_view->setCurrentIndex(m_view->findData(records              ? kRecordsView
                                             : isPicture(*buffer) ? kImageView
                                                                  : kTableView));
}

void BufferInspector::showCurrent() {
    forgetWhole();
    const session::BufferReport* buffer = current();
    if (!buffer)
        return;
    m_type->setText(
        QStringLiteral("%1  [%2]")
            .arg(QString::fromStdString(buffer->dtype.name()), shapeText(buffer->shape)));
    m_visited = -1;
    m_pages->setBuffer(buffer->ref, buffer->ref.elements);
    takeReference();
    m_records->setBuffer(currentBuffer(), buffer->dtype);
    leaveRecords();
    listFound();
    m_imageControls->setImageStyle(m_imageStyles.value(currentBuffer()));
    m_nextFile.clear();
    m_next.reset();
    m_changing = 0;
    closeValueField();
    showStatistics();
    showCheck(*buffer);
    offerViews();
    applySlice();
    askSummary();
    followEdits();
    emit bufferShown(currentBuffer());
}

void BufferInspector::applySlice() {
    const session::BufferReport* buffer = current();
    if (!buffer)
        return;
    ++m_drawing; // an image still being drawn is out of date
    const bool onlyWrong = view() == kCompareView && m_onlyWrong->isChecked();
    const bool listed = m_listed && view() == kTableView;
    const bool whole = onlyWrong || listed || view() == kHexView || view() == kRecordsView ||
                       view() == kHistogramView;
    m_sliceText->setEnabled(!whole);
    m_onlyWrong->setVisible(view() == kCompareView);
    m_against->setVisible(compares() && m_against->count() > 1);
    m_tolerance->setVisible(compares() && !m_reference.isExpected());
    m_records->setVisible(view() == kRecordsView);
    if (showsTable())
        m_views->setCurrentWidget(m_table);
    else if (view() == kHistogramView)
        m_views->setCurrentWidget(m_histogram);
    else if (view() == kPlotView)
        m_views->setCurrentWidget(m_curves);
    else
        m_views->setCurrentWidget(m_imagePage);
    offerPlotted();
    m_hexadecimal->setEnabled(showsTable() && view() != kHexView);
    auto parsed = Slice::parse(whole ? QString() : m_sliceText->text(), buffer->shape);
    const auto* wrong = std::get_if<QString>(&parsed);
    markInvalid(*m_sliceText, wrong != nullptr);
    m_sliceText->setToolTip(wrong       ? *wrong
                            : onlyWrong ? tr("The wrong elements of the whole buffer are listed")
                            : listed    ? tr("The elements of the whole buffer that fit are listed")
                            : view() == kHexView ? tr("The bytes are those of the whole buffer")
                            : view() == kRecordsView
                                ? tr("The records are those of the whole buffer")
                            : whole ? tr("The histogram is of the whole buffer")
                                    : tr("Part of the buffer, in NumPy's notation"));
    m_axes->setVisible(!whole && buffer->shape.size() > 2);
    if (wrong)
        return refuseSlice(*wrong);
    m_slice = std::get<Slice>(std::move(parsed));
    m_axes->setSlice(*m_slice);
    if (view() != kRecordsView)
        leaveRecords();
    for (ElementPages* pages : {m_pages.get(), m_wanted.get()})
        pages->setSparse(m_slice->isSparse());
    switch (view()) {
    case kTableView:
        return showTable();
    case kCompareView:
        return showComparison();
    case kHexView:
        return showBytes();
    case kRecordsView:
        return showRecords();
    case kImageView:
        return drawImage();
    case kMapView:
        return drawMap();
    case kHistogramView:
        return drawHistogram();
    case kPlotView:
        return drawCurves();
    }
}

/// A slice that does not fit this buffer draws nothing: the previous one has another shape.
void BufferInspector::refuseSlice(const QString& why) {
    m_slice.reset();
    m_grid = {};
    m_table->setSource({});
    m_table->setMessage(why);
    showInsteadOfImage(why);
    m_curves->setMessage(why);
    showElement({}, -1);
}

/// The number of elements per row for a one-dimensional slice: a power of two, so that row labels
/// are round, and as large as fits without scrolling.
std::int64_t BufferInspector::wrapFor(std::int64_t length) const {
    const int label = int(QString::number(std::max<std::int64_t>(length, 1)).size());
    const int fit =
        m_table->columnsThatFit(label, elementCharacters(current()->dtype, hexadecimal()));
    std::int64_t wrap = 1;
    while (wrap * 2 <= std::min<std::int64_t>(fit, kWidestWrap))
        wrap *= 2;
    return wrap;
}

/// Adapts to another panel width and keeps the current element.
void BufferInspector::rewrap() {
    if (!current() || m_grid.wrap() == 0)
        return;
    const bool bytes = view() == kHexView;
    if (m_grid.wrap() == (bytes ? bytesPerRow() : wrapFor(m_slice->columns())))
        return;
    const std::int64_t element = currentElement();
    bytes ? showBytes() : showTable();
    selectElement(element);
}

bool BufferInspector::hexadecimal() const {
    return m_hexadecimal->isChecked() || (current() && isShownInHex(current()->dtype));
}

void BufferInspector::takeNumberFormat() {
    if (current())
        applySlice();
}

std::int64_t BufferInspector::currentElement() const {
    // The other columns of a comparison are not elements.
    const std::int64_t lastColumn = std::max<std::int64_t>(0, m_grid.columns() - 1);
    return m_grid.elementAt(m_table->currentRow(), std::min(m_table->currentColumn(), lastColumn));
}

QString BufferInspector::textOf(ElementPages& pages, std::int64_t element) const {
    const std::span<const std::byte> bytes =
        &pages == m_pages.get() ? shownBytes(element) : pages.bytesOf(element);
    if (bytes.empty())
        return pages.problem().isEmpty() ? QStringLiteral("…") : QStringLiteral("---");
    return shownElement(current()->dtype, bytes, hexadecimal());
}

void BufferInspector::showTable() {
    // Wraps a single dimension over several rows to use the width.
    m_grid = m_listed ? ElementGrid::ofSet(m_listed, current()->shape)
             : m_slice->shape().size() == 1
                 ? ElementGrid::wrapped(*m_slice, wrapFor(m_slice->columns()))
                 : ElementGrid::ofSlice(*m_slice);
    ElementTable::Source source;
    source.rows = m_grid.rows();
    source.columns = m_grid.columns();
    source.cellCharacters = elementCharacters(current()->dtype, hexadecimal());
    source.labelCharacters = m_grid.labelCharacters();
    source.rowLabel = [this](std::int64_t row) { return m_grid.rowLabel(row); };
    source.columnLabel = [this](std::int64_t column) { return m_grid.columnLabel(column); };
    source.cell = [this](std::int64_t row, std::int64_t column) {
        const std::int64_t element = m_grid.elementAt(row, column);
        if (element < 0)
            return ElementTable::Cell{};
        ElementTable::Cell cell{textOf(*m_pages, element), isWrong(element), false};
        cell.special =
            cell.text.contains(QLatin1String("nan")) || cell.text.contains(QLatin1String("inf"));
        cell.changed = hasChanged(element);
        return cell;
    };
    m_table->setMessage(m_listed ? tr("No element fits.") : tr("The slice is empty."));
    m_table->setSource(std::move(source));
}

void BufferInspector::readRange(std::uint64_t first, std::uint64_t count,
                                const std::string& consumer,
                                std::function<void(const arrays::HostArray&)> then,
                                std::function<void(const QString&)> failed) {
    const session::BufferReport* buffer = current();
    if (!m_reader || !buffer)
        return;
    session::Handlers<arrays::HostArray> handlers;
    const QPointer<BufferInspector> self(this);
    const std::string name = buffer->name;
    handlers.done = [self, name, then = std::move(then)](const arrays::HostArray& array) {
        // The user may have selected another buffer meanwhile.
        if (self && self->current() && self->current()->name == name)
            then(array);
    };
    handlers.failed = [self, failed = std::move(failed)](const Error& error) {
        if (!self)
            return;
        const QString why = errorInWords(error);
        if (failed)
            failed(why);
        else
            self->say(why);
    };
    m_reader({buffer->ref, first, count, consumer}, std::move(handlers));
}

void BufferInspector::showCheck(const session::BufferReport& buffer) {
    const bool atFault = m_report->buffersAtFault;
    m_check->setVisible(buffer.expect.has_value() || atFault || m_pause || m_next ||
                        !m_reference.isExpected());
    m_previousWrong->setVisible(m_wrong != nullptr);
    m_nextWrong->setVisible(m_wrong != nullptr);
    m_writer->setVisible(!m_pause && ((m_wrong && m_reference.isExpected()) || atFault));
    m_onlyWrong->setVisible(m_wrong && view() == kCompareView);
    m_onlyWrong->setText(m_reference.isExpected() ? tr("Only wrong") : tr("Only different"));
    const char* role = "warning"; // the style sheet determines its colour
    if (m_pause) {
        m_check->setText(pauseText());
        m_check->setToolTip({});
        role = "info";
    } else if (m_next) {
        m_check->setText(tr("Edited. The next run starts with the values in the table; the changed "
                            "ones are bold."));
        m_check->setToolTip(m_nextFile);
        role = "info";
    } else if (atFault) {
        m_check->setText(tr("As the fault left it; nothing was checked"));
        m_check->setToolTip({});
    } else if (!m_reference.isExpected()) {
        m_check->setText(differencesText());
        m_check->setToolTip({});
        role = m_wrong && m_wrong->count() == 0 ? "success" : "info";
    } else if (buffer.expect) {
        const session::ExpectReport& expect = *buffer.expect;
        m_check->setText(checkText(expect, buffer));
        m_check->setToolTip(tr("Largest absolute error %1, largest relative error %2")
                                .arg(expect.maxAbsError)
                                .arg(expect.maxRelError));
        role = expect.passed ? "success" : "error";
    }
    m_check->setProperty("role", role);
    m_check->style()->unpolish(m_check);
    m_check->style()->polish(m_check);
}

/// Shows an element's value now, or when it arrives.
void BufferInspector::showElement(const QString& place, std::int64_t element) {
    m_shownPlace = place;
    m_shownElement = element;
    if (element < 0 || !current()) {
        m_cell->clear();
        return;
    }
    QString text = place + valueText(element);
    if (isWrong(element) && !m_reference.isExpected())
        text = tr("%1, in %2: %3").arg(text, m_reference.name, textOf(*m_wanted, element));
    else if (isWrong(element))
        text = tr("%1, expected %2 (wrong element %3 of %4)")
                   .arg(text, textOf(*m_wanted, element))
                   .arg(m_wrong->rank(element) + 1)
                   .arg(m_wrong->count());
    m_cell->setText(text);
    m_cell->setToolTip(text); // a narrow panel cuts it off
}

/// Shows a text in place of an element's value.
void BufferInspector::say(const QString& text) {
    m_shownElement = -1;
    m_cell->setText(text);
    m_cell->setToolTip(text);
}

} // namespace warpbench::ui
