// SPDX-License-Identifier: GPL-3.0-or-later
// A project's reductions and scans equal those on the host, for every type and length.
#include "core/steps/elementwise.h"
#include "tests/main.h"
#include "tests/session/steps/steps_bench.h"

#include <nlohmann/json.hpp>

#include <random>

namespace tst_session_scans {

using namespace warpbench;
using namespace warpbench::session;
using namespace warpbench::session::testing;

class SessionScansTest : public SessionFixture {
    Q_OBJECT

  private slots:
    void init() { qputenv("WARPBENCH_SIMGPU", "h200,h200,h200"); }

    void sumsAreThoseOfTheHost_data() { typeRows(); }
    void sumsAreThoseOfTheHost() {
        QFETCH(int, scalar);
        Bench& bench = sharedBench();
        for (const std::int64_t n : kLengths) {
            project::Project project = projectOf(Scalar(scalar), n);
            project.launches = {launchOf(Step::Kind::reduce, "total = x * y")};
            if (n > 0) {
                bufferOf(project, "z").init.kind = project::Init::Kind::expression;
                bufferOf(project, "z").init.expression = Expression{"x * y", {}};
                expectReference(project, "total", "sum(z)", 1e-3);
            } else {
                expectElements(project, "total", "0");
            }
            RUN_WELL(report, requestFor(project));
        }
    }

    /// Words and own operators; of nothing the neutral element is left.
    void operatorsJoin() {
        struct Row {
            Scalar scalar;
            const char* text;
            const char* with;
            const char* neutral;
            const char* expected;
        };
        const Row rows[] = {
            {Scalar::int32, "total = x", "min", nullptr, "min(x)"},
            {Scalar::int32, "total = x", "max", nullptr, "max(x)"},
            {Scalar::uint64, "total = x", "min", nullptr, "min(x)"},
            {Scalar::float32, "total = x", "max", nullptr, "max(x)"},
            {Scalar::float64, "total = x", "min", nullptr, "min(x)"},
            {Scalar::float32, "total = where(i == 7, nan, x)", "min", nullptr, "nan"},
            {Scalar::float64, "total = where(i == 7, nan, x)", "max", nullptr, "nan"},
            {Scalar::int64, "total = x + 2 ** 53", "max(left, right)", "0", "2 ** 53 + 9"},
            {Scalar::int64, "total = where(i == 7, 5, where(i == 2000, 3, 1))", "product", nullptr,
             "15"},
            {Scalar::int32, "total = x", "left + right", "0", "sum(x)"},
            {Scalar::float32, "total = abs(x)", "max(left, right)", "0", "9"},
            {Scalar::int32, "total = i", "where(right > left, right, left)", "-1", "n - 1"},
        };
        Bench& bench = sharedBench();
        for (const Row& row : rows) {
            project::Project project = projectOf(row.scalar, 3001);
            project.launches = {launchOf(Step::Kind::reduce, row.text)};
            // i is the index in what takes part.
            if (std::string(row.text).find('i') != std::string::npos &&
                std::string(row.text).find('x') == std::string::npos)
                project.launches[0].step->text.text += " + 0 * x";
            project.launches[0].step->with = {row.with, {}};
            if (row.neutral)
                project.launches[0].step->neutral = Expression{row.neutral, {}};
            if (std::string(row.expected).find('(') != std::string::npos)
                expectReference(project, "total", row.expected);
            else
                expectElements(project, "total", row.expected);
            RUN_WELL(report, requestFor(project));
        }
    }

