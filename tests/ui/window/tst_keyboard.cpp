// SPDX-License-Identifier: GPL-3.0-or-later
// The window without a mouse or without sight: Tab walks through each panel, toolbar and dialog in
// both directions, and everything that takes the focus has a name.
#include "tests/main.h"
#include "tests/ui/drawn_test.h"
#include "tests/ui/window_test.h"
#include "ui/commands/actions.h"
#include "ui/dialogs/compiler_dialog.h"
#include "ui/dialogs/conflict_dialog.h"
#include "ui/dialogs/copy_dialog.h"
#include "ui/dialogs/help_window.h"
#include "ui/dialogs/settings_dialog.h"
#include "ui/docks/panel_docks.h"
#include "ui/docks/panel_table.h"
#include "ui/window/run_presenter.h"
#include "ui/words/text.h"

#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QSet>
#include <QSignalSpy>
#include <QTextBrowser>
#include <QToolBar>
#include <QToolButton>

#include <algorithm>

namespace tst_keyboard {

using namespace warpbench;
using namespace warpbench::ui;

namespace {

constexpr int kMostStops = 400; // of Tab, in the whole window

/// A part of another control, such as the field of a combo box, which represents both.
bool isPart(const QWidget& widget) {
    const QWidget* parent = widget.parentWidget();
    return qobject_cast<const QComboBox*>(parent) ||
           qobject_cast<const QAbstractSpinBox*>(parent) ||
           widget.objectName().startsWith(QLatin1String("qt_")) || widget.focusProxy() != nullptr;
}

bool takesTab(const QWidget& widget) {
    return (widget.focusPolicy() & Qt::TabFocus) && widget.isEnabled() && widget.isVisible() &&
           !widget.visibleRegion().isEmpty() && !isPart(widget);
}

int stopsIn(const QWidget& root) {
    const auto all = root.findChildren<QWidget*>();
    return int(std::count_if(all.begin(), all.end(),
                             [](const QWidget* widget) { return takesTab(*widget); }));
}

QString nameOf(QWidget& widget) {
    QAccessibleInterface* access = QAccessible::queryAccessibleInterface(&widget);
    return access ? access->text(QAccessible::Name).trimmed() : QString();
}

QString tell(const QWidget& widget) {
    QString path;
    for (const QWidget* at = &widget; at && path.size() < 200; at = at->parentWidget())
        path += QStringLiteral(" < %1 “%2”")
                    .arg(QLatin1String(at->metaObject()->className()), at->objectName());
    return path.mid(3);
}

/// \returns errors in the names of widgets in `root`, one per line; empty: none
QStringList wrongNames(QWidget& root) {
    QStringList wrong;
    for (QWidget* widget : root.findChildren<QWidget*>()) {
        const auto* button = qobject_cast<QToolButton*>(widget);
        if (button && button->isVisible() && !isPart(*widget) && button->toolTip().isEmpty())
            wrong << QStringLiteral("no tool tip: ") + tell(*widget);
        if (!(widget->focusPolicy() & Qt::TabFocus) || isPart(*widget) || !widget->isVisible())
            continue;
        const QString name = nameOf(*widget);
        if (name.isEmpty())
            wrong << QStringLiteral("no name: ") + tell(*widget);
        else if (name.startsWith(u'Q') && name == QLatin1String(widget->metaObject()->className()))
            wrong << QStringLiteral("a class for a name: ") + tell(*widget);
    }
    return wrong;
}

/// Walks from the focus by Tab (or back) until the focus is outside of `root`, or where it began.
/// \returns where it came by; `left` says whether it got out or round
QSet<QWidget*> walk(QWidget& root, bool back, bool& left) {
    QSet<QWidget*> seen;
    left = false;
    for (int i = 0; i < kMostStops && !left; ++i) {
        QWidget* now = QApplication::focusWidget();
        if (!now)
            break;
        for (QWidget* at = now; at && at != &root; at = at->parentWidget())
            seen.insert(at); // including its parents
        QTest::keyClick(now, back ? Qt::Key_Backtab : Qt::Key_Tab,
                        back ? Qt::ShiftModifier : Qt::NoModifier);
        QWidget* next = QApplication::focusWidget();
        if (next == now && (qobject_cast<QTextBrowser*>(now) || qobject_cast<QLabel*>(now)))
            continue; // to its next link
        if (next == now) {
            left = stopsIn(root) == 1; // else it is caught
            break;
        }
        left = !next || !root.isAncestorOf(next) || (i > 0 && seen.contains(next));
    }
    return seen;
}

} // namespace

class TstKeyboard : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { prepareDrawnTest(m_home); }

