// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace warpbench::ui {

class MainWindow;
class Tour;

/// The tour of the main window, six steps. One that is under way is given back.
Tour* startTour(MainWindow& window);

} // namespace warpbench::ui
