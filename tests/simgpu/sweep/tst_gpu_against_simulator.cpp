// SPDX-License-Identifier: GPL-3.0-or-later
// The same kernels on the simulated device and on a real GPU. Skipped without a real GPU.
//
// WBTEST_GOLDEN_OUT names a file for digests of the real GPU's results, one line per form: it
// becomes tests/simgpu/sweep/golden.txt. WBTEST_GOLDEN_TILES_OUT does the same for
// golden_tiles.txt.
#include "tests/compile/nvrtc_available.h"
#include "tests/main.h"
#include "tests/simgpu/corpus/corpus_build.h"
#include "tests/simgpu/corpus/driver_backend.h"
#include "tests/simgpu/sweep/sweep_device.h"
#include "tests/source_path.h"

#include <QtTest/QTest>

#include <fstream>
#include <map>
#include <optional>
#include <set>

namespace tst_gpu_against_simulator {

using namespace warpbench;
using namespace warpbench::test;

namespace {

constexpr int kShown = 4; ///< mismatches printed of each form

std::string hex(std::uint64_t bits) {
    char text[20];
    std::snprintf(text, sizeof text, "%llx", static_cast<unsigned long long>(bits));
    return text;
}

/// "add.f32: 12 of 2048: (a b c) sim x gpu y; …"; empty if the devices agree.
std::string differences(const OpcodeForm& form, const std::vector<std::uint64_t>& triples,
                        const std::vector<std::uint64_t>& simulated,
                        const std::vector<std::uint64_t>& real) {
    std::string text;
    int count = 0;
    for (std::size_t i = 0; i < real.size(); ++i) {
        const std::uint64_t* abc = &triples[3 * i];
        if ((form.undefined && form.undefined(abc)) || simulated[i] == real[i])
            continue;
        if (count++ < kShown)
            text += " (" + hex(abc[0]) + " " + hex(abc[1]) + " " + hex(abc[2]) + ") sim " +
                    hex(simulated[i]) + " gpu " + hex(real[i]) + ";";
    }
    if (count == 0)
        return {};
    return form.name + ": " + std::to_string(count) + " of " + std::to_string(real.size()) + ":" +
           text;
}

/// The differences between two devices' outputs of a corpus case; empty if equal.
std::string differences(const CorpusOutput& simulated, const CorpusOutput& real) {
    if (simulated.bytes.size() != real.bytes.size())
        return simulated.name + ": sizes differ";
    const std::size_t count = real.bytes.size() / real.elementBytes;
    std::string text;
    int differing = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const std::byte* s = &simulated.bytes[i * real.elementBytes];
        const std::byte* r = &real.bytes[i * real.elementBytes];
        if (std::memcmp(s, r, real.elementBytes) == 0)
            continue;
        double x = 0, y = 0;
        if (real.kind == CorpusOutput::Kind::float32) {
            float fx = 0, fy = 0;
            std::memcpy(&fx, s, 4);
            std::memcpy(&fy, r, 4);
            x = fx, y = fy;
        } else if (real.kind == CorpusOutput::Kind::float64) {
            std::memcpy(&x, s, 8);
            std::memcpy(&y, r, 8);
        }
        // Each is within the tolerance of the host's reference.
        if (real.kind != CorpusOutput::Kind::bits &&
            std::fabs(x - y) <= 2 * real.tolerance * std::max(1.0, std::fabs(y)))
            continue;
        std::uint64_t sBits = 0, rBits = 0;
        std::memcpy(&sBits, s, std::min<std::size_t>(8, real.elementBytes));
        std::memcpy(&rBits, r, std::min<std::size_t>(8, real.elementBytes));
        if (differing++ < kShown)
            text += " [" + std::to_string(i) + "] sim " + hex(sBits) + " gpu " + hex(rBits) + ";";
    }
    if (differing == 0)
        return {};
    return real.name + ": " + std::to_string(differing) + " of " + std::to_string(count) + ":" +
           text;
}

/// The forms that golden.txt has.
std::set<std::string> goldenNames() {
    std::set<std::string> names;
    std::ifstream file(sourcePath("tests/simgpu/sweep/golden.txt"));
    for (std::string line; std::getline(file, line);) {
        if (!line.empty() && line.front() != '#')
            names.insert(line.substr(line.find(' ') + 1));
    }
    return names;
}

} // namespace

