// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/main_window.h"

#include "ui/charts/timing_panel.h"
#include "ui/dialogs/about_dialog.h"
#include "ui/dialogs/help_window.h"
#include "ui/dialogs/key_bindings.h"
#include "ui/dialogs/settings.h"
#include "ui/dialogs/settings_dialog.h"
#include "ui/dialogs/shortcuts_dialog.h"
#include "ui/dialogs/templates.h"
#include "ui/editor/code_editor.h"
#include "ui/editor/editor_pane.h"
#include "ui/editor/find_bar.h"
#include "ui/editor/line_cost_bar.h"
#include "ui/editor/source_link.h"
#include "ui/inspector/buffer_inspector.h"
#include "ui/inspector/element_text.h"
#include "ui/models/run_history.h"
#include "ui/models/text.h"
#include "ui/panels/setup_panel.h"
#include "ui/theme/banner.h"
#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/input_state.h"
#include "ui/theme/theme.h"
#include "ui/window/actions.h"
#include "ui/window/command_list.h"
#include "ui/window/commit_pending.h"
#include "ui/window/device_picker.h"
#include "ui/window/dock_tabs.h"
#include "ui/window/edit_actions.h"
#include "ui/window/file_handler.h"
#include "ui/window/language_link.h"
#include "ui/window/navigator.h"
#include "ui/window/panel_docks.h"
#include "ui/window/run_presenter.h"
#include "ui/window/shortcut_guard.h"
#include "ui/window/start_page.h"
#include "ui/window/status_line.h"
#include "ui/window/step_view.h"
#include "ui/window/toolkit_check.h"
#include "ui/window/tour_steps.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDir>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QStandardPaths>
#include <QStyleHints>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <QUrl>

#include <algorithm>
#include <utility>

