// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/debug_lines.h"

#include <charconv>

namespace warpbench::simgpu::ptx {

namespace {

/// The bytes of a DWARF section of strings, and where its labels stand in them.
struct StringSection {
    std::string bytes;
    std::unordered_map<std::string_view, std::size_t> labels;

    /// The text from a label on, up to its zero byte.
    std::string at(std::string_view label, std::size_t offset) const {
        const auto found = labels.find(label);
        if (found == labels.end() || found->second + offset >= bytes.size())
            return std::string(label);
        const std::size_t begin = found->second + offset;
        return bytes.substr(begin, std::min(bytes.find('\0', begin), bytes.size()) - begin);
    }
};

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

/// Reads lines like `$L__info_string0:` and `.b8 95,90,0`; what else there may be is left out.
StringSection readStrings(std::string_view text) {
    StringSection section;
    std::size_t at = 0;
    bool bytesFollow = false;
    for (std::string_view part = nextPart(text, at); !part.empty(); part = nextPart(text, at)) {
        if (part.substr(0, 2) == "//") {
            at = std::min(text.find('\n', at), text.size());
        } else if (part.back() == ':') {
            section.labels.emplace(part.substr(0, part.size() - 1), section.bytes.size());
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

} // namespace

std::size_t DebugLines::KeyHash::operator()(const Key& key) const noexcept {
    std::size_t hash = std::hash<std::string_view>{}(key.function) + key.functionOffset;
    for (const std::uint64_t part :
         {std::uint64_t{key.file} << 32 | key.line,
          std::uint64_t{key.column} << 32 | static_cast<std::uint32_t>(key.inlinedAt)})
        hash = (hash ^ part) * 0x9e3779b97f4a7c15u ^ (hash >> 29);
    return hash;
}

bool DebugLines::parseDirective(TokenStream& tokens) {
    if (tokens.acceptDirective(".loc"))
        parseLocation(tokens);
    else if (tokens.acceptDirective(".file"))
        parseFile(tokens);
    else if (tokens.acceptDirective(".section"))
        parseSection(tokens);
    else
        return false;
    return true;
}

void DebugLines::parseFile(TokenStream& tokens) {
    const std::uint32_t number = tokens.expectNumber("the number of a file");
    if (!tokens.at(TokenKind::string))
        tokens.failExpected("the name of a file in quotes");
    m_module.files.emplace_back(number, std::string(tokens.take().text));
    while (tokens.accept(',')) // The time of its last change and its size.
        tokens.expectNumber("the file's time or size");
}

std::int32_t DebugLines::locationOf(const Key& key) {
    const auto [entry, isNew] =
        m_locations.try_emplace(key, static_cast<std::int32_t>(m_module.locations.size()));
    if (isNew) {
        m_module.locations.push_back({key.file, key.line, key.column, {}, key.inlinedAt});
        if (!key.function.empty())
            m_functionNames.push_back({entry->second, key.function, key.functionOffset});
    }
    return entry->second;
}

void DebugLines::parseLocation(TokenStream& tokens) {
    const auto parsePlace = [&] {
        Key key{0, 0, 0, {}, 0, -1};
        key.file = tokens.expectNumber("the number of a file");
        key.line = tokens.expectNumber("the number of a line");
        key.column = tokens.expectNumber("the number of a column");
        return key;
    };
    const Key place = parsePlace();
    Key key = place;
    while (tokens.accept(',')) {
        const Token attribute = tokens.expectWord("function_name or inlined_at");
        if (attribute.text == "function_name") {
            key.function = tokens.expectWord("the label of a function's name").text;
            if (tokens.accept('+'))
                key.functionOffset = tokens.expectNumber("an offset");
        } else if (attribute.text == "inlined_at") {
            const Key caller = parsePlace();
            const auto found = m_places.find(caller);
            key.inlinedAt = found != m_places.end() ? found->second : locationOf(caller);
        } else {
            TokenStream::failAt(attribute.position,
                                "expected function_name or inlined_at, found '" +
                                    std::string(attribute.text) + "'");
        }
    }
    m_current = locationOf(key);
    m_places[place] = m_current;
}

void DebugLines::parseSection(TokenStream& tokens) {
    if (!tokens.at(TokenKind::dotted) && !tokens.at(TokenKind::word))
        tokens.failExpected("the name of a section");
    std::string name(tokens.take().text);
    if (!tokens.at('{'))
        tokens.failExpected("'{' after the name of a section");
    m_module.sections.emplace_back(std::move(name), std::string(tokens.takeBraces()));
}

void DebugLines::finish() {
    if (m_functionNames.empty())
        return;
    StringSection strings;
    for (const auto& [name, text] : m_module.sections) {
        if (name == ".debug_str")
            strings = readStrings(text);
    }
    for (const FunctionName& each : m_functionNames)
        m_module.locations[static_cast<std::size_t>(each.location)].function =
            strings.at(each.label, each.offset);
}

} // namespace warpbench::simgpu::ptx
