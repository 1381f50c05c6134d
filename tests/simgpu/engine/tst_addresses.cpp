// SPDX-License-Identifier: GPL-3.0-or-later
// Addresses of the form pointer[index]: the decoder folds their arithmetic into the access. Such an
// access must be equivalent to the separate instructions, including faults.
#include "tests/main.h"
#include "tests/simgpu/engine/machine_fixture.h"

#include <QtTest/QTest>

namespace tst_addresses {

using namespace warpbench::simgpu::engine;

namespace {

constexpr unsigned kElements = 256;
constexpr unsigned kMiddle = 128; ///< the element that the kernel's pointers point to

/// k(in, out, start): out[tid] = in[INDEX], 4-byte elements; %r1 is tid.x, %r2 becomes the index.
/// \param space  "global" or "shared"; a shared array is filled from `in` first
std::string kernel(const std::string& index, const std::string& sign, const std::string& space,
                   const std::string& keep) {
    std::string text =
        ".version 8.0\n.target sm_90\n.address_size 64\n"
        ".visible .entry k(.param .u64 in, .param .u64 out, .param .u32 start)\n{\n"
        ".reg .pred %p<4>;\n.reg .b32 %r<16>;\n.reg .b64 %rd<16>;\n"
        ".shared .align 4 .b8 buf[1024];\n"
        "ld.param.u64 %rd1, [in];\nld.param.u64 %rd2, [out];\nld.param.u32 %r4, [start];\n"
        "cvta.to.global.u64 %rd3, %rd1;\ncvta.to.global.u64 %rd4, %rd2;\nmov.u32 %r1, %tid.x;\n"
        "mov.u64 %rd5, buf;\nmov.u32 %r3, 0;\n";
    text += "LOOP:\nmad.lo.u32 %r5, %r3, 32, %r1;\nmul.wide.u32 %rd6, %r5, 4;\n"
            "add.s64 %rd7, %rd3, %rd6;\nadd.s64 %rd8, %rd6, %rd5;\n"
            "ld.global.u32 %r6, [%rd7+-512];\nst.shared.u32 [%rd8], %r6;\n"
            "add.u32 %r3, %r3, 1;\nsetp.lt.u32 %p1, %r3, 8;\n@%p1 bra LOOP;\nbar.sync 0;\n";
    text += index + "\nmul.wide." + sign + " %rd9, %r2, 4;\n";
    text += "add.s64 %rd10, " + std::string(space == "global" ? "%rd3" : "%rd5") + ", %rd9;\n";
    text += "ld." + space + ".u32 %r7, [%rd10" + (space == "global" ? "" : "+512") + "];\n";
    text += keep;
    text += "mul.wide.u32 %rd11, %r1, 4;\nadd.s64 %rd12, %rd4, %rd11;\n"
            "st.global.u32 [%rd12], %r7;\nret;\n}\n";
    return text;
}

} // namespace

class TestAddresses : public QObject {
    Q_OBJECT

  private:
    Machine m;