namespace warpbench::ui {

namespace {

constexpr int kLookAroundAnywayMs = 300;

} // namespace

MainWindow::MainWindow(Options options, QWidget* parent)
    : QMainWindow(parent)
    , m_options(std::move(options))
    , m_bench(m_options.home) {
    setObjectName(QStringLiteral("mainWindow"));
    setWindowIcon(QIcon(QStringLiteral(":/icons/warpbench.svg")));
    setAcceptDrops(true);
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
    new DockTabs(*this);
    installInputHabits();
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    m_actions = std::make_unique<Actions>(*this);
    buildViews();
    buildToolBar();
    m_presenter = new RunPresenter(m_bench, *m_pane, *m_status, this);
    new SourceLink(m_pane->editor(), m_bench.selection, m_presenter);
    m_navigator = new Navigator(m_bench, *m_pane, *m_status, *m_actions, m_presenter);
    m_language = new LanguageLink(m_bench, *m_pane, *m_navigator, m_presenter);
    m_stepView = new StepView(m_bench, *m_pane, *m_navigator, *m_actions, m_presenter);
    m_files = new FileHandler(m_bench.document, m_pane->documentBanner(), this);
    m_toolkit = new ToolkitCheck(m_pane->toolkitBanner(), this);
    followHistory(*m_actions, *m_bench.document.undoStack());
    const Menus menus = buildMenus(*this, *m_actions);
    connect(menus.recent, &QMenu::aboutToShow, this,
            [this, menu = menus.recent] { m_files->fillRecentMenu(menu); });
    connect(menus.examples, &QMenu::aboutToShow, this,
            [this, menu = menus.examples] { m_files->fillExamplesMenu(menu); });
    m_docks->fillMenu(*menus.panels);
    connectActions();
    connectEditor();
    connect(&m_bench.stepper, &StepController::changed, this, &MainWindow::updateStop);
    connect(&m_bench.document, &ProjectDocument::dirtyChanged, this, &MainWindow::updateTitle);
    connect(&m_bench.document, &ProjectDocument::changed, this, &MainWindow::updateTitle);
    connect(&m_bench.controller, &RunController::activityChanged, this,
            &MainWindow::updateActivity);
    connect(&m_bench.results, &Results::staleChanged, m_docks, &PanelDocks::markStale);
    connect(&m_bench.selection, &Selection::panelWanted, m_docks,
            [this](PanelId panel) { m_docks->show(panel); });
    connect(m_presenter, &RunPresenter::reportShown, this, [this] {
        const auto& launches = m_bench.results.report()->launches;
        m_actions->pinBaseline->setEnabled(
            std::any_of(launches.begin(), launches.end(),
                        [](const auto& launch) { return launch.time.has_value(); }));
    });
    connect(m_files, &FileHandler::opened, m_presenter, &RunPresenter::reset);
    connect(m_files, &FileHandler::opened, m_navigator, &Navigator::forget);
    connect(m_files, &FileHandler::opened, m_stepView, &StepView::forget);
    connect(m_navigator, &Navigator::saveWanted, m_files, &FileHandler::save);
    connect(m_files, &FileHandler::opened, this, [this] {
        m_actions->pinBaseline->setEnabled(false);
        m_pane->editor().setFocus(); // what had it may have gone with the former project
        for (auto* page : panel<SetupPanel>().findChildren<QScrollArea*>()) {
            page->verticalScrollBar()->setValue(0); // where the former project was looked at
        }
    });
    connect(m_files, &FileHandler::opened, this, [this] {
        // A lesson is read first: there is room for it.
        if (m_options.remember && !m_bench.tasks.tasks().empty() &&
            isExample(m_bench.document.path())) {
            m_actions->perspectives[std::size_t(Perspective::teach)]->trigger();
        }
    });
    connect(m_files, &FileHandler::opened, this, &MainWindow::hideStartPage);
    connect(m_files, &FileHandler::opened, this, [this] {
        // Once, when there is something to look at.
        if (m_options.tour && !settings::tourSeen()) {
            QTimer::singleShot(0, m_actions->tour, &QAction::trigger);
        }
    });
    connect(m_files, &FileHandler::closed, this, &MainWindow::showStartPage);
    connect(m_files, &FileHandler::saved, this, [this](const QString& path) {
        m_status->showDone(tr("Saved %1").arg(QDir::toNativeSeparators(path)));
    });
    // The frame that the window manager adds has to fit too.
    resize(QSize(1440, 900).boundedTo(screen()->availableSize() - QSize(8, 40)));
    restoreDefaultLayout();
    applyChosenKeys(*this);
    connect(&m_bench.baselines, &Baselines::failed, this,
            [this](const QString& why) { m_bench.log.append(LogEntry::Level::error, why); });
    if (m_options.remember) {
        m_bench.baselines.keepIn(
            QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) +
            QStringLiteral("/baselines"));
        restoreGeometry(settings::windowGeometry());
        restoreLayouts();
        m_pane->editor().setTabWidth(settings::tabWidth());
        setNumberFormat({settings::numberDigits(), settings::hexIntegers()});
        m_language->setEnabled(settings::asksClangd());
        m_files->startRecovery();
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
        connect(QGuiApplication::styleHints(), &QStyleHints::colorSchemeChanged, this,
                &MainWindow::takeSettings);
#endif
    }
    m_pane->editor().setFocus();
    updateTitle();
    QTimer::singleShot(kLookAroundAnywayMs, this, &MainWindow::lookAround); // never shown, hidden
}

/// Looking for devices starts a process and looking for the compiler loads large libraries: both
/// would only keep the first frame waiting.
void MainWindow::paintEvent(QPaintEvent* event) {
    QMainWindow::paintEvent(event);
    if (!m_lookedAround) {
        QTimer::singleShot(0, this, &MainWindow::lookAround);
    }
}

void MainWindow::lookAround() {
    if (!std::exchange(m_lookedAround, true)) {
        m_bench.controller.listDevices();
        m_toolkit->check();
    }
}

