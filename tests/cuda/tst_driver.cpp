// SPDX-License-Identifier: GPL-3.0-or-later
// Finding, loading and querying the driver, and translating its errors to text.
#include "core/cuda/device.h"
#include "core/cuda/driver.h"
#include "core/cuda/driver_loader.h"
#include "core/cuda/simulated_extras.h"
#include "tests/cuda/occupancy_rows.h"
#include "tests/cuda/simulated.h"
#include "tests/main.h"

#include <QTest>

#include <cstdlib>

namespace tst_driver {

using namespace warpbench;
using namespace warpbench::cuda;

namespace {

/// A library that is there and no driver.
#ifdef _WIN32
const char* const kNoDriver = "version.dll";
#else
const char* const kNoDriver = "libc.so.6";
#endif

/// Sets an environment variable while it lives.
class Variable {
  public:
    Variable(const char* name, const char* value)
        : m_name(name)
        , m_old(qgetenv(name))
        , m_wasSet(qEnvironmentVariableIsSet(name)) {
        qputenv(name, value);
    }
    ~Variable() {
        if (m_wasSet)
            qputenv(m_name, m_old);
        else
            qunsetenv(m_name);
    }

  private:
    const char* m_name;
    QByteArray m_old;
    bool m_wasSet;
};

bool contains(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
}

} // namespace

class TestDriver : public QObject {
    Q_OBJECT

  private slots:
    void simulatedDriverIsOneAndTheSame() {
        const Driver& driver = Driver::openSimulated();
        QCOMPARE(&Driver::openSimulated(), &driver);
        QVERIFY(driver.simulated());
        QVERIFY(driver.simulatedExtras() != nullptr);
        QVERIFY(driver.version() >= 12000);
        QVERIFY(contains(driver.description(), "simulated"));
        QVERIFY(contains(driver.library().string(), "simgpu"));
    }

    void everyEntryPointIsThere() {
        const DriverApi& api = test::simulated().api();
#define WARPBENCH_X(need, member, symbol, version, exported, ...)                                  \
    QVERIFY2(bool(api.member), symbol);                                                            \
    QCOMPARE(api.member.name(), symbol);
        WARPBENCH_CUDA_ENTRY_POINTS(WARPBENCH_X)
#undef WARPBENCH_X
    }

    void devicesDescribeThemselves() {
        const std::vector<Device> devices = test::simulated().devices();
        QVERIFY(!devices.empty());
        const Device& device = devices.front();
        QCOMPARE(device.ordinal(), 0);
        QVERIFY(device.simulated());
        QVERIFY2(contains(device.name(), "Simulated"), device.name().c_str());
        QVERIFY(device.ccMajor() >= 7);
        QVERIFY(device.totalMemoryBytes() > 0);
        QCOMPARE(device.attribute(CU_DEVICE_ATTRIBUTE_WARP_SIZE), 32);
        QCOMPARE(device.pciBusId().size(), std::size_t(12));
        QCOMPARE(device.uuid().size(), std::size_t(40));
        QVERIFY(contains(device.uuid(), "GPU-"));
        QVERIFY(device == test::simulated().device(0));
    }

    /// As tst_gpu_core asks a real one.
    void occupancyIsWhatTheDriverSays_data() {
        test::addOccupancyRows();
    }
    void occupancyIsWhatTheDriverSays() {
        QFETCH(QString, kernel);
        QFETCH(int, threads);
        const Context context = test::makeContext();
        const Module module = Module::fromPtx(context, test::occupancyKernels());
        const QStringList differences =
            test::occupancyDifferences(context, module, kernel, threads);
        QVERIFY2(differences.isEmpty(), qPrintable(differences.join(u'\n')));
    }

    void unknownOrdinalSaysWhichThereAre() {
        const int count = test::simulated().deviceCount();
        try {
            test::simulated().device(count);
            QFAIL("no exception");
        } catch (const Error& error) {
            QCOMPARE(error.kind(), ErrorKind::usage);
            QVERIFY2(contains(error.what(), "choose 0 to"), error.what());
        }
        QVERIFY_EXCEPTION_THROWN(test::simulated().device(-1), Error);
    }

    void missingLibrarySaysWhereItWasLookedFor() {
        const Variable variable("WARPBENCH_CUDA_DRIVER", "/nowhere/libcuda.so.1");
        try {
            Driver::openSystem();
            QFAIL("no exception");
        } catch (const Error& error) {
            QCOMPARE(error.kind(), ErrorKind::environment);
            QVERIFY2(contains(error.what(), "/nowhere/libcuda.so.1"), error.what());
            QVERIFY2(!contains(error.what(), "\n"), error.what()); // errors take one line
            QVERIFY(!error.remedy().empty());
        }
    }

