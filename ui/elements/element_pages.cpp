// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/elements/element_pages.h"

#include "ui/words/error_words.h"

#include <QPointer>

#include <algorithm>

namespace warpbench::ui {

ElementPages::ElementPages(Reader reader, QObject* parent)
    : QObject(parent)
    , m_reader(std::move(reader)) {}

void ElementPages::setBuffer(const session::BufferRef& ref, std::uint64_t elements) {
    forget();
    m_ref = ref;
    m_elements = std::min(elements, ref.elements);
}

void ElementPages::setSparse(bool sparse) {
    const std::uint64_t size = sparse ? kSparsePageElements : kPageElements;
    if (size == m_pageElements)
        return;
    forget();
    m_pageElements = size;
}

void ElementPages::forget() {
    ++m_generation;
    m_pages.clear();
    m_recent.clear();
    m_problem.clear();
}

std::span<const std::byte> ElementPages::bytesOf(std::int64_t element) {
    const Found found = element < 0 ? Found{} : find(std::uint64_t(element));
    if (!found.page)
        return {};
    const std::size_t size = found.page->dtype().size();
    return found.page->bytes().subspan(std::size_t(found.offset) * size, size);
}

std::span<const std::byte> ElementPages::inHand(std::int64_t element) const {
    const auto found = element < 0 || std::uint64_t(element) >= m_elements
                           ? m_pages.end()
                           : m_pages.find(std::uint64_t(element) / m_pageElements);
    if (found == m_pages.end() || found->second.loading || found->second.array.empty())
        return {};
    const arrays::HostArray& array = found->second.array;
    const std::size_t size = array.dtype().size();
    return array.bytes().subspan(std::size_t(std::uint64_t(element) % m_pageElements) * size, size);
}

ElementPages::Found ElementPages::find(std::uint64_t element) {
    if (element >= m_elements)
        return {};
    const std::uint64_t number = element / m_pageElements;
    const auto found = m_pages.find(number);
    if (found == m_pages.end()) {
        request(number);
        const auto arrived = m_pages.find(number); // a reader may answer at once
        if (arrived == m_pages.end() || arrived->second.loading)
            return {};
        return {&arrived->second.array, element % m_pageElements};
    }
    Page& page = found->second;
    m_recent.splice(m_recent.begin(), m_recent, page.use);
    if (page.loading || page.array.empty())
        return {};
    return {&page.array, element % m_pageElements};
}

void ElementPages::request(std::uint64_t number) {
    m_recent.push_front(number);
    m_pages[number].use = m_recent.begin();
    dropOldest();

    session::ReadRequest read;
    read.ref = m_ref;
    read.first = number * m_pageElements;
    read.count = std::min(m_pageElements, m_elements - read.first);
    session::Handlers<arrays::HostArray> handlers;
    const QPointer<ElementPages> self(this);
    const std::uint64_t generation = m_generation;
    const auto settle = [self, generation, number](arrays::HostArray array, const QString& why) {
        if (!self || self->m_generation != generation)
            return;
        if (!why.isEmpty())
            self->m_problem = why;
        if (const auto page = self->m_pages.find(number); page != self->m_pages.end()) {
            page->second.array = std::move(array);
            page->second.loading = false;
        }
        emit self->pageArrived();
    };
    handlers.done = [settle](const arrays::HostArray& array) { settle(array, {}); };
    handlers.failed = [settle](const Error& error) { settle({}, errorInWords(error)); };
    m_reader(std::move(read), std::move(handlers));
}

void ElementPages::dropOldest() {
    while (m_pages.size() * m_pageElements > kElementsKept) {
        m_pages.erase(m_recent.back());
        m_recent.pop_back();
    }
}

} // namespace warpbench::ui
