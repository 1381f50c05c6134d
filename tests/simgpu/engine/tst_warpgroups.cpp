// SPDX-License-Identifier: GPL-3.0-or-later
// wgmma as an operation of four warps: waiting, faults, checks. Its results are tested in
// tests/simgpu/sweep/tst_tiles.cpp.
#include "tests/main.h"
#include "tests/simgpu/engine/machine_fixture.h"

#include <QtTest/QTest>

namespace tst_warpgroups {

using namespace warpbench::simgpu::engine;

namespace {

/// A is 64 × 16 halves from byte 0 on, B 16 × 8 from 2048 on, both without swizzling.
constexpr std::uint64_t kA = std::uint64_t{1024 >> 4} << 16 | std::uint64_t{128 >> 4} << 32;
constexpr std::uint64_t kB =
    (2048 >> 4) | std::uint64_t{128 >> 4} << 16 | std::uint64_t{128 >> 4} << 32;

const std::string kFill = // halves of 1
    "{\nmov.u32 %w1, %w0;\n"
    "F: shl.b32 %w2, %w1, 2;\nadd.u32 %w2, %w2, %w3;\nst.shared.b32 [%w2], 0x3c003c00;\n"
    "add.u32 %w1, %w1, %w4;\nsetp.lt.u32 %p0, %w1, 576;\n@%p0 bra F;\n}\n";
const std::string kWgmma = "wgmma.fence.sync.aligned;\n"
                           "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 "
                           "{%f0, %f1, %f2, %f3}, %a, %b, 0, 1, 1, 0, 0;\n"
                           "wgmma.commit_group.sync.aligned;\n"
                           "wgmma.wait_group.sync.aligned 0;\n";
const std::string kStore = "st.global.v4.f32 [%o], {%f0, %f1, %f2, %f3};\n";

/// A kernel "k" (.u64 out): each thread has 16 bytes of out. %w0 is %tid.x, %w3 the image's
/// address, %w4 the number of threads, %a and %b are the matrices' descriptors.
std::string kernel(const std::string& body) {
    return ".version 8.6\n.target sm_90a\n.address_size 64\n.visible .entry k(.param .u64 out)\n{\n"
           ".reg .pred %p<8>;\n.reg .b32 %w<16>;\n.reg .b64 %o, %a, %b, %x<4>;\n"
           ".reg .f32 %f<8>;\n.shared .align 1024 .b8 image[2304];\n.shared .align 8 .b64 done;\n"
           "ld.param.u64 %o, [out];\nmov.u32 %w0, %tid.x;\nmov.u32 %w3, image;\n"
           "mov.u32 %w4, %ntid.x;\nmad.wide.u32 %o, %w0, 16, %o;\nshr.u32 %w5, %w3, 4;\n"
           "cvt.u64.u32 %x0, %w5;\nadd.u64 %a, %x0, " +
           std::to_string(kA) + ";\nadd.u64 %b, %x0, " + std::to_string(kB) + ";\n" + body +
           "ret;\n}\n";
}

} // namespace

class TestWarpgroups : public QObject {
    Q_OBJECT

  private:
    Machine m_machine;
    LaunchOutcome run(const std::string& body, std::uint32_t threads,
                      std::vector<float>* results = nullptr) {
        if (!m_machine.loadText(kernel(body)))
            qFatal("%s", m_machine.error.c_str());
        DeviceArray<float> out(*m_machine.memory, std::vector<float>(threads * 4, -1));
        LaunchOutcome outcome =
            m_machine.run("k", {1, 1, 1}, {threads, 1, 1}, Parameters().add(out.address()));
        if (results)
            *results = out.values();
        return outcome;
    }

