// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stepping/step_values.h"

#include "core/arrays/float_formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>

namespace warpbench::session {

namespace {

struct NamedType {
    const char* name;
    wbsimEncoding encoding;
    std::uint32_t bytes;
};
/// Types of shared memory as written in sources, if the compiler's debug information lacks them.
constexpr NamedType kTypes[] = {
    {"float", WBSIM_ENCODING_FLOAT, 4},
    {"double", WBSIM_ENCODING_FLOAT, 8},
    {"half", WBSIM_ENCODING_FLOAT, 2},
    {"__half", WBSIM_ENCODING_FLOAT, 2},
    {"nv_bfloat16", WBSIM_ENCODING_BFLOAT16, 2},
    {"__nv_bfloat16", WBSIM_ENCODING_BFLOAT16, 2},
    {"__nv_fp8_e4m3", WBSIM_ENCODING_FLOAT8_E4M3, 1},
    {"__nv_fp8_e5m2", WBSIM_ENCODING_FLOAT8_E5M2, 1},
    {"__nv_fp8_e8m0", WBSIM_ENCODING_FLOAT8_E8M0, 1},
    {"int", WBSIM_ENCODING_SIGNED, 4},
    {"signed", WBSIM_ENCODING_SIGNED, 4},
    {"signed int", WBSIM_ENCODING_SIGNED, 4},
    {"int32_t", WBSIM_ENCODING_SIGNED, 4},
    {"unsigned", WBSIM_ENCODING_UNSIGNED, 4},
    {"unsigned int", WBSIM_ENCODING_UNSIGNED, 4},
    {"uint32_t", WBSIM_ENCODING_UNSIGNED, 4},
    {"short", WBSIM_ENCODING_SIGNED, 2},
    {"int16_t", WBSIM_ENCODING_SIGNED, 2},
    {"unsigned short", WBSIM_ENCODING_UNSIGNED, 2},
    {"uint16_t", WBSIM_ENCODING_UNSIGNED, 2},
    {"char", WBSIM_ENCODING_CHAR, 1},
    {"signed char", WBSIM_ENCODING_SIGNED, 1},
    {"int8_t", WBSIM_ENCODING_SIGNED, 1},
    {"unsigned char", WBSIM_ENCODING_UNSIGNED, 1},
    {"uint8_t", WBSIM_ENCODING_UNSIGNED, 1},
    {"bool", WBSIM_ENCODING_BOOL, 1},
    {"long long", WBSIM_ENCODING_SIGNED, 8},
    {"int64_t", WBSIM_ENCODING_SIGNED, 8},
    {"unsigned long long", WBSIM_ENCODING_UNSIGNED, 8},
    {"unsigned long long int", WBSIM_ENCODING_UNSIGNED, 8},
    {"uint64_t", WBSIM_ENCODING_UNSIGNED, 8},
};

std::int64_t signExtended(std::uint64_t bits, std::uint32_t bytes) {
    const int shift = 64 - 8 * int(std::clamp<std::uint32_t>(bytes, 1, 8));
    return std::int64_t(bits << shift) >> shift;
}

/// OCP's scale format: a power of two, and NaN.
double decodeFloat8E8m0(std::uint8_t bits) {
    return bits == 0xff ? std::nan("") : std::ldexp(1.0, int(bits) - 127);
}

/// Empty for other encodings.
std::optional<double> floating(wbsimEncoding encoding, std::uint32_t bytes, std::uint64_t bits) {
    switch (encoding) {
    case WBSIM_ENCODING_FLOAT:
        if (bytes == 2)
            return arrays::decodeFloat16(std::uint16_t(bits));
        return bytes == 4 ? double(std::bit_cast<float>(std::uint32_t(bits)))
                          : std::bit_cast<double>(bits);
    case WBSIM_ENCODING_BFLOAT16:
        return arrays::decodeBfloat16(std::uint16_t(bits));
    case WBSIM_ENCODING_FLOAT8_E4M3:
        return arrays::decodeFloat8E4m3(std::uint8_t(bits));
    case WBSIM_ENCODING_FLOAT8_E5M2:
        return arrays::decodeFloat8E5m2(std::uint8_t(bits));
    case WBSIM_ENCODING_FLOAT8_E8M0:
        return decodeFloat8E8m0(std::uint8_t(bits));
    default:
        return std::nullopt;
    }
}

} // namespace

StepType stepType(const std::string& name) {
    const auto found = std::find_if(std::begin(kTypes), std::end(kTypes),
                                    [&](const NamedType& type) { return name == type.name; });
    return found == std::end(kTypes) ? StepType()
                                     : StepType{found->name, found->encoding, found->bytes};
}

bool hasValue(wbsimEncoding encoding, std::uint32_t bytes) {
    return encoding != WBSIM_ENCODING_ARRAY && encoding != WBSIM_ENCODING_STRUCT &&
           encoding != WBSIM_ENCODING_UNKNOWN && bytes > 0 && bytes <= 8;
}

std::optional<project::Number> stepNumber(wbsimEncoding encoding, std::uint32_t bytes,
                                          std::uint64_t bits) {
    if (const auto value = floating(encoding, bytes, bits))
        return *value;
    switch (encoding) {
    case WBSIM_ENCODING_SIGNED:
    case WBSIM_ENCODING_ENUM:
    case WBSIM_ENCODING_CHAR:
        return signExtended(bits, bytes);
    case WBSIM_ENCODING_UNSIGNED:
    case WBSIM_ENCODING_BOOL:
    case WBSIM_ENCODING_POINTER:
    case WBSIM_ENCODING_UNKNOWN:
        return project::toNumber(project::Integer(bits));
    default:
        return std::nullopt;
    }
}

std::string stepText(wbsimEncoding encoding, std::uint32_t bytes, std::uint64_t bits) {
    if (const auto value = floating(encoding, bytes, bits))
        return bytes < 8 ? fmt::format("{}", float(*value)) : fmt::format("{}", *value);
    switch (encoding) {
    case WBSIM_ENCODING_SIGNED:
    case WBSIM_ENCODING_ENUM:
        return fmt::format("{}", signExtended(bits, bytes));
    case WBSIM_ENCODING_CHAR: {
        const auto value = signExtended(bits, bytes);
        return value >= 0x20 && value < 0x7f ? fmt::format("'{}'", char(value))
                                             : fmt::format("{}", value);
    }
    case WBSIM_ENCODING_BOOL:
        return (bits & 0xff) != 0 ? "true" : "false";
    case WBSIM_ENCODING_UNSIGNED:
        return fmt::format("{}", bits);
    case WBSIM_ENCODING_POINTER:
        return fmt::format("{:#x}", bits);
    case WBSIM_ENCODING_UNKNOWN:
        return fmt::format("{:#010x}", bits);
    default:
        return {};
    }
}

} // namespace warpbench::session
