// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/host_array.h"
#include "core/session/session.h"

#include <QObject>

#include <cstdint>
#include <functional>
#include <list>
#include <span>
#include <unordered_map>

namespace warpbench::ui {

/// The elements of a buffer, fetched page by page on demand and cached for a while. The cost of a
/// buffer of 100 million elements is only that of the visible part. No widgets.
class ElementPages : public QObject {
    Q_OBJECT

  public:
    static constexpr std::uint64_t kPageElements = 4096;
    /// For a sparse view: each visible cell may need a page of its own, and all of these pages must
    /// fit in the cache.
    static constexpr std::uint64_t kSparsePageElements = 64;
    static constexpr std::uint64_t kElementsKept = std::uint64_t(1) << 20;

    /// Fetches elements [first, first + count) and calls one of the handlers, at once or later, on
    /// the calling thread.
    using Reader = std::function<void(session::ReadRequest, session::Handlers<arrays::HostArray>)>;

    explicit ElementPages(Reader reader, QObject* parent = nullptr);

    /// Clears the cache and shows another buffer.
    void setBuffer(const session::BufferRef& ref, std::uint64_t elements);
    std::uint64_t elements() const { return m_elements; }
    /// Whether adjacent elements of the view are far apart in the buffer. A change clears the
    /// cache.
    void setSparse(bool sparse);

    /// The element's bytes; empty if not fetched yet, unreadable or out of range.
    std::span<const std::byte> bytesOf(std::int64_t element);
    /// The element's page and its index there; null if not fetched yet (`pageArrived` will follow)
    /// or unreadable.
    struct Found {
        const arrays::HostArray* page = nullptr;
        std::uint64_t offset = 0; ///< elements into the page
    };
    Found find(std::uint64_t element);
    /// Like bytesOf(), but only for fetched pages: requests nothing.
    std::span<const std::byte> inHand(std::int64_t element) const;
    /// The error of the last read; empty: none.
    const QString& problem() const { return m_problem; }

  signals:
    void pageArrived();

  private:
    struct Page {
        arrays::HostArray array;
        bool loading = true;
        std::list<std::uint64_t>::iterator use; ///< position in m_recent
    };
    void request(std::uint64_t page);
    void forget();
    void dropOldest();

    Reader m_reader;
    session::BufferRef m_ref;
    std::uint64_t m_elements = 0;
    std::uint64_t m_pageElements = kPageElements;
    std::uint64_t m_generation = 0; ///< answers to older requests are dropped
    std::unordered_map<std::uint64_t, Page> m_pages;
    std::list<std::uint64_t> m_recent; ///< page numbers, most recently used first
    QString m_problem;
};

} // namespace warpbench::ui
