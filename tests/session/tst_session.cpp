// SPDX-License-Identifier: GPL-3.0-or-later
// Results of runs, with the worker in this process and in a child process.
#include "core/base/path_text.h"
#include "tests/main.h"
#include "tests/session/session_bench.h"

#include <QTemporaryDir>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>

namespace tst_session {

using namespace warpbench;
using namespace warpbench::session;
using namespace warpbench::session::testing;

class SessionTest : public SessionFixture {
    Q_OBJECT

  private slots:
    void listsTheSimulatedDevice_data() { homes(); }
    void listsTheSimulatedDevice() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        const auto devices = bench.devices();
        QVERIFY(!devices.empty());
        const DeviceInfo& last = devices.back();
        QVERIFY2(last.usable(), last.problem.c_str());
        QVERIFY(last.simulated);
        QCOMPARE(last.selector, std::string("sim:a100"));
        QVERIFY(last.memoryBytes > 0);
        for (std::size_t i = 0; i < devices.size(); ++i)
            QCOMPARE(devices[i].index, int(i));
    }

    void multiplies_data() { homes(); }
    void multiplies() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        const RunReport report = bench.run(multiply(kGood));
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        QVERIFY(find(report, "dest")->expect->passed);
        QCOMPARE(report.transfers.size(), std::size_t(3)); // dest is `out`: not uploaded
        QVERIFY(report.launches.at(0).time.has_value());
        QCOMPARE(report.launches[0].time->clock, std::string("host-simulated"));
        QCOMPARE(report.launches[0].time->samples, 1);
        QCOMPARE(report.launches[0].occupancy->activeWarps, 52);
        QVERIFY(!report.launches[0].bytesPerSecond);
        QVERIFY(!report.launches[0].counters);

