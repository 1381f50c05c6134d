// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringView>

namespace warpbench::ui {

/// How a text indents its blocks.
struct Indentation {
    bool tabs = false;
    int columns = 0; ///< per level, if indented with spaces; 0: unknown

    bool operator==(const Indentation&) const = default;
};

/// The most common indentation in a text. A source with two columns continues with two, whatever
/// the settings say for new files.
Indentation indentationOf(QStringView text);

} // namespace warpbench::ui
