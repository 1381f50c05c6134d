// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>

namespace warpbench::session {

/// The progress of a long step.
struct Progress {
    std::string phase;    ///< "Compiling", "Uploading", "Check pass", "Timing 12 of 50", …
    double fraction = -1; ///< 0 to 1; negative: unknown
};

using ProgressHandler = std::function<void(const Progress&)>;

} // namespace warpbench::session
