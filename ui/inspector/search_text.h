// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/search.h"

#include <QString>

#include <optional>
#include <variant>

namespace warpbench::ui {

/// What a text asks to look for: "= 3.5", "> 2**10", "!= 0", "nan", "inf", "-inf".
/// \returns the condition, or what is wrong with it; empty where the text is not a search, such as
/// an
///          index
std::optional<std::variant<memory::Condition, QString>> parseSearch(const QString& text);

} // namespace warpbench::ui