class TestGpuAgainstSimulator : public QObject {
    Q_OBJECT

  private:
    std::vector<CorpusCase> m_cases = corpusCases();
    std::optional<cuda::Context> m_real, m_simulated;
    int m_capability = 0; ///< of the real GPU, 90 for 9.0

  private slots:
    void initTestCase();
    void cleanupTestCase() {
        m_real.reset();
        m_simulated.reset();
    }
    void opcodes();
    void matrices();
    void wmma();
    void tiles();
    void corpus_data();
    void corpus();
};

void TestGpuAgainstSimulator::initTestCase() {
    try {
        const cuda::Driver& driver = cuda::Driver::openSystem();
        if (driver.deviceCount() == 0)
            QSKIP("the driver has no device");
        m_real = cuda::Context::create(driver.device(0));
        m_capability = 10 * driver.device(0).ccMajor() + driver.device(0).ccMinor();
    } catch (const Error& error) {
        QSKIP(qPrintable(QString("no real GPU: %1").arg(error.what())));
    }
    if (m_capability >= 120)
        qputenv("WARPBENCH_SIMGPU", "rtx5090");
    else if (m_capability < 90)
        qputenv("WARPBENCH_SIMGPU", m_capability < 80 ? "t4" : "a100");
    m_simulated = cuda::Context::create(cuda::Driver::openSimulated().device(0));
}

void TestGpuAgainstSimulator::opcodes() {
    std::ofstream golden;
    if (qEnvironmentVariableIsSet("WBTEST_GOLDEN_OUT"))
        golden.open(qEnvironmentVariable("WBTEST_GOLDEN_OUT").toStdString());
    golden << "# Digests of an sm_" << m_capability << " GPU's results; see tst_opcodes.cpp\n";
    const std::set<std::string> known = goldenNames();
    std::map<Domain, std::vector<std::uint64_t>> inputs;
    std::size_t compared = 0, left = 0;
    std::string report;
    int failures = 0;
    const auto note = [&](const std::string& line) {
        report += line + "\n";
        ++failures;
    };
    for (const OpcodeForm& form : opcodeForms()) {
        if (form.target > m_capability) {
            ++left;
            continue;
        }
        auto& triples = inputs[form.domain];
        if (triples.empty())
            triples = inputsOf(form.domain);
        std::vector<std::uint64_t> real, simulated;
        try {
            real = resultsOf(*m_real, form, triples);
        } catch (const std::exception& e) {
            note(form.name + ": the GPU's driver: " + std::string(e.what()).substr(0, 300));
            continue;
        }
        const std::string digest = hex(digestOf(form, triples, real)) + " " + form.name;
        golden << digest << "\n";
        if (known.count(form.name) == 0)
            qInfo("not in golden.txt: %s", digest.c_str());
        try {
            simulated = resultsOf(*m_simulated, form, triples);
        } catch (const std::exception& e) {
            note(form.name + ": the simulator: " + std::string(e.what()).substr(0, 300));
            continue;
        }
        ++compared;
        const std::string line = differences(form, triples, simulated, real);
        if (!line.empty())
            note(line);
    }
    qInfo("%zu forms compared, %zu need a later GPU", compared, left);
    if (failures)
        QFAIL(("\n" + report + std::to_string(failures) + " forms differ").c_str());
}

