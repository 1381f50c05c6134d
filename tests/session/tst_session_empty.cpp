// SPDX-License-Identifier: GPL-3.0-or-later
// Buffers without elements: a shape can evaluate to 0, and a run must work with such buffers,
// whatever it does with them.
#include "tests/main.h"
#include "tests/session/session_bench.h"

namespace tst_session_empty {

using namespace warpbench;
using namespace warpbench::session;
using namespace warpbench::session::testing;

namespace {

/// dest = b, beside a buffer `a` of as many bytes as `count` says, of which READ reads the first
/// one and WRITE writes it.
RunRequest besideNothing(project::Access access) {
    RunRequest request = multiply(R"(extern "C" __global__ void multiply(float* d,
                                        unsigned char* a, const float* b) {
    int i = threadIdx.x;
    d[i] = b[i];
    if (READ && i == 0)
        d[0] += a[0];
    if (WRITE && i == 0)
        a[0] = 7;
})");
    project::Project& project = request.project;
    project.compile.defines["READ"] = "0";
    project.compile.defines["WRITE"] = "0";
    project.parameters["count"] = {"0", {}};
    project.buffers[0].shape = {{"count", {}}};
    project.buffers[0].dtype = *arrays::DType::parse("uint8");
    project.buffers[0].expect.emplace().expression = {"a", {}};
    project.buffers[2].expect->expression = {"b", {}};
    project.launches[0].args[1].value = bufferArg("a", access);
    request.repeats = 2;
    return request;
}

} // namespace

class SessionEmptyTest : public SessionFixture {
    Q_OBJECT

  private slots:
    void aRunGoesOnRoundIt_data() {
        QTest::addColumn<WorkerHome>("home");
        QTest::addColumn<project::Access>("access");
        QTest::addColumn<bool>("guards");
        QTest::addColumn<bool>("checks");
        const std::pair<const char*, project::Access> accesses[] = {
            {"in", project::Access::in},
            {"out", project::Access::out},
            {"inout", project::Access::inout},
            {"resident", project::Access::resident}};
        for (const auto home : {WorkerHome::this_process, WorkerHome::child_process})
            for (const auto& [name, access] : accesses)
                for (const bool guards : {false, true})
                    for (const bool checks : {false, true})
                        QTest::addRow("%s, %s%s%s",
                                      home == WorkerHome::this_process ? "this process" : "child",
                                      name, guards ? ", guards" : "", checks ? ", checks" : "")
                            << home << access << guards << checks;
    }
    void aRunGoesOnRoundIt() {
        QFETCH(WorkerHome, home);
        QFETCH(project::Access, access);
        QFETCH(bool, guards);
        QFETCH(bool, checks);
        Bench bench(home);
        RunRequest request = besideNothing(access);
        request.guards = guards;
        request.checkFaults = checks;
        for (int run = 0; run < 3; ++run) { // later runs find resident data
            const RunReport report = bench.run(request);
            QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
            QVERIFY(find(report, "dest")->expect->passed);
            const BufferReport* nothing = find(report, "a");
            QVERIFY(nothing);
            QCOMPARE(nothing->shape, std::vector<std::int64_t>{0});
            QCOMPARE(nothing->ref.elements, std::uint64_t(0));
            QVERIFY(!nothing->expect || nothing->expect->passed);
            QCOMPARE(bench.read(nothing->ref, 0, 0).elements(), std::int64_t(0));
            QVERIFY2(report.notes.empty(), report.notes.empty() ? "" : report.notes[0].c_str());
        }
        // With contents again, which are undefined unless written, and then empty again.
        if (access == project::Access::out)
            request.project.buffers[0].expect.reset();
        for (const char* count : {"5", "0"}) {
            request.set["count"] = count;
            const RunReport report = bench.run(request);
            QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
            QCOMPARE(find(report, "a")->ref.elements, std::uint64_t(std::atoi(count)));
        }
    }

    /// Of no elements there is not even the first, also of what stays on the device.
    void whatStaysHasNoFirstElementEither_data() { homes(); }
    void whatStaysHasNoFirstElementEither() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        RunRequest request = besideNothing(project::Access::resident);
        QCOMPARE(bench.run(request).status, RunStatus::ok);
        for (const char* what : {"READ", "WRITE"}) {
            RunRequest wrong = request;
            wrong.project.compile.defines[what] = "1";
            const RunReport report = bench.run(wrong);
            QVERIFY2(report.status == RunStatus::fault, what);
            QCOMPARE(report.faults.at(0).kind, std::string("out_of_bounds"));
            QCOMPARE(report.faults[0].buffer, std::string("a"));
            QCOMPARE(report.faults[0].offset, std::optional<std::int64_t>(0));
            QVERIFY2(report.message.whole().find("'a', which has no elements") != std::string::npos,
                     report.message.whole().c_str());
            QCOMPARE(bench.run(request).status, RunStatus::ok);
        }
    }

    /// Empty buffers have guard zones as well, which detect writes.
    void guardsRoundNothingFindWhatIsWritten_data() { homes(); }
    void guardsRoundNothingFindWhatIsWritten() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        RunRequest request = besideNothing(project::Access::inout);
        request.guards = true;
        request.project.compile.defines["WRITE"] = "1";
        for (int run = 0; run < 2; ++run) {
            const RunReport report = bench.run(request);
            QCOMPARE(report.status, RunStatus::fault);
            QCOMPARE(report.faults.at(0).buffer, std::string("a"));
            QVERIFY2(report.message.whole().find(
                         "1 byte outside of buffer \"a\", the first right after its end") !=
                         std::string::npos,
                     report.message.whole().c_str());
        }
        request.project.compile.defines["WRITE"] = "0";
        QCOMPARE(bench.run(request).status, RunStatus::ok);
    }

    /// A texture of an empty buffer is an error with a location, reported before calling the
    /// driver.
    void aTextureOfNothingIsAProjectError_data() { homes(); }
    void aTextureOfNothingIsAProjectError() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        RunRequest request = multiply(R"(extern "C" __global__ void multiply(float* d,
                                            cudaTextureObject_t a, const float* b) {
    d[threadIdx.x] = tex1Dfetch<float>(a, 0) + b[0];
})");
        request.project.buffers[0].shape = {{"0", {}}};
        project::TextureArg texture;
        texture.buffer = "a";
        request.project.launches[0].args[1].value = texture;
        try {
            const RunReport report = bench.run(request);
            QFAIL(report.message.whole().c_str());
        } catch (const Error& error) {
            QCOMPARE(error.kind(), ErrorKind::project);
            QVERIFY2(error.text().find("is empty") != std::string::npos, error.what());
        }
        QCOMPARE(bench.run(multiply(kGood)).status, RunStatus::ok);
    }
};

WARPBENCH_TEST(SessionEmptyTest)
} // namespace tst_session_empty

#include "tst_session_empty.moc"
