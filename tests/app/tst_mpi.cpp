// SPDX-License-Identifier: GPL-3.0-or-later
// A run shared by the ranks of a real mpirun gives the same results as the same number of devices
// in one process, and ends on all ranks after an error on one.
#include "cli_fixture.h"
#include "core/compile/compile.h"
#include "tests/main.h"
#include "tests/source_path.h"

#include <QTest>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <future>
#include <iterator>
#include <map>

namespace tst_mpi {

using namespace std::chrono_literals;
using nlohmann::json;

using Texts = std::vector<std::string>;

namespace {

constexpr auto kPatience = 120s;

std::filesystem::path exampleOf(const std::string& name) {
    return std::filesystem::path(warpbench::test::sourcePath("examples")) / name /
           (name + ".warpbench");
}

/// Rows of d that each rank writes, `mistake` in one of them.
json splitProject(const std::string& mistake) {
    json document = CliFixture::project();
    for (json& buffer : document["buffers"])
        buffer["split"] = "rows";
    document["source"]["text"] =
        "extern \"C\" __global__ void k(float* d, const volatile float* a, int device, int rows) "
        "{\n"
        "  int i = threadIdx.x;\n  if (i < rows) d[i] = 2 * a[i];\n  if (device == 2) { " +
        mistake + " }\n}";
    document["launches"][0]["args"].push_back({{"scalar", "int32"}, {"value", "device"}});
    document["launches"][0]["args"].push_back({{"scalar", "int32"}, {"value", "rows"}});
    return document;
}

std::string contentsOf(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// The first process of a rank whose /proc folder is accepted by `fits`; -1: none.
template <class Fits>
int processOfRank(int rank, const std::filesystem::path& folder, Fits fits) {
    const std::string variable = "OMPI_COMM_WORLD_RANK=" + std::to_string(rank);
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored)) {
        const std::string name = entry.path().filename().string();
        if (name.find_first_not_of("0123456789") != std::string::npos ||
            std::filesystem::read_symlink(entry.path() / "cwd", ignored) != folder)
            continue;
        const std::string environment = contentsOf(entry.path() / "environ");
        if (environment.find(variable + '\0') != std::string::npos && fits(entry.path()))
            return std::stoi(name);
    }
    return -1;
}

/// Of a run, once it looks for its device.
int processOfRank(int rank, const std::filesystem::path& folder) {
    return processOfRank(rank, folder, [](const std::filesystem::path& process) {
        return contentsOf(process / "maps").find("libwarpbench-simgpu") != std::string::npos;
    });
}

/// A compiler of a rank.
int compilerOfRank(int rank, const std::filesystem::path& folder) {
    return processOfRank(rank, folder, [](const std::filesystem::path& process) {
        return contentsOf(process / "cmdline").find("--compile") != std::string::npos;
    });
}

/// A sweep over a macro with a compile per value. `more` is a part of the kernel.
json sweepOfMacro(int values, const std::string& more) {
    json document = CliFixture::project();
    document["source"]["text"] =
        "#include \"twice.h\"\nextern \"C\" __global__ void k(float* d, const float* a) {\n" +
        more + "  for (int i = 0; i < M; ++i) d[threadIdx.x] = TWICE(a[threadIdx.x]);\n}";
    document["compile"]["defines"]["M"] = "1";
    json tried = json::array();
    for (int i = 1; i <= values; ++i)
        tried.push_back(i);
    document["sweep"] = {{"parameters", {{"M", tried}}},
                         {"strategy", "exhaustive"},
                         {"objective", "warp_instructions"}};
    return document;
}
constexpr const char* kTwice = "#define TWICE(x) (2 * (x))\n";

/// What takes a compiler a second or more.
constexpr const char* kSlow = "  if (a[0] == 1.5f) d[0] = Slow<M, 12>::v;\n";
constexpr const char* kSlowHeader =
    "#define TWICE(x) (2 * (x))\n"
    "template <int A, int N> struct Slow {\n"
    "  static const int v = (Slow<2 * A, N - 1>::v + Slow<2 * A + 1, N - 1>::v) & 7;\n"
    "};\n"
    "template <int A> struct Slow<A, 0> { static const int v = A & 1; };\n";

/// By the value of M.
std::map<std::string, json> byValue(const json& trials, const char* key) {
    std::map<std::string, json> values;
    for (const json& trial : trials)
        values[trial["set"]["M"].get<std::string>()] = trial[key];
    return values;
}

bool isOfRank(const json& compiledBy, int rank) {
    return compiledBy.is_string() &&
           compiledBy.get<std::string>().starts_with("rank " + std::to_string(rank) + " on ");
}

/// The rank itself, not its children.
int programOfRank(int rank, const std::filesystem::path& folder) {
    return processOfRank(rank, folder, [](const std::filesystem::path& process) {
        return contentsOf(process / "comm") == "warpbench-cli\n";
    });
}

/// Trials in a sweep's file; an empty array if it does not exist yet.
json trialsIn(const std::filesystem::path& file) {
    const json document = json::parse(contentsOf(file), nullptr, false);
    return document.is_object() ? document.value("trials", json::array()) : json::array();
}

} // namespace