/// Sums are exact, so that the order in which a tensor core adds does not matter: a difference is
/// one of fragments or of types.
void TestGpuAgainstSimulator::matrices() {
    std::string report;
    for (const MatrixForm& form : matrixForms()) {
        if (form.target > m_capability)
            continue;
        const MatrixInputs inputs = inputsOf(form);
        try {
            const auto real = resultsOf(*m_real, form, inputs);
            for (std::size_t i = 0, shown = 0; i < real.size() && shown < kShown; ++i) {
                if (real[i] == inputs.expected[i])
                    continue;
                report += form.name + ": register " + std::to_string(i) + " is " + hex(real[i]) +
                          " on the GPU, expected " + hex(inputs.expected[i]) + "\n";
                ++shown;
            }
        } catch (const std::exception& e) {
            report += form.name + ": " + std::string(e.what()).substr(0, 300) + "\n";
        }
    }
    QVERIFY2(report.empty(), report.c_str());
}

void TestGpuAgainstSimulator::wmma() {
    std::string report;
    for (const WmmaForm& form : wmmaForms()) {
        if (form.target > m_capability)
            continue;
        const WmmaInputs inputs = inputsOf(form);
        try {
            if (resultsOf(*m_real, form, inputs) != inputs.expected)
                report += form.name + " differs from the sums of its products\n";
        } catch (const std::exception& e) {
            report += form.name + ": " + std::string(e.what()).substr(0, 300) + "\n";
        }
    }
    QVERIFY2(report.empty(), report.c_str());
}

/// Those that only one kind of GPU has are compared on it alone.
void TestGpuAgainstSimulator::tiles() {
    std::ofstream golden;
    if (qEnvironmentVariableIsSet("WBTEST_GOLDEN_TILES_OUT"))
        golden.open(qEnvironmentVariable("WBTEST_GOLDEN_TILES_OUT").toStdString());
    golden << "# Digests of an sm_" << m_capability << " GPU's results; see tst_tiles.cpp\n";
    std::string report;
    for (const auto& cases :
         {quadCases(), sparseCases(), scaledCases(), warpgroupCases(), byteCases()}) {
        for (const TileCase& c : cases) {
            if (c.isSpecific ? c.target != m_capability : c.target > m_capability)
                continue;
            try {
                const auto real = resultsOf(*m_real, c);
                golden << hex(digestOf(real)) << " " << c.name << "\n";
                if (real != c.expected)
                    report += c.name + " differs from the sums of its products\n";
            } catch (const std::exception& e) {
                report += c.name + ": " + std::string(e.what()).substr(0, 300) + "\n";
            }
        }
    }
    QVERIFY2(report.empty(), report.c_str());
}

void TestGpuAgainstSimulator::corpus_data() {
    QTest::addColumn<int>("index");
    QTest::addColumn<int>("target");
    for (const int target : {75, m_capability}) {
        for (std::size_t i = 0; i < m_cases.size(); ++i) {
            if (m_cases[i].minimumTarget <= target)
                QTest::addRow("%s compute_%d", m_cases[i].name, target) << int(i) << target;
        }
    }
}

void TestGpuAgainstSimulator::corpus() {
    NEED_NVRTC();
    QFETCH(int, index);
    QFETCH(int, target);
    const CorpusCase& c = m_cases[static_cast<std::size_t>(index)];
    std::string ptx;
    try {
        ptx = compileCorpus(c, target);
    } catch (const std::exception& e) {
        QFAIL(e.what());
    }
    const auto run = [&](const cuda::Context& context, const char* what) {
        DriverBackend backend(context, ptx);
        CorpusRun at(backend, {target, false, false});
        try {
            c.check(at);
        } catch (const std::exception& e) {
            throw std::runtime_error(std::string(what) + ": " + e.what());
        }
        return at.outputs();
    };
    try {
        const auto simulated = run(*m_simulated, "the simulator");
        const auto real = run(*m_real, "the GPU");
        QCOMPARE(simulated.size(), real.size());
        std::string report;
        for (std::size_t i = 0; i < real.size(); ++i)
            report += differences(simulated[i], real[i]);
        QVERIFY2(report.empty(), report.c_str());
    } catch (const std::exception& e) {
        QFAIL(e.what());
    }
}

WARPBENCH_TEST(TestGpuAgainstSimulator)
} // namespace tst_gpu_against_simulator

#include "tst_gpu_against_simulator.moc"
