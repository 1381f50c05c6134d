// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>

/// A checker of as much of JSON Schema as docs/project.schema.json uses; any other keyword throws.
class SchemaCheck {
  public:
    explicit SchemaCheck(nlohmann::json schema)
        : m_schema(std::move(schema)) {}

    bool accepts(const nlohmann::json& value) const { return matches(value, m_schema); }

  private:
    using json = nlohmann::json;

    static bool hasType(const json& value, const std::string& type) {
        if (type == "integer") {
            return value.is_number_integer();
        }
        if (type == "number") {
            return value.is_number();
        }
        return type == value.type_name();
    }

    bool matches(const json& value, const json& schema) const {
        for (const auto& [keyword, rule] : schema.items()) {
            if (!obeys(value, keyword, rule, schema)) {
                return false;
            }
        }
        return true;
    }

    bool obeys(const json& value, const std::string& keyword, const json& rule,
               const json& schema) const {
        static const std::set<std::string> kNotes{"$schema", "title", "description", "default",
                                                  "$defs"};
        if (kNotes.contains(keyword)) {
            return true;
        }
        if (keyword == "$ref") {
            const auto target = rule.get<std::string>().substr(1);
            return matches(value, m_schema.at(json::json_pointer(target)));
        }
        if (keyword == "type") {
            if (rule.is_string()) {
                return hasType(value, rule);
            }
            return std::any_of(rule.begin(), rule.end(),
                               [&](const json& type) { return hasType(value, type); });
        }
        if (keyword == "const") {
            return value == rule;
        }
        if (keyword == "enum") {
            return std::find(rule.begin(), rule.end(), value) != rule.end();
        }
        if (keyword == "oneOf") {
            return 1 == std::count_if(rule.begin(), rule.end(),
                                      [&](const json& option) { return matches(value, option); });
        }
        if (keyword == "anyOf") {
            return std::any_of(rule.begin(), rule.end(),
                               [&](const json& option) { return matches(value, option); });
        }
        if (keyword == "minimum") {
            return !value.is_number() || value >= rule;
        }
        if (keyword == "maximum") {
            return !value.is_number() || value <= rule;
        }
        if (keyword == "exclusiveMinimum") {
            return !value.is_number() || value > rule;
        }
        if (keyword == "minLength") {
            return !value.is_string() || value.get<std::string>().size() >= rule.get<std::size_t>();
        }
        if (keyword == "minItems") {
            return !value.is_array() || value.size() >= rule.get<std::size_t>();
        }
        if (keyword == "maxItems") {
            return !value.is_array() || value.size() <= rule.get<std::size_t>();
        }
        if (keyword == "items") {
            return !value.is_array() || std::all_of(value.begin(), value.end(), [&](const json& v) {
                return matches(v, rule);
            });
        }
        if (keyword == "required") {
            return !value.is_object() ||
                   std::all_of(rule.begin(), rule.end(),
                               [&](const json& key) { return value.contains(key); });
        }
        if (keyword == "properties" || keyword == "additionalProperties") {
            return membersObey(value, keyword, rule, schema);
        }
        throw std::logic_error("the schema uses '" + keyword + "', which the test does not know");
    }

    bool membersObey(const json& value, const std::string& keyword, const json& rule,
                     const json& schema) const {
        if (!value.is_object()) {
            return true;
        }
        for (const auto& [key, member] : value.items()) {
            if (keyword == "properties") {
                if (rule.contains(key) && !matches(member, rule.at(key))) {
                    return false;
                }
            } else if (!schema.value("properties", json::object()).contains(key) &&
                       !matches(member, rule)) {
                return false;
            }
        }
        return true;
    }

    json m_schema;
};