class MpiTest : public QObject {
    Q_OBJECT

    /// Open MPI keeps memory until exit in libraries unloaded by then, and installs signal stacks
    /// for its threads that the sanitizer mistakes for its own.
    static constexpr const char* kAsanOptions = "detect_leaks=0:use_sigaltstack=0";

    static warpbench::platform::ProgramResult onRanks(const CliFixture& fixture, int ranks,
                                                      const Texts& arguments) {
        warpbench::platform::ProgramOptions options;
        options.arguments = {"--allow-run-as-root", "--oversubscribe", "-n", std::to_string(ranks),
                             CliFixture::program().string()};
        options.arguments.insert(options.arguments.end(), arguments.begin(), arguments.end());
        options.folder = fixture.folder();
        options.environment = fixture.environment({{"WARPBENCH_SIMGPU", {}}});
        options.environment["ASAN_OPTIONS"] = kAsanOptions;
        options.limit = kPatience;
        return warpbench::platform::runProgram("mpirun", options);
    }

    static json documentOf(const warpbench::platform::ProgramResult& result) {
        return json::parse(result.output, nullptr, false);
    }

  private slots:
    void initTestCase() {
        if (!warpbench::compile::compilerInfo().available)
            QSKIP("no NVRTC was found, and these tests compile kernels");
        const auto folder = warpbench::platform::executableFolder();
        if (!std::filesystem::exists(folder / "libwarpbench-mpi.so"))
            QSKIP("this build found no MPI; Debian's is in libopenmpi-dev and openmpi-bin");
        try {
            warpbench::platform::ProgramOptions version;
            version.arguments = {"--version"};
            const auto mpirun = warpbench::platform::runProgram("mpirun", version);
            if (mpirun.output.find("Open MPI") == std::string::npos)
                QSKIP("these tests start ranks by Open MPI's mpirun");
        } catch (const warpbench::Error& error) {
            QSKIP(error.what());
        }
    }

    /// Scattered, halo rows exchanged, gathered: as by the devices of one process.
    void givesWhatOneProcessGives_data() {
        QTest::addColumn<QString>("example");
        QTest::addColumn<QString>("buffer");
        QTest::newRow("halo rows") << "heat"
                                   << "u";
        QTest::newRow("rows alone") << "scatter_gather"
                                    << "x";
    }
    void givesWhatOneProcessGives() {
        QFETCH(QString, example);
        QFETCH(QString, buffer);
        const CliFixture fixture;
        const std::string project = exampleOf(example.toStdString()).string();
        const std::string name = buffer.toStdString();
        const auto alone = fixture.run({"run", "--json", "--no-peer", "--devices", "4", "--export",
                                        name + "=alone.npy", project},
                                       {{"WARPBENCH_SIMGPU", {}}});
        QVERIFY2(alone.status.code == 0, alone.errors.c_str());
        const auto shared = onRanks(
            fixture, 4, {"run", "--json", "--mpi", "--export", name + "=shared.npy", project});
        QVERIFY2(shared.status.code == 0, shared.errors.c_str());
        QVERIFY(contentsOf(fixture.file("alone.npy")) == contentsOf(fixture.file("shared.npy")));
        const json one = documentOf(alone);
        const json many = documentOf(shared);
        QCOMPARE(many["status"], json("ok"));
        QCOMPARE(many["devices"].size(), std::size_t(4));
        for (std::size_t i = 0; i < 4; ++i) {
            const json& here = one["devices"][i];
            const json& there = many["devices"][i];
            QCOMPARE(there["index"], json(i));
            QVERIFY(!there["host"].get<std::string>().empty());
            QCOMPARE(there["first_row"], here["first_row"]);
            QCOMPARE(there["rows"], here["rows"]);
            if (here["exchange"].is_null()) {
                QVERIFY(there["exchange"].is_null());
                continue;
            }
            QCOMPARE(there["exchange"]["path"], json("mpi"));
            QCOMPARE(there["exchange"]["times"], here["exchange"]["times"]);
            QCOMPARE(there["exchange"]["bytes"], here["exchange"]["bytes"]);
        }
    }

