// SPDX-License-Identifier: GPL-3.0-or-later
// Products of tiles on the simulated device: mma.m8n8k4 of halves, sparse and scaled mma, wgmma.
// They are the plain sums, and the bits that a real GPU gave (golden_tiles.txt, written by
// tst_gpu_against_simulator).
#include "tests/main.h"
#include "tests/simgpu/sweep/sweep_device.h"
#include "tests/source_path.h"

#include <QtTest/QTest>

#include <fstream>
#include <map>
#include <optional>

namespace tst_tiles {

using namespace warpbench;
using namespace warpbench::test;

namespace {

void fill(const std::vector<TileCase>& cases) {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < cases.size(); ++i)
        QTest::addRow("%zu %s", i, cases[i].name.c_str()) << int(i);
}

} // namespace

class TestTiles : public QObject {
    Q_OBJECT

  private:
    std::vector<TileCase> m_quads = quadCases(), m_sparse = sparseCases(), m_scaled = scaledCases(),
                          m_warpgroups = warpgroupCases(), m_bytes = byteCases();
    std::map<std::string, std::uint64_t> m_golden;
    int m_held = 0;                                     ///< cases whose digest was compared
    std::optional<cuda::Context> m_hopper, m_blackwell; ///< an sm_90 device and an sm_120 one

    void run(const std::vector<TileCase>& cases);

  private slots:
    void initTestCase();
    void cleanupTestCase() {
        qInfo("%d cases were held to the digests of a GPU's results", m_held);
        m_hopper.reset();
        m_blackwell.reset();
    }
    void quads_data() { fill(m_quads); }
    void quads() { run(m_quads); }
    void sparse_data() { fill(m_sparse); }
    void sparse() { run(m_sparse); }
    void scaled_data() { fill(m_scaled); }
    void scaled() { run(m_scaled); }
    void warpgroups_data() { fill(m_warpgroups); }
    void warpgroups() { run(m_warpgroups); }
    void bytes_data() { fill(m_bytes); }
    void bytes() { run(m_bytes); }
};

void TestTiles::initTestCase() {
    qputenv("WARPBENCH_SIMGPU", "h200,rtx5090");
    m_hopper = cuda::Context::create(cuda::Driver::openSimulated().device(0));
    m_blackwell = cuda::Context::create(cuda::Driver::openSimulated().device(1));
    std::ifstream file(sourcePath("tests/simgpu/sweep/golden_tiles.txt"));
    QVERIFY2(file.is_open(), "golden_tiles.txt is missing");
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line.front() == '#')
            continue;
        const auto space = line.find(' ');
        m_golden[line.substr(space + 1)] = std::stoull(line.substr(0, space), nullptr, 16);
    }
}

void TestTiles::run(const std::vector<TileCase>& cases) {
    QFETCH(int, index);
    const TileCase& c = cases[static_cast<std::size_t>(index)];
    try {
        const auto results = resultsOf(c.target > 90 ? *m_blackwell : *m_hopper, c);
        QCOMPARE(results.size(), c.expected.size());
        for (std::size_t i = 0; i < results.size(); ++i)
            QCOMPARE(QString::number(results[i], 16), QString::number(c.expected[i], 16));
        if (const auto golden = m_golden.find(c.name); golden != m_golden.end()) {
            QCOMPARE(digestOf(results), golden->second);
            ++m_held;
        }
    } catch (const std::exception& e) {
        QFAIL(e.what());
    }
}

WARPBENCH_TEST(TestTiles)
} // namespace tst_tiles

#include "tst_tiles.moc"
