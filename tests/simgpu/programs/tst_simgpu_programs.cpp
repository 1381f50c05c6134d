// SPDX-License-Identifier: GPL-3.0-or-later
// Code that nvcc compiled and that knows nothing of Warpbench: Thrust, CUB, cooperative groups.
#include "cases.h"
#include "core/simgpu/include/wbsim.h"

#include <QTest>

#include <dlfcn.h>

/// The linked libcuda.so.1 also exports the simulator's own functions.
static const wbsimApi& simulator() {
    static const wbsimApi* const api = reinterpret_cast<wbsimGetApiFunction>(
        dlsym(RTLD_DEFAULT, "wbsimGetApi"))(WBSIM_API_VERSION);
    return *api;
}

class TestPrograms : public QObject {
    Q_OBJECT
  private slots:
    void resultsAreRight_data() { cases({1, 1000, 200'000}); }
    void resultsAreRight();
    /// None of these programs has a race.
    void noFalseAlarm_data() { cases({5000}); }
    void noFalseAlarm();

  private:
    static void cases(const std::vector<int>& sizes);
};

void TestPrograms::cases(const std::vector<int>& sizes) {
    QTest::addColumn<void*>("run");
    QTest::addColumn<int>("elements");
    for (const auto& list :
         {programs::thrustCases(), programs::cubCases(), programs::groupCases()}) {
        for (const programs::Case& one : list) {
            for (const int elements : sizes)
                QTest::addRow("%s, %d", one.name, elements)
                    << reinterpret_cast<void*>(one.run) << elements;
        }
    }
}

void TestPrograms::resultsAreRight() {
    QFETCH(void*, run);
    QFETCH(int, elements);
    QVERIFY(reinterpret_cast<bool (*)(int)>(run)(elements));
}

void TestPrograms::noFalseAlarm() {
    QFETCH(void*, run);
    QFETCH(int, elements);
    simulator().setChecks(0, WBSIM_CHECK_SHARED_RACES | WBSIM_CHECK_GLOBAL_RACES |
                                 WBSIM_CHECK_BARRIERS);
    simulator().clearFaults(0);
    const bool right = reinterpret_cast<bool (*)(int)>(run)(elements);
    simulator().setChecks(0, WBSIM_CHECK_BASIC);
    QVERIFY(right);
    wbsimFault fault{};
    fault.structSize = sizeof fault;
    QVERIFY2(simulator().faultCount(0) == 0,
             simulator().getFault(0, 0, &fault) == 0 ? fault.text : "");
    QVERIFY2(simulator().getFinding(0, 0, &fault) != 0, fault.text ? fault.text : "");
}

QTEST_GUILESS_MAIN(TestPrograms)
#include "tst_simgpu_programs.moc"
