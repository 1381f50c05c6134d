// SPDX-License-Identifier: GPL-3.0-or-later
// Scans of whole buffers: summaries with histograms, searches for values, and rows as curves.
// Compares each with the simplest equivalent loop.
#include "core/arrays/distinct.h"
#include "core/arrays/element.h"
#include "core/arrays/envelope.h"
#include "core/arrays/search.h"
#include "core/arrays/summary.h"
#include "core/base/cancellation.h"
#include "core/base/error.h"
#include "tests/main.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace tst_summary {

using namespace warpbench;
using namespace warpbench::arrays;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
constexpr std::uint64_t kMostUnsigned = std::numeric_limits<std::uint64_t>::max();

const Scalar kScalars[] = {
    Scalar::boolean,   Scalar::int8,        Scalar::int16,       Scalar::int32,   Scalar::int64,
    Scalar::uint8,     Scalar::uint16,      Scalar::uint32,      Scalar::uint64,  Scalar::float16,
    Scalar::bfloat16,  Scalar::float8_e4m3, Scalar::float8_e5m2, Scalar::float32, Scalar::float64,
    Scalar::complex64, Scalar::complex128};

/// Values of a type from numbers, rounded as the type does.
HostArray arrayOf(const DType& dtype, const std::vector<double>& values) {
    HostArray array(dtype, {std::int64_t(values.size()) / dtype.lanes()});
    writeDoubles(dtype.scalar(), array.bytes().data(), values);
    return array;
}

template <class Value>
HostArray exactly(Scalar scalar, const std::vector<Value>& values) {
    HostArray array(scalar, {std::int64_t(values.size())});
    std::copy(values.begin(), values.end(), array.as<Value>().begin());
    return array;
}

HostArray partOf(const HostArray& array, std::int64_t first, std::int64_t count) {
    return {array.dtype(), {count}, array.block(), std::size_t(first) * array.dtype().size()};
}

/// Any bits, so that every kind of value of the type is among them.
HostArray anyBits(const DType& dtype, std::int64_t count, std::uint32_t seed) {
    HostArray array(dtype, {count});
    std::mt19937 random(seed);
    for (std::byte& byte : array.bytes())
        byte = std::byte(dtype.scalar() == Scalar::boolean ? random() & 1 : random() & 255);
    return array;
}

project::Integer integerAt(const HostArray& array, std::int64_t component) {
    const std::int64_t bits = ElementReader(array).asInt64(component);
    return array.dtype().scalar() == Scalar::uint64 ? project::Integer(std::uint64_t(bits))
                                                    : project::Integer(bits);
}

double valueAt(const HostArray& array, std::int64_t component) {
    const ElementReader reader(array);
    return isComplex(reader.scalar()) ? magnitudeOf(reader.asComplex(component))
                                      : reader.asDouble(component);
}

int compareAt(const HostArray& array, std::int64_t component, const project::Number& number) {
    if (isInteger(array.dtype().scalar()))
        return project::compare(integerAt(array, component), *project::asInteger(number));
    const double value = valueAt(array, component);
    return value < std::get<double>(number) ? -1 : value > std::get<double>(number) ? 1 : 0;
}

Bins binsOf(const HostArray& array, int most) {
    const Summary summary = summaryOf(array);
    return summary.min ? Bins(array.dtype().scalar(), summary.min->value, summary.max->value, most)
                       : Bins();
}

bool isNear(double a, double b) {
    return a == b || std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

} // namespace

class TestSummary : public QObject {
    Q_OBJECT

    static void addScalars() {
        QTest::addColumn<int>("index");
        for (int i = 0; i < int(std::size(kScalars)); ++i)
            QTest::newRow(std::string(nameOf(kScalars[i])).c_str()) << i;
    }
    static void compare(const Summary& a, const Summary& b) {
        QCOMPARE(a.components, b.components);
        QCOMPARE(a.nan, b.nan);
        QCOMPARE(a.inf, b.inf);
        QCOMPARE(a.zeros, b.zeros);
        QVERIFY(a.min == b.min);
        QVERIFY(a.max == b.max);
        QVERIFY2(isNear(a.mean, b.mean), qPrintable(QString::number(a.mean - b.mean)));
        QVERIFY(isNear(a.squares, b.squares) || (std::isnan(a.squares) && std::isnan(b.squares)));
        QVERIFY(a.bins == b.bins);
        QVERIFY(a.counts == b.counts);
    }
    static std::vector<std::int64_t> found(const HostArray& array, const Condition& condition,
                                           bool forward) {
        std::vector<std::int64_t> places;
        const std::int64_t all = array.elements() * array.dtype().lanes();
        std::int64_t begin = 0;
        std::int64_t end = all;
        while (const auto place = findComponent(array, condition, begin, end, forward)) {
            places.push_back(*place);
            forward ? begin = *place + 1 : end = *place;
        }
        return places;
    }

