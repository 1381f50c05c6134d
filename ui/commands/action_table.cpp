// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commands/action_table.h"

namespace warpbench::ui {

namespace {

// clang-format off
constexpr ActionRow kActions[] = {
    // File
    {&Actions::newProject, "newProject", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "&New Project…"), "Ctrl+N", "new"},
    {&Actions::newWindow, "newWindow", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "New &Window"), "Ctrl+Shift+N"},
    {&Actions::open, "open", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "&Open…"), "Ctrl+O", "open"},
    {&Actions::save, "save", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "&Save"), "Ctrl+S", "save", kOfProject},
    {&Actions::saveAs, "saveAs", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Save &As…"), "Ctrl+Shift+S", "", kOfProject},
    {&Actions::exportReport, "exportReport", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Expor&t Report…"), "", "", kOfProject | kOff,
     QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Save the last run as a page to share, or as JSON for a script")},
    {&Actions::exportProgram, "exportProgram", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Export as Pro&gram…"), "", "", kOfProject,
     QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Save a program that runs without Warpbench and does the project's checks: CUDA C++ with a main, or Python with CuPy")},
    {&Actions::allowOutside, "allowOutside", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Allow &Files Outside the Folder"), "", "", kOfProject | kTicked,
     QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Let this project read data and headers outside its folder; only for projects that you trust")},
    {&Actions::closeProject, "closeProject", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "&Close Project"), "Ctrl+W", "", kOfProject},
    {&Actions::quit, "quit", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "&Quit"), "Ctrl+Q"},
    // Edit
    {&Actions::undo, "undo", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "&Undo Typing"), "Ctrl+Z", "undo", kKeysOfFields},
    {&Actions::redo, "redo", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "&Redo Typing"), "Ctrl+Y", "redo", kKeysOfFields},
    {&Actions::cut, "cut", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Cut"), "Ctrl+X", "", kKeysOfFields},
    {&Actions::copy, "copy", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Cop&y"), "Ctrl+C", "", kKeysOfFields},
    {&Actions::paste, "paste", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "P&aste"), "Ctrl+V", "", kKeysOfFields},
    {&Actions::selectAll, "selectAll", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Select A&ll"), "Ctrl+A", "", kKeysOfFields},
    {&Actions::settings, "settings", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Se&ttings…"), "Ctrl+,"},
    {&Actions::undoSetup, "undoSetup", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Undo &Set-up"), "Ctrl+Alt+Z", "", kOfProject},
    {&Actions::redoSetup, "redoSetup", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Redo S&et-up"), "Ctrl+Alt+Shift+Z", "", kOfProject},
    {&Actions::find, "find", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "&Find…"), "Ctrl+F", "find", kOfProject},
    {&Actions::replace, "replace", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Re&place…"), "Ctrl+H", "", kOfProject},
    {&Actions::findNext, "findNext", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Find Ne&xt"), "F3", "", kOfProject},
    {&Actions::findPrevious, "findPrevious", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Find Pre&vious"), "Shift+F3", "", kOfProject},
    {&Actions::goToLine, "goToLine", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "&Go to Line…"), "Ctrl+L", "", kOfProject},
    {&Actions::goToDefinition, "goToDefinition", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Go to &Definition"), "F12", "", kOfProject,
     QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Go to the definition of the name at the caret, in the source or a header; also by Ctrl+click")},
    {&Actions::goBack, "goBack", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Go &Back"), "Alt+Left", "", kOfProject},
    {&Actions::goForward, "goForward", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Go For&ward"), "Alt+Right", "", kOfProject},
    {&Actions::selectNext, "selectNext", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Select Next Occurrence"), "Ctrl+D", "", kOfProject,
     QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Select the word at the caret, then one more occurrence each time; typing changes them all")},
    {&Actions::toggleComment, "toggleComment", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Toggle &Comment"), "Ctrl+/", "", kOfProject},
    {&Actions::nextProblem, "nextProblem", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "&Next Problem"), "F4; F8", "next", kOfProject},
    {&Actions::previousProblem, "previousProblem", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Previous Proble&m"), "Shift+F4; Shift+F8", "previous", kOfProject},
    // Run
    {&Actions::run, "run", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "&Run"), "F5; Ctrl+Return; Ctrl+R", "run", kOfProject,
     QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Compile and run the launches on the chosen device")},
    {&Actions::stop, "stop", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "&Stop"), "Shift+F5; Esc", "stop", kOff,
     QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Stop what is running, even an endless kernel")},
    {&Actions::compile, "compile", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "&Compile"), "Ctrl+B", "compile", kOfProject,
     QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Compile without running")},
    {&Actions::runProgram, "runProgram", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Run &Whole Program…"), "Ctrl+Shift+R", "", kOfProject,
     QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Build the source with nvcc and run its main on a simulated GPU, including the host code")},
    {&Actions::setUpOfRun, "setUpOfRun", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Take E&xact Set-up from the Program"), "", "", kOfProject,
     QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Build and run the program on a simulated GPU, and take over its buffers, data and launches")},
    {&Actions::launchOfRun, "launchOfRun", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Open a Launch of the Program…"), "", "", kOfProject | kOff,
     QT_TRANSLATE_NOOP("warpbench::ui::Actions", "After Run Whole Program: list its launches in order, and make one a project with its data")},
    {&Actions::runOnChange, "runOnChange", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Run on C&hange"), "F6", "run-on-change", kOfProject | kTicked,
     QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Run again a moment after every change")},
    {&Actions::runContinuously, "runContinuously", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Run Continuousl&y"), "Shift+F6", "", kOfProject | kTicked,
     QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Run frame after frame, and show a buffer as a moving picture in Live")},
    {&Actions::compileOnPause, "compileOnPause", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Co&mpile on Pause"), "", "", kOfProject | kTicked,
     QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Compile one second after you stop typing, to show errors while you write")},
    {&Actions::stepOver, "stepOver", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Step &Line"), "F10", "", kOfProject,
     QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Step to the warp's next line on the simulated GPU")},
    {&Actions::stepInto, "stepInto", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Step &Into"), "F11", "", kOfProject},
    {&Actions::stepOut, "stepOut", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Step O&ut"), "Shift+F11", "", kOfProject},
    {&Actions::stepInstruction, "stepInstruction", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Step I&nstruction"), "Ctrl+F11", "", kOfProject},
    {&Actions::stepLane, "stepLane", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Step Lane"), "Ctrl+Shift+F10", "", kOfProject,
     QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Step to the next line of the lane selected in the table")},
    {&Actions::stepBack, "stepBack", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Step Bac&k"), "Shift+F10", "", kOfProject},
    {&Actions::stepContinue, "stepContinue", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "C&ontinue"), "Ctrl+F5", "", kOfProject,
     QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Run to the next breakpoint or the end")},
    {&Actions::runToCaret, "runToCaret", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Step to the C&aret's Line"), "Ctrl+F10", "", kOfProject},
    {&Actions::toggleBreakpoint, "toggleBreakpoint", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Toggle Br&eakpoint"), "F9", "", kOfProject},
    {&Actions::breakpointCondition, "breakpointCondition", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Breakpoint Condition…"), "Ctrl+F9", "", kOfProject},
    {&Actions::checkFaults, "checkFaults", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Check for &Faults (simulated GPU)"), "", "", kOfProject | kTicked,
     QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Find out-of-bounds and uninitialised accesses, races and divergent barriers; slower")},
    {&Actions::guardZones, "guardZones", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "&Guard Zones (GPU)"), "", "", kOfProject | kTicked,
     QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Find writes past the ends of buffers: zones around each buffer are inspected after every launch of the check pass")},
    {&Actions::checkTasks, "checkTasks", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Check &Tasks"), "Ctrl+T", "ok", kOfProject,
     QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Check which of the lesson's tasks are done")},
    {&Actions::lineCosts, "lineCosts", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "&Line Costs"), "Ctrl+Shift+L", "metrics", kOfProject | kTicked,
     QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Count on the simulated GPU what each line costs, and show it beside the line: executions, idle lanes, memory sectors, bank conflicts")},
    {&Actions::nextCostly, "nextCostly", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Next C&ostly Line"), "F7", "", kOfProject},
    {&Actions::previousCostly, "previousCostly", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Prev&ious Costly Line"), "Shift+F7", "", kOfProject},
    {&Actions::pinBaseline, "pinBaseline", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "&Pin as Baseline"), "Ctrl+P", "pin", kOfProject | kOff,
     QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Later runs show their difference from this one")},
    {&Actions::resetResident, "resetResident", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Reset Resident &Buffers"), "", "", kOfProject},
    {&Actions::refreshDevices, "refreshDevices", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Look for &Devices Again"), "", "device"},
    // View
    {&Actions::commands, "commands", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "&Commands…"), "Ctrl+K; Ctrl+Shift+P"},
    {&Actions::focusEditor, "focusEditor", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Go to the &Editor"), "Ctrl+E; Alt+0", "", kOfProject},
    {&Actions::darkTheme, "darkTheme", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "&Dark Theme"), "", "theme", kTicked},
    {&Actions::zoomIn, "zoomIn", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Zoom &In"), "Ctrl++; Ctrl+=", "", 0,
     QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Make all text in the window larger; also with Ctrl and the mouse wheel")},
    {&Actions::zoomOut, "zoomOut", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Zoom &Out"), "Ctrl+-"},
    {&Actions::zoomReset, "zoomReset", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "&Normal Size"), "Ctrl+0"},
    {&Actions::restoreLayout, "restoreLayout", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "&Restore Default Layout"), "", "", kOfProject},
    {&Actions::maximizePanel, "maximizePanel", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Ma&ximize Panel"), "Ctrl+M", "", kOfProject | kTicked,
     QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Give all the room to the focused panel or the editor; again to restore")},
    {&Actions::fullScreen, "fullScreen", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "&Full Screen"), "Alt+Shift+Return", "", kTicked},
    {&Actions::presentation, "presentation", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "Presen&tation Mode"), "Shift+F12", "", kTicked,
     QT_TRANSLATE_NOOP("warpbench::ui::Actions", "For use in front of a class: full screen, large text, one panel at a time; again to restore")},
    {&Actions::startPage, "startPage", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "&Start Page"), ""},
    // Help
    {&Actions::manual, "manual", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "&Manual"), "F1", "book"},
    {&Actions::tour, "tour", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "&Tour of the Window"), ""},
    {&Actions::shortcuts, "shortcuts", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "&Keyboard Shortcuts…"), ""},
    {&Actions::getCompiler, "getCompiler", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "&Get the Compiler…"), ""},
    {&Actions::about, "about", QT_TRANSLATE_NOOP("warpbench::ui::Actions", "&About Warpbench"), "", "help"},
};
// clang-format on

} // namespace

std::span<const ActionRow> actionTable() {
    return kActions;
}

} // namespace warpbench::ui
