// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/memory/written_bytes.h"

#include <algorithm>

namespace warpbench::simgpu::engine {

namespace {

constexpr std::uint64_t kBits = 64;

/// Calls with the index of each word of the range and the bits of the range in it, until one says
/// true.
template <class Visit>
bool anyWord(std::uint64_t first, std::uint64_t count, const Visit& visit) {
    const std::uint64_t end = first + count;
    while (first < end) {
        const std::uint64_t bit = first % kBits;
        const std::uint64_t inWord = std::min(kBits - bit, end - first);
        if (visit(first / kBits, (~std::uint64_t{0} >> (kBits - inWord)) << bit))
            return true;
        first += inWord;
    }
    return false;
}

} // namespace

void WrittenBytes::assign(std::uint64_t size, bool written) {
    const std::uint64_t words = (size + kBits - 1) / kBits;
    if (size != m_size)
        m_words = std::make_unique<Word[]>(words);
    m_size = size;
    for (std::uint64_t i = 0; i < words; ++i)
        m_words[i].store(written ? ~std::uint64_t{0} : 0, std::memory_order_relaxed);
}

void WrittenBytes::mark(std::uint64_t first, std::uint64_t count, bool written) {
    anyWord(first, count, [&](std::uint64_t word, std::uint64_t bits) {
        const std::uint64_t now = m_words[word].load(std::memory_order_relaxed);
        // Most often nothing changes, and looking is cheap.
        if (written && (now & bits) != bits)
            m_words[word].fetch_or(bits, std::memory_order_relaxed);
        else if (!written && (now & bits) != 0)
            m_words[word].fetch_and(~bits, std::memory_order_relaxed);
        return false;
    });
}

bool WrittenBytes::isAny(std::uint64_t first, std::uint64_t count) const {
    return anyWord(first, count, [&](std::uint64_t word, std::uint64_t bits) {
        return (m_words[word].load(std::memory_order_relaxed) & bits) != 0;
    });
}

bool WrittenBytes::isAll(std::uint64_t first, std::uint64_t count) const {
    return !anyWord(first, count, [&](std::uint64_t word, std::uint64_t bits) {
        return (m_words[word].load(std::memory_order_relaxed) & bits) != bits;
    });
}

void WrittenBytes::copyBits(std::uint64_t first, std::uint64_t count, std::uint8_t* out) const {
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t at = first + i;
        const std::uint64_t word = m_words[at / kBits].load(std::memory_order_relaxed);
        out[i / 8] = std::uint8_t(out[i / 8] | (word >> at % kBits & 1) << i % 8);
    }
}

std::vector<std::uint64_t> WrittenBytes::words() const {
    std::vector<std::uint64_t> all((m_size + kBits - 1) / kBits);
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = m_words[i].load(std::memory_order_relaxed);
    return all;
}

void WrittenBytes::setWords(const std::vector<std::uint64_t>& words) {
    for (std::size_t i = 0; i < words.size(); ++i)
        m_words[i].store(words[i], std::memory_order_relaxed);
}

} // namespace warpbench::simgpu::engine
