// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace warpbench::ui {

/// Names to which a source gives a number where it defines or declares them: `#define TILE 16`,
/// `const int n = 1 << 20;`. Names that get several are left out.
std::map<std::string, double> numbersOfSource(std::string_view source);

/// A parameter of which the source says another number than it did.
struct ChangedNumber {
    std::string name;
    std::string here;   ///< what the set-up says
    std::string source; ///< what the source says now
};

/// The first such parameter, where the set-up has a plain number that is neither what the source
/// says now nor a change of the user's own alone.
/// \param before  what the source said when the set-up was made or looked at last
std::optional<ChangedNumber> changedNumber(const project::Project& project,
                                           const std::map<std::string, double>& before,
                                           const std::map<std::string, double>& now);

} // namespace warpbench::ui
