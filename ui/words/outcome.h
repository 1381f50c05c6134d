// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/words/describe.h"

#include <QCoreApplication>

namespace warpbench::ui {

/// How a run ended, in words. A failure before compiling, such as a missing compiler, is not a
/// device fault, whatever its status is called. Without launches, the text must not suggest that a
/// kernel has run.
inline QString describeOutcome(const session::RunReport& report) {
    if (report.status == session::RunStatus::ok && report.launches.empty())
        return QCoreApplication::translate("describe", "Nothing was launched");
    return report.status == session::RunStatus::device_error && !report.compile
               ? QCoreApplication::translate("describe", "Could not run")
               : describeStatus(report.status);
}

} // namespace warpbench::ui
