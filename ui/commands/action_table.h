// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/commands/actions.h"

#include <span>

namespace warpbench::ui {

/// Properties of an action; combined with |.
enum ActionTrait : unsigned {
    kOfProject = 1,    ///< needs an open project
    kTicked = 2,       ///< checkable
    kOff = 4,          ///< disabled at first
    kKeysOfFields = 8, ///< fields, the editor and the set-up handle its keys; the action only shows
                       ///< them
};

struct ActionRow {
    QAction* Actions::*action;
    const char* name;          ///< object name; settings store the user's keys under it
    const char* text;          ///< in English
    const char* keys = "";     ///< default keys: "F4; F8"
    const char* icon = "";     ///< empty: none
    unsigned traits = 0;       ///< of ActionTrait
    const char* tip = nullptr; ///< in English; null: the text is enough
};

/// All actions except the perspectives, in the order of the command palette.
std::span<const ActionRow> actionTable();

} // namespace warpbench::ui
