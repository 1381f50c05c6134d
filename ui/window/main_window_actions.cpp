// SPDX-License-Identifier: GPL-3.0-or-later
// The toolbar, and what the actions do.
#include "ui/commands/actions.h"
#include "ui/commands/commit_pending.h"
#include "ui/commands/edit_actions.h"
#include "ui/dialogs/about_dialog.h"
#include "ui/dialogs/settings.h"
#include "ui/dialogs/settings_dialog.h"
#include "ui/dialogs/shortcuts_dialog.h"
#include "ui/dialogs/templates.h"
#include "ui/docks/dock_tabs.h"
#include "ui/docks/panel_docks.h"
#include "ui/documents/background.h"
#include "ui/editor/code_editor.h"
#include "ui/editor/editor_pane.h"
#include "ui/editor/find_bar.h"
#include "ui/editor/line_cost_bar.h"
#include "ui/run/run_history.h"
#include "ui/theme/banner.h"
#include "ui/theme/save_dialog.h"
#include "ui/theme/text_scale.h"
#include "ui/theme/theme.h"
#include "ui/window/command_list.h"
#include "ui/window/device_picker.h"
#include "ui/window/export_program.h"
#include "ui/window/export_report.h"
#include "ui/window/file_handler.h"
#include "ui/window/main_window.h"
#include "ui/window/presentation.h"
#include "ui/window/program_presenter.h"
#include "ui/window/run_presenter.h"
#include "ui/window/start_page.h"
#include "ui/window/status_line.h"
#include "ui/window/toolkit_check.h"
#include "ui/window/tour_steps.h"
#include "ui/words/text.h"

#include <QAction>
#include <QDir>
#include <QDockWidget>
#include <QLabel>
#include <QMenu>
#include <QShortcutEvent>
#include <QToolBar>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace warpbench::ui {

namespace {

/// Esc stops a run and pauses a moving launch. It does not end a paused launch, because users press
/// it by reflex to close things; the other keys of Stop do.
class EscapeGuard : public QObject {
  public:
    EscapeGuard(Workbench& bench, QAction& stop)
        : QObject(&stop)
        , m_bench(bench) {
        stop.installEventFilter(this);
    }

  protected:
    bool eventFilter(QObject*, QEvent* event) override {
        const bool isEscape = event->type() == QEvent::Shortcut &&
                              static_cast<QShortcutEvent*>(event)->key() == Qt::Key_Escape;
        if (!isEscape || m_bench.controller.busy() || m_bench.program.isRunning())
            return false;
        m_bench.stepper.pause();
        return true;
    }

  private:
    Workbench& m_bench;
};

} // namespace

void MainWindow::buildToolBar() {
    auto* bar = addToolBar(tr("Main toolbar"));
    bar->setObjectName(QStringLiteral("mainToolBar"));
    bar->setMovable(false);
    withTextScale(*bar, [bar] { bar->setIconSize({scaled(16), scaled(16)}); });
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
    connectEditActions(*m_actions, *this);
    // Commits open cells first, so that what runs is what the user sees.
    for (QAction* action :
         {m_actions->run, m_actions->runProgram, m_actions->setUpOfRun, m_actions->compile,
          m_actions->checkTasks, m_actions->runContinuously}) {
        connect(action, &QAction::triggered, this,
                [this] { commitPending(*this, m_bench.document); });
    }
    connectFiles();
    connectRun();
    connectTasks();
    connectChecks();
    connectView();
    connectHelp();
    connect(&m_bench.selection, &Selection::sourceChangeWanted, &m_pane->editor(),
            &CodeEditor::replaceRange);
    connect(m_status, &StatusLine::problemsClicked, this,
            [this] { m_docks->show(panels::problems); });
}

