// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/main_window.h"

#include "core/sources/source_scan.h"
#include "ui/charts/plot.h"
#include "ui/commands/actions.h"
#include "ui/commands/edit_actions.h"
#include "ui/commands/enter_presses.h"
#include "ui/commands/shortcut_guard.h"
#include "ui/commands/zoom_wheel.h"
#include "ui/dialogs/help_window.h"
#include "ui/dialogs/key_bindings.h"
#include "ui/dialogs/settings.h"
#include "ui/dialogs/templates.h"
#include "ui/docks/dock_tabs.h"
#include "ui/docks/panel_docks.h"
#include "ui/editor/code_editor.h"
#include "ui/editor/editor_pane.h"
#include "ui/editor/line_cost_bar.h"
#include "ui/editor/source_link.h"
#include "ui/elements/element_text.h"
#include "ui/inspector/inspector_panel.h"
#include "ui/setup/setup_panel.h"
#include "ui/tabs/language_link.h"
#include "ui/tabs/navigator.h"
#include "ui/tabs/step_view.h"
#include "ui/theme/banner.h"
#include "ui/theme/fonts.h"
#include "ui/theme/input_state.h"
#include "ui/theme/text_scale.h"
#include "ui/theme/theme.h"
#include "ui/theme/turns.h"
#include "ui/window/device_picker.h"
#include "ui/window/file_handler.h"
#include "ui/window/presentation.h"
#include "ui/window/program_presenter.h"
#include "ui/window/run_presenter.h"
#include "ui/window/start_page.h"
#include "ui/window/status_line.h"
#include "ui/window/toolkit_check.h"
#include "ui/window/tour_steps.h"
#include "ui/words/text.h"

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
#include <QPointer>
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
#include <QWindow>

#include <algorithm>
#include <utility>

