// SPDX-License-Identifier: GPL-3.0-or-later
// Which allocation an out-of-bounds access was meant for, if another one is nearer to the
// address.
#include "core/simgpu/engine/memory/device_memory.h"
#include "tests/main.h"
#include "tests/simgpu/engine/machine_fixture.h"

#include <QtTest/QTest>

#include <memory>

namespace tst_pointer_origin {

using namespace warpbench::simgpu::engine;

namespace {

/// Of a kernel k(a, b, pair, where) that is to reach the address `where` from one of its pointers;
/// `pair` is a struct of two pointers, b and a.
std::string kernel(const std::string& body) {
    return ".version 8.0\n.target sm_90\n.address_size 64\n"
           ".visible .global .align 4 .b8 table[64];\n"
           ".func (.param .b64 r) moved(.param .b64 p, .param .b64 by) {\n.reg .b64 %x<4>;\n"
           "ld.param.b64 %x1, [p];\nld.param.b64 %x2, [by];\nadd.s64 %x3, %x1, %x2;\n"
           "st.param.b64 [r], %x3;\nret;\n}\n"
           ".visible .entry k(.param .u64 a, .param .u64 b, .param .align 8 .b8 pair[16], "
           ".param .u64 where)\n{\n.reg .b64 %rd<20>;\n.reg .b32 %r<9>;\n.reg .pred %p<4>;\n"
           "mov.b32 %r1, 7;\n"
           "ld.param.u64 %rd1, [a];\nld.param.u64 %rd2, [b];\nld.param.u64 %rd9, [where];\n" +
           body + "ret;\n}\n";
}

} // namespace

class TestPointerOrigin : public QObject {
    Q_OBJECT

  private:
    Machine m;

    /// With one thread, where `pair` has the pointers in reverse order.
    LaunchOutcome run(std::uint64_t a, std::uint64_t b, std::uint64_t where) const {
        return m.run("k", {1, 1, 1}, {1, 1, 1},
                     Parameters().add(a).add(b).add(b).add(a).add(where));
    }

  private slots:
    void whatWasMeantIsNamed_data();
    void whatWasMeantIsNamed();
    void whatLiesAtTheAddressIsNamed();
    void variablesOfTheModule();
    void nothingIsNamedFarFromEverything();
};

void TestPointerOrigin::whatWasMeantIsNamed_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("named");
    const auto row = [](const char* name, const char* body, const char* named) {
        QTest::newRow(name) << QString(body) << QString(named);
    };
    // The address is 8 bytes past the end of b.
    row("b itself",
        "sub.s64 %rd3, %rd9, %rd2; add.s64 %rd4, %rd2, %rd3; st.global.u32 [%rd4], %r1;",
        "8 bytes past the end of 'b'");
    row("an index of a, however far",
        "cvta.to.global.u64 %rd3, %rd1; sub.s64 %rd4, %rd9, %rd1; shr.s64 %rd4, %rd4, 2;"
        "shl.b64 %rd5, %rd4, 2; add.s64 %rd6, %rd3, %rd5; st.global.u32 [%rd6], %r1;",
        "'a' (64 bytes)");
    row("an atomic operation",
        "sub.s64 %rd4, %rd9, %rd1; mad.lo.s64 %rd6, %rd4, 1, %rd1;"
        "atom.global.add.u32 %r2, [%rd6+4], 1;",
        "'a' (64 bytes)");
    row("a pointer of a loop",
        "sub.s64 %rd4, %rd9, %rd1; mov.u64 %rd5, %rd1; mov.u64 %rd7, 0;\n"
        "again: setp.ge.s64 %p1, %rd7, 4; @%p1 bra there; add.s64 %rd5, %rd5, 4; "
        "add.s64 %rd7, %rd7, 4; bra again;\n"
        "there: mov.u64 %rd8, %rd5; sub.s64 %rd10, %rd4, 4; and.b64 %rd10, %rd10, -4;"
        "add.s64 %rd8, %rd8, %rd10; st.global.u32 [%rd8], %r1;",
        "'a' (64 bytes)");
    row("a pointer in a struct",
        "ld.param.u64 %rd3, [pair+8]; sub.s64 %rd4, %rd9, %rd1; and.b64 %rd4, %rd4, -4;"
        "add.s64 %rd5, %rd3, %rd4; st.global.u32 [%rd5], %r1;",
        "'a' (64 bytes)");
    row("the second of two at once",
        "ld.param.v2.u64 {%rd3, %rd7}, [pair]; sub.s64 %rd4, %rd9, %rd1; and.b64 %rd4, %rd4, -4;"
        "add.s64 %rd5, %rd7, %rd4; st.global.u32 [%rd5], %r1;",
        "'a' (64 bytes)");
    row("a number as large as a pointer is none",
        "sub.s64 %rd4, %rd9, %rd1; add.s64 %rd5, %rd1, %rd4; add.s64 %rd5, %rd5, 0;"
        "st.global.u32 [%rd5], %r1;",
        "'a' (64 bytes)");
    // If it cannot be determined, the nearest.
    row("one of two pointers",
        "setp.eq.s64 %p1, %rd9, 0; selp.b64 %rd3, %rd2, %rd1, %p1; sub.s64 %rd4, %rd9, %rd1;"
        "and.b64 %rd4, %rd4, -4; add.s64 %rd5, %rd3, %rd4; st.global.u32 [%rd5], %r1;",
        "8 bytes past the end of 'b'");
    row("a pointer from memory",
        "st.global.u64 [%rd1], %rd9; ld.global.u64 %rd5, [%rd1]; st.global.u32 [%rd5], %r1;",
        "8 bytes past the end of 'b'");
    row("what a function returns",
        "sub.s64 %rd4, %rd9, %rd1;\n{ .param .b64 p0; .param .b64 p1; .param .b64 r0;\n"
        "st.param.b64 [p0], %rd1; st.param.b64 [p1], %rd4;\n"
        "call.uni (r0), moved, (p0, p1);\nld.param.b64 %rd5, [r0]; }\n"
        "st.global.u32 [%rd5], %r1;",
        "8 bytes past the end of 'b'");
    row("an absolute address", "st.global.u32 [%rd9], %r1;", "8 bytes past the end of 'b'");
}

