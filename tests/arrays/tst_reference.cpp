// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arrays/element.h"
#include "core/base/cancellation.h"
#include "core/base/error.h"
#include "core/formulas/array_function.h"
#include "core/formulas/reference.h"
#include "tests/main.h"

#include <QTest>

#include <limits>

namespace tst_reference {

using namespace warpbench;
using namespace warpbench::project;
using arrays::HostArray;
using arrays::Scalar;

namespace {

HostArray callArray(std::string_view name, const std::vector<HostArray>& arguments) {
    return applyArrayFunction(name, arguments, [](const ErrorText& said) {
        throw Error(ErrorKind::project, ErrorText(said.text()));
    });
}

HostArray number(double value) {
    HostArray array(Scalar::float64, {});
    array.as<double>()[0] = value;
    return array;
}

HostArray reals(std::vector<double> values) {
    HostArray array(Scalar::float64, {std::int64_t(values.size())});
    std::copy(values.begin(), values.end(), array.as<double>().begin());
    return array;
}

} // namespace

/// Requests for hostile, huge or cancelled references.
class TestReference : public QObject {
    Q_OBJECT

  private slots:
    /// The middle of a chained comparison has two parents; walked once for each, this formula has
    /// 2^90 nodes.
    void sharedTermsAreWalkedOnce() {
        std::string text = "1";
        for (int level = 0; level < 90; ++level) {
            text = "0<(" + text + ")<1";
        }
        ParseOptions options;
        options.arrayFunctions = true;
        ElementNames names;
        names.initial = [](const std::string&) { return std::optional<HostArray>(); };
        const HostArray result = evaluateReference(Formula::parse({text, {}}, options), names);
        QCOMPARE(result.elements(), std::int64_t(1));
    }

    /// Unsigned 64-bit numbers keep order and value in functions of whole arrays; element-wise
    /// expressions treat them as wrapping int64.
    void unsignedNumbers_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("first");
        constexpr double kTop = 18446744073709551615.0;
        QTest::newRow("sort") << QStringLiteral("sort(k)") << 3.0;
        QTest::newRow("amax") << QStringLiteral("amax(k)") << kTop;
        QTest::newRow("argmax") << QStringLiteral("argmax(k)") << 1.0;
        QTest::newRow("mean") << QStringLiteral("mean(k)") << kTop / 3 + 5;
        QTest::newRow("the last of what is sorted") << QStringLiteral("flip(sort(k), 0)") << kTop;
        QTest::newRow("histogram") << QStringLiteral("histogram(k, 2, 0, 4e19)") << 3.0;
        QTest::newRow("bincount") << QStringLiteral("sum(bincount(k, 20))") << 2.0;
        QTest::newRow("a difference") << QStringLiteral("sum(abs(m - 5))") << 6.0;
        QTest::newRow("of results") << QStringLiteral("amin(m) - amax(m)") << -4.0;
    }
    void unsignedNumbers() {
        QFETCH(QString, text);
        QFETCH(double, first);
        const auto arrayOf = [](std::vector<std::uint64_t> values) {
            HostArray array(Scalar::uint64, {std::int64_t(values.size())});
            std::copy(values.begin(), values.end(), array.as<std::uint64_t>().begin());
            return array;
        };
        ElementNames names;
        names.initial = [&](const std::string& name) {
            return std::optional(name == "k" ? arrayOf({12, UINT64_MAX, 3}) : arrayOf({3, 7, 3}));
        };
        ParseOptions options;
        options.arrayFunctions = true;
        const HostArray result =
            evaluateReference(Formula::parse({text.toStdString(), {}}, options), names);
        QCOMPARE(arrays::readDouble(result.dtype().scalar(), result.bytes().data()), first);
    }

    void loopsCanBeCancelled_data() {
        QTest::addColumn<QString>("name");
        for (const char* name :
             {"all",        "amax",   "argmin", "argsort",   "bincount",  "conv_full",
              "conv_valid", "cumsum", "dot",    "fft",       "fft2",      "flip",
              "histogram",  "matmul", "mean",   "outer",     "prod",      "roll",
              "softmax",    "sort",   "sum",    "sum along", "max along", "transpose"}) {
            QTest::newRow(name) << QString(name);
        }
    }
    void loopsCanBeCancelled() {
        QFETCH(QString, name);
        const std::int64_t rows = 3000;
        const std::int64_t columns = 4000; // more work than between two looks at the token
        const HostArray table(Scalar::float64, {rows, columns});
        const HostArray flat(table.dtype(), {rows * columns}, table.block());
        std::vector<HostArray> arguments{table};
        if (name == "bincount") {
            arguments = {HostArray(Scalar::int64, flat.shape(), table.block()), number(4)};
        } else if (name == "histogram") {
            arguments = {flat, number(4), number(0), number(1)};
        } else if (name == "conv_full" || name == "conv_valid") {
            arguments = {flat, reals({1, 2, 3})};
        } else if (name == "dot") {
            arguments = {flat, flat};
        } else if (name == "matmul") {
            arguments = {table, HostArray(table.dtype(), {columns, rows}, table.block())};
        } else if (name == "outer") {
            arguments = {HostArray(table.dtype(), {columns}, table.block()),
                         HostArray(table.dtype(), {columns}, table.block())};
        } else if (name == "roll") {
            arguments = {table, number(1)};
        } else if (name.endsWith(" along")) {
            arguments = {table, number(0)};
        } else if (name == "sort" || name == "argsort" || name == "sum" || name == "cumsum") {
            arguments = {flat};
        }
        std::stop_source stop;
        stop.request_stop();
        const CancellationScope scope(stop.get_token());
        try {
            callArray(name.section(' ', 0, 0).toStdString(), arguments);
            QFAIL("it went on to its end");
        } catch (const Error& error) {
            QCOMPARE(int(error.kind()), int(ErrorKind::cancelled));
        }
    }

