// SPDX-License-Identifier: GPL-3.0-or-later
// The whole corpus, compiled here for three targets and with several options, run through the
// simulated driver and checked against the host.
#include "tests/compile/nvrtc_available.h"
#include "tests/main.h"
#include "tests/simgpu/corpus/corpus_build.h"
#include "tests/simgpu/corpus/driver_backend.h"

#include <QtTest/QTest>

#include <optional>

namespace tst_corpus_nvrtc {

using namespace warpbench;
using namespace warpbench::test;

namespace {

/// The simulated devices, a part for each target.
constexpr std::pair<int, const char*> kDevices[] = {{75, "t4"}, {90, "h200"}, {120, "rtx5090"}};

} // namespace

class TestCorpusNvrtc : public QObject {
    Q_OBJECT

  private:
    void run(const CorpusCase& c, const CorpusBuild& build,
             const std::vector<std::string>& options);

    std::vector<CorpusCase> m_cases = corpusCases();
    std::optional<cuda::Context> m_context; ///< a context at a time: each of a device
    int m_target = 0;

  private slots:
    void initTestCase() {
        NEED_NVRTC();
        QByteArray models;
        for (const auto& [target, model] : kDevices)
            models += QByteArray(models.isEmpty() ? "" : ",") + model;
        qputenv("WARPBENCH_SIMGPU", models);
    }
    void cleanupTestCase() { m_context.reset(); }
    void kernels_data();
    void kernels();
    void options_data();
    void options();
};

void TestCorpusNvrtc::run(const CorpusCase& c, const CorpusBuild& build,
                          const std::vector<std::string>& options) {
    if (build.target < c.minimumTarget)
        QSKIP(qPrintable(
            QString("%1.cu has this kernel from compute_%2 on").arg(c.file).arg(c.minimumTarget)));
    try {
        if (m_target != build.target || !m_context) {
            m_context.reset();
            int ordinal = 0;
            while (kDevices[ordinal].first != build.target)
                ++ordinal;
            m_context = cuda::Context::create(cuda::Driver::openSimulated().device(ordinal));
            m_target = build.target;
        }
        DriverBackend backend(*m_context, compileCorpus(c, build.target, options));
        CorpusRun corpus(backend, build);
        c.check(corpus);
    } catch (const std::exception& e) {
        m_context.reset(); // a fault leaves it unusable
        QFAIL(e.what());
    }
}

void TestCorpusNvrtc::kernels_data() {
    QTest::addColumn<int>("index");
    QTest::addColumn<int>("target");
    for (const auto& [target, model] : kDevices) {
        for (std::size_t i = 0; i < m_cases.size(); ++i)
            QTest::addRow("%s compute_%d", m_cases[i].name, target) << int(i) << target;
    }
}

void TestCorpusNvrtc::kernels() {
    QFETCH(int, index);
    QFETCH(int, target);
    run(m_cases[static_cast<std::size_t>(index)], {target, false, false}, {});
}

void TestCorpusNvrtc::options_data() {
    QTest::addColumn<int>("index");
    QTest::addColumn<int>("target");
    QTest::addColumn<QString>("option");
    const std::pair<const char*, std::vector<std::string>> builds[] = {
        {"-G",
         {"saxpy", "matmul", "reduce", "bitonic", "half", "integer math", "coalesced groups",
          "atomics", "recursion", "function pointers", "local memory", "structs", "device heap",
          "state spaces", "128-bit integers", "small functions", "async barrier"}},
        {"-use_fast_math",
         {"saxpy", "nbody", "mandelbrot", "float math", "half", "ray tracer", "softmax",
          "large switch"}},
        {"-default-device", {"vecadd", "reduce", "function pointers", "structs"}},
        {"-fmad=false", {"vecadd", "stencil", "double math"}},
    };
    for (const auto& [option, names] : builds) {
        for (const std::string& name : names) {
            for (std::size_t i = 0; i < m_cases.size(); ++i) {
                if (name != m_cases[i].name)
                    continue;
                for (const int target : {90, 120})
                    QTest::addRow("%s %s compute_%d", option, m_cases[i].name, target)
                        << int(i) << target << QString(option);
            }
        }
    }
}

void TestCorpusNvrtc::options() {
    QFETCH(int, index);
    QFETCH(int, target);
    QFETCH(QString, option);
    const CorpusBuild build{target, option == "-use_fast_math",
                            option == "-G" || option == "-fmad=false"};
    run(m_cases[static_cast<std::size_t>(index)], build, {option.toStdString()});
}

WARPBENCH_TEST(TestCorpusNvrtc)
} // namespace tst_corpus_nvrtc

#include "tst_corpus_nvrtc.moc"
