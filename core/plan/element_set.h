// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace warpbench::project {

/// A set of elements of a buffer, stored as a bit for each: those that are wrong. Finding the next
/// one, or the n-th, takes microseconds in sets of a hundred million.
class ElementSet {
  public:
    using Range = std::pair<std::int64_t, std::int64_t>; ///< first and last element, both inclusive

    ElementSet() = default;
    /// An empty set for elements [0, elements).
    explicit ElementSet(std::int64_t elements);

    /// A set from the `words` of another one. \throws Error (internal) if the size is wrong
    ElementSet(std::int64_t elements, std::vector<std::uint64_t> words);
    /// A bit for each element, starting with the lowest of the first word.
    const std::vector<std::uint64_t>& words() const { return m_words; }

    /// Several threads may call this at once, but no other member meanwhile. Call `index` later.
    void insert(std::int64_t element);
    /// Counts the elements; call it once before any function below.
    void index();

    std::int64_t elements() const { return m_elements; } ///< of the buffer
    std::int64_t count() const { return m_before.empty() ? 0 : m_before.back(); }
    bool contains(std::int64_t element) const;
    /// The first element at or after `from`; empty: none.
    std::optional<std::int64_t> next(std::int64_t from) const;
    /// The last element at or before `from`.
    std::optional<std::int64_t> previous(std::int64_t from) const;
    /// The number of elements before this one.
    std::int64_t rank(std::int64_t element) const;
    /// The element with `rank` elements before it. \pre 0 ≤ rank < count()
    std::int64_t at(std::int64_t rank) const;
    /// Runs of adjacent elements, in order; at most `most`.
    std::vector<Range> ranges(std::size_t most) const;

  private:
    static constexpr std::int64_t kBits = 64;

    std::int64_t m_elements = 0;
    std::vector<std::uint64_t> m_words;
    std::vector<std::int64_t> m_before; ///< elements before each word; last: all
};

} // namespace warpbench::project
