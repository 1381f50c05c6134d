// SPDX-License-Identifier: GPL-3.0-or-later
// The same invalid calls to the simulated driver and to a real one, side by side. Skipped without a
// real driver and a usable device.
#include "driver_library.h"
#include "tests/main.h"
#include "tests/simgpu/driver/errors/error_rows.h"

#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <optional>

namespace tst_gpu_errors {

using Answers = std::vector<std::optional<CUresult>>;

/// NVIDIA's answers, obtained in a child process: a call that crashes it has no answer, and the
/// next child continues after it. Empty without a usable device.
static Answers answersOfTheRealDriver(std::size_t rows) {
    Answers answers;
    while (answers.size() < rows) {
        int ends[2] = {};
        if (pipe(ends) != 0)
            qFatal("no pipe");
        const pid_t child = fork();
        if (child == 0) {
            for (const int signal : {SIGSEGV, SIGBUS, SIGABRT})
                std::signal(signal, SIG_DFL);
            void* const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
            const driver_errors::Driver real(
                [&](const char* name) { return dlsym(library, name); });
            driver_errors::ask(real, answers.size(), [&](CUresult r) {
                if (write(ends[1], &r, sizeof r) != sizeof r)
                    _exit(1);
            });
            _exit(0);
        }
        close(ends[1]);
        const std::size_t before = answers.size();
        for (CUresult r{}; read(ends[0], &r, sizeof r) == sizeof r;)
            answers.push_back(r);
        close(ends[0]);
        int status = 0;
        waitpid(child, &status, 0);
        if (WIFSIGNALED(status))
            answers.push_back(std::nullopt);
        else if (answers.size() == before)
            return {};
    }
    return answers;
}

class TestGpuErrors : public QObject {
    Q_OBJECT

  private slots:
    void bothAnswerAlike();
};

void TestGpuErrors::bothAnswerAlike() {
    void* const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library || dlsym(library, "wbsimGetApi"))
        QSKIP("there is no real CUDA driver on this machine");
    const std::vector<driver_errors::Row> rows = driver_errors::allRows();
    const Answers theirs = answersOfTheRealDriver(rows.size());
    if (theirs.empty())
        QSKIP("the real CUDA driver has no usable device");
    qputenv("WARPBENCH_SIMGPU", "h200");
    const driver_errors::Driver simulated(
        [](const char* name) { return symbolOf(driverLibrary(), name); });
    const std::vector<CUresult> ours = driver_errors::resultsOf(simulated);
    QCOMPARE(ours.size(), rows.size());
    int different = 0, fatal = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!theirs[i]) {
            ++fatal;
            qInfo("%s: the real driver does not survive it", rows[i].name);
        } else if (ours[i] != *theirs[i]) {
            ++different;
            qWarning("%s: simulated %s, real %s", rows[i].name,
                     driver_errors::nameOf(simulated, ours[i]).c_str(),
                     driver_errors::nameOf(simulated, *theirs[i]).c_str());
        }
    }
    qInfo("%d of %zu rows differ, %d end the process", different, rows.size(), fatal);
    QCOMPARE(different, 0);
}

WARPBENCH_TEST(TestGpuErrors)
} // namespace tst_gpu_errors

#include "tst_gpu_errors.moc"
