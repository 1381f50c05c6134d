// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/python_text.h"

#include <fmt/format.h>

namespace warpbench::exporting {

std::string pythonText(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            result += '\\';
        result += c == '\n' ? ' ' : c;
    }
    return result + "\"";
}

std::string bytesText(const std::vector<std::uint8_t>& bytes) {
    std::string text = "bytes([";
    for (std::size_t i = 0; i < bytes.size(); ++i)
        text += fmt::format("{}{}", i == 0 ? "" : ", ", bytes[i]);
    return text + "])";
}

std::string numpyType(const arrays::DType& dtype) {
    if (dtype.kind() == arrays::DType::Kind::structure)
        return "uint8";
    switch (dtype.scalar()) {
    case arrays::Scalar::boolean:
        return "bool_";
    case arrays::Scalar::bfloat16: // numpy has none: compared to the bit
        return "uint16";
    case arrays::Scalar::float8_e4m3:
    case arrays::Scalar::float8_e5m2:
        return "uint8";
    default:
        return std::string(arrays::nameOf(dtype.scalar()));
    }
}

} // namespace warpbench::exporting
