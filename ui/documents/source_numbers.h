// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace warpbench::ui {

/// Names that a source defines or declares as a number: `#define TILE 16`, `const int n = 1 <<
/// 20;`. Omits names with more than one value.
std::map<std::string, double> numbersOfSource(std::string_view source);

/// A parameter whose value in the source has changed.
struct ChangedNumber {
    std::string name;
    std::string here;   ///< the value in the set-up
    std::string source; ///< the current value in the source
};

/// The first parameter whose number changed in the source and now differs from the plain number in
/// the set-up. Changes made only in the set-up do not count.
/// \param before  values in the source when the set-up was created or last compared
std::optional<ChangedNumber> changedNumber(const project::Project& project,
                                           const std::map<std::string, double>& before,
                                           const std::map<std::string, double>& now);

} // namespace warpbench::ui