    void libraryThatIsNoDriverIsRefused() {
        // A library that certainly exists but is not a driver: the C library itself.
        const Variable variable("WARPBENCH_CUDA_DRIVER", kNoDriver);
        try {
            Driver::openSystem();
            QFAIL("no exception");
        } catch (const Error& error) {
            QCOMPARE(error.kind(), ErrorKind::environment);
            QVERIFY2(contains(error.what(), "lacks cuInit"), error.what());
        }
    }

    void simulatorIsNotTakenForARealDriver() {
        const std::string file = test::simulated().library().string();
        const Variable variable("WARPBENCH_CUDA_DRIVER", file.c_str());
        try {
            Driver::openSystem();
            QFAIL("no exception");
        } catch (const Error& error) {
            QVERIFY2(contains(error.what(), "simulated driver, not NVIDIA's"), error.what());
        }
    }

    void wrongSimulatorIsRefused() {
        const Variable variable("WARPBENCH_SIMGPU_LIBRARY", kNoDriver);
        try {
            DriverLoader::loadSimulated();
            QFAIL("no exception");
        } catch (const Error& error) {
            QVERIFY2(contains(error.what(), "simulator's interface"), error.what());
        }
    }

    void missingEntryPointIsAnErrorWhenUsed() {
        EntryPoint<int*> entry;
        entry.set(nullptr, "cuShiny", false);
        QVERIFY(!entry);
        int value = 0;
        try {
            entry(&value);
            QFAIL("no exception");
        } catch (const Error& error) {
            QCOMPARE(error.kind(), ErrorKind::environment);
            QVERIFY2(contains(error.what(), "this CUDA driver has no cuShiny"), error.what());
            QVERIFY(contains(error.remedy(), "update"));
        }
    }

    void errorsNameAllThatIsKnown() {
        const CudaError error(test::simulated(), CUDA_ERROR_OUT_OF_MEMORY, "cuMemAlloc",
                              "4096 bytes", "Simulated H200 (CPU)");
        QCOMPARE(error.result(), CUDA_ERROR_OUT_OF_MEMORY);
        QCOMPARE(error.symbol(), std::string("CUDA_ERROR_OUT_OF_MEMORY"));
        QCOMPARE(error.kind(), ErrorKind::device);
        QCOMPARE(error.call(), std::string("cuMemAlloc"));
        QVERIFY(contains(error.text(), "cuMemAlloc failed for 4096 bytes on Simulated H200 (CPU): "
                                       "CUDA_ERROR_OUT_OF_MEMORY (2)"));
        QVERIFY(contains(error.remedy(), "smaller buffers"));
        QVERIFY(!error.sticky());
    }

    /// After these errors, a process cannot use the device any more (documented in cuda.h).
    void someErrorsAreForGood() {
        for (const CUresult code :
             {CUDA_ERROR_ILLEGAL_ADDRESS, CUDA_ERROR_LAUNCH_FAILED, CUDA_ERROR_LAUNCH_TIMEOUT,
              CUDA_ERROR_ASSERT, CUDA_ERROR_MISALIGNED_ADDRESS, CUDA_ERROR_HARDWARE_STACK_ERROR,
              CUDA_ERROR_ILLEGAL_INSTRUCTION, CUDA_ERROR_INVALID_ADDRESS_SPACE,
              CUDA_ERROR_INVALID_PC, CUDA_ERROR_ECC_UNCORRECTABLE, CUresult(226), CUresult(721),
              CUresult(810)})
            QVERIFY2(CudaError::isSticky(code), std::to_string(int(code)).c_str());
        for (const CUresult code : {CUDA_SUCCESS, CUDA_ERROR_OUT_OF_MEMORY,
                                    CUDA_ERROR_INVALID_VALUE, CUDA_ERROR_NOT_READY})
            QVERIFY(!CudaError::isSticky(code));
    }

    void logsTakeOneLine() {
        const CudaError error(test::simulated(), CUDA_ERROR_INVALID_PTX, "cuModuleLoadDataEx",
                              "PTX", {}, "line 1: no\nline 2: never");
        QCOMPARE(error.detail(), std::string("line 1: no\nline 2: never"));
        QVERIFY2(contains(error.what(), ": line 1: no; line 2: never; "), error.what());
    }

