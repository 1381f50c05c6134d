// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/main_window.h"

#include "ui/charts/occupancy_panel.h"
#include "ui/charts/timing_panel.h"
#include "ui/dialogs/about_dialog.h"
#include "ui/dialogs/help_window.h"
#include "ui/dialogs/settings.h"
#include "ui/dialogs/shortcuts_dialog.h"
#include "ui/editor/code_editor.h"
#include "ui/editor/editor_pane.h"
#include "ui/editor/find_bar.h"
#include "ui/editor/line_cost_bar.h"
#include "ui/inspector/buffer_inspector.h"
#include "ui/models/devices_model.h"
#include "ui/models/diagnostics_model.h"
#include "ui/models/resource_model.h"
#include "ui/models/text.h"
#include "ui/panels/buffers_panel.h"
#include "ui/panels/form.h"
#include "ui/panels/launch_panel.h"
#include "ui/panels/names_panel.h"
#include "ui/panels/notes_panel.h"
#include "ui/panels/options_panel.h"
#include "ui/panels/output_panel.h"
#include "ui/panels/problems_panel.h"
#include "ui/panels/resources_panel.h"
#include "ui/panels/results_panel.h"
#include "ui/theme/banner.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/window/actions.h"
#include "ui/window/command_list.h"
#include "ui/window/device_picker.h"
#include "ui/window/file_handler.h"
#include "ui/window/run_presenter.h"
#include "ui/window/status_line.h"
#include "ui/window/toolkit_check.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QInputDialog>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QShortcut>
#include <QSignalBlocker>
#include <QTabBar>
#include <QTabWidget>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace warpbench::ui {

namespace {

constexpr int kLookAroundAnywayMs = 300;

/// The pages of the set-up, in the order of its tabs, as the command line knows them.
const QStringList kSetupPages{"launch", "project-buffers", "options"};

} // namespace

MainWindow::MainWindow(Options options, QWidget* parent)
    : QMainWindow(parent)
    , m_options(std::move(options))
    , m_controller(m_options.home) {
    setObjectName(QStringLiteral("mainWindow"));
    setWindowIcon(QIcon(QStringLiteral(":/icons/warpbench.svg")));
    setAcceptDrops(true);
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    m_actions = std::make_unique<Actions>(*this);
    buildViews();
    buildDocks();
    buildToolBar();
    m_presenter = new RunPresenter(m_document, m_controller, m_views, this);
    m_files = new FileHandler(m_document, m_views.pane->documentBanner(), this);
    m_toolkit = new ToolkitCheck(m_views.pane->toolkitBanner(), this);
    followHistory(*m_actions, *m_document.undoStack());
    const Menus menus = buildMenus(*this, *m_actions);
    connect(menus.recent, &QMenu::aboutToShow, this,
            [this, menu = menus.recent] { m_files->fillRecentMenu(menu); });
    connect(menus.examples, &QMenu::aboutToShow, this,
            [this, menu = menus.examples] { m_files->fillExamplesMenu(menu); });
    for (QDockWidget* dock : findChildren<QDockWidget*>()) {
        menus.panels->addAction(dock->toggleViewAction());
    }
    connectActions();
    connectEditor();
    connect(&m_document, &ProjectDocument::dirtyChanged, this, &MainWindow::updateTitle);
    connect(&m_document, &ProjectDocument::changed, this, &MainWindow::updateTitle);
    connect(&m_controller, &RunController::activityChanged, this, &MainWindow::updateActivity);
    connect(m_presenter, &RunPresenter::staleChanged, this, &MainWindow::markStale);
    connect(m_presenter, &RunPresenter::problemsShown, this,
            [this] { showPanel(QStringLiteral("problems")); });
    connect(m_presenter, &RunPresenter::panelWanted, this, &MainWindow::showPanel);
    connect(m_presenter, &RunPresenter::reportShown, this, [this] {
        const auto& launches = m_controller.report()->launches;
        m_actions->pinBaseline->setEnabled(
            std::any_of(launches.begin(), launches.end(),
                        [](const auto& launch) { return launch.time.has_value(); }));
    });
    connect(m_files, &FileHandler::opened, m_presenter, &RunPresenter::reset);
    connect(m_files, &FileHandler::opened, this, [this] {
        m_actions->pinBaseline->setEnabled(false);
        m_views.pane->editor().setFocus(); // what had it may have gone with the former project
        if (!m_document.project().notes.empty()) {
            m_docks[QStringLiteral("notes")]->show();
        }
    });
    // The frame that the window manager adds has to fit too.
    resize(QSize(1440, 900).boundedTo(screen()->availableSize() - QSize(8, 40)));
    restoreDefaultLayout();
    if (m_options.remember) {
        restoreGeometry(settings::windowGeometry());
        restoreState(settings::windowState());
        m_files->startRecovery();
    }
    m_views.pane->editor().setFocus();
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
        m_controller.listDevices();
        m_toolkit->check();
    }
}

