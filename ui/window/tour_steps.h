// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace warpbench::ui {

class MainWindow;
class Tour;

/// Starts the tour of the main window, or returns the running one. It has six steps.
Tour* startTour(MainWindow& window);

} // namespace warpbench::ui
