// SPDX-License-Identifier: GPL-3.0-or-later
// Accessibility for users who cannot see the window: all controls have names.
#include "tests/main.h"
#include "tests/ui/window_test.h"
#include "ui/charts/plot.h"
#include "ui/commands/actions.h"
#include "ui/dialogs/command_palette.h"
#include "ui/dialogs/compiler_dialog.h"
#include "ui/dialogs/conflict_dialog.h"
#include "ui/dialogs/help_window.h"
#include "ui/dialogs/new_project_dialog.h"
#include "ui/dialogs/settings_dialog.h"
#include "ui/docks/panel_docks.h"
#include "ui/docks/panel_table.h"
#include "ui/panels/lane_view.h"
#include "ui/theme/theme.h"
#include "ui/window/command_list.h"
#include "ui/window/run_presenter.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QGraphicsView>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QTabBar>
#include <QTableView>
#include <QTextBrowser>
#include <QTextEdit>
#include <QToolButton>

namespace tst_accessible {

using namespace warpbench;
using namespace warpbench::ui;

namespace {

/// A part of another control, which has the name.
bool isPart(const QWidget& widget) {
    if (widget.objectName().startsWith(QStringLiteral("qt_")) ||
        qobject_cast<const QScrollBar*>(&widget))
        return true;
    for (const QWidget* at = widget.parentWidget(); at; at = at->parentWidget()) {
        if (qobject_cast<const QComboBox*>(at) || qobject_cast<const QAbstractSpinBox*>(at) ||
            qobject_cast<const QAbstractItemView*>(at) || qobject_cast<const QTabBar*>(at) ||
            qobject_cast<const QLineEdit*>(at))
            return true;
    }
    return false;
}

bool isControl(const QWidget& widget) {
    return qobject_cast<const QLineEdit*>(&widget) || qobject_cast<const QComboBox*>(&widget) ||
           qobject_cast<const QAbstractItemView*>(&widget) ||
           qobject_cast<const QAbstractSpinBox*>(&widget) ||
           qobject_cast<const QAbstractSlider*>(&widget) ||
           qobject_cast<const QAbstractButton*>(&widget) ||
           qobject_cast<const QPlainTextEdit*>(&widget) ||
           qobject_cast<const QTextEdit*>(&widget) || qobject_cast<const QGraphicsView*>(&widget) ||
           qobject_cast<const Plot*>(&widget) || qobject_cast<const LaneView*>(&widget) ||
           qobject_cast<const CodeEditor*>(&widget) || qobject_cast<const QDialog*>(&widget);
}

/// A button of a card that has nothing to say yet: it gets its text when the card is shown.
bool waitsForItsText(const QWidget& widget) {
    const auto* button = qobject_cast<const QPushButton*>(&widget);
    return button && button->text().isEmpty() && button->icon().isNull() &&
           button->parentWidget()->isHidden();
}

/// The text that a screen reader speaks: the name, the text, or that of the buddy label.
QString nameOf(QWidget& widget) {
    QAccessibleInterface* told = QAccessible::queryAccessibleInterface(&widget);
    const QString name = told ? told->text(QAccessible::Name) : QString();
    return name.isEmpty() && widget.isWindow() ? widget.windowTitle() : name;
}

QString describe(const QWidget& widget) {
    QStringList path;
    for (const QWidget* at = &widget; at; at = at->parentWidget())
        path.prepend(QLatin1String(at->metaObject()->className()) + QLatin1Char(' ') +
                     at->objectName());
    return path.join(QStringLiteral(" > "));
}

QStringList nameless(QWidget& window) {
    QStringList all;
    QList<QWidget*> widgets = window.findChildren<QWidget*>();
    widgets.prepend(&window);
    for (QWidget* widget : widgets) {
        if (isControl(*widget) && !isPart(*widget) && !waitsForItsText(*widget) &&
            nameOf(*widget).trimmed().isEmpty())
            all << describe(*widget);
    }
    return all;
}

} // namespace

class TstAccessible : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        prepareUiTest(m_home);
        Theme::instance().apply(false);
    }

    /// The search finds a match.
    void aControlWithoutANameIsNoticed() {
        QWidget window;
        window.setWindowTitle(QStringLiteral("window"));
        const QList<QWidget*> controls{
            new QLineEdit,    new QComboBox,   new QTableView, new QSpinBox,
            new QSlider,      new QToolButton, new QCheckBox,  new QPlainTextEdit,
            new QTextBrowser, new CodeEditor,  new Plot};
        for (QWidget* control : controls) {
            control->setAccessibleName({}); // some have one from the start
            control->setParent(&window);
        }
        QCOMPARE(nameless(window).size(), controls.size());
        for (QWidget* control : controls)
            control->setAccessibleName(QStringLiteral("a name"));
        QCOMPARE(nameless(window), QStringList());
    }

    void everyControlHasAName_data() {
        QTest::addColumn<QString>("lesson");
        for (const char* lesson : {"transpose", "heat", "occupancy", "generated"})
            QTest::newRow(lesson) << lesson;
    }
    void everyControlHasAName() {
        QFETCH(QString, lesson);
        OpenWindow window(lesson);
        for (const PanelRow& row : panelTable())
            window->docks().show(row.id); // for widgets created on first show
        if (!compilerIsMissing()) {
            QSignalSpy shown(&window->presenter(), &RunPresenter::reportShown);
            window->actionSet().run->trigger();
            QTRY_VERIFY_WITH_TIMEOUT(!shown.isEmpty(), kPatience);
        }
        window->actionSet().replace->trigger();
        const QStringList found = nameless(*window);
        for (const QString& one : found)
            qWarning("%s", qPrintable(one)); // a failure's text is cut short
        QVERIFY(found.isEmpty());
    }

    void soDoesEveryControlOfADialog_data() {
        QTest::addColumn<QString>("name");
        for (const char* name :
             {"start page", "settings", "compiler", "conflict", "help", "new", "commands"})
            QTest::newRow(name) << name;
    }
    void soDoesEveryControlOfADialog() {
        QFETCH(QString, name);
        MainWindow window(testOptions());
        std::unique_ptr<QWidget> dialog;
        if (name == QLatin1String("start page"))
            window.showStartPage();
        else if (name == QLatin1String("settings"))
            dialog = std::make_unique<SettingsDialog>(window, window.workbench().devices);
        else if (name == QLatin1String("compiler"))
            dialog = std::make_unique<CompilerDialog>(&window);
        else if (name == QLatin1String("conflict"))
            dialog = std::make_unique<ConflictDialog>(
                std::vector<ProjectDocument::DiskChange>{
                    {QStringLiteral("/a/k.cu"), QStringLiteral("a\n"), QStringLiteral("b\n")}},
                &window);
        else if (name == QLatin1String("help"))
            dialog = std::make_unique<HelpWindow>(&window);
        else if (name == QLatin1String("commands"))
            dialog = std::make_unique<CommandPalette>(commandsOf(window), &window);
        else
            dialog = std::make_unique<NewProjectDialog>(&window);
        if (const auto* settings = qobject_cast<SettingsDialog*>(dialog.get()))
            QTRY_VERIFY(settings->complete());
        const QStringList found = nameless(dialog ? *dialog : window);
        for (const QString& one : found)
            qWarning("%s", qPrintable(one)); // a failure's text is cut short
        QVERIFY(found.isEmpty());
    }

  private:
    QTemporaryDir m_home;
};

WARPBENCH_WIDGET_TEST(TstAccessible)
} // namespace tst_accessible

#include "tst_accessible.moc"
