// SPDX-License-Identifier: GPL-3.0-or-later
// Launches that the environment wants in files: which ones, with which memory.
#include "driver_kernels.h"
#include "tests/main.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include <array>
#include <cstdint>
#include <cstring>

namespace tst_simgpu_capture {

namespace {

constexpr int kWords32 = 16;

QByteArray contents(const QString& name) {
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("no file " + name.toUtf8());
}

QJsonObject objectIn(const QString& name) {
    return QJsonDocument::fromJson(contents(name)).object();
}

std::array<std::uint32_t, kWords32> numbersIn(const QString& name) {
    std::array<std::uint32_t, kWords32> numbers{};
    const QByteArray bytes = contents(name);
    std::memcpy(numbers.data(), bytes.data(),
                std::min<std::size_t>(sizeof numbers, std::size_t(bytes.size())));
    return numbers;
}

} // namespace

class TestCapture : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString file(const QString& name) const { return m_folder.filePath(name); }

    /// out = in + value, of 16 words.
    void add(CUdeviceptr out, CUdeviceptr in, std::uint32_t value) {
        void* arguments[] = {&out, &in, &value};
        CHECK_OK(
            DRV(cuLaunchKernel)(m_add, 1, 1, 1, kWords32, 1, 1, 0, nullptr, arguments, nullptr));
        CHECK_OK(DRV(cuCtxSynchronize)());
    }

    CUfunction m_add = nullptr;

  private slots:
    /// The environment is read once, so all launches are here: the second one of `add` is wanted.
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        QVERIFY(QDir(m_folder.path()).mkdir("capture"));
        qputenv("WARPBENCH_SIMGPU", "h200");
        qputenv("WARPBENCH_SIMGPU_LAUNCHES", file("list").toUtf8());
        qputenv("WARPBENCH_SIMGPU_CAPTURE", file("capture").toUtf8());
        qputenv("WARPBENCH_SIMGPU_CAPTURE_KERNEL", "add#2");
        qputenv("WARPBENCH_SIMGPU_CAPTURE_LIMIT", "4096");
        CHECK_OK(DRV(cuInit)(0));
        const TestContext context;
        CUmodule module = nullptr;
        CHECK_OK(DRV(cuModuleLoadData)(&module, kAdd));
        CHECK_OK(DRV(cuModuleGetFunction)(&m_add, module, "add"));
        CUdeviceptr out = 0, in = 0, behind = 0, unrelated = 0;
        for (CUdeviceptr* memory : {&out, &in, &behind, &unrelated}) {
            CHECK_OK(DRV(cuMemAlloc)(memory, kWords32 * 4));
            CHECK_OK(DRV(cuMemsetD32)(*memory, 5, kWords32));
        }
        // A pointer in its memory: what it leads to is captured as well.
        CHECK_OK(DRV(cuMemcpyHtoD)(in + 8, &behind, sizeof behind));
        m_bases = {out, in, behind};
        add(out, in, 1);
        add(out, in, 7);
        add(out, in, 9);
    }

    void theWantedLaunchIsWritten() {
        QCOMPARE(QDir(file("capture")).entryList(QDir::Dirs | QDir::NoDotAndDotDot),
                 QStringList{"0"});
        const QJsonObject launch = objectIn(file("capture/0/launch.json"));
        QCOMPARE(launch["kernel"].toString(), QString("add"));
        QCOMPARE(launch["state"].toString(), QString("done"));
        QCOMPARE(launch["model"].toString(), QString("h200"));
        QCOMPARE(launch["block"].toArray(), (QJsonArray{kWords32, 1, 1}));
        QCOMPARE(launch["layout"].toArray().size(), 3);
        const QByteArray parameters = QByteArray::fromHex(launch["parameters"].toString().toUtf8());
        QCOMPARE(parameters.at(16), char(7));
        QVERIFY(contents(file("capture/0/module_0.ptx")).contains(".visible .entry add("));
    }

    void memoryThatIsReachedIsWritten() {
        const QJsonArray memory = objectIn(file("capture/0/launch.json"))["memory"].toArray();
        QCOMPARE(memory.size(), 3);
        for (int i = 0; i < 3; ++i) {
            const auto base = CUdeviceptr(memory[i].toObject()["base"].toDouble());
            QVERIFY(std::find(m_bases.begin(), m_bases.end(), base) != m_bases.end());
            QCOMPARE(memory[i].toObject()["size"].toInt(), kWords32 * 4);
            const auto before = numbersIn(file("capture/0/%1.before").arg(i));
            const auto after = numbersIn(file("capture/0/%1.after").arg(i));
            QCOMPARE(before[0], base == m_bases[0] ? 6u : 5u);
            QCOMPARE(after[0], base == m_bases[0] ? 12u : 5u);
        }
    }

    void variablesAreWritten() {
        const QJsonArray variables = objectIn(file("capture/0/launch.json"))["variables"].toArray();
        QCOMPARE(variables.size(), 1);
        QCOMPARE(variables[0].toObject()["name"].toString(), QString("factor"));
        QCOMPARE(numbersIn(file("capture/0/variable_0.before"))[0], 3u);
    }

    /// Device memory is at addresses that programs do not use, so that a later process can map it.
    void addressesAreFixed() {
#ifdef Q_OS_LINUX
        for (const CUdeviceptr base : m_bases)
            QCOMPARE(base >> 32, CUdeviceptr(0x3d41));
#endif
    }

  private:
    std::array<CUdeviceptr, 3> m_bases{};
};

WARPBENCH_TEST(TestCapture)
} // namespace tst_simgpu_capture

#include "tst_simgpu_capture.moc"
