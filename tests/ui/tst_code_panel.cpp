// SPDX-License-Identifier: GPL-3.0-or-later
// The generated code beside its source in the window, with real events: links, search, stale code,
// and messages about the compile cache.
#include "tests/main.h"
#include "tests/ui/window_fixture.h"
#include "ui/commands/actions.h"
#include "ui/docks/panel_docks.h"
#include "ui/editor/source_link.h"
#include "ui/panels/listing_panel.h"
#include "ui/panels/resources_panel.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QTreeView>

#include <algorithm>

namespace tst_code_panel {

using namespace warpbench;
using namespace warpbench::ui;

class TstCodePanel : public WindowFixture {
    Q_OBJECT

  private slots:
    void codeAndSourceAreLinkedBothWays() {
        OpenWindow window(QStringLiteral("transpose"));
        window->docks().focus(QStringLiteral("code"));
        auto& panel = window->panel<ListingPanel>();
        QVERIFY(saysSomething(panel));
        compile(window);
        QTRY_VERIFY_WITH_TIMEOUT(panel.model().rowCount() > 20, kPatience);
        auto* view = panel.findChild<QTreeView*>(QStringLiteral("listingView"));
        auto* functions = panel.findChild<QComboBox*>(QStringLiteral("listingFunction"));
        QCOMPARE(functions->count(), 3);
        // The caret's line marks what became of it, and brings it into view.
        window->pane().editor().setCursorPosition(38, 0);
        QTRY_COMPARE(panel.model().linkedLine(), 39);
        const int row = panel.model().firstRowOf(39);
        QVERIFY(row > 0);
        QTRY_VERIFY(view->viewport()->rect().intersects(
            view->visualRect(panel.model().index(row, ListingModel::TextColumn))));
        // A click on an instruction goes to its source line, and the selection stays.
        const int other = panel.model().firstRowOf(10);
        view->scrollTo(panel.model().index(other, 0), QAbstractItemView::PositionAtTop);
        const QRect at = view->visualRect(panel.model().index(other, ListingModel::TextColumn));
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, at.center());
        QCOMPARE(lineOf(window.editor()), 10);
        QTRY_COMPARE(panel.model().linkedLine(), 10);
        // The same by keys.
        view->setFocus();
        view->setCurrentIndex(panel.model().index(row, 0));
        QTest::keyClick(view, Qt::Key_Return);
        QCOMPARE(lineOf(window.editor()), 39);
        // The mouse over the code marks the line of the source.
        auto* link = window->findChild<SourceLink*>();
        QTest::mouseMove(view->viewport(), QPoint(2, 2));
        const QRect hovered = view->visualRect(
            panel.model().index(panel.model().firstRowOf(39), ListingModel::TextColumn));
        QTest::mouseMove(view->viewport(), QPoint(hovered.left() + 40, hovered.center().y()));
        QTRY_COMPARE(link->markedLine(), 39);
    }

    /// Behind another tab nothing is made; what came meanwhile is there when the panel is in front.
    void hiddenCodeMakesNothing() {
        OpenWindow window;
        window->docks().focus(QStringLiteral("code"));
        auto& panel = window->panel<ListingPanel>();
        window->docks().focus(QStringLiteral("problems"));
        auto* dock = qobject_cast<QDockWidget*>(panel.parentWidget());
        QVERIFY(dock);
        auto* front = window->findChild<QDockWidget*>(QStringLiteral("problemsDock"));
        window->tabifyDockWidget(dock, front);
        front->raise();
        QCoreApplication::processEvents();
        const int linked = panel.model().linkedLine();
        QVERIFY(linked != 5);
        compile(window);
        QVERIFY(window->workbench().results.code().code);
        window.editor().setCursorPosition(4, 0);
        QCoreApplication::processEvents();
        QCOMPARE(panel.model().rowCount(), 0);
        QCOMPARE(panel.model().linkedLine(), linked);
        dock->raise();
        QTRY_VERIFY_WITH_TIMEOUT(panel.model().rowCount() > 3, kPatience);
        QCOMPARE(panel.model().linkedLine(), 5);
    }

    void staleCodeSaysSo() {
        OpenWindow window;
        window->docks().focus(QStringLiteral("code"));
        auto& panel = window->panel<ListingPanel>();
        compile(window);
        QTRY_VERIFY_WITH_TIMEOUT(panel.model().rowCount() > 3, kPatience);
        auto* stale = panel.findChild<QLabel*>(QStringLiteral("listingStale"));
        QVERIFY(stale->isHidden());
        window.editor().setFocus();
        window.editor().setCursorPosition(0, 0);
        QTest::keyClicks(&window.editor(), QStringLiteral("// "));
        QVERIFY(!stale->isHidden());
        compile(window);
        QTRY_VERIFY(stale->isHidden());
    }

