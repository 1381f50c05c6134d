// SPDX-License-Identifier: GPL-3.0-or-later
// Instructions that came with sm_100, and others that compilers hardly emit. Expected values come
// from the PTX ISA's text.
#include "tests/main.h"
#include "tests/simgpu/engine/machine_fixture.h"

#include <QtCore/QRegularExpression>
#include <QtTest/QTest>

#include <bit>
#include <cmath>
#include <limits>

namespace tst_later_instructions {

using namespace warpbench::simgpu::engine;

class TestLaterInstructions : public QObject {
    Q_OBJECT

  private:
    Machine m;
    std::vector<unsigned> resultsOf(const std::string& code, const std::vector<unsigned>& inputs,
                                    const std::string& head = kHead);

    static inline const std::string kHead = ".version 9.0\n.target sm_100a\n";

  private slots:
    void redux_data();
    void redux();
    void withoutSync();
    void loadByteMatrices_data();
    void loadByteMatrices();
    void storeByteMatrices();
    void largerRegisters();
    void outOfBoundsNan_data();
    void outOfBoundsNan();
    void fill();
    void fillOfWrongSize();
    void asynchronousStores();
    void arriveDropExpect();
    void byteMask();
    void cancelledClusters_data();
    void cancelledClusters();
};

namespace {

/// A kernel whose lanes each read a word %r1 and write %r0.
std::string kernelFor(const std::string& head, const std::string& code) {
    return head +
           ".address_size 64\n.visible .entry k(.param .u64 out, .param .u64 in)\n{\n"
           ".reg .pred %p<8>; .reg .b16 %h<8>; .reg .b32 %r<24>; .reg .f32 %f<8>; "
           ".reg .b64 %rd<16>;\n"
           ".shared .align 1024 .b8 sh[2048];\n"
           "ld.param.u64 %rd8, [out]; ld.param.u64 %rd9, [in];\n"
           "mov.u32 %r20, %tid.x; mul.wide.u32 %rd10, %r20, 4;\n"
           "add.u64 %rd8, %rd8, %rd10; add.u64 %rd9, %rd9, %rd10;\n"
           "ld.global.u32 %r1, [%rd9]; mov.b32 %f1, %r1;\n" +
           code + "\nst.global.u32 [%rd8], %r0;\nret;\n}\n";
}

unsigned bitsOf(float x) {
    return std::bit_cast<unsigned>(x);
}

/// Results that nothing expects.
std::vector<unsigned> failed(const std::string& why) {
    qWarning("%s", why.c_str());
    return std::vector<unsigned>(32, 0xbadbadba);
}

} // namespace

/// Of one warp.
std::vector<unsigned> TestLaterInstructions::resultsOf(const std::string& code,
                                                       const std::vector<unsigned>& inputs,
                                                       const std::string& head) {
    if (!m.loadText(kernelFor(head, code)))
        return failed(m.error);
    DeviceArray<unsigned> in(*m.memory, inputs), out(*m.memory, std::vector<unsigned>(32));
    const LaunchOutcome outcome =
        m.run("k", {1, 1, 1}, {32, 1, 1}, Parameters().add(out.address()).add(in.address()));
    return outcome.ok() ? out.values() : failed(describe(outcome));
}

void TestLaterInstructions::redux_data() {
    QTest::addColumn<QString>("operation");
    QTest::addColumn<QList<float>>("first"); ///< of the lanes; the others have 1
    QTest::addColumn<unsigned>("expected");
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const auto row = [](const char* operation, QList<float> first, unsigned expected) {
        QTest::addRow("%s %s", operation, qPrintable(QString::number(expected, 16)))
            << QString(operation) << first << expected;
    };
    row("min", {3, -7, 2}, bitsOf(-7));
    row("max", {3, -7, 2}, bitsOf(3));
    row("min.abs", {-3, -7, 2}, bitsOf(1));
    row("max.abs", {3, -7, 2}, bitsOf(7));
    row("max", {nan, 5}, bitsOf(5));
    row("min", {nan, 5}, bitsOf(1));
    row("max.NaN", {nan, 5}, 0x7fffffff);
    row("max.abs.NaN", {5, -nan}, 0x7fffffff);
    row("min", QList<float>(32, nan), 0x7fffffff);
    row("min", {0.0f, -0.0f}, 0x80000000);
    row("max", QList<float>(31, -0.0f) << 0.0f, 0);
    row("max", QList<float>(32, -0.0f), 0x80000000);
    row("min.abs", QList<float>(32, -0.0f), 0);
}

void TestLaterInstructions::redux() {
    QFETCH(QString, operation);
    QFETCH(QList<float>, first);
    QFETCH(unsigned, expected);
    std::vector<unsigned> inputs(32, bitsOf(1));
    for (qsizetype lane = 0; lane < first.size(); ++lane)
        inputs[static_cast<std::size_t>(lane)] = bitsOf(first[lane]);
    const auto results = resultsOf(
        "redux.sync." + operation.toStdString() + ".f32 %f0, %f1, -1; mov.b32 %r0, %f0;", inputs);
    for (const unsigned result : results)
        QCOMPARE(QString::number(result, 16), QString::number(expected, 16));
    // Two groups, each with the upper or lower half of the lanes.
    std::vector<unsigned> halves(32);
    for (unsigned lane = 0; lane < 32; ++lane)
        halves[lane] = bitsOf(static_cast<float>(lane));
    const auto grouped =
        resultsOf("setp.lt.u32 %p1, %r20, 16; selp.b32 %r2, 0xffff, 0xffff0000, %p1; "
                  "redux.sync.max.f32 %f0, %f1, %r2; mov.b32 %r0, %f0;",
                  halves);
    for (unsigned lane = 0; lane < 32; ++lane)
        QCOMPARE(grouped[lane], bitsOf(lane < 16 ? 15 : 31));
}

// For older targets, the active lanes take part.
void TestLaterInstructions::withoutSync() {
    const std::string head = ".version 6.3\n.target sm_60\n";
    std::vector<unsigned> lanes(32);
    for (unsigned lane = 0; lane < 32; ++lane)
        lanes[lane] = lane;
    const auto shuffled = resultsOf("shfl.down.b32 %r0, %r1, 3, 31;", lanes, head);
    const auto voted = resultsOf("mov.u32 %r0, 0; setp.lt.u32 %p1, %r1, 20; and.b32 %r2, %r1, 1; "
                                 "setp.eq.u32 %p2, %r2, 0;\n"
                                 "@!%p1 bra L;\nvote.ballot.b32 %r0, %p2;\nL:",
                                 lanes, head);
    for (unsigned lane = 0; lane < 32; ++lane) {
        QCOMPARE(shuffled[lane], lane + 3 < 32 ? lane + 3 : lane);
        QCOMPARE(voted[lane], lane < 20 ? 0x55555u : 0u);
    }
}

void TestLaterInstructions::loadByteMatrices_data() {
    QTest::addColumn<QString>("form");
    QTest::addColumn<int>("lines"); ///< of a matrix
    QTest::addColumn<int>("registers");
    QTest::addColumn<int>("bits"); ///< of an element in memory
    const auto row = [](const char* form, int lines, int registers, int bits) {
        QTest::newRow(form) << QString(form) << lines << registers << bits;
    };
    row("m16n16.x1.trans.shared.b8", 16, 2, 8);
    row("m16n16.x2.trans.shared.b8", 16, 4, 8);
    row("m16n16.x2.trans.shared.b8x16.b6x16_p32", 16, 4, 6);
    row("m16n16.x1.trans.shared.b8x16.b4x16_p64", 16, 2, 4);
    row("m8n16.x1.shared.b8x16.b6x16_p32", 8, 1, 6);
    row("m8n16.x2.shared.b8x16.b4x16_p64", 8, 2, 4);
    row("m8n16.x4.shared.b8x16.b4x16_p64", 8, 4, 4);
}

void TestLaterInstructions::loadByteMatrices() {
    QFETCH(QString, form);
    QFETCH(int, lines);
    QFETCH(int, registers);
    QFETCH(int, bits);
    // Line n starts at 48 n; its 16 elements are contiguous.
    std::vector<unsigned char> memory(2048);
    const auto element = [&](int line, int column) {
        return static_cast<unsigned>(line * 23 + column * 5 + 1) & ((1u << bits) - 1);
    };
    for (int line = 0; line < 32; ++line) {
        for (int bit = 0; bit < 16 * bits; ++bit) {
            if (element(line, bit / bits) >> bit % bits & 1)
                memory[static_cast<std::size_t>(48 * line + bit / 8)] |=
                    static_cast<unsigned char>(1 << bit % 8);
        }
    }
    std::string list = "%r10";
    for (int r = 1; r < registers; ++r)
        list += ",%r" + std::to_string(10 + r);
    // Each lane loads 64 bytes; then the results are stored, register by register.
    std::string code = "mov.u32 %r2, sh; shl.b32 %r3, %r20, 6; add.u32 %r3, %r2, %r3; "
                       "mul.wide.u32 %rd1, %r20, 60; add.u64 %rd1, %rd9, %rd1;\n";
    for (int word = 0; word < 16; ++word)
        code += "ld.global.u32 %r4, [%rd1+" + std::to_string(4 * word) + "]; st.shared.u32 [%r3+" +
                std::to_string(4 * word) + "], %r4;\n";
    code += "bar.warp.sync -1; mad.lo.u32 %r5, %r20, 48, %r2;\nldmatrix.sync.aligned." +
            form.toStdString() + " {" + list + "}, [%r5];\n";
    std::vector<unsigned> words(512);
    std::memcpy(words.data(), memory.data(), memory.size());
    for (int r = 0; r < registers; ++r) {
        const auto results =
            resultsOf(code + "mov.u32 %r0, %r" + std::to_string(10 + r) + ";", words);
        for (int lane = 0; lane < 32; ++lane) {
            unsigned expected = 0;
            for (int e = 0; e < 4; ++e) {
                const int matrix = r / (lines / 8);
                const int line = lines == 16 ? lane % 4 * 4 + e : lane / 4;
                const int column = lines == 16 ? lane / 4 + r % 2 * 8 : lane % 4 * 4 + e;
                expected |= element(matrix * lines + line, column) << (8 * e);
            }
            QCOMPARE(QString::number(results[static_cast<std::size_t>(lane)], 16),
                     QString::number(expected, 16));
        }
    }
}

// stmatrix stores the transposed tile of mma's results (m16n8: element 2 i + j of a lane is in row
// lane / 4 + 8 i and column 2 (lane % 4) + j).
void TestLaterInstructions::storeByteMatrices() {
    std::vector<unsigned> words(32);
    const auto element = [](int row, int column) {
        return static_cast<unsigned>(row * 16 + column * 3 + 7) & 0xff;
    };
    for (int lane = 0; lane < 32; ++lane) {
        for (int e = 0; e < 4; ++e)
            words[static_cast<std::size_t>(lane)] |=
                element(lane / 4 + e / 2 * 8, lane % 4 * 2 + e % 2) << (8 * e);
    }
    // Column c of the first matrix goes to 16 c, that of the second one, inverted, to 128 + 16 c.
    const auto results = resultsOf("mov.u32 %r2, sh; and.b32 %r3, %r20, 15; shl.b32 %r3, %r3, 4; "
                                   "add.u32 %r3, %r2, %r3; not.b32 %r4, %r1;\n"
                                   "stmatrix.sync.aligned.m16n8.x2.trans.shared.b8 [%r3], "
                                   "{%r1,%r4};\n"
                                   "bar.warp.sync -1; shl.b32 %r5, %r20, 2; add.u32 %r5, %r2, %r5; "
                                   "ld.shared.u32 %r0, [%r5]; ld.shared.u32 %r6, [%r5+128]; "
                                   "xor.b32 %r6, %r6, %r0; setp.ne.u32 %p1, %r6, -1; @%p1 trap;",
                                   words);
    for (int word = 0; word < 32; ++word) {
        for (int byte = 0; byte < 4; ++byte) {
            const int column = word / 4, row = word % 4 * 4 + byte;
            QCOMPARE(results[static_cast<std::size_t>(word)] >> (8 * byte) & 0xff,
                     element(row, column));
        }
    }
}

// "Extended to the size of the destination register" and "the low part of the source".
void TestLaterInstructions::largerRegisters() {
    const std::vector<unsigned> inputs(64, 0x80f18203);
    const auto check = [&](const char* code, unsigned expected) {
        const auto results = resultsOf(std::string("ld.param.u64 %rd9, [in];") + code, inputs);
        QCOMPARE(QString::number(results[0], 16), QString::number(expected, 16));
    };
    check("ld.global.v2.u8 {%rd1,%rd2}, [%rd9]; add.u64 %rd1, %rd1, %rd2; cvt.u32.u64 %r0, %rd1;",
          0x85);
    check("ld.global.v2.s8 {%rd1,%rd2}, [%rd9]; mov.b64 {%r2,%r0}, %rd2;", 0xffffffff);
    check("ld.global.v2.s16 {%rd1,%rd2}, [%rd9]; mov.b64 {%r0,%r2}, %rd2;", 0xffff80f1);
    check("ld.global.v2.u32 {%rd1,%rd2}, [%rd9]; mov.b64 {%r2,%r0}, %rd2;", 0);
    check("ld.global.v2.s32 {%rd1,%rd2}, [%rd9]; mov.b64 {%r2,%r0}, %rd2;", 0xffffffff);
    check(".reg .b128 %q; ld.global.s16 %q, [%rd9+2]; mov.b128 {%rd1,%rd2}, %q; "
          "mov.b64 {%r0,%r2}, %rd2;",
          0xffffffff);
    check(".reg .b128 %q; ld.global.u32 %q, [%rd9]; mov.b128 {%rd1,%rd2}, %q; "
          "mov.b64 {%r0,%r2}, %rd1; add.u32 %r0, %r0, %r2;",
          0x80f18203);
    check("mov.u64 %rd1, 0x1234567890abcdef; mov.u64 %rd2, 0x55; "
          "st.global.v2.u8 [%rd9], {%rd1,%rd2}; ld.global.u16 %r0, [%rd9];",
          0x55ef);
    check(".reg .b128 %q; mov.u64 %rd1, 0x1234567890abcdef; mov.b128 %q, {%rd1,%rd1}; "
          "st.global.u16 [%rd9], %q; ld.global.u16 %r0, [%rd9];",
          0xcdef);
    check(
        "mov.u64 %rd1, 0x1234567890abcdef; st.global.f32 [%rd9], %rd1; ld.global.u32 %r0, [%rd9];",
        bitsOf(static_cast<float>(0x1234567890abcdefull)));
    check("mov.u64 %rd1, 3; st.global.v2.f32 [%rd9], {%rd1,%f1}; ld.global.u32 %r0, [%rd9];",
          bitsOf(3));
    check("ld.global.f32 %rd1, [%rd9]; mov.b64 {%r0,%r2}, %rd1; or.b32 %r0, %r0, %r2;", 0x80f18203);
}

void TestLaterInstructions::outOfBoundsNan_data() {
    QTest::addColumn<QString>("code");
    QTest::addColumn<unsigned>("expected");
    // 1.5, 2.0 and 1.0 as f16 and as bf16; 0x7ff7 is the out-of-bounds value of a tensor.
    QTest::newRow("none") << "fma.rn.oob.f16 %h0, 0x3e00, 0x4000, 0x3c00;" << 0x4400u;
    QTest::newRow("first") << "fma.rn.oob.f16 %h0, 0x7ff7, 0x4000, 0x3c00;" << 0u;
    QTest::newRow("second") << "fma.rn.oob.bf16 %h0, 0x3fc0, 0x7ff7, 0x3f80;" << 0u;
    QTest::newRow("another NaN") << "fma.rn.oob.f16 %h0, 0x7e00, 0x4000, 0x3c00;" << 0x7fffu;
    QTest::newRow("relu") << "fma.rn.oob.relu.f16 %h0, 0xbe00, 0x4000, 0x3c00;" << 0u;
    QTest::newRow("sat") << "fma.rn.oob.sat.f16 %h0, 0x3e00, 0x4000, 0x3c00;" << 0x3c00u;
}

void TestLaterInstructions::outOfBoundsNan() {
    QFETCH(QString, code);
    QFETCH(unsigned, expected);
    // Constants are not allowed as operands of halves: use registers.
    std::string text;
    QString instruction = code;
    int next = 1;
    for (const QString& number : code.mid(code.indexOf("0x")).remove(';').split(", ")) {
        text += "mov.b16 %h" + std::to_string(next) + ", " + number.toStdString() + "; ";
        instruction.replace(instruction.indexOf(number), number.size(),
                            "%h" + QString::number(next++));
    }
    const auto results = resultsOf(text + instruction.toStdString() + " cvt.u32.u16 %r0, %h0;",
                                   std::vector<unsigned>(32));
    QCOMPARE(QString::number(results[0], 16), QString::number(expected, 16));
}

void TestLaterInstructions::fill() {
    const auto results = resultsOf(
        "mov.u32 %r2, sh; shl.b32 %r3, %r20, 2; add.u32 %r3, %r2, %r3; st.shared.u32 [%r3], -1; "
        "bar.warp.sync -1; mov.u32 %r4, sh; add.u32 %r4, %r4, 16; mov.u64 %rd1, 24;\n"
        "setp.eq.u32 %p1, %r20, 0;\n@%p1 st.bulk.weak.shared::cta [%r4], %rd1, 0;\n"
        "mov.u64 %rd2, sh; cvta.shared.u64 %rd2, %rd2;\n@%p1 st.bulk [%rd2+64], 8, 0;\n"
        "bar.warp.sync -1; ld.shared.u32 %r0, [%r3];",
        std::vector<unsigned>(32));
    for (unsigned word = 0; word < 32; ++word) {
        const bool filled = (word >= 4 && word < 10) || word == 16 || word == 17;
        QCOMPARE(results[word], filled ? 0u : ~0u);
    }
}

void TestLaterInstructions::fillOfWrongSize() {
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression("not a multiple of 8"));
    resultsOf("mov.u32 %r0, sh; mov.u64 %rd1, 20; st.bulk.weak.shared::cta [%r0], %rd1, 0;",
              std::vector<unsigned>(32));
}

