// SPDX-License-Identifier: GPL-3.0-or-later
// Epochs are stored as bits instead of times, so the order in which host threads touch a sector
// does not matter.
#include "core/simgpu/engine/profile/touch_history.h"

#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/host/limits.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <new>
#include <utility>

namespace warpbench::simgpu::engine {

namespace {

constexpr std::uint32_t kLinesOfPage = 32; // 4 KiB
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

/// A word with the epochs of its sectors added. \param pair  bits of the two sectors
std::uint64_t marked(const LaunchClock& clock, std::uint64_t word, std::uint32_t pair,
                     const LaunchClock::Moment& when) {
    const auto known = static_cast<std::uint32_t>(word & kExponentMask);
    const std::uint32_t exponent = std::max<std::uint32_t>(known, when.exponent);
    const std::uint32_t later = std::min(exponent - when.exponent, 31u);
    const std::uint32_t epoch = 1u << (when.first + (when.epoch >> later));
    const std::uint64_t bits = wordOf(0, pair & 1 ? epoch : 0, pair & 2 ? epoch : 0);
    return (word == 0 ? exponent : withExponent(clock, word, exponent)) | bits;
}

void mark(const LaunchClock& clock, std::atomic<std::uint64_t>& word, std::uint32_t pair,
          const LaunchClock::Moment& when) {
    std::uint64_t before = word.load(std::memory_order_relaxed);
    for (;;) {
        const std::uint64_t after = marked(clock, before, pair, when);
        if (after == before || word.compare_exchange_weak(before, after, std::memory_order_relaxed))
            return;
    }
}

/// The target of a table's entry, created on demand; null if memory runs out.
template <class Entry>
Entry* entryOf(std::atomic<Entry*>& place) {
    Entry* entry = place.load(std::memory_order_relaxed);
    if (!entry) {
        entry = new (std::nothrow) Entry;
        place.store(entry, std::memory_order_release);
    }
    return entry;
}

} // namespace

void ReuseDistances::add(double distance, std::uint64_t count) {
    const int bucket = distance < 1 ? 0 : std::ilogb(distance);
    sectors[std::min<std::size_t>(static_cast<std::size_t>(bucket), kBuckets - 1)] += count;
}

void ReuseDistances::complete(std::uint64_t all) {
    std::uint64_t known = never;
    for (const std::uint64_t count : sectors)
        known += count;
    if (known <= all) {
        sectors[0] += all - known;
        return;
    }
    // The sample is too large. Rounding changes each part by less than one.
    const auto scaled = [&](std::uint64_t count) {
        return static_cast<std::uint64_t>(static_cast<double>(count) *
                                          (static_cast<double>(all) / static_cast<double>(known)));
    };
    never = scaled(never);
    for (std::uint64_t& count : sectors)
        count = scaled(count);
    complete(all);
}

LaunchClock::LaunchClock(std::uint64_t waves)
    : m_waves(std::max<std::uint64_t>(waves, 1))
    , m_fields(static_cast<std::uint32_t>(std::min<std::uint64_t>(m_waves, kEpochs)))
    , m_perWave(kEpochs / m_fields) {}

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

struct TouchHistory::Page {
    /// Of a line: of the first and of the last two sectors, read, then the same, written.
    using Words = std::array<std::atomic<std::uint64_t>, 4>;

    std::uint64_t number = 0;                              ///< address / bytes of a page
    std::atomic<std::uint32_t> launch{0};                  ///< that touched it last
    std::atomic<std::uint32_t> touchedNow{0};              ///< lines that this launch touches
    std::array<Words, kLinesOfPage> words{};               ///< by line
    std::array<std::uint32_t, kLinesOfPage> lastLaunch{};  ///< by line
    std::array<std::uint32_t, kLinesOfPage> lastWriting{}; ///< by line: the launch
    std::array<std::uint8_t, kLinesOfPage> everTouched{};  ///< by line: its sectors
    std::array<std::uint8_t, kLinesOfPage> everWritten{};  ///< by line: its sectors

