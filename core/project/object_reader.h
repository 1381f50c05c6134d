// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/placed_json.h"
#include "core/project/project.h"
#include "core/project/words.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace warpbench::project {

/// A value of the document together with its JSON pointer, which messages name.
struct JsonValue {
    const PlacedJson* document = nullptr;
    const nlohmann::json* value = nullptr;
    std::string pointer;

    Place place() const;
    /// \throws Error (project): "POINTER: text" at this value's place
    [[noreturn]] void fail(ErrorText said) const;
    /// For a value of the wrong kind: "found a list".
    [[noreturn]] void failKind(const ErrorText& remedy) const;
    /// For a string that is none of some words.
    [[noreturn]] void failWord(const std::vector<std::string>& words) const;

    std::string string() const;
    bool boolean() const;
    /// An integer in [low, high].
    std::int64_t integer(std::int64_t low, std::int64_t high) const;
    std::uint64_t unsignedInteger() const;
    double number() const;
    /// A string, a number or a boolean, kept as text.
    Expression expression() const;
    std::vector<JsonValue> array(std::size_t atLeast = 0, std::size_t atMost = 1u << 20) const;

    template <class Enum, std::size_t N>
    Enum word(const Words<Enum, N>& words) const {
        const std::string text = string();
        for (const auto& [candidate, name] : words) {
            if (name == text) {
                return candidate;
            }
        }
        failWord(allWords(words));
    }
};

/// Reads an object's members and remembers which ones were read; the others are unknown.
class ObjectReader {
  public:
    /// \throws Error (project) if the value is not an object
    explicit ObjectReader(JsonValue object);

    const JsonValue& object() const { return m_object; }
    std::optional<JsonValue> find(const std::string& key);
    /// \throws Error (project) if the member is missing
    JsonValue need(const std::string& key);
    bool has(const std::string& key) const { return m_object.value->contains(key); }
    /// Every member, for objects whose keys are chosen by the user.
    std::vector<std::pair<std::string, JsonValue>> members();

    /// Collects the members that were not read: by JSON pointer, as JSON text, in `unknown`, and
    /// for people in `warnings`.
    void finish(std::map<std::string, std::string>& unknown, std::vector<Error>& warnings) const;
    /// \throws Error (project) if there is such a member
    void requireKnown() const;

  private:
    ErrorText unknownText(const std::string& key) const;
    Place placeOf(const std::string& key) const;

    JsonValue m_object;
    std::set<std::string> m_known;
};

} // namespace warpbench::project
