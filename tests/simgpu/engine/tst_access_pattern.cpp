// SPDX-License-Identifier: GPL-3.0-or-later
// Compares calculated sectors and bank conflicts with lane-by-lane counts.
#include "core/simgpu/engine/observe/access_pattern.h"
#include "tests/main.h"

#include <QtTest/QTest>

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <memory>
#include <set>

namespace tst_access_pattern {

using namespace warpbench::simgpu::engine;

namespace {

constexpr std::uint16_t kAddressRow = sizeof(Warp) / 128;
constexpr std::uint16_t kIndexRow = kAddressRow + 2;

/// A warp with a row of addresses and a row of indices.
class WarpWithRows {
  public:
    WarpWithRows()
        : m_warp(static_cast<Warp*>(::operator new (kBytes, std::align_val_t{128}))) {
        std::memset(static_cast<void*>(m_warp), 0, kBytes);
        setMask(*m_warp, kFullMask);
    }
    ~WarpWithRows() { ::operator delete (m_warp, std::align_val_t{128}); }
    WarpWithRows(const WarpWithRows&) = delete;
    WarpWithRows& operator=(const WarpWithRows&) = delete;
    Warp& operator*() { return *m_warp; }

  private:
    static constexpr std::size_t kBytes = sizeof(Warp) + 3 * 128;
    Warp* m_warp;
};

std::uint64_t sectorsByLane(const std::array<std::uint64_t, kLanes>& a, std::uint32_t bytes) {
    std::set<std::uint64_t> sectors;
    for (const std::uint64_t address : a) {
        for (std::uint32_t b = 0; b < bytes; ++b)
            sectors.insert((address + b) / 32);
    }
    return sectors.size();
}

std::uint64_t bytesByLane(const std::array<std::uint64_t, kLanes>& a, std::uint32_t bytes) {
    return std::set<std::uint64_t>(a.begin(), a.end()).size() * bytes;
}

std::uint64_t conflictsByLane(const std::array<std::uint64_t, kLanes>& a, std::uint32_t bytes) {
    const std::uint32_t group = bytes <= 4 ? 32 : bytes == 8 ? 16 : 8;
    std::uint64_t extra = 0;
    for (std::uint32_t begin = 0; begin < kLanes; begin += group) {
        std::map<std::uint64_t, std::set<std::uint64_t>> wordsOfBank;
        for (std::uint32_t l = begin; l < begin + group; ++l) {
            for (std::uint32_t b = 0; b < bytes; ++b) {
                const std::uint64_t word = (a[l] + b) / 4;
                wordsOfBank[word % 32].insert(word);
            }
        }
        std::size_t most = 1;
        for (const auto& [bank, words] : wordsOfBank)
            most = std::max(most, words.size());
        extra += most - 1;
    }
    return extra;
}

std::uint32_t nextRandom(std::uint32_t& state) {
    state = state * 1664525u + 1013904223u;
    return state >> 8;
}

} // namespace

class TestAccessPattern : public QObject {
    Q_OBJECT