void MainWindow::connectFiles() {
    const Actions& a = *m_actions;
    connect(a.newWindow, &QAction::triggered, m_files, &FileHandler::newWindow);
    connect(a.closeProject, &QAction::triggered, m_files, &FileHandler::closeProject);
    connect(a.newProject, &QAction::triggered, m_files, &FileHandler::newProject);
    connect(a.open, &QAction::triggered, m_files, &FileHandler::open);
    connect(a.save, &QAction::triggered, m_files, &FileHandler::save);
    connect(a.saveAs, &QAction::triggered, m_files, &FileHandler::saveAs);
    connect(a.exportReport, &QAction::triggered, this, [this] {
        const ProjectDocument& document = m_bench.document;
        if (!m_bench.results.report())
            return;
        const QString written = exportReport(m_bench.results.run(), qs(document.project().notes),
                                             fileNameFrom(document.displayName()), this);
        if (!written.isEmpty())
            m_status->showDone(tr("Saved %1").arg(QDir::toNativeSeparators(written)));
    });
    connect(a.exportProgram, &QAction::triggered, this, [this] {
        commitPending(*this, m_bench.document);
        exportProgram(m_bench, this);
    });
    connect(&m_bench.results, &Results::runChanged, a.exportReport,
            [this] { m_actions->exportReport->setEnabled(m_bench.results.report() != nullptr); });
    connect(a.allowOutside, &QAction::triggered, m_files, &FileHandler::allowOutside);
    connect(&m_bench.document, &ProjectDocument::changed, a.allowOutside, [this] {
        m_actions->allowOutside->setChecked(m_bench.document.project().mayLeaveFolder);
    });
    connect(a.quit, &QAction::triggered, this, &QWidget::close);
    connect(a.settings, &QAction::triggered, this, [this] {
        SettingsDialog dialog(*this, m_bench.devices);
        connect(&dialog, &SettingsDialog::changed, this, &MainWindow::takeSettings);
        connect(&dialog, &SettingsDialog::deviceChosen, this, &MainWindow::pickDevice);
        dialog.exec();
    });
}

void MainWindow::connectRun() {
    const Actions& a = *m_actions;
    connect(a.run, &QAction::triggered, m_presenter, &RunPresenter::run);
    connect(a.compile, &QAction::triggered, m_presenter, &RunPresenter::compile);
    connect(a.runProgram, &QAction::triggered, this, [this] { m_program->askAndRun(); });
    connect(a.setUpOfRun, &QAction::triggered, m_program, &ProgramPresenter::takeSetUp);
    connect(a.launchOfRun, &QAction::triggered, m_program, &ProgramPresenter::askForLaunch);
    connect(m_program, &ProgramPresenter::launchesChanged, a.launchOfRun, &QAction::setEnabled);
    connect(&m_bench.program, &ProgramRunner::runningChanged, this, [this](bool running) {
        m_actions->runProgram->setEnabled(!running);
        m_actions->setUpOfRun->setEnabled(!running);
        updateStop();
    });
    connect(a.stop, &QAction::triggered, this, [this] {
        // The run first: a stepped launch does not block
        // anything.
        if (m_bench.program.isRunning()) {
            m_bench.program.stop();
        } else if (m_bench.live.running()) {
            m_bench.live.stop();
        } else if (m_bench.controller.busy()) {
            m_bench.controller.stop();
        } else {
            m_bench.stepper.stop();
        }
    });
    new EscapeGuard(m_bench, *a.stop);
    connect(a.runContinuously, &QAction::triggered, this, [this](bool on) {
        if (on)
            showPanel(QStringLiteral("live"));
        on ? m_bench.live.start() : m_bench.live.stop();
    });
    connect(&m_bench.live, &LiveRun::changed, this, [this] {
        m_actions->runContinuously->setChecked(m_bench.live.running());
        updateStop();
    });
    connect(a.runOnChange, &QAction::toggled, m_presenter, &RunPresenter::setRunOnChange);
    // Screenshots and tests compile explicitly.
    a.compileOnPause->setChecked(m_options.remember && settings::compilesOnPause());
    m_presenter->setCompileOnPause(a.compileOnPause->isChecked());
    connect(a.compileOnPause, &QAction::toggled, this, [this](bool on) {
        if (m_options.remember) {
            settings::setCompilesOnPause(on);
        }
        m_presenter->setCompileOnPause(on);
    });
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
    connect(&m_bench.selection, &Selection::runWanted, a.run, &QAction::trigger);
    connect(&m_bench.selection, &Selection::countWanted, this, [this] {
        m_actions->lineCosts->setChecked(true);
        m_actions->run->trigger();
    });
}

