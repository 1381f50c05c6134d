// SPDX-License-Identifier: GPL-3.0-or-later
// Buffers split by rows: the distribution, the meaning of names in a part, and buffers that cannot
// be split.
#include "core/arrays/element.h"
#include "core/plan/evaluate.h"
#include "core/plan/split.h"
#include "core/project/project_file.h"
#include "tests/main.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

namespace tst_split {

using namespace warpbench;
using namespace warpbench::project;

namespace {

/// JSON whose quotes are written as apostrophes.
std::string quoted(std::string text) {
    std::replace(text.begin(), text.end(), '\'', '"');
    return text;
}

} // namespace

class SplitTest : public QObject {
    Q_OBJECT

    static Project read(const std::string& buffers, const std::string& access = "inout",
                        const std::string& rest = "") {
        const std::string text =
            quoted("{'format': 'warpbench-project', 'version': 1, 'source': {'text': ''}, "
                   "'parameters': {'n': 10}, 'buffers': [") +
            buffers +
            quoted("], 'launches': [{'kernel': 'k', 'grid': ['ceil_div(rows, 4)'], 'block': ['4'], "
                   "'args': [{'buffer': 'x', 'access': '") +
            access + quoted("'}, {'scalar': 'int32', 'value': 'first_row + device'}]}]") + rest +
            "}";
        return parseProject(text, "p.warpbench").project;
    }
    static std::string kRows() {
        return R"({"name": "x", "dtype": "float32", "shape": ["n", 3], "split": "rows"})";
    }
    static std::vector<PlanPart> parts(const Project& project, int devices) {
        return makePartPlans(project, {}, devices, makePlan(project));
    }
    static std::string refusal(const Project& project, int devices) {
        try {
            parts(project, devices);
        } catch (const Error& error) {
            return error.kind() == ErrorKind::project ? error.what()
                                                      : "not an error of the project";
        }
        return "accepted";
    }

  private slots:
    /// Every row belongs to exactly one part, and part sizes differ by at most one.
    void rowsAreSharedOut() {
        for (const std::int64_t rows : {8, 9, 15, 1000}) {
            for (const int devices : {1, 2, 3, 7, 8}) {
                std::int64_t next = 0;
                for (const RowPart& part : splitRows(rows, devices)) {
                    QCOMPARE(part.first, next);
                    QVERIFY(part.rows == rows / devices || part.rows == rows / devices + 1);
                    next += part.rows;
                }
                QCOMPARE(next, rows);
            }
        }
    }

    void eachPartHasItsOwnPlan() {
        const auto made = parts(read(kRows()), 3);
        QCOMPARE(made.size(), std::size_t(3));
        const std::int64_t rows[] = {4, 3, 3};
        const std::int64_t first[] = {0, 4, 7};
        for (std::size_t d = 0; d < 3; ++d) {
            const LaunchPlan& plan = made[d].plan;
            QCOMPARE(made[d].rows, (RowPart{first[d], rows[d]}));
            QCOMPARE(plan.buffers[0].shape, (std::vector<std::int64_t>{rows[d], 3}));
            QCOMPARE(plan.buffers[0].bytes, std::uint64_t(rows[d] * 12));
            QCOMPARE(plan.launches[0].grid[0], std::uint32_t(1));
            const auto& scalar = std::get<PlannedBytes>(plan.launches[0].args[1].value);
            std::int32_t value = 0;
            std::memcpy(&value, scalar.bytes.data(), sizeof value);
            QCOMPARE(value, std::int32_t(first[d]) + std::int32_t(d));
        }
    }

    /// On one device a part is the whole.
    void oneDeviceHasAll() {
        const LaunchPlan plan = makePlan(read(kRows()));
        QCOMPARE(plan.buffers[0].shape, (std::vector<std::int64_t>{10, 3}));
        QCOMPARE(plan.launches[0].grid[0], std::uint32_t(3));
    }

