// SPDX-License-Identifier: GPL-3.0-or-later
// Counters of a GPU as far as testable without one: the CUPTI metrics behind each value on a chip,
// the report, and messages for missing counters. Their counts are tested on a real GPU
// (tst_gpu_session).
#include "core/base/error.h"
#include "core/report/counters_json.h"
#include "core/sensors/cupti.h"
#include "core/sensors/hardware_counters.h"
#include "core/session/sweep_report.h"
#include "core/toolkit/toolkit.h"
#include "tests/main.h"

#include <QTest>

#include <set>
#include <string>

namespace tst_hardware_counters {

using namespace warpbench;
using namespace warpbench::cuda;
using nlohmann::json;

namespace {

constexpr const char* kNoCupti = "CUPTI was not found: install the CUDA Toolkit or NVIDIA's wheels";
constexpr const char* kNotUnderSanitizer =
    "CUPTI loads libnvperf_host with RTLD_DEEPBIND, at which the address sanitizer ends a program";
#ifdef __SANITIZE_ADDRESS__
constexpr bool kUnderAddressSanitizer = true;
#else
constexpr bool kUnderAddressSanitizer = false;
#endif

} // namespace

class TestHardwareCounters : public QObject {
    Q_OBJECT

  private slots:
    void keysAreUnique() {
        std::set<std::pair<HardwareGroup, std::string>> keys;
        for (const HardwareFigureRow& row : hardwareFigureRows()) {
            QVERIFY2(keys.emplace(row.group, row.key).second, row.key);
            QVERIFY(row.metrics.front() != nullptr);
        }
    }

    void chips_data() {
        QTest::addColumn<QString>("chip");
        QTest::addColumn<int>("figures"); // that it has at least
        QTest::newRow("Turing") << "TU102" << 40;
        QTest::newRow("A100") << "GA100" << 40;
        QTest::newRow("Ada") << "AD102" << 40;
        QTest::newRow("Hopper") << "GH100" << int(kHardwareFigures);
        QTest::newRow("Blackwell") << "GB100" << 40;
        QTest::newRow("Blackwell, GeForce") << "GB202" << 40;
    }
    void chips() {
        QFETCH(QString, chip);
        QFETCH(int, figures);
        const auto cupti = openCupti();
        if (!cupti)
            QSKIP(kNoCupti);
        if (kUnderAddressSanitizer)
            QSKIP(kNotUnderSanitizer);
        const CounterPlan plan(cupti, chip.toStdString());
        const std::set<std::string> counted(plan.metrics().begin(), plan.metrics().end());
        int have = 0;
        for (const HardwareFigureRow& row : hardwareFigureRows()) {
            for (const char* metric : row.metrics) {
                if (metric && counted.contains(metric)) {
                    ++have;
                    break;
                }
            }
        }
        QVERIFY2(have >= figures, qPrintable(QString::number(have)));
        // Each pass is another run of all launches.
        QVERIFY2(plan.passes() >= 1 && plan.passes() <= 20,
                 qPrintable(QString::number(plan.passes())));
    }

    void unknownChip() {
        const auto cupti = openCupti();
        if (!cupti)
            QSKIP(kNoCupti);
        if (kUnderAddressSanitizer)
            QSKIP(kNotUnderSanitizer);
        try {
            const CounterPlan plan(cupti, "XX999");
            QFAIL("a chip that CUPTI does not know");
        } catch (const Error& error) {
            QCOMPARE(error.kind(), ErrorKind::environment);
            QVERIFY2(error.text().find("cuptiProfilerHostInitialize") != std::string::npos,
                     error.what());
        }
    }

    void noLibrary() {
        try {
            Cupti::open({"/nowhere/libcupti.so.13"});
            QFAIL("there is none");
        } catch (const Error& error) {
            QCOMPARE(error.kind(), ErrorKind::environment);
            QVERIFY2(error.text().find("/nowhere/libcupti.so.13") != std::string::npos,
                     error.what());
            QVERIFY(error.remedy().find("doctor --install-compiler") != std::string::npos);
        }
    }

    void noPermission() {
        const auto cupti = openCupti();
        if (!cupti)
            QSKIP(kNoCupti);
        try {
            cupti->check(CUPTI_ERROR_INSUFFICIENT_PRIVILEGES, "cuptiRangeProfilerEnable");
            QFAIL("it is an error");
        } catch (const Error& error) {
            QVERIFY2(error.remedy().find("NVreg_RestrictProfilingToAdminUsers=0") !=
                         std::string::npos,
                     error.what());
        }
        cupti->check(CUPTI_SUCCESS, "cuptiRangeProfilerEnable");
    }

    /// Values that both kinds of counters have share their keys; those a GPU cannot count are null.
    void inTheReport() {
        session::LaunchReport launch;
        QVERIFY(session::countersJson(launch).is_null());
        HardwareFigures& figures = launch.hardware.emplace();
        figures.passes = 16;
        figures[HardwareFigure::warp_instructions] = 2141036;
        figures[HardwareFigure::achieved_occupancy] = 0.796;
        figures[HardwareFigure::stall_barrier] = 0.25;
        const json counters = session::countersJson(launch);
        QCOMPARE(counters["source"].get<std::string>(), std::string("cupti"));
        QVERIFY(counters["warp_instructions"].is_number_unsigned());
        QCOMPARE(counters["warp_instructions"].get<int>(), 2141036);
        QVERIFY(counters["global_sectors"].is_null()); // this GPU does not count it
        for (const char* key : {"ideal_global_sectors", "active_lanes", "mix", "atomics",
                                "atomic_conflicts", "barriers"})
            QVERIFY2(counters.contains(key) && counters[key].is_null(), key);
        QVERIFY(counters["lines"].is_array() && counters["lines"].empty());
        const json& hardware = counters["hardware"];
        QCOMPARE(hardware["passes"].get<int>(), 16);
        QCOMPARE(hardware["achieved_occupancy"].get<double>(), 0.796);
        QVERIFY(hardware["dram_bytes_read"].is_null());
        QCOMPARE(hardware["stalls"]["barrier"].get<double>(), 0.25);
    }

    /// A sweep for the fewest sectors uses whichever counters exist; without any, it says why.
    void objectiveOfASweep() {
        const sweep::Objective objective = sweep::findObjective("global_sectors");
        session::RunReport report;
        report.status = session::RunStatus::ok;
        report.launches.resize(2);
        report.notes = {"the GPU's counters cannot be read: no permission"};
        const sweep::Trial none = session::trialOf(report, objective);
        QVERIFY(!none.objective);
        QVERIFY2(none.message.whole().find("no permission") != std::string::npos,
                 none.message.whole().c_str());
        for (session::LaunchReport& launch : report.launches)
            launch.hardware.emplace()[HardwareFigure::global_sectors] = 21;
        QCOMPARE(session::trialOf(report, objective).objective.value_or(0), 42.0);
        report.launches[1].hardware.reset();
        report.launches[1].counters.emplace().globalSectors = 4;
        QCOMPARE(session::trialOf(report, objective).objective.value_or(0), 25.0);
    }

  private:
    static std::shared_ptr<const Cupti> openCupti() {
        try {
            return Cupti::open(compile::cuptiCandidates(compile::ToolkitSearch::ofThisMachine()));
        } catch (const Error&) {
            return nullptr;
        }
    }
};

WARPBENCH_TEST(TestHardwareCounters)
} // namespace tst_hardware_counters

#include "tst_hardware_counters.moc"
