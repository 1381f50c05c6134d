// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/docks/perspective.h"
#include "ui/workbench/workbench.h"

#include <QMainWindow>

#include <memory>
#include <optional>

namespace warpbench::ui {

struct Actions;
class DevicePicker;
class EditorPane;
class FileHandler;
class HelpWindow;
class LanguageLink;
class Navigator;
class PanelDocks;
class Presentation;
class ProgramPresenter;
class RunPresenter;
class StatusLine;
class StepView;
class StartPage;
class ToolkitCheck;

/// The window: editor in the middle, set-up at the left, results at the right, problems and output
/// beneath.
class MainWindow : public QMainWindow {
    Q_OBJECT

  public:
    struct Options {
        session::WorkerHome home = session::WorkerHome::child_process;
        QString device;             ///< selector of the command line; empty: the rules
        bool remember = true;       ///< keep geometry and layout, offer recovered work
        bool defaultLayout = false; ///< the window's size and layout that were kept are not used
        bool tour = false;          ///< show who has not seen it the tour, with the first project
    };

    explicit MainWindow(Options options, QWidget* parent = nullptr);
    ~MainWindow() override;

    Workbench& workbench() { return m_bench; }
    ProjectDocument& document() { return m_bench.document; }
    RunController& controller() { return m_bench.controller; }
    RunPresenter& presenter() { return *m_presenter; }
    ProgramPresenter& program() { return *m_program; }
    FileHandler& files() { return *m_files; }
    EditorPane& pane() { return *m_pane; }
    PanelDocks& docks() { return *m_docks; }
    StepView& stepView() { return *m_stepView; }
    Presentation& presentation() { return *m_presentation; }
    LanguageLink& language() { return *m_language; }
    /// A panel by its class.
    template <class Panel>
    Panel& panel() const {
        return *findChild<Panel*>();
    }
    const Actions& actionSet() const { return *m_actions; }

    void setDark(bool dark);
    /// Whether the settings ask for dark: by themselves, or as the system has it.
    static bool wantsDark();
    /// Brings a panel to the front (PanelDocks::show), in the start page's place. False: none of
    /// that name.
    bool showPanel(const QString& name);
    /// Turns the costs of lines on. \param metric  one of lineCostNames(). \returns false for
    /// another
    bool showLineCosts(const QString& metric);
    static QStringList lineCostNames();
    /// As if it was picked in the toolbar.
    void pickDevice(int row);
    void restoreDefaultLayout();
    /// Lessons, recent files and templates over the window, until one of them is opened.
    void showStartPage();
    /// Whether the device list has come.
    bool devicesReady() const;

  signals:
    void devicesAvailable();
    void deviceChoiceFailed(QString why);

  protected:
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

  private:
    void lookAround();
    void fitScreen();
    void prepareFrame();
    void buildViews();
    void buildToolBar();
    void buildParts();
    void followWorkbench();
    void followFiles();
    void showFirstKernel();
    void restoreLastTime();
    void connectActions();
    void connectFiles();
    void connectRun();
    void connectTasks();
    void connectChecks();
    void connectView();
    void connectRoom();
    void addPanelKeys(QMenu& menu);
    void toggleMaximized(const QString& panel);
    void connectHelp();
    void connectEditor();
    void connectLineCosts();
    void connectTyping();
    void updateStop();
    void tellStepping();
    void updateTitle();
    void updateActivity(RunController::Activity activity);
    void goToLine();
    void zoom(int by);
    void showManual();
    void restoreLayouts();
    void takeSettings();
    bool hasProject() const;
    void tourOfALesson();
    void hideStartPage();
    void placeStartPage();

    Options m_options;
    Workbench m_bench;
    std::unique_ptr<Actions> m_actions;
    DevicePicker* m_devices = nullptr;
    EditorPane* m_pane = nullptr;
    StatusLine* m_status = nullptr;
    PanelDocks* m_docks = nullptr;
    Presentation* m_presentation = nullptr;
    std::optional<Perspective> m_beforeLesson; ///< that a lesson took the place of
    FileHandler* m_files = nullptr;
    RunPresenter* m_presenter = nullptr;
    ProgramPresenter* m_program = nullptr;
    Navigator* m_navigator = nullptr;
    StepView* m_stepView = nullptr;
    bool m_steps = false; ///< something was stepped through when that was last told
    LanguageLink* m_language = nullptr;
    ToolkitCheck* m_toolkit = nullptr;
    StartPage* m_start = nullptr; ///< made when it is first shown
    HelpWindow* m_help = nullptr; ///< made when it is first asked for
    bool m_loadingText = false;
    bool m_lookedAround = false; ///< for devices and the compiler
};

} // namespace warpbench::ui
