// SPDX-License-Identifier: GPL-3.0-or-later
// Fat binaries created by NVIDIA's fatbinary: with Zstandard (size), with LZ4 (speed),
// uncompressed.
#include "core/compile/device_code.h"
#include "core/formats/fatbin.h"
#include "tests/main.h"
#include "tests/source_path.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <random>

namespace tst_fatbin {

using namespace warpbench::compile;

namespace {

QByteArray image(const QString& name) {
    QFile file(QString::fromStdString(warpbench::test::sourcePath("tests/simgpu/driver/data/")) +
               name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

std::span<const std::byte> bytesOf(const QByteArray& bytes) {
    return {reinterpret_cast<const std::byte*>(bytes.constData()), std::size_t(bytes.size())};
}

std::vector<FatbinEntry> only(std::initializer_list<std::pair<bool, int>> list) {
    std::vector<FatbinEntry> entries;
    for (const auto& [ptx, arch] : list)
        entries.push_back({ptx, arch, {}});
    return entries;
}

} // namespace

class TestFatbin : public QObject {
    Q_OBJECT

  private slots:
    void entriesAreUnpacked_data() {
        QTest::addColumn<QString>("file");
        for (const char* file :
             {"images/size.fatbin", "images/speed.fatbin", "images/debug.fatbin", "small.fatbin"})
            QTest::newRow(file) << file;
    }
    void entriesAreUnpacked() {
        QFETCH(QString, file);
        const QByteArray bytes = image(file);
        const auto entries = readFatbin(bytesOf(bytes));
        QVERIFY(entries && !entries->empty());
        for (const FatbinEntry& entry : *entries) {
            QVERIFY(entry.arch >= 50);
            if (entry.ptx)
                QVERIFY(entry.contents.find(".version") != std::string::npos &&
                        entry.contents.find('\0') == std::string::npos);
            else
                QVERIFY(entry.contents.starts_with("\x7f"
                                                   "ELF"));
        }
        CompileRequest request;
        request.fileName = "k.fatbin";
        request.arch = "sm_90";
        request.source = bytes.toStdString();
        const CompileResult result = readDeviceCode(request);
        QVERIFY(result.succeeded && result.given);
        QVERIFY(!result.kernels.empty());
    }

    void whatADeviceIsGiven() {
        const auto arch = [](const FatbinEntry* entry) { return entry ? entry->arch : 0; };
        const auto entries =
            only({{false, 80}, {false, 86}, {false, 90}, {true, 75}, {true, 90}, {true, 80}});
        QCOMPARE(arch(chooseFrom(entries, 89).machineCode), 86);
        QCOMPARE(arch(chooseFrom(entries, 89).ptx), 80);
        QCOMPARE(arch(chooseFrom(entries, 90).machineCode), 90);
        QCOMPARE(arch(chooseFrom(entries, 90).ptx), 90);
        QCOMPARE(arch(chooseFrom(entries, 120).machineCode), 0);
        QCOMPARE(arch(chooseFrom(entries, 120).ptx), 90);
        QCOMPARE(arch(chooseFrom(entries, 70).machineCode), 0);
        QCOMPARE(arch(chooseFrom(entries, 70).ptx), 0);
    }

    /// However an image is cut or damaged, reading it ends.
    void damagedImages() {
        std::mt19937 random(11);
        for (const char* file : {"images/size.fatbin", "images/speed.fatbin", "small.fatbin"}) {
            const QByteArray whole = image(QString::fromLatin1(file));
            for (qsizetype length = 0; length < whole.size(); length += 13)
                QVERIFY(!readFatbin(bytesOf(whole.left(length))));
            for (int round = 0; round < 300; ++round) {
                QByteArray damaged = whole;
                for (unsigned i = 0, count = 1 + random() % 4; i < count; ++i)
                    damaged[qsizetype(random() % std::size_t(damaged.size()))] = char(random());
                if (const auto entries = readFatbin(bytesOf(damaged)))
                    chooseFrom(*entries, 90);
            }
        }
    }
};

WARPBENCH_TEST(TestFatbin)
} // namespace tst_fatbin

#include "tst_fatbin.moc"