    void commonErrorsHaveARemedy_data() {
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("part");
        QTest::addColumn<bool>("sticky");
        QTest::newRow("memory") << int(CUDA_ERROR_OUT_OF_MEMORY) << "smaller buffers" << false;
        QTest::newRow("no device") << int(CUDA_ERROR_NO_DEVICE) << "nvidia-smi" << false;
        QTest::newRow("stub") << int(CUDA_ERROR_STUB_LIBRARY) << "stub" << false;
        QTest::newRow("a gone device") << int(CUDA_ERROR_UNKNOWN) << "system log" << false;
        QTest::newRow("a reset device") << int(CUDA_ERROR_DEVICE_UNAVAILABLE) << "reset" << false;
        QTest::newRow("address") << int(CUDA_ERROR_ILLEGAL_ADDRESS) << "--check faults" << true;
        QTest::newRow("misaligned")
            << int(CUDA_ERROR_MISALIGNED_ADDRESS) << "--check faults" << true;
        QTest::newRow("launch failed") << int(CUDA_ERROR_LAUNCH_FAILED) << "this process" << true;
        QTest::newRow("resources")
            << int(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES) << "__launch_bounds__" << false;
        QTest::newRow("ptx") << int(CUDA_ERROR_INVALID_PTX) << "compile for this device" << false;
        QTest::newRow("link") << int(CUDA_ERROR_INVALID_SOURCE) << "symbol that no input defines"
                              << false;
        QTest::newRow("newer ptx") << int(CUDA_ERROR_UNSUPPORTED_PTX_VERSION)
                                   << "update the driver, or compile for the device" << false;
        QTest::newRow("time-out") << int(CUDA_ERROR_LAUNCH_TIMEOUT) << "ran too long" << true;
        QTest::newRow("cooperative")
            << int(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE) << "smaller grid" << false;
        // For these, cuda.h says that the process must be terminated and relaunched.
        QTest::newRow("contained") << 226 << "" << true;
        QTest::newRow("tensor memory leak") << 721 << "" << true;
        QTest::newRow("MPS client terminated") << 810 << "" << true;
        QTest::newRow("mismatch") << int(CUDA_ERROR_SYSTEM_DRIVER_MISMATCH) << "restart" << false;
    }
    void commonErrorsHaveARemedy() {
        QFETCH(int, code);
        QFETCH(QString, part);
        QFETCH(bool, sticky);
        const std::string remedy = remedyFor(CUresult(code), false).text();
        QVERIFY2(contains(remedy, part.toUtf8().constData()), remedy.c_str());
        QCOMPARE(CudaError::isSticky(CUresult(code)), sticky);
    }

    void codesWithoutANameAreNumbers() {
        const CudaError error(test::simulated(), CUresult(123456), "cuInit");
        QVERIFY2(contains(error.what(), "123456"), error.what());
    }

    void bothDriversAtOnce() {
        // Without a real GPU the system's driver is an error, and the simulated one is unharmed.
        bool real = true;
        try {
            Driver::openSystem();
        } catch (const Error&) {
            real = false;
        }
        QVERIFY(test::simulated().deviceCount() > 0);
        if (real) {
            QVERIFY(!Driver::openSystem().simulated());
            QVERIFY(&Driver::openSystem() != &test::simulated());
        }
    }

    void extrasReachTheSimulator() {
        const SimulatedExtras& extras = *test::simulated().simulatedExtras();
        extras.setChecks(0, WBSIM_CHECK_ALL);
        extras.setChecks(0, WBSIM_CHECK_BASIC);
        extras.clearFaults(0);
        QVERIFY(extras.faults(0).empty());
        extras.clearMetrics(0);
        QVERIFY(extras.metrics(0).empty());
        QVERIFY_EXCEPTION_THROWN(extras.setChecks(4711, 0), Error);
    }

    void everyModelThatCompilesIsOffered() {
        if (qEnvironmentVariableIsSet("WARPBENCH_SIMGPU"))
            QSKIP("WARPBENCH_SIMGPU chooses the models");
        std::string names;
        for (const Device& device : test::simulated().devices())
            names += device.name() + "; ";
        QVERIFY2(names.starts_with("Simulated H200 (CPU); "), names.c_str());
        for (const char* other : {"T4", "A100", "RTX 4090", "B200"})
            QVERIFY2(contains(names, other), names.c_str());
    }

    void modelsAreChosenBeforeTheDriverStarts() {
        const int count = test::simulated().deviceCount();
        QVERIFY(!test::simulated().simulatedExtras()->offerModels("t4"));
        QCOMPARE(test::simulated().deviceCount(), count);
    }

    void olderSimulatorLacksFunctions() {
        wbsimApi older = test::simulated().simulatedExtras()->api();
        older.structSize = offsetof(wbsimApi, markUninitialized);
        const SimulatedExtras extras(older);
        try {
            extras.markUninitialized(0, 0, 0);
            QFAIL("no exception");
        } catch (const Error& error) {
            QVERIFY2(contains(error.what(), "no markUninitialized"), error.what());
        }
    }

    void faultKindsHaveTheReportsNames() {
        QCOMPARE(nameOf(WBSIM_FAULT_OUT_OF_BOUNDS), std::string_view("out_of_bounds"));
        QCOMPARE(nameOf(WBSIM_FAULT_INVALID_SYNC_MASK), std::string_view("invalid_sync_mask"));
        QCOMPARE(nameOf(WBSIM_FAULT_CANCELLED), std::string_view("cancelled"));
    }
};

WARPBENCH_TEST(TestDriver)
} // namespace tst_driver

#include "tst_driver.moc"
