// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/docks/perspective.h"
#include "ui/run/panel_id.h"

#include <QString>

#include <span>

class QWidget;

namespace warpbench::ui {

struct Workbench;

/// Where a panel is placed around the editor. Panels in one slot are tabbed.
enum class Slot { leftTop, leftBottom, bottom, beside, rightTop, rightBottom };

/// A panel in one perspective. For a hidden panel, `slot` is where it appears.
struct Seat {
    enum State { hidden, shown, front };
    Slot slot = Slot::rightBottom;
    State state = hidden;
};

/// A row of the panel table.
struct PanelRow {
    PanelId id;
    const char* title; ///< English; translated by titleOf(); also the title of its page
    const char* words; ///< English; other words to search for, translated by wordsOf()
    std::array<Seat, kPerspectives.size()> seats; ///< by perspective
    bool ofResults; ///< shows results of a run: marked when out of date
    QWidget* (*make)(Workbench& bench);
    int key = 0;     ///< shortcut Alt+digit; 0: none
    int height = 20; ///< preferred height in percent of the window's
};

/// All panels of the window, in the order of the View menu. Docks, layouts, menus, palette,
/// `--panel`, F1 and the check of the manual all use this table: a new panel needs only its class
/// and a row.
std::span<const PanelRow> panelTable();

QString titleOf(const PanelRow& row);
/// Other words that find it in the command palette: "PTX, SASS, assembly".
QString wordsOf(const PanelRow& row);
/// The page of the manual about it: "window/timing.md".
QString manualPageOf(const PanelRow& row);

} // namespace warpbench::ui
