// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/cancellation.h"
#include "core/formulas/reference.h"
#include "core/plan/check.h"
#include "core/plan/evaluate.h"
#include "core/platform/system.h"
#include "tests/main.h"

#include <QTest>

#include <cmath>
#include <complex>
#include <limits>
#include <random>
#include <set>

namespace tst_check {

using namespace warpbench;
using namespace warpbench::project;
using arrays::DType;
using arrays::HostArray;
using arrays::Scalar;

namespace {

template <class T>
HostArray arrayOf(DType dtype, std::vector<std::int64_t> shape, std::vector<T> values) {
    HostArray array(std::move(dtype), std::move(shape));
    std::copy(values.begin(), values.end(), array.as<T>().begin());
    return array;
}

using Buffers = std::map<std::string, HostArray>;

HostArray reference(const std::string& text, const Buffers& buffers) {
    ElementNames names;
    names.numbers["n"] = std::int64_t(2);
    names.initial = [&](const std::string& name) -> std::optional<HostArray> {
        const auto found = buffers.find(name);
        return found == buffers.end() ? std::nullopt : std::optional(found->second);
    };
    ParseOptions options;
    options.arrayFunctions = true;
    return evaluateReference(Formula::parse({text, {}}, options), names);
}

template <class T>
std::vector<T> values(const HostArray& array) {
    return {array.as<T>().begin(), array.as<T>().end()};
}

} // namespace

class TestCheck : public QObject {
    Q_OBJECT

  private slots:
    void tolerances() {
        PlannedExpect expect;
        const HostArray want = arrayOf<float>(Scalar::float32, {2, 2}, {1, 2, 3, 0});
        const auto result = [&](std::vector<float> got) {
            return compareArrays(arrayOf<float>(Scalar::float32, {2, 2}, got), want, expect);
        };
        QVERIFY(result({1, 2, 3, 0}).passed);
        QVERIFY(result({1, 2.00001F, 3, 0}).passed);
        const CheckResult off = result({1, 2.5F, 3, 0.5F});
        QVERIFY(!off.passed);
        QCOMPARE(off.mismatches, std::int64_t(2));
        QCOMPARE(off.maxAbsError, 0.5);
        QCOMPARE(off.maxRelError, 0.25);
        QCOMPARE(off.firstMismatch->index, (std::vector<std::int64_t>{0, 1}));
        QCOMPARE(off.firstMismatch->got, std::string("2.5"));
        QCOMPARE(off.firstMismatch->want, std::string("2"));
        QCOMPARE(off.wrong->ranges(9), (std::vector<ElementSet::Range>{{1, 1}, {3, 3}}));
        QVERIFY(!result({1, 2, 3, 0}).wrong);
        expect.atol = 0.5;
        QVERIFY(result({1, 2.5F, 3, 0.5F}).passed);
        QVERIFY(!result({1, 2.6F, 3, 0.5F}).passed);
        QVERIFY(!result({1, std::nanf(""), 3, 0}).passed);
        QVERIFY(!result({1, std::numeric_limits<float>::infinity(), 3, 0}).passed);
    }

    void nanAndExact() {
        const float nan = std::nanf("");
        PlannedExpect expect;
        const HostArray a = arrayOf<float>(Scalar::float32, {2}, {nan, 0.0F});
        const HostArray b = arrayOf<float>(Scalar::float32, {2}, {-nan, -0.0F});
        QVERIFY(compareArrays(a, b, expect).passed);
        expect.equalNan = false;
        QCOMPARE(compareArrays(a, a, expect).mismatches, std::int64_t(1));
        expect.exact = true;
        QCOMPARE(compareArrays(a, a, expect).mismatches, std::int64_t(1));
        expect.equalNan = true;
        QCOMPARE(compareArrays(a, b, expect).mismatches, std::int64_t(1)); // +0 is not -0
        QVERIFY(compareArrays(a, a, expect).passed);
    }

    void integersAreExact() {
        PlannedExpect expect;
        expect.atol = 100;
        const CheckResult result =
            compareArrays(arrayOf<std::int64_t>(Scalar::int64, {2}, {INT64_MAX, 1}),
                          arrayOf<std::int64_t>(Scalar::int64, {2}, {INT64_MIN, 1}), expect);
        QCOMPARE(result.mismatches, std::int64_t(1));
        QCOMPARE(result.maxAbsError, 18446744073709551615.0);
        const DType vector = DType::vector(Scalar::int32, 2);
        const CheckResult lanes =
            compareArrays(arrayOf<std::int32_t>(vector, {2}, {1, 2, 3, 4}),
                          arrayOf<std::int32_t>(vector, {2}, {1, 2, 3, 5}), expect);
        QCOMPARE(lanes.firstMismatch->index, (std::vector<std::int64_t>{1, 1}));
        QCOMPARE(lanes.wrong->ranges(9), (std::vector<ElementSet::Range>{{1, 1}}));
    }

