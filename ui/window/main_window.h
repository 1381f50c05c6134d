// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/project_document.h"
#include "ui/models/run_controller.h"
#include "ui/window/views.h"

#include <QHash>
#include <QMainWindow>

#include <memory>

class QDockWidget;
class QTabWidget;

namespace warpbench::ui {

struct Actions;
class DevicePicker;
class FileHandler;
class HelpWindow;
class RunPresenter;
class ToolkitCheck;

/// The window: editor in the middle, set-up at the left, results at the right, problems and output
/// beneath.
class MainWindow : public QMainWindow {
    Q_OBJECT

  public:
    struct Options {
        session::WorkerHome home = session::WorkerHome::child_process;
        QString device;       ///< selector of the command line; empty: the rules
        bool remember = true; ///< keep geometry and layout, offer recovered work
    };

    explicit MainWindow(Options options, QWidget* parent = nullptr);
    ~MainWindow() override;

    ProjectDocument& document() { return m_document; }
    RunController& controller() { return m_controller; }
    RunPresenter& presenter() { return *m_presenter; }
    FileHandler& files() { return *m_files; }
    const Views& views() const { return m_views; }
    const Actions& actionSet() const { return *m_actions; }

    void setDark(bool dark);
    /// Brings a panel to the front. \returns false for a name that panelNames() has not
    bool showPanel(const QString& name);
    QStringList panelNames() const;
    /// What the window calls a panel of panelNames().
    QString panelTitle(const QString& name) const;
    /// The same, and gives it the focus.
    void focusPanel(const QString& name);
    /// Turns the costs of lines on. \param metric  one of lineCostNames(). \returns false for
    /// another
    bool showLineCosts(const QString& metric);
    static QStringList lineCostNames();
    /// As if it was picked in the toolbar.
    void pickDevice(int row);
    void restoreDefaultLayout();
    /// Whether the device list has come.
    bool devicesReady() const;

  signals:
    void devicesAvailable();
    void deviceChoiceFailed(QString why);

  protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

  private:
    void lookAround();
    void buildViews();
    void buildDocks();
    void hideDoubledTitles();
    void buildToolBar();
    QDockWidget* addDock(const QString& name, const QString& title, QWidget* widget,
                         Qt::DockWidgetArea area);
    void connectActions();
    void connectEditor();
    void takeDevice(const session::DeviceInfo& device);
    void updateTitle();
    void updateActivity(RunController::Activity activity);
    void goToLine();
    void zoom(int by);
    void markStale(bool stale);

    Options m_options;
    ProjectDocument m_document;
    RunController m_controller;
    Views m_views;
    std::unique_ptr<Actions> m_actions;
    DevicePicker* m_devices = nullptr;
    QTabWidget* m_setup = nullptr;
    QHash<QString, QDockWidget*> m_docks;
    FileHandler* m_files = nullptr;
    RunPresenter* m_presenter = nullptr;
    ToolkitCheck* m_toolkit = nullptr;
    HelpWindow* m_help = nullptr; ///< made when it is first asked for
    bool m_loadingText = false;
    bool m_lookedAround = false; ///< for devices and the compiler
};

} // namespace warpbench::ui
