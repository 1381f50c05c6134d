// SPDX-License-Identifier: GPL-3.0-or-later
// A buffer beside what it is compared with: the values expected of it, another buffer, or its own
// values of an earlier run.
#include "ui/documents/background.h"
#include "ui/elements/comparison.h"
#include "ui/inspector/buffer_inspector.h"
#include "ui/theme/input_state.h"
#include "ui/words/describe.h"
#include "ui/words/error_words.h"
#include "ui/words/text.h"

#include <QComboBox>
#include <QLineEdit>
#include <QPointer>
#include <QSignalBlocker>
#include <QStandardItemModel>
#include <QTime>
#include <QToolButton>

#include <algorithm>

namespace warpbench::ui {

namespace {

constexpr std::uint64_t kMostComparedBytes = std::uint64_t(256) << 20; // both are read whole
constexpr std::size_t kMostKept = 8;

bool isLike(const session::BufferReport& other, const session::BufferReport& buffer) {
    return other.name != buffer.name && other.dtype == buffer.dtype && other.shape == buffer.shape;
}

} // namespace

bool BufferInspector::compares() const {
    return view() == kCompareView || view() == kMapView;
}

/// All that the current buffer can be compared with; the expected values first, if they differ.
std::vector<BufferInspector::Reference> BufferInspector::references() const {
    std::vector<Reference> all;
    const session::BufferReport* buffer = current();
    if (!buffer)
        return all;
    if (buffer->expect && buffer->expect->wrong)
        all.push_back({{}, buffer->expect->want, nullptr});
    for (const KeptValues& kept : m_kept) {
        if (kept.buffer == currentBuffer() && kept.values->dtype() == buffer->dtype &&
            kept.values->shape() == buffer->shape)
            all.push_back({kept.label, buffer->ref, kept.values});
    }
    for (const session::BufferReport& other : m_report->buffers) {
        if (isLike(other, *buffer))
            all.push_back({qs(other.name), other.ref, nullptr});
    }
    return all;
}

/// While buffers are compared, what the user chose last; else the expected values.
void BufferInspector::takeReference() {
    const std::vector<Reference> all = references();
    {
        const QSignalBlocker block(m_against);
        m_against->clear();
        for (const Reference& one : all)
            m_against->addItem(one.isExpected() ? tr("expected values") : one.name, one.name);
    }
    const auto named = [&](const QString& name) {
        return std::find_if(all.begin(), all.end(),
                            [&](const Reference& one) { return one.name == name; });
    };
    auto found = named(compares() ? m_chosenReference : QString());
    if (found == all.end() && compares())
        found = all.begin();
    compareWith(found == all.end() ? Reference() : *found);
}

void BufferInspector::compareWith(const Reference& reference) {
    const session::BufferRef of = current() ? current()->ref : session::BufferRef();
    const bool same = reference.name == m_reference.name && of.buffer == m_compared.buffer &&
                      of.generation == m_compared.generation;
    if (same && m_wrong && !reference.isExpected())
        return; // another view of it
    m_notCompared.clear();
    m_compared = of;
    ++m_comparing; // a comparison in progress is out of date
    m_reference = reference;
    m_wrong = nullptr;
    const session::BufferReport* buffer = current();
    const QSignalBlocker block(m_against);
    m_against->setCurrentIndex(std::max(0, m_against->findData(reference.name)));
    if (!reference.isExpected()) {
        m_wanted->setBuffer(reference.ref, reference.ref.elements);
        return compareWhole();
    }
    m_wrong = buffer && buffer->expect ? buffer->expect->wrong : nullptr;
    if (m_wrong)
        m_wanted->setBuffer(buffer->expect->want, buffer->expect->want.elements);
    else
        m_wanted->setBuffer({}, 0);
}

/// Reads elements of what the buffer is compared with.
void BufferInspector::readReference(std::uint64_t first, std::uint64_t count,
                                    std::function<void(const arrays::HostArray&)> then,
                                    std::function<void(const QString&)> failed) {
    if (m_reference.kept)
        return then(partOf(*m_reference.kept, first, count));
    session::Handlers<arrays::HostArray> handlers;
    handlers.done = [self = QPointer(this),
                     then = std::move(then)](const arrays::HostArray& array) {
        if (self)
            then(array);
    };
    handlers.failed = [self = QPointer(this), failed = std::move(failed)](const Error& error) {
        if (self && failed)
            failed(errorInWords(error));
        else if (self)
            self->say(errorInWords(error));
    };
    if (m_reader)
        m_reader({m_reference.ref, first, count}, std::move(handlers));
}

/// Finds all elements that differ.
void BufferInspector::compareWhole() {
    const session::BufferReport& buffer = *current();
    if (buffer.ref.elements * buffer.dtype.size() > kMostComparedBytes) {
        m_notCompared = tr("Buffers of more than %1 cannot be compared as a whole.")
                            .arg(describeBytes(kMostComparedBytes));
        return;
    }
    const std::uint64_t elements = buffer.ref.elements;
    const auto failed = [this, asked = m_comparing](const QString& why) {
        if (asked != m_comparing)
            return;
        m_notCompared = why;
        showDifferences(nullptr);
    };
    const auto compare = [this, asked = m_comparing](const arrays::HostArray& got,
                                                     const arrays::HostArray& other) {
        inBackground(
            this, [got, other, within = m_within] { return differingElements(got, other, within); },
            [this, asked](std::shared_ptr<const project::ElementSet> differing) {
                if (asked == m_comparing)
                    showDifferences(std::move(differing));
            });
    };
    readRange(
        0, elements, "compare",
        [this, elements, compare, failed, asked = m_comparing](const arrays::HostArray& got) {
            if (asked != m_comparing)
                return;
            readReference(
                0, elements,
                [got, compare](const arrays::HostArray& other) { compare(got, other); }, failed);
        },
        failed);
}

void BufferInspector::takeTolerance() {
    const std::optional<Tolerance> typed = parseTolerance(m_tolerance->text());
    markInvalid(*m_tolerance, !typed);
    if (!typed)
        return say(tr("Write a tolerance such as 1e-6, 0.1 % or 2 ulp."));
    if (typed->kind == m_within.kind && typed->most == m_within.most)
        return;
    m_within = *typed;
    if (!current() || m_reference.isExpected())
        return;
    ++m_comparing; // a comparison in progress is out of date
    m_wrong = nullptr;
    m_notCompared.clear();
    compareWhole();
    showCheck(*current());
    applySlice();
}

void BufferInspector::showDifferences(std::shared_ptr<const project::ElementSet> differing) {
    m_wrong = std::move(differing);
    showCheck(*current());
    applySlice();
}

QString BufferInspector::differencesText() const {
    if (!m_notCompared.isEmpty())
        return m_notCompared;
    if (!m_wrong)
        return m_reference.isExpected() ? tr("There is nothing to compare this buffer with.")
                                        : tr("Comparing with %1…").arg(m_reference.name);
    const QString within = m_within.most > 0 ? m_tolerance->text().trimmed() : QString();
    if (m_wrong->count() == 0)
        return within.isEmpty()
                   ? tr("All elements equal those of %1").arg(m_reference.name)
                   : tr("All elements equal those of %1, within %2").arg(m_reference.name, within);
    const QString differ =
        tr("%1 of %2 elements differ from those of %3")
            .arg(describeCount(std::uint64_t(m_wrong->count())),
                 describeCount(std::uint64_t(m_wrong->elements())), m_reference.name);
    return within.isEmpty() ? differ : tr("%1 by more than %2").arg(differ, within);
}

/// Remembers the values of the current buffer, for comparisons with later runs.
void BufferInspector::keepValues() {
    const session::BufferReport* buffer = current();
    if (!buffer)
        return;
    if (buffer->ref.elements * buffer->dtype.size() > kMostComparedBytes)
        return say(
            tr("Buffers of more than %1 cannot be kept.").arg(describeBytes(kMostComparedBytes)));
    const QString time = QTime::currentTime().toString(QStringLiteral("HH:mm:ss"));
    const QString label =
        m_report->device ? tr("%1, %2").arg(time, qs(m_report->device->name)) : time;
    readRange(0, buffer->ref.elements, {},
              [this, label, name = currentBuffer(), dtype = buffer->dtype,
               shape = buffer->shape](const arrays::HostArray& flat) {
                  const auto offset = std::size_t(flat.bytes().data() - flat.block()->data());
                  if (m_kept.size() == kMostKept)
                      m_kept.erase(m_kept.begin());
                  m_kept.push_back({name, label,
                                    std::make_shared<const arrays::HostArray>(
                                        dtype, shape, flat.block(), offset)});
                  takeReference();
                  offerViews();
                  say(tr("Kept. Choose Compare after a later run to see what changed."));
              });
}

void BufferInspector::offerViews() {
    auto* items = qobject_cast<QStandardItemModel*>(m_view->model());
    const bool offered = m_against->count() > 0;
    for (const View one : {kCompareView, kMapView}) {
        QStandardItem* item = items->item(m_view->findData(one));
        item->setEnabled(offered);
        item->setToolTip(offered ? QString()
                                 : tr("No element of this buffer is wrong, and no other buffer has "
                                      "its type and shape"));
    }
    if (!offered && compares()) {
        const QSignalBlocker block(m_view);
        m_view->setCurrentIndex(m_view->findData(kTableView));
    }
}

/// One element per row: actual value, expected value and deviation.
void BufferInspector::showComparison() {
    if (!m_wrong) { // the difference is being computed, or there is nothing to compare with
        m_grid = {};
        m_table->setSource({});
        return m_table->setMessage(differencesText());
    }
    m_grid = m_onlyWrong->isChecked() ? ElementGrid::ofSet(m_wrong, current()->shape)
                                      : ElementGrid::listed(*m_slice);
    ElementTable::Source source;
    source.rows = m_grid.rows();
    source.columns = hasUlps(current()->dtype) ? kFacets : kUlp;
    source.cellCharacters = std::max(13, elementCharacters(current()->dtype, hexadecimal()));
    source.labelCharacters = m_grid.labelCharacters();
    source.rowLabel = [this](std::int64_t row) { return m_grid.rowLabel(row); };
    source.columnLabel = [other = m_reference.isExpected() ? tr("expected") : m_reference.name](
                             std::int64_t column) {
        const QString names[] = {tr("got"), other, tr("difference"), tr("relative"), tr("ULP")};
        return names[std::clamp<std::int64_t>(column, 0, kFacets - 1)];
    };
    source.cell = [this](std::int64_t row, std::int64_t column) {
        const std::int64_t element = m_grid.elementAt(row, 0);
        if (element < 0)
            return ElementTable::Cell{};
        const auto facet = Facet(column);
        return ElementTable::Cell{comparisonCell(element, facet), facet == kGot && isWrong(element),
                                  false};
    };
    m_table->setMessage(m_onlyWrong->isChecked() && !m_reference.isExpected()
                            ? differencesText()
                            : tr("The slice is empty."));
    m_table->setSource(std::move(source));
}

QString BufferInspector::comparisonCell(std::int64_t element, Facet facet) const {
    if (facet == kGot)
        return textOf(*m_pages, element);
    if (facet == kWanted)
        return textOf(*m_wanted, element);
    const std::span<const std::byte> got = m_pages->bytesOf(element);
    const std::span<const std::byte> want = m_wanted->bytesOf(element);
    if (got.empty() || want.empty())
        return textOf(got.empty() ? *m_pages : *m_wanted, element);
    if (facet == kUlp)
        return ulpErrorText(current()->dtype, got, want);
    return facet == kDifference ? differenceText(current()->dtype, got, want)
                                : relativeErrorText(current()->dtype, got, want);
}

} // namespace warpbench::ui
