// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/object_reader.h"

#include <limits>

namespace warpbench::project {

namespace {

std::string kindOf(const nlohmann::json& value) {
    switch (value.type()) {
    case nlohmann::json::value_t::null:
        return "null";
    case nlohmann::json::value_t::object:
        return "an object";
    case nlohmann::json::value_t::array:
        return "a list";
    case nlohmann::json::value_t::string:
        return "a string";
    case nlohmann::json::value_t::boolean:
        return value.get<bool>() ? "true" : "false";
    default:
        return "the number " + value.dump();
    }
}

std::string countText(std::size_t atLeast, std::size_t atMost) {
    if (atLeast == atMost) {
        return std::to_string(atLeast);
    }
    return std::to_string(atLeast) + " to " + std::to_string(atMost);
}

} // namespace

Place JsonValue::place() const {
    const auto found = document->values.find(pointer);
    return found == document->values.end() ? Place{} : found->second;
}

void JsonValue::fail(const std::string& text, const std::string& remedy) const {
    throw Error(ErrorKind::project, (pointer.empty() ? "" : pointer + ": ") + text, remedy,
                place());
}

std::string JsonValue::string() const {
    if (!value->is_string()) {
        fail("found " + kindOf(*value), "write a string in double quotes");
    }
    return value->get<std::string>();
}

bool JsonValue::boolean() const {
    if (!value->is_boolean()) {
        fail("found " + kindOf(*value), "write true or false");
    }
    return value->get<bool>();
}

std::int64_t JsonValue::integer(std::int64_t low, std::int64_t high) const {
    const std::string remedy =
        "write an integer from " + std::to_string(low) + " to " + std::to_string(high);
    if (!value->is_number_integer()) {
        fail("found " + kindOf(*value), remedy);
    }
    const bool tooLarge =
        value->is_number_unsigned() &&
        value->get<std::uint64_t>() > std::uint64_t(std::numeric_limits<std::int64_t>::max());
    const std::int64_t number = tooLarge ? 0 : value->get<std::int64_t>();
    if (tooLarge || number < low || number > high) {
        fail("the number " + value->dump() + " is out of range", remedy);
    }
    return number;
}

std::uint64_t JsonValue::unsignedInteger() const {
    if (!value->is_number_unsigned()) {
        fail("found " + kindOf(*value), "write an integer from 0 to 2^64 - 1");
    }
    return value->get<std::uint64_t>();
}

double JsonValue::number() const {
    if (!value->is_number()) {
        fail("found " + kindOf(*value), "write a number");
    }
    return value->get<double>();
}

Expression JsonValue::expression() const {
    if (value->is_string()) {
        return {value->get<std::string>(), place()};
    }
    if (value->is_number() || value->is_boolean()) {
        return {value->dump(), place()};
    }
    fail("found " + kindOf(*value), "write a number, or an expression in double quotes");
}

std::vector<JsonValue> JsonValue::array(std::size_t atLeast, std::size_t atMost) const {
    if (!value->is_array()) {
        fail("found " + kindOf(*value), "write a list in square brackets");
    }
    if (value->size() < atLeast || value->size() > atMost) {
        fail("a list of " + std::to_string(value->size()),
             "write " + countText(atLeast, atMost) + " values");
    }
    std::vector<JsonValue> items;
    items.reserve(value->size());
    for (std::size_t i = 0; i < value->size(); ++i) {
        items.push_back({document, &(*value)[i], pointer + "/" + std::to_string(i)});
    }
    return items;
}

std::vector<Expression> JsonValue::expressions(std::size_t atLeast, std::size_t atMost) const {
    std::vector<Expression> list;
    for (const JsonValue& item : array(atLeast, atMost)) {
        list.push_back(item.expression());
    }
    return list;
}

std::vector<std::string> JsonValue::strings() const {
    std::vector<std::string> list;
    for (const JsonValue& item : array()) {
        list.push_back(item.string());
    }
    return list;
}

ObjectReader::ObjectReader(JsonValue object)
    : m_object(std::move(object)) {
    if (!m_object.value->is_object()) {
        m_object.fail("found " + kindOf(*m_object.value), "write an object in curly brackets");
    }
}

std::optional<JsonValue> ObjectReader::find(const std::string& key) {
    m_known.insert(key);
    const auto member = m_object.value->find(key);
    if (member == m_object.value->end()) {
        return std::nullopt;
    }
    return JsonValue{m_object.document, &*member, m_object.pointer + "/" + escapePointer(key)};
}

JsonValue ObjectReader::need(const std::string& key) {
    if (auto value = find(key)) {
        return *value;
    }
    m_object.fail("the key '" + key + "' is missing", "add it");
}

std::vector<std::pair<std::string, JsonValue>> ObjectReader::members() {
    std::vector<std::pair<std::string, JsonValue>> list;
    for (const auto& [key, value] : m_object.value->items()) {
        m_known.insert(key);
        list.emplace_back(
            key, JsonValue{m_object.document, &value, m_object.pointer + "/" + escapePointer(key)});
    }
    return list;
}

void ObjectReader::finish(std::map<std::string, std::string>& unknown,
                          std::vector<Error>& warnings) const {
    for (const auto& [key, value] : m_object.value->items()) {
        if (m_known.contains(key)) {
            continue;
        }
        unknown[m_object.pointer + "/" + escapePointer(key)] = value.dump();
        const std::string nearest = nearestWord(key, {m_known.begin(), m_known.end()});
        warnings.emplace_back(ErrorKind::project, unknownText(key),
                              nearest.empty() ? "it is kept but has no effect"
                                              : "did you mean '" + nearest + "'?",
                              placeOf(key));
    }
}

void ObjectReader::requireKnown() const {
    for (const auto& [key, value] : m_object.value->items()) {
        if (!m_known.contains(key) && key != "$schema") { // which is for editors
            throw Error(ErrorKind::project, unknownText(key),
                        suggestion(key, {m_known.begin(), m_known.end()}), placeOf(key));
        }
    }
}

std::string ObjectReader::unknownText(const std::string& key) const {
    return m_object.pointer + "/" + escapePointer(key) + ": unknown key '" + key + "'";
}

Place ObjectReader::placeOf(const std::string& key) const {
    const auto place = m_object.document->keys.find(m_object.pointer + "/" + escapePointer(key));
    return place == m_object.document->keys.end() ? Place{} : place->second;
}

} // namespace warpbench::project
