// SPDX-License-Identifier: GPL-3.0-or-later
// The same wrong calls to the simulated driver and to a real one, side by side. Skipped where there
// is no real one, or it has no usable device.
#include "driver_library.h"
#include "tests/simgpu/driver/errors/error_rows.h"

class TestGpuErrors : public QObject {
    Q_OBJECT

  private slots:
    void bothAnswerAlike();
};

void TestGpuErrors::bothAnswerAlike() {
    void* const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library || dlsym(library, "wbsimGetApi"))
        QSKIP("there is no real CUDA driver on this machine");
    const driver_errors::Driver real(library);
    const std::vector<CUresult> theirs = driver_errors::resultsOf(real);
    if (theirs.empty())
        QSKIP("the real CUDA driver has no usable device");
    qputenv("WARPBENCH_SIMGPU", "h200");
    const driver_errors::Driver simulated(driverLibrary());
    const std::vector<CUresult> ours = driver_errors::resultsOf(simulated);
    const std::vector<driver_errors::Row> rows = driver_errors::allRows();
    QCOMPARE(ours.size(), rows.size());
    QCOMPARE(theirs.size(), rows.size());
    int different = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (ours[i] == theirs[i])
            continue;
        ++different;
        qWarning("%s: simulated %s, real %s", rows[i].name,
                 driver_errors::nameOf(simulated, ours[i]).c_str(),
                 driver_errors::nameOf(real, theirs[i]).c_str());
    }
    qInfo("%d of %d rows differ", different, static_cast<int>(rows.size()));
    QCOMPARE(different, 0);
}

QTEST_GUILESS_MAIN(TestGpuErrors)
#include "tst_gpu_errors.moc"
