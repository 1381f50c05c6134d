// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/host/control_groups.h"
#include "tests/main.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

namespace tst_simgpu_host_memory {

using namespace warpbench::simgpu::host;

class HostMemoryTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    void write(const QString& name, const QByteArray& text) {
        const QFileInfo info(m_folder.filePath(name));
        QDir().mkpath(info.path());
        QFile file(info.filePath());
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    }
    std::uint64_t room(std::uint64_t available) const {
        return withinControlGroups(available, m_folder.filePath("membership").toStdString(),
                                   m_folder.filePath("mount").toStdString());
    }

  private slots:
    void fileContentsAreFree() {
        write("membership", "0::/\n");
        write("mount/memory.max", "1000\n");
        write("mount/memory.current", "1000\n");
        write("mount/memory.stat", "anon 100\ninactive_file 500\nactive_file 300\n");
        QCOMPARE(room(5000), std::uint64_t(800));
        QCOMPARE(room(50), std::uint64_t(50));
    }
    void nothingIsLeftAtTheLimit() {
        write("mount/memory.stat", "anon 1000\n");
        QCOMPARE(room(5000), std::uint64_t(0));
        write("mount/memory.max", "max\n");
        QCOMPARE(room(5000), std::uint64_t(5000));
    }
    void groupsAboveCount() {
        write("membership", "0::/a/b\n");
        write("mount/a/memory.max", "700\n");
        write("mount/a/memory.current", "100\n");
        write("mount/a/b/memory.max", "max\n");
        write("mount/a/b/memory.current", "100\n");
        QCOMPARE(room(5000), std::uint64_t(600));
    }
    void firstVersion() {
        write("membership", "3:cpuset:/x\n2:memory:/not/seen/here\n");
        write("mount/memory/memory.limit_in_bytes", "900\n");
        write("mount/memory/memory.usage_in_bytes", "850\n");
        write("mount/memory/memory.stat", "inactive_file 1\ntotal_inactive_file 250\n");
        QCOMPARE(room(5000), std::uint64_t(300));
    }
};

WARPBENCH_TEST(HostMemoryTest)
} // namespace tst_simgpu_host_memory

#include "tst_simgpu_host_memory.moc"
