// SPDX-License-Identifier: GPL-3.0-or-later
// The window before anything is opened.
#include "tests/main.h"
#include "tests/ui/window_test.h"
#include "ui/commands/actions.h"
#include "ui/dialogs/command_palette.h"
#include "ui/dialogs/key_bindings.h"
#include "ui/dialogs/message.h"
#include "ui/dialogs/settings.h"
#include "ui/dialogs/settings_dialog.h"
#include "ui/dialogs/templates.h"
#include "ui/docks/panel_docks.h"
#include "ui/elements/element_text.h"
#include "ui/run/devices_model.h"
#include "ui/theme/text_scale.h"
#include "ui/theme/theme.h"
#include "ui/window/command_list.h"
#include "ui/window/start_page.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDockWidget>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QToolButton>
#include <QTreeWidget>

#include <algorithm>
#include <functional>
#include <span>

namespace tst_start {

using namespace warpbench;
using namespace warpbench::ui;

class TstStart : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        prepareUiTest(m_home);
        QVERIFY2(fontsAvailable(), "no font is installed: install fonts-dejavu-core");
    }

    void theCourseNamesEveryLessonOnce() {
        const auto lessons = findExamples();
        QVERIFY(lessons.size() >= 8);
        QCOMPARE(QFileInfo(lessons.front().path).completeBaseName(),
                 QStringLiteral("vector_multiply"));
        QStringList levels;
        for (const Example& lesson : lessons) {
            QVERIFY2(!lesson.teaches.isEmpty(), qPrintable(lesson.name));
            if (levels.isEmpty() || levels.last() != lesson.level) {
                QVERIFY2(!levels.contains(lesson.level), qPrintable(lesson.level));
                levels << lesson.level;
            }
        }
    }

    void aLessonIsOpenedByTheKeyboard() {
        MainWindow window(testOptions());
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        window.showStartPage();
        auto* page = window.findChild<StartPage*>();
        QVERIFY(page->isVisible());
        QTRY_VERIFY(page->complete());
        QPushButton* lesson = nullptr;
        for (int i = 0; i < 60 && !lesson; ++i) {
            auto* focused = qobject_cast<QPushButton*>(QApplication::focusWidget());
            QVERIFY2(focused && page->isAncestorOf(focused), "Tab leads out of the page");
            if (focused->accessibleName().startsWith(QStringLiteral("Saxpy"))) {
                lesson = focused;
            } else {
                QTest::keyClick(focused, Qt::Key_Tab);
            }
        }
        QVERIFY(lesson);
        QTest::keyClick(lesson, Qt::Key_Space);
        QVERIFY(!page->isVisible());
        QCOMPARE(window.document().displayName(), QStringLiteral("Saxpy"));
        QVERIFY(window.pane().editor().hasFocus());
        // So does Enter, whatever the desktop's settings.
        for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Enter}) {
            window.showStartPage();
            QPushButton* card = entry(*page, QStringLiteral("Transpose"));
            card->setFocus();
            QTest::keyClick(card, key);
            QVERIFY(!page->isVisible());
            QCOMPARE(window.document().displayName(), QStringLiteral("Transpose"));
        }
    }

    /// Opening from the page behaves like opening from a menu.
    void aLessonHasRoomToBeRead() {
        settings::setTourSeen(true);
        MainWindow::Options options = testOptions();
        options.remember = true;
        MainWindow window(options);
        window.show();
        window.showStartPage();
        QPushButton* lesson =
            entry(*window.findChild<StartPage*>(), QStringLiteral("Vector multiply"));
        QTest::mouseClick(lesson, Qt::LeftButton);
        const auto teach = std::size_t(Perspective::teach);
        QVERIFY(window.actionSet().perspectives[teach]->isChecked());
    }

    /// Without a project, there is no name to show and there are no problems.
    void nothingIsSaidOfAProjectThatIsNotThere() {
        settings::setTourSeen(true);
        MainWindow window(testOptions());
        window.show();
        window.showStartPage();
        const auto* problems = window.findChild<QWidget*>(QStringLiteral("statusProblems"));
        const auto* cursor = window.findChild<QWidget*>(QStringLiteral("statusCursor"));
        QCOMPARE(window.windowTitle(), QStringLiteral("Warpbench"));
        QVERIFY(!problems->isVisible() && !cursor->isVisible());
        QTest::mouseClick(entry(*window.findChild<StartPage*>(), QStringLiteral("Vector multiply")),
                          Qt::LeftButton);
        QVERIFY(window.windowTitle().startsWith(QStringLiteral("vector_multiply.warpbench")));
        QVERIFY(problems->isVisible() && cursor->isVisible());
    }

    /// The palette has them on the page too.
    void aPanelOfThePaletteTakesThePagesPlace() {
        MainWindow window(testOptions());
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        window.showStartPage();
        for (const Command& command : commandsOf(window)) {
            if (command.name == QStringLiteral("Panel: Output"))
                command.run();
        }
        QVERIFY(!window.findChild<StartPage*>()->isVisible());
        QDockWidget* output = window.docks().dockOf(QStringLiteral("output"));
        QTRY_VERIFY(output->isVisible() && output->isEnabled());
        QVERIFY(output->isAncestorOf(QApplication::focusWidget()));
    }

    /// A new device list keeps the selection, even that from the command line.
    void theChosenDeviceStays() {
        MainWindow window(testOptions());
        QTRY_VERIFY_WITH_TIMEOUT(window.devicesReady(), kPatience);
        const DevicesModel& devices = window.workbench().devices;
        int other = -1;
        for (int row = 0; row < devices.rowCount(); ++row) {
            if (devices.device(row)->usable() && devices.device(row) != devices.current())
                other = row;
        }
        if (other < 0)
            QSKIP("there is only one device here");
        window.pickDevice(other);
        const std::string chosen = devices.current()->selector;
        QSignalSpy listed(&window.controller(), &RunController::devicesListed);
        window.actionSet().refreshDevices->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(!listed.isEmpty(), kPatience);
        QCOMPARE(devices.current()->selector, chosen);
    }

    /// One of the two is to be seen: a panel that came up on the page could not be used.
    void aPanelThatIsAskedForTakesThePagesPlace() {
        MainWindow window(testOptions());
        window.show();
        window.showStartPage();
        const auto* page = window.findChild<StartPage*>();
        QVERIFY(!window.showPanel(QStringLiteral("nonsense")));
        QVERIFY(page->isVisible());
        QVERIFY(window.showPanel(QStringLiteral("code")));
        const auto* dock = window.findChild<QDockWidget*>(QStringLiteral("codeDock"));
        QVERIFY(!page->isVisible());
        QVERIFY(dock->isVisible() && dock->isEnabled() && window.pane().isEnabled());
    }

    void recentFilesAndTemplatesAreThere() {
        QTemporaryDir folder;
        settings::clearRecentFiles();
        const QString path = copyExample(QStringLiteral("transpose"), folder.path());
        settings::addRecentFile(path);
        MainWindow window(testOptions());
        window.show();
        window.showStartPage();
        auto* page = window.findChild<StartPage*>();
        QTest::mouseClick(entry(*page, QStringLiteral("transpose.warpbench")), Qt::LeftButton);
        QCOMPARE(window.document().path(), path);
        window.showStartPage();
        QTest::mouseClick(entry(*page, QStringLiteral("Empty kernel")), Qt::LeftButton);
        QVERIFY(window.document().path().isEmpty());
        QCOMPARE(window.document().project().launches.size(), std::size_t(1));
        QVERIFY(!page->isVisible());
    }

    void closingAProjectLeadsToIt() {
        OpenWindow window;
        window->actionSet().closeProject->trigger();
        auto* page = window->findChild<StartPage*>();
        QVERIFY(page && page->isVisible());
        // Nothing runs, steps or appears below the page, whatever requests it.
        const Actions& actions = window->actionSet();
        const auto isOff = [](const QAction* action) { return !action->isEnabled(); };
        const std::vector<const QAction*> ofProject{actions.run, actions.stepOver, actions.save,
                                                    actions.perspectives[1]};
        QVERIFY(std::all_of(ofProject.begin(), ofProject.end(), isOff));
        const auto docks = window->findChildren<QDockWidget*>();
        QVERIFY(std::all_of(docks.begin(), docks.end(), [&](const QDockWidget* dock) {
            return isOff(dock->toggleViewAction());
        }));
        QVERIFY(actions.open->isEnabled() && actions.settings->isEnabled());
        // There is no project to return to.
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QVERIFY(page->isVisible());
        QVERIFY(std::all_of(ofProject.begin(), ofProject.end(), isOff));
    }

    void itLeadsBackToWhatIsOpen() {
        OpenWindow window;
        const auto backs = [&window](const std::function<void(QPushButton&)>& leave) {
            window->actionSet().startPage->trigger();
            auto* page = window->findChild<StartPage*>();
            QVERIFY(page->isVisible());
            leave(*entry(*page, QStringLiteral("Back to Vector multiply")));
            QVERIFY(!page->isVisible());
            QVERIFY(window.editor().hasFocus());
            QVERIFY(window->actionSet().run->isEnabled());
        };
        backs([](QPushButton& back) { QTest::mouseClick(&back, Qt::LeftButton); });
        backs([](QPushButton& back) {
            QVERIFY(back.hasFocus());
            QTest::keyClick(&back, Qt::Key_Escape);
        });
    }

    void settingsAreFoundAndTakeEffect() {
        settings::setCodeFont({}, 10);
        OpenWindow window;
        whenAsked([&](QDialog& dialog) {
            QCOMPARE(dialog.objectName(), QStringLiteral("settingsDialog"));
            QTRY_VERIFY(static_cast<SettingsDialog&>(dialog).complete());
            auto* search = dialog.findChild<QLineEdit*>();
            auto* tab = field<QSpinBox>(dialog, QStringLiteral("Tab width"));
            auto* age = field<QSpinBox>(dialog, QStringLiteral("Maximum age of a copy"));
            search->setText(QStringLiteral("a"));
            QVERIFY(tab->isVisible() && age->isVisible());
            search->clear();
            QTest::keyClicks(search, QStringLiteral("crash"));
            QVERIFY(!tab->isVisible() && age->isVisible());
            search->setText(QStringLiteral("no such thing"));
            QVERIFY(!tab->isVisible() && !age->isVisible());
            search->clear();
            QVERIFY(!tab->isVisible()); // of another page than the one that is chosen
            tab->setValue(2);
            field<QSpinBox>(dialog, QStringLiteral("Size of code"))->setValue(14);
            field<QComboBox>(dialog, QStringLiteral("Theme"))
                ->setCurrentIndex(int(settings::ThemeChoice::dark));
        });
        window->actionSet().settings->trigger();
        QCOMPARE(window.editor().tabWidth(), 2);
        QVERIFY(Theme::instance().dark());
        QCOMPARE(codeFont().pointSize(), 14);
        settings::setThemeChoice(settings::ThemeChoice::light);
        QVERIFY(settings::themeChoice() == settings::ThemeChoice::light);
        setCodeFont({}, 10);
        window->setDark(false);
    }

    void settingsHavePagesAndGoBackOneByOne() {
        OpenWindow window;
        whenAsked([&](QDialog& dialog) {
            QTRY_VERIFY(static_cast<SettingsDialog&>(dialog).complete());
            auto* pages = dialog.findChild<QListWidget*>(QStringLiteral("settingsPages"));
            auto* tab = field<QSpinBox>(dialog, QStringLiteral("Tab width"));
            auto* digits = field<QComboBox>(dialog, QStringLiteral("Digits of fractions"));
            QVERIFY(!tab->isVisible() && !digits->isVisible()); // the first page is another
            QTest::keyClick(pages, Qt::Key_Down);
            QVERIFY(tab->isVisible() && !digits->isVisible());
            // By Tab from the pages to its fields, then to the button, whenever the page was made.
            auto* close = dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Close);
            const QWidget* at = pages;
            while (at != tab && at != close) {
                at = at->nextInFocusChain();
            }
            QVERIFY(at == tab);
            auto* reset = field<QToolButton>(dialog, QStringLiteral("Default of Tab width"));
            tab->setValue(settings::kTabWidth);
            QVERIFY(!reset->isEnabled());
            tab->setFocus();
            QTest::keyClick(tab, Qt::Key_Up);
            QCOMPARE(settings::tabWidth(), settings::kTabWidth + 1);
            QCOMPARE(window.editor().tabWidth(), settings::kTabWidth + 1);
            QTest::mouseClick(reset, Qt::LeftButton);
            QCOMPARE(window.editor().tabWidth(), settings::kTabWidth);
            QVERIFY(!reset->isEnabled());
            // The search covers all pages; selecting a page ends it.
            auto* search = dialog.findChild<QLineEdit*>();
            QTest::keyClicks(search, QStringLiteral("indent"));
            QVERIFY(tab->isVisible() && !digits->isVisible());
            search->clear();
            QTest::keyClicks(search, QStringLiteral("precision"));
            QVERIFY(!tab->isVisible() && digits->isVisible());
            pages->setCurrentRow(0);
            QVERIFY(search->text().isEmpty() && !digits->isVisible());
            QVERIFY(field<QComboBox>(dialog, QStringLiteral("Theme"))->isVisible());
        });
        window->actionSet().settings->trigger();
    }

    /// The page that is seen comes first; any other one as soon as it is asked for.
    void pagesOfTheSettingsAreMadeWhenTheyAreAskedFor() {
        OpenWindow window;
        for (const bool search : {true, false}) {
            SettingsDialog dialog(*window, window->workbench().devices);
            const auto named = [&dialog](const QString& name) -> QSpinBox* {
                for (auto* box : dialog.findChildren<QSpinBox*>()) {
                    if (box->accessibleName() == name)
                        return box;
                }
                return nullptr;
            };
            QVERIFY(!dialog.complete());
            QVERIFY(named(QStringLiteral("Size of code")));
            QVERIFY(!named(QStringLiteral("Tab width")));
            if (search)
                dialog.findChild<QLineEdit*>()->setText(QStringLiteral("indent"));
            else
                dialog.findChild<QListWidget*>()->setCurrentRow(1);
            QCOMPARE(dialog.complete(), search); // a search is over all of them
            QVERIFY(named(QStringLiteral("Tab width"))->isVisibleTo(&dialog));
            QTRY_VERIFY(dialog.complete());
            QVERIFY(named(QStringLiteral("Tab width"))->isVisibleTo(&dialog));
            QVERIFY(!named(QStringLiteral("Size of code"))->isVisibleTo(&dialog));
        }
    }

    void keysAreFoundAndChangedInTheSettings() {
        OpenWindow window;
        QAction* breakpoint = window->actionSet().toggleBreakpoint;
        const QKeySequence own = breakpoint->shortcut();
        whenAsked([&](QDialog& dialog) {
            QTest::keyClicks(dialog.findChild<QLineEdit*>(), QStringLiteral("toggle break"));
            auto* list = dialog.findChild<QTreeWidget*>(QStringLiteral("shortcutsList"));
            QVERIFY(list->isVisible());
            QList<QTreeWidgetItem*> shown;
            for (QTreeWidgetItemIterator at(list, QTreeWidgetItemIterator::NotHidden); *at; ++at) {
                if ((*at)->parent()) {
                    shown << *at;
                }
            }
            QCOMPARE(shown.size(), 1);
            list->setCurrentItem(shown.first());
            auto* key = dialog.findChild<QKeySequenceEdit*>();
            key->setFocus();
            QTest::keyClick(key, Qt::Key_J, Qt::ControlModifier | Qt::AltModifier);
            dialog.findChild<QPushButton*>(QStringLiteral("setKey"))->click();
            QCOMPARE(dialog.findChild<QLabel*>(QStringLiteral("keyProblem"))->text(), QString());
        });
        window->actionSet().settings->trigger();
        const QKeySequence chosen(QStringLiteral("Ctrl+Alt+J"));
        QCOMPARE(breakpoint->shortcut(), chosen);
        const auto commands = commandsOf(*window);
        QVERIFY(std::any_of(commands.begin(), commands.end(), [](const Command& command) {
            return command.keys == QLatin1String("Ctrl+Alt+J");
        }));
        // Another may have taken the old key meanwhile: it keeps that, and is named.
        QAction* compile = window->actionSet().compile;
        const QKeySequence ofCompile = compile->shortcut();
        chooseKey(*compile, own);
        const QString taken = restoreKeys(*window, *breakpoint);
        QVERIFY2(taken.contains(QLatin1String("Compile")), qPrintable(taken));
        QVERIFY(breakpoint->shortcut().isEmpty());
        restoreAllKeys(*window);
        QCOMPARE(breakpoint->shortcut(), own);
        QCOMPARE(compile->shortcut(), ofCompile);
        QVERIFY(settings::chosenKeys().isEmpty());
    }

    void numbersAreShownAsTheSettingsSay() {
        const float fraction = 1.23456789f;
        const auto bytesOf = [](const auto& value) { return std::as_bytes(std::span(&value, 1)); };
        const arrays::DType float32(arrays::Scalar::float32);
        QCOMPARE(shownElement(float32, bytesOf(fraction), false), QStringLiteral("1.2345679"));
        setNumberFormat({4, true});
        QCOMPARE(shownElement(float32, bytesOf(fraction), false), QStringLiteral("1.235"));
        const float whole = 4000000.f;
        QCOMPARE(shownElement(float32, bytesOf(whole), false).toDouble(), 4e6);
        const float small = -1.0627e-20f;
        QCOMPARE(shownElement(float32, bytesOf(small), false), QStringLiteral("-1.063e-20"));
        const float pair[2] = {0.111111f, 7.f};
        QCOMPARE(
            shownElement(arrays::DType::vector(arrays::Scalar::float32, 2), bytesOf(pair), false),
            QStringLiteral("(0.1111, 7)"));
        // What leaves the program is exact.
        QCOMPARE(elementText(float32, bytesOf(fraction), false), QStringLiteral("1.2345679"));
        QVERIFY(isShownInHex(arrays::DType(arrays::Scalar::int32)));
        QVERIFY(!isShownInHex(float32));
        setNumberFormat({});
        QVERIFY(!isShownInHex(arrays::DType(arrays::Scalar::int32)));
    }

    /// Two instances may run at once: neither overwrites the other's settings.
    void settingsAreWrittenInTheBackground() {
        const QString mine = m_home.filePath(QStringLiteral("mine.warpbench"));
        const QString theirs = m_home.filePath(QStringLiteral("theirs.warpbench"));
        write(mine, "{}");
        write(theirs, "{}");
        settings::clearRecentFiles();
        settings::setTabWidth(3);
        QCOMPARE(settings::tabWidth(), 3); // at once
        settings::flush();
        {
            QSettings other;
            QCOMPARE(other.value(QStringLiteral("editor/tabWidth")).toInt(), 3);
            QCOMPARE(other.value(settings::kVersionKey).toInt(), settings::kVersion);
            other.setValue(QStringLiteral("recentFiles"), QStringList{theirs});
            other.setValue(QStringLiteral("numbers/digits"), 5);
        }
        settings::addRecentFile(mine);
        settings::setTasksDone(QStringLiteral("a"), 1, 3);
        settings::setTasksDone(QStringLiteral("b"), 2, 2);
        settings::setTrusted(mine, true);
        settings::setTrusted(theirs, true);
        settings::setTrusted(mine, false);
        QCOMPARE(settings::recentFiles(), (QStringList{mine, theirs}));
        for (int i = 0; i < 100; ++i)
            settings::setTextScale(i);
        settings::flush();
        const QSettings file;
        QCOMPARE(file.value(QStringLiteral("recentFiles")).toStringList(),
                 (QStringList{mine, theirs}));
        QCOMPARE(file.value(QStringLiteral("numbers/digits")).toInt(), 5);
        QCOMPARE(file.value(QStringLiteral("textScale")).toInt(), 99);
        QCOMPARE(file.value(QStringLiteral("trustedProjects")).toStringList(),
                 QStringList{QFileInfo(theirs).canonicalFilePath()});
        QCOMPARE(file.value(QStringLiteral("tasks")).toMap().size(), 2);
        QCOMPARE(settings::tasksDone(QStringLiteral("b")).all, 2);
        // Settings that must not be saved are not written.
        settings::setKept(false);
        settings::setTabWidth(6);
        settings::setKept(true);
        QCOMPARE(settings::tabWidth(), 3);
        settings::setTextScale(kUsualTextScale);
        settings::setTabWidth(settings::kTabWidth);
        settings::clearRecentFiles();
    }

    void aBrokenSettingsFileIsSetAside() {
        settings::setTabWidth(7);
        settings::flush();
        const QString path = QSettings().fileName();
        QVERIFY2(path.startsWith(m_home.path()), qPrintable(path));
        QVERIFY(QFileInfo::exists(path));
        QVERIFY(!settings::setAsideBroken()); // as the program wrote it
        QCOMPARE(settings::tabWidth(), 7);
        const QByteArray broken[] = {"this is a letter\nand no settings\n",
                                     QByteArray("[General]\na=\0\1\2", 16),
                                     "[General]\nsettingsVersion=99\ntheme=dark\n"};
        for (const QByteArray& bytes : broken) {
            write(path, bytes);
            const auto aside = settings::setAsideBroken();
            QVERIFY2(aside, bytes.constData());
            QVERIFY(!aside->why.isEmpty() && !QFileInfo::exists(path));
            QFile kept(aside->file);
            QVERIFY(kept.open(QIODevice::ReadOnly));
            QCOMPARE(kept.readAll(), bytes);
            QCOMPARE(settings::tabWidth(), settings::kTabWidth);
            QVERIFY(settings::themeChoice() == settings::ThemeChoice::system);
            settings::setTabWidth(5); // later changes are saved
            QCOMPARE(settings::tabWidth(), 5);
            QVERIFY(!settings::setAsideBroken());
        }
        QWidget window;
        tellSetAside(window, {QStringLiteral("/a/b.conf.broken"), QStringLiteral("Because.")});
        auto* box = window.findChild<QMessageBox*>(QStringLiteral("setAsideBox"));
        QVERIFY(box && box->informativeText().contains(QLatin1String("b.conf.broken")));
        settings::setTabWidth(settings::kTabWidth);
    }

    void aNarrowWindowCutsNothing() {
        MainWindow window(testOptions());
        window.resize(1024, 700);
        window.show();
        window.showStartPage();
        auto* page = window.findChild<StartPage*>();
        QCOMPARE(page->width(), window.width());
        QVERIFY(entry(*page, QStringLiteral("Transpose"))->isVisible());
        for (const auto* button : page->findChildren<QPushButton*>()) {
            for (const auto* text : button->findChildren<QLabel*>()) {
                QTRY_VERIFY2(text->height() >= text->heightForWidth(text->width()),
                             qPrintable(text->text()));
            }
        }
    }

  private:
    template <class Field>
    static Field* field(QDialog& dialog, const QString& name) {
        for (auto* candidate : dialog.findChildren<Field*>()) {
            if (candidate->accessibleName() == name) {
                return candidate;
            }
        }
        qFatal("no field %s", qPrintable(name));
    }
    static void write(const QString& path, const QByteArray& bytes) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    }
    /// The lessons may still be on their way.
    static QPushButton* entry(StartPage& page, const QString& title) {
        if (!QTest::qWaitFor([&page] { return page.complete(); })) {
            qFatal("the lessons do not come");
        }
        for (auto* button : page.findChildren<QPushButton*>()) {
            if (button->accessibleName().startsWith(title)) {
                return button;
            }
        }
        qFatal("no entry %s", qPrintable(title));
    }

    QTemporaryDir m_home;
};

WARPBENCH_WIDGET_TEST(TstStart)
} // namespace tst_start

#include "tst_start.moc"
