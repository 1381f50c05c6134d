// SPDX-License-Identifier: GPL-3.0-or-later
// Choosing addresses for a block whose memory is mapped chunk by chunk, compared with a model that
// marks every unit and tries every start.
#include "core/cuda/context_state.h"
#include "core/memory/chunk_window.h"
#include "core/memory/range_map.h"
#include "core/memory/size_class.h"
#include "tests/main.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <vector>

namespace tst_chunk_window {

using namespace warpbench;
using namespace warpbench::memory;

namespace {

constexpr std::size_t kUnit = kBlockAlignment;
constexpr std::size_t kUnits = 12; ///< of a chunk, which need be no power of two
constexpr std::size_t kChunk = kUnits * kUnit;
constexpr std::size_t kPlaces = 24;
constexpr CUdeviceptr kAt = 0x10000 + kUnit; // no multiple of a chunk

CUdeviceptr placeAt(std::size_t index) {
    return kAt + index * kChunk;
}

/// All address units, and the cost of mapping memory at each of them.
class Model {
  public:
    enum class Unit : char { away, free, used };

    Model()
        : m_units(kPlaces * kUnits, Unit::away)
        , m_costs(kPlaces, 1) {}

    std::vector<unsigned>& costs() { return m_costs; }
    unsigned costOf(CUdeviceptr place) const { return m_costs[(place - kAt) / kChunk]; }
    bool all(CUdeviceptr at, std::size_t bytes, Unit what) const {
        const auto first = m_units.begin() + std::ptrdiff_t((at - kAt) / kUnit);
        return std::all_of(first, first + std::ptrdiff_t(bytes / kUnit),
                           [what](Unit unit) { return unit == what; });
    }
    void set(CUdeviceptr at, std::size_t bytes, Unit what) {
        std::fill_n(m_units.begin() + std::ptrdiff_t((at - kAt) / kUnit), bytes / kUnit, what);
    }
    /// Bytes of the free range around a unit.
    std::size_t rangeAround(CUdeviceptr at) const {
        std::size_t begin = (at - kAt) / kUnit;
        std::size_t end = begin;
        while (begin > 0 && m_units[begin - 1] == Unit::free)
            --begin;
        while (end < m_units.size() && m_units[end] == Unit::free)
            ++end;
        return (end - begin) * kUnit;
    }
    std::vector<CUdeviceptr> places(Unit what) const {
        std::vector<CUdeviceptr> places;
        for (std::size_t i = 0; i < kPlaces; ++i) {
            if (all(placeAt(i), kChunk, what))
                places.push_back(placeAt(i));
        }
        return places;
    }

    /// Of filling a window; nothing where that does not go.
    std::optional<unsigned> costOf(CUdeviceptr at, std::size_t bytes) const {
        if (at + bytes > placeAt(kPlaces))
            return std::nullopt;
        unsigned cost = 0;
        for (CUdeviceptr unit = at; unit < at + bytes; unit += kUnit) {
            if (all(unit, kUnit, Unit::used))
                return std::nullopt;
            const CUdeviceptr place = kAt + (unit - kAt) / kChunk * kChunk;
            if (all(unit, kUnit, Unit::free) || (unit > at && unit != place))
                continue;
            if (costOf(place) == 0)
                return std::nullopt;
            cost += costOf(place);
        }
        return cost;
    }
    /// Of all windows but those that the search need not look at, which lie within addresses
    /// without memory and neither begin nor end where these do.
    std::optional<unsigned> lowestCost(std::size_t bytes) const {
        std::optional<unsigned> lowest;
        for (CUdeviceptr at = kAt; at < placeAt(kPlaces); at += kUnit) {
            const std::optional<unsigned> cost = costOf(at, bytes);
            if (cost && !isInside(at, bytes))
                lowest = std::min(lowest.value_or(*cost), *cost);
        }
        return lowest;
    }

  private:
    bool isInside(CUdeviceptr at, std::size_t bytes) const {
        const std::size_t places = (bytes + kChunk - 1) / kChunk;
        const CUdeviceptr begin = kAt + (at - kAt) / kChunk * kChunk;
        const CUdeviceptr end = begin + places * kChunk;
        return begin > kAt && end < placeAt(kPlaces) &&
               all(begin - kUnit, (places * kChunk) + 2 * kUnit, Unit::away);
    }

    std::vector<Unit> m_units;
    std::vector<unsigned> m_costs;
};

/// A map with a space, and the model of it, that change at random alike.
class Space {
  public:
    explicit Space(unsigned seed)
        : m_random(seed)
        , m_slab(m_map.addSpace(kAt, kPlaces * kChunk)) {}
    ~Space() {
        for (Range* range : m_live)
            m_map.giveBack(*range);
    }
    Space(const Space&) = delete;
    Space& operator=(const Space&) = delete;

    const Slab& slab() const { return m_slab; }
    Model& model() { return m_model; }
    std::size_t below(std::size_t end) { return m_random() % end; }
    std::size_t someBytes(std::size_t chunks) { return kUnit * (1 + below(chunks * kUnits)); }
    void mergeAll() { m_map.mergeAll(); }

    /// \returns whether the map did something that the model allows
    bool change() {
        switch (below(5)) {
        case 0:
            return putChunk();
        case 1:
            return takeChunk();
        case 2:
        case 3:
            return takeRange();
        default:
            if (m_live.empty())
                return true;
            std::swap(m_live[below(m_live.size())], m_live.back());
            m_model.set(m_live.back()->at, m_live.back()->bytes, Model::Unit::free);
            m_map.giveBack(*m_live.back());
            m_live.pop_back();
            return true;
        }
    }

