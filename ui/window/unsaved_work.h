// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace warpbench::ui {

/// Summary of work from a crashed session: "Saxpy", "26.11.26 13:02".
struct UnsavedWork {
    QString file; ///< the copy
    QString name;
    QString time;
};

} // namespace warpbench::ui