    /// Enough elements that several threads compare them, with lanes that no grain divides.
    void allThreadsTellWhatIsWrong() {
        const DType vector = DType::vector(Scalar::int32, 3);
        constexpr std::int64_t kMany = 500'000;
        HostArray got(vector, {kMany});
        HostArray want(vector, {kMany});
        std::int64_t wrong = 0;
        for (std::int64_t i = 0; i < kMany; i += 7, ++wrong)
            got.as<std::int32_t>()[std::size_t(i * 3 + i % 3)] = 1;
        const CheckResult result = compareArrays(got, want, PlannedExpect());
        QCOMPARE(result.wrong->count(), wrong);
        for (std::int64_t i = 0; i < kMany; ++i)
            QCOMPARE(result.wrong->contains(i), i % 7 == 0);
    }

    /// Expected values are computed in parts, so that a buffer that fills half of the memory can be
    /// checked.
    void expectedValuesTakeNoMemory() {
        constexpr std::int64_t kMany = 48 << 20; // 192 MiB
        constexpr std::uint64_t kThread = 16 << 20;
        Project project;
        Buffer& buffer = project.buffers.emplace_back();
        buffer.name = "x";
        buffer.dtype = Scalar::float32;
        buffer.shape = {{std::to_string(kMany), {}}};
        project.buffers[0].expect.emplace().expression = Expression{"i % 1000", {}};
        const LaunchPlan plan = makePlan(project);
        HostArray got(Scalar::float32, {kMany});
        for (std::int64_t i = 0; i < kMany; ++i)
            got.as<float>()[std::size_t(i)] = float(i % 1000);
        got.as<float>()[12'345'678] += 1;
        const auto source = [&](std::size_t) { return got; };
        const std::uint64_t room = (64 << 20) + platform::processorCount() * kThread;
        if (room >= got.sizeBytes() || !platform::limitPrivateMemory(room))
            QSKIP("memory cannot be limited here, or the threads' stacks need more of it");
        CheckResult result;
        try {
            result = checkBuffer(plan, 0, *plan.buffers[0].expect, source, source);
            HostArray want = got;
            writeExpected(plan, 0, *plan.buffers[0].expect, source, source, want);
        } catch (const std::exception& problem) {
            platform::limitPrivateMemory(std::uint64_t(1) << 50);
            QFAIL(problem.what());
        }
        platform::limitPrivateMemory(std::uint64_t(1) << 50);
        QCOMPARE(result.mismatches, std::int64_t(1));
        QCOMPARE(result.firstMismatch->index, (std::vector<std::int64_t>{12'345'678}));
        QCOMPARE(result.firstMismatch->want, std::string("678"));
        QCOMPARE(result.maxAbsError, 1.0);
        QCOMPARE(got.as<float>()[12'345'678], 678.0f); // now the expected value
    }

    void everyComparisonCanBeCancelled() {
        const auto real = std::make_shared<const DType>(Scalar::float64);
        const DType pair = DType::structure("pair", {{"a", real, 0, 1}, {"b", real, 0, 1}});
        for (const DType& type : {pair, DType(Scalar::float32)}) {
            const HostArray array(type, {4'000'000});
            std::stop_source stop;
            stop.request_stop();
            const CancellationScope scope(stop.get_token());
            try {
                compareArrays(array, array, PlannedExpect());
                QFAIL("a comparison went on after a stop");
            } catch (const Error& error) {
                QCOMPARE(error.kind(), ErrorKind::cancelled);
            }
        }
    }