/// Panels, editor and what serves them look at the workbench: they go before it.
MainWindow::~MainWindow() {
    m_bench.document.disconnect(this);
    m_bench.controller.disconnect(this);
    m_bench.results.disconnect(this);
    m_bench.stepper.disconnect(this);
    delete m_presenter;
    delete m_files;
    delete m_devices;
    delete m_docks;
    delete m_pane;
}

void MainWindow::buildViews() {
    m_pane = new EditorPane;
    m_status = new StatusLine;
    setStatusBar(m_status);
    setCentralWidget(m_pane);
    m_docks = new PanelDocks(*this, m_bench);
    new ShortcutGuard(*this, panel<SetupPanel>());
}

void MainWindow::restoreDefaultLayout() {
    m_docks->arrange(m_docks->perspective());
}

bool MainWindow::wantsDark() {
    switch (settings::themeChoice()) {
    case settings::ThemeChoice::dark:
        return true;
    case settings::ThemeChoice::light:
        return false;
    case settings::ThemeChoice::system:
        break;
    }
    return Theme::systemIsDark();
}

void MainWindow::takeSettings() {
    if (wantsDark() != Theme::instance().dark()) {
        setDark(wantsDark());
    }
    setCodeFont(settings::codeFontFamily(), settings::codeFontSize());
    m_pane->setCodeFont(codeFont());
    m_pane->setTabWidth(settings::tabWidth());
    setNumberFormat({settings::numberDigits(), settings::hexIntegers()});
    panel<BufferInspector>().takeNumberFormat();
    m_language->setEnabled(settings::asksClangd());
    m_files->takeSettings();
}

void MainWindow::showStartPage() {
    if (!m_start) {
        m_start = new StartPage(this);
        connect(m_start, &StartPage::openWanted, m_files, &FileHandler::openPath);
        connect(m_start, &StartPage::newWanted, m_files, &FileHandler::newFromTemplate);
        connect(m_start, &StartPage::fileDialogWanted, m_files, &FileHandler::open);
        connect(m_start, &StartPage::tourWanted, this, &MainWindow::tourOfALesson);
        connect(m_start, &StartPage::left, this, &MainWindow::hideStartPage);
    }
    placeStartPage();
    m_start->open(m_options.tour && !settings::tourSeen());
    // What lies beneath is out of reach of Tab as well.
    m_pane->setEnabled(false);
    m_docks->setEnabled(false);
    m_actions->setProjectShown(false);
}

/// What it speaks of is to be there: the first lesson is opened, or what there is stays.
void MainWindow::tourOfALesson() {
    if (const auto lessons = findExamples(); !lessons.empty()) {
        m_files->openPath(lessons.front().path);
    }
    m_actions->tour->trigger();
}

void MainWindow::hideStartPage() {
    if (m_start && !m_start->isHidden()) {
        m_start->hide();
        m_pane->setEnabled(true);
        m_docks->setEnabled(true);
        m_actions->setProjectShown(true);
        m_pane->editor().setFocus();
    }
}

void MainWindow::placeStartPage() {
    if (m_start) {
        const int top = findChild<QToolBar*>()->geometry().bottom() + 1;
        m_start->setGeometry(0, top, width(), m_status->geometry().top() - top);
    }
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    placeStartPage();
}

void MainWindow::restoreLayouts() {
    const QString kept = settings::perspective();
    const auto found = std::find_if(kPerspectives.begin(), kPerspectives.end(),
                                    [&](Perspective p) { return nameOf(p) == kept; });
    m_docks->setLayouts(settings::layouts(),
                        found == kPerspectives.end() ? Perspective::edit : *found);
    m_actions->perspectives[std::size_t(m_docks->perspective())]->setChecked(true);
}