  private slots:
    void whatIsRead_data();
    void whatIsRead();
    void storesReachTheirElements();
    void partOfAWarp();
    void indicesThatWrapAround();
    void narrowAddressesBelowZero();
    void faultsNameTheThread_data();
    void faultsNameTheThread();
    void misalignedPointer();
    void metricsCountTheFoldedInstructions();
};

void TestAddresses::whatIsRead_data() {
    QTest::addColumn<QString>("index");
    QTest::addColumn<QString>("space");
    QTest::addColumn<bool>("kept");
    QTest::addColumn<QList<int>>("want");
    struct Case {
        const char* name;
        const char* index;
        int (*want)(int);
    };
    const Case cases[] = {
        {"contiguous", "mov.u32 %r2, %r1;", [](int t) { return t; }},
        {"contiguous from below zero", "sub.s32 %r2, %r1, 16;", [](int t) { return t - 16; }},
        {"all the same", "mov.u32 %r2, 5;", [](int) { return 5; }},
        {"all the same, not constant", "and.b32 %r2, %r1, 0; add.s32 %r2, %r2, -3;",
         [](int) { return -3; }},
        {"backwards", "sub.s32 %r2, 31, %r1;", [](int t) { return 31 - t; }},
        {"every other", "shl.b32 %r2, %r1, 1;", [](int t) { return 2 * t; }},
        {"two rows", "and.b32 %r2, %r1, 15;", [](int t) { return t & 15; }},
        {"scattered", "mul.lo.s32 %r2, %r1, 37; and.b32 %r2, %r2, 127; sub.s32 %r2, %r2, 64;",
         [](int t) { return (t * 37 & 127) - 64; }},
    };
    for (const Case& c : cases) {
        QList<int> want;
        for (int t = 0; t < 32; ++t)
            want << c.want(t);
        for (const char* space : {"global", "shared"}) {
            for (const bool kept : {false, true})
                QTest::addRow("%s, %s%s", c.name, space, kept ? ", address kept" : "")
                    << c.index << space << kept << want;
        }
    }
}

void TestAddresses::whatIsRead() {
    QFETCH(QString, index);
    QFETCH(QString, space);
    QFETCH(bool, kept);
    QFETCH(QList<int>, want);
    // Another use of the address keeps its arithmetic alive.
    const std::string keep = kept ? "sub.s64 %rd13, %rd10, %rd10; cvt.u32.u64 %r8, %rd13;"
                                    "add.u32 %r7, %r7, %r8;\n"
                                  : "";
    QVERIFY2(m.loadText(kernel(index.toStdString(), "s32", space.toStdString(), keep)),
             m.error.c_str());
    std::vector<unsigned> values(kElements);
    for (unsigned i = 0; i < kElements; ++i)
        values[i] = 1000 + i;
    DeviceArray<unsigned> in(*m.memory, values), out(*m.memory, std::vector<unsigned>(32));
    const LaunchOutcome outcome =
        m.run("k", {1, 1, 1}, {32, 1, 1},
              Parameters().add(in.address() + kMiddle * 4).add(out.address()).add(0u));
    QVERIFY2(outcome.ok(), describe(outcome).c_str());
    for (int t = 0; t < 32; ++t)
        QCOMPARE(int(out[std::size_t(t)]), 1000 + int(kMiddle) + want[t]);
}

void TestAddresses::storesReachTheirElements() {
    const std::string head =
        ".version 8.0\n.target sm_90\n.address_size 64\n"
        ".visible .entry k(.param .u64 out)\n{\n.reg .b32 %r<8>;\n.reg .b64 %rd<8>;\n"
        ".reg .b16 %rs<4>;\nld.param.u64 %rd1, [out];\nmov.u32 %r1, %tid.x;\n"
        "sub.s32 %r2, 31, %r1;\n";
    const auto store = [](const char* index, int size, const char* what) {
        return "mul.wide.s32 %rd2, " + std::string(index) + ", " + std::to_string(size) +
               ";\nadd.s64 %rd3, %rd2, %rd1;\n" + what + "\nret;\n}\n";
    };
    for (const char* index : {"%r1", "%r2"}) {
        const bool reversed = index[2] == '2';
        QVERIFY2(m.loadText(head + store(index, 4, "st.global.u32 [%rd3+8], %r1;")),
                 m.error.c_str());
        DeviceArray<unsigned> words(*m.memory, std::vector<unsigned>(40, 99));
        QVERIFY(m.run("k", {1, 1, 1}, {32, 1, 1}, Parameters().add(words.address())).ok());
        for (unsigned i = 0; i < 40; ++i) {
            const unsigned at = reversed ? 31 - (i - 2) : i - 2;
            QCOMPARE(words[i], i >= 2 && i < 34 ? at : 99u);
        }
        QVERIFY2(m.loadText(head + "cvt.u16.u32 %rs1, %r1;\n" +
                            store(index, 2, "st.global.u16 [%rd3], %rs1;")),
                 m.error.c_str());
        DeviceArray<unsigned short> halves(*m.memory, std::vector<unsigned short>(34, 99));
        QVERIFY(m.run("k", {1, 1, 1}, {32, 1, 1}, Parameters().add(halves.address())).ok());
        for (unsigned i = 0; i < 34; ++i)
            QCOMPARE(unsigned(halves[i]), i < 32 ? (reversed ? 31 - i : i) : 99u);
        QVERIFY2(m.loadText(head + "add.s32 %r3, %r1, 100;\n" +
                            store(index, 8, "st.global.v2.u32 [%rd3], {%r1, %r3};")),
                 m.error.c_str());
        DeviceArray<unsigned> pairs(*m.memory, std::vector<unsigned>(64));
        QVERIFY(m.run("k", {1, 1, 1}, {32, 1, 1}, Parameters().add(pairs.address())).ok());
        for (unsigned i = 0; i < 64; ++i)
            QCOMPARE(pairs[i], (reversed ? 31 - i / 2 : i / 2) + (i % 2 ? 100 : 0));
    }
}

/// The other lanes' indices can be anything.
void TestAddresses::partOfAWarp() {
    QVERIFY2(m.loadText(".version 8.0\n.target sm_90\n.address_size 64\n"
                        ".visible .entry k(.param .u64 p)\n{\n.reg .pred %p<4>;\n"
                        ".reg .b32 %r<8>;\n.reg .b64 %rd<8>;\nld.param.u64 %rd1, [p];\n"
                        "mov.u32 %r1, %tid.x;\nsetp.ge.s32 %p1, %r1, 11;\n"
                        "selp.b32 %r2, 1000000, %r1, %p1;\n@%p1 bra DONE;\n"
                        "mul.wide.s32 %rd2, %r2, 4;\nadd.s64 %rd3, %rd1, %rd2;\n"
                        "ld.global.u32 %r3, [%rd3];\nadd.u32 %r3, %r3, 1;\n"
                        "add.s64 %rd4, %rd1, %rd2;\nst.global.u32 [%rd4], %r3;\n"
                        "DONE: ret;\n}\n"),
             m.error.c_str());
    DeviceArray<unsigned> data(*m.memory, std::vector<unsigned>(32, 7));
    const LaunchOutcome outcome =
        m.run("k", {1, 1, 1}, {32, 1, 1}, Parameters().add(data.address()));
    QVERIFY2(outcome.ok(), describe(outcome).c_str());
    for (unsigned i = 0; i < 32; ++i)
        QCOMPARE(data[i], i < 11 ? 8u : 7u);
}

/// Indices step from the largest signed number to the smallest: two places far apart.
void TestAddresses::indicesThatWrapAround() {
    QVERIFY2(m.loadText(kernel("add.s32 %r2, %r1, 2147483632;", "s32", "global", "")),
             m.error.c_str());
    DeviceArray<unsigned> in(*m.memory, std::vector<unsigned>(kElements)),
        out(*m.memory, std::vector<unsigned>(32));
    const std::uint64_t middle = in.address() + kMiddle * 4;
    const LaunchOutcome outcome =
        m.run("k", {1, 1, 1}, {32, 1, 1}, Parameters().add(middle).add(out.address()).add(0u));
    QCOMPARE(outcome.faults.size(), std::size_t(1));
    QCOMPARE(outcome.faults[0].thread, (Dim3{0, 0, 0}));
    QCOMPARE(outcome.faults[0].address, middle + 4 * 2147483632ull);
    // Unsigned, the same bits continue upwards.
    QVERIFY(m.loadText(kernel("sub.u32 %r2, %r1, 16;", "u32", "global", "")));
    const LaunchOutcome above =
        m.run("k", {1, 1, 1}, {32, 1, 1}, Parameters().add(middle).add(out.address()).add(0u));
    QCOMPARE(above.faults.size(), std::size_t(1));
    QCOMPARE(above.faults[0].address, middle + 4 * 4294967280ull);
}

/// Compilers move constants between a 32-bit address and its offset; on the way the register may
/// hold less than nothing.
void TestAddresses::narrowAddressesBelowZero() {
    const std::string head =
        ".version 8.0\n.target sm_90\n.address_size 64\n"
        ".visible .entry k(.param .u64 out)\n{\n.reg .b32 %r<8>;\n.reg .b64 %rd<8>;\n"
        ".local .align 4 .b8 mine[8];\n.shared .align 4 .b8 buf[128];\n"
        "ld.param.u64 %rd1, [out];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %rd2, %r1, 4;\n"
        "add.s64 %rd1, %rd1, %rd2;\nshl.b32 %r2, %r1, 2;\nmov.u32 %r6, buf;\n"
        "add.u32 %r2, %r2, %r6;\nsub.u32 %r2, %r2, 64;\n";
    const std::string tail = "st.global.u32 [%rd1], %r3;\nret;\n}\n";
    QVERIFY2(m.loadText(head +
                        "st.shared.u32 [%r2+64], %r1;\nbar.warp.sync -1;\n"
                        "atom.shared.add.u32 %r4, [%r2+64], 1;\n"
                        "ld.shared.u32 %r3, [%r2+64];\nmov.u64 %rd3, mine;\n"
                        "cvt.u32.u64 %r5, %rd3;\nsub.u32 %r5, %r5, 4;\n"
                        "st.local.u32 [%r5+8], %r3;\nld.local.u32 %r3, [%r5+8];\n" +
                        tail),
             m.error.c_str());
    DeviceArray<unsigned> out(*m.memory, std::vector<unsigned>(32));
    const LaunchOutcome outcome =
        m.run("k", {1, 1, 1}, {32, 1, 1}, Parameters().add(out.address()));
    QVERIFY2(outcome.ok(), describe(outcome).c_str());
    for (unsigned i = 0; i < 32; ++i)
        QCOMPARE(out[i], i + 1);
    QVERIFY2(m.loadText(head + "ld.shared.u32 %r3, [%r2+60];\n" + tail), m.error.c_str());
    const LaunchOutcome below = m.run("k", {1, 1, 1}, {32, 1, 1}, Parameters().add(out.address()));
    QCOMPARE(below.faults.size(), std::size_t(1));
    QCOMPARE(below.faults[0].kind, FaultKind::outOfBounds);
    QCOMPARE(below.faults[0].thread, (Dim3{0, 0, 0}));
    QVERIFY2(below.faults[0].text.find("4 bytes before the block's shared memory") !=
                 std::string::npos,
             below.faults[0].text.c_str());
}

void TestAddresses::faultsNameTheThread_data() {
    QTest::addColumn<QString>("index");
    QTest::addColumn<int>("thread");
    QTest::addColumn<int>("element"); ///< from the middle
    QTest::newRow("the last lanes are outside") << "add.s32 %r2, %r1, 100;" << 28 << 128;
    QTest::newRow("the first lanes are outside") << "sub.s32 %r2, %r1, 132;" << 0 << -132;
    QTest::newRow("all of them") << "mov.u32 %r2, 128;" << 0 << 128;
    QTest::newRow("one of them") << "setp.eq.s32 %p2, %r1, 17; selp.b32 %r2, 5000, %r1, %p2;" << 17
                                 << 5000;
}

void TestAddresses::faultsNameTheThread() {
    QFETCH(QString, index);
    QFETCH(int, thread);
    QFETCH(int, element);
    QVERIFY2(m.loadText(kernel(index.toStdString(), "s32", "global", "")), m.error.c_str());
    DeviceArray<unsigned> in(*m.memory, std::vector<unsigned>(kElements)),
        out(*m.memory, std::vector<unsigned>(32));
    const std::uint64_t middle = in.address() + kMiddle * 4;
    const LaunchOutcome outcome =
        m.run("k", {1, 1, 1}, {32, 1, 1}, Parameters().add(middle).add(out.address()).add(0u));
    QCOMPARE(outcome.faults.size(), std::size_t(1));
    QCOMPARE(outcome.faults[0].kind, FaultKind::outOfBounds);
    QCOMPARE(int(outcome.faults[0].thread[0]), thread);
    QCOMPARE(outcome.faults[0].address, middle + std::uint64_t(std::int64_t(element) * 4));
    QCOMPARE(outcome.faults[0].size, std::uint64_t(4));
}

void TestAddresses::misalignedPointer() {
    QVERIFY2(m.loadText(kernel("mov.u32 %r2, %r1;", "s32", "global", "")), m.error.c_str());
    DeviceArray<unsigned> in(*m.memory, std::vector<unsigned>(kElements)),
        out(*m.memory, std::vector<unsigned>(32));
    const LaunchOutcome outcome =
        m.run("k", {1, 1, 1}, {32, 1, 1},
              Parameters().add(in.address() + kMiddle * 4).add(out.address() + 2).add(0u));
    QCOMPARE(outcome.faults.size(), std::size_t(1));
    QCOMPARE(outcome.faults[0].kind, FaultKind::misaligned);
    QCOMPARE(outcome.faults[0].thread, (Dim3{0, 0, 0}));
    QCOMPARE(outcome.faults[0].address, out.address() + 2);
}

/// Counters are of the instructions in the code, whatever executes them.
void TestAddresses::metricsCountTheFoldedInstructions() {
    for (const bool kept : {false, true}) {
        const std::string keep = kept ? "sub.s64 %rd13, %rd10, %rd10;\n" : "";
        QVERIFY2(m.loadText(kernel("mov.u32 %r2, %r1;", "s32", "global", keep)), m.error.c_str());
        DeviceArray<unsigned> in(*m.memory, std::vector<unsigned>(kElements)),
            out(*m.memory, std::vector<unsigned>(32));
        LaunchRequest request =
            m.request("k", {1, 1, 1}, {32, 1, 1},
                      Parameters().add(in.address() + kMiddle * 4).add(out.address()).add(0u));
        request.metrics = true;
        const LaunchOutcome outcome = execute(request);
        QVERIFY2(outcome.ok(), describe(outcome).c_str());
        // 8 before the loop, 8 times 9 in it, the barrier, 8 after it.
        QCOMPARE(outcome.metrics->warpInstructions, std::uint64_t(8 + 72 + 1 + 8 + (kept ? 1 : 0)));
        QCOMPARE(outcome.metrics->globalSectors, std::uint64_t(8 * 4 + 4 + 4));
        QCOMPARE(outcome.metrics->idealGlobalSectors, std::uint64_t(8 * 4 + 4 + 4));
    }
}

WARPBENCH_TEST(TestAddresses)
} // namespace tst_addresses

#include "tst_addresses.moc"
