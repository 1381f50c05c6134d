// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/steps/kernel_words.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpbench::project {

using arrays::Scalar;

const std::map<Function, const char*>& realFunctions() {
    static const std::map<Function, const char*> all{
        {Function::abs, "fabs"},          {Function::ceil, "ceil"},    {Function::cos, "cos"},
        {Function::cosh, "cosh"},         {Function::acos, "acos"},    {Function::sin, "sin"},
        {Function::sinh, "sinh"},         {Function::asin, "asin"},    {Function::tan, "tan"},
        {Function::tanh, "tanh"},         {Function::atan, "atan"},    {Function::atan2, "atan2"},
        {Function::erf, "erf"},           {Function::exp, "exp"},      {Function::exp2, "exp2"},
        {Function::expm1, "expm1"},       {Function::floor, "floor"},  {Function::fmod, "fmod"},
        {Function::hypot, "hypot"},       {Function::log, "log"},      {Function::log10, "log10"},
        {Function::log1p, "log1p"},       {Function::log2, "log2"},    {Function::pow, "pow"},
        {Function::round, "rint"},        {Function::rsqrt, "rsqrt"},  {Function::sqrt, "sqrt"},
        {Function::trunc, "trunc"},       {Function::is_nan, "isnan"}, {Function::is_inf, "isinf"},
        {Function::is_finite, "isfinite"}};
    return all;
}

const char* typeName(Scalar scalar) {
    switch (scalar) {
    case Scalar::boolean:
        return "bool";
    case Scalar::int8:
        return "signed char";
    case Scalar::int16:
        return "short";
    case Scalar::int32:
        return "int";
    case Scalar::int64:
        return "long long";
    case Scalar::uint8:
        return "unsigned char";
    case Scalar::uint16:
        return "unsigned short";
    case Scalar::uint32:
        return "unsigned";
    case Scalar::uint64:
        return "unsigned long long";
    case Scalar::float32:
        return "float";
    case Scalar::float64:
        return "double";
    default:
        return nullptr;
    }
}

Scalar scalarOf(Compute compute) {
    switch (compute) {
    case Compute::int32:
        return Scalar::int32;
    case Compute::uint32:
        return Scalar::uint32;
    case Compute::int64:
        return Scalar::int64;
    case Compute::uint64:
        return Scalar::uint64;
    case Compute::float32:
        return Scalar::float32;
    case Compute::complex64:
        return Scalar::complex64;
    case Compute::complex128:
        return Scalar::complex128;
    default:
        return Scalar::float64;
    }
}

const char* carrierOf(std::size_t bytes) {
    return bytes == 16  ? "uint4"
           : bytes == 8 ? "uint2"
           : bytes == 4 ? "unsigned"
           : bytes == 2 ? "unsigned short"
                        : "unsigned char";
}

// FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/
std::string digestOf(std::string_view text) {
    std::uint64_t hash = 14695981039346656037U;
    for (const char c : text) {
        hash = (hash ^ std::uint8_t(c)) * 1099511628211U;
    }
    return fmt::format("{:08x}", std::uint32_t(hash ^ (hash >> 32)));
}

std::string replaced(std::string text, std::string_view word, std::string_view by) {
    for (std::size_t at = text.find(word); at != std::string::npos;
         at = text.find(word, at + by.size())) {
        text.replace(at, word.size(), by);
    }
    return text;
}

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\n");
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(" \t\n") - first + 1);
}

/// The position of the `=` of an assignment; npos if there is none.
static std::size_t assignmentSign(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '=' && i + 1 < text.size() && text[i + 1] == '=') {
            ++i;
        } else if (text[i] == '=' && (i == 0 || std::string_view("<>!").find(text[i - 1]) ==
                                                    std::string_view::npos)) {
            return i;
        }
    }
    return std::string_view::npos;
}

std::vector<Assignment> parseAssignments(const Expression& text) {
    std::vector<Assignment> all;
    std::string_view rest = text.text;
    std::size_t offset = 0;
    while (!trimmed(rest).empty()) {
        const std::size_t end = std::min(rest.find(';'), rest.size());
        const std::string_view one = rest.substr(0, end);
        const std::size_t sign = assignmentSign(one);
        const std::string target(trimmed(one.substr(0, std::min(sign, one.size()))));
        if (sign == std::string_view::npos || !isName(target)) {
            throw Error(ErrorKind::project,
                        {"WB1521",
                         "\"{text}\" is not an assignment to a buffer",
                         "write BUFFER = EXPRESSION, with a semicolon between several",
                         {{"text", trimmed(one)}}},
                        text.place);
        }
        Place place = text.place;
        if (place.column > 0) {
            place.column += int(offset + sign + 1);
        }
        all.push_back(
            {target, text.place, Formula::parse({std::string(one.substr(sign + 1)), place})});
        offset += std::min(end + 1, rest.size());
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    if (all.empty()) {
        throw Error(
            ErrorKind::project,
            {"WB1522", "nothing is assigned", "write BUFFER = EXPRESSION, as in z = a * x + y"},
            text.place);
    }
    return all;
}

} // namespace warpbench::project