void MainWindow::buildToolBar() {
    auto* bar = addToolBar(tr("Main toolbar"));
    bar->setObjectName(QStringLiteral("mainToolBar"));
    bar->setMovable(false);
    bar->setIconSize({16, 16});
    bar->setContextMenuPolicy(Qt::PreventContextMenu);
    const auto add = [&](QAction* action, bool withText) {
        bar->addAction(action);
        auto* button = qobject_cast<QToolButton*>(bar->widgetForAction(action));
        button->setToolButtonStyle(withText ? Qt::ToolButtonTextBesideIcon
                                            : Qt::ToolButtonIconOnly);
        button->setAccessibleName(action->text().remove(QLatin1Char('&')));
        button->setFocusPolicy(Qt::TabFocus);
        button->setObjectName(action->objectName() + QStringLiteral("Button"));
        return button;
    };
    add(m_actions->run, true)->setProperty("role", "primary");
    add(m_actions->stop, true);
    add(m_actions->compile, true);
    add(m_actions->runOnChange, true);
    bar->addSeparator();
    auto* label = new QLabel(tr("Device"));
    label->setProperty("role", "muted");
    label->setContentsMargins(4, 0, 4, 0);
    bar->addWidget(label);
    m_devices = new DevicePicker(m_bench.devices, m_bench.controller, m_bench.log,
                                 {m_options.device, m_options.remember});
    connect(m_devices, &DevicePicker::listed, this, &MainWindow::devicesAvailable);
    connect(m_devices, &DevicePicker::failed, this,
            [this](const QString& line, const QString& text) {
                m_pane->resultBanner().showMessage(Banner::Kind::error, text);
                emit deviceChoiceFailed(line);
            });
    label->setBuddy(m_devices);
    bar->addWidget(m_devices);
    auto* spacer = new QWidget;
    spacer->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(spacer);
    add(m_actions->lineCosts, false);
    add(m_actions->pinBaseline, false);
    add(m_actions->darkTheme, false);
}

