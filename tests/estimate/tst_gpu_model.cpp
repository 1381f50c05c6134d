// SPDX-License-Identifier: GPL-3.0-or-later
// Files that describe a GPU's speeds.
#include "core/base/error.h"
#include "core/estimate/gpu_model.h"
#include "core/platform/files.h"
#include "core/platform/folders.h"
#include "tests/main.h"

#include <QTest>

namespace tst_gpu_model {

using namespace warpbench;
using namespace warpbench::estimate;

class TestGpuModel : public QObject {
    Q_OBJECT

    platform::TemporaryFolder m_data;

  private slots:
    void initTestCase() {
        qputenv("XDG_DATA_HOME", QByteArray::fromStdString(m_data.path().string()));
        qputenv("LOCALAPPDATA", QByteArray::fromStdString(m_data.path().string()));
    }

    /// Models are read once, so this comes first.
    void theUsersOwnModelsCountMore() {
        GpuModel own;
        own.name = "RTX 4090";
        own.clockGHz = 2.75;
        own.sources["clock"] = "measured";
        platform::replaceFile(modelFolder() / "mine.json", modelText(own));
        platform::replaceFile(modelFolder() / "notes.txt", "no model");
        QCOMPARE(findModel("Simulated RTX 4090 (CPU)")->clockGHz, 2.75);
        QVERIFY(findModel("NVIDIA H200")->measured);
    }

    void filesKeepEveryFigureThatTheyName() {
        for (const GpuModel& model : gpuModels()) {
            QVERIFY(!model.sources.empty());
            QCOMPARE(readModel(modelText(model), "model.json"), model);
        }
    }

    void aFileThatIsNoModelIsRefused_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("problem");
        const auto row = [](const char* name, const char* text, const char* problem) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(problem);
        };
        row("no JSON", "clock = 2", "format");
        row("an array", "[]", "format");
        row("another format", R"({"format": "warpbench-project", "version": 1})", "format");
        row("a later version", R"({"format": "warpbench-gpu", "version": 2})", "version");
        row("no name", R"({"format": "warpbench-gpu", "version": 1, "figures": {}})", "name");
        row("no figures", R"({"format": "warpbench-gpu", "version": 1, "name": "A"})", "figures");
        const auto figure = [&](const char* name, const char* json) {
            const std::string text =
                std::string(R"({"format": "warpbench-gpu", "version": 1, "name": "A",)") +
                R"( "figures": {"clock": )" + json + "}}";
            row(name, text.c_str(), "clock");
        };
        figure("a bare number", "2");
        figure("a text", R"({"value": "2"})");
        figure("zero", R"({"value": 0})");
        figure("below zero", R"({"value": -1})");
        figure("no value", R"({"unit": "GHz"})");
        row("a fraction of an SM",
            R"({"format": "warpbench-gpu", "version": 1, "name": "A",
                "figures": {"multiprocessors": {"value": 1.5}}})",
            "multiprocessors");
        row("no SM",
            R"({"format": "warpbench-gpu", "version": 1, "name": "A",
                "figures": {"multiprocessors": {"value": 0}}})",
            "multiprocessors");
    }

    void aFileThatIsNoModelIsRefused() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, problem);
        try {
            readModel(text.toStdString(), "mine.json");
            QFAIL("it was read");
        } catch (const Error& error) {
            QCOMPARE(error.code(), std::string("WB2242"));
            QVERIFY2(error.text().find(problem.toStdString()) != std::string::npos, error.what());
            QVERIFY(error.text().find("mine.json") != std::string::npos);
        }
    }
};

WARPBENCH_TEST(TestGpuModel)
} // namespace tst_gpu_model

#include "tst_gpu_model.moc"
