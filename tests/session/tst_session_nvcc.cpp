// SPDX-License-Identifier: GPL-3.0-or-later
// A call of CUB, for which nvcc first builds a library. This takes seconds, and a run stopped
// meanwhile ends at once, together with nvcc but not with its worker.
#include "core/base/path_text.h"
#include "core/platform/files.h"
#include "core/project/project_file.h"
#include "tests/main.h"
#include "tests/session/session_bench.h"

#include <filesystem>
#include <memory>
#include <string>

namespace tst_session_nvcc {

using namespace warpbench;
using namespace warpbench::session;
using namespace warpbench::session::testing;

namespace {

const char* const kProject =
    R"json({"format": "warpbench-project", "version": 1, "name": "sum",
 "source": {"text": ""}, "timing": {"repeats": 0},
 "buffers": [{"name": "x", "dtype": "float32", "shape": [100], "init": {"kind": "ones"}},
             {"name": "total", "dtype": "float32", "shape": [1], "init": {"kind": "zeros"}}],
 "launches": [{"library": "total = sum(x)"}]})json";

RunRequest sum(double timeoutSeconds) {
    RunRequest request;
    request.device = "0";
    request.project = project::parseProject(kProject, "sum.warpbench").project;
    request.project.timing.timeoutSeconds = timeoutSeconds;
    return request;
}

/// Also true for zombie processes.
bool isGone(const std::string& process) {
    try {
        const std::string state = platform::readFile("/proc/" + process + "/stat");
        return state.find(") Z ") != std::string::npos;
    } catch (const Error&) {
        return true;
    }
}

} // namespace

class SessionNvccTest : public SessionFixture {
    Q_OBJECT

  private slots:
    /// A driver that passes for a real one, and a toolkit whose nvcc never ends.
    void init() {
        m_toolkit = std::make_unique<platform::TemporaryFolder>();
        const std::filesystem::path bin = m_toolkit->path() / "bin";
        std::filesystem::create_directory(bin);
        platform::replaceFile(bin / "nvcc", "#!/bin/sh\nsleep 600 & echo $! > '" + utf8(started()) +
                                                ".new'\nmv '" + utf8(started()) + ".new' '" +
                                                utf8(started()) + "'\nwait\n");
        std::filesystem::permissions(bin / "nvcc", std::filesystem::perms::owner_all);
        qputenv("CUDA_HOME", QByteArray::fromStdString(utf8(m_toolkit->path())));
        qputenv("WARPBENCH_CUDA_DRIVER",
                QByteArray::fromStdString(
                    utf8(platform::executableFolder() / WARPBENCH_TEST_STAND_IN)));
    }

    void aRunThatIsCancelledEndsIt_data() { homes(); }
    void aRunThatIsCancelledEndsIt() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        auto call = bench.start(sum(0));
        QTRY_VERIFY_WITH_TIMEOUT(std::filesystem::exists(started()), 240'000);
        bench.session.cancel(call.ticket);
        endsWith(bench, call.get(), RunStatus::cancelled);
    }

    void aTimeLimitEndsIt_data() { homes(); }
    void aTimeLimitEndsIt() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        const RunReport report = bench.run(sum(1.5));
        if (!std::filesystem::exists(started()))
            QSKIP("the time was over before nvcc began");
        endsWith(bench, report, RunStatus::timeout);
    }

  private:
    /// The file in which nvcc lists its child processes.
    std::filesystem::path started() const { return m_toolkit->path() / "started"; }

    void endsWith(const Bench& bench, const RunReport& report, RunStatus status) const {
        QVERIFY2(report.status == status, report.message.whole().c_str());
        QCOMPARE(bench.notices(), std::size_t(0)); // that the worker was replaced
        std::string process = platform::readFile(started());
        process.erase(process.find_last_not_of('\n') + 1);
        QTRY_VERIFY(isGone(process));
    }

    std::unique_ptr<platform::TemporaryFolder> m_toolkit;
};

WARPBENCH_TEST(SessionNvccTest)
} // namespace tst_session_nvcc

#include "tst_session_nvcc.moc"
