// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/debug/debug_lines.h"

#include "core/simgpu/ptx/debug/debug_strings.h"
#include "core/simgpu/ptx/parse/escapes.h"

namespace warpbench::simgpu::ptx {

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
    m_module.files.emplace_back(number, unescaped(tokens.take().text));
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
    DebugStrings strings;
    for (const auto& [name, text] : m_module.sections) {
        if (name == ".debug_str")
            strings = readDebugStrings(text);
    }
    for (const FunctionName& each : m_functionNames)
        m_module.locations[static_cast<std::size_t>(each.location)].function =
            strings.at(each.label, each.offset);
}

} // namespace warpbench::simgpu::ptx
