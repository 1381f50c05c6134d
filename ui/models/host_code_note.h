// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace warpbench::ui {

/// What of a source is the host's and was set aside.
struct HostCodeNote {
    QString text; ///< in a sentence; empty: nothing was
    int line = 0; ///< of the first part that has a name of its own
};

/// \param source  the text; one of more than 1 MiB is not looked at
HostCodeNote noteOnHostCode(const QString& source);

} // namespace warpbench::ui