void TestLaterInstructions::asynchronousStores() {
    const auto results = resultsOf("add.u32 %r2, %r20, 100;\n"
                                   "st.async.mmio.release.sys.global.u32 [%rd8], %r2;\n"
                                   "red.async.release.gpu.global.add.u32 [%rd8], 7;\n"
                                   "red.async.mmio.release.sys.global.max.s32 [%rd8], 120;\n"
                                   "ld.global.u32 %r0, [%rd8];",
                                   std::vector<unsigned>(32));
    for (unsigned lane = 0; lane < 32; ++lane)
        QCOMPARE(results[lane], std::max(lane + 107, 120u));
}

// The last arrival of a phase leaves: the next one needs one less.
void TestLaterInstructions::arriveDropExpect() {
    const auto results =
        resultsOf("mov.u32 %r0, 0; setp.ne.u32 %p1, %r20, 0;\n@%p1 bra L;\nmov.u32 %r2, sh;\n"
                  "mbarrier.init.shared.b64 [%r2], 2;\n"
                  "mbarrier.arrive.shared.b64 %rd1, [%r2];\n"
                  "mbarrier.arrive_drop.expect_tx.shared.b64 %rd2, [%r2], 16;\n"
                  "mbarrier.test_wait.shared.b64 %p2, [%r2], %rd1; selp.u32 %r3, 1, 0, %p2;\n"
                  "mbarrier.complete_tx.relaxed.cta.shared.b64 [%r2], 16;\n"
                  "mbarrier.test_wait.shared.b64 %p2, [%r2], %rd1; selp.u32 %r4, 2, 0, %p2;\n"
                  "mbarrier.arrive.shared.b64 %rd3, [%r2];\n" // one is enough now
                  "mbarrier.test_wait.shared.b64 %p2, [%r2], %rd3; selp.u32 %r5, 4, 0, %p2;\n"
                  "or.b32 %r0, %r3, %r4; or.b32 %r0, %r0, %r5;\nL:",
                  std::vector<unsigned>(32));
    QCOMPARE(results[0], 6u);
}

