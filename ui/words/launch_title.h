// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/run_report.h"

#include <QString>

namespace warpbench::ui {

/// session::titleOf() in the window's language: a library's call names what computed it.
QString launchTitle(const session::LaunchReport& launch);

} // namespace warpbench::ui