/// Tasks of a lesson.
void MainWindow::connectTasks() {
    const Actions& a = *m_actions;
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
        if (!m_options.remember) {
            return;
        }
        inBackground(
            this,
            [path = m_bench.document.path(), tasks = m_bench.tasks.tasks()] {
                return lessonOf(path, tasks);
            },
            [done = m_bench.tasks.done(),
             all = int(m_bench.tasks.tasks().size())](const QString& lesson) {
                if (!lesson.isEmpty())
                    settings::setTasksDone(lesson, done, all);
            });
    });
}

/// Checks and counts of a run; all settings are saved.
void MainWindow::connectChecks() {
    const Actions& a = *m_actions;
    const auto takeOptions = [this] {
        // Counting costs little compared to the checks, and it is the strength of a simulated
        // device.
        m_bench.controller.setOptions(
            {m_actions->checkFaults->isChecked(), true, m_actions->guardZones->isChecked()});
    };
    a.checkFaults->setChecked(settings::checkFaults());
    a.guardZones->setChecked(settings::guardZones());
    a.lineCosts->setChecked(settings::lineCosts());
    takeOptions();
    connect(a.checkFaults, &QAction::toggled, this, [takeOptions](bool on) {
        settings::setCheckFaults(on);
        takeOptions();
    });
    connect(a.guardZones, &QAction::toggled, this, [takeOptions](bool on) {
        settings::setGuardZones(on);
        takeOptions();
    });
    connect(a.lineCosts, &QAction::toggled, this, [this](bool on) {
        if (m_options.remember) {
            settings::setLineCosts(on);
        }
        m_presenter->setLineCosts(on);
    });
    m_presenter->setLineCosts(a.lineCosts->isChecked());
}

void MainWindow::connectView() {
    const Actions& a = *m_actions;
    a.darkTheme->setChecked(Theme::instance().dark());
    connect(a.darkTheme, &QAction::toggled, this, [this](bool on) {
        settings::setThemeChoice(on ? settings::ThemeChoice::dark : settings::ThemeChoice::light);
        setDark(on);
    });
    connect(a.startPage, &QAction::triggered, this, &MainWindow::showStartPage);
    connect(a.restoreLayout, &QAction::triggered, this, &MainWindow::restoreDefaultLayout);
    connect(a.zoomIn, &QAction::triggered, this, [this] { zoom(1); });
    connect(a.zoomOut, &QAction::triggered, this, [this] { zoom(-1); });
    connect(a.zoomReset, &QAction::triggered, this, [this] { zoom(0); });
    connect(a.commands, &QAction::triggered, this,
            [this] { CommandPalette(commandsOf(*this), this).exec(); });
    connect(a.focusEditor, &QAction::triggered, this, [this] {
        if (m_docks->maximized()) {
            m_docks->maximize({});
        }
        m_pane->current().setFocus();
    });
    connectRoom();
    for (const Perspective perspective : kPerspectives) {
        connect(a.perspectives[std::size_t(perspective)], &QAction::triggered, m_docks,
                [this, perspective] { m_docks->change(perspective); });
    }
}

/// Actions that distribute the space of the window and the screen.
void MainWindow::connectRoom() {
    const Actions& a = *m_actions;
    connect(findChild<DockTabs*>(), &DockTabs::maximizeWanted, this,
            [this](QDockWidget* dock) { toggleMaximized(m_docks->panelOf(dock)); });
    connect(a.maximizePanel, &QAction::triggered, this,
            [this] { toggleMaximized(m_docks->panelOf(focusWidget())); });
    connect(m_docks, &PanelDocks::maximizedChanged, a.maximizePanel,
            [this] { m_actions->maximizePanel->setChecked(m_docks->maximized().has_value()); });
    // Makes sure that the target line is visible.
    connect(m_pane, &EditorPane::placeShown, m_docks, [this] {
        if (m_docks->maximized()) {
            m_docks->maximize({});
        }
    });
    connect(a.fullScreen, &QAction::triggered, this, [this](bool on) {
        setWindowState(on ? windowState() | Qt::WindowFullScreen
                          : windowState() & ~Qt::WindowFullScreen);
    });
    connect(a.presentation, &QAction::triggered, this, [this](bool on) {
        on ? m_presentation->start(m_docks->panelOf(focusWidget())) : m_presentation->end();
    });
    connect(m_presentation, &Presentation::changed, a.presentation, &QAction::setChecked);
    connect(m_presentation, &Presentation::changed, a.tour, &QAction::setDisabled);
}