  private slots:
    void everyTypeHasASummary_data() { addScalars(); }
    void everyTypeHasASummary() {
        QFETCH(int, index);
        const Scalar scalar = kScalars[index];
        const bool isBool = scalar == Scalar::boolean;
        // All of these are exact in every type.
        const HostArray array = arrayOf(scalar, isBool ? std::vector<double>{1, 0, 1, 0, 0, 1}
                                                       : std::vector<double>{3, 0, 7, 0, 1, 7});
        const Summary summary = summaryOf(array, binsOf(array, 4));
        QCOMPARE(summary.components, std::int64_t(6));
        QCOMPARE(summary.finite(), std::int64_t(6));
        QCOMPARE(summary.zeros, std::int64_t(isBool ? 3 : 2));
        QCOMPARE(project::toDouble(summary.min->value), 0.0);
        QCOMPARE(summary.min->component, std::int64_t(1));
        QCOMPARE(project::toDouble(summary.max->value), isBool ? 1.0 : 7.0);
        QCOMPARE(summary.max->component, std::int64_t(isBool ? 0 : 2));
        QCOMPARE(summary.mean, isBool ? 0.5 : 3.0);
        QVERIFY(isNear(*summary.deviation(), isBool ? 0.5 : 3.0));
        const std::vector<std::int64_t> few{3, 3}, more{3, 1, 0, 2};
        QVERIFY(summary.counts == (isBool ? few : more));
        QCOMPARE(project::isInteger(summary.max->value), isInteger(scalar));
    }

    /// Wherever a buffer is cut, its parts together are like the whole, histogram included.
    void partsAreLikeTheWhole_data() { addScalars(); }
    void partsAreLikeTheWhole() {
        QFETCH(int, index);
        for (const int lanes : {1, 3}) {
            const DType dtype =
                lanes == 1 ? DType(kScalars[index]) : DType::vector(kScalars[index], lanes);
            const std::int64_t count = 3000;
            const HostArray array = anyBits(dtype, count, 7);
            const Bins bins = binsOf(array, 10);
            const Summary whole = summaryOf(array, bins);
            std::mt19937 random(11);
            for (int time = 0; time < 20; ++time) {
                const auto a = std::int64_t(random() % (count + 1));
                const auto b = std::int64_t(random() % std::uint32_t(count - a + 1)) + a;
                const Summary first = summaryOf(partOf(array, 0, a), bins);
                const Summary second = summaryOf(partOf(array, a, b - a), bins);
                const Summary third = summaryOf(partOf(array, b, count - b), bins);
                compare(joined(joined(first, second), third), whole);
                compare(joined(first, joined(second, third)), whole);
            }
        }
    }

