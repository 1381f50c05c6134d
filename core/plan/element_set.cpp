// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/element_set.h"

#include "core/base/error.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cassert>

namespace warpbench::project {

ElementSet::ElementSet(std::int64_t elements)
    : m_elements(elements)
    , m_words(std::size_t((elements + kBits - 1) / kBits)) {}

ElementSet::ElementSet(std::int64_t elements, std::vector<std::uint64_t> words)
    : m_elements(elements)
    , m_words(std::move(words)) {
    if (elements < 0 || m_words.size() != std::size_t((elements + kBits - 1) / kBits)) {
        throw Error(ErrorKind::internal,
                    {"WB1407", "a set of elements has another number of bits"});
    }
    index();
}

void ElementSet::insert(std::int64_t element) {
    assert(element >= 0 && element < m_elements);
    std::atomic_ref word(m_words[std::size_t(element / kBits)]);
    word.fetch_or(std::uint64_t(1) << (element % kBits), std::memory_order_relaxed);
}

void ElementSet::index() {
    m_before.resize(m_words.size() + 1);
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < m_words.size(); ++i) {
        m_before[i] = sum;
        sum += std::popcount(m_words[i]);
    }
    m_before.back() = sum;
}

bool ElementSet::contains(std::int64_t element) const {
    return element >= 0 && element < m_elements &&
           (m_words[std::size_t(element / kBits)] >> (element % kBits) & 1) != 0;
}

std::int64_t ElementSet::rank(std::int64_t element) const {
    if (element <= 0 || m_before.empty()) {
        return 0;
    }
    if (element >= m_elements) {
        return count();
    }
    const auto word = std::size_t(element / kBits);
    const std::uint64_t below = (std::uint64_t(1) << (element % kBits)) - 1;
    return m_before[word] + std::popcount(m_words[word] & below);
}

std::int64_t ElementSet::at(std::int64_t rank) const {
    assert(rank >= 0 && rank < count());
    const auto after = std::upper_bound(m_before.begin(), m_before.end(), rank);
    const auto word = std::size_t(after - m_before.begin()) - 1;
    std::uint64_t bits = m_words[word];
    for (std::int64_t skipped = m_before[word]; skipped < rank; ++skipped) {
        bits &= bits - 1; // remove the lowest one
    }
    return std::int64_t(word) * kBits + std::countr_zero(bits);
}

std::optional<std::int64_t> ElementSet::next(std::int64_t from) const {
    const std::int64_t wanted = rank(std::max<std::int64_t>(0, from));
    return wanted < count() ? std::optional(at(wanted)) : std::nullopt;
}

std::optional<std::int64_t> ElementSet::previous(std::int64_t from) const {
    const std::int64_t upTo = from < 0 ? 0 : rank(from + 1);
    return upTo > 0 ? std::optional(at(upTo - 1)) : std::nullopt;
}

std::vector<ElementSet::Range> ElementSet::ranges(std::size_t most) const {
    std::vector<Range> found;
    for (auto first = next(0); first && found.size() < most;) {
        // The first missing element after it, word by word.
        std::int64_t end = *first;
        while (end < m_elements) {
            const std::uint64_t rest = m_words[std::size_t(end / kBits)] >> (end % kBits);
            const int run = std::countr_one(rest);
            end += run;
            if (run == 0 || end % kBits != 0) {
                break;
            }
        }
        found.emplace_back(*first, end - 1);
        first = next(end);
    }
    return found;
}

} // namespace warpbench::project