void MainWindow::toggleMaximized(const QString& panel) {
    m_docks->maximized() ? m_docks->endMaximized() : m_docks->maximize(panel);
}

/// Panels needed by lessons have keys; the command palette lists all panels.
void MainWindow::addPanelKeys(QMenu& menu) {
    for (const PanelRow& row : panelTable()) {
        if (row.key == 0) {
            continue;
        }
        auto* action = new QAction(tr("Panel: %1").arg(titleOf(row)), this);
        action->setObjectName(QStringLiteral("panel-") + row.id.text());
        action->setShortcut(QKeySequence(QStringLiteral("Alt+%1").arg(row.key)));
        action->setToolTip(wordsOf(row));
        addAction(action);
        menu.addAction(action);
        connect(action, &QAction::triggered, this, [this, id = row.id.text()] {
            showPanel(id);
            m_docks->focus(id);
        });
    }
}

void MainWindow::connectHelp() {
    const Actions& a = *m_actions;
    connect(a.getCompiler, &QAction::triggered, m_toolkit, &ToolkitCheck::getCompiler);
    connect(a.tour, &QAction::triggered, this, [this] {
        hideStartPage();
        m_docks->endMaximized();
        startTour(*this);
    });
    connect(a.shortcuts, &QAction::triggered, this, [this] { showShortcuts(*this); });
    connect(a.manual, &QAction::triggered, this, &MainWindow::showManual);
    connect(a.about, &QAction::triggered, this, [this] { showAbout(this, m_toolkit->found()); });
}

void MainWindow::connectEditor() {
    connectLineCosts();
    connectTyping();
    CodeEditor& editor = m_pane->editor();
    FindBar& findBar = m_pane->findBar();
    const Actions& a = *m_actions;
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
    connect(&editor, &CodeEditor::cursorPositionChanged, this, [this](int line, int column) {
        m_status->setCursor(line + 1, column + 1);
        m_bench.selection.setPlace({{}, line + 1, m_bench.document.revision()});
    });
    const auto openDropped = [this](const QStringList& paths) {
        if (!paths.isEmpty()) {
            m_files->openPath(paths.first());
        }
    };
    connect(&editor, &CodeEditor::filesDropped, this, openDropped);
    connect(m_pane, &EditorPane::opened, this, [this, openDropped](const CodeEditor* opened) {
        // Queued, because opening a project closes the editor.
        connect(opened, &CodeEditor::filesDropped, this, openDropped, Qt::QueuedConnection);
    });
    m_status->setCursor(1, 1);
}

void MainWindow::connectLineCosts() {
    LineCostBar& costs = m_pane->lineCosts();
    const Actions& a = *m_actions;
    connect(a.nextCostly, &QAction::triggered, &costs, [&costs] { costs.gotoCostly(1); });
    connect(a.previousCostly, &QAction::triggered, &costs, [&costs] { costs.gotoCostly(-1); });
    connect(&costs, &LineCostBar::dismissed, a.lineCosts, [this] {
        m_actions->lineCosts->setChecked(false);
        m_pane->editor().setFocus();
    });
    connect(&costs, &LineCostBar::nextWanted, &costs, [&costs] { costs.gotoCostly(1); });
    connect(&m_bench.selection, &Selection::costsWanted, this, [this, &costs](LineMetric metric) {
        costs.setMetric(metric);
        m_actions->lineCosts->setChecked(true);
    });
    if (m_options.remember) {
        costs.setMetric(
            LineMetric(std::clamp(settings::lineMetric(), 0, int(kLineMetrics.size()) - 1)));
    }
    connect(&costs, &LineCostBar::metricChosen, this,
            [](LineMetric metric) { settings::setLineMetric(int(metric)); });
}

/// The texts' own history, of the editor in front.
void MainWindow::connectTyping() {
    const auto follow = [this] {
        m_actions->undo->setEnabled(m_pane->current().isUndoAvailable());
        m_actions->redo->setEnabled(m_pane->current().isRedoAvailable());
    };
    connect(m_pane, &EditorPane::currentChanged, this, follow);
    connect(m_pane, &EditorPane::edited, this, follow);
    follow();
}

} // namespace warpbench::ui
