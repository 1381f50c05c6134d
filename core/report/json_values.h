// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdint>
#include <optional>
#include <type_traits>

/// Values as written in reports: text if JSON cannot represent them, null if missing.
namespace warpbench::session {

/// Above this a double, which most JSON readers use for numbers, is no longer exact.
inline constexpr std::uint64_t kExactLimit = std::uint64_t(1) << 53;

inline nlohmann::json number(double value) {
    if (std::isnan(value))
        return "NaN";
    if (std::isinf(value))
        return value > 0 ? "Infinity" : "-Infinity";
    return value;
}

inline nlohmann::json integer(std::uint64_t value) {
    if (value > kExactLimit)
        return fmt::format("{}", value);
    return value;
}

inline nlohmann::json integer(std::int64_t value) {
    if (value > std::int64_t(kExactLimit) || value < -std::int64_t(kExactLimit))
        return fmt::format("{}", value);
    return value;
}

template <class T>
nlohmann::json orNull(const std::optional<T>& value) {
    if (!value)
        return nullptr;
    if constexpr (std::is_same_v<T, double>)
        return number(*value);
    else if constexpr (std::is_same_v<T, std::int64_t> || std::is_same_v<T, std::uint64_t>)
        return integer(*value);
    else
        return *value;
}

} // namespace warpbench::session
