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

/// The main window: editor in the centre, set-up at the left, results at the right, problems and
/// output at the bottom.
class MainWindow : public QMainWindow {
    Q_OBJECT

  public:
    struct Options {
        session::WorkerHome home = session::WorkerHome::child_process;
        QString device;             ///< from the command line; empty: use the rules
        bool remember = true;       ///< save geometry and layout, offer unsaved work
        bool defaultLayout = false; ///< ignore the saved size and layout
        bool tour = false;          ///< offer the tour with the first project to users who have not
                                    ///< seen it
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
    /// Finds a panel by its class.
    template <class Panel>
    Panel& panel() const {
        return *findChild<Panel*>();
    }
    const Actions& actionSet() const { return *m_actions; }

    void setDark(bool dark);
    /// Whether the settings or the system ask for a dark theme.
    static bool wantsDark();
    /// Shows a panel (PanelDocks::show) and hides the start page. \returns false if there is none
    /// with that name
    bool showPanel(const QString& name);
    /// Shows line costs. \param metric  one of lineCostNames(). \returns false for any
    /// other
    bool showLineCosts(const QString& metric);
    static QStringList lineCostNames();
    /// Like a selection in the toolbar.
    void pickDevice(int row);
    void restoreDefaultLayout();
    /// Shows lessons, recent files and templates over the window until the user opens one.
    void showStartPage();
    /// Whether the device list is complete.
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
    std::optional<Perspective> m_beforeLesson; ///< replaced by that of a lesson
    FileHandler* m_files = nullptr;
    RunPresenter* m_presenter = nullptr;
    ProgramPresenter* m_program = nullptr;
    Navigator* m_navigator = nullptr;
    StepView* m_stepView = nullptr;
    bool m_steps = false; ///< whether a launch was being stepped at the last update
    LanguageLink* m_language = nullptr;
    ToolkitCheck* m_toolkit = nullptr;
    StartPage* m_start = nullptr; ///< created on first use
    HelpWindow* m_help = nullptr; ///< created on first use
    bool m_lookedAround = false;  ///< for devices and the compiler
};

} // namespace warpbench::ui