    /// What every rank has whole is combined.
    void reduces() {
        json document = CliFixture::project();
        document["buffers"][0]["split"] = "rows";
        document["buffers"][1]["shape"] = json::array({1});
        document["buffers"][1]["reduce"] = "sum";
        document["buffers"][1]["expect"] = {{"expression", "n * (n - 1) / 2"}};
        document["source"]["text"] =
            "extern \"C\" __global__ void k(float* d, const float* a, int rows) {\n"
            "  if (threadIdx.x < rows) atomicAdd(d, a[threadIdx.x]);\n}";
        document["launches"][0]["args"][0]["access"] = "inout";
        document["launches"][0]["args"].push_back({{"scalar", "int32"}, {"value", "rows"}});
        const CliFixture fixture;
        fixture.write(document);
        const auto result = onRanks(fixture, 3, {"run", "--json", "--mpi", "p.warpbench"});
        QVERIFY2(result.status.code == 0, (result.errors + result.output).c_str());
    }

    /// The ranks share the combinations out, and each is tried once.
    void aSweepIsSharedOut() {
        json document = CliFixture::project();
        document["parameters"]["m"] = 1;
        document["sweep"] = {{"parameters", {{"m", {1, 2, 3, 4, 5, 6, 7, 8}}}},
                             {"strategy", "exhaustive"},
                             {"objective", "time"}};
        const CliFixture fixture;
        fixture.write(document);
        const auto result =
            onRanks(fixture, 3, {"sweep", "--json", "--mpi", "--out", "all.json", "p.warpbench"});
        QVERIFY2(result.status.code == 0, (result.errors + result.output).c_str());
        const json report = documentOf(result);
        QCOMPARE(report["devices"].size(), std::size_t(3));
        for (std::size_t rank = 0; rank < 3; ++rank)
            QCOMPARE(report["devices"][rank]["index"], json(rank));
        QCOMPARE(report["trials"].size(), std::size_t(8));
        for (const json& trial : report["trials"])
            QCOMPARE(trial["status"], json("ok"));
        QCOMPARE(fixture.json("all.json")["trials"].size(), std::size_t(8));
    }

    /// Compiles happen on both ranks, with the same results as in one process, and rank 0's cache
    /// has them all.
    void everyRankCompiles() {
        const CliFixture fixture;
        fixture.write("twice.h", kTwice);
        fixture.write(sweepOfMacro(16, ""));
        const auto shared = onRanks(fixture, 2, {"sweep", "--json", "--mpi", "p.warpbench"});
        QVERIFY2(shared.status.code == 0, (shared.errors + shared.output).c_str());
        const json trials = documentOf(shared)["trials"];
        QCOMPARE(trials.size(), std::size_t(16));
        const auto by = [&](const auto& fits) {
            return std::any_of(trials.begin(), trials.end(),
                               [&](const json& trial) { return fits(trial["compiled_by"]); });
        };
        QVERIFY2(by([](const json& who) { return who.is_null(); }), shared.output.c_str());
        QVERIFY2(by([](const json& who) { return isOfRank(who, 1); }), shared.output.c_str());
        QVERIFY2(shared.errors.find("left compiles") == std::string::npos, shared.errors.c_str());

        const CliFixture other;
        other.write("twice.h", kTwice);
        other.write(sweepOfMacro(16, ""));
        const auto alone =
            other.run({"sweep", "--json", "p.warpbench"}, {{"WARPBENCH_SIMGPU", {}}});
        QVERIFY2(alone.status.code == 0, alone.errors.c_str());
        const json expected = documentOf(alone)["trials"];
        QVERIFY(byValue(trials, "objective") == byValue(expected, "objective"));
        QVERIFY(byValue(trials, "status") == byValue(expected, "status"));

        const auto again =
            fixture.run({"sweep", "--json", "p.warpbench"}, {{"WARPBENCH_SIMGPU", {}}});
        QVERIFY2(again.status.code == 0, again.errors.c_str());
        const json cached = documentOf(again)["trials"];
        for (const json& trial : cached) {
            QCOMPARE(trial["compile_cached"], json(true));
            QVERIFY(trial["compiled_by"].is_null());
        }
    }

