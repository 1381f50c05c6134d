// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse handling of tabbed docks without title bars.
#include "tests/main.h"
#include "tests/ui/ui_test.h"
#include "ui/docks/dock_tabs.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QDockWidget>
#include <QLabel>
#include <QMainWindow>
#include <QMenu>
#include <QSignalSpy>
#include <QStyleHints>
#include <QTabBar>
#include <QTest>

namespace tst_dock_tabs {

using namespace warpbench;
using namespace warpbench::ui;

class TstDockTabs : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { prepareUiTest(m_home); }

    void init() {
        m_window = std::make_unique<QMainWindow>();
        m_window->setDockOptions(QMainWindow::AllowTabbedDocks);
        m_tabs = new DockTabs(*m_window);
        m_window->setCentralWidget(new QLabel(QStringLiteral("code")));
        m_docks.clear();
        for (const char* name : {"one", "two", "three"}) {
            auto* dock = new QDockWidget(QString::fromLatin1(name), m_window.get());
            dock->setObjectName(dock->windowTitle());
            dock->setWidget(new QLabel(dock->windowTitle()));
            m_window->addDockWidget(Qt::BottomDockWidgetArea, dock);
            if (!m_docks.isEmpty())
                m_window->tabifyDockWidget(m_docks.last(), dock);
            dock->setTitleBarWidget(new QWidget(dock)); // its title is on the tab
            m_docks << dock;
        }
        m_window->resize(600, 500);
        m_window->show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        QTRY_VERIFY(bar() && bar()->count() == 3);
    }

    void aDoubleClickMaximizes() {
        const QDockWidget* wanted = nullptr;
        connect(m_tabs, &DockTabs::maximizeWanted, this,
                [&wanted](QDockWidget* dock) { wanted = dock; });
        QTest::mouseDClick(bar(), Qt::LeftButton, {}, tab(1));
        QCOMPARE(wanted, m_docks[1]);
        QVERIFY(!m_docks[1]->isFloating());
    }

    /// A title bar behaves like a tab; the panel's contents do not.
    void aDoubleClickOnATitleMaximizes() {
        m_window->addDockWidget(Qt::RightDockWidgetArea, m_docks[0]);
        m_docks[0]->setTitleBarWidget(nullptr);
        m_docks[0]->show();
        QSignalSpy wanted(m_tabs, &DockTabs::maximizeWanted);
        QTRY_VERIFY(m_docks[0]->widget()->y() > 4);
        QTest::mouseDClick(m_docks[0]->widget(), Qt::LeftButton);
        QCOMPARE(wanted.count(), 0);
        QTest::mouseDClick(m_docks[0], Qt::LeftButton, {}, QPoint(10, 4));
        QCOMPARE(wanted.count(), 1);
        QVERIFY(!m_docks[0]->isFloating());
    }

    void theMiddleButtonCloses() {
        QTest::mouseClick(bar(), Qt::MiddleButton, {}, tab(0));
        QVERIFY(m_docks[0]->isHidden());
        QVERIFY(!m_docks[1]->isHidden());
    }

    void theMenuClosesFloatsAndMaximizes() {
        QSignalSpy wanted(m_tabs, &DockTabs::maximizeWanted);
        for (const int entry : {1, 0, 2}) {
            QContextMenuEvent ask(QContextMenuEvent::Mouse, tab(1), bar()->mapToGlobal(tab(1)));
            QApplication::sendEvent(bar(), &ask);
            auto* menu = m_window->findChild<QMenu*>(QStringLiteral("dockTabMenu"));
            QVERIFY(menu);
            menu->actions()[entry]->trigger();
            menu->close();
            QTRY_VERIFY(!m_window->findChild<QMenu*>(QStringLiteral("dockTabMenu")));
        }
        QCOMPARE(wanted.count(), 1);
        QVERIFY(m_docks[1]->isFloating());
        QVERIFY(m_docks[2]->isHidden());
    }

    void aTabIsDraggedOut() {
        const QPoint from = tab(1);
        const int far = 10 * QGuiApplication::styleHints()->startDragDistance();
        QTest::mousePress(bar(), Qt::LeftButton, {}, from);
        move(from + QPoint(far / 5, 0)); // along the bar the tab is moved
        move(from + QPoint(far, -far));
        move(from + QPoint(far, -2 * far));
        QTRY_VERIFY(m_docks[1]->isFloating());
        QTest::mouseRelease(bar(), Qt::LeftButton, {}, from + QPoint(far, -2 * far));
        QVERIFY(!m_docks[0]->isFloating());
    }

  private:
    QTabBar* bar() const {
        return m_window->findChild<QTabBar*>(QString(), Qt::FindDirectChildrenOnly);
    }
    QPoint tab(int index) const { return bar()->tabRect(index).center(); }
    void move(QPoint to) {
        QMouseEvent event(QEvent::MouseMove, to, bar()->mapToGlobal(to), Qt::NoButton,
                          Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(bar(), &event);
        QCoreApplication::processEvents();
    }

    QTemporaryDir m_home;
    std::unique_ptr<QMainWindow> m_window;
    QList<QDockWidget*> m_docks;
    DockTabs* m_tabs = nullptr;
};

WARPBENCH_WIDGET_TEST(TstDockTabs)
} // namespace tst_dock_tabs

#include "tst_dock_tabs.moc"