  private slots:
    void init() { m_machine.checks = {}; }
    void product();
    void noWarpIsAhead();
    void measured();
    void faults_data();
    void faults();
    void otherTargets();
    void checksAreSilent();
    void checks_data();
    void checks();
};

void TestWarpgroups::product() {
    for (const std::uint32_t threads : {128u, 256u}) {
        std::vector<float> results;
        const LaunchOutcome outcome =
            run(kFill + "bar.sync 0;\n" + kWgmma + kStore, threads, &results);
        QVERIFY2(outcome.faults.empty(), describe(outcome).c_str());
        QCOMPARE(results, std::vector<float>(threads * 4, 16));
    }
}

// A thread of the first warp allows another warp to overwrite shared memory long before the slow
// warps reach the product: it waits for them.
void TestWarpgroups::noWarpIsAhead() {
    std::vector<float> results;
    const LaunchOutcome outcome =
        run("setp.eq.u32 %p1, %w0, 0;\n@!%p1 bra Initialised;\n"
            "mbarrier.init.shared.b64 [done], 1;\nInitialised:\n" +
                kFill +
                "bar.sync 0;\nsetp.ge.u32 %p2, %w0, 128;\n@%p2 bra Consumer;\n"
                "W: mbarrier.try_wait.parity.shared.b64 %p3, [done], 0;\n@!%p3 bra W;\n"
                "setp.ge.u32 %p4, %w0, 32;\n@%p4 bra End;\n"
                "mov.u32 %w4, 32;\nmov.u32 %w1, %w0;\n"
                "G: shl.b32 %w2, %w1, 2;\nadd.u32 %w2, %w2, %w3;\nst.shared.b32 [%w2], 0;\n"
                "add.u32 %w1, %w1, %w4;\nsetp.lt.u32 %p0, %w1, 576;\n@%p0 bra G;\nbra End;\n"
                "Consumer: setp.lt.u32 %p5, %w0, 160;\n@%p5 bra Ready;\nmov.u32 %w6, 0;\n"
                "S: add.u32 %w6, %w6, 1;\nsetp.lt.u32 %p6, %w6, 100000;\n@%p6 bra S;\nReady:\n" +
                kWgmma +
                "setp.eq.u32 %p7, %w0, 128;\n@!%p7 bra Store;\n"
                "mbarrier.arrive.shared.b64 _, [done];\nStore:\n" +
                kStore + "End:\n",
            256, &results);
    QVERIFY2(outcome.faults.empty(), describe(outcome).c_str());
    QCOMPARE(std::vector<float>(results.begin() + 512, results.end()), std::vector<float>(512, 16));
}

// Each warp has executed it once, however long it waited.
void TestWarpgroups::measured() {
    constexpr std::size_t kMatrix = 10; // of Metrics::mix
    QVERIFY2(m_machine.loadText(kernel(kFill + "bar.sync 0;\n" + kWgmma + kStore)),
             m_machine.error.c_str());
    DeviceArray<float> out(*m_machine.memory, std::vector<float>(512, -1));
    LaunchRequest request =
        m_machine.request("k", {1, 1, 1}, {128, 1, 1}, Parameters().add(out.address()));
    request.metrics = true;
    const LaunchOutcome outcome = execute(request);
    QVERIFY2(outcome.faults.empty(), describe(outcome).c_str());
    QCOMPARE(out.values(), std::vector<float>(512, 16));
    QCOMPARE(outcome.metrics->mix[kMatrix], std::uint64_t{4});
}

void TestWarpgroups::faults_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<int>("threads");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* name, const std::string& body, int threads, FaultKind kind,
                        const char* text) {
        QTest::newRow(name) << QString::fromStdString(body) << threads << int(kind) << text;
    };
    row("behind shared memory", "add.u64 %b, %b, 64;\n" + kWgmma, 128, FaultKind::outOfBounds,
        "access out of bounds: read of 16 bytes in shared memory");
    row("a stride that leads out", "add.u64 %a, %a, 0x100000000000;\n" + kWgmma, 128,
        FaultKind::outOfBounds, "in shared memory");
    row("96 threads", kWgmma, 96, FaultKind::barrierDivergence,
        "an operation of four warps, 128 consecutive threads, of which the block has only 96");
    row("a warp that is not whole", kWgmma, 120, FaultKind::barrierDivergence,
        "an operation of four warps, one of which has threads that have exited");
    row("a warp that has left", "setp.lt.u32 %p0, %w0, 32;\n@%p0 ret;\n" + kWgmma, 128,
        FaultKind::barrierDivergence,
        "an operation of four warps, one of which has threads that have exited");
    row("a part of a warp", "setp.lt.u32 %p0, %w0, 16;\n@%p0 bra E;\n" + kWgmma + "E:\n", 128,
        FaultKind::invalidSyncMask,
        "an operation of the whole warp, of which not all threads take part");
    row("another product",
        "setp.lt.u32 %p0, %w0, 32;\n@%p0 bra E;\n" + kWgmma + "bra.uni G;\nE:\n" + kWgmma + "G:\n",
        128, FaultKind::barrierDivergence,
        "an operation of four warps, one of which is at another one, in PTX line ");
    row("a barrier instead",
        "setp.lt.u32 %p0, %w0, 32;\n@%p0 bra E;\n" + kWgmma + "E: bar.sync 0;\n", 128,
        FaultKind::barrierDivergence, "an operation of four warps that not all of them reach");
    row("descriptors that differ", "cvt.u64.u32 %x1, %w0;\nadd.u64 %b, %b, %x1;\n" + kWgmma, 128,
        FaultKind::illegalInstruction,
        "the threads of the four warps give different descriptors of a matrix");
}