  private slots:
    void arithmeticEqualsCounting_data();
    void arithmeticEqualsCounting();
    void indexedAddresses();
    void lanesOfAPartOfTheWarp_data();
    void lanesOfAPartOfTheWarp();
    void whatHasNoPattern();
};

void TestAccessPattern::arithmeticEqualsCounting_data() {
    QTest::addColumn<int>("bytes");
    for (const int bytes : {1, 2, 4, 8, 16})
        QTest::addRow("%d bytes", bytes) << bytes;
}

void TestAccessPattern::arithmeticEqualsCounting() {
    QFETCH(int, bytes);
    WarpWithRows w;
    Inst inst;
    inst.a = kAddressRow;
    InstInfo info;
    info.accessBytes = static_cast<std::uint8_t>(bytes);
    std::uint32_t state = 1;
    for (int round = 0; round < 3000; ++round) {
        std::array<std::uint64_t, kLanes> a{};
        for (std::uint32_t half = 0; half < 2; ++half) {
            const bool contiguous = nextRandom(state) % 2;
            // Near each other, and around multiples of the banks' 128 bytes.
            const std::uint64_t first =
                65536 + nextRandom(state) % (1200u / unsigned(bytes)) * unsigned(bytes);
            for (std::uint32_t l = 0; l < 16; ++l)
                a[half * 16 + l] = first + (contiguous ? l * unsigned(bytes) : 0);
        }
        inst.imm = std::int64_t(nextRandom(state) % 64) * bytes - 32 * bytes;
        for (std::uint32_t l = 0; l < kLanes; ++l)
            row64(*w, kAddressRow)[l] = a[l] - static_cast<std::uint64_t>(inst.imm);
        const AccessPattern pattern = patternOf(*w, &inst, info);
        QVERIFY(pattern.known);
        QCOMPARE(pattern.sectors(), sectorsByLane(a, unsigned(bytes)));
        QCOMPARE(pattern.distinctBytes(), bytesByLane(a, unsigned(bytes)));
        QCOMPARE(pattern.bankConflicts(), conflictsByLane(a, unsigned(bytes)));
    }
}

void TestAccessPattern::indexedAddresses() {
    WarpWithRows w;
    Inst inst;
    inst.a = kAddressRow;
    inst.b = kIndexRow;
    inst.aux = 1; // signed
    InstInfo info;
    info.accessBytes = 4;
    info.indexed = true;
    std::fill_n(row64(*w, kAddressRow), kLanes, std::uint64_t{1} << 20);
    for (std::uint32_t l = 0; l < kLanes; ++l)
        row32(*w, kIndexRow)[l] = l - 20;
    AccessPattern pattern = patternOf(*w, &inst, info);
    QVERIFY(pattern.known);
    QCOMPARE(pattern.halves[0].first, (std::uint64_t{1} << 20) - 80);
    QCOMPARE(pattern.sectors(), std::uint64_t(5));
    QCOMPARE(pattern.distinctBytes(), std::uint64_t(128));
    // From the largest index to the smallest.
    for (std::uint32_t l = 0; l < kLanes; ++l)
        row32(*w, kIndexRow)[l] = 0x7ffffff8u + l;
    QVERIFY(!patternOf(*w, &inst, info).known);
    inst.aux = 0;
    QVERIFY(patternOf(*w, &inst, info).known);
}

void TestAccessPattern::lanesOfAPartOfTheWarp_data() {
    QTest::addColumn<bool>("indexed");
    QTest::newRow("addresses") << false;
    QTest::newRow("indices") << true;
}

void TestAccessPattern::lanesOfAPartOfTheWarp() {
    QFETCH(bool, indexed);
    WarpWithRows w;
    Inst inst;
    inst.a = kAddressRow;
    inst.b = kIndexRow;
    InstInfo info;
    info.accessBytes = 4;
    info.indexed = indexed;
    std::uint32_t state = 7;
    const auto setLane = [&](std::uint32_t lane, std::uint32_t value) {
        row32(*w, kIndexRow)[lane] = value;
        row64(*w, kAddressRow)[lane] = indexed ? 4096 : std::uint64_t{value} * 4;
    };
    for (std::uint32_t first = 0; first < kLanes; ++first) {
        for (std::uint32_t count = 1; count <= kLanes - first; ++count) {
            const std::uint32_t mask = kFullMask >> (kLanes - count) << first;
            const std::uint32_t start = 1000 + nextRandom(state) % 1000;
            for (std::uint32_t l = 0; l < kLanes; ++l)
                setLane(l, mask >> l & 1 ? start + l - first : nextRandom(state));
            setMask(*w, mask);
            const RowPattern row = rowPatternOf(*w, &inst, info);
            QCOMPARE(row.partLanes, count < kLanes ? count : 0);
            QCOMPARE(row.first[0], indexed ? std::uint64_t{start} : std::uint64_t{start} * 4);
            if (count < 3)
                continue;
            // A lane elsewhere, then a gap.
            const std::uint32_t lane = first + 1 + nextRandom(state) % (count - 2);
            setLane(lane, 1);
            QCOMPARE(rowPatternOf(*w, &inst, info).partLanes, 0u);
            setLane(lane, start + lane - first);
            setMask(*w, mask & ~(1u << lane));
            QCOMPARE(rowPatternOf(*w, &inst, info).partLanes, 0u);
        }
    }
}

void TestAccessPattern::whatHasNoPattern() {
    WarpWithRows w;
    Inst inst;
    inst.a = kAddressRow;
    InstInfo info;
    info.accessBytes = 4;
    for (std::uint32_t l = 0; l < kLanes; ++l)
        row64(*w, kAddressRow)[l] = 1024 + 8 * l;
    QVERIFY(!patternOf(*w, &inst, info).known);
    for (std::uint32_t l = 0; l < kLanes; ++l)
        row64(*w, kAddressRow)[l] = 1024 + 4 * l;
    QVERIFY(patternOf(*w, &inst, info).known);
    setMask(*w, 0x7fffffff);
    QVERIFY(!patternOf(*w, &inst, info).known);
}

WARPBENCH_TEST(TestAccessPattern)
} // namespace tst_access_pattern

#include "tst_access_pattern.moc"
