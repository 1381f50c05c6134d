// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arrays/array_file.h"
#include "core/arrays/element.h"
#include "core/base/cancellation.h"
#include "core/formulas/philox.h"
#include "core/plan/evaluate.h"
#include "core/plan/init.h"
#include "core/project/project_file.h"
#include "tests/main.h"

#include <QTemporaryDir>
#include <QTest>

#include <bit>
#include <cmath>

namespace tst_init {

using namespace warpbench;
using namespace warpbench::project;
using arrays::DType;
using arrays::HostArray;
using arrays::Scalar;

namespace {

Buffer bufferOf(const char* name, DType dtype, std::int64_t count, Init::Kind kind) {
    Buffer buffer;
    buffer.name = name;
    buffer.dtype = std::move(dtype);
    buffer.shape = {{std::to_string(count), {}}};
    buffer.init.kind = kind;
    return buffer;
}

HostArray made(const Buffer& buffer) {
    Project project;
    project.buffers.push_back(buffer);
    return initialiseBuffer(makePlan(project), 0);
}

std::optional<Expression> expression(const char* text) {
    return Expression{text, {}};
}

} // namespace

class TestInit : public QObject {
    Q_OBJECT

  private slots:
    /// Known answers of the Random123 distribution (kat_vectors, philox4x32 10 rounds).
    void philoxKnownAnswers() {
        using Four = std::array<std::uint32_t, 4>;
        QCOMPARE(philox4x32({0, 0, 0, 0}, {0, 0}),
                 (Four{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
        QCOMPARE(philox4x32({~0U, ~0U, ~0U, ~0U}, {~0U, ~0U}),
                 (Four{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
        QCOMPARE(
            philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (Four{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
    }

    /// Bits from a second implementation, in Python.
    void elementsAndComponents() {
        QCOMPARE(randomBits(1, 0, 0), 0xe3e80670e50a0ebcU);
        QCOMPARE(randomBits(1, 1, 0), 0xac08141bdfc5ccbeU);
        QCOMPARE(randomBits((1ULL << 63) + 5, 1ULL << 33, 3), 0x597f96bcdc7f68cbU);
        QCOMPARE(randomBits(0, 12345, 1), 0xf09b6be7d82cb093U);
        QCOMPARE(integerBelow(0xe3e80670e50a0ebc, 100), std::uint64_t(89));
        QCOMPARE(integerBelow(0x3f55b3f08e76cc9d, 100), std::uint64_t(24));
        QCOMPARE(integerBelow(~0ULL, ~0ULL), ~0ULL - 1);
        QCOMPARE(unitInterval(0xe3e80670e50a0ebc, 24), 0x1.c7d00cp-1);
        QCOMPARE(unitInterval(~0ULL, 53), 1 - 0x1p-53);
    }

    /// Against Python's statistics.NormalDist().inv_cdf, which is AS 241 with the C library's
    /// logarithm: the last bits may differ.
    void normalAgainstPython_data() {
        QTest::addColumn<quint64>("random");
        QTest::addColumn<double>("want");
        const auto row = [](quint64 random, double want) {
            QTest::addRow("%llx", random) << random << want;
        };
        row(0xe3e80670e50a0ebc, 0x1.3a5827212ea90p+0);
        row(0xac08141bdfc5ccbe, 0x1.c820d3008a01ap-2);
        row(0x3f55b3f08e76cc9d, -0x1.5d8980d92bd88p-1);
        row(0xf09b6be7d82cb093, 0x1.8dbf07e52641ap+0);
        row(0, -0x1.06b48528cea51p+3);
        row(~0ULL, 0x1.06b48528cea51p+3);
        row(1ULL << 63, 0x1.40d931ff62707p-52);
        row(1ULL << 40, -0x1.52dc6e853f1cap+2);
        row(0x2bdc545d6b4b87, -0x1.9a925016ff247p+1);
    }
    void normalAgainstPython() {
        QFETCH(quint64, random);
        QFETCH(double, want);
        const double got = standardNormal(random);
        QVERIFY2(std::fabs(got - want) <= 4e-16 * std::fabs(want),
                 qPrintable(QString::number(got, 'g', 17)));
    }

    /// Every bit of the first million normal numbers, as a sum that any change would break. The
    /// golden value was made by this program, once the test above had passed.
    void normalGoldenSum() {
        std::uint64_t sum = 0;
        for (std::uint64_t n = 0; n < 1'000'000; ++n) {
            const auto bits = std::bit_cast<std::uint64_t>(standardNormal(randomBits(7, n, 0)));
            sum = std::rotl(sum, 1) ^ bits;
        }
        QCOMPARE(sum, std::uint64_t(5289529330655748547));
    }

    void uniform() {
        Buffer buffer = bufferOf("a", Scalar::float32, 200'000, Init::Kind::uniform);
        buffer.init.seed = 1;
        const HostArray array = made(buffer);
        QCOMPARE(std::bit_cast<std::uint32_t>(array.as<float>()[0]), 0x3f63e806U);
        QCOMPARE(std::bit_cast<std::uint32_t>(array.as<float>()[2]), 0x3e7d56ccU);
        double sum = 0;
        for (const float value : array.as<float>()) {
            QVERIFY(value >= 0 && value < 1);
            sum += value;
        }
        QVERIFY(std::fabs(sum / 200'000 - 0.5) < 0.003);
        for (const Scalar narrow :
             {Scalar::float16, Scalar::bfloat16, Scalar::float8_e4m3, Scalar::float8_e5m2}) {
            buffer.dtype = narrow;
            const HostArray small = made(buffer);
            const arrays::ElementReader reader(small);
            for (std::int64_t n = 0; n < 2000; ++n) {
                QVERIFY(reader.asDouble(n) < 1);
            }
        }
    }

    void normal() {
        Buffer buffer = bufferOf("a", Scalar::float64, 200'000, Init::Kind::normal);
        buffer.init.mean = expression("3");
        buffer.init.stddev = expression("0.5");
        const HostArray array = made(buffer);
        double sum = 0, squares = 0;
        for (const double value : array.as<double>()) {
            sum += value;
            squares += (value - 3) * (value - 3);
        }
        QVERIFY(std::fabs(sum / 200'000 - 3) < 0.005);
        QVERIFY(std::fabs(std::sqrt(squares / 200'000) - 0.5) < 0.005);
    }

    /// Lanes and complex parts are drawn on their own.
    void components() {
        Buffer buffer = bufferOf("a", DType::vector(Scalar::float32, 4), 2, Init::Kind::uniform);
        const HostArray vectors = made(buffer);
        for (std::uint32_t lane = 0; lane < 4; ++lane) {
            QCOMPARE(vectors.as<float>()[4 + lane],
                     float(unitInterval(randomBits(0, 1, lane), 24)));
        }
        buffer.dtype = Scalar::complex64;
        QCOMPARE(made(buffer).as<float>()[1], float(unitInterval(randomBits(0, 0, 1), 24)));
    }

    void randint() {
        Buffer buffer = bufferOf("a", Scalar::int8, 60'000, Init::Kind::randint);
        buffer.init.low = expression("-3");
        buffer.init.high = expression("3");
        std::map<int, int> counts;
        const HostArray array = made(buffer);
        for (const std::int8_t value : array.as<std::int8_t>()) {
            ++counts[value];
        }
        QCOMPARE(counts.size(), std::size_t(6));
        for (const auto& [value, count] : counts) {
            QVERIFY(value >= -3 && value < 3 && std::abs(count - 10'000) < 500);
        }
        buffer.init.high = expression("1000");
        QVERIFY_EXCEPTION_THROWN(made(buffer), Error);
        buffer.init.high = expression("-3");
        QVERIFY_EXCEPTION_THROWN(made(buffer), Error);
    }

    void plainKinds() {
        QCOMPARE(made(bufferOf("a", Scalar::uint64, 2, Init::Kind::ones)).as<std::uint64_t>()[1],
                 std::uint64_t(1));
        Buffer range = bufferOf("a", Scalar::int16, 3, Init::Kind::arange);
        range.init.start = expression("10");
        range.init.step = expression("-2");
        QCOMPARE(made(range).as<std::int16_t>()[2], std::int16_t(6));
        range.dtype = Scalar::float64;
        range.init.step = expression("0.25");
        QCOMPARE(made(range).as<double>()[2], 10.5);
        Buffer constant = bufferOf("a", Scalar::complex64, 2, Init::Kind::constant);
        constant.init.value = expression("1.5");
        const HostArray complex = made(constant);
        QVERIFY(complex.as<float>()[2] == 1.5F && complex.as<float>()[3] == 0);
        constant.dtype = Scalar::uint8;
        QVERIFY_EXCEPTION_THROWN(made(constant), Error);
        constant.init.value = expression("256");
        QVERIFY_EXCEPTION_THROWN(made(constant), Error);
        QVERIFY_EXCEPTION_THROWN(made(bufferOf("a", Scalar::int32, 2, Init::Kind::normal)), Error);
        QVERIFY(made(bufferOf("a", Scalar::int32, 0, Init::Kind::ones)).empty());
    }

    void expressionsSeeOtherBuffers() {
        Project project;
        project.parameters["n"] = {"3", {}};
        project.buffers.push_back(bufferOf("y", Scalar::float32, 3, Init::Kind::expression));
        project.buffers.push_back(bufferOf("x", Scalar::int32, 3, Init::Kind::arange));
        project.buffers[0].init.expression = expression("x * n + i / 2");
        const auto arrays = initialiseBuffers(makePlan(project));
        QCOMPARE(arrays[0].as<float>()[2], 7.0F);
        project.buffers[1].init.kind = Init::Kind::expression;
        project.buffers[1].init.expression = expression("y");
        QVERIFY_EXCEPTION_THROWN(initialiseBuffers(makePlan(project)), Error);
        project.buffers[1].init.expression = expression("after(y)");
        QVERIFY_EXCEPTION_THROWN(initialiseBuffers(makePlan(project)), Error);
    }

    /// Each buffer is made from the one before: no recursion, however long the chain.
    void longChains() {
        constexpr int kBuffers = 10'000;
        Project project;
        for (int n = kBuffers; n-- > 0;) { // the first in the file is the last of the chain
            Buffer buffer = bufferOf(("b" + std::to_string(n)).c_str(), Scalar::int32, 1,
                                     n == 0 ? Init::Kind::ones : Init::Kind::expression);
            buffer.init.expression = expression(("b" + std::to_string(n - 1) + " + 1").c_str());
            project.buffers.push_back(std::move(buffer));
        }
        QCOMPARE(initialiseBuffer(makePlan(project), 0).as<std::int32_t>()[0], kBuffers);
    }

    /// Write-only buffers are not filled on the host unless they are viewed.
    void outBuffersCostNothing() {
        Project project;
        project.buffers = {bufferOf("x", Scalar::int32, 4, Init::Kind::ones),
                           bufferOf("y", Scalar::int32, 4, Init::Kind::ones),
                           bufferOf("z", Scalar::int32, 4, Init::Kind::ones)};
        Launch launch;
        launch.kernel = "k";
        launch.grid = launch.block = {{"1", {}}};
        launch.args = {{BufferArg{"x", Access::in, {}}, {}},
                       {BufferArg{"y", Access::out, {}}, {}},
                       {BufferArg{"z", Access::out, {}}, {}}};
        project.launches = {launch};
        project.buffers[1].expect.emplace().expression = expression("x + z");
        const auto arrays = initialiseBuffers(makePlan(project));
        QVERIFY(arrays[0].block());
        QVERIFY(!arrays[1].block());
        QVERIFY(arrays[2].block()); // y's check names its first contents
    }

    void uint64Values() {
        Buffer buffer = bufferOf("u", Scalar::uint64, 2, Init::Kind::constant);
        buffer.init.value = expression("18446744073709551615");
        QCOMPARE(made(buffer).as<std::uint64_t>()[1], UINT64_MAX);
        buffer.init.kind = Init::Kind::arange;
        buffer.init.start = expression("18446744073709551614");
        buffer.init.step = expression("1");
        QCOMPARE(made(buffer).as<std::uint64_t>()[1], UINT64_MAX);
        buffer.init.kind = Init::Kind::randint;
        buffer.init.low = expression("18446744073709551614");
        buffer.init.high = expression("18446744073709551615");
        QCOMPARE(made(buffer).as<std::uint64_t>()[1], UINT64_MAX - 1);
        buffer.dtype = Scalar::int64;
        QVERIFY_EXCEPTION_THROWN(made(buffer), Error);
    }

    void filesAndMemory() {
        QTemporaryDir folder;
        const std::filesystem::path base(folder.path().toStdString());
        HostArray values(Scalar::float32, {3});
        values.as<float>()[1] = 5;
        arrays::writeArrayFile(base / "a.npy", values);
        Project project;
        project.file = base / "p.warpbench";
        project.buffers.push_back(bufferOf("a", Scalar::float32, 3, Init::Kind::file));
        project.buffers[0].init.path = "a.npy";
        std::size_t asked = 0;
        const auto arrays = initialiseBuffers(makePlan(project), [&](std::size_t bytes) {
            asked += bytes;
            return arrays::HostBlock::onHeap(bytes + 100);
        });
        QCOMPARE(arrays[0].as<float>()[1], 5.0F);
        QCOMPARE(asked, std::size_t(12));
        project.buffers[0].shape = {{"4", {}}};
        QVERIFY_EXCEPTION_THROWN(initialiseBuffers(makePlan(project)), Error);
    }

    /// A stop cancels filling, but only within its scope.
    void stops() {
        const Project project = parseProject("{\"format\": \"warpbench-project\", \"version\": 1, "
                                             "\"source\": {\"text\": \"\"}, \"buffers\": "
                                             "[{\"name\": \"a\", \"dtype\": \"float32\", "
                                             "\"shape\": [1000], \"init\": {\"kind\": "
                                             "\"normal\"}}]}",
                                             "p.warpbench")
                                    .project;
        const LaunchPlan plan = makePlan(project);
        std::stop_source stop;
        {
            const CancellationScope scope(stop.get_token());
            QCOMPARE(initialiseBuffers(plan).size(), std::size_t(1));
            stop.request_stop();
            try {
                initialiseBuffers(plan);
                QFAIL("it went on");
            } catch (const Error& error) {
                QCOMPARE(error.kind(), ErrorKind::cancelled);
            }
        }
        QCOMPARE(initialiseBuffers(plan).size(), std::size_t(1));
    }
};

WARPBENCH_TEST(TestInit)
} // namespace tst_init

#include "tst_init.moc"