    /// The table shows how many each rank compiled.
    void theTableSaysWhoCompiled() {
        const CliFixture fixture;
        fixture.write("twice.h", kTwice);
        fixture.write(sweepOfMacro(8, ""));
        const auto result = onRanks(fixture, 2, {"sweep", "--mpi", "p.warpbench"});
        QVERIFY2(result.status.code == 0, result.errors.c_str());
        QVERIFY2(result.output.find("\nCompiled ") != std::string::npos, result.output.c_str());
        QVERIFY2(result.output.find(" by rank 1 on ") != std::string::npos, result.output.c_str());
    }

    /// Then rank 0 compiles everything and says why.
    void aRankWithoutACompiler() {
        const CliFixture fixture;
        fixture.write("twice.h", kTwice);
        fixture.write(sweepOfMacro(8, ""));
        const std::string program = CliFixture::program().string();
        warpbench::platform::ProgramOptions options;
        options.arguments = {"--allow-run-as-root",
                             "--oversubscribe",
                             "-n",
                             "1",
                             program,
                             "sweep",
                             "--json",
                             "--mpi",
                             "p.warpbench",
                             ":",
                             "-n",
                             "1",
                             "-x",
                             "WARPBENCH_CUDA_HOME=" + fixture.file("nothing").string(),
                             program,
                             "sweep",
                             "--mpi",
                             "p.warpbench"};
        options.folder = fixture.folder();
        options.environment = fixture.environment({{"WARPBENCH_SIMGPU", {}}});
        options.environment["ASAN_OPTIONS"] = kAsanOptions;
        options.limit = kPatience;
        const auto result = warpbench::platform::runProgram("mpirun", options);
        QVERIFY2(result.status.code == 0, (result.errors + result.output).c_str());
        const json trials = documentOf(result)["trials"];
        QCOMPARE(trials.size(), std::size_t(8));
        for (const json& trial : trials) {
            QCOMPARE(trial["status"], json("ok"));
            QVERIFY(trial["compiled_by"].is_null());
        }
        QVERIFY2(result.errors.find("left compiles to rank 0: ") != std::string::npos,
                 result.errors.c_str());
        QVERIFY2(result.errors.find("NVRTC") != std::string::npos, result.errors.c_str());
    }

