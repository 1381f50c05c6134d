// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/buffer_inspector.h"

#include "core/memory/element.h"
#include "ui/inspector/element_pages.h"
#include "ui/inspector/element_table.h"
#include "ui/inspector/export_buffer.h"
#include "ui/inspector/image_view.h"
#include "ui/models/describe.h"
#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
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

namespace warpbench::ui {

namespace {

enum View { kTableView, kImageView };
enum Format { kDecimal, kHexadecimal };

QString shapeText(const std::vector<std::int64_t>& shape) {
    if (shape.empty())
        return BufferInspector::tr("scalar");
    QStringList parts;
    for (const std::int64_t extent : shape)
        parts.append(QString::number(extent));
    return parts.join(QStringLiteral(" × "));
}

/// Bytes from the most significant on, as a debugger shows them.
QString hexadecimal(std::span<const std::byte> bytes) {
    QString text = QStringLiteral("0x");
    for (auto byte = bytes.rbegin(); byte != bytes.rend(); ++byte)
        text += QStringLiteral("%1").arg(std::to_integer<int>(*byte), 2, 16, QLatin1Char('0'));
    return text;
}

int charactersOf(const memory::DType& dtype, bool hex) {
    if (hex)
        return int(2 * dtype.size() + 2);
    if (dtype.kind() == memory::DType::Kind::structure)
        return 40;
    int characters = 5;
    if (memory::isComplex(dtype.scalar()))
        characters = dtype.size() > 8 ? 40 : 26;
    else if (memory::isFloating(dtype.scalar()))
        characters = memory::sizeOf(dtype.scalar()) == 8   ? 22
                     : memory::sizeOf(dtype.scalar()) == 4 ? 13
                                                           : 9;
    else
        characters = memory::sizeOf(dtype.scalar()) == 8   ? 20
                     : memory::sizeOf(dtype.scalar()) == 4 ? 11
                                                           : 6;
    return dtype.lanes() > 1 ? dtype.lanes() * (characters * 2 / 3 + 2) : characters;
}

} // namespace

BufferInspector::BufferInspector(QWidget* parent)
    : QWidget(parent)
    , m_pages(std::make_unique<ElementPages>(
          [this](session::ReadRequest request, session::Handlers<memory::HostArray> handlers) {
              if (m_session)
                  m_session->read(std::move(request), std::move(handlers));
          })) {
    m_empty = new QLabel(tr("Press Run to see what the buffers hold."));
    m_empty->setProperty("role", "empty");
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
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

    connect(m_pages.get(), &ElementPages::pageArrived, m_table, &ElementTable::refresh);
    connect(m_table, &ElementTable::copyRequested, this, &BufferInspector::copySelection);
    connect(m_table, &ElementTable::currentChanged, this, [this](qint64 row, qint64 cell) {
        if (m_table->source().rows > 0)
            m_cell->setText(m_table->source().cell(row, cell).text);
    });
    connect(m_image, &ImageView::pixelHovered, this, [this](int x, int y) {
        if (x < 0 || !current())
            return m_cell->clear();
        const auto shape = m_slice.shape();
        const std::int64_t element = shape.size() == 3
                                         ? m_slice.element(std::int64_t(y) * shape[1] + x, 0)
                                         : m_slice.element(y, x);
        m_cell->setText(
            tr("row %1, column %2: %3").arg(y).arg(x).arg(textOf(std::uint64_t(element))));
    });
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        if (const auto* buffer = current())
            showCheck(*buffer);
    });
}

BufferInspector::~BufferInspector() = default;