    /// Against a plain set, for sets of every density.
    void setsOfElements_data() {
        QTest::addColumn<int>("elements");
        QTest::addColumn<int>("oneIn");
        for (const int elements : {0, 1, 63, 64, 65, 1000}) {
            for (const int oneIn : {1, 2, 40, 100'000})
                QTest::addRow("%d, 1 in %d", elements, oneIn) << elements << oneIn;
        }
    }
    void setsOfElements() {
        QFETCH(int, elements);
        QFETCH(int, oneIn);
        std::mt19937 random(std::uint32_t(elements * 31 + oneIn));
        ElementSet set(elements);
        std::set<std::int64_t> plain;
        for (int i = 0; i < elements; ++i) {
            if (random() % std::uint32_t(oneIn) == 0) {
                set.insert(i);
                plain.insert(i);
            }
        }
        set.index();
        QCOMPARE(set.count(), std::int64_t(plain.size()));
        std::int64_t rank = 0;
        for (const std::int64_t element : plain)
            QCOMPARE(set.at(rank++), element);
        for (std::int64_t i = -1; i <= elements; ++i) {
            QCOMPARE(set.contains(i), plain.contains(i));
            const auto next = plain.lower_bound(i);
            QCOMPARE(set.next(i), next == plain.end() ? std::nullopt : std::optional(*next));
            const auto after = plain.upper_bound(i);
            QCOMPARE(set.previous(i),
                     after == plain.begin() ? std::nullopt : std::optional(*std::prev(after)));
            QCOMPARE(set.rank(i), std::int64_t(std::distance(plain.begin(), next)));
        }
        std::set<std::int64_t> covered;
        std::int64_t before = -2;
        for (const auto& [first, last] : set.ranges(std::size_t(elements) + 1)) {
            QVERIFY(first > before + 1 && last >= first);
            before = last;
            for (std::int64_t i = first; i <= last; ++i)
                covered.insert(i);
        }
        QCOMPARE(covered, plain);
    }

    void infinities() {
        const float inf = std::numeric_limits<float>::infinity();
        PlannedExpect expect;
        QVERIFY(compareArrays(arrayOf<float>(Scalar::float32, {1}, {inf}),
                              arrayOf<float>(Scalar::float32, {1}, {inf}), expect)
                    .passed);
        QVERIFY(!compareArrays(arrayOf<float>(Scalar::float32, {1}, {inf}),
                               arrayOf<float>(Scalar::float32, {1}, {-inf}), expect)
                     .passed);
    }

    /// A check by a plan: expressions see initial values, after() sees results.
    void plannedChecks() {
        Project project;
        for (const char* name : {"a", "y"}) {
            Buffer buffer;
            buffer.name = name;
            buffer.dtype = Scalar::float32;
            buffer.shape = {{"3", {}}};
            project.buffers.push_back(buffer);
        }
        LaunchPlan plan = makePlan(project);
        const HostArray before = arrayOf<float>(Scalar::float32, {3}, {1, 2, 3});
        const HostArray after = arrayOf<float>(Scalar::float32, {3}, {2, 4, 6});
        const ArraySource initial = [&](std::size_t) { return before; };
        const ArraySource results = [&](std::size_t) { return after; };
        const auto check = [&](Expect expect) {
            attachExpect(plan, "y", expect);
            return checkBuffer(plan, 1, *plan.buffers[1].expect, initial, results);
        };
        Expect expect;
        expect.expression = Expression{"2 * a", {}};
        QVERIFY(check(expect).passed);
        expect.expression = Expression{"after(a)", {}};
        QVERIFY(check(expect).passed);
        expect.expression = Expression{"a", {}};
        QVERIFY(!check(expect).passed);
        expect.expression.reset();
        expect.buffer = "a";
        QVERIFY(check(expect).passed);
        expect.buffer.clear();
        expect.reference = Expression{"cumsum(a * 0 + 2)", {}};
        QVERIFY(check(expect).passed);
        expect.reference = Expression{"sum(a)", {}};
        QVERIFY_EXCEPTION_THROWN(check(expect), Error); // another shape
    }

    void references() {
        const Buffers buffers{
            {"a", arrayOf<float>(Scalar::float32, {2, 3}, {1, 2, 3, 4, 5, 6})},
            {"b", arrayOf<float>(Scalar::float32, {3, 2}, {1, 0, 0, 1, 1, 1})},
            {"u", arrayOf<std::int32_t>(Scalar::int32, {5}, {3, 1, 2, 1, 9})},
            {"v", arrayOf<float>(Scalar::float32, {4}, {1, 2, 3, 4})},
        };
        const auto real = [&](const char* text) {
            return values<double>(reference(text, buffers));
        };
        const auto whole = [&](const char* text) {
            return values<std::int64_t>(reference(text, buffers));
        };
        using Reals = std::vector<double>;
        using Wholes = std::vector<std::int64_t>;
        QCOMPARE(real("matmul(a, b)"), (Reals{4, 5, 10, 11}));
        QCOMPARE(real("matmul(a, b) * n + 1"), (Reals{9, 11, 21, 23}));
        QCOMPARE(real("transpose(a)"), (Reals{1, 4, 2, 5, 3, 6}));
        QCOMPARE(real("transpose(a, 0, 1)"), (Reals{1, 2, 3, 4, 5, 6}));
        QCOMPARE(real("sum(a)"), Reals{21});
        QCOMPARE(real("sum(a, 0)"), (Reals{5, 7, 9}));
        QCOMPARE(real("sum(a, -1)"), (Reals{6, 15}));
        QCOMPARE(real("max(a)"), Reals{6});
        QCOMPARE(real("min(a, 2)"), (Reals{1, 2, 2, 2, 2, 2}));
        QCOMPARE(real("mean(a, 0)"), (Reals{2.5, 3.5, 4.5}));
        QCOMPARE(real("prod(v)"), Reals{24});
        QCOMPARE(real("dot(v, v)"), Reals{30});
        QCOMPARE(real("outer(v, v)").back(), 16.0);
        QCOMPARE(whole("cumsum(u)"), (Wholes{3, 4, 6, 7, 16}));
        QCOMPARE(whole("exclusive_scan(u)"), (Wholes{0, 3, 4, 6, 7}));
        QCOMPARE(whole("sort(u)"), (Wholes{1, 1, 2, 3, 9}));
        QCOMPARE(whole("argsort(u)"), (Wholes{1, 3, 2, 0, 4}));
        QCOMPARE(whole("argmax(u)"), Wholes{4});
        QCOMPARE(whole("bincount(u, 4)"), (Wholes{0, 2, 1, 1}));
        QCOMPARE(whole("histogram(v, 2, 1, 4)"), (Wholes{2, 2}));
        QCOMPARE(whole("flip(u)"), (Wholes{9, 1, 2, 1, 3}));
        QCOMPARE(whole("roll(u, 1)"), (Wholes{9, 3, 1, 2, 1}));
        QCOMPARE(whole("shift(u, -2)"), (Wholes{2, 1, 9, 0, 0}));
        QCOMPARE(whole("take(u, u // 3)"), (Wholes{1, 3, 3, 3, 1}));
        QCOMPARE(whole("all(u)"), Wholes{1});
        QCOMPARE(real("conv_full(v, reshape(v, 4))"), (Reals{1, 4, 10, 20, 25, 24, 16}));
        QCOMPARE(real("conv_same(v, take(v, u * 0))").size(), std::size_t(4));
        QCOMPARE(real("correlate_valid(v, sort(shift(v, -2)))"), (Reals{3 * 3 + 4 * 4}));
        const Reals soft = real("softmax(v)");
        QVERIFY(std::fabs(soft[3] / soft[2] - std::exp(1.0)) < 1e-12);
        QVERIFY(std::fabs(soft[0] + soft[1] + soft[2] + soft[3] - 1) < 1e-12);
        const auto spectrum = values<std::complex<double>>(reference("fft(v)", buffers));
        QCOMPARE(spectrum[0], std::complex<double>(10, 0));
        QVERIFY(std::abs(spectrum[1] - std::complex<double>(-2, 2)) < 1e-12);
        const auto back = values<std::complex<double>>(reference("ifft(fft(v))", buffers));
        QVERIFY(std::abs(back[3] - 4.0) < 1e-12);
        for (const char* text : {"matmul(a, a)", "sum(a, 2)", "reshape(a, 4)", "take(v, u)",
                                 "dot(a, v)", "fft2(v)", "bincount(v, 3)", "a + v"}) {
            QVERIFY_EXCEPTION_THROWN(reference(text, buffers), Error);
        }
    }

    /// Integer references wrap like the kernels they check.
    void integerReferencesWrap() {
        const Buffers buffers{
            {"a", arrayOf<std::int64_t>(Scalar::int64, {2}, {INT64_MAX, INT64_MAX})}};
        QCOMPARE(values<std::int64_t>(reference("sum(a)", buffers))[0], std::int64_t(-2));
        QCOMPARE(values<std::int64_t>(reference("dot(a, a)", buffers))[0], std::int64_t(2));
    }
};

WARPBENCH_TEST(TestCheck)
} // namespace tst_check

#include "tst_check.moc"