  private:
    bool putChunk() {
        const std::vector<CUdeviceptr> places = m_model.places(Model::Unit::away);
        if (places.size() < kPlaces / 3)
            return true; // else it would soon be full
        const CUdeviceptr place = places[below(places.size())];
        m_map.settle(m_slab, place, kChunk, {{m_stream, nullptr, 0}});
        m_model.set(place, kChunk, Model::Unit::free);
        return true;
    }
    bool takeChunk() {
        const std::vector<CUdeviceptr> places = m_model.places(Model::Unit::free);
        if (places.empty())
            return true;
        m_map.mergeAll();
        const CUdeviceptr place = places[below(places.size())];
        m_model.set(place, kChunk, Model::Unit::away);
        return m_map.carve(m_slab, place, kChunk).size() == 1;
    }
    bool takeRange() {
        Range* range = m_map.take(blockSize(someBytes(4)), *m_stream);
        if (!range)
            return true;
        m_live.push_back(range);
        const bool wasFree = m_model.all(range->at, range->bytes, Model::Unit::free);
        m_model.set(range->at, range->bytes, Model::Unit::used);
        return wasFree;
    }

    std::mt19937 m_random;
    RangeMap m_map;
    Model m_model;
    Slab& m_slab;
    std::vector<Range*> m_live;
    std::shared_ptr<cuda::StreamBox> m_stream =
        std::make_shared<cuda::StreamBox>(nullptr, 1, nullptr, "");
};

} // namespace

class TestChunkWindow : public QObject {
    Q_OBJECT

  private slots:
    void random_data() {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 1; seed <= 20; ++seed)
            QTest::addRow("seed %u", seed) << seed;
    }
    void random() {
        QFETCH(unsigned, seed);
        Space space(seed);
        Model& model = space.model();
        int found = 0;
        int none = 0;
        for (int step = 0; step < 1500; ++step) {
            QVERIFY(space.change());
            if (step % 4 != 0)
                continue;
            space.mergeAll();
            for (unsigned& cost : model.costs())
                cost = std::vector<unsigned>{0, 2, 2, 3}[space.below(4)];
            const std::size_t bytes = space.someBytes(9);
            const auto window =
                cheapestWindow(space.slab(), bytes, kChunk,
                               [&model](CUdeviceptr place) { return model.costOf(place); });
            const std::optional<unsigned> lowest = model.lowestCost(bytes);
            QCOMPARE(window.has_value(), lowest.has_value());
            if (!window) {
                ++none;
                continue;
            }
            ++found;
            QCOMPARE(model.costOf(window->at, bytes), lowest);
            checkMissing(model, *window, bytes);
            checkMovable(space, window->at, bytes);
            if (QTest::currentTestFailed())
                return;
        }
        QVERIFY(found > 30);
        QVERIFY(none > 30);
    }

    // Nine units free at the end of the first place, three at the begin of the third.
    void theSmallerRestIsChosen() {
        const auto stream = std::make_shared<cuda::StreamBox>(nullptr, 1, nullptr, "");
        RangeMap map;
        Slab& space = map.addSpace(kAt, 4 * kChunk);
        map.settle(space, placeAt(0), kChunk, {});
        map.settle(space, placeAt(2), 2 * kChunk, {});
        map.take(3 * kUnit, *stream);
        const auto one = [](CUdeviceptr) { return 1u; };
        // By one more chunk either of them is large enough; behind the first nothing is left.
        const auto window = cheapestWindow(space, 45 * kUnit, kChunk, one);
        QVERIFY(window);
        QCOMPARE(window->at, placeAt(0) + 3 * kUnit);
        QCOMPARE(window->missing, std::vector<CUdeviceptr>{placeAt(1)});
        // Free addresses cost nothing.
        QVERIFY(cheapestWindow(space, 9 * kUnit, kChunk, one)->missing.empty());
        QVERIFY(!cheapestWindow(space, 46 * kUnit, kChunk, one));
    }

  private:
    /// The ranges to fill are exactly those of the window without memory.
    static void checkMissing(const Model& model, const ChunkWindow& window, std::size_t bytes) {
        std::vector<CUdeviceptr> missing;
        for (const CUdeviceptr place : model.places(Model::Unit::away)) {
            if (place + kChunk > window.at && place < window.at + bytes)
                missing.push_back(place);
        }
        QCOMPARE(window.missing, missing);
    }
    /// Movable chunks: all free ones outside the window, smallest ranges first.
    static void checkMovable(Space& space, CUdeviceptr at, std::size_t bytes) {
        std::vector<CUdeviceptr> outside;
        for (const CUdeviceptr place : space.model().places(Model::Unit::free)) {
            if (place + kChunk <= at || place >= at + bytes)
                outside.push_back(place);
        }
        const std::size_t count = space.below(6);
        std::vector<CUdeviceptr> chosen = movableChunks(space.slab(), kChunk, count, at, bytes);
        QCOMPARE(chosen.size(), std::min(count, outside.size()));
        const auto smaller = [&space](CUdeviceptr a, CUdeviceptr b) {
            return space.model().rangeAround(a) < space.model().rangeAround(b);
        };
        std::stable_sort(outside.begin(), outside.end(), smaller);
        for (std::size_t i = 0; i < chosen.size(); ++i)
            QCOMPARE(chosen[i], outside[i]);
    }
};

WARPBENCH_TEST(TestChunkWindow)
} // namespace tst_chunk_window

#include "tst_chunk_window.moc"