void TestLaterInstructions::byteMask() {
    // 128 bytes of 0xff go out under a mask that leaves out bytes 1 and 15 of each 16.
    const auto results = resultsOf(
        "mov.u32 %r2, sh; shl.b32 %r3, %r20, 2; add.u32 %r3, %r2, %r3; st.shared.u32 [%r3], -1; "
        "bar.warp.sync -1; setp.ne.u32 %p1, %r20, 0;\n@%p1 bra L;\n"
        "mov.b16 %h1, 0x7ffd; mov.u32 %r4, 128;\n"
        "cp.async.bulk.global.shared::cta.bulk_group.cp_mask [%rd9], [%r2], %r4, %h1;\n"
        "cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;\n"
        "L: bar.warp.sync -1; ld.global.u32 %r0, [%rd9];",
        std::vector<unsigned>(32, 0x11111111));
    for (unsigned word = 0; word < 32; ++word)
        QCOMPARE(results[word], word % 4 == 0   ? 0xffff11ffu
                                : word % 4 == 3 ? 0x11ffffffu
                                                : 0xffffffffu);
}

void TestLaterInstructions::cancelledClusters_data() {
    QTest::addColumn<unsigned>("x");
    QTest::addColumn<unsigned>("y");
    QTest::addColumn<unsigned>("cluster");
    QTest::newRow("blocks") << 40u << 3u << 1u;
    QTest::newRow("clusters") << 64u << 40u << 2u;
}