    /// As a plain loop counts, on an array that several threads share.
    void summariesAreRight_data() { addScalars(); }
    void summariesAreRight() {
        QFETCH(int, index);
        const HostArray array = anyBits(kScalars[index], 600'001, 3);
        const Bins bins = binsOf(array, 50);
        const Summary summary = summaryOf(array, bins);
        std::int64_t nan = 0, inf = 0, zeros = 0, low = -1, high = -1;
        long double sum = 0;
        for (std::int64_t i = 0; i < array.elements(); ++i) {
            const double value = valueAt(array, i);
            nan += std::isnan(value);
            inf += std::isinf(value);
            if (!std::isfinite(value))
                continue;
            zeros += value == 0;
            sum += value / 600'001.0L;
            QVERIFY(compareAt(array, i, summary.min->value) >= 0);
            QVERIFY(compareAt(array, i, summary.max->value) <= 0);
            if (low < 0 && compareAt(array, i, summary.min->value) == 0)
                low = i;
            if (high < 0 && compareAt(array, i, summary.max->value) == 0)
                high = i;
        }
        QCOMPARE(summary.nan, nan);
        QCOMPARE(summary.inf, inf);
        QCOMPARE(summary.zeros, zeros);
        QCOMPARE(summary.min->component, low);
        QCOMPARE(summary.max->component, high);
        const double mean = double(sum * 600'001.0L / summary.finite());
        const double range = std::max(std::abs(project::toDouble(summary.min->value)),
                                      std::abs(project::toDouble(summary.max->value)));
        QVERIFY(std::abs(summary.mean - mean) <= 1e-9 * range);
        QCOMPARE(std::accumulate(summary.counts.begin(), summary.counts.end(), std::int64_t(0)),
                 summary.finite());
    }

    void deviationIsOfAllFiniteValues() {
        const Summary summary =
            summaryOf(arrayOf(Scalar::float64, {2, 4, kInf, 4, 4, 5, std::nan(""), 5, 7, 9}));
        QCOMPARE(summary.mean, 5.0);
        QCOMPARE(*summary.deviation(), 2.0);
        QVERIFY(!summaryOf(HostArray(Scalar::float32, {0})).deviation());
        QVERIFY(!summaryOf(arrayOf(Scalar::float64, {1e300, -1e300})).deviation());
    }

    void complexNumbersCountByMagnitude() {
        HostArray array(Scalar::complex64, {5});
        const float inf = std::numeric_limits<float>::infinity();
        const float parts[] = {3, 4, 0, 0, inf, std::nanf(""), -inf, 1, 0, -12};
        std::copy(std::begin(parts), std::end(parts), array.as<float>().begin());
        const Summary summary = summaryOf(array);
        QCOMPARE(summary.nan, std::int64_t(1));
        QCOMPARE(summary.inf, std::int64_t(1));
        QCOMPARE(summary.zeros, std::int64_t(1));
        QCOMPARE(project::toDouble(summary.max->value), 12.0);
        QCOMPARE(summary.max->component, std::int64_t(4));
        QCOMPARE(summary.mean, 17.0 / 3);
    }

    /// As a set of all values counts them, whether they arrive at once or in parts.
    void distinctValuesAreCounted_data() { addScalars(); }
    void distinctValuesAreCounted() {
        QFETCH(int, index);
        const HostArray array = anyBits(kScalars[index], 3000, 13);
        std::set<double> values; // int64 and uint64 have no two that are equal as double here
        bool nan = false;
        for (std::int64_t i = 0; i < array.elements(); ++i) {
            const double value = valueAt(array, i);
            nan = nan || std::isnan(value);
            if (!std::isnan(value))
                values.insert(value);
        }
        const auto all = std::int64_t(values.size()) + (nan ? 1 : 0);
        DistinctValues whole;
        whole.add(array);
        QCOMPARE(whole.count(), all);
        DistinctValues parts;
        parts.add(partOf(array, 0, 1000));
        parts.add(partOf(array, 700, 2300));
        QCOMPARE(parts.count(), all);
    }

    void zerosAndNansAreOneValueEach() {
        DistinctValues distinct;
        QCOMPARE(distinct.count(), std::int64_t(0));
        distinct.add(arrayOf(Scalar::float32, {0, -0.0, std::nan(""), -std::nan(""), kInf, -kInf}));
        QCOMPARE(distinct.count(), std::int64_t(4));
        DistinctValues lanes;
        lanes.add(arrayOf(DType::vector(Scalar::float32, 2), {1, 2, 2, 1, 3, 1}));
        QCOMPARE(lanes.count(), std::int64_t(3));
    }

    /// Exact up to the limit, on an array that several threads share.
    void distinctValuesHaveALimit() {
        const auto rising = [](std::int64_t values) {
            HostArray array(Scalar::int32, {4 * values});
            for (std::int64_t i = 0; i < array.elements(); ++i)
                array.as<std::int32_t>()[std::size_t(i)] = std::int32_t(i % values) - 7;
            return array;
        };
        DistinctValues most;
        most.add(rising(DistinctValues::kMost));
        QCOMPARE(most.count(), DistinctValues::kMost);
        most.add(exactly<std::int32_t>(Scalar::int32, {5}));
        QCOMPARE(most.count(), DistinctValues::kMost);
        most.add(exactly<std::int32_t>(Scalar::int32, {-8}));
        QCOMPARE(most.count(), DistinctValues::kMost + 1);
        DistinctValues more;
        more.add(rising(4 * DistinctValues::kMost));
        QCOMPARE(more.count(), DistinctValues::kMost + 1);
    }

    void structsAreRefused() {
        const DType dtype =
            DType::structure("S", {{"x", std::make_shared<const DType>(Scalar::float32), 0, 1}});
        const HostArray array(dtype, {4});
        QVERIFY_THROWS_EXCEPTION(Error, summaryOf(array));
        QVERIFY_THROWS_EXCEPTION(Error, findComponent(array, IsNan{}, 0, 4, true));
        QVERIFY_THROWS_EXCEPTION(Error, EnvelopeMaker(dtype, {0, 1, 4}, 2));
    }

    /// A bin contains the values between its ends, and every integer of a type has a bin.
    void binsOfIntegersAreExact() {
        const Bins bytes(Scalar::uint8, std::int64_t(0), std::int64_t(255), 256);
        QCOMPARE(bytes.count(), 256);
        QVERIFY(bytes.start(17) == project::Number(std::int64_t(17)));
        QVERIFY(bytes.end(17) == project::Number(std::int64_t(17)));
        const Bins few(Scalar::int32, std::int64_t(-1), std::int64_t(8), 4);
        QCOMPARE(few.count(), 4); // of 3 integers each, of which the last ends beyond 8
        QVERIFY(few.start(1) == project::Number(std::int64_t(2)));
        QVERIFY(few.end(1) == project::Number(std::int64_t(4)));
        QCOMPARE(few.ofInteger(-2), -1);
        QCOMPARE(few.ofInteger(8), 3);
        const Bins all(Scalar::int64, kLeast, kMost, 3);
        QCOMPARE(all.count(), 3);
        QCOMPARE(all.ofInteger(kLeast), 0);
        QCOMPARE(all.ofInteger(0), 1);
        QCOMPARE(all.ofInteger(kMost), 2);
        QVERIFY(all.start(0) == project::Number(kLeast));
        QVERIFY(all.end(2) == project::Number(kMost));
        const Bins large(Scalar::uint64, std::int64_t(0), kMostUnsigned, 2);
        QCOMPARE(large.count(), 2);
        QVERIFY(large.end(1) == project::Number(kMostUnsigned));
        const HostArray array =
            exactly<std::uint64_t>(Scalar::uint64, {kMostUnsigned, kMostUnsigned - 1, 0});
        const Summary summary = summaryOf(array, binsOf(array, 2));
        QVERIFY(summary.max->value == project::Number(kMostUnsigned));
        QVERIFY(summary.counts == std::vector<std::int64_t>({1, 2}));
    }

    void binsOfRealsCoverTheirRange() {
        const Bins wide(Scalar::float64, -1e308, 1e308, 4);
        QCOMPARE(wide.of(-1e308), 0);
        QCOMPARE(wide.of(1e307), 2);
        QCOMPARE(wide.of(1e308), 3);
        QCOMPARE(wide.of(std::nan("")), -1);
        const Bins one(Scalar::float32, 2.0, 2.0, 10);
        QCOMPARE(one.count(), 1);
        QCOMPARE(one.of(2), 0);
        QCOMPARE(one.of(3), -1);
        QCOMPARE(project::toDouble(wide.start(0)), -1e308);
        QCOMPARE(project::toDouble(wide.end(3)), 1e308);
    }

    void aSummaryCanBeStopped() {
        std::stop_source stop;
        stop.request_stop();
        const project::CancellationScope scope(stop.get_token());
        const HostArray array(Scalar::int8, {1 << 20});
        QVERIFY_THROWS_EXCEPTION(Error, summaryOf(array));
    }

    /// As a plain loop finds them, in both directions, from any place.
    void searchesFindAll_data() { addScalars(); }
    void searchesFindAll() {
        QFETCH(int, index);
        const Scalar scalar = kScalars[index];
        const HostArray array = anyBits(scalar, 5000, 5);
        const Bins bins = binsOf(array, 20);
        const auto all = [&](const auto& meets) {
            std::vector<std::int64_t> places;
            for (std::int64_t i = 0; i < array.elements(); ++i) {
                if (meets(i))
                    places.push_back(i);
            }
            return places;
        };
        const project::Number pivot =
            isInteger(scalar) ? project::toNumber(integerAt(array, 1234)) : project::Number([&] {
                for (std::int64_t i = 1234;; ++i) {
                    if (std::isfinite(valueAt(array, i)))
                        return valueAt(array, i);
                }
            }());
        const auto isOrdered = [&](std::int64_t i) { return !std::isnan(valueAt(array, i)); };
        using Relation = Compared::Relation;
        const std::pair<Condition, std::vector<std::int64_t>> cases[] = {
            {IsNan{}, all([&](auto i) { return std::isnan(valueAt(array, i)); })},
            {IsInfinite{}, all([&](auto i) { return std::isinf(valueAt(array, i)); })},
            {IsInfinite{-1}, all([&](auto i) { return valueAt(array, i) == -kInf; })},
            {Compared{Relation::equal, pivot},
             all([&](auto i) { return isOrdered(i) && compareAt(array, i, pivot) == 0; })},
            {Compared{Relation::not_equal, pivot},
             all([&](auto i) { return !isOrdered(i) || compareAt(array, i, pivot) != 0; })},
            {Compared{Relation::less, pivot},
             all([&](auto i) { return isOrdered(i) && compareAt(array, i, pivot) < 0; })},
            {Compared{Relation::less_equal, pivot},
             all([&](auto i) { return isOrdered(i) && compareAt(array, i, pivot) <= 0; })},
            {Compared{Relation::greater, pivot},
             all([&](auto i) { return isOrdered(i) && compareAt(array, i, pivot) > 0; })},
            {Compared{Relation::greater_equal, pivot},
             all([&](auto i) { return isOrdered(i) && compareAt(array, i, pivot) >= 0; })},
        };
        for (const auto& [condition, places] : cases) {
            QVERIFY(found(array, condition, true) == places);
            QVERIFY(found(array, condition, false) ==
                    std::vector<std::int64_t>(places.rbegin(), places.rend()));
        }
        const Summary summary = summaryOf(array, bins);
        for (int bin = 0; bin < bins.count(); ++bin)
            QCOMPARE(std::int64_t(found(array, IsInBin{bins, bin}, true).size()),
                     summary.counts[std::size_t(bin)]);
    }

    void numbersAreComparedAsTheTypeHoldsThem() {
        using Relation = Compared::Relation;
        const auto places = [](const HostArray& array, Relation relation, project::Number number) {
            return found(array, Compared{relation, number}, true);
        };
        using Places = std::vector<std::int64_t>;
        const HostArray tenths = arrayOf(Scalar::float32, {0.1, 0.2, 0});
        QVERIFY(places(tenths, Relation::equal, 0.1) == Places{0});
        QVERIFY(places(tenths, Relation::greater, 0.1) == Places{1});
        QVERIFY(places(tenths, Relation::equal, 1e-60) == Places{}); // is 0 in float32
        const HostArray narrow = arrayOf(Scalar::float8_e4m3, {448, 1});
        QVERIFY(places(narrow, Relation::equal, 1000.0) == Places{}); // saturates
        QVERIFY(places(narrow, Relation::less, 1000.0) == (Places{0, 1}));
        const HostArray integers = exactly<std::int64_t>(Scalar::int64, {kLeast, 0, kMost});
        QVERIFY(places(integers, Relation::equal, 0.5) == Places{});
        QVERIFY(places(integers, Relation::not_equal, 0.5) == (Places{0, 1, 2}));
        QVERIFY(places(integers, Relation::less, 0.5) == (Places{0, 1}));
        QVERIFY(places(integers, Relation::greater, 9223372036854775807.0) == Places{});
        QVERIFY(places(integers, Relation::less, kMostUnsigned) == (Places{0, 1, 2}));
        QVERIFY(places(integers, Relation::greater, kMostUnsigned) == Places{});
        QVERIFY(places(integers, Relation::less_equal, kLeast) == Places{0});
        QVERIFY(places(integers, Relation::less, kLeast) == Places{});
        QVERIFY(places(integers, Relation::greater_equal, kMost) == Places{2});
        const HostArray large = exactly<std::uint64_t>(Scalar::uint64, {kMostUnsigned, 3});
        QVERIFY(places(large, Relation::equal, kMostUnsigned) == Places{0});
        QVERIFY(places(large, Relation::greater, std::int64_t(-5)) == (Places{0, 1}));
        QVERIFY(places(large, Relation::equal, 3.0) == Places{1});
        // A magnitude is a double, even of a type with parts that are less exact.
        HostArray pair(Scalar::complex64, {1});
        pair.as<float>()[0] = 1;
        pair.as<float>()[1] = 1;
        QVERIFY(places(pair, Relation::equal, std::abs(std::complex(1.0, 1.0))) == Places{0});
    }

    void aSearchKeepsToItsRange() {
        const HostArray array = arrayOf(DType::vector(Scalar::float32, 2), {5, 1, 5, 1, 5, 1});
        const Condition five = Compared{Compared::Relation::equal, 5.0};
        QCOMPARE(findComponent(array, five, 1, 6, true).value_or(-1), std::int64_t(2));
        QCOMPARE(findComponent(array, five, 0, 4, false).value_or(-1), std::int64_t(2));
        QVERIFY(!findComponent(array, five, 1, 2, true));
        QVERIFY(!findComponent(array, five, 5, 100, true));
        QVERIFY(!findComponent(array, five, -100, 0, false));
    }

    /// Cut into pieces or not, in any order, a row has the extremes of each of its columns.
    void rowsBecomeCurves_data() {
        QTest::addColumn<int>("first");
        QTest::addColumn<int>("step");
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("columns");
        QTest::newRow("all") << 0 << 1 << 1000 << 7;
        QTest::newRow("each") << 0 << 1 << 1000 << 5000;
        QTest::newRow("strided") << 3 << 7 << 100 << 13;
        QTest::newRow("backwards") << 999 << -3 << 300 << 11;
        QTest::newRow("one") << 5 << 1 << 1 << 10;
        QTest::newRow("none") << 5 << 1 << 0 << 10;
    }
    void rowsBecomeCurves() {
        QFETCH(int, first);
        QFETCH(int, step);
        QFETCH(int, count);
        QFETCH(int, columns);
        const DType dtype = DType::vector(Scalar::float16, 2);
        const HostArray array = anyBits(dtype, 1000, 9);
        const ElementRow row{first, step, count};
        EnvelopeMaker whole(dtype, row, columns);
        whole.add(array, 0);
        const Envelope got = whole.envelope();
        EnvelopeMaker pieces(dtype, row, columns);
        for (const std::int64_t at : {600, 0, 900, 300})
            pieces.add(partOf(array, at, at == 600 ? 300 : at == 900 ? 100 : 300), at);
        QCOMPARE(pieces.envelope().left, got.left);
        QVERIFY(pieces.envelope().curves == got.curves);
        QCOMPARE(got.curves.size(), std::size_t(2));
        std::int64_t left = 0;
        for (int lane = 0; lane < 2; ++lane) {
            const auto& curve = got.curves[std::size_t(lane)];
            QVERIFY(int(curve.size()) <= 2 * columns);
            double low = kInf, high = -kInf;
            for (int i = 0; i < count; ++i) {
                const double value = ElementReader(array).asDouble(2 * (first + i * step) + lane);
                left += !std::isfinite(value);
                if (std::isfinite(value)) {
                    low = std::min(low, value);
                    high = std::max(high, value);
                }
            }
            double drawnLow = kInf, drawnHigh = -kInf;
            std::int64_t before = -1;
            for (const Envelope::Point& point : curve) {
                QVERIFY(point.position > before && point.position < count);
                before = point.position;
                QCOMPARE(ElementReader(array).asDouble(2 * (first + point.position * step) + lane),
                         point.value);
                drawnLow = std::min(drawnLow, point.value);
                drawnHigh = std::max(drawnHigh, point.value);
            }
            QCOMPARE(drawnLow, low);
            QCOMPARE(drawnHigh, high);
        }
        QCOMPARE(got.left, left);
    }

    void complexRowsAreTwoCurves() {
        HostArray array(Scalar::complex128, {2});
        const double parts[] = {1, -2, 3, kInf};
        std::copy(std::begin(parts), std::end(parts), array.as<double>().begin());
        EnvelopeMaker maker(Scalar::complex128, {0, 1, 2}, 100);
        maker.add(array, 0);
        const Envelope envelope = maker.envelope();
        QVERIFY(envelope.curves ==
                std::vector<std::vector<Envelope::Point>>({{{0, 1}, {1, 3}}, {{0, -2}}}));
        QCOMPARE(envelope.left, std::int64_t(1));
    }
};

WARPBENCH_TEST(TestSummary)
} // namespace tst_summary

#include "tst_summary.moc"
