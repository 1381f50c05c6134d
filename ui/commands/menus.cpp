// SPDX-License-Identifier: GPL-3.0-or-later
// The contents of the menus.
#include "ui/commands/actions.h"
#include "ui/theme/icons.h"
#include "ui/words/tr.h"

#include <QAction>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>

#include <initializer_list>

namespace warpbench::ui {

namespace {

constexpr QAction* kLine = nullptr; ///< between groups of entries

QMenu* addMenu(QMainWindow& window, const QString& title, std::initializer_list<QAction*> entries) {
    auto* menu = window.menuBar()->addMenu(title);
    menu->setToolTipsVisible(true);
    for (QAction* entry : entries) {
        if (entry) {
            menu->addAction(entry);
        } else {
            menu->addSeparator();
        }
    }
    return menu;
}

} // namespace

Menus buildMenus(QMainWindow& window, const Actions& a) {
    for (QAction* action : window.actions()) {
        // In a menu, the check mark replaces the icon.
        action->setIconVisibleInMenu(!action->isCheckable());
    }
    QMenuBar* bar = window.menuBar();
    const Menus menus{new QMenu(tr("Open &Recent"), bar), new QMenu(tr("&Examples"), bar),
                      new QMenu(tr("&Panels"), bar), new QMenu(tr("&Go to Panel"), bar)};
    menus.examples->setIcon(icon(QStringLiteral("book")));
    QAction* recent = menus.recent->menuAction();
    QAction* examples = menus.examples->menuAction();
    QAction* panels = menus.panels->menuAction();
    QAction* panelKeys = menus.panelKeys->menuAction();
    const auto& [edit, tune, debug, teach] = a.perspectives;
    // clang-format off
    addMenu(window, tr("&File"), {
        a.newProject, a.newWindow, a.open, recent, examples, kLine,
        a.save, a.saveAs, a.exportReport, a.exportProgram, kLine,
        a.allowOutside, a.closeProject, a.quit});
    addMenu(window, tr("&Edit"), {
        a.undo, a.redo, kLine,
        a.undoSetup, a.redoSetup, kLine,
        a.cut, a.copy, a.paste, a.selectAll, kLine,
        a.find, a.replace, a.findNext, a.findPrevious, a.goToLine, kLine,
        a.goToDefinition, a.goBack, a.goForward, kLine,
        a.selectNext, a.toggleComment, kLine,
        a.nextProblem, a.previousProblem, a.nextCostly, a.previousCostly, kLine,
        a.settings});
    addMenu(window, tr("&Run"), {
        a.run, a.runProgram, a.setUpOfRun, a.launchOfRun, a.stop, a.compile, a.runOnChange, a.runContinuously, a.compileOnPause, kLine,
        a.stepOver, a.stepInto, a.stepOut, a.stepLane, a.stepInstruction, a.stepBack,
        a.stepContinue, a.runToCaret, a.toggleBreakpoint, a.breakpointCondition, kLine,
        a.checkFaults, a.guardZones, a.checkTasks, kLine,
        a.pinBaseline, a.resetResident, a.refreshDevices});
    addMenu(window, tr("&View"), {
        a.commands, a.focusEditor, panels, panelKeys, kLine,
        edit, tune, debug, teach, a.restoreLayout, a.startPage, kLine,
        a.maximizePanel, a.fullScreen, a.presentation, kLine,
        a.lineCosts, a.darkTheme, kLine,
        a.zoomIn, a.zoomOut, a.zoomReset});
    addMenu(window, tr("&Help"), {
        a.manual, a.tour, a.shortcuts, examples, kLine,
        a.getCompiler, kLine,
        a.about});
    // clang-format on
    return menus;
}

} // namespace warpbench::ui