void TestWarpgroups::faults() {
    QFETCH(QString, body);
    QFETCH(int, threads);
    QFETCH(int, kind);
    QFETCH(QString, text);
    const LaunchOutcome outcome = run(body.toStdString(), static_cast<std::uint32_t>(threads));
    QCOMPARE(outcome.faults.size(), std::size_t{1});
    QCOMPARE(int(outcome.faults[0].kind), kind);
    const QString said = QString::fromStdString(outcome.faults[0].text);
    QVERIFY2(said.contains(text), qPrintable(said));
}

// As in ptxas, only sm_90a supports wgmma, but neither sm_90 nor later GPUs.
void TestWarpgroups::otherTargets() {
    std::string text = kernel(kWgmma);
    text.replace(text.find("sm_90a"), 6, "sm_90");
    QVERIFY(!m_machine.loadText(text));
    QVERIFY2(m_machine.error.find("it needs .target sm_90a") != std::string::npos,
             m_machine.error.c_str());
}

void TestWarpgroups::checksAreSilent() {
    m_machine.checks.uninitialized = m_machine.checks.sharedRaces = true;
    // Overwritten after a barrier, and by a warp that waited for the product like all others.
    const LaunchOutcome outcome = run(kFill + "bar.sync 0;\n" + kWgmma + kStore + kFill, 128);
    QVERIFY2(outcome.faults.empty(), describe(outcome).c_str());
}

void TestWarpgroups::checks_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<int>("threads");
    QTest::addColumn<int>("kind");
    const auto row = [](const char* name, const std::string& body, int threads, FaultKind kind) {
        QTest::newRow(name) << QString::fromStdString(body) << threads << int(kind);
    };
    row("no barrier", kFill + kWgmma, 128, FaultKind::sharedRace);
    row("nobody wrote", kWgmma, 128, FaultKind::uninitialized);
    row("another warp writes, and nothing orders it",
        kFill +
            "bar.sync 0;\nsetp.eq.u32 %p1, %w0, 128;\n@!%p1 bra Product;\n"
            "st.shared.b32 [%w3+2048], 0;\nProduct: setp.ge.u32 %p2, %w0, 128;\n"
            "@%p2 bra End;\n" +
            kWgmma + "End:\n",
        160, FaultKind::sharedRace);
}

void TestWarpgroups::checks() {
    QFETCH(QString, body);
    QFETCH(int, threads);
    QFETCH(int, kind);
    m_machine.checks.uninitialized = m_machine.checks.sharedRaces = true;
    const LaunchOutcome outcome = run(body.toStdString(), static_cast<std::uint32_t>(threads));
    QVERIFY(!outcome.faults.empty());
    for (const Fault& fault : outcome.faults)
        QVERIFY2(int(fault.kind) == kind, describe(outcome).c_str());
}

WARPBENCH_TEST(TestWarpgroups)
} // namespace tst_warpgroups

#include "tst_warpgroups.moc"
