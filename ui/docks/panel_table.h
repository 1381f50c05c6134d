// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/docks/perspective.h"
#include "ui/run/panel_id.h"

#include <QString>

#include <span>

class QWidget;

namespace warpbench::ui {

struct Workbench;

/// Where a panel sits beside the editor. Panels of one slot are tabs over each other.
enum class Slot { leftTop, leftBottom, bottom, beside, rightTop, rightBottom };

/// A panel in one perspective. Where it is hidden, `slot` is where it comes up.
struct Seat {
    enum State { hidden, shown, front };
    Slot slot = Slot::rightBottom;
    State state = hidden;
};

/// A row of the table of panels.
struct PanelRow {
    PanelId id;
    const char* title; ///< English; translated by titleOf(), and a heading of the manual
    const char*
        words; ///< English; what else one may call it or seek in it, translated by wordsOf()
    std::array<Seat, kPerspectives.size()> seats; ///< by perspective
    bool ofResults; ///< shows results of a run: marked where they are out of date
    QWidget* (*make)(Workbench& bench);
    int key = 0;                    ///< Alt and this digit bring it up; 0: no key does
    int height = 20;                ///< that it needs, in percent of the window's
    const char* page = "window.md"; ///< of the manual, with a heading that is its title
};

/// All panels of the window, in the order of the View menu. Docks, layouts, menu, palette,
/// `--panel`, F1 and the check of the manual are made from this: a new panel is its class and a
/// row.
std::span<const PanelRow> panelTable();

QString titleOf(const PanelRow& row);
/// By what the list of commands finds it besides its title: "PTX, SASS, assembly".
QString wordsOf(const PanelRow& row);
/// Where the manual speaks of it: "window.md#timing".
QString manualPageOf(const PanelRow& row);

} // namespace warpbench::ui
