// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace warpbench::ui {

/// Work that a crash left behind, in short: "Saxpy", "26.11.26 13:02".
struct UnsavedWork {
    QString file; ///< the copy
    QString name;
    QString time;
};

} // namespace warpbench::ui
