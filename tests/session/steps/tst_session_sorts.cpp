// SPDX-License-Identifier: GPL-3.0-or-later
// Sorted and random buffers of a project equal those computed on the host.
#include "core/formulas/philox.h"
#include "tests/main.h"
#include "tests/session/steps/steps_bench.h"

#include <fmt/format.h>

namespace tst_session_sorts {

using namespace warpbench;
using namespace warpbench::session;
using namespace warpbench::session::testing;

namespace {

project::Init randint(const std::string& low, const std::string& high) {
    project::Init init;
    init.kind = project::Init::Kind::randint;
    init.low = Expression{low, {}};
    init.high = Expression{high, {}};
    return init;
}

/// `x` sorted, and `y` with `place` moved along.
project::Project keysAndPairs(Scalar scalar, int keys, int pairs, project::Init init,
                              bool descending, Scalar moved = Scalar::int32) {
    project::Project project = projectOf(scalar, keys);
    project.parameters["m"] = {std::to_string(pairs), {}};
    for (const char* name : {"x", "y"})
        bufferOf(project, name).init = init;
    bufferOf(project, "y").shape = {{"m", {}}};
    project::Buffer place = buffer("place", "m", project::Init::Kind::arange);
    place.dtype = moved;
    // Equal keys keep their order: the places of equal ones rise.
    place.expect.emplace().reference = {descending ? "argsort(-1.0 * y)" : "argsort(1.0 * y)", {}};
    project.buffers.push_back(place);
    for (const char* line : {"x", "y, place"}) {
        project.launches.push_back(launchOf(Step::Kind::sort, line));
        project.launches.back().step->descending = descending;
        const std::string name(line, 1);
        expectReference(project, name,
                        descending ? fmt::format("-sort(-1.0 * {})", name)
                                   : fmt::format("sort({})", name));
    }
    return project;
}

} // namespace

class SessionSortsTest : public SessionFixture {
    Q_OBJECT

  private slots:
    void init() { qputenv("WARPBENCH_SIMGPU", "h200,h200,h200"); }

    void sortedAsOnTheHost_data() { typeRows(); }
    /// Keys of few values and of all bits, lengths about tiles and blocks, races looked for.
    void sortedAsOnTheHost() {
        QFETCH(int, scalar);
        Bench& bench = sharedBench();
        for (const std::int64_t n :
             {std::int64_t(0), std::int64_t(1), std::int64_t(255), std::int64_t(9001)}) {
            project::Project project = projectOf(Scalar(scalar), n);
            project::Launch keys = launchOf(Step::Kind::sort, "z");
            project::Launch pairs = launchOf(Step::Kind::sort, "y, place");
            pairs.step->descending = true;
            project::Buffer place = buffer("place", "n", project::Init::Kind::arange);
            place.dtype = Scalar::int32;
            // Equal keys keep their order: the places of equal ones rise.
            if (n > 0)
                place.expect.emplace().reference = {"argsort(-1.0 * y)", {}};
            project.buffers.push_back(place);
            project.launches = {keys, pairs};
            expectReference(project, "z", "sort(z)");
            RUN_WELL(report, requestFor(project));
        }
    }

