// SPDX-License-Identifier: GPL-3.0-or-later
// A launch can be stopped at any time and have a time limit: in a loop, in every kind of wait, in
// calls and between blocks, with and without checks.
#include "tests/compile/nvrtc_available.h"
#include "tests/main.h"
#include "tests/simgpu/engine/machine_fixture.h"
#include "tests/source_path.h"

#include <QFile>
#include <QtTest/QTest>

#include <atomic>

namespace tst_endless_kernels {

using namespace warpbench;
using namespace warpbench::simgpu::engine;

class TestEndlessKernels : public QObject {
    Q_OBJECT

  private:
    Machine m;
    LaunchRequest requestFor(const DeviceArray<int>& flag) const;

  private slots:
    void initTestCase();
    void cancelled_data();
    void cancelled();
    void outOfTime_data() { cancelled_data(); }
    void outOfTime();
    void theNextLaunchIsUnharmed();
};

void TestEndlessKernels::initTestCase() {
    NEED_NVRTC();
    compile::CompileRequest request;
    QFile file(QString::fromStdString(test::sourcePath("tests/simgpu/faults/endless/waits.cu")));
    QVERIFY(file.open(QIODevice::ReadOnly));
    request.source = file.readAll().toStdString();
    request.fileName = "waits.cu";
    request.arch = "compute_90";
    const compile::CompileResult result = compile::compile(request);
    QVERIFY2(result.succeeded, result.log.c_str());
    QVERIFY2(m.loadText(result.ptx), m.error.c_str());
}

void TestEndlessKernels::cancelled_data() {
    QTest::addColumn<Dim3>("grid");
    QTest::addColumn<Dim3>("cluster");
    QTest::addColumn<bool>("cooperative");
    QTest::addColumn<bool>("checked");
    const auto row = [](const char* kernel, Dim3 grid, Dim3 cluster = {1, 1, 1},
                        bool cooperative = false) {
        for (const bool checked : {false, true})
            QTest::addRow("%s%s", kernel, checked ? " checked" : "")
                << grid << cluster << cooperative << checked;
    };
    for (const char* kernel :
         {"empty_loop", "spin_on_flag", "long_count", "sleeping", "barrier_behind_a_spin",
          "syncwarp_behind_a_spin", "lock_never_freed", "mbarrier_wait", "printf_flood",
          "malloc_flood", "calls_without_loops", "waits_for_another_block"})
        row(kernel, {3, 1, 1});
    row("cluster_barrier", {4, 1, 1}, {2, 1, 1});
    row("grid_barrier", {4, 1, 1}, {1, 1, 1}, true);
    row("many_blocks", {2000000000, 1, 1});
}

LaunchRequest TestEndlessKernels::requestFor(const DeviceArray<int>& flag) const {
    const std::string name = QByteArray(QTest::currentDataTag()).split(' ').first().toStdString();
    QFETCH(Dim3, grid);
    QFETCH(Dim3, cluster);
    QFETCH(bool, cooperative);
    QFETCH(bool, checked);
    LaunchRequest request = m.request(name, grid, {64, 1, 1}, Parameters().add(flag.address()));
    request.cluster = cluster;
    request.cooperative = cooperative;
    request.checks = {checked, checked, checked};
    return request;
}

void TestEndlessKernels::cancelled() {
    const DeviceArray<int> flag(*m.memory, {0});
    LaunchRequest request = requestFor(flag);
    std::atomic<bool> cancel{false};
    request.cancel = &cancel;
    request.print = [&](std::string_view) { cancel = true; };
    const LaunchOutcome outcome = execute(request);
    QVERIFY2(!outcome.ok(), "the launch ended by itself");
    QCOMPARE(int(outcome.faults.back().kind), int(FaultKind::cancelled));
    QVERIFY2(outcome.faults.size() == 1, describe(outcome).c_str());
}

void TestEndlessKernels::outOfTime() {
    const DeviceArray<int> flag(*m.memory, {0});
    LaunchRequest request = requestFor(flag);
    request.timeLimitSeconds = 0.05;
    const LaunchOutcome outcome = execute(request);
    QVERIFY2(!outcome.ok(), "the launch ended by itself");
    QCOMPARE(int(outcome.faults.back().kind), int(FaultKind::timeout));
}

void TestEndlessKernels::theNextLaunchIsUnharmed() {
    const DeviceArray<int> flag(*m.memory, {1});
    const LaunchOutcome outcome =
        m.run("spin_on_flag", {3, 1, 1}, {64, 1, 1}, Parameters().add(flag.address()));
    QVERIFY2(outcome.ok(), describe(outcome).c_str());
}

WARPBENCH_TEST(TestEndlessKernels)
} // namespace tst_endless_kernels

#include "tst_endless_kernels.moc"
