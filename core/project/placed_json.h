// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <nlohmann/json.hpp>

#include <map>
#include <string>
#include <string_view>

namespace warpbench::project {

/// A JSON document that knows the position of each of its values. Columns count characters, not
/// bytes.
// NOLINTNEXTLINE(bugprone-exception-escape): an empty JSON value allocates nothing
struct PlacedJson {
    nlohmann::json root;
    std::map<std::string, Place> values; ///< by JSON pointer; "" is the root
    std::map<std::string, Place> keys;   ///< of object members, by the member's JSON pointer
};

/// \param fileName  for messages
/// \throws Error (project) with its place if the text is not JSON, is nested deeper than 64
///         levels, or an object has a key twice
PlacedJson parsePlacedJson(std::string_view text, const std::string& fileName);

/// "POINTER: …"; the same for the root.
ErrorText atPointer(const std::string& pointer, ErrorText said);

/// A key as written in a JSON pointer (RFC 6901).
std::string escapePointer(std::string_view key);

} // namespace warpbench::project
