// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/words/describe.h"

#include <QCoreApplication>

namespace warpbench::ui {

/// How a run ended, in words. What failed before anything was compiled was not a fault of the
/// device's, whatever its status is called: the compiler is missing, say. Who has no launch yet
/// should not think that the kernel has run.
inline QString describeOutcome(const session::RunReport& report) {
    if (report.status == session::RunStatus::ok && report.launches.empty())
        return QCoreApplication::translate("describe", "Nothing was launched");
    return report.status == session::RunStatus::device_error && !report.compile
               ? QCoreApplication::translate("describe", "Could not run")
               : describeStatus(report.status);
}

} // namespace warpbench::ui
