// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/step_checkpoints.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace warpbench::session {

namespace {

constexpr std::size_t kPiece = 4096; // bytes that are compared and kept as one

} // namespace

bool StepCheckpoints::wanted(std::uint64_t instructions) const noexcept {
    const std::uint64_t last = m_checkpoints.empty() ? 0 : m_checkpoints.back().instructions;
    return instructions >= last + m_interval;
}

void StepCheckpoints::add(
    std::uint64_t instructions, std::uint64_t clusters,
    const std::vector<const std::vector<std::byte>*>& regions,
    const std::function<void(std::size_t region, std::vector<std::byte>& now)>& read) {
    Checkpoint made;
    made.instructions = instructions;
    made.clusters = clusters;
    for (std::size_t region = 0; region < regions.size(); ++region) {
        const std::vector<std::byte>& then = *regions[region];
        m_now.resize(then.size());
        read(region, m_now);
        for (std::size_t offset = 0; offset < then.size(); offset += kPiece) {
            const std::size_t length = std::min(kPiece, then.size() - offset);
            if (std::memcmp(then.data() + offset, m_now.data() + offset, length) == 0)
                continue;
            const auto first = m_now.begin() + std::ptrdiff_t(offset);
            made.pages.push_back({region, offset, {first, first + std::ptrdiff_t(length)}});
            made.bytes += length;
        }
    }
    m_bytes += made.bytes;
    m_checkpoints.push_back(std::move(made));
    while (m_checkpoints.size() > 1 &&
           (m_bytes > kMostBytes || m_checkpoints.size() > kMostCheckpoints))
        thinOut();
}

/// Every second one goes, and those to come lie twice as far from each other.
void StepCheckpoints::thinOut() {
    std::deque<Checkpoint> kept;
    for (std::size_t i = 1; i < m_checkpoints.size(); i += 2)
        kept.push_back(std::move(m_checkpoints[i]));
    m_checkpoints = std::move(kept);
    m_bytes = 0;
    for (const Checkpoint& one : m_checkpoints)
        m_bytes += one.bytes;
    m_interval *= 2;
}

const StepCheckpoints::Checkpoint*
StepCheckpoints::before(std::uint64_t instructions) const noexcept {
    const auto after = std::lower_bound(
        m_checkpoints.begin(), m_checkpoints.end(), instructions,
        [](const Checkpoint& one, std::uint64_t count) { return one.instructions < count; });
    return after == m_checkpoints.begin() ? nullptr : &*std::prev(after);
}

const StepCheckpoints::Checkpoint* StepCheckpoints::at(std::uint64_t instructions) const noexcept {
    const auto found =
        std::find_if(m_checkpoints.begin(), m_checkpoints.end(),
                     [&](const Checkpoint& one) { return one.instructions == instructions; });
    return found == m_checkpoints.end() ? nullptr : &*found;
}

void StepCheckpoints::forgetAfter(std::uint64_t instructions) {
    while (!m_checkpoints.empty() && m_checkpoints.back().instructions > instructions) {
        m_bytes -= m_checkpoints.back().bytes;
        m_checkpoints.pop_back();
    }
}

} // namespace warpbench::session
