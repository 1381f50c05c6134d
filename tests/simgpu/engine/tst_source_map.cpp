// SPDX-License-Identifier: GPL-3.0-or-later
// How a breakpoint's file is found among those that the compiler names.
#include "core/simgpu/engine/debug/source_map.h"
#include "tests/main.h"

#include <QTest>

namespace tst_source_map {

using namespace warpbench::simgpu::engine;

class TestSourceMap : public QObject {
    Q_OBJECT

  private slots:
    void filesAreNamedByTheirEnds_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("named");
        QTest::newRow("itself") << "/a/b/k.cu"
                                << "/a/b/k.cu" << true;
        QTest::newRow("its name") << "/a/b/k.cu"
                                  << "k.cu" << true;
        QTest::newRow("a folder and its name") << "/a/b/k.cu"
                                               << "b/k.cu" << true;
        QTest::newRow("Windows' own and Qt's way to write it") << R"(C:\a\k.cu)"
                                                               << "C:/a/k.cu" << true;
        QTest::newRow("and the other way round") << "C:/a/b/k.cu"
                                                 << R"(b\k.cu)" << true;
        QTest::newRow("an end of its name") << "/a/b/ok.cu"
                                            << "k.cu" << false;
        QTest::newRow("an end of its folder's") << "/a/bb/k.cu"
                                                << "b/k.cu" << false;
        QTest::newRow("more than it") << "b/k.cu"
                                      << "/a/b/k.cu" << false;
        QTest::newRow("nothing") << "/a/b/k.cu"
                                 << "" << false;
    }
    void filesAreNamedByTheirEnds() {
        QFETCH(QString, file);
        QFETCH(QString, name);
        QTEST(namesFile(file.toStdString(), name.toStdString()), "named");
    }
};

WARPBENCH_TEST(TestSourceMap)
} // namespace tst_source_map

#include "tst_source_map.moc"
