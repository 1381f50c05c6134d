// SPDX-License-Identifier: GPL-3.0-or-later
// Epochs are kept as bits, not as times: which order the host's threads touch a sector in then
// makes no difference.
#include "core/simgpu/engine/machine/touch_history.h"

#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/host/limits.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <new>

namespace warpbench::simgpu::engine {

namespace {

constexpr std::uint32_t kLinesOfPage = 512;
/// Of a word: an exponent, then the epochs of two sectors.
constexpr std::uint32_t kExponentBits = 6;
constexpr std::uint64_t kExponentMask = (std::uint64_t{1} << kExponentBits) - 1;
constexpr std::uint32_t kEpochMask = (1u << LaunchClock::kEpochs) - 1;

std::uint32_t epochsIn(std::uint64_t word, std::uint32_t sectorOfPair) {
    return static_cast<std::uint32_t>(word >>
                                      (kExponentBits + sectorOfPair * LaunchClock::kEpochs)) &
           kEpochMask;
}

std::uint64_t wordOf(std::uint32_t exponent, std::uint32_t low, std::uint32_t high) {
    return exponent | std::uint64_t{low} << kExponentBits |
           std::uint64_t{high} << (kExponentBits + LaunchClock::kEpochs);
}

std::uint64_t withExponent(const LaunchClock& clock, std::uint64_t word, std::uint32_t exponent) {
    const auto by = exponent - static_cast<std::uint32_t>(word & kExponentMask);
    return by == 0 ? word
                   : wordOf(exponent, clock.lengthened(epochsIn(word, 0), by),
                            clock.lengthened(epochsIn(word, 1), by));
}

/// \param pair  bits of the two sectors
void mark(const LaunchClock& clock, std::atomic<std::uint64_t>& word, std::uint32_t pair,
          const LaunchClock::Moment& when) {
    std::uint64_t old = word.load(std::memory_order_relaxed);
    for (;;) {
        const auto known = static_cast<std::uint32_t>(old & kExponentMask);
        const std::uint32_t exponent = std::max(known, when.exponent);
        const std::uint32_t epoch = 1u << (when.first + (when.progress >> exponent));
        const std::uint64_t bits = wordOf(0, pair & 1 ? epoch : 0, pair & 2 ? epoch : 0);
        if (known == exponent && (old & bits) == bits)
            return;
        const std::uint64_t next =
            old == 0 ? bits | exponent : withExponent(clock, old, exponent) | bits;
        if (word.compare_exchange_weak(old, next, std::memory_order_relaxed))
            return;
    }
}

} // namespace

void ReuseDistances::add(double distance, std::uint64_t count) {
    const int bucket = distance < 1 ? 0 : std::ilogb(distance);
    sectors[std::min<std::size_t>(static_cast<std::size_t>(bucket), kBuckets - 1)] += count;
}

LaunchClock::LaunchClock(std::uint64_t waves)
    : m_waves(std::max<std::uint64_t>(waves, 1))
    , m_fields(static_cast<std::uint32_t>(std::min<std::uint64_t>(m_waves, kEpochs)))
    , m_perWave(kEpochs / m_fields) {}

std::uint32_t LaunchClock::exponentOf(std::uint64_t progress) const {
    if (m_perWave == 1)
        return 0;
    const int guess = std::bit_width(progress) - std::bit_width(m_perWave);
    auto exponent = static_cast<std::uint32_t>(std::max(guess, 0));
    return progress >> exponent < m_perWave ? exponent : exponent + 1;
}

std::uint32_t LaunchClock::usedPerWave(std::uint64_t mostProgress) const {
    if (m_perWave == 1)
        return 1;
    return static_cast<std::uint32_t>(mostProgress >> exponentOf(mostProgress)) + 1;
}

std::array<std::uint32_t, LaunchClock::kEpochs>
LaunchClock::positions(std::uint64_t mostProgress) const {
    const std::uint32_t used = usedPerWave(mostProgress);
    std::array<std::uint32_t, kEpochs> at{};
    for (std::uint32_t epoch = 0; epoch < kEpochs; ++epoch)
        at[epoch] = epoch / m_perWave * used + epoch % m_perWave;
    return at;
}

std::uint32_t LaunchClock::epochs(std::uint64_t mostProgress) const {
    return m_fields * usedPerWave(mostProgress);
}

std::uint32_t LaunchClock::lengthened(std::uint32_t epochs, std::uint32_t by) const {
    if (m_perWave == 1)
        return epochs;
    std::uint32_t result = 0;
    for (std::uint32_t rest = epochs; rest; rest &= rest - 1) {
        const auto epoch = static_cast<std::uint32_t>(std::countr_zero(rest));
        const std::uint32_t inWave = epoch % m_perWave;
        result |= 1u << (epoch - inWave + (by < 32 ? inWave >> by : 0));
    }
    return result;
}

/// By line: words of its first and of its second two sectors, read and written.
struct TouchHistory::Page {
    std::atomic<std::uint32_t> launch{0}; ///< that touched it last
    std::array<std::array<std::atomic<std::uint64_t>, 2>, kLinesOfPage> read{}, written{};
    std::array<std::uint32_t, kLinesOfPage> lastLaunch{}; ///< by line
    std::array<std::uint8_t, kLinesOfPage> everTouched{}; ///< by line: its sectors
};

/// What the sectors of some pages were touched for, before distances are known in lines.
struct TouchHistory::Tally {
    struct Counts {
        std::array<std::uint64_t, LaunchClock::kEpochs> byDistance{}; ///< in epochs
        std::map<std::uint32_t, std::uint64_t> byLaunch;              ///< of the touch before
        std::uint64_t never = 0;
        std::uint64_t marked = 0; ///< all of these

