// SPDX-License-Identifier: GPL-3.0-or-later
// Temporary rows of an instruction are reused: a warp's memory does not grow with the number of
// such instructions in its kernel, and kernels with very many can be loaded.
#include "core/simgpu/engine/program.h"
#include "tests/main.h"
#include "tests/simgpu/engine/machine_fixture.h"

#include <QtTest/QTest>

namespace tst_rows {

using namespace warpbench::simgpu::engine;

namespace {

constexpr const char* kHead =
    ".version 8.0\n.target sm_90\n.address_size 64\n"
    ".visible .entry k(.param .u64 out)\n{\n"
    ".reg .pred %p<8>;\n.reg .b16 %h<8>;\n.reg .b64 %rd<8>;\n.reg .b32 %r<16>;\n"
    ".shared .align 16 .b8 buf[4096];\n"
    "ld.param.u64 %rd1, [out];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %rd2, %r1, 4;\n"
    "add.s64 %rd1, %rd1, %rd2;\nmov.u32 %r2, buf;\nshl.b32 %r3, %r1, 2;\n"
    "add.u32 %r2, %r2, %r3;\nadd.u32 %r4, %r1, 1;\nst.shared.u32 [%r2], %r4;\n"
    "bar.sync 0;\nmov.b32 %r5, 0;\nand.b32 %r8, %r2, -16;\n";

/// Adds something to %r5 in each step, with rows that are not needed afterwards.
struct Kind {
    const char* name;
    unsigned steps;   ///< so many that a warp could not have all of their rows or predicates
    const char* step; ///< with # for the step's number
    /// The amount that a step adds for thread t.
    unsigned (*adds)(unsigned t);
};

const Kind kKinds[] = {
    // Each address has its own register, as compilers generate them.
    {"addresses in shared memory", 33000,
     "xor.b32 %at#, %r2, 124;\nld.shared.u32 %r6, [%at#];\nadd.u32 %r5, %r5, %r6;\n",
     [](unsigned t) { return (t ^ 31) + 1; }},
    {"addresses under a guard", 33000,
     "setp.ne.u32 %p1, %r1, 77;\n@%p1 ld.shared.u32 %r6, [%r2];\nadd.u32 %r5, %r5, %r6;\n",
     [](unsigned t) { return t + 1; }},
    {"parts put together", 33000,
     "cvt.u16.u32 %h1, %r4;\nmov.b64 %rd3, {%h1, %h1, %h1, %h1};\nmov.b64 {%r6, %r7}, %rd3;\n"
     "shr.u32 %r7, %r7, 16;\nadd.u32 %r5, %r5, %r7;\n",
     [](unsigned t) { return t + 1; }},
    {"saturated and packed", 12000,
     "cvt.pack.sat.u8.s32.b32 %r6, %r1, %r4, 0;\nadd.u32 %r5, %r5, %r6;\n",
     [](unsigned t) { return t << 8 | (t + 1); }},
    {"elements that are not wanted", 22000,
     "ld.shared.v4.u32 {_, _, _, %r6}, [%r8];\nadd.u32 %r5, %r5, %r6;\n",
     [](unsigned t) { return (t | 3) + 1; }},
    {"predicates that are constants", 1200, "mov.pred %p1, -1;\n@%p1 add.u32 %r5, %r5, 3;\n",
     [](unsigned) { return 3u; }},
};

std::string kernel(const Kind& kind, unsigned steps) {
    std::string text = kHead;
    text += ".reg .b32 %at<" + std::to_string(steps) + ">;\n";
    for (unsigned n = 0; n < steps; ++n) {
        for (const char* c = kind.step; *c; ++c) {
            if (*c == '#')
                text += std::to_string(n);
            else
                text += *c;
        }
    }
    return text + "st.global.u32 [%rd1], %r5;\nret;\n}\n";
}

} // namespace

class TestRows : public QObject {
    Q_OBJECT

  private slots:
    void longKernelsRun_data();
    void longKernelsRun();
    void theLengthCostsNoRows_data() { longKernelsRun_data(); }
    void theLengthCostsNoRows();
    void lanesElsewhereShareThem();
};

void TestRows::longKernelsRun_data() {
    QTest::addColumn<std::size_t>("index");
    for (std::size_t n = 0; n < std::size(kKinds); ++n)
        QTest::newRow(kKinds[n].name) << n;
}

void TestRows::longKernelsRun() {
    QFETCH(std::size_t, index);
    const Kind& kind = kKinds[index];
    Machine m;
    QVERIFY2(m.loadText(kernel(kind, kind.steps)), m.error.c_str());
    constexpr unsigned kThreads = 32;
    for (const bool observed : {false, true}) {
        const DeviceArray<std::uint32_t> out(*m.memory, std::vector<std::uint32_t>(kThreads));
        LaunchRequest request =
            m.request("k", {1, 1, 1}, {kThreads, 1, 1}, Parameters().add(out.address()));
        request.metrics = observed;
        request.checks.sharedRaces = request.checks.globalRaces = observed;
        request.checks.uninitialized = observed;
        const LaunchOutcome outcome = execute(request);
        QVERIFY2(outcome.faults.empty(), describe(outcome).c_str());
        for (unsigned t = 0; t < kThreads; ++t)
            QCOMPARE(out[t], kind.steps * kind.adds(t));
    }
}

void TestRows::theLengthCostsNoRows() {
    QFETCH(std::size_t, index);
    std::vector<std::uint32_t> bytes;
    for (const unsigned steps : {4u, 400u}) {
        Machine m;
        QVERIFY2(m.loadText(kernel(kKinds[index], steps)), m.error.c_str());
        bytes.push_back(m.program->codes.front().warpBytes);
    }
    QCOMPARE(bytes[1], bytes[0]);
}

/// Lanes that wait in a warp-wide operation keep their input, while the others use the same rows
/// elsewhere.
void TestRows::lanesElsewhereShareThem() {
    const std::string text = std::string(kHead) +
                             "setp.lt.u32 %p1, %r1, 16;\n@%p1 bra LOWER;\n"
                             "mov.pred %p2, -1;\nvote.sync.ballot.b32 %r5, 0, -1;\nbra END;\n"
                             "LOWER:\nmov.pred %p2, 0;\nvote.sync.ballot.b32 %r5, 1, -1;\n"
                             "END:\nst.global.u32 [%rd1], %r5;\nret;\n}\n";
    Machine m;
    QVERIFY2(m.loadText(text), m.error.c_str());
    const DeviceArray<std::uint32_t> out(*m.memory, std::vector<std::uint32_t>(32));
    const LaunchOutcome outcome =
        m.run("k", {1, 1, 1}, {32, 1, 1}, Parameters().add(out.address()));
    QVERIFY2(outcome.faults.empty(), describe(outcome).c_str());
    QCOMPARE(out.values(), std::vector<std::uint32_t>(32, 0xffff));
}

WARPBENCH_TEST(TestRows)
} // namespace tst_rows

#include "tst_rows.moc"