void MainWindow::connectActions() {
    const Actions& a = *m_actions;
    connectEditActions(a, *this);
    // What is compiled and run is what the user sees, an open cell included.
    for (QAction* action : {a.run, a.compile, a.checkTasks}) {
        connect(action, &QAction::triggered, this, [this] { commitPending(*this); });
    }
    connect(a.newWindow, &QAction::triggered, m_files, &FileHandler::newWindow);
    connect(a.closeProject, &QAction::triggered, m_files, &FileHandler::closeProject);
    connect(a.newProject, &QAction::triggered, m_files, &FileHandler::newProject);
    connect(a.open, &QAction::triggered, m_files, &FileHandler::open);
    connect(a.save, &QAction::triggered, m_files, &FileHandler::save);
    connect(a.saveAs, &QAction::triggered, m_files, &FileHandler::saveAs);
    connect(a.allowOutside, &QAction::triggered, m_files, &FileHandler::allowOutside);
    connect(&m_bench.document, &ProjectDocument::changed, a.allowOutside, [this] {
        m_actions->allowOutside->setChecked(m_bench.document.project().mayLeaveFolder);
    });
    connect(a.quit, &QAction::triggered, this, &QWidget::close);
    connect(a.run, &QAction::triggered, m_presenter, &RunPresenter::run);
    connect(a.compile, &QAction::triggered, m_presenter, &RunPresenter::compile);
    connect(a.stop, &QAction::triggered, this, [this] {
        // A run that is under way first: a launch that is stepped through does not keep one
        // waiting.
        if (m_bench.controller.busy()) {
            m_bench.controller.stop();
        } else {
            m_bench.stepper.stop();
        }
    });
    connect(a.checkTasks, &QAction::triggered, &m_bench.tasks, &TaskChecker::check);
    connect(&m_bench.tasks, &TaskChecker::wanted, a.checkTasks, &QAction::trigger);
    const auto offerTasks = [this] {
        m_actions->checkTasks->setEnabled(!m_bench.tasks.tasks().empty() &&
                                          !m_bench.controller.busy());
    };
    connect(&m_bench.tasks, &TaskChecker::changed, this, offerTasks);
    connect(&m_bench.controller, &RunController::activityChanged, this, offerTasks);
    offerTasks();
    connect(&m_bench.tasks, &TaskChecker::finished, this, [this] {
        const int all = int(m_bench.tasks.tasks().size());
        if (m_options.remember) {
            settings::setTasksDone(qs(m_bench.document.project().name), m_bench.tasks.done(), all);
        }
    });
    connect(a.runOnChange, &QAction::toggled, m_presenter, &RunPresenter::setRunOnChange);
    connect(a.resetResident, &QAction::triggered, &m_bench.controller,
            &RunController::resetResident);
    connect(a.refreshDevices, &QAction::triggered, &m_bench.controller,
            &RunController::listDevices);
    connect(a.pinBaseline, &QAction::triggered, this, [this] {
        if (m_bench.results.report()) {
            m_bench.baselines.pin(m_bench.results.run(),
                                  tr("Run %1").arg(m_bench.results.history().number(0)));
            m_docks->show(panels::timing);
        }
    });
    const auto takeOptions = [this] {
        // Counting costs little beside the checks, and is what a simulated device is good for.
        m_bench.controller.setOptions({m_actions->checkFaults->isChecked(), true});
    };
    a.checkFaults->setChecked(settings::checkFaults());
    a.lineCosts->setChecked(settings::lineCosts());
    takeOptions();
    connect(a.checkFaults, &QAction::toggled, this, [takeOptions](bool on) {
        settings::setCheckFaults(on);
        takeOptions();
    });
    connect(a.lineCosts, &QAction::toggled, this, [this](bool on) {
        if (m_options.remember) {
            settings::setLineCosts(on);
        }
        m_presenter->setLineCosts(on);
    });
    m_presenter->setLineCosts(a.lineCosts->isChecked());
    connect(&m_bench.selection, &Selection::sourceChangeWanted, &m_pane->editor(),
            &CodeEditor::replaceRange);
    connect(&m_bench.selection, &Selection::runWanted, m_actions->run, &QAction::trigger);
    connect(&m_bench.selection, &Selection::countWanted, this, [this] {
        m_actions->lineCosts->setChecked(true);
        m_actions->run->trigger();
    });
    a.darkTheme->setChecked(Theme::instance().dark());
    connect(a.darkTheme, &QAction::toggled, this, [this](bool on) {
        settings::setThemeChoice(on ? settings::ThemeChoice::dark : settings::ThemeChoice::light);
        setDark(on);
    });
    connect(a.settings, &QAction::triggered, this, [this] {
        SettingsDialog dialog(*this, m_bench.devices);
        connect(&dialog, &SettingsDialog::changed, this, &MainWindow::takeSettings);
        connect(&dialog, &SettingsDialog::deviceChosen, this, &MainWindow::pickDevice);
        dialog.exec();
    });
    connect(a.startPage, &QAction::triggered, this, &MainWindow::showStartPage);
    connect(a.restoreLayout, &QAction::triggered, this, &MainWindow::restoreDefaultLayout);
    connect(a.zoomIn, &QAction::triggered, this, [this] { zoom(1); });
    connect(a.zoomOut, &QAction::triggered, this, [this] { zoom(-1); });
    connect(a.zoomReset, &QAction::triggered, this, [this] { zoom(0); });
    connect(a.commands, &QAction::triggered, this,
            [this] { CommandPalette(commandsOf(*this), this).exec(); });
    connect(a.focusEditor, &QAction::triggered, this, [this] { m_pane->current().setFocus(); });
    connect(a.getCompiler, &QAction::triggered, m_toolkit, &ToolkitCheck::getCompiler);
    connect(a.tour, &QAction::triggered, this, [this] {
        hideStartPage();
        startTour(*this);
    });
    connect(a.shortcuts, &QAction::triggered, this, [this] { showShortcuts(*this); });
    connect(a.manual, &QAction::triggered, this, &MainWindow::showManual);
    for (const Perspective perspective : kPerspectives) {
        connect(a.perspectives[std::size_t(perspective)], &QAction::triggered, m_docks,
                [this, perspective] { m_docks->change(perspective); });
    }
    connect(a.about, &QAction::triggered, this, [this] { showAbout(this); });
    connect(m_status, &StatusLine::problemsClicked, this,
            [this] { m_docks->show(panels::problems); });
}