    /// What 32 bits without sign cannot hold is left out, and they are compared as such; in a
    /// larger type all of it is there.
    void unsignedNumbersWrap() {
        struct Row {
            const char* step;
            const char* with;
            const char* expected;
        };
        const Row rows[] = {
            {"total = x", "sum", "(3000000000 * n + 7 * n * (n - 1) // 2) % 2**32"},
            {"total = x", "min", "3000000000"},
            {"total = x", "max", "3000000000 + 7 * (n - 1)"},
            {"total = x + 0", "sum", "(3000000000 * n + 7 * n * (n - 1) // 2) % 2**32"}};
        Bench& bench = sharedBench();
        for (const Row& row : rows) {
            for (const bool scan : {false, true}) {
                project::Project project = projectOf(Scalar::uint32, 20'003);
                bufferOf(project, "x").init.kind = project::Init::Kind::expression;
                bufferOf(project, "x").init.expression = Expression{"3000000000 + 7 * i", {}};
                project.launches = {launchOf(Step::Kind::reduce, row.step)};
                project.launches[0].step->with = {row.with, {}};
                expectElements(project, "total", row.expected);
                if (scan && std::string(row.with) == "sum") {
                    project.launches.push_back(launchOf(Step::Kind::scan, "z = x"));
                    expectElements(project, "z",
                                   "(3000000000 * (i + 1) + 7 * i * (i + 1) // 2) % 2**32");
                }
                RUN_WELL(report, requestFor(project));
            }
        }
    }

    /// The same run gives the same bits, whatever order blocks end in.
    void sumsOfRealNumbersAreTheSameEachTime() {
        Bench& bench = sharedBench();
        std::vector<std::string> means;
        for (int time = 0; time < 4; ++time) {
            project::Project project = projectOf(Scalar::float32, 200'003);
            project.buffers[0].init.kind = project::Init::Kind::normal;
            project.launches = {launchOf(Step::Kind::reduce, "total = x"),
                                launchOf(Step::Kind::scan, "z = x")};
            RUN_WELL(report, requestFor(project, false));
            means.push_back(toJson(report)["buffers"].dump());
        }
        for (const std::string& one : means)
            QCOMPARE(one, means.front());
    }

    void scansAreThoseOfTheHost_data() { typeRows(); }
    void scansAreThoseOfTheHost() {
        QFETCH(int, scalar);
        Bench& bench = sharedBench();
        for (const std::int64_t n : kLengths) {
            for (const bool exclusive : {false, true}) {
                project::Project project = projectOf(Scalar(scalar), n);
                project.launches = {launchOf(Step::Kind::scan, "z = x")};
                project.launches[0].step->exclusive = exclusive;
                expectReference(project, "z", exclusive ? "exclusive_scan(x)" : "cumsum(x)", 1e-2);
                RUN_WELL(report, requestFor(project));
            }
        }
    }

    /// 16-bit types are accumulated in float32, complex numbers directly; they are unordered.
    void shortAndComplexNumbers_data() {
        QTest::addColumn<int>("scalar");
        for (const Scalar scalar :
             {Scalar::float16, Scalar::bfloat16, Scalar::complex64, Scalar::complex128})
            QTest::newRow(std::string(arrays::nameOf(scalar)).c_str()) << int(scalar);
    }
    void shortAndComplexNumbers() {
        QFETCH(int, scalar);
        Bench& bench = sharedBench();
        for (const std::int64_t n : {1, 5, 1025, 20'001}) {
            for (const bool exclusive : {false, true}) {
                project::Project project = projectOf(Scalar(scalar), n);
                project.launches = {launchOf(Step::Kind::scan, "z = x"),
                                    launchOf(Step::Kind::reduce, "total = y")};
                project.launches[0].step->exclusive = exclusive;
                // A sum of thousands is rounded once, to a thousandth of it or to a hundredth.
                const double rtol = Scalar(scalar) == Scalar::bfloat16 ? 0.01 : 0.001;
                expectReference(project, "z", exclusive ? "exclusive_scan(x)" : "cumsum(x)", 1e-2);
                bufferOf(project, "z").expect->rtol = rtol;
                expectReference(project, "total", "sum(y)", 1e-2);
                bufferOf(project, "total").expect->rtol = rtol;
                RUN_WELL(report, requestFor(project, n < 2000));
            }
        }
    }

    /// Powers of the imaginary unit, whose product is bracketed in any way.
    void complexNumbersAreMultiplied() {
        Bench& bench = sharedBench();
        for (const char* with : {"product", "left * right"}) {
            project::Project project = projectOf(Scalar::complex64, 5002);
            project.launches = {launchOf(Step::Kind::scan, "z = complex(0 * real(x), 1)"),
                                launchOf(Step::Kind::reduce, "total = complex(0 * real(x), 1)")};
            for (project::Launch& launch : project.launches) {
                launch.step->with = {with, {}};
                if (std::string(with) != "product")
                    launch.step->neutral = Expression{"1", {}};
            }
            expectElements(project, "z",
                           "where(i % 4 == 0, complex(0, 1), where(i % 4 == 1, complex(-1, 0), "
                           "where(i % 4 == 2, complex(0, -1), complex(1, 0))))");
            expectElements(project, "total", "complex(-1, 0)"); // 5002 is 2 more than a fourfold
            RUN_WELL(report, requestFor(project));
        }
    }

    void complexNumbersHaveNoOrder() {
        for (const Step::Kind kind : {Step::Kind::reduce, Step::Kind::scan}) {
            for (const char* with : {"min", "max"}) {
                project::Project project = projectOf(Scalar::complex128, 10);
                project.launches = {
                    launchOf(kind, kind == Step::Kind::reduce ? "total = x" : "z = x")};
                project.launches[0].step->with = {with, {}};
                const std::string said = planError(project);
                QVERIFY2(said.find("cannot be ordered") != std::string::npos, said.c_str());
                QVERIFY2(said.find("abs()") != std::string::npos, said.c_str());
            }
        }
    }

    /// Blocks of any size, in place, operators that mind the order.
    void scansKeepTheOrder() {
        Bench& bench = sharedBench();
        for (const char* block : {"1", "33", "96", "1024"}) {
            project::Project project = projectOf(Scalar::int32, 5000);
            bufferOf(project, "z").init.kind = project::Init::Kind::expression;
            bufferOf(project, "z").init.expression = Expression{"where(i % 13 == 5, i, 0)", {}};
            // The last one that is not 0.
            project.launches = {launchOf(Step::Kind::scan, "z = z")};
            project.launches[0].block = {{block, {}}};
            project.launches[0].step->with = {"where(right != 0, right, left)", {}};
            project.launches[0].step->neutral = Expression{"0", {}};
            expectElements(project, "z", "where(i < 5, 0, i - (i - 5) % 13)");
            RUN_WELL(report, requestFor(project));
        }
    }

    void lengthsMayBeAny() {
        Bench& bench = sharedBench();
        std::mt19937 random(20261123);
        for (int time = 0; time < 12; ++time) {
            const std::int64_t n = std::int64_t(random() % 40000);
            const char* blocks[] = {"32", "128", "256", "512"};
            project::Project project = projectOf(kTypes[random() % 6], n);
            project.launches = {launchOf(Step::Kind::scan, "z = x * 2"),
                                launchOf(Step::Kind::reduce, "total = x + 1"),
                                launchOf(Step::Kind::elementwise, "y = x + y")};
            for (project::Launch& launch : project.launches)
                launch.block = {{blocks[random() % 4], {}}};
            expectElements(project, "y", "x + y");
            project::Buffer twice = bufferOf(project, "z");
            twice.name = "twice";
            twice.init.kind = project::Init::Kind::expression;
            twice.init.expression = Expression{"x * 2", {}};
            project.buffers.push_back(twice);
            expectReference(project, "z", "cumsum(twice)", 1e-2);
            if (n > 0)
                expectReference(project, "total", "sum(twice) / 2 + n", 1e-2);
            RUN_WELL(report, requestFor(project));
        }
    }

    void millionsOfElements() {
        Bench& bench = sharedBench();
        project::Project project = projectOf(Scalar::int32, 2'300'003); // 281 pieces, two groups
        project.launches = {launchOf(Step::Kind::reduce, "total = x"),
                            launchOf(Step::Kind::scan, "z = x")};
        expectReference(project, "total", "sum(x)");
        expectReference(project, "z", "cumsum(x)");
        RUN_WELL(report, requestFor(project, false));
    }

    /// More tiles than a launch has blocks: some blocks go over two, and over them twice.
    void moreTilesThanBlocks() {
        Bench& bench = sharedBench();
        project::Project project = projectOf(Scalar::int32, 40'003);
        const project::GeneratedKernel scan =
            project::scanKernel(project, *launchOf(Step::Kind::scan, "z = x").step, {"256", {}});
        project.launches = {scan.launch};
        expectReference(project, "z", "cumsum(x)");
        for (const char* blocks : {"1", "2", "3", "4"}) {
            project.launches[0].grid = {{blocks, {}}};
            RunRequest request = requestFor(project, false);
            request.source = scan.source;
            RUN_WELL(report, std::move(request));
        }
    }
};

WARPBENCH_TEST(SessionScansTest)
} // namespace tst_session_scans

#include "tst_session_scans.moc"