    void eachPanelIsWalkedThrough_data() {
        QTest::addColumn<QString>("id");
        for (const PanelRow& row : panelTable())
            QTest::newRow(qPrintable(row.id.text())) << row.id.text();
    }
    void eachPanelIsWalkedThrough() {
        QFETCH(QString, id);
        OpenWindow& window = ran();
        window->docks().focus(id);
        QApplication::processEvents();
        QWidget* panel =
            window.find<QDockWidget>(qPrintable(id + QStringLiteral("Dock")))->widget();
        QVERIFY(panel);
        const QStringList wrong = wrongNames(*panel);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
        QWidget* first = QApplication::focusWidget();
        QVERIFY2(first && (first == panel || panel->isAncestorOf(first)),
                 first ? qPrintable(tell(*first)) : "nothing has the focus");
        if (first == panel)
            return; // there is nothing in it
        QSet<QWidget*> wanted;
        for (QWidget* widget : panel->findChildren<QWidget*>()) {
            if (takesTab(*widget))
                wanted.insert(widget);
        }
        bool left = false;
        QSet<QWidget*> seen = walk(*panel, false, left);
        QVERIFY2(left, qPrintable(QStringLiteral("Tab is caught in ") +
                                  tell(*QApplication::focusWidget())));
        first->setFocus();
        seen += walk(*panel, true, left);
        QVERIFY2(left, qPrintable(QStringLiteral("Shift+Tab is caught in ") +
                                  tell(*QApplication::focusWidget())));
        QStringList missed;
        for (QWidget* widget : wanted - seen) {
            if (widget->isVisible() && takesTab(*widget)) // walking may have hidden it
                missed << tell(*widget);
        }
        QVERIFY2(missed.isEmpty(),
                 qPrintable(QStringLiteral("not reached:\n") + missed.join(u'\n')));
    }

    /// The editor uses Tab itself, like any editor: shortcuts leave it and return to it.
    void theEditorIsLeftAndComeBackTo() {
        OpenWindow& window = ran();
        window.editor().setFocus();
        QVERIFY(window.editor().hasFocus());
        for (const PanelRow& row : panelTable()) {
            window->docks().focus(row.id.text());
            QVERIFY2(!window.editor().hasFocus(), qPrintable(row.id.text()));
            window->actionSet().focusEditor->trigger();
            QVERIFY2(window.editor().hasFocus(), qPrintable(row.id.text()));
        }
        QVERIFY(!window->actionSet().focusEditor->shortcut().isEmpty());
        QVERIFY(!window->actionSet().commands->shortcut().isEmpty()); // names every panel
    }

    void theToolBarIsWalkedThrough() {
        OpenWindow& window = ran();
        auto* bar = window.find<QToolBar>("mainToolBar");
        const QStringList wrong = wrongNames(*bar);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
        QList<QWidget*> buttons;
        for (auto* button : bar->findChildren<QToolButton*>()) {
            if (takesTab(*button))
                buttons << button;
        }
        QVERIFY(buttons.size() >= 4);
        buttons.first()->setFocus();
        bool left = false;
        const QSet<QWidget*> seen = walk(*bar, false, left);
        QVERIFY(left);
        for (QWidget* button : std::as_const(buttons))
            QVERIFY2(seen.contains(button), qPrintable(tell(*button)));
    }

    void eachDialogIsWalkedThrough_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"settings", "newProject", "shortcuts", "about", "commands"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void eachDialogIsWalkedThrough() {
        QFETCH(QString, name);
        OpenWindow& window = ran();
        const Actions& actions = window->actionSet();
        QAction* action = name == QLatin1String("settings")     ? actions.settings
                          : name == QLatin1String("newProject") ? actions.newProject
                          : name == QLatin1String("shortcuts")  ? actions.shortcuts
                          : name == QLatin1String("about")      ? actions.about
                                                                : actions.commands;
        bool looked = false;
        QStringList wrong;
        bool left = false;
        bool leftBack = false;
        QString caught;
        whenAsked([&](QDialog& dialog) {
            looked = true;
            dialog.activateWindow();
            if (!QTest::qWaitForWindowActive(&dialog))
                return;
            if (const auto* settings = qobject_cast<SettingsDialog*>(&dialog))
                QTRY_VERIFY(settings->complete());
            wrong = wrongNames(dialog);
            if (nameOf(dialog).isEmpty())
                wrong << QStringLiteral("the dialog has no title");
            walk(dialog, false, left);
            walk(dialog, true, leftBack);
            if (const QWidget* at = QApplication::focusWidget())
                caught = tell(*at);
            dialog.reject();
        });
        action->trigger();
        QTRY_VERIFY(looked);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
        QVERIFY2(left && leftBack, qPrintable(caught));
        window.activate();
    }

