// SPDX-License-Identifier: GPL-3.0-or-later
// The simulated driver's answers to invalid calls (errors/error_rows.h).
#include "driver_library.h"
#include "tests/main.h"
#include "tests/simgpu/driver/errors/error_rows.h"

namespace tst_simgpu_errors {

class TestErrors : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void rows_data();
    void rows();

  private:
    std::vector<CUresult> m_results;
};

void TestErrors::initTestCase() {
    qputenv("WARPBENCH_SIMGPU", "h200,h200");
    m_results = driver_errors::resultsOf(
        driver_errors::Driver([](const char* name) { return symbolOf(driverLibrary(), name); }));
}

void TestErrors::rows_data() {
    QTest::addColumn<int>("index");
    QTest::addColumn<int>("expected");
    int index = 0;
    for (const driver_errors::Row& row : driver_errors::allRows())
        QTest::newRow(row.name) << index++ << static_cast<int>(row.expected);
}

void TestErrors::rows() {
    QFETCH(int, index);
    QFETCH(int, expected);
    QVERIFY(index < static_cast<int>(m_results.size()));
#ifdef _WIN32 // core/simgpu/host/memory_windows.cpp
    const QString name = QTest::currentDataTag();
    for (const char* part : {"cuMemCreate", "cuMemMap", "cuMemUnmap", "cuMemSetAccess",
                             "to reserved addresses", "to mapped memory"})
        if (name.contains(part))
            QSKIP("memory is not mapped to reserved addresses on Windows");
#endif
    CHECK_RESULT(m_results[static_cast<std::size_t>(index)], static_cast<CUresult>(expected));
}

WARPBENCH_TEST(TestErrors)
} // namespace tst_simgpu_errors

#include "tst_simgpu_errors.moc"