        // a is 0, 1, 2, …: any range of it can be read, of dest too.
        const arrays::HostArray part = bench.read(find(report, "a")->ref, 10, 3);
        QCOMPARE(part.elements(), std::int64_t(3));
        QCOMPARE(part.as<float>()[0], 10.0f);
        QCOMPARE(part.as<float>()[2], 12.0f);
        QCOMPARE(bench.read(find(report, "dest")->ref, 0, 1).as<float>()[0], 0.0f);
        QCOMPARE(bench.read(find(report, "dest")->ref, 400, 0).elements(), std::int64_t(0));
        QVERIFY_THROWS_EXCEPTION(Error, bench.read(find(report, "dest")->ref, 399, 2));
        QVERIFY_THROWS_EXCEPTION(Error, bench.read(BufferRef{}, 0, 1));
    }

    void wholeBuffersAreLookedThrough_data() { homes(); }
    void wholeBuffersAreLookedThrough() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        const RunReport report = bench.run(multiply(kGood));
        const BufferRef a = find(report, "a")->ref; // 0, 1, 2, …, 399
        const arrays::Summary summary = bench.ask(&Session::summarize, {a, 4});
        QVERIFY(summary.max == (arrays::Summary::End{399.0, 399}));
        QCOMPARE(summary.zeros, std::int64_t(1));
        QVERIFY(summary.counts == std::vector<std::int64_t>({100, 100, 100, 100}));
        QVERIFY(bench.ask(&Session::summarize, {a}).counts.empty());
        const arrays::Bins few(arrays::Scalar::float32, 100.0, 200.0, 2);
        QVERIFY(bench.ask(&Session::summarize, {a, 0, few}).counts ==
                std::vector<std::int64_t>({50, 51}));

        using Relation = arrays::Compared::Relation;
        const arrays::Condition above = arrays::Compared{Relation::greater, 396.5};
        const auto next = [&](std::uint64_t from, bool forward) {
            return bench.ask(&Session::find, {a, above, from, forward});
        };
        QCOMPARE(next(0, true), std::optional<std::uint64_t>(397));
        QCOMPARE(next(399, true), std::optional<std::uint64_t>(399));
        QCOMPARE(next(400, true), std::optional<std::uint64_t>(397)); // from the beginning
        QCOMPARE(next(399, false), std::optional<std::uint64_t>(398));
        QCOMPARE(next(397, false), std::optional<std::uint64_t>(399)); // from the end
        QVERIFY(!bench.ask(&Session::find, {a, arrays::IsNan{}, 7, true}));

        const arrays::Envelope envelope = bench.ask(&Session::envelope, {a, {398, -2, 200}, 2});
        QVERIFY(envelope.curves == std::vector<std::vector<arrays::Envelope::Point>>(
                                       {{{0, 398}, {99, 200}, {100, 198}, {199, 0}}}));
        QVERIFY_THROWS_EXCEPTION(Error, bench.ask(&Session::envelope, {a, {0, 2, 201}, 2}));
        QVERIFY_THROWS_EXCEPTION(Error, bench.ask(&Session::summarize, {}));
    }

    /// Writing a little too far is found without any check of the simulated GPU's, as on a real
    /// one.
    void guardZonesFindWhatIsWrittenOutside_data() {
        QTest::addColumn<int>("element");
        QTest::addColumn<QString>("said");
        QTest::newRow("inside") << 399 << QString();
        QTest::newRow("past the end")
            << 403 << "8 bytes outside of buffer \"dest\", the first 12 bytes after its end";
        QTest::newRow("at the end")
            << 400 << "8 bytes outside of buffer \"dest\", the first right after its end";
        QTest::newRow("before") << -2
                                << "8 bytes outside of buffer \"dest\", the first 8 bytes before "
                                   "its beginning";
    }
    void guardZonesFindWhatIsWrittenOutside() {
        QFETCH(int, element);
        QFETCH(QString, said);
        Bench bench(WorkerHome::this_process);
        RunRequest request = multiply(kGood);
        request.source.insert(request.source.rfind('}'),
                              "if (i == 0) { d[AT] = 1; d[AT + 1 - 2 * (AT == 399)] = 1; }\n");
        request.project.compile.defines["AT"] = QStringLiteral("(%1)").arg(element).toStdString();
        request.project.buffers[2].expect.reset();
        request.guards = true;
        const RunReport report = bench.run(request);
        if (said.isEmpty()) {
            QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
            return;
        }
        QCOMPARE(report.status, RunStatus::fault);
        QCOMPARE(report.exitCode(), 4);
        QVERIFY2(QString::fromStdString(report.message.whole()).contains(said),
                 report.message.whole().c_str());
        QCOMPARE(report.faults.at(0).kind, std::string("out_of_bounds"));
        QCOMPARE(report.faults[0].kernel, std::string("multiply"));
        QCOMPARE(report.faults[0].buffer, std::string("dest"));
        // The device continues as if nothing had happened.
        QCOMPARE(bench.run(multiply(kGood)).status, RunStatus::ok);
    }

    /// Uniform contents are filled on the device, for any size of the repeated pattern.
    void constantsAreFilledOnTheDevice_data() {
        QTest::addColumn<QString>("dtype");
        QTest::addColumn<QString>("value");
        QTest::addColumn<bool>("filled");
        QTest::newRow("one byte") << "uint8"
                                  << "7" << true;
        QTest::newRow("two bytes") << "int16"
                                   << "-1234" << true;
        QTest::newRow("four bytes") << "float32"
                                    << "1.5" << true;
        QTest::newRow("eight bytes that repeat") << "int64"
                                                 << "-1" << true;
        QTest::newRow("eight bytes that do not") << "float64"
                                                 << "1.1" << false;
    }
    void constantsAreFilledOnTheDevice() {
        QFETCH(QString, dtype);
        QFETCH(QString, value);
        QFETCH(bool, filled);
        Bench bench(WorkerHome::this_process);
        RunRequest request =
            multiply("template <class T> __global__ void keep(T* d) { d[0] = d[1]; }");
        project::Project& project = request.project;
        project.buffers = {buffer("d", "1001", project::Init::Kind::constant)};
        project.buffers[0].dtype = *arrays::DType::parse(dtype.toStdString());
        project.buffers[0].init.value = project::Expression{value.toStdString(), {}};
        project.buffers[0].expect.emplace().expression = {"d", {}};
        project.buffers[0].expect->exact = true;
        const std::map<QString, std::string> types{{"uint8", "unsigned char"},
                                                   {"int16", "short"},
                                                   {"float32", "float"},
                                                   {"int64", "long long"},
                                                   {"float64", "double"}};
        project::Launch& launch = project.launches[0];
        launch.kernel = "keep<" + types.at(dtype) + ">";
        launch.block = {{"1", {}}};
        launch.args = {{bufferArg("d", project::Access::inout), {}}};
        const RunReport report = bench.run(request);
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        QCOMPARE(report.transfers.size(), std::size_t(filled ? 1 : 2)); // it comes back in any case
        // And timing passes begin with it again.
        request.repeats = 3;
        QCOMPARE(bench.run(request).status, RunStatus::ok);
    }

    void reportHasTheOptionsAsRun_data() { homes(); }
    void reportHasTheOptionsAsRun() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        // The second run finds the first one's result in the cache, and no other home's or test
        // run's.
        const platform::TemporaryFolder unique;
        RunRequest request = multiply(kGood + "// " + utf8(unique.path()));
        request.project.compile.defines["BLOCK"] = "a b";
        request.project.compile.options = {"--use_fast_math"};
        for (const bool cached : {false, true}) {
            const RunReport report = bench.run(request);
            QVERIFY(report.compile.has_value());
            QCOMPARE(report.compile->cached, cached);
            const std::string& options = report.compile->commandLine;
            for (const char* part :
                 {"-arch=sm_90", "-std=c++17", "'-DBLOCK=a b'", "--use_fast_math"})
                QVERIFY2(options.find(part) != std::string::npos, options.c_str());
            QVERIFY(report.compile->compiler.starts_with("NVRTC "));
            QVERIFY(report.compile->droppedOptions.empty());
        }
    }

    void statisticsAreOfFiniteValues_data() { homes(); }
    void statisticsAreOfFiniteValues() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        RunRequest request = multiply(kGood);
        request.project.buffers[0].init.kind = project::Init::Kind::expression;
        request.project.buffers[0].init.expression = {"inf if i == 3 else nan if i == 5 else i",
                                                      {}};
        const RunReport report = bench.run(request);
        const BufferReport& a = *find(report, "a");
        QCOMPARE(a.inf.value_or(-1), std::int64_t(1));
        QCOMPARE(a.nan.value_or(-1), std::int64_t(1));
        QCOMPARE(a.max.value_or(-1), 399.0);
        QCOMPARE(a.min.value_or(-1), 0.0);
    }

    void readsOutliveTheNextRun_data() { homes(); }
    void readsOutliveTheNextRun() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        RunRequest other = multiply(kGood);
        const RunReport first = bench.run(multiply(kGood));
        other.project.buffers[0].init.kind = project::Init::Kind::ones;
        const RunReport second = bench.run(other);
        QCOMPARE(bench.read(find(first, "a")->ref, 7, 1).as<float>()[0], 7.0f);
        QCOMPARE(bench.read(find(second, "a")->ref, 7, 1).as<float>()[0], 1.0f);
        QVERIFY(first.generation < second.generation);
    }

    void expectFails_data() { homes(); }
    void expectFails() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        RunRequest request = multiply(kGood);
        request.project.buffers[2].expect->expression = {"a * b + (i == 5)", {}};
        const RunReport report = bench.run(request);
        QCOMPARE(report.status, RunStatus::expect_failed);
        const ExpectReport& expect = *find(report, "dest")->expect;
        QCOMPARE(expect.mismatches, std::int64_t(1));
        QCOMPARE(expect.firstMismatch->index, std::vector<std::int64_t>{5});
        QCOMPARE(report.exitCode(), 1);
        // Which are wrong, and what should be there, can be looked at.
        QVERIFY(expect.wrong && expect.wrong->contains(5));
        QCOMPARE(expect.wrong->count(), std::int64_t(1));
        QCOMPARE(bench.read(expect.want, 4, 2).as<float>()[0],
                 bench.read(find(report, "dest")->ref, 4, 1).as<float>()[0]);
        QCOMPARE(bench.read(expect.want, 5, 1).as<float>()[0],
                 bench.read(find(report, "dest")->ref, 5, 1).as<float>()[0] + 1);
    }

    void compileError_data() { homes(); }
    void compileError() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        const RunReport report = bench.run(multiply("__global__ void multiply() { x = 1; }"));
        QCOMPARE(report.status, RunStatus::compile_error);
        QVERIFY(!report.compile->diagnostics.empty());
        QCOMPARE(report.compile->diagnostics[0].place.line, 1);
        QVERIFY(report.buffers.empty());
    }

    /// Results of a launch before a later one failed.
    void whatWasWrittenBeforeAFaultIsThere_data() { homes(); }
    void whatWasWrittenBeforeAFaultIsThere() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        const RunReport report = bench.run(multiply(
            "extern \"C\" __global__ void multiply(float* d, const float* a, const float* b) {\n"
            "    d[threadIdx.x] = 42;\n    __syncthreads();\n"
            "    if (threadIdx.x == 9) d[threadIdx.x + 1000000] = a[0] * b[0];\n}"));
        QCOMPARE(report.status, RunStatus::fault);
        QVERIFY(report.buffersAtFault);
        QCOMPARE(bench.read(find(report, "dest")->ref, 3, 1).as<float>()[0], 42.0f);
    }

    void outOfBoundsNamesLineThreadAndBuffer_data() { homes(); }
    void outOfBoundsNamesLineThreadAndBuffer() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        const RunReport report =
            bench.run(multiply("extern \"C\" __global__ void multiply(float* d, const float* a, "
                               "const float* b) {\n    int i = threadIdx.x;\n"
                               "    d[i] = a[i + 1] * b[i];\n}"));
        QCOMPARE(report.status, RunStatus::fault);
        const Fault& fault = report.faults.at(0);
        QCOMPARE(fault.kind, std::string("out_of_bounds"));
        QCOMPARE(fault.line.value_or(0), 3);
        QCOMPARE((*fault.thread)[0], 399u);
        QCOMPARE(fault.buffer, std::string("a"));
        QCOMPARE(report.exitCode(), 4);
        // Buffer contents at that point can be viewed, but are not checked.
        QVERIFY(report.buffersAtFault);
        QCOMPARE(report.buffers.size(), std::size_t(3));
        QVERIFY(!find(report, "dest")->expect);
        QCOMPARE(bench.read(find(report, "a")->ref, 7, 1).as<float>()[0], 7.0f);
        // The device is fit for the next run.
        QCOMPARE(bench.run(multiply(kGood)).status, RunStatus::ok);
    }

    /// A C++ kernel is named as in the source, not as in the module.
    void aFaultNamesTheKernelAsTheSourceHasIt_data() { homes(); }
    void aFaultNamesTheKernelAsTheSourceHasIt() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        const RunReport report = bench.run(
            multiply("__global__ void multiply(float* d, const float* a, const float* b) {\n"
                     "    d[threadIdx.x] = a[threadIdx.x + 1] * b[0];\n}"));
        QCOMPARE(report.status, RunStatus::fault);
        QCOMPARE(report.faults.at(0).kernel, std::string("multiply"));
        QVERIFY2(report.message.whole().find("_Z") == std::string::npos,
                 report.message.whole().c_str());
    }

    /// Of no elements there is not even the first, however small it would be.
    void aBufferOfNoElementsHasNoFirst_data() {
        QTest::addColumn<QString>("type");
        QTest::addColumn<bool>("checks");
        for (const char* type : {"uint8", "float32"}) {
            for (const bool checks : {false, true})
                QTest::addRow("%s%s", type, checks ? ", all checks" : "")
                    << QString(type) << checks;
        }
    }
    void aBufferOfNoElementsHasNoFirst() {
        QFETCH(QString, type);
        QFETCH(bool, checks);
        Bench bench(WorkerHome::this_process);
        const std::string cType = type == "uint8" ? "unsigned char" : "float";
        RunRequest request =
            multiply("extern \"C\" __global__ void multiply(float* d, const " + cType +
                     "* a, const float* b) {\n    int i = threadIdx.x;\n"
                     "    d[i] = b[i];\n    if (READ)\n        d[i] += a[0];\n}");
        request.project.compile.defines["READ"] = "1";
        request.project.parameters["none"] = {"0", {}};
        request.project.buffers[0].shape = {{"none", {}}};
        request.project.buffers[0].dtype = arrays::DType::parse(type.toStdString()).value();
        request.project.buffers[2].expect.reset();
        request.checkFaults = checks;
        const RunReport report = bench.run(request);
        QCOMPARE(report.status, RunStatus::fault);
        const Fault& fault = report.faults.at(0);
        QCOMPARE(fault.kind, std::string("out_of_bounds"));
        QCOMPARE(fault.buffer, std::string("a"));
        QCOMPARE(fault.line, std::optional(5));
        QCOMPARE(fault.offset, std::optional<std::int64_t>(0));
        QVERIFY2(fault.text.find("'a', which has no elements") != std::string::npos,
                 fault.text.c_str());
        request.project.compile.defines["READ"] = "0";
        QCOMPARE(bench.run(request).status, RunStatus::ok);
    }

    /// As numbers, for other wordings than that of `text`.
    void accessesAreToldInFigures_data() { homes(); }
    void accessesAreToldInFigures() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        RunRequest request = multiply(
            "extern \"C\" __global__ void multiply(float* d, const float* a, const float* b) {\n"
            "    __shared__ float tile[SIZE];\n"
            "    tile[threadIdx.x] = a[threadIdx.x];\n"
            "    d[threadIdx.x] = tile[(threadIdx.x + 32) % SIZE] * b[threadIdx.x];\n}");
        request.checkFaults = true;
        request.project.compile.defines["SIZE"] = "400";
        RunReport report = bench.run(request);
        QVERIFY(!report.faults.empty());
        const Fault& race = report.faults.front();
        QCOMPARE(race.kind, std::string("shared_race"));
        const bool writes = race.line == 3;
        QVERIFY(race.access == (writes ? FaultAccess::write : FaultAccess::read));
        QVERIFY(race.otherAccess == (writes ? FaultAccess::read : FaultAccess::write));
        QVERIFY(race.unordered == FaultOrder::noBarrier);
        QVERIFY(race.space == AccessSpace::shared);
        QCOMPARE(race.variable, std::string("tile"));
        QCOMPARE(race.variableBytes, std::uint64_t(1600));
        request.project.compile.defines["SIZE"] = "200";
        report = bench.run(request);
        QVERIFY(!report.faults.empty());
        const Fault& outside = report.faults.front();
        QCOMPARE(outside.kind, std::string("out_of_bounds"));
        QVERIFY(outside.access == FaultAccess::write);
        QCOMPARE(outside.bytes, std::uint64_t(4));
        QVERIFY(outside.space == AccessSpace::shared);
        QVERIFY(outside.variableOffset >= 800);
        QCOMPARE(outside.variableBytes, std::uint64_t(800));
    }

    void readOfOutBufferIsUninitialised_data() { homes(); }
    void readOfOutBufferIsUninitialised() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        RunRequest request =
            multiply("extern \"C\" __global__ void multiply(float* d, const float* a, "
                     "const float* b) {\n    int i = threadIdx.x;\n    d[i] += a[i] * b[i];\n}");
        request.checkFaults = true;
        const RunReport report = bench.run(request);
        QCOMPARE(report.status, RunStatus::fault);
        QCOMPARE(report.faults.at(0).kind, std::string("uninitialized"));
        QCOMPARE(report.faults[0].buffer, std::string("dest"));
        // The same check finds nothing in a right kernel.
        RunRequest good = multiply(kGood);
        good.checkFaults = true;
        QCOMPARE(bench.run(good).status, RunStatus::ok);
    }

    void collectsWhatKernelsPrintAndCount_data() { homes(); }
    void collectsWhatKernelsPrintAndCount() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        RunRequest request = multiply(
            "#include <stdio.h>\nextern \"C\" __global__ void multiply(float* d, const float* a, "
            "const float* b) {\n    int i = threadIdx.x;\n    d[i] = a[i] * b[i];\n"
            "    if (i == 7) printf(\"lane %d\\n\", i);\n}");
        request.source.erase(0, request.source.find('\n') + 1); // NVRTC declares printf itself
        request.metrics = true;
        const RunReport report = bench.run(request);
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        QCOMPARE(report.standardOutput, std::string("lane 7\n"));
        QVERIFY(report.launches[0].counters.has_value());
        QVERIFY(report.launches[0].counters->warpInstructions > 13);
        const Counters& counters = *report.launches[0].counters;
        // Line 3 loads two floats and stores one, for each of the block's threads.
        const auto line = std::find_if(counters.lines.begin(), counters.lines.end(),
                                       [](const LineCounters& each) { return each.line == 3; });
        QVERIFY(line != counters.lines.end());
        QCOMPARE(line->bytesLoaded, 2 * line->bytesStored);
        QCOMPARE(line->bytesLoaded, counters.bytesLoaded);
        QCOMPARE(line->mix[std::size_t(1)], line->globalAccesses / 3);
        QVERIFY(line->globalAccesses > 0);
        // Each line of the PTX too: the store of the product, once for each warp.
        QVERIFY(report.code);
        const std::string& ptx = report.code->ptx;
        const auto store = ptx.find("st.global.f32");
        QVERIFY(store != std::string::npos);
        const auto number = 1 + std::count(ptx.begin(), ptx.begin() + long(store), '\n');
        const auto counted =
            std::find_if(counters.ptxLines.begin(), counters.ptxLines.end(),
                         [number](const PtxLineCounters& each) { return each.line == number; });
        QVERIFY(counted != counters.ptxLines.end());
        QCOMPARE(counted->executions, line->globalAccesses / 3);
        // A product for each of 400 threads, of two numbers into a third.
        const Roofline roofline = report.launches[0].roofline.value();
        QCOMPARE(roofline.allFlops(), 400.0);
        QCOMPARE(roofline.globalBytes.value(), 3 * 1600.0);
        QVERIFY(!roofline.bound && !report.peaks); // a simulated device lacks peaks
    }

    void headersRunAsTheyAreTyped_data() { homes(); }
    void headersRunAsTheyAreTyped() {
        QFETCH(WorkerHome, home);
        const QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString();
        std::ofstream(root / "product.cuh") << "__device__ float product(float x, float y)"
                                               " { return x + y; }\n";
        Bench bench(home);
        RunRequest request = multiply(
            "#include \"product.cuh\"\nextern \"C\" __global__ void multiply(float* d, const "
            "float* a,"
            " const float* b) {\n    int i = threadIdx.x;\n    d[i] = product(a[i], b[i]);\n}");
        request.project.file = root / "p.warpbench";
        request.project.source = project::SourceFile{"p.cu"};
        QCOMPARE(bench.run(request).status, RunStatus::expect_failed);
        request.project.unsaved[(root / "product.cuh").string()] =
            "__device__ float product(float x, float y) { return x * y; }\n";
        const RunReport report = bench.run(request);
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        // The cached compile is not mistaken for the file's.
        request.project.unsaved.clear();
        QCOMPARE(bench.run(request).status, RunStatus::expect_failed);
    }

    void linesAreOfTheSourceAndNotOfItsNamesake_data() { homes(); }
    void linesAreOfTheSourceAndNotOfItsNamesake() {
        QFETCH(WorkerHome, home);
        const QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString();
        std::filesystem::create_directory(root / "parts");
        std::ofstream(root / "parts" / "p.cu")
            << "\n\n\n\n\n\n\n\n__device__ __noinline__ float product(float x, float y) {\n"
               "    return x * y;\n}\n";
        Bench bench(home);
        RunRequest request = multiply(
            "#include \"parts/p.cu\"\nextern \"C\" __global__ void multiply(float* d, const float* "
            "a,"
            " const float* b) {\n    int i = threadIdx.x;\n    d[i] = product(a[i], b[i]);\n}");
        request.project.file = root / "p.warpbench";
        request.project.source = project::SourceFile{"p.cu"};
        request.metrics = true;
        const RunReport report = bench.run(request);
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        const auto& lines = report.launches.at(0).counters.value().lines;
        QVERIFY(!lines.empty());
        for (const LineCounters& line : lines)
            QVERIFY2(line.line <= 5, line.file.c_str());
    }

    void wrongArgumentsAreProjectErrors_data() { homes(); }
    void wrongArgumentsAreProjectErrors() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        RunRequest tooFew = multiply(kGood);
        tooFew.project.launches[0].args.pop_back();
        QVERIFY_THROWS_EXCEPTION(Error, bench.run(tooFew));
        RunRequest wrongSize = multiply(kGood);
        project::ScalarArg scalar;
        scalar.type = arrays::DType(arrays::Scalar::int32);
        scalar.value = {{"1", {}}};
        wrongSize.project.launches[0].args[2].value = scalar;
        QVERIFY_THROWS_EXCEPTION(Error, bench.run(wrongSize));
        RunRequest unknown = multiply(kGood);
        unknown.project.launches[0].kernel = "multipli";
        QVERIFY_THROWS_EXCEPTION(Error, bench.run(unknown));
    }

    void blockThatDoesNotFitIsADeviceError_data() { homes(); }
    void blockThatDoesNotFitIsADeviceError() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        RunRequest request = multiply(kGood);
        request.set["n"] = "2000";
        const RunReport report = bench.run(request);
        QCOMPARE(report.status, RunStatus::device_error);
        QVERIFY(report.message.whole().find("1024") != std::string::npos);
    }
};

WARPBENCH_TEST(SessionTest)
} // namespace tst_session

#include "tst_session.moc"