// A block works on until no cluster is left that has not begun: each place in the grid is worked on
// once, by its own block or by another one.
void TestLaterInstructions::cancelledClusters() {
    QFETCH(unsigned, x);
    QFETCH(unsigned, y);
    QFETCH(unsigned, cluster);
    const std::string code = R"(.version 9.0
.target sm_100a
.address_size 64
.visible .entry k(.param .u64 p0, .param .u64 p1, .param .u32 p2)
{
    .reg .pred p, leader; .reg .b32 r, x, y, z, phase, own; .reg .b64 out, taken, at; .reg .b128 q;
    .shared .align 16 .b8 response[16]; .shared .align 8 .b64 bar;
    ld.param.u64 out, [p0]; ld.param.u64 taken, [p1];
    mov.u32 x, %ctaid.x; mov.u32 y, %ctaid.y; mov.u32 phase, 0;
    mov.u32 own, %cluster_ctarank; setp.eq.u32 leader, own, 0;
    mbarrier.init.shared.b64 [bar], 1;
    barrier.cluster.arrive; barrier.cluster.wait;
WORK:
    ld.param.u32 r, [p2]; mad.lo.u32 r, y, r, x;
    mad.wide.u32 at, r, 4, out;
    atom.global.add.u32 r, [at], 1;
    barrier.cluster.arrive; barrier.cluster.wait;
    mbarrier.arrive.expect_tx.shared.b64 _, [bar], 16;
    barrier.cluster.arrive; barrier.cluster.wait;
    @leader clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.multicast::cluster::all.b128 [response], [bar];
WAIT:
    mbarrier.try_wait.parity.shared.b64 p, [bar], phase;
    @!p bra WAIT;
    xor.b32 phase, phase, 1;
    ld.shared.b128 q, [response];
    clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 p, q;
    @!p bra END;
    clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 {x, y, _, _}, q;
    clusterlaunchcontrol.query_cancel.get_first_ctaid::x.b32.b128 r, q;
    setp.ne.u32 p, r, x; @p trap;
    clusterlaunchcontrol.query_cancel.get_first_ctaid::y.b32.b128 r, q;
    setp.ne.u32 p, r, y; @p trap;
    clusterlaunchcontrol.query_cancel.get_first_ctaid::z.b32.b128 r, q;
    setp.ne.u32 p, r, 0; @p trap;
    add.u32 x, x, own;
    atom.global.add.u32 r, [taken], 1;
    bra WORK;
END:
    barrier.cluster.arrive; barrier.cluster.wait;
    ret;
}
)";
    QVERIFY2(m.loadText(code), m.error.c_str());
    DeviceArray<unsigned> out(*m.memory, std::vector<unsigned>(x * y));
    DeviceArray<unsigned> taken(*m.memory, std::vector<unsigned>(1));
    LaunchRequest request = m.request("k", {x, y, 1}, {1, 1, 1},
                                      Parameters().add(out.address()).add(taken.address()).add(x));
    request.cluster = {cluster, 1, 1};
    const LaunchOutcome outcome = execute(request);
    QVERIFY2(outcome.ok(), describe(outcome).c_str());
    for (const unsigned count : out.values())
        QCOMPARE(count, 1u);
    QVERIFY(taken[0] > 0);
    QCOMPARE(taken[0] % cluster, 0u);
}

WARPBENCH_TEST(TestLaterInstructions)
} // namespace tst_later_instructions

#include "tst_later_instructions.moc"
