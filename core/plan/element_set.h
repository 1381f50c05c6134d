// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace warpbench::project {

/// Some of the elements of a buffer, a bit for each: which ones are wrong. Finding the next one, or
/// the n-th, takes microseconds in sets of a hundred million.
class ElementSet {
  public:
    using Range = std::pair<std::int64_t, std::int64_t>; ///< first and last element, both included

    ElementSet() = default;
    /// An empty set for elements [0, elements).
    explicit ElementSet(std::int64_t elements);

    /// A set as `words` of another one gave it. \throws Error (internal) where the size is wrong
    ElementSet(std::int64_t elements, std::vector<std::uint64_t> words);
    /// A bit for each element, from the lowest of the first word on.
    const std::vector<std::uint64_t>& words() const { return m_words; }

    /// May be called by several threads at once, and by nobody else meanwhile; `index` afterwards.
    void insert(std::int64_t element);
    /// Counts what is in the set; needed once before anything below is asked.
    void index();

    std::int64_t elements() const { return m_elements; } ///< that there could be
    std::int64_t count() const { return m_before.empty() ? 0 : m_before.back(); }
    bool contains(std::int64_t element) const;
    /// The first one that is `from` or after it; empty: there is none.
    std::optional<std::int64_t> next(std::int64_t from) const;
    /// The last one that is `from` or before it.
    std::optional<std::int64_t> previous(std::int64_t from) const;
    /// How many come before an element.
    std::int64_t rank(std::int64_t element) const;
    /// The one with so many before it. \pre 0 ≤ rank < count()
    std::int64_t at(std::int64_t rank) const;
    /// Neighbours taken together, in order; at most so many.
    std::vector<Range> ranges(std::size_t most) const;

  private:
    static constexpr std::int64_t kBits = 64;

    std::int64_t m_elements = 0;
    std::vector<std::uint64_t> m_words;
    std::vector<std::int64_t> m_before; ///< elements in front of each word; last: all
};

} // namespace warpbench::project