    /// A compiler that is lost on a rank costs nothing but its time; a rank that is lost with it
    /// ends all, and --resume does the rest.
    void whatIsLostWhileARankCompiles_data() {
        QTest::addColumn<bool>("rankToo");
        QTest::newRow("its compiler") << false;
        QTest::newRow("the rank") << true;
    }
    void whatIsLostWhileARankCompiles() {
        QFETCH(bool, rankToo);
        const CliFixture fixture;
        fixture.write("twice.h", kSlowHeader);
        fixture.write(sweepOfMacro(4, kSlow));
        const Texts sweep{"sweep", "--json", "--mpi", "--out", "all.json", "p.warpbench"};
        auto under = std::async(std::launch::async, [&] { return onRanks(fixture, 2, sweep); });
        const std::filesystem::path folder = std::filesystem::canonical(fixture.folder());
        int process = -1;
        QTRY_VERIFY_WITH_TIMEOUT((process = compilerOfRank(1, folder)) > 0, 60'000);
        if (rankToo)
            process = programOfRank(1, folder);
        QVERIFY(process > 0);
        QCOMPARE(::kill(process, SIGKILL), 0);
        auto result = under.get();
        if (rankToo) {
            QVERIFY(result.status.code != 0);
            Texts resume = sweep;
            resume.insert(resume.end() - 1, "--resume");
            result = onRanks(fixture, 2, resume);
        } else {
            QVERIFY2(result.errors.find("left compiles to rank 0: the compiler process ended") !=
                         std::string::npos,
                     result.errors.c_str());
        }
        QVERIFY2(result.status.code == 0, (result.errors + result.output).c_str());
        const json trials = documentOf(result)["trials"];
        QCOMPARE(trials.size(), std::size_t(4));
        for (const json& trial : trials)
            QCOMPARE(trial["status"], json("ok"));
    }

    void oneRankIsARunAlone() {
        const CliFixture fixture;
        const auto result = onRanks(fixture, 1, {"run", "--json", "--mpi", "p.warpbench"});
        QVERIFY2(result.status.code == 0, result.errors.c_str());
        QVERIFY(documentOf(result)["devices"].is_null());
    }

    void oneRanksMistakeEndsAll_data() {
        QTest::addColumn<QString>("mistake");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("says");
        QTest::newRow("a fault") << "d[1 << 20] = 1;" << 4 << "rank 2 on ";
        QTest::newRow("an endless kernel") << "while (a[0] >= 0) {}" << 5 << "limit of 3 s";
    }
    void oneRanksMistakeEndsAll() {
        QFETCH(QString, mistake);
        QFETCH(int, code);
        QFETCH(QString, says);
        const CliFixture fixture;
        fixture.write(splitProject(mistake.toStdString()));
        const auto result = onRanks(fixture, 4, {"run", "--mpi", "--timeout", "3", "p.warpbench"});
        QVERIFY2(result.errors.find(says.toStdString()) != std::string::npos,
                 (result.errors + result.output).c_str());
        QCOMPARE(result.status.code, code);
        const std::filesystem::path folder = std::filesystem::canonical(fixture.folder());
        for (int rank = 0; rank < 4; ++rank)
            QTRY_COMPARE_WITH_TIMEOUT(processOfRank(rank, folder), -1, 60'000);
    }

    void whatIsWrongIsSaidOnce_data() {
        QTest::addColumn<QString>("option");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("says");
        QTest::newRow("nothing is split") << "" << 2 << "split";
        QTest::newRow("no such device") << "--device=nothing" << 2 << "no device fits";
    }
    void whatIsWrongIsSaidOnce() {
        QFETCH(QString, option);
        QFETCH(int, code);
        QFETCH(QString, says);
        const CliFixture fixture;
        Texts arguments{"run", "--mpi", "p.warpbench"};
        if (!option.isEmpty())
            arguments.push_back(option.toStdString());
        const auto result = onRanks(fixture, 2, arguments);
        const std::size_t first = result.errors.find(says.toStdString());
        QVERIFY2(first != std::string::npos, result.errors.c_str());
        QVERIFY2(result.errors.find("error:", result.errors.find("error:") + 1) ==
                     std::string::npos,
                 result.errors.c_str());
        QCOMPARE(result.status.code, code);
    }

    /// Each process would believe that it is alone, and do all the work.
    void anotherMpisLauncherIsNoticed() {
        const CliFixture fixture;
        const auto result =
            fixture.run({"run", "--mpi", "p.warpbench"},
                        {{"PMI_SIZE", "4"}, {"PMI_RANK", "1"}, {"ASAN_OPTIONS", kAsanOptions}});
        QCOMPARE(result.status.code, 4);
        QVERIFY2(result.errors.find("started 4 processes") != std::string::npos,
                 result.errors.c_str());
    }

    /// A library of another build or MPI, broken or missing: reported with a remedy.
    void anMpiThatCannotBeUsed_data() {
        QTest::addColumn<QString>("plugin");
        QTest::addColumn<QString>("says");
        QTest::addColumn<QString>("remedy");
        QTest::newRow("none") << ""
                              << "not there"
                              << "build Warpbench where its MPI is found";
        QTest::newRow("no library") << "text"
                                    << "libwarpbench-mpi.so ("
                                    << "build Warpbench where its MPI is found";
        QTest::newRow("of another build") << "stand-in"
                                          << "is not from this program's build"
                                          << "build both from the same sources";
        QTest::newRow("does not start") << "refuses"
                                        << "MPI does not start: no daemon answers"
                                        << "mpirun";
    }
    void anMpiThatCannotBeUsed() {
        QFETCH(QString, plugin);
        QFETCH(QString, says);
        QFETCH(QString, remedy);
        // A copy of the program looks for the library beside itself.
        const CliFixture fixture;
        std::filesystem::create_directory(fixture.file("bin"));
        const auto program = fixture.file("bin") / CliFixture::program().filename();
        std::filesystem::copy_file(CliFixture::program(), program);
        const auto library = fixture.file("bin") / "libwarpbench-mpi.so";
        if (plugin == "text")
            fixture.write("bin/libwarpbench-mpi.so", "no library");
        else if (!plugin.isEmpty())
            std::filesystem::copy_file(
                warpbench::platform::executableFolder() / WARPBENCH_TEST_STAND_IN_MPI, library);
        warpbench::platform::ProgramOptions options;
        options.arguments = {"run", "--mpi", "p.warpbench"};
        options.folder = fixture.folder();
        options.environment = fixture.environment();
        if (plugin == "refuses")
            options.environment["WARPBENCH_TEST_NO_MPI"] = "1";
        options.limit = kPatience;
        const auto result = warpbench::platform::runProgram(program, options);
        QCOMPARE(result.status.code, 4);
        for (const QString& text : {says, remedy})
            QVERIFY2(result.errors.find(text.toStdString()) != std::string::npos,
                     result.errors.c_str());
    }

    /// What was tried before a rank was lost is kept, and resuming tries the rest alone. The trials
    /// after the first three keep every rank busy until their limit, so that the loss comes
    /// between.
    void aSweepOutlivesALostRank() {
        constexpr std::size_t kTrials = 9;
        json document = CliFixture::project();
        document["source"]["text"] =
            "extern \"C\" __global__ void k(float* d, const volatile float* a) {\n"
            "  d[threadIdx.x] = 2 * a[threadIdx.x];\n"
            "  while (M >= 3 && M < 6 && a[0] >= 0) {}\n}";
        document["compile"]["defines"]["M"] = "0";
        json values = json::array();
        for (std::size_t i = 0; i < kTrials; ++i)
            values.push_back(i);
        document["sweep"] = {
            {"parameters", {{"M", values}}}, {"strategy", "exhaustive"}, {"objective", "time"}};
        document["timing"]["timeout_s"] = 5;
        const CliFixture fixture;
        fixture.write(document);
        const Texts sweep{"sweep", "--json", "--mpi", "--out", "all.json", "p.warpbench"};
        auto lost = std::async(std::launch::async, [&] { return onRanks(fixture, 3, sweep); });
        const std::filesystem::path folder = std::filesystem::canonical(fixture.folder());
        QTRY_VERIFY_WITH_TIMEOUT(trialsIn(fixture.file("all.json")).size() >= 3, 60'000);
        const int process = programOfRank(2, folder);
        QVERIFY(process > 0);
        QCOMPARE(::kill(process, SIGKILL), 0);
        QVERIFY(lost.get().status.code != 0);
        const json kept = trialsIn(fixture.file("all.json"));
        QVERIFY2(kept.size() >= 3 && kept.size() < kTrials, std::to_string(kept.size()).c_str());

        Texts resume = sweep;
        resume.insert(resume.end() - 1, "--resume");
        const auto resumed = onRanks(fixture, 3, resume);
        QVERIFY2(resumed.status.code == 0, (resumed.errors + resumed.output).c_str());
        const json all = documentOf(resumed)["trials"];
        QCOMPARE(all.size(), std::size_t(kTrials));
        for (const json& trial : kept)
            QVERIFY2(std::find(all.begin(), all.end(), trial) != all.end(), trial.dump().c_str());
    }

    /// mpirun ends the others; nothing hangs.
    void aKilledRankEndsAll() {
        const CliFixture fixture;
        fixture.write(splitProject("while (a[0] >= 0) {}"));
        auto run = std::async(std::launch::async, [&] {
            return onRanks(fixture, 4, {"run", "--mpi", "--timeout", "1000", "p.warpbench"});
        });
        const std::filesystem::path folder = std::filesystem::canonical(fixture.folder());
        int process = -1;
        QTRY_VERIFY_WITH_TIMEOUT((process = processOfRank(2, folder)) > 0, 60'000);
        QCOMPARE(::kill(process, SIGKILL), 0);
        const auto result = run.get();
        QVERIFY(result.status.code != 0);
        const std::string said = result.errors + result.output;
        QVERIFY2(said.find("process rank 2") != std::string::npos, said.c_str());
        for (int rank = 0; rank < 4; ++rank)
            QTRY_COMPARE_WITH_TIMEOUT(processOfRank(rank, folder), -1, 60'000);
    }
};

WARPBENCH_TEST(MpiTest)
} // namespace tst_mpi

#include "tst_mpi.moc"