namespace warpbench::ui {

namespace {

constexpr QSize kLeastFrame(8, 40); // estimate until the window manager reports it
constexpr int kLookAroundAnywayMs = 300;
constexpr int kPrepareChartsMs = 400; // while the user looks at the window before typing

} // namespace

MainWindow::MainWindow(Options options, QWidget* parent)
    : QMainWindow(parent)
    , m_options(std::move(options))
    , m_bench(m_options.home) {
    prepareFrame();
    m_actions = std::make_unique<Actions>(*this);
    buildViews();
    buildToolBar();
    buildParts();
    connectActions();
    connectEditor();
    followWorkbench();
    followFiles();
    resize(QSize(1440, 900).boundedTo(screen()->availableSize() - kLeastFrame));
    restoreDefaultLayout();
    applyChosenKeys(*this);
    if (m_options.remember)
        restoreLastTime();
    m_pane->editor().setFocus();
    updateTitle();
    QTimer::singleShot(kLookAroundAnywayMs, this, &MainWindow::lookAround); // for a hidden window
}

void MainWindow::prepareFrame() {
    setObjectName(QStringLiteral("mainWindow"));
    setWindowIcon(QIcon(QStringLiteral(":/icons/warpbench.svg")));
    setAcceptDrops(true);
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
    new DockTabs(*this);
    installInputHabits();
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
}

/// Creates the objects behind the window, and the menus.
void MainWindow::buildParts() {
    m_presenter = new RunPresenter(m_bench, *m_pane, *m_status, this);
    m_program = new ProgramPresenter(m_bench, *m_pane, *m_status, this);
    new SourceLink(m_pane->editor(), m_bench.selection, m_presenter);
    m_navigator = new Navigator(m_bench, *m_pane, *m_actions, m_presenter);
    connect(m_navigator, &Navigator::said, m_status, &StatusLine::showDone);
    connect(m_navigator, &Navigator::cursorMoved, m_status, &StatusLine::setCursor);
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
    addPanelKeys(*menus.panelKeys);
    m_presentation = new Presentation(*this, *m_actions, *m_docks, *m_pane);
}

void MainWindow::followWorkbench() {
    connect(&m_bench.stepper, &StepController::changed, this, [this] {
        updateStop();
        tellStepping();
    });
    connect(&m_bench.document, &ProjectDocument::dirtyChanged, this, &MainWindow::updateTitle);
    connect(&m_bench.document, &ProjectDocument::changed, this, &MainWindow::updateTitle);
    connect(&m_bench.controller, &RunController::activityChanged, this,
            &MainWindow::updateActivity);
    connect(&m_bench.results, &Results::staleChanged, m_docks, &PanelDocks::markStale);
    connect(&m_bench.selection, &Selection::panelWanted, m_docks, [this](PanelId panel) {
        // These appear during steps or runs: a maximized panel stays.
        if (!m_docks->maximized() || (panel != panels::step && panel != panels::problems))
            m_docks->show(panel);
    });
    connect(m_presenter, &RunPresenter::reportShown, this, [this] {
        const auto& launches = m_bench.results.report()->launches;
        m_actions->pinBaseline->setEnabled(
            std::any_of(launches.begin(), launches.end(),
                        [](const auto& launch) { return launch.time.has_value(); }));
    });
    const auto log = [this](const QString& why) {
        m_bench.log.append(LogEntry::Level::error, why);
    };
    connect(&m_bench.baselines, &Baselines::failed, this, log);
    connect(&m_bench.keptRuns, &KeptRuns::failed, this, log);
}

void MainWindow::followFiles() {
    connect(m_files, &FileHandler::opened, m_presenter, &RunPresenter::reset);
    connect(m_files, &FileHandler::opened, m_program, &ProgramPresenter::reset);
    connect(m_files, &FileHandler::setUpWanted, m_program, &ProgramPresenter::takeSetUp);
    connect(m_program, &ProgramPresenter::projectMade, m_files, &FileHandler::openPath);
    connect(m_program, &ProgramPresenter::setUpTaken, m_files, &FileHandler::forgetOpening);
    connect(m_files, &FileHandler::opened, m_navigator, &Navigator::forget);
    connect(m_files, &FileHandler::opened, m_stepView, &StepView::forget);
    connect(m_files, &FileHandler::saved, m_stepView, &StepView::storeBreakpoints);
    if (m_options.remember)
        m_stepView->remember();
    connect(m_navigator, &Navigator::saveWanted, m_files, &FileHandler::save);
    connect(m_files, &FileHandler::opened, this, [this] {
        m_actions->pinBaseline->setEnabled(false);
        m_pane->editor().setFocus(); // the previous focus widget may have been deleted
        showFirstKernel();
        for (auto* page : panel<SetupPanel>().findChildren<QScrollArea*>()) {
            page->verticalScrollBar()->setValue(0); // the old scroll position belongs to the
                                                    // previous project
        }
    });
    // First, because other connections do nothing while the start page is shown.
    connect(m_files, &FileHandler::opened, this, &MainWindow::hideStartPage);
    connect(m_files, &FileHandler::opened, this, [this] {
        if (!m_options.remember || m_presentation->isOn()) {
            return;
        }
        const auto show = [this](Perspective perspective) {
            m_actions->perspectives[std::size_t(perspective)]->trigger();
        };
        const bool hasTasks = !m_bench.tasks.tasks().empty();
        const bool isLesson = isExample(m_bench.document.path());
        const bool toRead = hasTasks || isLesson;
        const Perspective now = m_docks->perspective();
        if (isLesson) {
            // A lesson opens in the Teach layout, which has space for the text.
            if (now != Perspective::teach) {
                m_beforeLesson = now;
            }
            show(Perspective::teach);
            // Without tasks, the user changes numbers in the set-up.
            m_docks->show(hasTasks ? QStringLiteral("tasks") : QStringLiteral("setup"));
        } else if (!toRead && m_beforeLesson) {
            // Leaves the lesson's layout for any other project.
            const Perspective before = *std::exchange(m_beforeLesson, {});
            if (now == Perspective::teach) {
                show(before);
            }
        }
    });
    connect(m_files, &FileHandler::opened, this, [this] {
        // Once, when there is something to show.
        if (m_options.tour && !settings::tourSeen()) {
            QTimer::singleShot(0, m_actions->tour, &QAction::trigger);
        }
    });
    connect(m_files, &FileHandler::closed, this, &MainWindow::showStartPage);
    connect(m_files, &FileHandler::saved, this, [this](const QString& path) {
        m_status->showDone(tr("Saved %1").arg(QDir::toNativeSeparators(path)));
    });
    connect(m_files, &FileHandler::followed, this, [this](const QString& path) {
        m_status->showDone(
            tr("%1 was changed by another program and reloaded").arg(QFileInfo(path).fileName()));
    });
}

/// Skips the licence and the headers at the start of other people's sources.
void MainWindow::showFirstKernel() {
    constexpr int kSeenAnyway = 15; // lines
    if (!m_bench.document.path().isEmpty()) {
        return;
    }
    for (const auto& kernel : compile::scanSource(ss(m_bench.document.source()))) {
        if (kernel.isDefinition) {
            if (kernel.info.line > kSeenAnyway) {
                const int line = kernel.info.line;
                m_pane->editor().goTo(line);
                // The message about the source takes some of the editor's height.
                inTurn(*m_navigator, [this, line] {
                    int row = 0;
                    int column = 0;
                    m_pane->editor().getCursorPosition(&row, &column);
                    if (row + 1 == line)
                        m_pane->editor().goTo(line);
                });
            }
            return;
        }
    }
}

/// As the user left it, including unsaved changes.
void MainWindow::restoreLastTime() {
    const QString kept = QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation);
    m_bench.baselines.keepIn(kept + QStringLiteral("/baselines"));
    m_bench.keptRuns.keepIn(kept + QStringLiteral("/runs"));
    if (!m_options.defaultLayout) {
        restoreGeometry(settings::windowGeometry());
        setWindowState(windowState() & ~Qt::WindowFullScreen);
        fitScreen();
        restoreLayouts();
    }
    m_pane->editor().setTabWidth(settings::tabWidth());
    setNumberFormat({settings::numberDigits(), settings::hexIntegers()});
    m_language->setEnabled(settings::asksClangd());
    m_files->startRecovery();
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    connect(QGuiApplication::styleHints(), &QStyleHints::colorSchemeChanged, this,
            &MainWindow::takeSettings);
#endif
}

