// SPDX-License-Identifier: GPL-3.0-or-later
// Navigation to elements: the next wrong one, an index, a value.
#include "core/arrays/element.h"
#include "ui/documents/background.h"
#include "ui/elements/search_text.h"
#include "ui/inspector/buffer_inspector.h"
#include "ui/inspector/element_table.h"
#include "ui/theme/input_state.h"
#include "ui/words/describe.h"

#include <QComboBox>
#include <QLineEdit>
#include <QToolButton>

#include <algorithm>

namespace warpbench::ui {

namespace {

constexpr std::uint64_t kMostListedBytes = std::uint64_t(256) << 20; // read whole

} // namespace

void BufferInspector::stepToWrong(bool forward) {
    if (!m_wrong || m_wrong->count() == 0)
        return;
    const std::int64_t here = std::max<std::int64_t>(0, currentElement());
    std::optional<std::int64_t> found;
    if (forward)
        found = m_wrong->next(m_visited == here ? here + 1 : here);
    else
        found = m_wrong->previous(here - 1);
    if (!found)
        found = forward ? m_wrong->at(0) : m_wrong->at(m_wrong->count() - 1);
    m_visited = *found;
    goToElement(*found);
}

/// "3, 17" is an index, "#1234" the number of an element in memory, "= 3.5" a search.
void BufferInspector::goTo(const QString& text) {
    const session::BufferReport* buffer = current();
    if (!buffer || text.trimmed().isEmpty())
        return;
    if (parseSearch(text))
        return searchTyped(true);
    if (view() == kRecordsView) {
        bool ok = false;
        const qlonglong row = text.toLongLong(&ok);
        ok = ok && row >= 0 && row < m_grid.rows();
        markInvalid(*m_goto, !ok);
        if (ok) {
            m_table->setCurrent(row, m_table->currentColumn());
            m_table->centerCurrent();
            m_table->setFocus();
        }
        return;
    }
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
    markInvalid(*m_goto, !valid);
    if (valid)
        goToElement(element);
}

void BufferInspector::goToElement(std::int64_t element) {
    if (!showsTable())
        m_view->setCurrentIndex(m_view->findData(kTableView));
    bool found = selectElement(element);
    if (!found && view() == kCompareView) {
        m_onlyWrong->setChecked(false); // the element is correct, or outside the slice
        found = selectElement(element);
    }
    if (!found) {
        m_sliceText->clear();
        found = selectElement(element);
    }
    if (!found)
        return;
    m_table->centerCurrent();
    m_table->setFocus();
}

/// Makes an element the table's current one, with all its bytes in the hex view.
/// \returns false if the table does not have it
bool BufferInspector::selectElement(std::int64_t element) {
    const auto [row, column] = m_grid.cellOf(element);
    if (element < 0 || row < 0)
        return false;
    m_table->setCurrent(row, column);
    if (view() == kHexView) {
        const std::int64_t end = column + std::int64_t(current()->dtype.size()) - 1;
        m_table->setCurrent(row + end / m_grid.wrap(), end % m_grid.wrap(), true);
    }
    return true;
}

/// "[3, 17]: ", the prefix of a value.
QString BufferInspector::placeText(std::int64_t element) const {
    if (element < 0)
        return {};
    QStringList index;
    for (const std::int64_t at : arrays::unravel(element, current()->shape))
        index.append(QString::number(at));
    return QStringLiteral("[%1]: ").arg(index.join(QStringLiteral(", ")));
}

void BufferInspector::searchTyped(bool forward) {
    const auto parsed = parseSearch(m_goto->text());
    if (!parsed)
        return;
    if (const auto* problem = std::get_if<QString>(&*parsed)) {
        markInvalid(*m_goto, true);
        return say(*problem);
    }
    search(std::get<arrays::Condition>(*parsed), m_goto->text().trimmed(), forward);
}

/// Lists the elements that meet the condition, or shows the slice again.
void BufferInspector::listFound() {
    const auto asked = ++m_listing; // an earlier search is out of date
    const bool listed = m_listed != nullptr;
    m_listed = nullptr;
    const session::BufferReport* buffer = current();
    const auto parsed = parseSearch(m_goto->text());
    const auto* condition = parsed ? std::get_if<arrays::Condition>(&*parsed) : nullptr;
    if (!buffer || !m_list->isChecked() || !condition) {
        if (listed && view() == kTableView)
            applySlice();
        return;
    }
    if (buffer->dtype.kind() == arrays::DType::Kind::structure ||
        buffer->ref.elements * buffer->dtype.size() > kMostListedBytes)
        return say(tr("Only numbers in buffers of up to %1 can be listed.")
                       .arg(describeBytes(kMostListedBytes)));
    const auto arrived = [this, asked, condition = *condition](const arrays::HostArray& array) {
        inBackground(
            this, [array, condition] { return matchingElements(array, condition); },
            [this, asked](std::shared_ptr<const project::ElementSet> found) {
                if (asked != m_listing)
                    return;
                m_listed = std::move(found);
                if (view() == kTableView)
                    applySlice();
                else
                    m_view->setCurrentIndex(m_view->findData(kTableView));
                say(tr("%n element(s)", nullptr, int(m_listed->count())));
            });
    };
    readRange(0, buffer->ref.elements, "list", arrived);
}

void BufferInspector::search(const arrays::Condition& condition, const QString& what,
                             bool forward) {
    const session::BufferReport* buffer = current();
    if (!buffer)
        return;
    const std::int64_t here = std::max<std::int64_t>(0, currentElement());
    const std::int64_t from = forward && m_found == here ? here + 1 : here;
    WholeBufferQuestion::Answers<std::optional<std::uint64_t>> answers;
    answers.done = [this, what](const std::optional<std::uint64_t>& found) {
        if (!found)
            return say(tr("Not in %1: %2").arg(currentBuffer(), what));
        m_found = std::int64_t(*found);
        const bool typing = m_goto->hasFocus();
        goToElement(m_found);
        if (typing)
            m_goto->setFocus(); // Enter continues the search
        showElement(placeText(m_found), m_found);
    };
    answers.failed = [this](const QString& why) { say(why); };
    answers.progress = [this](double share) { say(tr("Searching… %1 %").arg(int(100 * share))); };
    m_searchQuestion.ask(m_whole, m_whole.find,
                         session::FindRequest{buffer->ref, condition, std::uint64_t(from), forward},
                         std::move(answers));
}

} // namespace warpbench::ui