QWidget* BufferInspector::buildControls() {
    m_buffer = new QComboBox;
    m_buffer->setObjectName(QStringLiteral("inspectorBuffer"));
    m_buffer->setAccessibleName(tr("Buffer"));
    m_buffer->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_buffer->setMinimumContentsLength(8);
    m_type = new QLabel;
    m_type->setProperty("role", "muted");
    m_sliceText = new QLineEdit;
    m_sliceText->setObjectName(QStringLiteral("inspectorSlice"));
    m_sliceText->setAccessibleName(tr("Slice"));
    m_sliceText->setPlaceholderText(tr("slice, as 0, 10:20, ::2"));
    m_sliceText->setClearButtonEnabled(true);
    m_sliceText->setMinimumWidth(80);
    m_goto = new QLineEdit;
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
    m_format->setMinimumContentsLength(7);
    m_format->addItem(tr("Decimal"), kDecimal);
    m_format->addItem(tr("Hexadecimal"), kHexadecimal);
    m_copy = new QToolButton;
    m_copy->setIcon(icon(QStringLiteral("copy")));
    m_copy->setToolTip(tr("Copy the selected cells (Ctrl+C)"));
    m_copy->setAccessibleName(tr("Copy"));
    m_export = new QToolButton;
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

void BufferInspector::setSession(session::Session* session) {
    m_session = session;
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
    m_empty->setText(tr("Press Run to see what the buffers hold."));
    m_pagesOfPanel->setCurrentIndex(0);
}

bool BufferInspector::showBuffer(const QString& name) {
    const int index = m_buffer->findText(name);
    if (index < 0)
        return false;
    m_buffer->setCurrentIndex(index);
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
    showStatistics(*buffer);
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

std::int64_t BufferInspector::wrapColumns() const {
    const session::BufferReport* buffer = current();
    const bool hex = m_format->currentData().toInt() == kHexadecimal;
    return buffer && charactersOf(buffer->dtype, hex) > 24 ? 1 : 8;
}

QString BufferInspector::textOf(std::uint64_t element) const {
    const ElementPages::Found found = m_pages->find(element);
    if (!found.page)
        return m_pages->problem().isEmpty() ? QStringLiteral("…") : QStringLiteral("---");
    const std::size_t size = found.page->dtype().size();
    const auto bytes = found.page->bytes().subspan(found.offset * size, size);
    if (m_format->currentData().toInt() == kHexadecimal)
        return hexadecimal(bytes);
    return QString::fromStdString(memory::formatElement(found.page->dtype(), bytes.data()));
}

void BufferInspector::showTable() {
    const session::BufferReport* buffer = current();
    const bool flat = m_slice.shape().size() == 1;
    const std::int64_t wrap = flat ? wrapColumns() : 0;
    const std::int64_t length = m_slice.columns();
    const Slice slice = m_slice;
    // A single dimension runs over several rows, so that it uses the width there is.
    const auto elementOf = [slice, wrap, length](std::int64_t row,
                                                 std::int64_t column) -> std::int64_t {
        if (wrap == 0)
            return slice.element(row, column);
        const std::int64_t position = row * wrap + column;
        return position < length ? slice.element(0, position) : -1;
    };
    ElementTable::Source source;
    source.rows = wrap > 0 ? (length + wrap - 1) / wrap : slice.rows();
    source.columns = wrap > 0 ? std::min(wrap, length) : slice.columns();
    source.cellCharacters =
        charactersOf(buffer->dtype, m_format->currentData().toInt() == kHexadecimal);
    source.rowLabel = [slice, wrap](std::int64_t row) {
        return wrap > 0 ? slice.columnLabel(row * wrap) : slice.rowLabel(row);
    };
    source.columnLabel = [slice, wrap](std::int64_t column) {
        return wrap > 1    ? QStringLiteral("+%1").arg(column)
               : wrap == 1 ? tr("value")
                           : slice.columnLabel(column);
    };
    source.cell = [this, elementOf](std::int64_t row, std::int64_t column) {
        const std::int64_t element = elementOf(row, column);
        if (element < 0)
            return ElementTable::Cell{};
        ElementTable::Cell cell{textOf(std::uint64_t(element)), element == m_mismatch, false};
        cell.special =
            cell.text.contains(QLatin1String("nan")) || cell.text.contains(QLatin1String("inf"));
        return cell;
    };
    m_table->setSource(std::move(source));
}

void BufferInspector::readAll(std::function<void(const memory::HostArray&)> then) {
    const session::BufferReport* buffer = current();
    if (!m_session || !buffer)
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
    m_session->read({buffer->ref, 0, buffer->ref.elements}, std::move(handlers));
}

void BufferInspector::drawImage() {
    const session::BufferReport* buffer = current();
    if (!drawable(buffer->dtype, m_slice)) {
        m_image->setMessage(
            tr("Only two dimensions of numbers or colours can be drawn. Choose a slice that leaves "
               "two, for example “0, :, :”."));
        return;
    }
    const Slice slice = m_slice;
    readAll([this, slice](const memory::HostArray& array) {
        m_image->setImage(drawSlice(array, slice));
    });
}

void BufferInspector::showStatistics(const session::BufferReport& buffer) {
    QStringList parts;
    const auto number = [](double value) { return QString::number(value, 'g', 5); };
    if (buffer.min)
        parts.append(tr("min %1").arg(number(*buffer.min)));
    if (buffer.max)
        parts.append(tr("max %1").arg(number(*buffer.max)));
    if (buffer.mean)
        parts.append(tr("mean %1").arg(number(*buffer.mean)));
    if (buffer.nan.value_or(0) > 0)
        parts.append(tr("%1 NaN").arg(describeCount(std::uint64_t(*buffer.nan))));
    if (buffer.inf.value_or(0) > 0)
        parts.append(tr("%1 infinite").arg(describeCount(std::uint64_t(*buffer.inf))));
    m_statistics->setText(parts.join(QStringLiteral("   ")));
}

void BufferInspector::showCheck(const session::BufferReport& buffer) {
    const ThemeColors& colors = themeColors();
    m_check->setVisible(buffer.expect.has_value());
    m_jump->setVisible(m_mismatch >= 0);
    if (!buffer.expect)
        return;
    QColor color = colors.success;
    if (buffer.expect->passed) {
        m_check->setText(tr("✓ as expected"));
        m_check->setToolTip(tr("Largest absolute error %1, largest relative error %2")
                                .arg(buffer.expect->maxAbsError)
                                .arg(buffer.expect->maxRelError));
    } else {
        color = colors.error;
        QString text = tr("✗ %1 of %2 elements are wrong")
                           .arg(describeCount(std::uint64_t(buffer.expect->mismatches)),
                                describeCount(std::uint64_t(buffer.ref.elements)));
        if (const auto& first = buffer.expect->firstMismatch) {
            QStringList index;
            for (const std::int64_t i : first->index)
                index.append(QString::number(i));
            text += tr(", first [%1]: got %2, expected %3")
                        .arg(index.join(QStringLiteral(", ")), QString::fromStdString(first->got),
                             QString::fromStdString(first->want));
        }
        m_check->setText(text);
    }
    QPalette palette = m_check->palette();
    palette.setColor(QPalette::WindowText, color);
    m_check->setPalette(palette);
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
    if (m_slice.shape().size() == 1)
        cell = {cell.second / wrapColumns(), cell.second % wrapColumns()};
    m_table->setCurrent(cell.first, cell.second);
    m_table->setFocus();
}

void BufferInspector::copySelection() {
    if (m_views->currentWidget() == m_image)
        QApplication::clipboard()->setImage(m_image->image());
    else
        QApplication::clipboard()->setText(m_table->selectionAsText());
}

void BufferInspector::exportBuffer() {
    const session::BufferReport* buffer = current();
    if (!buffer)
        return;
    const bool image = m_views->currentWidget() == m_image && !m_image->image().isNull();
    const QString path = QFileDialog::getSaveFileName(this, tr("Export %1").arg(currentBuffer()),
                                                      currentBuffer() + (image ? ".png" : ".npy"),
                                                      exportFilters(image));
    if (path.isEmpty())
        return;
    if (image && path.endsWith(QLatin1String(".png"), Qt::CaseInsensitive)) {
        if (!m_image->image().save(path))
            QMessageBox::warning(this, tr("Export"), tr("%1 cannot be written.").arg(path));
        return;
    }
    readAll([this, path](const memory::HostArray& array) {
        const QString problem = writeBuffer(array, path);
        if (!problem.isEmpty())
            QMessageBox::warning(this, tr("Export"), problem);
    });
}

} // namespace warpbench::ui