MainWindow::~MainWindow() {
    m_views.buffers->setReader({});
}

void MainWindow::buildViews() {
    m_views.diagnostics = new DiagnosticsModel(this);
    m_views.usage = new ResourceModel(this);
    m_views.devices = new DevicesModel(this);
    m_views.pane = new EditorPane;
    m_views.launch = new LaunchPanel(m_document);
    m_views.options = new OptionsPanel(m_document);
    m_views.problems = new ProblemsPanel(*m_views.diagnostics);
    m_views.output = new OutputPanel;
    m_views.results = new ResultsPanel;
    m_views.resources = new ResourcesPanel(*m_views.usage);
    m_views.timing = new TimingPanel;
    m_views.occupancy = new OccupancyPanel;
    m_views.buffers = new BufferInspector;
    m_views.buffers->setReader(
        [this](session::ReadRequest request, session::Handlers<memory::HostArray> handlers) {
            m_controller.session().read(std::move(request), std::move(handlers));
        });
    m_views.status = new StatusLine;
    setStatusBar(m_views.status);
    setCentralWidget(m_views.pane);
}

QDockWidget* MainWindow::addDock(const QString& name, const QString& title, QWidget* widget,
                                 Qt::DockWidgetArea area) {
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(name + QStringLiteral("Dock"));
    dock->setWidget(widget);
    dock->setProperty("title", title);
    addDockWidget(area, dock);
    m_docks.insert(name, dock);
    // Tabs may come and go only after the signal, so look once it has been dealt with.
    const auto later = [this] { QTimer::singleShot(0, this, &MainWindow::hideDoubledTitles); };
    connect(dock, &QDockWidget::dockLocationChanged, this, later);
    connect(dock, &QDockWidget::topLevelChanged, this, later);
    connect(dock, &QDockWidget::visibilityChanged, this, later);
    return dock;
}

/// A dock in a row of tabs has its title on the tab; a title bar below would say it again.
void MainWindow::hideDoubledTitles() {
    for (QDockWidget* dock : std::as_const(m_docks)) {
        const bool tabbed = !dock->isFloating() && !tabifiedDockWidgets(dock).isEmpty();
        if (tabbed == (dock->titleBarWidget() != nullptr))
            continue;
        QWidget* former = dock->titleBarWidget();
        dock->setTitleBarWidget(tabbed ? new QWidget(dock) : nullptr);
        delete former;
    }
}

void MainWindow::buildDocks() {
    auto* launchPage = new QWidget;
    auto* layout = new QVBoxLayout(launchPage);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_views.launch);
    layout->addWidget(new NamesPanel(m_document));
    layout->addStretch(1);
    m_setup = new QTabWidget;
    m_setup->setDocumentMode(true);
    m_setup->tabBar()->setAccessibleName(tr("Set-up pages"));
    m_setup->addTab(makeScrolling(launchPage), tr("Launch"));
    m_setup->addTab(makeScrolling(new BuffersPanel(m_document)), tr("Buffers"));
    m_setup->addTab(makeScrolling(m_views.options), tr("Options"));
    // The usual keys undo what is beneath the hands: here the set-up, in the editor typing.
    QUndoStack* history = m_document.undoStack();
    new QShortcut(QKeySequence::Undo, m_setup, history, &QUndoStack::undo,
                  Qt::WidgetWithChildrenShortcut);
    new QShortcut(QKeySequence::Redo, m_setup, history, &QUndoStack::redo,
                  Qt::WidgetWithChildrenShortcut);
    addDock(QStringLiteral("setup"), tr("Set-up"), m_setup, Qt::LeftDockWidgetArea);
    addDock(QStringLiteral("notes"), tr("Notes"), new NotesPanel(m_document),
            Qt::LeftDockWidgetArea);
    addDock(QStringLiteral("problems"), tr("Problems"), m_views.problems, Qt::BottomDockWidgetArea);
    addDock(QStringLiteral("output"), tr("Output"), m_views.output, Qt::BottomDockWidgetArea);
    addDock(QStringLiteral("results"), tr("Results"), m_views.results, Qt::RightDockWidgetArea);
    addDock(QStringLiteral("timing"), tr("Timing"), m_views.timing, Qt::RightDockWidgetArea);
    addDock(QStringLiteral("occupancy"), tr("Occupancy"), m_views.occupancy,
            Qt::RightDockWidgetArea);
    addDock(QStringLiteral("resources"), tr("Resources"), m_views.resources,
            Qt::RightDockWidgetArea);
    addDock(QStringLiteral("buffers"), tr("Buffers"), m_views.buffers, Qt::RightDockWidgetArea);
}

