// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/actions.h"

#include "ui/models/tr.h"
#include "ui/theme/icons.h"

#include <QAction>
#include <QActionGroup>
#include <QKeySequence>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QUndoStack>

namespace warpbench::ui {

namespace {

/// A tool tip, with the action's key at its end.
void setTip(QAction& action, QString tip) {
    if (!action.shortcut().isEmpty()) {
        tip += QStringLiteral(" (%1)").arg(action.shortcut().toString(QKeySequence::NativeText));
    }
    action.setToolTip(tip);
}

QAction* make(QMainWindow& window, const char* name, const QString& text,
              const QList<QKeySequence>& keys = {}, const char* iconName = nullptr) {
    auto* action = new QAction(text, &window);
    action->setObjectName(QLatin1String(name));
    action->setShortcuts(keys);
    setTip(*action, QString(text).remove(QLatin1Char('&')).remove(QStringLiteral("…")));
    if (iconName) {
        action->setIcon(icon(QLatin1String(iconName)));
    }
    window.addAction(action);
    return action;
}

} // namespace

Actions::Actions(QMainWindow& w) {
    newProject = make(w, "newProject", tr("&New Project…"), {QKeySequence("Ctrl+N")}, "new");
    newWindow = make(w, "newWindow", tr("New &Window"), {QKeySequence("Ctrl+Shift+N")});
    open = make(w, "open", tr("&Open…"), {QKeySequence("Ctrl+O")}, "open");
    save = make(w, "save", tr("&Save"), {QKeySequence("Ctrl+S")}, "save");
    saveAs = make(w, "saveAs", tr("Save &As…"), {QKeySequence("Ctrl+Shift+S")});
    allowOutside = make(w, "allowOutside", tr("Allow &Files Outside the Folder"));
    allowOutside->setCheckable(true);
    setTip(*allowOutside, tr("Lets this project read data and headers that lie outside its "
                             "folder; only where you trust who made it"));
    closeProject = make(w, "closeProject", tr("&Close Project"), {QKeySequence("Ctrl+W")});
    quit = make(w, "quit", tr("&Quit"), {QKeySequence("Ctrl+Q")});

    undo = make(w, "undo", tr("&Undo Typing"), {QKeySequence("Ctrl+Z")}, "undo");
    redo = make(w, "redo", tr("&Redo Typing"), {QKeySequence("Ctrl+Y")}, "redo");
    cut = make(w, "cut", tr("Cut"), {QKeySequence("Ctrl+X")});
    copy = make(w, "copy", tr("Cop&y"), {QKeySequence("Ctrl+C")});
    paste = make(w, "paste", tr("P&aste"), {QKeySequence("Ctrl+V")});
    selectAll = make(w, "selectAll", tr("Select A&ll"), {QKeySequence("Ctrl+A")});
    settings = make(w, "settings", tr("Se&ttings…"), {QKeySequence("Ctrl+,")});
    for (QAction* action : {undo, redo, cut, copy, paste, selectAll}) {
        // Fields and the editor do it by themselves, and the set-up has a history of its own: the
        // keys are only told here.
        action->setShortcutContext(Qt::WidgetShortcut);
    }
    undoSetup = make(w, "undoSetup", tr("Undo &Set-up"), {QKeySequence("Ctrl+Alt+Z")});
    redoSetup = make(w, "redoSetup", tr("Redo S&et-up"), {QKeySequence("Ctrl+Alt+Shift+Z")});
    find = make(w, "find", tr("&Find…"), {QKeySequence("Ctrl+F")}, "find");
    replace = make(w, "replace", tr("Re&place…"), {QKeySequence("Ctrl+H")});
    findNext = make(w, "findNext", tr("Find Ne&xt"), {QKeySequence("F3")});
    findPrevious = make(w, "findPrevious", tr("Find Pre&vious"), {QKeySequence("Shift+F3")});
    goToLine = make(w, "goToLine", tr("&Go to Line…"), {QKeySequence("Ctrl+L")});
    goToDefinition = make(w, "goToDefinition", tr("Go to &Definition"), {QKeySequence("F12")});
    setTip(*goToDefinition, tr("To where the name at the caret is defined, in the source or a "
                               "header; also by Ctrl+click"));
    goBack = make(w, "goBack", tr("Go &Back"), {QKeySequence("Alt+Left")});
    goForward = make(w, "goForward", tr("Go For&ward"), {QKeySequence("Alt+Right")});
    selectNext = make(w, "selectNext", tr("Select Next Occurrence"), {QKeySequence("Ctrl+D")});
    setTip(*selectNext, tr("The word at the caret, then one more place of it each time: what is "
                           "typed goes to all"));
    toggleComment = make(w, "toggleComment", tr("Toggle &Comment"), {QKeySequence("Ctrl+/")});
    nextProblem = make(w, "nextProblem", tr("&Next Problem"),
                       {QKeySequence("F4"), QKeySequence("F8")}, "next");
    previousProblem = make(w, "previousProblem", tr("Previous Proble&m"),
                           {QKeySequence("Shift+F4"), QKeySequence("Shift+F8")}, "previous");

    run = make(w, "run", tr("&Run"),
               {QKeySequence("F5"), QKeySequence("Ctrl+Return"), QKeySequence("Ctrl+R")});
    run->setIcon(icon(QStringLiteral("run"), IconTint::onPrimary));
    setTip(*run, tr("Compile and run the launches on the chosen device"));
    stop = make(w, "stop", tr("&Stop"), {QKeySequence("Shift+F5"), QKeySequence("Esc")}, "stop");
    setTip(*stop, tr("Stop what is running, an endless kernel included"));
    stop->setEnabled(false);
    compile = make(w, "compile", tr("&Compile"), {QKeySequence("Ctrl+B")}, "compile");
    setTip(*compile, tr("Compile without running"));
    runOnChange =
        make(w, "runOnChange", tr("Run on C&hange"), {QKeySequence("F6")}, "run-on-change");
    runOnChange->setCheckable(true);
    setTip(*runOnChange, tr("Run again a moment after every change"));
    compileOnPause = make(w, "compileOnPause", tr("Co&mpile on Pause"), {});
    compileOnPause->setCheckable(true);
    setTip(*compileOnPause,
           tr("Compile a second after the last letter, so that mistakes show while you write"));
    stepOver = make(w, "stepOver", tr("Step &Line"), {QKeySequence("F10")});
    setTip(*stepOver, tr("To the warp's next line on the simulated GPU"));
    stepInto = make(w, "stepInto", tr("Step &Into"), {QKeySequence("F11")});
    stepOut = make(w, "stepOut", tr("Step O&ut"), {QKeySequence("Shift+F11")});
    stepInstruction =
        make(w, "stepInstruction", tr("Step I&nstruction"), {QKeySequence("Ctrl+F11")});
    stepBack = make(w, "stepBack", tr("Step Bac&k"), {QKeySequence("Shift+F10")});
    stepContinue = make(w, "stepContinue", tr("C&ontinue"), {QKeySequence("Ctrl+F5")});
    setTip(*stepContinue, tr("Step on to a breakpoint or the end"));
    runToCaret = make(w, "runToCaret", tr("Step to the C&aret's Line"), {QKeySequence("Ctrl+F10")});
    toggleBreakpoint = make(w, "toggleBreakpoint", tr("Toggle Br&eakpoint"), {QKeySequence("F9")});
    breakpointCondition =
        make(w, "breakpointCondition", tr("Breakpoint Condition…"), {QKeySequence("Ctrl+F9")});
    checkFaults = make(w, "checkFaults", tr("Check for &Faults (simulated GPU)"));
    checkFaults->setCheckable(true);
    setTip(*checkFaults, tr("Out-of-bounds and uninitialised memory, races, divergent barriers; "
                            "slower"));
    guardZones = make(w, "guardZones", tr("&Guard Zones (GPU)"));
    guardZones->setCheckable(true);
    setTip(*guardZones, tr("Find what kernels write past the ends of buffers: zones round each "
                           "are looked at after every launch of the check pass"));
    checkTasks = make(w, "checkTasks", tr("Check &Tasks"), {QKeySequence("Ctrl+T")}, "ok");
    setTip(*checkTasks, tr("Check which of the lesson's tasks are done"));
    lineCosts = make(w, "lineCosts", tr("&Line Costs"), {QKeySequence("Ctrl+Shift+L")}, "metrics");
    lineCosts->setCheckable(true);
    setTip(*lineCosts, tr("Count on the simulated GPU what each line costs, and show it beside "
                          "the line: executions, idle lanes, memory sectors, bank conflicts"));
    nextCostly = make(w, "nextCostly", tr("Next C&ostly Line"), {QKeySequence("F7")});
    previousCostly =
        make(w, "previousCostly", tr("Prev&ious Costly Line"), {QKeySequence("Shift+F7")});
    pinBaseline = make(w, "pinBaseline", tr("&Pin as Baseline"), {QKeySequence("Ctrl+P")}, "pin");
    setTip(*pinBaseline, tr("Later runs show their difference to this one"));
    pinBaseline->setEnabled(false);
    resetResident = make(w, "resetResident", tr("Reset Resident &Buffers"));
    refreshDevices = make(w, "refreshDevices", tr("Look for &Devices Again"), {}, "device");

    commands = make(w, "commands", tr("&Commands…"),
                    {QKeySequence("Ctrl+K"), QKeySequence("Ctrl+Shift+P")});
    focusEditor = make(w, "focusEditor", tr("Go to the &Editor"), {QKeySequence("Ctrl+E")});
    darkTheme = make(w, "darkTheme", tr("&Dark Theme"), {}, "theme");
    darkTheme->setCheckable(true);
    zoomIn = make(w, "zoomIn", tr("Zoom &In"), {QKeySequence("Ctrl++"), QKeySequence("Ctrl+=")});
    zoomOut = make(w, "zoomOut", tr("Zoom &Out"), {QKeySequence("Ctrl+-")});
    zoomReset = make(w, "zoomReset", tr("&Normal Size"), {QKeySequence("Ctrl+0")});
    auto* group = new QActionGroup(&w);
    for (const Perspective perspective : kPerspectives) {
        const auto index = int(perspective);
        auto* action = make(w, qPrintable(nameOf(perspective) + QStringLiteral("Perspective")),
                            tr("Perspective: %1").arg(titleOf(perspective)),
                            {QKeySequence(QStringLiteral("Ctrl+%1").arg(index + 1))});
        action->setCheckable(true);
        setTip(*action, tipOf(perspective));
        group->addAction(action);
        perspectives[std::size_t(index)] = action;
    }
    perspectives[0]->setChecked(true);
    restoreLayout = make(w, "restoreLayout", tr("&Restore Default Layout"));
    startPage = make(w, "startPage", tr("&Start Page"), {});
    manual = make(w, "manual", tr("&Manual"), {QKeySequence("F1")}, "book");
    tour = make(w, "tour", tr("&Tour of the Window"));
    shortcuts = make(w, "shortcuts", tr("&Keyboard Shortcuts…"));
    getCompiler = make(w, "getCompiler", tr("&Get the Compiler…"));
    about = make(w, "about", tr("&About Warpbench"), {}, "help");

    m_perspectives = group;
    m_ofProject = new QActionGroup(&w);
    m_ofProject->setExclusionPolicy(QActionGroup::ExclusionPolicy::None);
    for (QAction* action : {save,
                            saveAs,
                            allowOutside,
                            closeProject,
                            undoSetup,
                            redoSetup,
                            find,
                            replace,
                            findNext,
                            findPrevious,
                            goToLine,
                            goToDefinition,
                            goBack,
                            goForward,
                            selectNext,
                            toggleComment,
                            nextProblem,
                            previousProblem,
                            nextCostly,
                            previousCostly,
                            run,
                            compile,
                            runOnChange,
                            compileOnPause,
                            stepOver,
                            stepInto,
                            stepOut,
                            stepInstruction,
                            stepBack,
                            stepContinue,
                            runToCaret,
                            toggleBreakpoint,
                            breakpointCondition,
                            checkFaults,
                            guardZones,
                            checkTasks,
                            pinBaseline,
                            resetResident,
                            focusEditor,
                            lineCosts,
                            restoreLayout}) {
        m_ofProject->addAction(action);
    }
}

void Actions::setProjectShown(bool shown) {
    m_ofProject->setEnabled(shown);
    m_perspectives->setEnabled(shown);
}

void followHistory(const Actions& a, QUndoStack& history) {
    const auto follow = [&history](QAction* action, const QString& name, auto textChanged,
                                   auto canChanged) {
        QObject::connect(&history, textChanged, action, [action, name](const QString& step) {
            action->setText(step.isEmpty() ? name : tr("%1: %2").arg(name, step));
        });
        QObject::connect(&history, canChanged, action, &QAction::setEnabled);
        action->setEnabled(false);
    };
    follow(a.undoSetup, a.undoSetup->text(), &QUndoStack::undoTextChanged,
           &QUndoStack::canUndoChanged);
    follow(a.redoSetup, a.redoSetup->text(), &QUndoStack::redoTextChanged,
           &QUndoStack::canRedoChanged);
    QObject::connect(a.undoSetup, &QAction::triggered, &history, &QUndoStack::undo);
    QObject::connect(a.redoSetup, &QAction::triggered, &history, &QUndoStack::redo);
}

Menus buildMenus(QMainWindow& window, const Actions& a) {
    Menus menus;
    for (QAction* action : window.actions()) {
        // In a menu the tick has the icon's place.
        action->setIconVisibleInMenu(!action->isCheckable());
    }
    auto* bar = window.menuBar();
    auto* file = bar->addMenu(tr("&File"));
    file->addAction(a.newProject);
    file->addAction(a.newWindow);
    file->addAction(a.open);
    menus.recent = file->addMenu(tr("Open &Recent"));
    menus.examples = file->addMenu(icon(QStringLiteral("book")), tr("&Examples"));
    file->addSeparator();
    file->addAction(a.save);
    file->addAction(a.saveAs);
    file->addSeparator();
    file->addAction(a.allowOutside);
    file->addAction(a.closeProject);
    file->addAction(a.quit);

    auto* edit = bar->addMenu(tr("&Edit"));
    edit->addAction(a.undo);
    edit->addAction(a.redo);
    edit->addSeparator();
    edit->addAction(a.undoSetup);
    edit->addAction(a.redoSetup);
    edit->addSeparator();
    edit->addAction(a.cut);
    edit->addAction(a.copy);
    edit->addAction(a.paste);
    edit->addAction(a.selectAll);
    edit->addSeparator();
    edit->addAction(a.find);
    edit->addAction(a.replace);
    edit->addAction(a.findNext);
    edit->addAction(a.findPrevious);
    edit->addAction(a.goToLine);
    edit->addSeparator();
    edit->addAction(a.goToDefinition);
    edit->addAction(a.goBack);
    edit->addAction(a.goForward);
    edit->addSeparator();
    edit->addAction(a.selectNext);
    edit->addAction(a.toggleComment);
    edit->addSeparator();
    edit->addAction(a.nextProblem);
    edit->addAction(a.previousProblem);
    edit->addAction(a.nextCostly);
    edit->addAction(a.previousCostly);
    edit->addSeparator();
    edit->addAction(a.settings);

    auto* run = bar->addMenu(tr("&Run"));
    run->addAction(a.run);
    run->addAction(a.stop);
    run->addAction(a.compile);
    run->addAction(a.runOnChange);
    run->addAction(a.compileOnPause);
    run->addSeparator();
    for (QAction* step :
         {a.stepOver, a.stepInto, a.stepOut, a.stepInstruction, a.stepBack, a.stepContinue,
          a.runToCaret, a.toggleBreakpoint, a.breakpointCondition}) {
        run->addAction(step);
    }
    run->addSeparator();
    run->addAction(a.checkFaults);
    run->addAction(a.guardZones);
    run->addAction(a.checkTasks);
    run->addSeparator();
    run->addAction(a.pinBaseline);
    run->addAction(a.resetResident);
    run->addAction(a.refreshDevices);

    auto* view = bar->addMenu(tr("&View"));
    view->addAction(a.commands);
    view->addAction(a.focusEditor);
    menus.panels = view->addMenu(tr("&Panels"));
    view->addSeparator();
    for (QAction* perspective : a.perspectives) {
        view->addAction(perspective);
    }
    view->addAction(a.restoreLayout);
    view->addAction(a.startPage);
    view->addSeparator();
    view->addAction(a.lineCosts);
    view->addAction(a.darkTheme);
    view->addSeparator();
    view->addAction(a.zoomIn);
    view->addAction(a.zoomOut);
    view->addAction(a.zoomReset);

    auto* help = bar->addMenu(tr("&Help"));
    help->addAction(a.manual);
    help->addAction(a.tour);
    help->addAction(a.shortcuts);
    help->addMenu(menus.examples);
    help->addSeparator();
    help->addAction(a.getCompiler);
    help->addSeparator();
    help->addAction(a.about);
    for (QMenu* menu : {file, edit, run, view, help}) {
        menu->setToolTipsVisible(true);
    }
    return menus;
}

} // namespace warpbench::ui
