// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/run/choose_device.h"
#include "tests/main.h"

#include <QTest>

namespace tst_choose_device {

using namespace warpbench;
using session::DeviceInfo;

namespace {

DeviceInfo device(int index, const char* name, bool simulated, const char* selector, int ordinal,
                  const char* problem = "") {
    DeviceInfo info;
    info.index = index;
    info.name = name;
    info.simulated = simulated;
    info.selector = selector;
    info.ordinal = ordinal;
    info.problem = problem;
    return info;
}

/// A broken GPU, two good ones, two simulated ones.
std::vector<DeviceInfo> machine() {
    return {device(0, "NVIDIA GeForce GT 710", false, "0000:01:00.0", 0, "too old"),
            device(1, "NVIDIA RTX 4090", false, "0000:02:00.0", 1),
            device(2, "NVIDIA H200", false, "0000:3B:00.0", 2),
            device(3, "Simulated H200 (CPU)", true, "sim:h200", 0),
            device(4, "Simulated RTX 4090 (CPU)", true, "sim:rtx4090", 1)};
}

std::vector<DeviceInfo> laptop() {
    return {device(0, "Simulated H200 (CPU)", true, "sim:h200", 0)};
}

} // namespace

class ChooseDeviceTest : public QObject {
    Q_OBJECT

  private slots:
    void chooses_data() {
        QTest::addColumn<bool>("gpus");
        QTest::addColumn<QString>("selector");
        QTest::addColumn<QString>("environment");
        QTest::addColumn<QString>("homeFile");
        QTest::addColumn<int>("wanted"); // -1: an error

        QTest::newRow("first usable real device") << true << ""
                                                  << ""
                                                  << "" << 1;
        QTest::newRow("simulated without a GPU") << false << ""
                                                 << ""
                                                 << "" << 0;
        QTest::newRow("index") << true << "3"
                               << ""
                               << "" << 3;
        QTest::newRow("index out of range") << true << "5"
                                            << ""
                                            << "" << -1;
        QTest::newRow("index of an unusable one") << true << "0"
                                                  << ""
                                                  << "" << -1;
        QTest::newRow("bus id") << true << "0000:3b:00.0"
                                << ""
                                << "" << 2;
        QTest::newRow("bus id without domain") << true << "02:00.0"
                                               << ""
                                               << "" << 1;
        QTest::newRow("part of the name") << true << "h200"
                                          << ""
                                          << "" << 2;
        QTest::newRow("name of an unusable one") << true << "GT 710"
                                                 << ""
                                                 << "" << -1;
        QTest::newRow("sim") << true << "sim"
                             << ""
                             << "" << 3;
        QTest::newRow("sim by name") << true << "sim:rtx-4090"
                                     << ""
                                     << "" << 4;
        QTest::newRow("sim by model") << true << "sim:RTX4090"
                                      << ""
                                      << "" << 4;
        QTest::newRow("unknown sim") << true << "sim:h100"
                                     << ""
                                     << "" << -1;
        QTest::newRow("unknown name") << true << "Radeon"
                                      << ""
                                      << "" << -1;
        QTest::newRow("option before CUDA_DEVICE") << true << "sim"
                                                   << "1"
                                                   << "2" << 3;
        QTest::newRow("CUDA_DEVICE counts real ones") << true << ""
                                                      << "2"
                                                      << "1" << 2;
        QTest::newRow("CUDA_DEVICE=sim") << true << ""
                                         << "sim"
                                         << "1" << 3;
        QTest::newRow("CUDA_DEVICE past the real ones") << true << ""
                                                        << "3"
                                                        << "" << -1;
        QTest::newRow("CUDA_DEVICE with no GPU") << false << ""
                                                 << "0"
                                                 << "" << -1;
        QTest::newRow("CUDA_DEVICE is no number") << true << ""
                                                  << "fast"
                                                  << "" << -1;
        QTest::newRow("CUDA_DEVICE unusable") << true << ""
                                              << "0"
                                              << "" << -1;
        QTest::newRow("home file") << true << ""
                                   << ""
                                   << "2\n"
                                   << 2;
        QTest::newRow("blank home file") << true << ""
                                         << ""
                                         << " \n"
                                         << 1;
        QTest::newRow("home file past the real ones") << true << ""
                                                      << ""
                                                      << "7" << -1;
    }

    void chooses() {
        QFETCH(bool, gpus);
        QFETCH(QString, selector);
        QFETCH(QString, environment);
        QFETCH(QString, homeFile);
        QFETCH(int, wanted);
        const auto devices = gpus ? machine() : laptop();
        int got = -1;
        try {
            got = int(session::chooseDevice(devices, selector.toStdString(),
                                            environment.toStdString(), homeFile.toStdString()));
        } catch (const Error& error) {
            QCOMPARE(error.kind(), ErrorKind::usage);
            // It lists those that can be used, and no other.
            QVERIFY(error.remedy().find("Simulated H200") != std::string::npos);
            QVERIFY(error.remedy().find("GT 710") == std::string::npos);
        }
        QCOMPARE(got, wanted);
    }

    void noUsableDevice() {
        auto devices = laptop();
        devices[0].problem = "broken";
        QVERIFY_THROWS_EXCEPTION(Error, session::chooseDevice(devices, "", "", ""));
        QVERIFY_THROWS_EXCEPTION(Error, session::chooseDevice({}, "", "", ""));
    }
};

WARPBENCH_TEST(ChooseDeviceTest)
} // namespace tst_choose_device

#include "tst_choose_device.moc"