    /// Of no elements there is a sum, and no mean, no extreme and no element 0.
    void emptyArrays() {
        const HostArray none(Scalar::float64, {0});
        const auto refusal = [&](std::string_view name, const std::vector<HostArray>& arguments) {
            try {
                callArray(name, arguments);
            } catch (const Error& error) {
                return error.text();
            }
            return std::string("it was done");
        };
        QCOMPARE(callArray("sum", {none}).as<double>()[0], 0.0);
        QCOMPARE(callArray("prod", {none}).as<double>()[0], 1.0);
        QCOMPARE(callArray("all", {none}).as<std::int64_t>()[0], std::int64_t(1));
        QCOMPARE(callArray("any", {none}).as<std::int64_t>()[0], std::int64_t(0));
        QCOMPARE(refusal("mean", {none}), std::string("mean: the array is empty"));
        QCOMPARE(refusal("amax", {none}), std::string("amax: the array is empty"));
        HostArray first(Scalar::int64, {1});
        QCOMPARE(refusal("take", {none, first}),
                 std::string("take: index 0 is out of range for an empty array"));
        QCOMPARE(callArray("take", {none, HostArray(Scalar::int64, {0})}).elements(),
                 std::int64_t(0));
        QCOMPARE(refusal("roll", {none, none}),
                 std::string("roll: argument 2 must be a single number"));
    }

    /// Results for empty arrays are empty, even next to a single element.
    void elementWiseOverNothing_data() {
        QTest::addColumn<QString>("text");
        for (const char* text : {"a + 1", "a + one", "one + a", "2 * sum(a) + a", "-a"})
            QTest::newRow(text) << QString(text);
    }
    void elementWiseOverNothing() {
        QFETCH(QString, text);
        ParseOptions options;
        options.arrayFunctions = true;
        ElementNames names;
        names.initial = [](const std::string& name) -> std::optional<HostArray> {
            return name == "a" ? HostArray(Scalar::float32, {0, 3})
                               : HostArray(Scalar::float32, {1});
        };
        const HostArray result =
            evaluateReference(Formula::parse({text.toStdString(), {}}, options), names);
        QCOMPARE(result.shape(), (std::vector<std::int64_t>{0, 3}));
    }

    void histogramsOfExtremeRanges() {
        constexpr double kInf = std::numeric_limits<double>::infinity();
        constexpr double kMost = std::numeric_limits<double>::max();
        const HostArray values = reals({-kInf, -kMost, -1e308, 0, 1, kMost, kInf});
        QVERIFY_EXCEPTION_THROWN(
            callArray("histogram", {values, number(2), number(-kInf), number(0)}), Error);
        QVERIFY_EXCEPTION_THROWN(
            callArray("histogram", {values, number(2), number(0), number(kInf)}), Error);
        const HostArray counts =
            callArray("histogram", {values, number(2), number(-kMost), number(kMost)});
        QCOMPARE(counts.as<std::int64_t>()[0], std::int64_t(2));
        QCOMPARE(counts.as<std::int64_t>()[1], std::int64_t(3));
    }

    /// More than the machine has is refused before it is touched.
    void memoryHasAnEnd() {
        HostArray values(Scalar::int64, {3});
        try {
            callArray("bincount", {values, number(double(std::int64_t(1) << 48))});
            QFAIL("two petabytes were given");
        } catch (const Error& error) {
            QCOMPARE(int(error.kind()), int(ErrorKind::device));
            QVERIFY(std::string(error.what()).find("are left for it") != std::string::npos);
        }
    }

    /// Partial tiles, vectors, batches.
    void productsInTiles() {
        const std::int64_t rows = 131;
        const std::int64_t depth = 7;
        const std::int64_t columns = 515;
        HostArray a(Scalar::int64, {2, rows, depth});
        HostArray b(Scalar::int64, {depth, columns});
        for (std::size_t n = 0; n < a.as<std::int64_t>().size(); ++n) {
            a.as<std::int64_t>()[n] = std::int64_t(n * 7 % 11);
        }
        for (std::size_t n = 0; n < b.as<std::int64_t>().size(); ++n) {
            b.as<std::int64_t>()[n] = std::int64_t(n * 5 % 13) - 6;
        }
        const HostArray c = callArray("matmul", {a, b});
        QCOMPARE(c.shape(), (std::vector<std::int64_t>{2, rows, columns}));
        for (std::int64_t n = 0; n < c.elements(); ++n) {
            std::int64_t sum = 0;
            for (std::int64_t k = 0; k < depth; ++k) {
                sum += a.as<std::int64_t>()[std::size_t(n / columns * depth + k)] *
                       b.as<std::int64_t>()[std::size_t(k * columns + n % columns)];
            }
            QCOMPARE(c.as<std::int64_t>()[std::size_t(n)], sum);
        }
    }
};

WARPBENCH_TEST(TestReference)
} // namespace tst_reference

#include "tst_reference.moc"
