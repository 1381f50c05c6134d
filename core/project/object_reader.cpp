// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/object_reader.h"

#include "core/base/suggest.h"

#include <limits>

namespace warpbench::project {

namespace {

ErrorText kindOf(const nlohmann::json& value) {
    switch (value.type()) {
    case nlohmann::json::value_t::null:
        return "null";
    case nlohmann::json::value_t::object:
        return phrase("an object");
    case nlohmann::json::value_t::array:
        return phrase("a list");
    case nlohmann::json::value_t::string:
        return phrase("a string");
    case nlohmann::json::value_t::boolean:
        return value.get<bool>() ? "true" : "false";
    default:
        return phrase("the number {number}", {{"number", value.dump()}});
    }
}

ErrorText writeValues(std::size_t atLeast, std::size_t atMost) {
    if (atLeast == atMost) {
        return phrase("write {count} values", {{"count", atLeast}});
    }
    return phrase("write {least} to {most} values", {{"least", atLeast}, {"most", atMost}});
}

} // namespace

Place JsonValue::place() const {
    const auto found = document->values.find(pointer);
    return found == document->values.end() ? Place{} : found->second;
}

void JsonValue::fail(ErrorText said) const {
    throw Error(ErrorKind::project, atPointer(pointer, std::move(said)), place());
}

void JsonValue::failKind(const ErrorText& remedy) const {
    fail(ErrorText("WB1323", "found {found}", {}, {{"found", kindOf(*value)}}).advised(remedy));
}

void JsonValue::failWord(const std::vector<std::string>& words) const {
    const std::string text = string();
    const ErrorText said{"WB1324", "'{word}' is not known here", {}, {{"word", text}}};
    fail(said.advised(suggestion(text, words)));
}

std::string JsonValue::string() const {
    if (!value->is_string()) {
        failKind(phrase("write a string in double quotes"));
    }
    return value->get<std::string>();
}

bool JsonValue::boolean() const {
    if (!value->is_boolean()) {
        failKind(phrase("write true or false"));
    }
    return value->get<bool>();
}

std::int64_t JsonValue::integer(std::int64_t low, std::int64_t high) const {
    const ErrorText remedy =
        phrase("write an integer from {low} to {high}", {{"low", low}, {"high", high}});
    if (!value->is_number_integer()) {
        failKind(remedy);
    }
    const bool tooLarge =
        value->is_number_unsigned() &&
        value->get<std::uint64_t>() > std::uint64_t(std::numeric_limits<std::int64_t>::max());
    const std::int64_t number = tooLarge ? 0 : value->get<std::int64_t>();
    if (tooLarge || number < low || number > high) {
        const ErrorText said{
            "WB1325", "the number {number} is out of range", {}, {{"number", value->dump()}}};
        fail(said.advised(remedy));
    }
    return number;
}

std::uint64_t JsonValue::unsignedInteger() const {
    if (!value->is_number_unsigned()) {
        failKind(phrase("write an integer from 0 to 2^64 - 1"));
    }
    return value->get<std::uint64_t>();
}

double JsonValue::number() const {
    if (!value->is_number()) {
        failKind(phrase("write a number"));
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
    failKind(phrase("write a number, or an expression in double quotes"));
}

std::vector<JsonValue> JsonValue::array(std::size_t atLeast, std::size_t atMost) const {
    if (!value->is_array()) {
        failKind(phrase("write a list in square brackets"));
    }
    if (value->size() < atLeast || value->size() > atMost) {
        const ErrorText said{"WB1326", "a list of {count}", {}, {{"count", value->size()}}};
        fail(said.advised(writeValues(atLeast, atMost)));
    }
    std::vector<JsonValue> items;
    items.reserve(value->size());
    for (std::size_t i = 0; i < value->size(); ++i) {
        items.push_back({document, &(*value)[i], pointer + "/" + std::to_string(i)});
    }
    return items;
}

ObjectReader::ObjectReader(JsonValue object)
    : m_object(std::move(object)) {
    if (!m_object.value->is_object()) {
        m_object.failKind(phrase("write an object in curly brackets"));
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
    m_object.fail({"WB1327", "the key '{key}' is missing", "add it", {{"key", key}}});
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
        const ErrorText remedy = nearest.empty()
                                     ? phrase("it is kept but has no effect")
                                     : phrase("did you mean '{name}'?", {{"name", nearest}});
        warnings.emplace_back(ErrorKind::project, unknownText(key).advised(remedy), placeOf(key));
    }
}

void ObjectReader::requireKnown() const {
    for (const auto& [key, value] : m_object.value->items()) {
        if (!m_known.contains(key) && key != "$schema") { // which is for editors
            throw Error(ErrorKind::project,
                        unknownText(key).advised(suggestion(key, {m_known.begin(), m_known.end()})),
                        placeOf(key));
        }
    }
}

ErrorText ObjectReader::unknownText(const std::string& key) const {
    return atPointer(m_object.pointer + "/" + escapePointer(key),
                     {"WB1328", "unknown key '{key}'", {}, {{"key", key}}});
}

Place ObjectReader::placeOf(const std::string& key) const {
    const auto place = m_object.document->keys.find(m_object.pointer + "/" + escapePointer(key));
    return place == m_object.document->keys.end() ? Place{} : place->second;
}

} // namespace warpbench::project
