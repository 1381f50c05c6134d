// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/decimal.h"

#include <charconv>
#include <cstdint>
#include <limits>

namespace warpbench {

double outOfRangeDouble(std::string_view text) noexcept {
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) {
        text.remove_prefix(1);
    }
    const std::size_t exponentAt = text.find_first_of("eE");
    const std::string_view mantissa = text.substr(0, exponentAt);
    std::int64_t exponent = 0;
    if (exponentAt != std::string_view::npos) {
        std::string_view digits = text.substr(exponentAt + 1);
        const bool down = digits.starts_with('-');
        if (down || digits.starts_with('+')) {
            digits.remove_prefix(1);
        }
        const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
        constexpr std::int64_t kHuge = std::int64_t(1) << 60;
        exponent = read.ec == std::errc::result_out_of_range || exponent > kHuge ? kHuge : exponent;
        exponent = down ? -exponent : exponent;
    }
    // The power of ten of the first nonzero digit distinguishes the two cases.
    const std::size_t point = mantissa.find('.');
    const std::size_t whole = point == std::string_view::npos ? mantissa.size() : point;
    const std::size_t first = mantissa.find_first_not_of("0.");
    double value = 0;
    if (first != std::string_view::npos) {
        const std::int64_t power =
            first < whole ? std::int64_t(whole - first) - 1 : -std::int64_t(first - whole);
        value = power + exponent > 0 ? std::numeric_limits<double>::infinity() : 0.0;
    }
    return negative ? -value : value;
}

Decimal leadingDecimal(std::string_view text) noexcept {
    const std::size_t sign = text.starts_with('+') ? 1 : 0; // which from_chars does not take
    const std::size_t first = sign == 1 || !text.starts_with('-') ? sign : 1;
    if (first == text.size() || std::string_view("0123456789.").find(text[first]) == text.npos) {
        return {};
    }
    Decimal decimal;
    const char* const begin = text.data() + sign;
    const auto read = std::from_chars(begin, text.data() + text.size(), decimal.value);
    if (read.ec == std::errc::invalid_argument) {
        return {};
    }
    decimal.length = std::size_t(read.ptr - text.data());
    if (read.ec == std::errc::result_out_of_range) {
        decimal.value = outOfRangeDouble(text.substr(0, decimal.length));
    }
    return decimal;
}

} // namespace warpbench
