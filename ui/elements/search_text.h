// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/search.h"
#include "core/plan/element_set.h"

#include <QString>

#include <memory>
#include <optional>
#include <variant>

namespace warpbench::ui {

/// Parses a search: "= 3.5", "> 2**10", "!= 0", "nan", "inf", "-inf".
/// \returns the condition, or the error in the text. Empty if the text is not a
/// search,
/// for example an index
std::optional<std::variant<arrays::Condition, QString>> parseSearch(const QString& text);

/// All elements with a component that meets a condition. \param array  not of structs
std::shared_ptr<const project::ElementSet> matchingElements(const arrays::HostArray& array,
                                                            const arrays::Condition& condition);

} // namespace warpbench::ui
