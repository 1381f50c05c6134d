// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tour_steps.h"

#include "ui/commands/actions.h"
#include "ui/dialogs/settings.h"
#include "ui/docks/panel_docks.h"
#include "ui/editor/editor_pane.h"
#include "ui/window/main_window.h"
#include "ui/window/tour.h"

#include <QAction>
#include <QDockWidget>
#include <QMenuBar>

namespace warpbench::ui {

namespace {

/// The current key, because users can change keys.
QString keyOf(const QAction* action) {
    return action->shortcut().isEmpty() ? action->text().remove(QLatin1Char('&'))
                                        : action->shortcut().toString(QKeySequence::NativeText);
}

Tour::Step panelStep(MainWindow& window, PanelId id, const QString& title, const QString& text) {
    return {window.findChild<QDockWidget*>(id.text() + QStringLiteral("Dock")), title, text,
            [&window, id] { window.docks().show(id); }};
}

} // namespace

Tour* startTour(MainWindow& window) {
    if (auto* running = window.findChild<Tour*>()) {
        return running;
    }
    const Actions& a = window.actionSet();
    std::vector<Tour::Step> steps{
        {&window.pane(),
         MainWindow::tr("The kernel"),
         MainWindow::tr("Write CUDA here; errors appear under their line. The set-up beside it "
                        "replaces main(): sizes, buffers, launches. You can also open a whole .cu "
                        "program: let it run once, and the set-up is what it did."),
         {}},
        {window.findChild<QWidget*>(QStringLiteral("runButton")),
         MainWindow::tr("Run"),
         MainWindow::tr("%1 compiles and runs what you see, saved or not. %2 stops it, even an "
                        "endless kernel.")
             .arg(keyOf(a.run), QKeySequence(Qt::Key_Escape).toString(QKeySequence::NativeText)),
         {}},
        {window.findChild<QWidget*>(QStringLiteral("devicePicker")),
         MainWindow::tr("The device"),
         MainWindow::tr("Your NVIDIA GPU, or a simulated one that runs on any computer: its "
                        "results are those of a GPU, it finds faults and races, and it counts "
                        "everything. Only its times are not a GPU's."),
         {}},
        panelStep(window, panels::results, MainWindow::tr("The results"),
                  MainWindow::tr("See whether the results are as expected, faults with their line "
                                 "and thread, and each launch; click one to go there. Buffers "
                                 "shows the data, its neighbours times, occupancy and counters.")),
        panelStep(window, panels::step, MainWindow::tr("Look inside"),
                  MainWindow::tr(
                      "%1 steps through the kernel line by line, forward and back, with every "
                      "variable of every lane. Lanes shows which memory each of them accesses.")
                      .arg(keyOf(a.stepOver))),
        {window.menuBar(),
         MainWindow::tr("Where to go on"),
         MainWindow::tr("View ▸ Start Page has the lessons as a course. %1 finds every command and "
                        "panel, %2 opens the manual at the panel you are in.")
             .arg(keyOf(a.commands), keyOf(a.manual)),
         {}},
    };
    const auto layouts = window.docks().layouts();
    const Perspective perspective = window.docks().perspective();
    auto* tour = new Tour(window, std::move(steps));
    QObject::connect(tour, &Tour::finished, &window, [&window, layouts, perspective] {
        settings::setTourSeen(true);
        window.docks().setLayouts(layouts, perspective); // it has opened panels
        window.pane().setFocus();
    });
    return tour;
}

} // namespace warpbench::ui