    void sortedByAllBits() {
        Bench& bench = sharedBench();
        struct Row {
            Scalar scalar;
            const char* low;
            const char* high;
        };
        const Row rows[] = {{Scalar::int8, "-128", "128"},
                            {Scalar::uint16, "0", "65536"},
                            {Scalar::int32, "-2147483648", "2147483648"},
                            {Scalar::int64, "-(2 ** 62)", "2 ** 62"},
                            {Scalar::float16, "-2048", "2049"},
                            {Scalar::bfloat16, "-100000", "100000"},
                            {Scalar::float32, "-1000000", "1000000"}};
        for (const Row& row : rows) {
            project::Project project = projectOf(row.scalar, 70'001); // many tiles
            bufferOf(project, "z").init.low = Expression{row.low, {}};
            bufferOf(project, "z").init.high = Expression{row.high, {}};
            project.launches = {launchOf(Step::Kind::sort, "z")};
            expectReference(project, "z", "sort(z)");
            RUN_WELL(report, requestFor(project, false));
        }
    }

    /// Elements of any width go along, also with keys of one byte, which come back from elsewhere.
    void valuesMoveAlong() {
        Bench& bench = sharedBench();
        for (const Scalar keys : {Scalar::uint8, Scalar::float16, Scalar::int64}) {
            for (const Scalar values : {Scalar::boolean, Scalar::bfloat16, Scalar::complex128}) {
                project::Project project = projectOf(keys, 12'345);
                project::Buffer moved = buffer("moved", "n", project::Init::Kind::expression);
                moved.dtype = values;
                moved.init.expression = Expression{"x % 2 == 0", {}};
                moved.expect.emplace().expression = {"after(x) % 2 == 0", {}};
                project.buffers.push_back(moved);
                project.launches = {launchOf(Step::Kind::sort, "x, moved")};
                expectReference(project, "x", "sort(x)");
                RUN_WELL(report, requestFor(project, false));
            }
        }
    }

    /// Tiles of 512 times as many keys as a thread has: one key less, full, one more, and two and a
    /// bit, races looked for.
    void sortedAboutTiles_data() {
        QTest::addColumn<int>("scalar");
        QTest::addColumn<int>("tile");
        QTest::addColumn<int>("moved");
        QTest::addColumn<int>("pairsTile"); // with values of that type
        QTest::addColumn<std::string>("high");
        const auto row = [](const char* name, Scalar scalar, int items, Scalar moved, int ofPairs,
                            const char* high) {
            QTest::newRow(name) << int(scalar) << items * 512 << int(moved) << ofPairs * 512
                                << std::string(high);
        };
        row("byte", Scalar::uint8, 22, Scalar::int32, 16, "256");
        row("two", Scalar::uint16, 22, Scalar::int32, 16, "65536");
        row("four", Scalar::uint32, 22, Scalar::int32, 15, "2 ** 32");
        row("eight", Scalar::uint64, 11, Scalar::int32, 10, "2 ** 53");
        row("eight and eight", Scalar::uint64, 11, Scalar::int64, 9, "2 ** 53");
    }
    void sortedAboutTiles() {
        QFETCH(int, scalar);
        QFETCH(int, tile);
        QFETCH(int, moved);
        QFETCH(int, pairsTile);
        Bench& bench = sharedBench();
        QFETCH(std::string, high);
        const auto lengths = [](int of) { return std::array{of - 1, of, of + 1, 2 * of + 77}; };
        const std::uint32_t blocks[] = {1, 1, 2, 3};
        for (std::size_t i = 0; i < 4; ++i) {
            const project::Project project =
                keysAndPairs(Scalar(scalar), lengths(tile)[i], lengths(pairsTile)[i],
                             randint("0", high), i % 2 == 1, Scalar(moved));
            RUN_WELL(report, requestFor(project));
            QCOMPARE(report.launches[0].grid[0], blocks[i]);
            QCOMPARE(report.launches[1].grid[0], blocks[i]);
        }
    }

    /// Sorted input stays unchanged, and reversed input is reversed.
    void sortedWhereThereIsOrder() {
        Bench& bench = sharedBench();
        project::Init same;
        same.kind = project::Init::Kind::constant;
        same.value = Expression{"16909060", {}};
        project::Init rising;
        rising.kind = project::Init::Kind::arange;
        for (const project::Init& init : {same, rising}) {
            for (const bool descending : {false, true}) {
                const project::Project project =
                    keysAndPairs(Scalar::uint32, 30'000, 30'000, init, descending);
                RUN_WELL(report, requestFor(project, false));
            }
        }
    }

    /// Recorded into a graph, and in a worker's process: the launch takes more shared memory than a
    /// kernel has without being asked.
    void sortedInAGraph_data() { homes(); }
    void sortedInAGraph() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        project::Project project =
            keysAndPairs(Scalar::float32, 30'000, 30'000, randint("-999", "1000"), false);
        RunRequest request = requestFor(project, false);
        request.graph = true;
        request.repeats = 2;
        RUN_WELL(report, request);
        QVERIFY(report.launches[0].sharedBytes > 48 * 1024);
        QVERIFY(report.graph && report.graph->replay.samples == 2);
    }

    /// A GPU of compute capability 7.5 has 64 KiB for a block.
    void tilesFitEveryGpu() {
        for (const Scalar keys : {Scalar::int8, Scalar::float16, Scalar::float32, Scalar::int64}) {
            for (const Scalar values : {Scalar::boolean, Scalar::bfloat16, Scalar::int32,
                                        Scalar::float64, Scalar::complex128}) {
                project::Project project = projectOf(keys, 1000);
                bufferOf(project, "y").dtype = values;
                project.launches = {launchOf(Step::Kind::sort, "x"),
                                    launchOf(Step::Kind::sort, "x, y")};
                for (const project::PlannedLaunch& launch : project::makePlan(project).launches) {
                    QVERIFY(launch.sharedBytes >= 17 * 1024 && launch.sharedBytes <= 64'000);
                    QCOMPARE(launch.maxDynamicShared, std::optional(launch.sharedBytes));
                }
            }
        }
    }

    /// The next launch finds the kernel's variables as the first one did.
    void sortedAgain() {
        Bench& bench = sharedBench();
        project::Project project = projectOf(Scalar::uint32, 30'000);
        project.launches = {launchOf(Step::Kind::sort, "x"),
                            launchOf(Step::Kind::elementwise, "x = y"),
                            launchOf(Step::Kind::sort, "x")};
        project.launches[2].repeat = {"3", {}};
        expectReference(project, "x", "sort(y)");
        RUN_WELL(report, requestFor(project, false));
    }

    /// A warp tells late that its tile is done: the launch must not end before, or the next one
    /// finds the word that came when all had been set back.
    void aWarpThatTellsLateIsWaitedFor() {
        Bench& bench = sharedBench();
        RunRequest request = requestFor(projectOf(Scalar::uint32, 40'000), false);
        request.project.launches = {launchOf(Step::Kind::sort, "x")};
        request.project.launches[0].repeat = {"40", {}};
        expectReference(request.project, "x", "sort(x)");
        turnIntoSource(request.project, 0, request.source);
        const std::string warp = "if (threadIdx.x == kThreads - 32) {\n";
        const std::size_t at = request.source.find(warp);
        QVERIFY(at != std::string::npos);
        request.source.insert(at + warp.size(), "            __nanosleep(1000000);\n");
        RUN_WELL(report, request);
    }

    /// Zeros of both signs are equal, and NaN is last.
    void sortedWithoutNumbers() {
        Bench& bench = sharedBench();
        project::Project project = projectOf(Scalar::float64, 6);
        project::Buffer& keys = bufferOf(project, "x");
        keys.init.kind = project::Init::Kind::expression;
        keys.init.expression = Expression{
            "where(i == 0, nan, where(i == 1, 0.0, where(i == 2, -0.0, where(i == 3, -inf, "
            "where(i == 4, inf, -1.5)))))",
            {}};
        project::Buffer place = buffer("place", "n", project::Init::Kind::arange);
        place.dtype = Scalar::int32;
        place.expect.emplace().expression = {
            "where(i == 0, 3, where(i == 1, 5, where(i == 2, 1, where(i == 3, 2, where(i == 4, 4, "
            "0)))))",
            {}};
        project.buffers.push_back(place);
        project.launches = {launchOf(Step::Kind::sort, "x, place")};
        RUN_WELL(report, requestFor(project));
    }

    void wrongSorts() {
        const std::pair<const char*, const char*> rows[] = {
            {"x +", "what to sort"},     {"x, x", "what to sort"},
            {"x, y, z", "what to sort"}, {"q", "q"},
            {"x, total", "total"},       {"flat", "dimensions"},
            {"c", "cannot be ordered"},  {"tiny", "float8"}};
        for (const auto& [line, message] : rows) {
            project::Project project = projectOf(Scalar::int32, 10);
            project::Buffer flat = buffer("flat", "n", project::Init::Kind::zeros);
            flat.shape.push_back({"2", {}});
            project.buffers.push_back(flat);
            for (const auto& [name, type] :
                 {std::pair("c", Scalar::complex64), std::pair("tiny", Scalar::float8_e4m3)}) {
                project.buffers.push_back(buffer(name, "n", project::Init::Kind::zeros));
                project.buffers.back().dtype = type;
            }
            project.launches = {launchOf(Step::Kind::sort, line)};
            const std::string said = planError(project);
            QVERIFY2(said.find(message) != std::string::npos, (line + (": " + said)).c_str());
        }
    }

    /// Bit for bit those of the initialiser, which known answers of Philox hold to its source
    /// (tst_init), whatever the block and however many devices there are.
    void randomNumbersAreTheInitialisers() {
        struct Row {
            Scalar scalar;
            const char* line;
            project::Init::Kind kind;
        };
        const Row rows[] = {
            {Scalar::float32, "z = uniform()", project::Init::Kind::uniform},
            {Scalar::float32, "z = uniform(low, 7.5)", project::Init::Kind::uniform},
            {Scalar::complex64, "z = uniform()", project::Init::Kind::uniform},
            {Scalar::float64, "z = uniform(low, 7.5)", project::Init::Kind::uniform},
            {Scalar::float32, "z = normal(1, 3)", project::Init::Kind::normal},
            {Scalar::float64, "z = normal", project::Init::Kind::normal},
            {Scalar::int32, "z = randint(-5, 1 + (2 * 3))", project::Init::Kind::randint},
            {Scalar::uint64, "z = randint(0, 2 ** 63)", project::Init::Kind::randint},
            {Scalar::int8, "z = randint(-128, 128)", project::Init::Kind::randint},
            {Scalar::float32, "z = randint(0, 1000000)", project::Init::Kind::randint},
            {Scalar::float16, "z = uniform(low, 7.5)", project::Init::Kind::uniform},
            {Scalar::float16, "z = normal(1, 3)", project::Init::Kind::normal},
            {Scalar::float16, "z = randint(-5, 60000)", project::Init::Kind::randint},
            {Scalar::bfloat16, "z = uniform()", project::Init::Kind::uniform},
            {Scalar::bfloat16, "z = normal", project::Init::Kind::normal},
            {Scalar::complex64, "z = uniform(low, 7.5)", project::Init::Kind::uniform},
            {Scalar::complex64, "z = randint(-5, 100)", project::Init::Kind::randint},
            {Scalar::complex128, "z = normal(1, 3)", project::Init::Kind::normal},
        };
        Bench& bench = sharedBench();
        for (const Row& row : rows) {
            for (const auto& [block, devices] :
                 {std::pair("256", 1), std::pair("96", testedDevices(3))}) {
                project::Project project = projectOf(row.scalar, 91);
                project.parameters["low"] = {"-0.25", {}};
                for (project::Buffer& buffer : project.buffers)
                    if (buffer.name != "total") {
                        buffer.shape = {{"n", {}}, {"7", {}}, {"5", {}}};
                        buffer.split = true;
                    }
                std::erase_if(project.buffers, [](const auto& b) { return b.name == "total"; });
                project.launches = {launchOf(Step::Kind::random, row.line)};
                project.launches[0].step->seed = {"12345678901234 + n", {}};
                project.launches[0].block = {{block, {}}};
                project::Init& init = bufferOf(project, "x").init;
                init = {};
                init.kind = row.kind;
                init.seed = 12345678901234 + 91;
                const std::string line = row.line;
                if (line.find("low") != std::string::npos) {
                    init.low = Expression{"low", {}};
                    init.high = Expression{"7.5", {}};
                } else if (line.find("(1, 3)") != std::string::npos) {
                    init.mean = Expression{"1", {}};
                    init.stddev = Expression{"3", {}};
                } else if (row.kind == project::Init::Kind::randint) {
                    const std::size_t open = line.find('(');
                    const std::size_t comma = line.find(',');
                    init.low = Expression{line.substr(open + 1, comma - open - 1), {}};
                    init.high = Expression{line.substr(comma + 1, line.size() - comma - 2), {}};
                }
                project::Expect& expect = bufferOf(project, "z").expect.emplace();
                expect.buffer = "x";
                expect.exact = true;
                RunRequest request = requestFor(project);
                request.devices = devices;
                RUN_WELL(report, request);
                QVERIFY(find(report, "z")->expect->passed);
            }
        }
    }

    /// Of a part that begins just before them, packs of whose elements may hold the last with 32
    /// bits.
    void randomNumbersPast32Bits_data() {
        QTest::addColumn<quint64>("first");
        QTest::newRow("packs") << (quint64(1) << 32) - 700;
        QTest::newRow("element by element") << (quint64(1) << 32) - 701;
    }
    void randomNumbersPast32Bits() {
        QFETCH(quint64, first);
        constexpr std::int64_t kElements = 2999;
        Bench& bench = sharedBench();
        const auto made = [&](Scalar scalar, const char* line) {
            project::Project project = projectOf(scalar, kElements);
            project.launches = {launchOf(Step::Kind::random, line)};
            project.launches[0].step->seed = {"7", {}};
            RunRequest request = requestFor(project);
            turnIntoSource(request.project, 0, request.source);
            auto& args = request.project.launches[0].args;
            std::get<project::ScalarArg>(args.at(1).value).value = {{std::to_string(first), {}}};
            const RunReport report = bench.run(request);
            if (report.status != RunStatus::ok)
                throw std::runtime_error(whyOf(report));
            return bench.read(find(report, "z")->ref, 0, kElements);
        };
        const auto integers = made(Scalar::uint64, "z = randint(0, 2 ** 63)");
        const auto normals = made(Scalar::float64, "z = normal");
        const auto parts = made(Scalar::complex64, "z = uniform");
        for (std::int64_t i = 0; i < kElements; ++i) {
            const std::uint64_t random = project::randomBits(7, first + std::uint64_t(i), 0);
            QCOMPARE(integers.as<std::uint64_t>()[std::size_t(i)], random >> 1);
            QCOMPARE(normals.as<double>()[std::size_t(i)], project::standardNormal(random));
            float pair[2];
            std::memcpy(pair, parts.bytes().data() + i * 8, 8);
            for (std::uint32_t part = 0; part < 2; ++part) {
                const std::uint64_t one = project::randomBits(7, first + std::uint64_t(i), part);
                QCOMPARE(double(pair[part]), project::unitInterval(one, 24));
            }
        }
    }

    void wrongRandomLines() {
        const std::pair<const char*, const char*> rows[] = {
            {"z", "buffer for the random numbers"},
            {"z = gauss(0, 1)", "distribution"},
            {"z = normal(1)", "two numbers"},
            {"z = uniform(0, 1", "bracket"},
            {"z = randint", "two numbers"},
            {"z = randint(3, 3)", "empty range"},
            {"z = randint(0, 300)", "cannot hold"},
            {"z = normal(0, 1)", "fractions"},
            {"q = randint(0, 3)", "is not a buffer"},
            {"h = randint(0, 65521)", "float16 cannot hold"},
            {"tiny = uniform", "float8"},
        };
        for (const auto& [line, message] : rows) {
            project::Project project = projectOf(Scalar::int8, 10);
            for (const auto& [name, type] :
                 {std::pair("h", Scalar::float16), std::pair("tiny", Scalar::float8_e5m2)}) {
                project.buffers.push_back(buffer(name, "n", project::Init::Kind::zeros));
                project.buffers.back().dtype = type;
            }
            project.launches = {launchOf(Step::Kind::random, line)};
            const std::string said = planError(project);
            QVERIFY2(said.find(message) != std::string::npos, (line + (": " + said)).c_str());
        }
    }
};

WARPBENCH_TEST(SessionSortsTest)
} // namespace tst_session_sorts

#include "tst_session_sorts.moc"
