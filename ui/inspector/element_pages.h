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

/// The elements of one buffer, fetched page by page as they are looked at and kept for a while: a
/// buffer of 100 million elements costs what is on the screen. No widgets.
class ElementPages : public QObject {
    Q_OBJECT

  public:
    static constexpr std::uint64_t kPageElements = 4096;
    /// Of a view that takes few elements out of many: every one of its cells may need a page of
    /// its own, and all that are in sight have to be kept.
    static constexpr std::uint64_t kSparsePageElements = 64;
    static constexpr std::uint64_t kElementsKept = std::uint64_t(1) << 20;

    /// Fetches elements [first, first + count) and calls one of the handlers, at once or later, on
    /// the thread that called.
    using Reader = std::function<void(session::ReadRequest, session::Handlers<memory::HostArray>)>;

    explicit ElementPages(Reader reader, QObject* parent = nullptr);

    /// Forgets everything and shows another buffer.
    void setBuffer(const session::BufferRef& ref, std::uint64_t elements);
    std::uint64_t elements() const { return m_elements; }
    /// Whether neighbours in the view lie far from each other in the buffer. A change forgets what
    /// was fetched.
    void setSparse(bool sparse);

    /// The element's bytes; empty where it is still on its way, could not be read, or is not there.
    std::span<const std::byte> bytesOf(std::int64_t element);
    /// The element's page and place in it; null where it is still on its way (then `pageArrived`
    /// follows) or could not be read.
    struct Found {
        const memory::HostArray* page = nullptr;
        std::uint64_t offset = 0; ///< elements into the page
    };
    Found find(std::uint64_t element);
    /// As bytesOf(), of what was fetched already: nothing is asked for.
    std::span<const std::byte> inHand(std::int64_t element) const;
    /// Whether reading failed, and why.
    const QString& problem() const { return m_problem; }

  signals:
    void pageArrived();

  private:
    struct Page {
        memory::HostArray array;
        bool loading = true;
        std::list<std::uint64_t>::iterator use; ///< place in m_recent
    };
    void request(std::uint64_t page);
    void forget();
    void dropOldest();

    Reader m_reader;
    session::BufferRef m_ref;
    std::uint64_t m_elements = 0;
    std::uint64_t m_pageElements = kPageElements;
    std::uint64_t m_generation = 0; ///< answers to requests of an older one are dropped
    std::unordered_map<std::uint64_t, Page> m_pages;
    std::list<std::uint64_t> m_recent; ///< page numbers, the latest used first
    QString m_problem;
};

} // namespace warpbench::ui
