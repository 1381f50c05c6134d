// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

namespace warpbench::ui {

/// A function of the expression language, for lists.
struct FunctionHelp {
    QString name;
    QString arguments; ///< "a, axis"
    QString meaning;   ///< a few words
    bool wholeArray = false;

    QString signature() const { return name + u'(' + arguments + u')'; }
};

/// All functions that an expression can call, sorted by name. With `wholeArrays`, functions of
/// whole arrays come first (for the reference of an expected value).
std::vector<FunctionHelp> functionHelp(bool wholeArrays);

} // namespace warpbench::ui