/// A saved size may exceed the current screen, and so may a window moved to a projector. The window
/// manager's frame must fit as well.
void MainWindow::fitScreen() {
    if (windowState() & (Qt::WindowMaximized | Qt::WindowFullScreen)) {
        return;
    }
    const QRect room = screen()->availableGeometry();
    const QSize frame = (frameGeometry().size() - size()).expandedTo(kLeastFrame);
    resize(size().boundedTo(room.size() - frame));
    const QSize spare = room.size() - frame - size();
    move(std::clamp(x(), room.left(), room.left() + std::max(0, spare.width())),
         std::clamp(y(), room.top(), room.top() + std::max(0, spare.height())));
}

void MainWindow::showEvent(QShowEvent* event) {
    QMainWindow::showEvent(event);
    if (m_options.remember && !event->spontaneous()) {
        fitScreen(); // the frame is known by now
        connect(windowHandle(), &QWindow::screenChanged, this, &MainWindow::fitScreen,
                Qt::ConnectionType(Qt::QueuedConnection | Qt::UniqueConnection));
    }
}

/// Searching for devices starts a process, and searching for the compiler loads large libraries:
/// both would delay the first frame.
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
        QTimer::singleShot(kPrepareChartsMs, this, &prepareCharts);
    }
}

/// Panels, editor and helpers refer to the workbench, so they are destroyed first.
MainWindow::~MainWindow() {
    m_bench.document.disconnect(this);
    m_bench.controller.disconnect(this);
    m_bench.results.disconnect(this);
    m_bench.stepper.disconnect(this);
    m_bench.program.disconnect(this);
    delete m_presenter;
    delete m_program;
    delete m_files;
    delete m_devices;
    delete m_docks;
    delete m_pane;
}

void MainWindow::buildViews() {
    m_pane = new EditorPane;
    m_pane->setTexts(m_bench.document.texts());
    m_status = new StatusLine;
    setStatusBar(m_status);
    setCentralWidget(m_pane);
    m_docks = new PanelDocks(*this, m_bench);
    new ShortcutGuard(*this, panel<SetupPanel>());
    new EnterPresses(*this);
    new ZoomWheel(*this, *m_actions->zoomIn, *m_actions->zoomOut);
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
    const bool otherFont = setCodeFont(settings::codeFontFamily(), settings::codeFontSize());
    const bool otherSize = !m_presentation->isOn() && setTextScale(settings::textScale());
    if (otherFont || otherSize || wantsDark() != Theme::instance().dark()) {
        setDark(wantsDark());
    }
    m_pane->setTabWidth(settings::tabWidth());
    setNumberFormat({settings::numberDigits(), settings::hexIntegers()});
    panel<InspectorPanel>().takeNumberFormat();
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
        connect(m_start, &StartPage::restoreWanted, m_files, &FileHandler::restoreUnsaved);
        connect(m_start, &StartPage::left, this, &MainWindow::hideStartPage);
    }
    paintInTurn(*this);
    placeStartPage();
    m_start->open(hasProject() ? m_bench.document.displayName() : QString(),
                  m_options.tour && !settings::tourSeen(), m_files->unsavedWork());
    // Tab must not reach widgets below the page.
    m_pane->setEnabled(false);
    m_docks->setEnabled(false);
    m_actions->setProjectShown(false);
    m_status->setProjectShown(false);
    updateTitle();
}

/// False before the first project is opened, and after one was closed.
bool MainWindow::hasProject() const {
    const ProjectDocument& document = m_bench.document;
    return !document.path().isEmpty() || !document.sourcePath().isEmpty() ||
           !document.source().isEmpty() || document.isDirty();
}