void MainWindow::connectEditor() {
    CodeEditor& editor = m_pane->editor();
    FindBar& findBar = m_pane->findBar();
    LineCostBar& costs = m_pane->lineCosts();
    const Actions& a = *m_actions;
    connect(a.nextCostly, &QAction::triggered, &costs, [&costs] { costs.gotoCostly(1); });
    connect(a.previousCostly, &QAction::triggered, &costs, [&costs] { costs.gotoCostly(-1); });
    connect(&costs, &LineCostBar::dismissed, a.lineCosts, [this] {
        m_actions->lineCosts->setChecked(false);
        m_pane->editor().setFocus();
    });
    if (m_options.remember) {
        costs.setMetric(
            LineMetric(std::clamp(settings::lineMetric(), 0, int(kLineMetrics.size()) - 1)));
    }
    connect(&costs, &LineCostBar::metricChosen, this,
            [](LineMetric metric) { settings::setLineMetric(int(metric)); });
    connect(a.undo, &QAction::triggered, this, [this] { m_pane->current().undo(); });
    connect(a.redo, &QAction::triggered, this, [this] { m_pane->current().redo(); });
    connect(a.find, &QAction::triggered, &findBar, [&findBar] { findBar.open(false); });
    connect(a.replace, &QAction::triggered, &findBar, [&findBar] { findBar.open(true); });
    connect(a.findNext, &QAction::triggered, &findBar, &FindBar::findNext);
    connect(a.findPrevious, &QAction::triggered, &findBar, &FindBar::findPrevious);
    connect(a.goToLine, &QAction::triggered, this, &MainWindow::goToLine);
    connect(a.selectNext, &QAction::triggered, this,
            [this] { m_pane->current().selectNextOccurrence(); });
    connect(a.toggleComment, &QAction::triggered, this,
            [this] { m_pane->current().toggleComment(); });
    connect(a.nextProblem, &QAction::triggered, this,
            [this] { m_pane->current().gotoNextProblem(); });
    connect(a.previousProblem, &QAction::triggered, this,
            [this] { m_pane->current().gotoPreviousProblem(); });
    const auto followHistoryOfTyping = [this] {
        m_actions->undo->setEnabled(m_pane->current().isUndoAvailable());
        m_actions->redo->setEnabled(m_pane->current().isRedoAvailable());
    };
    connect(m_pane, &EditorPane::currentChanged, this, followHistoryOfTyping);
    connect(m_pane, &EditorPane::headerEdited, this, followHistoryOfTyping);
    connect(&editor, &CodeEditor::textChanged, this, [this, followHistoryOfTyping] {
        if (!m_loadingText) {
            m_bench.document.setSource(m_pane->editor().text());
        }
        followHistoryOfTyping();
    });
    connect(&editor, &CodeEditor::cursorPositionChanged, this, [this](int line, int column) {
        m_status->setCursor(line + 1, column + 1);
        m_bench.selection.setPlace({{}, line + 1, m_bench.document.revision()});
    });
    connect(&editor, &CodeEditor::filesDropped, this, [this](const QStringList& paths) {
        if (!paths.isEmpty()) {
            m_files->openPath(paths.first());
        }
    });
    const auto load = [this, followHistoryOfTyping](auto put) {
        m_loadingText = true;
        (m_pane->editor().*put)(m_bench.document.source());
        m_loadingText = false;
        followHistoryOfTyping();
    };
    connect(&m_bench.document, &ProjectDocument::sourceReplaced, this,
            [load] { load(&CodeEditor::replaceText); });
    connect(&m_bench.document, &ProjectDocument::sourceReloaded, this,
            [load] { load(&CodeEditor::reloadText); });
    followHistoryOfTyping();
    if (const int zoomed = settings::editorZoom(); zoomed != 0 && m_options.remember) {
        editor.zoomTo(zoomed);
    }
    m_status->setCursor(1, 1);
}

