// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arrays/dtype.h"
#include "core/arrays/element.h"
#include "core/arrays/statistics.h"
#include "core/base/error.h"
#include "tests/main.h"

#include <QTest>

#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace tst_arrays {

using namespace warpbench;
using namespace warpbench::arrays;

namespace {

template <class T>
HostArray arrayOf(DType dtype, std::vector<std::int64_t> shape, std::vector<T> values) {
    HostArray array(std::move(dtype), std::move(shape));
    std::copy(values.begin(), values.end(), array.as<T>().begin());
    return array;
}

Field field(const char* name, DType type, std::size_t count = 1) {
    return {name, std::make_shared<const DType>(std::move(type)), 0, count};
}

} // namespace

class TestArrays : public QObject {
    Q_OBJECT

    template <class Value>
    static void cutAnywhere(const DType& type, const std::vector<Value>& values) {
        const std::size_t each = type.size() / sizeof(Value);
        const auto part = [&](std::size_t from, std::size_t to) {
            return summaryOf(arrayOf<Value>(type, {std::int64_t(to - from)},
                                            {values.begin() + std::ptrdiff_t(from * each),
                                             values.begin() + std::ptrdiff_t(to * each)}));
        };
        const std::size_t count = values.size() / each;
        const Statistics whole = statisticsOf(part(0, count), type);
        for (std::size_t cut = 0; cut <= count; ++cut) {
            const Statistics both = statisticsOf(joined(part(0, cut), part(cut, count)), type);
            QCOMPARE(both.min, whole.min);
            QCOMPARE(both.max, whole.max);
            QCOMPARE(both.mean.has_value(), whole.mean.has_value());
            QVERIFY(!both.mean || std::fabs(*both.mean - *whole.mean) <=
                                      1e-12 * std::max(1.0, std::fabs(*whole.mean)));
            QCOMPARE(both.nan, whole.nan);
            QCOMPARE(both.inf, whole.inf);
            QCOMPARE(both.exactMin, whole.exactMin);
            QCOMPARE(both.exactMax, whole.exactMax);
        }
    }

