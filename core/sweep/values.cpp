// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sweep/values.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>

namespace warpbench::sweep {

namespace {

constexpr std::string_view kDots = "..";

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t");
    return first == std::string_view::npos
               ? std::string_view()
               : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

Error noRange(const ErrorText& said) {
    return {ErrorKind::usage,
            said.advised(phrase("write for instance 1..8, 32..1024+32 or 32..1024*2"))};
}

/// FIRST..LAST, FIRST..LAST+STEP or FIRST..LAST*FACTOR.
void appendRange(std::string_view range, std::vector<project::Expression>& values) {
    const std::size_t dots = range.find(kDots);
    const std::string_view rest = range.substr(dots + kDots.size());
    // The sign of an exponent is part of a number: "1e+3".
    std::size_t sign = rest.find('*');
    for (std::size_t plus = rest.find('+'); sign == std::string_view::npos && plus < rest.size();
         plus = rest.find('+', plus + 1))
        if (plus > 0 && rest[plus - 1] != 'e' && rest[plus - 1] != 'E')
            sign = plus;
    const bool multiplies = sign < rest.size() && rest[sign] == '*';
    const auto first = numberOf(range.substr(0, dots));
    const auto last = numberOf(rest.substr(0, sign));
    const auto by = sign < rest.size() ? numberOf(rest.substr(sign + 1)) : std::optional(1.0);
    if (!first || !last || !by)
        throw noRange(
            {"WB2066", "the range \"{range}\" is not made of numbers", {}, {{"range", range}}});
    if (multiplies ? *by <= 1 || *first <= 0 : *by <= 0)
        throw noRange(
            {"WB2067", "the range \"{range}\" never reaches its end", {}, {{"range", range}}});
    if (*last < *first)
        throw noRange(
            {"WB2068", "the range \"{range}\" ends before it begins", {}, {{"range", range}}});
    // Steps are counted, so that 0.1 a hundred times adds up to 10.
    constexpr double kAlmost = 1e-9;
    double value = *first;
    for (std::size_t i = 0; value <= *last + std::abs(*last) * kAlmost; ++i) {
        if (values.size() >= kMostValues)
            throw noRange({"WB2069",
                           "the range \"{range}\" has more than {limit} values",
                           {},
                           {{"range", range}, {"limit", kMostValues}}});
        values.push_back({fmt::format("{:.12g}", value), {}});
        value = multiplies ? value * *by : *first + double(i + 1) * *by;
    }
}

} // namespace

std::optional<double> numberOf(std::string_view text) {
    text = trimmed(text);
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() && std::isfinite(number)
               ? std::optional(number)
               : std::nullopt;
}

std::vector<project::Expression> parseValues(std::string_view text) {
    std::vector<project::Expression> values;
    const auto append = [&](std::string_view value) {
        value = trimmed(value);
        if (value.empty())
            throw Error(ErrorKind::usage, {"WB2070", "one of the values is empty",
                                           "write for instance 64, 128, 256"});
        if (value.find(kDots) != std::string_view::npos && value.front() != '"')
            appendRange(value, values);
        else
            values.push_back({std::string(value), {}});
    };
    int depth = 0;
    std::size_t start = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        if (c != ',' || depth > 0)
            continue;
        append(text.substr(start, i - start));
        start = i + 1;
    }
    append(text.substr(start));
    return values;
}

std::string textOfValues(const std::vector<project::Expression>& values) {
    std::string text;
    for (const project::Expression& value : values)
        text.append(text.empty() ? "" : ", ").append(value.text);
    return text;
}

} // namespace warpbench::sweep