void MainWindow::pickDevice(int row) {
    m_devices->pick(row);
}

bool MainWindow::devicesReady() const {
    return m_devices->ready();
}

void MainWindow::setDark(bool dark) {
    Theme::instance().apply(dark);
    const QSignalBlocker block(m_actions->darkTheme);
    m_actions->darkTheme->setChecked(dark);
}

bool MainWindow::showPanel(const QString& name) {
    return m_docks->show(name);
}

/// At what is about the panel that has the focus.
void MainWindow::showManual() {
    QString page = m_docks->manualPageOf(QApplication::focusWidget());
    if (m_pane->current().hasFocus()) {
        page = QStringLiteral("window.md#writing-a-kernel");
    }
    if (!m_help) {
        m_help = new HelpWindow(this);
    }
    m_help->show();
    m_help->raise();
    m_help->activateWindow();
    if (!page.isEmpty()) {
        m_help->openManual(page);
    }
}

QStringList MainWindow::lineCostNames() {
    return {"executions", "lanes", "divergence", "sectors", "conflicts", "atomics"};
}

bool MainWindow::showLineCosts(const QString& metric) {
    const auto index = lineCostNames().indexOf(metric);
    if (index < 0) {
        return false;
    }
    m_pane->lineCosts().setMetric(kLineMetrics[std::size_t(index)]);
    m_actions->lineCosts->setChecked(true);
    return true;
}

/// The file first, as it is what is saved, sent and looked for; then what the project calls itself.
void MainWindow::updateTitle() {
    const ProjectDocument& document = m_bench.document;
    setWindowModified(document.isDirty());
    const QString path = document.path().isEmpty() ? document.sourcePath() : document.path();
    const QString name = document.displayName();
    QString title = (path.isEmpty() ? name : QFileInfo(path).fileName()) + QStringLiteral("[*]");
    if (!path.isEmpty() && name != QFileInfo(path).completeBaseName()) {
        title += QStringLiteral(" – ") + name;
    }
    if (document.isReadOnly()) {
        title += tr(" (read-only)");
    }
    setWindowTitle(title + tr(" – Warpbench"));
}

void MainWindow::updateActivity(RunController::Activity activity) {
    const bool running = activity == RunController::Activity::running;
    m_actions->compile->setEnabled(!running);
    updateStop();
}

void MainWindow::updateStop() {
    m_actions->stop->setEnabled(m_bench.controller.busy() ||
                                m_bench.stepper.phase() != StepController::Phase::off);
}

void MainWindow::goToLine() {
    CodeEditor& editor = m_pane->current();
    int line = 0;
    int column = 0;
    editor.getCursorPosition(&line, &column);
    bool ok = false;
    const int chosen =
        QInputDialog::getInt(this, tr("Go to Line"), tr("Line (1 to %1):").arg(editor.lines()),
                             line + 1, 1, editor.lines(), 1, &ok);
    if (ok) {
        editor.goTo(chosen);
    }
}

void MainWindow::zoom(int by) {
    const int now = by == 0 ? 0 : std::clamp(settings::editorZoom() + by, -6, 20);
    m_pane->zoomTo(now);
    settings::setEditorZoom(now);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!m_files->mayLeave()) {
        event->ignore();
        return;
    }
    if (m_options.remember) {
        settings::setWindow(saveGeometry(), m_docks->layouts(), nameOf(m_docks->perspective()));
    }
    m_bench.controller.stop();
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasUrls()) {
        event->acceptProposedAction();
    }
}

void MainWindow::dropEvent(QDropEvent* event) {
    const auto urls = event->mimeData()->urls();
    if (!urls.isEmpty() && urls.first().isLocalFile()) {
        event->acceptProposedAction();
        m_files->openPath(urls.first().toLocalFile());
    }
}

} // namespace warpbench::ui