    /// Halo rows are adjacent to a part's rows, and exist only next to neighbours.
    void partsHaveHalos() {
        const std::string rows =
            R"({"name": "x", "dtype": "float32", "shape": ["n", 3], "split": "rows", "halo": 2})";
        const auto made = parts(read(rows), 3);
        const std::int64_t before[] = {0, 2, 2};
        const std::int64_t after[] = {2, 2, 0};
        for (std::size_t d = 0; d < 3; ++d) {
            const PlannedBuffer& buffer = made[d].plan.buffers[0];
            QCOMPARE(buffer.haloBefore, before[d]);
            QCOMPARE(buffer.haloAfter, after[d]);
            QCOMPARE(buffer.rowBytes(), std::uint64_t(12));
            QCOMPARE(buffer.bytes, std::uint64_t(made[d].rows.rows * 12));
            QCOMPARE(withHalo(made[d].rows, buffer),
                     (RowPart{made[d].rows.first - before[d],
                              made[d].rows.rows + before[d] + after[d]}));
        }
        QCOMPARE(makePlan(read(rows)).buffers[0].haloAfter, std::int64_t(0));
    }

    void roundsAreEvaluated() {
        QCOMPARE(makePlan(read(kRows(), "in", R"(, "rounds": "n * 2")")).rounds, 20U);
        QCOMPARE(makePlan(read(kRows())).rounds, 1U);
        QVERIFY_EXCEPTION_THROWN(makePlan(read(kRows(), "in", R"(, "rounds": 0)")), Error);
    }

    void rowsOfAnArrayLieInItsBlock() {
        arrays::HostArray whole(arrays::Scalar::int32, {5, 2});
        for (std::size_t i = 0; i < 10; ++i)
            whole.as<std::int32_t>()[i] = std::int32_t(i);
        const arrays::HostArray part = rowsOf(whole, {3, 2});
        QCOMPARE(part.shape(), (std::vector<std::int64_t>{2, 2}));
        QCOMPARE(part.as<std::int32_t>()[0], 6);
        QVERIFY(part.block() == whole.block());
    }

