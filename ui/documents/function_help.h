// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

namespace warpbench::ui {

/// A function of the expression language as a list of them shows it.
struct FunctionHelp {
    QString name;
    QString arguments; ///< "a, axis"
    QString meaning;   ///< a few words
    bool wholeArray = false;

    QString signature() const { return name + u'(' + arguments + u')'; }
};

/// All functions that an expression may call, by their names; whole-array functions first, where
/// they are known (the reference of an expected value).
std::vector<FunctionHelp> functionHelp(bool wholeArrays);

} // namespace warpbench::ui
