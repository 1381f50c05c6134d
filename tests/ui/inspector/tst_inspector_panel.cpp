// SPDX-License-Identifier: GPL-3.0-or-later
// Two inspectors side by side in the panel Buffers.
#include "tests/main.h"
#include "tests/ui/window_fixture.h"
#include "ui/inspector/buffer_inspector.h"
#include "ui/inspector/element_table.h"
#include "ui/inspector/inspector_panel.h"

#include <QComboBox>
#include <QSplitter>
#include <QToolButton>

namespace tst_inspector_panel {

using namespace warpbench::ui;

class TstInspectorPanel : public WindowFixture {
    Q_OBJECT

  private:
    /// A window after a run, with the panel split.
    struct SplitWindow {
        explicit SplitWindow(bool isSplitFirst = false)
            : panel(&window->panel<InspectorPanel>()) {
            if (isSplitFirst)
                click("inspectorSplit");
            run(window);
            window->showPanel(QStringLiteral("buffers"));
            if (!isSplitFirst)
                click("inspectorSplit");
        }
        void click(const char* button) { panel->findChild<QToolButton*>(button)->click(); }
        BufferInspector& first() const {
            return *panel->findChild<BufferInspector*>(QStringLiteral("firstInspector"));
        }
        BufferInspector& second() const {
            return *panel->findChild<BufferInspector*>(QStringLiteral("secondInspector"));
        }
        bool isSplit() const {
            return panel->findChild<BufferInspector*>(QStringLiteral("secondInspector")) != nullptr;
        }
        static QString viewOf(const BufferInspector& inspector) {
            return inspector.findChild<QComboBox*>("inspectorView")->currentText();
        }
        static void choose(const BufferInspector& inspector, const QString& view) {
            auto* views = inspector.findChild<QComboBox*>("inspectorView");
            views->setCurrentIndex(views->findText(view));
        }
        static ElementTable& tableOf(const BufferInspector& inspector) {
            return *inspector.findChild<ElementTable*>();
        }
        static QString firstCell(const BufferInspector& inspector) {
            const ElementTable::Source& source = tableOf(inspector).source();
            return source.rows > 0 ? source.cell(0, 0).text : QString();
        }

        OpenWindow window;
        InspectorPanel* panel;
    };

  private slots:
    void theSecondAddsAViewOfTheSameBuffer_data() {
        QTest::addColumn<bool>("isSplitFirst");
        QTest::newRow("after the run") << false;
        QTest::newRow("before the run") << true;
    }

    void theSecondAddsAViewOfTheSameBuffer() {
        QFETCH(bool, isSplitFirst);
        SplitWindow at(isSplitFirst);
        QVERIFY(at.isSplit());
        QCOMPARE(at.second().currentBuffer(), at.first().currentBuffer());
        QVERIFY(at.viewOf(at.second()) != at.viewOf(at.first()));
        QVERIFY(at.first().showBuffer(QStringLiteral("a")));
        QCOMPARE(at.second().currentBuffer(), QStringLiteral("a"));
    }

    void anotherBufferInTheSecondStays() {
        SplitWindow at;
        QVERIFY(at.first().showBuffer(QStringLiteral("a")));
        QVERIFY(at.second().showBuffer(QStringLiteral("b")));
        QCOMPARE(at.first().currentBuffer(), QStringLiteral("a"));
        QVERIFY(at.first().showBuffer(QStringLiteral("dest")));
        QCOMPARE(at.second().currentBuffer(), QStringLiteral("b"));
        QVERIFY(at.second().showBuffer(QStringLiteral("dest"))); // together again
        QVERIFY(at.first().showBuffer(QStringLiteral("a")));
        QCOMPARE(at.second().currentBuffer(), QStringLiteral("a"));
    }

    void theSelectedElementIsThatOfBoth() {
        SplitWindow at;
        at.choose(at.second(), QStringLiteral("Hex"));
        ElementTable& table = at.tableOf(at.first());
        QTRY_VERIFY(table.source().rows > 0);
        const std::int64_t columns = table.source().columns;
        const auto selected = [&] { return table.currentRow() * columns + table.currentColumn(); };
        table.setCurrent(3 / columns, 3 % columns);
        ElementTable& bytes = at.tableOf(at.second());
        const std::int64_t perRow = bytes.source().columns;
        const auto byte = [&] { return bytes.currentRow() * perRow + bytes.currentColumn(); };
        QTRY_COMPARE(byte(), std::int64_t(3 * 4 + 3)); // its last one
        bytes.setCurrent(0, 4);
        QTRY_COMPARE(selected(), std::int64_t(1));
        QVERIFY(at.second().showBuffer(QStringLiteral("b")));
        bytes.setCurrent(0, 7);
        QCOMPARE(selected(), std::int64_t(1));
    }

    void bothShowTheNextRun() {
        SplitWindow at;
        at.choose(at.second(), QStringLiteral("Table"));
        at.window->document().edit(QStringLiteral("fewer"), [](auto& project) {
            project.parameters["n"] = {"3", {}};
        });
        run(at.window);
        for (const BufferInspector* inspector : {&at.first(), &at.second()}) {
            const ElementTable& table = at.tableOf(*inspector);
            QTRY_VERIFY(table.source().rows > 0 &&
                        (table.source().rows - 1) * table.source().columns < 3);
            QTRY_VERIFY(at.firstCell(*inspector) != QStringLiteral("…"));
        }
    }

    void oneOfThemIsClosed() {
        SplitWindow at;
        at.click("inspectorClose");
        QVERIFY(!at.isSplit());
        run(at.window);
        at.click("inspectorSplit");
        QVERIFY(at.isSplit());
        at.click("inspectorSplit");
        QTRY_COMPARE(at.panel->findChildren<BufferInspector*>().size(), 1);
    }

    void besideWhereThereIsRoom() {
        SplitWindow at;
        auto* splitter = at.panel->findChild<QSplitter*>();
        at.panel->setParent(nullptr);
        at.panel->resize(1400, 400);
        at.panel->show();
        QTRY_COMPARE(splitter->orientation(), Qt::Horizontal);
        at.panel->resize(500, 700);
        QTRY_COMPARE(splitter->orientation(), Qt::Vertical);
        delete at.panel;
    }
};

WARPBENCH_WIDGET_TEST(TstInspectorPanel)
} // namespace tst_inspector_panel

#include "tst_inspector_panel.moc"
