// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/executor/step_checkpoints.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <tuple>
#include <utility>

namespace warpbench::session {

namespace {

constexpr std::size_t kPiece = 4096; // bytes that are compared and kept as one
/// Looking at that many bytes takes about as long as executing an instruction.
constexpr std::size_t kBytesPerInstruction = 256;
/// How much farther apart two others may be before a checkpoint at the start of a move is dropped.
constexpr double kWorthOfStop = 64;

} // namespace

bool StepCheckpoints::wanted(std::uint64_t instructions) const noexcept {
    const std::uint64_t last = m_checkpoints.empty() ? 0 : m_checkpoints.back().instructions;
    return instructions >= last + m_interval;
}

void StepCheckpoints::add(
    std::uint64_t instructions, std::size_t move, Launch launch,
    const std::vector<const std::vector<std::byte>*>& regions,
    const std::function<void(std::size_t region, std::vector<std::byte>& now)>& read) {
    Checkpoint made;
    made.instructions = instructions;
    made.move = move;
    made.launch = std::move(launch);
    m_bytes += made.launch.bytes;
    std::size_t looked = made.launch.bytes;
    const std::vector<Page> none;
    const std::vector<Page>& before = m_checkpoints.empty() ? none : m_checkpoints.back().pages;
    auto known = before.begin();
    for (std::size_t region = 0; region < regions.size(); ++region) {
        const std::vector<std::byte>& then = *regions[region];
        looked += then.size();
        m_now.resize(then.size());
        read(region, m_now);
        for (std::size_t offset = 0; offset < then.size(); offset += kPiece) {
            const std::size_t length = std::min(kPiece, then.size() - offset);
            const std::byte* const now = m_now.data() + offset;
            if (std::memcmp(then.data() + offset, now, length) == 0)
                continue;
            while (known != before.end() &&
                   std::tie(known->region, known->offset) < std::tie(region, offset))
                ++known;
            if (known != before.end() && known->region == region && known->offset == offset &&
                std::memcmp(known->bytes->data(), now, length) == 0) {
                made.pages.push_back(*known);
                continue;
            }
            made.pages.push_back(
                {region, offset,
                 std::make_shared<const std::vector<std::byte>>(now, now + length)});
            m_bytes += length;
        }
    }
    m_checkpoints.push_back(std::move(made));
    m_interval = std::max<std::uint64_t>(kInterval, looked / kBytesPerInstruction);
    while (m_checkpoints.size() > 1 &&
           (m_bytes > kMostBytes || m_checkpoints.size() > kMostCheckpoints))
        erase(leastNeeded());
}

/// The one that leaves the smallest gap for how long ago it is; never the last one.
std::size_t StepCheckpoints::leastNeeded() const {
    std::size_t index = 0;
    double least = std::numeric_limits<double>::max();
    for (std::size_t i = 0; i + 1 < m_checkpoints.size(); ++i) {
        const Checkpoint& one = m_checkpoints[i];
        const std::uint64_t before = i > 0 ? m_checkpoints[i - 1].instructions : 0;
        const double gap = double(m_checkpoints[i + 1].instructions - before);
        const double ago = double(m_checkpoints.back().instructions - one.instructions) + 1;
        const double need = gap / ago * (one.isStop ? kWorthOfStop : 1);
        if (need < least) {
            least = need;
            index = i;
        }
    }
    return index;
}

void StepCheckpoints::erase(std::size_t index) {
    const Checkpoint& gone = m_checkpoints[index];
    m_bytes -= gone.launch.bytes;
    for (const Page& page : gone.pages) {
        if (page.bytes.use_count() == 1)
            m_bytes -= page.bytes->size();
    }
    m_checkpoints.erase(m_checkpoints.begin() + std::ptrdiff_t(index));
}

const StepCheckpoints::Checkpoint* StepCheckpoints::last() const noexcept {
    return m_checkpoints.empty() ? nullptr : &m_checkpoints.back();
}

void StepCheckpoints::noteStop() noexcept {
    if (!m_checkpoints.empty())
        m_checkpoints.back().isStop = true;
}

void StepCheckpoints::forgetFrom(std::size_t move) {
    while (!m_checkpoints.empty() && m_checkpoints.back().move >= move)
        erase(m_checkpoints.size() - 1);
}

void StepCheckpoints::forgetBeyond(std::uint64_t instructions) {
    while (!m_checkpoints.empty() && m_checkpoints.back().instructions > instructions)
        erase(m_checkpoints.size() - 1);
}

} // namespace warpbench::session
