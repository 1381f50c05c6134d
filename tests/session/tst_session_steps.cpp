// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of a project do what they say, for every type and length, in both homes and on several
// devices; what they are made of is in the report, and as source they do the same.
#include "core/project/project_file.h"
#include "core/project/step.h"
#include "tests/session/session_bench.h"

#include <nlohmann/json.hpp>

#include <random>

using namespace warpbench;
using namespace warpbench::session;
using namespace warpbench::session::testing;
using project::Expression;
using project::Step;

namespace {

using memory::Scalar;

/// x and y with small numbers, z to write, total of one element.
project::Project projectOf(Scalar scalar, std::int64_t n) {
    project::Project project;
    project.name = "steps";
    project.parameters["n"] = {std::to_string(n), {}};
    project.parameters["a"] = {"3", {}};
    for (const char* name : {"x", "y", "z"}) {
        project::Buffer& made =
            project.buffers.emplace_back(buffer(name, "n", project::Init::Kind::randint));
        made.dtype = scalar;
        made.init.low =
            Expression{memory::isSigned(scalar) || !memory::isInteger(scalar) ? "-9" : "1", {}};
        made.init.high = Expression{"10", {}};
        made.init.seed = std::uint64_t(name[0] + n);
    }
    project::Buffer& total =
        project.buffers.emplace_back(buffer("total", "1", project::Init::Kind::constant));
    total.dtype = scalar;
    total.init.value = Expression{"77", {}};
    return project;
}

project::Buffer& bufferOf(project::Project& project, const std::string& name) {
    return *std::find_if(project.buffers.begin(), project.buffers.end(),
                         [&](const project::Buffer& one) { return one.name == name; });
}

project::Launch launchOf(Step::Kind kind, const std::string& text) {
    project::Launch launch;
    launch.step.emplace().kind = kind;
    launch.step->text = {text, {}};
    return launch;
}

void expectReference(project::Project& project, const std::string& name,
                     const std::string& reference, double atol = 0) {
    project::Expect& expect = bufferOf(project, name).expect.emplace();
    expect.reference = {reference, {}};
    expect.atol = atol;
}

void expectElements(project::Project& project, const std::string& name,
                    const std::string& expression) {
    bufferOf(project, name).expect.emplace().expression = {expression, {}};
}

RunRequest requestFor(const project::Project& project, bool check = true) {
    RunRequest request;
    request.device = "sim";
    request.project = project;
    request.source = "// none of its own\n";
    request.checkFaults = check;
    return request;
}

std::string whyOf(const RunReport& report) {
    std::string why = report.message;
    if (report.compile)
        for (const compile::Diagnostic& one : report.compile->diagnostics)
            why += "\n" + one.place.file + ":" + std::to_string(one.place.line) + " " + one.text;
    for (const Fault& fault : report.faults)
        why += "\n" + fault.text;
    for (const BufferReport& one : report.buffers)
        if (one.expect && !one.expect->passed)
            why += "\n" + one.name + " differs";
    return why;
}

#define RUN_WELL(report, ...)                                                                      \
    const RunReport report = bench.run(__VA_ARGS__);                                               \
    QVERIFY2(report.status == RunStatus::ok, whyOf(report).c_str());                               \
    QVERIFY2(report.faults.empty(), whyOf(report).c_str())

constexpr Scalar kTypes[] = {Scalar::int32,  Scalar::int64,   Scalar::uint32,
                             Scalar::uint64, Scalar::float32, Scalar::float64};
constexpr std::int64_t kLengths[] = {0, 1, 2, 3, 4, 5, 31, 255, 1023, 1024, 1025, 4097, 70001};

} // namespace

class SessionStepsTest : public SessionFixture {
    Q_OBJECT

    static void typeRows() {
        QTest::addColumn<int>("scalar");
        for (const Scalar scalar : kTypes)
            QTest::newRow(std::string(memory::nameOf(scalar)).c_str()) << int(scalar);
    }

  private slots:
    void init() { qputenv("WARPBENCH_SIMGPU", "h200,h200,h200"); }

