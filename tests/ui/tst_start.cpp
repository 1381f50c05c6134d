// SPDX-License-Identifier: GPL-3.0-or-later
// What a window shows before anything is opened.
#include "tests/source_dir.h"
#include "tests/ui/window_test.h"
#include "ui/dialogs/settings.h"
#include "ui/dialogs/templates.h"
#include "ui/theme/theme.h"
#include "ui/window/actions.h"
#include "ui/window/start_page.h"

#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>

#include <algorithm>

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
        // Nothing is run, stepped through or shown beneath it, whoever asks.
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
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QVERIFY(!page->isVisible());
        QVERIFY(window.editor().hasFocus());
        QVERIFY(std::none_of(ofProject.begin(), ofProject.end(), isOff));
    }

    void settingsAreFoundAndTakeEffect() {
        settings::setCodeFont({}, 10);
        OpenWindow window;
        whenAsked([&](QDialog& dialog) {
            QCOMPARE(dialog.objectName(), QStringLiteral("settingsDialog"));
            auto* search = dialog.findChild<QLineEdit*>();
            auto* tab = field<QSpinBox>(dialog, QStringLiteral("Tab width"));
            auto* age = field<QSpinBox>(dialog, QStringLiteral("Greatest age of a copy"));
            QVERIFY(tab->isVisible() && age->isVisible());
            QTest::keyClicks(search, QStringLiteral("crash"));
            QVERIFY(!tab->isVisible() && age->isVisible());
            search->setText(QStringLiteral("no such thing"));
            QVERIFY(!tab->isVisible() && !age->isVisible());
            search->clear();
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

    void aNarrowWindowCutsNothing() {
        MainWindow window(testOptions());
        window.resize(1024, 700);
        window.show();
        window.showStartPage();
        auto* page = window.findChild<StartPage*>();
        QCOMPARE(page->width(), window.width());
        for (const auto* button : page->findChildren<QPushButton*>()) {
            for (const auto* text : button->findChildren<QLabel*>()) {
                QVERIFY2(text->height() >= text->heightForWidth(text->width()),
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
    static QPushButton* entry(StartPage& page, const QString& title) {
        for (auto* button : page.findChildren<QPushButton*>()) {
            if (button->accessibleName().startsWith(title)) {
                return button;
            }
        }
        qFatal("no entry %s", qPrintable(title));
    }

    QTemporaryDir m_home;
};

QTEST_MAIN(TstStart)
#include "tst_start.moc"