    void eachWindowBesideItIsWalkedThrough_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"compiler", "conflict", "help"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void eachWindowBesideItIsWalkedThrough() {
        QFETCH(QString, name);
        std::unique_ptr<QDialog> dialog;
        if (name == QLatin1String("compiler"))
            dialog = std::make_unique<CompilerDialog>(nullptr);
        else if (name == QLatin1String("conflict"))
            dialog = std::make_unique<ConflictDialog>(std::vector<ProjectDocument::DiskChange>{
                {QStringLiteral("/a/kernel.cu"), QStringLiteral("one\ntheirs\n"),
                 QStringLiteral("one\nours\n")}});
        else
            dialog = std::make_unique<HelpWindow>(nullptr);
        if (auto* help = qobject_cast<HelpWindow*>(dialog.get()))
            help->openManual(QStringLiteral("window/buffers.md#plot"));
        dialog->show();
        dialog->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(dialog.get()));
        const QStringList wrong = wrongNames(*dialog);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
        QVERIFY(!nameOf(*dialog).isEmpty());
        if (!QApplication::focusWidget())
            QTest::keyClick(dialog.get(), Qt::Key_Tab);
        QSet<QWidget*> wanted;
        for (QWidget* widget : dialog->findChildren<QWidget*>()) {
            if (takesTab(*widget))
                wanted.insert(widget);
        }
        bool left = false;
        QSet<QWidget*> seen = walk(*dialog, false, left);
        QVERIFY2(left, qPrintable(tell(*QApplication::focusWidget())));
        seen += walk(*dialog, true, left);
        QVERIFY2(left, qPrintable(tell(*QApplication::focusWidget())));
        for (QWidget* widget : wanted - seen)
            QFAIL(qPrintable(QStringLiteral("not reached: ") + tell(*widget)));
        // Esc leaves each, and changes nothing.
        QTest::keyClick(dialog.get(), Qt::Key_Escape);
        QVERIFY(!dialog->isVisible());
        QCOMPARE(dialog->result(), int(QDialog::Rejected));
    }

    /// During a large copy there is one button, and Esc also presses it.
    void theCopyDialogIsLeftByKeys() {
        QTemporaryDir from;
        QTemporaryDir to;
        QFile large(from.filePath(QStringLiteral("large.bin")));
        QVERIFY(large.open(QIODevice::WriteOnly) && large.resize(qint64(4) << 30)); // all holes
        large.close();
        QString title;
        QStringList wrong;
        bool left = false;
        bool leftBack = false;
        QString focused;
        whenAsked([&](QDialog& dialog) {
            dialog.activateWindow();
            if (!QTest::qWaitForWindowActive(&dialog))
                return;
            title = nameOf(dialog);
            wrong = wrongNames(dialog);
            walk(dialog, false, left);
            walk(dialog, true, leftBack);
            if (QWidget* at = QApplication::focusWidget())
                focused = nameOf(*at);
            QTest::keyClick(&dialog, Qt::Key_Escape);
        });
        QString failure;
        try {
            copyWithProgress(&*ran(), {{QStringLiteral("large.bin")}, {}}, from.path(), to.path());
        } catch (const Error& error) {
            failure = error.kind() == ErrorKind::cancelled ? QStringLiteral("cancelled")
                                                           : qs(error.line());
        }
        QCOMPARE(failure, QStringLiteral("cancelled"));
        QCOMPARE(focused, QStringLiteral("Cancel"));
        QVERIFY(!title.isEmpty());
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
        QVERIFY(left && leftBack);
        QVERIFY(QDir(to.path()).isEmpty());
        m_window->activate();
    }

  private:
    /// The same window for all: a lesson that has run.
    OpenWindow& ran() {
        if (!m_window) {
            m_window = std::make_unique<OpenWindow>(QStringLiteral("transpose"));
            if (!compilerIsMissing()) {
                QSignalSpy shown(&(*m_window)->presenter(), &RunPresenter::reportShown);
                (*m_window)->actionSet().run->trigger();
                [&] { QTRY_VERIFY_WITH_TIMEOUT(!shown.isEmpty(), kPatience); }();
            }
            m_window->activate();
        }
        return *m_window;
    }

    QTemporaryDir m_home;
    std::unique_ptr<OpenWindow> m_window;

  private slots:
    void cleanupTestCase() { m_window.reset(); }
};

WARPBENCH_WIDGET_TEST(TstKeyboard)
} // namespace tst_keyboard

#include "tst_keyboard.moc"