        void addLaunch(std::uint32_t launch) {
            if (!m_count || m_launch != launch) {
                m_launch = launch;
                m_count = &byLaunch[launch];
            }
            ++*m_count;
        }

      private:
        std::uint32_t m_launch = 0;
        std::uint64_t* m_count = nullptr; ///< of that launch: the next sector's is often the same
    };
    Counts reads, writes;
    std::uint64_t lines = 0;
};

TouchHistory::TouchHistory()
    : m_tables(std::make_unique<std::array<std::atomic<Table*>, 1u << 16>>()) {
    const std::uint64_t available = host::availableMemory();
    constexpr std::uint64_t kLeast = 64u << 20;
    m_pagesLeft = std::max(available / 4, kLeast) / sizeof(Page);
}

TouchHistory::~TouchHistory() {
    for (auto& table : *m_tables) {
        Table* const pages = table.load(std::memory_order_relaxed);
        if (!pages)
            continue;
        for (auto& page : *pages)
            delete page.load(std::memory_order_relaxed);
        delete pages;
    }
}

bool TouchHistory::begin(const LaunchClock& clock) {
    if (m_isTaken.exchange(true))
        return false;
    m_clock = clock;
    ++m_launch;
    return true;
}

TouchHistory::Page* TouchHistory::pageAt(std::uint64_t number) {
    const std::uint64_t table = number >> 15;
    if (table >= m_tables->size())
        return nullptr;
    Table* pages = (*m_tables)[table].load(std::memory_order_acquire);
    Page* page = pages ? (*pages)[number & 0x7fff].load(std::memory_order_acquire) : nullptr;
    if (page && page->launch.load(std::memory_order_relaxed) == m_launch)
        return page;
    const std::lock_guard lock(m_mutex);
    pages = (*m_tables)[table].load(std::memory_order_relaxed);
    if (!pages) {
        pages = new (std::nothrow) Table{};
        (*m_tables)[table].store(pages, std::memory_order_release);
    }
    if (!pages)
        return nullptr;
    std::atomic<Page*>& place = (*pages)[number & 0x7fff];
    page = place.load(std::memory_order_relaxed);
    if (!page && m_pagesLeft > 0) {
        page = new (std::nothrow) Page;
        m_pagesLeft -= page != nullptr;
        place.store(page, std::memory_order_release);
    }
    if (page && page->launch.exchange(m_launch, std::memory_order_relaxed) != m_launch)
        m_touched.push_back(page);
    return page;
}

void TouchHistory::Touches::touch(std::uint64_t line, std::uint32_t sectors,
                                  const LaunchClock::Moment& when, bool reads, bool writes) {
    const std::uint64_t number = line / kLinesOfPage;
    Known& known = m_known[number % m_known.size()];
    if (known.number != number)
        known = {number, m_history.pageAt(number)};
    if (!known.page)
        return;
    const std::size_t at = line % kLinesOfPage;
    for (std::uint32_t half = 0; half < 2; ++half) {
        const std::uint32_t pair = sectors >> (2 * half) & 3;
        if (pair && reads)
            mark(m_history.m_clock, known.page->read[at][half], pair, when);
        if (pair && writes)
            mark(m_history.m_clock, known.page->written[at][half], pair, when);
    }
}

void TouchHistory::tallyPage(Page& page, std::uint32_t exponent,
                             const std::array<std::uint32_t, LaunchClock::kEpochs>& positions,
                             Tally& tally) const {
    for (std::uint32_t line = 0; line < kLinesOfPage; ++line) {
        std::uint32_t touched = 0;
        for (std::uint32_t half = 0; half < 2; ++half) {
            const std::uint64_t read = page.read[line][half].load(std::memory_order_relaxed);
            const std::uint64_t written = page.written[line][half].load(std::memory_order_relaxed);
            if ((read | written) == 0)
                continue;
            const std::uint64_t reads = withExponent(m_clock, read, exponent);
            const std::uint64_t writes = withExponent(m_clock, written, exponent);
            for (std::uint32_t s = 0; s < 2; ++s) {
                const std::uint32_t bit = 1u << (2 * half + s);
                const std::uint32_t r = epochsIn(reads, s), w = epochsIn(writes, s);
                if ((r | w) == 0)
                    continue;
                touched |= bit;
                // Of an epoch with both the read is taken to come first.
                const auto first = static_cast<std::uint32_t>(std::countr_zero(r | w));
                Tally::Counts& firstOne = r >> first & 1 ? tally.reads : tally.writes;
                if (page.everTouched[line] & bit)
                    firstOne.addLaunch(page.lastLaunch[line]);
                else
                    ++firstOne.never;
                tally.writes.byDistance[0] += r >> first & w >> first & 1;
                std::uint32_t before = first;
                for (std::uint32_t rest = (r | w) & ~(1u << first); rest; rest &= rest - 1) {
                    const auto epoch = static_cast<std::uint32_t>(std::countr_zero(rest));
                    const std::uint32_t distance = positions[epoch] - positions[before];
                    const bool isRead = r >> epoch & 1, isWritten = w >> epoch & 1;
                    tally.reads.byDistance[distance] += isRead;
                    tally.writes.byDistance[isRead ? 0 : distance] += isWritten;
                    before = epoch;
                }
                tally.reads.marked += static_cast<std::uint64_t>(std::popcount(r));
                tally.writes.marked += static_cast<std::uint64_t>(std::popcount(w));
            }
            page.read[line][half].store(0, std::memory_order_relaxed);
            page.written[line][half].store(0, std::memory_order_relaxed);
        }
        if (touched == 0)
            continue;
        ++tally.lines;
        page.everTouched[line] |= static_cast<std::uint8_t>(touched);
        page.lastLaunch[line] = m_launch;
    }
}

TouchHistory::Result TouchHistory::end(std::uint64_t mostProgress, std::uint64_t readSectors,
                                       std::uint64_t writtenSectors) {
    const std::uint32_t exponent = m_clock.exponentOf(mostProgress);
    const auto positions = m_clock.positions(mostProgress);
    constexpr std::size_t kPagesPerTask = 64;
    const std::size_t tasks =
        std::clamp<std::size_t>(m_touched.size() / kPagesPerTask, 1, poolSize());
    std::vector<Tally> tallies(tasks);
    runOnPool(static_cast<std::uint32_t>(tasks), [&](std::uint32_t task) {
        for (std::size_t i = task; i < m_touched.size(); i += tasks)
            tallyPage(*m_touched[i], exponent, positions, tallies[task]);
    });
    m_touched.clear();
    Result result;
    for (const Tally& tally : tallies)
        result.distinctLines += tally.lines;
    const auto own = static_cast<double>(result.distinctLines);
    m_middles.resize(m_launch, 0);
    const double middle = m_linesSoFar + own / 2;
    const double linesPerEpoch = own / m_clock.epochs(mostProgress);
    const auto add = [&](ReuseDistances& sum, const Tally::Counts& counts) {
        sum.never += counts.never;
        for (std::size_t epochs = 0; epochs < counts.byDistance.size(); ++epochs)
            sum.add(static_cast<double>(epochs) * linesPerEpoch, counts.byDistance[epochs]);
        for (const auto& [launch, count] : counts.byLaunch)
            sum.add(middle - m_middles[launch - 1], count);
    };
    std::uint64_t marked[2] = {};
    for (const Tally& tally : tallies) {
        add(result.reads, tally.reads);
        add(result.writes, tally.writes);
        marked[0] += tally.reads.marked;
        marked[1] += tally.writes.marked;
    }
    // The others came back within an epoch.
    result.reads.add(0, readSectors - std::min(readSectors, marked[0]));
    result.writes.add(0, writtenSectors - std::min(writtenSectors, marked[1]));
    m_middles[m_launch - 1] = middle;
    m_linesSoFar += own;
    m_isTaken = false;
    return result;
}

} // namespace warpbench::simgpu::engine