    void allLinesFindAndCopy() {
        OpenWindow window;
        window->docks().focus(QStringLiteral("code"));
        auto& panel = window->panel<ListingPanel>();
        compile(window);
        QTRY_VERIFY_WITH_TIMEOUT(panel.model().rowCount() > 3, kPatience);
        const int few = panel.model().rowCount();
        auto* everything = panel.findChild<QCheckBox*>(QStringLiteral("listingEverything"));
        everything->setFocus();
        QTest::keyClick(everything, Qt::Key_Space);
        QVERIFY(panel.model().rowCount() > few);
        QTest::keyClick(everything, Qt::Key_Space);
        QCOMPARE(panel.model().rowCount(), few);
        auto* view = panel.findChild<QTreeView*>(QStringLiteral("listingView"));
        view->setFocus();
        QTest::keyClick(view, Qt::Key_Slash);
        auto* find = panel.findChild<QLineEdit*>(QStringLiteral("listingFind"));
        QVERIFY(find->hasFocus());
        QTest::keyClicks(find, QStringLiteral("ret"));
        QVERIFY(view->currentIndex().isValid());
        QVERIFY(view->currentIndex()
                    .siblingAtColumn(ListingModel::TextColumn)
                    .data()
                    .toString()
                    .contains(QStringLiteral("ret")));
        QTest::keyClicks(find, QStringLiteral("zzz"));
        QVERIFY(find->property("invalid").toBool());
        view->setFocus();
        QTest::keyClick(view, Qt::Key_C, Qt::ControlModifier);
        QVERIFY(QApplication::clipboard()->text().contains(QStringLiteral("ret")));
    }

    void sassSaysHowToGetIt() {
        OpenWindow window;
        window->docks().focus(QStringLiteral("code"));
        auto& panel = window->panel<ListingPanel>();
        compile(window);
        const QByteArray before = qgetenv("WARPBENCH_CUDA_HOME");
        qputenv("WARPBENCH_CUDA_HOME", "/nonexistent");
        QVERIFY(panel.showPart(QStringLiteral("sass")));
        QTRY_VERIFY_WITH_TIMEOUT(textOf(panel).contains(QStringLiteral("Get the Compiler")),
                                 kPatience);
        if (before.isNull())
            qunsetenv("WARPBENCH_CUDA_HOME");
        else
            qputenv("WARPBENCH_CUDA_HOME", before);
    }

    void sassIsLinkedWithSourceAndPtx() {
        if (compile::compilerInfo().disassembler.empty())
            QSKIP("no nvdisasm here: `warpbench-cli doctor --install-compiler` fetches it");
        OpenWindow window;
        window->docks().focus(QStringLiteral("code"));
        auto& panel = window->panel<ListingPanel>();
        compile(window);
        QVERIFY(panel.showPart(QStringLiteral("sass")));
        QTRY_VERIFY_WITH_TIMEOUT(panel.model().find(QStringLiteral("STG"), 0, 1) >= 0, kPatience);
        const int store = panel.model().find(QStringLiteral("STG"), 0, 1);
        const Listing& listing = *panel.model().listing();
        const int line = listing.sourceLine(panel.model().lineOf(store));
        QVERIFY(line > 0);
        auto* view = panel.findChild<QTreeView*>(QStringLiteral("listingView"));
        view->setCurrentIndex(panel.model().index(store, ListingModel::TextColumn));
        view->setFocus();
        QTest::keyClick(view, Qt::Key_Return);
        QTRY_COMPARE(lineOf(window.editor()), line);
        QVERIFY(listing.ptxLine(panel.model().lineOf(store)) > 0);
        // Only what runs is shown: no line of the kernel's name above its code.
        QCOMPARE(panel.model().find(QStringLiteral(".global"), 0, 1), -1);
    }

    void compilesAreToldWithWhatTheCacheHad() {
        OpenWindow window;
        const auto told = [&] {
            const auto& entries = window->workbench().log.entries();
            const auto last = std::find_if(entries.rbegin(), entries.rend(), [](const LogEntry& e) {
                return e.level == LogEntry::Level::compile;
            });
            return last == entries.rend() ? QString() : last->text;
        };
        QVERIFY(told().isEmpty());
        compile(window);
        QVERIFY2(told().contains(QStringLiteral(" for sm_")), qPrintable(told()));
        const QString before = window.editor().text();
        window.editor().setText(before + QStringLiteral("// changed\n"));
        compile(window);
        QVERIFY2(told().endsWith(QStringLiteral("the source changed")), qPrintable(told()));
        QVERIFY(told().contains(QStringLiteral("compiled in ")));
        window.editor().setText(before);
        compile(window);
        QVERIFY2(told().endsWith(QStringLiteral("from the cache")), qPrintable(told()));
        window->docks().focus(QStringLiteral("resources"));
        QTRY_VERIFY(
            textOf(window->panel<ResourcesPanel>()).contains(QStringLiteral("from the cache")));
    }

  private:
    static QString textOf(const QWidget& panel) {
        QString text;
        for (const QLabel* label : panel.findChildren<QLabel*>()) {
            if (label->isVisible())
                text += label->text();
        }
        return text;
    }
    static bool saysSomething(const QWidget& panel) {
        return textOf(panel).contains(QStringLiteral("the source to see the "));
    }
};

WARPBENCH_WIDGET_TEST(TstCodePanel)
} // namespace tst_code_panel

#include "tst_code_panel.moc"