    void bothHomesDoSteps_data() {
        QTest::addColumn<WorkerHome>("home");
        QTest::newRow("this process") << WorkerHome::this_process;
        QTest::newRow("child") << WorkerHome::child_process;
    }
    void bothHomesDoSteps() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        project::Project project = projectOf(Scalar::float32, 1000);
        project.launches = {launchOf(Step::Kind::fill, "y"),
                            launchOf(Step::Kind::elementwise, "z = a * x + y")};
        project.launches[0].step->value = {"a / 2", {}};
        project.launches[1].block = {{"64", {}}};
        expectElements(project, "z", "a * x + 1.5");
        RunRequest request = requestFor(project);
        request.repeats = 3;
        RUN_WELL(report, request);
        QCOMPARE(report.launches.size(), std::size_t(2));
        QCOMPARE(report.launches[0].step, std::string("fill: y = a / 2"));
        QCOMPARE(report.launches[1].step, std::string("elementwise: z = a * x + y"));
        QVERIFY(report.launches[1].kernel.starts_with("elementwise_"));
        QCOMPARE(report.launches[1].block[0], 64u);
        QCOMPARE(report.launches[1].grid[0], 4u); // 1000 elements, four to a thread
        QVERIFY(report.launches[1].time.has_value());
    }

    void sumsAreThoseOfTheHost_data() { typeRows(); }
    void sumsAreThoseOfTheHost() {
        QFETCH(int, scalar);
        Bench bench(WorkerHome::this_process);
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
            {Scalar::int64, "total = where(i == 7, 5, where(i == 2000, 3, 1))", "product", nullptr,
             "15"},
            {Scalar::int32, "total = x", "left + right", "0", "sum(x)"},
            {Scalar::float32, "total = abs(x)", "max(left, right)", "0", "9"},
            {Scalar::int32, "total = i", "where(right > left, right, left)", "-1", "n - 1"},
        };
        Bench bench(WorkerHome::this_process);
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

    /// The same run gives the same bits, whatever order blocks end in.
    void sumsOfRealNumbersAreTheSameEachTime() {
        Bench bench(WorkerHome::this_process);
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
        Bench bench(WorkerHome::this_process);
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

    /// Blocks of any size, in place, operators that mind the order.
    void scansKeepTheOrder() {
        Bench bench(WorkerHome::this_process);
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
        Bench bench(WorkerHome::this_process);
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

    void sortedAsOnTheHost_data() { typeRows(); }
    /// Keys of few values and of all bits, lengths about tiles and blocks, races looked for.
    void sortedAsOnTheHost() {
        QFETCH(int, scalar);
        Bench bench(WorkerHome::this_process);
        for (const std::int64_t n : {std::int64_t(0), std::int64_t(1), std::int64_t(255),
                                     std::int64_t(1024), std::int64_t(2051)}) {
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
        Bench bench(WorkerHome::this_process);
        struct Row {
            Scalar scalar;
            const char* low;
            const char* high;
        };
        const Row rows[] = {{Scalar::int8, "-128", "128"},
                            {Scalar::uint16, "0", "65536"},
                            {Scalar::int32, "-2147483648", "2147483648"},
                            {Scalar::int64, "-(2 ** 62)", "2 ** 62"},
                            {Scalar::float32, "-1000000", "1000000"}};
        for (const Row& row : rows) {
            project::Project project = projectOf(row.scalar, 20'001);
            bufferOf(project, "z").init.low = Expression{row.low, {}};
            bufferOf(project, "z").init.high = Expression{row.high, {}};
            project.launches = {launchOf(Step::Kind::sort, "z")};
            expectReference(project, "z", "sort(z)");
            RUN_WELL(report, requestFor(project, false));
        }
    }

    /// Zeros of both signs are equal, and what is no number comes last.
    void sortedWithoutNumbers() {
        Bench bench(WorkerHome::this_process);
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
            {"x, total", "total"},       {"flat", "dimensions"}};
        for (const auto& [line, message] : rows) {
            project::Project project = projectOf(Scalar::int32, 10);
            project::Buffer flat = buffer("flat", "n", project::Init::Kind::zeros);
            flat.shape.push_back({"2", {}});
            project.buffers.push_back(flat);
            project.launches = {launchOf(Step::Kind::sort, line)};
            try {
                project::makePlan(project);
                QFAIL(line);
            } catch (const Error& error) {
                QVERIFY2(std::string(error.what()).find(message) != std::string::npos,
                         error.what());
            }
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
            {Scalar::float64, "z = uniform(low, 7.5)", project::Init::Kind::uniform},
            {Scalar::float32, "z = normal(1, 3)", project::Init::Kind::normal},
            {Scalar::float64, "z = normal", project::Init::Kind::normal},
            {Scalar::int32, "z = randint(-5, 1 + (2 * 3))", project::Init::Kind::randint},
            {Scalar::uint64, "z = randint(0, 2 ** 63)", project::Init::Kind::randint},
            {Scalar::int8, "z = randint(-128, 128)", project::Init::Kind::randint},
            {Scalar::float32, "z = randint(0, 1000000)", project::Init::Kind::randint},
        };
        Bench bench(WorkerHome::this_process);
        for (const Row& row : rows) {
            for (const auto& [block, devices] : {std::pair("256", 1), std::pair("96", 3)}) {
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

    void wrongRandomLines() {
        const std::pair<const char*, const char*> rows[] = {
            {"z", "which buffer"},
            {"z = gauss(0, 1)", "distribution"},
            {"z = normal(1)", "two numbers"},
            {"z = uniform(0, 1", "bracket"},
            {"z = randint", "two numbers"},
            {"z = randint(3, 3)", "empty range"},
            {"z = randint(0, 300)", "cannot hold"},
            {"z = normal(0, 1)", "fractions"},
            {"q = randint(0, 3)", "no buffer"},
        };
        for (const auto& [line, message] : rows) {
            project::Project project = projectOf(Scalar::int8, 10);
            project.launches = {launchOf(Step::Kind::random, line)};
            try {
                project::makePlan(project);
                QFAIL(line);
            } catch (const Error& error) {
                QVERIFY2(std::string(error.what()).find(message) != std::string::npos,
                         error.what());
            }
        }
    }

    void millionsOfElements() {
        Bench bench(WorkerHome::this_process);
        project::Project project = projectOf(Scalar::int32, 2'000'003);
        project.launches = {launchOf(Step::Kind::reduce, "total = x"),
                            launchOf(Step::Kind::scan, "z = x")};
        expectReference(project, "total", "sum(x)");
        expectReference(project, "z", "cumsum(x)");
        RUN_WELL(report, requestFor(project, false));
    }

    /// More tiles than a launch has blocks: some blocks go over two, and over them twice.
    void moreTilesThanBlocks() {
        Bench bench(WorkerHome::this_process);
        project::Project project = projectOf(Scalar::int32, 1'100'003);
        project.launches = {launchOf(Step::Kind::scan, "z = x")};
        project.launches[0].block = {{"1", {}}};
        expectReference(project, "z", "cumsum(x)");
        RUN_WELL(report, requestFor(project, false));
    }

    /// Elements and sums of rows that several devices share; a scan goes over all of them.
    void rowsAreShared() {
        Bench bench(WorkerHome::this_process);
        project::Project project = projectOf(Scalar::int32, 1003);
        for (const char* name : {"x", "y", "z"})
            bufferOf(project, name).split = true;
        bufferOf(project, "total").reduce = project::Reduction::sum;
        project.launches = {launchOf(Step::Kind::elementwise, "z = x + 10 * i"),
                            launchOf(Step::Kind::reduce, "total = x")};
        expectElements(project, "z", "x + 10 * i");
        expectReference(project, "total", "sum(x)");
        for (const int devices : {1, 3}) {
            RunRequest request = requestFor(project);
            request.devices = devices;
            RUN_WELL(report, request);
        }
        project.launches = {launchOf(Step::Kind::scan, "z = x")};
        RunRequest request = requestFor(project);
        request.devices = 3;
        try {
            bench.run(request);
            QFAIL("a scan over several devices was accepted");
        } catch (const Error& error) {
            QVERIFY2(std::string(error.what()).find("device to device") != std::string::npos,
                     error.what());
        }
    }

    /// A define's name is replaced wherever it stands, and not in what is generated.
    void definesDoNotGetIn() {
        Bench bench(WorkerHome::this_process);
        project::Project project = projectOf(Scalar::int32, 100);
        project.compile.defines = {{"count", "7"}, {"C", "2"}, {"element", "1"}, {"join", "3"}};
        project.launches = {launchOf(Step::Kind::elementwise, "z = x * C + count"),
                            launchOf(Step::Kind::reduce, "total = x * join")};
        expectElements(project, "z", "x * 2 + 7");
        RUN_WELL(report, requestFor(project));
    }

    /// Turned into source it is an ordinary launch, that does the same.
    void asSourceItDoesTheSame() {
        Bench bench(WorkerHome::this_process);
        project::Project project = projectOf(Scalar::float64, 777);
        project.launches = {launchOf(Step::Kind::scan, "z = x"),
                            launchOf(Step::Kind::reduce, "total = x * x")};
        expectReference(project, "z", "cumsum(x)", 1e-6);
        RunRequest request = requestFor(project);
        const std::string kernel = project::makePlan(project).launches[1].kernel;
        project::turnIntoSource(request.project, 1, request.source);
        QVERIFY(!request.project.launches[1].step);
        QCOMPARE(request.project.launches[1].kernel, kernel);
        QVERIFY(request.source.find(") " + kernel + "(") != std::string::npos);
        RUN_WELL(report, request);
        QCOMPARE(report.launches[1].step, std::string());
    }

    void mistakesHaveTheirPlace_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("with");
        QTest::addColumn<QString>("says");
        const auto row = [](Step::Kind kind, const char* text, const char* with, const char* says) {
            QTest::newRow(says) << int(kind) << QString::fromLatin1(text)
                                << QString::fromLatin1(with) << QString::fromLatin1(says);
        };
        row(Step::Kind::fill, "q", "sum", "'q' is no buffer");
        row(Step::Kind::fill, "z = 1", "sum", "is no buffer to fill");
        row(Step::Kind::reduce, "total = x; total = y", "sum", "has one result");
        row(Step::Kind::reduce, "z = x", "sum", "room for more");
        row(Step::Kind::reduce, "total = total + x", "sum", "is read as well");
        row(Step::Kind::reduce, "total = 3", "sum", "no buffer takes part");
        row(Step::Kind::reduce, "total = x", "maximum", "does not say how");
        row(Step::Kind::reduce, "total = x", "left + right", "neutral element");
        row(Step::Kind::scan, "z = x + q", "sum", "there is no 'q'");
        row(Step::Kind::scan, "total = x", "sum", "differ in their shape");
    }
    void mistakesHaveTheirPlace() {
        QFETCH(int, kind);
        QFETCH(QString, text);
        QFETCH(QString, with);
        QFETCH(QString, says);
        project::Project project = projectOf(Scalar::float32, 10);
        project.launches = {launchOf(Step::Kind(kind), text.toStdString())};
        project.launches[0].step->with = {with.toStdString(), {}};
        project.launches[0].step->text.place = {"p.warpbench", 7, 9};
        project.launches[0].step->with.place = {"p.warpbench", 7, 9};
        try {
            project::makePlan(project);
            QFAIL("accepted");
        } catch (const Error& error) {
            QCOMPARE(int(error.kind()), int(ErrorKind::project));
            QVERIFY2(std::string(error.what()).find(says.toStdString()) != std::string::npos,
                     error.what());
            QCOMPARE(error.place().line, 7);
            QVERIFY(!error.remedy().empty());
        }
    }
};

QTEST_GUILESS_MAIN(SessionStepsTest)
#include "tst_session_steps.moc"
