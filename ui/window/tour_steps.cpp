// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tour_steps.h"

#include "ui/dialogs/settings.h"
#include "ui/editor/editor_pane.h"
#include "ui/window/main_window.h"
#include "ui/window/panel_docks.h"
#include "ui/window/tour.h"

#include <QDockWidget>
#include <QMenuBar>

namespace warpbench::ui {

Tour* startTour(MainWindow& window) {
    if (auto* running = window.findChild<Tour*>()) {
        return running;
    }
    const auto panel = [&](PanelId id) -> QWidget* {
        window.docks().show(id);
        return window.findChild<QDockWidget*>(id.text() + QStringLiteral("Dock"));
    };
    std::vector<Tour::Step> steps{
        {&window.pane(), MainWindow::tr("The kernel"),
         MainWindow::tr(
             "Here you write CUDA. Errors appear under their line, and what each line costs beside "
             "it (Ctrl+Shift+L). A whole .cu program will do: its host code is set aside.")},
        {panel(PanelId{"setup"}), MainWindow::tr("The set-up"),
         MainWindow::tr("What main() would do: sizes and defines, which kernel is launched with "
                        "which grid, and "
                        "what its arguments hold. Every field takes an expression.")},
        {window.findChild<QWidget*>(QStringLiteral("runButton")), MainWindow::tr("Run"),
         MainWindow::tr(
             "F5 compiles and runs what you see, saved or not. Without an NVIDIA GPU it runs on a "
             "simulated one, which finds faults and races and counts everything.")},
        {panel(panels::results), MainWindow::tr("What came of it"),
         MainWindow::tr(
             "Whether the results are as expected, faults with their line and thread, and each "
             "launch. A click leads there.")},
        {panel(panels::buffers), MainWindow::tr("The data"),
         MainWindow::tr(
             "What the buffers hold, as a table or an image; wrong elements beside what was "
             "expected. Its neighbours show times, occupancy, registers and counters.")},
        {window.menuBar(), MainWindow::tr("Where to go on"),
         MainWindow::tr(
             "View ▸ Start Page has the lessons as a course. Ctrl+K finds every command and panel, "
             "F1 "
             "opens the manual at the panel you are in, Ctrl+1 to Ctrl+4 change the layout.")},
    };
    auto* tour = new Tour(window, std::move(steps));
    QObject::connect(tour, &Tour::finished, &window, [&window] {
        settings::setTourSeen(true);
        window.pane().setFocus();
    });
    return tour;
}

} // namespace warpbench::ui
