// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/debug/debug_strings.h"

#include <algorithm>
#include <charconv>

namespace warpbench::simgpu::ptx {

namespace {

bool isBlank(char character) {
    return character == ' ' || character == '\t' || character == '\r' || character == '\n' ||
           character == ',';
}

std::string_view nextPart(std::string_view text, std::size_t& at) {
    while (at < text.size() && isBlank(text[at]))
        ++at;
    const std::size_t begin = at;
    while (at < text.size() && !isBlank(text[at]))
        ++at;
    return text.substr(begin, at - begin);
}

/// A name as allowed in .loc (PTX ISA 9.0, section 4.4).
bool isIdentifier(std::string_view text) {
    const auto isFollowing = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_' || c == '$';
    };
    if (text.empty() || !std::all_of(text.begin() + 1, text.end(), isFollowing))
        return false;
    const char first = text.front();
    if (first == '%' || first == '_' || first == '$')
        return text.size() > 1;
    return isFollowing(first) && (first < '0' || first > '9');
}

} // namespace

std::string DebugStrings::at(std::string_view label, std::size_t offset) const {
    const auto found = labels.find(label);
    if (found == labels.end() || found->second + offset >= bytes.size())
        return std::string(label);
    const std::size_t begin = found->second + offset;
    return bytes.substr(begin, std::min(bytes.find('\0', begin), bytes.size()) - begin);
}

std::string DebugStrings::labelOf(const std::string& text) const {
    std::size_t first = bytes.size(); // the part before all labels is unnamed
    for (const auto& [label, labelPlace] : labels)
        first = std::min(first, labelPlace);
    std::size_t place = bytes.find(text + '\0', first);
    if (place == std::string::npos && std::string_view(bytes).substr(first).ends_with(text))
        place = bytes.size() - text.size(); // the last string lacks its end
    std::string_view best;
    std::size_t bestPlace = 0;
    for (const auto& [label, labelPlace] : labels) {
        if (labelPlace <= place && (best.empty() || labelPlace > bestPlace)) {
            best = label;
            bestPlace = labelPlace;
        }
    }
    if (place == std::string::npos || best.empty())
        return text;
    return std::string(best) + (place > bestPlace ? "+" + std::to_string(place - bestPlace) : "");
}

DebugStrings readDebugStrings(std::string_view text) {
    DebugStrings section;
    std::size_t at = 0;
    bool bytesFollow = false;
    for (std::string_view part = nextPart(text, at); !part.empty(); part = nextPart(text, at)) {
        if (part.substr(0, 2) == "//") {
            at = std::min(text.find('\n', at), text.size());
        } else if (part.back() == ':') {
            part.remove_suffix(1);
            if (isIdentifier(part))
                section.labels.emplace(part, section.bytes.size());
            bytesFollow = false;
        } else if (part.front() == '.') {
            bytesFollow = part == ".b8";
        } else if (bytesFollow) {
            unsigned value = 0;
            std::from_chars(part.data(), part.data() + part.size(), value);
            section.bytes += static_cast<char>(value & 0xff);
        }
    }
    return section;
}

} // namespace warpbench::simgpu::ptx
