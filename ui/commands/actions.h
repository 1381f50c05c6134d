// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/docks/perspective.h"

#include <QCoreApplication>

#include <array>

class QAction;
class QActionGroup;
class QMainWindow;
class QMenu;
class QObject;
class QUndoStack;

namespace warpbench::ui {

struct ActionRow;

/// Everything you can do from menus, the toolbar and the keyboard. Created from one table
/// (action_table.cpp), so that a test can check names, icons and shortcuts against each other.
struct Actions {
    explicit Actions(QMainWindow& window);

    // File
    QAction* newProject;
    QAction* newWindow;
    QAction* open;
    QAction* save;
    QAction* saveAs;
    QAction* exportReport; ///< of the last run
    QAction* exportProgram;
    QAction* allowOutside; ///< files outside the project's folder
    QAction* closeProject;
    QAction* quit;
    // Edit
    QAction* undo;
    QAction* redo;
    QAction* undoSetup; ///< the project's history: launches, buffers, options
    QAction* redoSetup;
    QAction* cut;
    QAction* copy;
    QAction* paste;
    QAction* selectAll;
    QAction* settings;
    QAction* find;
    QAction* replace;
    QAction* findNext;
    QAction* findPrevious;
    QAction* goToLine;
    QAction* goToDefinition;
    QAction* goBack; ///< to the origin of a jump
    QAction* goForward;
    QAction* toggleComment;
    QAction* selectNext;
    QAction* nextProblem;
    QAction* previousProblem;
    QAction* nextCostly;
    QAction* previousCostly;
    // Run
    QAction* run;
    QAction* stop;
    QAction* compile;
    QAction* runProgram;
    QAction* setUpOfRun;
    QAction* launchOfRun;
    QAction* runOnChange;
    QAction* runContinuously;
    QAction* compileOnPause;
    QAction* stepOver; ///< a line of the warp; starts stepping if necessary
    QAction* stepInto;
    QAction* stepOut;
    QAction* stepInstruction;
    QAction* stepLane;
    QAction* stepBack;
    QAction* stepContinue;
    QAction* runToCaret;
    QAction* toggleBreakpoint;
    QAction* breakpointCondition;
    QAction* checkFaults;
    QAction* guardZones;
    QAction* checkTasks;
    QAction* pinBaseline;
    QAction* resetResident;
    QAction* refreshDevices;
    // View
    QAction* commands; ///< the palette
    QAction* focusEditor;
    QAction* lineCosts; ///< one switch counts and shows them
    QAction* darkTheme;
    QAction* zoomIn;
    QAction* zoomOut;
    QAction* zoomReset;
    QAction* restoreLayout;
    QAction* maximizePanel; ///< or the editor
    QAction* fullScreen;
    QAction* presentation;
    QAction* startPage;
    std::array<QAction*, kPerspectives.size()> perspectives; ///< exactly one is checked
    // Help
    QAction* manual;
    QAction* tour;
    QAction* shortcuts;
    QAction* getCompiler;
    QAction* about;

    /// Disables everything that needs a project while the start page is shown, regardless of its
    /// own state.
    void setProjectShown(bool shown);

  private:
    Q_DECLARE_TR_FUNCTIONS(warpbench::ui::Actions)

    QAction* makeOne(QMainWindow& window, const ActionRow& row);
    void makePerspectives(QMainWindow& window);

    QActionGroup* m_ofProject;
    QActionGroup* m_perspectives;
};

/// Connects the set-up's undo and redo actions to the history and its texts.
void followHistory(const Actions& actions, QUndoStack& history);

/// The menus; keeps those that are filled when they open.
struct Menus {
    QMenu* recent = nullptr;
    QMenu* examples = nullptr;
    QMenu* panels = nullptr; ///< which of them show
    QMenu* panelKeys = nullptr;
};
Menus buildMenus(QMainWindow& window, const Actions& actions);

} // namespace warpbench::ui
