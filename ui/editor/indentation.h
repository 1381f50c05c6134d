// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringView>

namespace warpbench::ui {

/// How a text indents its blocks.
struct Indentation {
    bool tabs = false;
    int columns = 0; ///< of a block, where spaces make it; 0: the text does not say

    bool operator==(const Indentation&) const = default;
};

/// What most of a text's own blocks do: a source of two columns goes on with two, whatever the
/// settings say of new ones.
Indentation indentationOf(QStringView text);

} // namespace warpbench::ui
