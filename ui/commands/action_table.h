// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/commands/actions.h"

#include <span>

namespace warpbench::ui {

/// What an action is besides; several are added up.
enum ActionTrait : unsigned {
    kOfProject = 1,    ///< of no use where no project is open
    kTicked = 2,       ///< on or off
    kOff = 4,          ///< cannot be done at first
    kKeysOfFields = 8, ///< fields, the editor and the set-up have its keys by themselves: only told
};

struct ActionRow {
    QAction* Actions::*action;
    const char* name;          ///< of the object; settings keep the user's keys under it
    const char* text;          ///< in English
    const char* keys = "";     ///< "F4; F8"; what the user has not chosen otherwise
    const char* icon = "";     ///< empty: none
    unsigned traits = 0;       ///< of ActionTrait
    const char* tip = nullptr; ///< in English; null: the text says it all
};

/// All actions but the perspectives, in the order in which the palette has them.
std::span<const ActionRow> actionTable();

} // namespace warpbench::ui
