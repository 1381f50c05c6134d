// SPDX-License-Identifier: GPL-3.0-or-later
// Used ranges of slabs, compared with a model that marks every unit of memory: random allocations
// by several streams never overlap, and freeing them restores a single range.
#include "core/cuda/context_state.h"
#include "core/memory/range_map.h"
#include "core/memory/size_class.h"
#include "tests/main.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <random>
#include <vector>

namespace tst_range_map {

using namespace warpbench;
using namespace warpbench::memory;

namespace {

constexpr std::size_t kSlab = std::size_t(1) << 20;

std::shared_ptr<cuda::StreamBox> streamOf(std::uint64_t handle) {
    return std::make_shared<cuda::StreamBox>(nullptr, handle, nullptr, "");
}

/// A byte for each 256 of memory: whether they are in use.
class Model {
  public:
    void add(CUdeviceptr at, std::size_t bytes) { m_used[at].resize(bytes / kBlockAlignment); }
    /// False if a part has the wrong state or is not mapped.
    bool set(CUdeviceptr at, std::size_t bytes, bool used) {
        auto slab = m_used.upper_bound(at);
        if (slab == m_used.begin())
            return false;
        --slab;
        const std::size_t first = (at - slab->first) / kBlockAlignment;
        const std::size_t count = bytes / kBlockAlignment;
        if (first + count > slab->second.size())
            return false;
        const auto begin = slab->second.begin() + std::ptrdiff_t(first);
        const bool right =
            std::all_of(begin, begin + std::ptrdiff_t(count), [&](char is) { return is != used; });
        std::fill_n(begin, count, used);
        return right;
    }
    RangeMap::Held held() const {
        RangeMap::Held held;
        for (const auto& [at, units] : m_used) {
            std::size_t run = 0;
            for (const char used : units) {
                held.ranges += !used && run == 0 ? 1 : 0;
                run = used ? 0 : run + kBlockAlignment;
                held.largest = std::max(held.largest, run);
            }
        }
        return held;
    }

  private:
    std::map<CUdeviceptr, std::vector<char>> m_used;
};

} // namespace

class TestRangeMap : public QObject {
    Q_OBJECT

  private slots:
    void random_data() {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 1; seed <= 20; ++seed)
            QTest::addRow("seed %u", seed) << seed;
    }
    void random() {
        QFETCH(unsigned, seed);
        std::mt19937 random(seed);
        const std::vector streams{streamOf(1), streamOf(2), streamOf(3)};
        RangeMap map;
        Model model;
        std::vector<Range*> live;
        std::size_t slabs = 0;
        for (int step = 0; step < 3000; ++step) {
            const cuda::StreamBox& stream = *streams[random() % streams.size()];
            if (live.empty() || random() % 2 == 0) {
                const std::size_t bytes = blockSize(random() % (kSlab >> random() % 8));
                Range* range = map.take(bytes, stream);
                if (!range) {
                    // This really means full: all free ranges are merged.
                    QVERIFY(model.held().largest < bytes);
                    // Slabs that touch are not one all the same.
                    const CUdeviceptr at = (1 + slabs++) * kSlab;
                    map.add(at, kSlab);
                    model.add(at, kSlab);
                    range = map.take(bytes, stream);
                }
                QVERIFY(range);
                QCOMPARE(range->bytes, bytes);
                QVERIFY(model.set(range->at, bytes, true));
                range->uses = {{streams[random() % streams.size()], nullptr, 0}};
                live.push_back(range);
            } else {
                std::swap(live[random() % live.size()], live.back());
                QVERIFY(model.set(live.back()->at, live.back()->bytes, false));
                map.giveBack(*live.back());
                live.pop_back();
            }
            if (step % 20 == 0) {
                QCOMPARE(map.held().ranges, model.held().ranges);
                QCOMPARE(map.held().largest, model.held().largest);
            }
        }
        for (Range* range : live)
            map.giveBack(*range);
        QCOMPARE(map.held().ranges, slabs);
        QCOMPARE(map.held().largest, kSlab);
        // Whole slabs can be allocated and freed.
        for (std::size_t i = 0; i < slabs; ++i) {
            Range* whole = map.take(kSlab, *streams[0]);
            QVERIFY(whole);
            if (i % 2 == 0) // the others are freed in address order
                map.giveBack(*whole);
            else
                map.remove(*map.largestUnused());
        }
        QCOMPARE(map.slabs().size(), slabs - slabs / 2);
    }

    void theSmallestThatFitsIsSplit() {
        const auto stream = streamOf(1);
        RangeMap map;
        map.add(0x100000, 4096);
        map.add(0x200000, 2048);
        QCOMPARE(map.take(1024, *stream)->at, CUdeviceptr(0x200000));
        QCOMPARE(map.take(1024, *stream)->at, CUdeviceptr(0x200400));
        QCOMPARE(map.take(1024, *stream)->at, CUdeviceptr(0x100000));
        QCOMPARE(map.take(4096, *stream), static_cast<Range*>(nullptr));
    }

    void ownStreamComesFirst() {
        const auto a = streamOf(1);
        const auto b = streamOf(2);
        RangeMap map;
        map.add(0x100000, 1024);
        Range* ofA = map.take(512, *a);
        Range* ofB = map.take(512, *b);
        ofA->uses = {{a, nullptr, 0}};
        ofB->uses = {{b, nullptr, 0}};
        map.giveBack(*ofA);
        map.giveBack(*ofB);
        QCOMPARE(map.take(512, *a), ofA);
    }

    void mergedRangesKeepBothUses() {
        const auto a = streamOf(1);
        const auto b = streamOf(2);
        RangeMap map;
        map.add(0x100000, 1024);
        Range* first = map.take(512, *a);
        Range* second = map.take(512, *b);
        const auto earlier = std::make_shared<cuda::Event>();
        const auto later = std::make_shared<cuda::Event>();
        first->uses = {{a, earlier, 1}};
        second->uses = {{b, nullptr, 0}, {a, later, 2}};
        map.giveBack(*first);
        map.giveBack(*second);
        Range* whole = map.take(1024, *a);
        QCOMPARE(whole->uses.size(), std::size_t(2));
        for (const StreamUse& use : whole->uses)
            QCOMPARE(use.done, use.stream == a ? later : nullptr);
    }
};

WARPBENCH_TEST(TestRangeMap)
} // namespace tst_range_map

#include "tst_range_map.moc"