    void whatCannotBeSplitIsRefused_data() {
        QTest::addColumn<QString>("buffers");
        QTest::addColumn<QString>("access");
        QTest::addColumn<int>("devices");
        QTest::addColumn<QString>("says");
        const QString rows = QString::fromStdString(kRows());
        const QString whole =
            QStringLiteral(R"({"name": "x", "dtype": "float32", "shape": ["n"]})");
        const QString other =
            QStringLiteral(R"(, {"name": "y", "dtype": "int8", "shape": [9], "split": "rows"})");
        const QString taken = QStringLiteral(R"(, {"name": "rows", "dtype": "int8", "shape": []})");
        const QString own = QStringLiteral(R"(, {"name": "y", "dtype": "int8", "shape": [10],
                                                 "split": "rows"})");
        QTest::newRow("more devices than rows")
            << rows << "in" << 11 << "10 rows cannot be split over 11 devices";
        QTest::newRow("different rows") << rows + other << "in" << 2 << "'y' has 9 rows";
        QTest::newRow("a name that is taken") << rows + taken << "in" << 2 << "'rows'";
        QTest::newRow("written by all") << whole + own << "inout" << 2 << "each device would write";
        QTest::newRow("split and reduced")
            << QStringLiteral(R"({"name": "x", "dtype": "int8", "shape": [4], "split": "rows",
                                  "reduce": "sum"})")
            << "inout" << 2 << "nothing to reduce";
        QTest::newRow("resident") << rows << "resident" << 2 << "is resident";
        const auto haloed = [](int halo) {
            return QStringLiteral(R"({"name": "x", "dtype": "float32", "shape": ["n"],
                                      "split": "rows", "halo": %1})")
                .arg(halo);
        };
        QTest::newRow("a halo larger than a part") << haloed(4) << "in" << 3 << "a halo of 4 rows";
        QTest::newRow("a halo below 0") << haloed(-1) << "in" << 2 << "the halo of 'x'";
        QTest::newRow("a halo of what is whole")
            << QStringLiteral(R"({"name": "x", "dtype": "int8", "shape": ["n"], "halo": 1})")
            << "in" << 2 << "has a halo and is not split";
        QTest::newRow("no dimension")
            << QStringLiteral(R"({"name": "x", "dtype": "int8", "shape": [], "split": "rows"})")
            << "in" << 2 << "has no rows";
    }
    void whatCannotBeSplitIsRefused() {
        QFETCH(QString, buffers);
        QFETCH(QString, access);
        QFETCH(int, devices);
        QFETCH(QString, says);
        const std::string text =
            refusal(read(buffers.toStdString(), access.toStdString()), devices);
        QVERIFY2(text.find(says.toStdString()) != std::string::npos, text.c_str());
    }

    void reductions() {
        const auto arrayOf = [](arrays::Scalar scalar, double a, double b) {
            arrays::HostArray array(scalar, {2});
            arrays::writeDouble(scalar, array.bytes().data(), a);
            arrays::writeDouble(scalar, array.bytes().data() + arrays::sizeOf(scalar), b);
            return array;
        };
        for (const arrays::Scalar scalar :
             {arrays::Scalar::float32, arrays::Scalar::int16, arrays::Scalar::uint8}) {
            const auto apply = [&](Reduction reduction) {
                arrays::HostArray total = arrayOf(scalar, 7, 3);
                reduceInto(total, arrayOf(scalar, 2, 9), reduction);
                return std::pair(
                    arrays::readDouble(scalar, total.bytes().data()),
                    arrays::readDouble(scalar, total.bytes().data() + arrays::sizeOf(scalar)));
            };
            QVERIFY(apply(Reduction::sum) == std::pair(9.0, 12.0));
            QVERIFY(apply(Reduction::min) == std::pair(2.0, 3.0));
            QVERIFY(apply(Reduction::max) == std::pair(7.0, 9.0));
        }
        for (const Reduction reduction : {Reduction::min, Reduction::max}) {
            arrays::HostArray total = arrayOf(arrays::Scalar::float32, 7, NAN);
            reduceInto(total, arrayOf(arrays::Scalar::float32, NAN, 9), reduction);
            QVERIFY(std::isnan(total.as<float>()[0]));
            QVERIFY(std::isnan(total.as<float>()[1]));
        }
        // 64 bits without a sign are compared as such, and sums wrap as the type does.
        arrays::HostArray total(arrays::Scalar::uint64, {1});
        arrays::HostArray part(arrays::Scalar::uint64, {1});
        total.as<std::uint64_t>()[0] = UINT64_MAX;
        part.as<std::uint64_t>()[0] = 2;
        reduceInto(total, part, Reduction::max);
        QCOMPARE(total.as<std::uint64_t>()[0], UINT64_MAX);
        reduceInto(total, part, Reduction::sum);
        QCOMPARE(total.as<std::uint64_t>()[0], std::uint64_t(1));
    }

    void nothingSplitIsRefused() {
        Project project;
        project.buffers.emplace_back().name = "x";
        const std::string text = refusal(project, 2);
        QVERIFY2(text.find("no buffer is split") != std::string::npos, text.c_str());
    }

    void theFileKeepsBoth() {
        const Project project = read(kRows(), "in", R"(, "devices": 4)");
        QCOMPARE(project.devices, 4);
        QVERIFY(project.buffers[0].split);
        const Project again = parseProject(writeProject(project), "p.warpbench").project;
        QVERIFY(again == project);
        QCOMPARE(again.devices, 4);
        QVERIFY(again.buffers[0].split);
        QVERIFY(writeProject(read(kRows())).find("\"devices\"") == std::string::npos);
        for (const char* wrong : {R"(, "devices": 0)", R"(, "devices": 65)"})
            QVERIFY_EXCEPTION_THROWN(read(kRows(), "in", wrong), Error);
        const Project halo = read(
            R"({"name": "x", "dtype": "int8", "shape": [8], "split": "rows", "halo": "n / 5"})",
            "in", R"(, "rounds": "n")");
        QVERIFY(parseProject(writeProject(halo), "p.warpbench").project == halo);
        QCOMPARE(halo.buffers[0].halo->text, std::string("n / 5"));
        QCOMPARE(halo.rounds->text, std::string("n"));
        QVERIFY_EXCEPTION_THROWN(
            read(R"({"name": "x", "dtype": "int8", "shape": [4], "split": "columns"})"), Error);
    }
};

WARPBENCH_TEST(SplitTest)
} // namespace tst_split

#include "tst_split.moc"