/// The tour needs a project: opens the first lesson, or keeps the current project.
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
        m_status->setProjectShown(true);
        updateTitle();
        m_pane->editor().setFocus();
    }
}

void MainWindow::placeStartPage() {
    if (m_start) {
        const auto bars = findChildren<QToolBar*>();
        int top = 0;
        for (const QToolBar* bar : bars) {
            if (!bar->isHidden()) {
                top = bar->geometry().bottom() + 1;
            }
        }
        m_start->setGeometry(0, top, width(), m_status->geometry().top() - top);
    }
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    placeStartPage();
    // A newly shown panel with large text may need too much space until its layout is done.
    const QSize room = screen()->availableSize();
    if (m_options.remember && (width() > room.width() || height() > room.height())) {
        inTurn(*m_status, [this] { fitScreen(); });
    }
}

void MainWindow::restoreLayouts() {
    const QString kept = settings::perspective();
    const auto found = std::find_if(kPerspectives.begin(), kPerspectives.end(),
                                    [&](Perspective p) { return nameOf(p) == kept; });
    m_docks->setLayouts(settings::layouts(),
                        found == kPerspectives.end() ? Perspective::edit : *found);
    m_actions->perspectives[std::size_t(m_docks->perspective())]->setChecked(true);
    panel<InspectorPanel>().setSplit(settings::twoBufferViews());
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
    if (!m_docks->show(name)) {
        return false;
    }
    hideStartPage(); // it would cover the panel, and disable it
    return true;
}

/// Opens the page about the focused panel.
void MainWindow::showManual() {
    QString page = m_docks->manualPageOf(QApplication::focusWidget());
    if (m_pane->current().hasFocus()) {
        page = QStringLiteral("window/editor.md");
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

/// The file name first, because that is what users save, send and search; then the project's name.
void MainWindow::updateTitle() {
    const ProjectDocument& document = m_bench.document;
    setWindowModified(document.isDirty());
    if (m_start && !m_start->isHidden() && !hasProject()) {
        return setWindowTitle(QStringLiteral("Warpbench"));
    }
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
    m_actions->stop->setEnabled(m_bench.controller.busy() || m_bench.program.isRunning() ||
                                m_bench.live.running() ||
                                m_bench.stepper.phase() != StepController::Phase::off);
}

/// The status line shows the state of the stepped launch instead of the last run's result.
void MainWindow::tellStepping() {
    const StepController& stepper = m_bench.stepper;
    const session::StepState* state = stepper.state();
    const bool isOn = stepper.phase() != StepController::Phase::off;
    const bool wasOn = std::exchange(m_steps, isOn);
    if (m_bench.controller.busy() || (!isOn && !wasOn)) {
        return;
    }
    if (!isOn) {
        m_status->showDone(tr("Ready"));
    } else if (stepper.phase() == StepController::Phase::moving) {
        m_status->showProgress(tr("Stepping"), -1);
    } else if (state->ended) {
        m_status->showDone(tr("The launch has ended"));
    } else {
        m_status->showDone(state->line > 0 ? tr("Paused in line %1").arg(state->line)
                                           : tr("Paused"));
    }
}

void MainWindow::goToLine() {
    const QPointer<CodeEditor> editor(&m_pane->current());
    int line = 0;
    int column = 0;
    editor->getCursorPosition(&line, &column);
    bool ok = false;
    const int chosen =
        QInputDialog::getInt(this, tr("Go to Line"), tr("Line (1 to %1):").arg(editor->lines()),
                             line + 1, 1, editor->lines(), 1, &ok);
    if (ok && editor) { // its tab may have been closed
        editor->goTo(chosen);
    }
}

void MainWindow::zoom(int by) {
    const int percent = by == 0 ? kUsualTextScale : nextTextScale(textScale(), by);
    if (!m_presentation->isOn()) {
        settings::setTextScale(percent);
    }
    if (setTextScale(percent)) {
        setDark(Theme::instance().dark());
    }
    m_status->showDone(tr("Text at %1 %").arg(percent));
}

void MainWindow::changeEvent(QEvent* event) {
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::WindowStateChange && m_actions) {
        m_actions->fullScreen->setChecked(isFullScreen());
    }
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!m_files->mayLeave()) {
        event->ignore();
        return;
    }
    if (m_options.remember) {
        const auto& before = m_presentation->before();
        before ? settings::setWindow(before->geometry, before->layouts, nameOf(before->perspective))
               : settings::setWindow(saveGeometry(), m_docks->layouts(),
                                     nameOf(m_docks->perspective()));
        settings::setTwoBufferViews(panel<InspectorPanel>().isSplit());
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