    /// Whether this is the first touch.
    bool noteTouched(std::size_t line) {
        const std::uint32_t bit = 1u << line;
        return (touchedNow.load(std::memory_order_relaxed) & bit) == 0 &&
               (touchedNow.fetch_or(bit, std::memory_order_relaxed) & bit) == 0;
    }
};

/// The touches of some pages' sectors, before distances in lines are known.
struct TouchHistory::Tally {
    struct Counts {
        std::array<std::uint64_t, LaunchClock::kEpochs> byDistance{}; ///< in epochs
        std::map<std::uint32_t, std::uint64_t> byLaunch;              ///< of the touch before
        std::uint64_t never = 0;

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
    std::uint32_t exponent = 0; ///< of all epochs, at the launch's end
    std::array<std::uint32_t, LaunchClock::kEpochs> positions{}; ///< of these, in epochs
    Counts reads, writes, rewrites;
    std::uint64_t lines = 0;
    /// How many epochs after its touch before a line was touched again; 0: never before. One touch
    /// for all of an epoch.
    std::array<std::uint64_t, LaunchClock::kEpochs> lineTouches{};

    void addLine(std::uint32_t epochs) {
        ++lines;
        ++lineTouches[0];
        auto before = static_cast<std::uint32_t>(std::countr_zero(epochs));
        for (std::uint32_t rest = epochs & (epochs - 1); rest; rest &= rest - 1) {
            const auto epoch = static_cast<std::uint32_t>(std::countr_zero(rest));
            ++lineTouches[positions[epoch] - positions[before]];
            before = epoch;
        }
    }
};

/// Of a sector, a bit for each.
struct TouchHistory::Epochs {
    std::uint32_t read = 0, written = 0;
};

/// Tables of tables of pages: as addresses have 47 bits, nearly all are missing.
struct TouchHistory::Pages {
    static constexpr std::uint64_t kEntries = 2048;
    std::array<std::atomic<Page*>, kEntries> page{};
};
struct TouchHistory::Table {
    std::array<std::atomic<Pages*>, Pages::kEntries> pages{};
};

TouchHistory::TouchHistory()
    : m_tables(kTables) {
    const std::uint64_t available = host::availableMemory();
    constexpr std::uint64_t kLeast = 64u << 20;
    m_pagesLeft = std::max(available / 4, kLeast) / sizeof(Page);
}

TouchHistory::~TouchHistory() {
    for (auto& table : m_tables) {
        const std::unique_ptr<Table> tables(table.load(std::memory_order_relaxed));
        if (!tables)
            continue;
        for (auto& some : tables->pages) {
            const std::unique_ptr<Pages> pages(some.load(std::memory_order_relaxed));
            if (!pages)
                continue;
            for (auto& page : pages->page)
                delete page.load(std::memory_order_relaxed);
        }
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
    constexpr std::uint64_t kEntries = Pages::kEntries;
    const std::uint64_t top = number / kEntries / kEntries;
    if (top >= m_tables.size())
        return nullptr;
    const Table* known = m_tables[top].load(std::memory_order_acquire);
    const Pages* some =
        known ? known->pages[number / kEntries % kEntries].load(std::memory_order_acquire)
              : nullptr;
    Page* page = some ? some->page[number % kEntries].load(std::memory_order_acquire) : nullptr;
    if (page && page->launch.load(std::memory_order_relaxed) == m_launch)
        return page;
    const std::lock_guard lock(m_mutex);
    Table* const table = entryOf(m_tables[top]);
    Pages* const pages = table ? entryOf(table->pages[number / kEntries % kEntries]) : nullptr;
    if (!pages)
        return nullptr;
    std::atomic<Page*>& place = pages->page[number % kEntries];
    page = place.load(std::memory_order_relaxed);
    if (!page && m_pagesLeft > 0) {
        page = entryOf(place);
        --m_pagesLeft;
        if (page)
            page->number = number;
    }
    if (page && page->launch.exchange(m_launch, std::memory_order_relaxed) != m_launch)
        m_touched.push_back(page);
    return page;
}

TouchHistory::Touches::Touches(TouchHistory& history)
    : m_history(history) {
    m_kept.reserve(kKeptAtOnce);
}

void TouchHistory::Touches::finish() {
    for (Touch& touch : m_known) {
        if (touch.sectors)
            keep(touch);
        touch = {};
    }
    tell();
}

void TouchHistory::Touches::tell() {
    std::array<std::uint32_t, 64> newLines{};
    for (const Touch& touch : m_kept) {
        if (!m_history.follows(touch.line))
            continue;
        const std::uint64_t number = touch.line / kLinesOfPage;
        KnownPage& known = m_pages[number % m_pages.size()];
        if (known.number != number)
            known = {number, m_history.pageAt(number)};
        if (!known.page)
            continue;
        const std::size_t at = touch.line % kLinesOfPage;
        if (known.page->noteTouched(at))
            ++newLines[static_cast<std::size_t>(std::countl_zero(hashOf(touch.line) | 1))];
        for (std::uint32_t i = 0; i < 4; ++i) {
            const std::uint32_t pair = touch.sectors >> (2 * i) & 3;
            if (pair)
                mark(m_history.m_clock, known.page->words[at][i], pair, touch.when);
        }
    }
    m_kept.clear();
    m_history.addLines(newLines);
}

void TouchHistory::addLines(const std::array<std::uint32_t, 64>& byZeros) {
    const std::lock_guard lock(m_mutex);
    std::uint64_t followed = 0;
    for (std::size_t zeros = 0; zeros < byZeros.size(); ++zeros) {
        m_linesByZeros[zeros] += byZeros[zeros];
        followed += zeros >= m_zeros ? m_linesByZeros[zeros] : 0;
    }
    while (followed > kMostLines) {
        followed -= m_linesByZeros[m_zeros];
        m_largestHash.store(~std::uint64_t{0} >> ++m_zeros, std::memory_order_relaxed);
    }
}

void TouchHistory::tallySector(const Page& page, std::size_t line, std::uint32_t sector,
                               Epochs epochs, Tally& tally) const {
    const std::uint32_t read = epochs.read, written = epochs.written;
    // Of an epoch with both the read is taken to come first.
    const auto first = static_cast<std::uint32_t>(std::countr_zero(read | written));
    Tally::Counts& firstOne = read >> first & 1 ? tally.reads : tally.writes;
    if (page.everTouched[line] >> sector & 1)
        firstOne.addLaunch(page.lastLaunch[line]);
    else
        ++firstOne.never;
    tally.writes.byDistance[0] += read >> first & written >> first & 1;
    std::uint32_t before = first;
    for (std::uint32_t rest = (read | written) & ~(1u << first); rest; rest &= rest - 1) {
        const auto epoch = static_cast<std::uint32_t>(std::countr_zero(rest));
        const std::uint32_t distance = tally.positions[epoch] - tally.positions[before];
        const std::uint32_t isRead = read >> epoch & 1, isWritten = written >> epoch & 1;
        tally.reads.byDistance[distance] += isRead;
        tally.writes.byDistance[isRead ? 0 : distance] += isWritten;
        before = epoch;
    }
}

void TouchHistory::tallyRewrites(const Page& page, std::size_t line, std::uint32_t sector,
                                 std::uint32_t written, Tally& tally) const {
    if (written == 0)
        return;
    if (page.everWritten[line] >> sector & 1)
        tally.rewrites.addLaunch(page.lastWriting[line]);
    else
        ++tally.rewrites.never;
    auto before = static_cast<std::uint32_t>(std::countr_zero(written));
    for (std::uint32_t rest = written & (written - 1); rest; rest &= rest - 1) {
        const auto epoch = static_cast<std::uint32_t>(std::countr_zero(rest));
        ++tally.rewrites.byDistance[tally.positions[epoch] - tally.positions[before]];
        before = epoch;
    }
}

void TouchHistory::tallyPage(Page& page, Tally& tally) const {
    const std::uint32_t lines = page.touchedNow.exchange(0, std::memory_order_relaxed);
    for (std::uint32_t rest = lines; rest; rest &= rest - 1)
        tallyLine(page, static_cast<std::size_t>(std::countr_zero(rest)), tally);
}

void TouchHistory::tallyLine(Page& page, std::size_t line, Tally& tally) const {
    const bool isFollowed = follows(page.number * kLinesOfPage + line);
    std::array<std::uint64_t, 4> words;
    for (std::size_t i = 0; i < words.size(); ++i) {
        std::atomic<std::uint64_t>& word = page.words[line][i];
        const std::uint64_t value = word.load(std::memory_order_relaxed);
        words[i] = value && isFollowed ? withExponent(m_clock, value, tally.exponent) : 0;
        word.store(0, std::memory_order_relaxed);
    }
    if (!isFollowed)
        return;
    std::uint8_t touched = 0, written = 0;
    std::uint32_t all = 0;
    for (std::uint32_t sector = 0; sector < kSectorsPerLine; ++sector) {
        const Epochs epochs{epochsIn(words[sector / 2], sector % 2),
                            epochsIn(words[2 + sector / 2], sector % 2)};
        if ((epochs.read | epochs.written) == 0)
            continue;
        touched |= static_cast<std::uint8_t>(1u << sector);
        written |= static_cast<std::uint8_t>((epochs.written ? 1u : 0u) << sector);
        all |= epochs.read | epochs.written;
        tallySector(page, line, sector, epochs, tally);
        tallyRewrites(page, line, sector, epochs.written, tally);
    }
    if (all)
        tally.addLine(all);
    page.everTouched[line] |= touched;
    page.lastLaunch[line] = m_launch;
    if (written) {
        page.everWritten[line] |= written;
        page.lastWriting[line] = m_launch;
    }
}

/// How many of the lines are touched within a number of epochs, on average: each epoch adds those
/// that were not touched within as many before (Denning, "The working set model", 1968).
std::array<double, LaunchClock::kEpochs>
TouchHistory::linesByEpochs(const std::vector<Tally>& tallies, std::uint32_t epochs) {
    std::array<double, LaunchClock::kEpochs> touches{};
    double all = 0, lines = 0;
    for (const Tally& tally : tallies) {
        lines += static_cast<double>(tally.lines);
        for (std::size_t distance = 0; distance < touches.size(); ++distance) {
            touches[distance] += static_cast<double>(tally.lineTouches[distance]);
            all += static_cast<double>(tally.lineTouches[distance]);
        }
    }
    std::array<double, LaunchClock::kEpochs> result{};
    double later = all; // touches after more epochs than this
    for (std::size_t within = 1; within < result.size(); ++within) {
        result[within] = std::min(lines, result[within - 1] + later / epochs);
        later -= touches[within];
    }
    return result;
}

TouchHistory::Result TouchHistory::end(std::uint64_t mostProgress, std::uint64_t readSectors,
                                       std::uint64_t writtenSectors) {
    constexpr std::size_t kPagesPerTask = 1024, kPagesAtOnce = 64;
    const std::size_t tasks =
        std::clamp<std::size_t>(m_touched.size() / kPagesPerTask, 1, poolSize());
    std::vector<Tally> tallies(tasks);
    for (Tally& tally : tallies) {
        tally.exponent = m_clock.exponentOf(mostProgress);
        tally.positions = m_clock.positions(mostProgress);
    }
    std::atomic<std::size_t> next{0}; // not all tasks are begun where threads are busy elsewhere
    runOnPool(static_cast<std::uint32_t>(tasks), [&](std::uint32_t task) {
        for (std::size_t first = 0; (first = next.fetch_add(kPagesAtOnce)) < m_touched.size();) {
            const std::size_t end = std::min(first + kPagesAtOnce, m_touched.size());
            for (std::size_t i = first; i < end; ++i)
                tallyPage(*m_touched[i], tallies[task]);
        }
    });
    m_touched.clear();
    m_linesByZeros.fill(0);
    Result result;
    for (const Tally& tally : tallies)
        result.distinctLines += tally.lines;
    result.distinctLines <<= m_zeros;
    const auto own = static_cast<double>(result.distinctLines);
    m_middles.resize(m_launch, 0);
    const double middle = m_linesSoFar + own / 2;
    const auto linesIn = linesByEpochs(tallies, m_clock.epochs(mostProgress));
    const auto add = [&](ReuseDistances& sum, const Tally::Counts& counts) {
        sum.never += counts.never << m_zeros;
        for (std::size_t epochs = 0; epochs < counts.byDistance.size(); ++epochs)
            sum.add(linesIn[epochs] * std::ldexp(1.0, static_cast<int>(m_zeros)),
                    counts.byDistance[epochs] << m_zeros);
        for (const auto& [launch, count] : counts.byLaunch)
            sum.add(middle - m_middles[launch - 1], count << m_zeros);
    };
    for (const Tally& tally : tallies) {
        add(result.reads, tally.reads);
        add(result.writes, tally.writes);
        add(result.rewrites, tally.rewrites);
    }
    result.reads.complete(readSectors);
    result.writes.complete(writtenSectors);
    result.rewrites.complete(writtenSectors);
    m_middles[m_launch - 1] = middle;
    m_linesSoFar += own;
    m_isTaken = false;
    return result;
}

} // namespace warpbench::simgpu::engine
