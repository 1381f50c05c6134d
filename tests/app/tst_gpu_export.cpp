// SPDX-License-Identifier: GPL-3.0-or-later
// Exported CUDA C++ on a real GPU, built by nvcc with NVIDIA's own runtime.
#include "cli_fixture.h"
#include "core/cuda/device.h"
#include "core/cuda/driver.h"
#include "core/toolkit/toolkit.h"
#include "tests/main.h"
#include "tests/source_path.h"

#include <QProcess>
#include <QTest>

namespace tst_gpu_export {

using namespace warpbench;

class TestGpuExport : public QObject {
    Q_OBJECT

    std::filesystem::path m_nvcc;

    /// \returns the exit code (-1 if it did not exit) and all output
    static std::pair<int, QByteArray> run(const std::filesystem::path& program,
                                          const QStringList& arguments,
                                          const std::filesystem::path& folder) {
        QProcess process;
        process.setWorkingDirectory(QString::fromStdString(folder.string()));
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start(QString::fromStdString(program.string()), arguments);
        const bool ended = process.waitForFinished(240'000);
        return {ended ? process.exitCode() : -1, process.readAll()};
    }

  private slots:
    void initTestCase() {
        m_nvcc = compile::toolkitProgram("nvcc", compile::ToolkitSearch::ofThisMachine());
        if (m_nvcc.empty())
            QSKIP("no nvcc was found, and it builds the programs");
        try {
            const cuda::Driver& driver = cuda::Driver::openSystem();
            if (driver.deviceCount() == 0)
                QSKIP("the driver has no device");
            qInfo("on %s", driver.device(0).name().c_str());
        } catch (const Error& error) {
            QSKIP(qPrintable(QStringLiteral("no real GPU: %1").arg(error.what())));
        }
    }

    void lessonsCheckThemselves_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"vector_multiply", "transpose", "histogram", "saxpy"})
            QTest::newRow(name) << QString::fromUtf8(name);
    }
    void lessonsCheckThemselves() {
        QFETCH(QString, name);
        const CliFixture fixture;
        const std::string project = test::sourcePath("examples/") + name.toStdString() + "/" +
                                    name.toStdString() + ".warpbench";
        const auto made = fixture.run({"export", project, "out"});
        QVERIFY2(made.status.code == 0, made.errors.c_str());
        const auto [built, why] =
            run(m_nvcc, {"-std=c++17", "-o", name, name + ".cu"}, fixture.file("out"));
        QVERIFY2(built == 0, why.constData());
        const auto [code, output] =
            run(fixture.file("out") / name.toStdString(), {}, fixture.file("out"));
        QVERIFY2(code == 0, output.constData());
        QVERIFY2(output.contains("as expected"), output.constData());
    }

    /// The comparison equals that of the project on a real GPU.
    void wrongResultsAreFound() {
        const CliFixture fixture;
        nlohmann::json project = CliFixture::project();
        project["buffers"][1]["expect"]["expression"] = "2 * a + (a == 3)";
        fixture.write(project);
        QCOMPARE(fixture.run({"export", "p.warpbench", "out"}).status.code, 0);
        const auto [built, why] = run(m_nvcc, {"-o", "p", "p.cu"}, fixture.file("out"));
        QVERIFY2(built == 0, why.constData());
        const auto [code, output] = run(fixture.file("out/p"), {}, fixture.file("out"));
        QCOMPARE(code, 1);
        QVERIFY2(output.contains("d: 1 of 64 values are wrong, the first at 3: 6 instead of 7"),
                 output.constData());
    }
};

WARPBENCH_TEST(TestGpuExport)
} // namespace tst_gpu_export

#include "tst_gpu_export.moc"