  private slots:
    /// Sizes and alignments as CUDA's vector_types.h and the C ABI have them.
    void layout_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("size");
        QTest::addColumn<int>("alignment");
        QTest::newRow("bool") << "bool" << 1 << 1;
        QTest::newRow("e4m3") << "float8_e4m3" << 1 << 1;
        QTest::newRow("complex128") << "complex128" << 16 << 16;
        QTest::newRow("float3") << "float3" << 12 << 4;
        QTest::newRow("float4") << "float4" << 16 << 16;
        QTest::newRow("uchar4") << "uchar4" << 4 << 4;
        QTest::newRow("short2") << "short2" << 4 << 4;
        QTest::newRow("double4") << "double4" << 32 << 16;
        QTest::newRow("longlong2") << "longlong2" << 16 << 16;
        QTest::newRow("half2") << "half2" << 4 << 4;
    }
    void layout() {
        QFETCH(QString, name);
        const auto type = DType::parse(name.toStdString());
        QVERIFY(type.has_value());
        QCOMPARE(QString::fromStdString(type->name()), name);
        QTEST(int(type->size()), "size");
        QTEST(int(type->alignment()), "alignment");
    }

    /// A look by another width would show half an element, or two: refused in release builds too.
    void partsOfElementsFit() {
        const HostArray floats(*DType::parse("float32"), {3});
        QCOMPARE(floats.as<float>().size(), std::size_t(3));
        QCOMPARE(floats.as<std::uint16_t>().size(), std::size_t(6));
        HostArray lanes(*DType::parse("float3"), {2});
        QCOMPARE(lanes.as<float>().size(), std::size_t(6));
        QVERIFY_THROWS_EXCEPTION(Error, floats.as<double>());
        QVERIFY_THROWS_EXCEPTION(Error, lanes.as<double>());
        QVERIFY_THROWS_EXCEPTION(Error, std::as_const(lanes).as<std::uint64_t>());
    }

    void unknownNames() {
        for (const char* name :
             {"", "floating", "float5", "float1", "Float32", "half3", "int32 "}) {
            QVERIFY2(!DType::parse(name), name);
        }
    }

    void structLayout() {
        const DType inner = DType::structure(
            "Pair", {field("tag", Scalar::uint8), field("value", Scalar::float64)});
        QCOMPARE(inner.size(), std::size_t(16));
        const DType outer = DType::structure(
            "Outer", {field("c", Scalar::int8), field("v", *DType::parse("float4")),
                      field("p", inner, 2), field("h", Scalar::float16)});
        QCOMPARE(outer.fields()[1].offset, std::size_t(16));
        QCOMPARE(outer.fields()[2].offset, std::size_t(32));
        QCOMPARE(outer.fields()[3].offset, std::size_t(64));
        QCOMPARE(outer.size(), std::size_t(80));
        QCOMPARE(outer.alignment(), std::size_t(16));
        QVERIFY(outer == outer);
        QVERIFY(outer != inner);
        QVERIFY_EXCEPTION_THROWN(DType::structure("none", {}), Error);
        QVERIFY_EXCEPTION_THROWN(
            DType::structure("twice", {field("a", Scalar::int8), field("a", Scalar::int8)}), Error);
        QVERIFY_EXCEPTION_THROWN(DType::structure("huge", {field("a", Scalar::int8, SIZE_MAX / 2)}),
                                 Error);
    }

    void impossibleShapes() {
        QVERIFY_EXCEPTION_THROWN(HostArray(Scalar::int8, {-1}), Error);
        QVERIFY_EXCEPTION_THROWN(HostArray(Scalar::int8, {INT64_MAX, 2}), Error);
        QVERIFY_EXCEPTION_THROWN(HostArray(Scalar::float64, {INT64_MAX}), Error);
        QCOMPARE(HostArray(Scalar::int8, {0, 5}).sizeBytes(), std::size_t(0));
        QCOMPARE(HostArray(Scalar::float32, {}).elements(), std::int64_t(1));
        QVERIFY_EXCEPTION_THROWN(HostArray(Scalar::int8, {17}, HostBlock::onHeap(16)), Error);
        QVERIFY_EXCEPTION_THROWN(HostArray(Scalar::int8, {8}, HostBlock::onHeap(16), 9), Error);
    }

    void conversions() {
        std::byte bits[16];
        writeDouble(Scalar::int8, bits, 300);
        QCOMPARE(readInt64(Scalar::int8, bits), std::int64_t(127));
        writeDouble(Scalar::uint32, bits, -5);
        QCOMPARE(readInt64(Scalar::uint32, bits), std::int64_t(0));
        writeDouble(Scalar::int64, bits, 1e30);
        QCOMPARE(readInt64(Scalar::int64, bits), INT64_MAX);
        writeDouble(Scalar::int32, bits, std::nan(""));
        QCOMPARE(readInt64(Scalar::int32, bits), std::int64_t(0));
        writeDouble(Scalar::int32, bits, -1.9);
        QCOMPARE(readInt64(Scalar::int32, bits), std::int64_t(-1));
        writeInt64(Scalar::uint8, bits, 257);
        QCOMPARE(readInt64(Scalar::uint8, bits), std::int64_t(1));
        writeInt64(Scalar::boolean, bits, 256);
        QCOMPARE(readInt64(Scalar::boolean, bits), std::int64_t(1));
        writeComplex(Scalar::complex64, bits, {1.5, -2});
        QCOMPARE(readComplex(Scalar::complex64, bits), std::complex<double>(1.5, -2));
        QCOMPARE(readDouble(Scalar::complex64, bits), 1.5);
    }

    void texts() {
        QCOMPARE(formatElement(arrayOf<float>(Scalar::float32, {1}, {0.1F}), 0),
                 std::string("0.1"));
        QCOMPARE(formatElement(arrayOf<double>(Scalar::float64, {1}, {0.1}), 0),
                 std::string("0.1"));
        QCOMPARE(formatElement(arrayOf<std::uint16_t>(Scalar::float16, {1}, {0x2E66}), 0),
                 std::string("0.0999755859375"));
        QCOMPARE(formatElement(arrayOf<std::uint64_t>(Scalar::uint64, {1}, {UINT64_MAX}), 0),
                 std::string("18446744073709551615"));
        QCOMPARE(
            formatElement(arrayOf<float>(DType::vector(Scalar::float32, 3), {1}, {1, 2, 3}), 0),
            std::string("(1, 2, 3)"));
        QCOMPARE(formatElement(arrayOf<float>(Scalar::complex64, {1}, {1, -2}), 0),
                 std::string("1-2j"));
        QCOMPARE(formatElement(arrayOf<std::uint8_t>(Scalar::boolean, {1}, {1}), 0),
                 std::string("true"));
        const float inf = std::numeric_limits<float>::infinity();
        QCOMPARE(formatElement(arrayOf<float>(Scalar::float32, {2}, {-inf, std::nanf("")}), 0),
                 std::string("-inf"));
        const DType type =
            DType::structure("S", {field("x", Scalar::int32), field("y", Scalar::int32, 2)});
        QCOMPARE(formatElement(arrayOf<std::int32_t>(type, {1}, {1, 2, 3}), 0),
                 std::string("{x: 1, y: [2, 3]}"));
    }

    void statistics() {
        const float inf = std::numeric_limits<float>::infinity();
        const Statistics mixed =
            statisticsOf(arrayOf<float>(Scalar::float32, {5}, {1, std::nanf(""), 3, -inf, 5}));
        QCOMPARE(*mixed.min, 1.0);
        QCOMPARE(*mixed.max, 5.0);
        QCOMPARE(*mixed.mean, 3.0);
        QCOMPARE(*mixed.nan, std::int64_t(1));
        QCOMPARE(*mixed.inf, std::int64_t(1));
        const Statistics lanes =
            statisticsOf(arrayOf<float>(DType::vector(Scalar::float32, 2), {2}, {1, 2, 3, 6}));
        QCOMPARE(*lanes.mean, 3.0);
        const Statistics nothing = statisticsOf(HostArray(Scalar::float32, {0}));
        QVERIFY(!nothing.min && *nothing.nan == 0);
        const DType type = DType::structure("S", {field("x", Scalar::float64)});
        const Statistics structs = statisticsOf(HostArray(type, {3}));
        QVERIFY(!structs.min && !structs.nan);
        const float nan = std::nanf("");
        const Statistics complex =
            statisticsOf(arrayOf<float>(Scalar::complex64, {4}, {1, 2, nan, inf, -inf, 0, 3, nan}));
        QVERIFY(!complex.min && !complex.max && !complex.mean);
        QCOMPARE(*complex.nan, std::int64_t(2));
        QCOMPARE(*complex.inf, std::int64_t(1));
        std::vector<std::int32_t> many(5000);
        for (std::size_t i = 0; i < many.size(); ++i) {
            many[i] = std::int32_t(i);
        }
        const Statistics ramp = statisticsOf(arrayOf<std::int32_t>(Scalar::int32, {5000}, many));
        QVERIFY(std::fabs(*ramp.mean - 2499.5) < 1e-9);
        constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
        const Statistics large = statisticsOf(
            arrayOf<std::uint64_t>(Scalar::uint64, {3}, {kMost - 1, kMost - 2, kMost - 1}));
        QCOMPARE(large.exactMin, std::to_string(kMost - 2));
        QCOMPARE(large.exactMax, std::to_string(kMost - 1));
        constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
        const Statistics low =
            statisticsOf(arrayOf<std::int64_t>(Scalar::int64, {2}, {kLeast + 1, 7}));
        QCOMPARE(low.exactMin, std::to_string(kLeast + 1));
        QVERIFY(low.exactMax.empty());
        const double huge = std::numeric_limits<double>::max();
        QCOMPARE(*statisticsOf(arrayOf<double>(Scalar::float64, {2}, {huge, huge})).mean, huge);
    }

    /// Wherever an array is cut, its parts together are like the whole.
    void statisticsOfParts() {
        constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
        constexpr std::int64_t kLong = std::int64_t(1) << 60; // + 1 is the same as a double
        constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
        const double inf = std::numeric_limits<double>::infinity();
        const double nan = std::nan("");
        cutAnywhere<double>(Scalar::float64, {nan, 3, -inf, 5, -7.5, nan, inf, 0});
        cutAnywhere<double>(Scalar::float64, {nan, -inf, nan});
        cutAnywhere<double>(DType::vector(Scalar::float64, 2), {1, nan, 3, 4, -5, inf});
        cutAnywhere<double>(Scalar::complex128, {1, nan, 3, inf, 5, 6});
        cutAnywhere<std::int64_t>(Scalar::int64, {5, kLong, kLong + 1, kLeast + 1, kLeast, -3});
        cutAnywhere<std::int64_t>(Scalar::int64, {-kLong - 1, -kLong, kLong + 1, kLong});
        cutAnywhere<std::uint64_t>(Scalar::uint64, {kMost - 1, kMost, kMost - 2, 0});
    }

    /// Text of the narrow formats is the very value, as a double reads it.
    void narrowFloatsAreExactAsText() {
        for (const Scalar scalar :
             {Scalar::float16, Scalar::bfloat16, Scalar::float8_e4m3, Scalar::float8_e5m2}) {
            const std::size_t size = sizeOf(scalar);
            for (std::uint32_t bits = 0; bits < (1U << (8 * size)); ++bits) {
                std::array<std::byte, 2> bytes{std::byte(bits & 0xFF), std::byte(bits >> 8)};
                const double value = readDouble(scalar, bytes.data());
                if (std::isfinite(value))
                    QCOMPARE(std::stod(formatScalar(scalar, bytes.data())), value);
            }
        }
        HostArray array(Scalar::float8_e5m2, {1});
        writeDouble(Scalar::float8_e5m2, array.bytes().data(), 57344);
        QCOMPARE(formatElement(array, 0), std::string("57344"));
    }

    void meansStayWithinTheRange() {
        for (const auto& [scalar, value] : {std::pair{Scalar::int32, 7.0},
                                            {Scalar::float32, 0.1F},
                                            {Scalar::float64, 0.1},
                                            {Scalar::int64, 9007199254740993.0},
                                            {Scalar::uint8, 255.0},
                                            {Scalar::float64, 1.7e308},
                                            {Scalar::float64, -1e-300}}) {
            HostArray array(scalar, {100096});
            std::vector<double> values(100096, value);
            writeDoubles(scalar, array.bytes().data(), values);
            const Summary summary = summaryOf(array);
            QCOMPARE(summary.mean, project::toDouble(summary.min->value));
            QCOMPARE(summary.mean, project::toDouble(summary.max->value));
            QCOMPARE(joined(summary, summary).mean, summary.mean);
        }
    }

    void namesOfCAreTypes() {
        for (const auto& [name, type] : {std::pair<const char*, const char*>{"int", "int32"},
                                         {"float", "float32"},
                                         {"double", "float64"},
                                         {"unsigned int", "uint32"},
                                         {"unsigned char", "uint8"},
                                         {"char", "int8"},
                                         {"long long", "int64"},
                                         {"size_t", "uint64"},
                                         {"uint16_t", "uint16"},
                                         {"half", "float16"},
                                         {"__nv_bfloat16", "bfloat16"}})
            QCOMPARE(DType::parse(name), DType::parse(type));
        QVERIFY(!DType::parse("integer"));
        QVERIFY(!DType::parse("half3"));
    }
};

WARPBENCH_TEST(TestArrays)
} // namespace tst_arrays

#include "tst_arrays.moc"