void TestPointerOrigin::whatWasMeantIsNamed() {
    QFETCH(QString, body);
    QFETCH(QString, named);
    QVERIFY2(m.loadText(kernel(body.toStdString())), m.error.c_str());
    const DeviceArray<unsigned> a(*m.memory, std::vector<unsigned>(16));
    const DeviceArray<unsigned> b(*m.memory, std::vector<unsigned>(1024));
    m.memory->setName(a.address(), "a");
    m.memory->setName(b.address(), "b");
    const std::uint64_t where = b.address() + 4096 + 8;
    const LaunchOutcome outcome = run(a.address(), b.address(), where);
    QCOMPARE(outcome.faults.size(), std::size_t(1));
    const Fault& fault = outcome.faults[0];
    QCOMPARE(fault.kind, FaultKind::outOfBounds);
    QVERIFY2(fault.text.find(named.toStdString()) != std::string::npos, fault.text.c_str());
    QCOMPARE(fault.allocation, named.contains("'a'") ? a.address() : b.address());
    QCOMPARE(fault.allocationSize, named.contains("'a'") ? 64u : 4096u);
}

/// A misaligned address within a live one is that one's, whatever it is reckoned from.
void TestPointerOrigin::whatLiesAtTheAddressIsNamed() {
    QVERIFY2(m.loadText(kernel("sub.s64 %rd4, %rd9, %rd1; add.s64 %rd5, %rd1, %rd4;"
                               "ld.global.u32 %r2, [%rd5+1]; st.global.u32 [%rd1], %r2;")),
             m.error.c_str());
    const DeviceArray<unsigned> a(*m.memory, std::vector<unsigned>(16));
    const DeviceArray<unsigned> b(*m.memory, std::vector<unsigned>(16));
    const LaunchOutcome outcome = run(a.address(), b.address(), b.address());
    QCOMPARE(outcome.faults.size(), std::size_t(1));
    QCOMPARE(outcome.faults[0].kind, FaultKind::misaligned);
    QCOMPARE(outcome.faults[0].allocation, b.address());
}

void TestPointerOrigin::variablesOfTheModule() {
    QVERIFY2(
        m.loadText(kernel("mov.u64 %rd3, table; sub.s64 %rd4, %rd9, %rd3; and.b64 %rd4, %rd4, -4;"
                          "add.s64 %rd5, %rd3, %rd4; st.global.u32 [%rd5], %r1;")),
        m.error.c_str());
    const DeviceArray<unsigned> b(*m.memory, std::vector<unsigned>(1024));
    const LaunchOutcome outcome = run(b.address(), b.address(), b.address() + 4096 + 8);
    QCOMPARE(outcome.faults.size(), std::size_t(1));
    QVERIFY2(outcome.faults[0].text.find("'table'") != std::string::npos,
             outcome.faults[0].text.c_str());
}

/// Like a pointer that was never set.
void TestPointerOrigin::nothingIsNamedFarFromEverything() {
    QVERIFY2(m.loadText(kernel("st.global.u32 [%rd9], %r1;")), m.error.c_str());
    const DeviceArray<unsigned> a(*m.memory, std::vector<unsigned>(16));
    const LaunchOutcome outcome = run(a.address(), a.address(), std::uint64_t(0x3f800000'3f800000));
    QCOMPARE(outcome.faults.size(), std::size_t(1));
    QCOMPARE(outcome.faults[0].kind, FaultKind::outOfBounds);
    QCOMPARE(outcome.faults[0].allocation, std::uint64_t(0));
    QCOMPARE(QString::fromStdString(outcome.faults[0].text),
             QStringLiteral("access out of bounds: write of 4 bytes, address 0x3f8000003f800000"));
}

WARPBENCH_TEST(TestPointerOrigin)
} // namespace tst_pointer_origin

#include "tst_pointer_origin.moc"
