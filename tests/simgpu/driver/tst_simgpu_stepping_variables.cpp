// SPDX-License-Identifier: GPL-3.0-or-later
// Variables of the source, by name, from the compiler's debug information.
#include "stepping_session.h"
#include "tests/main.h"

#include <map>

namespace tst_simgpu_stepping_variables {

class TestSteppingVariables : public SteppingTest {
    Q_OBJECT

  private slots:
    void variablesByName_data() { debugModules(); }
    void variablesByName();
    void variablesOfScopes_data() { debugModules(); }
    void variablesOfScopes();
    void variablesOfCalledFunctions_data() { debugModules(); }
    void variablesOfCalledFunctions();
    void variablesOfOtherKernelsAreNotShown_data() { debugModules(); }
    void variablesOfOtherKernelsAreNotShown();
    void withoutDebugInformationThereAreNoVariables();

  private:
    static void debugModules();
};

void TestSteppingVariables::debugModules() {
    QTest::addColumn<QByteArray>("file");
    QTest::newRow("of the older code generator") << QByteArray("stepping_debug.90.ptx");
    QTest::newRow("of the newer one") << QByteArray("stepping_debug.120.ptx");
}

void TestSteppingVariables::variablesByName() {
    QFETCH(QByteArray, file);
    SteppingSession s(file.constData());
    CUdeviceptr out = s.array(std::vector<float>(32));
    int n = 3;
    Pair given{2.5f, {6, 7}, {0.25, {'a', 'b', 'c', 0}}};
    s.control(false);
    s.breakAt(100); // if (odd): everything before it is done
    CHECK_OK(s.launch("variables", 1, 32, {&out, &n, &given}));
    PAUSED(s.wait(), WBSIM_PAUSE_BREAKPOINT, 100);
    const wbsimPlace here = placeOf(0, 0);

    VARIABLE(i, here, "i");
    QCOMPARE(i.type, "int");
    QCOMPARE(i.bytes, 4u);
    QCOMPARE(int(i.encoding), int(WBSIM_ENCODING_SIGNED));
    QCOMPARE(i.mask, ~0u);
    QCOMPARE(int(i.space), int(WBSIM_SPACE_REGISTER));
    QCOMPARE(valueOf<int>(i, 31), 31);

    VARIABLE(list, here, "list");
    QCOMPARE(list.type, "float[4]");
    QCOMPARE(int(list.encoding), int(WBSIM_ENCODING_ARRAY));
    QCOMPARE(list.children, 4u);
    QCOMPARE(int(list.space), int(WBSIM_SPACE_LOCAL));
    VARIABLE(element, here, "list[3]");
    QCOMPARE(element.name, "[3]");
    QCOMPARE(int(element.encoding), int(WBSIM_ENCODING_FLOAT));
    QCOMPARE(element.address, list.address + 12);
    for (std::size_t lane = 0; lane < 32; ++lane)
        QCOMPARE(valueOf<float>(element, lane), float(lane * 10 + 3));
    float bytes[4] = {};
    CHECK_OK(check(
        simApi()->readMemory(0, &here, 5, WBSIM_SPACE_LOCAL, list.address, bytes, sizeof bytes)));
    QCOMPARE(bytes[2], 52.0f);

    VARIABLE(p, here, "p");
    QCOMPARE(p.type, "Pair");
    QCOMPARE(int(p.encoding), int(WBSIM_ENCODING_STRUCT));
    QCOMPARE(p.bytes, std::uint32_t(sizeof(Pair)));
    QCOMPARE(p.children, 3u);
    VARIABLE(x, here, "p.x");
    VARIABLE(second, here, "p.n[1]");
    VARIABLE(d, here, "p.in.d");
    VARIABLE(letter, here, "p.in.name[0]");
    QCOMPARE(d.type, "double");
    QCOMPARE(int(letter.encoding), int(WBSIM_ENCODING_CHAR));
    for (std::size_t lane = 0; lane < 32; ++lane) {
        QCOMPARE(valueOf<float>(x, lane), 1.5f * float(lane));
        QCOMPARE(valueOf<int>(second, lane), int(lane) + 1);
        QCOMPARE(valueOf<double>(d, lane), -2.25);
        QCOMPARE(valueOf<char>(letter, lane), 'w');
    }

    VARIABLE(where, here, "where");
    QCOMPARE(where.type, "Pair*");
    QCOMPARE(int(where.encoding), int(WBSIM_ENCODING_POINTER));
    QCOMPARE(where.children, 1u);
    VARIABLE(through, here, "where[0].n[1]");
    QCOMPARE(valueOf<int>(through, 9), 10);

    VARIABLE(parameter, here, "given");
    QCOMPARE(parameter.parameter, 1u);
    VARIABLE(ofParameter, here, "given.n[0]");
    QCOMPARE(valueOf<int>(ofParameter, 17), 6);
    VARIABLE(count, here, "n");
    QCOMPARE(valueOf<int>(count, 17), 3);

    VARIABLE(tile, here, "tile"); // its type is not in the debug information
    QCOMPARE(int(tile.space), int(WBSIM_SPACE_SHARED));
    QCOMPARE(int(tile.encoding), int(WBSIM_ENCODING_UNKNOWN));
    QCOMPARE(tile.bytes, 32u * 4);
    float seven = 0;
    CHECK_OK(check(simApi()->readMemory(0, &here, 0, WBSIM_SPACE_SHARED, tile.address + 28, &seven,
                                        sizeof seven)));
    QCOMPARE(seven, (7 * 10 + 3) * 2.5f);
    VARIABLE(counter, here, "counter");
    QCOMPARE(int(counter.space), int(WBSIM_SPACE_GLOBAL));
    QCOMPARE(valueOf<int>(counter, 0), 7);
    VARIABLE(factor, here, "factor");
    QCOMPARE(valueOf<float>(factor, 0), 2.5f);
}

void TestSteppingVariables::variablesOfScopes() {
    QFETCH(QByteArray, file);
    SteppingSession s(file.constData());
    CUdeviceptr out = s.array(std::vector<float>(32));
    int n = 3;
    Pair given{2.5f, {6, 7}, {0.25, {}}};
    s.control(false);
    s.breakAt(101);
    s.breakAt(104);
    CHECK_OK(s.launch("variables", 1, 32, {&out, &n, &given}));
    // Each side of the if has an `inner` with a different type, only for its lanes.
    std::map<std::uint32_t, QByteArray> types;
    for (int side = 0; side < 2; ++side) {
        const wbsimPause pause = side == 0 ? s.wait() : s.step(WBSIM_STEP_CONTINUE);
        QCOMPARE(int(pause.reason), int(WBSIM_PAUSE_BREAKPOINT));
        QCOMPARE(pause.activeMask, pause.line == 101 ? 0xaaaaaaaau : 0x55555555u);
        VARIABLE(inner, placeOf(0, 0), "inner");
        types[pause.line] = inner.type;
    }
    QCOMPARE(types, (std::map<std::uint32_t, QByteArray>{{101, "int"}, {104, "float"}}));
}

void TestSteppingVariables::variablesOfCalledFunctions() {
    QFETCH(QByteArray, file);
    SteppingSession s(file.constData());
    CUdeviceptr out = s.array(std::vector<float>(32));
    int n = 3;
    Pair given{2.5f, {6, 7}, {0.25, {}}};
    s.control(false);
    s.breakAt(75); // p->n[0] = t; of helper, which odd lanes call
    CHECK_OK(s.launch("variables", 1, 32, {&out, &n, &given}));
    const wbsimPause pause = s.wait();
    PAUSED(pause, WBSIM_PAUSE_BREAKPOINT, 75);
    QCOMPARE(pause.activeMask, 0xaaaaaaaau);
    QCOMPARE(lanesOf(0, 0, 0).frames, 2u);
    const wbsimPlace inner = placeOf(0, 0, 0), outer = placeOf(0, 0, 1);
    wbsimFrame frame{};
    frame.structSize = sizeof frame;
    CHECK_OK(check(simApi()->getFrame(0, &outer, &frame)));
    QCOMPARE(frame.function, "variables");
    QCOMPARE(frame.line, 101u);
    QCOMPARE(frame.inlined, 0u);
    VARIABLE(a, inner, "a");
    QCOMPARE(a.parameter, 1u);
    QCOMPARE(valueOf<int>(a, 5), 5);
    VARIABLE(second, inner, "p[0].n[1]");
    QCOMPARE(valueOf<int>(second, 5), 6);
    // The caller's variables are still there, by the caller's frame.
    VARIABLE(i, outer, "i");
    QCOMPARE(valueOf<int>(i, 5), 5);
    QVERIFY(!variableOf(inner, "i").has_value());
    QVERIFY(!variableOf(outer, "a").has_value());
    PAUSED(s.step(WBSIM_STEP_OUT), WBSIM_PAUSE_STEP, 101);

    // factorial(3): at the deepest point it has four frames, the innermost of which has values.
    s.breakpoints().clear();
    s.breakAt(81); // return n * rest
    PAUSED(s.step(WBSIM_STEP_CONTINUE), WBSIM_PAUSE_BREAKPOINT, 81);
    VARIABLE(deepest, placeOf(0, 0), "n");
    QCOMPARE(valueOf<int>(deepest, 3), 1);
    s.breakpoints().clear();
    s.setBreakpoints();
    QCOMPARE(int(s.step(WBSIM_STEP_CONTINUE).reason), int(WBSIM_PAUSE_ENDED));
    CHECK_OK(DRV(cuCtxSynchronize)());
    // Lane 1: helper returns 2 * (1 + 2) = 6, counter 7; factorial(1) + 3 + t - 2.25 + 'w'.
    QCOMPARE(s.read<float>(out, 2)[1], 13.0f + 1 + 3 + 3 - 2.25f + 119);
}

/// `counter` and `factor` are variables of the module that the kernel `parity` has nothing to do
/// with.
void TestSteppingVariables::variablesOfOtherKernelsAreNotShown() {
    QFETCH(QByteArray, file);
    SteppingSession s(file.constData());
    CUdeviceptr out = s.array(std::vector<int>(34));
    s.control();
    CHECK_OK(s.launch("parity", 1, 32, {&out}));
    QCOMPARE(int(s.wait().reason), int(WBSIM_PAUSE_ENTRY));
    QVERIFY(variableOf(placeOf(0, 0), "out").has_value());
    QVERIFY(!variableOf(placeOf(0, 0), "counter").has_value());
    QVERIFY(!variableOf(placeOf(0, 0), "factor").has_value());
}

void TestSteppingVariables::withoutDebugInformationThereAreNoVariables() {
    SteppingSession s;
    CUdeviceptr out = s.array(std::vector<int>(34));
    s.control();
    CHECK_OK(s.launch("parity", 1, 32, {&out}));
    QCOMPARE(int(s.wait().reason), int(WBSIM_PAUSE_ENTRY));
    const wbsimPlace here = placeOf(0, 0);
    QCOMPARE(simApi()->variableCount(0, &here), 0u);
    QVERIFY(simApi()->registerCount(0, &here) > 5);
}

WARPBENCH_TEST(TestSteppingVariables)
} // namespace tst_simgpu_stepping_variables

#include "tst_simgpu_stepping_variables.moc"