void MainWindow::restoreDefaultLayout() {
    for (QDockWidget* dock : m_docks) {
        dock->setFloating(false);
        dock->show();
        removeDockWidget(dock);
    }
    const auto put = [this](const char* name, Qt::DockWidgetArea area) {
        QDockWidget* dock = m_docks[QLatin1String(name)];
        addDockWidget(area, dock);
        dock->show();
        return dock;
    };
    auto* setup = put("setup", Qt::LeftDockWidgetArea);
    auto* notes = put("notes", Qt::LeftDockWidgetArea);
    splitDockWidget(setup, notes, Qt::Vertical);
    auto* problems = put("problems", Qt::BottomDockWidgetArea);
    auto* output = put("output", Qt::BottomDockWidgetArea);
    tabifyDockWidget(problems, output);
    problems->raise();
    auto* results = put("results", Qt::RightDockWidgetArea);
    auto* buffers = put("buffers", Qt::RightDockWidgetArea);
    splitDockWidget(results, buffers, Qt::Vertical);
    QDockWidget* previous = buffers;
    for (const char* name : {"timing", "occupancy", "resources"}) {
        auto* dock = put(name, Qt::RightDockWidgetArea);
        tabifyDockWidget(previous, dock);
        previous = dock;
    }
    buffers->raise();
    hideDoubledTitles();
    const int side = std::clamp(width() / 4, 300, std::max(420, width() / 7));
    resizeDocks({setup, results}, {side, side + 60}, Qt::Horizontal);
    resizeDocks({setup, notes}, {height() * 6 / 10, height() * 3 / 10}, Qt::Vertical);
    resizeDocks({results, buffers}, {height() * 3 / 10, height() * 6 / 10}, Qt::Vertical);
    resizeDocks({problems}, {height() / 5}, Qt::Vertical);
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
    m_devices = new DevicePicker(*m_views.devices, m_controller, *m_views.output,
                                 {m_options.device, m_options.remember});
    connect(m_devices, &DevicePicker::chosen, this, &MainWindow::takeDevice);
    connect(m_devices, &DevicePicker::listed, this, &MainWindow::devicesAvailable);
    connect(m_devices, &DevicePicker::failed, this,
            [this](const QString& line, const QString& text) {
                m_views.pane->resultBanner().showMessage(Banner::Kind::error, text);
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
    connect(a.newProject, &QAction::triggered, m_files, &FileHandler::newProject);
    connect(a.open, &QAction::triggered, m_files, &FileHandler::open);
    connect(a.save, &QAction::triggered, m_files, &FileHandler::save);
    connect(a.saveAs, &QAction::triggered, m_files, &FileHandler::saveAs);
    connect(a.quit, &QAction::triggered, this, &QWidget::close);
    connect(a.run, &QAction::triggered, m_presenter, &RunPresenter::run);
    connect(a.compile, &QAction::triggered, m_presenter, &RunPresenter::compile);
    connect(a.stop, &QAction::triggered, &m_controller, &RunController::stop);
    connect(a.runOnChange, &QAction::toggled, m_presenter, &RunPresenter::setRunOnChange);
    connect(a.resetResident, &QAction::triggered, &m_controller, &RunController::resetResident);
    connect(a.refreshDevices, &QAction::triggered, &m_controller, &RunController::listDevices);
    connect(a.pinBaseline, &QAction::triggered, this, [this] {
        if (const auto* report = m_controller.report()) {
            m_views.timing->setBaseline(*report);
            showPanel(QStringLiteral("timing"));
        }
    });
    const auto takeOptions = [this] {
        m_controller.setOptions(
            {m_actions->checkFaults->isChecked(), m_actions->lineCosts->isChecked()});
    };
    a.checkFaults->setChecked(settings::checkFaults());
    a.lineCosts->setChecked(settings::lineCosts());
    takeOptions();
    connect(a.checkFaults, &QAction::toggled, this, [takeOptions](bool on) {
        settings::setCheckFaults(on);
        takeOptions();
    });
    connect(a.lineCosts, &QAction::toggled, this, [this, takeOptions](bool on) {
        if (m_options.remember) {
            settings::setLineCosts(on);
        }
        takeOptions();
        m_presenter->setLineCosts(on);
    });
    m_presenter->setLineCosts(a.lineCosts->isChecked());
    a.darkTheme->setChecked(Theme::instance().dark());
    connect(a.darkTheme, &QAction::toggled, this, [this](bool on) {
        settings::setThemeChoice(on ? settings::ThemeChoice::dark : settings::ThemeChoice::light);
        setDark(on);
    });
    connect(a.restoreLayout, &QAction::triggered, this, &MainWindow::restoreDefaultLayout);
    connect(a.zoomIn, &QAction::triggered, this, [this] { zoom(1); });
    connect(a.zoomOut, &QAction::triggered, this, [this] { zoom(-1); });
    connect(a.zoomReset, &QAction::triggered, this, [this] { zoom(0); });
    connect(a.commands, &QAction::triggered, this,
            [this] { CommandPalette(commandsOf(*this), this).exec(); });
    connect(a.focusEditor, &QAction::triggered, this,
            [this] { m_views.pane->editor().setFocus(); });
    connect(a.getCompiler, &QAction::triggered, m_toolkit, &ToolkitCheck::getCompiler);
    connect(a.shortcuts, &QAction::triggered, this, [this] { showShortcuts(*this); });
    connect(a.manual, &QAction::triggered, this, [this] {
        if (!m_help) {
            m_help = new HelpWindow(this);
        }
        m_help->show();
        m_help->raise();
        m_help->activateWindow();
    });
    connect(a.about, &QAction::triggered, this, [this] { showAbout(this); });
    connect(m_views.status, &StatusLine::problemsClicked, this,
            [this] { showPanel(QStringLiteral("problems")); });
}

void MainWindow::connectEditor() {
    CodeEditor& editor = m_views.pane->editor();
    FindBar& findBar = m_views.pane->findBar();
    LineCostBar& costs = m_views.pane->lineCosts();
    const Actions& a = *m_actions;
    connect(a.nextCostly, &QAction::triggered, &costs, [&costs] { costs.gotoCostly(1); });
    connect(a.previousCostly, &QAction::triggered, &costs, [&costs] { costs.gotoCostly(-1); });
    connect(&costs, &LineCostBar::dismissed, a.lineCosts, [this] {
        m_actions->lineCosts->setChecked(false);
        m_views.pane->editor().setFocus();
    });
    if (m_options.remember) {
        costs.setMetric(
            LineMetric(std::clamp(settings::lineMetric(), 0, int(kLineMetrics.size()) - 1)));
    }
    connect(&costs, &LineCostBar::metricChosen, this,
            [](LineMetric metric) { settings::setLineMetric(int(metric)); });
    connect(a.undo, &QAction::triggered, &editor, &CodeEditor::undo);
    connect(a.redo, &QAction::triggered, &editor, &CodeEditor::redo);
    connect(a.find, &QAction::triggered, &findBar, [&findBar] { findBar.open(false); });
    connect(a.replace, &QAction::triggered, &findBar, [&findBar] { findBar.open(true); });
    connect(a.findNext, &QAction::triggered, &findBar, &FindBar::findNext);
    connect(a.findPrevious, &QAction::triggered, &findBar, &FindBar::findPrevious);
    connect(a.goToLine, &QAction::triggered, this, &MainWindow::goToLine);
    connect(a.toggleComment, &QAction::triggered, &editor, &CodeEditor::toggleComment);
    connect(a.nextProblem, &QAction::triggered, &editor, &CodeEditor::gotoNextProblem);
    connect(a.previousProblem, &QAction::triggered, &editor, &CodeEditor::gotoPreviousProblem);
    connect(&editor, &CodeEditor::textChanged, this, [this] {
        if (!m_loadingText) {
            m_document.setSource(m_views.pane->editor().text());
        }
    });
    connect(&editor, &CodeEditor::cursorPositionChanged, this,
            [this](int line, int column) { m_views.status->setCursor(line + 1, column + 1); });
    connect(&editor, &CodeEditor::filesDropped, this, [this](const QStringList& paths) {
        if (!paths.isEmpty()) {
            m_files->openPath(paths.first());
        }
    });
    connect(&m_document, &ProjectDocument::sourceReplaced, this, [this] {
        m_loadingText = true;
        m_views.pane->editor().replaceText(m_document.source());
        m_loadingText = false;
    });
    if (const int zoomed = settings::editorZoom(); zoomed != 0 && m_options.remember) {
        editor.zoomTo(zoomed);
    }
    m_views.status->setCursor(1, 1);
}

void MainWindow::takeDevice(const session::DeviceInfo& device) {
    m_views.status->setSimulated(device.simulated);
    m_views.usage->setLimits(device.limits);
    emit m_document.changed(); // what is shown may be of another device now
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

QStringList MainWindow::panelNames() const {
    QStringList names = m_docks.keys();
    names << kSetupPages;
    names.sort();
    return names;
}

QString MainWindow::panelTitle(const QString& name) const {
    if (const QDockWidget* dock = m_docks.value(name)) {
        return dock->property("title").toString();
    }
    return tr("Set-up, %1").arg(m_setup->tabText(int(kSetupPages.indexOf(name))));
}

bool MainWindow::showPanel(const QString& name) {
    if (const auto page = kSetupPages.indexOf(name); page >= 0) {
        m_setup->setCurrentIndex(int(page));
        return showPanel(QStringLiteral("setup"));
    }
    // "buffers:picture" is the buffer of that name, once a run has filled it.
    const QString dockName = name.section(QLatin1Char(':'), 0, 0);
    if (dockName == QLatin1String("buffers") && dockName != name) {
        m_views.buffers->showBuffer(name.section(QLatin1Char(':'), 1));
    } else if (dockName != name) {
        return false;
    }
    QDockWidget* dock = m_docks.value(dockName);
    if (!dock) {
        return false;
    }
    dock->show();
    dock->raise();
    return true;
}

QStringList MainWindow::lineCostNames() {
    return {"executions", "lanes", "divergence", "sectors", "conflicts", "atomics"};
}

bool MainWindow::showLineCosts(const QString& metric) {
    const auto index = lineCostNames().indexOf(metric);
    if (index < 0) {
        return false;
    }
    m_views.pane->lineCosts().setMetric(kLineMetrics[std::size_t(index)]);
    m_actions->lineCosts->setChecked(true);
    return true;
}

void MainWindow::focusPanel(const QString& name) {
    if (!showPanel(name)) {
        return;
    }
    QDockWidget* dock = m_docks.value(kSetupPages.contains(name) ? QStringLiteral("setup") : name);
    QWidget* first = dock->widget();
    while (first && (first->focusPolicy() & Qt::TabFocus) == 0 && first->nextInFocusChain() &&
           dock->isAncestorOf(first->nextInFocusChain())) {
        first = first->nextInFocusChain();
    }
    first->setFocus(Qt::ShortcutFocusReason);
}

void MainWindow::updateTitle() {
    setWindowModified(m_document.isDirty());
    QString title = m_document.displayName() + QStringLiteral("[*]");
    if (m_document.isReadOnly()) {
        title += tr(" (read-only)");
    }
    setWindowTitle(title + tr(" – Warpbench"));
}

void MainWindow::updateActivity(RunController::Activity activity) {
    const bool running = activity == RunController::Activity::running;
    m_actions->stop->setEnabled(activity != RunController::Activity::idle);
    m_actions->compile->setEnabled(!running);
    m_actions->run->setEnabled(!running);
}

void MainWindow::markStale(bool stale) {
    for (const char* name : {"timing", "occupancy", "buffers"}) {
        QDockWidget* dock = m_docks[QLatin1String(name)];
        const QString title = dock->property("title").toString();
        dock->setWindowTitle(stale ? tr("%1 •").arg(title) : title);
    }
}

void MainWindow::goToLine() {
    CodeEditor& editor = m_views.pane->editor();
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
    CodeEditor& editor = m_views.pane->editor();
    const int now = by == 0 ? 0 : std::clamp(settings::editorZoom() + by, -6, 20);
    editor.zoomTo(now);
    settings::setEditorZoom(now);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!m_files->mayLeave()) {
        event->ignore();
        return;
    }
    if (m_options.remember) {
        settings::setWindow(saveGeometry(), saveState());
    }
    m_controller.stop();
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
